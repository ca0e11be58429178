"""What may be lost is said again in time: own entries not acknowledged, entries of others not come (12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from net.replication import messages
from net.replication.batch_verification import AHEAD
from net.replication.catch_up import FAR
from net.replication.messages import Heads, Want
from net.replication.outbox import FOREVER_AGO, Sending, parts_of
from net.replication.peer_state import Number, Peer, PeerKey
from net.replication.retransmission_timer import NEVER

AT_A_TIME = 2
"""So many peers are asked for one entry at a time."""


class Repeating(Sending):
    """What is laid out, and laid out again."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        super().__init__(peers, counters)
        self._news = False
        """Whether entries have come since the last acknowledgement."""
        self._asked: dict[Number, tuple[float, int]] = {}

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """All that was laid out, packed."""
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
        """When something is to be said again that may be lost."""
        due = NEVER
        for peer in self.peers.values():  # asked for after every datagram: nothing is called that need not be
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
        """Says again what is not acknowledged, acknowledges, and asks for what others hold."""
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
        """Tells all seats what is new here, and so what is lacking; not while it comes in long rows from one of them.
        Who says again what is here already is told so alone.
        """
        far = any(self.lacks(peer) >= FAR for peer in self.peers.values())
        for peer in self.peers.values():
            if peer.seat and not far and (self._news or peer.way.ack_at <= self.now):
                self.say(peer, Heads(self.feeds.match, self.feeds.heads()))
            if self._news or peer.way.ack_at <= self.now:
                peer.way.ack_at = NEVER
        self._news = False

    def _push_again(self, peer: Peer) -> None:
        """The own entries that a peer has not acknowledged, as many as a datagram holds, one at least."""
        packed: list[bytes] = []
        for entry in self.feeds.of(self._own)[peer.way.acked : peer.way.said]:
            parts = parts_of(entry)
            if packed and sum(map(len, packed + parts)) > messages.MAX_LIST:
                break
            packed += parts
            peer.sent[entry.seat, entry.seq] = self.now
        peer.out += packed

    def _ask(self, peer: Peer, seat: int) -> None:
        """Asks a peer for what it holds of a seat and is lacking here, unless two others have just been asked."""
        held = len(self.feeds.of(seat))
        end = min(peer.way.has[seat], held + AHEAD)
        if held >= end or self.lacks(peer) >= FAR:
            del peer.way.asks[seat]
            return
        at, times = self._asked.get((seat, held), (FOREVER_AGO, 0))
        if self.now - at >= peer.way.timeout:
            times = 0
        if times < AT_A_TIME:
            self._asked[seat, held] = self.now, times + 1
            self.say(peer, Want(self.feeds.match, seat, held, self._gap(seat, held, end)))

    def _gap(self, seat: int, held: int, end: int) -> int:
        """The first entry after those that lack that came early, or `end`."""
        early = [seq for peer in self.peers.values() for of, seq in peer.early if of == seat]
        return min([seq for seq in early if held < seq < end], default=end)

    def lacks(self, peer: Peer) -> int:
        """How many entries a peer has told of that are not here."""
        return sum(
            [length - held for (length, _), held in zip(peer.heads or (), self.feeds.lengths()) if length > held]
        )
