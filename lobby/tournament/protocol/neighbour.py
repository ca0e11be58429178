"""State of one linked neighbour: outbox, announced data and quotas.

The neighbour's own quotas limit everything that it can make this member do or send. Therefore a neighbour that asks for
more and more gets only its share, and takes nothing from the others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lobby.tournament.protocol.messages import Head, UnreadPulse
from net.channels.rate_limit import TokenBucket

DATAGRAM_RATE, DATAGRAM_BURST = 400.0, 1200.0
"""Datagrams that are read from one neighbour: per second, and at once."""
ITEM_RATE, ITEM_BURST = 2000.0, 6000.0
"""Single items, such as heads, wants and chunks, read from one neighbour: per second, and at once."""
ANSWER_BYTES = 64_000.0
"""Bytes of answers to one neighbour, per second; the limit for one burst is the same."""
CHECK_RATE, CHECK_BURST = 50.0, 200.0
"""Checks of one neighbour's signatures that bring nothing new: per second, and at once."""
REQUEST_RATE, REQUEST_BURST = 100.0, 400.0
"""Feeds requested from one neighbour because it claims to have more: per second, and at once."""
ASKS_FOR, KNOCKS_AT_ONCE = 4.0, 32.0
MAX_REMEMBERED_BLOBS = 512
"""Maximum number of one neighbour's blobs that are remembered."""
PROOF_AGAIN = 10.0
"""Seconds after which the proof of a fork is sent again on request, because it may have been lost."""


@dataclass(slots=True)
class Neighbour:
    """A linked neighbour; `host` is its address as text, or "" if that does not matter."""

    identity: bytes = b""
    host: str = ""
    news: set[bytes] = field(default_factory=set)
    """Members whose heads must be sent to this neighbour."""
    theirs: dict[bytes, Head] = field(default_factory=dict)
    has: dict[bytes, None] = field(default_factory=dict)
    """Blobs that this neighbour has announced most recently."""
    beats: dict[bytes, UnreadPulse] = field(default_factory=dict)
    """Pulses that must be sent to this neighbour, by their data."""
    beat_at: float = -1e9
    out: list[bytes] = field(default_factory=list)
    told_at: float = -1e9
    summed_at: float = -1e9
    all_at: float = -1e9
    differs: int = 0
    """Number of differing sums in a row from this neighbour."""
    agrees: bool = False
    """True once this neighbour has announced everything that it has."""
    vain: Counter[bytes] = field(default_factory=Counter)
    """Number of unsuccessful requests to this neighbour for more of each member's feed.

    The count starts again when entries of that feed arrive from the neighbour.
    """
    proved: dict[bytes, float] = field(default_factory=dict)
    """Times at which this neighbour was sent the proof of a fork, by member."""
    said: TokenBucket = field(default_factory=lambda: TokenBucket(DATAGRAM_RATE, DATAGRAM_BURST))
    items: TokenBucket = field(default_factory=lambda: TokenBucket(ITEM_RATE, ITEM_BURST))
    answers: TokenBucket = field(default_factory=lambda: TokenBucket(ANSWER_BYTES, ANSWER_BYTES))
    checks: TokenBucket = field(default_factory=lambda: TokenBucket(CHECK_RATE, CHECK_BURST))
    asks: TokenBucket = field(default_factory=lambda: TokenBucket(REQUEST_RATE, REQUEST_BURST))
    requests: TokenBucket = field(default_factory=lambda: TokenBucket(ASKS_FOR, KNOCKS_AT_ONCE))

    def answer(self, message: bytes, now: float) -> bool:
        """Queue an answer and return True if the neighbour's quota allows it now, otherwise return False."""
        may = self.answers.take(now, len(message))
        if may:
            self.out.append(message)
        return may

    def tells_of(self, hash: bytes) -> None:
        """Record that this neighbour has a blob."""
        self.has[hash] = None
        if len(self.has) > MAX_REMEMBERED_BLOBS:
            del self.has[next(iter(self.has))]
