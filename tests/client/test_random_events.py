"""Some of the random events that `scripts/trials/pester.py` sends to every screen by the thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.app.theme import game_theme
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver
from tests.support.client.pester import WAYS, pester, program

SHARE = 40


@pytest.mark.parametrize("way", [*WAYS])
def test_random_events_do_not_crash_the_window(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, way: str
) -> None:
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    app = program(driver)
    WAYS[way](app)
    driver.step()
    pester(driver, way, SHARE, every=20)
    app.show_menu()
    driver.step()
    driver.find("Solo against bots")
