"""Events that every game with closed cards uses.

Events are plain data. They name seats, slots and copies by the numbers that the state uses.
"""

from __future__ import annotations

from typing import NamedTuple


class CardsDrawn(NamedTuple):
    seat: int
    slots: tuple[int, ...]


class CardsDrawnOpenly(NamedTuple):
    """Event: a lost seat drew these cards face up."""

    seat: int
    copies: tuple[int, ...]


class CardShown(NamedTuple):
    seat: int
    copy: int


class AuditPassed(NamedTuple):
    """Event: a seat passed an audit, in which it opened `slots` superseded slots.

    `waits` is True if other slots can be audited only later, because a known card prevents it.
    """

    seat: int
    slots: int
    waits: bool = False


class AuditOwed(NamedTuple):
    """Event: a lost seat cannot open `slots` superseded slots, which is not counted as a fault."""

    seat: int
    slots: int


class PileLaid(NamedTuple):
    """Event: a seat's draw pile was shuffled; `size` is its number of cards."""

    seat: int
    size: int


class HandMixed(NamedTuple):
    """Event: a seat moved its hand to fresh slots, so that other seats cannot follow single cards."""

    seat: int
    size: int


class CardsInTheOpen(NamedTuple):
    """Event: the closed cards of a lost seat were redealt face up.

    `hand` and `table` are the cards in its hand and on the table. `deck` is the number of cards in its draw pile.
    """

    seat: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    deck: int


class SatchelDealt(NamedTuple):
    """Event: a seat received these cards of a common deck, and will draw from them in private."""

    seat: int
    copies: tuple[int, ...]


class LookDisputed(NamedTuple):
    """Event: a looker reported invalid boxes, so the owner must turn up this number of cards."""

    looker: int
    owner: int
    cards: int


class CardTaken(NamedTuple):
    """Event: a card moved to another seat's hand; `copy` is 0 if the other seats may not know the card."""

    taker: int
    giver: int
    copy: int
