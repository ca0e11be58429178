"""Lesson of Cabinet: its table, four turns before the end, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.cabinet.board import Board
from client.games.cabinet.lesson.lessons import LESSONS, stage_of
from client.games.cabinet.lesson.setup import NAMES, prepared_match
from client.games.cabinet.prompts import same_print
from client.games.cabinet.table import TABLE
from client.table.lesson.controller import LessonController, LessonSpec, pick_lesson
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.ui.widget import Widget

FLOOR, LOG = 318.0, 144.0
"""Design pixels: heights of the action panel and of the log above it; the coach is above both."""
LAST_WORDS = (
    "The target is reached, and all of you have won. You know what a match needs: draw, act, pay together, keep the "
    "wall calm. Every card explains itself when you point at it; F1 shows what you can do at any moment."
)
WAY_OUT = "Ilse and Marek are waiting for you. If you leave, you will start again from the first lesson."


def arrange(lesson: LessonController) -> None:
    """Move the action panel and the log to make room for the coach."""
    lesson.ui.put(lesson.view.panel, (1024, 6, 250, FLOOR - 12), "high", "low")
    lesson.ui.put(lesson.table.story, (1024, FLOOR, 250, LOG), "high", "low")


def same(_table: PickTable, a: Pick, b: Pick) -> bool:
    """Return True if two picks are equal or are cards of the same print."""
    return a == b or (a[0] == b[0] == CARD and same_print(a[1], b[1]))


def spots(lesson: LessonController, name: str) -> Sequence[Widget]:
    """Return the widgets of a named part of the table."""
    board = lesson.table.board
    assert isinstance(board, Board)
    parts = {"ladder": board.ladder, "clock": board.clock, "wall": board.wall, "stake": board.desk}
    return [parts[name]] if name in parts else list(board.plates.values()) if name == "plates" else []


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
        arrange=arrange,
    )
)
