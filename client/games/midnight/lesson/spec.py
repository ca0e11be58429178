"""Lesson of Midnight: the table two minutes before the end, with a coach at the right."""

from __future__ import annotations

from collections.abc import Sequence

from client.games.midnight.board import Board
from client.games.midnight.extras import MidnightExtras
from client.games.midnight.lesson.lessons import LESSONS, PACT, stage_of
from client.games.midnight.lesson.setup import NAMES, OWN, TOMAS, VERA, prepared_match
from client.games.midnight.prompts import STOP
from client.games.midnight.strike import Strike
from client.games.midnight.table import TABLE, MidnightControls
from client.table.lesson.controller import (
    COACH_WIDTH,
    LessonController,
    LessonSpec,
    LessonTask,
    pick_lesson,
    upper_right_rect,
)
from client.table.pick.script import CARD, Pick
from client.table.pick.table import PickTable
from client.ui.hexes import Rect
from client.ui.widget import Widget, relayout
from core.games.midnight.cards import kind_of

LOG = 140.0
"""Design pixels: height of the log, above the action panel; the coach is above both."""

COACH_FOOT_DISTANCE = 52.0
"""Design pixels from the window's lower edge to the coach, above the button, while the clock strikes."""
LAST_WORDS = (
    "You and Vera had the same Worth, so a duel decided, and you flipped the better card. You have seen all of it: "
    "actions, the die, Pacts, Ruin, the clock, the last war. Every card and every sign explains itself when you point"
    " at it; F1 shows what you can do at any moment."
)
WAY_OUT = "Vera and Tomas are waiting for you. If you leave, you will start again from the first lesson."


def strike_of(lesson: LessonController) -> Strike:
    """Return the display of the striking clock."""
    assert isinstance(lesson.table.extras, MidnightExtras)
    return lesson.table.extras.strike


def controls_of(lesson: LessonController) -> MidnightControls:
    """Return the buttons and standing orders of our seat."""
    assert isinstance(lesson.view.controls, MidnightControls)
    return lesson.view.controls


def arrange(lesson: LessonController) -> None:
    """Make the log shorter."""
    place = (1024, lesson.table.spec.action_height + 12, 250, LOG)
    lesson.ui.put(lesson.table.story, place, "high", "low")


def coach_at(lesson: LessonController, size: tuple[float, float], window: Rect) -> Rect:
    """Return the rectangle of the coach: above the log, or at the lower edge while the clock strikes."""
    if not lesson.coach.aside:
        return upper_right_rect(lesson, size, window)
    return Rect(window.right - COACH_WIDTH - 6, window.y + COACH_FOOT_DISTANCE, COACH_WIDTH, size[1])


def follow(lesson: LessonController) -> None:
    """Move the coach away while the clock strikes."""
    guide, story, strike = lesson.coach, lesson.table.story, strike_of(lesson)
    aside = strike.visible and not strike.peeking
    if aside != guide.aside:
        guide.aside = aside
        relayout(guide)
    covered = guide.visible and not aside and guide.rect.y < story.rect.top
    story.visible = not covered


def same(_table: PickTable, a: Pick, b: Pick) -> bool:
    """Return True if two picks are equivalent: cards of the same kind, or any captured cards."""
    return a == b or a[0] == b[0] == "theirs" or (a[0] == b[0] == CARD and kind_of(a[1]) == kind_of(b[1]))


def spots(lesson: LessonController, name: str) -> Sequence[Widget]:
    """Return the widgets of a named part of the table."""
    board = lesson.table.board
    assert isinstance(board, Board)
    parts: dict[str, Sequence[Widget]] = {
        "nations": list(board.panels.values()),
        "clock": [board.clock, board.tick],
        "die": [board.dice],
        "dials": list(board.dials.values()),
        "orders": [controls_of(lesson).standing_orders],
        "strike": [strike_of(lesson)],
        "vera": [board.panels[VERA], board.trays[OWN, VERA], board.trays[VERA, OWN]] if board.panels else [],
        "tomas": [board.panels[TOMAS], board.trays[OWN, TOMAS]] if board.panels else [],
    }
    return parts.get(name, ())


def where(lesson: LessonController, picks: Sequence[Pick]) -> Sequence[Widget] | None:
    """Return the widgets of wanted picks that are not on the board.

    The player chooses dial steps on the display of the striking clock. The end of a turn has a separate button.
    """
    strike = strike_of(lesson)
    if strike.visible and strike.options:
        return [strike.options[picks[0]] if picks else strike.taking]
    return [controls_of(lesson).end_turn] if picks and picks[0] == STOP else None


def focus(lesson: LessonController) -> Sequence[Widget] | None:
    """Return the display of the striking clock while its keys are active, including Tab."""
    strike = strike_of(lesson)
    return [strike] if strike.visible and strike.options else None


def is_offered(lesson: LessonController) -> bool:
    """Return True if the player offers the Pact that Vera offers."""
    return (VERA, OWN) in controls_of(lesson).orders.offers


def offer(lesson: LessonController) -> None:
    """Offer the Pact for the player."""
    controls_of(lesson).orders.offers = ((VERA, OWN),)
    lesson.table.refresh()


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
        follow=follow,
        where=where,
        focus=focus,
        tasks={PACT: LessonTask(is_offered, offer)},
    )
)
