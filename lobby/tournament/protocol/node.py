"""One member of a tournament, without clock, socket or task.

member = Node(opening, seed, "Ada", MemoryEntryLog(), MemoryBlobs(), now=now)
member.add_peer(identity)                   # a link with this member exists
member.receive(identity, data)
member.tick(now)                            # every 20 ms or so
for identity, data in member.take_data(): ...
for hash, record in member.take_unjudged(): member.store_verdict(hash, judge_record(record, opening, game))

All members do the same, with one exception: only the opener begins the first round, as long as it is present. A
majority of the members that took part in the last round makes each decision (`state`, `voting`).

No member is dropped because of a clock. When a round's time is over, tables without a result are closed without one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from core.engine.codec import BadEncodingError, dec, enc, fields
from lobby.tournament.model.entries import (
    KIND_OF,
    Back,
    Body,
    Enrol,
    Leave,
    Propose,
    ResultReport,
    Reveal,
    UnfinishedReport,
    derive_nonces,
)
from lobby.tournament.model.entry_store import EntryStore, Refusal
from lobby.tournament.model.opening import Opening
from lobby.tournament.model.state import Round, TournamentState, VerifiedMatch
from lobby.tournament.protocol.admission import Admission
from lobby.tournament.protocol.blob_requests import BlobRequests
from lobby.tournament.protocol.blobs import Blobs
from lobby.tournament.protocol.gossip import Gossip
from lobby.tournament.protocol.messages import AdmissionRequest
from lobby.tournament.protocol.pace import PACE, Pace
from lobby.tournament.protocol.presence import make_pulse
from lobby.tournament.protocol.view import View, is_player
from lobby.tournament.protocol.voting import Voting
from net.channels.addresses import Address
from net.crypto.primitives import Signer
from net.replication.entries import Entry, Place, make
from net.replication.entry_log import ChunkKind, EntryLog


class DecisionReport(NamedTuple):
    """Report of a decision, with the state after it."""

    course: TournamentState


class ClockReport(NamedTuple):
    """Report of the minutes that are left in a round; 0 if its time is over."""

    round: int
    minutes: int


Report = DecisionReport | ClockReport | Refusal
MOST_TIME = 1 << 40
"""Latest time that a log may contain, in seconds since 1970."""
KEPT_OF_A_SOURCE = 4
PULSES_A_SECOND = 16
"""Maximum number of pulses per second of all members together."""
MIN_UPDATE_INTERVAL = 0.05
"""Minimum seconds between two updates while many new entries arrive."""
WARNING_MINUTES = (10, 5, 1, 0)


class Node:
    """One member of a tournament.

    `now` is the time of day in seconds, because the clocks of rounds continue while a program is not running.
    """

    def __init__(
        self,
        opening: Opening,
        seed: bytes,
        name: str,
        entry_log: EntryLog,
        blobs: Blobs,
        *,
        now: float,
        bot: bool = False,
        plays: bool = True,
        pace: Pace = PACE,
    ) -> None:
        self.opening = opening
        self.name, self.bot, self.plays, self.pace = name, bot, plays, pace
        self.identity = Signer(seed).identity
        self.entry_log, self.blobs = entry_log, blobs
        self.entry_store = EntryStore(opening, bounded=True)
        self.entry_store.own = self.identity
        self.view = View(opening, self.entry_store, blobs, pace, now)
        self.addresses: list[Address] = []
        self.port = 0
        """Port at which this member plays matches, on the hosts of `addresses`."""
        self.notes: list[str] = []
        self._signer = Signer(seed)
        self._nonces = derive_nonces(seed, opening.id)
        self._unsafe = False
        self._ready: list[tuple[bytes, bytes]] = []
        self._fresh = True
        self._restore()
        self._ahead = max(0.0, max(self.view.times.values(), default=now) - now)
        """Seconds by which the clock was set back since the last run.

        They are added to the time, so that no round gets longer.
        """
        self.view.now = now + self._ahead
        self.gossip = Gossip(self.entry_store, blobs, self.identity)
        self.gossip.blob_fetch.on_arrived = lambda hash: self._schedule_update()
        self.gossip.on_request = self._on_request
        self.entry_store.on_entry = self._on_entry
        self._reports: list[Report] = []
        self._told = len(self.entry_store.refusals)
        self._record: tuple[bytes, bytes, int, float] | None = None
        self._look_at = self._looked_at = 0.0
        self._pulse_at = 0.0
        self._beat = 0
        self._warned: set[tuple[int, int]] = set()
        self.voting = Voting(self.identity, self.view, self._sign, self.gossip.keep, lambda: self.silent_members)
        self.records = BlobRequests(self.view, self.voting)
        self.admission = Admission(
            self.identity, self.entry_store, self.gossip.neighbours, self._sign, lambda: self.silent_members
        )
        self._was_admitted = False

    # -- view --

    @property
    def now(self) -> float:
        """Time of day of the last tick, in seconds."""
        return self.view.now

    @property
    def course(self) -> TournamentState:
        """Current state of the tournament."""
        return self.view.course

    @property
    def is_enrolled(self) -> bool:
        """True if this member has signed its enrolment."""
        return self.identity in self.entry_store.enrolled

    @property
    def has_left(self) -> bool:
        """True if this member has dropped out."""
        return self.identity in self.entry_store.left or self.identity in self.entry_store.forked

    @property
    def waiting_players(self) -> list[Enrol]:
        """Enrolments of the players that are in no round yet."""
        known = {player.identity for player in self.course.players}
        return [s.body for i, s in sorted(self.entry_store.enrolled.items()) if i not in known and is_player(s)]  # type: ignore[misc]

    @property
    def silent_members(self) -> list[bytes]:
        """Members that have been silent for a long time."""
        pulses = self.gossip.pulses
        gone = max(self.pace.gone, 3 * self._pulse_interval)
        return [i for i in self.entry_store.feeds if i not in pulses or self.now - pulses[i].at >= gone]

    @property
    def _pulse_interval(self) -> float:
        """Seconds between two pulses of this member.

        All members relay all pulses, so in a larger tournament each member sends its pulses less often.
        """
        return max(self.pace.pulse, len(self.entry_store.feeds) / PULSES_A_SECOND)

    @property
    def own_table(self) -> tuple[Round, int] | None:
        """Running round and this member's table, or None if its result is known or there is no table."""
        table, running = self.course.table_of(self.identity), self.course.running_round
        if table is None or running is None or len(running.tables[table]) < 2 or self.view.result_of(table) is not None:
            return None
        return running, table

    def take_reports(self) -> list[Report]:
        """Return and clear the reports since the last call."""
        news, self._told = self.entry_store.refusals[self._told :], len(self.entry_store.refusals)
        reports, self._reports = [*self._reports, *news], []
        return reports

    # -- actions --

    def start(self) -> None:
        """Ask for the first round to begin with all enrolled players.

        If the opener is absent, a majority of the electors must ask for it.
        """
        self.voting.start_wanted = True
        self._schedule_update()

    def leave(self) -> None:
        """Drop out of the tournament for good."""
        if self.is_enrolled and not self.has_left and self._may_sign():
            self._sign(Leave())

    def report(self, room: bytes, record: bytes) -> None:
        """Report the record of this member's match in a room.

        Like any other record, it counts only after a replay.
        """
        hash = self.records.own = self.gossip.keep(record)
        self._record = (room, hash, len(record), self.now)
        self._schedule_update()

    def take_unjudged(self) -> list[tuple[bytes, bytes]]:
        """Return the records to verify now, with their hashes; each record is returned only once."""
        return self.records.take_unjudged()

    def store_verdict(self, hash: bytes, verdict: VerifiedMatch | str) -> None:
        """Store the verdict on a record: its content, or the reason for its rejection."""
        self.records.store_verdict(hash, verdict)
        self._schedule_update()

    # -- transport --

    @property
    def kept(self) -> frozenset[bytes]:
        """Identities of a few members of each source, whose links are never dropped to make room for strangers'."""
        rows: dict[bytes, list[bytes]] = defaultdict(list)
        for identity in self.entry_store.feeds:
            row = rows[self.entry_store.guests.source_of(identity)]
            if len(row) < KEPT_OF_A_SOURCE:
                row.append(identity)
        return frozenset(identity for row in rows.values() for identity in row)

    def add_peer(self, identity: bytes, address: object = None) -> None:
        """Add a member that has just been linked, from this address."""
        host = address[0] if isinstance(address, tuple) else ""
        self.gossip.add_peer(identity, str(host))
        self._pulse_at = min(self._pulse_at, self.now + 0.1)

    def remove_peer(self, identity: bytes) -> None:
        """Remove a member whose link has ended."""
        self.gossip.remove_peer(identity)

    def report_notice(self, words: str) -> None:
        """Add a notice about the links, to show to the player."""
        self.notes.append(words)

    def receive(self, identity: bytes, data: bytes, address: object = None) -> None:
        """Process a datagram from a neighbour; the data may be any bytes."""
        self.gossip.receive(identity, data)

    def tick(self, now: float) -> None:
        """Advance to the time `now`."""
        now += self._ahead
        self.view.now = now
        if self.gossip.presence.own_beat > self._beat:  # from an earlier run, when the clock was ahead of today's
            self._beat, self._pulse_at = self.gossip.presence.own_beat, now
        self.gossip.tick(now)
        if now >= self._pulse_at:
            self._pulse_at = now + self._pulse_interval
            self._beat = max(self._beat + 1, int(now * 1000))
            self.gossip.send_pulse(make_pulse(self._signer, self.opening.id, self._beat, self.addresses, self.port))
        if now >= self._look_at:
            self._looked_at, self._look_at = now, now + self.pace.look
            self._advance()

    def process(self, now: float) -> None:
        """Make everything that was signed durable, and prepare the datagrams to send; time advances only on ticks."""
        if self._unsafe:
            self.entry_log.sync()
            self._unsafe = False
        self._ready += self.gossip.take_data()

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the datagrams to send, each with its recipient."""
        ready, self._ready = self._ready, []
        return ready

    # -- storage --

    def _restore(self) -> None:
        """Restore the state from the saved entries and decisions; raise `BadEncodingError` if they are damaged."""
        for keep, data in self.entry_log.chunks():
            if keep == ChunkKind.ENTRY:
                identity, stored = fields(dec(data, 1 << 16), bytes, bytes)
                self._fresh = False
                own = identity == self.identity  # our feed has no bound: a lost vote would be signed again
                self.entry_store.add(identity, stored, self.now, trusted=own)
            elif keep == ChunkKind.SEALED:
                number, time = fields(dec(data, 1 << 16), int, int)
                if not 0 <= time < MOST_TIME:
                    raise BadEncodingError("a time that no clock shows")
                self.view.times[number] = float(time)

    def _on_entry(self, identity: bytes, entry: Entry, said: Body | None) -> None:
        self.entry_log.append(ChunkKind.ENTRY, enc([identity, entry.stored]))
        if isinstance(said, (Back, Propose)):
            self.view.on_backed(said.n, said.hash)
        self._schedule_update()

    def _schedule_update(self) -> None:
        """Schedule an update soon."""
        self._look_at = min(self._look_at, self._looked_at + MIN_UPDATE_INTERVAL)

    def _may_sign(self) -> bool:
        """Return True if no neighbour can have more of this member's feed than is stored here."""
        alone = self._fresh and self.identity == self.opening.opener
        return alone or self.gossip.heard_all()

    def _on_request(self, by: bytes, request: AdmissionRequest) -> bool:
        """Process a neighbour's request for admission; return True if this member admitted the newcomer."""
        self.admission.hosts = frozenset(host for host, _ in self.addresses)
        return (
            self.is_enrolled and not self.has_left and self._may_sign() and self.admission.process_request(by, request)
        )

    def _sign(self, said: Body) -> None:
        feed = self.entry_store.feed_of(self.identity)
        place = Place(feed.match, 1, feed.lengths()[0], feed.last_id(1))
        entry = make(self._signer, place, KIND_OF[type(said)], (), list(said))
        self.entry_store.add(self.identity, entry.stored, self.now, trusted=True)
        self._unsafe = True
        self.gossip.push(self.identity, entry.stored)

    # -- progress --

    def _advance(self) -> None:
        undone = self.view.undo_overruled_decision()
        if undone:
            self.entry_store.refuse(self.opening.opener, f"decision {undone} was made twice; the earlier ballot stands")
        self._decide()
        if self._may_sign():
            self._do_duties()
            if self.is_enrolled and not self.has_left:
                self.voting.vote()
            self._decide()
        self.gossip.want(self.records.wanted_blobs())
        self._warn()

    def _decide(self) -> None:
        while (course := self.view.apply_decision()) is not None:
            if course.decided not in self.view.times:
                self.view.times[course.decided] = self.now
                self.entry_log.append(ChunkKind.SEALED, enc([course.decided, int(self.now)]))
            self.voting.on_decision()
            self.records.drop_unneeded()
            self._reports.append(DecisionReport(course))

    # -- duties --

    def _do_duties(self) -> None:
        course, own = self.course, self.course.player_of(self.identity)
        if not self.is_enrolled:
            self._sign(Enrol(self.name, self.bot, self.plays, self._nonces[0]))
        self.admission.request(self.now)
        if self._was_admitted != self.entry_store.is_admitted(self.identity):
            self._was_admitted, self._pulse_at = True, self.now  # from now on peers receive our address
        if course.is_over or own is None or own.left or self.has_left:
            return
        coming = len(course.rounds)
        if not course.closes_round and (self.identity, coming) not in self.entry_store.reveals:
            self._sign(Reveal(coming, self._nonces[coming + 1]))
        table, running = course.table_of(self.identity), course.running_round
        if table is not None and running is not None:
            self._report_table(running, table)

    def _report_table(self, running: Round, table: int) -> None:
        if len(running.tables[table]) < 2 or self.view.result_of(table) is not None:
            return
        seats = self.course.identities_at(running, table)
        named = {signed.identity for signed in self.view.result_reports(running, table)}
        if self._record is not None and self._record[0] == self.course.room_id(running, table):
            _, hash, size, at = self._record
            if self.identity not in named and self.now - at >= self.pace.report * seats.index(self.identity):
                self._sign(ResultReport(running.number, table, hash, size))
            return
        others = set(seats) - {self.identity} - self.entry_store.left - self.entry_store.forked
        if (self.view.seconds_left <= 0 or not others) and self.identity not in self.view.unfinished_reporters(
            running, table
        ):
            self._sign(UnfinishedReport(running.number, table))

    def _warn(self) -> None:
        running = self.course.running_round
        if running is None:
            return
        for minutes in WARNING_MINUTES:
            mark = (running.number, minutes)
            if (
                minutes < self.opening.minutes
                and mark not in self._warned
                and self.view.seconds_left <= self.pace.minute * minutes
            ):
                self._warned |= {(running.number, more) for more in WARNING_MINUTES if more >= minutes}
                self._reports.append(ClockReport(running.number, minutes))
