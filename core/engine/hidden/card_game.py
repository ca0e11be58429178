"""Base of games with closed cards: how a client learns cards, and how the cards of a lost seat are turned up."""

from __future__ import annotations

from functools import cached_property

from core.engine.agenda import AgendaGame, Step
from core.engine.game import RandomSource, Setup
from core.engine.hidden.cards.closed_cards import CardStep, ClosedCards, cards_of
from core.engine.hidden.cards.state import S
from core.engine.hidden.determinization import World, sample_world
from core.engine.hidden.secrets import Secrets


class CardGame(AgendaGame[S]):
    """Base class of games with closed cards."""

    step_class: type[CardStep[S]]

    @cached_property
    def cards(self) -> ClosedCards[S, CardStep[S]]:
        """The closed-card rules of the game."""
        return cards_of(self.step_class.game_rules)

    def learn(self, state: S, seat: int, secrets: Secrets) -> None:
        """Update the secrets with what the seat has published and is being shown."""
        super().learn(state, seat, secrets)
        self.cards.learn(state, seat, secrets)

    def turn_up_lost_seat(self, step: Step[S], seat: int) -> None:
        """Turn the closed cards of a lost seat face up, if it has any."""
        assert isinstance(step, CardStep)
        if step.state.piles.closed[seat]:
            self.cards.redeal_openly(step, seat)

    def sample_world(self, state: S, seat: int, secrets: Secrets, chance: RandomSource) -> World[S]:
        """Return a random world in which the other seats' closed cards have possible faces.

        All possible deals are equally likely.
        """
        self.learn(state, seat, secrets)
        world = sample_world(self, state, seat, secrets, chance)
        self._sample_other_parts(state, secrets, chance, world)
        return world

    def carry_over(self, state: S, setup: Setup) -> S:
        """Return the position as the state before step 1 of another match."""
        first = super().carry_over(state, setup)
        first.setup = setup
        first.piles.sealed = setup.sealed
        return first

    def forget_slots(self, state: S) -> None:
        """Drop the commitments of slots that no seat can open any more."""
        state.piles.drop_audits()
