"""Outgoing entries and messages: new ones, requested ones, all versions of forked ones (12, 11.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from net.replication import messages
from net.replication.entries import Entry
from net.replication.feeds import Feeds
from net.replication.messages import Part
from net.replication.peer_state import Number, Peer, PeerKey

MOST_TOLD = 4096
BURST_BYTES = 32 * messages.MAX_LIST
"""Maximum number of entry bytes that answer one datagram: 32 full datagrams."""
IN_TRANSIT = 0.04
"""Seconds for which a sent entry may still be in transit."""
IN_TRANSIT_SHARE = 0.75
"""Share of a round trip after which a requested entry no longer counts as in transit."""
FOREVER_AGO = -1e9


class FeedOutbox:
    """Feeds of a match, and the outgoing messages made from them."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        self.peers = {key: Peer(key) for key in peers}
        self.counters = counters
        self.feeds = Feeds(b"", ())
        self.now = 0.0
        self._learned: dict[Number, float] = {}
        self._changed = True
        self._burst = BURST_BYTES
        self._shown_forks: set[int] = set()
        self._own = 0

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
        self._changed = True
        self._own = entry.seat
        packed = parts_of(entry)
        for peer in self.peers.values():
            peer.out += packed
            peer.sent[entry.seat, entry.seq] = self.now
            if peer.seat:
                peer.way.pushed(entry.seq, self.now)

    def open_burst(self, peer: Peer | None = None) -> None:
        """Allow a full burst in answer to a new datagram; less for a peer without a seat."""
        self._burst = BURST_BYTES if peer is None or peer.seat else min(BURST_BYTES, int(peer.fed.left(self.now)))

    def _send(self, peer: Peer, entry: Entry, again: float = IN_TRANSIT, missed: bool = False) -> bool:
        """Send an entry unless it may be in transit; return True if it is sent.

        It may be in transit from here or, if it is not `missed`, from others.
        """
        number = (entry.seat, entry.seq)
        last = peer.sent.get(number, FOREVER_AGO)
        if not missed:
            last = max(last, self._learned.get(number, FOREVER_AGO))
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

    def _send_soon(self, peer: Peer, entry: Entry) -> bool:
        """Send a requested entry unless it was sent after the request; return True if it is sent."""
        again = IN_TRANSIT_SHARE * peer.way.smooth if peer.way.smooth else IN_TRANSIT
        return self._send(peer, entry, again, missed=True)

    # -- forks --

    def push_fork(self, seat: int) -> None:
        """Send every peer all versions of a forked feed from the fork on, once."""
        if seat not in self._shown_forks:
            self._shown_forks.add(seat)
            for entry in self.feeds.versions(seat):
                self._push_version(entry)

    def _push_version(self, entry: Entry) -> None:
        for peer in self.peers.values():
            if entry.id not in peer.told:
                peer.out += parts_of(entry)

    def push_unlinked(self, entry: Entry) -> None:
        """Send every peer an entry that follows nothing, so that all can judge it."""
        for peer in self.peers.values():
            peer.out += parts_of(entry)

    def _show_forks(self, peer: Peer) -> None:
        """Forward the versions of forked feeds until the peer has sent them too."""
        for seat in self.feeds.forks:
            for entry in self.feeds.versions(seat):
                if entry.id not in peer.told and self._burst > 0:
                    peer.out += parts_of(entry)
                    self._burst -= len(entry.stored)

    def _told(self, peer: Peer, entry: Entry) -> None:
        if entry.seat in self.feeds.forks and len(peer.told) < MOST_TOLD:
            peer.told.add(entry.id)


def parts_of(entry: Entry) -> list[bytes]:
    """Return an entry as part messages, ready to be sent."""
    return parts_of_stored(entry.match, entry.seat, entry.seq, entry.stored)


def parts_of_stored(match: bytes, seat: int, seq: int, stored: bytes) -> list[bytes]:
    """Return the bytes of an entry as part messages."""
    count = -(-len(stored) // messages.PART)
    return [
        messages.message(Part(match, seat, seq, k, count, stored[k * messages.PART : (k + 1) * messages.PART]))
        for k in range(count)
    ]
