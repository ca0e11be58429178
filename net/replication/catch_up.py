"""Catch-up of a seat that is far behind: it fetches entries from one peer at a time (PROTOCOL 12).

It fetches them at the speed at which it reads them.
"""

from __future__ import annotations

from net.replication.outbox import Outbox
from net.replication.peer_state import Peer, PeerKey
from net.replication.retransmission_timer import FOREVER_AGO, IN_TRANSIT

FAR_BEHIND = 48
"""Minimum number of missing entries at which a seat counts as far behind.

It then fetches from one peer at a time, at the speed at which it reads.
"""
HEADS_EVERY_ENTRIES = 64
"""Number of fetched entries after which the seat sends its heads to that peer again."""
STALL_TIMEOUT = 0.25
"""Seconds without a new entry after which the seat asks another peer."""


class CatchUp:
    """Choice of the peer from which a seat far behind fetches its missing entries."""

    def __init__(self, outbox: Outbox) -> None:
        self._out = outbox
        self._source: PeerKey = None
        self._since = FOREVER_AGO
        self._held = 0
        self._told = 0

    def source(self) -> Peer | None:
        """Return the only peer that gets our heads now; None if no peer is far ahead, so that all get them."""
        held, now = self._out.feeds.held, self._out.now
        if held > self._held:
            self._held, self._since = held, now
        ahead = [key for key, peer in self._out.peers.items() if self._out.lacks(peer) >= FAR_BEHIND]
        if not ahead:
            return None
        if self._source not in ahead or now - self._since >= STALL_TIMEOUT:
            turn = ahead.index(self._source) + 1 if self._source in ahead else 0
            self._source, self._since, self._told = ahead[turn % len(ahead)], now, 0
        return self._out.peers[self._source]

    def waits(self) -> bool:
        """Return True if the source must be asked, as it is new or has been silent for a while.

        Otherwise `go_on` asks it.
        """
        return self._out.now - self._since >= 2 * IN_TRANSIT or self._told == 0

    def go_on(self) -> None:
        """Send our heads to the source again once enough entries have come, while its last ones still arrive."""
        held = self._out.feeds.held
        if held >= self._told + HEADS_EVERY_ENTRIES:
            self._told = held
            source = self.source()
            if source is not None:
                self._out.say_heads(source)
