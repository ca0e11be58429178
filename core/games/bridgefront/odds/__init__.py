"""Odds of a battle: the chance of each end, counted from the rules that fight it.

`Battle` answers for dice, `Volley` for hits that follow a target order; `damage` counts random hits. Small battles are
counted in fractions. Large ones are counted in whole numbers (`packed`), up to the small loss that `left_out` keeps.
With Gold Plated Armor gold counts too, and the engine fights each combat round in every way (`plated`). Where that is
too much, and where four Champions with many Forces meet as many, the battle is simulated (`fought`).

The technical stop after 100 combat rounds (C15) is left out.
"""

from __future__ import annotations

from fractions import Fraction

from core.engine.chance.exact import ScriptedChance, TooManyPaths, exact_distribution
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.odds.dice import ways_of
from core.games.bridgefront.odds.gold_armor import ArmoredBattle, battle_in, has_gold_armor
from core.games.bridgefront.odds.large_battles import PackedBattle
from core.games.bridgefront.odds.outcomes import Ends, Interruptible, Odds, Survivors, run_to_end
from core.games.bridgefront.odds.rounds import ExactBattle, Rounds
from core.games.bridgefront.odds.sampling import SIMULATIONS, simulate, survivors
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront

__all__ = ["Interruptible", "Odds", "Survivors", "battle_odds", "count_odds", "fresh_battle", "run_to_end", "ways_of"]

MAX_EXACT_POSITIONS = 100
"""Approximate number of positions up to which a battle is counted in fractions."""
MAX_COUNTED_POSITIONS = 600_000
"""Positions above which a battle is simulated; three Champions and ten Forces a side are below it."""


def battle_odds(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Odds:
    """Return the odds of the battle of two seats in a hex, beginning in this state.

    The state is left unchanged. Chosen hits follow the current target order, even with option hit_control = prompt,
    where a player would be asked.
    """
    return run_to_end(count_odds(state, hex_, attacker, defender, siege))


def count_odds(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Interruptible[Odds]:
    """Count `battle_odds` in pieces of a few milliseconds."""
    before: list[tuple[Survivors, Survivors]] = []
    begun: dict[tuple[object, ...], Battle] = {}

    def begin(picks: ScriptedChance) -> tuple[object, ...]:
        battle = battle_in(state.clone(), picks, hex_, attacker, defender, siege)
        battle.look()
        before.append(survivors(battle))
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
    except TooManyPaths:
        ends = yield from simulate(lambda beacon: Battle(Step(state.clone(), beacon), hex_, attacker, defender, siege))
        return Odds(hex_, attacker, defender, siege, before[0], ends, Fraction(), SIMULATIONS)
    return Odds(hex_, attacker, defender, siege, before[0], ends, left_out)


def fresh_battle(step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> Battle:
    """Return a battle that has not begun, with its sides as they are."""
    battle = Battle(step, hex_, attacker, defender, siege)
    battle.look()
    return battle


def _ends(battle: Battle) -> Interruptible[tuple[Ends, Fraction]]:
    """Return the ends of a battle before its dice, and the weight of what was not followed."""
    if has_gold_armor(battle):
        return (yield from ArmoredBattle(battle).ends())
    rounds = Rounds(battle)
    yield from rounds.unfold()
    if rounds.size > MAX_COUNTED_POSITIONS:
        raise TooManyPaths
    return (yield from (ExactBattle if rounds.size <= MAX_EXACT_POSITIONS else PackedBattle)(rounds).ends())
