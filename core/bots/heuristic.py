"""A bot that plays by rules of thumb: for each game that it knows a plan, for any other an arbitrary legal decision."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from core.bots.base import Asked, Plan
from core.bots.random_bot import RandomBot
from core.engine.fork import base_of
from core.engine.game import Decision, Game
from core.engine.hidden.secrets import Secrets
from core.games.ambition.bot import policy as ambition_plan
from core.games.bridgefront.bot import policy as bridgefront_plan
from core.games.cabinet.bot import policy as cabinet_plan
from core.games.midnight.bot import policy as midnight_plan
from core.games.outposts.bot import policy as outposts_plan

PLANS: dict[str, Plan] = {
    "bridgefront": bridgefront_plan.ANSWERS,
    "midnight": midnight_plan.ANSWERS,
    "cabinet": cabinet_plan.ANSWERS,
    "outposts": outposts_plan.ANSWERS,
    "ambition": ambition_plan.ANSWERS,
}
"""By name of the game."""


class HeuristicBot(RandomBot):
    """Decides by the plan for the game, with dice for what is equally good; `seed` is any text. It does without the
    cards that are `banned`, by their numbers in the game's catalogue.
    """

    name = "heuristic"

    def __init__(self, seed: str = "", seat: int = 0, banned: Collection[int] = ()) -> None:
        super().__init__(seed, seat)
        self.banned = frozenset(banned)

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """A legal decision from what the seat may see: the public state and its own secrets."""
        rules = base_of(game)
        if plan := PLANS.get(rules.name):
            rules.learn(state, seat, secrets)
            question, detail = rules.asked(state, seat)
            if question in plan:
                return plan[question](Asked(rules, state, seat, secrets, detail, self.dice, self.banned))
        return super().decide(game, state, seat, secrets)
