"""Places of Midnight's table that may be picked: Capital, stockpile, discard pile, panels, dials."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from client.games.midnight.art.homes import paint_home
from client.games.midnight.art.plate import PlatePicture, paint_rim
from client.games.midnight.place import Place
from client.games.midnight.text.names import HOME_WORDS, nation_tip, nation_words
from client.table.pick.script import Pick
from client.table.seats.names import possessive_heading
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from core.games.midnight import action
from core.games.midnight.state import Midnight

if TYPE_CHECKING:
    from client.games.midnight.board import Board


class HomePlace(Place):
    """Place for the Capital, the stockpile or the discard pile.

    A set of three is discarded on a part of the discard pile.
    """

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

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick belongs to this place."""
        return pick[0] == self.SHOWS[self.what][2] or (self.what == "discard" and pick[0] == action.PAIR)

    def explain(self) -> str:
        """Return the purpose of the place as a tooltip."""
        if self.pick is not None:
            return ""
        return f"*{self.title if self.what == 'capital' else self.name}*\n{HOME_WORDS[self.what]}"

    @property
    def title(self) -> str:
        """Owner and name of the Capital; on a big screen or in a replay, no owner is called "you"."""
        return possessive_heading(self.board.model.names, self.board.own, "Capital")

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint the icon, name and content, and the effect of the lifted card."""
        paint_home(canvas, self, r)


class Plate(PlatePicture):
    """Panel of a nation, as a place that the player may pick."""

    role = "nation"

    def explain(self) -> str:
        """Return all public facts about the nation, and the status of its signing key."""
        if self.model.state is None:
            return ""
        tip = nation_tip(self.model.table_of(Midnight), self.seat, self.model.names)
        trend = self.board.trend(self.seat)
        moved = f"{{muted}}{trend:+} Worth in the last round of turns{{/}}" if trend else ""
        return "\n".join(filter(None, [tip, moved, self.model.key_words(self.seat)]))

    def value_text(self) -> str:
        """Return the nation's state in words."""
        state = self.model.state_of(Midnight)
        if state is None:
            return ""
        return nation_words(state, self.seat, self.model.names)


class Dial(Place):
    """Place for one of our dials, active while the dial can be turned."""

    role = "dial"

    def __init__(self, board: Board, dial: int) -> None:
        super().__init__(board, f"Dial {dial + 1}", ("dial", dial))
        self.dial = dial

    def accepts_pick(self, pick: Pick) -> bool:
        """Return True if the pick is a step of this dial."""
        return pick == ("dial", self.dial)

    def contains(self, x: float, y: float) -> bool:
        """Return True if the dial can be turned and the point is on it.

        Otherwise the panel below the dial receives the press.
        """
        return self.pick is not None and super().contains(x, y)

    def paint_in_units(self, canvas: Canvas, r: Rect) -> None:
        """Paint a rim of light around the dial."""
        if self.pick is not None:
            paint_rim(canvas, r, self.is_aimed)
