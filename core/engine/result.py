"""Kinds of result: free for all, team (all win or lose together) and solo (one seat against the game).

A match with one seat is solo in every game. Otherwise a game has one kind for all numbers of seats. In a team or solo
match all seats share one rank: 1 if they have won, otherwise 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.engine.game import Game, Standing
from core.engine.options import Value

FREE_FOR_ALL, TEAM, SOLO = "free for all", "team", "solo"


class Outcome(NamedTuple):
    """The result of a match: its kind, and the winners in ascending order.

    There are no winners if a team or a lone seat has lost.
    """

    kind: str
    winners: tuple[int, ...]


def kind_of(game: Game, seats: int) -> str:
    """Return the kind of result that a match of this game with `seats` seats has."""
    return SOLO if seats == 1 else str(game.kind)


def outcome(game: Game, standing: Iterable[Standing]) -> Outcome:
    """Return the result of a match that ended with this standing."""
    places = sorted(standing, key=lambda place: place.seat)
    return Outcome(kind_of(game, len(places)), tuple(place.seat for place in places if place.rank == 1))


def standing_together(seats: Iterable[int], won: bool, *score: tuple[str, Value]) -> list[Standing]:
    """Return the standing of seats that win or lose together, each with the common score.

    >>> [(place.rank, place.seat) for place in standing_together((1, 2), False, ("points", 3))]
    [(2, 1), (2, 2)]
    """
    return [Standing(1 if won else 2, seat, score) for seat in seats]


def standing_by_points(points: Sequence[int], word: str = "points") -> list[Standing]:
    """Return the standing of seats 1, 2..., ordered by points; seats with equal points share a rank.

    `points` is indexed by seat, so index 0 is ignored.

    >>> [(place.rank, place.seat) for place in standing_by_points([0, 3, 5, 5])]
    [(1, 2), (1, 3), (3, 1)]
    """
    order = sorted(range(1, len(points)), key=lambda seat: (-points[seat], seat))
    return [
        Standing(1 + sum(more > points[seat] for more in points[1:]), seat, ((word, points[seat]),)) for seat in order
    ]
