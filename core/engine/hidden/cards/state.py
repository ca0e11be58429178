"""Types for the state of a game with closed cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeGuard, TypeVar

from core.engine.game import Setup
from core.engine.hidden.piles import Piles
from core.engine.question import AgendaState

if TYPE_CHECKING:
    from core.engine.hidden.cards.closed_cards import CardStep

Slots: TypeAlias = tuple[int, ...]
Box: TypeAlias = tuple[int, int, int, bytes]
"""A closed card shown to one seat alone, as (owner, looker, slot, encrypted opening)."""
Passing: TypeAlias = tuple[int, int, int]
"""A closed card in transit to another seat, as (giver, receiver, slot)."""


class CardState(AgendaState, Protocol):
    """State of a game with closed cards."""

    setup: Setup
    piles: Piles


class LookState(CardState, Protocol):
    """State of a game with private looks."""

    boxes: tuple[Box, ...]


class PassingState(LookState, Protocol):
    """State of a game in which closed cards move from one seat to another."""

    passing: tuple[Passing, ...]


S = TypeVar("S", bound=CardState)
L = TypeVar("L", bound=LookState)
P = TypeVar("P", bound=PassingState)
T = TypeVar("T", bound="CardStep[Any]")
"""The game's subclass of `CardStep`."""


def has_looks(state: CardState) -> TypeGuard[LookState]:
    """Return True if the game has private looks."""
    return hasattr(state, "boxes")


def boxes_of(state: CardState) -> tuple[Box, ...]:
    """Return the boxes that lookers have not read yet; empty in a game without private looks."""
    result: tuple[Box, ...] = getattr(state, "boxes", ())
    return result


def passing_of(state: CardState) -> tuple[Passing, ...]:
    """Return the closed cards in transit to another seat; empty in a game without hand-overs."""
    result: tuple[Passing, ...] = getattr(state, "passing", ())
    return result
