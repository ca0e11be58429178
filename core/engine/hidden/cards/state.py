"""The state of a game with closed cards, and the types of its chapter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeGuard, TypeVar

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import AgendaState

if TYPE_CHECKING:
    from core.engine.hidden.cards.chapter import CardStep

Slots: TypeAlias = tuple[int, ...]
Box: TypeAlias = tuple[int, int, int, bytes]
"""A record (owner, looker, slot, box) of a closed card that is shown to the looker alone."""
Passing: TypeAlias = tuple[int, int, int]
"""A record (giver, receiver, slot) of a closed card in transit."""


class CardState(AgendaState, Protocol):
    """A state with the piles of its seats."""

    setup: Setup
    piles: Piles


class LookState(CardState, Protocol):
    """A state of a game with private looks."""

    boxes: tuple[Box, ...]


class PassingState(LookState, Protocol):
    """A state of a game in which closed cards pass from one seat to another."""

    passing: tuple[Passing, ...]


S = TypeVar("S", bound=CardState)
L = TypeVar("L", bound=LookState)
P = TypeVar("P", bound=PassingState)
T = TypeVar("T", bound="CardStep[Any]")
"""The game's class of step."""


def has_looks(state: CardState) -> TypeGuard[LookState]:
    """Return True for a state of a game with looks."""
    return hasattr(state, "boxes")


def boxes_of(state: CardState) -> tuple[Box, ...]:
    """Return the boxes now on the table, each shown to one seat alone; empty in a game without looks."""
    result: tuple[Box, ...] = getattr(state, "boxes", ())
    return result


def passing_of(state: CardState) -> tuple[Passing, ...]:
    """Return the cards in transit to another seat; empty in a game without hand-overs."""
    result: tuple[Passing, ...] = getattr(state, "passing", ())
    return result
