"""Games with closed cards: what a seat's secrets follow, and what becomes of its cards when it is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from core.kernel.agenda import Agenda, Step
from core.kernel.game import Setup
from core.kernel.holding import learn
from core.kernel.piles import Piles
from core.kernel.question import Resting
from core.kernel.secrets import Secrets


class Carded(Resting, Protocol):
    """A state with the piles of its seats."""

    _setup: Setup
    piles: Piles


S = TypeVar("S", bound=Carded)


class CardGame(Agenda[S]):
    """What games with closed cards have in common, as a base of the game object."""

    deal_openly: Callable[[Any, int], None]
    """Deals the closed cards of a seat anew in the open (PROTOCOL 14.7)."""

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Makes the secrets follow what the seat has published and what it is being shown."""
        learn(state, seat, secrets)

    def lay_open(self, step: Step[S], seat: int) -> None:
        """Puts the closed cards of a lost seat in the open, if it has any."""
        if step.state.piles.closed[seat]:
            self.deal_openly(step, seat)

    def carried(self, state: S, setup: Setup) -> S:
        """The position as the state before step 1 of another match."""
        first = super().carried(state, setup)
        first._setup = setup
        first.piles.sealed = setup.sealed
        return first

    def forget_slots(self, state: S) -> None:
        """Drops what is kept of slots that nobody can open any more."""
        state.piles.forget()
