"""Cards of each game whose strength can be measured by banning them.

Only cards that a decision uses count. Cards that affect a player regardless of any decision are left out.
"""

from __future__ import annotations

from core.games.registry import GAMES
from lab.games.card_info import Card, Deck
from lab.games.registry import entry_of


def deck_of(game: str) -> Deck:
    """Return the cards of a game; raise `KeyError` if it has none that can be banned."""
    deck = entry_of(game).deck
    if deck is None:
        raise KeyError(game)
    return deck


def cards_of(game: str) -> tuple[Card, ...]:
    """Return the cards of a game that can be banned; empty if there are none."""
    deck = entry_of(game).deck
    return deck.cards if deck is not None else ()


def games_with_cards() -> list[str]:
    """Return the names of the games with cards that can be banned."""
    return [game for game in GAMES if cards_of(game)]
