"""Games with closed cards: what a seat's client does for them, and what becomes of them when the seat is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from core.kernel.agenda import Agenda, Detail, Resting, Step, asked
from core.kernel.game import Chooser, Decision, Setup
from core.kernel.holding import learn
from core.kernel.piles import Piles
from core.kernel.secrets import Secrets


class Carded(Resting, Protocol):
    """A state with the piles of its seats."""

    _setup: Setup
    piles: Piles


S = TypeVar("S", bound=Carded)


class Clients(Protocol):
    """A game's module of what the client of a seat does: from the public state and the seat's secrets."""

    @property
    def AUTOMATIC(self) -> Mapping[str, Callable[[Any, int, Secrets, Detail], Decision]]:
        """By kind of ask: answers that need no player."""

    def forced(self, state: Any, seat: int, secrets: Secrets, kind: str, detail: Detail, /) -> Decision | None:
        """The only decision that there is, or None if a player must decide."""

    def default(self, state: Any, seat: int, secrets: Secrets, kind: str, detail: Detail, /) -> Decision:
        """What the client sends when the turn timer runs out."""

    def options(self, state: Any, seat: int, secrets: Secrets, kind: str, detail: Detail, /) -> Iterator[Decision]:
        """The legal decisions."""

    def sample(
        self, state: Any, seat: int, secrets: Secrets, kind: str, detail: Detail, chance: Chooser, /
    ) -> Decision:
        """A legal decision drawn without regard to its merit."""

    def recall(self, state: Any, seat: int, secrets: Secrets, decision: Decision, /) -> None:
        """Lays again what an earlier decision of the own seat laid in this state."""


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


class OldCardGame(CardGame[S]):
    clients: Clients
    decide_for: Callable[[Any, int, str, Detail, Chooser], Decision]

    def stand_in(self, state: S, seat: int, chance: Chooser) -> Decision:
        """What a lost seat decides, from the public state alone."""
        return self.decide_for(state, seat, *asked(state, seat), chance)

    def automatic(self, state: S, seat: int, secrets: Secrets) -> Decision | None:
        """The answer that the client gives without its player, if it does."""
        self.learn(state, seat, secrets)
        kind, detail = asked(state, seat)
        if kind in self.clients.AUTOMATIC:
            return self.clients.AUTOMATIC[kind](state, seat, secrets, detail)
        return self.clients.forced(state, seat, secrets, kind, detail)

    def default(self, state: S, seat: int, secrets: Secrets) -> Decision:
        """What the client sends when the turn timer runs out."""
        self.learn(state, seat, secrets)
        return self.clients.default(state, seat, secrets, *asked(state, seat))

    def recall(self, state: S, seat: int, decision: Decision, secrets: Secrets) -> None:
        """Lays again what an own decision in this state has laid."""
        self.clients.recall(state, seat, secrets, decision)

    def options_of(self, state: S, seat: int, secrets: Secrets) -> Iterator[Decision]:
        """The legal decisions of the seat; see the game's `clients.options` for what it leaves out."""
        self.learn(state, seat, secrets)
        return self.clients.options(state, seat, secrets, *asked(state, seat))

    def sample(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> Decision:
        """A legal decision drawn without regard to its merit."""
        self.learn(state, seat, secrets)
        return self.clients.sample(state, seat, secrets, *asked(state, seat), chance)
