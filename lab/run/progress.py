"""How a run stands while it goes on: lines that change on a terminal, elsewhere one now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from lab.run.metrics import SHARE, Columns, Measure
from lab.stats.means import ALPHA, EARLIEST, Mean, interval, sequence
from net.cli.progress import Changing
from net.text.sanitizer import say

FEWEST = 3
"""Of fewer blocks no interval is shown."""
EVERY = 1.0
"""Seconds from one look to the next, on a terminal; elsewhere ten times as many."""


class Looking(Changing):
    """Tells how a run stands; `words` puts the columns into lines."""

    def __init__(self, words: Callable[[Sequence[Columns]], list[str]], quiet: bool = False) -> None:
        super().__init__(not quiet)
        self._words = words
        self._quiet = quiet
        self._last = -1e9

    def __call__(self, columns: Sequence[Columns], seconds: float) -> None:
        """Tells it, if the last time is long ago."""
        blocks, now = len(columns[0]), time.monotonic()
        if self._quiet or blocks < FEWEST or now - self._last < EVERY * (1 if self.live else 10):
            return
        self._last = now
        lines = [f"{blocks} blocks, {seconds:.0f} s", *self._words(columns)]
        if self.live:
            self.show(*lines)
        else:
            say(": ".join([lines[0], "; ".join(lines[1:])]), err=True)


def estimate(columns: Columns, measure: Measure, final: bool = False) -> Mean:
    """A measure with its interval: that of a sequence while blocks come in, once there are enough for one."""
    values = columns.column(measure)
    values = values[~np.isnan(values)]
    kind = interval if final or len(values) < EARLIEST else sequence
    found = kind(values, grain=columns.grain)
    return found if len(values) >= FEWEST else found._replace(half=float("inf"))


def shown(measure: Measure, mean: Mean) -> str:
    """A measure in a few words; of a share nothing is known yet while it is not known to 50 points.

    >>> shown(Measure("seat 1 wins", SHARE), Mean(0.262, 0.031, 90))
    'seat 1 wins 26.2 ± 3.1 %'
    >>> shown(Measure("seat 1 wins", SHARE), Mean(0.25, 0.761, 3))
    'seat 1 wins 25.0 ± ? %'
    """
    scale, digits, unit = (100, 1, " %") if measure.kind == SHARE else (1, 2, "")
    half = f"{mean.half * scale:.{digits}f}" if mean.half < (0.5 if measure.kind == SHARE else np.inf) else "?"
    return f"{measure.name} {mean.mean * scale:.{digits}f} ± {half}{unit}"


def estimates(columns: Columns, final: bool = False) -> list[str]:
    """All measures of an arm that say anything yet."""
    found = ((measure, estimate(columns, measure, final)) for measure in columns.measures)
    return [shown(measure, mean) for measure, mean in found if mean.n]


def known_to(columns: Columns, half: float) -> bool:
    """Whether every share is known so closely, by a confidence sequence, for all of them together (Bonferroni)."""
    shares = [measure for measure in columns.measures if measure.kind == SHARE]
    values = [columns.column(measure) for measure in shares]
    return all(sequence(each[~np.isnan(each)], ALPHA / len(shares), columns.grain).half <= half for each in values)
