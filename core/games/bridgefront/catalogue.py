"""Catalogue of all cards by number: starter, factions, market I-III, power I-III (rules 12.6).

The modules in `cards/` fill it when the game is imported. A card's number is its place in this order.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.games.bridgefront.card import Card

CARDS: list[Card] = []
DECKS: list[list[int]] = [[], [], [], [], [], []]
"""Card numbers of the shared decks: market I-III, power I-III."""
STARTER: list[int] = []
FACTION_CARDS: list[list[int]] = []
"""Spell and Champion of each faction."""
SECTIONS: list[str] = []
"""Section of each card in words: "Starter", "Leadbound", "Market I", "Power II"."""


def add(section: str, place: list[int], cards: Iterable[Card]) -> None:
    """Add cards to the catalogue and to the deck `place`."""
    for card in cards:
        place.append(len(CARDS))
        CARDS.append(card)
        SECTIONS.append(section)


def find(name: str) -> int:
    """Return the number of the card with this printed name or id.

    Screen names are found too, and case is ignored. Raises `KeyError` if there is no such card.
    """
    wanted = name.lower()
    for i, card in enumerate(CARDS):
        if wanted in (card.name.lower(), card.id, card.screen_name.lower()):
            return i
    raise KeyError(name)
