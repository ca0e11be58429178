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


def _turns_over(before: Ambition, now: Ambition) -> bool:
    """Return True if every seat has had a turn since the position `before`."""
    return now.turn >= before.turn + now.n


def _as_it_is(state: Ambition, seat: int, secrets: Secrets, idea: Decision) -> Decision:
    return idea


def _challenges(asked: Ask, most: int) -> Sequence[Decision]:
    usual = ANSWERS[claims.CHALLENGE](asked)
    assert isinstance(usual, Challenge)
    return [usual, usual._replace(yes=not usual.yes)][:most]


def _doubts(asked: Ask, most: int) -> Sequence[Decision]:
    usual = ANSWERS[challenges.DOUBT](asked)
    return [usual, *([Doubt(0)] if usual != Doubt(0) else [])][:most]


def _diplomacy(asked: Ask, most: int) -> Sequence[Decision]:
    (ways,), usual = asked.detail, ANSWERS[turn.DIPLOMACY](asked)
    plain = [Diplomacy(way) for way in ways if way in (turn.DRAW, turn.PASS)]
    return list(dict.fromkeys([usual, *plain]))[:most]


def _budget(state: Ambition) -> Budget:
    return Budget(rollouts=60, ideas=3)


SEARCH_CONFIG = SearchConfig(
    ANSWERS,
    {claims.CHALLENGE: _challenges, challenges.DOUBT: _doubts, turn.DIPLOMACY: _diplomacy},
    _as_it_is,
    _turns_over,
    value,
    _budget,
)
