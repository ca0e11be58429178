"""The rules to look things up in: all that is declared stands there, in signs and words that exist."""

from __future__ import annotations

import re

import pytest

from client.bridgefront.keys import KEYS
from client.bridgefront.rulebook import SIGNS, TYPES, chapters
from client.kit import theme as themes
from client.kit.keys import Keymap
from client.kit.richtext import measure, parse, plain
from client.look import game_theme
from client.screens.cards import CardsScreen
from client.screens.rules import RulesScreen
from client.screens.variants import RulesPanel
from core.bridgefront.catalogue import CARDS, FACTION_CARDS
from core.bridgefront.factions import FACTIONS
from core.bridgefront.options import OPTIONS
from core.bridgefront.telling.words import on_screen, screen_name
from tests.client.driver import Driver


def text(title: str) -> str:
    chapter = next(chapter for chapter in chapters(Keymap(KEYS)) if chapter.title == title)
    return "\n".join(plain(line) for line in chapter.lines)


def test_every_option_faction_and_card_type_is_there() -> None:
    for option in OPTIONS.table.values():
        assert f"{option.name.replace('_', ' ')}: {on_screen(option.text)}" in text("Options")
    for number, faction in enumerate(FACTIONS):
        assert faction.name in text("Factions")
        for passive in faction.passives:
            assert f"{passive.name}: {on_screen(passive.words)}" in text("Factions")
        assert all(screen_name(CARDS[card]) in text("Factions") for card in FACTION_CARDS[number])
    assert set(TYPES) == {card.type for card in CARDS}


def test_all_signs_exist_and_the_words_are_those_on_screen() -> None:
    icons = game_theme().icons
    assert set(SIGNS) <= set(icons)
    for chapter in chapters(Keymap(KEYS)):
        assert chapter.icon in icons and chapter.lines
        for line in chapter.lines:
            assert {run.text for run in parse(line) if run.icon} <= set(icons)
            words = "".join(run.text for run in parse(line) if not run.icon)
            assert not re.search(r"\bVP\b|\bForces?\b|\bCenter\b|[{}*]", words), words


@pytest.fixture
def driver_at_cards(driver: Driver) -> Driver:
    themes.use(game_theme())
    driver.window.keys = Keymap(KEYS)
    driver.show(CardsScreen())
    return driver


def test_rules_are_looked_up_by_chapter_and_by_word(driver_at_cards: Driver) -> None:
    driver = driver_at_cards
    driver.key("F3")
    screen = driver.screen
    assert isinstance(screen, RulesScreen)
    assert "Permanence" in " ".join(plain(line.markup) for line in screen.text.lines)
    driver.key("DOWN", "DOWN", "DOWN")
    assert screen.list.item is not None and screen.list.item.title == "Actions"
    assert "Reinforce" in " ".join(plain(line.markup) for line in screen.text.lines)
    driver.click("Search the rules")
    driver.type("mulligan nonsense")
    assert screen.search.error
    driver.key("CTRL+A")
    driver.type("bounty")
    titles = {chapter.title for chapter in screen.chapters}
    said = [plain(line.markup) for line in screen.text.lines]
    found = [line.lower() for line in said if line and line not in titles]
    assert found and all("bounty" in line for line in found)
    driver.key("ESCAPE")
    assert isinstance(driver.screen, CardsScreen)
    driver.click("Rules")
    driver.click("Close")
    assert isinstance(driver.screen, CardsScreen)


def test_a_larger_window_shows_larger_cards_and_keeps_the_place(driver_at_cards: Driver) -> None:
    driver = driver_at_cards
    screen = driver.screen
    assert isinstance(screen, CardsScreen)
    driver.click("Search")
    driver.type("rally")  # few cards: a page is not drawn three times
    small = screen.card_size
    assert screen.grid.columns == 6
    driver.resize(1920, 1080)
    assert screen.card_size > small and screen.grid.columns == 7
    assert all(screen.ui.root.rect.contains(*card.rect.center) for card in screen.grid.children)
    screen.found = [*range(18)] * 3
    driver.key("PAGEDOWN")
    looked_at = screen.found[21]
    screen.look_at(looked_at + 1)
    told = screen.about.text
    driver.resize(1280, 720)
    assert screen.grid.columns == 6 and screen.page == 1  # the 22nd card is on the second page of 18 too
    for size in ((1920, 1080), (1280, 720)):  # a system may tell of the old size once more
        driver.resize(*size)
        assert screen.page == 1 and screen.first == 21
        assert CARDS[looked_at].name in {card.name for card in screen.grid.children}
    assert screen.about.text == told


def test_options_to_choose_from_are_told_in_words_that_fit(driver: Driver) -> None:
    panel = RulesPanel({})
    room = 168.0
    for option in panel.rules.items:
        for value in option.values:
            panel.rules.chosen = {option.name: value}
            panel._explain(option)
            told = plain(panel.about.text)
            assert on_screen(option.word(value)) in told and on_screen(option.means(value)) in told
            assert measure(panel.about.text, 352)[1] <= room, option.name
