"""Decisions as data: each is sent as the array of its fields, and cards are named by their copies."""

from __future__ import annotations

from typing import NamedTuple

from core.games.cabinet.cards import RESOURCE


class Draw(NamedTuple):
    """Decision about the deck of the next card: Resource or Ministry (phase 2)."""

    deck: int


class Act(NamedTuple):
    """Action: "gather", "ministry", "milestone", "challenge", "share", or "stop" (phase 3, 4.1).

    "stop" is allowed where an action may be left out. `deck` is used by "gather". `card` is the Ministry or the shared
    card, and `to` is the receiver of the shared card. `challenge` is the Challenge that is removed, and `pay` are the
    cards that pay for it. Interior uses these two fields as well.
    """

    kind: str
    deck: int = RESOURCE
    card: int = 0
    to: int = 0
    challenge: int = 0
    pay: tuple[int, ...] = ()


class Attempt(NamedTuple):
    """Decision about which drawn Milestone is attempted.

    With 0 none is attempted, and all drawn Milestones go under the deck.
    """

    card: int


class Pledge(NamedTuple):
    """Resource cards that a seat offers for a joint payment.

    For a Milestone, `assist` is the active player's Ministry that is used as Assist, or 0.
    """

    cards: tuple[int, ...]
    assist: int = 0


class Offer(NamedTuple):
    """Cards that a seat offers for a joint discard, in the order in which it would give them."""

    cards: tuple[int, ...]


class Discard(NamedTuple):
    """Cards of the hand that are discarded."""

    cards: tuple[int, ...]


class Arrange(NamedTuple):
    """Cards that were looked at, in the order in which they go back on top of the deck.

    If they are Challenges, the last one goes under the deck.
    """

    cards: tuple[int, ...]


class Guests(NamedTuple):
    """Other players who also draw cards (Public Works)."""

    seats: tuple[int, ...]


class Swap(NamedTuple):
    """Proposed swap of cards of the seat's hand for cards of another seat (Foreign Affairs).

    No swap is proposed if `to` is 0 and both card lists are empty.
    """

    to: int = 0
    mine: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()


class Accept(NamedTuple):
    """Answer to a swap proposal."""

    yes: bool


class Take(NamedTuple):
    """Cards that a seat takes into its hand (Justice)."""

    cards: tuple[int, ...]
