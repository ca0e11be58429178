"""Advice to a player: the decision of the hard bot, and the reason for it in one sentence.

Where the game has a search config, the advice is also tried in sampled worlds beside the next best idea.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar

from core.bots.base import DecisionPosition, position
from core.bots.levels import HardBot
from core.bots.lookahead import AnySearchConfig, Search
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion
from core.games.registry import record_of

SEED = "advice"
MAX_TRIALS, TRIAL_SHARE = 16, 6
"""Number of sampled worlds in which each idea is tried: the maximum, and the divisor of the master bot's budget."""
RIVAL_IDEAS = 3
"""Maximum number of the bot's ideas among which the next best one is chosen."""
ANY_REASON = "This is the legal choice that the hard bot rates highest."

S = TypeVar("S", bound=AgendaState)

ReasonsOf: TypeAlias = Mapping[AnyQuestion, Callable[[DecisionPosition[S], Any], str]]
"""For each question, a function that returns the reason for a decision, as a sentence that names seats as the rules do.

Each question has its own type of decisions.
"""
Reasons: TypeAlias = ReasonsOf[AgendaState]
"""The reasons of a game whose state type is not known."""


class Advice(NamedTuple):
    """A decision with its reason.

    `chance` and `rival` are the chances of winning, in 1/65536, after the decision and after the next best idea. They
    are -1 if there is no estimate.
    """

    decision: Decision
    reason: str
    chance: int = -1
    rival: int = -1


def advise(game: Game, state: State, seat: int, secrets: Secrets, trials: int = MAX_TRIALS) -> Advice:
    """Return the advice for the seat's question, from what the seat may see.

    The caller gives up `secrets`, since the bot may add knowledge to them. `trials` is the maximum number of sampled
    worlds; with 0 there is no estimate.
    """
    bot = HardBot(SEED, seat)
    decision = bot.decide(game, state, seat, secrets)
    record = record_of(game.name)
    try:
        question, asked = position(game, state, seat, secrets, bot.dice)
    except TypeError:  # a game without an agenda
        return Advice(decision, ANY_REASON)
    reasons = record.reasons if record is not None else {}
    reason = reasons[question](asked, decision) if question in reasons else ANY_REASON
    config = record.reviewer if record is not None else None
    if config is None or question not in config.ideas or not trials:
        return Advice(decision, reason)
    trials = max(1, min(trials, config.budget(asked.state).rollouts // TRIAL_SHARE))
    return Advice(decision, reason, *_chances(config, question, asked, decision, trials))


def _chances(
    config: AnySearchConfig,
    question: AnyQuestion,
    asked: DecisionPosition[AgendaState],
    decision: Decision,
    trials: int,
) -> tuple[int, int]:
    """Return the mean results of the decision and of the next best idea, in the same sampled worlds."""
    search = Search(config, asked)
    rivals = [idea for idea in config.ideas[question](asked, RIVAL_IDEAS + 1) if idea != decision][:RIVAL_IDEAS]

    def mean(idea: Decision) -> int:
        return sum(search.rollout(number, idea) for number in range(trials)) // trials

    return mean(decision), max((mean(idea) for idea in rivals), default=-1)
