"""A match that is played on as a new one, which never replaces the old one's result (PROTOCOL 14.10).

It is a match of another game: a `ForkedGame` has the rules of its base and begins where the old match stood. Before
anybody is asked, step 1 deals all closed cards anew in the open by its beacon; from then on it is the base game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from core.engine.codec import H, Plain
from core.engine.game import Ask, Decision, Event, Game, IllegalDecision, Setup, State
from core.engine.options import Options

MARK = "+"
"""What stands between the name of the base and that of the origin."""


class Origin(NamedTuple):
    """Where a match begins that is played on: the id of the old one, the step at which it stood, its digest there."""

    match: bytes
    t: int
    digest: bytes

    @property
    def name(self) -> str:
        """A short name for it: 16 hexadecimal digits."""
        return H("tether.part", [*self]).hex()[:16]


class ForkedGame:
    """The game `base`, played on from where a match of `setup` stood before step `t`, in the position `state`.

    Seats and options are those of the old match. `record` is the old match as a file, for whoever keeps the new one;
    nothing here looks into it. What is not said here is as the base has it.
    """

    def __init__(self, base: Game, setup: Setup, state: State, t: int, record: bytes = b"") -> None:
        self.base = base
        self.origin = Origin(setup.match, t, state.digest())
        self.record = record
        self.name = f"{base.name}{MARK}{self.origin.name}"
        self.title = f"{base.title}, played on"
        self.seat_counts: tuple[int, ...] = (setup.seats,)
        self.options = Options(
            option._replace(values=(setup.options[name],), default=setup.options[name])
            for name, option in base.options.table.items()
        )
        self._seats = range(1, setup.seats + 1)
        self._state = state.clone()

    def __getattr__(self, name: str) -> Any:
        if name == "base":
            raise AttributeError(name)
        return getattr(self.base, name)

    def new(self, setup: Setup) -> State:
        """The position as the state before step 1."""
        if setup.seats not in self.seat_counts:
            raise ValueError(f"{self.title} is for {len(self._seats)} players, not {setup.seats}")
        first: State = self.base.carried(self._state, setup)
        return first

    def asks(self, state: State) -> dict[int, Ask]:
        """Nobody is asked before the cards are dealt; then as the base asks."""
        return {} if _undealt(state) else self.base.asks(state)

    def read(self, state: State, seat: int, plain: Plain) -> Decision:
        """The decision that a peer sent as plain data; raises `IllegalDecision`."""
        _refuse_undealt(state, seat)
        return self.base.read(state, seat, plain)

    def check(self, state: State, seat: int, decision: Decision) -> None:
        """Raises `IllegalDecision` unless the seat may decide this now."""
        _refuse_undealt(state, seat)
        self.base.check(state, seat, decision)

    def step(
        self,
        state: State,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[Any] | None = None,
    ) -> list[Event]:
        """Step 1 deals all closed cards anew; every other is a step of the base."""
        if not _undealt(state):
            return self.base.step(state, decisions, beacon, lost, states)
        for seat in decisions:
            _refuse_undealt(state, seat)
        return self.base.deal_anew(state, self._seats, beacon, states)


def _undealt(state: State) -> bool:
    return state.t == 1


def _refuse_undealt(state: State, seat: int) -> None:
    if _undealt(state):
        raise IllegalDecision(seat, "decides without being asked")


def base_of(game: Game) -> Any:
    """The game by whose rules this one is played: itself, but where a match is played on."""
    return game.base if isinstance(game, ForkedGame) else game


def base_name(name: str) -> str:
    """The name of the game by whose rules a game of this name is played.

    >>> base_name("bridgefront+0123456789abcdef"), base_name("midnight")
    ('bridgefront', 'midnight')
    """
    return name.partition(MARK)[0]
