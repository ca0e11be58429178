"""Matches in one process, without a network, for search, simulation and tests.

A sealed match is identical, bit for bit, to one played over the network. An unsealed match takes its beacon from the
seed alone. It is fast, and reproducible from the game, options, seed and decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

from core.engine.chance.beacon import next_beacon
from core.engine.codec import H
from core.engine.fork import base_name
from core.engine.game import Decision, Event, GameOf, Player, Setup, State, any_game, shared_of
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value

S = TypeVar("S", bound=State)

ChosenOptions = Mapping[str, Value] | None
"""Chosen options by name; all others have their defaults."""
Watcher = Callable[[S, Mapping[int, Decision], list[Event]], None]
"""Callback that receives the new state, the decisions and the events after each step."""


@runtime_checkable
class SeededPlayer(Protocol):
    """A player with dice of its own."""

    def reseed(self, key: bytes) -> None:
        """Restart the player's dice from this key."""


class SecretsInOrder(Secrets):
    """Secrets of a match with keyed luck, which put cards into slots in ascending order.

    The beacon still draws the slots at random.
    """

    def secret_order(self, t: int, zone: int, copies: Sequence[int]) -> list[int]:
        return list(copies)


class KeyedLuck:
    """Luck that depends on the place in the match, so that two matches with the same seed can be compared.

    Both have the same beacon and the same bot dice at the k-th step at a place, whatever happened before. So matches
    that differ in one rule or player can be compared pair by pair.
    """

    def __init__(self, match: bytes) -> None:
        self._match = match
        self._place: tuple[Value, ...] = ()
        self._step = 0

    def begin(self, place: tuple[Value, ...]) -> None:
        """Begin a step at this place; the next keys belong to it."""
        self._step = self._step + 1 if place == self._place else 1
        self._place = place

    def key(self, seat: int) -> bytes:
        """Return the key for the dice of a seat's bot in this step, or for the beacon if `seat` is 0."""
        return H("tether.local", [self._match, seat, *self._place, self._step])


class LocalMatch(Generic[S]):
    """A match in one process: its state, and the secrets and players of all seats.

    With `keyed` luck, two matches of one seed stay comparable even if their players decide differently (see
    `KeyedLuck`). `keyed` and `sealed` exclude each other.
    """

    def __init__(
        self,
        game: GameOf[S],
        players: Mapping[int, Player],
        seed: str = "",
        options: ChosenOptions = None,
        sealed: bool = False,
        keyed: bool = False,
    ) -> None:
        if keyed and sealed:
            raise ValueError("real nonces cannot be keyed")
        self.game = game
        self.players = players
        self.seats = len(players)
        match = H("tether.local", [base_name(game.name), seed])
        chosen = game.options.values_by_name(game.options.complete_values(options or {}))
        self.state = game.new_state(Setup(self.seats, chosen, match, sealed))
        self.luck = KeyedLuck(match) if keyed else None
        kind = SecretsInOrder if keyed else Secrets
        self.secrets = {
            seat: kind(match, seat, H("tether.localseat", [match, seat]), sealed, _pairs(match, seat, players))
            for seat in players
        }
        shared = shared_of(game)
        if shared is not None and sealed:
            shared.create_all_keys(self.state, self.secrets)
        self.match = match
        self.decided = 0
        self.sealed = sealed

    def step(self, lost: Collection[int] = frozenset()) -> tuple[Mapping[int, Decision], list[Event]]:
        """Collect the decisions of all asked seats that are not lost, and resolve one step.

        Return the decisions and the events.
        """
        game, state = self.game, self.state
        decisions = {}
        if self.luck is not None:
            self.luck.begin(game.progress_key(state))
        for seat in game.pending_asks(state):
            if seat in lost:
                continue
            secrets = self.secrets[seat]
            decision = game.automatic_decision(state, seat, secrets)
            if decision is None:
                player = self.players[seat]
                if self.luck is not None and isinstance(player, SeededPlayer):
                    player.reseed(self.luck.key(seat))
                decision = player.decide(any_game(game), state, seat, secrets)
            decisions[seat] = decision
        self.decided += len(decisions)
        events = game.step(state, decisions, self.beacon(lost), lost)
        return decisions, events

    def beacon(self, lost: Collection[int] = frozenset()) -> bytes:
        """Return the beacon of the next step.

        In a sealed match it comes from the nonces of all seats that are not lost, otherwise from the seed alone.
        """
        if self.luck is not None:
            return self.luck.key(0)
        t, before = self.state.t, self.state.beacon
        counted = [seat for seat in self.secrets if seat not in lost] if self.sealed else []
        nonces = [(seat, self.secrets[seat].nonce(t)) for seat in counted]
        return next_beacon(self.match, t, before, nonces)

    def play(self, watch: Watcher[S] | None = None, limit: int = 100_000) -> S:
        """Play to the end, and return the final state; raise `RuntimeError` after more than `limit` steps."""
        while not self.state.over:
            if self.state.t > limit:
                raise RuntimeError(f"the match has not ended after {limit} steps")
            decisions, events = self.step()
            if watch is not None:
                watch(self.state, decisions, events)
        return self.state


def _pairs(match: bytes, seat: int, seats: Collection[int]) -> dict[int, bytes]:
    """Return the keys that a seat shares with each other seat."""
    return {
        other: H("tether.localpair", [match, min(seat, other), max(seat, other)]) for other in seats if other != seat
    }
