"""Set-up of a match: hellos and cards arrive, and the match begins, or resumes from its log (PROTOCOL 3, 15)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TypeVar

from core.engine.codec import BadEncodingError, dec, enc, fields
from core.engine.game import Player
from net.crypto.primitives import Signer
from net.match.events import MatchStarted, PlayerNotice, Report, Verdict
from net.match.genesis import BadCard, SignedCard
from net.match.gestures import Gestures
from net.match.readiness import Leaves, Motions, Readiness
from net.match.state_machine import StateMachine
from net.replication.entries import read as read_entry
from net.replication.entry_log import MAX_CHUNK, ChunkKind, EntryLog
from net.replication.feeds import AddResult, Feeds
from net.replication.messages import Card, Hello
from net.replication.peer_state import Peer
from net.replication.rollback_guard import OwnHeadRecovery
from net.replication.sync import Sync
from net.seat.handshake import SeatConfig, TableHandshake
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner

HELLO_EVERY = 0.2
T = TypeVar("T")


class MatchSetup:
    """Set-up of one seat's match before the first step; after that, the owner of the match."""

    def __init__(
        self,
        at: SeatConfig,
        entry_log: EntryLog,
        sync: Sync,
        parts: tuple[type[SeatSigner], type[MatchProtocol]],
        reports: list[Report],
        *,
        player: Player | None,
        persons: Iterable[int],
        linked: bool,
    ) -> None:
        """Set up the seat; `parts` are the classes of its signer and of its course through the match."""
        self.at, self.sync, self.reports, self.linked = at, sync, reports, linked
        self.player, self.persons = player, frozenset(persons)
        self.signer = Signer(at.seeds.identity)
        self.handshake = TableHandshake(at, self.signer)
        self.head = OwnHeadRecovery(sync.seat_of)
        self.protocol: MatchProtocol | None = None
        """Our seat's course through the match; None before the genesis."""
        self.leaves: Leaves | None = None
        """Leave messages of the seats; None before the genesis."""
        self.gestures: Gestures | None = None
        """Gestures of the seats; None before the genesis."""
        self.refusal: Verdict | None = None
        """Verdict with the reason why the match cannot begin, or None."""
        self._store, self._parts = entry_log, parts
        self._hello_at = -HELLO_EVERY
        self._reported_notes = 0

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign, because there is a result or a verdict."""
        return self.refusal is not None or (self.protocol is not None and self.protocol.stopped)

    @property
    def cards(self) -> list[SignedCard]:
        """Signed seat cards that are here, in seat order."""
        return [self.handshake.cards[seat] for seat in sorted(self.handshake.cards)]

    @property
    def lacking_cards(self) -> list[int]:
        """Seats whose cards have not arrived."""
        return [seat for seat in range(1, self.at.seats + 1) if seat not in self.handshake.cards]

    # -- hellos and cards --

    def tick(self, now: float) -> None:
        """Send our hello if that is due.

        It also asks for the hellos of others, which a restarted seat needs if it does not know its peers.
        """
        nameless = self._is_nameless()
        if (self.protocol is None or self.protocol.is_silenced or nameless) and now - self._hello_at >= HELLO_EVERY:
            self._hello_at = now
            hello = self.handshake.make_hello()
            self.sync.queue_for_all(hello._replace(cards=()) if self.protocol is not None and nameless else hello)

    def schedule_hello(self) -> None:
        """Send our hello at the next tick, and announce our heads soon."""
        self._hello_at = -HELLO_EVERY
        self.sync.announce_soon()

    def _is_nameless(self) -> bool:
        """Return True if a peer is known by its address only; with channels, no peer is."""
        return not self.linked and any(peer.seat == 0 for peer in self.sync.peers.values())

    def on_hello(self, peer: Peer, hello: Hello) -> None:
        """Process a hello, and send the cards that its sender lacks."""
        if hello.room != self.at.room or hello.seat > self.at.seats:
            self.sync.counters["of another room"] += 1
            return
        if self.linked and hello.identity != peer.key:
            self.sync.counters["of another identity"] += 1
            return
        known = self.handshake.identities
        before = len(known)
        lacking = self.handshake.on_hello(hello)
        for card in lacking:
            self.sync.queue(peer, card)
        if lacking and self.protocol is not None:  # it joins again and must know the present seats
            self.sync.queue(peer, self.handshake.make_hello())
        if known.get(hello.seat) == hello.identity:
            peer.seat = hello.seat
        if len(known) > before:
            self._hello_at = -HELLO_EVERY
        self.sync.announce_soon()
        self._report_notes()

    def on_card(self, _: Peer, card: Card) -> bool:
        """Process a card; return True if it is new."""
        if self.protocol is not None or self.stopped:
            return False
        try:
            new = self.handshake.on_card(card)
        except BadCard as bad:
            self._refuse(bad)
            return False
        self._report_notes()
        if new:
            self._hello_at = -HELLO_EVERY
        return new

    def _report_notes(self) -> None:
        notes = self.handshake.notes
        self.reports += [PlayerNotice(words) for words in notes[self._reported_notes :]]
        self._reported_notes = len(notes)

    # -- genesis --

    def restore(self) -> None:
        """Restore a match that began earlier from its log.

        Raises `BadEncodingError` for a damaged log, and `BadCard` for the log of another match.
        """
        first = takewhile(lambda chunk: chunk[0] is ChunkKind.CARD, self._store.chunks())
        if not self.handshake.restore(_read_pair(data, bytes) for _, data in first):
            return
        play = self._make_match()
        if play is None:
            return
        feeds = self.sync.feeds
        feeds.restoring = True
        for keep, data in self._store.chunks():
            if keep is ChunkKind.SEALED:
                play.own.restore_sealed(*_read_pair(data, int))
            elif keep is ChunkKind.ENTRY and feeds.add(read_entry(data)) is AddResult.REFUSED:
                raise BadEncodingError("the log on disk holds an entry that was never signed")
            elif keep is ChunkKind.BROKEN:
                seat, stored = _read_pair(data, int)
                feeds.broken[seat] = stored
        feeds.restoring, feeds.bounded = False, True

    def begin_match(self) -> MatchProtocol | None:
        """Return the match, which begins once all cards are here; None before that, or if it cannot begin."""
        if self.refusal is not None:
            return None
        if self.protocol is None and self._make_match() is not None:
            self.sync.feeds.bounded = True
            for card in self.cards:
                self._store.append(ChunkKind.CARD, enc(card))
        return self.protocol

    def _make_match(self) -> MatchProtocol | None:
        try:
            genesis = self.handshake.make_genesis()
            if genesis is None:
                return None
            table = StateMachine(self.at.game, genesis, self.at.seat)
        except BadCard as bad:
            self._refuse(bad)
            return None
        identities, sync = genesis.terms.identities, self.sync
        sync.begin(Feeds(genesis.match, identities))
        if self.linked:
            sync.awaited = frozenset(identities) - {self.signer.identity}
            for peer in sync.peers.values():
                peer.seat = sync.seat_of(peer.key)
        signing, conduct = self._parts
        own = signing(self.at, genesis, sync.feeds, self._store, sync.outbox.push)
        if not self.at.fresh:  # a fresh seat has no older copy of its feed: it can begin without links to all
            self.head.await_all(sync.peers if sync.awaited is None else sync.awaited)
        party = genesis.match, identities, self.at.seat, self.signer
        self.protocol = conduct(table, own, Readiness(*party), Motions(*party), sync, self.head, self.reports)
        self.leaves, self.gestures = Leaves(*party), Gestures(*party)
        self.protocol.player, self.protocol.persons = self.player, self.persons
        self.protocol.faults.cards = tuple(self.cards)
        self.reports.append(MatchStarted(genesis.match, genesis.names))
        return self.protocol

    def _refuse(self, bad: BadCard) -> None:
        self.refusal = Verdict(bad.seat, 0, "card", str(bad))
        self.reports.append(self.refusal)


def _read_pair(data: bytes, first: type[T]) -> tuple[T, bytes]:
    """Return the two values of a log chunk, the second of them bytes; raise `BadEncodingError` if it is malformed."""
    try:
        return fields(dec(data, MAX_CHUNK), first, bytes)
    except BadEncodingError:
        raise BadEncodingError("the log on disk is damaged, or of another version") from None
