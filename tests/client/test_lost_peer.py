"""A lost peer in a real window: a bot's process is killed, and the match continues and readmits the bot.

Then all leave, and the match is resumed from My matches.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.screens.host_form import HostSetup
from client.screens.matches import MatchesScreen
from client.screens.room import RoomScreen
from client.session.room_session import RoomSession
from client.session.saved_matches import OpenMatch, SavedMatches
from client.table.keys import KEYS
from client.table.match import trouble
from client.table.screen import TableScreen
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from net.cli.matches.processes import free_ports
from net.session.kept_matches import bot_directories
from tests.support.client.bridgefront.players import MousePerson
from tests.support.client.driver import Driver

pytestmark = pytest.mark.waits

PATIENCE = 100.0
"""Seconds after which the test is given up; everything in it takes a few."""
FRAME = 0.03
"""Maximum number of seconds left to the network's thread between two frames."""


def until(driver: Driver, true: Callable[[], object], what: str) -> None:
    """Run the window until the condition is true."""
    ends = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < ends, f"{what}; the screen says: {words(driver)}"
        driver.window._dispatch_updates(1 / 60)
        for thread in threading.enumerate():
            if thread.name == "tether-net":
                thread.join(FRAME)
    driver.step()


def words(driver: Driver) -> str:
    return " | ".join(widget.describe() for widget in driver.screen.ui.widgets())


def log(screen: Any) -> str:
    return "\n".join(plain_text(line.markup) for line in screen.table.story.log.lines)


class Ada:
    """Player of seat 1, who performs one action after the other."""

    def __init__(self, driver: Driver) -> None:
        assert isinstance(driver.screen, TableScreen)
        self.driver, self.screen = driver, driver.screen
        self.hands = MousePerson(driver, self.screen, "lost")

    def plays_till(self, true: Callable[[], object], what: str) -> None:
        """Answer every question until the condition is true."""

        def deed() -> bool:
            inquiry = self.screen.controller.prompts.inquiry
            if inquiry is not None and not self.screen.table.model.locked and not true():
                self.hands.act(inquiry)
            return bool(true())

        until(self.driver, deed, what)


@pytest.fixture
def app(driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr(trouble, "SILENCE_SECONDS", 4)
    themes.set_theme(game_theme())
    driver.window.keys = Keymap(KEYS)
    settings = replace(Settings(name="Ada"), reduced_motion=True, effects="low", speed=1000.0)
    return App(driver.window, settings, None, lambda *_: None, tmp_path)


def test_a_killed_bot_is_left_out_returns_and_the_match_resumes(driver: Driver, app: App) -> None:
    port = free_ports(1)[0]
    app.show_menu()
    app.rooms.open_room("Ada", HostSetup(3, port, True, {"max_action_steps": 8}, "", ("random", "random")))
    room = driver.screen
    assert isinstance(room, RoomScreen) and isinstance(room.session, RoomSession)
    until(driver, lambda: room.ready_button.enabled, "the bots come")
    driver.key("ENTER")
    until(driver, lambda: isinstance(driver.screen, TableScreen), "the match begins")
    ada, bots = Ada(driver), room.session.bots
    screen = ada.screen
    ada.plays_till(lambda: screen.table.model.t >= 3 and screen.controller.prompts.inquiry is not None, "three steps")

    lost = screen.table.names.names.index("Bot Anvil") + 1
    home = next(h for h in bot_directories(room.session.home) if h.name.endswith(f"-{lost}"))
    os.kill(bots.pids[0], signal.SIGKILL)
    missed = "Bot Anvil is disconnected"  # on a busy computer the other bot may be missed for a moment too
    until(
        driver,
        lambda: screen.controller.away.visible and missed in plain_text(screen.controller.away.words.text),
        "the lost seat is missed",
    )
    assert screen.table.seats.panels[lost].activity()[1].startswith("silent for")
    driver.click("Go on without Bot Anvil")
    until(
        driver,
        lambda: "the match goes on without Bot Anvil" in plain_text(screen.table.prompt.late),
        "the other bot agrees",
    )
    assert not screen.controller.away.visible
    ada.plays_till(lambda: screen.table.model.now.away == (lost,), "the table goes on")
    assert not screen.controller.away.visible and screen.table.seats.panels[lost].activity()[1].startswith("away")
    now = screen.table.model.t
    ada.plays_till(lambda: screen.table.model.t >= now + 2, "steps without the lost seat")
    said = log(screen)
    assert "to go on without Bot Anvil." in said and "Going on without Bot Anvil." in said, said

    bots.resume(home, free_ports(1)[0], [("127.0.0.1", port)])
    ada.plays_till(lambda: not screen.table.model.now.away, "the seat is back")
    assert "Everyone is back." in log(screen)
    now = screen.table.model.t
    ada.plays_till(
        lambda: screen.table.model.t > now and screen.controller.prompts.inquiry is not None, "a step of all"
    )

    now = screen.table.model.t
    driver.key("ESCAPE", "ESCAPE") if screen.controller.prompts.inquiry.has_answers else driver.key("ESCAPE")
    assert "under My matches" in words(driver)
    driver.click("Leave the match")
    driver.click("My matches")
    kept = driver.screen
    assert isinstance(kept, MatchesScreen) and isinstance(kept.table.item, OpenMatch)
    assert (
        kept.table.item.title.startswith("The Last Tether: Bridgefront - Ada - Bot ")
        and "round" in kept.table.item.where
    )
    driver.click("Verify")
    assert kept.explained is not None and kept.explained.wait(PATIENCE)
    driver.step()
    assert f"ends after step {now}" in kept.explained.words.text and "Everything in it is valid" in words(driver)
    driver.key("ESCAPE")
    driver.click("Resume")
    ada = Ada(driver)
    again = ada.screen
    ada.plays_till(lambda: again.table.model.t >= now + 2, "the match goes on")
    assert "The match goes on: Round" in log(again) and not again.table.model.now.away
    driver.key(
        "ESCAPE", "ESCAPE"
    ) if again.controller.prompts.inquiry is not None and again.controller.prompts.inquiry.has_answers else driver.key(
        "ESCAPE"
    )
    driver.click("Leave the match")
    (match,) = SavedMatches(app.matches).list_matches()
    SavedMatches(app.matches).delete(match)
    assert not list(app.matches.rglob("log"))
