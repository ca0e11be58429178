"""Somebody linked: what it is to be told, what it has told, and what it may cost.

All that a neighbour can make a member do or send is paid from buckets of its own: one neighbour that asks for ever more
gets what it may have, and takes nothing from the others.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from lobby.tournament.protocol.messages import Beat, Head
from net.channels.rate_limit import Bucket

HEARD, HEARD_AT_ONCE = 400.0, 1200.0
"""Datagrams that are read of one neighbour: a second, and at once."""
ITEMS, ITEMS_AT_ONCE = 2000.0, 6000.0
"""Heads, wants, chunks and other single things in them."""
ANSWERS = 64_000.0
"""Bytes that answer one neighbour: a second, and at once."""
CHECKS, CHECKS_AT_ONCE = 50.0, 200.0
"""Signatures of its that are checked and come to nothing: those that bring something new are not counted."""
ASKS, ASKS_AT_ONCE = 100.0, 400.0
"""Feeds that one asks it for because it claims to hold more."""
ASKS_FOR, KNOCKS_AT_ONCE = 4.0, 32.0
TOLD_OF = 512
"""Blobs of a neighbour that are remembered."""
PROOF_AGAIN = 10.0
"""A proof that somebody forked may get lost, so it is sent again after so many seconds, if it is asked for."""


@dataclass(slots=True)
class Neighbour:
    """Somebody linked. `host` is where it is linked from, as text, "" if that does not matter."""

    identity: bytes = b""
    host: str = ""
    news: set[bytes] = field(default_factory=set)
    """Whose heads it is to be told."""
    theirs: dict[bytes, Head] = field(default_factory=dict)
    has: dict[bytes, None] = field(default_factory=dict)
    """The last blobs that it has told of."""
    beats: dict[bytes, Beat] = field(default_factory=dict)
    """The pulses that it is to be told, by their data."""
    beat_at: float = -1e9
    out: list[bytes] = field(default_factory=list)
    told_at: float = -1e9
    summed_at: float = -1e9
    all_at: float = -1e9
    differs: int = 0
    """How often in a row it has not held the same."""
    agrees: bool = False
    """Whether it has told all that it holds at least once."""
    vain: Counter[bytes] = field(default_factory=Counter)
    """How often it was asked for more of somebody's feed since some of that came from it."""
    proved: dict[bytes, float] = field(default_factory=dict)
    """Whose fork it was shown, and when."""
    said: Bucket = field(default_factory=lambda: Bucket(HEARD, HEARD_AT_ONCE))
    items: Bucket = field(default_factory=lambda: Bucket(ITEMS, ITEMS_AT_ONCE))
    answers: Bucket = field(default_factory=lambda: Bucket(ANSWERS, ANSWERS))
    checks: Bucket = field(default_factory=lambda: Bucket(CHECKS, CHECKS_AT_ONCE))
    asks: Bucket = field(default_factory=lambda: Bucket(ASKS, ASKS_AT_ONCE))
    requests: Bucket = field(default_factory=lambda: Bucket(ASKS_FOR, KNOCKS_AT_ONCE))

    def answer(self, message: bytes, now: float) -> bool:
        """Says something that it has asked for, if it may have that now."""
        may = self.answers.take(now, len(message))
        if may:
            self.out.append(message)
        return may

    def tells_of(self, hash: bytes) -> None:
        """It has a blob."""
        self.has[hash] = None
        if len(self.has) > TOLD_OF:
            del self.has[next(iter(self.has))]
