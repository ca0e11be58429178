"""Games with closed cards: what a seat's client learns of them, and what becomes of them when the seat is lost."""

from __future__ import annotations

from functools import cached_property

from core.engine.agenda import Agenda, Step
from core.engine.game import Chooser, Setup
from core.engine.hidden.cards.chapter import Cards, CardStep, cards_of
from core.engine.hidden.cards.state import S
from core.engine.hidden.determinization import World, imagined
from core.engine.hidden.secrets import Secrets


class CardGame(Agenda[S]):
    """What games with closed cards have in common, as a base of the game object."""

    steps: type[CardStep[S]]

    @cached_property
    def cards(self) -> Cards[S, CardStep[S]]:
        """The game's chapter of closed cards."""
        return cards_of(self.steps.chapters)

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Makes the secrets follow what the seat has published and what it is being shown."""
        super().learn(state, seat, secrets)
        self.cards.learn(state, seat, secrets)

    def lay_open(self, step: Step[S], seat: int) -> None:
        """Puts the closed cards of a lost seat in the open, if it has any."""
        assert isinstance(step, CardStep)
        if step.state.piles.closed[seat]:
            self.cards.put_in_the_open(step, seat)

    def imagine(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> World[S]:
        """A world in which other seats' closed cards lie as they may lie, each way equally likely."""
        self.learn(state, seat, secrets)
        world = imagined(self, state, seat, secrets, chance)
        self._imagine_more(state, secrets, chance, world)
        return world

    def carried(self, state: S, setup: Setup) -> S:
        """The position as the state before step 1 of another match."""
        first = super().carried(state, setup)
        first._setup = setup
        first.piles.sealed = setup.sealed
        return first

    def forget_slots(self, state: S) -> None:
        """Drops what is kept of slots that nobody can open any more."""
        state.piles.forget()
