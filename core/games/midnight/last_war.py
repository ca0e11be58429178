"""Midnight: stockpiles, two rounds of actions, the last conflict and the greatest Worth (rules 4.8)."""

from __future__ import annotations

from core.engine.hidden.cards import closed_entries
from core.games.midnight import events
from core.games.midnight.dispute import begin_global_conflict
from core.games.midnight.elimination import eliminate
from core.games.midnight.hands import CLOSED_CARDS
from core.games.midnight.rules import Step, agenda, match_decided
from core.games.midnight.turn import start_turn
from core.games.midnight.upgrades import apply_triggers
from core.games.midnight.worth import DUEL, LAST_WAR


@agenda("midnight")
def begin_midnight(step: Step) -> None:
    """Carry out M1 and M2 and schedule the rest of Midnight."""
    state = step.state
    state.phase = "midnight"
    start = state.current
    step.emit(events.MidnightCame(start))
    for seat in state.clockwise(start):
        if state.ruined[seat]:
            eliminate(step, seat)
    for seat in state.living_seats():
        _take_stockpile(step, seat)
    order = [seat for seat in state.clockwise(start) if not state.eliminated[seat]]
    step.state.agenda.clear()
    rounds = state.rules.numbers.last_rounds * order
    step.schedule(*(("last actions", seat) for seat in rounds), ("last conflict", order[0]), ("last war",))
    apply_triggers(step)


def _take_stockpile(step: Step, seat: int) -> None:
    """Set the hand aside and make the stockpile the hand (M2)."""
    state = step.state
    state.aside[seat] = CLOSED_CARDS.hand(state, seat)
    state.piles.hand[seat] = closed_entries(state.stock[seat])
    state.piles.shown[seat] = tuple(-entry for entry in state.stock[seat] if entry < 0)
    state.stock[seat] = ()


@agenda("last actions")
def begin_last_actions(step: Step, seat: int) -> None:
    """Begin the seat's last actions (M3)."""
    if not step.state.eliminated[seat]:
        start_turn(step, seat)
        step.emit(events.LastActions(seat))
        step.schedule(("act",))


@agenda("last conflict")
def begin_last_conflict(step: Step, start: int) -> None:
    """Carry out the last conflict (M4)."""
    step.state.current = start
    begin_global_conflict(step, start)


@agenda("last war")
def begin_last_war(step: Step) -> None:
    """End the match; the nation with the greatest Worth wins.

    A duel decides between seats with equal Worth (M5).
    """
    state = step.state
    maximum = max(state.worth[seat] for seat in state.living_seats())
    first = tuple(seat for seat in state.living_seats() if state.worth[seat] == maximum)
    raise match_decided(first, LAST_WAR if len(first) == 1 else DUEL)
