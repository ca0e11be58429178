"""The clock (rules 4.7): sunset, the global conflict before sunrise, and the way to Midnight."""

from __future__ import annotations

from core.midnight import events
from core.midnight.cards import SUNSET_LOSS, SUNSET_STEPS
from core.midnight.dispute import global_conflict
from core.midnight.escalations import ARMISTICE, FALLOUT
from core.midnight.ruin import fall_together
from core.midnight.rules import Step, agenda
from core.midnight.worth import lose


@agenda("tick")
def tick(step: Step, why: str) -> None:
    """T1-T6; the current turn is over after it (R6, T7)."""
    state = step.state
    ending = state.clock
    state.clock -= 1
    state.stopped = 1
    step.say(events.ClockTicked(state.clock, why))
    if state.in_play(ARMISTICE):
        state.escalations = tuple(e for e in state.escalations if e != ARMISTICE)
        step.say(events.EscalationEnded(ARMISTICE))
    step.later(("sunset upgrades", SUNSET_STEPS[ending]), ("after sunset",))
    _sunset(step, SUNSET_LOSS[ending] + state.in_play(FALLOUT))


def _sunset(step: Step, loss: int) -> None:
    """T2: all lose at once, then all at 0 fall at once; only then those choose, clockwise from P."""
    state = step.state
    order = [seat for seat in state.clockwise(state.current) if seat in state.upright()]
    before = list(state.worth)
    if all(before[seat] <= loss for seat in order):  # R8: the one with the most stays at 1
        last = max(order, key=lambda seat: (before[seat], -order.index(seat)))
        for seat in order:
            lose(step, seat, before[seat] - 1 if seat == last else loss, "sunset")
        fall_together(step, [seat for seat in order if seat != last])  # and the last one has won
        return
    fall_together(step, [seat for seat in order if lose(step, seat, loss, "sunset")])


@agenda("sunset upgrades")
def sunset_upgrades(step: Step, steps: int) -> None:
    """T3: everybody not in Ruin."""
    step.later(("upgrades", tuple((seat, steps) for seat in step.state.upright())))


@agenda("after sunset")
def after_sunset(step: Step) -> None:
    """T4; the last sunset is a sunset as well, unless the option leaves its conflict out."""
    state = step.state
    step.later(("sunrise",) if state.clock else ("midnight",))
    if state.clock or state.option("last_sunset") == "conflict":
        global_conflict(step, state.current)
