"""The form of a solo match: it asks for factions if the game has them, and gets them from the game alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.games import factions, lesson_of, lessons, table_of, titles
from client.screens.solo import SoloScreen, SoloSetup
from client.ui import theme as themes
from client.ui.controls.choice import Choice
from core.bots.names import NAMES
from core.games.bridgefront.factions import CODES
from core.games.registry import find_game
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver


@pytest.fixture
def solo(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> tuple[Driver, list[SoloSetup]]:
    """Return the form and the list of started matches."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    themes.set_theme(game_theme())
    started: list[SoloSetup] = []
    driver.show(SoloScreen(started.append, lambda: None, Settings(reduced_motion=True)))
    return driver, started


def test_factions_can_be_chosen_if_a_game_has_them(solo: tuple[Driver, list[SoloSetup]]) -> None:
    driver, started = solo
    wish = driver.screen.ui.find("Faction 2", Choice)
    assert [option.value for option in wish.options] == ["", *CODES]
    wish.index = 3
    driver.click("Play")
    assert started[0].factions == ["", CODES[2], "", ""] and started[0].game == "bridgefront"


def test_bots_have_names_faces_and_a_level(solo: tuple[Driver, list[SoloSetup]]) -> None:
    driver, started = solo
    assert all(driver.find(f"Face of {name}") for name in NAMES[:3])
    levels = [driver.screen.ui.find(f"Level of bot {seat}", Choice) for seat in (2, 3, 4)]
    assert [option.text for option in levels[0].options] == ["Easy", "Normal", "Hard", "Master"]
    levels[0].choose(0)
    levels[2].choose(2)
    driver.click("Play")
    assert started[0].bots == ["easy", "normal", "hard"]


def test_options_are_under_advanced(solo: tuple[Driver, list[SoloSetup]]) -> None:
    driver, started = solo
    screen = driver.screen
    assert not screen.variants.visible and screen.advanced.text == "Advanced"
    driver.click("Advanced options")
    assert screen.variants.visible and screen.ui.focus is screen.rules
    driver.key("RIGHT")
    assert screen.advanced.text == "Advanced: 1 changed"
    driver.click("Advanced options")
    assert not screen.variants.visible
    driver.click("Play")
    assert len(started[0].options) == 1


def test_the_form_of_a_game_without_factions_does_not_ask_for_one(solo: tuple[Driver, list[SoloSetup]]) -> None:
    driver, started = solo
    driver.screen.game.choose(1)
    driver.step()
    assert not [w for w in driver.screen.ui.widgets() if w.name.startswith("Faction")]
    driver.click("Play")
    assert started[0].game == "midnight" and not any(started[0].factions)


def test_only_games_with_factions_or_a_tutorial_have_them_registered() -> None:
    assert {game for game, _ in titles() if factions(game)} == {"bridgefront"}
    assert all(lesson_of(game).table is table_of(find_game(game)) for game, _, _ in lessons())


@pytest.mark.parametrize("wish", [0, 5])
def test_everyone_keeps_the_colour_in_a_rematch(driver: Driver, monkeypatch: pytest.MonkeyPatch, wish: int) -> None:
    """We move on by one seat in each rematch; bots take the other seats in their order."""
    settings, dealt = Settings(name="Ada", colour=wish), list[SoloSetup]()
    app = App(driver.window, settings, None, lambda setup, _settings: dealt.append(setup))  # type: ignore[arg-type, return-value, func-returns-value]
    again: list[Callable[[], object]] = []
    monkeypatch.setattr(app, "start_match", lambda source, seat, on_again, **rest: again.append(on_again))
    app.start_solo(SoloSetup(["easy", "hard"], [], game="midnight"))
    for _ in range(3):
        again[-1]()
    by_person = []
    for setup in dealt:
        others = [seat for seat in (1, 2, 3) if seat != setup.seat]
        by_person.append([setup.colours[seat - 1] for seat in (setup.seat, *others)])
    assert [setup.seat for setup in dealt] == [1, 2, 3, 1]
    assert all(colours == by_person[0] for colours in by_person) and by_person[0][0] == (wish or 1)
