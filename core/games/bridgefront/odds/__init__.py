"""What a battle comes to: the chance of each end, counted from the rules that fight it.

Dice are asked of `Battle`, what follows a target order of `Volley`; how hits at random are counted says `damage`. Small
battles are counted in fractions, large ones in whole numbers (`packed`), to within the little that `left_out` holds.
With Gold Plated Armor gold counts too, and each combat round is fought by the engine in every way (`plated`). Where
that goes too far, and where four Champions with many Forces meet as many, the battle is fought out (`fought`).

The technical stop after 100 combat rounds (C15) is left out.
"""

from __future__ import annotations

from fractions import Fraction

from core.engine.chance.exact import Picks, TooManyWays, every_way
from core.games.bridgefront.battle import Battle
from core.games.bridgefront.odds.dice import ways_of
from core.games.bridgefront.odds.gold_armor import Plated, battle_in, plated
from core.games.bridgefront.odds.large_battles import Packed
from core.games.bridgefront.odds.outcomes import Counting, Ends, Left, Odds, finish
from core.games.bridgefront.odds.rounds import Exact, Rounds
from core.games.bridgefront.odds.sampling import FIGHTS, fought, whole
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront

__all__ = ["Counting", "Left", "Odds", "battle_odds", "counting", "finish", "fresh_battle", "ways_of"]

IN_FRACTIONS = 100
"""Battles of at most so many positions, about, are counted in fractions."""
MOST_POSITIONS = 600_000
"""Larger ones than that are fought out. Three Champions and ten Forces on each side are not yet that large."""


def battle_odds(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Odds:
    """The battle of the two seats in a hex as it would begin in this state. The state is left as it is.

    Chosen hits follow the target order that stands (with option hit_control = prompt too, where one would be asked).
    """
    return finish(counting(state, hex_, attacker, defender, siege))


def counting(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Counting[Odds]:
    """As `battle_odds`, in pieces of a few milliseconds."""
    before: list[tuple[Left, Left]] = []
    begun: dict[tuple[object, ...], Battle] = {}

    def begin(picks: Picks) -> tuple[object, ...]:
        battle = battle_in(state.clone(), picks, hex_, attacker, defender, siege)
        battle.look()
        before.append(whole(battle))
        battle.prepare()
        sides = (battle.attacking, battle.defending)
        key = tuple((side.forces, tuple(side.champions)) for side in sides)
        begun.setdefault(key, battle)
        return key

    ends: Ends = {}
    left_out = Fraction()
    try:
        for start, weight in every_way(begin).items():
            found, lost = yield from _course(begun[start])
            left_out += weight * lost
            for end, p in found.items():
                ends[end] = ends.get(end, Fraction()) + weight * p
    except TooManyWays:
        ends = yield from fought(lambda beacon: Battle(Step(state.clone(), beacon), hex_, attacker, defender, siege))
        return Odds(hex_, attacker, defender, siege, before[0], ends, Fraction(), FIGHTS)
    return Odds(hex_, attacker, defender, siege, before[0], ends, left_out)


def fresh_battle(step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> Battle:
    """A battle that has not begun, its sides as they stand."""
    battle = Battle(step, hex_, attacker, defender, siege)
    battle.look()
    return battle


def _course(battle: Battle) -> Counting[tuple[Ends, Fraction]]:
    """The ends of a battle before its dice, and the weight of what was not followed."""
    if plated(battle):
        return (yield from Plated(battle).ends())
    rounds = Rounds(battle)
    yield from rounds.unfold()
    if rounds.size > MOST_POSITIONS:
        raise TooManyWays
    return (yield from (Exact if rounds.size <= IN_FRACTIONS else Packed)(rounds).ends())
