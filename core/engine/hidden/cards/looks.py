"""Private looks: closed cards shown to one other seat in boxes that only that seat can read (protocol 9.1).

If a box is invalid, its owner must show the card to all seats. The state of such a game has a field `boxes: tuple[Box,
...]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple

from core.engine.events import LookDisputed
from core.engine.game import IllegalDecision
from core.engine.hidden.cards.shows import RevealDuty
from core.engine.hidden.cards.state import Box, L, LookState, Slots, T
from core.engine.hidden.secrets import BOX_BYTES, Secrets, foreign_slot
from core.engine.question import Duty


class Boxes(NamedTuple):
    """Decision that shows closed cards to a looker: one box for each card."""

    boxes: bytes


class Seen(NamedTuple):
    """The looker's report of slots whose boxes are invalid; their owner must open these slots to all seats."""

    false: tuple[int, ...] = ()


def split_boxes(owner: int, looker: int, slots: Slots, boxes: bytes) -> tuple[Box, ...]:
    """Return concatenated boxes as separate `Box` records, one for each slot."""
    return tuple(
        (owner, looker, slot, boxes[BOX_BYTES * i : BOX_BYTES * i + BOX_BYTES]) for i, slot in enumerate(slots)
    )


def false_boxes(state: LookState, seat: int, own: Secrets) -> Slots:
    """Return the slots for which the seat received an invalid box."""
    boxes = ((owner, slot) for owner, looker, slot, _ in state.boxes if looker == seat)
    return tuple(slot for owner, slot in boxes if foreign_slot(owner, slot) not in own.foreign_openings)


class LookDuty(Duty[L, T, Boxes, int, Slots]):
    """The duty to show closed cards to one other seat."""

    kind = "look"
    decision = Boxes
    empty_answer = Boxes(b"")
    of_slots = True
    lists_all = False  # a false box is disputed only once it has been opened
    shows_one = True

    def check(self, state: L, seat: int, decision: Boxes, looker: int, slots: Slots) -> None:
        state.piles.check_boxes(seat, decision.boxes, len(slots))

    def apply(self, step: T, seat: int, decision: Boxes, looker: int, slots: Slots) -> None:
        """Keep the boxes in the state until the looker has read them.

        The cards of a lost seat are face up, so they need no boxes.
        """
        if seat not in step.lost:
            step.state.boxes += split_boxes(seat, looker, slots, decision.boxes)

    def forced_answer(self, state: L, seat: int, own: Secrets, looker: int, slots: Slots) -> Boxes:
        return Boxes(b"".join(own.encrypt_opening(looker, slot) for slot in slots))


class LookReportDuty(Duty[L, T, Seen]):
    """The looker's duty to report invalid boxes, which only the looker can recognise."""

    kind = "seen"
    decision = Seen
    empty_answer = Seen()
    of_slots = True
    lists_all = False  # the looker's claim is accepted

    def __init__(self, reveals: RevealDuty[L, T]) -> None:
        self.reveals = reveals

    def check(self, state: L, seat: int, decision: Seen) -> None:
        """Raise `IllegalDecision` unless the looker names only boxes that it received, each at most once."""
        shown = tuple(slot for _, looker, slot, _ in state.boxes if looker == seat)
        if not set(decision.false) <= set(shown) or len(set(decision.false)) < len(decision.false):
            raise IllegalDecision(seat, "objects to boxes that it has not been given")

    def apply_all(self, step: T, decisions: Mapping[int, Seen], details: Mapping[int, tuple[()]]) -> None:
        """Ask the owners of invalid boxes to turn up those cards."""
        boxes, step.state.boxes = step.state.boxes, ()
        for seat, decision in decisions.items():
            for owner in step.cards.seats(step.state):
                slots = tuple(
                    slot for other_seat, _, slot, _ in boxes if other_seat == owner and slot in decision.false
                )
                if slots and (owner, slots[0]) not in step.exposed_copies:
                    step.emit(LookDisputed(seat, owner, len(slots)))
                    self.reveals.ask(step, owner, slots)

    def forced_answer(self, state: L, seat: int, own: Secrets) -> Seen:
        return Seen(false_boxes(state, seat, own))


class Looks(Generic[L, T]):
    """Private looks of a game, with the questions "look" and "seen" and the agenda item "seen"."""

    def __init__(self, reveals: RevealDuty[L, T]) -> None:
        reveals.cards.has_looks = True
        game_rules = reveals.cards.game_rules
        self.look_question = game_rules.question(LookDuty[L, T]())
        self.report_question = game_rules.question(LookReportDuty(reveals))
        game_rules.agenda("seen")(self._ask_for_report)

    def show_to(self, step: T, owner: int, looker: int, slots: Slots) -> None:
        """Show the owner's closed cards to the looker alone; do nothing if the looker is lost."""
        if slots and looker not in step.lost:
            step.ask(self.look_question, owner, looker, slots)
            step.schedule(("seen", looker))

    def _ask_for_report(self, step: T, looker: int) -> None:
        """Ask the looker's client to report invalid boxes."""
        if step.state.boxes:
            step.ask(self.report_question, looker)
