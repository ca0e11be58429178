"""Matches that continue an earlier match without replacing its result (protocol 14.10).

Such a match belongs to a `ForkedGame`, which has the rules of its base and begins in the position of the earlier match.
Step 1 redeals all closed cards face up before any seat is asked. From then on the game behaves like its base.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from core.engine.codec import H, Plain
from core.engine.game import Ask, Decision, Event, Game, IllegalDecision, Setup, State
from core.engine.options import Options

ORIGIN_SEPARATOR = "+"
"""Separator between the name of the base game and the name of the origin."""


class Origin(NamedTuple):
    """Position where a forked match begins: a step of an earlier match, and the digest of the state there."""

    match: bytes
    t: int
    digest: bytes

    @property
    def name(self) -> str:
        """Short name of the origin: 16 hexadecimal digits."""
        return H("tether.part", [*self]).hex()[:16]


class ForkedGame:
    """A game that continues a match of `base` before step `t`, from the position `state`.

    The seats and options are those of the earlier match. `record` is the record file of that match, which callers store
    with the new match. In all other respects the game behaves like its base.
    """

    def __init__(self, base: Game, setup: Setup, state: State, t: int, record: bytes = b"") -> None:
        self.base = base
        self.origin = Origin(setup.match, t, state.digest())
        self.record = record
        self.name = f"{base.name}{ORIGIN_SEPARATOR}{self.origin.name}"
        self.title = f"{base.title}, played on"
        self.seat_counts: tuple[int, ...] = (setup.seats,)
        self.options = Options(
            option._replace(values=(setup.options[name],), default=setup.options[name])
            for name, option in base.options.table.items()
        )
        self._seats = range(1, setup.seats + 1)
        self._state = state.clone()

    def __getattr__(self, name: str) -> Any:  # any member of the base
        if name == "base":
            raise AttributeError(name)
        return getattr(self.base, name)

    def new_state(self, setup: Setup) -> State:
        """Return the position as the state before step 1."""
        if setup.seats not in self.seat_counts:
            raise ValueError(f"{self.title} is for {len(self._seats)} players, not {setup.seats}")
        return self.base.carry_over(self._state, setup)

    def pending_asks(self, state: State) -> dict[int, Ask]:
        """Return the pending questions of the base game, or none before the cards are redealt."""
        return {} if _is_undealt(state) else self.base.pending_asks(state)

    def read(self, state: State, seat: int, plain: Plain) -> Decision:
        """Return the decision that a peer sent as plain data; raise `IllegalDecision` if it is malformed."""
        _refuse_undealt(state, seat)
        return self.base.read(state, seat, plain)

    def check(self, state: State, seat: int, decision: Decision) -> None:
        """Raise `IllegalDecision` unless the seat may decide this now."""
        _refuse_undealt(state, seat)
        self.base.check(state, seat, decision)

    def step(
        self,
        state: State,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[State] | None = None,
    ) -> list[Event]:
        """Redeal all closed cards in step 1; resolve every other step as the base does."""
        if not _is_undealt(state):
            return self.base.step(state, decisions, beacon, lost, states)
        for seat in decisions:
            _refuse_undealt(state, seat)
        return self.base.redeal_all(state, self._seats, beacon, states)


def _is_undealt(state: State) -> bool:
    return state.t == 1


def _refuse_undealt(state: State, seat: int) -> None:
    if _is_undealt(state):
        raise IllegalDecision(seat, "decides without being asked")


def base_of(game: Game) -> Game:
    """Return the game whose rules this one uses: the base of a forked game, otherwise the game itself."""
    return game.base if isinstance(game, ForkedGame) else game


def base_name(name: str) -> str:
    """Return the name of the game whose rules a game of this name uses.

    >>> base_name("bridgefront+0123456789abcdef"), base_name("midnight")
    ('bridgefront', 'midnight')
    """
    return name.partition(ORIGIN_SEPARATOR)[0]
