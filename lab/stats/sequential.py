"""Sequential test of whether one bot plays better than another."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from lab.stats.column import Column

BETTER, NOT_BETTER, OPEN = "better", "not better", "not known yet"
DEFAULT_ERROR_LEVEL = 0.05


class Rung(NamedTuple):
    """The state of a sequential test: the log-likelihood ratio, its two bounds, and the verdict."""

    ratio: float
    low: float
    high: float
    verdict: str


def gsprt(
    blocks: Sequence[float] | Column, null: float, alternative: float, level: float = DEFAULT_ERROR_LEVEL
) -> Rung:
    """Return the state of the generalised sequential probability ratio test of `null` against `alternative`.

    Both are means. `blocks` are the shares that one bot won in each block. Van den Bergh, "A practical introduction to
    the GSPRT" (2020), after Li, Liu, Ying, "Generalized sequential probability ratio test for separate families of
    hypotheses", Sequential Analysis 33 (2014).
    """
    low, high = log(level / (1 - level)), log((1 - level) / level)
    values = np.asarray(blocks, dtype=float)
    n = len(values)
    if n < 2:
        return Rung(0.0, low, high, OPEN)
    mean = float(values.mean())
    # One pseudo-block at each end keeps the variance above 0 where one side wins all.
    variance = float(((values - mean) ** 2).sum() + mean**2 + (1 - mean) ** 2) / (n + 2)
    ratio = n * (alternative - null) * (2 * mean - null - alternative) / (2 * variance)
    verdict = BETTER if ratio >= high else NOT_BETTER if ratio <= low else OPEN
    return Rung(ratio, low, high, verdict)
