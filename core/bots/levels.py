"""Strength levels of bots: easy, normal, hard and master.

The hard bot follows the heuristics. The normal bot often takes its second or third idea instead of the best one. The
easy bot does so too, and sees only what is near and soon. Neither decides at random, so both make sense. Only in games
without ranked ideas, such as those in one file, do both decide at random now and then. The master bot searches ahead in
the games that support it, and plays like the hard bot in the others (docs/design/bots.md).
"""

from __future__ import annotations

from typing import ClassVar

from core.bots.base import DecisionPosition
from core.bots.heuristic import TEAM_BLUNDER_DIVISOR, HeuristicBot
from core.bots.lookahead import AnySearchConfig, Budget, Search
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion
from core.engine.result import TEAM
from core.games.registry import record_of


class MasterBot(HeuristicBot):
    """A bot that searches ahead, for less than half a second on average (docs/design/bots.md).

    `budget` limits the search for one decision; if it is None, the game's own budget applies. The search always uses
    the usual weights.
    """

    name = "master"
    quick = False
    budget: Budget | None = None

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision from what the seat may see: the public state and its own secrets."""
        foresight = self.foresight_for(game.name)
        if foresight is not None:
            question, asked = self.position(game, state, seat, secrets)
            if question in foresight.ideas:
                budget = self.budget or foresight.budget(asked.state)
                ideas = foresight.ideas[question](asked, budget.ideas)
                if len(ideas) == 1:
                    return ideas[0]
                return Search(foresight, asked).best(ideas, budget.rollouts)
        return super().decide(game, state, seat, secrets)

    def foresight_for(self, game: str) -> AnySearchConfig | None:
        """Return the search config of a game, or None if the bot plays that game by heuristics alone."""
        record = record_of(game)
        return record.foresight if record is not None else None


PASSES = frozenset({"done", "pass", "stop"})
"""Kinds of decisions with which a seat stops acting."""


class HesitantBot(HeuristicBot):
    """A bot that often takes its second or third idea instead of the best one.

    Each of these ideas gains something, so the bot does not harm itself. In games without ranked ideas it makes random
    decisions now and then.
    """

    hesitates: ClassVar[int] = 0
    """Number of decisions of 100 in which the bot takes another idea."""
    blunders: ClassVar[int] = 0
    """Number of decisions of 100 that the bot makes at random in games without ranked ideas."""
    considers: ClassVar[int] = 4
    """Maximum number of ideas among which the bot chooses."""
    takes_fights: ClassVar[bool] = False
    """True if the bot takes a good fight in any case (`GameEntry.fights`)."""
    short_sighted: ClassVar[bool] = False
    """True if the bot uses the weights of a beginner, who sees what is near and soon."""

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return a legal decision from what the seat may see."""
        record = record_of(game.name)
        config = record.reviewer if record is not None else None
        if config is None and self._throws(self.blunders, game):
            return game.sample(state, seat, secrets, self.dice)
        decision = super().decide(game, state, seat, secrets)
        if config is None or getattr(decision, "kind", "") in PASSES:
            return decision
        hesitates = self._throws(self.hesitates, game)
        if not hesitates and not self.takes_fights:
            return decision
        question, asked = self.position(game, state, seat, secrets)
        if question not in config.ideas:
            return decision
        finder = record.good_fight if record is not None and self.takes_fights else None
        fight = finder(asked, config.ideas[question](asked, self.considers)) if finder is not None else None
        if fight is not None or not hesitates:
            return fight if fight is not None else decision
        ideas = [idea for idea in config.ideas[question](asked, self.considers) if not _is_rash_or_idle(idea)]
        return ideas[1 + self.dice.uniform(len(ideas) - 1)] if len(ideas) > 1 else decision

    def _throws(self, percent: int, game: Game) -> bool:
        """Return True with a chance of `percent` of 100, or a fifth of it in team games."""
        return self.dice.uniform(100) < (percent // TEAM_BLUNDER_DIVISOR if game.kind == TEAM else percent)

    def position(
        self, game: Game, state: State, seat: int, secrets: Secrets
    ) -> tuple[AnyQuestion, DecisionPosition[AgendaState]]:
        """Return the seat's question and the position, with the weights of a beginner if the bot is short-sighted."""
        question, asked = super().position(game, state, seat, secrets)
        record = record_of(game.name)
        beginner = record.beginner_weights if record is not None and self.short_sighted else None
        return question, asked._replace(weights=beginner) if asked.weights is None else asked


def _is_rash_or_idle(idea: Decision) -> bool:
    """Return True for a decision to stop, and for a challenge that the bot would not make."""
    return getattr(idea, "kind", "") in PASSES or bool(getattr(idea, "yes", False))


class EasyBot(HesitantBot):
    """A bot at the level of a person who plays for the first time.

    It contests what is open and always takes a good fight, but it sees only what is near and soon.
    """

    name = "easy"
    hesitates, blunders, considers = 85, 50, 8
    short_sighted = takes_fights = True


class NormalBot(HesitantBot):
    """A bot at the level of a person who knows the game but overlooks some things."""

    name = "normal"
    hesitates, blunders = 70, 25


class HardBot(HeuristicBot):
    """A bot that follows the heuristics in every decision."""

    name = "hard"


LEVELS: dict[str, type[HeuristicBot]] = {bot.name: bot for bot in (EasyBot, NormalBot, HardBot, MasterBot)}
"""Bot classes by the name of their level, the weakest first."""
