"""Every decision as data: the array of a record's fields is what travels. Cards are named by their copies."""

from __future__ import annotations

from typing import NamedTuple

from core.games.cabinet.cards import RESOURCE


class Draw(NamedTuple):
    """Phase 2: the deck of the next card, Resource or Ministry."""

    deck: int


class Act(NamedTuple):
    """Phase 3 (4.1): "gather", "ministry", "milestone", "challenge", "share", or "stop" where one may be left out.

    `deck` is for gather; `card` is the Ministry or what is shared, `to` with whom; `challenge` and `pay` are the
    Challenge that is removed, by Interior too, and the cards for it.
    """

    kind: str
    deck: int = RESOURCE
    card: int = 0
    to: int = 0
    challenge: int = 0
    pay: tuple[int, ...] = ()


class Attempt(NamedTuple):
    """The Milestone of those drawn that is attempted; 0: none, all go under the deck."""

    card: int


class Pledge(NamedTuple):
    """Resource cards for a joint payment, and for a Milestone the active player's Ministry as Assist, or 0."""

    cards: tuple[int, ...]
    assist: int = 0


class Offer(NamedTuple):
    """Cards for a joint discard, in the order in which they would be given."""

    cards: tuple[int, ...]


class Discard(NamedTuple):
    """Cards of the hand that have to go."""

    cards: tuple[int, ...]


class Arrange(NamedTuple):
    """Cards that were looked at, in the order in which they go back on top; of Challenges the last goes under."""

    cards: tuple[int, ...]


class Guests(NamedTuple):
    """Public Works: who else draws."""

    seats: tuple[int, ...]


class Swap(NamedTuple):
    """Foreign Affairs: cards of the own hand for cards of another; to 0 with none of either: no swap."""

    to: int = 0
    mine: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


class Accept(NamedTuple):
    """Whether a swap is accepted."""

    yes: bool


class Take(NamedTuple):
    """Justice: cards taken into the hand."""

    cards: tuple[int, ...]
