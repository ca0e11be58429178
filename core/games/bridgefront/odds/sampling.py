"""Odds by fighting: what can go too many ways to be counted is fought out by the engine, again and again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from core.engine.codec import H
from core.games.bridgefront.battle import Battle
from core.games.bridgefront.odds.outcomes import Counting, Ends, Left

FIGHTS = 1_600
"""So often a battle is fought: then a chance is within 2.5 percentage points, 19 times of 20."""


def fought(begin: Callable[[bytes], Battle]) -> Counting[Ends]:
    """The ends of so many fights. `begin` gives the battle anew, with a beacon for its dice."""
    found: dict[tuple[Left, Left], int] = {}
    for n in range(FIGHTS):
        battle = begin(H("tether.odds", [n]))
        left = _fight(battle)
        found[left] = found.get(left, 0) + 1
        yield
    return {left: Fraction(n, FIGHTS) for left, n in found.items()}


def _fight(battle: Battle) -> tuple[Left, Left]:
    """One fight to its end, without what comes after it."""
    sides = (battle.attacking, battle.defending)
    battle.prepare()
    while not any(side.empty() for side in sides):
        battle.strike(battle.roll(), {})
    return whole(battle)


def whole(battle: Battle) -> tuple[Left, Left]:
    """Both sides as they stand."""
    a, d = (Left(side.forces, tuple(c.copy for c in side.champions)) for side in (battle.attacking, battle.defending))
    return a, d
