"""The ruleset *Classic*: matches that were recorded under the first edition are played to the same ends."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.changed_game import ChangedGame
from core.engine.codec import dec, enc
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from net.cli.games.rules import read_game

RECORDED = json.loads((Path(__file__).parents[3] / "data" / "ambition_classic.json").read_text(encoding="utf-8"))
"""Matches of the first edition: the decisions of bots, or the digest of those of random bots, and the results."""


class Recorded:
    """A player that repeats the decisions of a seat in a recorded match."""

    def __init__(self, decisions: list[Any]) -> None:
        self.decisions = decisions

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        return game.read(state, seat, next(plain for other, plain in self.decisions[state.t - 1] if other == seat))


def _steps(text: str) -> Iterator[Any]:
    """Yield the recorded decisions of each step, as pairs of a seat and a decision."""
    data = zlib.decompress(base64.b85decode(text))
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 2], "big")
        yield dec(data[at + 2 : at + 2 + size])
        at += 2 + size


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_classic_plays_recorded_matches_to_the_same_end(number: int) -> None:
    record = RECORDED[number]
    game = read_game(Path("ambition/classic"))
    assert isinstance(game, ChangedGame)
    steps = list(_steps(record["decisions"])) if record["decisions"] else []
    players = {s: Recorded(steps) if steps else RandomBot(record["seed"], s) for s in range(1, record["seats"] + 1)}
    match: LocalMatch[Any] = LocalMatch(game, players, record["seed"], record["options"])
    purses, made, count = sha256(), sha256(), 0

    def watch(state: Any, decisions: Any, events: Any) -> None:
        nonlocal count
        count += 1
        purses.update(enc(state.purse))
        data = enc([[seat, decision] for seat, decision in sorted(decisions.items())])
        made.update(len(data).to_bytes(2, "big") + data)

    state = match.play(watch)
    assert not steps or count == len(steps)
    assert made.hexdigest()[:16] == record.get("digest", made.hexdigest()[:16])
    assert (count, purses.hexdigest()[:16], state.points[1:]) == (record["steps"], record["purses"], record["points"])
    standing = sorted(game.standing(state), key=lambda item: item.seat)
    assert [item.rank for item in standing] == record["ranks"]
