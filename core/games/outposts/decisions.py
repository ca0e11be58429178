"""Decisions: one NamedTuple for each kind of answer."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card


class Choose(NamedTuple):
    """Choice of a league, by its number 0..3."""

    league: int


class Bury(NamedTuple):
    """Cards that go under the satchel in setup, by their entries; the last one goes lowest."""

    entries: tuple[int, ...]


class Select(NamedTuple):
    """Selection in Lookout: the open card that is taken into the hand.

    With a `card` of 0, the seat skips the card and builds an Outpost on `place`. `away` is an Outpost that it takes off
    the map for this.
    """

    card: int = 0
    place: int = 0
    away: int = 0


class Favour(NamedTuple):
    """Choice of the Central direction for each Crossroads Fair, in ascending order."""

    ways: tuple[int, ...]


class Act(NamedTuple):
    """Action of a turn; each kind uses some of the fields, and the others keep their defaults.

    See action.py. `card` is a card of the hand. `at` is a Location, a Connection or a kind of mark. `over` is the
    Location that is replaced when developing. `ruin` is the card of a Ruins that is discarded, and `take` is the entry
    of one that is taken into the hand. `place` is a Territory, and `away` is an Outpost that is taken away to build
    there. `level` is the level whose effect is gained. `walls` lists the places of Walls: a Location, or a Territory as
    -place.
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
    """Numbers of survey, raid and parley marks and writs kept, and the cards discarded (Cleanup)."""

    marks: tuple[int, int, int, int]
    cards: tuple[Card, ...] = ()
