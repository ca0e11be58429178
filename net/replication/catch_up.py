"""Catch-up of a seat that is far behind: it fetches missing entries from one peer at a time (PROTOCOL 12).

It requests them no faster than it can read them.
"""

from __future__ import annotations

from net.replication.outbox import Outbox
from net.replication.peer_state import Peer, PeerKey
from net.replication.retransmission_timer import FOREVER_AGO, IN_TRANSIT

FAR_BEHIND = 48
"""Minimum number of missing entries at which a seat counts as far behind."""
HEADS_EVERY_ENTRIES = 64
"""Number of fetched entries after which the seat sends its heads to that peer again."""
STALL_TIMEOUT = 0.25
"""Seconds without a new entry after which the seat asks another peer."""


class CatchUp:
    """Choice of the peer from which a seat that is far behind fetches its missing entries."""

    def __init__(self, outbox: Outbox) -> None:
        self._out = outbox
        self._source: PeerKey = None
        self._since = FOREVER_AGO
        self._held = 0
        self._told = 0

    def current_source(self) -> Peer | None:
        """Return the only peer that is to get our heads now, or None if no peer is far ahead and all get them."""
        held, now = self._out.feeds.entry_count, self._out.now
        if held > self._held:
            self._held, self._since = held, now
        ahead = [key for key, peer in self._out.peers.items() if self._out.missing_count(peer) >= FAR_BEHIND]
        if not ahead:
            return None
        if self._source not in ahead or now - self._since >= STALL_TIMEOUT:
            turn = ahead.index(self._source) + 1 if self._source in ahead else 0
            self._source, self._since, self._told = ahead[turn % len(ahead)], now, 0
        return self._out.peers[self._source]

    def must_ask_source(self) -> bool:
        """Return True if the source is new or has been silent for a while, so that it must be sent our heads.

        Otherwise `request_more` sends them.
        """
        return self._out.now - self._since >= 2 * IN_TRANSIT or self._told == 0

    def request_more(self) -> None:
        """Send our heads to the source again once enough entries have arrived, so that it never pauses."""
        held = self._out.feeds.entry_count
        if held >= self._told + HEADS_EVERY_ENTRIES:
            self._told = held
            source = self.current_source()
            if source is not None:
                self._out.send_heads(source)
