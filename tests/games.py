"""The games of the tests: those that the program knows, and the samples (docs/add-a-game.md)."""

from __future__ import annotations

from typing import Any

from core.games import GAMES as KNOWN
from core.kernel.cardgame import CardGame
from core.kernel.game import Game
from tests.core.against_the_house.game import GAME as AGAINST_THE_HOUSE
from tests.core.magpies.game import GAME as MAGPIES
from tests.core.pickpockets.game import GAME as PICKPOCKETS
from tests.core.rock_paper_scissors.game import GAME as ROCK_PAPER_SCISSORS
from tests.core.sealed_auction.common import GAME as COMMON_PURSE
from tests.core.sealed_auction.game import GAME as SEALED_AUCTION

SAMPLES: dict[str, Game] = {
    game.name: game
    for game in (ROCK_PAPER_SCISSORS, AGAINST_THE_HOUSE, SEALED_AUCTION, COMMON_PURSE, PICKPOCKETS, MAGPIES)
}
GAMES: dict[str, Game] = {**KNOWN, **SAMPLES}
CARDS: dict[str, Any] = {name: game for name, game in GAMES.items() if isinstance(game, CardGame)}
"""Those with closed cards."""
