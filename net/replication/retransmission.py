"""Retransmission in a match: it repeats what may be lost, acknowledges, and requests missing entries (PROTOCOL 12)."""

from __future__ import annotations

from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.catch_up import FAR_BEHIND
from net.replication.messages import Want
from net.replication.outbox import Outbox, parts_of
from net.replication.peer_state import Number, Peer
from net.replication.retransmission_timer import FOREVER_AGO, NEVER

MAX_ASKED_PEERS = 2
"""Maximum number of peers that are asked for the same entry at a time."""


class Retransmission:
    """Repetitions, acknowledgements and requests of one peer, with the times at which they are due."""

    def __init__(self, outbox: Outbox) -> None:
        self._out = outbox
        self.news = False
        """True if entries have arrived since the last acknowledgement."""
        self._asked: dict[Number, tuple[float, int]] = {}

    @property
    def due(self) -> float:
        """Time at which the next possibly lost message is sent again."""
        due = NEVER
        for peer in self._out.peers.values():  # called after every datagram: no needless calls
            way = peer.way
            if way.ack_at < due:
                due = way.ack_at
            if way.probe_at < due:
                due = way.probe_at
            for ask in way.asks.values():
                if ask.at < due:
                    due = ask.at
        return due

    def process(self) -> None:
        """Send unacknowledged entries again, acknowledge received ones, and request missing ones, where that is due."""
        if self.due > self._out.now:
            return
        for peer in self._out.peers.values():
            way, now = peer.way, self._out.now
            if way.due > now:
                continue
            if way.probes(now):
                self._push_again(peer)
            for seat in way.asked(now):
                self._ask(peer, seat)
        if any(peer.way.ack_at <= self._out.now for peer in self._out.peers.values()):
            self._send_heads()

    def _send_heads(self) -> None:
        """Send our heads to all seats; this acknowledges new entries and shows which ones we miss.

        Nothing is sent while one seat sends long sequences of entries. If a seat repeats a known entry, only that seat
        gets an acknowledgement.
        """
        far = any(self._out.lacks(peer) >= FAR_BEHIND for peer in self._out.peers.values())
        for peer in self._out.peers.values():
            if peer.seat and not far and (self.news or peer.way.ack_at <= self._out.now):
                self._out.say_heads(peer)
            if self.news or peer.way.ack_at <= self._out.now:
                peer.way.ack_at = NEVER
        self.news = False

    def _push_again(self, peer: Peer) -> None:
        """Send a peer again those of our entries that it has not acknowledged.

        At least one entry is sent, and at most as many as fit into one datagram.
        """
        packed: list[bytes] = []
        for entry in self._out.feeds.of(self._out.own)[peer.way.acked : peer.way.said]:
            parts = parts_of(entry)
            if packed and sum(map(len, packed + parts)) > messages.MAX_LIST:
                break
            packed += parts
            peer.sent[entry.seat, entry.seq] = self._out.now
        peer.out += packed

    def forget(self, seconds: float) -> None:
        """Forget the requests that are at least this many seconds old."""
        now = self._out.now
        self._asked = {number: asked for number, asked in self._asked.items() if now - asked[0] < seconds}

    def _ask(self, peer: Peer, seat: int) -> None:
        """Request a seat's missing entries from a peer, unless two other peers have just been asked."""
        held = len(self._out.feeds.of(seat))
        end = min(peer.way.has[seat], held + MAX_AHEAD)
        if held >= end or self._out.lacks(peer) >= FAR_BEHIND:
            del peer.way.asks[seat]
            return
        at, times = self._asked.get((seat, held), (FOREVER_AGO, 0))
        if self._out.now - at >= peer.way.timeout:
            times = 0
        if times < MAX_ASKED_PEERS:
            self._asked[seat, held] = self._out.now, times + 1
            self._out.say(peer, Want(self._out.feeds.match, seat, held, self._gap_end(seat, held, end)))

    def _gap_end(self, seat: int, held: int, end: int) -> int:
        """Return the number of the first early entry between `held` and `end`; `end` if there is none.

        An early entry is one that has arrived before the missing entries that it follows.
        """
        early = [seq for peer in self._out.peers.values() for of, seq in peer.early if of == seat]
        return min([seq for seq in early if held < seq < end], default=end)
