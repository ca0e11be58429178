"""Outbox of a match: it sends entries to the peers, and repeats what may be lost (PROTOCOL 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.catch_up import FAR_BEHIND
from net.replication.entries import Entry
from net.replication.feeds import Feeds
from net.replication.messages import Heads, Part, Want
from net.replication.peer_state import Number, Peer, PeerKey
from net.replication.retransmission_timer import FOREVER_AGO, IN_TRANSIT, NEVER

MOST_TOLD = 4096
BURST_BYTES = 32 * messages.MAX_LIST
"""Maximum number of entry bytes sent in answer to one datagram: the content of 32 full datagrams."""
IN_TRANSIT_SHARE = 0.75
"""Fraction of a round trip after which a requested entry no longer counts as in transit."""
MAX_ASKED_PEERS = 2
"""Maximum number of peers that are asked for the same entry at a time."""


class FeedOutbox:
    """Feeds of a match, with the messages to send that follow from them."""

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
        self._news = False
        """True if entries have arrived since the last acknowledgement."""
        self._asked: dict[Number, tuple[float, int]] = {}

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
        """Allow a full burst in answer to a new datagram, or a smaller one to a peer without a seat."""
        self._burst = BURST_BYTES if peer is None or peer.seat else min(BURST_BYTES, int(peer.fed.left(self.now)))

    def _send(self, peer: Peer, entry: Entry, again: float = IN_TRANSIT, missed: bool = False) -> bool:
        """Send an entry unless it may be in transit; return True if it is sent.

        It may be in transit from this peer or, unless it is `missed`, from other peers.
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
        """Send a requested entry, unless it has been sent since the request; return True if it is sent."""
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
        """Send every peer an entry that follows no known one, so that all can judge it."""
        for peer in self.peers.values():
            peer.out += parts_of(entry)

    def _show_forks(self, peer: Peer) -> None:
        """Send a peer the versions of forked feeds until the peer has sent them too."""
        for seat in self.feeds.forks:
            for entry in self.feeds.versions(seat):
                if entry.id not in peer.told and self._burst > 0:
                    peer.out += parts_of(entry)
                    self._burst -= len(entry.stored)

    def _told(self, peer: Peer, entry: Entry) -> None:
        if entry.seat in self.feeds.forks and len(peer.told) < MOST_TOLD:
            peer.told.add(entry.id)

    # -- repetition --

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """Return the queued messages, packed into datagrams."""
        if self.due <= self.now:
            self._say_again()
        ready: list[tuple[PeerKey, bytes]] = []
        for peer in self.peers.values():
            if peer.out:
                ready += [(peer.key, datagram) for datagram in messages.datagrams(peer.out)]
                peer.out = []
        return ready

    @property
    def due(self) -> float:
        """Time at which the next possibly lost message is sent again."""
        due = NEVER
        for peer in self.peers.values():  # called after every datagram: no needless calls
            way = peer.way
            if way.ack_at < due:
                due = way.ack_at
            if way.probe_at < due:
                due = way.probe_at
            for ask in way.asks.values():
                if ask.at < due:
                    due = ask.at
        return due

    def _say_again(self) -> None:
        """Send unacknowledged entries again, acknowledge received ones, and request missing ones."""
        for peer in self.peers.values():
            way, now = peer.way, self.now
            if way.due > now:
                continue
            if way.probes(now):
                self._push_again(peer)
            for seat in way.asked(now):
                self._ask(peer, seat)
        if any(peer.way.ack_at <= self.now for peer in self.peers.values()):
            self._send_heads()

    def _send_heads(self) -> None:
        """Send our heads to all seats; this acknowledges new entries and shows which ones we miss.

        Nothing is sent while one seat sends long sequences of entries. If a seat repeats a known entry, only that seat
        gets an acknowledgement.
        """
        far = any(self.lacks(peer) >= FAR_BEHIND for peer in self.peers.values())
        for peer in self.peers.values():
            if peer.seat and not far and (self._news or peer.way.ack_at <= self.now):
                self.say(peer, Heads(self.feeds.match, self.feeds.heads()))
            if self._news or peer.way.ack_at <= self.now:
                peer.way.ack_at = NEVER
        self._news = False

    def _push_again(self, peer: Peer) -> None:
        """Send a peer again those of our entries that it has not acknowledged.

        At least one entry is sent, and at most as many as fit into one datagram.
        """
        packed: list[bytes] = []
        for entry in self.feeds.of(self._own)[peer.way.acked : peer.way.said]:
            parts = parts_of(entry)
            if packed and sum(map(len, packed + parts)) > messages.MAX_LIST:
                break
            packed += parts
            peer.sent[entry.seat, entry.seq] = self.now
        peer.out += packed

    def _ask(self, peer: Peer, seat: int) -> None:
        """Request a seat's missing entries from a peer, unless two other peers have just been asked."""
        held = len(self.feeds.of(seat))
        end = min(peer.way.has[seat], held + MAX_AHEAD)
        if held >= end or self.lacks(peer) >= FAR_BEHIND:
            del peer.way.asks[seat]
            return
        at, times = self._asked.get((seat, held), (FOREVER_AGO, 0))
        if self.now - at >= peer.way.timeout:
            times = 0
        if times < MAX_ASKED_PEERS:
            self._asked[seat, held] = self.now, times + 1
            self.say(peer, Want(self.feeds.match, seat, held, self._gap_end(seat, held, end)))

    def _gap_end(self, seat: int, held: int, end: int) -> int:
        """Return the number of the first early entry between `held` and `end`; `end` if there is none.

        An early entry is one that has arrived before the missing entries that it follows.
        """
        early = [seq for peer in self.peers.values() for of, seq in peer.early if of == seat]
        return min([seq for seq in early if held < seq < end], default=end)

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
