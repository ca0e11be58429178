"""The input of a plan: all that a seat may see when it is asked something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    """A position in which a bot decides: game, state, seat, its secrets and the details of the ask.

    It also holds the dice that decide ties, the banned cards and the weights.
    """

    game: AgendaGame[S]
    state: S
    seat: int
    secrets: Secrets
    detail: Detail
    dice: Dice
    banned: frozenset[int] = frozenset()
    """Catalogue numbers of the cards that the player never plays."""
    weights: object = None
    """The bot's weights, of the game's own class of weights, or None for the usual ones."""

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
"""A plan of a game: for each question that a player can be asked, a function that decides."""
Plan: TypeAlias = PlanOf[AgendaState]
"""A plan of a game whose state type is not known; it accepts only positions of that game."""


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
    """Return the question that a seat is asked and all that it may see, after updating its secrets.

    `weights` maps the name of a game to its weights. Raise `TypeError` for a game that has no agenda.
    """
    rules = printed_game(game)
    if not (isinstance(rules, AgendaGame) and _has_agenda(state, rules)):
        raise TypeError(f"{game.title} has no questions")
    rules.learn(state, seat, secrets)
    question, detail = rules.asked(state, seat)
    return question, DecisionPosition(rules, state, seat, secrets, detail, dice, banned, weights.get(rules.name))
