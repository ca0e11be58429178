"""Every order of arrival in small matches, with every choice of one Byzantine seat.

Honest seats agree and accuse nobody honest, none opens before all have sealed, and a majority always finishes the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from net.replication.entries import Kind
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner
from tests.support.net import exploration
from tests.support.net.exploration import QUICK, Scope, Unsound, explore


@pytest.mark.parametrize("scope", QUICK, ids=[f"{s.seats}-{s.steps}-{s.cheat}-{s.jumps}" for s in QUICK])
def test_no_order_of_arrival_breaks_an_invariant(scope: Scope) -> None:
    summary = explore(scope)
    assert summary.ends >= 1 and summary.states >= 1
    if scope.cheat == "honest" and scope.seats == 3:
        assert summary.states > 300 and summary.ends == 1, "all orders lead to one end"


class OpensEarly(SeatSigner):
    """A seat that reveals as soon as it has sealed."""

    def publish_seal(self, table: Any, commits: Any) -> None:
        super().publish_seal(table, commits)
        key = self.keys.step_key(table.step.t)
        self.publish(Kind.REVEAL, [table.step.t, 0, key.Q, list(key.proof), []])


class Forgets(MatchProtocol):
    """A seat whose state changes when it resolves a step."""

    def _resolve(self) -> bool:
        done = super()._resolve()
        state: Any = self.table.state
        if self.table.last == exploration.FIRST:
            state.gold[self.seat] += 1
            self.table.step = self.table._next_step(self.table.present)
        return done


@pytest.mark.parametrize(
    ("part", "kind", "words"),
    [("signer_class", OpensEarly, "before all have sealed"), ("protocol_class", Forgets, "two states")],
)
def test_the_exploration_finds_a_broken_seat(
    part: str, kind: type[Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: Callable[..., Any] = exploration.drivers

    def broken(game: Any, seats: int, **more: Any) -> Any:
        wrong = type("Broken", (exploration.Driver,), {part: kind})
        return made(game, seats, cheats={1: wrong}, **more)

    monkeypatch.setattr(exploration, "drivers", broken)
    with pytest.raises(Unsound, match=words):
        explore(Scope(3, 1))
