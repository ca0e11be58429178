"""Public reveals, which turn up closed cards where they are for all seats."""

from __future__ import annotations

from typing import NamedTuple

from core.engine.events import CardShown
from core.engine.hidden.cards.closed_cards import ClosedCards
from core.engine.hidden.cards.state import S, Slots, T
from core.engine.hidden.secrets import Opening, Secrets
from core.engine.question import Duty, size_with_openings


class Reveal(NamedTuple):
    """Decision that turns closed cards up: one opening for each card."""

    openings: tuple[Opening, ...]


class RevealDuty(Duty[S, T, Reveal, Slots]):
    """The duty to turn up closed cards for all seats, registered as the question "reveal"."""

    kind = "reveal"
    decision = Reveal
    empty_answer = Reveal(())
    of_slots = True

    def __init__(self, cards: ClosedCards[S, T]) -> None:
        self.cards = cards
        cards.game_rules.question(self)

    def ask(self, step: T, seat: int, slots: Slots) -> None:
        """Ask the seat to turn up these cards; do nothing if the list is empty."""
        if slots:
            step.ask(self, seat, slots)

    def check(self, state: S, seat: int, decision: Reveal, slots: Slots) -> None:
        """Raise `IllegalDecision` unless exactly these slots are opened correctly."""
        self.cards.check_openings(state, seat, decision.openings, slots)

    def apply(self, step: T, seat: int, decision: Reveal, slots: Slots) -> None:
        """Turn the cards face up; a card in transit reaches the other seat's hand face up."""
        for opening in decision.openings:
            copy = self.cards.show(step, seat, opening)
            step.emit(CardShown(seat, copy))
            self.cards.arrive_openly(step, seat, opening[0], copy)

    def max_answer_size(self, state: S, seat: int, slots: Slots) -> int:
        return size_with_openings(len(slots))

    def forced_answer(self, state: S, seat: int, own: Secrets, slots: Slots) -> Reveal:
        return Reveal(tuple(map(own.opening, slots)))
