"""Bots against bots: one of them alone among others of one kind, in every seat once a block."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from lab.comparing import EQUAL, HIGHER, UNKNOWN, verdict_of
from lab.measures import Columns, Measure
from lab.statistics.means import Mean, anytime_p, equal_p, fixed_equal_p, fixed_p, interval, sequence


class Lone(NamedTuple):
    """What the bot in the first chair has won, against the fair share."""

    share: Mean
    fair: float
    margin: float
    verdict: str

    @property
    def known(self) -> bool:
        """Whether there is a verdict."""
        return self.verdict != UNKNOWN

    @property
    def data(self) -> dict[str, object]:
        """For programs."""
        half = round(self.share.half, 5) if np.isfinite(self.share.half) else None
        return {"share": round(self.share.mean, 5), "half": half, "fair": round(self.fair, 5), "verdict": self.verdict}


def first_chair(columns: Columns) -> Measure:
    """The measure of what the first chair has won."""
    return next(measure for measure in columns.measures if measure.name.startswith("chair 1 "))


def lone_share(columns: Columns, margin: float, final: bool) -> Lone:
    """How the bot in the first chair stands."""
    fair = 1 / columns.arm.seats
    values = columns.column(first_chair(columns)) - fair
    grain = columns.grain
    apart, alike = anytime_p(values, 0.0, grain), equal_p(values, margin, grain)
    if final:
        apart = min(apart, fixed_p(values, 0.0, grain))
        alike = min(alike, fixed_equal_p(values, margin, grain))
    mean = (interval if final else sequence)(values, grain=grain)
    verdict = verdict_of(apart, alike, mean.mean)
    words = {HIGHER: "better", EQUAL: EQUAL, UNKNOWN: UNKNOWN}.get(verdict, "worse")
    return Lone(mean._replace(mean=mean.mean + fair), fair, margin, words)


def lone_words(found: Lone, first: str, second: str) -> list[str]:
    """The verdict as a sentence."""
    half = f"{found.share.half * 100:.1f}" if np.isfinite(found.share.half) else "?"
    return [
        f"{second} alone among {first}: {found.verdict}; it wins {found.share.mean * 100:.1f} ± {half} % "
        f"(fair {found.fair * 100:.1f} %)."
    ]
