"""Search config of Midnight; a rollout ends when every seat has had a turn."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition, PlanOf
from core.bots.lookahead import Budget, SearchConfig
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.games.midnight import action
from core.games.midnight.bot import policy
from core.games.midnight.bot.evaluation import value
from core.games.midnight.decisions import Act
from core.games.midnight.state import Midnight


def _turns_over(before: Midnight, now: Midnight) -> bool:
    """Return True if every seat has had a turn since `before`, or if the minute is over."""
    return now.turn >= before.turn + len(before.seats_not_ruined()) or (
        now.clock != before.clock and now.turn > before.turn
    )


def _as_it_is(state: Midnight, seat: int, secrets: Secrets, idea: Decision) -> Decision:
    return idea


def _acts(asked: DecisionPosition[Midnight], most: int) -> Sequence[Act]:
    return policy.ranked_acts(asked, most)


ROLLOUT_PLAN: PlanOf[Midnight] = {**policy.ANSWERS, action.ACT: policy.rollout_act}
"""Plan by which all seats decide in rollouts."""

ROLLOUTS = {3: 64, 4: 48, 5: 36}
"""Number of rollouts by number of seats; it falls with more seats, because each rollout takes longer."""


def _budget(state: Midnight) -> Budget:
    return Budget(rollouts=ROLLOUTS[len(state.seats)], ideas=5)


FORESIGHT = SearchConfig(ROLLOUT_PLAN, {action.ACT: _acts}, _as_it_is, _turns_over, value, _budget)
