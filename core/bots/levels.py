"""Strength levels of bots: easy, normal, hard and master.

The hard bot follows the heuristics. The easy and normal bots do the same, but sometimes answer at random. Their rates
were chosen so that each level clearly beats the one below it in every game. The master bot searches ahead in the games
that support it, and plays like the hard bot in the others (docs/design/bots.md).
"""

from __future__ import annotations

from core.bots.heuristic import HeuristicBot
from core.bots.lookahead import AnySearchConfig, Budget, Search
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.games.registry import record_of


class MasterBot(HeuristicBot):
    """A bot that searches ahead, for less than half a second on average (docs/design/bots.md).

    `budget` limits the search for one decision; if it is None, the game's own budget applies. The search always uses
    the usual weights.
    """

    name = "master"
    quick = False
    budget: Budget | None = None

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision from what the seat may see: the public state and its own secrets."""
        foresight = self.foresight_for(game.name)
        if foresight is not None:
            question, asked = self.position(game, state, seat, secrets)
            if question in foresight.ideas:
                budget = self.budget or foresight.budget(asked.state)
                ideas = foresight.ideas[question](asked, budget.ideas)
                if len(ideas) == 1:
                    return ideas[0]
                return Search(foresight, asked).best(ideas, budget.rollouts)
        return super().decide(game, state, seat, secrets)

    def foresight_for(self, game: str) -> AnySearchConfig | None:
        """Return the search config of a game, or None if the bot plays that game by heuristics alone."""
        record = record_of(game)
        return record.foresight if record is not None else None


class EasyBot(HeuristicBot):
    """A bot at the level of a person who plays for the first time."""

    name = "easy"
    slips = 50


class NormalBot(HeuristicBot):
    """A bot at the level of a person who knows the game but overlooks some things."""

    name = "normal"
    slips = 25


class HardBot(HeuristicBot):
    """A bot that follows the heuristics in every decision."""

    name = "hard"


LEVELS: dict[str, type[HeuristicBot]] = {bot.name: bot for bot in (EasyBot, NormalBot, HardBot, MasterBot)}
"""Bot classes by the name of their level, the weakest first."""
