"""State of one linked neighbour: the messages for it, the data that it has announced, and its quotas.

The quotas limit everything that the neighbour can make this member do or send. Therefore a neighbour that asks for more
and more gets only its share, and takes nothing from the others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lobby.tournament.protocol.messages import Head, UnreadPulse
from net.channels.rate_limit import TokenBucket

DATAGRAM_RATE, DATAGRAM_BURST = 400.0, 1200.0
"""Number of datagrams processed from one neighbour: per second, and in one burst."""
ITEM_RATE, ITEM_BURST = 2000.0, 6000.0
"""Number of items, such as heads, wants and chunks, from one neighbour: per second, and in one burst."""
ANSWER_BYTES = 64_000.0
"""Bytes of answers to one neighbour: per second, and in one burst."""
CHECK_RATE, CHECK_BURST = 50.0, 200.0
"""Number of a neighbour's useless signatures that are checked: per second, and in one burst."""
REQUEST_RATE, REQUEST_BURST = 100.0, 400.0
"""Number of feeds requested from a neighbour that claims to have more: per second, and in one burst."""
ASKS_FOR, KNOCKS_AT_ONCE = 4.0, 32.0
MAX_REMEMBERED_BLOBS = 512
"""Maximum number of blobs remembered that one neighbour has announced."""
PROOF_AGAIN = 10.0
"""Seconds after which the proof of a fork may be sent again on request, in case it was lost."""


@dataclass(slots=True)
class Neighbour:
    """A linked neighbour; `host` is its host as text, or "" if it is irrelevant."""

    identity: bytes = b""
    host: str = ""
    news: set[bytes] = field(default_factory=set)
    """Members whose heads must still be sent to this neighbour."""
    theirs: dict[bytes, Head] = field(default_factory=dict)
    blobs: dict[bytes, None] = field(default_factory=dict)
    """Blobs that this neighbour has announced, the most recent last."""
    pulses: dict[bytes, UnreadPulse] = field(default_factory=dict)
    """Pulses that must still be sent to this neighbour, by their data."""
    pulses_sent_at: float = -1e9
    out: list[bytes] = field(default_factory=list)
    heads_sent_at: float = -1e9
    sum_sent_at: float = -1e9
    all_sent_at: float = -1e9
    differs: int = 0
    """Number of this neighbour's sums in a row that differed from ours."""
    agrees: bool = False
    """True once this neighbour has announced everything that it has."""
    failed_requests: Counter[bytes] = field(default_factory=Counter)
    """Number of requests to this neighbour, by member, that brought no entries of the member's feed.

    The count is reset when the neighbour sends entries of that feed.
    """
    proof_sent_at: dict[bytes, float] = field(default_factory=dict)
    """Time at which this neighbour was sent the proof of a fork, by member."""
    datagram_quota: TokenBucket = field(default_factory=lambda: TokenBucket(DATAGRAM_RATE, DATAGRAM_BURST))
    item_quota: TokenBucket = field(default_factory=lambda: TokenBucket(ITEM_RATE, ITEM_BURST))
    answer_quota: TokenBucket = field(default_factory=lambda: TokenBucket(ANSWER_BYTES, ANSWER_BYTES))
    check_quota: TokenBucket = field(default_factory=lambda: TokenBucket(CHECK_RATE, CHECK_BURST))
    feed_request_quota: TokenBucket = field(default_factory=lambda: TokenBucket(REQUEST_RATE, REQUEST_BURST))
    admission_quota: TokenBucket = field(default_factory=lambda: TokenBucket(ASKS_FOR, KNOCKS_AT_ONCE))

    def answer(self, message: bytes, now: float) -> bool:
        """Queue an answer if the neighbour's quota allows it now; return True if it was queued."""
        may = self.answer_quota.take(now, len(message))
        if may:
            self.out.append(message)
        return may

    def note_blob(self, hash: bytes) -> None:
        """Note that this neighbour has a blob."""
        self.blobs[hash] = None
        if len(self.blobs) > MAX_REMEMBERED_BLOBS:
            del self.blobs[next(iter(self.blobs))]
