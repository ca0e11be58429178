"""The position in which a bot decides: everything that its seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeAlias, TypeGuard, TypeVar

from core.bots.random_bot import Dice
from core.engine.agenda import AgendaGame
from core.engine.changed_game import printed_game
from core.engine.game import Decision, Game, State
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion, Detail

S = TypeVar("S", bound=AgendaState)
W = TypeVar("W")


class DecisionPosition(NamedTuple, Generic[S]):
    """A position in which a bot decides.

    `dice` decide between equally good answers.
    """

    game: AgendaGame[S]
    state: S
    seat: int
    secrets: Secrets
    detail: Detail
    dice: Dice
    banned: frozenset[int] = frozenset()
    """Catalogue numbers of cards that the bot never plays."""
    weights: object = None
    """Weights of the game's own weights class, or None for the usual ones."""

    def weights_or(self, usual: W) -> W:
        """Return the position's weights, or `usual` if it has none.

        Raise `TypeError` if the weights belong to another game.
        """
        if self.weights is None:
            return usual
        if not isinstance(self.weights, type(usual)):
            raise TypeError(f"{type(self.weights).__name__} are no weights of this game")
        return self.weights


PlanOf: TypeAlias = Mapping[AnyQuestion, Callable[[DecisionPosition[S]], Decision]]
"""A plan for a game: for each question, a function that decides."""
Plan: TypeAlias = PlanOf[AgendaState]
"""A plan for a game whose state type is not known."""
FightFinder: TypeAlias = Callable[[DecisionPosition[AgendaState], Sequence[Decision]], Decision | None]
"""A function that returns a good fight among the ideas for a decision, or None."""


def _has_agenda(state: State, rules: Game) -> TypeGuard[AgendaState]:
    return isinstance(rules, AgendaGame)  # all states of such a game have an agenda


def position(
    game: Game,
    state: State,
    seat: int,
    secrets: Secrets,
    dice: Dice,
    banned: frozenset[int] = frozenset(),
    weights: Mapping[str, object] = MappingProxyType({}),
) -> tuple[AnyQuestion, DecisionPosition[AgendaState]]:
    """Return the seat's question and the position with everything that the seat may see.

    `weights` maps the names of games to weights. Raise `TypeError` for a game without an agenda.
    """
    rules = printed_game(game)
    if not (isinstance(rules, AgendaGame) and _has_agenda(state, rules)):
        raise TypeError(f"{game.title} has no questions")
    rules.learn(state, seat, secrets)
    question, detail = rules.pending_question(state, seat)
    return question, DecisionPosition(rules, state, seat, secrets, detail, dice, banned, weights.get(rules.name))
