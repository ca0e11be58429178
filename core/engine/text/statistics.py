"""Statistics of a finished match in the terms of its game, as rows of a table with a column for each seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from core.engine.game import Event, State


class Statistic(NamedTuple):
    """A row of statistics: its name, a text for each seat, and an explanation.

    If `luck` is True, the row compares chance with its expectation.
    """

    name: str
    by_seat: Mapping[int, str]
    about: str = ""
    luck: bool = False


Statistician: TypeAlias = Callable[[State, Sequence[Event]], list[Statistic]]
"""Function that returns the statistics of a match from its last state and all its events."""


def counted(name: str, counts: Counter[int], seats: Sequence[int], about: str = "") -> Statistic:
    """Return a row with a number for each seat."""
    return Statistic(name, {seat: str(counts[seat]) for seat in seats}, about)


def paired(name: str, ones: Counter[int], others: Counter[int], seats: Sequence[int], about: str = "") -> Statistic:
    """Return a row with two numbers for each seat, such as "3 : 1"."""
    return Statistic(name, {seat: f"{ones[seat]} : {others[seat]}" for seat in seats}, about)


def against_chance(
    name: str, came: Counter[int], sixths: Counter[int], seats: Sequence[int], about: str = ""
) -> Statistic:
    """Return a row that compares a count with its expectation, which is given in sixths.

    >>> against_chance("Hits", Counter({1: 5}), Counter({1: 20}), [1]).by_seat
    {1: '5 (expected 3.3)'}
    """
    texts = {seat: f"{came[seat]} (expected {_tenths(sixths[seat])})" for seat in seats}
    return Statistic(name, texts, about, luck=True)


def _tenths(sixths: int) -> str:
    tenths = (10 * sixths + 3) // 6
    return f"{tenths // 10}.{tenths % 10}"
