"""The events that every game with closed cards uses.

They are plain data. Seats, slots and copies are the same numbers as in the state.
"""

from __future__ import annotations

from typing import NamedTuple


class CardsDrawn(NamedTuple):
    seat: int
    slots: tuple[int, ...]


class CardsDrawnOpenly(NamedTuple):
    """Event: a lost seat drew these cards, and all seats saw them."""

    seat: int
    copies: tuple[int, ...]


class CardShown(NamedTuple):
    seat: int
    copy: int


class AuditPassed(NamedTuple):
    """Event: a seat passed an audit; it opened `slots` superseded slots, and everything added up.

    `waits` is True if a known card still blocks the audit of other slots.
    """

    seat: int
    slots: int
    waits: bool = False


class AuditOwed(NamedTuple):
    """Event: a lost seat cannot open `slots` superseded slots; nobody accuses it for that."""

    seat: int
    slots: int


class PileLaid(NamedTuple):
    """Event: a seat's draw pile was shuffled; `size` is its number of cards."""

    seat: int
    size: int


class HandMixed(NamedTuple):
    """Event: a seat's hand was mixed; all its cards are closed, and other seats cannot tell them apart."""

    seat: int
    size: int


class CardsInTheOpen(NamedTuple):
    """Event: the closed cards of a lost seat were redealt face up.

    The fields give its hand, its cards on the table and the size of its draw pile.
    """

    seat: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    deck: int


class SatchelDealt(NamedTuple):
    """Event: a seat received cards of a common deck, from which its next private draws come."""

    seat: int
    copies: tuple[int, ...]


class LookDisputed(NamedTuple):
    """Event: the looker reported boxes that do not fit, so this number of the owner's cards is turned up."""

    looker: int
    owner: int
    cards: int


class CardTaken(NamedTuple):
    """Event: a card goes to another seat's hand; `copy` is 0 if no other seat may know the card."""

    taker: int
    giver: int
    copy: int
