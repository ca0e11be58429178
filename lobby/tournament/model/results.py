"""Results of tables, and the standings that follow from them.

A player is its number in the tournament's list of entries, from 1. Points are integers. A player that is ahead of all
others at its table gets `WIN_POINTS` points, and a player behind all others gets none. In between, the points grow with
the number of players beaten, and a tie counts half. Therefore a table of six weighs as much as a table of three.

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

WIN_POINTS = 120
"""Points for beating all others at a table, and for a bye.

The number is divisible by twice every number of opponents from 1 to 5.
"""


class Result(NamedTuple):
    """Result of one table: its players in seat order, and the rank of each player.

    Rank 1 is the best, and tied players have equal ranks. A bye is a table of one.
    """

    players: tuple[int, ...]
    ranks: tuple[int, ...]


def points(ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each player at a table, from 0 to `WIN_POINTS`."""
    others = len(ranks) - 1
    if not others:
        return (WIN_POINTS,) * len(ranks)
    halves = [sum((mine < other) * 2 + (mine == other) for other in ranks) - 1 for mine in ranks]
    return tuple(half * WIN_POINTS // (2 * others) for half in halves)


@dataclass(slots=True)
class Past:
    """Counts over all played tables, as pairing and standings need them."""

    scores: Counter[int] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    beaten: Counter[tuple[int, int]] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Number of times that a player sat in a seat, by (player, seat); seats are counted from 0."""

    def add(self, result: Result) -> None:
        """Count the result of a table."""
        gained = points(result.ranks)
        if len(result.players) == 1:
            self.byes[result.players[0]] += 1
        for seat, (player, rank, score) in enumerate(zip(result.players, result.ranks, gained)):
            self.scores[player] += score
            self.played[player] += 1
            self.wins[player] += rank == 1
            self.seats[player, seat] += 1
        for (a, first), (b, second) in combinations(zip(result.players, result.ranks), 2):
            self.met[ordered_pair(a, b)] += 1
            if first != second:
                self.beaten[(a, b) if first < second else (b, a)] += 1

    def opponents(self, player: int) -> list[int]:
        """Return the opponents that a player has met, in ascending order, once for each meeting."""
        met = ((a + b - player, times) for (a, b), times in self.met.items() if player in (a, b))
        return [other for other, times in sorted(met) for _ in range(times)]


def count_past(results: Iterable[Result]) -> Past:
    """Return the counts over all tables in these results."""
    counted = Past()
    for result in results:
        counted.add(result)
    return counted


def ordered_pair(a: int, b: int) -> tuple[int, int]:
    """Return the numbers of two players in ascending order."""
    return (a, b) if a < b else (b, a)


class ResultPlace(NamedTuple):
    """Row of the standings; `strength` is the mean, over all opponents, of their mean points per table."""

    rank: int
    player: int
    score: int
    strength: Fraction
    head_to_head: int
    wins: int
    played: int


def compute_standings(players: Iterable[int], before: Past) -> list[ResultPlace]:
    """Return the standings of the players, from first to last.

    The score decides. Ties are broken by the strength of the opponents, then by the games among the players still tied,
    and then by wins. Players that are equal in all of these share a rank.
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
