"""Sunrise (rules 4.7, T5-T6): discard piles shuffled in, and an Escalation."""

from __future__ import annotations

from core.midnight import events, hands
from core.midnight.escalations import AIRLIFT, DOUBLE_HEADLINE, ESCALATIONS, SANCTUARY, SUDDEN_DAWN
from core.midnight.rules import Step, agenda
from core.midnight.worth import check_recovery


@agenda("sunrise")
def sunrise(step: Step) -> None:
    """T5, T6."""
    state = step.state
    for seat in state.alive():
        if state.piles.discard[seat]:
            state.piles.reshuffle(seat)
    step.say(events.SunRose(state.clock))
    if state.option("escalations") == "on":
        step.later(("escalation", 1))


@agenda("escalation")
def reveal(step: Step, count: int) -> None:
    """T6: turns up the next of those that are left, if any is."""
    state = step.state
    if not count or not state.escalation_deck:
        return
    found = step.chance.serial("escalation").pick(state.escalation_deck)
    state.escalation_deck = tuple(e for e in state.escalation_deck if e != found)
    step.say(events.EscalationRevealed(found))
    step.later(("escalation", count - 1))
    if ESCALATIONS[found].stays:
        state.escalations += (found,)
    if found == SUDDEN_DAWN:
        step.later(("upgrades", tuple((seat, 1) for seat in state.upright())))
    elif found == AIRLIFT:
        hands.draw(step, *((seat, 2) for seat in state.alive()))
    elif found == DOUBLE_HEADLINE:
        step.later(("escalation", 2))
    elif found == SANCTUARY:
        for seat in state.alive():
            check_recovery(step, seat)
