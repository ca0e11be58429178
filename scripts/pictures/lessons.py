"""Lessons of tables whose questions are answered by picking, at any moment of the lesson."""

from __future__ import annotations

from math import inf
from typing import Any

from pictures.stage import Stage


def lesson_at(stage: Stage, game: str, at: int) -> Any:
    """Return the lesson of a game at the part `at`, counted from 0; the coach has done the parts before it."""
    stage.app().start_lesson(game)
    screen: Any = stage.driver.screen
    screen.timeline.speed = inf
    while screen.controller.at < at or screen.controller.prompts.inquiry is None:
        stage.driver.step()
        if screen.controller.at < at:
            screen.controller.next_lesson()
    stage.settle()
    return screen


def show_lesson_end(stage: Stage, game: str, count: int) -> None:
    """Show the end of a lesson with this number of parts."""
    screen = lesson_at(stage, game, count - 1)
    while not screen.controller.match.end_shown:
        screen.controller.next_lesson()
        stage.driver.step()
    stage.settle()
