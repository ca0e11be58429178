"""The way from the menu to a replay and back: saved records, foreign files and invalid files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.art.theme import order_of
from client.games.bridgefront.table import TABLE
from client.screens.end import EndScreen
from client.screens.matches import MatchesScreen
from client.screens.replay_loader import LoadScreen
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.table.replay.library import RecordLibrary
from client.table.screen import TableScreen
from client.table.screens import match_screen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.widget import walk
from core.bots.registry import BOTS
from core.games.bridgefront.game import GAME
from net.records import record
from tests.support.client.driver import Driver
from tests.support.client.replay.records import NAMES, played


@pytest.fixture
def app(driver: Driver, tmp_path: Path) -> Iterator[App]:
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    app = App(driver.window, Settings(name="Ada", reduced_motion=True), None, lambda _setup, _settings: None, tmp_path)
    app.show_menu()
    driver.step()
    yield app


def kept(app: App) -> RecordLibrary:
    assert app.library is not None
    return app.library


def loaded(driver: Driver) -> None:
    """Wait until the file is loaded and shown."""
    screen = driver.screen
    if isinstance(screen, LoadScreen):
        assert screen.loading.wait(120)
        driver.step(frames=2)


def words(driver: Driver) -> str:
    return " ".join(widget.describe() for widget in driver.screen.ui.widgets())


def test_the_library_keeps_added_records(tmp_path: Path) -> None:
    library = RecordLibrary(tmp_path / "deep" / "records")
    assert library.records() == []
    match = played()[0].record
    first, second = (
        library.save_record(match, "Toy", NAMES),
        library.save_record(match, "Toy", ("../../Eve", 'C:\\"x"', ".")),
    )
    assert first != second and {kept.path for kept in library.records()} == {first, second}
    assert first.parent == second.parent == library.folder and record.read(second) == match
    assert "Ada - Ilse - Marek" in library.records()[0].title + library.records()[1].title
    again = {library.save_record(match, "Toy", NAMES) for _ in range(3)}
    assert len(again | {first}) == 4
    library.remove(library.records()[0])
    assert len(library.records()) == 4


def test_saved_records_can_be_replayed_and_deleted(driver: Driver, app: App) -> None:
    driver.click("My matches")
    assert isinstance(driver.screen, MatchesScreen) and not driver.find("Watch").enabled
    driver.key("ESCAPE")
    for _ in range(2):
        kept(app).save_record(played()[0].record, "Bridgefront", NAMES)
    driver.click("My matches")
    driver.key("ENTER")
    loaded(driver)
    screen = driver.screen
    assert isinstance(screen, TableScreen) and screen.controller.frames.complete
    driver.key("RIGHT", "ESCAPE")
    driver.click("Leave the replay")
    assert isinstance(driver.screen, MatchesScreen)
    driver.click("Delete")
    driver.click("Cancel")
    assert len(kept(app).records()) == 2
    driver.click("Delete")
    dialog = driver.screen.ui.layers[-1].root
    driver.click(next(w for w in walk(dialog) if w.name == "Delete"))
    assert len(kept(app).records()) == len(driver.screen.table.items) == 1


def test_a_file_from_elsewhere_is_opened_or_refused_with_a_reason(driver: Driver, app: App, tmp_path: Path) -> None:
    path = tmp_path / "theirs.tether"
    record.write(path, played()[0].record)
    broken = tmp_path / "broken.tether"
    broken.write_bytes(path.read_bytes()[:4000])
    driver.click("My matches")
    for name in (broken, tmp_path / "nowhere", tmp_path):
        driver.click("File")
        driver.key("CTRL+A")
        driver.type(str(name))
        driver.key("ENTER")
        loaded(driver)
        assert isinstance(driver.screen, LoadScreen) and "This record cannot be shown" in words(driver)
        assert driver.screen.loading.trouble in words(driver)
        driver.click("Back")
        assert isinstance(driver.screen, MatchesScreen)
    driver.click("File")
    driver.key("CTRL+A")
    driver.type(str(path))
    driver.click("Open")
    loaded(driver)
    assert isinstance(driver.screen, TableScreen)


def test_reading_a_record_can_be_cancelled(driver: Driver, app: App, tmp_path: Path) -> None:
    path = tmp_path / "theirs.tether"
    record.write(path, played()[0].record)
    app.show_replay(path)
    screen = driver.screen
    assert isinstance(screen, LoadScreen)
    driver.key("ESCAPE")
    assert driver.screen is not screen and screen.loading.wait(120)


def test_the_end_of_a_match_leads_to_its_replay(driver: Driver, app: App) -> None:
    source = LocalSource(GAME, {2: BOTS["random"]("end", 2)}, 1, "end")
    match = match_screen(TABLE, source)
    driver.window.clear_screens()
    driver.show(match)
    match.table.model.state, match.controller.standing = played()[0].state, played()[0].standing
    app.show_end(match.controller, played()[0].standing, app.show_menu)
    driver.step()
    assert not driver.find("Watch again").enabled
    driver.window.pop()
    source.kept = kept(app).save_record(played()[0].record, "Bridgefront", NAMES)
    app.show_end(match.controller, played()[0].standing, app.show_menu)
    driver.step()
    end = driver.screen
    assert isinstance(end, EndScreen)
    driver.click("Check the record")
    assert end.explained is not None and end.explained.wait(60)
    driver.step()
    assert end.explained.words.color == "text" and end.explained.words.text.endswith("The record is valid.")
    assert "1. Seat " in end.explained.words.text and "  " not in end.explained.words.text
    driver.key("ESCAPE")
    app.set_colours((3, 1, 2))
    driver.click("Watch again")
    loaded(driver)
    assert isinstance(driver.screen, TableScreen)
    assert driver.screen.table.model.palette == themes.theme().palette, "emblems and names are of one colour"
    driver.key("ESCAPE")
    driver.click("Leave the replay")
    assert driver.screen is end


def test_a_record_is_named_by_its_game_and_all_its_players(tmp_path: Path) -> None:
    """This holds even for four players and a long title.

    No character is replaced by another.
    """
    kept = RecordLibrary(tmp_path / "records").save_record(
        played()[0].record, "The Last Tether: Bridgefront", ("Ada", "Bot Anvil", "Bot Beacon", "Ilse")
    )
    assert kept.name.endswith(" Bridgefront - Ada - Bot Anvil - Bot Beacon - Ilse.tether")
    (listed,) = RecordLibrary(tmp_path / "records").records()
    assert listed.title == "Bridgefront - Ada - Bot Anvil - Bot Beacon - Ilse"


def test_replay_shows_the_colours_of_its_match_and_restores_those_before(driver: Driver, app: App) -> None:
    path = kept(app).save_record(played()[0].record, "Bridgefront", NAMES)
    assert app.career is not None
    app.career.note_match(path, None, (4, 1, 2))
    before = themes.theme().palette
    app.show_replay(path)
    loaded(driver)
    assert isinstance(driver.screen, TableScreen)
    assert order_of(driver.screen.table.model.palette)[:3] == [4, 1, 2]
    driver.key("ESCAPE")
    driver.click("Leave the replay")
    assert themes.theme().palette == before
