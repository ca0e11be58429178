"""The ruleset classic plays the first edition: recorded matches of it take the same course, event by event."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.codec import H
from core.engine.game import Setup
from tests.support.games.cabinet.editions import shipped_game

MATCHES = json.loads(Path("tests/data/cabinet_classic.json").read_text("ascii"))
"""Matches of the first edition, recorded before the second: their decisions, a digest of all events, and results."""


def plain(value: Any) -> Any:
    """Return an event's value as plain data."""
    return [plain(each) for each in value] if isinstance(value, tuple) else value


@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_a_recorded_match_of_the_first_edition_takes_the_same_course(number: int) -> None:
    record, game = MATCHES[number], shipped_game("classic")
    options = game.options.values_by_name(game.options.complete_values(record["options"]))
    state = game.new_state(Setup(record["seats"], options, H("tether.classic", [number])))
    digest = b""
    for answers in record["steps"]:
        assert sorted(game.pending_asks(state)) == sorted(seat for seat, _ in answers)
        decisions = {seat: game.read(state, seat, answer) for seat, answer in answers}
        events = game.step(state, decisions, H("tether.classic", [number, state.t, "beacon"]))
        digest = H("tether.classic", [digest, [[type(event).__name__, plain(event)] for event in events]])
    assert digest.hex() == record["events"]
    assert (state.over, state.won, state.ending) == (True, record["won"], record["ending"])
    assert (state.score, state.turn) == (record["score"], record["turns"])
