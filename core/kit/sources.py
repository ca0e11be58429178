"""The sources of answers: what a seat can be asked for.

A closed card of the hand, several of them, some of the next cards of the deck, or one of the cards, seats, numbers or
words that lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

V = TypeVar("V")
CARD, SEAT, NUMBER, WORD = "card", "seat", "number", "word"


class Offers(NamedTuple, Generic[V]):
    """Open answers: `offered(state, seat)` yields them, and `shown` is the kind of thing that they are.

    The state is `Any`, since most authors write a lambda, which cannot name its type.
    """

    offered: Callable[[Any, int], Iterable[V]]
    shown: str


class HandCard(NamedTuple):
    """One closed card of the hand."""


class HandDown(NamedTuple):
    """One closed card of the hand, which stays closed."""


class HandCards(NamedTuple):
    """Several closed cards of the hand: `least` to `most` of them."""

    least: int
    most: int


class NextCards(NamedTuple):
    """Some of the next cards of the seat's deck, which only this seat sees."""

    look: int
    least: int
    most: int


hand = HandCard()
"""The source of one card of the hand. The answer is its copy, and the card is played face up."""


hand_down = HandDown()
"""The source of one card of the hand that is laid face down. The answer is the number of cards that now lie there."""


def hand_cards(least: int, most: int) -> HandCards:
    """Return the source of `least` to `most` cards of the hand. The answer is a tuple of their copies."""
    return HandCards(least, most)


def next_cards(look: int, least: int, most: int) -> NextCards:
    """Return the source of `least` to `most` of the next `look` cards of the seat's deck, which nobody else sees.

    They go to the hand, and the others under the deck. The answer is the number of cards that were taken.
    """
    return NextCards(look, least, most)


def cards(offered: Callable[[Any, int], Iterable[int]]) -> Offers[int]:
    """Return the source of one open card: `offered(s, seat)` yields the copies."""
    return Offers(offered, CARD)


def seats(offered: Callable[[Any, int], Iterable[int]]) -> Offers[int]:
    """Return the source of one seat: `offered(s, seat)` yields seats."""
    return Offers(offered, SEAT)


def numbers(offered: Callable[[Any, int], Iterable[int]]) -> Offers[int]:
    """Return the source of a number, such as a bid: `offered(s, seat)` yields the numbers, the usual one first."""
    return Offers(offered, NUMBER)


def words(offered: Callable[[Any, int], Iterable[str]]) -> Offers[str]:
    """Return the source of one of several named things, such as "roll" and "stop": `offered(s, seat)` yields them."""
    return Offers(offered, WORD)
