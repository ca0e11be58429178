"""Every decision as data: the array of a record's fields is sent, with cards named by their copies."""

from __future__ import annotations

from typing import NamedTuple

from core.games.cabinet.cards import RESOURCE


class Draw(NamedTuple):
    """Deck of the next card, Resource or Ministry (phase 2)."""

    deck: int


class Act(NamedTuple):
    """Action: "gather", "ministry", "milestone", "challenge", "share", or "stop" (phase 3, 4.1).

    "stop" is allowed where an action may be left out. `deck` is for gather. `card` is the Ministry or the shared card,
    `to` its receiver. `challenge` and `pay` are the Challenge that is removed, by Interior too, and the cards for it.
    """

    kind: str
    deck: int = RESOURCE
    card: int = 0
    to: int = 0
    challenge: int = 0
    pay: tuple[int, ...] = ()


class Attempt(NamedTuple):
    """Milestone of those drawn that is attempted; 0: none, all go under the deck."""

    card: int


class Pledge(NamedTuple):
    """Resource cards for a joint payment; for a Milestone the active player's Ministry as Assist, or 0."""

    cards: tuple[int, ...]
    assist: int = 0


class Offer(NamedTuple):
    """Cards for a joint discard, in the order in which they would be given."""

    cards: tuple[int, ...]


class Discard(NamedTuple):
    """Cards of the hand that have to go."""

    cards: tuple[int, ...]


class Arrange(NamedTuple):
    """Cards that were looked at, in the order they go back on top; of Challenges the last goes under."""

    cards: tuple[int, ...]


class Guests(NamedTuple):
    """Other players who draw (Public Works)."""

    seats: tuple[int, ...]


class Swap(NamedTuple):
    """Cards of the seat's hand for cards of another; to 0 with none of either: no swap (Foreign Affairs)."""

    to: int = 0
    mine: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


class Accept(NamedTuple):
    """Answer to a swap."""

    yes: bool


class Take(NamedTuple):
    """Cards taken into the hand (Justice)."""

    cards: tuple[int, ...]
