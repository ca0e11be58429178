"""Rebalancing of a faction or league that wins too much or too little.

Each arm changes one number, and the results show how the wins change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from lab.run.metrics import Columns, Measure
from lab.run.rulesets import suggested_changes
from lab.stats.column import Column
from lab.stats.means import Mean, anytime_p, equal_p, fixed_equal_p, fixed_p, joint_interval
from lab.stats.multiple import holm, look_share
from lab.studies.comparison import EQUAL, HIGHER, LOWER, UNKNOWN, differences, verdict_of

MEND_PREFIX = "mend "
"""Prefix of the purpose of a rebalancing run; the name of the faction or league follows it."""
LESS, MORE = "less", "more"
"""Directions in which the wins of the faction should change."""
VERDICT_TEXTS = {EQUAL: "fair within the margin", HIGHER: "wins too much", LOWER: "wins too little", UNKNOWN: UNKNOWN}


class RebalanceResult(NamedTuple):
    """Result of a change of one number: the faction's wins, their difference from before, and the verdict.

    The verdict states whether the faction now wins its fair share.
    """

    change: str
    share: Mean
    more: Mean
    verdict: str

    @property
    def data(self) -> dict[str, object]:
        """The result as plain data, for other programs."""
        half, moved = (round(item.half, 5) if np.isfinite(item.half) else None for item in (self.share, self.more))
        return {
            "change": self.change, "share": round(self.share.mean, 5), "half": half,
            "more": round(self.more.mean, 5), "more_half": moved, "verdict": self.verdict,
        }  # fmt: skip


def changes_of(game: str, kind: str, way: str) -> list[str]:
    """Return changes of single numbers that should make a faction or league win less, or more.

    >>> changes_of("bridgefront", "vapourborn", "less")
    ['vapourborn.first_walk_bonus=0', 'vapourborn.center_is_capital=0']
    >>> changes_of("outposts", "L4", "less")[:2]
    ['L4.produces=1 oil, 1 card', 'L4.produces=1 crew, 1 card']
    """
    return suggested_changes(game, kind, way == LESS)


def rebalance_results(columns: Sequence[Columns], kind: str, margin: float, looks: int) -> list[RebalanceResult]:
    """Return the result of every arm, beginning with the unchanged rules.

    One error level covers all verdicts together (Holm).
    """
    usual = columns[0]
    measure = next(item for item in usual.measures if item.name == f"{kind} wins")
    fair = measure.fair or 0.0
    values = [_column_values(item, measure) - fair for item in columns]
    apart = holm([anytime_p(item, 0.0, usual.grain) for item in values])
    alike = holm([equal_p(item, margin, usual.grain) for item in values])
    if looks:
        end = [p / look_share(looks) for p in holm([fixed_p(item, 0.0, usual.grain) for item in values])]
        apart = [min(p) for p in zip(apart, end)]
        end = [p / look_share(looks) for p in holm([fixed_equal_p(item, margin, usual.grain) for item in values])]
        alike = [min(p) for p in zip(alike, end)]
    results = []
    for i, (arm, item) in enumerate(zip(columns, values)):
        share = joint_interval(item, len(values), looks, usual.grain)
        more = joint_interval(differences(usual, arm, measure), len(values), looks, usual.grain)
        words = VERDICT_TEXTS[verdict_of(apart[i], alike[i], share.mean)]
        results.append(RebalanceResult(arm.arm.name, share._replace(mean=share.mean + fair), more, words))
    return results


def _column_values(columns: Columns, measure: Measure) -> Column:
    column = columns.column(measure)
    return np.asarray(column[~np.isnan(column)], dtype=float)


def result_sentences(found: Sequence[RebalanceResult], kind: str) -> list[str]:
    """Return one sentence for each result."""
    lines = []
    for place, item in enumerate(found):
        more = f" ({_points(item.more, True)})" if place else ""
        lines.append(f"{item.change}: {kind} wins {_points(item.share)} %{more}: {item.verdict}.")
    return lines


def _points(mean: Mean, signed: bool = False) -> str:
    half = f"{100 * mean.half:.1f}" if mean.half < 0.5 else "?"
    return f"{100 * mean.mean:{'+' if signed else ''}.1f} ± {half}"
