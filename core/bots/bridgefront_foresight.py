"""What a search of Bridgefront looks at: actions, to the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots import bridgefront_plan
from core.bots.asked import Asked, Plan
from core.bots.bridgefront_action import choose_action, ranked_actions
from core.bots.bridgefront_boards import remembered
from core.bots.bridgefront_value import value
from core.bots.search import Budget, Foresight
from core.bridgefront import acting
from core.bridgefront.decisions import Action
from core.bridgefront.state import Bridgefront
from core.kernel.secrets import Secrets

AFTER = ("cleanup", "reset")
"""Phases that follow the Scoring of a round."""


def _actions(asked: Asked[Bridgefront], most: int) -> Sequence[Action]:
    return ranked_actions(remembered(asked.state, asked.seat), asked.secrets, asked.dice, most, asked.banned)


def _act(asked: Asked[Bridgefront]) -> Action:
    return choose_action(remembered(asked.state, asked.seat), asked.secrets, asked.dice, asked.banned)


def _within(state: Bridgefront, seat: int, secrets: Secrets, idea: Action) -> Action:
    return idea._replace(batch=acting.batch_due(state, seat, secrets))


def _scored(before: Bridgefront, now: Bridgefront) -> bool:
    """Whether the round in which the search began has been scored."""
    return now.round != before.round or now.phase in AFTER


def _budget(seats: int) -> Budget:
    """A rollout takes longer where more play."""
    return Budget(rollouts=240 // seats, ideas=8)


PLAN: Plan = {**bridgefront_plan.ANSWERS, acting.ACTION: _act}

FORESIGHT = Foresight(PLAN, {acting.ACTION: _actions}, _within, _scored, value, _budget)
