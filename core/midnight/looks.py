"""A private look (PROTOCOL 9.1): boxes for one seat's eyes; whose box does not fit must show its card to all."""

from __future__ import annotations

from collections.abc import Mapping

from core.kernel.game import IllegalDecision
from core.kernel.holding import learn as learn_laid
from core.kernel.secrets import BOX, Secrets, foreign
from core.midnight import events, hands
from core.midnight.decisions import Boxes, Seen
from core.midnight.rules import Duty, Step, agenda, question
from core.midnight.state import Box, Midnight


def boxed(owner: int, looker: int, slots: tuple[int, ...], boxes: bytes) -> tuple[Box, ...]:
    """The boxes one by one."""
    return tuple((owner, looker, slot, boxes[BOX * i : BOX * i + BOX]) for i, slot in enumerate(slots))


def learn(state: Midnight, seat: int, secrets: Secrets) -> None:
    """Makes the secrets follow what the seat has published and what it is being shown."""
    learn_laid(state, seat, secrets)
    for owner, looker, slot, box in state.boxes:
        if looker == seat and foreign(owner, slot) not in secrets.seen:
            commitment = state.piles.commitment(owner, slot) if state.piles.sealed else b""
            secrets.unbox(owner, slot, box, commitment)


def false_boxes(state: Midnight, seat: int, own: Secrets) -> tuple[int, ...]:
    """The slots of which the seat was given a box that does not fit."""
    boxes = ((owner, slot) for owner, looker, slot, _ in state.boxes if looker == seat)
    return tuple(slot for owner, slot in boxes if foreign(owner, slot) not in own.seen)


@agenda("look")
def look(step: Step, owner: int, looker: int) -> None:
    """Intelligence by Discard: every card that the owner has facing the looker."""
    entries = step.state.border(owner, looker)
    step.say(events.Looked(looker, owner, len(entries)))
    slots = hands.closed(entries)
    if slots and looker not in step.lost:
        step.ask(LOOK, owner, looker, slots)
        step.later(("seen", looker))


class Look(Duty[Boxes, int, tuple[int, ...]]):
    """Closed cards shown to one looker."""

    kind = "look"
    decision = Boxes
    nothing = Boxes(b"")
    of_slots = True
    lists_all = False  # a false box is disputed only once it has been opened
    shows_one = True

    def check(self, state: Midnight, seat: int, decision: Boxes, looker: int, slots: tuple[int, ...]) -> None:
        """A box for each."""
        state.piles.check_boxes(seat, decision.boxes, len(slots))

    def answer(self, step: Step, seat: int, decision: Boxes, looker: int, slots: tuple[int, ...]) -> None:
        """The boxes lie on the table till the looker has opened them; a lost seat's cards lie open anyhow."""
        if seat not in step.lost:
            step.state.boxes += boxed(seat, looker, slots, decision.boxes)

    def forced(self, state: Midnight, seat: int, own: Secrets, looker: int, slots: tuple[int, ...]) -> Boxes:
        return Boxes(b"".join(own.box(looker, slot) for slot in slots))


LOOK = question(Look())


@agenda("seen")
def seen(step: Step, looker: int) -> None:
    """Asks the looker's client whether the boxes fit."""
    if step.state.boxes:
        step.ask(SEEN, looker)


class LookedAt(Duty[Seen]):
    """Whether the boxes fit, which their looker alone can say."""

    kind = "seen"
    decision = Seen
    nothing = Seen()
    of_slots = True
    lists_all = False  # what the looker says is believed

    def check(self, state: Midnight, seat: int, decision: Seen) -> None:
        """Boxes that it has been given, each named once."""
        shown = tuple(slot for _, looker, slot, _ in state.boxes if looker == seat)
        if not set(decision.false) <= set(shown) or len(set(decision.false)) < len(decision.false):
            raise IllegalDecision(seat, "objects to boxes that it has not been given")

    def answer_all(self, step: Step, decisions: Mapping[int, Seen], details: Mapping[int, tuple[()]]) -> None:
        """Cards whose boxes do not fit are turned up."""
        boxes, step.state.boxes = step.state.boxes, ()
        for seat, decision in decisions.items():
            for owner in step.state.seats:
                slots = tuple(slot for who, _, slot, _ in boxes if who == owner and slot in decision.false)
                if slots and (owner, slots[0]) not in step.turned:
                    step.say(events.LookDisputed(seat, owner, len(slots)))
                    step.ask(hands.REVEAL, owner, slots)

    def forced(self, state: Midnight, seat: int, own: Secrets) -> Seen:
        return Seen(false_boxes(state, seat, own))


SEEN = question(LookedAt())
