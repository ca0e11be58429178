"""Sieges (rules part 9): the battles for Capitals, after the Action Phase."""

from __future__ import annotations

from core.bridgefront.battle import fight
from core.bridgefront.reset import begin_phase
from core.bridgefront.rules import Step, agenda


@agenda("sieges")
def sieges(step: Step, done: int = 0) -> None:
    """One siege after the other in Lead order of the Capitals' owners (C11), each to the end.

    The owner of a Capital defends it; of two others the one who was there first (A15, F1). `done` owners had theirs.
    """
    state = step.state
    if not done:
        begin_phase(step, "sieges")
    owners = state.lead_order()
    for i in range(done, len(owners)):
        hex_ = state.capital[owners[i]]
        players = state.players_at(hex_)
        if len(players) < 2:
            continue
        defender = owners[i] if owners[i] in players else state.first_in.get(hex_, players[0])
        attacker = players[1] if defender == players[0] else players[0]
        fight(step, hex_, attacker, defender, siege=True)
        if state.fight:
            step.later(("sieges", i + 1))
            return
