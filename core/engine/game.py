"""The game protocol: the interface of a game to the kernel, the bots, the net and the client.

A game is one object. A match of it is one *state*, public to the last bit, and every event happens in a *step*. The
state asks some seats and each gives a decision. A beacon that none of them knew is added, and the state advances.

    state = game.new(setup)
    while not state.over:
        asks = game.asks(state)
        decisions = {seat: player.decide(...) for seat in asks}
        events = game.step(state, decisions, beacon)

Seats are numbered 1..n. In columns by seat, index 0 belongs to no seat (the bank).
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

    `match` is the match id (32 bytes). `sealed` is False for search and simulation. That is the null scheme, where
    slots have no commitments (protocol 6.7).
    """

    seats: int
    options: Mapping[str, Value]
    match: bytes
    sealed: bool = True


Detail: TypeAlias = tuple[Any, ...]  # each kind has its question, which types the details
"""The details of an ask."""


class Ask(NamedTuple):
    """A decision that a seat owes now. It is public: it follows from the state alone.

    The client answers `automatic` asks from its secrets without its player (fresh slots, cards that must be shown).
    """

    kind: str
    detail: Detail = ()
    automatic: bool = False


Decision: TypeAlias = tuple[Plain, ...]
"""A NamedTuple of the game; the array of its fields is sent to the peers."""

Event: TypeAlias = tuple[Plain, ...]
"""A NamedTuple of the game: something that happened, in enough detail to show and describe it."""


class IllegalDecision(ValueError):
    """A decision that the rules refuse; the state has not changed.

    `kind` is one word of the evidence table: decision, duty, slot, claim, audit, pass, share, copy (protocol part 16).
    """

    def __init__(self, seat: int, why: str, kind: str = "decision") -> None:
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat
        self.why = why
        self.kind = kind


class Lost(frozenset[int]):
    """The seats that do not decide in a step.

    `refused` holds those of them whose opening counted and was refused, or held no decision that was due. It maps each
    to the kind of its fault. The other seats were absent.
    """

    refused: Mapping[int, str]

    def __new__(cls, seats: Iterable[int] = (), refused: Mapping[int, str] | None = None) -> Self:
        lost = super().__new__(cls, seats)
        lost.refused = dict(refused or {})
        return lost


class Standing(NamedTuple):
    """The place of a seat, at the end or on the way: rank 1 is first, equal ranks share it.

    Where all win or lose together, the rank is 1 for all once they have won, and 2 before that or after a defeat.
    """

    rank: int
    seat: int
    score: tuple[tuple[str, Value], ...]


class Chooser(Protocol):
    """A source of arbitrary choices: a bot's dice, a stream."""

    def uniform(self, n: int) -> int:
        """Return a whole number 0..n-1."""


def shuffled(items: Iterable[T], chance: Chooser) -> list[T]:
    """Return the items in an arbitrary order."""
    mixed = list(items)
    for i in range(len(mixed) - 1, 0, -1):
        j = chance.uniform(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


@runtime_checkable
class State(Protocol):
    """The whole public state of a match: `t` numbers the coming step, from 1; `beacon` is the last one.

    No rule depends on `t`: where a new match continues an old one, `t` begins at 1 again (protocol 14.10).
    """

    t: int
    beacon: bytes
    over: bool
    field_names: ClassVar[tuple[str, ...]]
    """The names of its top-level fields, in their order."""

    def clone(self) -> Self:
        """Return an independent copy."""

    def lower(self) -> list[Plain]:
        """Return the fields as plain values."""

    def digest(self) -> bytes:
        """Return the digest of the whole state, 32 bytes."""

    def sub_digests(self) -> list[bytes]:
        """Return one digest for each top-level field."""


class GameOf(Protocol[S]):
    """A game by the type of its state; one object without state of its own serves all matches."""

    name: str
    title: str
    kind: str
    """The kind of winning with two seats or more: a word of `core.engine.result`."""
    seat_counts: tuple[int, ...]
    options: Options

    def new(self, setup: Setup) -> S:
        """Return the state before step 1."""

    def asks(self, state: S) -> dict[int, Ask]:
        """Return the decisions that are due now, by ascending seat.

        The result may be empty: then the step needs the beacon alone.
        """

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        """Return the decision that a peer sent as plain data.

        Raise `IllegalDecision` if it does not have the right shape.
        """

    def check(self, state: S, seat: int, decision: Decision) -> None:
        """Raise `IllegalDecision` unless the seat may decide this now."""

    def look_ahead(self, state: S, decisions: Mapping[int, Decision]) -> None:
        """Precompute, on a worker, the proofs that `check` needs, the last first.

        It decides nothing. It may raise anything, and the state may be resolved meanwhile.
        """

    def step(
        self,
        state: S,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[S] | None = None,
    ) -> list[Event]:
        """Check every decision, then resolve the step in place. On `IllegalDecision` nothing has changed.

        `lost` are the seats without an opening that counts in this step (protocol 4.3, 14.6). `decisions` has one entry
        for every asked seat except these. First their closed cards are turned face up (protocol 14.7). Where a lost
        seat is asked, `stand_in` decides, and its duties are met without secrets. `states` collects a copy of the state
        at each event.
        """

    def stand_in(self, state: S, seat: int, chance: Chooser) -> Decision:
        """Return the decision for a lost seat that is asked, from the public state alone; never raise (14.6).

        Its cards are face up. Fresh slots, openings and claims are left out, since nobody has its secrets.
        """

    def carried(self, state: S, setup: Setup) -> S:
        """Return the position `state` as the state before step 1 of a new match (14.10).

        It comes from another match with these options and seats. The result shares no mutable data with `state`.
        """

    def deal_anew(self, state: S, seats: Collection[int], beacon: bytes, states: list[S] | None = None) -> list[Event]:
        """Resolve step 1 of a match that continues another, as `step` does, with no seat asked.

        All closed cards of `seats`, which are all there are, are redealt face up like those of a lost seat. Then the
        pending asks of the other match are repeated.
        """

    def automatic(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        """Return the answer that the client gives without its player, or None if a player must decide."""

    def default(self, state: S, seat: int, secrets: Secrets) -> Decision:
        """Return the decision that a seat's own client sends when its turn timer expires."""

    def recall(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Refill the slots that one of the seat's decisions in this state filled.

        This restores the faces to secrets that lack them.
        """

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """Return the legal decisions of the seat, one after the other, as far as the game can list them."""

    def room(self, state: S, seat: int) -> int:
        """Return the bytes that the decision of an asked seat may take, where that can be more than `SMALL` (4.1)."""

    def sample(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        """Return a legal decision drawn without regard to its merit."""

    def standing(self, state: S) -> list[Standing]:
        """Return the current standing of the seats, from first to last."""

    def badge(self, state: S, seat: int) -> tuple[str, str, str]:
        """Return the seat's part as ("faction", its name in data, its name on screen).

        The names are empty before the faction is known.
        """

    def headings(self, state: S) -> tuple[tuple[str, str], ...]:
        """Return the columns of a table of the standing: (heading, name of the score)."""

    def rounds(self, state: S) -> int:
        """Return the number of rounds that have begun."""

    def progress(self, state: S) -> str:
        """Return the progress of the match in a few words: round, phase."""

    def place(self, state: S) -> tuple[Value, ...]:
        """Return the point that the match has reached: round, phase and other values that matches share."""

    def tell(self, state: S, event: Event) -> str:
        """Return the event as one line, in a person's words."""

    def describe(self, state: S) -> str:
        """Return the state in words, to print beside its digest."""

    def choice(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> str:
        """Return a decision in a few words, as it is offered to its own seat."""

    def card(self, state: S, copy: int) -> str:
        """Return the name of a copy."""


Game: TypeAlias = GameOf[State]
"""A game whose own type of state is not known: it takes no states but those that it made itself."""


def any_game(game: GameOf[S]) -> Game:
    """Return a game for code that handles all games alike."""
    return cast(Game, game)  # "a game of some type of state" is no type in Python


class SharedRules(Protocol[S_contra]):
    """The chapter of shared decks in a game that has one, as the table needs it."""

    def lay_keys(self, state: S_contra, points: Sequence[tuple[bytes, ...]]) -> None:
        """Store the points of the seats, seat 1 first, in the state; raise `BadPoint`."""

    def seat_all(self, state: S_contra, secrets: Mapping[int, Secrets]) -> None:
        """Create the keys of all seats of a match in one process, and exchange their shares."""

    def stuck(self, state: S_contra) -> bool:
        """Return True if the deck cannot continue: less than a majority of seats has not cheated it."""


def shared_of(game: GameOf[S]) -> SharedRules[S] | None:
    """Return the chapter of shared decks of a game, or None for a game without one."""
    found: SharedRules[S] | None = getattr(game, "shared", None)
    return found


class Player(Protocol):
    """A player that decides for one seat. It sees the public state and its own secrets, no more."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision for the ask that `game.asks(state)` has for the seat."""
