"""The match screen of Cabinet: the room, the own hand, and what is asked, chosen on the table itself."""

from __future__ import annotations

from functools import partial
from typing import Any

from client.cabinet.art import paint_card, paint_token
from client.cabinet.board import Board
from client.cabinet.hand import Hand
from client.cabinet.inquiry import FREE, STOP, Inquiry
from client.cabinet.log import Story
from client.cabinet.ranks import ranks
from client.cabinet.scene import Scene
from client.cabinet.words import card_tip
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.richtext import escape
from client.kit.screen import Acts
from client.kit.widget import Widget
from client.kit.widgets import Button
from client.table import hints
from client.table.action_panel import ActionPanel, Listed
from client.table.chooser import Chooser, Offer
from client.table.ending import Ending
from client.table.names import Names
from client.table.pick_screen import PickScreen
from client.table.picking import CARD, Pick
from client.table.preview import Lifted, Preview
from core.cabinet import action, cards, discards, milestones, ministries, payment, turn
from core.cabinet.game import GAME
from core.cabinet.state import Cabinet
from core.cabinet.telling.words import named
from core.kernel.telling.words import count

ACTION = 322.0
"""The height of the own action."""
CONFIRM = {turn.DRAW: "Draw", milestones.ATTEMPT: "Attempt it", payment.PLEDGE: "Pledge", discards.OFFER: "Offer",
           discards.LOSE: "Discard", discards.TRIM: "Discard", ministries.ARRANGE: "Put them back",
           ministries.GUESTS: "They draw", ministries.SWAP: "Propose it", ministries.ACCEPT: "Answer",
           ministries.TAKE: "Take"}  # fmt: skip
"""What the large button says, by the question."""
DEEDS = {"deck": "Draw it", "milestone": "Attempt one", "challenge": "Pay it", "seat": "Give it", "play": "Play it",
         "stop": "Leave it out", "way": "Pay it"}  # fmt: skip
ICONS = {"deck": "draw pile", "milestone": "milestone", "challenge": "challenge", "aside": "card", "seat": "hand",
         "play": "done", "way": "funds", "yes": "tick", "none": "cross", "stop": "done"}  # fmt: skip
OUT = STOP, ("none", 0)
"""What leaves out something that is asked."""
SIDE = ("theirs", "spent", "way", "yes")
"""Kinds of picks that lie nowhere on the table: a row of choices over the hand."""


class CabinetScreen(Scene, PickScreen[Inquiry]):
    """A match of Cabinet, from the first draw to the end of the team."""

    game = GAME
    board: Board
    hand: Hand

    # The regions ------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """All regions that do not depend on the number of seats."""
        ui = self.ui
        self.build_scene(self.pick_place, self.aim, self.open_menu, self.open_fairness)
        self.top.speed.press_action = self.next_speed
        self.top.help.press_action, self.top.help.visible = self.open_help, True
        self.hand = Hand(self.window, self.model, self.why_not_card, self.choose_card)
        self.preview: Preview[Inquiry] = Preview(self.names, lifted)
        self.nothing = Button("Leave it out", self._nothing, "done", size="small", does="done", grow=1, height=27)
        self.panel = ActionPanel(self.preview, partial(listed, self.names), self.answer, self.confirm, self.take_back,
                                 self.nothing)  # fmt: skip
        self.chooser = Chooser(partial(offered, self.names), choice_head, self.answer)
        ui.put(self.panel, (1024, 6, 250, ACTION), "high", "low")
        story = Story(self.names, self.point_at, self.source.chat, lambda line: self.point_at(line.link), self.tip)
        self.build_log(story, ACTION + 12)
        self.build_trouble()
        self.prompt.say("Waiting for the table.")
        self._rest()

    @property
    def low(self) -> tuple[Widget, ...]:
        """What lies at the lower edge of the table."""
        return self.hand, self.chooser

    def begun(self, state: Cabinet) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.turn)

    def refresh(self) -> None:
        """The table as it is shown has changed."""
        super().refresh()
        self.refresh_fairness()

    # What is asked ----------------------------------------------------------------------------------------------------

    def inquire(self, heard: Any) -> Inquiry:
        """What is asked of the own seat."""
        return Inquiry(heard.state, self.model.own, heard.own, heard.report.ask)

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
            return "Your action: a deck, a Milestone, a crisis, or a card of your hand."
        if inquiry.asked_of in FREE or inquiry.targets:
            return escape(self.names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def show_words(self, words: str) -> None:
        """Nothing is picked."""
        self.preview.show(None, None, words)

    def show_aim(self, inquiry: Inquiry, pick: Pick | None) -> None:
        """What is chosen or aimed at, else what to do."""
        self.preview.show(inquiry, pick, self._help(inquiry))

    def _help(self, inquiry: Inquiry) -> str:
        """What the own action says while nothing is lifted."""
        if inquiry.asked_of is payment.PLEDGE:
            given = named(inquiry.picked(CARD))
            return f"You give *{escape(given)}*.\n{{muted}}Press a card to add it or to put it back. Only what is " \
                   "needed is taken.{/}"  # fmt: skip
        if inquiry.asked_of is discards.OFFER:
            return "{muted}What you offer is taken one at a time, clockwise, until enough is there.{/}"
        return escape(self.names.plain(inquiry.sentence()))

    def _offer(self, inquiry: Inquiry | None) -> None:
        super()._offer(inquiry)
        if inquiry is not None:
            self.hand.given = tuple(inquiry.picked(CARD))

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
        words = "None of them" if asked is milestones.ATTEMPT else "Leave it out"
        self.nothing.text = "Put all back" if free else words
        self.nothing.enabled, self.nothing.reason = may, "" if may else "There is nothing to leave out."

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
        ended = self._reveal.ended if self._reveal is not None else ""
        return Ending(ended, ranks(self.model, self.standing), f"after {count(state.turn, 'turn')}")

    # Panels above -----------------------------------------------------------------------------------------------------

    def open_help(self) -> None:
        """What can I do now?"""
        inquiry, key = self.inquiry, self.window.keys.shown
        can = None
        if inquiry is not None:
            can = ["You can choose:", *(hints.choice(self.names.plain(inquiry.name_of(pick)), "")
                                        for pick in dict.fromkeys(inquiry.targets))]  # fmt: skip
            if inquiry.decision is not None:
                can.append(f"*{key('confirm')}*: {self.panel.lock_in.text.lower()}.")
            if inquiry.answers:
                can.append(hints.takes_back(key))
        head = [f"*Turn {self.model.state.turn}*"] if self.model.state is not None else []
        self.open_hints(hints.what_now(self.model, head, self.prompt.text, can, key))

    def acts(self) -> Acts:
        """What may be left out as well."""
        return {**super().acts(), "done": self.nothing.press_it}


# What stands in lists -------------------------------------------------------------------------------------------------


def listed(names: Names, inquiry: Inquiry, pick: Pick) -> Listed | None:
    """How a pick stands in the list; cards are in the hand, others in the row over it."""
    kind, number = pick
    if kind in (CARD, "stop", "none", *SIDE):
        return None
    name = names.plain(inquiry.name_of(pick))
    if kind == "seat":
        given = inquiry.asked_of is action.ACT
        words = f"Give it to {names.who(number)}" if given else names.who(number)
        return Listed(f"seat {number}", words, "", words, number)
    gives = ""
    if kind == "challenge":
        gives = named(inquiry.ways[0]) if inquiry.ways else ""
    return Listed(ICONS.get(kind, "right"), name, gives, name)


def offered(names: Names, inquiry: Inquiry, pick: Pick) -> Offer | None:
    """Cards of others, of a pile, ways to pay, yes and no."""
    kind, number = pick
    if kind not in SIDE:
        return None
    if kind in ("theirs", "spent"):
        return Offer(cards.name(number), tip=card_tip(number), picture=partial(_paint_offered, number))
    if kind == "way":
        return Offer("Pay with", picture=partial(_paint_way, inquiry.ways[number]))
    words = "The cards change hands." if number else "Everybody keeps what is there."
    return Offer("Accept" if number else "Refuse", words)


def choice_head(inquiry: Inquiry) -> tuple[str, str]:
    """Title and note of that row."""
    return inquiry.title, ""


def _paint_offered(copy: int, canvas: Canvas, r: Rect) -> None:
    high = min(r.h - 10, (r.w - 8) / 0.7)
    paint_card(canvas, copy, Rect(r.center[0] - high * 0.35, r.center[1] - high / 2, high * 0.7, high))


def _paint_way(copies: tuple[int, ...], canvas: Canvas, r: Rect) -> None:
    side = min(44.0, (r.w - 10) / max(1, len(copies)))
    x = r.center[0] - side * len(copies) / 2
    for i, copy in enumerate(copies):
        paint_token(canvas, cards.kind(copy), Rect(x + i * side, r.center[1] - side / 2, side - 3, side - 3))


def lifted(inquiry: Inquiry, pick: Pick | None) -> Lifted | None:
    """The card that is lifted, or the thing that is aimed at."""
    if inquiry.asked_of is not action.ACT:
        return None
    copy = next((number for kind, number in reversed(inquiry.answers) if kind in (CARD, "challenge")), 0)
    if not copy:
        return None
    seat = pick[1] if pick is not None and pick[0] == "seat" else 0
    words = escape(card_tip(copy).partition("\n")[2].replace("*", "")) if pick is not None and not seat else ""
    if seat:
        words = "It goes into that hand."
    return Lifted(cards.name(copy), partial(_paint_lifted, copy), seat, words)


def _paint_lifted(copy: int, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, copy, box)
