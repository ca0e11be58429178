"""A private look (PROTOCOL 9.1): boxes for one seat's eyes; whose box does not fit must show its card to all."""

from __future__ import annotations

from typing import Any

from core.kernel.game import IllegalDecision
from core.kernel.secrets import BOX
from core.midnight import events, hands
from core.midnight.decisions import Boxes, Seen
from core.midnight.rules import Step, agenda, answers, checks
from core.midnight.state import Box, Midnight


def boxed(owner: int, looker: int, slots: tuple[int, ...], boxes: bytes) -> tuple[Box, ...]:
    """The boxes one by one."""
    return tuple((owner, looker, slot, boxes[BOX * i : BOX * i + BOX]) for i, slot in enumerate(slots))


@agenda("look")
def look(step: Step, owner: int, looker: int) -> None:
    """Intelligence by Discard: every card that the owner has facing the looker."""
    entries = step.state.border(owner, looker)
    step.say(events.Looked(looker, owner, len(entries)))
    slots = hands.closed(entries)
    if slots and looker not in step.lost:
        step.ask("look", owner, looker, slots)
        step.later(("seen", looker))


@checks("look")
def check_look(state: Midnight, seat: int, decision: Boxes, detail: tuple[Any, ...]) -> None:
    state.piles.check_boxes(seat, decision.boxes, len(detail[1]))


@answers("look")
def answer_look(step: Step, decisions: dict[int, Boxes], details: dict[int, tuple[Any, ...]]) -> None:
    """The boxes lie on the table till the looker has opened them; a lost seat's cards lie open anyhow."""
    for seat, decision in decisions.items():
        if seat not in step.lost:
            looker, slots = details[seat]
            step.state.boxes += boxed(seat, looker, slots, decision.boxes)


@agenda("seen")
def seen(step: Step, looker: int) -> None:
    """Asks the looker's client whether the boxes fit."""
    if step.state.boxes:
        step.ask("seen", looker)


@checks("seen")
def check_seen(state: Midnight, seat: int, decision: Seen, detail: tuple[Any, ...]) -> None:
    shown = tuple(slot for _, looker, slot, _ in state.boxes if looker == seat)
    if not set(decision.false) <= set(shown) or len(set(decision.false)) < len(decision.false):
        raise IllegalDecision(seat, "objects to boxes that it has not been given")


@answers("seen")
def answer_seen(step: Step, decisions: dict[int, Seen], details: dict[int, tuple[Any, ...]]) -> None:
    """Cards whose boxes do not fit are turned up."""
    boxes, step.state.boxes = step.state.boxes, ()
    for seat, decision in decisions.items():
        for owner in step.state.seats:
            slots = tuple(slot for who, _, slot, _ in boxes if who == owner and slot in decision.false)
            if slots and (owner, slots[0]) not in step.turned:
                step.say(events.LookDisputed(seat, owner, len(slots)))
                step.ask("reveal", owner, slots)
