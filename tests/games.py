"""The games of the tests: those that the program knows, and the smallest possible one (docs/add-a-game.md)."""

from __future__ import annotations

from core.games import GAMES as KNOWN
from core.kernel.game import Game
from tests.core.rock_paper_scissors.game import GAME as ROCK_PAPER_SCISSORS

GAMES: dict[str, Game] = {**KNOWN, ROCK_PAPER_SCISSORS.name: ROCK_PAPER_SCISSORS}
