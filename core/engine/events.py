"""The events of every game with closed cards.

They are plain data. Seats, slots and copies are numbers as in the state.
"""

from __future__ import annotations

from typing import NamedTuple


class CardsDrawn(NamedTuple):
    seat: int
    slots: tuple[int, ...]


class CardsDrawnOpenly(NamedTuple):
    """Cards that a lost seat drew, in sight of all."""

    seat: int
    copies: tuple[int, ...]


class CardShown(NamedTuple):
    seat: int
    copy: int


class AuditPassed(NamedTuple):
    """An audit passed: `slots` superseded slots were opened and everything added up.

    `waits` is set if a known card blocks the audit.
    """

    seat: int
    slots: int
    waits: bool = False


class AuditOwed(NamedTuple):
    """A lost seat cannot open `slots` superseded slots; it is not accused."""

    seat: int
    slots: int


class PileLaid(NamedTuple):
    """The draw pile was shuffled; its number of cards."""

    seat: int
    size: int


class HandMixed(NamedTuple):
    """All cards of the hand are closed, and nobody can tell which of them was which."""

    seat: int
    size: int


class CardsInTheOpen(NamedTuple):
    """The closed cards of a lost seat were redealt: hand, cards on the table, size of the draw pile."""

    seat: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    deck: int


class SatchelDealt(NamedTuple):
    """The cards of a common deck from which the seat's next private draws come."""

    seat: int
    copies: tuple[int, ...]


class LookDisputed(NamedTuple):
    """The looker disputes boxes that do not fit; that number of cards is turned up."""

    looker: int
    owner: int
    cards: int


class CardTaken(NamedTuple):
    """A card goes to another seat's hand; `copy` is 0 where no other seat may know it."""

    taker: int
    giver: int
    copy: int
