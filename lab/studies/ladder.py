"""Comparison of bots: one bot plays alone among bots of another kind, in every seat of each block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lab.run.metrics import WIN_MEASURE, Columns, Measure
from lab.stats.means import Mean, anytime_p, equal_p, fixed_equal_p, fixed_p, joint_interval
from lab.stats.multiple import look_share
from lab.stats.sequential import Rung, gsprt
from lab.studies.comparison import EQUAL, HIGHER, UNKNOWN, verdict_of


class LoneResult(NamedTuple):
    """Share of victories of the bot in the first chair, compared with its fair share."""

    share: Mean
    fair: float
    margin: float
    verdict: str

    @property
    def known(self) -> bool:
        """True if there is a verdict."""
        return self.verdict != UNKNOWN

    @property
    def data(self) -> dict[str, object]:
        """The result as plain data, for other programs."""
        half = round(self.share.half, 5) if np.isfinite(self.share.half) else None
        return {"share": round(self.share.mean, 5), "half": half, "fair": round(self.fair, 5), "verdict": self.verdict}


def first_chair(columns: Columns) -> Measure:
    """Return the measure for wins of the first chair."""
    return next(measure for measure in columns.measures if measure.name.startswith("chair 1 "))


def win_shares(columns: Sequence[Columns]) -> list[float]:
    """Return the share of victories of the first chair, as the only item.

    With two arms, in which all players win or lose together, return the share of matches that each arm won.
    """
    results = [item.column(first_chair(item) if len(columns) == 1 else WIN_MEASURE) for item in columns]
    return [float(column.mean()) if len(column) else 0.0 for column in results]


def lead_test(columns: Sequence[Columns], step: float) -> Rung:
    """Return the state of a test whether the first chair wins at least `step` more than its fair share.

    With two arms, test whether the second arm's share of wins is larger than the first arm's by at least `step`.
    """
    if len(columns) == 1:
        fair = 1 / columns[0].arm.seats
        return gsprt(columns[0].column(first_chair(columns[0])), fair, fair + step)
    lower, upper = (item.column(WIN_MEASURE) for item in columns)
    return gsprt((1 + upper - lower) / 2, 0.5, (1 + step) / 2)


def lone_result(columns: Columns, margin: float, looks: int) -> LoneResult:
    """Return the result of the bot in the first chair, with a verdict."""
    fair = 1 / columns.arm.seats
    values = columns.column(first_chair(columns)) - fair
    grain = columns.grain
    apart, alike = anytime_p(values, 0.0, grain), equal_p(values, margin, grain)
    if looks:
        apart = min(apart, fixed_p(values, 0.0, grain) / look_share(looks))
        alike = min(alike, fixed_equal_p(values, margin, grain) / look_share(looks))
    mean = joint_interval(values, 1, looks, grain)
    verdict = verdict_of(apart, alike, mean.mean)
    words = {HIGHER: "better", EQUAL: EQUAL, UNKNOWN: UNKNOWN}.get(verdict, "worse")
    return LoneResult(mean._replace(mean=mean.mean + fair), fair, margin, words)


def lone_sentences(found: LoneResult, first: str, second: str) -> list[str]:
    """Return the result as a sentence."""
    half = f"{found.share.half * 100:.1f}" if np.isfinite(found.share.half) else "?"
    return [
        f"{second} alone among {first}: {found.verdict}; it wins {found.share.mean * 100:.1f} ± {half} % "
        f"(fair {found.fair * 100:.1f} %)."
    ]
