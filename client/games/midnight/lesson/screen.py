"""The lesson of Midnight: its table, two minutes before the end, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.midnight.lesson.lessons import LESSONS, stage_of
from client.games.midnight.lesson.setup import NAMES, OWN, TOMAS, VERA, prepared
from client.games.midnight.prompts import STOP, Inquiry
from client.games.midnight.screen import MidnightScreen
from client.table.lesson import coach
from client.table.lesson.lesson_screen import Taught
from client.table.picking import CARD, Pick
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.midnight.cards import kind

LOG = 140.0
"""The height of the log above the own action; the coach has the room over both."""

FOOT = 52.0
"""Above the button of the moment in which the clock strikes."""


class Coach(coach.Coach):
    """At the upper right, but below the rows of the nations while the clock strikes."""

    wide = 250.0
    aside = False
    """Whether the clock strikes."""

    def place_of(self, size: tuple[float, float], window: Rect) -> Rect:
        """Above the log, or at the foot of the window."""
        y = window.y + FOOT if self.aside else window.top - 44 - size[1]
        return Rect(window.right - self.wide - 6, y, self.wide, size[1])


class LessonScreen(Taught[Inquiry], MidnightScreen):
    """A match with lessons."""

    lessons, prepared, cast = LESSONS, staticmethod(prepared), NAMES
    coach_type = Coach
    coach: Coach
    last_words = (
        "You and Vera had the same Worth, so a duel decided, and you flipped the better card. You have seen all of it: "
        "actions, the die, Pacts, Ruin, the clock, the last war. Every card and every sign explains itself when you "
        "point at it; F1 shows what you can do at any moment."
    )
    way_out = "Vera and Tomas wait for you. If you leave, you start again with the first lesson."

    def build(self) -> None:
        """The log makes room."""
        super().build()
        self.ui.put(self.story, (1024, self.action_high + 12, 250, LOG), "high", "low")

    def update(self, dt: float) -> None:
        """The coach keeps off the moment in which the clock strikes."""
        super().update(dt)
        aside = self.strike.visible and not self.strike.peeking
        if aside != self.coach.aside:
            self.coach.aside = aside
            self.coach.relayout()
        covered = self.coach.visible and not aside and self.coach.rect.y < self.story.rect.top
        self.story.visible = not covered

    # What the lessons speak of ----------------------------------------------------------------------------------------

    def stage_of(self, inquiry: Inquiry) -> str:
        """Turn and ask."""
        return stage_of(inquiry)

    def same(self, a: Pick, b: Pick) -> bool:
        """Cards of one kind are as good as each other, and so is whatever is captured."""
        return a == b or a[0] == b[0] == "theirs" or (a[0] == b[0] == CARD and kind(a[1]) == kind(b[1]))

    def spots(self, name: str) -> Sequence[Widget]:
        """Parts of the table."""
        board = self.board
        parts: dict[str, Sequence[Widget]] = {
            "nations": list(board.panels.values()),
            "clock": [board.clock, board.tick],
            "die": [board.dice],
            "dials": list(board.dials.values()),
            "orders": [self.standing_orders],
            "strike": [self.strike],
            "vera": [board.panels[VERA], board.trays[OWN, VERA], board.trays[VERA, OWN]] if board.panels else [],
            "tomas": [board.panels[TOMAS], board.trays[OWN, TOMAS]] if board.panels else [],
        }
        return parts.get(name, ())

    def _where(self, picks: Sequence[Pick]) -> list[Widget]:
        """Steps are chosen where the clock strikes; the end of a turn has a button of its own."""
        if self.strike.visible and self.strike.options:
            return [self.strike.options[picks[0]] if picks else self.strike.taking]
        if picks and picks[0] == STOP:
            return [self.end_turn]
        return super()._where(picks)

    def _wanted(self) -> Sequence[Widget]:
        """While the clock strikes its own keys hold, Tab among them."""
        return [self.strike] if self.strike.visible and self.strike.options else super()._wanted()

    def is_done(self, deed: str) -> bool:
        """Whether the Pact is offered that Vera offers."""
        return (VERA, OWN) in self.orders.offers

    def carry_out(self, deed: str) -> None:
        """Offers it."""
        self.orders.offers = ((VERA, OWN),)
        self.refresh()
