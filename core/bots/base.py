"""The input of a plan: all that a seat may see when it is asked something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from core.bots.random_bot import Dice
from core.engine.agenda import AgendaGame
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.engine.question import AgendaState, AnyQuestion

S = TypeVar("S", bound=AgendaState)


class DecisionPosition(NamedTuple, Generic[S]):
    """A position to decide in: secrets of the seat, detail of the ask, dice for ties, and banned cards."""

    game: AgendaGame[S]
    state: S
    seat: int
    secrets: Secrets
    detail: tuple[Any, ...]
    dice: Dice
    banned: frozenset[int] = frozenset()
    """Catalogue numbers of the cards that the player never plays."""
    weights: Any = None
    """The weights of the game's own class, or None for the usual ones."""


Plan = Mapping[AnyQuestion, Callable[[DecisionPosition[Any]], Decision]]
"""A plan: a function that decides, for each question that a player can be asked."""
