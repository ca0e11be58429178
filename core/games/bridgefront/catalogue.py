"""All cards of the game by number (rules 12.6): the starter, the factions', market I-III, power I-III.

The modules in `cards/` fill it when the game is imported; a card's number is its place in this order.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.games.bridgefront.card import Card

CARDS: list[Card] = []
DECKS: list[list[int]] = [[], [], [], [], [], []]
"""Card numbers of the shared decks: market I-III, power I-III."""
STARTER: list[int] = []
FACTION_CARDS: list[list[int]] = []
"""For each faction its spell and its Champion."""
SECTIONS: list[str] = []
"""For each card where it belongs, in words: "Starter", "Leadbound", "Market I", "Power II"."""


def add(section: str, place: list[int], cards: Iterable[Card]) -> None:
    """Adds cards to the catalogue and to the deck `place`."""
    for card in cards:
        place.append(len(CARDS))
        CARDS.append(card)
        SECTIONS.append(section)


def find(name: str) -> int:
    """The number of the card with this printed name or id; raises `KeyError`.

    Names on screen are found too, whatever their case.
    """
    wanted = name.lower()
    for i, card in enumerate(CARDS):
        if wanted in (card.name.lower(), card.id, card.screen_name.lower()):
            return i
    raise KeyError(name)
