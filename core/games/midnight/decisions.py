"""Every decision as data: the array of a record's fields is what travels.

A *card* is the copy of an open hand card or the opening of a closed hand slot; an *entry* is a card that stays as it
is, by its slot, or -copy where it lies open.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening

Offer = tuple[int, int]
"""(to whom, whose Pact card)."""


class Nation(NamedTuple):
    """SU1: a nation by number that nobody has."""

    nation: int


class Act(NamedTuple):
    """One action (4.1), or "stop": "capital", "border", "discard", "set", "move", "store", "pair".

    `cards` are shown and played; `entries` stay closed (border, move, store); `to` is the neighbour (border, move) or
    whom Intelligence looks at. `offers` replaces the own standing offers; None leaves them (6.1).
    """

    kind: str
    cards: tuple[Card, ...] = ()
    entries: tuple[int, ...] = ()
    to: int = 0
    offers: tuple[Offer, ...] | None = None


class Discard(NamedTuple):
    """TRIM: the cards over the hand limit."""

    cards: tuple[Card, ...]


class Deploy(NamedTuple):
    """Tensions rise: (neighbour, entry) for each card laid."""

    plays: tuple[tuple[int, int], ...]


class Upgrades(NamedTuple):
    """Upgrade steps in order, each a dial by number."""

    dials: tuple[int, ...]


class Downgrade(NamedTuple):
    """RU3: a dial above its lowest value."""

    dial: int


class Capture(NamedTuple):
    """RU2: an entry of the victim's hand; 0 says that the boxes do not fit."""

    entry: int


class Offers(NamedTuple):
    """The standing offers of a seat that is not at turn; None leaves them (6.1)."""

    offers: tuple[Offer, ...] | None = None


class Yield(NamedTuple):
    """RU1, RU2: openings of the Borderlands; the hand laid into fresh slots, and a box for the captor for each."""

    openings: tuple[Opening, ...]
    batch: bytes = b""
    boxes: bytes = b""
