"""The match screen of Outposts: the Shelf, the own hold and hand, and what is asked, chosen on the table itself."""

from __future__ import annotations

from functools import partial
from typing import Any

from client.kit import richtext
from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.richtext import escape
from client.kit.screen import Acts
from client.kit.widget import Widget
from client.kit.widgets import Button
from client.outposts.art import INKS, paint_card
from client.outposts.board import Board
from client.outposts.hand import Hand
from client.outposts.inquiry import DEED_NAMES, PASS, RAZE, Inquiry
from client.outposts.log import Story
from client.outposts.ranks import ranks
from client.outposts.scene import Scene
from client.outposts.seats import Plate, Warden
from client.outposts.words import SIGNS, card_tip, gain_words, spelled
from client.table import hints
from client.table.action_panel import ActionPanel, Listed
from client.table.chooser import Chooser, Offer
from client.table.ending import Ending
from client.table.names import Names
from client.table.pick_screen import PickScreen
from client.table.picking import CARD, Pick
from client.table.place import Place
from client.table.preview import Lifted, Preview
from core.kernel.telling.words import count
from core.outposts import action, cards, cleanup, lookout, production, setup
from core.outposts.board import DIRECTIONS, LEAGUES, territory
from core.outposts.game import GAME
from core.outposts.state import WARDEN, Outposts

ACTION = 322.0
"""The height of the own action."""
CONFIRM = {setup.LEAGUE: "Lead it", setup.BURY: "Put them there", production.FAVOUR: "Favour it",
           cleanup.TIDY: "Keep these"}  # fmt: skip
DOES = {"link": "Claim it", "board": "Do it", "labour": "Labour", "walls": "Place them", "pass": "Pass",
        "place": "Raze it", "rival": "Do it", "own": "Use it"}  # fmt: skip
"""What the large button says, by the question, or by the first pick of an action."""
ICONS = {"place": "outpost", "away": "discard", "own": "play", "loc": "exposed", "link": "connection", "row": "card",
         "board": "done", "labour": "labour", "walls": "wall", "rival": "seat 1", "ruin": "ruins", "take": "hand",
         "pass": "pass"}  # fmt: skip
SHORT = 12
"""So many letters of what a pick gives stand in the list; more is read beside it."""
SIDE = ("deed", "level", "mark", "league", "way")
"""Kinds of picks that lie nowhere on the table: a row of choices over the hand."""
DEED_SIGNS = ("survey mark", "parley mark", "raid mark", "crew")


class OutpostsScreen(Scene, PickScreen[Inquiry]):
    """A match of Outposts, from the choice of leagues to the standing at the end."""

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
        self.pass_it = Button("Pass: safe for this round", self._pass, "pass", size="small", does="done", grow=1,
                              height=27, name="Pass")  # fmt: skip
        self.panel = ActionPanel(self.preview, partial(listed, self.names), self.answer, self.confirm, self.take_back,
                                 self.pass_it)  # fmt: skip
        self.chooser = Chooser(offered, choice_head, self.answer)
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

    def begun(self, state: Outposts) -> bool:
        """Whether anything has happened in the match."""
        return bool(state.round)

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
        if inquiry.asked_of is lookout.SELECT:
            shown = {kind for kind, _ in inquiry.answers or inquiry.targets}
            return "Take it" if "row" in shown else "Build here" if "place" in shown else "Take nothing"
        if inquiry.asked_of is not action.ACT:
            return CONFIRM[inquiry.asked_of]
        deed = inquiry.picked("deed")
        if deed:
            return f"{DEED_NAMES[deed[-1]]} it"
        if not inquiry.answers:
            return "Do it"
        if inquiry.answers[0][0] == CARD:
            kinds = [kind for kind, _ in inquiry.answers]
            owned = [inquiry.state.owner[at] for at in inquiry.picked("place")]
            outpost = "Upgrade it" if owned and owned[0] else "Build it there"
            return "Develop it" if "own" in kinds or "ruin" in kinds else outpost if owned else "Do it"
        return DOES.get(inquiry.answers[0][0], "Do it")

    def named(self, inquiry: Inquiry) -> str:
        """What has been picked, in words."""
        return ", ".join(inquiry.name_of(pick) for pick in inquiry.answers)

    def told(self, inquiry: Inquiry) -> str:
        """What must be done now."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Your turn: a card of your hand, something lit on the table, or pass."
        if inquiry.targets and inquiry.decision is None:
            return escape(self.names.plain(inquiry.sentence()))
        return super().told(inquiry)

    def show_words(self, words: str) -> None:
        """Nothing is picked."""
        self.preview.show(None, None, words)

    def show_aim(self, inquiry: Inquiry, pick: Pick | None) -> None:
        """What is chosen or aimed at, else what to do."""
        self.board.aim = pick
        self.board.purse.touch()
        self.preview.show(inquiry, pick, self._help(inquiry))

    def _help(self, inquiry: Inquiry) -> str:
        """What the own action says while nothing is lifted."""
        if inquiry.asked_of is action.ACT and not inquiry.answers:
            return "Lift a card: *build* it, make it a *Deal*, *raze* it for its spoils, or spend it on the map.\n" \
                   "{muted}Who passes is safe from razing, and out for this round.{/}"  # fmt: skip
        if inquiry.asked_of is lookout.SELECT and {"row", "place"} <= {kind for kind, _ in inquiry.targets}:
            return "Take an open card into your hand, or skip and build an Outpost on a lit Territory."
        return self.plan(inquiry) if inquiry.decision is not None else escape(self.names.plain(inquiry.sentence()))

    def _set_buttons(self, text: str, on: bool, does: str = "confirm") -> None:
        super()._set_buttons(text, on, does)
        inquiry = self.inquiry
        may = inquiry is not None and self.inquiry_open and PASS in inquiry.targets
        second = inquiry is not None and inquiry.asked_of is action.ACT and inquiry.detail == (action.SECOND,)
        skip = inquiry is not None and inquiry.asked_of is lookout.SELECT
        self.pass_it.text = "No second action" if second else "Take nothing" if skip else "Pass: safe for this round"
        self.pass_it.enabled = may
        self.pass_it.reason = "" if may else "Put back what you have picked first." if self.panel.back.enabled else (
            "It is not your turn.")  # fmt: skip

    # What the player does ---------------------------------------------------------------------------------------------

    def pick_place(self, place: Place) -> None:
        """A place of the table was pressed; a seat that cannot be picked shows its hold."""
        if place.pick is None and isinstance(place, Plate | Warden) and not self._telling:
            self.board.look_at(WARDEN if isinstance(place, Warden) else place.seat)
            self.board.refresh()
            return
        super().pick_place(place)

    def _pass(self) -> None:
        """Passes: picked, then locked in."""
        if self.inquiry is not None and PASS in self.inquiry.targets:
            self.answer(PASS)

    # The end ----------------------------------------------------------------------------------------------------------

    def ending(self) -> Ending:
        """How the match was won, and how everybody stands."""
        ended = self._reveal.ended if self._reveal is not None else ""
        return Ending(ended, ranks(self.model, self.standing), f"after {count(self.model.state.round, 'round')}")

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
        head = [f"*Round {self.model.state.round}*"] if self.model.state is not None else []
        self.open_hints(hints.what_now(self.model, head, self.prompt.text, can, key))

    def acts(self) -> Acts:
        """Passing as well."""
        return {**super().acts(), "done": self.pass_it.press_it}


# What stands in lists -------------------------------------------------------------------------------------------------


def listed(names: Names, inquiry: Inquiry, pick: Pick) -> Listed | None:
    """How a pick stands in the list; cards are in the hand, others in the row over it."""
    kind, number = pick
    if kind in (CARD, "pass", *SIDE):
        return None
    name = names.plain(inquiry.name_of(pick))
    price, gives = inquiry.price(pick), inquiry.gives(pick)
    short = spelled(gives) if kind != "rival" else ""
    short = short if len(short) <= SHORT else ""
    seat = number if kind == "rival" and number != WARDEN else 0
    icon = f"seat {number}" if seat else "warden" if kind == "rival" else ICONS.get(kind, "right")
    words = f"Hold of {names.who(number)}" if seat else name
    return Listed(icon, words, short, f"{name} {spelled(price)}".strip(), seat)


def offered(inquiry: Inquiry, pick: Pick) -> Offer | None:
    """What is done with a lifted card, the level whose effect is gained, marks, leagues, Directions."""
    kind, number = pick
    if kind not in SIDE:
        return None
    if kind == "deed":
        tip = None
        return Offer(DEED_NAMES[number], tip=tip, picture=partial(_paint_deed, number, inquiry.price(pick),
                                                                  inquiry.gives(pick)))  # fmt: skip
    if kind == "level":
        return Offer(f"Level {number}", picture=partial(_paint_words, f"level {number}", inquiry.gives(pick)))
    if kind == "mark":
        return Offer(SIGNS[number], picture=partial(_paint_mark, number))
    if kind == "league":
        league = LEAGUES[number]
        words = f"each round {gain_words(league.produces)}"
        below = f"once a round {gain_words(league.pays)} › {gain_words(league.gives)}"
        return Offer(league.name, f"{league.name}: {words}", picture=partial(_paint_league, league.name, words, below))
    fair = production.fair_gain(inquiry.state, inquiry.seat, number)
    return Offer(DIRECTIONS[number].capitalize(), picture=partial(_paint_words, DIRECTIONS[number], gain_words(fair)))


def choice_head(inquiry: Inquiry) -> tuple[str, str]:
    """Title and note of that row; none: its things say what they are."""
    return "", ""


def _paint_deed(deed: int, price: str, gives: str, canvas: Canvas, r: Rect) -> None:
    """A flag over the lifted card: what is done, its price, what it gives."""
    ink = INKS[(5, 7, 6, 0)[deed]] if deed != RAZE else INKS[6]
    canvas.icon(DEED_SIGNS[deed], Rect(r.x + 8, r.top - 24, 17, 17), ink)
    canvas.label(DEED_NAMES[deed], Rect(r.x + 31, r.top - 27, 90, 22), "text", 15, "bold", 0)
    richtext.paint(canvas, price, Rect(r.right - 56, r.top - 27, 52, 22), "text", 14)
    room = Rect(r.x + 9, r.y + 3, r.w - 14, 20)
    words = f"{{good}}+{{/}} {gives}" + ("  {muted}and each round{/}" if deed == 1 else "")
    richtext.paint(canvas, words, room, "text", richtext.fitted(words, room.w, room.h, 13.5))


def _paint_words(head: str, words: str, canvas: Canvas, r: Rect) -> None:
    canvas.label(head, Rect(r.x + 6, r.top - 25, r.w - 12, 21), "accent", 14, "bold")
    room = Rect(r.x + 10, r.y + 4, r.w - 16, 21)
    richtext.paint(canvas, words, room, "text", richtext.fitted(words, room.w, room.h, 14))


def _paint_league(name: str, words: str, below: str, canvas: Canvas, r: Rect) -> None:
    canvas.label(name, Rect(r.x + 6, r.top - 17, r.w - 12, 16), "accent", 12.5, "bold")
    for i, line in enumerate((words, below)):
        room = Rect(r.x + 7, r.top - 33 - 15 * i, r.w - 10, 16)
        richtext.paint(canvas, line, room, "text", richtext.fitted(line, room.w, room.h, 11.5))


def _paint_mark(kind: int, canvas: Canvas, r: Rect) -> None:
    canvas.icon(SIGNS[kind], Rect(r.center[0] - 10, r.center[1] - 2, 20, 20), INKS[kind])
    canvas.label(SIGNS[kind], Rect(r.x + 4, r.y + 3, r.w - 8, 18), "text", 12.5)


def lifted(inquiry: Inquiry, pick: Pick | None) -> Lifted | None:
    """The card that is lifted, and what it would do there."""
    copies = inquiry.picked(CARD) or inquiry.picked("row") or inquiry.picked("own") or inquiry.picked("loc")
    if pick is not None and not copies and pick[0] in ("row", "link", "own", "loc"):
        copies = [pick[1]]
    if not copies:
        return None
    copy, words = copies[0], ""
    if pick is not None and pick[0] not in (CARD,):
        price, gives = inquiry.price(pick), inquiry.gives(pick)
        kind, number = pick
        where = territory(number).name if kind in ("place", "away") else ""
        lines = [f"*{escape(where)}*" if where else "", f"{{muted}}costs{{/}} {price}" if price else "",
                 f"{{good}}gains{{/}} {gives}" if gives and gives != "nothing" else ""]  # fmt: skip
        words = "\n".join(filter(None, lines))
    words = words or card_tip(copy).split("\n")[1]
    return Lifted(cards.name(copy), partial(_paint_lifted, copy), 0, words)


def _paint_lifted(copy: int, canvas: Canvas, box: Rect) -> None:
    paint_card(canvas, copy, box)
