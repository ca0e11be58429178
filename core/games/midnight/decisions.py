"""Decisions as data: each is sent as the array of its fields.

A *card* is the copy of an open hand card, or the opening of a closed hand slot. An *entry* is a card that stays open or
closed as it is. It is named by its slot, or by -copy if it is open.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening

Offer = tuple[int, int]
"""Offer of a Pact: (receiver, owner of the Pact card)."""


class Nation(NamedTuple):
    """Choice of a nation that no seat has yet, by its number (SU1)."""

    nation: int


class Act(NamedTuple):
    """Action (4.1): "capital", "border", "discard", "set", "move", "store" or "pair"; or "stop".

    `cards` are shown and played. `entries` stay closed (border, move, store). `to` is the neighbour (border, move) or
    the target of Intelligence. `offers` replaces the seat's standing offers; None leaves them unchanged (6.1).
    """

    kind: str
    cards: tuple[Card, ...] = ()
    entries: tuple[int, ...] = ()
    to: int = 0
    offers: tuple[Offer, ...] | None = None


class Discard(NamedTuple):
    """Cards over the hand limit that the seat discards (TRIM)."""

    cards: tuple[Card, ...]


class Deploy(NamedTuple):
    """Cards placed when tensions rise, each as (neighbour, entry)."""

    plays: tuple[tuple[int, int], ...]


class Upgrades(NamedTuple):
    """Upgrade steps in order, each given by the number of a dial."""

    dials: tuple[int, ...]


class Downgrade(NamedTuple):
    """Choice of the dial that goes down one step; it must be above its lowest value (RU3)."""

    dial: int


class Capture(NamedTuple):
    """Entry of the victim's hand that the captor takes; 0 reports that a box does not fit (RU2)."""

    entry: int


class Offers(NamedTuple):
    """Standing offers of a seat whose turn it is not; None leaves them unchanged (6.1)."""

    offers: tuple[Offer, ...] | None = None


class Yield(NamedTuple):
    """Openings of a fallen nation's Borderlands; for a captor also its hand (RU1, RU2).

    The hand is put in fresh slots, with a box for the captor for each card.
    """

    openings: tuple[Opening, ...]
    batch: bytes = b""
    boxes: bytes = b""
