"""The catalogue of all cards by number (rules 12.6).

Its order is starter, factions, market I-III, power I-III. The modules in `cards/` fill it when the game is imported. A
card's number is its position in this order.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.games.bridgefront.card import Card

CARDS: list[Card] = []
DECKS: list[list[int]] = [[], [], [], [], [], []]
"""The numbers of the cards in the shared decks: market I-III and power I-III."""
STARTER_CARDS: list[int] = []
FACTION_CARDS: list[list[int]] = []
"""The numbers of the spell and the Champion of each faction."""
SECTIONS: list[str] = []
"""The section of each card in words: "Starter", "Leadbound", "Market I", "Power II"."""


def add(section: str, place: list[int], cards: Iterable[Card]) -> None:
    """Add cards to a section of the catalogue and to the deck with the index `place`."""
    for card in cards:
        place.append(len(CARDS))
        CARDS.append(card)
        SECTIONS.append(section)


def find(name: str) -> int:
    """Return the number of the card with this printed name, screen name or id.

    Case is ignored. Raises `KeyError` if there is no such card.
    """
    wanted = name.lower()
    for i, card in enumerate(CARDS):
        if wanted in (card.name.lower(), card.id, card.screen_name.lower()):
            return i
    raise KeyError(name)
