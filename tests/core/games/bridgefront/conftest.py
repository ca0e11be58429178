"""Fixtures: a match at one table with every seat's secrets in one place.

Each client decides for itself where a test gives no decision.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from core.engine.codec import H
from core.engine.game import Setup
from core.engine.hidden.hand import draft_pile_batch
from core.engine.hidden.secrets import Opening, Secrets
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.game import GAME
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.state import Bridgefront, Champion


class Table:
    """Driver of a match, step by step.

    `step({seat: decision})` answers the open asks. A seat left out decides for itself. `until` plays on to a given
    question. `only` makes the agenda a single item and runs it.
    """

    def __init__(self, seats: int = 2, seed: int = 1, sealed: bool = True, **options: Any) -> None:
        match = H("tether.match", ["test", seed])
        self.state: Bridgefront = GAME.new_state(
            Setup(seats, OPTIONS.values_by_name(OPTIONS.complete_values(options)), match, sealed)
        )
        self.secrets = {
            seat: Secrets(match, seat, H("tether.state", ["seed", seed, seat]), sealed) for seat in self.state.seats
        }
        self.seed = seed
        self.events: list[Any] = []

    # Going on ---------------------------------------------------------------------------------------------------------

    def asked(self) -> dict[int, tuple[str, tuple[Any, ...]]]:
        """Return the current question of every seat."""
        return {seat: (kind, detail) for seat, kind, detail in self.state.asking}

    def kinds(self) -> set[str]:
        """Return the kinds of all open asks."""
        return {kind for _, kind, _ in self.state.asking}

    def step(
        self, decisions: Mapping[int, Any] | None = None, beacon: bytes | None = None, lost: Collection[int] = ()
    ) -> list[Any]:
        """Run one step, in which the seats in `lost` have no say, and return its events."""
        given = dict(decisions or {})
        given.update((seat, self.decide(seat)) for seat in self.asked() if seat not in given and seat not in lost)
        beacon = beacon or H("tether.beacon", ["test", self.seed, self.state.t])
        self.events = GAME.step(self.state, given, beacon, lost)
        return self.events

    def until(self, kind: str) -> Table:
        """Run steps until a seat is asked this question."""
        for _ in range(400):
            if kind in self.kinds():
                return self
            self.step()
        raise AssertionError(f"nobody was asked {kind!r}")

    def only(self, *items: tuple[Any, ...], beacon: bytes | None = None, lost: Collection[int] = ()) -> list[Any]:
        """Replace the agenda by these items, in this order, drop all asks and run a step."""
        self.state.agenda = list(reversed(items))
        self.state.asking = ()
        return self.step({}, beacon, lost)

    def check(self, seat: int, decision: Any) -> None:
        """Raise `IllegalDecision` unless the seat may decide this now."""
        GAME.check(self.state, seat, decision)

    # Answers ----------------------------------------------------------------------------------------------------------

    def decide(self, seat: int) -> Any:
        """Return the decision of a seat's client without its player."""
        own = self.secrets[seat]
        decision = GAME.automatic_decision(self.state, seat, own)
        return GAME.default_decision(self.state, seat, own) if decision is None else decision

    def lay(self, seat: int) -> bytes:
        """Return the commitment to fresh slots for the unknown rest of the pile and the cards to shuffle in."""
        return draft_pile_batch(self.state, seat, self.secrets[seat])

    def openings(self, seat: int, slots: tuple[int, ...]) -> tuple[Opening, ...]:
        """Return the openings of the seat's slots."""
        return tuple(self.secrets[seat].opening(slot) for slot in slots)

    # Building a position ----------------------------------------------------------------------------------------------

    def clear_board(self) -> None:
        """Remove all units from the board."""
        self.state.forces = [{} for _ in self.state.forces]
        self.state.champions = {}
        self.state.first_in = {}

    def copy(self, name: str) -> int:
        """Return a new copy of the named card that is not placed anywhere."""
        self.state.card.append(find(name))
        self.state.number.append(50)
        return len(self.state.card) - 1

    def champion(self, name: str, seat: int, hex_: int) -> int:
        """Return the named Champion on the board."""
        copy = self.copy(name)
        stats = CARDS[find(name)].stats
        assert stats is not None
        self.state.arrivals += 1
        self.state.champions[copy] = Champion(copy, seat, hex_, stats.hp, stats.hp, self.state.arrivals)
        return copy

    def name(self, copy: int) -> str:
        """Return the printed name of a copy."""
        return CARDS[self.state.card[copy]].name


@pytest.fixture
def table() -> type[Table]:
    """Return a function that makes a table: `table(seats, seed=, sealed=, option=value...)`."""
    return Table
