"""The match screen of Cabinet: the room, the own hand, and what is asked, chosen on the table itself."""

from __future__ import annotations

from typing import Any

from client.games.cabinet.board import Board
from client.games.cabinet.hand import Hand
from client.games.cabinet.log import Story
from client.games.cabinet.prompts import FREE, STOP, Inquiry
from client.games.cabinet.scene import Scene
from client.games.cabinet.sidebar import SIDEBAR
from client.games.cabinet.standings import ranks
from client.table.ending import Ending
from client.table.pick_screen import PickScreen
from client.table.picking import CARD
from client.ui.richtext import escape
from client.ui.widgets import Button
from core.engine.text.words import count
from core.games.cabinet import action, discards, milestones, ministries, payment, turn
from core.games.cabinet.game import GAME
from core.games.cabinet.text.words import named

CONFIRM = {turn.DRAW: "Draw", milestones.ATTEMPT: "Attempt it", payment.PLEDGE: "Pledge", discards.OFFER: "Offer",
           discards.LOSE: "Discard", discards.TRIM: "Discard", ministries.ARRANGE: "Put them back",
           ministries.GUESTS: "They draw", ministries.SWAP: "Propose it", ministries.ACCEPT: "Answer",
           ministries.TAKE: "Take"}  # fmt: skip
"""What the large button says, by the question."""
DEEDS = {"deck": "Draw it", "milestone": "Attempt one", "challenge": "Pay it", "seat": "Give it", "play": "Play it",
         "stop": "Skip it", "way": "Pay it"}  # fmt: skip
ICONS = {"deck": "draw pile", "milestone": "milestone", "challenge": "challenge", "aside": "card", "seat": "hand",
         "play": "done", "way": "funds", "yes": "tick", "none": "cross", "stop": "done"}  # fmt: skip
OUT = STOP, ("none", 0)
"""What leaves out something that is asked."""
SIDE = ("theirs", "spent", "way", "yes")
"""Kinds of picks that lie nowhere on the table: a row of choices over the hand."""


class CabinetScreen(Scene, PickScreen[Inquiry]):
    """A match of Cabinet, from the first draw to the end of the team."""

    game = GAME
    action_high = 322.0
    hand_kind, story_kind, inquiry_kind = Hand, Story, Inquiry
    sidebar = SIDEBAR
    board: Board
    hand: Hand

    def buttons(self) -> tuple[Button, ...]:
        """What may be left out."""
        self.nothing = Button(
            "Skip the second action", self._nothing, "done", size="small", does="done", grow=1, height=27
        )
        return (self.nothing,)

    # What is asked ----------------------------------------------------------------------------------------------------

    def confirms(self, inquiry: Inquiry) -> str:
        """What the large button says."""
        if inquiry.asked_of is action.ACT:
            deed = next((kind for kind, _ in reversed(inquiry.answers) if kind != CARD), "")
            return DEEDS.get(deed, "Do it")
        if inquiry.asked_of in FREE and not inquiry.answers:
            return {payment.PLEDGE: "Give nothing", discards.OFFER: "Offer nothing", ministries.GUESTS: "Only I draw",
                    ministries.SWAP: "No swap"}[inquiry.asked_of]  # fmt: skip
        if inquiry.answers[-1:] == [("none", 0)]:
            return "None of them"
        return CONFIRM[inquiry.asked_of]

    def named(self, inquiry: Inquiry) -> str:
        """What has been picked, in words."""
        copies = [number for kind, number in inquiry.answers if kind == CARD]
        if inquiry.asked_of in (payment.PLEDGE, discards.OFFER, discards.LOSE, discards.TRIM):
            return named(copies) if copies else ""
        return super().named(inquiry)

    def told(self, inquiry: Inquiry) -> str:
        """What must be done now."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Choose an action: a deck, a Milestone, a crisis, or a card from your hand."
        if inquiry.asked_of in FREE or inquiry.targets:
            return escape(self.names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def help_of(self, inquiry: Inquiry) -> str:
        """What the own action says while nothing is lifted."""
        if inquiry.asked_of is payment.PLEDGE:
            given = named(inquiry.picked_of(CARD))
            return f"You give *{escape(given)}*.\n{{muted}}Press a card to add it or put it back. Only what is " \
                   "needed is taken.{/}"  # fmt: skip
        if inquiry.asked_of is discards.OFFER:
            return "{muted}Offered cards are taken one at a time, clockwise, until there are enough.{/}"
        return super().help_of(inquiry)

    def _offer(self, inquiry: Inquiry | None) -> None:
        super()._offer(inquiry)
        if inquiry is not None:
            self.hand.given = tuple(inquiry.picked_of(CARD))

    def _rest(self) -> None:
        super()._rest()
        self.hand.given = ()

    def show_locked(self) -> None:
        """What is given stays to be seen on the desk."""
        super().show_locked()
        self.board.inquiry = self.inquiry

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        inquiry = self.inquiry if self.inquiry_open else None
        free = inquiry is not None and inquiry.asked_of in FREE
        may = inquiry is not None and (any(out in inquiry.targets for out in OUT) or (free and bool(inquiry.answers)))
        asked = inquiry.asked_of if inquiry is not None else None
        words = "None of them" if asked is milestones.ATTEMPT else "Skip the second action"
        self.nothing.text = "Put all back" if free else words
        self.nothing.enabled, self.nothing.reason = may, "" if may else "There is nothing to skip now."

    # What the player does ---------------------------------------------------------------------------------------------

    @property
    def at_once(self) -> bool:
        """A deck that is drawn from, and an answer of yes or no, need no other confirmation."""
        inquiry = self.inquiry
        return inquiry is not None and inquiry.asked_of in (turn.DRAW, ministries.ACCEPT) and bool(inquiry.answers)

    def answer(self, value: Any) -> None:
        """Picks it; what lies there already is put back, where that is free."""
        inquiry = self.inquiry
        free = inquiry is not None and self.inquiry_open and not self._telling and inquiry.asked_of in FREE
        if free and inquiry is not None and value in inquiry.answers:
            inquiry.drop(value)
            self._ask()
        else:
            super().answer(value)

    def _nothing(self) -> None:
        """Leaves out what may be left out; puts back all that was picked."""
        inquiry = self.inquiry
        if inquiry is None or not self.inquiry_open:
            return
        for out in OUT:
            if out in inquiry.targets:
                self.answer(out)
                return
        while inquiry.undo():
            pass
        self._ask()

    # The end ----------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """How the match has ended, for all together."""
        state = self.model.state
        return Ending(self.ended, ranks(self.model, self.standing), f"after {count(state.turn, 'turn')}")
