"""The clock: sunset, global conflict, sunrise with its Escalation, and Midnight (rules 4.7)."""

from __future__ import annotations

from core.games.midnight import escalations, events, hands, totals
from core.games.midnight.dispute import global_conflict
from core.games.midnight.elimination import fall_together
from core.games.midnight.rules import Step, agenda
from core.games.midnight.worth import check_recovery, lose


@agenda("tick")
def tick(step: Step, why: str) -> None:
    """Advance the clock by one minute (T1-T6) and end the current turn (R6, T7)."""
    state = step.state
    ending = state.clock
    state.clock -= 1
    state.stopped = 1
    step.say(events.ClockTicked(state.clock, why))
    if state.in_play(escalations.ARMISTICE):
        state.escalations = tuple(e for e in state.escalations if e != escalations.ARMISTICE)
        step.say(events.EscalationEnded(escalations.ARMISTICE))
    step.later(("sunset upgrades", state.rules.sunset_steps[ending]), ("after sunset",))
    _apply_sunset_loss(step, totals.loss(state, ending))


def _apply_sunset_loss(step: Step, loss: int) -> None:
    """Subtract the sunset loss from all nations at once; those that reach 0 fall together (T2).

    Then the fallen nations make their choices, clockwise from the current player.
    """
    state = step.state
    order = [seat for seat in state.clockwise(state.current) if seat in state.seats_not_ruined()]
    last = totals.spared_seat(state, order, loss)
    if last:  # R8: it stays at 1
        for seat in order:
            lose(step, seat, state.worth[seat] - 1 if seat == last else loss, "sunset")
        fall_together(step, [seat for seat in order if seat != last])  # the last one has won
        return
    fall_together(step, [seat for seat in order if lose(step, seat, loss, "sunset")])


@agenda("sunset upgrades")
def sunset_upgrades(step: Step, steps: int) -> None:
    """Put the Upgrades of all nations that are not in Ruin on the agenda (T3)."""
    step.later(("upgrades", tuple((seat, steps) for seat in step.state.seats_not_ruined())))


@agenda("after sunset")
def after_sunset(step: Step) -> None:
    """Put the global conflict on the agenda, followed by the sunrise or Midnight (T4).

    An option may leave out the conflict after the last sunset.
    """
    state = step.state
    step.later(("sunrise",) if state.clock else ("midnight",))
    if state.clock or state.option("last_sunset") == "conflict":
        global_conflict(step, state.current)


@agenda("sunrise")
def sunrise(step: Step) -> None:
    """Carry out the sunrise (T5 and T6)."""
    state = step.state
    for seat in state.alive():
        if state.piles.discard[seat]:
            state.piles.reshuffle(seat)
    step.say(events.SunRose(state.clock))
    if state.option("escalations") == "on":
        step.later(("escalation", 1))


@agenda("escalation")
def reveal_escalation(step: Step, count: int) -> None:
    """Turn up the next Escalation, if any is left (T6)."""
    state = step.state
    if not count or not state.escalation_deck:
        return
    result = step.chance.serial("escalation").pick(state.escalation_deck)
    state.escalation_deck = tuple(e for e in state.escalation_deck if e != result)
    if escalations.ESCALATIONS[result].stays:
        state.escalations += (result,)
    step.say(events.EscalationRevealed(result))
    step.later(("escalation", count - 1))
    if result == escalations.SUDDEN_DAWN:
        step.later(("upgrades", tuple((seat, 1) for seat in state.seats_not_ruined())))
    elif result == escalations.AIRLIFT:
        hands.draw(step, *((seat, state.rules.escalations[result].amount) for seat in state.alive()))
    elif result == escalations.DOUBLE_HEADLINE:
        step.later(("escalation", 2))
    elif result == escalations.SANCTUARY:
        for seat in state.alive():
            check_recovery(step, seat)
