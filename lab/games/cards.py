"""Cards of each game that a chair may use or do without, with names, prices and uses.

A decision determines the cards that it uses. A card that affects a player regardless of its decisions does not count.
Examples are an Intrigue card that has to be resolved when it is drawn, and a Challenge.
"""

from __future__ import annotations

from core.games.registry import GAMES
from lab.games.card_info import Card, Deck
from lab.games.registry import entry_of


def deck_of(game: str) -> Deck:
    """Return the deck of a game; raises `KeyError` if it has no cards to do without."""
    deck = entry_of(game).deck
    if deck is None:
        raise KeyError(game)
    return deck


def cards_of(game: str) -> tuple[Card, ...]:
    """Return the cards of a game; () where there are none to do without."""
    deck = entry_of(game).deck
    return deck.cards if deck is not None else ()


def games_with_cards() -> list[str]:
    """Return the names of the games that have cards to do without."""
    return [game for game in GAMES if cards_of(game)]
