"""Leagues (rules 2.2), and the map of nine Territories, numbered 1..9 in reading order (2.8)."""

from __future__ import annotations

from typing import NamedTuple

from core.games.outposts.goods import Gain, gain_of


class League(NamedTuple):
    """A league: its production in each round, and the action that it offers once in each round."""

    code: str
    name: str
    produces: Gain
    pays: Gain
    gives: Gain


def league_of(code: str, name: str, produces: str, pays: str, gives: str) -> League:
    """Return a league from its printed words; raise `ValueError` for an unknown good."""
    return League(code, name, gain_of(produces), gain_of(pays), gain_of(gives))


LEAGUES = (
    league_of(
        "L1", "Wrights' League", "3 crew, 1 timber, 1 survey mark, 1 Wall, 1 card", "1 timber", "1 survey mark, 1 card"
    ),
    league_of("L2", "Brine Guild", "3 crew, 2 salt, 1 parley mark, 1 card", "1 salt", "1 crew, 1 card"),
    league_of("L3", "Reavers of the Shelf", "3 crew, 1 iron, 1 raid mark, 1 card", "1 crew", "1 raid mark"),
    league_of("L4", "Lampkeepers", "1 crew, 1 oil, 1 card", "1 crew", "1 card"),
)

START_WRITS = {2: (0, 0), 3: (0, 3, 4), 4: (0, 2, 4, 4)}
"""Writs with which each seat begins, by number of seats: in the first round late seats come last to everything."""

NORTH, SOUTH, WEST, EAST, VERTICAL, HORIZONTAL = range(6)
DIRECTIONS = ("North", "South", "West", "East", "vertical Central", "horizontal Central")
CENTRAL_DIRECTIONS = (VERTICAL, HORIZONTAL)


class Territory(NamedTuple):
    """A Territory of the map: the gains of its three levels, and the type of card that level 2 costs ("" for any)."""

    name: str
    ways: tuple[int, int]
    """Directions of the Territory's row and column."""
    type: str
    gives: tuple[Gain, Gain, Gain]


def _territory(name: str, row: int, column: int, one: str, type_: str, two: str, three: str) -> Territory:
    return Territory(name, (row, column), type_, (gain_of(one), gain_of(two), gain_of(three)))


TERRITORY_TABLE = (
    _territory("North-west corner", NORTH, WEST, "1 oil", "Hulk", "2 iron", "2 VP"),
    _territory("North", NORTH, VERTICAL, "1 raid mark", "Kiln", "2 timber", "1 VP, 1 card"),
    _territory("North-east corner", NORTH, EAST, "1 salt, 1 Wall", "Shoal", "1 card, 1 crew", "2 VP"),
    _territory("West", HORIZONTAL, WEST, "2 crew", "Kin", "2 raid marks", "1 VP, 1 oil"),
    _territory("Centre", HORIZONTAL, VERTICAL, "1 card", "", "1 VP, 1 Wall", "2 VP, 1 card"),
    _territory("East", HORIZONTAL, EAST, "1 iron", "Kiln", "1 survey mark, 1 crew", "1 VP, 1 writ"),
    _territory("South-west corner", SOUTH, WEST, "2 crew", "Marsh", "1 VP", "2 VP"),
    _territory("South", SOUTH, VERTICAL, "1 VP", "Shoal", "2 salt", "1 VP, 1 parley mark"),
    _territory("South-east corner", SOUTH, EAST, "1 timber, 1 Wall", "Kin", "1 oil, 1 crew", "2 VP"),
)
PLACES = range(1, len(TERRITORY_TABLE) + 1)
CORNERS = (1, 3, 7, 9)
OUTPOSTS_PER_PLAYER = 6
"""Number of Outposts that each player has."""


def territory(place: int) -> Territory:
    """Return the printed Territory of that number."""
    return TERRITORY_TABLE[place - 1]


def is_adjacent(place: int, other: int) -> bool:
    """Return True if two Territories are orthogonal neighbours.

    >>> [place for place in PLACES if is_adjacent(1, place)], [place for place in PLACES if is_adjacent(5, place)]
    ([2, 4], [2, 4, 6, 8])
    """
    (row, column), (row2, column2) = divmod(place - 1, 3), divmod(other - 1, 3)
    return abs(row - row2) + abs(column - column2) == 1


def mirror_territory(place: int) -> int:
    """Return the Territory that mirrors this one across the middle row (C22)."""
    row, column = divmod(place - 1, 3)
    return 3 * (2 - row) + column + 1
