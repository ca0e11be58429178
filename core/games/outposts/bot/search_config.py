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


def _next_round(before: Outposts, now: Outposts) -> bool:
    """Return True if another round has begun since `before`."""
    return now.round != before.round


def _within(state: Outposts, seat: int, secrets: Secrets, idea: Act) -> Act:
    return policy.with_openings(idea, hand_of(state, seat, secrets), ruins_of(state, seat, secrets))


def _acts(asked: DecisionPosition[Outposts], most: int) -> Sequence[Act]:
    return policy.ranked_acts(asked, most)


ROLLOUTS = {1: 96, 2: 64, 3: 48, 4: 36}
"""Number of rollouts by number of seats; it falls with more seats, because each rollout takes longer."""


def _budget(state: Outposts) -> Budget:
    return Budget(rollouts=ROLLOUTS[len(state.seats)], ideas=4)


FORESIGHT = SearchConfig(policy.ANSWERS, {ACT: _acts}, _within, _next_round, value, _budget)
