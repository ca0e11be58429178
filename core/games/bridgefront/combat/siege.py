"""The start of battles that a resolution causes (rules 8.3.5), and of sieges of Capitals (part 9)."""

from __future__ import annotations

from core.games.bridgefront.combat import start
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import Step, agenda
from core.games.bridgefront.state import Bridgefront


def begin_fight(step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> None:
    """Fight one battle, unless a side has chosen the hex for its Set to Skirmish (11.1)."""
    if step.state.marks and start.skirmish(step, hex_, attacker, defender):
        return
    Battle(step, hex_, attacker, defender, siege).begin()


@agenda("battles")
def fight_pending(step: Step) -> None:
    """Fight the battles that the last card or action has caused (8.3.5).

    They are fought in the order in which the hexes were entered. With hit_control = prompt, a battle may stop to ask.
    The other battles then go on the agenda, before all other items.
    """
    state = step.state
    while state.pending:
        (hex_, attacker), *rest = state.pending
        state.pending = tuple(rest)
        players = state.players_at(hex_)
        if len(players) == 2:
            if attacker == players[0]:
                players.reverse()
            begin_fight(step, hex_, attacker=players[1], defender=players[0])
            if state.fight:
                step.schedule(("battles",))
                return


def siege_sides(state: Bridgefront, owner: int) -> tuple[int, int] | None:
    """Return the attacker and the defender in the siege of a seat's Capital, or None if there is no siege.

    The owner of a Capital defends it. If two other seats are there, the first to arrive defends it (A15, F1).
    """
    hex_ = state.capital[owner]
    players = state.players_at(hex_)
    if len(players) < 2:
        return None
    defender = owner if owner in players else state.first_in.get(hex_, players[0])
    return (players[1] if defender == players[0] else players[0]), defender


@agenda("sieges")
def begin_sieges(step: Step, done: int = 0) -> None:
    """Fight the sieges one by one to the end, in Lead order of the Capitals' owners (C11).

    The sieges of the first `done` owners are already over.
    """
    state = step.state
    if not done:
        begin_phase(step, "sieges")
    owners = state.lead_order()
    for i in range(done, len(owners)):
        who = siege_sides(state, owners[i])
        if who is None:
            continue
        begin_fight(step, state.capital[owners[i]], *who, siege=True)
        if state.fight:
            step.schedule(("sieges", i + 1))
            return
