"""Lesson of Outposts: the first round alone against the Warden, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.outposts.lesson.lessons import LESSONS, OWN, SEED
from client.games.outposts.prompts import OutpostsPrompt
from client.games.outposts.screen import OutpostsScreen
from client.table.lesson import coach
from client.table.lesson.lesson_screen import LessonMatchScreen
from client.table.pick.script import CARD, Pick
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.bots.heuristic import HeuristicBot
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts.game import GAME
from core.games.outposts.state import Outposts

FLOOR, LOG = 300.0, 148.0
"""Design pixels: heights of the action panel and of the log above it; the coach is above both."""


def prepared(seed: str = SEED) -> LocalMatch[Outposts]:
    """Return the match at the lesson's beginning."""
    return LocalMatch(GAME, {OWN: HeuristicBot(seed, OWN)}, seed, sealed=True)


class Coach(coach.Coach):
    """Coach at the upper right."""

    wide = 250.0

    def place_of(self, size: tuple[float, float], window: Rect) -> Rect:
        """Return the coach's rectangle, which is above the log."""
        return Rect(window.right - self.wide - 6, window.top - 44 - size[1], self.wide, size[1])


class LessonScreen(LessonMatchScreen[OutpostsPrompt], OutpostsScreen):
    """Match screen of Outposts with lessons; after the first round the player may play freely."""

    lessons, prepared, cast = LESSONS, staticmethod(prepared), {OWN: "You"}
    coach_type = Coach
    last_words = (
        "You know how a round works: take cards, build, deal and raze, plant Outposts, and pass before the Warden "
        "attacks. *Look at the table* to play on. Point at anything to see what it does; press F1 at any time to see "
        "what you can do."
    )
    way_out = "If you leave, the lesson starts again from the beginning next time."
    _asks = 0
    _asked: OutpostsPrompt | None = None
    _parted = False

    def build(self) -> None:
        """Build the screen with a smaller action panel and log."""
        super().build()
        self.turns_panel.visible = False
        self.ui.put(self.panel, (1024, 6, 250, FLOOR - 12), "high", "low")
        self.ui.put(self.story, (1024, FLOOR, 250, LOG), "high", "low")

    def update(self, dt: float) -> None:
        """Ask the player how to continue after the last lesson."""
        super().update(dt)
        if self.at >= len(self.lessons) and not self._parted and self.inquiry_open:
            self._parted = True
            self.part()

    def stage_of(self, inquiry: OutpostsPrompt) -> str:
        """Return the stage: the number of the question."""
        if inquiry is not self._asked:
            self._asked = inquiry
            self._asks += 1
        return str(self._asks)

    def same(self, a: Pick, b: Pick) -> bool:
        """Return True if two picks are equivalent, which means cards of the same print."""
        return a == b or (a[0] == b[0] == CARD and cards.name(a[1]) == cards.name(b[1]))

    def spots(self, name: str) -> Sequence[Widget]:
        """Return the widgets of a named part of the table."""
        board = self.board
        parts: dict[str, Sequence[Widget]] = {
            "hand": [self.hand],
            "row": [card for card in board.opens if card.copy],
            "own": [board.purse],
            "warden": [board.warden] if board.warden is not None else [],
            "hold": [board.hold],
            "map": list(board.tiles.values()),
        }
        return parts.get(name, ())
