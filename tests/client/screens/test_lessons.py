"""The lessons of all games: the menu leads to each and back, and each leads to a match.

The player can leave each lesson.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from client import games
from client.app.app import App
from client.app.settings import Settings
from client.screens.menu import MenuScreen
from client.table.lesson.plan import PLAY_NOW
from client.table.screens import lesson_screen
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table

LESSONS = games.lessons()
every_game = pytest.mark.parametrize(("game", "title"), [(game, title) for game, title, _ in LESSONS])


def test_every_lesson_belongs_to_a_game_with_a_table() -> None:
    """A game may come without a lesson."""
    assert {game for game, _, _ in LESSONS} <= set(games.with_tables())


@every_game
def test_a_lesson_can_be_left_and_leads_to_a_match(driver: Driver, game: str, title: str) -> None:
    went: list[str] = []
    lay_table(driver)
    screen = lesson_screen(
        games.lesson_of(game), Settings(), lambda: went.append("left"), lambda: went.append("solo"), inf
    )
    driver.show(screen)
    driver.step(frames=2)
    driver.click("Leave the tutorial")
    driver.click("Leave the lessons")
    assert went == ["left"]
    screen.controller.show_farewell()
    driver.step()
    driver.click(PLAY_NOW)
    assert went == ["left", "solo"]


@every_game
def test_the_menu_leads_to_the_lesson_and_back(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, title: str
) -> None:
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    lay_table(driver)
    app = App(driver.window, Settings(name="Ada", speed=4.0), None, lambda *_: None, tmp_path)
    app.show_menu()
    driver.step()
    driver.click("Learn to play")
    driver.step()
    driver.click(title)
    driver.step(frames=2)
    assert driver.screen.controller.match.spec is games.lesson_of(game).table and driver.screen.timeline.speed == 4.0
    driver.click("Leave the tutorial")
    driver.click("Leave the lessons")
    driver.step()
    assert isinstance(driver.screen, MenuScreen)
