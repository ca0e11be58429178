"""Events from a driver to its client: plain records, in the order in which things happened."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.game import Ask, Decision, Event, Standing


class Seated(NamedTuple):
    """Start of the match: all seats have shown their cards, and the match has its id."""

    match: bytes
    names: tuple[str, ...]


class DecisionRequest(NamedTuple):
    """Decision that our seat must make; `Driver.decide` takes the answer."""

    t: int
    ask: Ask


class Stepped(NamedTuple):
    """Resolved step; `digest` is that of the state after it."""

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()
    """Seats whose opening did not count: the game has decided for them."""


class Verdict(NamedTuple):
    """Stop of a match by a fault; `kind` names it.

    `kind` is a word of the evidence table (PROTOCOL 16), or share, card, fault, keys.

    `seat` is the seat that caused it, or 0 where no culprit is guessed. In that case `sides` groups the seats that
    agree, and `part` is the first differing part of the state.
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
    """Invalid entry signed by a seat while the match continues; `kind` is a word of the evidence table."""

    seat: int
    t: int
    kind: str
    words: str

    def __str__(self) -> str:
        return f"step {self.t}: seat {self.seat}: {self.words}"


class MotionShown(NamedTuple):
    """Motion of a seat to continue as the seats `W`; empty if it withdrew the motion (PROTOCOL 14.1)."""

    seat: int
    W: tuple[int, ...]


class Presence(NamedTuple):
    """Seats that take part from now on, and seats that are away."""

    present: tuple[int, ...]
    away: tuple[int, ...]


class AdjournWish(NamedTuple):
    """Wish of a seat to adjourn."""

    seat: int


class Proof(NamedTuple):
    """Evidence that seat `seat` broke a rule in step t, as the bytes of a file (`net.proofs.evidence`)."""

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
    """End of the match, with the same result signed by every seat."""

    t: int
    digest: bytes
    standing: tuple[Standing, ...]
    ended: str = ""
    """Kind of early end, if the match ended before its rules did (`net.match.early_end`)."""
    conceded: tuple[int, ...] = ()
    """Seats that conceded."""
    broke: tuple[int, ...] = ()
    """The seats that have broken a rule and so cannot win."""


class Conceded(NamedTuple):
    """Concession of a seat."""

    seat: int


class Agreeing(NamedTuple):
    """Seats that agree to end the match now; empty once the earlier ones no longer do."""

    seats: tuple[int, ...]


class ChatMessage(NamedTuple):
    """A line of chat; one to seat `to` is private, and its text is empty where it cannot be read."""

    seat: int
    text: str
    to: int = 0


class PlayerNotice(NamedTuple):
    """Notice that a person at the table should read."""

    words: str


Report = (
    Seated
    | DecisionRequest
    | Stepped
    | Verdict
    | Accused
    | Proof
    | Desync
    | MotionShown
    | Presence
    | AdjournWish
    | Conceded
    | Agreeing
    | Finished
    | ChatMessage
    | PlayerNotice
)


class Owed(NamedTuple):
    """Seat that the match waits for, and the entry that it owes."""

    seat: int
    what: str
