"""The lesson of Cabinet: its table, four turns before the end, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.cabinet.lesson.lessons import LESSONS, stage_of
from client.games.cabinet.lesson.setup import NAMES, prepared
from client.games.cabinet.prompts import Inquiry, confusable
from client.games.cabinet.screen import CabinetScreen
from client.table.lesson import coach
from client.table.lesson.lesson_screen import Taught
from client.table.picking import CARD, Pick
from client.ui.hexes import Rect
from client.ui.widget import Widget

FLOOR, LOG = 318.0, 144.0
"""The height of the own action, and that of the log above it; the coach has the room over both."""


class Coach(coach.Coach):
    """At the upper right, where a match says what comes of it."""

    wide = 250.0

    def place_of(self, size: tuple[float, float], window: Rect) -> Rect:
        """Above the log."""
        return Rect(window.right - self.wide - 6, window.top - 44 - size[1], self.wide, size[1])


class LessonScreen(Taught[Inquiry], CabinetScreen):
    """A match with lessons."""

    lessons, prepared, cast = LESSONS, staticmethod(prepared), NAMES
    coach_type = Coach
    last_words = (
        "The target is reached, and all of you have won. You know what a match needs: draw, act, pay together, keep "
        "the wall calm. Every card explains itself when you point at it; F1 shows what you can do at any moment."
    )
    way_out = "Ilse and Marek wait for you. If you leave, you start again with the first lesson."

    def build(self) -> None:
        """Own action and log make room."""
        super().build()
        self.ui.put(self.panel, (1024, 6, 250, FLOOR - 12), "high", "low")
        self.ui.put(self.story, (1024, FLOOR, 250, LOG), "high", "low")

    def stage_of(self, inquiry: Inquiry) -> str:
        """Turn and ask."""
        return stage_of(inquiry)

    def same(self, a: Pick, b: Pick) -> bool:
        """Cards of one print are as good as each other."""
        return a == b or (a[0] == b[0] == CARD and confusable(a[1], b[1]))

    def spots(self, name: str) -> Sequence[Widget]:
        """Parts of the table."""
        board = self.board
        parts = {"ladder": board.ladder, "clock": board.clock, "wall": board.wall, "stake": board.desk}
        return [parts[name]] if name in parts else list(board.plates.values()) if name == "plates" else []
