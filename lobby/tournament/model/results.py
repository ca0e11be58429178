"""Results of tables, and the standings that follow from them.

A player is its number in the tournament's list of entries, from 1. Points are whole numbers. A player ahead of all
others at its table has `WIN`, one behind all has none. Each place between counts by the beaten players, a tie for half.
So a table of six and a table of three weigh the same.

>>> points((1, 2, 2, 4))
(120, 60, 60, 0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

WIN = 120
"""Points for beating a whole table, and for a bye.

The number divides by every number of opponents from 1 to 5, twice.
"""


class Result(NamedTuple):
    """Result of one table: its players in seat order, and the rank of each.

    Rank 1 is first, and equal ranks share it. A bye is a table of one.
    """

    players: tuple[int, ...]
    ranks: tuple[int, ...]


def points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each place at a table, 0..WIN."""
    others = len(ranks) - 1
    if not others:
        return (WIN,) * len(ranks)
    halves = [sum((mine < other) * 2 + (mine == other) for other in ranks) - 1 for mine in ranks]
    return tuple(half * WIN // (2 * others) for half in halves)


@dataclass(slots=True)
class Past:
    """Tables played so far, counted as pairing and standings need them."""

    scores: Counter[int] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    beaten: Counter[tuple[int, int]] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Number of times that a player sat in a seat, by (player, seat from 0)."""

    def add(self, result: Result) -> None:
        """Count a table."""
        gained = points(result.ranks)
        if len(result.players) == 1:
            self.byes[result.players[0]] += 1
        for seat, (player, rank, score) in enumerate(zip(result.players, result.ranks, gained)):
            self.scores[player] += score
            self.played[player] += 1
            self.wins[player] += rank == 1
            self.seats[player, seat] += 1
        for (a, first), (b, second) in combinations(zip(result.players, result.ranks), 2):
            self.met[pair(a, b)] += 1
            if first != second:
                self.beaten[(a, b) if first < second else (b, a)] += 1

    def opponents(self, player: int) -> list[int]:
        """Return the opponents that a player has met, one entry for each meeting, ascending."""
        met = ((a + b - player, times) for (a, b), times in self.met.items() if player in (a, b))
        return [other for other, times in sorted(met) for _ in range(times)]


def past(results: Iterable[Result]) -> Past:
    """Return the count of all tables so far."""
    counted = Past()
    for result in results:
        counted.add(result)
    return counted


def pair(a: int, b: int) -> tuple[int, int]:
    """Return two players in ascending order."""
    return (a, b) if a < b else (b, a)


class ResultPlace(NamedTuple):
    """Line of the standings. `strength` is the mean over all opponents of their mean points a table."""

    rank: int
    player: int
    score: int
    strength: Fraction
    head_to_head: int
    wins: int
    played: int


def standings(players: Iterable[int], before: Past) -> list[ResultPlace]:
    """Return the players from first to last.

    The score decides, then the strength of the opponents, then the games among those who are still level, then wins.
    Players level in all of it share the rank.
    """
    mean = {p: Fraction(before.scores[p], before.played[p] or 1) for p in players}

    def strength(player: int) -> Fraction:
        others = [mean.get(p, Fraction(before.scores[p], before.played[p])) for p in before.opponents(player)]
        return sum(others, Fraction(0)) / (len(others) or 1)

    lines = [(before.scores[p], strength(p), p) for p in sorted(mean)]
    lines.sort(key=lambda line: (-line[0], -line[1], line[2]))
    ordered: list[tuple[tuple[int, Fraction, int, int], int]] = []
    for (score, strong), group in groupby(lines, key=lambda line: line[:2]):
        level = [player for _, _, player in group]
        for player in level:
            head = sum(before.beaten[player, other] - before.beaten[other, player] for other in level)
            ordered.append(((score, strong, head, before.wins[player]), player))
    ordered.sort(key=lambda line: ([-part for part in line[0]], line[1]))
    places: list[ResultPlace] = []
    for i, (key, player) in enumerate(ordered):
        rank = places[-1].rank if i and ordered[i - 1][0] == key else i + 1
        places.append(ResultPlace(rank, player, *key, before.played[player]))
    return places
