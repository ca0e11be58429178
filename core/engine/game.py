"""The game protocol: what a game gives to the kernel, the bots, the net and the client.

A game is one object. A match of it is one *state*, public to the last bit, and everything that happens is a *step*:
the state asks some seats, each gives a decision, a beacon unknown to all of them joins in, the state moves on.

    state = game.new(setup)
    while not state.over:
        asks = game.asks(state)
        decisions = {seat: player.decide(...) for seat in asks}
        events = game.step(state, decisions, beacon)

Seats are numbered 1..n; in columns by seat, index 0 belongs to nobody (the bank).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from core.engine.codec import Plain
from core.engine.hidden.secrets import Secrets
from core.engine.options import Options, Value

T = TypeVar("T")
S = TypeVar("S", bound="State")


class Setup(NamedTuple):
    """What a match starts from; the same for every peer.

    `match` is the match id (32 bytes). `sealed` is False for search and simulation: the null scheme, where slots
    have no commitments (PROTOCOL 6.7).
    """

    seats: int
    options: Mapping[str, Value]
    match: bytes
    sealed: bool = True


class Ask(NamedTuple):
    """What a seat must decide now. Public: it follows from the state alone.

    `automatic` asks are answered by the client from its secrets without its player (fresh slots, cards that must be
    shown).
    """

    kind: str
    detail: tuple[Any, ...] = ()
    automatic: bool = False


Decision: TypeAlias = tuple[object, ...]
"""A NamedTuple of the game: the array of its fields is what travels."""

Event: TypeAlias = tuple[object, ...]
"""A NamedTuple of the game: something that happened, in enough detail to show and to tell it."""


class IllegalDecision(ValueError):
    """A decision that the rules refuse; the state has not changed.

    `kind` is one word of the evidence table (PROTOCOL part 16): decision, duty, slot, claim, audit, pass, share, copy.
    """

    def __init__(self, seat: int, why: str, kind: str = "decision") -> None:
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat
        self.why = why
        self.kind = kind


class Lost(frozenset[int]):
    """The seats that have no say in a step. `refused` are those of them whose opening counted and was refused, or held
    no decision that was due, by the kind of their fault; the others were not there.
    """

    refused: Mapping[int, str]

    def __new__(cls, seats: Iterable[int] = (), refused: Mapping[int, str] | None = None) -> Self:
        lost = super().__new__(cls, seats)
        lost.refused = dict(refused or {})
        return lost


class Standing(NamedTuple):
    """A seat's place at the end or on the way: rank 1 is first, equal ranks share it. Where all win or lose as one, it
    is 1 for all once they have won, and 2 before and after.
    """

    rank: int
    seat: int
    score: tuple[tuple[str, Value], ...]


class Chooser(Protocol):
    """Where arbitrary choices come from: a bot's dice, a stream."""

    def uniform(self, n: int) -> int:
        """A whole number 0..n-1."""


def shuffled(items: Iterable[T], chance: Chooser) -> list[T]:
    """The items in an arbitrary order."""
    mixed = list(items)
    for i in range(len(mixed) - 1, 0, -1):
        j = chance.uniform(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


@runtime_checkable
class State(Protocol):
    """The whole public state of a match: `t` is the number of the coming step, from 1; `beacon` the last one.

    No rule counts by `t`: where a match is played on as a new one (PROTOCOL 14.10), it begins at 1 again.
    """

    t: int
    beacon: bytes
    over: bool

    def clone(self) -> Self:
        """An independent copy."""

    def lower(self) -> list[Plain]:
        """The fields as plain values."""

    def digest(self) -> bytes:
        """32 bytes over the whole state."""

    def sub_digests(self) -> list[bytes]:
        """One digest for each top-level field."""


class GameOf(Protocol[S]):
    """A game by the type of its state: itself without state, one object for all its matches."""

    name: str
    title: str
    kind: str
    """What winning is, with two seats or more: a word of `core.engine.result`."""
    seat_counts: tuple[int, ...]
    options: Options

    def new(self, setup: Setup) -> S:
        """The state before step 1."""

    def asks(self, state: S) -> dict[int, Ask]:
        """Who must decide what now, by ascending seat; may be empty (a step of the beacon alone)."""

    def read(self, state: S, seat: int, plain: Plain) -> Decision:
        """The decision that a peer sent as plain data; raises `IllegalDecision` if it has not the right shape."""

    def check(self, state: S, seat: int, decision: Decision) -> None:
        """Raises `IllegalDecision` unless the seat may decide this now."""

    def look_ahead(self, state: S, decisions: Mapping[int, Decision]) -> None:
        """Reckons on another core what `check` will ask for, the last first. It decides nothing; it may raise anything,
        and the state may be resolved meanwhile.
        """

    def step(
        self,
        state: S,
        decisions: Mapping[int, Decision],
        beacon: bytes,
        lost: Collection[int] = frozenset(),
        states: list[S] | None = None,
    ) -> list[Event]:
        """Checks every decision, then resolves the step in place. On `IllegalDecision` nothing has changed.

        `lost` are the seats without an opening that counts in this step (PROTOCOL 4.3, 14.6): `decisions` holds one of
        every asked seat but these. Before all else their closed cards are put in the open (14.7); where they are asked,
        `stand_in` decides and duties are met without secrets. `states` takes a copy of the state at each event.
        """

    def stand_in(self, state: S, seat: int, chance: Chooser) -> Decision:
        """What a lost seat decides where it is asked, from the public state alone (14.6); never raises.

        Its cards lie in the open. Fresh slots, openings and claims are left out: nobody has its secrets.
        """

    def carried(self, state: S, setup: Setup) -> S:
        """The position `state`, in which another match of these options and seats stood, as the state before step 1 of
        a new one (14.10). It shares nothing that changes with `state`.
        """

    def deal_anew(self, state: S, seats: Collection[int], beacon: bytes, states: list[S] | None = None) -> list[Event]:
        """Step 1 of such a match: as `step`, with nobody asked. All closed cards of `seats`, which are all there are,
        are dealt anew in the open as those of a lost seat are; then is asked what was asked in the other match.
        """

    def automatic(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        """The answer that the client gives without its player, or None if a player must decide."""

    def default(self, state: S, seat: int, secrets: Secrets) -> Decision:
        """What a seat's own client sends when its turn timer runs out."""

    def recall(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Lays again what an own decision in this state has laid, so that secrets without faces come to know them."""

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """The legal decisions of the seat, one after the other, as far as the game can list them."""

    def room(self, state: S, seat: int) -> int:
        """Return the bytes that the decision of an asked seat may take, where that can be more than `SMALL` (4.1)."""

    def sample(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        """A legal decision drawn without regard to its merit."""

    def standing(self, state: S) -> list[Standing]:
        """The seats from first to last, as it stands."""

    def badge(self, state: S, seat: int) -> tuple[str, str, str]:
        """What the seat plays, as ("faction", its name in data, its name on screen); empty names before it is known."""

    def headings(self, state: S) -> tuple[tuple[str, str], ...]:
        """The columns of a table of the standing: (heading, name of the score)."""

    def rounds(self, state: S) -> int:
        """How many rounds have begun."""

    def progress(self, state: S) -> str:
        """Where the match is, in a few words: round, phase."""

    def place(self, state: S) -> tuple[Value, ...]:
        """Where the match is, for whatever two matches have in common there: round, phase and the like."""

    def tell(self, state: S, event: Event) -> str:
        """The event as one line, as a person would tell it."""

    def describe(self, state: S) -> str:
        """The state in words, to print beside its digest."""

    def choice(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> str:
        """A decision in a few words, as it is offered to its own seat."""

    def card(self, state: S, copy: int) -> str:
        """What a copy is called."""


Game: TypeAlias = GameOf[Any]
"""Any game."""


class Player(Protocol):
    """Decides for one seat. It sees the public state and its own secrets, no more."""

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """A legal decision for the ask that `game.asks(state)` has for the seat."""
