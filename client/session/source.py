"""Interface between a match screen and its match: messages in, decisions out, for one seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from client.table.replay.library import RecordLibrary
from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets
from net.match.events import Owed, Report
from net.match.exclusions import Exclusion
from net.records.record import MatchRecord

TableState: TypeAlias = Any
"""The state of the game at the table.

Only the game's own part of the window knows its class. The common part hands it on, and no type in Python says "the
class of this table".
"""


class MatchEvent(NamedTuple):
    """Event of the match, with the table just after it; only the receiver owns `state` and `own`."""

    report: Report
    state: State | None
    own: Secrets | None
    owed: tuple[Owed, ...]
    digest: bytes


class Refusal(NamedTuple):
    """Rejection of an intent that came too late or that breaks the rules."""

    words: str


class SessionEnded(NamedTuple):
    """End of the match, or its leaving; `error` is "" or the reason."""

    record: MatchRecord | None
    error: str


class MatchResumed(NamedTuple):
    """Resumption of an earlier match: the table, its progress in words, the last step."""

    state: State
    own: Secrets
    words: str
    t: int
    digest: bytes


class FaultFile(NamedTuple):
    """File about a fault: evidence, or a report of two states that differ."""

    path: Path


class LinkStatus(NamedTuple):
    """Status of the link to another seat: its state, and the seconds of silence."""

    seat: int
    linked: bool
    silent: int


class AwaitedSeat(NamedTuple):
    """Awaited seat: its missing contribution, and the seconds since then."""

    seat: int
    what: str
    seconds: int


class TableStatus(NamedTuple):
    """Status of the table, apart from the game; published whenever a part of it changes."""

    peers: tuple[LinkStatus, ...] = ()
    """Links to all other seats."""
    awaited: tuple[AwaitedSeat, ...] = ()
    away: tuple[int, ...] = ()
    """Seats that the table goes on without."""
    motions: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Active motions: a seat, and the seats as which it would continue."""
    possible: tuple[tuple[int, ...], ...] = ()
    """Sets of seats, ours among them, as which the table could continue; the largest first."""
    left_out: tuple[Exclusion, ...] = ()
    """Seats that the table has excluded so far, with the first step without them and the votes."""
    agreeing: tuple[int, ...] = ()
    """Seats that would end the match here."""
    conceded: tuple[int, ...] = ()
    """Seats that have conceded."""


SourceMessage = MatchEvent | MatchResumed | FaultFile | Refusal | SessionEnded | TableStatus


class MatchSource(Protocol):
    """Our seat's connection to the table."""

    library: RecordLibrary | None
    """Library for the record once the match is over, if there is one."""
    kept: Path | None
    """File of the record; known before `Finished` arrives."""
    timer: int
    """Seconds for a choice until the window reports a delay; negative if it then plays; 0 for no limit."""
    home: Path | None
    """Directory of the match, from which it can be resumed after the player has left it."""

    def drain(self) -> list[SourceMessage]:
        """Return all messages since the last call, in order."""

    def decide(self, decision: Decision, own: Secrets) -> None:
        """Submit the player's decision, made with the copy `own` of the secrets from the question."""

    def take_back(self) -> None:
        """Withdraw a decision that still waits for others."""

    def chat(self, text: str, to: int = 0) -> None:
        """Send a chat line to the table, or to one other seat alone."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Publish the motion to continue as these seats; with none withdraw it."""

    def adjourn(self) -> None:
        """Publish the wish to adjourn the match."""

    def end(self, what: int) -> None:
        """Publish our vote on the end of the match.

        It agrees to end the match here (`AGREES`), withdraws that (0), or concedes for good (`CONCEDES`).
        """

    def close(self) -> None:
        """Leave the table."""
