"""Sieges (rules part 9): the battles for Capitals, after the Action Phase."""

from __future__ import annotations

from core.bridgefront.battle import fight
from core.bridgefront.reset import begin_phase
from core.bridgefront.rules import Step, agenda
from core.bridgefront.state import Bridgefront


def sides(state: Bridgefront, owner: int) -> tuple[int, int] | None:
    """Attacker and defender of the siege of a seat's Capital; None if there is none.

    The owner of a Capital defends it; of two others the one who was there first (A15, F1).
    """
    hex_ = state.capital[owner]
    players = state.players_at(hex_)
    if len(players) < 2:
        return None
    defender = owner if owner in players else state.first_in.get(hex_, players[0])
    return (players[1] if defender == players[0] else players[0]), defender


@agenda("sieges")
def sieges(step: Step, done: int = 0) -> None:
    """One siege after the other in Lead order of the Capitals' owners (C11), each to the end; `done` had theirs."""
    state = step.state
    if not done:
        begin_phase(step, "sieges")
    owners = state.lead_order()
    for i in range(done, len(owners)):
        who = sides(state, owners[i])
        if who is None:
            continue
        fight(step, state.capital[owners[i]], *who, siege=True)
        if state.fight:
            step.later(("sieges", i + 1))
            return
