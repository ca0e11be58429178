"""What happens with shared decks alone; draws, mixed hands and taken cards are events of all closed cards."""

from __future__ import annotations

from typing import NamedTuple


class DeckPassed(NamedTuple):
    """A seat has shuffled the list that is laid into this deck."""

    seat: int
    deck: int


class DeckShuffled(NamedTuple):
    """So many cards were laid into a deck in an order that nobody knows."""

    deck: int
    cards: int


class CardTurnedUp(NamedTuple):
    """A card of a deck lies open."""

    deck: int
    copy: int


class CardLaidUnder(NamedTuple):
    """A seat has laid a card of its hand under a deck; `copy` is 0 where it is closed."""

    seat: int
    deck: int
    copy: int


class CardSeen(NamedTuple):
    """A seat has shown a closed card of its hand to one other seat."""

    seat: int
    looker: int
    slot: int


class CardLaidDown(NamedTuple):
    """A seat has laid a card of its hand face down among the discards."""

    seat: int
    deck: int


class SeatOut(NamedTuple):
    """What a seat owed the deck was false or missing: from now on the others do without it, and its cards lie open."""

    seat: int
