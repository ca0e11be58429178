"""The duty to lay a draw pile into fresh slots, so that nobody knows the next card (PROTOCOL 6.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from core.kernel.holding import pile_batch
from core.kernel.question import Duty
from core.kernel.secrets import Secrets

if TYPE_CHECKING:
    from core.kernel.cards.chapter import Cards


class Fresh(NamedTuple):
    """The unknown rest of a pile and what is shuffled in, laid into fresh slots: 32 bytes of commitment for each."""

    batch: bytes


class FreshSlots(Duty[Any, Any, Fresh, *tuple[Any, ...]]):
    """The pile laid into fresh slots."""

    kind = "fresh"
    decision = Fresh
    nothing = Fresh(b"")
    order = 1  # cards that must be shown count before fresh slots are laid

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def detail(self, state: Any, seat: int) -> tuple[Any, ...]:
        """What stands beside the ask."""
        return ()

    def check(self, state: Any, seat: int, decision: Fresh, *detail: Any) -> None:
        """A commitment for each card that is laid."""
        state.piles.check_batch(seat, decision.batch, state.piles.batch_size(seat))

    def answer(self, step: Any, seat: int, decision: Fresh, *detail: Any) -> None:
        """It is laid."""
        self.cards.lay_pile(step, seat, decision.batch)

    def forced(self, state: Any, seat: int, own: Secrets, *detail: Any) -> Fresh:
        """The unknown rest and what is shuffled in."""
        return Fresh(pile_batch(state, seat, own))

    def lays(self, state: Any, seat: int, own: Secrets, decision: Fresh, *detail: Any) -> None:
        """The same again."""
        pile_batch(state, seat, own)

    def renewed(self, state: Any, seat: int, *detail: Any) -> tuple[Any, ...]:
        """As the pile is now."""
        return self.detail(state, seat)
