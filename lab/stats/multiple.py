"""Corrections for many tests at once."""

from __future__ import annotations

from collections.abc import Sequence


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
