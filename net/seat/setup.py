"""Setup of a match: the hellos and cards arrive, and the match begins or resumes (PROTOCOL 3, 15).

A match resumes from the data in the store.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TypeVar

from core.engine.codec import BadBytes, dec, enc, fields
from net.match.events import PlayerNotice, Seated, Verdict
from net.match.genesis import BadCard, Genesis
from net.match.readiness import Leaves, Motions, Readiness
from net.match.state_machine import StateMachine
from net.replication import messages
from net.replication.entries import read as read_entry
from net.replication.entry_log import MAX_CHUNK, ChunkKind
from net.replication.feeds import Added, Feeds
from net.replication.peer_state import Peer, PeerKey
from net.seat.protocol import MatchProtocol
from net.seat.signer import SeatSigner
from net.seat.view import HELLO_EVERY, SeatView

T = TypeVar("T")


class SeatSetup(SeatView):
    """Seat in its setup phase, before the first step."""

    signatory: type[SeatSigner] = SeatSigner
    conduct: type[MatchProtocol] = MatchProtocol

    @property
    def identity(self) -> bytes:
        """Our public key."""
        return self._signer.identity

    def _seats(self) -> dict[bytes, int]:
        """Return the seat of each identity, once the seats are settled."""
        return {identity: seat for seat, identity in enumerate(self.feeds.identities, 1)}

    def _hello(self) -> messages.Hello:
        """Return our hello.

        With it, a restarted seat that does not know its peers requests their hellos.
        """
        hello = self._gathering.hello()
        return hello._replace(cards=()) if self.play is not None and self._nameless() else hello

    def _nameless(self) -> bool:
        """Return True if some peer is known only by its address, which never happens with channels."""
        return not self.linked and any(peer.seat == 0 for peer in self.sync.peers.values())

    def _tell_unheard(self) -> None:
        """Pass on the set of seats that have not yet sent the head of our feed."""
        if self.play is not None:
            self.play.absence.unheard = frozenset(self._seat_of(key) for key in self._own_head.unheard)

    def _seat_of(self, key: PeerKey) -> int:
        """Return the seat of a peer, or 0 while it is unknown; in one process the key is the seat."""
        if isinstance(key, int):
            return key
        known = self.sync.peers.get(key)
        return self._seats().get(key, known.seat if known is not None else 0)  # type: ignore[call-overload, no-any-return]

    def _on_hello(self, peer: Peer, hello: messages.Hello) -> bool:
        if hello.room != self.at.room or hello.seat > self.at.seats:
            self.counters["of another room"] += 1
            return False
        if self.linked and hello.identity != peer.key:
            self.counters["of another identity"] += 1
            return False
        before = len(self._gathering.identities)
        lacking = self._gathering.on_hello(hello)
        for card in lacking:
            self.sync.say(peer, card)
        if lacking and self.play is not None:  # it joins again and must know the present seats
            self.sync.say(peer, self._gathering.hello())
        if self._gathering.identities.get(hello.seat) == hello.identity:
            peer.seat = hello.seat
            self._tell_unheard()
        if len(self._gathering.identities) > before:
            self._hello_at = -HELLO_EVERY
        self.sync.resync()
        self._note(self._gathering.notes)
        return False

    def _on_card(self, _: Peer, card: messages.Card) -> bool:
        if self.play is not None or self.stopped:
            return False
        try:
            new = self._gathering.on_card(card)
        except BadCard as bad:
            self._refuse(Verdict(bad.seat, 0, "card", str(bad)))
            return False
        self._note(self._gathering.notes)
        if new:
            self._hello_at = -HELLO_EVERY
        return new

    def _note(self, notes: list[str]) -> None:
        self._reports += [PlayerNotice(words) for words in notes[self._noted :]]
        self._noted = len(notes)

    def _restore(self) -> None:
        """Restore a match that began earlier from the store."""
        first = takewhile(lambda chunk: chunk[0] is ChunkKind.CARD, self._store.chunks())
        if not self._gathering.restore(_kept_pair(data, bytes) for _, data in first):
            return
        if not self._sit_down(new=False) or self.play is None:
            return
        play = self.play
        for keep, data in self._store.chunks():
            if keep is ChunkKind.SEALED:
                play.own.restore_sealed(*_kept_pair(data, int))
            elif keep is ChunkKind.ENTRY and self.feeds.add(read_entry(data)) is Added.REFUSED:
                raise BadBytes("the log on disk holds an entry that was never signed")
            elif keep is ChunkKind.BROKEN:
                seat, stored = _kept_pair(data, int)
                self.feeds.broken[seat] = stored
        self._broken_kept = set(self.feeds.broken)
        self.feeds.bounded = True

    def _sit_down(self, new: bool = True) -> bool:
        """Begin the match if its genesis can be made; return True if the match has begun."""
        try:
            genesis = self._gathering.genesis()
            if genesis is None:
                return False
            table = StateMachine(self.at.game, genesis, self.seat)
        except BadCard as bad:
            self._refuse(Verdict(bad.seat, 0, "card", str(bad)))
            return False
        self._begin(genesis, table)
        if new:
            self.feeds.bounded = True
            for card in self.cards:
                self._store.append(ChunkKind.CARD, enc(card))
        return True

    def _begin(self, genesis: Genesis, table: StateMachine) -> None:
        identities = genesis.terms.identities
        self.sync.feeds = Feeds(genesis.match, identities)
        if self.linked:
            self.sync.awaited = frozenset(identities) - {self.identity}
            for peer in self.sync.peers.values():
                peer.seat = self._seats().get(peer.key, 0)  # type: ignore[call-overload]
        own = self.signatory(self.at, genesis, self.feeds, self._store, self.sync.push)
        if not self.at.fresh:  # a fresh seat has no older copy of its feed: it can begin without links to all
            self._own_head.await_all(self.sync.peers if self.sync.awaited is None else self.sync.awaited)
        ready = Readiness(genesis.match, identities, self.seat, self._signer)
        motions = Motions(genesis.match, identities, self.seat, self._signer)
        self.play = self.conduct(table, own, ready, motions, self.sync)
        self.leaves = Leaves(genesis.match, identities, self.seat, self._signer)
        self.play.player, self.play.persons = self.player, self.persons
        self.play.faults.cards = tuple(self.cards)
        self._tell_unheard()  # in any case: the disk may have an old copy or a new one
        self._reports.append(Seated(genesis.match, genesis.names))
        self.sync.resync()

    def _refuse(self, verdict: Verdict) -> None:
        self._refusal = verdict
        self._reports.append(verdict)


def _kept_pair(data: bytes, first: type[T]) -> tuple[T, bytes]:
    """Return two values from data of a log on disk, the second of them bytes; raise `BadBytes`."""
    try:
        return fields(dec(data, MAX_CHUNK), first, bytes)
    except BadBytes:
        raise BadBytes("the log on disk is damaged, or of another version") from None
