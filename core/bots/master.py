"""A bot that looks ahead in the games in which it can, and plays by rules of thumb in the others."""

from __future__ import annotations

from core.bots.heuristic import HeuristicBot
from core.bots.lookahead import AnySearchConfig, Budget, Search
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.games.registry import record_of


class MasterBot(HeuristicBot):
    """Bot that looks ahead, for less than half a second on average (docs/design/bots.md).

    `budget` limits one decision; with None the game's own applies. Its rollouts and evaluations keep the usual weights.
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
        """Return the search config of a game, or None where it plays by rules of thumb."""
        record = record_of(game)
        return record.foresight if record is not None else None
