"""Mixed hands: a hand in fresh slots, so that its cards cannot be followed (protocol 6.6).

Its face-up cards are closed again.
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
    """Question "mix" of a game: the hand in fresh slots; its contents are trusted until the audit."""

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
        """Place the hand in fresh slots; the cards of a lost seat are face up and stay so."""
        piles = step.state.piles
        if seat not in step.lost:
            piles.mix_hand(seat, step.state.t, decision.batch, added=piles.shown[seat])
            piles.shown[seat] = ()
            step.say(HandMixed(seat, len(piles.hand[seat])))

    def forced(self, state: S, seat: int, own: Secrets) -> Mix:
        return Mix(hand_batch(state, seat, own, added=state.piles.shown[seat]))

    def lays(self, state: S, seat: int, own: Secrets, decision: Mix) -> None:
        self.forced(state, seat, own)
