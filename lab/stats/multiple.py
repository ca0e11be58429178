"""Corrections for many tests at once."""

from __future__ import annotations

from collections.abc import Sequence

FIRST_LOOK_SHARE, LATER_LOOK_RATIO = 0.75, 0.25
"""Share of an error level for the first final look at a run, and the share of each later look of the one before."""


def look_share(look: int) -> float:
    """Return the share of the error level at the end of a run for its final look with this number, from 1.

    A run that continues with a larger budget is looked at once more. The shares of all looks add up to 1, so a run that
    is continued again and again claims no more falsely.

    >>> [look_share(look) for look in (1, 2, 3)]
    [0.75, 0.1875, 0.046875]
    """
    return FIRST_LOOK_SHARE * LATER_LOOK_RATIO ** (look - 1)


def holm(chances: Sequence[float]) -> list[float]:
    """Return adjusted p-values that limit the probability of even one false claim.

    If a caller claims all results with a value at or below a level, the chance of even one false claim is at most that
    level.

    Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statistics 6 (1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted, maximum = [0.0] * len(chances), 0.0
    for place, i in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
        maximum = max(maximum, min(1.0, (len(chances) - place) * chances[i]))
        adjusted[i] = maximum
    return adjusted


def benjamini_hochberg(chances: Sequence[float]) -> list[float]:
    """Return adjusted p-values that limit the expected share of false claims.

    If a caller claims all results with a value at or below a level, on average at most that share of the claims is
    false.

    Benjamini, Hochberg, "Controlling the false discovery rate", J. Royal Statistical Society B 57 (1995).

    >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.5])
    [0.04, 0.05333333333333334, 0.05333333333333334, 0.5]
    """
    adjusted, minimum = [0.0] * len(chances), 1.0
    order = sorted(range(len(chances)), key=lambda i: chances[i], reverse=True)
    for place, i in enumerate(order):
        minimum = min(minimum, chances[i] * len(chances) / (len(chances) - place))
        adjusted[i] = minimum
    return adjusted
