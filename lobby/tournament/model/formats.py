"""Three kinds of tournament: Swiss, round robin and knock-out; each computes the pairings of a round.

rounds = Swiss(rounds=5)
tables = rounds.next(field, played, chance)        # None: the tournament is over

`field` are the numbers of the players that are still in the tournament. `played` are the results of the earlier rounds.
`chance` is the stream of the coming round, drawn from the tournament's beacon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from core.engine.chance.beacon import Stream
from lobby.tournament.model.pods import Pods, choose_byes, make_pods, pod_sizes, seat
from lobby.tournament.model.results import Past, Result, pair, past, standings

Rounds = Sequence[Sequence[Result]]


class Format(Protocol):
    """The interface of a kind of tournament."""

    def next(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, or None when the tournament is over.

        Byes are tables of one player, at the end.
        """

    def over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if there is no next round for these players, whatever the random draws are."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of tables: the usual size, and the minimum and the maximum of the game."""

    usual: int = 4
    least: int = 2
    most: int = 6

    def of(self, players: int) -> tuple[int, ...]:
        """Return the table sizes for this number of players, without byes."""
        return pod_sizes(players, self.usual, self.least, self.most)


@dataclass(frozen=True, slots=True)
class Swiss:
    """A tournament with a fixed number of rounds, between players of similar score who have not met."""

    rounds: int
    sizes: Sizes = Sizes()

    def over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if all rounds are played, or too few players are left."""
        return len(played) >= self.rounds or not self.sizes.of(len(field))

    def next(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, or None when the tournament is over."""
        if self.over(field, played):
            return None
        before = _all(played)
        mixed = chance.shuffle(sorted(field))
        return _round(sorted(mixed, key=lambda player: -before.scores[player]), self.sizes, before, chance)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A tournament whose rounds continue until every player has met every other.

    Meetings are repeated as little as possible.
    """

    sizes: Sizes = Sizes()

    def over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if every player has met every other, or too few players are left."""
        met = _all(played).met
        return not self.sizes.of(len(field)) or all(met[pair(a, b)] for a, b in combinations(sorted(field), 2))

    def next(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, which depend on past meetings only, not on scores."""
        if self.over(field, played):
            return None
        before, order = _all(played), sorted(field)
        if self.sizes.most == 2 and order == _players(played[:1], order):
            return [seat(table, before, chance) for table in _circle_round(order, len(played))]
        level = Past(byes=before.byes, met=before.met, seats=before.seats)
        return _round(chance.shuffle(order), self.sizes, level, chance)


@dataclass(frozen=True, slots=True)
class KnockOut:
    """A tournament in which the first player at each table advances and the others are out.

    Of players with equal rank, the one with the earlier entry advances. At tables of two, all byes are in the first
    round.
    """

    sizes: Sizes = Sizes(2, 2, 2)

    def over(self, field: Sequence[int], played: Rounds) -> bool:
        """Return True if one player is left, or too few players for a table."""
        left = _left(field, played)
        return len(left) < 2 or not self.sizes.of(len(left))

    def next(self, field: Sequence[int], played: Rounds, chance: Stream) -> Pods | None:
        """Return the tables of the next round, or None when the tournament is over.

        A player that missed the first round is not in it.
        """
        if self.over(field, played):
            return None
        before, left = _all(played), _left(field, played)
        order = chance.shuffle(left)
        if self.sizes.most == 2 and not played:
            byes = (1 << (len(left) - 1).bit_length()) - len(left)
            return _seated(order, (2,) * ((len(left) - byes) // 2), before, chance)
        return _round(order, self.sizes, before, chance)


def ranking(field: Sequence[int], played: Rounds) -> list[int]:
    """Return the players in the order of the standings; equal players are ordered by number."""
    return [place.player for place in standings(field, _all(played))]


def _round(order: Sequence[int], sizes: Sizes, before: Past, chance: Stream) -> Pods | None:
    """Return tables for the players, best first, or None if there are too few players."""
    wanted = sizes.of(len(order))
    return _seated(order, wanted, before, chance) if wanted else None


def _seated(order: Sequence[int], wanted: tuple[int, ...], before: Past, chance: Stream) -> Pods:
    byes = choose_byes(order, len(order) - sum(wanted), before)
    seated = [player for player in order if player not in byes]
    return [*make_pods(seated, wanted, before, chance), *([player] for player in sorted(byes))]


def _all(played: Rounds) -> Past:
    return past(result for tables in played for result in tables)


def _players(played: Rounds, otherwise: list[int]) -> list[int]:
    """Return the players at any of these tables, in ascending order; without tables, return `otherwise`."""
    return sorted({p for tables in played for result in tables for p in result.players}) if played else otherwise


def _left(field: Sequence[int], played: Rounds) -> list[int]:
    """Return the players that are not knocked out, in ascending order."""
    return [player for player in _going_on(played) if player in set(field)] if played else sorted(field)


def _going_on(played: Rounds) -> list[int]:
    """Return the winners of the last round's tables, in ascending order."""
    return sorted(min(zip(result.ranks, result.players))[1] for result in played[-1])


def _circle_round(order: Sequence[int], number: int) -> Pods:
    """Return round `number`, from 0, of the circle method.

    In n - 1 rounds (n rounds, if n is odd) every player meets every other once.
    """
    ring: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    turn = number % (len(ring) - 1)
    ring = [ring[0], *ring[1:][turn:], *ring[1:][:turn]]
    couples = list(zip(ring[: len(ring) // 2], reversed(ring[len(ring) // 2 :])))
    tables = [[p for p in couple if p is not None] for couple in couples]
    return sorted(tables, key=lambda table: (-len(table), table))
