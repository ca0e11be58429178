"""The lesson of Ambition: its table, two turns before the end of the world, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.ambition import faces
from client.games.ambition.evidence import HIGH
from client.games.ambition.lesson.lessons import LESSONS, stage_of
from client.games.ambition.lesson.setup import NAMES, OWN, prepared
from client.games.ambition.prompts import Inquiry
from client.games.ambition.screen import AmbitionScreen
from client.table.lesson import coach
from client.table.lesson.lesson_screen import Taught
from client.table.picking import CARD, Pick
from client.ui.hexes import Rect
from client.ui.widget import Widget

FLOOR = 318.0
"""The height of the own action; the coach has the room over it, where a match has its log."""


class Coach(coach.Coach):
    """Between the evidence and the own action."""

    wide = 250.0

    def place_of(self, size: tuple[float, float], window: Rect) -> Rect:
        """Below the evidence."""
        return Rect(window.right - self.wide - 6, window.top - 50 - HIGH - size[1], self.wide, size[1])


class LessonScreen(Taught[Inquiry], AmbitionScreen):
    """A match with lessons."""

    lessons, prepared, cast = LESSONS, staticmethod(prepared), NAMES
    coach_type = Coach
    last_words = (
        "The world has ended, and you have won. You know how a match works: claim, challenge, find allies, arm in "
        "time, and choose the moment of the end. Point at any card to see what it does. Press F1 at any time to see "
        "what you can do. With *Orders* you can let the program answer for you."
    )
    way_out = "Your rivals wait for you. If you leave, you start again with the first lesson."

    def build(self) -> None:
        """The log makes room for the coach; strikes at others are asked about."""
        super().build()
        self.orders.pass_others = False
        self.story.visible = False
        self.ui.put(self.panel, (1024, 6, 250, FLOOR - 12), "high", "low")

    def stage_of(self, inquiry: Inquiry) -> str:
        """Turn and ask."""
        return stage_of(inquiry)

    def same(self, a: Pick, b: Pick) -> bool:
        """Cards of one face are as good as each other."""
        if a == b or not a[0] == b[0] == CARD or self.model.state is None:
            return a == b
        state, own = self.model.state, self.model.secrets
        return faces.of_entry(state, own, a[1]) == faces.of_entry(state, own, b[1])

    def spots(self, name: str) -> Sequence[Widget]:
        """Parts of the table."""
        board = self.board
        if name == "around":
            return [place for seat, place in board.around.items() if seat != OWN]
        parts: dict[str, Widget] = {"evidence": self.evidence, "works": board.works, "armed": board.armed}
        if board.around:
            parts["own"] = board.around[OWN]
        return [parts[name]] if name in parts else []
