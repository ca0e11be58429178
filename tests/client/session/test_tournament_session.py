"""A tournament in a window with a bot in a separate process: opened, played at its table, reviewed."""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.tournament.tournament import TournamentScreen
from client.screens.tournament.tournaments import OpenScreen, OpenSetup, TournamentsScreen
from client.session.tournament_session import FILE
from client.table.keys import KEYS
from client.table.screen import TableScreen
from client.ui import theme as themes
from client.ui.keys import Keymap
from lobby.players.identity import saved_key
from lobby.tournament.protocol.node import ClockReport
from net.match.events import PlayerNotice
from tests.client.screens.test_rooms import Bare
from tests.client.session.test_match_session import play_out
from tests.support.client.driver import Driver

pytestmark = pytest.mark.waits

PATIENCE = 90.0
MOST_TABS = 40
NOTED: list[str] = []
"""Notes that the seats have received beside their match."""
SHORT = {"vp_to_win": 5, "max_action_steps": 8, "base_mana": 4}


def until(driver: Driver, true: Callable[[], object]) -> None:
    """Run the window until the condition is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, driver.said
        driver.window._dispatch_updates(1 / 60)
        select.select([], [], [], 0.02)
    driver.step()


def press(driver: Driver, *names: str) -> None:
    """Move the focus to each of these widgets, one after the other, and press it."""
    for name in names:
        go_to(driver, name)
        driver.key("ENTER")


def go_to(driver: Driver, name: str) -> None:
    """Press Tab until the widget has the focus."""
    for _ in range(MOST_TABS):
        focus = driver.screen.ui.focus
        if focus is not None and driver.screen.ui.shows_ring and name in (focus.name, getattr(focus, "text", "")):
            return
        driver.key("TAB")
    raise AssertionError(f"TAB does not lead to {name}")


def test_a_tournament_is_played_by_keys(driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tournament is opened under another name and key, entered and played by a bot, reviewed and saved."""
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path / "home")
    driver.window.keys = Keymap(KEYS)
    themes.set_theme(game_theme())
    app = App(driver.window, replace(Settings(), name="Ada", speed=inf), None, lambda *all: None, tmp_path)
    app.tournaments.opening = OpenSetup(options=dict(SHORT))
    app.show_menu()
    try:
        press(driver, "Tournaments", "Open a tournament")
        form = driver.screen
        assert isinstance(form, OpenScreen)
        go_to(driver, "Title")
        driver.key("CTRL+A")
        driver.type("Friday Cup")
        for stepper, left in (("Rounds", 2), ("Usual seats at a table", 2), ("Most seats at a table", 4)):
            go_to(driver, stepper)
            driver.key(*["LEFT"] * left)
        press(driver, "Require an invite code", "Play under a temporary name and key")
        called = form.form.name.text
        press(driver, "Open it")
        screen, own = driver.screen, app.tournaments.session
        assert isinstance(screen, TournamentScreen) and own is not None
        until(driver, lambda: screen.view is not None and screen.view.addresses)
        press(driver, "Add a bot")
        until(driver, lambda: screen.begin_button.enabled)
        press(driver, "Begin the first round")
        until(driver, lambda: screen.play_button.enabled)
        press(driver, "Play")
        match = driver.screen
        assert isinstance(match, TableScreen)
        until(driver, lambda: match.controller.prompts.inquiry is not None)
        driver.key("ESCAPE")
        press(driver, "Leave the match")
        again = driver.screen
        assert isinstance(again, TournamentScreen) and again.view is not None and again.view.ready
        thread = threading.Thread(target=_played, args=(own.join_own_table(),))
        thread.start()
        until(driver, lambda: own._table is not None and own._table._peer is not None)
        own._tell(ClockReport(0, 5))
        until(driver, lambda: again.view is not None and again.view.course.is_over)
        thread.join()
        assert "Round 1: 5 minutes left." in NOTED and "It is over" in again.words.text
        assert again.view is not None and len(again.view.course.rounds) == 1
        go_to(driver, "Tournament")
        driver.key("RIGHT")
        assert again.tabs.current_title == "Standings"
        assert sorted(row[1] for row in again.standing.items) == sorted([called, "Bot Anvil"])
        go_to(driver, "Parts")
        driver.key("RIGHT", "RIGHT")
        press(driver, "Page to print", "Tables as CSV")
        assert len(list((tmp_path / "home" / "Tether").iterdir())) == 3, again.saved.text
        press(driver, "Leave")
        listed = driver.screen
        assert isinstance(listed, TournamentsScreen)
        go_to(driver, "Tournaments")
        driver.key("DOWN", "ENTER")
    finally:
        app.tournaments.leave()
    final = driver.screen
    assert isinstance(final, TournamentScreen)
    until(driver, lambda: final.view is not None)
    assert final.view is not None and final.view.course.digest == again.view.course.digest
    (folder,) = (path.parent for path in tmp_path.rglob(FILE))
    assert final.view.identity == again.view.identity == saved_key(folder) != app.person.identity.key
    assert app.settings.name == "Ada" not in (called, *(row[1] for row in again.standing.items))


def _played(table: object) -> None:
    """Play a seat to its end."""
    table.start()  # type: ignore[attr-defined]
    try:
        told, _, _ = play_out(table, table.config.seat)  # type: ignore[arg-type, attr-defined]
        NOTED.extend(said.report.words for said in told if isinstance(said.report, PlayerNotice))
    finally:
        table.close()  # type: ignore[attr-defined]
