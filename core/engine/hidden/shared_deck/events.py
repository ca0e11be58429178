"""Events of shared decks.

Draws, mixed hands and taken cards have the events of all closed cards (`core.engine.events`).
"""

from __future__ import annotations

from typing import NamedTuple


class DeckPassed(NamedTuple):
    """Event: a seat has taken its turn to shuffle this deck."""

    seat: int
    deck: int


class DeckShuffled(NamedTuple):
    """Event: a deck of `cards` cards was shuffled into an order that nobody knows."""

    deck: int
    cards: int


class CardTurnedUp(NamedTuple):
    """Event: a card of a deck was turned up."""

    deck: int
    copy: int


class CardLaidUnder(NamedTuple):
    """Event: a seat put a card of its hand under a deck; `copy` is 0 if the card is closed."""

    seat: int
    deck: int
    copy: int


class CardSeen(NamedTuple):
    """Event: a seat showed a closed card of its hand to one other seat."""

    seat: int
    looker: int
    slot: int


class CardLaidDown(NamedTuple):
    """Event: a seat discarded a card of its hand face down."""

    seat: int
    deck: int


class SeatOut(NamedTuple):
    """Event: a seat is excluded, because its answer about the deck was false or missing.

    The other seats continue without it, and its cards are open.
    """

    seat: int
