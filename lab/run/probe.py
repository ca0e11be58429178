"""Probe of a match: what seats are asked and answer, and how much their best answers differ in value.

Some decisions of each match, drawn at random, are tried again after it: each idea is played on in the same sampled
worlds, which the seat could not tell from the real one, as the master bot does (`core.bots.lookahead`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypedDict, cast

from core.bots.base import DecisionPosition, position
from core.bots.lookahead import AnySearchConfig, Search
from core.bots.random_bot import Dice
from core.bots.review import config_of
from core.bots.win_probability import CERTAINTY
from core.engine.game import Decision, Event, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion
from lab.run.lots import dice
from lab.run.players import WrappingPlayer, answer_text

SAMPLED_DECISIONS = 4
"""Number of decisions of each match that are tried in sampled worlds."""
WORLDS = 16
"""Number of sampled worlds in which each idea is tried."""
MAX_IDEAS = 4
"""Maximum number of ideas that are compared, where a bot ranks its ideas."""
MAX_LISTED = 6
"""Maximum number of legal answers to a question for which no bot ranks ideas; with more it is not tried."""


class TriedDecision(TypedDict):
    """Values of the ideas for one decision, in percentage points of the chance of winning.

    `second` is the loss with the second best idea instead of the best one, `worst` that with the worst one. `error` is
    the standard error of `second`.
    """

    question: str
    second: float
    worst: float
    error: float


class ProbeData(TypedDict):
    """Data of one match, which survive a round trip through JSON."""

    prompts: list[int]
    """Number of times that each seat was asked."""
    choices: list[int]
    """Number of times that each seat was asked and had more than one legal answer."""
    questions: dict[str, list[int]]
    """By question: how often it was asked, and how often only one answer was legal."""
    answers: dict[str, int]
    """Number of answers by "question: answer"."""
    tried: list[TriedDecision]
    chances: list[list[float]]
    """Estimated chances of winning of all seats over time, in percent; empty without such an estimate."""


class SampledPosition(NamedTuple):
    """A position as it was when the seat was asked."""

    state: State
    seat: int
    secrets: Secrets


class Probe:
    """Records one match; wrap each player with `player`, and pass each step to `watch`."""

    def __init__(self, seats: int, lot: tuple[object, ...], sampled: int = SAMPLED_DECISIONS) -> None:
        self.prompts = [0] * seats
        self.choices = [0] * seats
        self.questions: dict[str, list[int]] = {}
        self.answers: Counter[str] = Counter()
        self.chances: list[list[float]] = []
        self._seats = seats
        self._most = sampled
        self._dice = dice("probe", *lot)
        self._kept: list[SampledPosition] = []
        self._last: AgendaState | None = None

    def player(self, player: Player) -> Player:
        """Return the player, wrapped so that this probe records its decisions."""
        return _ProbedPlayer(player, self)

    def before(self, game: Game, state: State, seat: int, secrets: Secrets) -> None:
        """Record a question before it is answered, and keep its position if the dice choose it."""
        row = self.questions.setdefault(game.pending_asks(state)[seat].kind, [0, 0])
        row[0] += 1
        self.prompts[seat - 1] += 1
        if is_forced(game, state, seat, secrets):
            row[1] += 1
            return
        self.choices[seat - 1] += 1
        count = sum(self.choices)
        if count <= self._most:
            self._kept.append(SampledPosition(state.clone(), seat, secrets.copy()))
        elif (place := self._dice.uniform(count)) < self._most:
            self._kept[place] = SampledPosition(state.clone(), seat, secrets.copy())

    def after(self, question: str, decision: Decision) -> None:
        """Record an answer."""
        self.answers[f"{question}: {answer_text(decision)}"] += 1

    def watch(self, game: Game, state: State, decisions: Mapping[int, Decision], events: Sequence[Event]) -> None:
        """Record the chances of winning where the bots of the game estimate them."""
        config = config_of(game)
        if config is None:
            return
        now = cast(AgendaState, state)  # only games with an agenda have a search config
        if self._last is None or state.over or config.reached(self._last, now):
            self._last = now.clone()
            self.chances.append(
                [round(100 * config.value(now, seat) / CERTAINTY, 1) for seat in range(1, self._seats + 1)]
            )

    def data(self, game: Game) -> ProbeData:
        """Return the data of the match; the sampled decisions are tried now."""
        tried = (try_decision(game, *kept, self._dice) for kept in self._kept)
        return ProbeData(
            prompts=self.prompts, choices=self.choices, questions=self.questions, answers=dict(self.answers),
            tried=[item for item in tried if item is not None], chances=self.chances,
        )  # fmt: skip


class _ProbedPlayer(WrappingPlayer):
    """A player whose decisions a probe records."""

    def __init__(self, player: Player, probe: Probe) -> None:
        super().__init__(player)
        self._probe = probe

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the decision of the wrapped player."""
        question = game.pending_asks(state)[seat].kind
        self._probe.before(game, state, seat, secrets)
        decision = self.player.decide(game, state, seat, secrets)
        self._probe.after(question, decision)
        return decision


def is_forced(game: Game, state: State, seat: int, secrets: Secrets) -> bool:
    """Return True if the game lists only one legal answer for the seat."""
    return len(list(islice(game.options_of(state, seat, secrets.copy()), 2))) < 2


def try_decision(
    game: Game, state: State, seat: int, secrets: Secrets, lots: Dice, worlds: int = WORLDS
) -> TriedDecision | None:
    """Return the values of the ideas for one decision, or None if they cannot be tried.

    The best and the second best idea are chosen in one half of the worlds, and their difference is measured in the
    other half, both ways round. So chance alone makes no idea look better than it is.
    """
    config = config_of(game)
    if config is None:
        return None
    question, asked = position(game, state, seat, secrets, lots)
    ideas, config = _ideas_of(config, question, asked)
    if len(ideas) < 2:
        return None
    search = Search(config, asked)
    try:
        values = [[100 * search.rollout(number, idea) / CERTAINTY for number in range(worlds)] for idea in ideas]
    except Exception:  # an idea that is not possible in a sampled world, or a position that cannot be sampled
        return None
    return TriedDecision(question=question.kind, **value_gaps(values))


class Gaps(TypedDict):
    """The losses in a `TriedDecision`."""

    second: float
    worst: float
    error: float


def value_gaps(values: Sequence[Sequence[float]]) -> Gaps:
    """Return the losses with the second best and the worst idea; `values` has one row of worlds for each idea.

    >>> value_gaps([[50, 50, 52, 52], [40, 40, 42, 42], [10, 10, 12, 12]])
    {'second': 10.0, 'worst': 40.0, 'error': 0.0}
    """
    worlds = len(values[0])
    halves = (range(0, worlds, 2), range(1, worlds, 2))
    second: list[float] = []
    worst: list[float] = []
    for chosen, measured in (halves, halves[::-1]):
        order = sorted(range(len(values)), key=lambda i: -sum(values[i][n] for n in chosen))
        second += [values[order[0]][n] - values[order[1]][n] for n in measured]
        worst += [values[order[0]][n] - values[order[-1]][n] for n in measured]
    mean = sum(second) / worlds
    spread = sum((item - mean) ** 2 for item in second) / max(1, worlds - 1)
    return Gaps(second=round(mean, 2), worst=round(sum(worst) / worlds, 2), error=round((spread / worlds) ** 0.5, 2))


def _ideas_of(
    config: AnySearchConfig, question: AnyQuestion, asked: DecisionPosition[AgendaState]
) -> tuple[Sequence[Decision], AnySearchConfig]:
    """Return the ideas to be compared, and the config that can try them.

    Where no bot ranks ideas, these are all legal answers, if they are few and do not depend on the sampled world.
    """
    if question in config.ideas:
        return config.ideas[question](asked, MAX_IDEAS), config
    if not question.lists_all:
        return (), config
    listed = list(islice(question.options(asked.state, asked.seat, asked.secrets, *asked.detail), MAX_LISTED + 1))
    same = config._replace(within=lambda state, seat, secrets, idea: idea)
    return (listed if len(listed) <= MAX_LISTED else ()), same
