"""Decisions: one NamedTuple for each kind of answer."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card


class Choose(NamedTuple):
    """League, by its number 0..3."""

    league: int


class Bury(NamedTuple):
    """Cards that go under the satchel in setup, by their entries, the last one lowest."""

    entries: tuple[int, ...]


class Select(NamedTuple):
    """Open card taken into the hand, or 0 to skip and build on `place` (Lookout).

    `away` is an Outpost taken off for it.
    """

    card: int = 0
    place: int = 0
    away: int = 0


class Favour(NamedTuple):
    """Central direction for each Crossroads Fair, ascending."""

    ways: tuple[int, ...]


class Act(NamedTuple):
    """Action of a turn; each kind uses some of the fields (see action.py), the others keep their defaults.

    `card` is a card of the hand. `at` is a Location, Connection or kind of mark. `over` is a Location that is developed
    over. `ruin` is the card of a Ruins that is discarded, `take` the entry of one that is taken into the hand. `place`
    is a Territory, `away` an Outpost that is taken away to build there. `level` is the level whose effect is gained.
    `walls` lists the places of Walls: a Location, or a Territory as -place.
    """

    kind: str
    card: Card = 0
    at: int = 0
    over: int = 0
    ruin: Card = 0
    take: int = 0
    place: int = 0
    away: int = 0
    level: int = 0
    walls: tuple[int, ...] = ()


class Tidy(NamedTuple):
    """Numbers of survey, raid, parley marks and writs kept, and cards over the hand limit (Cleanup)."""

    marks: tuple[int, int, int, int]
    cards: tuple[Card, ...] = ()
