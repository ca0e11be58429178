"""Means of blocks with intervals: at one moment fixed beforehand, or at every moment.

The `grain` of a block is the weight of one match in it: 1 by the number of its matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

from lab.stats.column import Column

ALPHA = 0.05
EARLIEST = 12
"""Blocks before which nothing is claimed: sequences hold for means that are nearly normal."""
TUNED_FOR = 150
"""Blocks at which sequences are narrowest, about."""


class Mean(NamedTuple):
    """The mean of `n` blocks and half the width of its interval; infinite where nothing is known."""

    mean: float
    half: float
    n: int

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return self.mean + self.half


def interval(blocks: Sequence[float] | Column, alpha: float = ALPHA, grain: float = 1.0) -> Mean:
    """Return the mean with its interval by Student's t, for a number of blocks that was fixed beforehand.

    Student, "The probable error of a mean", Biometrika 6 (1908).
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    if n < 2:
        return Mean(float(values.mean()) if n else float("nan"), float("inf"), n)
    half = float(special.stdtrit(n - 1, 1 - alpha / 2)) * _spread(values, grain) / n**0.5
    return Mean(float(values.mean()), half, n)


def sequence(blocks: Sequence[float] | Column, alpha: float = ALPHA, grain: float = 1.0) -> Mean:
    """Return the mean with an interval of a confidence sequence: valid after every block, with any stop.

    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
    sequences", Annals of Statistics 52 (2024), with Robbins' normal mixture.
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    if n < EARLIEST:
        return Mean(float(values.mean()) if n else float("nan"), float("inf"), n)
    square = _rho(alpha) ** 2
    width = 2 * (n * square + 1) / (n * n * square) * np.log(np.sqrt(n * square + 1) / alpha)
    return Mean(float(values.mean()), float(np.sqrt(width)) * _spread(values, grain), n)


def anytime_p(blocks: Sequence[float] | Column, null: float = 0.0, grain: float = 1.0) -> float:
    """Return the chance, at most, that a mean of `null` would ever have looked this far away.

    It is the level at which the confidence sequence just excludes it (Johari, Pekelis, Walsh, "Always valid inference",
    Operations Research 70, 2022).
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    spread = _spread(values, grain)
    if n < EARLIEST:
        return 1.0
    away = abs(float(values.mean()) - null)
    square = _rho(ALPHA) ** 2
    grown = n * n * square * (away / spread) ** 2 / (2 * (n * square + 1))
    return float(min(1.0, np.exp(min(0.5 * np.log(n * square + 1) - grown, 0.0))))


def equal_p(blocks: Sequence[float] | Column, margin: float, grain: float = 1.0) -> float:
    """Return the chance, at most, that a mean outside of the margin would ever have looked this near to 0.

    It is the larger of two one-sided tests (Schuirmann, "A comparison of the two one-sided tests procedure", J.
    Pharmacokinetics 15, 1987).
    """
    values = np.asarray(blocks, dtype=float)
    if not len(values) or abs(float(values.mean())) >= margin:
        return 1.0
    return max(anytime_p(values, margin, grain), anytime_p(values, -margin, grain))


def fixed_p(blocks: Sequence[float] | Column, null: float = 0.0, grain: float = 1.0) -> float:
    """Return the chance that a mean of `null` looks this far away.

    The number of blocks must be fixed beforehand. The test is Student's t, as in `interval`.
    """
    values = np.asarray(blocks, dtype=float)
    n, spread = len(values), _spread(values, grain)
    if n < EARLIEST:
        return 1.0
    away = abs(float(values.mean()) - null)
    return float(2 * special.stdtr(n - 1, -away * n**0.5 / spread))


def fixed_equal_p(blocks: Sequence[float] | Column, margin: float, grain: float = 1.0) -> float:
    """Return the chance of `equal_p` for a number of blocks that was fixed beforehand."""
    values = np.asarray(blocks, dtype=float)
    if not len(values) or abs(float(values.mean())) >= margin:
        return 1.0
    return max(fixed_p(values, margin, grain), fixed_p(values, -margin, grain)) / 2


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the correlation of two columns (Pearson); 0 where one of them never moves."""
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if len(one) < 2 or not one.std() or not two.std():
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def _spread(values: Column, grain: float) -> float:
    """Return the standard deviation, as if at least three matches had ended otherwise.

    An event that has not happened in n may still happen in 3 of n (Hanley, Lippman-Hand, "If nothing goes wrong, is
    everything all right?", JAMA 249, 1983).
    """
    if len(values) < 2:
        return 0.0
    squares = float(((values - values.mean()) ** 2).sum())
    return float(np.sqrt(max(squares, 3 * grain**2) / (len(values) - 1)))


def _rho(alpha: float) -> float:
    """Return the mixture's width that is best at about `TUNED_FOR` blocks (the same paper, appendix B.2)."""
    far = -2 * np.log(alpha)
    return float(np.sqrt((far + np.log(far + 1)) / TUNED_FOR))
