"""Lesson screen of Cabinet: its table, four turns before the end, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.cabinet.lesson.lessons import LESSONS, stage_of
from client.games.cabinet.lesson.setup import NAMES, prepared
from client.games.cabinet.prompts import CabinetPrompt, same_print
from client.games.cabinet.screen import CabinetScreen
from client.table.lesson import coach
from client.table.lesson.lesson_screen import LessonMatchScreen
from client.table.pick.script import CARD, Pick
from client.ui.hexes import Rect
from client.ui.widget import Widget

FLOOR, LOG = 318.0, 144.0
"""Design pixels: heights of the action panel and of the log above it; the coach is above both."""


class Coach(coach.Coach):
    """Coach at the upper right, in the area where a match shows the forecast."""

    wide = 250.0

    def place_of(self, size: tuple[float, float], window: Rect) -> Rect:
        """Return the coach's rectangle, which is above the log."""
        return Rect(window.right - self.wide - 6, window.top - 44 - size[1], self.wide, size[1])


class LessonScreen(LessonMatchScreen[CabinetPrompt], CabinetScreen):
    """Match screen of Cabinet with lessons."""

    lessons, prepared, cast = LESSONS, staticmethod(prepared), NAMES
    coach_type = Coach
    last_words = (
        "The target is reached, and all of you have won. You know what a match needs: draw, act, pay together, keep "
        "the wall calm. Every card explains itself when you point at it; F1 shows what you can do at any moment."
    )
    way_out = "Ilse and Marek wait for you. If you leave, you start again with the first lesson."

    def build(self) -> None:
        """Build the screen, and move the action panel and the log to make room for the coach."""
        super().build()
        self.ui.put(self.panel, (1024, 6, 250, FLOOR - 12), "high", "low")
        self.ui.put(self.story, (1024, FLOOR, 250, LOG), "high", "low")

    def stage_of(self, inquiry: CabinetPrompt) -> str:
        """Return the stage of a prompt: the turn and the question."""
        return stage_of(inquiry)

    def same(self, a: Pick, b: Pick) -> bool:
        """Return True if two picks are equal or are cards of the same print."""
        return a == b or (a[0] == b[0] == CARD and same_print(a[1], b[1]))

    def spots(self, name: str) -> Sequence[Widget]:
        """Return the widgets of a named part of the table."""
        board = self.board
        parts = {"ladder": board.ladder, "clock": board.clock, "wall": board.wall, "stake": board.desk}
        return [parts[name]] if name in parts else list(board.plates.values()) if name == "plates" else []
