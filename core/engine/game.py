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
    """The initial conditions of a match, which are the same for every peer.

    `match` is the match id (32 bytes). `sealed` is False for search and simulation. Such a match uses the null scheme,
    in which slots have no commitments (protocol 6.7). `rules` is the text of a ruleset without its name and its
    options; it is empty for the printed rules (`core.engine.ruleset`).
    """

    seats: int
    options: Mapping[str, Value]
    match: bytes
    sealed: bool = True
    rules: str = ""


Detail: TypeAlias = tuple[Any, ...]  # each kind has its question, which types the details
"""The details of an ask, as plain values."""


class Ask(NamedTuple):
    """A decision that a seat must make now. It is public, because it follows from the state alone.

    The client answers `automatic` asks from its secrets without its player (fresh slots, cards that must be shown).
    """

    kind: str
    detail: Detail = ()
    automatic: bool = False


Decision: TypeAlias = tuple[Plain, ...]
"""A decision, as a NamedTuple of the game; the peers receive its fields as an array."""

Event: TypeAlias = tuple[Plain, ...]
"""An event, as a NamedTuple of the game, with enough detail to show and describe it."""


class IllegalDecision(ValueError):
    """An error: the rules refuse a decision; the state has not changed.

    `kind` is one word of the evidence table: decision, duty, slot, claim, audit, pass, share, copy (protocol part 16).
    """

    def __init__(self, seat: int, why: str, kind: str = "decision") -> None:
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat
        self.why = why
        self.kind = kind


class Lost(frozenset[int]):
    """The seats that make no decision in a step.

    `refused` maps some of them to the kind of their fault. Their opening counted, but it was refused, or it contained
    no decision although one was due. The other seats were absent.
    """

    refused: Mapping[int, str]

    def __new__(cls, seats: Iterable[int] = (), refused: Mapping[int, str] | None = None) -> Self:
        lost = super().__new__(cls, seats)
        lost.refused = dict(refused or {})
        return lost


class Standing(NamedTuple):
    """The place of a seat, during the match or at its end; equal seats share a rank.

    Rank 1 is the first. If all seats win or lose together, the rank of all is 1 once they have won. It is 2 before that
    or after a defeat.
    """

    rank: int
    seat: int
    score: tuple[tuple[str, Value], ...]


class Chooser(Protocol):
    """A source of arbitrary choices, such as a bot's dice or a stream."""

    def uniform(self, n: int) -> int:
        """Return an arbitrary whole number 0..n-1."""


def shuffled(items: Iterable[T], chance: Chooser) -> list[T]:
    """Return the items in an arbitrary order."""
    mixed = list(items)
    for i in range(len(mixed) - 1, 0, -1):
        j = chance.uniform(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


@runtime_checkable
class State(Protocol):
    """The public state of a match; `t` is the number of the coming step, and `beacon` the last beacon.

    `t` begins at 1. No rule depends on it, since it begins at 1 again in a match that continues an old one (protocol
    14.10).
    """

    t: int
    beacon: bytes
    over: bool
    field_names: ClassVar[tuple[str, ...]]
    """The names of the top-level fields of the state, in order."""

    def clone(self) -> Self:
        """Return an independent copy of the state."""

    def lower(self) -> list[Plain]:
        """Return the fields as plain values."""

    def digest(self) -> bytes:
        """Return the digest of the whole state (32 bytes)."""

    def sub_digests(self) -> list[bytes]:
        """Return one digest for each top-level field."""


class GameOf(Protocol[S]):
    """A game for one type of state; one object, which has no state of its own, serves all matches."""

    name: str
    title: str
    kind: str
    """The kind of result of a match with two or more seats, as a word of `core.engine.result`."""
    seat_counts: tuple[int, ...]
    options: Options

    def new(self, setup: Setup) -> S:
        """Return the state before step 1."""

    def asks(self, state: S) -> dict[int, Ask]:
        """Return the decisions that are due now, in ascending order of seats.

        If the result is empty, the step needs only the beacon.
        """

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        """Return the decision that a peer sent as plain data.

        Raise `IllegalDecision` if it does not have the right shape.
        """

    def check(self, state: S, seat: int, decision: Decision) -> None:
        """Raise `IllegalDecision` unless the seat may decide this now."""

    def look_ahead(self, state: S, decisions: Mapping[int, Decision]) -> None:
        """Precompute, on a worker, the proofs that `check` needs, the last one first.

        This makes no decision about them. It may raise any exception, and the state may be resolved meanwhile.
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
        for every asked seat that is not lost. The step first turns the closed cards of lost seats face up (protocol
        14.7). If a lost seat is asked, `stand_in` decides for it and meets its duties without secrets. `states`
        collects a copy of the state at each event.
        """

    def stand_in(self, state: S, seat: int, chance: Chooser) -> Decision:
        """Return the decision for a lost seat that is asked, from the public state alone; never raise (14.6).

        The seat's cards are face up. The decision has no fresh slots, openings or claims, since nobody has the seat's
        secrets.
        """

    def carried(self, state: S, setup: Setup) -> S:
        """Return the position `state` as the state before step 1 of a new match (14.10).

        It comes from another match with these options and seats. The result shares no mutable data with `state`.
        """

    def deal_anew(self, state: S, seats: Collection[int], beacon: bytes, states: list[S] | None = None) -> list[Event]:
        """Resolve step 1 of a match that continues another, as `step` does, with no seat asked.

        `seats` are all seats of the match. All their closed cards are redealt face up, like those of a lost seat. Then
        the pending asks of the other match are repeated.
        """

    def automatic(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        """Return the answer that the client gives without its player, or None if a player must decide."""

    def default(self, state: S, seat: int, secrets: Secrets) -> Decision:
        """Return the decision that a seat's own client sends when its turn timer expires."""

    def recall(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Store again the faces of the slots that one of the seat's decisions in this state filled.

        This restores secrets that lack those faces.
        """

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """Yield the legal decisions of the seat, one after the other, as far as the game can list them."""

    def room(self, state: S, seat: int) -> int:
        """Return the bytes that the decision of an asked seat may take, if it can exceed `SMALL` (4.1)."""

    def sample(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        """Return a legal decision drawn without regard to its merit."""

    def standing(self, state: S) -> list[Standing]:
        """Return the current standing of the seats, from first to last."""

    def badge(self, state: S, seat: int) -> tuple[str, str, str]:
        """Return the seat's part as (kind of part such as "faction", its name in data, its name on screen).

        The names are empty before the part is known.
        """

    def headings(self, state: S) -> tuple[tuple[str, str], ...]:
        """Return the columns of a table of the standing: (heading, name of the score)."""

    def rounds(self, state: S) -> int:
        """Return the number of rounds that have begun."""

    def progress(self, state: S) -> str:
        """Return the progress of the match in a few words: round, phase."""

    def place(self, state: S) -> tuple[Value, ...]:
        """Return the point that the match has reached: round, phase and other values.

        Matches at equal points can be compared.
        """

    def tell(self, state: S, event: Event) -> str:
        """Return a description of the event as one line for players."""

    def describe(self, state: S) -> str:
        """Return a description of the state in words, which is printed beside the state's digest."""

    def duty(self, kind: str) -> str:
        """Return what a seat must do when it is asked a question of this kind, in words that follow "you must"."""

    def choice(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> str:
        """Return a short description of a decision, as the client offers it to the seat's player."""

    def card(self, state: S, copy: int) -> str:
        """Return the name of the card that has this copy number."""


Game: TypeAlias = GameOf[State]
"""A game whose state type is not known; it accepts only states that it made itself."""


def any_game(game: GameOf[S]) -> Game:
    """Return a game for code that handles all games alike."""
    return cast(Game, game)  # "a game of some type of state" is no type in Python


class SharedRules(Protocol[S_contra]):
    """The interface that the table needs from the chapter of shared decks, in a game that has one."""

    def lay_keys(self, state: S_contra, points: Sequence[tuple[bytes, ...]]) -> None:
        """Store the public key points of all seats in the state, seat 1 first.

        Raise `BadPoint` if a point is invalid.
        """

    def seat_all(self, state: S_contra, secrets: Mapping[int, Secrets]) -> None:
        """Create the keys of all seats of a match in one process, and exchange their shares."""

    def stuck(self, state: S_contra) -> bool:
        """Return True if the deck cannot continue, since too few seats are honest.

        At least a majority of the seats must not have cheated the deck.
        """


def shared_of(game: GameOf[S]) -> SharedRules[S] | None:
    """Return the chapter of shared decks of a game, or None if the game has none."""
    result: SharedRules[S] | None = getattr(game, "shared", None)
    return result


class Player(Protocol):
    """A player that decides for one seat. It sees the public state and its own secrets, no more."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision for the ask that `game.asks(state)` has for the seat."""
