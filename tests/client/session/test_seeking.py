"""A match resumed in the window, whose missing seats are searched for on the networks, as in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.session.match_session import solo_session
from core.games.entry import load_object
from core.games.registry import GAMES
from lobby.cli.commands import app
from lobby.discovery.broadcast import NetworkSockets
from net.cli.declarations import Command


def test_the_windows_match_searches_for_missing_seats(tmp_path: Path) -> None:
    session = solo_session(GAMES["midnight"], ["random"] * 2, {}, "Ada", directory=tmp_path)
    assert session.config.open_listener is NetworkSockets


@pytest.mark.parametrize("command", ["peer", "resume"])
def test_the_terminals_match_searches_for_missing_seats(command: str) -> None:
    declared = app.cli.commands[command]
    assert isinstance(declared, Command) and declared.does == f"lobby.cli.seats:{command}"
    done = load_object(declared.does)
    assert done.func is load_object(f"net.cli.matches.{command}:{command}") and done.keywords == {
        "open_ears": NetworkSockets
    }
