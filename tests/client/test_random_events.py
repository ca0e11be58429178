"""A share of the random events that `scripts/pester.py` throws at every screen in thousands."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.kit import theme as themes
from client.kit.keys import Keymap
from client.look import game_theme
from client.table.keys import KEYS
from tests.client.driver import Driver
from tests.client.pester import WAYS, pester, program
from tests.client.screens.test_rooms import Bare

SHARE = 40


@pytest.mark.parametrize("way", [*WAYS])
def test_random_events_end_nothing(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, way: str) -> None:
    monkeypatch.setattr("client.screens.backdrop._behind", lambda *args: Bare())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    themes.use(game_theme())
    driver.window.keys = Keymap(KEYS)
    app = program(driver)
    WAYS[way](app)
    driver.step()
    pester(driver, way, SHARE, every=20)
    app.menu()
    driver.step()
    driver.find("Solo against bots")
