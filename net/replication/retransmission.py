"""Timely repetition: our unacknowledged entries, and requests for missing entries of others (12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.catch_up import FAR_BEHIND
from net.replication.messages import Heads, Want
from net.replication.outbox import FOREVER_AGO, FeedOutbox, parts_of
from net.replication.peer_state import Number, Peer, PeerKey
from net.replication.retransmission_timer import NEVER

MAX_ASKED_PEERS = 2
"""Number of peers that are asked for one entry at a time."""


class RetransmittingOutbox(FeedOutbox):
    """Outbox that sends lost messages again."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        super().__init__(peers, counters)
        self._news = False
        """True if entries have arrived since the last acknowledgement."""
        self._asked: dict[Number, tuple[float, int]] = {}

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
        """Send unacknowledged entries again, acknowledge, and request entries that others have."""
        for peer in self.peers.values():
            way, now = peer.way, self.now
            if way.due > now:
                continue
            if way.probes(now):
                self._push_again(peer)
            for seat in way.asked(now):
                self._ask(peer, seat)
        if any(peer.way.ack_at <= self.now for peer in self.peers.values()):
            self._acknowledge()

    def _acknowledge(self) -> None:
        """Send our heads to all seats, which acknowledges new entries and shows the missing ones.

        Nothing is sent while entries come in long sequences from one seat. A seat that repeats a known entry is
        acknowledged alone.
        """
        far = any(self.lacks(peer) >= FAR_BEHIND for peer in self.peers.values())
        for peer in self.peers.values():
            if peer.seat and not far and (self._news or peer.way.ack_at <= self.now):
                self.say(peer, Heads(self.feeds.match, self.feeds.heads()))
            if self._news or peer.way.ack_at <= self.now:
                peer.way.ack_at = NEVER
        self._news = False

    def _push_again(self, peer: Peer) -> None:
        """Send our unacknowledged entries to a peer again: at least one, at most a datagram full."""
        packed: list[bytes] = []
        for entry in self.feeds.of(self._own)[peer.way.acked : peer.way.said]:
            parts = parts_of(entry)
            if packed and sum(map(len, packed + parts)) > messages.MAX_LIST:
                break
            packed += parts
            peer.sent[entry.seat, entry.seq] = self.now
        peer.out += packed

    def _ask(self, peer: Peer, seat: int) -> None:
        """Request a seat's missing entries from a peer, unless two others were just asked."""
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
            self.say(peer, Want(self.feeds.match, seat, held, self._gap(seat, held, end)))

    def _gap(self, seat: int, held: int, end: int) -> int:
        """Return the first early entry after the missing ones, or `end`."""
        early = [seq for peer in self.peers.values() for of, seq in peer.early if of == seat]
        return min([seq for seq in early if held < seq < end], default=end)

    def lacks(self, peer: Peer) -> int:
        """Return the number of entries that a peer has announced and that are missing here."""
        return sum(
            [length - held for (length, _), held in zip(peer.heads or (), self.feeds.lengths()) if length > held]
        )
