"""Search config of Ambition, for hints and reviews; a rollout ends when every seat has had a turn.

The level "master" does not use it, since most of what matters in Ambition is hidden from a search.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition
from core.bots.lookahead import Budget, SearchConfig
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.games.ambition import challenges, claims, turn
from core.games.ambition.bot.evaluation import value
from core.games.ambition.bot.policy import ANSWERS
from core.games.ambition.decisions import Challenge, Diplomacy, Doubt
from core.games.ambition.state import Ambition

Ask = DecisionPosition[Ambition]


def _is_turn_over(before: Ambition, now: Ambition) -> bool:
    """Return True if every seat has had a turn since the position `before`."""
    return now.turn >= before.turn + now.seat_count


def _keep_candidate(state: Ambition, seat: int, secrets: Secrets, idea: Decision) -> Decision:
    return idea


def _challenge_candidates(position: Ask, max_count: int) -> Sequence[Decision]:
    usual = ANSWERS[claims.CHALLENGE](position)
    assert isinstance(usual, Challenge)
    return [usual, usual._replace(yes=not usual.yes)][:max_count]


def _doubt_candidates(position: Ask, max_count: int) -> Sequence[Decision]:
    usual = ANSWERS[challenges.DOUBT](position)
    return [usual, *([Doubt(0)] if usual != Doubt(0) else [])][:max_count]


def _diplomacy_candidates(position: Ask, max_count: int) -> Sequence[Decision]:
    (ways,), usual = position.detail, ANSWERS[turn.DIPLOMACY](position)
    plain = [Diplomacy(way) for way in ways if way in (turn.DRAW, turn.PASS)]
    return list(dict.fromkeys([usual, *plain]))[:max_count]


def _budget(state: Ambition) -> Budget:
    return Budget(rollouts=60, ideas=3)


SEARCH_CONFIG = SearchConfig(
    ANSWERS,
    {
        claims.CHALLENGE: _challenge_candidates,
        challenges.DOUBT: _doubt_candidates,
        turn.DIPLOMACY: _diplomacy_candidates,
    },
    _keep_candidate,
    _is_turn_over,
    value,
    _budget,
)
