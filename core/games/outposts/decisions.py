"""Decisions of Outposts, each of which is sent as the array of its fields."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card


class Choose(NamedTuple):
    """The league that a seat chooses, as a number 0..3."""

    league: int


class Bury(NamedTuple):
    """The entries of cards that go under the satchel in setup; the last one goes lowest."""

    entries: tuple[int, ...]


class Select(NamedTuple):
    """A selection in Lookout: the card of the row that the seat takes.

    If `card` is 0, the seat skips the card and builds an Outpost on `place`. `away` is an Outpost that it removes from
    the map for this.
    """

    card: int = 0
    place: int = 0
    away: int = 0


class Favour(NamedTuple):
    """The direction that each Crossroads Fair uses, in ascending order."""

    ways: tuple[int, ...]


class Act(NamedTuple):
    """An action; each kind uses some of the fields, and the others keep their defaults (see action.py).

    `card` is a card of the hand. `at` is a Location, a Connection or a kind of mark. `over` is the Location that is
    replaced. `ruin` is the card of a Ruins that is discarded, and `take` the entry of one that is taken into the hand.
    `place` is a Territory, and `away` an Outpost that is removed to build there. `level` is the level whose effect is
    gained. `walls` lists the places of Walls: a Location, or minus a Territory.
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
    """The numbers of survey, raid and parley marks and writs that are kept, and the cards discarded (Cleanup)."""

    marks: tuple[int, int, int, int]
    cards: tuple[Card, ...] = ()
