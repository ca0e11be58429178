"""Retransmission in a match: repetitions, acknowledgements and requests for missing entries (PROTOCOL 12)."""

from __future__ import annotations

from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.catch_up import FAR_BEHIND
from net.replication.messages import Want
from net.replication.outbox import Outbox, pack_parts
from net.replication.peer_state import Number, Peer
from net.replication.retransmission_timer import FOREVER_AGO, NEVER

MAX_ASKED_PEERS = 2
"""Maximum number of peers that are asked for the same entry at the same time."""


class Retransmission:
    """The repetitions, acknowledgements and requests that this peer has to send, and their times."""

    def __init__(self, outbox: Outbox) -> None:
        self._out = outbox
        self.news = False
        """True if entries have arrived since the last acknowledgement."""
        self._asked: dict[Number, tuple[float, int]] = {}

    @property
    def due(self) -> float:
        """Time at which the next retransmission is due."""
        due = NEVER
        for peer in self._out.peers.values():  # called after every datagram: no needless calls
            way = peer.path
            if way.ack_at < due:
                due = way.ack_at
            if way.probe_at < due:
                due = way.probe_at
            for ask in way.requests.values():
                if ask.at < due:
                    due = ask.at
        return due

    def process(self) -> None:
        """Repeat unacknowledged entries, acknowledge received ones and request missing ones, where that is due."""
        if self.due > self._out.now:
            return
        for peer in self._out.peers.values():
            way, now = peer.path, self._out.now
            if way.due > now:
                continue
            if way.must_repeat(now):
                self._push_again(peer)
            for seat in way.seats_to_request(now):
                self._request_entries(peer, seat)
        if any(peer.path.ack_at <= self._out.now for peer in self._out.peers.values()):
            self._send_heads()

    def _send_heads(self) -> None:
        """Send our heads to all seats, to acknowledge new entries and to show which ones are missing here.

        Nothing is sent while a seat streams many entries to us. If a seat repeats a known entry, only that seat gets an
        acknowledgement.
        """
        far = any(self._out.missing_count(peer) >= FAR_BEHIND for peer in self._out.peers.values())
        for peer in self._out.peers.values():
            if peer.seat and not far and (self.news or peer.path.ack_at <= self._out.now):
                self._out.send_heads(peer)
            if self.news or peer.path.ack_at <= self._out.now:
                peer.path.ack_at = NEVER
        self.news = False

    def _push_again(self, peer: Peer) -> None:
        """Send a peer again those of our entries that it has not acknowledged.

        The number of entries is limited to what fits into one datagram, but is at least one.
        """
        packed: list[bytes] = []
        for entry in self._out.feeds.feed_of(self._out.own)[peer.path.acknowledged_count : peer.path.sent_count]:
            parts = pack_parts(entry)
            if packed and sum(map(len, packed + parts)) > messages.MAX_LIST:
                break
            packed += parts
            peer.sent[entry.seat, entry.seq] = self._out.now
        peer.out += packed

    def forget_requests(self, seconds: float) -> None:
        """Forget the requests that are at least this many seconds old."""
        now = self._out.now
        self._asked = {number: asked for number, asked in self._asked.items() if now - asked[0] < seconds}

    def _request_entries(self, peer: Peer, seat: int) -> None:
        """Request a seat's missing entries from a peer, unless two other peers have just been asked for them."""
        held = len(self._out.feeds.feed_of(seat))
        end = min(peer.path.announced[seat], held + MAX_AHEAD)
        if held >= end or self._out.missing_count(peer) >= FAR_BEHIND:
            del peer.path.requests[seat]
            return
        at, times = self._asked.get((seat, held), (FOREVER_AGO, 0))
        if self._out.now - at >= peer.path.timeout:
            times = 0
        if times < MAX_ASKED_PEERS:
            self._asked[seat, held] = self._out.now, times + 1
            self._out.queue(peer, Want(self._out.feeds.match, seat, held, self._gap_end(seat, held, end)))

    def _gap_end(self, seat: int, held: int, end: int) -> int:
        """Return the number of the first early entry from `held` on, or `end` if there is none.

        An early entry is one that has arrived before its predecessor.
        """
        early = [seq for peer in self._out.peers.values() for of, seq in peer.early if of == seat]
        return min([seq for seq in early if held < seq < end], default=end)
