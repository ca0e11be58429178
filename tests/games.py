"""The games of the tests: those that the program knows, and the smallest possible ones (docs/add-a-game.md)."""

from __future__ import annotations

from core.games import GAMES as KNOWN
from core.kernel.game import Game
from tests.core.against_the_house.game import GAME as AGAINST_THE_HOUSE
from tests.core.rock_paper_scissors.game import GAME as ROCK_PAPER_SCISSORS

SAMPLES: dict[str, Game] = {game.name: game for game in (ROCK_PAPER_SCISSORS, AGAINST_THE_HOUSE)}
GAMES: dict[str, Game] = {**KNOWN, **SAMPLES}
