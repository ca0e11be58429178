"""A tournament in a window with another member on real sockets: opened, played at its table, and looked at later."""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from client.app import App
from client.bridgefront.match import MatchScreen
from client.screens.tournament import TournamentScreen
from client.screens.tournaments import TournamentsScreen
from client.settings import Settings
from client.tournament import FILE, JoinPlan, OpenPlan, TournamentSession
from core.games import GAMES
from lobby.identity import fresh_identity
from lobby.tournament.member import Warned
from net.addresses import parsed
from net.reports import Noted
from tests.client.driver import Driver
from tests.client.screens.test_rooms import Bare
from tests.client.test_session import play_out

PATIENCE = 90.0
NOTED: list[str] = []
"""What the seats have been told beside their match."""
SHORT = {"vp_to_win": 5, "max_action_steps": 8, "base_mana": 4}


def until(driver: Driver, true: Callable[[], object]) -> None:
    """Lets the window live till then."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, driver.said
        driver.window._dispatch_updates(1 / 60)
        select.select([], [], [], 0.02)
    driver.step()


def test_a_tournament_is_opened_played_and_looked_at(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("client.screens.backdrop._behind", lambda *args: Bare())
    app = App(driver.window, replace(Settings(), name="Ada"), None, lambda *all: None, tmp_path)
    plan = OpenPlan("Ada", GAMES["bridgefront"], "Cup", "swiss", 1, (2, 2, 2), 30, SHORT)
    app.enter_tournament(plan)
    screen, own = driver.screen, app._tournament
    assert isinstance(screen, TournamentScreen) and own is not None
    until(driver, lambda: screen.view is not None and screen.view.addresses)
    assert screen.view is not None
    other = TournamentSession(JoinPlan("Ilse", (parsed(screen.view.addresses[0]),)), fresh_identity())
    other.start()
    try:
        until(driver, lambda: screen.begin_button.enabled)
        driver.click("Begin the first round")
        until(driver, lambda: other.news() is not None and screen.play_button.enabled and other.sit() is not None)
        driver.key("ENTER")
        match = driver.screen
        assert isinstance(match, MatchScreen)
        driver.step()
        match.leave()  # and comes back to the tournament, where the table still waits
        again = driver.screen
        assert isinstance(again, TournamentScreen) and again.view is not None and again.view.ready
        tables = [session.sit() for session in (own, other)]
        threads = [threading.Thread(target=_played, args=(table,)) for table in tables]
        for thread in threads:
            thread.start()
        until(driver, lambda: own._table is not None and own._table._peer is not None)
        own._tell(Warned(0, 5))
        until(driver, lambda: again.view is not None and again.view.course.over)
        assert "It is over" in again.words.text and len(again.view.course.rounds) == 1
        until(driver, lambda: other.news() is not None and other.view is not None and other.view.course.over)
        assert other.view is not None and other.view.course.digest == again.view.course.digest
        for thread in threads:
            thread.join()
        assert "Round 1: 5 minutes left." in NOTED
    finally:
        other.close()
        app._leave_tournament()
    assert [path.name for path in tmp_path.rglob(FILE)] == [FILE]
    app.tournaments()
    listed = driver.screen
    assert isinstance(listed, TournamentsScreen)
    driver.step()
    listed.list.select(0)
    driver.click(listed.go)
    final = driver.screen
    assert isinstance(final, TournamentScreen)
    until(driver, lambda: final.view is not None)
    assert final.view is not None and final.view.course.digest == again.view.course.digest


def _played(table: object) -> None:
    """A seat is played to its end."""
    table.start()  # type: ignore[attr-defined]
    try:
        told, _, _ = play_out(table, table.config.seat)  # type: ignore[arg-type, attr-defined]
        NOTED.extend(said.report.words for said in told if isinstance(said.report, Noted))
    finally:
        table.close()  # type: ignore[attr-defined]
