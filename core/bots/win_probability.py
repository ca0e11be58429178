"""Winning probabilities that follow from scores, computed in whole numbers.

The odds of a seat are 2 to the power of score / `DOUBLING_POINTS`.
"""

from __future__ import annotations

from collections.abc import Sequence

CERTAINTY = 1 << 16
"""The number that represents a probability of 1."""
DOUBLING_POINTS = 64
"""Difference in score that doubles the odds, in points."""
_MAX_DOUBLINGS = 24
"""Number of doublings at which a trailing seat has no chance left."""


def _fractional_powers_of_two() -> tuple[int, ...]:
    """Return 2^(i/64) for i = 0..63, in units of 1/65536."""
    # the 64th root of two as a whole number of 2^-256, by bisection, so that no float decides a bit
    low, high, bits = 1 << 256, 1 << 257, 256
    while high - low > 1:
        middle = (low + high) // 2
        power = middle
        for _ in range(6):
            power = (power * power) >> bits
        low, high = (middle, high) if power <= 1 << (bits + 1) else (low, middle)
    found, power = [], 1 << bits
    for _ in range(DOUBLING_POINTS):
        found.append(power >> (bits - 16))
        power = (power * low) >> bits
    return tuple(found)


FRACTIONAL_POWERS = _fractional_powers_of_two()


def win_probability(scores: Sequence[int], which: int) -> int:
    """Return the winning probability of the score at index `which`, in 1/65536.

    A lead of 64 points doubles the odds.

    >>> win_probability([0, 0], 0), win_probability([64, 0], 0)
    (32768, 43690)
    >>> win_probability([0, 0, 64, 0], 2), win_probability([0, 10**6], 0)
    (26214, 0)
    """
    top = max(scores)
    shares = [_power_of_two(score - top) for score in scores]
    return CERTAINTY * shares[which] // sum(shares)


def _power_of_two(score: int) -> int:
    octaves, rest = divmod(score, DOUBLING_POINTS)
    return FRACTIONAL_POWERS[rest] << 14 >> -octaves if octaves >= -_MAX_DOUBLINGS else 0
