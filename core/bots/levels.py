"""How well a bot plays, in the words in which one chooses an opponent or a partner: easy, normal, hard, master.

Hard plays by rules of thumb. Easy and normal are the same player who now and then answers at random, as somebody does
who has not looked; how often was chosen so that each level beats the one below it clearly in every game. Master looks
ahead, in the games in which it can (docs/design/bots.md); in the others it is hard.
"""

from __future__ import annotations

from typing import Any, ClassVar

from core.bots.heuristic import HeuristicBot
from core.bots.master import Master
from core.engine.game import Decision, Game
from core.engine.hidden.secrets import Secrets
from core.engine.result import TEAM

TEAM_SHARE = 5
"""Where all win or lose as one, one slip costs everybody: only one of so many is made."""


class Slipping(HeuristicBot):
    """The player by rules of thumb, who answers at random `slips` times of a hundred."""

    slips: ClassVar[int]

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """A legal decision from what the seat may see."""
        slips = self.slips // TEAM_SHARE if game.kind == TEAM else self.slips
        if self.dice.uniform(100) < slips:
            return game.sample(state, seat, secrets, self.dice)
        return super().decide(game, state, seat, secrets)


class Easy(Slipping):
    """Somebody who plays for the first time."""

    name = "easy"
    slips = 50


class Normal(Slipping):
    """Somebody who knows the game and does not look everywhere."""

    name = "normal"
    slips = 25


class Hard(HeuristicBot):
    """Plays by rules of thumb and overlooks nothing that they tell."""

    name = "hard"


LEVELS: dict[str, type[HeuristicBot]] = {bot.name: bot for bot in (Easy, Normal, Hard, Master)}
"""By name, the weakest first."""
