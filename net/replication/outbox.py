"""Outbox of a match: its peers, its feeds, and the messages that the peers are sent (PROTOCOL 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from net.replication import messages
from net.replication.entries import Entry
from net.replication.feeds import Feeds
from net.replication.messages import Heads, Part
from net.replication.peer_state import Number, Peer, PeerKey
from net.replication.retransmission_timer import FOREVER_AGO, IN_TRANSIT

MOST_TOLD = 4096
BURST_BYTES = 32 * messages.MAX_LIST
"""Maximum number of entry bytes sent in answer to one datagram: the content of 32 full datagrams."""
IN_TRANSIT_SHARE = 0.75
"""Fraction of a round trip after which a requested entry no longer counts as in transit."""


class Outbox:
    """Peers of a match, the feeds that are copied to them, and the messages to send."""

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

    def say(self, peer: Peer, said: messages.Message) -> None:
        """Queue a message for one peer."""
        peer.out.append(messages.message(said))

    def say_all(self, said: messages.Message) -> None:
        """Queue a message for every peer."""
        packed = messages.message(said)
        for peer in self.peers.values():
            peer.out.append(packed)

    def push(self, entry: Entry) -> None:
        """Queue a new entry of ours for every peer."""
        self.changed = True
        self.own = entry.seat
        packed = parts_of(entry)
        for peer in self.peers.values():
            peer.out += packed
            peer.sent[entry.seat, entry.seq] = self.now
            if peer.seat:
                peer.way.pushed(entry.seq, self.now)

    def open_burst(self, peer: Peer | None = None) -> None:
        """Allow a full burst in answer to a new datagram, or a smaller one to a peer without a seat."""
        self._burst = BURST_BYTES if peer is None or peer.seat else min(BURST_BYTES, int(peer.fed.left(self.now)))

    def send(self, peer: Peer, entry: Entry, again: float = IN_TRANSIT, missed: bool = False) -> bool:
        """Send an entry unless it may be in transit; return True if it is sent.

        It may be in transit from this peer or, unless it is `missed`, from other peers.
        """
        number = (entry.seat, entry.seq)
        last = peer.sent.get(number, FOREVER_AGO)
        if not missed:
            last = max(last, self.learned.get(number, FOREVER_AGO))
        if self._burst <= 0 or self.now - last < again:
            return False
        packed = parts_of(entry)
        peer.out += packed
        peer.sent[number] = self.now
        size = sum(map(len, packed))
        self._burst -= size
        if not peer.seat:
            peer.fed.spend(size)
        return True

    def send_soon(self, peer: Peer, entry: Entry) -> bool:
        """Send a requested entry, unless it has been sent since the request; return True if it is sent."""
        again = IN_TRANSIT_SHARE * peer.way.smooth if peer.way.smooth else IN_TRANSIT
        return self.send(peer, entry, again, missed=True)

    # -- forks --

    def push_fork(self, seat: int) -> None:
        """Send every peer all versions of a forked feed from the fork on, once."""
        if seat not in self._shown_forks:
            self._shown_forks.add(seat)
            for entry in self.feeds.versions(seat):
                self.push_version(entry)

    def push_version(self, entry: Entry) -> None:
        """Send a version of an entry to every peer that has not sent it."""
        for peer in self.peers.values():
            if entry.id not in peer.told:
                peer.out += parts_of(entry)

    def push_unlinked(self, entry: Entry) -> None:
        """Send every peer an entry that follows no known one, so that all can judge it."""
        for peer in self.peers.values():
            peer.out += parts_of(entry)

    def show_forks(self, peer: Peer) -> None:
        """Send a peer the versions of forked feeds until the peer has sent them too."""
        for seat in self.feeds.forks:
            for entry in self.feeds.versions(seat):
                if entry.id not in peer.told and self._burst > 0:
                    peer.out += parts_of(entry)
                    self._burst -= len(entry.stored)

    def told(self, peer: Peer, entry: Entry) -> None:
        """Note that a peer has sent an entry, if its feed is forked."""
        if entry.seat in self.feeds.forks and len(peer.told) < MOST_TOLD:
            peer.told.add(entry.id)

    def pass_on(self, source: Peer, new: list[Entry]) -> None:
        """Forward new entries at once to peers that have no channel to the seats of these entries."""
        for peer in self.peers.values():
            for entry in new:
                if peer is not source and entry.seq < peer.wants.get(entry.seat, 0):
                    peer.out += parts_of(entry)
                    peer.sent[entry.seat, entry.seq] = self.now

    def at(self, seat: int) -> Peer | None:
        """Return the peer of a seat."""
        return next((peer for peer in self.peers.values() if peer.seat == seat), None)

    def say_heads(self, peer: Peer) -> None:
        """Send our heads to a peer."""
        self.say(peer, Heads(self.feeds.match, self.feeds.heads()))

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """Return the queued messages, packed into datagrams."""
        ready: list[tuple[PeerKey, bytes]] = []
        for peer in self.peers.values():
            if peer.out:
                ready += [(peer.key, datagram) for datagram in messages.datagrams(peer.out)]
                peer.out = []
        return ready

    def lacks(self, peer: Peer) -> int:
        """Return the number of entries that a peer has announced and that this peer does not have."""
        return sum(
            [length - held for (length, _), held in zip(peer.heads or (), self.feeds.lengths()) if length > held]
        )


def parts_of(entry: Entry) -> list[bytes]:
    """Return an entry as the bytes of its part messages."""
    return parts_of_stored(entry.match, entry.seat, entry.seq, entry.stored)


def parts_of_stored(match: bytes, seat: int, seq: int, stored: bytes) -> list[bytes]:
    """Return the stored bytes of an entry as the bytes of its part messages."""
    count = -(-len(stored) // messages.PART)
    return [
        messages.message(Part(match, seat, seq, k, count, stored[k * messages.PART : (k + 1) * messages.PART]))
        for k in range(count)
    ]
