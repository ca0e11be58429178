"""The rules reference: it contains every declaration, with existing icons and the words on screen."""

from __future__ import annotations

import re

import pytest

from client.app.theme import game_theme
from client.games import book, with_rulebooks
from client.games.bridgefront.rulebook.chapters import TYPES, chapters
from client.screens.cards import CardsScreen
from client.screens.rules import RulesScreen
from client.screens.variants import OptionsPanel
from client.table.book import search_cards
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import measure, parse, plain_text
from core.games.bridgefront.catalogue import CARDS, FACTION_CARDS
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.text.words import screen_name, to_screen_text
from core.games.midnight import cards
from core.games.midnight import options as midnight_options
from core.games.midnight.changes import RULESETS as MIDNIGHT_RULES
from core.games.midnight.escalations import ESCALATIONS
from core.games.midnight.text.catalogue import card_effect
from core.games.midnight.text.narration import FACES
from tests.support.client.driver import Driver


def text(title: str) -> str:
    chapter = next(chapter for chapter in chapters(Keymap(KEYS)) if chapter.title == title)
    return "\n".join(plain_text(line) for line in chapter.lines)


def test_the_rulebook_of_bridgefront_has_every_option_faction_and_card_type() -> None:
    for option in OPTIONS.table.values():
        assert f"{option.name.replace('_', ' ')}: {to_screen_text(option.text)}" in text("Options")
    for number, faction in enumerate(FACTIONS):
        assert faction.name in text("Factions")
        for passive in faction.passives:
            assert f"{passive.name}: {to_screen_text(passive.words)}" in text("Factions")
        assert all(screen_name(CARDS[card]) in text("Factions") for card in FACTION_CARDS[number])
    assert set(TYPES) == {card.type for card in CARDS}


def test_midnights_rulebook_covers_every_card_dial_escalation_face_and_option() -> None:
    told = {
        chapter.title: "\n".join(map(plain_text, chapter.lines)) for chapter in book("midnight").chapters(Keymap(KEYS))
    }
    for kind, card in enumerate(cards.CARDS):
        effect = card_effect(MIDNIGHT_RULES.printed, kind)
        assert card.name in told["Cards"] and effect in told["Cards"] and f"×{card.copies}" in told["Cards"]
    for name, values in zip(cards.DIAL_NAMES, cards.DIAL_VALUES, strict=True):
        assert name in told["Dials"] and ", ".join(map(str, values)) in told["Dials"]
    for escalation in ESCALATIONS:
        assert escalation.name in told["Escalations"] and escalation.text in told["Escalations"]
    for face, words in FACES.items():
        assert f"{words} ({cards.RED.count(face)} of 6 faces)" in told["A turn"]
    for minute in range(1, 6):
        loss = f"loses {cards.SUNSET_LOSS[minute]} Worth"
        assert any(f"From {minute} to" in line and loss in line for line in told["The clock"].split("\n"))
    for option in midnight_options.OPTIONS.table.values():
        assert f"{option.name.replace('_', ' ')}: {option.text}" in told["Options"]


@pytest.mark.parametrize("game", with_rulebooks())
def test_all_icons_in_rulebooks_exist_and_the_words_are_those_on_screen(game: str) -> None:
    icons, own = set(game_theme().icons), book(game)
    lines = [line for card in own.cards() for line in (*card.facts, card.text)]
    for chapter in own.chapters(Keymap(KEYS)):
        assert chapter.icon in icons and chapter.lines
        lines += chapter.lines
    for line in lines:
        assert {run.text for run in parse(line) if run.icon} <= icons
        words = "".join(run.text for run in parse(line) if not run.icon)
        assert not re.search(r"[{}*]", words), words
        assert game == "outposts" or not re.search(r"\bVP\b|\bForces?\b|\bCenter\b", words), words


@pytest.mark.parametrize("game", with_rulebooks())
def test_every_value_of_a_card_filter_finds_cards_and_every_card_is_found(game: str) -> None:
    own = book(game)
    listed = own.cards()
    for at, sorter in enumerate(own.card_filters):
        for value in sorter.values:
            chosen = [value if i == at else "" for i in range(len(own.card_filters))]
            assert (
                search_cards(listed, chosen, [])
                == [n for n, card in enumerate(listed) if value in card.sorts[at]]
                != []
            )
        assert all(set(card.sorts[at]) <= set(sorter.values) for card in listed)
    assert all(
        n in search_cards(listed, [""] * len(own.card_filters), card.name.lower().split())
        for n, card in enumerate(listed)
    )


def test_all_cards_of_midnight_are_listed_with_their_texts() -> None:
    listed = {card.name: card for card in book("midnight").cards()}
    assert set(listed) == {c.name for c in cards.CARDS} | {e.name for e in ESCALATIONS} | {"Pact"}
    for kind, card in enumerate(cards.CARDS):
        _, sorts = listed[card.name].sorts
        assert (
            card_effect(MIDNIGHT_RULES.printed, kind) in listed[card.name].text
            and f"{card.copies} in each deck" in listed[card.name].facts
        )
        for way, has in {"To a border": card.border, "To the Capital": card.capital, "By Discard": card.discard,
                         "Wild": card.wild, "Breaks a Pact": card.mark == "red",
                         "Earns under a Pact": card.mark == "green"}.items():  # fmt: skip
            assert (way in sorts) == has, card.name
    for escalation in ESCALATIONS:
        assert listed[escalation.name].text == escalation.text
        assert listed[escalation.name].sorts[1] == ("Stays in play" if escalation.stays else "At once",)


@pytest.fixture
def driver_at_cards(driver: Driver) -> Driver:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    driver.show(CardsScreen())
    return driver


def test_rules_can_be_searched_by_chapter_and_word(driver_at_cards: Driver) -> None:
    driver = driver_at_cards
    driver.key("F3")
    screen = driver.screen
    assert isinstance(screen, RulesScreen)
    assert "Permanence" in " ".join(plain_text(line.markup) for line in screen.text.lines)
    driver.key("DOWN", "DOWN", "DOWN")
    assert screen.list.item is not None and screen.list.item.title == "Actions"
    assert "Reinforce" in " ".join(plain_text(line.markup) for line in screen.text.lines)
    driver.click("Search the rules")
    driver.type("mulligan nonsense")
    assert screen.search.error
    driver.key("CTRL+A")
    driver.type("bounty")
    titles = {chapter.title for chapter in screen.chapters}
    said = [plain_text(line.markup) for line in screen.text.lines]
    found = [line.lower() for line in said if line and line not in titles]
    assert found and all("bounty" in line for line in found)
    driver.key("ESCAPE")
    assert isinstance(driver.screen, CardsScreen)
    driver.click("Rules")
    driver.click("Close")
    assert isinstance(driver.screen, CardsScreen)


def test_another_games_cards_and_rules_are_one_choice_away(driver_at_cards: Driver) -> None:
    driver = driver_at_cards
    driver.screen.game.choose(1)
    screen = driver.screen
    assert isinstance(screen, CardsScreen) and len(driver.window.screens) == 1
    assert screen.count.text.startswith("29 cards") and screen.ui.focus is screen.game
    screen.card_filters[0].choose(2)
    assert [screen.cards[number].name for number in screen.found] == [e.name for e in ESCALATIONS]
    assert ESCALATIONS[0].text in screen.about.text
    driver.click(ESCALATIONS[3].name)
    assert ESCALATIONS[3].text in screen.about.text
    driver.key("F3")
    rules = driver.screen
    assert isinstance(rules, RulesScreen) and rules.of == "midnight"
    with pytest.raises(LookupError):
        driver.find("All cards")
    long = max(rules.chapters, key=lambda chapter: len(chapter.lines))
    rules.list.select(rules.chapters.index(long))
    driver.step()
    assert rules.text.scroll.max_offset > 0 and rules.text.scroll.offset == 0
    rules.game.choose(0)
    assert driver.screen.chapters[2].title == "The Archive" and len(driver.window.screens) == 2
    driver.key("ESCAPE", "ESCAPE")
    assert not driver.window.screens


def test_a_chapter_opens_at_its_first_line_also_before_the_screen_was_drawn(driver: Driver) -> None:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    screen = RulesScreen()
    driver.window.push(screen)
    screen.list.select(max(range(len(screen.chapters)), key=lambda i: len(screen.chapters[i].lines)))
    driver.step()
    assert screen.text.scroll.max_offset > 0 and screen.text.scroll.offset == 0


def test_a_larger_window_shows_larger_cards_and_keeps_the_scroll_position(driver_at_cards: Driver) -> None:
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
    screen.found = [*range(6)] * 9  # few pictures for many cards
    driver.key("PAGEDOWN")
    assert min(card.rect.y for card in screen.grid.children) > screen.before.rect.top
    looked_at = screen.found[21]
    screen.enlarge_card(looked_at + 1)
    told = screen.about.text
    driver.resize(1280, 720)
    assert screen.grid.columns == 6 and screen.page == 1  # the 22nd card is on the second page of 18 too
    for size in ((1920, 1080), (1280, 720)):  # a system may tell of the old size once more
        driver.resize(*size)
        assert screen.page == 1 and screen.first == 21 and screen.count.text == "54 cards, page 2 of 3"
    assert screen.about.text == told


def test_texts_of_options_fit_into_their_boxes(driver: Driver) -> None:
    panel = OptionsPanel({})
    room = 168.0
    for option in panel.rules.items:
        for value in option.values:
            panel.rules.chosen = {option.name: value}
            panel._explain(option)
            told = plain_text(panel.about.text)
            assert to_screen_text(option.display_name(value)) in told and to_screen_text(option.meaning(value)) in told
            assert measure(panel.about.text, 352)[1] <= room, option.name
