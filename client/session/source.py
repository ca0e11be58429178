"""Interface between a match screen and its match: messages in, decisions out, for one seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from client.table.replay.library import RecordLibrary
from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets
from net.match.events import OwedEntry, Report
from net.match.exclusions import Exclusion
from net.records.record import MatchRecord

TableState: TypeAlias = Any
"""Type of the game's state at the table.

Only the game's own part of the client knows the state's class. The common part passes it on, and no type in Python
means "the class of this table".
"""


class MatchEvent(NamedTuple):
    """Event of the match, with the table just after it; `state` and `own` belong to the receiver alone."""

    report: Report
    state: State | None
    own: Secrets | None
    owed: tuple[OwedEntry, ...]
    digest: bytes


class Refusal(NamedTuple):
    """Rejection of an intent that came too late or that breaks the rules."""

    words: str


class SessionEnded(NamedTuple):
    """Message that the match has ended or the player has left it; `error` is the reason, or ""."""

    record: MatchRecord | None
    error: str


class MatchResumed(NamedTuple):
    """Message that an earlier match is resumed: the table, its progress in words, and the last step."""

    state: State
    own: Secrets
    words: str
    t: int
    digest: bytes


class FaultFile(NamedTuple):
    """Message about a file on a fault: evidence, or a report of two states that differ."""

    path: Path


class LinkStatus(NamedTuple):
    """Status of the link to another seat: its state, and the seconds of silence."""

    seat: int
    linked: bool
    silent: int


class AwaitedSeat(NamedTuple):
    """Seat that the table waits for: its missing contribution, and the seconds since the wait began."""

    seat: int
    kind: str
    seconds: int


class TableStatus(NamedTuple):
    """Status of the table, apart from the game; the source publishes it whenever a part of it changes."""

    peers: tuple[LinkStatus, ...] = ()
    """Links to all other seats."""
    awaited: tuple[AwaitedSeat, ...] = ()
    away: tuple[int, ...] = ()
    """Seats that are absent, so that the table continues without them."""
    motions: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Active motions, each with its seat and the seats as which the match would continue."""
    possible: tuple[tuple[int, ...], ...] = ()
    """Sets of seats, including ours, as which the table could continue; the largest set first."""
    left_out: tuple[Exclusion, ...] = ()
    """Seats that the table has excluded up to now, each with its first missed step and the votes."""
    agreeing: tuple[int, ...] = ()
    """Seats that agree to end the match here."""
    conceded: tuple[int, ...] = ()
    """Seats that have conceded, at once after their declaration."""
    gone: tuple[int, ...] = ()
    """Other seats whose players have left the match on purpose."""
    people: tuple[int, ...] = ()
    """Other seats that persons play."""
    at_fault: tuple[int, ...] = ()
    """Seats that have signed an invalid entry or are in another state, so that the match cannot count on them."""


SourceMessage = MatchEvent | MatchResumed | FaultFile | Refusal | SessionEnded | TableStatus


class MatchSource(Protocol):
    """Interface of our seat's connection to the table."""

    library: RecordLibrary | None
    """Library that receives the record when the match is over, or None."""
    kept: Path | None
    """Path of the record's file; known before `EndOfMatch` is received."""
    timer: int
    """Seconds that a choice may take before the window reports a delay; 0 for no limit.

    If the number is negative, the window then makes the choice.
    """
    home: Path | None
    """Directory of the match, from which it can be resumed after the player has left it."""

    def drain(self) -> list[SourceMessage]:
        """Return all messages since the last call, in order."""

    def decide(self, decision: Decision, own: Secrets) -> None:
        """Submit the player's decision, made with `own`, the copy of the secrets that came with the question."""

    def take_back(self) -> None:
        """Withdraw a decision while it still waits for other seats."""

    def chat(self, text: str, to: int = 0) -> None:
        """Send a chat line to the table, or privately to one other seat."""

    def gesture(self, what: int, place: str = "") -> None:
        """Show the other seats a gesture (`net.match.gestures`); `place` names a place that it points at."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Publish the motion to continue as these seats; if there are none, withdraw the motion."""

    def adjourn(self) -> None:
        """Publish the wish to adjourn the match."""

    def vote_to_end(self, what: int) -> None:
        """Publish our vote on the end of the match.

        `AGREES` agrees to end the match here, 0 withdraws that, and `CONCEDES` concedes for good.
        """

    def close(self) -> None:
        """Leave the table."""


@runtime_checkable
class UndoSource(Protocol):
    """Interface of a source of a match against bots alone, which can return to an earlier question."""

    @property
    def has_only_bots(self) -> bool:
        """True if all other seats are bots of this computer."""

    @property
    def can_undo(self) -> bool:
        """True if a locked choice of this match can be undone."""

    def rewind_to(self, t: int) -> MatchSource:
        """Leave the match, and return a source of the same match before the choice of step `t`.

        Everything after that question is forgotten, and the bots decide again. Raise `OSError`, `BadSavedMatch` or
        `EntryLogInUse` on failure.
        """
