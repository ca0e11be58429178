"""How many cry on a network, in constant memory, and how often each one may then (linear counting, Whang 1990).

A host counts for two at most, however many keys it cries with: nobody makes the others fall silent by inventing keys.
"""

from __future__ import annotations

import math
from hashlib import blake2b

EVERY = 0.7
"""Seconds between two cries of one room on a network with few of them."""
CALM = 16.0
"""Cries a second of all together, as long as nobody calls; twice as many if somebody does."""
FEW = 10
"""Up to so many there is nothing to be reckoned with."""
BITS = 1 << 14
OF_ONE = 2


class Crowd:
    """Who was heard on one network within the last while."""

    def __init__(self, now: float) -> None:
        self._begun = self._since = now
        self._fresh, self._old = bytearray(BITS // 8), bytearray(BITS // 8)
        self._fresh_count = self._both = 0

    def note(self, host: str, key: bytes, now: float) -> None:
        """Somebody at this host cries with this key."""
        if now - self._since >= 2 * self.every:
            self._old, self._fresh = self._fresh, bytearray(BITS // 8)
            self._both, self._fresh_count, self._since = self._fresh_count, 0, now
        place = blake2b(f"{host} {key[-1] % OF_ONE}".encode(), digest_size=2).digest()
        at, bit = (int.from_bytes(place, "big") % BITS) >> 3, 1 << (place[-1] & 7)
        if not self._fresh[at] & bit:
            self._fresh[at] |= bit
            self._fresh_count += 1
            self._both += not self._old[at] & bit

    @property
    def size(self) -> float:
        """How many cry, about; oneself counts as one."""
        clear = max(1, BITS - self._both)
        return 1.0 - BITS * math.log(clear / BITS)

    @property
    def every(self) -> float:
        """Seconds between two own cries."""
        return max(EVERY, self.size / CALM)

    def wait(self, now: float) -> float:
        """Seconds till the next own cry; more as long as one has not been here for long and hears ever more of them."""
        here, every = now - self._begun, self.every
        return max(every, min(3 * here, 2 * every)) if self.size > FEW and here < 2 * every else every
