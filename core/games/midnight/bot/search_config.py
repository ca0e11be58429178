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


def _is_turn_over(before: Midnight, now: Midnight) -> bool:
    """Return True if every seat has had a turn since `before`, or if the minute is over."""
    return now.turn >= before.turn + len(before.seats_not_ruined()) or (
        now.clock != before.clock and now.turn > before.turn
    )


def _keep_candidate(state: Midnight, seat: int, secrets: Secrets, idea: Decision) -> Decision:
    return idea


def _action_candidates(position: DecisionPosition[Midnight], max_count: int) -> Sequence[Act]:
    return policy.ranked_acts(position, max_count)


ROLLOUT_PLAN: PlanOf[Midnight] = {**policy.ANSWERS, action.ACT: policy.rollout_act}
"""Plan by which all seats decide in rollouts."""

ROLLOUTS = {3: 64, 4: 48, 5: 36}
"""Number of rollouts by number of seats; it falls with more seats, because each rollout takes longer."""


def _budget(state: Midnight) -> Budget:
    return Budget(rollouts=ROLLOUTS[len(state.seats)], ideas=5)


SEARCH_CONFIG = SearchConfig(
    ROLLOUT_PLAN, {action.ACT: _action_candidates}, _keep_candidate, _is_turn_over, value, _budget
)
