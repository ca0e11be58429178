"""Ruin and elimination (rules 4.6, R29): cards lost, one of them taken by the captor unseen by others, a dial down."""

from __future__ import annotations

from typing import Any

from core.kernel.game import IllegalDecision
from core.kernel.piles import BLOCKED
from core.midnight import events, hands
from core.midnight.decisions import Capture, Downgrade, Take, Yield
from core.midnight.looks import boxed
from core.midnight.rules import Step, agenda, answers, checks
from core.midnight.state import NOBODY, Midnight
from core.midnight.worth import check_last


@agenda("fall")
def fall(step: Step, seat: int, by: int = NOBODY) -> None:
    """A nation's Worth has reached 0 by a captor's hand or by nobody's: Ruin, at Midnight elimination."""
    state = step.state
    if not state.clock:
        eliminate(step, seat)
        return
    state.ruined[seat] = 1
    step.say(events.Fell(seat, by))
    if seat == state.current:
        state.stopped = 1
    check_last(step)
    step.later(("ruin", seat, by))


def eliminate(step: Step, seat: int) -> None:
    """Out of the match with all its cards (R23, R29)."""
    state = step.state
    state.ruined[seat] = 0
    state.eliminated[seat] = 1
    state.standing += (seat,)
    step.say(events.Eliminated(seat))
    if seat == state.current:
        state.stopped = 1
    check_last(step)


def _borderlands(state: Midnight, seat: int) -> tuple[int, ...]:
    return tuple(entry for _, entries in state.facing(seat) for entry in entries)


# RU1: Capital and Borderlands -----------------------------------------------------------------------------------------


@agenda("ruin")
def ruin(step: Step, seat: int, by: int) -> None:
    """Asks for the Borderlands, and for the hand where a captor may look at it."""
    state = step.state
    slots = hands.closed(_borderlands(state, seat))
    captor = by if state.piles.hand[seat] else NOBODY
    step.later(("ruined", seat, by))
    if slots or captor:
        step.ask("yield", seat, slots, captor)


@checks("yield")
def check_yield(state: Midnight, seat: int, decision: Yield, detail: tuple[Any, ...]) -> None:
    slots, captor = detail
    hands.check_openings(state, seat, decision.openings, slots)
    held = len(state.piles.hand[seat]) if captor else 0
    state.piles.check_batch(seat, decision.batch, held)
    state.piles.check_boxes(seat, decision.boxes, held)


@answers("yield")
def answer_yield(step: Step, decisions: dict[int, Yield], details: dict[int, tuple[Any, ...]]) -> None:
    """The Borderlands lie open; the hand is mixed, so that what is taken tells nobody else anything (PROTOCOL 6.6)."""
    state = step.state
    for seat, decision in decisions.items():
        if seat in step.lost:
            continue
        for opening in decision.openings:
            hands.show(step, seat, opening)
        captor = details[seat][1]
        if captor:
            state.piles.mix_hand(seat, state.t, decision.batch)
            state.boxes = boxed(seat, captor, state.piles.hand[seat], decision.boxes)


@agenda("ruined")
def ruined(step: Step, seat: int, by: int) -> None:
    """Discards what lay open, then asks captor and victim at the same time (RU2, RU3)."""
    state = step.state
    copies = state.capital[seat] + tuple(-entry for entry in _borderlands(state, seat))
    state.capital[seat] = ()
    for other in state.seats:
        state.set_border(seat, other, ())
    hands.discard(step, seat, copies, "ruin")
    capture(step, seat, by)
    if any(state.dials[seat]):
        step.ask("downgrade", seat)


# RU2: the captor ------------------------------------------------------------------------------------------------------


@agenda("capture")
def capture(step: Step, seat: int, by: int) -> None:
    """The captor picks from the hand, or takes the top card of the deck if the hand is empty."""
    piles = step.state.piles
    if not by:
        return
    if piles.hand_size(seat):
        step.ask("capture", by, seat)
    elif piles.size(seat):
        step.later(("take top", seat, by))


@checks("capture")
def check_capture(state: Midnight, seat: int, decision: Capture, detail: tuple[Any, ...]) -> None:
    if decision.entry or not state.boxes:
        hands.check_entries(seat, (decision.entry,), hands.hand(state, detail[0]))


@answers("capture")
def answer_capture(step: Step, decisions: dict[int, Capture], details: dict[int, tuple[Any, ...]]) -> None:
    """An open card goes over in sight of all, a closed one is on its way; a false box has the hand shown to all."""
    state = step.state
    state.boxes = ()
    for captor, decision in decisions.items():
        seat = details[captor][0]
        entry = -step.turned[seat, decision.entry] if (seat, decision.entry) in step.turned else decision.entry
        if not entry:
            step.say(events.LookDisputed(captor, seat, len(state.piles.hand[seat])))
            step.later(("show hand", seat), ("capture", seat, captor))
            continue
        hands.leave_hand(step, seat, entry)
        if entry < 0:
            hands.arrive_openly(step, seat, captor, -entry)
        else:
            state.passing = ((seat, captor, entry),)
            step.later(("take",))


@agenda("show hand")
def show_hand(step: Step, seat: int) -> None:
    """The whole hand is turned up."""
    if slots := step.state.piles.hand[seat]:
        step.ask("reveal", seat, slots)


@agenda("take top")
def take_top(step: Step, seat: int, by: int) -> None:
    """The top card of the deck, of which only victim and captor learn what it is (R13)."""
    state = step.state
    piles = state.piles
    number = step.draw_number(seat)
    if seat in step.open_piles:
        hands.arrive_openly(step, seat, by, piles.next_open(seat, step.chance, number))
        return
    slot = piles.next_slot(seat, step.chance, number)
    if slot == BLOCKED:
        step.later(("take top", seat, by))
        step.ask("fresh", seat)
        return
    state.passing = ((seat, by, slot),)
    step.ask("look", seat, by, (slot,))
    step.later(("take",))


@agenda("take")
def take(step: Step) -> None:
    """The captor's client mixes the card into its hand; without its secrets the card is turned up."""
    for giver, receiver, slot in step.state.passing:
        if receiver in step.lost:
            step.ask("reveal", giver, (slot,))
        else:
            step.ask("take", receiver, giver, slot)


@checks("take")
def check_take(state: Midnight, seat: int, decision: Take, detail: tuple[Any, ...]) -> None:
    state.piles.check_batch(seat, decision.batch, 0 if decision.false else len(state.piles.hand[seat]) + 1)


@answers("take")
def answer_take(step: Step, decisions: dict[int, Take], details: dict[int, tuple[Any, ...]]) -> None:
    """The card is the captor's; if its box did not fit it is turned up."""
    state = step.state
    state.boxes = ()
    for giver, receiver, slot in state.passing:
        decision = decisions[receiver]
        if receiver in step.lost or decision.false:
            step.ask("reveal", giver, (slot,))
            continue
        state.passing = ()
        taken = state.piles.hand_over(giver, receiver, slot)
        state.piles.mix_hand(receiver, state.t, decision.batch, (taken,))
        step.say(events.CardTaken(receiver, giver, 0))


# RU3: a dial down -----------------------------------------------------------------------------------------------------


@checks("downgrade")
def check_downgrade(state: Midnight, seat: int, decision: Downgrade, detail: tuple[Any, ...]) -> None:
    if not 0 <= decision.dial < len(state.dials[seat]) or not state.dials[seat][decision.dial]:
        raise IllegalDecision(seat, f"dial {decision.dial} is not above its lowest value")


@answers("downgrade")
def answer_downgrade(step: Step, decisions: dict[int, Downgrade], details: dict[int, tuple[Any, ...]]) -> None:
    for seat, decision in decisions.items():
        turn_dial(step, seat, decision.dial, -1)


def turn_dial(step: Step, seat: int, dial: int, by: int) -> None:
    """A dial moves one step."""
    steps = list(step.state.dials[seat])
    steps[dial] += by
    step.state.dials[seat] = tuple(steps)
    step.say(events.DialTurned(seat, dial, by))
