"""Exact distributions: something random is run under every way in which its picks can fall."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


class Picks:
    """Randomness that falls as `way` says, and lowest beyond it; one stream for all uses of a step."""

    def __init__(self, way: list[int]) -> None:
        self.way = way
        self.sizes: list[int] = []

    def uniform(self, n: int) -> int:
        """The next pick of `n`."""
        if n == 1:
            return 0
        at = len(self.sizes)
        self.sizes.append(n)
        if at == len(self.way):
            self.way.append(0)
        return self.way[at]

    def pick(self, items: Sequence[T]) -> T:
        return items[self.uniform(len(items))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        left = list(items)
        return [left.pop(self.uniform(len(left))) for _ in items]

    def stream(self, use: str, *which: int) -> Picks:
        return self

    serial = stream


def every_way(run: Callable[[Picks], T]) -> dict[T, Fraction]:
    """The exact distribution of what `run` returns.

    >>> every_way(lambda picks: picks.uniform(2) + picks.uniform(2))
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    found: dict[T, Fraction] = {}
    way: list[int] = []
    while True:
        picks = Picks(way)
        result = run(picks)
        weight = Fraction(1)
        for n in picks.sizes:
            weight /= n
        found[result] = found.get(result, Fraction()) + weight
        sizes = picks.sizes
        while way and way[-1] + 1 == sizes[len(way) - 1]:
            way.pop()
        if not way:
            return found
        way[-1] += 1
