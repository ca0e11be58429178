"""State of one peer: what it is known to have, the data to send to it, and its rate limits (PROTOCOL part 12)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from net.channels.rate_limit import TokenBucket
from net.replication.retransmission_timer import PeerPath

MAX_FORGERIES = 20
"""Number of invalid signatures in one burst after which the entries that a peer forwards are not checked."""
FORGERIES_PER_SECOND = 5.0
"""Number of invalid signatures per second that a peer may forward in the long run."""

STRANGER_DATAGRAMS = 100.0
"""Number of datagrams per second that are processed from a peer without a seat."""
STRANGER_BYTES = 512 * 1024.0
"""Bytes of old entries per second that are sent to a peer without a seat, in addition to new entries."""
REQUESTED_ENTRIES = 1000.0
"""Number of requested entries per second that are sent to a seat."""
QUICK_REQUESTS = 100.0
"""Number of small requests per second that are answered at once."""

FORK_SHOWS, MAX_FORK_SHOWS = 20.0, 60.0
"""Number of times per second, and at most at once, that a peer's heads bring it the versions of forked feeds."""

PeerKey = Hashable
Number = tuple[int, int]
"""Number of an entry: its seat, and its position in the seat's feed."""


@dataclass(slots=True)
class Peer:
    """State of one peer: its heads, its unfinished parts, the messages for it, and its quotas."""

    key: PeerKey
    seat: int = 0
    heads: tuple[tuple[int, bytes], ...] | None = None
    out: list[bytes] = field(default_factory=list)
    sent: dict[Number, float] = field(default_factory=dict)
    parts: dict[Number, dict[int, bytes]] = field(default_factory=dict)
    counts: dict[Number, int] = field(default_factory=dict)
    early: dict[Number, bytes] = field(default_factory=dict)
    held_bytes: int = 0
    versions_received: set[bytes] = field(default_factory=set)
    wants: dict[int, int] = field(default_factory=dict)
    """End of the range of entries, by seat, that are forwarded to the peer as soon as they arrive.

    The peer has requested them because it has no channel to that seat.
    """
    answers: int = 0
    path: PeerPath = field(default_factory=PeerPath)
    request_quota: TokenBucket = field(default_factory=lambda: TokenBucket(REQUESTED_ENTRIES, REQUESTED_ENTRIES))
    quick_request_quota: TokenBucket = field(default_factory=lambda: TokenBucket(QUICK_REQUESTS, QUICK_REQUESTS))
    fork_quota: TokenBucket = field(default_factory=lambda: TokenBucket(FORK_SHOWS, MAX_FORK_SHOWS))
    forgery_quota: TokenBucket = field(default_factory=lambda: TokenBucket(FORGERIES_PER_SECOND, MAX_FORGERIES))
    datagram_quota: TokenBucket = field(default_factory=lambda: TokenBucket(STRANGER_DATAGRAMS, 3 * STRANGER_DATAGRAMS))
    bytes_quota: TokenBucket = field(default_factory=lambda: TokenBucket(STRANGER_BYTES, STRANGER_BYTES))

    def is_trusted(self, now: float) -> bool:
        """Return True if the signatures of entries that the peer forwards are still checked.

        The result is False after too many invalid ones.
        """
        return self.forgery_quota.available(now) >= 1

    def note_forgery(self) -> None:
        """Note that the peer forwarded an invalid signature."""
        self.forgery_quota.spend()

    def may_send(self, now: float) -> bool:
        """Return True if the peer's next datagram is to be processed; for a seat this is always True."""
        return self.seat > 0 or self.datagram_quota.take(now)

    def drop_parts(self, number: Number) -> None:
        """Drop the received parts of an entry."""
        if not (self.counts or self.early):
            return
        self.held_bytes -= sum(map(storage_cost, self.parts.pop(number, {}).values()))
        early = self.early.pop(number, None)
        if early is not None:
            self.held_bytes -= storage_cost(early)
        self.counts.pop(number, None)


def storage_cost(data: bytes) -> int:
    """Return the number of bytes that are charged for keeping this data."""
    return len(data) + 128
