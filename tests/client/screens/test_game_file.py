"""The screen that opens a game file, from the list of games in a form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens import game_file
from client.screens.game_file import GameFileScreen
from client.screens.solo import SoloScreen, SoloSetup
from client.ui import theme as themes
from client.ui.controls.choice import Choice
from core.games.registry import GAMES
from net.cli.games.new_game import TEMPLATE
from net.system import game_files
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver
from tests.support.kit import forget

WOLF = TEMPLATE.replace("NAME", "wolf").replace("TITLE", "Wolf")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: Driver) -> Iterator[Path]:
    """A folder with a game file, a folder with a broken one, and files that are no games."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    monkeypatch.chdir(tmp_path)
    themes.set_theme(game_theme())
    (tmp_path / "wolf.py").write_text(WOLF)
    (tmp_path / "notes.txt").write_text("none")
    (tmp_path / ".hidden.py").write_text("")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "typo.py").write_text(WOLF.replace("kit = Kit(", "kit = Kti("))
    (tmp_path / "broken" / "midnight.py").write_text(WOLF.replace('Kit("wolf"', 'Kit("midnight"'))
    yield tmp_path
    if "wolf" in game_files.LOADED:
        forget("wolf")


def opened(driver: Driver) -> tuple[Any, list[SoloSetup]]:
    """Choose the last entry in the list of games of the solo form; return the screen that it opens."""
    started: list[SoloSetup] = []
    driver.show(SoloScreen(started.append, lambda: None, Settings(reduced_motion=True)))
    field = driver.screen.ui.find("Game", Choice)
    assert field.options[-1].text == "Open a game file…"
    field.choose(len(field.options) - 1)
    driver.step()
    assert isinstance(driver.screen, GameFileScreen)
    return driver.screen, started


def names(screen: Any) -> list[str]:
    return [entry.words for entry in screen.list.items]


def test_a_game_is_opened_by_mouse_and_played(driver: Driver, folder: Path) -> None:
    screen, started = opened(driver)
    assert names(screen) == ["wolf.py", "broken/"]
    driver.click(screen.list.row_rect(0).center)
    assert isinstance(driver.screen, SoloScreen) and driver.screen.setup.game == "wolf" and "wolf" in GAMES
    assert any("Wolf is in the lists of games now" in said for said in driver.said)
    driver.click("Play")
    assert started[0].game == "wolf"


def test_a_path_is_completed_while_it_is_typed(driver: Driver, folder: Path) -> None:
    screen, _ = opened(driver)
    driver.type("wo")
    assert names(screen) == ["wolf.py"]
    driver.key("ENTER")
    assert isinstance(driver.screen, SoloScreen) and driver.screen.setup.game == "wolf"


def test_leaving_keeps_the_form_as_it_was(driver: Driver, folder: Path) -> None:
    opened(driver)
    driver.key("ESCAPE")
    assert isinstance(driver.screen, SoloScreen) and driver.screen.ui.find("Game", Choice).chosen_value == "bridgefront"


@pytest.mark.parametrize(("typed", "words"), [
    ("broken/typo.py", "typo.py, line "),
    ("broken/midnight.py", "there is a game of that name; choose another name"),
    ("notes.txt", "This file cannot be opened: "),
    ("nothing.py", "No such file"),
    ("broken", "This is a folder. Choose a game file from the list."),
    ("~nobody-here/x.py", "This path cannot be opened: "),
])  # fmt: skip
def test_an_error_is_one_sentence_and_the_screen_stays(driver: Driver, folder: Path, typed: str, words: str) -> None:
    screen, _ = opened(driver)
    screen.path.set(typed if typed.startswith("~") else str(folder / typed))
    screen.open()
    driver.step()
    assert driver.screen is screen and words in screen.words.text and "\n" not in screen.words.text
    assert "Traceback" not in screen.words.text and screen.words.visible and "wolf" not in GAMES
    assert any(words in said for said in driver.said)
    driver.type("x")
    assert not screen.words.visible, "another path removes the error"


def test_folders_are_walked_by_keys(driver: Driver, folder: Path) -> None:
    screen, _ = opened(driver)
    screen.ui.focus_on(screen.list)
    driver.key("END", "ENTER")
    assert names(screen) == ["midnight.py", "typo.py"] and screen.path.text.endswith("broken/")
    driver.click("Folder above")
    assert names(screen) == ["wolf.py", "broken/"]


def test_large_folders_and_strange_names_are_listed_in_part(
    driver: Driver, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_file, "MAX_LISTED", 3)
    for number in range(9):
        (folder / f"g\x1b[31m{number}.py").write_text("")
    screen, _ = opened(driver)
    assert len(names(screen)) == 3 and not any("\x1b" in name for name in names(screen))
    assert game_file.list_entries(folder, ".")[0].path.name == ".hidden.py"
