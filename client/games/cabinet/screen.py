"""Match screen of Cabinet: the room, our hand, and questions that the player answers on the table."""

from __future__ import annotations

from typing import Any

from client.games.cabinet.board import Board
from client.games.cabinet.hand import Hand
from client.games.cabinet.log import Story
from client.games.cabinet.prompts import DROPPABLE_QUESTIONS, STOP, CabinetPrompt
from client.games.cabinet.scene import Scene
from client.games.cabinet.sidebar import SIDEBAR
from client.games.cabinet.standings import ranks
from client.table.ending import Ending
from client.table.pick.screen import PickScreen
from client.table.pick.script import CARD
from client.ui.controls.basic import Button
from client.ui.richtext import escape
from core.engine.game import any_game
from core.engine.text.words import count
from core.games.cabinet import action, discards, milestones, ministries, payment, turn
from core.games.cabinet.game import GAME
from core.games.cabinet.state import Cabinet
from core.games.cabinet.text.words import name_list

CONFIRM = {turn.DRAW: "Draw", milestones.ATTEMPT: "Attempt it", payment.PLEDGE: "Pledge", discards.OFFER: "Offer",
           discards.LOSE: "Discard", discards.TRIM: "Discard", ministries.ARRANGE: "Put them back",
           ministries.GUESTS: "They draw", ministries.SWAP: "Propose it", ministries.ACCEPT: "Answer",
           ministries.TAKE: "Take"}  # fmt: skip
"""Label of the large button, by kind of question."""
DEEDS = {"deck": "Draw it", "milestone": "Attempt one", "challenge": "Pay it", "seat": "Give it", "play": "Play it",
         "stop": "Skip it", "way": "Pay it"}  # fmt: skip
ICONS = {"deck": "draw pile", "milestone": "milestone", "challenge": "challenge", "aside": "card", "seat": "hand",
         "play": "done", "way": "funds", "yes": "tick", "none": "cross", "stop": "done"}  # fmt: skip
OUT = STOP, ("none", 0)
"""Picks that decline an optional question."""
SIDE = ("theirs", "spent", "way", "yes")
"""Kinds of picks without a place on the table; the row of choices above the hand shows them."""


class CabinetScreen(Scene, PickScreen[CabinetPrompt]):
    """Match screen of Cabinet, from the first draw to the end of the match."""

    game = any_game(GAME)
    action_height = 322.0
    hand_kind, story_kind, inquiry_kind = Hand, Story, CabinetPrompt
    sidebar = SIDEBAR
    board: Board
    hand: Hand

    def buttons(self) -> tuple[Button, ...]:
        """Return the button that declines a question."""
        self.nothing = Button(
            "Skip the second action", self._nothing, "done", size="small", does="done", grow=1, height=27
        )
        return (self.nothing,)

    # Questions --------------------------------------------------------------------------------------------------------

    def confirms(self, inquiry: CabinetPrompt) -> str:
        """Return the label of the large button."""
        if inquiry.asked_of is action.ACT:
            deed = next((kind for kind, _ in reversed(inquiry.answers) if kind != CARD), "")
            return DEEDS.get(deed, "Do it")
        if inquiry.asked_of in DROPPABLE_QUESTIONS and not inquiry.answers:
            return {payment.PLEDGE: "Give nothing", discards.OFFER: "Offer nothing", ministries.GUESTS: "Only I draw",
                    ministries.SWAP: "No swap"}[inquiry.asked_of]  # fmt: skip
        if inquiry.answers[-1:] == [("none", 0)]:
            return "None of them"
        return CONFIRM[inquiry.asked_of]

    def named(self, inquiry: CabinetPrompt) -> str:
        """Return the picks made up to now, in words."""
        copies = [number for kind, number in inquiry.answers if kind == CARD]
        if inquiry.asked_of in (payment.PLEDGE, discards.OFFER, discards.LOSE, discards.TRIM):
            return name_list(copies) if copies else ""
        return super().named(inquiry)

    def told(self, inquiry: CabinetPrompt) -> str:
        """Return the instruction for the next pick."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Choose an action: a deck, a Milestone, a crisis, or a card from your hand."
        if inquiry.asked_of in DROPPABLE_QUESTIONS or inquiry.targets:
            return escape(self.names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def help_of(self, inquiry: CabinetPrompt) -> str:
        """Return the text of the action panel while no card is lifted."""
        if inquiry.asked_of is payment.PLEDGE:
            given = name_list(inquiry.picked_of(CARD))
            return f"You give *{escape(given)}*.\n{{muted}}Press a card to add it or put it back. Only what is " \
                   "needed is taken.{/}"  # fmt: skip
        if inquiry.asked_of is discards.OFFER:
            return "{muted}Offered cards are taken one at a time, clockwise, until there are enough.{/}"
        return super().help_of(inquiry)

    def _offer(self, inquiry: CabinetPrompt | None) -> None:
        super()._offer(inquiry)
        if inquiry is not None:
            self.hand.given = tuple(inquiry.picked_of(CARD))

    def _rest(self) -> None:
        super()._rest()
        self.hand.given = ()

    def show_locked(self) -> None:
        """Show the locked state; given cards stay visible on the desk."""
        super().show_locked()
        self.board.inquiry = self.inquiry

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        inquiry = self.inquiry if self.inquiry_open else None
        free = inquiry is not None and inquiry.asked_of in DROPPABLE_QUESTIONS
        may = inquiry is not None and (any(out in inquiry.targets for out in OUT) or (free and bool(inquiry.answers)))
        asked = inquiry.asked_of if inquiry is not None else None
        words = "None of them" if asked is milestones.ATTEMPT else "Skip the second action"
        self.nothing.text = "Put all back" if free else words
        self.nothing.enabled, self.nothing.reason = may, "" if may else "There is nothing to skip now."

    # Player actions ---------------------------------------------------------------------------------------------------

    @property
    def at_once(self) -> bool:
        """True if the pick needs no confirmation: a deck to draw from, or an answer of yes or no."""
        inquiry = self.inquiry
        return inquiry is not None and inquiry.asked_of in (turn.DRAW, ministries.ACCEPT) and bool(inquiry.answers)

    def answer(self, value: Any) -> None:  # a `Pick`, at a table of pick questions
        """Pick a value, or drop it if it is already picked and may be dropped separately."""
        inquiry = self.inquiry
        free = (
            inquiry is not None and self.inquiry_open and not self._telling and inquiry.asked_of in DROPPABLE_QUESTIONS
        )
        if free and inquiry is not None and value in inquiry.answers:
            inquiry.drop(value)
            self._ask()
        else:
            super().answer(value)

    def _nothing(self) -> None:
        """Decline the question if that is possible; otherwise drop all picks."""
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

    # End --------------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """Return the content of the end screen, for the whole team."""
        state = self.model.table_of(Cabinet)
        return Ending(self.ended, ranks(self.model, self.standing), f"after {count(state.turn, 'turn')}")
