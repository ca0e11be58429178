"""The events of shared decks; draws, mixed hands and taken cards are events of all closed cards."""

from __future__ import annotations

from typing import NamedTuple


class DeckPassed(NamedTuple):
    """A seat has shuffled the list for this deck."""

    seat: int
    deck: int


class DeckShuffled(NamedTuple):
    """A deck was shuffled into an order that nobody knows; the number of its cards."""

    deck: int
    cards: int


class CardTurnedUp(NamedTuple):
    """A card of a deck was turned up."""

    deck: int
    copy: int


class CardLaidUnder(NamedTuple):
    """A seat has put a card of its hand under a deck; `copy` is 0 where it is closed."""

    seat: int
    deck: int
    copy: int


class CardSeen(NamedTuple):
    """A seat has shown a closed card of its hand to one other seat."""

    seat: int
    looker: int
    slot: int


class CardLaidDown(NamedTuple):
    """A seat has discarded a card of its hand face down."""

    seat: int
    deck: int


class SeatOut(NamedTuple):
    """A seat's duty to the deck was false or missing.

    From now on the others do without the seat, and its cards are open.
    """

    seat: int
