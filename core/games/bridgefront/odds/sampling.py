"""Odds by simulation: the engine repeatedly fights a battle that has too many outcomes to count."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from core.engine.codec import H
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.odds.outcomes import Ends, Interruptible, Survivors

SIMULATION_COUNT = 1_600
"""Number of simulated battles per result.

A chance is then within 2.5 percentage points, 19 times out of 20.
"""


def simulate(begin: Callable[[bytes], Battle], count: int = SIMULATION_COUNT) -> Interruptible[Ends]:
    """Return the ends of this number of simulated battles, with their chances.

    `begin` takes a beacon for the dice and returns a new battle.
    """
    found: dict[tuple[Survivors, Survivors], int] = {}
    for n in range(count):
        battle = begin(H("tether.odds", [n]))
        left = _fight(battle)
        found[left] = found.get(left, 0) + 1
        yield
    return {left: Fraction(n, count) for left, n in found.items()}


def _fight(battle: Battle) -> tuple[Survivors, Survivors]:
    """Fight one battle to its end without its consequences, and return the survivors."""
    sides = (battle.attacking, battle.defending)
    battle.prepare()
    while not any(side.is_empty() for side in sides):
        battle.strike(battle.roll(), {})
    return survivors_of(battle)


def survivors_of(battle: Battle) -> tuple[Survivors, Survivors]:
    """Return the units that both sides have at present."""
    a, d = (
        Survivors(side.forces, tuple(c.copy for c in side.champions)) for side in (battle.attacking, battle.defending)
    )
    return a, d
