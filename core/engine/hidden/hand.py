"""A client's view of its own cards in a game with draw piles: the faces in its hand, and new batches."""

from __future__ import annotations

from typing import Protocol

from core.engine.hidden.piles import Card, Piles
from core.engine.hidden.secrets import Secrets

HeldCard = tuple[int, int]
"""A card of the seat's own hand, as (copy, slot); the slot is 0 for a face-up card."""


class StateWithPiles(Protocol):
    """A state with draw piles."""

    t: int
    piles: Piles


def held_cards(state: StateWithPiles, seat: int, secrets: Secrets) -> list[HeldCard]:
    """Return the cards in the seat's own hand, closed cards first."""
    faces = secrets.faces
    piles = state.piles
    return [(faces[slot], slot) for slot in piles.hand[seat]] + [(copy, 0) for copy in piles.shown[seat]]


def name_card(secrets: Secrets, card: HeldCard) -> Card:
    """Return a card of the seat's own hand in the form that decisions use."""
    return secrets.opening(card[1]) if card[1] else card[0]


def draft_pile_batch(state: StateWithPiles, seat: int, secrets: Secrets) -> bytes:
    """Return a batch that moves the unknown and the added cards of the draw pile to fresh slots (protocol 6.1)."""
    piles = state.piles
    copies = sorted([*(secrets.faces[slot] for slot in piles.unknown[seat]), *piles.mix[seat]])
    return secrets.draft_batch(state.t, secrets.secret_order(state.t, 0, copies))


def draft_hand_batch(
    state: StateWithPiles, seat: int, secrets: Secrets, *received: int, added: tuple[int, ...] = ()
) -> bytes:
    """Return a batch that moves the hand, with received and face-up cards, to fresh slots (protocol 6.6)."""
    copies = [*(secrets.faces[slot] for slot in state.piles.hand[seat]), *added]
    copies += [secrets.foreign_openings[slot][1] for slot in received]
    return secrets.draft_batch(state.t, secrets.secret_order(state.t, 1, sorted(copies)))
