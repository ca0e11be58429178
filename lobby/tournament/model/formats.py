"""Kinds of tournament: Swiss, round robin and knock-out; each computes the tables of the next round.

rounds = Swiss(rounds=5)
tables = rounds.next_tables(field, played, chance)        # None: the tournament is over

`field` are the numbers of the players that are still in the tournament. `played` are the results of the earlier rounds.
`chance` is the stream of the coming round, drawn from the tournament's beacon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from core.engine.chance.beacon import Stream
from lobby.tournament.model.pods import Pods, choose_byes, make_pods, order_seats, pod_sizes
from lobby.tournament.model.results import Past, Result, compute_standings, count_past, ordered_pair

Rounds = Sequence[Sequence[Result]]


class Format(Protocol):
    """Interface of a kind of tournament."""

    def next_tables(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, or None if the tournament is over.

        Byes are tables of one player, at the end.
        """

    def is_over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if there is no next round for these players, whatever the random draws are."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes of a tournament's tables: the usual one, and the minimum and the maximum of the game."""

    usual: int = 4
    least: int = 2
    most: int = 6

    def sizes_for(self, players: int) -> tuple[int, ...]:
        """Return the table sizes for this number of players, without byes."""
        return pod_sizes(players, self.usual, self.least, self.most)


@dataclass(frozen=True, slots=True)
class Swiss:
    """Tournament with a fixed number of rounds, between players of similar score who have not met."""

    rounds: int
    sizes: Sizes = Sizes()

    def is_over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if all rounds are played, or if too few players are left."""
        return len(played) >= self.rounds or not self.sizes.sizes_for(len(field))

    def next_tables(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, or None if the tournament is over."""
        if self.is_over(field, played):
            return None
        before = _count_past(played)
        mixed = chance.shuffle(sorted(field))
        return _pair_round(sorted(mixed, key=lambda player: -before.scores[player]), self.sizes, before, chance)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Tournament whose rounds continue until every player has met every other.

    Meetings are repeated as little as possible.
    """

    sizes: Sizes = Sizes()

    def is_over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if every player has met every other, or if too few players are left."""
        met = _count_past(played).met
        return not self.sizes.sizes_for(len(field)) or all(
            met[ordered_pair(a, b)] for a, b in combinations(sorted(field), 2)
        )

    def next_tables(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, which depend only on past meetings, not on scores."""
        if self.is_over(field, played):
            return None
        before, order = _count_past(played), sorted(field)
        if self.sizes.most == 2 and order == _players_at_tables(played[:1], order):
            return [order_seats(table, before, chance) for table in _circle_round(order, len(played))]
        level = Past(byes=before.byes, met=before.met, seats=before.seats)
        return _pair_round(chance.shuffle(order), self.sizes, level, chance)


@dataclass(frozen=True, slots=True)
class KnockOut:
    """Tournament in which the first player at each table advances and the others are out.

    Of players with equal rank, the one with the earlier enrolment advances. At tables of two, all byes are in the first
    round.
    """

    sizes: Sizes = Sizes(2, 2, 2)

    def is_over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if one player is left, or too few players for a table."""
        left = _remaining_players(field, played)
        return len(left) < 2 or not self.sizes.sizes_for(len(left))

    def next_tables(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, or None if the tournament is over.

        A player that missed the first round is not in the tournament.
        """
        if self.is_over(field, played):
            return None
        before, left = _count_past(played), _remaining_players(field, played)
        order = chance.shuffle(left)
        if self.sizes.most == 2 and not played:
            byes = (1 << (len(left) - 1).bit_length()) - len(left)
            return _seat_players(order, (2,) * ((len(left) - byes) // 2), before, chance)
        return _pair_round(order, self.sizes, before, chance)


def rank_players(field: Sequence[int], played: Rounds) -> list[int]:
    """Return the players in the order of the standings; equal players are ordered by number."""
    return [place.player for place in compute_standings(field, _count_past(played))]


def _pair_round(order: Sequence[int], sizes: Sizes, before: Past, chance: Stream) -> Pods | None:
    """Return tables for the players, given best first, or None if there are too few players."""
    wanted = sizes.sizes_for(len(order))
    return _seat_players(order, wanted, before, chance) if wanted else None


def _seat_players(order: Sequence[int], wanted: tuple[int, ...], before: Past, chance: Stream) -> Pods:
    byes = choose_byes(order, len(order) - sum(wanted), before)
    seated = [player for player in order if player not in byes]
    return [*make_pods(seated, wanted, before, chance), *([player] for player in sorted(byes))]


def _count_past(played: Rounds) -> Past:
    return count_past(result for tables in played for result in tables)


def _players_at_tables(played: Rounds, otherwise: list[int]) -> list[int]:
    """Return the players at these tables, in ascending order; `otherwise` if there are no tables."""
    return sorted({p for tables in played for result in tables for p in result.players}) if played else otherwise


def _remaining_players(field: Sequence[int], played: Rounds) -> list[int]:
    """Return the players that are not knocked out, in ascending order."""
    return [player for player in _table_winners(played) if player in set(field)] if played else sorted(field)


def _table_winners(played: Rounds) -> list[int]:
    """Return the winners of the last round's tables, in ascending order."""
    return sorted(min(zip(result.ranks, result.players))[1] for result in played[-1])


def _circle_round(order: Sequence[int], number: int) -> Pods:
    """Return the tables of round `number`, counted from 0, by the circle method.

    In n - 1 rounds (n rounds, if n is odd) every player meets every other once.
    """
    ring: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    turn = number % (len(ring) - 1)
    ring = [ring[0], *ring[1:][turn:], *ring[1:][:turn]]
    couples = list(zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :])))
    tables = [[p for p in couple if p is not None] for couple in couples]
    return sorted(tables, key=lambda table: (-len(table), table))
