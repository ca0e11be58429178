"""Estimate of the number of announcers on a network, and the resulting interval for each of them.

The method is linear counting (Whang 1990). The estimate takes constant memory. A host counts once, however many keys it
announces with, so inventing keys silences nobody. The estimate lags while many announcers arrive at once. So every peer
also counts the announcements within the last second. If there are enough of them, it waits for its turn.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from hashlib import blake2b

ANNOUNCE_INTERVAL = 0.7
"""Seconds between two announcements of one room on a network with few rooms."""
TOTAL_RATE = 21.0
"""Number of announcements per second of all rooms together, while nobody calls."""
TOTAL_RATE_CALLED = 23.0
"""Number of announcements per second of all rooms together, after a call."""
ENOUGH_ANNOUNCED, MAX_ANNOUNCED = 23, 27
"""Numbers of announcements in the last second at which a known and a new announcer wait."""
QUESTIONS = 6
"""Number of questions per second that a peer may send; each of them is answered."""
QUESTIONS_OF_FEW = 10
"""Number of questions per second if there are few announcers and all rooms have had their turn.

There may be at most about `FEW_ANNOUNCERS` of them.
"""
QUESTIONS_BESIDE = 4
"""Number of questions per second while another peer is searching too, as its call has shown."""
FEW_ANNOUNCERS = 10
"""Maximum number of announcers at which each of them may announce at the full rate."""
BITS = 1 << 14


class AnnouncerEstimate:
    """Estimate of the number of hosts that have recently announced on one network."""

    def __init__(self, now: float) -> None:
        self._begun = self._since = now
        self._fresh, self._old = bytearray(BITS // 8), bytearray(BITS // 8)
        self._fresh_count = self._both = 0

    def note(self, host: str, now: float) -> None:
        """Count an announcement from this host."""
        if now - self._since >= 2 * self.interval:
            self._old, self._fresh = self._fresh, bytearray(BITS // 8)
            self._both, self._fresh_count, self._since = self._fresh_count, 0, now
        place = blake2b(host.encode(), digest_size=2).digest()
        at, bit = (int.from_bytes(place, "big") % BITS) >> 3, 1 << (place[-1] & 7)
        if not self._fresh[at] & bit:
            self._fresh[at] |= bit
            self._fresh_count += 1
            self._both += not self._old[at] & bit

    @property
    def size(self) -> float:
        """Estimated number of announcers, including this peer."""
        clear = max(1, BITS - self._both)
        return 1.0 - BITS * math.log(clear / BITS)

    def max_questions(self, now: float, others: bool) -> int:
        """Return the maximum number of questions that this peer may send per second.

        `others` is True if another peer is searching too. A newcomer cannot know yet if there are few rooms.
        """
        if self.size < FEW_ANNOUNCERS + 2 and now - self._begun >= ANNOUNCE_INTERVAL and not others:
            return QUESTIONS_OF_FEW
        return QUESTIONS_BESIDE if others else QUESTIONS

    @property
    def interval(self) -> float:
        """Seconds between two announcements of this peer."""
        return max(ANNOUNCE_INTERVAL, self.size / TOTAL_RATE)

    def next_wait(self, now: float) -> float:
        """Return the seconds until this peer's next announcement.

        They are more while the peer is new and the estimate still grows.
        """
        here, every = now - self._begun, self.interval
        return max(every, min(5 * here, 3 * every)) if self.size > FEW_ANNOUNCERS and here < 2 * every else every


class RecentEvents:
    """Distinct hosts, questions or calls on one network within the last seconds.

    >>> lately = RecentEvents()
    >>> for at, host in ((0.0, "a"), (0.1, "b"), (0.2, "a")): lately.note(host, at)
    >>> lately.count(0.3), lately.count(1.15), lately.count(1.3)
    (2, 1, 0)
    """

    most = 2 * MAX_ANNOUNCED

    def __init__(self, seconds: float = 1.0) -> None:
        self._at: dict[Hashable, float] = {}
        self._seconds = seconds

    def note(self, event: Hashable, now: float) -> None:
        """Note an event at this time."""
        self._at.pop(event, None)
        self._at[event] = now
        if len(self._at) > self.most:
            del self._at[next(iter(self._at))]

    def count(self, now: float) -> int:
        """Return the number of distinct recent events, at most `most`."""
        while self._at and now - next(iter(self._at.values())) >= self._seconds:
            del self._at[next(iter(self._at))]
        return len(self._at)
