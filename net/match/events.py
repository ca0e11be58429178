"""Events that a driver reports to its client: plain records, in the order in which things happened."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.game import Ask, Decision, Event, Standing


class Seated(NamedTuple):
    """Start of the match: all seats have shown their cards, and the match has its id."""

    match: bytes
    names: tuple[str, ...]


class DecisionRequest(NamedTuple):
    """Decision that our seat must make; the client passes its answer to `Driver.decide`."""

    t: int
    ask: Ask


class Stepped(NamedTuple):
    """Step that has been resolved; `digest` is the digest of the state after it."""

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()
    """Seats whose opening did not count, so that the game decided for them."""


class Verdict(NamedTuple):
    """Fault that stopped the match, and the seats concerned.

    `kind` is a word of the evidence table (PROTOCOL 16), or one of the words share, card, fault and keys.

    `seat` is the seat that caused the fault, or 0 if no culprit is guessed. In that case `sides` groups the seats that
    agree, and `part` is the first part of the state that differs.
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
    """Accusation of a seat that has signed an invalid entry, while the match continues.

    `kind` is a word of the evidence table.
    """

    seat: int
    t: int
    kind: str
    words: str

    def __str__(self) -> str:
        return f"step {self.t}: seat {self.seat}: {self.words}"


class MotionShown(NamedTuple):
    """Motion of a seat to continue as the seats `W`.

    `W` is empty if the seat has withdrawn its motion (PROTOCOL 14.1).
    """

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
    """Evidence that seat `seat` broke a rule in step t, as the bytes of an evidence file.

    `net.proofs.evidence` defines the form of the file.
    """

    seat: int
    t: int
    kind: str
    data: bytes


class Desync(NamedTuple):
    """Desync report, as the bytes of its file: seat `seat` has another state before step t.

    `net.proofs.desync` defines the form of the file.
    """

    seat: int
    t: int
    data: bytes


class Finished(NamedTuple):
    """End of the match, after every seat has signed the same result."""

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
    """The seats that now agree to end the match; empty if the earlier ones no longer agree."""

    seats: tuple[int, ...]


class ChatMessage(NamedTuple):
    """Line of chat.

    A line to seat `to` is private. The text of a private line is empty if our seat cannot read it.
    """

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
    """Seat that the match waits for, and the kind of entry that it owes."""

    seat: int
    what: str
