"""Decisions of Cabinet, each of which is sent as the array of its fields; cards are named by their copies."""

from __future__ import annotations

from typing import NamedTuple

from core.games.cabinet.cards import RESOURCE


class Draw(NamedTuple):
    """The deck of the next card: Resource or Ministry (phase 2)."""

    deck: int


class Mix(NamedTuple):
    """The number of Ministries among the cards that are drawn; all others are Resources (phase 2, B38)."""

    ministries: int


class Act(NamedTuple):
    """An action: "gather", "ministry", "milestone", "challenge", "share" or "stop" (rules 4.1).

    "stop" is legal where an action may be left out. `deck` belongs to "gather". `card` is the Ministry or the shared
    card, and `to` the receiver of the shared card. `challenge` is the Challenge to be removed, and `pay` the cards that
    pay for it; the Ministry of Interior uses these two as well.
    """

    kind: str
    deck: int = RESOURCE
    card: int = 0
    to: int = 0
    challenge: int = 0
    pay: tuple[int, ...] = ()


class Attempt(NamedTuple):
    """The drawn Milestone that is attempted, or 0 to put all drawn Milestones under the deck."""

    card: int


class Pledge(NamedTuple):
    """The Resource cards that a seat offers for a joint payment.

    For a Milestone, `assist` is the current player's Ministry that assists, or 0.
    """

    cards: tuple[int, ...]
    assist: int = 0


class Settle(NamedTuple):
    """The decision of the player in office on a joint payment (6, B38).

    For a Milestone, `assist` is the Ministry that assists, or 0.
    """

    pays: bool
    assist: int = 0


class Offer(NamedTuple):
    """The cards that a seat offers for a joint discard, in the order in which it would give them."""

    cards: tuple[int, ...]


class Discard(NamedTuple):
    """The cards of the hand that are discarded."""

    cards: tuple[int, ...]


class Arrange(NamedTuple):
    """The order in which cards go back on top of the deck.

    Of Challenges, the last one goes under the deck.
    """

    cards: tuple[int, ...]


class Guests(NamedTuple):
    """The other players who also draw cards (Public Works)."""

    seats: tuple[int, ...]


class Swap(NamedTuple):
    """A proposed swap of cards with another seat (Foreign Affairs).

    If `to` is 0 and both lists are empty, no swap is proposed.
    """

    to: int = 0
    mine: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


class Accept(NamedTuple):
    """The answer to a proposed swap."""

    yes: bool


class Take(NamedTuple):
    """The cards that a seat takes from the discards (Justice)."""

    cards: tuple[int, ...]
