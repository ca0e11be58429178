"""Exact distributions, computed by running a random computation under every sequence of its picks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T", bound=Hashable)
Item = TypeVar("Item")


class TooManyPathsError(Exception):
    """Raised when a computation has more sequences of picks than the caller allows."""


class ScriptedChance:
    """Scripted substitute for `beacon.Chance` and its streams.

    It returns the picks in `picks` one after the other, and then always the lowest possible pick. All labels share one
    stream.
    """

    def __init__(self, picks: list[int]) -> None:
        self.picks = picks
        self.sizes: list[int] = []
        self.weight = Fraction(1)

    def uniform(self, n: int) -> int:
        """Return the next scripted pick 0..n-1, which has probability 1/n."""
        if n == 1:
            return 0
        at = self._next(n)
        self.weight *= Fraction(1, n)
        return at

    def weighted_index(self, weights: Sequence[int]) -> int:
        """Return the index of the next scripted pick, which has a probability in proportion to its weight."""
        at = self._next(len(weights))
        self.weight *= Fraction(weights[at], sum(weights))
        return at

    def _next(self, n: int) -> int:
        at = len(self.sizes)
        self.sizes.append(n)
        if at == len(self.picks):
            self.picks.append(0)
        return self.picks[at]

    def die(self) -> int:
        """Return one roll of a six-sided die, 1..6."""
        return 1 + self.uniform(6)

    def pick(self, items: Sequence[Item]) -> Item:
        """Return the item that the script picks."""
        return items[self.uniform(len(items))]

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in the order that the script picks; every order is possible."""
        remaining = list(items)
        return [remaining.pop(self.uniform(len(remaining))) for _ in range(len(remaining))]

    def sample(self, items: Iterable[Item], k: int) -> list[Item]:
        """Return k different items in the order that the script picks; every order is possible."""
        remaining = list(items)
        return [remaining.pop(self.uniform(len(remaining))) for _ in range(k)]

    def stream(self, use: str, *which: int) -> ScriptedChance:
        """Return this object, since all labels share one stream."""
        return self

    numbered_stream = stream


def exact_distribution(run: Callable[[ScriptedChance], T], max_paths: int = 0) -> dict[T, Fraction]:
    """Return the exact distribution of the result of `run`.

    Raise `TooManyPathsError` if `run` has more than `max_paths` sequences of picks. There is no limit if `max_paths` is
    0.

    >>> exact_distribution(lambda picks: picks.uniform(2) + picks.uniform(2))
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    found: dict[T, Fraction] = {}
    way: list[int] = []
    ran = 0
    while True:
        ran += 1
        if max_paths and ran > max_paths:
            raise TooManyPathsError
        picks = ScriptedChance(way)
        result = run(picks)
        found[result] = found.get(result, Fraction()) + picks.weight
        sizes = picks.sizes
        while way and way[-1] + 1 == sizes[len(way) - 1]:
            way.pop()
        if not way:
            return found
        way[-1] += 1
