"""Cards of games: a picture, players, minutes, kind and two lines, wherever a game is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.games import entry_of
from client.screens.game_card import GameCard, GameTile, game_facts
from client.screens.solo import SoloScreen, SoloSetup
from client.table.lesson.plan import PLAY_NOW
from client.table.screen import TableScreen
from core.games.registry import NAMES
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table


@pytest.fixture
def app(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[App, list[SoloSetup]]:
    """Return the program at its menu, and the solo matches that it starts."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    lay_table(driver)
    program = App(driver.window, Settings(name="Ada"), None, lambda *_: None, tmp_path)  # type: ignore[arg-type, return-value]
    started: list[SoloSetup] = []
    monkeypatch.setattr(program, "start_solo", started.append)
    program.show_menu()
    driver.step()
    return program, started


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_card_and_a_picture_that_is_not_plain(name: str) -> None:
    entry = entry_of(name)
    assert entry.about is not None and len(entry.about.lines) > 60
    assert "players" in game_facts(name) and "min" in game_facts(name) and entry.about.kind in game_facts(name)
    picture = entry.part("cover")((120, 88))
    assert picture.size == (120, 88) and len(picture.convert("RGB").getcolors(120 * 88) or ()) > 200


def test_tiles_of_the_menu_set_up_their_game(driver: Driver, app: tuple[App, list[SoloSetup]]) -> None:
    tiles = [widget for widget in driver.screen.ui.widgets() if isinstance(widget, GameTile)]
    assert [tile.game for tile in tiles] == list(NAMES)
    driver.click("Play Ambition")
    driver.step()
    assert isinstance(driver.screen, SoloScreen) and driver.screen.setup.game == "ambition"
    assert next(widget.game for widget in driver.screen.ui.widgets() if isinstance(widget, GameCard)) == "ambition"
    assert driver.screen.current_setup().bots == ["easy", "easy"]


def test_lessons_are_cards_and_end_with_an_easy_match_of_that_game(
    driver: Driver, app: tuple[App, list[SoloSetup]]
) -> None:
    driver.click("Learn to play")
    driver.step()
    cards = [widget for widget in driver.screen.ui.widgets() if isinstance(widget, GameCard)]
    assert [card.game for card in cards] == list(NAMES)
    driver.click("Midnight")
    driver.step()
    assert isinstance(driver.screen, TableScreen)
    driver.screen.controller.show_farewell()  # type: ignore[attr-defined]
    driver.step()
    driver.click(PLAY_NOW)
    (started,) = app[1]
    assert (started.game, started.bots) == ("midnight", ["easy", "easy"])
