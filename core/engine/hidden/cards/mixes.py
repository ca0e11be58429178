"""Mixed hands: a hand in fresh slots, so that other seats cannot follow its cards (protocol 6.6).

The face-up cards of the hand are closed again.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.events import HandMixed
from core.engine.hidden.cards.chapter import Cards
from core.engine.hidden.cards.state import S, T
from core.engine.hidden.hand import hand_batch
from core.engine.hidden.secrets import Secrets
from core.engine.question import Duty


class Mix(NamedTuple):
    """The whole hand in fresh slots: 32 bytes of commitment for each card."""

    batch: bytes


class Mixes(Duty[S, T, Mix]):
    """The duty to put the hand in fresh slots, as the question "mix" of a game.

    The contents of these slots are trusted until the audit.
    """

    kind = "mix"
    decision = Mix
    nothing = Mix(b"")

    def __init__(self, cards: Cards[S, T]) -> None:
        cards.chapters.question(self)

    def ask(self, step: T, seat: int) -> None:
        """Ask the seat to mix its hand, if it has one."""
        if step.state.piles.hand_size(seat):
            step.ask(self, seat)

    def check(self, state: S, seat: int, decision: Mix) -> None:
        """Require one commitment for each card of the hand."""
        state.piles.check_batch(seat, decision.batch, state.piles.hand_size(seat))

    def answer(self, step: T, seat: int, decision: Mix) -> None:
        """Place the hand in fresh slots; the cards of a lost seat remain face up."""
        piles = step.state.piles
        if seat not in step.lost:
            piles.mix_hand(seat, step.state.t, decision.batch, added=piles.shown[seat])
            piles.shown[seat] = ()
            step.say(HandMixed(seat, len(piles.hand[seat])))

    def forced(self, state: S, seat: int, own: Secrets) -> Mix:
        return Mix(hand_batch(state, seat, own, added=state.piles.shown[seat]))

    def lays(self, state: S, seat: int, own: Secrets, decision: Mix) -> None:
        self.forced(state, seat, own)
