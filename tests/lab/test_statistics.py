"""The statistics of the lab on a toy game with known odds."""

from __future__ import annotations

import numpy as np
import pytest

from lab.run.design import Arm
from lab.run.metrics import SHARE, Columns, Measure
from lab.stats.means import (
    DEFAULT_ALPHA,
    MIN_BLOCKS,
    Mean,
    anytime_p,
    correlation,
    equal_p,
    fixed_equal_p,
    fixed_p,
    interval,
    joint_interval,
    sequence,
)  # fmt: skip
from lab.stats.multiple import benjamini_hochberg, holm, look_share
from lab.stats.sequential import BETTER, NOT_BETTER, OPEN, gsprt
from lab.studies.comparison import (
    EQUAL,
    HIGHER,
    LOWER,
    UNKNOWN,
    MeasureComparison,
    all_decided,
    compare_arms,
    comparison_lines,
    comparison_text,
    luck_sentence,
    needed_blocks,
    rounded,
    verdict_of,
)

RUNS = 200


def blocks(chance: np.random.Generator, odds: float, n: int) -> np.ndarray:
    """Return the wins of a seat in blocks of two matches with the same odds each."""
    return chance.binomial(2, odds, n) / 2


def test_intervals_have_their_nominal_coverage() -> None:
    chance = np.random.default_rng(1)
    covered = 0
    for _ in range(2000):
        mean = interval(blocks(chance, 0.55, 80))
        covered += mean.low <= 0.55 <= mean.high
    assert 0.93 <= covered / 2000 <= 0.97


def test_confidence_sequences_hold_at_every_look() -> None:
    """A confidence sequence misses the true value in at most one of twenty runs, at any number of looks.

    A plain interval misses it far more often.
    """
    chance = np.random.default_rng(2)
    missed = missed_plain = 0
    for _ in range(RUNS):
        values = blocks(chance, 0.5, 480)
        looks = range(MIN_BLOCKS, 481, 12)
        missed += any(abs(sequence(values[:n]).mean - 0.5) > sequence(values[:n]).half for n in looks)
        missed_plain += any(abs(interval(values[:n]).mean - 0.5) > interval(values[:n]).half for n in looks)
    assert missed / RUNS <= 0.06 < 0.15 < missed_plain / RUNS


def test_the_p_value_is_the_level_at_which_the_sequence_excludes_zero() -> None:
    values = blocks(np.random.default_rng(3), 0.65, 120)
    p = anytime_p(values, 0.5)
    assert sequence(values, DEFAULT_ALPHA).low > 0.5 and p < DEFAULT_ALPHA
    far, near = anytime_p(values, sequence(values).low - 1e-6), anytime_p(values, sequence(values).low + 1e-6)
    assert far < DEFAULT_ALPHA < near and far == pytest.approx(near, rel=1e-3)


def toy_columns(values: np.ndarray, name: str = "seat 1 wins") -> Columns:
    """Return columns of one measure."""
    columns = Columns(Arm("toy", "outposts", 2))
    columns.measures = [Measure(name, SHARE, 0.5)]
    columns._rows = [[float(value)] for value in values]
    return columns


def ended(chance: np.random.Generator, first: float, second: float, margin: float, budget: int = 360) -> str:
    """Return the verdict of a comparison checked every twelve blocks.

    It stops as soon as the result is decided, or at the end of the budget.
    """
    one, two = toy_columns(blocks(chance, first, budget)), toy_columns(blocks(chance, second, budget))
    whole = one._rows, two._rows
    for n in range(MIN_BLOCKS, budget, 12):
        one._rows, two._rows = whole[0][:n], whole[1][:n]
        found = compare_arms(one, two, margin, looks=0)
        if all_decided(found):
            return found[0].verdict
    one._rows, two._rows = whole
    return compare_arms(one, two, margin, looks=1)[0].verdict


def test_equal_arms_are_rarely_called_different_despite_peeking() -> None:
    chance = np.random.default_rng(4)
    said = [ended(chance, 0.5, 0.5, 0.02) for _ in range(300)]
    assert sum(verdict in (HIGHER, LOWER) for verdict in said) / 300 <= 0.06
    assert UNKNOWN in said


def test_a_run_that_is_continued_ten_times_claims_no_more_falsely() -> None:
    """Before, ten continuations raised the false claims of one measure from 3 to 10 percent."""
    chance = np.random.default_rng(12)
    wrong = once = 0
    for _ in range(RUNS):
        one, two = toy_columns(blocks(chance, 0.5, 300)), toy_columns(blocks(chance, 0.5, 300))
        whole, claims = (one._rows, two._rows), []
        for look in range(1, 11):
            one._rows, two._rows = whole[0][: 30 * look], whole[1][: 30 * look]
            claims.append(compare_arms(one, two, 0.01, look)[0].verdict in (HIGHER, LOWER))
            once += compare_arms(one, two, 0.01, 1)[0].verdict in (HIGHER, LOWER)
        wrong += any(claims)
    assert wrong / RUNS <= 0.06 and once > wrong
    assert sum(look_share(look) for look in range(1, 60)) == pytest.approx(1)


def test_printed_intervals_hold_together() -> None:
    """Of runs without any difference, at most one of twenty shows an interval of 13 that excludes 0."""
    chance = np.random.default_rng(13)
    apart = alone = 0
    for _ in range(RUNS):
        columns = [blocks(chance, 0.5, 60) - blocks(chance, 0.5, 60) for _ in range(13)]
        apart += any(abs(mean.mean) > mean.half for mean in (joint_interval(each, 13, 1) for each in columns))
        alone += any(abs(mean.mean) > mean.half for mean in map(interval, columns))
    assert apart / RUNS <= 0.05 < 0.25 < alone / RUNS
    assert joint_interval([0.0] * 40, 13).half > joint_interval([0.0] * 40, 13, 1).half


def test_the_matches_that_are_said_to_do_settle_a_measure() -> None:
    chance = np.random.default_rng(14)
    one, two = toy_columns(blocks(chance, 0.5, 60)), toy_columns(blocks(chance, 0.5, 60))
    [first] = compare_arms(one, two, 0.06, 1)
    assert first.verdict == UNKNOWN and first.needed is not None and 300 < first.needed < 6000
    settled = [
        compare_arms(toy_columns(blocks(chance, 0.5, n)), toy_columns(blocks(chance, 0.5, n)), 0.06, 1)[0].verdict
        for n in [needed_blocks(Mean(0.0, first.difference.half, 60), 0.06, 60) or 0] * 20
    ]
    assert settled.count(EQUAL) >= 16
    assert needed_blocks(Mean(0.1, 0.2, MIN_BLOCKS - 1), 0.02, 20) is None and rounded(12345) == 13000
    assert comparison_lines([first], 4)[0].endswith(f"about {rounded(4 * first.needed):,} matches would do")


def test_arms_at_the_margin_are_rarely_called_equal() -> None:
    chance = np.random.default_rng(5)
    said = [ended(chance, 0.5, 0.6, 0.1) for _ in range(200)]
    assert said.count(EQUAL) / 200 <= 0.06


def test_differences_are_found_with_their_sign_and_equality_is_recognised() -> None:
    chance = np.random.default_rng(6)
    assert {ended(chance, 0.5, 0.8, 0.05) for _ in range(20)} == {HIGHER}
    assert {ended(chance, 0.6, 0.3, 0.05) for _ in range(20)} == {LOWER}
    assert [ended(chance, 0.5, 0.5, 0.2) for _ in range(20)].count(EQUAL) >= 19


def test_few_blocks_give_no_verdict() -> None:
    few = blocks(np.random.default_rng(7), 0.9, MIN_BLOCKS - 1)
    assert sequence(few).half == float("inf") and anytime_p(few, 0.1) == fixed_p(few, 0.1) == 1.0
    assert interval([0.5]).half == float("inf") and equal_p([], 0.02) == fixed_equal_p([], 0.02) == 1.0


def test_an_event_unseen_in_n_matches_has_a_bound_of_three_in_n() -> None:
    """24 blocks of 4 matches without an event do not exclude a rate of 3 in 96."""
    still = [0.0] * 24
    assert 3 / 96 < interval(still, grain=0.25).half < 4 / 96 and anytime_p(still) == fixed_p(still) == 1.0
    assert fixed_equal_p(still, 0.02, 0.25) > 0.1 and equal_p(still, 0.02, 0.25) > 0.2
    assert equal_p([0.0] * 200, 0.02, 0.25) < 0.025
    assert correlation(still, still) == 0.0 and correlation([0, 1, 0, 1], [0, 2, 0, 2]) == pytest.approx(1.0)


def test_the_test_of_bot_levels_keeps_its_error_rate() -> None:
    chance = np.random.default_rng(8)

    def climbed(odds: float) -> str:
        values = blocks(chance, odds, 2000)
        verdicts = (gsprt(values[:n], 0.5, 0.55).verdict for n in range(12, 2001, 12))
        return next((verdict for verdict in verdicts if verdict != OPEN), OPEN)

    equal, better = [climbed(0.5) for _ in range(150)], [climbed(0.55) for _ in range(150)]
    assert equal.count(BETTER) / 150 <= 0.09 and better.count(NOT_BETTER) / 150 <= 0.09
    assert better.count(BETTER) / 150 >= 0.85
    assert gsprt([1.0] * 40, 0.5, 0.55).verdict == BETTER and gsprt([0.5], 0.5, 0.55).verdict == OPEN


def test_the_correlation_of_luck_between_arms_is_reported() -> None:
    one, two = toy_columns(np.zeros(4)), toy_columns(np.zeros(4))
    one.chairs, two.chairs = [1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]
    assert "every match had the same winner" in luck_sentence(one, two)
    two.chairs = [0.0, 1.0, 0.0, 1.0]
    assert "the same luck: 0.00" in luck_sentence(one, two)


def test_many_questions_are_corrected_together() -> None:
    """Holm's method rejects none of a hundred true null hypotheses in nineteen of twenty cases."""
    chance = np.random.default_rng(9)
    wrong = sum(min(holm(list(chance.uniform(size=100)))) <= 0.05 for _ in range(400))
    assert 0.02 <= wrong / 400 <= 0.08
    assert holm([0.9]) == benjamini_hochberg([0.9]) == [0.9] and holm([]) == benjamini_hochberg([]) == []


def test_the_verdict_on_a_difference_is_equal_lower_or_unknown() -> None:
    assert verdict_of(0.01, 0.01, 0.1) == EQUAL and verdict_of(0.01, 0.5, -0.1) == LOWER
    assert verdict_of(0.03, 0.03, 0.1) == UNKNOWN
    unsure = MeasureComparison(Measure("seat 1 wins", SHARE), 0.5, 0.52, Mean(0.02, float("inf"), 3), 0.02, UNKNOWN)
    assert comparison_text(unsure) == "seat 1 wins 50.0 -> 52.0 % (+2.0 ± ?)"
    assert unsure.data["half"] is None
