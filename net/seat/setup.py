"""Setup of a match: the hellos and cards arrive, and the match begins or resumes (PROTOCOL 3, 15).

A match resumes from the data in the store.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TypeVar

from core.engine.codec import BadBytes, dec, enc, fields
from core.engine.game import Player
from net.crypto.primitives import Signer
from net.match.events import PlayerNotice, Report, Seated, Verdict
from net.match.genesis import BadCard, SignedCard
from net.match.readiness import Leaves, Motions, Readiness
from net.match.state_machine import StateMachine
from net.replication.entries import read as read_entry
from net.replication.entry_log import MAX_CHUNK, ChunkKind, EntryLog
from net.replication.feeds import Added, Feeds
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
    """Setup of one seat's match, before the first step; then it holds the match."""

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
        self.gathering = TableHandshake(at, self.signer)
        self.head = OwnHeadRecovery(sync.seat_of)
        self.match: MatchProtocol | None = None
        """Our seat's course through the match; None before the genesis."""
        self.leaves: Leaves | None = None
        """Leave messages of the seats; None before the genesis."""
        self.refusal: Verdict | None = None
        """Verdict with the reason why the match cannot begin, or None."""
        self._store, self._parts = entry_log, parts
        self._hello_at = -HELLO_EVERY
        self._noted = 0

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign, as there is a result or a verdict."""
        return self.refusal is not None or (self.match is not None and self.match.stopped)

    @property
    def cards(self) -> list[SignedCard]:
        """Signed seat cards at this peer, in seat order."""
        return [self.gathering.cards[seat] for seat in sorted(self.gathering.cards)]

    @property
    def lacking_cards(self) -> list[int]:
        """Seats whose cards have not arrived."""
        return [seat for seat in range(1, self.at.seats + 1) if seat not in self.gathering.cards]

    # -- hellos and cards --

    def tick(self, now: float) -> None:
        """Send our hello, if that is due.

        With it, a restarted seat that does not know its peers requests their hellos.
        """
        nameless = self._is_nameless()
        if (self.match is None or self.match.silent or nameless) and now - self._hello_at >= HELLO_EVERY:
            self._hello_at = now
            hello = self.gathering.hello()
            self.sync.say_all(hello._replace(cards=()) if self.match is not None and nameless else hello)

    def say_hello_soon(self) -> None:
        """Send our hello at the next tick, and our heads soon."""
        self._hello_at = -HELLO_EVERY
        self.sync.resync()

    def _is_nameless(self) -> bool:
        """Return True if some peer is known only by its address, which never happens with channels."""
        return not self.linked and any(peer.seat == 0 for peer in self.sync.peers.values())

    def on_hello(self, peer: Peer, hello: Hello) -> None:
        """Process a hello, and send the cards that its sender lacks."""
        if hello.room != self.at.room or hello.seat > self.at.seats:
            self.sync.counters["of another room"] += 1
            return
        if self.linked and hello.identity != peer.key:
            self.sync.counters["of another identity"] += 1
            return
        known = self.gathering.identities
        before = len(known)
        lacking = self.gathering.on_hello(hello)
        for card in lacking:
            self.sync.say(peer, card)
        if lacking and self.match is not None:  # it joins again and must know the present seats
            self.sync.say(peer, self.gathering.hello())
        if known.get(hello.seat) == hello.identity:
            peer.seat = hello.seat
        if len(known) > before:
            self._hello_at = -HELLO_EVERY
        self.sync.resync()
        self._report_notes()

    def on_card(self, _: Peer, card: Card) -> bool:
        """Process a card; return True if it is new."""
        if self.match is not None or self.stopped:
            return False
        try:
            new = self.gathering.on_card(card)
        except BadCard as bad:
            self._refuse(bad)
            return False
        self._report_notes()
        if new:
            self._hello_at = -HELLO_EVERY
        return new

    def _report_notes(self) -> None:
        notes = self.gathering.notes
        self.reports += [PlayerNotice(words) for words in notes[self._noted :]]
        self._noted = len(notes)

    # -- genesis --

    def restore(self) -> None:
        """Restore a match that began earlier from the store; raise `BadBytes` and `BadCard`."""
        first = takewhile(lambda chunk: chunk[0] is ChunkKind.CARD, self._store.chunks())
        if not self.gathering.restore(_kept_pair(data, bytes) for _, data in first):
            return
        play = self._made()
        if play is None:
            return
        feeds = self.sync.feeds
        for keep, data in self._store.chunks():
            if keep is ChunkKind.SEALED:
                play.own.restore_sealed(*_kept_pair(data, int))
            elif keep is ChunkKind.ENTRY and feeds.add(read_entry(data)) is Added.REFUSED:
                raise BadBytes("the log on disk holds an entry that was never signed")
            elif keep is ChunkKind.BROKEN:
                seat, stored = _kept_pair(data, int)
                feeds.broken[seat] = stored
        feeds.bounded = True

    def begin(self) -> MatchProtocol | None:
        """Return the match, which begins once all cards are here; None before that, or if it cannot begin."""
        if self.refusal is not None:
            return None
        if self.match is None and self._made() is not None:
            self.sync.feeds.bounded = True
            for card in self.cards:
                self._store.append(ChunkKind.CARD, enc(card))
        return self.match

    def _made(self) -> MatchProtocol | None:
        try:
            genesis = self.gathering.genesis()
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
        self.match = conduct(table, own, Readiness(*party), Motions(*party), sync, self.head, self.reports)
        self.leaves = Leaves(*party)
        self.match.player, self.match.persons = self.player, self.persons
        self.match.faults.cards = tuple(self.cards)
        self.reports.append(Seated(genesis.match, genesis.names))
        return self.match

    def _refuse(self, bad: BadCard) -> None:
        self.refusal = Verdict(bad.seat, 0, "card", str(bad))
        self.reports.append(self.refusal)


def _kept_pair(data: bytes, first: type[T]) -> tuple[T, bytes]:
    """Return two values from data of a log on disk, the second of them bytes; raise `BadBytes`."""
    try:
        return fields(dec(data, MAX_CHUNK), first, bytes)
    except BadBytes:
        raise BadBytes("the log on disk is damaged, or of another version") from None
