"""From scores to chances of winning, in whole numbers: the odds of each seat are 2 to the power of its score."""

from __future__ import annotations

from collections.abc import Sequence

ONE = 1 << 16
"""A sure victory."""
OCTAVE = 64
"""So much more score doubles the odds."""
_DEEPEST = 24
"""A seat that is so many octaves behind has no chance left."""


def _powers() -> tuple[int, ...]:
    """2 to the power of i / 64 in 1/65536, i = 0..63."""
    # the 64th root of two as a whole number of 2^-256, by bisection, so that no float decides a bit
    low, high, bits = 1 << 256, 1 << 257, 256
    while high - low > 1:
        middle = (low + high) // 2
        power = middle
        for _ in range(6):
            power = (power * power) >> bits
        low, high = (middle, high) if power <= 1 << (bits + 1) else (low, middle)
    found, power = [], 1 << bits
    for _ in range(OCTAVE):
        found.append(power >> (bits - 16))
        power = (power * low) >> bits
    return tuple(found)


POWERS = _powers()


def chance(scores: Sequence[int], which: int) -> int:
    """The chance of one of the scores against the others, in 1/65536; 64 more doubles its odds.

    >>> chance([0, 0], 0), chance([64, 0], 0), chance([0, 0, 64, 0], 2), chance([0, 10**6], 0)
    (32768, 43690, 26214, 0)
    """
    top = max(scores)
    shares = [_power(score - top) for score in scores]
    return ONE * shares[which] // sum(shares)


def _power(score: int) -> int:
    octaves, rest = divmod(score, OCTAVE)
    return POWERS[rest] << 14 >> -octaves if octaves >= -_DEEPEST else 0
