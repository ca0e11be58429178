"""The interface of a game, used by the engine, bots, network and client.

A game is one object, and a match of it is one public *state*. In each *step*, the state asks some seats for decisions.
The step then resolves them with random numbers from a beacon, which no seat can predict.

    state = game.new(setup)
    while not state.over:
        asks = game.asks(state)
        decisions = {seat: player.decide(...) for seat in asks}
        events = game.step(state, decisions, beacon)

Seats are numbered 1..n. In lists indexed by seat, index 0 belongs to no seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast, runtime_checkable

from core.engine.codec import Plain
from core.engine.hidden.secrets import Secrets
from core.engine.options import Options, Value

T = TypeVar("T")
S = TypeVar("S", bound="State")
S_contra = TypeVar("S_contra", bound="State", contravariant=True)


class Setup(NamedTuple):
    """The initial conditions of a match, the same for every peer.

    `match` is the match id (32 bytes). `sealed` is False for search and simulation, where slots have no commitments
    (the null scheme, protocol 6.7). `rules` is the text of a ruleset without its name and options. It is empty for the
    printed rules.
    """

    seats: int
    options: Mapping[str, Value]
    match: bytes
    sealed: bool = True
    rules: str = ""


Detail: TypeAlias = tuple[Any, ...]  # each kind has its question, which types the details
"""The details of a question, as plain values."""


class Ask(NamedTuple):
    """A question that a seat must answer now.

    Questions are public, because they follow from the state alone. If `is_automatic` is True, the client answers from
    the seat's secrets without asking the player.
    """

    kind: str
    detail: Detail = ()
    is_automatic: bool = False


Decision: TypeAlias = tuple[Plain, ...]
"""A decision: a NamedTuple defined by the game, which peers receive as an array of its fields."""

Event: TypeAlias = tuple[Plain, ...]
"""An event: a NamedTuple defined by the game, detailed enough to show and describe it."""


class IllegalDecision(ValueError):
    """Raised when the rules refuse a decision; the state has not changed.

    `kind` is the kind of evidence: decision, duty, slot, claim, audit, pass, share or copy (protocol part 16).
    """

    def __init__(self, seat: int, reason: str, kind: str = "decision") -> None:
        super().__init__(f"seat {seat}: {reason}")
        self.seat = seat
        self.reason = reason
        self.kind = kind


class LostSeats(frozenset[int]):
    """The seats that make no decision in a step.

    `refusals` maps the seats that were present to the kind of their fault: their decision was missing or refused. All
    other lost seats were absent.
    """

    refusals: Mapping[int, str]

    def __new__(cls, seats: Iterable[int] = (), refused: Mapping[int, str] | None = None) -> Self:
        lost = super().__new__(cls, seats)
        lost.refusals = dict(refused or {})
        return lost


class Standing(NamedTuple):
    """The rank of a seat, during the match or at its end; seats with equal results share a rank.

    Rank 1 is the best. If all seats win or lose together, every rank is 1 after a victory, and 2 before it or after a
    defeat.
    """

    rank: int
    seat: int
    score: tuple[tuple[str, Value], ...]


class RandomSource(Protocol):
    """A source of arbitrary choices, such as a bot's dice or a random stream."""

    def uniform(self, n: int) -> int:
        """Return an arbitrary whole number 0..n-1."""


def shuffled(items: Iterable[T], chance: RandomSource) -> list[T]:
    """Return the items in a random order drawn from `chance`."""
    mixed = list(items)
    for i in range(len(mixed) - 1, 0, -1):
        j = chance.uniform(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


@runtime_checkable
class State(Protocol):
    """The public state of a match.

    `t` is the number of the next step, from 1, and `beacon` is the last beacon. No rule may depend on `t`, since it
    begins at 1 again in a match that continues an earlier one (protocol 14.10).
    """

    t: int
    beacon: bytes
    over: bool
    field_names: ClassVar[tuple[str, ...]]
    """Names of the top-level fields of the state, in order."""

    def clone(self) -> Self:
        """Return an independent copy of the state."""

    def lower(self) -> list[Plain]:
        """Return the fields as plain values."""

    def digest(self) -> bytes:
        """Return the digest of the whole state (32 bytes)."""

    def sub_digests(self) -> list[bytes]:
        """Return one digest for each top-level field."""


class GameOf(Protocol[S]):
    """A game whose states are of type `S`; one object serves all matches."""

    name: str
    title: str
    kind: str
    """Kind of result of a match with two or more seats, one of the constants in `core.engine.result`."""
    seat_counts: tuple[int, ...]
    options: Options

    def new_state(self, setup: Setup) -> S:
        """Return the state before step 1."""

    def pending_asks(self, state: S) -> dict[int, Ask]:
        """Return the question that each asked seat must answer now, in ascending order of seats.

        If the result is empty, the step needs only the beacon.
        """

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        """Return the decision that a peer sent as plain data.

        Raise `IllegalDecision` if its fields have the wrong types.
        """

    def check(self, state: S, seat: int, decision: Decision) -> None:
        """Raise `IllegalDecision` unless the seat may decide this now."""

    def precompute_checks(self, state: S, decisions: Mapping[int, Decision]) -> None:
        """Precompute, on a worker, the proofs that `check` needs, the last one first.

        The decisions may be invalid, so this may raise any exception. The state may change meanwhile.
        """

    def step(
        self,
        state: S,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[S] | None = None,
    ) -> list[Event]:
        """Check every decision, then resolve the step in place, and return its events.

        `decisions` has one entry for every asked seat that is not lost; `lost` are the seats that make no decision in
        this step (protocol 4.3, 14.6). The closed cards of lost seats are turned face up first (14.7), and `stand_in`
        decides for lost seats that are asked. `states` receives a copy of the state after each event. Raise
        `IllegalDecision` and change nothing if a decision is illegal.
        """

    def stand_in(self, state: S, seat: int, chance: RandomSource) -> Decision:
        """Return a substitute decision for a lost seat, from the public state alone; never raise (protocol 14.6).

        The seat's cards are face up. The decision contains no fresh slots, openings or claims, since these need the
        seat's secrets.
        """

    def carry_over(self, state: S, setup: Setup) -> S:
        """Return the position `state` as the state before step 1 of a new match (protocol 14.10).

        `state` comes from another match with the same options and seats. The result shares no mutable data with it.
        """

    def redeal_all(self, state: S, seats: Collection[int], beacon: bytes, states: list[S] | None = None) -> list[Event]:
        """Resolve step 1 of a match that continues an earlier one, and return its events.

        `seats` are all seats of the match. Their closed cards are redealt face up, like those of a lost seat. Then the
        pending questions of the earlier match are asked again.
        """

    def automatic_decision(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        """Return the decision that the client makes without asking its player, or None if the player must decide."""

    def default_decision(self, state: S, seat: int, secrets: Secrets) -> Decision:
        """Return the decision that a seat's client sends when the turn timer expires."""

    def restore_faces(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Restore the faces of the slots that one of the seat's own decisions filled, from that decision."""

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """Yield the legal decisions of the seat that the game can list, one by one."""

    def max_decision_size(self, state: S, seat: int) -> int:
        """Return the maximum size of the seat's decision in bytes (protocol 4.1).

        It is 0 if `DEFAULT_MAX_SIZE` bytes are enough.
        """

    def sample(self, state: S, seat: int, secrets: Secrets, chance: RandomSource) -> Decision:
        """Return a random legal decision, good or bad."""

    def standing(self, state: S) -> list[Standing]:
        """Return the current standing of the seats, from first to last."""

    def badge(self, state: S, seat: int) -> tuple[str, str, str]:
        """Return the seat's side in the game, as (kind such as "faction", name in data, name on screen).

        The names are empty until the side is known.
        """

    def headings(self, state: S) -> tuple[tuple[str, str], ...]:
        """Return the columns of the table of standings, as pairs (heading, name of the score)."""

    def rounds(self, state: S) -> int:
        """Return the number of rounds that have begun."""

    def progress(self, state: S) -> str:
        """Return the progress of the match in a few words: round, phase."""

    def progress_key(self, state: S) -> tuple[Value, ...]:
        """Return the point that the match has reached, as values such as round and phase.

        Two matches of one game can be compared when they are at equal points.
        """

    def narrate(self, state: S, event: Event) -> str:
        """Return a description of the event in one line for players."""

    def describe(self, state: S) -> str:
        """Return a description of the state in words, which is shown beside the state's digest."""

    def task_text(self, kind: str) -> str:
        """Return what a seat must do when it is asked a question of this kind, in words that follow "you must"."""

    def describe_decision(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> str:
        """Return a short description of a decision, as the client offers it to its player."""

    def card_name(self, state: S, copy: int) -> str:
        """Return the name of the card that has this copy number."""


Game: TypeAlias = GameOf[State]
"""A game whose state type is not known; it accepts only the states that it made itself."""


def any_game(game: GameOf[S]) -> Game:
    """Return a game typed for code that treats all games alike."""
    return cast(Game, game)  # "a game of some type of state" is no type in Python


class SharedRules(Protocol[S_contra]):
    """Interface between the table and the shared-deck rules of a game."""

    def store_keys(self, state: S_contra, points: Sequence[tuple[bytes, ...]]) -> None:
        """Store the public key points of all seats in the state, beginning with seat 1.

        Raise `BadPointError` if a point is invalid.
        """

    def create_all_keys(self, state: S_contra, secrets: Mapping[int, Secrets]) -> None:
        """Create the deck keys of all seats in one process, and exchange their shares."""

    def is_stuck(self, state: S_contra) -> bool:
        """Return True if the deck cannot continue.

        It continues only with a majority of seats that have not cheated the deck.
        """


def shared_of(game: GameOf[S]) -> SharedRules[S] | None:
    """Return the shared-deck rules of a game, or None if the game has none."""
    result: SharedRules[S] | None = getattr(game, "shared", None)
    return result


class Player(Protocol):
    """A player, human or bot, who decides for one seat and sees only the public state and the seat's secrets."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision for the seat's question in `game.pending_asks(state)`."""
