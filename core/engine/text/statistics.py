"""Statistics of a finished match in the terms of its game, as rows of a table with a column for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from core.engine.game import Event, State


class StatisticsRow(NamedTuple):
    """A row of statistics: its name, a text for each seat, and an explanation.

    If `is_luck` is True, the row compares chance with its expectation.
    """

    name: str
    by_seat: Mapping[int, str]
    explanation: str = ""
    is_luck: bool = False


Statistician: TypeAlias = Callable[[State, Sequence[Event]], list[StatisticsRow]]
"""Function that returns the statistics of a match from its last state and all its events."""


def count_row(name: str, counts: Counter[int], seats: Sequence[int], about: str = "") -> StatisticsRow:
    """Return a row with a number for each seat."""
    return StatisticsRow(name, {seat: str(counts[seat]) for seat in seats}, about)


def pair_row(
    name: str, ones: Counter[int], others: Counter[int], seats: Sequence[int], about: str = ""
) -> StatisticsRow:
    """Return a row with two numbers for each seat, such as "3 : 1"."""
    return StatisticsRow(name, {seat: f"{ones[seat]} : {others[seat]}" for seat in seats}, about)


def chance_row(
    name: str, came: Counter[int], sixths: Counter[int], seats: Sequence[int], about: str = ""
) -> StatisticsRow:
    """Return a row that compares a count with its expectation, which is given in sixths.

    >>> chance_row("Hits", Counter({1: 5}), Counter({1: 20}), [1]).by_seat
    {1: '5 (expected 3.3)'}
    """
    texts = {seat: f"{came[seat]} (expected {_tenths(sixths[seat])})" for seat in seats}
    return StatisticsRow(name, texts, about, is_luck=True)


def _tenths(sixths: int) -> str:
    tenths = (10 * sixths + 3) // 6
    return f"{tenths // 10}.{tenths % 10}"
