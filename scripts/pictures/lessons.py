"""Lessons at tables whose questions are answered by picking, at any of their moments."""

from __future__ import annotations

from math import inf
from typing import Any

from pictures.stage import Stage


def taught(stage: Stage, game: str, at: int) -> Any:
    """Return the lesson of a game at the number `at`, from 0; the coach has done those before."""
    stage.app().teach(game)
    screen: Any = stage.driver.screen
    screen.timeline.speed = inf
    while screen.controller.at < at or screen.controller.prompts.inquiry is None:
        stage.driver.step()
        if screen.controller.at < at:
            screen.controller.next_lesson()
    stage.settle()
    return screen


def taught_whole(stage: Stage, game: str, count: int) -> None:
    """Show the end of a lesson of `count` parts."""
    screen = taught(stage, game, count - 1)
    while not screen.controller.match.end_shown:
        screen.controller.next_lesson()
        stage.driver.step()
    stage.settle()
