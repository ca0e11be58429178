"""The beacon, and the unbiased labelled random numbers derived from it (protocol part 5).

They are the same on every peer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TypeVar

from core.engine.codec import H as _hash
from core.engine.codec import Plain, pack

T = TypeVar("T")
Nonces = Iterable[tuple[int, bytes]]
_UNBIASED_BELOW = 2**64 - 2**32
"""Exclusive upper bound for 64-bit draws that are unbiased in every range."""


def first_beacon(match: bytes) -> bytes:
    r"""Return the beacon before step 1 of a match (32 bytes).

    >>> first_beacon(b"\x11" * 32).hex()[:16]
    'd425e45792eb0738'
    """
    return _hash("tether.beacon", [match, 0])


def next_beacon(match: bytes, t: int, before: bytes, nonces: Nonces) -> bytes:
    """Return beacon[t], derived from beacon[t-1] and the (seat, nonce) pairs of all counted seats."""
    return _hash("tether.beacon", [match, t, before, sorted(nonces)])


class Stream:
    """Endless stream of unbiased random numbers, determined by a key and a label.

    >>> die = Stream(bytes(range(32)), ["die", 3])
    >>> [die.die() for _ in range(12)]
    [5, 6, 3, 3, 5, 6, 1, 3, 6, 4, 2, 5]
    """

    __slots__ = ("_at", "_block", "_key", "_label", "_words")

    def __init__(self, key: bytes, label: Plain) -> None:
        self._key = key
        self._label = pack(label)
        self._block = 0
        self._at = 8
        self._words = b""

    def uniform(self, n: int) -> int:
        """Return a random whole number 0..n-1, each equally likely, for n = 1..2^32."""
        if n == 1:
            return 0
        while True:
            at = self._at
            if at == 8:
                self._words = blake2b(
                    self._label + self._block.to_bytes(8, "little"), key=self._key, person=b"tether.random"
                ).digest()
                self._block += 1
                at = 0
            self._at = at + 1
            x = int.from_bytes(self._words[8 * at : 8 * at + 8], "little")
            if x < _UNBIASED_BELOW or x < 2**64 - 2**64 % n:
                return x % n

    def die(self) -> int:
        """Return one roll of a six-sided die, 1..6."""
        return 1 + self.uniform(6)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items at random, each equally likely."""
        return items[self.uniform(len(items))]

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order; the input must be in canonical order."""
        mixed, uniform = list(items), self.uniform
        for i in range(len(mixed) - 1, 0, -1):
            j = uniform(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def sample(self, items: Iterable[T], k: int) -> list[T]:
        """Return k different items in random order.

        >>> Stream(bytes(range(32)), ["bottom", 0]).sample(range(10), 4)
        [8, 4, 9, 0]
        """
        mixed = list(items)
        for i in range(k):
            j = i + self.uniform(len(mixed) - i)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed[:k]


class LabelReusedError(AssertionError):
    """Raised when a rule uses one label twice in one step, since both draws would give the same result."""


class Chance:
    """Public randomness of one step: one stream for each label."""

    __slots__ = ("_used", "beacon")

    def __init__(self, beacon: bytes) -> None:
        self.beacon = beacon
        self._used: set[tuple[str | int, ...]] = set()

    def stream(self, use: str, *which: int) -> Stream:
        """Return the stream for one use, such as "deck"; `which` distinguishes several uses of one kind.

        Raise `LabelReusedError` if this step has used the label already.
        """
        label: tuple[str | int, ...] = (use, *which)
        if label in self._used:
            raise LabelReusedError(f"label {label} used twice in one step")
        self._used.add(label)
        return Stream(self.beacon, label)

    def numbered_stream(self, use: str, *which: int) -> Stream:
        """Return a stream as `stream` does, under a label that ends with a serial number.

        The number counts the earlier streams of this use in the step, so the label is always new.
        """
        n = 0
        while (use, *which, n) in self._used:
            n += 1
        return self.stream(use, *which, n)
