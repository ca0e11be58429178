"""What can be decided: one NamedTuple for each kind of answer."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card


class Choose(NamedTuple):
    """A league, by its number 0..3."""

    league: int


class Bury(NamedTuple):
    """Setup: the cards that go under the satchel, by their entries, the last one lowest."""

    entries: tuple[int, ...]


class Select(NamedTuple):
    """Lookout: an open card into the hand, or 0 to skip and build on `place`; `away` is an Outpost taken off for it."""

    card: int = 0
    place: int = 0
    away: int = 0


class Favour(NamedTuple):
    """A Central direction for each Crossroads Fair, ascending."""

    ways: tuple[int, ...]


class Act(NamedTuple):
    """An action of a turn; each kind uses some of the fields (see action.py), the others are as usual.

    `card` is a card of the hand; `at` a Location, Connection or kind of mark; `over` a Location that is developed over;
    `ruin` the card of a Ruins that is discarded, `take` the entry of one that is taken into the hand; `place` a
    Territory, `away` an Outpost that is taken away to build there; `level` that of the effect that is gained; `walls`
    where Walls go: a Location, or a Territory as -place.
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
    """Cleanup: how many survey, raid, parley marks and writs are kept, and the cards over the hand limit."""

    marks: tuple[int, int, int, int]
    cards: tuple[Card, ...] = ()
