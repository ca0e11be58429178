"""State of one peer: knowledge about it, data to send to it or expected from it, and its rate limits.

PROTOCOL part 12 sets these limits.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from net.channels.rate_limit import TokenBucket
from net.replication.retransmission_timer import PeerPath

MAX_FORGERIES = 20
"""Number of invalid signatures that are checked for a peer before it is no longer trusted."""
FORGERIES_PER_SECOND = 5.0
"""Number of further invalid signatures per second that are allowed; entries beyond it are not checked."""

STRANGER_DATAGRAMS = 100.0
"""Number of datagrams per second that are read from a peer without a seat."""
STRANGER_BYTES = 512 * 1024.0
"""Bytes of old entries per second that are sent to a peer without a seat; new entries come on top."""
REQUESTED_ENTRIES = 1000.0
"""Number of requested entries per second that are sent to a seat."""
QUICK_REQUESTS = 100.0
"""Number of small requests per second that are answered at once."""

PeerKey = Hashable
Number = tuple[int, int]
"""Number of an entry: (seat, seq)."""


@dataclass(slots=True)
class Peer:
    """State of one peer, with the data to send to it or expected from it."""

    key: PeerKey
    seat: int = 0
    heads: tuple[tuple[int, bytes], ...] | None = None
    out: list[bytes] = field(default_factory=list)
    sent: dict[Number, float] = field(default_factory=dict)
    parts: dict[Number, dict[int, bytes]] = field(default_factory=dict)
    counts: dict[Number, int] = field(default_factory=dict)
    early: dict[Number, bytes] = field(default_factory=dict)
    held: int = 0
    told: set[bytes] = field(default_factory=set)
    wants: dict[int, int] = field(default_factory=dict)
    """End of the entries, by seat, that are forwarded to the peer at once.

    The peer has asked for them because it has no channel to that seat.
    """
    answers: int = 0
    way: PeerPath = field(default_factory=PeerPath)
    wanted: TokenBucket = field(default_factory=lambda: TokenBucket(REQUESTED_ENTRIES, REQUESTED_ENTRIES))
    quick: TokenBucket = field(default_factory=lambda: TokenBucket(QUICK_REQUESTS, QUICK_REQUESTS))
    forgeries: TokenBucket = field(default_factory=lambda: TokenBucket(FORGERIES_PER_SECOND, MAX_FORGERIES))
    said: TokenBucket = field(default_factory=lambda: TokenBucket(STRANGER_DATAGRAMS, 3 * STRANGER_DATAGRAMS))
    fed: TokenBucket = field(default_factory=lambda: TokenBucket(STRANGER_BYTES, STRANGER_BYTES))

    def trusted(self, now: float) -> bool:
        """Return True if the signatures that a peer forwards are still checked.

        The result is False after too many invalid ones.
        """
        return self.forgeries.left(now) >= 1

    def forged(self) -> None:
        """Note that the peer forwarded an invalid signature."""
        self.forgeries.spend()

    def may_speak(self, now: float) -> bool:
        """Return True if the peer's next datagram is read, which is always so if the peer has a seat."""
        return self.seat > 0 or self.said.take(now)

    def forget(self, number: Number) -> None:
        """Drop the parts of an entry that the peer has sent."""
        if not (self.counts or self.early):
            return
        self.held -= sum(map(weight, self.parts.pop(number, {}).values()))
        early = self.early.pop(number, None)
        if early is not None:
            self.held -= weight(early)
        self.counts.pop(number, None)


def weight(data: bytes) -> int:
    """Return the cost, in bytes, of keeping this data."""
    return len(data) + 128
