"""What a driver tells its client: plain records, in the order in which things happened."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.engine.game import Ask, Event, Standing


class Seated(NamedTuple):
    """All seats have shown their cards: the match has its id."""

    match: bytes
    names: tuple[str, ...]


class Asked(NamedTuple):
    """The own seat must decide; `Driver.decide` takes the answer."""

    t: int
    ask: Ask


class Stepped(NamedTuple):
    """A step is resolved; `digest` is that of the state after it."""

    t: int
    decisions: dict[int, Any]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()
    """The seats whose opening did not count: the game has decided for them."""


class Verdict(NamedTuple):
    """The match stopped here. `kind` is a word of the evidence table (PROTOCOL 16), or share, card, fault, keys.

    `seat` is the seat that did it, or 0 where nobody is guessed; then `sides` are the seats that go with each other,
    and `part` the first differing part of the state.
    """

    seat: int
    t: int
    kind: str
    words: str
    sides: tuple[tuple[int, ...], ...] = ()
    part: str = ""

    def __str__(self) -> str:
        who = f"seat {self.seat}: " if self.seat else ""
        return f"step {self.t}: {who}{self.words}"


class Accused(NamedTuple):
    """A seat has signed what does not follow, and the match goes on; `kind` is a word of the evidence table."""

    seat: int
    t: int
    kind: str
    words: str

    def __str__(self) -> str:
        return f"step {self.t}: seat {self.seat}: {self.words}"


class Moved(NamedTuple):
    """A seat would go on as the seats `W`; with none it has withdrawn its motion (PROTOCOL 14.1)."""

    seat: int
    W: tuple[int, ...]


class Presence(NamedTuple):
    """Who takes part from now on, and who is away."""

    present: tuple[int, ...]
    away: tuple[int, ...]


class Wished(NamedTuple):
    """A seat wishes to adjourn."""

    seat: int


class Proof(NamedTuple):
    """Evidence that seat `seat` broke a rule in step t, as the bytes of an evidence file (`net.proofs.evidence`)."""

    seat: int
    t: int
    kind: str
    data: bytes


class Desync(NamedTuple):
    """Seat `seat` has another state before step t: the bytes of a desync report (`net.proofs.desync`)."""

    seat: int
    t: int
    data: bytes


class Finished(NamedTuple):
    """The match is over and every seat has signed the same result."""

    t: int
    digest: bytes
    standing: tuple[Standing, ...]
    ended: str = ""
    """How it ended before its rules did (`net.match.early_end`)."""
    conceded: tuple[int, ...] = ()
    """The seats that gave it up."""
    broke: tuple[int, ...] = ()
    """The seats that have broken a rule and so cannot win."""


class Conceded(NamedTuple):
    """A seat has given the match up."""

    seat: int


class Agreeing(NamedTuple):
    """The seats that would end the match now; none where those who would no longer do."""

    seats: tuple[int, ...]


class Said(NamedTuple):
    """A line of chat; one to seat `to` is private, and its text is empty where it cannot be read."""

    seat: int
    text: str
    to: int = 0


class Noted(NamedTuple):
    """Something that a person at the table should know."""

    words: str


Report = (
    Seated
    | Asked
    | Stepped
    | Verdict
    | Accused
    | Proof
    | Desync
    | Moved
    | Presence
    | Wished
    | Conceded
    | Agreeing
    | Finished
    | Said
    | Noted
)


class Owed(NamedTuple):
    """Whom the table waits for, and what that seat owes."""

    seat: int
    what: str
