"""Means of blocks with intervals: at one moment fixed beforehand, or at every moment.

The `grain` of a block is what one match counts for in it: 1 by the number of its matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

from lab.stats.column import Column

ALPHA = 0.05
EARLIEST = 12
"""Before so many blocks nothing is claimed: sequences hold for means that are nearly normal."""
TUNED_FOR = 150
"""Sequences are narrowest at about so many blocks."""


class Mean(NamedTuple):
    """The mean of `n` blocks and half the width of its interval; infinite where nothing can be said."""

    mean: float
    half: float
    n: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


def interval(blocks: Sequence[float] | Column, alpha: float = ALPHA, grain: float = 1.0) -> Mean:
    """The mean with its interval by Student's t, for a number of blocks that was fixed beforehand.

    Student, "The probable error of a mean", Biometrika 6 (1908).
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    if n < 2:
        return Mean(float(values.mean()) if n else float("nan"), float("inf"), n)
    half = float(special.stdtrit(n - 1, 1 - alpha / 2)) * _spread(values, grain) / n**0.5
    return Mean(float(values.mean()), half, n)


def sequence(blocks: Sequence[float] | Column, alpha: float = ALPHA, grain: float = 1.0) -> Mean:
    """The mean with an interval of a confidence sequence: it may be looked at after every block, and stopped at any.

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
    """The chance, at most, that a mean of `null` would ever have looked so far away: the level at which the confidence
    sequence just excludes it (Johari, Pekelis, Walsh, "Always valid inference", Operations Research 70, 2022).
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
    """The chance, at most, that a mean outside of the margin would ever have looked so near to 0: the larger of two
    one-sided tests (Schuirmann, "A comparison of the two one-sided tests procedure", J. Pharmacokinetics 15, 1987).
    """
    values = np.asarray(blocks, dtype=float)
    if not len(values) or abs(float(values.mean())) >= margin:
        return 1.0
    return max(anytime_p(values, margin, grain), anytime_p(values, -margin, grain))


def fixed_p(blocks: Sequence[float] | Column, null: float = 0.0, grain: float = 1.0) -> float:
    """The chance that a mean of `null` looks so far away after a number of blocks that was fixed beforehand (Student's
    t, as `interval`).
    """
    values = np.asarray(blocks, dtype=float)
    n, spread = len(values), _spread(values, grain)
    if n < EARLIEST:
        return 1.0
    away = abs(float(values.mean()) - null)
    return float(2 * special.stdtr(n - 1, -away * n**0.5 / spread))


def fixed_equal_p(blocks: Sequence[float] | Column, margin: float, grain: float = 1.0) -> float:
    """As `equal_p`, after a number of blocks that was fixed beforehand."""
    values = np.asarray(blocks, dtype=float)
    if not len(values) or abs(float(values.mean())) >= margin:
        return 1.0
    return max(fixed_p(values, margin, grain), fixed_p(values, -margin, grain)) / 2


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """How far two columns go together (Pearson); 0 where one of them never moves."""
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if len(one) < 2 or not one.std() or not two.std():
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def _spread(values: Column, grain: float) -> float:
    """The standard deviation, as if three matches at least had ended otherwise: what has not happened in n may still
    happen in 3 of n (Hanley, Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249, 1983).
    """
    if len(values) < 2:
        return 0.0
    squares = float(((values - values.mean()) ** 2).sum())
    return float(np.sqrt(max(squares, 3 * grain**2) / (len(values) - 1)))


def _rho(alpha: float) -> float:
    """The mixture's width that is best at about `TUNED_FOR` blocks (the same paper, appendix B.2)."""
    far = -2 * np.log(alpha)
    return float(np.sqrt((far + np.log(far + 1)) / TUNED_FOR))
