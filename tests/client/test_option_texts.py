"""Texts of rulebooks and tables, which follow the options of the match: none states a value of another match.

The entry of each game in tests/support/games names the words that its option values bring into the rulebook. A new
option or value without words fails here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf

import pytest

from client.app.settings import Settings
from client.games import book, lesson_of, lessons, on_screen, table_of, with_rulebooks
from client.table.book import ChosenOptions
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.screens import lesson_screen, match_screen
from client.table.view import Look
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from client.ui.widget import Widget
from core.bots.registry import BOTS
from core.engine.local_match import LocalMatch
from core.engine.options import Option, Value
from core.games.registry import GAMES
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table
from tests.support.games.entry import game_tests
from tests.support.records import CATALOGUES


def some(option: Option) -> tuple[Value, ...]:
    """Return the values of an option; for a long range, its ends, the default and the values beside it."""
    values = option.values
    if len(values) <= 4:
        return values
    usual = values.index(option.default)
    return tuple(values[at] for at in sorted({0, usual - 1, usual, usual + 1, len(values) - 1}))


CASES = [
    (game, option, v)
    for game in with_rulebooks()
    for option in GAMES[game].options.table.values()
    for v in some(option)
]


def rulebook(game: str, chosen: ChosenOptions | None = None) -> str:
    """Return all chapters except that of the options."""
    found = book(game).chapters(Keymap(KEYS), chosen)
    lines = (line for chapter in found if chapter.title != "Options" for line in chapter.lines)
    return "\n".join(" ".join(plain_text(line).split(" ")) for line in lines)


def test_every_option_has_words_in_the_rulebook() -> None:
    for game in with_rulebooks():
        told = game_tests(game).option_words.keys() | game_tests(game).options_elsewhere
        wrong = told ^ GAMES[game].options.table.keys()
        assert not wrong, f"tests/support/games/{game}/entry.py: correct the words of {sorted(wrong)}"


@pytest.mark.parametrize(("game", "option", "value"), CASES, ids=lambda v: v.name if isinstance(v, Option) else str(v))
def test_a_rulebook_describes_the_option_values_of_the_match_and_no_others(
    game: str, option: Option, value: Value
) -> None:
    if option.name in game_tests(game).options_elsewhere:
        return
    words, text = game_tests(game).option_words[option.name], _flat(rulebook(game, {option.name: value}))
    true = _flat(words(value))
    assert true in text
    for other in some(option):
        false = _flat(words(other))
        assert other == value or false in true or false not in text, f"{false!r} is told with {option.name}={value}"


def _flat(text: str) -> str:
    """Return only the letters and digits, without icons and emphasis."""
    return " ".join(re.sub(r":[a-z ]+:|[*{}]", " ", text).split())


@pytest.mark.parametrize("game", with_rulebooks())
def test_a_rulebook_without_a_match_shows_the_usual_rules(game: str) -> None:
    usual = {option.name: option.default for option in GAMES[game].options.table.values()}
    assert rulebook(game) == rulebook(game, usual)
    (options,) = (chapter for chapter in book(game).chapters(Keymap(KEYS)) if chapter.title == "Options")
    assert "with the usual values" in "\n".join(options.lines)
    for option in GAMES[game].options.table.values():
        chosen = {option.name: option.values[-1]}
        (options,) = (chapter for chapter in book(game).chapters(Keymap(KEYS), chosen) if chapter.title == "Options")
        (line,) = (line for line in options.lines if line.startswith(f"*{option.name.replace('_', ' ')}*"))
        assert f"In this match: {on_screen(game, option.display_name(option.values[-1]))}." in plain_text(line)


# Tables ---------------------------------------------------------------------------------------------------------------


def bundles(game: str) -> Iterator[dict[str, Value]]:
    """Yield sets of options that together contain every value of each option."""
    table = {option.name: some(option) for option in GAMES[game].options.table.values()}
    for number in range(max(map(len, table.values()))):
        yield {name: values[number % len(values)] for name, values in table.items()}


BUNDLES = [(game, number) for game in with_rulebooks() for number in range(len([*bundles(game)]))]


def texts(driver: Driver) -> str:
    """Return all words of the widgets on screen and their tips."""
    found = []
    for widget in driver.screen.ui.widgets():
        tip = widget.tip() if callable(widget.tip) else widget.tip
        found += [widget.name, str(getattr(widget, "text", "")), _value(widget), tip if isinstance(tip, str) else ""]
    return "\n".join(map(plain_text, found))


def _value(widget: Widget) -> str:
    found = widget.value_text()
    return found if isinstance(found, str) else ""


@pytest.mark.parametrize(("game", "number"), BUNDLES)
def test_a_table_mentions_only_its_own_options(driver: Driver, game: str, number: int) -> None:
    lay_table(driver)
    chosen = [*bundles(game)][number]
    seats = max(3, min(GAMES[game].seat_counts))
    bots = {seat: BOTS["random"](f"{number}", seat) for seat in range(1, seats + 1)}
    table = LocalMatch(GAMES[game], bots, f"options {number}", chosen)
    found = ""
    for steps in (0, 30, 60):
        for _ in range(steps):
            if not table.state.over:
                table.step()
        others = {seat: bot for seat, bot in bots.items() if seat != 1}
        driver.show(
            match_screen(table_of(GAMES[game]), LocalSource(GAMES[game], others, 1, table=table), look=Look(speed=inf))
        )
        driver.step()
        found += texts(driver)
        assert driver.screen.table.chosen_options() == chosen
        if table.state.over:
            break
    found += GAMES[game].describe(table.state)
    for option, values in game_tests(game).stale_words.items():
        stale = values[str(chosen[option])]
        assert not stale or not re.search(stale, found), f"{stale!r} is told with {option}={chosen[option]}"
    driver.screen.table.open_rules()
    driver.step()
    assert driver.screen.chosen == chosen


@pytest.mark.parametrize("game", [game for game, _, _ in lessons()])
def test_lessons_are_played_with_the_usual_options(driver: Driver, game: str) -> None:
    """The coach's texts are true only of these options."""
    lay_table(driver)
    driver.show(lesson_screen(lesson_of(game), Settings(name="Ada"), speed=inf))
    driver.step()
    usual = {option.name: option.default for option in GAMES[game].options.table.values()}
    assert driver.screen.table.chosen_options() == {**usual, **game_tests(game).lesson_options}


@pytest.mark.parametrize("game", [game for game, catalogue in CATALOGUES.items() if catalogue.note])
def test_a_rulebook_says_which_cards_and_levels_were_invented(game: str) -> None:
    assert CATALOGUES[game].note in rulebook(game)
