"""A match that the window takes up again is looked for as one of the terminal is."""

from __future__ import annotations

import importlib

import pytest

from lobby.discovery.peer_search import on_air
from net.session import peer_search


@pytest.mark.parametrize("program", ["client.session.match_session", "lobby.cli.room"])
def test_every_program_of_a_player_hears_the_seats_that_look_for_it(program: str) -> None:
    importlib.import_module(program)
    assert peer_search.open_ears is on_air
