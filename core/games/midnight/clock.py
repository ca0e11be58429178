"""The clock: sunset, global conflict, sunrise with its Escalation, and Midnight (rules 4.7)."""

from __future__ import annotations

from core.games.midnight import escalations, events, hands, totals
from core.games.midnight.dispute import begin_global_conflict
from core.games.midnight.elimination import ruin_together
from core.games.midnight.rules import Step, agenda
from core.games.midnight.worth import check_recovery, lose_worth


@agenda("tick")
def tick_clock(step: Step, why: str) -> None:
    """Advance the clock by one minute (T1-T6) and end the current turn (R6, T7)."""
    state = step.state
    ending = state.clock
    state.clock -= 1
    state.stopped = 1
    step.emit(events.ClockTicked(state.clock, why))
    if state.is_in_play(escalations.ARMISTICE):
        state.escalations = tuple(e for e in state.escalations if e != escalations.ARMISTICE)
        step.emit(events.EscalationEnded(escalations.ARMISTICE))
    step.schedule(("sunset upgrades", state.rules.sunset_steps[ending]), ("after sunset",))
    _apply_sunset_loss(step, totals.tick_loss(state, ending))


def _apply_sunset_loss(step: Step, loss: int) -> None:
    """Subtract the sunset loss from all nations at once; those that reach 0 fall together (T2).

    Then the fallen nations make their choices, clockwise from the current player.
    """
    state = step.state
    order = [seat for seat in state.clockwise(state.current) if seat in state.seats_not_ruined()]
    last = totals.spared_seat(state, order, loss)
    if last:  # R8: it stays at 1
        for seat in order:
            lose_worth(step, seat, state.worth[seat] - 1 if seat == last else loss, "sunset")
        ruin_together(step, [seat for seat in order if seat != last])  # the last one has won
        return
    ruin_together(step, [seat for seat in order if lose_worth(step, seat, loss, "sunset")])


@agenda("sunset upgrades")
def sunset_upgrades(step: Step, steps: int) -> None:
    """Put the Upgrades of all nations that are not in Ruin on the agenda (T3)."""
    step.schedule(("upgrades", tuple((seat, steps) for seat in step.state.seats_not_ruined())))


@agenda("after sunset")
def continue_after_sunset(step: Step) -> None:
    """Put the global conflict on the agenda, followed by the sunrise or Midnight (T4).

    An option may leave out the conflict after the last sunset.
    """
    state = step.state
    step.schedule(("sunrise",) if state.clock else ("midnight",))
    if state.clock or state.option("last_sunset") == "conflict":
        begin_global_conflict(step, state.current)


@agenda("sunrise")
def resolve_sunrise(step: Step) -> None:
    """Carry out the sunrise (T5 and T6)."""
    state = step.state
    for seat in state.living_seats():
        if state.piles.discard[seat]:
            state.piles.reshuffle(seat)
    step.emit(events.SunRose(state.clock))
    if state.option("escalations") == "on":
        step.schedule(("escalation", 1))


@agenda("escalation")
def reveal_escalation(step: Step, count: int) -> None:
    """Turn up the next Escalation, if any is left (T6)."""
    state = step.state
    if not count or not state.escalation_deck:
        return
    result = step.chance.numbered_stream("escalation").pick(state.escalation_deck)
    state.escalation_deck = tuple(e for e in state.escalation_deck if e != result)
    if escalations.ESCALATIONS[result].stays:
        state.escalations += (result,)
    step.emit(events.EscalationRevealed(result))
    step.schedule(("escalation", count - 1))
    if result == escalations.SUDDEN_DAWN:
        step.schedule(("upgrades", tuple((seat, 1) for seat in state.seats_not_ruined())))
    elif result == escalations.AIRLIFT:
        hands.schedule_draw(step, *((seat, state.rules.escalations[result].amount) for seat in state.living_seats()))
    elif result == escalations.DOUBLE_HEADLINE:
        step.schedule(("escalation", 2))
    elif result == escalations.SANCTUARY:
        for seat in state.living_seats():
            check_recovery(step, seat)
