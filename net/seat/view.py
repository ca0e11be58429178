"""Client's view of its seat: the state, the seat's decision, and the present and awaited seats."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable

from core.engine.game import Ask, Player, State
from core.engine.hidden.secrets import Secrets
from net.crypto.primitives import Signer
from net.match.events import Finished, Owed, Report, Verdict
from net.match.exclusions import Exclusion
from net.match.readiness import Leaves
from net.replication import messages
from net.replication.entry_log import EntryLog
from net.replication.feeds import Feeds
from net.replication.message_table import Handlers
from net.replication.peer_state import Peer, PeerKey
from net.replication.rollback_guard import OwnHeadRecovery
from net.replication.sync import Sync
from net.seat.absence import Policy, possible_seat_sets
from net.seat.handshake import SeatConfig, TableHandshake
from net.seat.protocol import MatchProtocol
from net.seat.resignation import agreeing_seats

HELLO_EVERY = 0.2
LEFT_AFTER = 5.0
"""Seconds of silence after which a seat that has signed the result counts as having left."""


class SeatView(ABC):
    """View of a match from one seat."""

    def __init__(
        self,
        at: SeatConfig,
        entry_log: EntryLog,
        peers: Iterable[PeerKey],
        player: Player | None = None,
        persons: Iterable[int] = (),
        linked: bool = False,
        policy: Policy | None = None,
    ) -> None:
        """Set up the seat.

        With channels (`linked`) a peer is known by its identity, `meet` adds it, and `peers` is empty. `policy` decides
        in place of a person when to continue without a lost seat (PROTOCOL 14.1).
        """
        self.at = at
        self.linked = linked
        self.seat = at.seat
        self.player = player
        self.persons = frozenset(persons)
        self.policy = policy
        self.counters: Counter[str] = Counter()
        self.sync = Sync(peers, self.counters)
        self.play: MatchProtocol | None = None
        self.leaves: Leaves | None = None
        """Leave messages of the seats; None before the match has begun."""
        self._ended: set[int] = set()
        """The other seats known to have the whole match, once the match is over."""
        self._refusal: Verdict | None = None
        self._signer = Signer(at.seeds.identity)
        self._gathering = TableHandshake(at, self._signer)
        self._store = entry_log
        self._reports: list[Report] = []
        self._hello_at = -HELLO_EVERY
        self._noted = 0
        self._streams = False
        """True if entries have arrived since the last tick from a peer that has many more."""
        self._put_off = 0
        self._arrived: list[tuple[Peer, list[messages.Message]]] = []
        self._own_head = OwnHeadRecovery()
        self._heard_at: dict[int, float] = {}
        self._waiting: dict[tuple[int, int, bool], float] = {}
        """Time since which each seat is awaited in a step, by seat, step, and True if it needs no thought."""
        self._moved_at = 0.0
        self._has_news = False
        self._broken_kept: set[int] = set()
        self.sought: set[tuple[bytes, int]] = set()
        """Links that seats have said they lack: (identity of the seat, number of the seat it lacks a link to)."""
        self.told_where: list[tuple[bytes, bytes]] = []
        """Addresses of other seats that peers have reported: (peer, address)."""
        self._handlers = self._new_handlers()
        self._restore()

    @abstractmethod
    def _new_handlers(self) -> Handlers[Peer]:
        """Return the functions that process each kind of message."""

    @abstractmethod
    def _restore(self) -> None:
        """Restore a match that began earlier from the store."""

    @property
    def state(self) -> State | None:
        """Public state before the current step, or None before the genesis; read-only."""
        return self.play.table.state if self.play else None

    @property
    def secrets(self) -> Secrets | None:
        """Secrets of our seat, or None before the genesis."""
        return self.play.own.secrets if self.play else None

    @property
    def asked(self) -> Ask | None:
        """The decision that our seat must make, until the step is resolved.

        The property is None if the player has made the decision at once.
        """
        return self.play.asked if self.play else None

    @property
    def locked_in(self) -> bool:
        """True if our decision of this step has been made."""
        return self.play is not None and self.play.locked_in

    @property
    def ready(self) -> dict[int, bool]:
        """Readiness of each seat that has shown it in this step."""
        if self.play is None:
            return {}
        t = self.play.table.step.t
        return {seat: shown.yes for seat, shown in sorted(self.play.ready.shown.items()) if shown.t == t}

    @property
    def feeds(self) -> Feeds:
        """All entries at this peer."""
        return self.sync.feeds

    @property
    def cards(self) -> list[tuple[bytes, bytes]]:
        """Signed seat cards at this peer, in seat order."""
        return [self._gathering.cards[seat] for seat in sorted(self._gathering.cards)]

    @property
    def verdict(self) -> Verdict | None:
        """Verdict with the reason why the match stopped before its end, or None."""
        return self._refusal or (self.play.verdict if self.play else None)

    @property
    def finished(self) -> Finished | None:
        """Result of the match, once all seats have signed it; otherwise None."""
        return self.play.finished if self.play else None

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign, as there is a result or a verdict."""
        return self._refusal is not None or (self.play is not None and self.play.stopped)

    @property
    def settled(self) -> bool:
        """True if the match has stopped and every peer has all our entries."""
        return self.stopped and self.play is not None and self.sync.settled(self.play.table.away)

    @property
    def lacking_end(self) -> tuple[int, ...]:
        """The other seats not known to have the whole match, away or not; empty before the match is over.

        A seat that has signed the result and is silent has most likely left with the whole match.
        """
        if self.finished is None or self.play is None:
            return ()
        silences, signed = self.silences, self.play.table.results
        for seat, silence in silences.items():
            if self.sync.holds_all(seat) or (seat in signed and silence >= LEFT_AFTER):
                self._ended.add(seat)
        return tuple(seat for seat in silences if seat not in self._ended)

    @property
    def gone(self) -> frozenset[int]:
        """The other seats whose latest leave message says that their program has ended."""
        return self.leaves.gone - {self.seat} if self.leaves is not None else frozenset()

    def owed(self) -> list[Owed]:
        """Return the seats that the match waits for now, each with the kind of entry that it owes."""
        if self.stopped:
            return []
        if self.play is None:
            lacking = [seat for seat in range(1, self.at.seats + 1) if seat not in self._gathering.cards]
            return [Owed(seat, "card") for seat in lacking]
        return [Owed(seat, what) for seat, what in self.play.owed()]

    @property
    def waited(self) -> dict[int, float]:
        """Seconds for which each seat that owes an entry has been awaited in this step.

        This number serves as a warning and excludes nobody. After a seat has decided, its wait for the entries that
        need no thought starts from zero.
        """
        return {seat: self.sync.now - since for (seat, *_), since in sorted(self._waiting.items())}

    @property
    def silences(self) -> dict[int, float]:
        """Seconds since anything came from each other seat, directly or through others."""
        now = self.sync.now
        return {seat: now - self._heard_at.setdefault(seat, now) for seat in self.feeds.seats if seat != self.seat}

    @property
    def present(self) -> list[int]:
        """Seats that take part in the current step."""
        return sorted(self.play.table.present) if self.play else []

    @property
    def away(self) -> list[int]:
        """Seats without which the match continues (PROTOCOL 14.6)."""
        return sorted(self.play.table.away) if self.play else []

    @property
    def left_out(self) -> list[Exclusion]:
        """Seats without which steps were resolved, with their first step and the votes."""
        return self.play.table.left_out if self.play else []

    @property
    def agreeing(self) -> tuple[int, ...]:
        """Seats that agree to end the match here (PROTOCOL 14.11)."""
        return agreeing_seats(self.play.table) if self.play and not self.play.table.over else ()

    @property
    def conceded(self) -> tuple[int, ...]:
        """Seats that have conceded (PROTOCOL 14.12)."""
        return tuple(sorted(self.play.table.conceded)) if self.play else ()

    @property
    def motions(self) -> dict[int, tuple[int, ...]]:
        """Current motions: the seats to continue as, by seat."""
        return self.play.motions.standing() if self.play else {}

    def possible(self) -> list[tuple[int, ...]]:
        """Return the sets of seats with ours that can continue the match, the largest first."""
        if self.play is None or self.stopped or self.at.seats <= 2:
            return []
        return [W for W in possible_seat_sets(self.play.table) if self.seat in W]
