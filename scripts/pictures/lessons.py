"""Lessons at tables whose questions are answered by picking, at any of their moments."""

from __future__ import annotations

from math import inf
from typing import Any

from pictures.stage import Stage


def taught(stage: Stage, game: str, at: int) -> Any:
    """The lesson of a game from its beginning to the number `at`, from 0; those before were done by the coach."""
    stage.app().teach(game)
    screen: Any = stage.driver.screen
    screen.timeline.speed = inf
    while screen.at < at or screen.inquiry is None:
        stage.driver.step()
        if screen.at < at:
            screen.next_lesson()
    stage.settle()
    return screen


def taught_whole(stage: Stage, game: str, count: int) -> None:
    """The end of a lesson that has so many."""
    screen = taught(stage, game, count - 1)
    while not screen._ended:
        screen.next_lesson()
        stage.driver.step()
    stage.settle()
