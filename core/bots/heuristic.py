"""A bot that plays by rules of thumb.

It has a plan for each game that it knows. In any other game it makes an arbitrary legal decision.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.bots.base import DecisionPosition, Plan, position
from core.bots.random_bot import RandomBot
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion
from core.games.registry import record_of


class HeuristicBot(RandomBot):
    """A bot that follows the plan of a game, and throws dice between equally good answers.

    `seed` is any text. The bot never uses `banned` cards, which are given by their numbers in the game's catalogue.
    `weights` maps games to weights that replace the usual ones.
    """

    name = "heuristic"

    def __init__(
        self, seed: str = "", seat: int = 0, banned: Collection[int] = (), weights: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(seed, seat)
        self.banned = frozenset(banned)
        self.weights = dict(weights or {})

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision from what the seat may see: the public state and its own secrets."""
        if plan := self.plan_for(game.name):
            question, asked = self.position(game, state, seat, secrets)
            if question in plan:
                return plan[question](asked)
        return super().decide(game, state, seat, secrets)

    def position(
        self, game: Game, state: State, seat: int, secrets: Secrets
    ) -> tuple[AnyQuestion, DecisionPosition[AgendaState]]:
        """Return the question to the seat, and the position with this bot's dice, bans and weights."""
        return position(game, state, seat, secrets, self.dice, self.banned, self.weights)

    def plan_for(self, game: str) -> Plan | None:
        """Return this bot's plan for a game, or None if it has no rules of thumb for that game."""
        record = record_of(game)
        return record.answers if record is not None else None
