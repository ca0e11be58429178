"""What happens in every game with closed cards. Plain data; seats, slots and copies are numbers as in the state."""

from __future__ import annotations

from typing import NamedTuple


class CardsDrawn(NamedTuple):
    seat: int
    slots: tuple[int, ...]


class CardsDrawnOpenly(NamedTuple):
    """Drawn by a lost seat, in the sight of all."""

    seat: int
    copies: tuple[int, ...]


class CardShown(NamedTuple):
    seat: int
    copy: int


class AuditPassed(NamedTuple):
    """`slots` superseded slots were opened and everything added up; `waits` if a known card blocks it."""

    seat: int
    slots: int
    waits: bool = False


class AuditOwed(NamedTuple):
    """The seat is lost and cannot open `slots` superseded slots; it is not accused."""

    seat: int
    slots: int


class PileLaid(NamedTuple):
    """The draw pile was shuffled: it holds so many cards."""

    seat: int
    size: int


class HandMixed(NamedTuple):
    """All cards of the hand are closed, and nobody knows which of them was which."""

    seat: int
    size: int


class CardsInTheOpen(NamedTuple):
    """A lost seat's closed cards dealt anew: hand, cards on the table, size of the draw pile."""

    seat: int
    hand: tuple[int, ...]
    table: tuple[int, ...]
    deck: int


class SatchelDealt(NamedTuple):
    """Cards of a common deck among which the seat's next private draws lie."""

    seat: int
    copies: tuple[int, ...]


class LookDisputed(NamedTuple):
    """The looker says that boxes do not fit: so many cards are turned up."""

    looker: int
    owner: int
    cards: int


class CardTaken(NamedTuple):
    """A card goes to another seat's hand; `copy` is 0 where nobody else may know it."""

    taker: int
    giver: int
    copy: int
