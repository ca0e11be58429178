"""Means over blocks with their intervals, for a fixed number of blocks or for every number of blocks.

The `grain` of a block is the weight of one match in it: 1 divided by the number of its matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

from lab.stats.column import Column
from lab.stats.multiple import look_share

DEFAULT_ALPHA = 0.05
MIN_BLOCKS = 12
"""Minimum number of blocks for a result, since sequences assume that means are nearly normally distributed."""
NARROWEST_AT_BLOCKS = 150
"""Approximate number of blocks at which confidence sequences are narrowest."""


class Mean(NamedTuple):
    """The mean of `n` blocks, and half the width of its interval; the width is infinite if nothing is known."""

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


def interval(blocks: Sequence[float] | Column, alpha: float = DEFAULT_ALPHA, grain: float = 1.0) -> Mean:
    """Return the mean with its interval by Student's t; the number of blocks must be fixed beforehand.

    Student, "The probable error of a mean", Biometrika 6 (1908).
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    if n < 2:
        return Mean(float(values.mean()) if n else float("nan"), float("inf"), n)
    half = float(special.stdtrit(n - 1, 1 - alpha / 2)) * _spread(values, grain) / n**0.5
    return Mean(float(values.mean()), half, n)


def sequence(blocks: Sequence[float] | Column, alpha: float = DEFAULT_ALPHA, grain: float = 1.0) -> Mean:
    """Return the mean with an interval that is valid after every block (a confidence sequence).

    The caller may stop by any rule.

    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic confidence
    sequences", Annals of Statistics 52 (2024), with Robbins' normal mixture.
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    if n < MIN_BLOCKS:
        return Mean(float(values.mean()) if n else float("nan"), float("inf"), n)
    square = _mixture_width(alpha) ** 2
    width = 2 * (n * square + 1) / (n * n * square) * np.log(np.sqrt(n * square + 1) / alpha)
    return Mean(float(values.mean()), float(np.sqrt(width)) * _spread(values, grain), n)


def joint_interval(
    blocks: Sequence[float] | Column, many: int = 1, looks: int = 0, grain: float = 1.0, alpha: float = DEFAULT_ALPHA
) -> Mean:
    """Return the mean with an interval that holds together with those of `many` measures (Bonferroni).

    It spends the error level as the verdicts do: half of it while blocks arrive, and half of it at the end of the
    budget. `looks` is the number of final looks at the run, or 0 if its budget is not used up.
    """
    anytime = sequence(blocks, alpha / 2 / many, grain)
    if not looks:
        return anytime
    at_end = interval(blocks, alpha / 2 * look_share(looks) / many, grain)
    return at_end if at_end.half <= anytime.half else anytime


def anytime_p(blocks: Sequence[float] | Column, null: float = 0.0, grain: float = 1.0) -> float:
    """Return the p-value of the hypothesis that the mean is `null`, valid after every block.

    It is the level at which the confidence sequence just excludes `null` (Johari, Pekelis, Walsh, "Always valid
    inference", Operations Research 70, 2022).
    """
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    spread = _spread(values, grain)
    if n < MIN_BLOCKS:
        return 1.0
    away = abs(float(values.mean()) - null)
    square = _mixture_width(DEFAULT_ALPHA) ** 2
    grown = n * n * square * (away / spread) ** 2 / (2 * (n * square + 1))
    return float(min(1.0, np.exp(min(0.5 * np.log(n * square + 1) - grown, 0.0))))


def equal_p(blocks: Sequence[float] | Column, margin: float, grain: float = 1.0) -> float:
    """Return the p-value of the hypothesis that the mean is outside the margin, valid after every block.

    It is the larger of the results of two one-sided tests (Schuirmann, "A comparison of the two one-sided tests
    procedure", J. Pharmacokinetics 15, 1987).
    """
    values = np.asarray(blocks, dtype=float)
    if not len(values) or abs(float(values.mean())) >= margin:
        return 1.0
    return max(anytime_p(values, margin, grain), anytime_p(values, -margin, grain))


def fixed_p(blocks: Sequence[float] | Column, null: float = 0.0, grain: float = 1.0) -> float:
    """Return the p-value of the hypothesis that the mean is `null`, by Student's t as in `interval`.

    The number of blocks must be fixed beforehand.
    """
    values = np.asarray(blocks, dtype=float)
    n, spread = len(values), _spread(values, grain)
    if n < MIN_BLOCKS:
        return 1.0
    away = abs(float(values.mean()) - null)
    return float(2 * special.stdtr(n - 1, -away * n**0.5 / spread))


def fixed_equal_p(blocks: Sequence[float] | Column, margin: float, grain: float = 1.0) -> float:
    """Return the p-value as `equal_p` does, but for a number of blocks that was fixed beforehand."""
    values = np.asarray(blocks, dtype=float)
    if not len(values) or abs(float(values.mean())) >= margin:
        return 1.0
    return max(fixed_p(values, margin, grain), fixed_p(values, -margin, grain)) / 2


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the Pearson correlation of two columns, or 0 if one of them is constant."""
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if len(one) < 2 or not one.std() or not two.std():
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def _spread(values: Column, grain: float) -> float:
    """Return the standard deviation, increased as if at least three matches had ended differently.

    An event that has not happened in n matches may still have a probability of 3/n (Hanley, Lippman-Hand, "If nothing
    goes wrong, is everything all right?", JAMA 249, 1983).
    """
    if len(values) < 2:
        return 0.0
    squares = float(((values - values.mean()) ** 2).sum())
    return float(np.sqrt(max(squares, 3 * grain**2) / (len(values) - 1)))


def _mixture_width(alpha: float) -> float:
    """Return the width of the normal mixture that is optimal at about `NARROWEST_AT_BLOCKS` blocks.

    See the paper that `sequence` cites, appendix B.2.
    """
    far = -2 * np.log(alpha)
    return float(np.sqrt((far + np.log(far + 1)) / NARROWEST_AT_BLOCKS))
