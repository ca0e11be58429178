"""Lesson of Ambition: the table two turns before the world ends, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.ambition import faces
from client.games.ambition.board import Board
from client.games.ambition.evidence import HIGH
from client.games.ambition.extras import AmbitionExtras
from client.games.ambition.lesson.lessons import LESSONS, stage_of
from client.games.ambition.lesson.setup import NAMES, OWN, prepared_match
from client.games.ambition.table import TABLE, AmbitionControls
from client.table.lesson.controller import COACH_WIDTH, LessonController, LessonSpec, pick_lesson
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.ui.hexes import Rect
from client.ui.widget import Widget
from core.games.ambition.state import Ambition

FLOOR = 318.0
"""Upper edge of the action panel, in design pixels; above it, the coach replaces the log of a match."""
LAST_WORDS = (
    "The world has ended, and you have won. You know how a match works: claim, challenge, find allies, arm in time, "
    "and choose the moment of the end. Point at any card to see what it does. Press F1 at any time to see what you "
    "can do. With *Orders* you can let the program answer for you."
)
WAY_OUT = "Your rivals are waiting for you. If you leave, you will start again from the first lesson."


def coach_at(_lesson: LessonController, size: tuple[float, float], window: Rect) -> Rect:
    """Return the rectangle of the coach, below the evidence."""
    return Rect(window.right - COACH_WIDTH - 6, window.top - 50 - HIGH - size[1], COACH_WIDTH, size[1])


def arrange(lesson: LessonController) -> None:
    """Replace the log by the coach, and set the orders to ask the player about strikes at others."""
    controls = lesson.view.controls
    assert isinstance(controls, AmbitionControls)
    controls.orders.pass_others = False
    lesson.table.story.visible = False
    lesson.ui.put(lesson.view.panel, (1024, 6, 250, FLOOR - 12), "high", "low")


def same(table: PickTable, a: Pick, b: Pick) -> bool:
    """Return True if two picks are equal or are cards of the same face."""
    if a == b or not a[0] == b[0] == CARD or table.model.state is None:
        return a == b
    state, own = table.model.table_of(Ambition), table.model.secrets
    return faces.code_of_entry(state, own, a[1]) == faces.code_of_entry(state, own, b[1])


def spots(lesson: LessonController, name: str) -> Sequence[Widget]:
    """Return the widgets of the named part of the table."""
    board, extras = lesson.table.board, lesson.table.extras
    assert isinstance(board, Board) and isinstance(extras, AmbitionExtras)
    if name == "around":
        return [place for seat, place in board.around.items() if seat != OWN]
    parts: dict[str, Widget] = {"evidence": extras.evidence, "works": board.works, "armed": board.armed}
    if board.around:
        parts["own"] = board.around[OWN]
    return [parts[name]] if name in parts else []


LESSON = pick_lesson(
    LessonSpec(
        TABLE,
        LESSONS,
        prepared_match,
        NAMES,
        last_words=LAST_WORDS,
        way_out=WAY_OUT,
        stage_of=lambda inquiry, _number: stage_of(inquiry),
        spots=spots,
        same=same,
        coach_at=coach_at,
        arrange=arrange,
    )
)
