"""How well a bot plays, in the words in which one chooses an opponent or a partner: easy, normal, hard, master.

Hard plays by rules of thumb. Easy and normal are the same player who now and then answers at random, as somebody does
who has not looked; how often was chosen so that each level beats the one below it clearly in every game. Master looks
ahead, in the games in which it can (docs/design/bots.md); in the others it is hard.
"""

from __future__ import annotations

from typing import Any, ClassVar

from core.bots.heuristic import HeuristicBot
from core.bots.master import MasterBot
from core.engine.game import Decision, Game
from core.engine.hidden.secrets import Secrets
from core.engine.result import TEAM

TEAM_BLUNDER_DIVISOR = 5
"""Divisor of the blunder rate where all seats win or lose together, since one blunder costs everybody."""


class BlunderingBot(HeuristicBot):
    """A bot that plays by rules of thumb and answers at random in `slips` of 100 decisions."""

    slips: ClassVar[int]

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision from what the seat may see."""
        slips = self.slips // TEAM_BLUNDER_DIVISOR if game.kind == TEAM else self.slips
        if self.dice.uniform(100) < slips:
            return game.sample(state, seat, secrets, self.dice)
        return super().decide(game, state, seat, secrets)


class EasyBot(BlunderingBot):
    """A bot at the level of a person who plays for the first time."""

    name = "easy"
    slips = 50


class NormalBot(BlunderingBot):
    """A bot at the level of a person who knows the game and does not look everywhere."""

    name = "normal"
    slips = 25


class HardBot(HeuristicBot):
    """A bot that follows the rules of thumb and overlooks nothing that they show."""

    name = "hard"


LEVELS: dict[str, type[HeuristicBot]] = {bot.name: bot for bot in (EasyBot, NormalBot, HardBot, MasterBot)}
"""Levels by name, the weakest first."""
