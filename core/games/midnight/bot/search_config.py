"""What a search of Midnight looks at: actions, till it is the seat's turn again."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import Asked, Plan
from core.bots.lookahead import Budget, Foresight
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.games.midnight import action
from core.games.midnight.bot import policy
from core.games.midnight.bot.evaluation import value
from core.games.midnight.decisions import Act
from core.games.midnight.state import Midnight


def _turns_over(before: Midnight, now: Midnight) -> bool:
    """Whether everybody has had a turn since, or the minute is over."""
    return now.turn >= before.turn + len(before.upright()) or (now.clock != before.clock and now.turn > before.turn)


def _as_it_is(state: Midnight, seat: int, secrets: Secrets, idea: Decision) -> Decision:
    return idea


def _acts(asked: Asked[Midnight], most: int) -> Sequence[Act]:
    return policy.ranked_acts(asked, most)


BRIEF: Plan = {**policy.ANSWERS, action.ACT: policy.act_briefly}
"""What is answered in rollouts."""

ROLLOUTS = {3: 64, 4: 48, 5: 36}
"""By number of seats: a turn of all takes longer where more play."""


def _budget(state: Midnight) -> Budget:
    return Budget(rollouts=ROLLOUTS[len(state.seats)], ideas=5)


FORESIGHT = Foresight(BRIEF, {action.ACT: _acts}, _as_it_is, _turns_over, value, _budget)
