"""Display of the progress of a run: live lines on a terminal, otherwise occasional new lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from lab.run.metrics import SHARE, Columns, Measure
from lab.stats.means import DEFAULT_ALPHA, MIN_BLOCKS, Mean, interval, sequence
from net.cli.matches.progress import LiveLines
from net.text.sanitizer import print_lines

MIN_SHOWN_BLOCKS = 3
"""Minimum number of blocks before an interval is shown."""
UPDATE_SECONDS = 1.0
"""Seconds between two updates on a terminal; elsewhere the interval is ten times as long."""


class RunProgress(LiveLines):
    """Display of the progress of a run.

    `words` turns the results so far into lines of text.
    """

    def __init__(self, words: Callable[[Sequence[Columns]], list[str]], quiet: bool = False) -> None:
        super().__init__(not quiet)
        self._words = words
        self._quiet = quiet
        self._last = -1e9

    def __call__(self, columns: Sequence[Columns], seconds: float) -> None:
        """Show the progress if the last update is long enough ago."""
        blocks, now = len(columns[0]), time.monotonic()
        if self._quiet or blocks < MIN_SHOWN_BLOCKS or now - self._last < UPDATE_SECONDS * (1 if self.is_live else 10):
            return
        self._last = now
        lines = [f"{blocks} blocks, {seconds:.0f} s", *self._words(columns)]
        if self.is_live:
            self.show(*lines)
        else:
            print_lines(": ".join([lines[0], "; ".join(lines[1:])]), err=True)


def estimate(columns: Columns, measure: Measure, final: bool = False) -> Mean:
    """Return the mean of a measure with its interval.

    If `final` is False, the interval comes from a confidence sequence, provided that there are enough blocks.
    """
    values = columns.column(measure)
    values = values[~np.isnan(values)]
    kind = interval if final or len(values) < MIN_BLOCKS else sequence
    result = kind(values, grain=columns.grain)
    return result if len(values) >= MIN_SHOWN_BLOCKS else result._replace(half=float("inf"))


def measure_text(measure: Measure, mean: Mean) -> str:
    """Return a measure with its mean and interval as text; an interval of 50 percentage points or more is "?".

    >>> measure_text(Measure("seat 1 wins", SHARE), Mean(0.262, 0.031, 90))
    'seat 1 wins 26.2 ± 3.1 %'
    >>> measure_text(Measure("seat 1 wins", SHARE), Mean(0.25, 0.761, 3))
    'seat 1 wins 25.0 ± ? %'
    """
    scale, digits, unit = (100, 1, " %") if measure.kind == SHARE else (1, 2, "")
    half = f"{mean.half * scale:.{digits}f}" if mean.half < (0.5 if measure.kind == SHARE else np.inf) else "?"
    return f"{measure.name} {mean.mean * scale:.{digits}f} ± {half}{unit}"


def estimate_texts(columns: Columns, final: bool = False) -> list[str]:
    """Return the measures of an arm that have a value, as text."""
    results = ((measure, estimate(columns, measure, final)) for measure in columns.measures)
    return [measure_text(measure, mean) for measure, mean in results if mean.n]


def all_known_within(columns: Columns, half: float) -> bool:
    """Return True if the half width of the interval of every share is at most `half`.

    The intervals come from confidence sequences, and hold simultaneously (Bonferroni).
    """
    shares = [measure for measure in columns.measures if measure.kind == SHARE]
    values = [columns.column(measure) for measure in shares]
    return all(
        sequence(item[~np.isnan(item)], DEFAULT_ALPHA / len(shares), columns.grain).half <= half for item in values
    )
