"""A match at one table: every seat's secrets in one place, its client's own answers where a test gives none."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from core.engine.codec import H
from core.engine.game import Setup
from core.engine.hidden.hand import pile_batch
from core.engine.hidden.secrets import Opening, Secrets
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.game import GAME
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.state import Bridgefront, Champion


class Table:
    """Drives a match step by step.

    `step({seat: decision})` answers the open asks, with its client's own decision for every seat left out; `until`
    goes on until something is asked; `only` makes the agenda a single item and runs it.
    """

    def __init__(self, seats: int = 2, seed: int = 1, sealed: bool = True, **options: Any) -> None:
        match = H("tether.match", ["test", seed])
        self.state: Bridgefront = GAME.new(Setup(seats, OPTIONS.named(OPTIONS.complete(options)), match, sealed))
        self.secrets = {
            seat: Secrets(match, seat, H("tether.state", ["seed", seed, seat]), sealed) for seat in self.state.seats
        }
        self.seed = seed
        self.events: list[Any] = []

    # Going on ---------------------------------------------------------------------------------------------------------

    def asked(self) -> dict[int, tuple[str, tuple[Any, ...]]]:
        """What every seat is asked now."""
        return {seat: (kind, detail) for seat, kind, detail in self.state.asking}

    def kinds(self) -> set[str]:
        """The kinds of all open asks."""
        return {kind for _, kind, _ in self.state.asking}

    def step(
        self, decisions: Mapping[int, Any] | None = None, beacon: bytes | None = None, lost: Collection[int] = ()
    ) -> list[Any]:
        """One step, in which the seats `lost` have no say; returns its events."""
        given = dict(decisions or {})
        given.update((seat, self.decide(seat)) for seat in self.asked() if seat not in given and seat not in lost)
        beacon = beacon or H("tether.beacon", ["test", self.seed, self.state.t])
        self.events = GAME.step(self.state, given, beacon, lost)
        return self.events

    def until(self, kind: str) -> Table:
        """Steps until somebody is asked this."""
        for _ in range(400):
            if kind in self.kinds():
                return self
            self.step()
        raise AssertionError(f"nobody was asked {kind!r}")

    def only(self, *items: tuple[Any, ...], beacon: bytes | None = None, lost: Collection[int] = ()) -> list[Any]:
        """The agenda is now these items, first one first, and nothing else is asked; runs a step of the beacon."""
        self.state.agenda = list(reversed(items))
        self.state.asking = ()
        return self.step({}, beacon, lost)

    def check(self, seat: int, decision: Any) -> None:
        """Raises `IllegalDecision` unless the seat may decide this now."""
        GAME.check(self.state, seat, decision)

    # Answers ----------------------------------------------------------------------------------------------------------

    def decide(self, seat: int) -> Any:
        """What a seat's client decides without its player."""
        own = self.secrets[seat]
        decision = GAME.automatic(self.state, seat, own)
        return GAME.default(self.state, seat, own) if decision is None else decision

    def lay(self, seat: int) -> bytes:
        """The unknown rest of the pile and the cards to be shuffled in, laid into fresh slots."""
        return pile_batch(self.state, seat, self.secrets[seat])

    def openings(self, seat: int, slots: tuple[int, ...]) -> tuple[Opening, ...]:
        """The openings of slots of the seat."""
        return tuple(self.secrets[seat].open(slot) for slot in slots)

    # Building a position ----------------------------------------------------------------------------------------------

    def clear_board(self) -> None:
        """Takes all units off the board."""
        self.state.forces = [{} for _ in self.state.forces]
        self.state.champions = {}
        self.state.first_in = {}

    def copy(self, name: str) -> int:
        """A new copy of the named card, which lies nowhere."""
        self.state.card.append(find(name))
        self.state.number.append(50)
        return len(self.state.card) - 1

    def champion(self, name: str, seat: int, hex_: int) -> int:
        """The named Champion on the board."""
        copy = self.copy(name)
        stats = CARDS[find(name)].stats
        assert stats is not None
        self.state.arrivals += 1
        self.state.champions[copy] = Champion(copy, seat, hex_, stats.hp, stats.hp, self.state.arrivals)
        return copy

    def name(self, copy: int) -> str:
        """The printed name of a copy."""
        return CARDS[self.state.card[copy]].name


@pytest.fixture
def table() -> type[Table]:
    """Makes a table: `table(seats, seed=, sealed=, option=value...)`."""
    return Table
