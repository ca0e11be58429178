"""A game file in the real program: opened from a form, played against bots in other processes, and watched again."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client.app.app import App
from client.app.launch import start_solo_session
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.end import EndScreen
from client.screens.game_file import GameFileScreen
from client.screens.replay_loader import LoadScreen
from client.screens.solo import SoloScreen
from client.table.keys import KEYS
from client.table.kit.board import KitBoard
from client.table.screen import TableScreen
from client.ui import theme as themes
from client.ui.controls.choice import Choice
from client.ui.keys import Keymap
from core.games.registry import GAMES
from net.records.record import read
from net.records.verification import verify
from tests.client.screens.test_rooms import Bare
from tests.client.table.plain.test_plain_match import PATIENCE, wait
from tests.support.client.driver import Driver
from tests.support.client.kit.players import Mouse
from tests.support.kit import EXAMPLES, forget


def test_a_game_file_is_opened_played_over_three_processes_and_watched_again(
    driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    monkeypatch.chdir(EXAMPLES)
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    program = App(
        driver.window, Settings(name="Ada"), None, partial(start_solo_session, keep=tmp_path / "matches"), tmp_path
    )
    program.show_menu()
    driver.step()
    driver.click("Solo against bots")
    field = driver.screen.ui.find("Game", Choice)
    field.choose(len(field.options) - 1)
    driver.step()
    files: Any = driver.screen
    assert isinstance(files, GameFileScreen)
    row = next(i for i, entry in enumerate(files.list.items) if entry.words == "flotsam.py")
    driver.click(files.list.row_rect(row).center)
    try:
        form: Any = driver.screen
        assert isinstance(form, SoloScreen) and form.setup.game == "flotsam"
        form.seats.value = 3
        driver.click("Play")
        screen: Any = driver.screen
        assert isinstance(screen, TableScreen) and isinstance(screen.table.board, KitBoard)
        screen.timeline.speed = float("inf")
        person = Mouse(driver, screen, "processes")
        for _ in range(PATIENCE):
            inquiry = screen.controller.prompts.inquiry
            if screen.controller.end_shown:
                break
            if inquiry is None or screen.table.model.locked:
                wait(driver, screen)
            else:
                person.act(inquiry)
        driver.step()
        end: Any = driver.screen
        assert isinstance(end, EndScreen) and end.record is not None
        checked = verify(read(end.record), GAMES["flotsam"])
        assert checked.complete and checked.digest == screen.table.model.digest and len(checked.names) == 3
        driver.click("Watch again")
        if isinstance(driver.screen, LoadScreen):
            assert driver.screen.loading.wait(60)
            driver.step()
        replay: Any = driver.screen
        assert isinstance(replay.table.board, KitBoard) and replay.controller.frames.complete
    finally:
        program.window.clear_screens()
        forget("flotsam")
