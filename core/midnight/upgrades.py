"""Upgrade steps (rules 4.2, T3, ES10): everybody concerned chooses at the same time, or by standing order."""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.kernel.game import IllegalDecision
from core.midnight import events, hands
from core.midnight.cards import DIALS, SIREN, UPGRADE, kind
from core.midnight.decisions import Upgrades
from core.midnight.ruin import turn_dial
from core.midnight.rules import Step, agenda, answers, checks
from core.midnight.state import Midnight

TOP = tuple(len(values) - 1 for values in DIALS)
"""The highest step of each dial."""


def room(state: Midnight, seat: int) -> int:
    """How many steps the seat's dials can still go up."""
    return sum(TOP) - sum(state.dials[seat])


@agenda("upgrades")
def upgrades(step: Step, wants: tuple[tuple[int, int], ...]) -> None:
    """(seat, steps): asks all of them at once for as many as their dials have room for."""
    for seat, steps in wants:
        if due := min(steps, room(step.state, seat)):
            step.ask("upgrade", seat, due)


@checks("upgrade")
def check_upgrades(state: Midnight, seat: int, decision: Upgrades, detail: tuple[Any, ...]) -> None:
    if len(decision.dials) != detail[0]:
        raise IllegalDecision(seat, f"{detail[0]} upgrade steps are due, not {len(decision.dials)}")
    for dial, steps in Counter(decision.dials).items():
        if not 0 <= dial < len(TOP) or state.dials[seat][dial] + steps > TOP[dial]:
            raise IllegalDecision(seat, f"dial {dial} cannot go up {steps} steps")


@answers("upgrade")
def answer_upgrades(step: Step, decisions: dict[int, Upgrades], details: dict[int, tuple[Any, ...]]) -> None:
    for seat in step.state.clockwise(step.state.current):
        if seat in decisions:
            for dial in decisions[seat].dials:
                turn_dial(step, seat, dial, 1)


def triggers(step: Step) -> None:
    """After an action: enough Upgrades in all Capitals, or a Siren in each (4.1, 4.2)."""
    state = step.state
    alive = state.alive()
    found = {seat: sum(kind(copy) == UPGRADE for copy in state.capital[seat]) for seat in alive}
    if sum(found.values()) >= len(alive):
        step.say(events.UpgradesTriggered(sum(found.values())))
        for seat in alive:
            _clear_capital(step, seat, UPGRADE)
        step.later(("upgrades", tuple((seat, count) for seat, count in found.items() if count)), ("sirens",))
    else:
        sirens(step)


@agenda("sirens")
def sirens(step: Step) -> None:
    """A Siren in every Capital: all are discarded and the clock ticks. At Midnight a Siren does nothing (R21)."""
    state = step.state
    alive = state.alive()
    if state.clock and all(any(kind(copy) == SIREN for copy in state.capital[seat]) for seat in alive):
        for seat in alive:
            _clear_capital(step, seat, SIREN)
        step.later(("tick", "sirens"))


def _clear_capital(step: Step, seat: int, what: int) -> None:
    state = step.state
    gone = tuple(copy for copy in state.capital[seat] if kind(copy) == what)
    state.capital[seat] = tuple(copy for copy in state.capital[seat] if kind(copy) != what)
    hands.discard(step, seat, gone, "trigger")
