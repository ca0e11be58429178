"""The possible ends of a battle, with their probabilities."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator
from fractions import Fraction
from math import isqrt
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Interruptible = Generator[None, None, T]
"""A computation that yields now and then, so that the caller can do something else."""


class Survivors(NamedTuple):
    """The survivors of a side at the end of a battle.

    They are its Forces, and the copies of its Champions in order of arrival.
    """

    forces: int
    champions: tuple[int, ...]

    @property
    def unit_count(self) -> int:
        """The number of surviving units."""
        return self.forces + len(self.champions)


End = tuple[Survivors, Survivors]
"""The survivors of the attacker and of the defender."""
Ends = dict[End, Fraction]
"""The possible ends of a battle, with their chances."""
EndsAndRemainder = tuple[Ends, Fraction]
"""The possible ends of a battle, and the total weight that was not followed."""


class Odds(NamedTuple):
    """The distribution of a battle's ends.

    The attacker and the defender are seats, and `before` contains their units at the start.
    """

    hex: int
    attacker: int
    defender: int
    siege: bool
    before: tuple[Survivors, Survivors]
    ends: Ends
    ignored_weight: Fraction
    """Total weight that was not followed, which is 0 except for large battles.

    No chance is wrong by more than this weight.
    """
    simulated_count: int = 0
    """Number of simulated battles that gave the ends, or 0 if the odds were counted."""

    def win_chance(self, seat: int) -> Fraction:
        """Return the chance that the seat's side alone has units left."""
        mine = 0 if seat == self.attacker else 1
        ends = self.ends.items()
        return sum((p for end, p in ends if end[mine].unit_count and not end[1 - mine].unit_count), Fraction())

    def annihilation_chance(self) -> Fraction:
        """Return the chance that no unit is left (C4)."""
        return sum((p for end, p in self.ends.items() if not end[0].unit_count and not end[1].unit_count), Fraction())

    def loss_distribution(self, seat: int) -> dict[int, Fraction]:
        """Return the chance of each number of units that the seat may lose, in ascending order."""
        mine = 0 if seat == self.attacker else 1
        found: dict[int, Fraction] = {}
        for end, p in self.ends.items():
            lost = self.before[mine].unit_count - end[mine].unit_count
            found[lost] = found.get(lost, Fraction()) + p
        return dict(sorted(found.items()))

    def expected_losses(self, seat: int) -> Fraction:
        """Return the average number of units that the seat loses, over the ends that were followed."""
        lost = sum((n * p for n, p in self.loss_distribution(seat).items()), Fraction())
        return Fraction(lost, 1 - self.ignored_weight)

    def death_chance(self, copy: int) -> Fraction:
        """Return the chance that the Champion with this copy dies."""
        ends = self.ends.items()
        return sum((p for end, p in ends if all(copy not in left.champions for left in end)), Fraction())

    def error_bound(self) -> Fraction:
        """Return the greatest possible error of any chance.

        For simulated battles, the error is below it 19 times out of 20.
        """
        return Fraction(1, isqrt(self.simulated_count)) if self.simulated_count else self.ignored_weight


Transition = Callable[[T], dict[T, Fraction]]
"""A function that returns the positions after the next combat round, with their chances."""
Rank = Callable[[T], tuple[int, ...]]
"""A function of a position whose value rises with every change of the position."""


def follow_to_ends(
    start: T, end_of: Callable[[T], End | None], rank: Rank[T], shares: Transition[T]
) -> Interruptible[EndsAndRemainder]:
    """Return every possible end with its chance; nothing is left out.

    `end_of` recognises a final position. A position never comes back once it has changed, so one pass from the full
    position downwards finds every end. Combat rounds in which nothing happens only delay the others, so a division
    removes them.
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
    """Run the computation to its end without a pause, and return its result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
