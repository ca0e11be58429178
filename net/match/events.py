"""Reports of a driver to its client, as plain records in the order of the events."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.game import Ask, Decision, Event, Standing


class MatchStarted(NamedTuple):
    """Report that the match has begun, as the cards of all seats are known."""

    match: bytes
    names: tuple[str, ...]


class DecisionRequest(NamedTuple):
    """Report that our seat must decide; the client passes its answer to `Driver.decide`."""

    t: int
    ask: Ask


class StepResolved(NamedTuple):
    """Report of a resolved step; `digest` is the digest of the state after it."""

    t: int
    decisions: dict[int, Decision]
    beacon: bytes
    events: list[Event]
    digest: bytes
    lost: tuple[int, ...] = ()
    """Seats whose opening did not count, so that the game decided for them."""


class Verdict(NamedTuple):
    """Report of the fault that stopped the match.

    `kind` is a word of the evidence table (PROTOCOL 16), or one of the words share, card, fault and keys.

    `seat` is the seat that caused the fault, or 0 if no culprit is named. In that case `sides` groups the seats whose
    states agree, and `part` is the first part in which the states differ.
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


class Accusation(NamedTuple):
    """Report that a seat has signed an invalid entry, while the match continues.

    `kind` is a word of the evidence table.
    """

    seat: int
    t: int
    kind: str
    words: str

    def __str__(self) -> str:
        return f"step {self.t}: seat {self.seat}: {self.words}"


class MotionReport(NamedTuple):
    """Report that a seat moves to continue with only the seats `W`.

    `W` is empty if the seat has withdrawn its motion (PROTOCOL 14.1).
    """

    seat: int
    W: tuple[int, ...]


class Presence(NamedTuple):
    """Report of the seats that take part from now on, and of those that are away."""

    present: tuple[int, ...]
    away: tuple[int, ...]


class AdjournWish(NamedTuple):
    """Report that a seat wishes to adjourn."""

    seat: int


class FoundEvidence(NamedTuple):
    """Report of evidence that a seat broke a rule in step t, as the bytes of an evidence file.

    `net.proofs.evidence` defines the form of the file.
    """

    seat: int
    t: int
    kind: str
    data: bytes


class FoundDesync(NamedTuple):
    """Report that a seat's state differs before step t, as the bytes of a desync report.

    `net.proofs.desync` defines the form of the file.
    """

    seat: int
    t: int
    data: bytes


class EndOfMatch(NamedTuple):
    """Report that the match has ended and that every seat has signed the same result."""

    t: int
    digest: bytes
    standing: tuple[Standing, ...]
    ended: str = ""
    """Kind of early end, if the match ended before its rules did (`net.match.early_end`)."""
    conceded: tuple[int, ...] = ()
    """Seats that conceded."""
    broke: tuple[int, ...] = ()
    """Seats that have broken a rule, so that they cannot win."""


class Concession(NamedTuple):
    """Report that a seat has conceded."""

    seat: int


class EndAgreement(NamedTuple):
    """Report of the seats that now agree to end the match; none if their agreement is no longer valid."""

    seats: tuple[int, ...]


class ChatMessage(NamedTuple):
    """Report of a line of chat.

    A line to seat `to` is private. Its text is empty if our seat cannot read it.
    """

    seat: int
    text: str
    to: int = 0


class GestureReport(NamedTuple):
    """Report of a gesture of another seat: a number of `net.match.gestures`, and the place that it points at."""

    seat: int
    what: int
    place: str = ""


class PlayerNotice(NamedTuple):
    """Report of a notice that the player should read."""

    words: str


Report = (
    MatchStarted
    | DecisionRequest
    | StepResolved
    | Verdict
    | Accusation
    | FoundEvidence
    | FoundDesync
    | MotionReport
    | Presence
    | AdjournWish
    | Concession
    | EndAgreement
    | EndOfMatch
    | ChatMessage
    | GestureReport
    | PlayerNotice
)


NEED_NO_THOUGHT = ("seal", "reveal", "vote", "cut", "result")


class OwedEntry(NamedTuple):
    """A seat that the match waits for, and the kind of entry that it owes."""

    seat: int
    kind: str
