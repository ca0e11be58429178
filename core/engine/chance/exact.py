"""Exact distributions: something random is run under every way in which its picks can fall."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
Item = TypeVar("Item")


class TooManyWays(Exception):
    """What was run picks in more ways than were allowed."""


class Picks:
    """Randomness that falls as `way` says, and lowest beyond it; one stream for all uses of a step.

    It stands for a `beacon.Chance` and for each of its streams.
    """

    def __init__(self, way: list[int]) -> None:
        self.way = way
        self.sizes: list[int] = []
        self.weight = Fraction(1)

    def uniform(self, n: int) -> int:
        """The next pick of `n`."""
        if n == 1:
            return 0
        at = self._next(n)
        self.weight *= Fraction(1, n)
        return at

    def among(self, weights: Sequence[int]) -> int:
        """The next pick where some are likelier than others."""
        at = self._next(len(weights))
        self.weight *= Fraction(weights[at], sum(weights))
        return at

    def _next(self, n: int) -> int:
        at = len(self.sizes)
        self.sizes.append(n)
        if at == len(self.way):
            self.way.append(0)
        return self.way[at]

    def die(self) -> int:
        """One roll of a six-sided die, 1..6."""
        return 1 + self.uniform(6)

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.uniform(len(items))]

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """The items in every order."""
        left = list(items)
        return [left.pop(self.uniform(len(left))) for _ in range(len(left))]

    def sample(self, items: Iterable[Item], k: int) -> list[Item]:
        """k different items in every order."""
        left = list(items)
        return [left.pop(self.uniform(len(left))) for _ in range(k)]

    def stream(self, use: str, *which: int) -> Picks:
        """All uses draw from one stream."""
        return self

    serial = stream


def every_way(run: Callable[[Picks], T], most: int = 0) -> dict[T, Fraction]:
    """The exact distribution of what `run` returns; raises `TooManyWays` beyond `most` of them (0: however many).

    >>> every_way(lambda picks: picks.uniform(2) + picks.uniform(2))
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    found: dict[T, Fraction] = {}
    way: list[int] = []
    ran = 0
    while True:
        ran += 1
        if most and ran > most:
            raise TooManyWays
        picks = Picks(way)
        result = run(picks)
        found[result] = found.get(result, Fraction()) + picks.weight
        sizes = picks.sizes
        while way and way[-1] + 1 == sizes[len(way) - 1]:
            way.pop()
        if not way:
            return found
        way[-1] += 1
