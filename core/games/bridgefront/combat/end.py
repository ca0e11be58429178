"""The end of a battle: its result and consequences (rules 11.5-11.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.bridgefront import events, units
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.combat.deaths import Death, ability_of
from core.games.bridgefront.combat.volley import Side
from core.games.bridgefront.factions import passive_bonus
from core.games.bridgefront.state import NOBODY, Champion, Mark

if TYPE_CHECKING:
    from core.games.bridgefront.combat.battle import Battle


def end_by_limit(battle: Battle) -> None:
    """End an endless battle (C15).

    The attacker's units die, and no seat earns bounties for them.
    """
    side = battle.attacking
    units.kill_forces(battle.step, side.seat, battle.hex, side.forces)
    if side.champions:
        deaths.resolve_deaths(battle.step, [Death(c.copy) for c in side.champions], battle)
    battle.refresh_units()


def finish(battle: Battle) -> None:
    """Declare the winner of the battle (C4).

    The winner is the side with units left. If both sides are empty, nobody wins.
    """
    winner, loser = NOBODY, NOBODY
    if not battle.attacking.is_empty():
        winner, loser = battle.attacker, battle.defender
    elif not battle.defending.is_empty():
        winner, loser = battle.defender, battle.attacker
    battle.step.emit(events.BattleEnded(battle.hex, winner, loser))
    if winner:
        _record_victory(battle, winner)
        _follow_up(battle, battle.side(winner), loser)
    if battle.state.marks:
        _pull_strings(battle)
    if battle.stolen:
        deaths.return_stolen(battle.step, battle.stolen)


def _record_victory(battle: Battle, winner: int) -> None:
    """Record a battle that the seat has won this round (Spoils of War).

    If the battle was in the hex of its Breakthrough Line, its extra cards are recorded too (L14).
    """
    state = battle.state
    for mark in state.marks_of_kind("breakthrough", winner, battle.hex):
        state.marks.remove(mark)
        state.next_draw[winner] += mark.more
    if not state.marks_of_kind("won battle", winner):
        state.marks.append(Mark("won battle", winner))


def _follow_up(battle: Battle, side: Side, loser: int) -> None:
    """Apply the winner's benefits.

    Clean Exit heals (C17), Extortionists take gold (C19), and the Capturer deploys Forces.
    """
    step, state, seat = battle.step, battle.state, side.seat
    healed = passive_bonus(state, seat, "heals_after_battle") if side.champions else 0
    for champion in side.champions if healed else ():
        if champion.hp < champion.max_hp:
            units.heal_champion(step, champion.copy, healed)
    taken = passive_bonus(state, seat, "takes_from_loser")
    if taken:
        units.hand_gold(step, loser, seat, taken, "extortionists")
    for champion in side.champions:
        _capture(battle, champion)


def _capture(battle: Battle, champion: Champion) -> None:
    """Deploy the Capturer's Forces.

    Because this is a separate ability, it gets Home Guard in the seat's own Capital (C18).
    """
    state = battle.state
    ability = ability_of(state, champion.copy)
    if ability is not None and ability.forces_after_victory:
        guarded, state.guarded = state.guarded, 0
        units.deploy_forces(battle.step, champion.owner, battle.hex, ability.forces_after_victory)
        state.guarded = guarded


def _pull_strings(battle: Battle) -> None:
    """Pay 1 gold for Pulling Strings to each seat that has played it, in Lead order.

    A seat that is on a side of the battle gets nothing.
    """
    named = [mark.seat for mark in battle.state.marks_of_kind("pulling strings")]
    for seat in battle.state.lead_order() if named else ():
        if seat not in (battle.attacker, battle.defender):
            units.take_gold(battle.step, seat, named.count(seat), "pulling strings")
