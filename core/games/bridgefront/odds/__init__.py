"""The odds of a battle: the chance of each possible end, counted by the rules that fight it.

`Battle` provides the dice, and `Volley` the hits that follow a target order. The module damage.py counts random hits.
Small battles are counted in fractions. Large ones are counted in whole numbers (large_battles.py), with a small loss
that `ignored_weight` records. With Gold Plated Armor, gold counts too, and the engine fights each combat round in every
way (gold_armor.py). The battle is simulated if that is too much work (sampling.py). It is also simulated if four
Champions with many Forces meet as many.

The technical stop after 100 combat rounds (C15) is ignored.
"""

from __future__ import annotations

from fractions import Fraction

from core.engine.chance.exact import ScriptedChance, TooManyPathsError, exact_distribution
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.odds.dice import result_counts
from core.games.bridgefront.odds.gold_armor import ArmoredBattle, has_gold_armor, restore_battle
from core.games.bridgefront.odds.large_battles import PackedBattle
from core.games.bridgefront.odds.outcomes import Ends, Interruptible, Odds, Survivors, run_to_end
from core.games.bridgefront.odds.rounds import ExactBattle, Rounds
from core.games.bridgefront.odds.sampling import SIMULATION_COUNT, simulate, survivors_of
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront

__all__ = [
    "Interruptible",
    "Odds",
    "Survivors",
    "battle_odds",
    "count_odds",
    "fresh_battle",
    "result_counts",
    "run_to_end",
    "simulate",
]

MAX_EXACT_POSITIONS = 100
"""Approximate number of positions up to which a battle is counted in fractions."""
MAX_COUNTED_POSITIONS = 600_000
"""Number of positions above which a battle is simulated.

A battle with three Champions and ten Forces per side is below it.
"""


def battle_odds(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Odds:
    """Return the odds of the battle between two seats in a hex, beginning in this state.

    The state is left unchanged. Directed hits follow the current target order. This applies even with option
    hit_control = prompt, with which a player would be asked.
    """
    return run_to_end(count_odds(state, hex_, attacker, defender, siege))


def count_odds(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Interruptible[Odds]:
    """Return the result of `battle_odds`, counted in pieces of a few milliseconds."""
    before: list[tuple[Survivors, Survivors]] = []
    begun: dict[tuple[object, ...], Battle] = {}

    def begin(picks: ScriptedChance) -> tuple[object, ...]:
        battle = restore_battle(state.clone(), picks, hex_, attacker, defender, siege)
        battle.refresh_units()
        before.append(survivors_of(battle))
        battle.prepare()
        sides = (battle.attacking, battle.defending)
        key = tuple((side.forces, tuple(side.champions)) for side in sides)
        begun.setdefault(key, battle)
        return key

    ends: Ends = {}
    left_out = Fraction()
    try:
        for start, weight in exact_distribution(begin).items():
            found, lost = yield from _ends(begun[start])
            left_out += weight * lost
            for end, p in found.items():
                ends[end] = ends.get(end, Fraction()) + weight * p
    except TooManyPathsError:
        ends = yield from simulate(lambda beacon: Battle(Step(state.clone(), beacon), hex_, attacker, defender, siege))
        return Odds(hex_, attacker, defender, siege, before[0], ends, Fraction(), SIMULATION_COUNT)
    return Odds(hex_, attacker, defender, siege, before[0], ends, left_out)


def fresh_battle(step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> Battle:
    """Return a battle that has not begun, with its sides as they are."""
    battle = Battle(step, hex_, attacker, defender, siege)
    battle.refresh_units()
    return battle


def _ends(battle: Battle) -> Interruptible[tuple[Ends, Fraction]]:
    """Return the possible ends of a battle before its dice, and the total weight that was not followed."""
    if has_gold_armor(battle):
        return (yield from ArmoredBattle(battle).ends())
    rounds = Rounds(battle)
    yield from rounds.compute_states()
    if rounds.size > MAX_COUNTED_POSITIONS:
        raise TooManyPathsError
    return (yield from (ExactBattle if rounds.size <= MAX_EXACT_POSITIONS else PackedBattle)(rounds).ends())
