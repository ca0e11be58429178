"""How many announce on a network, in constant memory, and how often each one may then (linear counting, Whang 1990).

A host counts for one, however many keys it announces with: nobody makes the others fall silent by inventing keys.
Nobody knows how many there are while many come at once; so everybody also counts what was announced within the last
second, and waits for its turn if that is enough.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from hashlib import blake2b

EVERY = 0.7
"""Seconds between two announcements of one room on a network with few of them."""
CALM = 21.0
"""Announcements a second of all together, as long as nobody calls."""
CALLED = 23.0
"""And if somebody does."""
ENOUGH, MOST = 23, 27
"""After so many within a second nobody announces again, and no new one announces."""
QUESTIONS = 6
"""That one asks in a second, each of which is answered."""
QUESTIONS_OF_FEW = 10
"""Once all have had their turn and there are but `FEW`."""
QUESTIONS_BESIDE = 4
"""After somebody else has called, who looks around as well."""
FEW = 10
"""Up to so many there is nothing to be reckoned with."""
BITS = 1 << 14


class Crowd:
    """Who was heard on one network within the last while."""

    def __init__(self, now: float) -> None:
        self._begun = self._since = now
        self._fresh, self._old = bytearray(BITS // 8), bytearray(BITS // 8)
        self._fresh_count = self._both = 0

    def note(self, host: str, now: float) -> None:
        """Somebody at this host announces."""
        if now - self._since >= 2 * self.every:
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
        """How many announce, about; oneself counts as one."""
        clear = max(1, BITS - self._both)
        return 1.0 - BITS * math.log(clear / BITS)

    def questions(self, now: float, others: bool) -> int:
        """How many one may ask in a second, `others` beside somebody else who looks around; who has just come does not
        know whether the rooms are few.
        """
        if self.size < FEW + 2 and now - self._begun >= EVERY and not others:
            return QUESTIONS_OF_FEW
        return QUESTIONS_BESIDE if others else QUESTIONS

    @property
    def every(self) -> float:
        """Seconds between two own announcements."""
        return max(EVERY, self.size / CALM)

    def wait(self, now: float) -> float:
        """Seconds till the next own announcement; more as long as one has not been here for long and hears ever more of
        them."""
        here, every = now - self._begun, self.every
        return max(every, min(5 * here, 3 * every)) if self.size > FEW and here < 2 * every else every


class Lately:
    """What was noted on one network within the last `lasts` seconds, each once: hosts that announced, questions, calls.

    >>> lately = Lately()
    >>> for at, host in ((0.0, "a"), (0.1, "b"), (0.2, "a")): lately.note(host, at)
    >>> lately.count(0.3), lately.count(1.15), lately.count(1.3)
    (2, 1, 0)
    """

    most = 2 * MOST

    def __init__(self, lasts: float = 1.0) -> None:
        self._at: dict[Hashable, float] = {}
        self._lasts = lasts

    def note(self, what: Hashable, now: float) -> None:
        """It happens."""
        self._at.pop(what, None)
        self._at[what] = now
        if len(self._at) > self.most:
            del self._at[next(iter(self._at))]

    def count(self, now: float) -> int:
        """How many, `most` at most."""
        while self._at and now - next(iter(self._at.values())) >= self._lasts:
            del self._at[next(iter(self._at))]
        return len(self._at)
