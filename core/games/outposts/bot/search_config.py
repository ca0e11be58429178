"""Search config of Outposts; a rollout ends with the round."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition
from core.bots.lookahead import Budget, SearchConfig
from core.engine.hidden.secrets import Secrets
from core.games.outposts.action import ACT
from core.games.outposts.bot import policy
from core.games.outposts.bot.evaluation import value
from core.games.outposts.decisions import Act
from core.games.outposts.hidden_cards import hand_of, ruins_of
from core.games.outposts.state import Outposts


def _is_next_round(before: Outposts, now: Outposts) -> bool:
    """Return True if another round has begun since `before`."""
    return now.round != before.round


def _adapt_candidate(state: Outposts, seat: int, secrets: Secrets, idea: Act) -> Act:
    return policy.with_openings(idea, hand_of(state, seat, secrets), ruins_of(state, seat, secrets))


def _action_candidates(position: DecisionPosition[Outposts], max_count: int) -> Sequence[Act]:
    return policy.ranked_acts(position, max_count)


ROLLOUTS = {1: 96, 2: 64, 3: 48, 4: 36}
"""Number of rollouts by number of seats; it falls with more seats, because each rollout takes longer."""


def _budget(state: Outposts) -> Budget:
    return Budget(rollouts=ROLLOUTS[len(state.seats)], ideas=4)


SEARCH_CONFIG = SearchConfig(
    policy.ANSWERS, {ACT: _action_candidates}, _adapt_candidate, _is_next_round, value, _budget
)
