"""Lesson screen of Midnight: the table two minutes before the end, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.midnight.lesson.lessons import LESSONS, stage_of
from client.games.midnight.lesson.setup import NAMES, OWN, TOMAS, VERA, prepared
from client.games.midnight.prompts import STOP, MidnightPrompt
from client.games.midnight.screen import MidnightScreen
from client.table.lesson import coach
from client.table.lesson.lesson_screen import LessonMatchScreen
from client.table.pick.script import CARD, Pick
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.midnight.cards import kind

LOG = 140.0
"""Design pixels: height of the log, above the action panel; the coach is above both."""

COACH_FOOT_DISTANCE = 52.0
"""Design pixels from the window's lower edge to the coach, above the button, while the clock strikes."""


class Coach(coach.Coach):
    """Coach at the upper right; while the clock strikes, it is below the rows of the nations."""

    wide = 250.0
    aside = False
    """True while the clock strikes."""

    def place_of(self, size: tuple[float, float], window: Rect) -> Rect:
        """Return the coach's rectangle: above the log, or at the lower edge of the window."""
        y = window.y + COACH_FOOT_DISTANCE if self.aside else window.top - 44 - size[1]
        return Rect(window.right - self.wide - 6, y, self.wide, size[1])


class LessonScreen(LessonMatchScreen[MidnightPrompt], MidnightScreen):
    """Match screen of Midnight with lessons."""

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
        """Build the screen with a shorter log."""
        super().build()
        self.ui.put(self.story, (1024, self.action_height + 12, 250, LOG), "high", "low")

    def update(self, dt: float) -> None:
        """Move the coach away while the clock strikes."""
        super().update(dt)
        aside = self.strike.visible and not self.strike.peeking
        if aside != self.coach.aside:
            self.coach.aside = aside
            self.coach.relayout()
        covered = self.coach.visible and not aside and self.coach.rect.y < self.story.rect.top
        self.story.visible = not covered

    # Topics of the lessons --------------------------------------------------------------------------------------------

    def stage_of(self, inquiry: MidnightPrompt) -> str:
        """Return the stage of a prompt: turn and question."""
        return stage_of(inquiry)

    def same(self, a: Pick, b: Pick) -> bool:
        """Return True if two picks are equivalent: cards of the same kind, or any captured cards."""
        return a == b or a[0] == b[0] == "theirs" or (a[0] == b[0] == CARD and kind(a[1]) == kind(b[1]))

    def spots(self, name: str) -> Sequence[Widget]:
        """Return the widgets of a named part of the table."""
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
        """Return the widgets of the wanted picks.

        The player chooses dial steps on the display of the striking clock. The end of a turn has a separate button.
        """
        if self.strike.visible and self.strike.options:
            return [self.strike.options[picks[0]] if picks else self.strike.taking]
        if picks and picks[0] == STOP:
            return [self.end_turn]
        return super()._where(picks)

    def _wanted(self) -> Sequence[Widget]:
        """Return the widgets that need the focus; while the clock strikes, its keys are active, including Tab."""
        return [self.strike] if self.strike.visible and self.strike.options else super()._wanted()

    def is_done(self, deed: str) -> bool:
        """Return True if the player offers the Pact that Vera offers."""
        return (VERA, OWN) in self.orders.offers

    def carry_out(self, deed: str) -> None:
        """Offer the Pact for the player."""
        self.orders.offers = ((VERA, OWN),)
        self.refresh()
