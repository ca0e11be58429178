"""The ruleset "Classic" is the first edition: matches recorded before the Second edition are played again by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.engine.game import Game
from core.games.outposts.game import GAME
from net.cli.games.rules import read_game
from tests.support.games.outposts import records

RECORDED = {match["seed"]: match for match in records.recorded()}


def _players(match: dict[str, Any]) -> dict[int, records.Repeater]:
    return {seat: records.Repeater(places) for seat, places in enumerate(match["decisions"], 1)}


def _play(game: Game, seed: str, options: dict[str, str]) -> Any:
    match = RECORDED[seed]
    return json.loads(json.dumps(records.play(game, _players(match), seed, options)))


@pytest.mark.parametrize(("bots", "seed", "seats", "options"), records.MATCHES)
def test_classic_plays_a_match_of_the_first_edition(bots: str, seed: str, seats: int, options: dict[str, str]) -> None:
    """All decisions are legal and have the same places among the options; all results by round are equal."""
    classic = read_game(Path("outposts/classic"))
    assert _play(classic, seed, options) == RECORDED[seed]["results"]


def test_the_second_edition_plays_the_same_decisions_otherwise() -> None:
    _, seed, _, options = records.MATCHES[3]
    try:
        results = _play(GAME, seed, options)
    except (IndexError, StopIteration, ValueError):
        return
    assert results != RECORDED[seed]["results"]
