"""The games under test: those of the program, and the sample games (docs/design/add-a-game.md)."""

from __future__ import annotations

from typing import Any

from core.engine.game import Game, any_game
from core.engine.hidden.card_game import CardGame
from core.games.registry import GAMES as KNOWN
from tests.support.games.against_the_house.game import GAME as AGAINST_THE_HOUSE
from tests.support.games.magpies.game import GAME as MAGPIES
from tests.support.games.pickpockets.game import GAME as PICKPOCKETS
from tests.support.games.rock_paper_scissors.game import GAME as ROCK_PAPER_SCISSORS
from tests.support.games.sealed_auction.common import GAME as COMMON_PURSE
from tests.support.games.sealed_auction.game import GAME as SEALED_AUCTION

SAMPLES: dict[str, Game] = {
    game.name: game
    for game in (
        any_game(ROCK_PAPER_SCISSORS),
        any_game(AGAINST_THE_HOUSE),
        any_game(SEALED_AUCTION),
        any_game(COMMON_PURSE),
        any_game(PICKPOCKETS),
        any_game(MAGPIES),
    )
}
GAMES: dict[str, Game] = {**KNOWN, **SAMPLES}
CARDS: dict[str, Any] = {name: game for name, game in GAMES.items() if isinstance(game, CardGame)}
"""Games with closed cards."""
