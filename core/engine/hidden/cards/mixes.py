"""Mixed hands: a hand moves to fresh slots, so that other seats cannot follow its cards (protocol 6.6).

Face-up cards of the hand are closed again.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.events import HandMixed
from core.engine.hidden.cards.closed_cards import ClosedCards
from core.engine.hidden.cards.state import S, T
from core.engine.hidden.hand import draft_hand_batch
from core.engine.hidden.secrets import Secrets
from core.engine.question import Duty


class Mix(NamedTuple):
    """Decision that moves the whole hand to fresh slots: 32 bytes of commitment for each card."""

    batch: bytes


class MixDuty(Duty[S, T, Mix]):
    """The duty to move the hand to fresh slots, registered as the question "mix".

    Only the audit verifies which cards are in these slots.
    """

    kind = "mix"
    decision = Mix
    empty_answer = Mix(b"")

    def __init__(self, cards: ClosedCards[S, T]) -> None:
        cards.game_rules.question(self)

    def ask(self, step: T, seat: int) -> None:
        """Ask the seat to mix its hand, unless the hand is empty."""
        if step.state.piles.hand_size(seat):
            step.ask(self, seat)

    def check(self, state: S, seat: int, decision: Mix) -> None:
        """Raise `IllegalDecision` unless there is one commitment for each card of the hand."""
        state.piles.check_batch(seat, decision.batch, state.piles.hand_size(seat))

    def apply(self, step: T, seat: int, decision: Mix) -> None:
        """Move the hand to fresh slots; the cards of a lost seat remain face up."""
        piles = step.state.piles
        if seat not in step.lost:
            piles.mix_hand(seat, step.state.t, decision.batch, added=piles.shown[seat])
            piles.shown[seat] = ()
            step.emit(HandMixed(seat, len(piles.hand[seat])))

    def forced_answer(self, state: S, seat: int, own: Secrets) -> Mix:
        return Mix(draft_hand_batch(state, seat, own, added=state.piles.shown[seat]))

    def restore_faces(self, state: S, seat: int, own: Secrets, decision: Mix) -> None:
        self.forced_answer(state, seat, own)
