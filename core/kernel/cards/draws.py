"""The duty to lay a draw pile into fresh slots, so that nobody knows the next card (PROTOCOL 6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.kernel.cards.state import S, T
from core.kernel.holding import pile_batch
from core.kernel.question import Duty
from core.kernel.secrets import Secrets

if TYPE_CHECKING:
    from core.kernel.cards.chapter import Cards


class Fresh(NamedTuple):
    """The unknown rest of a pile and what is shuffled in, laid into fresh slots: 32 bytes of commitment for each."""

    batch: bytes


class FreshSlots(Duty[S, T, Fresh, *tuple[int, ...]]):
    """The pile laid into fresh slots."""

    kind = "fresh"
    decision = Fresh
    nothing = Fresh(b"")
    order = 1  # cards that must be shown count before fresh slots are laid

    def __init__(self, cards: Cards[S, T]) -> None:
        self.cards = cards

    def detail(self, state: S, seat: int) -> tuple[int, ...]:
        """What stands beside the ask."""
        return ()

    def check(self, state: S, seat: int, decision: Fresh, *detail: int) -> None:
        """A commitment for each card that is laid."""
        state.piles.check_batch(seat, decision.batch, state.piles.batch_size(seat))

    def answer(self, step: T, seat: int, decision: Fresh, *detail: int) -> None:
        self.cards.lay_pile(step, seat, decision.batch)

    def forced(self, state: S, seat: int, own: Secrets, *detail: int) -> Fresh:
        return Fresh(pile_batch(state, seat, own))

    def lays(self, state: S, seat: int, own: Secrets, decision: Fresh, *detail: int) -> None:
        pile_batch(state, seat, own)

    def renewed(self, state: S, seat: int, *detail: int) -> tuple[int, ...]:
        return self.detail(state, seat)
