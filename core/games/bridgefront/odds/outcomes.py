"""Possible ends of a battle, with their probabilities."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator
from fractions import Fraction
from math import isqrt
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Interruptible = Generator[None, None, T]
"""Computation that yields now and then, so that the caller can do something else."""


class Survivors(NamedTuple):
    """Survivors of a side when the battle ends: its Forces, and its Champions' copies by arrival."""

    forces: int
    champions: tuple[int, ...]

    @property
    def units(self) -> int:
        """Number of units."""
        return self.forces + len(self.champions)


End = tuple[Survivors, Survivors]
"""Survivors of attacker and defender."""
Ends = dict[End, Fraction]
"""Ends with their chances."""
EndsAndRemainder = tuple[Ends, Fraction]
"""Ends of a battle, and the weight of what was not followed."""


class Odds(NamedTuple):
    """Distribution of a battle's ends; attacker and defender are seats, `before` their starting units."""

    hex: int
    attacker: int
    defender: int
    siege: bool
    before: tuple[Survivors, Survivors]
    ends: Ends
    left_out: Fraction
    """Weight of what was not followed: 0 except for large battles; no chance is off by more."""
    fought: int = 0
    """Number of simulated battles that gave the ends, or 0 where the odds are counted."""

    def wins(self, seat: int) -> Fraction:
        """Return the chance that the seat's side alone has units left."""
        mine = 0 if seat == self.attacker else 1
        ends = self.ends.items()
        return sum((p for end, p in ends if end[mine].units and not end[1 - mine].units), Fraction())

    def nobody(self) -> Fraction:
        """Return the chance that no unit is left (C4)."""
        return sum((p for end, p in self.ends.items() if not end[0].units and not end[1].units), Fraction())

    def losses(self, seat: int) -> dict[int, Fraction]:
        """Return the chance of each number of units the seat may lose, ascending."""
        mine = 0 if seat == self.attacker else 1
        found: dict[int, Fraction] = {}
        for end, p in self.ends.items():
            lost = self.before[mine].units - end[mine].units
            found[lost] = found.get(lost, Fraction()) + p
        return dict(sorted(found.items()))

    def expected(self, seat: int) -> Fraction:
        """Return the average number of units the seat loses, as far as followed."""
        lost = sum((n * p for n, p in self.losses(seat).items()), Fraction())
        return Fraction(lost, 1 - self.left_out)

    def falls(self, copy: int) -> Fraction:
        """Return the chance that a Champion dies."""
        ends = self.ends.items()
        return sum((p for end, p in ends if all(copy not in left.champions for left in end)), Fraction())

    def within(self) -> Fraction:
        """Return the greatest error of any chance; for simulated battles this applies 19 times of 20."""
        return Fraction(1, isqrt(self.fought)) if self.fought else self.left_out


Transition = Callable[[T], dict[T, Fraction]]
"""Function from a position to the chances of the positions after the next combat round."""
Rank = Callable[[T], tuple[int, ...]]
"""Function whose value rises with every change of a position."""


def follow_to_ends(
    start: T, end_of: Callable[[T], End | None], rank: Rank[T], shares: Transition[T]
) -> Interruptible[EndsAndRemainder]:
    """Return every end with its chance, leaving nothing out; `end_of` recognises a final position.

    A position never comes back once it has changed, so one pass from the full position downwards gives every end.
    Combat rounds in which nothing happens are left out by dividing: they only delay the rest.
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


def run_to_end(work: Interruptible[T]) -> T:
    """Run the computation to its end without pausing."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
