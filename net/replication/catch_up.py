"""From whom a seat that is far behind fetches what it lacks: one peer after the other, as fast as it can read (12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net.replication.messages import Heads
from net.replication.outbox import AGAIN, FOREVER_AGO
from net.replication.peer_state import Peer, PeerKey

if TYPE_CHECKING:
    from net.replication.sync import Sync

FAR = 48
"""Who lacks so many entries that a peer holds fetches them from one peer at a time, as fast as they can be read..."""
MORE = 64
"""...and tells that one its heads after every so many entries..."""
STALLED = 0.25
"""...and turns to another one if none comes for so many seconds."""


class CatchingUp:
    """From whom a peer that is far behind fetches what it lacks."""

    def __init__(self) -> None:
        self._source: PeerKey = None
        self._since = FOREVER_AGO
        self._held = 0
        self._told = 0

    def source(self, sync: Sync, now: float) -> Peer | None:
        """The one peer to tell one's heads now; None for all of them, if none is far ahead."""
        held = sync.feeds.held
        if held > self._held:
            self._held, self._since = held, now
        ahead = [key for key, peer in sync.peers.items() if sync.lacks(peer) >= FAR]
        if not ahead:
            return None
        if self._source not in ahead or now - self._since >= STALLED:
            turn = ahead.index(self._source) + 1 if self._source in ahead else 0
            self._source, self._since, self._told = ahead[turn % len(ahead)], now, 0
        return sync.peers[self._source]

    def waits(self, now: float) -> bool:
        """Whether it is a new source, or nothing has come for a while: then it is asked, else `go_on` asks in time."""
        return now - self._since >= 2 * AGAIN or self._told == 0

    def go_on(self, sync: Sync) -> None:
        """After a datagram: tells the source one's heads again while what it sent last is still arriving."""
        held = sync.feeds.held
        if held >= self._told + MORE:
            self._told = held
            source = self.source(sync, sync.now)
            if source is not None:
                sync.say(source, Heads(sync.feeds.match, sync.feeds.heads()))
