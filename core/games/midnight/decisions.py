"""Decisions of Midnight, each of which is sent as the array of its fields.

A *card* is the copy of a face-up hand card, or the opening of a closed hand slot. An *entry* names a card without
opening it: by its slot, or by minus its copy if it is face up.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.hidden.piles import Card
from core.engine.hidden.secrets import Opening

Offer = tuple[int, int]
"""An offer of a Pact, as (receiver, owner of the Pact card)."""


class Nation(NamedTuple):
    """The choice of a free nation, by number (SU1)."""

    nation: int


class Act(NamedTuple):
    """An action: "capital", "border", "discard", "set", "move", "store", "pair" or "stop" (rules 4.1).

    `cards` are shown and played. `entries` stay closed (border, move, store). `to` is the neighbour (border, move) or
    the target of Intelligence. `offers` replaces the seat's offers of Pacts; None leaves them unchanged (6.1).
    """

    kind: str
    cards: tuple[Card, ...] = ()
    entries: tuple[int, ...] = ()
    to: int = 0
    offers: tuple[Offer, ...] | None = None


class Discard(NamedTuple):
    """The cards over the hand limit that a seat discards (TRIM)."""

    cards: tuple[Card, ...]


class Deploy(NamedTuple):
    """The cards that a seat places when tensions rise, as pairs (neighbour, entry)."""

    plays: tuple[tuple[int, int], ...]


class Upgrades(NamedTuple):
    """The upgrade steps of a seat in order, each given by the number of a dial."""

    dials: tuple[int, ...]


class Downgrade(NamedTuple):
    """The dial that a fallen nation turns down one step; it must be above its lowest value (RU3)."""

    dial: int


class Capture(NamedTuple):
    """The entry of the victim's hand that the captor takes, or 0 to report an invalid box (RU2)."""

    entry: int


class Offers(NamedTuple):
    """The offers of a seat while another seat acts; None leaves them unchanged (6.1)."""

    offers: tuple[Offer, ...] | None = None


class Yield(NamedTuple):
    """The openings of a fallen nation's Borderlands (RU1, RU2).

    If there is a captor, its hand also moves to fresh slots, with a box for the captor for each card.
    """

    openings: tuple[Opening, ...]
    batch: bytes = b""
    boxes: bytes = b""
