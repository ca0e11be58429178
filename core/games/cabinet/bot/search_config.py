"""Search config of Cabinet; a rollout ends at the seat's next turn.

The level "master" does not use it, since searching teams did not win measurably more often (docs/design/bots.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition
from core.bots.lookahead import Budget, SearchConfig
from core.engine.hidden.secrets import Secrets
from core.games.cabinet.action import ACT
from core.games.cabinet.bot import policy
from core.games.cabinet.bot.evaluation import value
from core.games.cabinet.decisions import Act
from core.games.cabinet.state import Cabinet


def _is_turn_over(before: Cabinet, now: Cabinet) -> bool:
    """Return True if every seat has had a turn since the position `before`."""
    return now.turn >= before.turn + len(before.seats)


def _keep_candidate(state: Cabinet, seat: int, secrets: Secrets, idea: Act) -> Act:
    return idea


def _action_candidates(position: DecisionPosition[Cabinet], max_count: int) -> Sequence[Act]:
    return policy.ranked_acts(position, max_count)


BUDGET = Budget(rollouts=64, ideas=6)


def _budget(state: Cabinet) -> Budget:
    return BUDGET


SEARCH_CONFIG = SearchConfig(policy.ANSWERS, {ACT: _action_candidates}, _keep_candidate, _is_turn_over, value, _budget)
