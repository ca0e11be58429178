"""The start of a battle: Set to Skirmish, attached effects and Assassin's Edge (rules 11.1-11.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.games.bridgefront import events, units
from core.games.bridgefront.abilities import is_spent, spend
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.combat.deaths import Death, ability_of
from core.games.bridgefront.combat.volley import Side
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Mark

if TYPE_CHECKING:
    from core.games.bridgefront.combat.battle import Battle

WAITING_MARKS = frozenset(("battle cry", "smoke screen", "shock drill", "focus fire"))
"""Kinds of marks that stay until the next battle of their seat.

The mark "slow" stays until the next battle of its Champion.
"""


# Set to Skirmish ------------------------------------------------------------------------------------------------------


def skirmish(step: Step, hex_: int, attacker: int, defender: int) -> bool:
    """Withdraw the sides that have named the hex for a skirmish, the defender first (C14).

    Return True if any side withdrew. In that case, there is no battle.
    """
    leaving = would_skirmish(step.state, hex_, attacker, defender)
    for seat in leaving:
        _retreat_units(step, seat, hex_)
    return bool(leaving)


def would_skirmish(state: Bridgefront, hex_: int, attacker: int, defender: int) -> list[int]:
    """Return the sides that have named the hex for a skirmish."""
    return [seat for seat in (defender, attacker) if state.marks_of_kind("skirmish", seat, hex_)]


def _retreat_units(step: Step, seat: int, hex_: int) -> None:
    """Move all units of the seat to a random neighbouring hex without units.

    If there is no such hex, the units die, and nobody is paid for them.
    """
    state = step.state
    free = [h for h in state.grid.neighbours[hex_] if not state.players_at(h)]
    forces = state.forces[seat].get(hex_, 0)
    champions = [c.copy for c in state.champions_at(hex_, seat)]
    to = step.chance.numbered_stream("skirmish", hex_, seat).pick(free) if free else -1
    step.emit(events.SkirmishRetreat(seat, hex_, to))
    if free:
        units.move_stack(step, seat, hex_, to, forces, champions)
    else:
        units.kill_forces(step, seat, hex_, forces)
        deaths.kill_champions(step, champions)


# Attached effects -----------------------------------------------------------------------------------------------------


def attach_effects(battle: Battle) -> None:
    """Attach the effects that were kept for a side's next battle to this battle (C9).

    This uses them up.
    """
    marks = battle.state.marks
    kept = [mark for mark in marks if not _attach_mark(battle, mark)]
    if len(kept) < len(marks):
        marks[:] = kept


def _attach_mark(battle: Battle, mark: Mark) -> bool:
    if mark.kind == "slow":
        champions = battle.attacking.champions + battle.defending.champions
        if all(c.copy != mark.what for c in champions):
            return False
        battle.is_slowed += (mark.what,)
        return True
    if mark.kind not in WAITING_MARKS or mark.seat not in (battle.attacker, battle.defender):
        return False
    side = battle.side(mark.seat)
    if mark.kind == "battle cry":
        side.battle_cry += 1
    elif mark.kind == "smoke screen":
        battle.other(side).is_smoked = 1
    elif mark.kind == "shock drill":
        side.shock = 1
    else:
        side.focus = mark.what
    return True


def apply_tactical_hands(battle: Battle) -> None:
    """Let Champions with Tactical Hand direct hits in their first battle of the round (A17).

    A second such Champion on a side adds nothing.
    """
    for side in (battle.attacking, battle.defending):
        for champion in side.champions:
            ability = ability_of(battle.state, champion.copy)
            if ability is not None and ability.chosen_hits and not is_spent(battle.state, champion.copy):
                spend(battle.state, champion)
                side.chosen_hits = max(side.chosen_hits, ability.chosen_hits)


# Assassin's Edge ------------------------------------------------------------------------------------------------------


def apply_first_strikes(battle: Battle) -> None:
    """Apply Assassin's Edge on both sides at once (11.3).

    Its effect is damage and not a hit, so Bodyguard does not help against it.
    """
    attacking, defending = battle.attacking, battle.defending
    wounds = _hit_thresholds(battle, attacking, defending) + _hit_thresholds(battle, defending, attacking)
    if not wounds:
        return
    dying = {copy for copy, damage in wounds if units.damage_champion(battle.step, copy, damage)}
    killed = [Death(c.copy, battle.attacker) for c in defending.champions if c.copy in dying]
    killed += [Death(c.copy, battle.defender) for c in attacking.champions if c.copy in dying]
    if killed:
        deaths.resolve_deaths(battle.step, killed, battle)
    battle.refresh_units()


def _hit_thresholds(battle: Battle, side: Side, enemy: Side) -> list[tuple[int, int]]:
    """Return the damage of Assassin's Edge to the enemy's Champions, as (copy, damage).

    The target is the Champion with the least HP left. Ties go to the higher bounty, then to chance.
    """
    state = battle.state
    hp = {c.copy: c.hp for c in enemy.champions}
    wounds = []
    for champion in side.champions:
        ability = ability_of(state, champion.copy)
        if ability is None or not ability.first_strike or not any(hp.values()) or is_spent(state, champion.copy):
            continue
        ranks = {copy: (left, -_bounty_of(state, copy)) for copy, left in hp.items() if left}
        first = min(ranks.values())
        weakest = [copy for copy, rank in ranks.items() if rank == first]
        target = weakest[0]
        if len(weakest) > 1:
            target = battle.step.chance.numbered_stream("edge", champion.copy).pick(weakest)
        spend(state, champion)
        hp[target] = max(0, hp[target] - ability.first_strike)
        wounds.append((target, ability.first_strike))
    return wounds


def _bounty_of(state: Bridgefront, copy: int) -> int:
    stats = state.cards[state.card[copy]].stats
    return stats.bounty if stats is not None else 0
