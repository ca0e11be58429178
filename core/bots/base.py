"""What a plan decides from: all that a seat may see when it is asked something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from core.bots.random_bot import Dice
from core.engine.agenda import Agenda
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.engine.question import AnyQuestion, Resting

S = TypeVar("S", bound=Resting)


class Asked(NamedTuple, Generic[S]):
    """The position, the seat's secrets, the detail of the ask, dice for ties, and what the player does without."""

    game: Agenda[S]
    state: S
    seat: int
    secrets: Secrets
    detail: tuple[Any, ...]
    dice: Dice
    banned: frozenset[int] = frozenset()
    """Cards that the player does without, by their numbers in the catalogue: it never plays them."""
    weights: Any = None
    """The weights of the game's own class, or None for the usual ones."""


Plan = Mapping[AnyQuestion, Callable[[Asked[Any]], Decision]]
"""What answers each question that a player is asked."""
