"""Lesson of Outposts: the first round alone against the Warden, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.outposts.board import Board
from client.games.outposts.extras import OutpostsExtras
from client.games.outposts.lesson.lessons import LESSONS, OWN, SEED
from client.games.outposts.table import TABLE
from client.table.lesson.controller import LessonController, LessonSpec, pick_lesson
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.ui.widget import Widget
from core.bots.heuristic import HeuristicBot
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts.game import GAME
from core.games.outposts.state import Outposts

FLOOR, LOG = 300.0, 148.0
"""Design pixels: heights of the action panel and of the log above it; the coach is above both."""


def prepared_match(seed: str = SEED) -> LocalMatch[Outposts]:
    """Return the match at the lesson's beginning."""
    return LocalMatch(GAME, {OWN: HeuristicBot(seed, OWN)}, seed, sealed=True)


LAST_WORDS = (
    "You know how a round works: take cards, build, deal and raze, plant Outposts, and pass before the Warden "
    "attacks. *Look at the table* to play on. Point at anything to see what it does; press F1 at any time to see what"
    " you can do."
)
WAY_OUT = "If you leave, the lesson starts again from the beginning next time."


def arrange(lesson: LessonController) -> None:
    """Make the action panel and the log smaller."""
    extras = lesson.table.extras
    assert isinstance(extras, OutpostsExtras)
    extras.turns_panel.visible = False
    lesson.ui.put(lesson.view.panel, (1024, 6, 250, FLOOR - 12), "high", "low")
    lesson.ui.put(lesson.table.story, (1024, FLOOR, 250, LOG), "high", "low")


def same(_table: PickTable, a: Pick, b: Pick) -> bool:
    """Return True if two picks are equivalent, which means cards of the same print."""
    return a == b or (a[0] == b[0] == CARD and cards.name_of(a[1]) == cards.name_of(b[1]))


def spots(lesson: LessonController, name: str) -> Sequence[Widget]:
    """Return the widgets of a named part of the table."""
    board = lesson.table.board
    assert isinstance(board, Board)
    parts: dict[str, Sequence[Widget]] = {
        "hand": [lesson.table.hand],
        "row": [card for card in board.opens if card.copy],
        "own": [board.purse],
        "warden": [board.warden] if board.warden is not None else [],
        "hold": [board.hold],
        "map": list(board.tiles.values()),
    }
    return parts.get(name, ())


LESSON = pick_lesson(
    LessonSpec(
        TABLE,
        LESSONS,
        prepared_match,
        {OWN: "You"},
        last_words=LAST_WORDS,
        way_out=WAY_OUT,
        stage_of=lambda _inquiry, number: str(number),
        spots=spots,
        same=same,
        arrange=arrange,
        play_on=True,
    )
)
