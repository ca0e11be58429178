"""Questions that clients answer without their players: moving draw piles to fresh slots, and audits.

In fresh slots, no seat knows which card is drawn next (protocol 6.1). In an audit, a seat opens closed cards and
superseded slots, and the same cards must come out that went in (protocol part 8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.engine.game import IllegalDecision
from core.engine.hidden.cards.state import S, Slots, T
from core.engine.hidden.hand import draft_pile_batch
from core.engine.hidden.secrets import Opening, Secrets
from core.engine.question import Duty, size_with_openings

if TYPE_CHECKING:
    from core.engine.hidden.cards.closed_cards import ClosedCards


class Fresh(NamedTuple):
    """Decision that moves the draw pile to fresh slots: 32 bytes of commitment for each card."""

    batch: bytes


class FreshSlotsDuty(Duty[S, T, Fresh, *tuple[int, ...]]):
    """The duty to move the draw pile to fresh slots."""

    kind = "fresh"
    decision = Fresh
    empty_answer = Fresh(b"")
    order = 1  # cards that must be shown count before fresh slots are committed

    def __init__(self, cards: ClosedCards[S, T]) -> None:
        self.cards = cards

    def detail(self, state: S, seat: int) -> tuple[int, ...]:
        """Return the details of this question."""
        return ()

    def check(self, state: S, seat: int, decision: Fresh, *detail: int) -> None:
        """Raise `IllegalDecision` unless there is one commitment for each card in the pile."""
        state.piles.check_batch(seat, decision.batch, state.piles.batch_size(seat))

    def apply(self, step: T, seat: int, decision: Fresh, *detail: int) -> None:
        self.cards.move_pile_to_fresh_slots(step, seat, decision.batch)

    def forced_answer(self, state: S, seat: int, own: Secrets, *detail: int) -> Fresh:
        return Fresh(draft_pile_batch(state, seat, own))

    def restore_faces(self, state: S, seat: int, own: Secrets, decision: Fresh, *detail: int) -> None:
        draft_pile_batch(state, seat, own)

    def renewed_details(self, state: S, seat: int, *detail: int) -> tuple[int, ...]:
        return self.detail(state, seat)


class Clear(NamedTuple):
    """Decision that opens closed cards (`live`) and superseded slots (`owed`) for an audit."""

    live: tuple[Opening, ...]
    owed: tuple[Opening, ...]


class AuditDuty(Duty[S, T, Clear, Slots, Slots]):
    """The duty to open closed cards for an audit, together with superseded slots."""

    kind = "clear"
    decision = Clear
    empty_answer = Clear((), ())
    of_slots = True

    def __init__(self, cards: ClosedCards[S, T]) -> None:
        self.cards = cards

    def check(self, state: S, seat: int, decision: Clear, slots: Slots, owed: Slots) -> None:
        """Raise `IllegalDecision` unless exactly these slots are opened correctly and every batch is complete.

        Batches that cannot be checked yet are exempt.
        """
        piles = state.piles
        self.cards.check_openings(state, seat, decision.live, slots)
        if tuple(slot for slot, _, _ in decision.owed) != owed:
            raise IllegalDecision(seat, f"owes the openings of {len(owed)} slots in their order", "duty")
        if not self.cards.is_audit_blocked(state, seat, slots):
            piles.check_audit(state.setup.match, seat, decision.owed, self.cards.contradiction_test(state))
            piles.accept_audit(seat, decision.live + decision.owed)

    def apply(self, step: T, seat: int, decision: Clear, slots: Slots, owed: Slots) -> None:
        """Turn the opened cards face up; a lost seat is neither audited nor accused."""
        waits = self.cards.is_audit_blocked(step.state, seat, slots)
        for opening in decision.live:
            self.cards.arrive_openly(step, seat, opening[0], self.cards.show(step, seat, opening))
        self.cards.finish_audit(step, seat, decision.owed, waits)

    def max_answer_size(self, state: S, seat: int, slots: Slots, owed: Slots) -> int:
        """Return the maximum size of the answer in bytes."""
        return size_with_openings(len(slots) + len(owed))

    def null_scheme_details(self, state: S, seat: int, slots: Slots, owed: Slots) -> tuple[Slots, Slots]:
        return slots, ()

    def forced_answer(self, state: S, seat: int, own: Secrets, slots: Slots, owed: Slots) -> Clear:
        return Clear(tuple(map(own.opening, slots)), tuple(map(own.opening, owed)))
