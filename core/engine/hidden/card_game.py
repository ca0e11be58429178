"""Base of games with closed cards: how a client learns cards, and how the cards of a lost seat are turned up."""

from __future__ import annotations

from functools import cached_property

from core.engine.agenda import AgendaGame, Step
from core.engine.game import Chooser, Setup
from core.engine.hidden.cards.chapter import Cards, CardStep, cards_of
from core.engine.hidden.cards.state import S
from core.engine.hidden.determinization import World, sample_world
from core.engine.hidden.secrets import Secrets


class CardGame(AgendaGame[S]):
    """Base class of games with closed cards."""

    steps: type[CardStep[S]]

    @cached_property
    def cards(self) -> Cards[S, CardStep[S]]:
        """The closed-card rules of the game."""
        return cards_of(self.steps.chapters)

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Update the secrets with what the seat has published and is being shown."""
        super().learn(state, seat, secrets)
        self.cards.learn(state, seat, secrets)

    def lay_open(self, step: Step[S], seat: int) -> None:
        """Turn the closed cards of a lost seat face up, if it has any."""
        assert isinstance(step, CardStep)
        if step.state.piles.closed[seat]:
            self.cards.put_in_the_open(step, seat)

    def imagine(self, state: S, seat: int, secrets: Secrets, chance: Chooser) -> World[S]:
        """Return a random world in which the other seats' closed cards have possible faces.

        All possible deals are equally likely.
        """
        self.learn(state, seat, secrets)
        world = sample_world(self, state, seat, secrets, chance)
        self._imagine_more(state, secrets, chance, world)
        return world

    def carried(self, state: S, setup: Setup) -> S:
        """Return the position as the state before step 1 of another match."""
        first = super().carried(state, setup)
        first.setup = setup
        first.piles.sealed = setup.sealed
        return first

    def forget_slots(self, state: S) -> None:
        """Drop the commitments of slots that no seat can open any more."""
        state.piles.forget()
