"""A bot that follows the heuristics of a game's plan.

In a game without a plan it makes an arbitrary legal decision.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from core.bots.base import DecisionPosition, Plan, position
from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion
from core.engine.result import TEAM
from core.games.registry import record_of

TEAM_BLUNDER_DIVISOR = 5
"""Divisor of the blunder rate in games where all seats win or lose together.

In such a game one blunder harms all players.
"""


class HeuristicBot:
    """A bot that follows the plan of a game, and throws dice between equally good answers.

    `seed` is any text. The bot never plays `banned` cards, given by their catalogue numbers. `weights` maps games to
    weights that replace the usual ones.
    """

    name = "heuristic"
    quick = True
    slips: ClassVar[int] = 0
    """Percentage of decisions that are answered at random."""

    def __init__(
        self, seed: str = "", seat: int = 0, banned: Collection[int] = (), weights: Mapping[str, object] | None = None
    ) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))
        self.banned = frozenset(banned)
        self.weights = dict(weights or {})

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision from what the seat may see: the public state and its own secrets."""
        plan = None if self.slips and self._slips_now(game) else self.plan_for(game.name)
        if plan:
            question, asked = self.position(game, state, seat, secrets)
            if question in plan:
                return plan[question](asked)
        return game.sample(state, seat, secrets, self.dice)

    def reseed(self, key: bytes) -> None:
        """Restart the dice from `key`."""
        self.dice = Dice(key)

    def _slips_now(self, game: Game) -> bool:
        slips = self.slips // TEAM_BLUNDER_DIVISOR if game.kind == TEAM else self.slips
        return self.dice.uniform(100) < slips

    def position(
        self, game: Game, state: State, seat: int, secrets: Secrets
    ) -> tuple[AnyQuestion, DecisionPosition[AgendaState]]:
        """Return the seat's question, and the position with this bot's dice, banned cards and weights."""
        return position(game, state, seat, secrets, self.dice, self.banned, self.weights)

    def plan_for(self, game: str) -> Plan | None:
        """Return this bot's plan for a game, or None if it has none."""
        record = record_of(game)
        return record.answers if record is not None else None
