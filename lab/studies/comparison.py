"""Comparison of two arms on the same seeds, with a verdict on each measure.

The verdict is higher, lower, equal within a margin, or not known yet. Half of the error level is used by confidence
sequences while blocks arrive, and the other half at the end of the budget. In each half, the level covers all measures
together (Holm). Each continuation of a run spends a part of the second half (`look_share`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from core.engine.ruleset import slug
from lab.games.common_counts import GAINED, PLAYED
from lab.run.metrics import SHARE, Columns, Measure
from lab.stats.column import Column
from lab.stats.means import (
    DEFAULT_ALPHA,
    MIN_BLOCKS,
    Mean,
    anytime_p,
    correlation,
    equal_p,
    fixed_equal_p,
    fixed_p,
    joint_interval,
)  # fmt: skip
from lab.stats.multiple import holm, look_share

HIGHER, LOWER, EQUAL, UNKNOWN = "higher", "lower", "equal within the margin", "not known yet"
NEEDED_FACTOR = 2.0
"""Factor by which the blocks are multiplied at which an interval would just settle a measure.

With it, nine runs of ten settle the measure.
"""
NUMBER_MARGIN = 0.05
"""Margin of a count, as a fraction of its mean in the first arm."""


class MeasureComparison(NamedTuple):
    """Comparison of a measure in two arms: both means, their difference with its interval, and the verdict.

    The difference is the second mean minus the first.
    """

    measure: Measure
    first: float
    second: float
    difference: Mean
    margin: float
    verdict: str
    needed: int | None = None
    """Estimated number of blocks that would settle a measure that is not known yet."""

    @property
    def data(self) -> dict[str, object]:
        """The comparison as plain data, for other programs."""
        return {
            "measure": self.measure.name,
            "kind": self.measure.kind,
            "first": _round_finite(self.first),
            "second": _round_finite(self.second),
            "difference": _round_finite(self.difference.mean),
            "half": _round_finite(self.difference.half),
            "blocks": self.difference.n,
            "margin": _round_finite(self.margin),
            "verdict": self.verdict,
            "blocks_needed": self.needed,
        }


def _round_finite(value: float) -> float | None:
    return round(value, 5) if np.isfinite(value) else None


def differences(first: Columns, second: Columns, measure: Measure) -> Column:
    """Return the second column minus the first, for the blocks in which both arms have a value."""
    result = second.column(measure) - first.column(measure)
    return np.asarray(result[~np.isnan(result)], dtype=float)


def margin_of(first: Columns, measure: Measure, margin: float) -> float:
    """Return the margin of a measure: `margin` for a share, otherwise a fraction of the first arm's mean."""
    if measure.kind == SHARE:
        return margin
    return max(0.05, NUMBER_MARGIN * abs(_mean(first.column(measure))))


def _mean(column: Column) -> float:
    """Return the mean over the blocks with a value, or 0 if there are none."""
    said = column[~np.isnan(column)]
    return float(said.mean()) if len(said) else 0.0


def compare_arms(first: Columns, second: Columns, margin: float, looks: int) -> list[MeasureComparison]:
    """Return a comparison for each measure that both arms have.

    `looks` is the number of times that the budget of the run was used up, or 0 if more blocks will come. The intervals
    hold together for all measures.
    """
    shared = [measure for measure in first.measures if measure in second.measures]
    columns = [differences(first, second, measure) for measure in shared]
    margins = [margin_of(first, measure, margin) for measure in shared]
    grain = first.grain
    apart = holm([anytime_p(column, 0.0, grain) for column in columns])
    alike = holm([equal_p(column, most, grain) for column, most in zip(columns, margins)])
    if looks:
        share = look_share(looks)
        at_end = holm([fixed_p(column, 0.0, grain) for column in columns])
        apart = [min(one, other / share) for one, other in zip(apart, at_end)]
        at_end = holm([fixed_equal_p(column, most, grain) for column, most in zip(columns, margins)])
        alike = [min(one, other / share) for one, other in zip(alike, at_end)]
    results = []
    for i, (measure, column) in enumerate(zip(shared, columns)):
        difference = joint_interval(column, len(shared), looks, grain)
        verdict = verdict_of(apart[i], alike[i], difference.mean)
        means = [_mean(columns.column(measure)) for columns in (first, second)]
        needed = needed_blocks(difference, margins[i], len(first)) if verdict == UNKNOWN else None
        results.append(MeasureComparison(measure, means[0], means[1], difference, margins[i], verdict, needed))
    return results


def needed_blocks(difference: Mean, margin: float, blocks: int) -> int | None:
    """Return the estimated number of blocks that would settle a measure, or None if too little is known.

    A half-width shrinks with the square root of the number of blocks. It must become smaller than the difference, or
    than the margin if the difference is within it.

    >>> needed_blocks(Mean(0.01, 0.08, 100), 0.02, 100), needed_blocks(Mean(0.04, 0.08, 100), 0.02, 100)
    (3200, 800)
    """
    if not np.isfinite(difference.half) or difference.n < MIN_BLOCKS:
        return None
    ratio = difference.half / max(margin, abs(difference.mean))
    return max(blocks + 1, round(NEEDED_FACTOR * blocks * ratio * ratio))


def rounded(number: int) -> int:
    """Return a number with two significant digits, rounded up.

    >>> rounded(3241), rounded(97), rounded(101)
    (3300, 97, 110)
    """
    step = int("1" + "0" * (len(str(number)) - 2))
    return -(-number // step) * step


def verdict_of(apart: float, alike: float, difference: float, level: float = DEFAULT_ALPHA / 2) -> str:
    """Return the verdict that follows from two p-values.

    `apart` is that of the hypothesis that both arms are equal, and `alike` that of the hypothesis that they differ.
    """
    if alike <= level:
        return EQUAL
    if apart <= level:
        return HIGHER if difference > 0 else LOWER
    return UNKNOWN


def all_decided(found: Sequence[MeasureComparison]) -> bool:
    """Return True if there is a verdict on every measure."""
    return bool(found) and all(item.verdict != UNKNOWN for item in found)


def winners_correlation(first: Columns, second: Columns) -> float:
    """Return the Pearson correlation between the winners in both arms, over all matches and chairs."""
    return correlation(first.chairs, second.chairs)


def identical_matches(first: Columns, second: Columns) -> tuple[int, int]:
    """Return the number of pairs of matches on the same luck in which nothing happened otherwise, and of all pairs."""
    pairs = list(zip(first.courses, second.courses))
    return sum(one == other for one, other in pairs), len(pairs)


def luck_sentence(first: Columns, second: Columns) -> str:
    """Return a sentence about the same matches in both arms: how often nothing differed, or the winners' correlation.

    Measures that are equal because nothing differs say nothing about people, who may use what the bots do not.
    """
    same, pairs = identical_matches(first, second)
    if same:
        sentence = f"In {same} of {pairs} matches nothing happened otherwise."
        return sentence if same < pairs else f"{sentence} These bots never meet what was changed."
    if first.chairs and first.chairs == second.chairs:
        return "On the same luck every match had the same winner in both."
    return f"Correlation of winners under the same luck: {winners_correlation(first, second):.2f}."


class CardUse(NamedTuple):
    """Gains and plays of a changed card in a match, in the first and in the second arm."""

    name: str
    gained: tuple[float, float]
    played: tuple[float, float]


def changed_cards(first: Columns, second: Columns) -> list[CardUse]:
    """Return the uses of the cards that the second arm changes and the first does not."""
    paths = {change.partition("=")[0] for change in set(second.arm.changes) - set(first.arm.changes)}
    slugs = {slug(path.split(".")[1]) for path in paths if path.startswith(CARD_SECTIONS) and "." in path}
    matches = [max(1, len(columns.courses)) for columns in (first, second)]

    def uses(name: str, which: int) -> tuple[float, float]:
        one, two = (columns.cards.get(name, [0, 0])[which] / n for columns, n in zip((first, second), matches))
        return round(one, 3), round(two, 3)

    names = sorted({*first.cards, *second.cards})
    return [CardUse(name, uses(name, GAINED), uses(name, PLAYED)) for name in names if slug(name) in slugs]


CARD_SECTIONS = ("card.", "cards.")
"""Beginnings of the paths of changes that concern one card."""


def card_sentence(use: CardUse) -> str:
    """Return a sentence about the uses of a changed card.

    >>> card_sentence(CardUse("Zap", (0.8, 0.5), (1.9, 0.25)))
    'Zap: gained 0.80 -> 0.50 and played 1.90 -> 0.25 times a match.'
    """
    gained, played = (f"{one:.2f} -> {two:.2f}" for one, two in (use.gained, use.played))
    return f"{use.name}: gained {gained} and played {played} times a match."


def comparison_sentences(found: Sequence[MeasureComparison], names: tuple[str, str]) -> list[str]:
    """Return the verdicts as sentences; measures that changed come first."""
    moved = [item for item in found if item.verdict in (HIGHER, LOWER)]
    equal = [item for item in found if item.verdict == EQUAL]
    unknown = [item for item in found if item.verdict == UNKNOWN]
    lines = [f"{comparison_text(item)}: {item.verdict} with {names[1]}." for item in moved]
    if equal:
        lines.append(f"Equal within the margin: {', '.join(comparison_text(item) for item in equal)}.")
    if unknown:
        lines.append(f"Not known yet: {', '.join(comparison_text(item) for item in unknown)}.")
    return lines


def comparison_lines(found: Sequence[MeasureComparison], matches: int) -> list[str]:
    """Return one line for each measure; measures that changed come first.

    `matches` is the number of matches in a block. A line of an unknown measure says how many matches would do.
    """
    order = (HIGHER, LOWER, EQUAL, UNKNOWN)
    lines = []
    for item in sorted(found, key=lambda item: order.index(item.verdict)):
        more = f"; about {rounded(item.needed * matches):,} matches would do" if item.needed is not None else ""
        lines.append(f"{WORDS[item.verdict]:<8} {comparison_text(item)}{more}")
    return lines


WORDS = {HIGHER: "higher", LOWER: "lower", EQUAL: "equal", UNKNOWN: "unknown"}
"""Verdicts in one word, at the beginning of a line."""


def comparison_text(each: MeasureComparison) -> str:
    """Return the comparison of a measure as text.

    >>> comparison_text(MeasureComparison(Measure("rounds", "number"), 7.4, 8.7, Mean(1.3, 0.1, 90), 0.3, HIGHER))
    'rounds 7.40 -> 8.70 (+1.30 ± 0.10)'
    """
    scale, digits = (100, 1) if each.measure.kind == SHARE else (1, 2)
    sign = " %" if each.measure.kind == SHARE else ""
    first, second = (f"{value * scale:.{digits}f}" for value in (each.first, each.second))
    half = f"{each.difference.half * scale:.{digits}f}" if np.isfinite(each.difference.half) else "?"
    return f"{each.measure.name} {first} -> {second}{sign} ({each.difference.mean * scale:+.{digits}f} ± {half})"
