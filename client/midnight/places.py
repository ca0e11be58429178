"""What lies on the table and may be picked: Capital, stockpile, discard pile, panels, dials."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from client.kit.canvas import Canvas
from client.kit.hexes import Rect
from client.kit.steps import Step, call, tween
from client.kit.theme import Box
from client.kit.widget import Live, Widget
from client.midnight.art import geometry, panels
from client.midnight.art.homes import paint_home
from client.midnight.art.pictures import paint_card
from client.midnight.words.names import HOME_WORDS, nation_name, nation_tip
from client.table import place
from client.table.picking import Pick
from core.midnight import action
from core.midnight.cards import WINNING_WORTH
from core.midnight.state import Midnight

if TYPE_CHECKING:
    from client.midnight.board import Board

FRONT = Box((70, 14, 12, 225), (40, 8, 8, 225), (255, 92, 76, 255), 7, 2, (255, 70, 50, 150), 6)
PACT = Box((20, 74, 46, 245), (12, 46, 29, 245), (80, 200, 130, 255), 6, 1.2)


class Place(place.Place):
    """A place of Midnight's table."""

    board: Board

    def __init__(self, board: Board, name: str, at: geometry.Name) -> None:
        super().__init__(board, name)
        self.at = at

    @property
    def state(self) -> Midnight:
        """The table as it is shown."""
        state: Midnight = self.model.state
        return state


class Home(Place):
    """Capital, stockpile, discard pile; a set of three goes to a part of the discard pile."""

    role = "place"
    SHOWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "capital": ("capital", "Your Capital", "capital"),
        "store": ("stockpile", "Stockpile", action.STORE),
        "discard": ("discard", "Discard", action.DISCARD),
        "set": ("discard", "Set of 3", action.SET),
    }

    def __init__(self, board: Board, what: str) -> None:
        super().__init__(board, self.SHOWS[what][1], ("home", what))
        self.what = what

    def takes(self, pick: Pick) -> bool:
        """What goes here."""
        return pick[0] == self.SHOWS[self.what][2] or (self.what == "discard" and pick[0] == action.PAIR)

    def explain(self) -> str:
        """What it is for."""
        if self.pick is not None:
            return ""
        return f"*{self.name}*\n{HOME_WORDS[self.what]}"

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Sign, name, what lies there; what the lifted card would give."""
        paint_home(canvas, self, r)


class Plate(Place):
    """The panel of a nation."""

    role = "nation"
    flipped = Live(0)
    """The copy that it has flipped in the duel, 0 for none."""
    worth = Live(-1.0)
    """What its gauge shows while it fills or drains; -1 at rest."""
    flash = Live(0.0)
    """How red it glows: it has just fallen."""

    def __init__(self, board: Board, seat: int) -> None:
        super().__init__(board, f"Nation {seat}", ("panel", seat))
        self.seat = seat

    def fill(self, old: int, new: int) -> tuple[Step, Step]:
        """Its gauge fills or drains."""
        return tween(self, "worth", float(new), 0.35, start=float(old)), call(lambda: setattr(self, "worth", -1.0))

    @property
    def form(self) -> str:
        """How it is laid out."""
        unit = self.board.unit
        return "wide" if self.rect.w > 400 * unit else "low" if self.rect.h < 145 * unit else "tall"

    def explain(self) -> str:
        """All that is public of it, and what is known of the key."""
        if self.model.state is None:
            return ""
        tip = nation_tip(self.model.state, self.seat, self.model.names)
        trend = self.board.trend(self.seat)
        moved = f"{{muted}}{trend:+} Worth in the last round of turns{{/}}" if trend else ""
        return "\n".join(filter(None, [tip, moved, self.model.key_words(self.seat)]))

    def dial_rect(self, dial: int) -> Rect:
        """Where one of its dials lies, in design pixels."""
        unit = self.board.unit
        return panels.dial_rect(self.rect.times(1 / unit), dial, self.form).times(unit)

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """The panel, the tag above it, the card of the duel."""
        trend = self.board.trend(self.seat)
        panels.paint_panel(canvas, self.model, self.seat, r, self.form, trend, self.pointed, self.worth)
        if self.flash:
            canvas.fill(r, (255, 60, 40, round(190 * self.flash)))
        offers = any(to == self.model.own for to, _ in self.state.offers[self.seat])
        if offers:
            box = Rect(r.x - 2, r.top - 12, 26, 20)
            canvas.box(PACT, box)
            canvas.icon("envelope", box.inset(4, 3), "warn")
        if self.flipped:
            paint_card(canvas, self.flipped, Rect(r.x + r.w / 2 - 39, r.y + r.h / 2 - 54, 78, 108))

    def value(self) -> str:
        """In words."""
        state = self.model.state
        if state is None:
            return ""
        dials = " ".join(str(state.value(self.seat, dial)) for dial in range(4))
        who, nation = self.model.names.who(self.seat), nation_name(state, self.seat)
        return f"{who}, {nation}, {state.worth[self.seat]} of {WINNING_WORTH} Worth, dials {dials}"


class Dial(Place):
    """One of the own dials, where it can be turned."""

    role = "dial"

    def __init__(self, board: Board, dial: int) -> None:
        super().__init__(board, f"Dial {dial + 1}", ("dial", dial))
        self.dial = dial

    def takes(self, pick: Pick) -> bool:
        """A step of it."""
        return pick == ("dial", self.dial)

    def hit(self, x: float, y: float) -> Widget | None:
        """Only while it can be turned; else the panel below is meant."""
        return super().hit(x, y) if self.pick is not None else None

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """A rim of light."""
        if self.pick is None:
            return
        rim, glow = (
            ((255, 206, 94, 255), (255, 196, 80, 170)) if self.aimed else ((255, 255, 255, 255), (235, 248, 255, 130))
        )
        canvas.box(Box((0, 0, 0, 0), (0, 0, 0, 0), rim, 5, 2, glow, 4), r)
