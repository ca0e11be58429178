"""Every decision as data: the array of a record's fields is sent.

A *card* is the copy of an open hand card or the opening of a closed hand slot. An *entry* is a card that stays as it
is, by its slot, or -copy where it is open.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening

Offer = tuple[int, int]
"""(receiver, owner of the Pact card)."""


class Nation(NamedTuple):
    """Nation by number that nobody has (SU1)."""

    nation: int


class Act(NamedTuple):
    """One action (4.1), or "stop": "capital", "border", "discard", "set", "move", "store", "pair".

    `cards` are shown and played. `entries` stay closed (border, move, store). `to` is the neighbour (border, move) or
    the target of Intelligence. `offers` replaces the seat's standing offers; None leaves them (6.1).
    """

    kind: str
    cards: tuple[Card, ...] = ()
    entries: tuple[int, ...] = ()
    to: int = 0
    offers: tuple[Offer, ...] | None = None


class Discard(NamedTuple):
    """Cards over the hand limit (TRIM)."""

    cards: tuple[Card, ...]


class Deploy(NamedTuple):
    """(neighbour, entry) for each card placed when tensions rise."""

    plays: tuple[tuple[int, int], ...]


class Upgrades(NamedTuple):
    """Upgrade steps in order, each a dial by number."""

    dials: tuple[int, ...]


class Downgrade(NamedTuple):
    """Dial above its lowest value (RU3)."""

    dial: int


class Capture(NamedTuple):
    """Entry of the victim's hand; 0 reports that the boxes do not fit (RU2)."""

    entry: int


class Offers(NamedTuple):
    """Standing offers of a seat that is not at turn; None leaves them (6.1)."""

    offers: tuple[Offer, ...] | None = None


class Yield(NamedTuple):
    """Openings of the Borderlands, the hand in fresh slots, and a box for the captor for each (RU1, RU2)."""

    openings: tuple[Opening, ...]
    batch: bytes = b""
    boxes: bytes = b""
