"""Cards of each game that can be banned for a chair, with names, prices and uses.

A decision determines the cards that it uses. A card that affects a player regardless of the player's decisions does not
count. Examples are a Challenge, and an Intrigue card that must be resolved when it is drawn.
"""

from __future__ import annotations

from core.games.registry import GAMES
from lab.games.card_info import Card, Deck
from lab.games.registry import entry_of


def deck_of(game: str) -> Deck:
    """Return the deck of a game; raise `KeyError` if the game has no cards that can be banned."""
    deck = entry_of(game).deck
    if deck is None:
        raise KeyError(game)
    return deck


def cards_of(game: str) -> tuple[Card, ...]:
    """Return the cards of a game, or () if it has none that can be banned."""
    deck = entry_of(game).deck
    return deck.cards if deck is not None else ()


def games_with_cards() -> list[str]:
    """Return the names of the games that have cards that can be banned."""
    return [game for game in GAMES if cards_of(game)]
