"""State of one linked neighbour: outbox, announced data and quotas.

A neighbour's own buckets pay for all that it can make a member do or send. So a neighbour that asks for ever more gets
its share, and takes nothing from the others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lobby.tournament.protocol.messages import Head, UnreadPulse
from net.channels.rate_limit import TokenBucket

DATAGRAM_RATE, DATAGRAM_BURST = 400.0, 1200.0
"""Datagrams that are read from one neighbour: a second, and at once."""
ITEM_RATE, ITEM_BURST = 2000.0, 6000.0
"""Heads, wants, chunks and other single items in them: a second, and at once."""
ANSWER_BYTES = 64_000.0
"""Bytes that answer one neighbour: a second, and at once."""
CHECK_RATE, CHECK_BURST = 50.0, 200.0
"""Checked signatures of one neighbour that bring nothing new: a second, and at once."""
REQUEST_RATE, REQUEST_BURST = 100.0, 400.0
"""Feeds requested from a neighbour because it claims to have more: a second, and at once."""
ASKS_FOR, KNOCKS_AT_ONCE = 4.0, 32.0
MAX_REMEMBERED_BLOBS = 512
"""Blobs of a neighbour that are remembered."""
PROOF_AGAIN = 10.0
"""Seconds after which the proof of a fork, which may get lost, is sent again on request."""


@dataclass(slots=True)
class Neighbour:
    """Linked neighbour; `host` is its address as text, "" if that does not matter."""

    identity: bytes = b""
    host: str = ""
    news: set[bytes] = field(default_factory=set)
    """Members whose heads are to be sent to it."""
    theirs: dict[bytes, Head] = field(default_factory=dict)
    has: dict[bytes, None] = field(default_factory=dict)
    """Last blobs that it has announced."""
    beats: dict[bytes, UnreadPulse] = field(default_factory=dict)
    """Pulses to be sent to it, by their data."""
    beat_at: float = -1e9
    out: list[bytes] = field(default_factory=list)
    told_at: float = -1e9
    summed_at: float = -1e9
    all_at: float = -1e9
    differs: int = 0
    """Number of differing sums in a row."""
    agrees: bool = False
    """True once it has announced all that it has."""
    vain: Counter[bytes] = field(default_factory=Counter)
    """Unsuccessful requests for more of a member's feed since some of it last came from this neighbour."""
    proved: dict[bytes, float] = field(default_factory=dict)
    """Forks that it was shown, by member, and the time of that."""
    said: TokenBucket = field(default_factory=lambda: TokenBucket(DATAGRAM_RATE, DATAGRAM_BURST))
    items: TokenBucket = field(default_factory=lambda: TokenBucket(ITEM_RATE, ITEM_BURST))
    answers: TokenBucket = field(default_factory=lambda: TokenBucket(ANSWER_BYTES, ANSWER_BYTES))
    checks: TokenBucket = field(default_factory=lambda: TokenBucket(CHECK_RATE, CHECK_BURST))
    asks: TokenBucket = field(default_factory=lambda: TokenBucket(REQUEST_RATE, REQUEST_BURST))
    requests: TokenBucket = field(default_factory=lambda: TokenBucket(ASKS_FOR, KNOCKS_AT_ONCE))

    def answer(self, message: bytes, now: float) -> bool:
        """Queue an answer and return True, if the neighbour's quota allows it now."""
        may = self.answers.take(now, len(message))
        if may:
            self.out.append(message)
        return may

    def tells_of(self, hash: bytes) -> None:
        """Note that it has a blob."""
        self.has[hash] = None
        if len(self.has) > MAX_REMEMBERED_BLOBS:
            del self.has[next(iter(self.has))]
