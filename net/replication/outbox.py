"""Outbox of a match: its peers, its feeds, and the messages that wait to be sent (PROTOCOL 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from net.replication import messages
from net.replication.entries import Entry
from net.replication.feeds import MAX_SIDE_ENTRIES, Feeds
from net.replication.messages import Heads, Part
from net.replication.peer_state import Number, Peer, PeerKey
from net.replication.retransmission_timer import FOREVER_AGO, IN_TRANSIT

MOST_TOLD = 4096
BURST_BYTES = 32 * messages.MAX_LIST
"""Maximum number of entry bytes sent in answer to one datagram: the content of 32 full datagrams."""
IN_TRANSIT_SHARE = 0.75
"""Fraction of a round trip after which a requested entry no longer counts as in transit."""


class Outbox:
    """The peers of a match, the feeds that are replicated to them, and the messages to send."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        self.peers = {key: Peer(key) for key in peers}
        self.counters = counters
        self.feeds = Feeds(b"", ())
        self.now = 0.0
        self.own = 0
        """Our seat, once it has signed an entry."""
        self.changed = True
        """True if our feeds have changed since the last announcement."""
        self.learned: dict[Number, float] = {}
        """Time at which each recent entry arrived here."""
        self._burst = BURST_BYTES
        self._shown_forks: set[int] = set()
        self._pushed: Counter[int] = Counter()

    def queue(self, peer: Peer, message: messages.Message) -> None:
        """Queue a message for one peer."""
        peer.out.append(messages.pack_message(message))

    def queue_for_all(self, message: messages.Message) -> None:
        """Queue a message for every peer."""
        packed = messages.pack_message(message)
        for peer in self.peers.values():
            peer.out.append(packed)

    def push(self, entry: Entry) -> None:
        """Queue a new entry of our own for every peer."""
        self.changed = True
        self.own = entry.seat
        packed = pack_parts(entry)
        for peer in self.peers.values():
            peer.out += packed
            peer.sent[entry.seat, entry.seq] = self.now
            if peer.seat:
                peer.path.note_sent(entry.seq, self.now)

    def open_burst(self, peer: Peer | None = None) -> None:
        """Allow a full burst in answer to a new datagram, or a smaller one if the peer has no seat."""
        self._burst = (
            BURST_BYTES if peer is None or peer.seat else min(BURST_BYTES, int(peer.bytes_quota.available(self.now)))
        )

    def send(self, peer: Peer, entry: Entry, again: float = IN_TRANSIT, missed: bool = False) -> bool:
        """Queue an entry unless it may already be in transit to the peer; return True if it was queued.

        It may be in transit from us or, unless the peer has `missed` it, from another peer.
        """
        number = (entry.seat, entry.seq)
        last = peer.sent.get(number, FOREVER_AGO)
        if not missed:
            last = max(last, self.learned.get(number, FOREVER_AGO))
        if self._burst <= 0 or self.now - last < again:
            return False
        packed = pack_parts(entry)
        peer.out += packed
        peer.sent[number] = self.now
        size = sum(map(len, packed))
        self._burst -= size
        if not peer.seat:
            peer.bytes_quota.spend(size)
        return True

    def send_requested(self, peer: Peer, entry: Entry) -> bool:
        """Queue a requested entry, unless it was sent after the request; return True if it was queued."""
        again = IN_TRANSIT_SHARE * peer.path.round_trip if peer.path.round_trip else IN_TRANSIT
        return self.send(peer, entry, again, missed=True)

    # -- forks --

    def push_fork(self, seat: int) -> None:
        """Queue, once and for every peer, all versions of a forked feed from the fork on; of long ones, the proof."""
        if seat not in self._shown_forks:
            self._shown_forks.add(seat)
            versions, fork = self.feeds.forked_versions(seat), self.feeds.forks[seat]
            for entry in versions if len(versions) <= MAX_SIDE_ENTRIES else (fork.first, fork.second):
                self.push_version(entry)

    def push_version(self, entry: Entry) -> None:
        """Queue a version of an entry for every peer that has not sent it to us.

        Only a number of versions of each seat is sent in this way. They prove the fork, and the heads of peers bring
        them the others.
        """
        self._pushed[entry.seat] += 1
        if self._pushed[entry.seat] > MAX_SIDE_ENTRIES:
            return
        for peer in self.peers.values():
            if entry.id not in peer.versions_received:
                peer.out += pack_parts(entry)

    def push_unlinked(self, entry: Entry) -> None:
        """Queue an entry without a known predecessor for every peer, so that all of them can judge it."""
        for peer in self.peers.values():
            peer.out += pack_parts(entry)

    def show_forks(self, peer: Peer) -> None:
        """Queue the versions of forked feeds for a peer until the peer has sent them to us too.

        A cheat could ask with heads for the versions of its own fork again and again, so their number is limited.
        """
        if not self.feeds.forks or not peer.fork_quota.take(self.now):
            return
        for seat in self.feeds.forks:
            for entry in self.feeds.forked_versions(seat):
                if entry.id not in peer.versions_received and self._burst > 0:
                    peer.out += pack_parts(entry)
                    self._burst -= len(entry.stored)

    def note_received_version(self, peer: Peer, entry: Entry) -> None:
        """Note that a peer has sent a version of an entry, if the feed has forked."""
        if entry.seat in self.feeds.forks and len(peer.versions_received) < MOST_TOLD:
            peer.versions_received.add(entry.id)

    def forward(self, source: Peer, new: list[Entry]) -> None:
        """Queue new entries for peers that have no channel to the seats of these entries."""
        for peer in self.peers.values():
            for entry in new:
                if peer is not source and entry.seq < peer.wants.get(entry.seat, 0):
                    peer.out += pack_parts(entry)
                    peer.sent[entry.seat, entry.seq] = self.now

    def peer_at(self, seat: int) -> Peer | None:
        """Return the peer that plays a seat, or None if it is unknown."""
        return next((peer for peer in self.peers.values() if peer.seat == seat), None)

    def send_heads(self, peer: Peer) -> None:
        """Queue our heads for a peer."""
        self.queue(peer, Heads(self.feeds.match, self.feeds.heads()))

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """Return and clear the queued messages, packed into datagrams."""
        ready: list[tuple[PeerKey, bytes]] = []
        for peer in self.peers.values():
            if peer.out:
                ready += [(peer.key, datagram) for datagram in messages.pack_datagrams(peer.out)]
                peer.out = []
        return ready

    def missing_count(self, peer: Peer) -> int:
        """Return the number of entries that a peer has announced and that are missing here."""
        return sum(
            [length - held for (length, _), held in zip(peer.heads or (), self.feeds.lengths()) if length > held]
        )


def pack_parts(entry: Entry) -> list[bytes]:
    """Return the encoded part messages that together carry an entry."""
    return pack_parts_of_stored(entry.match, entry.seat, entry.seq, entry.stored)


def pack_parts_of_stored(match: bytes, seat: int, seq: int, stored: bytes) -> list[bytes]:
    """Return the encoded part messages that together carry the stored bytes of an entry."""
    count = -(-len(stored) // messages.PART)
    return [
        messages.pack_message(Part(match, seat, seq, k, count, stored[k * messages.PART : (k + 1) * messages.PART]))
        for k in range(count)
    ]
