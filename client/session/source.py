"""Where a match screen hears of its match and whom it tells its decisions: a seat at a table, wherever that is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from client.table.replay.library import RecordLibrary
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from net.match.events import Owed, Report
from net.match.exclusions import LeftOut
from net.records.record import MatchRecord


class Heard(NamedTuple):
    """What happened, with the table as it is just after: `state` and `own` belong to the receiver alone."""

    report: Report
    state: Any
    own: Secrets | None
    owed: tuple[Owed, ...]
    digest: bytes


class Refusal(NamedTuple):
    """An intent that came too late or that the rules refuse."""

    words: str


class Over(NamedTuple):
    """The match is over or was left; `error` is "" or the reason."""

    record: MatchRecord | None
    error: str


class GoesOn(NamedTuple):
    """A match that was begun before is taken up again: the table, where that is in words, the last step."""

    state: Any
    own: Secrets
    words: str
    t: int
    digest: bytes


class Found(NamedTuple):
    """A file about what went wrong: evidence, or a report of two states that differ."""

    path: Path


class PeerSeen(NamedTuple):
    """What is known of the way to another seat: whether it is linked, and for how many seconds nothing came."""

    seat: int
    linked: bool
    silent: int


class Awaited(NamedTuple):
    """Whom the table waits for: what that seat owes, and for how many seconds."""

    seat: int
    what: str
    seconds: int


class TableNow(NamedTuple):
    """How the table is just now, apart from the game; told whenever something of it has changed."""

    peers: tuple[PeerSeen, ...] = ()
    """The ways to all other seats."""
    awaited: tuple[Awaited, ...] = ()
    away: tuple[int, ...] = ()
    """The seats that the table goes on without."""
    motions: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The motions that stand: a seat, and as which seats it would go on."""
    possible: tuple[tuple[int, ...], ...] = ()
    """The sets of seats, the own one among them, as which the table could go on; the largest first."""
    left_out: tuple[LeftOut, ...] = ()
    """Whom the table has gone on without so far, since when and by whose votes."""
    agreeing: tuple[int, ...] = ()
    """The seats that would end the match here."""
    conceded: tuple[int, ...] = ()
    """The seats that have given it up."""


Told = Heard | GoesOn | Found | Refusal | Over | TableNow


class Source(Protocol):
    """The own seat's line to the table."""

    library: RecordLibrary | None
    """Where the record is kept once the match is over, if there is one."""
    kept: Path | None
    """The file of the record; known before `Finished` is heard."""
    timer: int
    """Seconds for a choice before the window says that the table waits, negative where it plays then; 0 for ever."""
    home: Path | None
    """Where the match itself is kept, so that it can be taken up again after one has left it."""

    def drain(self) -> list[Told]:
        """Everything heard since the last call, in order."""

    def decide(self, decision: Decision, own: Secrets) -> None:
        """The player's decision, made with the copy `own` of the secrets that came with the question."""

    def take_back(self) -> None:
        """Withdraws a decision that still waits for others."""

    def chat(self, text: str, to: int = 0) -> None:
        """Says something to the table, or to one other seat alone."""

    def propose(self, seats: tuple[int, ...]) -> None:
        """Shows the motion to go on as these seats; with none withdraws it."""

    def adjourn(self) -> None:
        """Tells the table the wish to go on another time."""

    def end(self, what: int) -> None:
        """Would end the match here (`AGREES`), no longer would (0), or gives it up (`CONCEDES`), for good."""

    def close(self) -> None:
        """Leaves the table."""
