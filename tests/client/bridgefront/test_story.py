"""What the events tell adds up to the state that the engine has come to."""

from __future__ import annotations

import pytest

from client.bridgefront import story
from core.bots.random_bot import RandomBot
from core.bridgefront.game import GAME
from core.kernel.local import Table

TOLD = ("round", "phase", "lead", "faction", "capital", "bridges", "mines", "forges", "forces", "gold", "mana", "vp")


@pytest.mark.parametrize(("seats", "seed"), [(2, "a"), (3, "b"), (4, "c"), (6, "d"), (5, "e"), (4, "f")])
def test_the_story_ends_where_the_engine_is(seats: int, seed: str) -> None:
    table = Table(GAME, {s: RandomBot(seed, s) for s in range(1, seats + 1)}, seed)
    while not table.state.over:
        before = table.state.clone()
        _, events = table.step()
        told = story.begin(before, table.state)
        for event in events:
            story.apply(told, event)
        for field in TOLD:
            assert getattr(told, field) == getattr(table.state, field), (field, before.t, events)
        now = {c.copy: (c.owner, c.hex, c.hp) for c in table.state.champions.values()}
        assert {c.copy: (c.owner, c.hex, c.hp) for c in told.champions.values()} == now, events
