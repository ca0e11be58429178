"""The cards of each game that a chair may use or do without: their names and prices, and which of them a decision uses.

What happens to a player whatever it does (an Intrigue card that has to be resolved when it is drawn, a Challenge) is no
such card.
"""

from __future__ import annotations

from lab.games.ambition import cards as ambition
from lab.games.bridgefront import cards as bridgefront
from lab.games.cabinet import cards as cabinet
from lab.games.card_info import Card, Deck
from lab.games.midnight import cards as midnight
from lab.games.outposts import cards as outposts

DECKS: dict[str, Deck] = {
    "bridgefront": bridgefront.DECK,
    "midnight": midnight.DECK,
    "cabinet": cabinet.DECK,
    "outposts": outposts.DECK,
    "ambition": ambition.DECK,
}
"""By name of the game."""


def cards_of(game: str) -> tuple[Card, ...]:
    """The cards of a game; () where there are none to do without."""
    return DECKS[game].cards if game in DECKS else ()
