"""What lies on the table and may be picked: Capital, stockpile, discard pile, panels, dials."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from client.games.midnight.art.homes import paint_home
from client.games.midnight.art.plate import PlatePicture, paint_rim
from client.games.midnight.place import Place
from client.games.midnight.text.names import HOME_WORDS, nation_tip, nation_words
from client.table.names import whose
from client.table.picking import Pick
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.midnight import action

if TYPE_CHECKING:
    from client.games.midnight.board import Board


class Home(Place):
    """Capital, stockpile, discard pile; a set of three goes to a part of the discard pile."""

    role = "place"
    SHOWS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "capital": ("capital", "Capital", "capital"),
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
        return f"*{self.title if self.what == 'capital' else self.name}*\n{HOME_WORDS[self.what]}"

    @property
    def title(self) -> str:
        """Whose Capital it is: on a big screen, or seen again, nobody is "you"."""
        return whose(self.board.model.names, self.board.own, "Capital")

    def draw_in(self, canvas: Canvas, r: Rect) -> None:
        """Sign, name, what lies there; what the lifted card would give."""
        paint_home(canvas, self, r)


class Plate(PlatePicture):
    """The panel of a nation."""

    role = "nation"

    def explain(self) -> str:
        """All that is public of it, and what is known of the key."""
        if self.model.state is None:
            return ""
        tip = nation_tip(self.model.state, self.seat, self.model.names)
        trend = self.board.trend(self.seat)
        moved = f"{{muted}}{trend:+} Worth in the last round of turns{{/}}" if trend else ""
        return "\n".join(filter(None, [tip, moved, self.model.key_words(self.seat)]))

    def value(self) -> str:
        """In words."""
        state = self.model.state
        if state is None:
            return ""
        return nation_words(state, self.seat, self.model.names)


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
        if self.pick is not None:
            paint_rim(canvas, r, self.aimed)
