"""A match that the window takes up again is looked for on the networks, as one of the terminal is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from client.session.match_session import solo
from core.games.registry import GAMES
from lobby.cli import seats
from lobby.cli.commands import app
from lobby.discovery.peer_search import on_air


def test_a_match_of_the_window_looks_for_lacking_seats_on_the_networks(tmp_path: Path) -> None:
    session = solo(GAMES["midnight"], ["random"] * 2, {}, "Ada", directory=tmp_path)
    assert session.config.open_ears is on_air


@pytest.mark.parametrize("command", ["peer", "resume"])
def test_a_seat_of_the_terminal_looks_for_lacking_seats_on_the_networks(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(f"net.cli.{command}.{command}", lambda **fields: given.update(fields) or 0)
    assert app.cli.commands[command].does == f"lobby.cli.seats:{command}"
    assert getattr(seats, command)(name="Ada") == 0
    assert given == {"name": "Ada", "open_ears": on_air}
