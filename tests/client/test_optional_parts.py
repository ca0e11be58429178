"""Optional parts that a game may register with the window: without one, a plainer screen is shown."""

from __future__ import annotations

from math import inf

import pytest

from client import games
from client.app.app import App
from client.app.settings import Settings
from client.games.entry import Entry
from client.screens.cards import CardsScreen
from client.screens.rules import RulesScreen
from client.table.match.local_source import LocalSource
from client.table.plain.prompts import PlainPrompts
from client.table.screens import match_screen
from client.table.view import Look
from core.bots.registry import BOTS
from core.games.registry import find_game
from tests.support.client.driver import Driver
from tests.support.client.people import lay_table


@pytest.fixture(params=games.with_tables())
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a game with a table of its own and no other part."""
    name: str = request.param
    monkeypatch.setitem(
        games.RECORDS._loaded, name, Entry(table=games.entry_of(name).table, backdrop=games.entry_of(name).backdrop)
    )
    return name


def test_the_rules_key_works_at_a_table_whose_game_has_no_rulebook(driver: Driver, game: str) -> None:
    lay_table(driver)
    rules = find_game(game)
    seats = min(rules.seat_counts)
    source = LocalSource(rules, {seat: BOTS["random"]("plain", seat) for seat in range(2, seats + 1)}, seed="plain")
    driver.show(match_screen(games.table_of(rules), source, look=Look(speed=inf)))
    driver.step(frames=3)
    driver.key("F3")
    driver.step(frames=2)
    screen = driver.screen
    assert isinstance(screen, RulesScreen)
    assert [chapter.title for chapter in screen.chapters] == ["The game", "Options", "Fair play", "Keys"]
    assert "All cards" not in [widget.name for widget in screen.ui.widgets()]
    driver.key("ESCAPE")
    assert not isinstance(driver.screen, RulesScreen)


def test_a_game_without_optional_parts_has_the_plain_screens(driver: Driver, game: str) -> None:
    assert games.table_of(find_game(game)).prompts is not PlainPrompts
    assert game not in [name for name, _, _ in games.lessons()]
    assert games.factions(game) == [] and games.on_screen(game, "Force") == "Force"
    lay_table(driver)
    driver.show(CardsScreen(game))
    driver.step(frames=2)
    app = App(driver.window, Settings(name="Ada"), None, lambda *_: None)
    app.show_lessons()
    driver.step(frames=2)
    driver.key("ESCAPE")
    app.show_solo_form()
    driver.step(frames=2)
    names = [name for name, _ in games.titles()]
    driver.screen.game.choose(names.index(game))  # type: ignore[attr-defined]
    driver.step(frames=2)
