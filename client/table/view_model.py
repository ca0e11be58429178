"""The state that all regions of a match screen show: one table, as one seat sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from client.app.local_player import has_different_key, key_words
from client.session.source import TableStatus
from client.table.seats.names import Names
from client.ui.richtext import escape
from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets, foreign_slot
from lobby.players.known_players import KnownPlayers
from net.records.record import MatchRecord

S = TypeVar("S", bound=State)
MAX_KEPT_STEPS = 50
"""Steps: how far the animation may lag behind the match."""


class Audit(NamedTuple):
    """The result of a seat's audit in a round, with the number of its slots.

    These slots were opened, or are still to be opened.
    """

    round: int
    seat: int
    slots: int
    came: str
    """The result: "passed", or the reason why the audit is not finished.

    It "waits" until a card of the pile is known, or it is "owed" by an absent seat.
    """


@dataclass(slots=True)
class ViewModel:
    """The table as it is shown.

    While a step is animated, it is an intermediate state; otherwise it is the state itself.
    """

    own: int
    names: Names
    palette: str = "okabe-ito"
    state: State | None = None
    secrets: Secrets | None = None
    digest: bytes = b""
    t: int = 0
    owed: frozenset[int] = frozenset()
    """The seats that the table waits for."""
    locked: bool = False
    """True while our decision is locked in and can still be taken back."""
    asked: bool = False
    open: bool = False
    """True if nothing is hidden, as in a replay that shows all hands."""
    opened: Callable[[int], Secrets] | None = None
    """In a replay, the faces of a seat that were ever opened; others are 0. None in a match."""
    telling: bool = False
    """True while a step is being shown."""
    audits: list[Audit] = field(default_factory=list)
    verdict: str = ""
    now: TableStatus = field(default_factory=TableStatus)
    """The status of the table apart from the state of the game."""
    record: MatchRecord | None = None
    """All signed messages of the match, once the player has left the table."""
    keys: dict[int, bytes] = field(default_factory=dict)
    """The keys of the other people at the table, by seat."""
    known: KnownPlayers | None = None
    """The players met before this match."""
    decided: dict[int, Mapping[int, Decision]] = field(default_factory=dict)
    """The decisions of the last steps, by the number of the step and by seat."""

    @property
    def table(self) -> State:
        """The state of the table; it is available only once there is one."""
        assert self.state is not None
        return self.state

    def state_of(self, kind: type[S]) -> S | None:
        """Return the table as a state of a game, or None before there is one."""
        assert self.state is None or isinstance(self.state, kind)
        return self.state

    def table_of(self, kind: type[S]) -> S:
        """Return the table as a state of a game, once there is one."""
        assert isinstance(self.state, kind)
        return self.state

    @property
    def seats(self) -> range:
        """All seats; empty before their names are known."""
        return range(1, len(self.names.names) + 1)

    def keep_decisions(self, t: int, decisions: Mapping[int, Decision]) -> None:
        """Store the decisions of step t for the animation, and drop those of old steps."""
        self.decided[t] = decisions
        for old in [step for step in self.decided if step < t - MAX_KEPT_STEPS]:
            del self.decided[old]

    def face(self, owner: int, slot: int) -> int:
        """Return the copy of a closed card, or 0 if it is not known here."""
        if self.opened is not None and self.open:
            return self.opened(owner).faces[slot]
        if self.secrets is None:
            return 0
        if owner == self.own:
            return self.secrets.faces.get(slot, 0)
        seen = self.secrets.foreign_openings.get(foreign_slot(owner, slot))
        return seen[1] if seen is not None else 0

    def faces(self, owner: int, entries: Iterable[int]) -> list[int]:
        """Return the copies of entries on the table, or 0 for each that is not known here.

        A negative entry is a copy.
        """
        return [-entry if entry < 0 else self.face(owner, entry) for entry in entries]

    def has_unknown_key(self, seat: int) -> bool:
        """Return True if a seat has the name of a known player but a different key."""
        return seat in self.keys and has_different_key(self.known, self.names.public_name(seat), self.keys[seat])

    def key_words(self, seat: int) -> str:
        """Return the key of a seat and the known facts about it, as rich text.

        Return "" for a bot or for our seat.
        """
        if seat not in self.keys:
            return ""
        words = escape(key_words(self.known, self.names.public_name(seat), self.keys[seat]))
        return f"{{{'warn' if self.has_unknown_key(seat) else 'muted'}}}{words}{{/}}"
