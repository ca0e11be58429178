"""How a battle may end, and how likely each end is."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator
from fractions import Fraction
from math import isqrt
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Counting = Generator[None, None, T]
"""Counts, and stops to breathe now and then."""


class Left(NamedTuple):
    """What is left of a side when the battle ends: its Forces, and its Champions' copies by arrival."""

    forces: int
    champions: tuple[int, ...]

    @property
    def units(self) -> int:
        """How many units."""
        return self.forces + len(self.champions)


End = tuple[Left, Left]
"""What is left of attacker and defender."""
Ends = dict[End, Fraction]
"""Ends with their chances."""
Followed = tuple[Ends, Fraction]
"""The ends of a battle, and the weight of what was not followed."""


class Odds(NamedTuple):
    """The distribution of a battle's ends. Attacker and defender are seats, `before` what they start with."""

    hex: int
    attacker: int
    defender: int
    siege: bool
    before: tuple[Left, Left]
    ends: Ends
    left_out: Fraction
    """The weight of what was not followed: 0 but for large battles. No chance is off by more."""
    fought: int = 0
    """0 where the odds are counted; else so many times the battle was fought out, and the ends are those."""

    def wins(self, seat: int) -> Fraction:
        """The chance that the seat's side alone has units left."""
        mine = 0 if seat == self.attacker else 1
        ends = self.ends.items()
        return sum((p for end, p in ends if end[mine].units and not end[1 - mine].units), Fraction())

    def nobody(self) -> Fraction:
        """The chance that no unit is left (C4)."""
        return sum((p for end, p in self.ends.items() if not end[0].units and not end[1].units), Fraction())

    def losses(self, seat: int) -> dict[int, Fraction]:
        """How many units the seat loses, ascending, with the chance of each number."""
        mine = 0 if seat == self.attacker else 1
        found: dict[int, Fraction] = {}
        for end, p in self.ends.items():
            lost = self.before[mine].units - end[mine].units
            found[lost] = found.get(lost, Fraction()) + p
        return dict(sorted(found.items()))

    def expected(self, seat: int) -> Fraction:
        """How many units the seat loses on average, as far as followed."""
        lost = sum((n * p for n, p in self.losses(seat).items()), Fraction())
        return Fraction(lost, 1 - self.left_out)

    def falls(self, copy: int) -> Fraction:
        """The chance that a Champion dies."""
        ends = self.ends.items()
        return sum((p for end, p in ends if all(copy not in left.champions for left in end)), Fraction())

    def within(self) -> Fraction:
        """No chance is off by more, where the battle was fought out 19 times of 20."""
        return Fraction(1, isqrt(self.fought)) if self.fought else self.left_out


Shares = Callable[[T], dict[T, Fraction]]
"""What the next combat round makes of a position, with the chance of each."""
Rank = Callable[[T], tuple[int, ...]]
"""What rises with every change of a position."""


def followed(start: T, end_of: Callable[[T], End | None], rank: Rank[T], shares: Shares[T]) -> Counting[Followed]:
    """Every end with its chance, and nothing left out; `end_of` tells a position that is one.

    A position never comes back once it has changed, so one pass from the full position downwards gives every end.
    Combat rounds in which nothing happens are left out by dividing: they only put off the rest.
    """
    weights = {start: Fraction(1)}
    order = [(rank(start), 0, start)]
    found: Ends = {}
    met = 0
    while order:
        position = heapq.heappop(order)[2]
        weight = weights.pop(position)
        if (end := end_of(position)) is not None:
            found[end] = found.get(end, Fraction()) + weight
            continue
        reached = shares(position)
        yield
        stays = reached.pop(position, Fraction())
        for then, p in reached.items():
            if then not in weights:
                met += 1
                heapq.heappush(order, (rank(then), met, then))
            weights[then] = weights.get(then, Fraction()) + Fraction(weight * p, 1 - stays)
    return found, Fraction()


def finish(work: Counting[T]) -> T:
    """Counts to the end without a stop."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
