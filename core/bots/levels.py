"""Strength levels of bots, as offered for opponents and partners: easy, normal, hard, master.

Hard plays by rules of thumb. Easy and normal are the same player, which sometimes answers at random, like a player who
has not looked. The rate of random answers was chosen so that each level clearly beats the one below it in every game.
Master looks ahead in the games that support it (docs/design/bots.md). In the other games it plays like hard.
"""

from __future__ import annotations

from typing import ClassVar

from core.bots.heuristic import HeuristicBot
from core.bots.master import MasterBot
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.result import TEAM

TEAM_BLUNDER_DIVISOR = 5
"""Divisor of the blunder rate where all seats win or lose together, since one blunder costs everybody."""


class BlunderingBot(HeuristicBot):
    """A bot that plays by rules of thumb and answers at random in `slips` of 100 decisions."""

    slips: ClassVar[int]

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
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
