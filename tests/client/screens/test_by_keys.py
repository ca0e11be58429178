"""The screens around a match by keys alone.

Every button is reachable, the focus ring is visible at each stop, and Escape leads back.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageChops

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.menu import MenuScreen
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.controls.basic import Button
from client.ui.keys import Keymap
from client.ui.widget import Widget
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver

MOST = 60
WAYS = (
    "Learn to play",
    "Solo against bots",
    "Host a match",
    "Join a match",
    "My matches",
    "Rules and cards",
    "Settings",
)


def stops(driver: Driver) -> list[Widget]:
    """Return the widgets that Tab reaches, without repetition."""
    found: list[Widget] = []
    for _ in range(MOST):
        driver.key("TAB")
        focus = driver.screen.ui.focus
        assert focus is not None and driver.screen.ui.shows_ring
        if found and focus is found[0]:
            break
        if focus not in found:
            found.append(focus)
    return found


def shows_its_ring(driver: Driver, widget: Widget) -> bool:
    """Return True if the picture shows the focus ring of the widget."""
    ui = driver.screen.ui
    ui.focus_on(widget, quiet=True, ring=True)
    driver.step(0.0)
    lit = driver.shot()
    ui.focus_on(widget, quiet=True, ring=False)
    driver.step(0.0)
    return ImageChops.difference(lit.convert("RGB"), driver.shot().convert("RGB")).getbbox() is not None


@pytest.mark.parametrize("name", WAYS)
def test_keys_alone_reach_every_button_of_each_menu_screen_and_lead_back(
    driver: Driver, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    app = App(driver.window, Settings(name="Ada", reduced_motion=True), None, lambda *_: None, tmp_path)
    app.show_menu()
    driver.step()
    entry = driver.find(name)
    while driver.screen.ui.focus is not entry:
        driver.key("TAB")
    driver.key("ENTER")
    screen = driver.screen
    assert not isinstance(screen, MenuScreen)
    driver.step()
    reached = stops(driver)
    buttons = [w for w in screen.ui.widgets() if isinstance(w, Button) and w.enabled and w.focusable]
    missed = [widget.name for widget in buttons if widget not in reached]
    assert not missed and reached
    assert not [widget.name for widget in reached[:4] if not shows_its_ring(driver, widget)]
    for _ in range(3):
        if not isinstance(driver.screen, MenuScreen):
            driver.key("ESCAPE")
    assert isinstance(driver.screen, MenuScreen)
