"""The two sides of a battle, and the hits of one combat round on one of them (rules 11.4c)."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.chance.beacon import Stream
from core.games.bridgefront.state import Champion

TARGET_ORDERS = ("weakest", "strongest", "forces")
"""The target orders (C10).

The first two put the weakest or the strongest Champion first, and all Champions before the Forces. The third puts the
Forces first, then the Champions as in the first.
"""
WEAKEST, STRONGEST, FORCES_FIRST = range(3)
NO_ORDER = -1


class Side:
    """One side of a battle: its units at the start of the combat round, and its attached effects (C9)."""

    __slots__ = ("battle_cry", "champions", "chosen_hits", "focus", "forces", "hits", "is_smoked", "seat", "shock")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.forces = 0
        self.champions: list[Champion] = []
        self.battle_cry = 0
        self.is_smoked = 0
        self.shock = 0
        self.focus = NO_ORDER
        """The target order for all hits of the side (Focus Fire)."""
        self.chosen_hits = 0
        """Number of the side's next hits that follow the standing target order (Tactical Hand)."""
        self.hits: list[int] = []
        """The unit that rolled each hit of this combat round: a Champion's copy, or 0 for a Force."""

    def is_empty(self) -> bool:
        """Return True if the side has no units left."""
        return not self.forces and not self.champions


class Volley:
    """One side under fire, after the hits that it has already taken in this combat round.

    `guards` are its Bodyguards that have not been used in this battle. `plated` are its Champions in Gold Plated Armor.
    `gold` is the gold that its player can use to pay damage off. A target is a Champion's copy, or 0 for a Force.
    """

    __slots__ = ("forces", "gold", "guards", "guards_used", "hp", "last_hitter", "paid_damage", "plated")

    def __init__(
        self, forces: int, champions: Sequence[Champion], guards: Sequence[int], plated: Sequence[int], gold: int
    ) -> None:
        self.forces = forces
        self.hp: dict[int, int] = {c.copy: c.hp for c in champions} if champions else {}
        """The remaining HP of each Champion by copy, in order of arrival."""
        self.guards = guards
        self.guards_used: list[int] = []
        self.plated = plated
        self.gold = gold
        self.paid_damage: dict[int, int] = {}
        """The damage that was paid off, by copy."""
        self.last_hitter: dict[int, int] = {}
        """The unit that rolled the hit that took the last HP, by copy."""

    def is_beaten(self) -> bool:
        """Return True if nobody has HP left: further hits are lost (C2)."""
        return not self.forces and not any(self.hp.values())

    def is_alive(self, target: int) -> bool:
        """Return True if the target has HP left."""
        return self.hp.get(target, 0) > 0 if target else self.forces > 0

    def capacity(self) -> int:
        """Return the number of hits that are needed to beat all units."""
        return self.forces + sum(self.hp.values()) + (self.gold // 2 if self.plated else 0)

    def random_target(self, stream: Stream) -> int:
        """Return a random target (C3).

        Every unit with HP left is equally likely, whether it is a Champion or a Force.
        """
        if not self.hp:
            return 0
        standing = [copy for copy, hp in self.hp.items() if hp]
        i = stream.uniform(self.forces + len(standing)) - self.forces
        return standing[i] if i >= 0 else 0

    def next_target(self, order: int) -> int:
        """Return the next target of a target order; equal Champions follow in order of arrival (C10)."""
        if order == FORCES_FIRST and self.forces:
            return 0
        best = 0
        for copy, hp in self.hp.items():
            if hp and (not best or (hp > self.hp[best] if order == STRONGEST else hp < self.hp[best])):
                best = copy
        return best

    def apply_hit(self, target: int, roller: int) -> int:
        """Apply a hit to the target, and return the unit that takes it.

        A Force may take the hit in place of a guarded Champion.
        """
        if target and self.forces and len(self.guards_used) < len(self.guards):
            self.guards_used.append(self.guards[len(self.guards_used)])
            target = 0
        if not target:
            self.forces -= 1
        elif target in self.plated and self.gold >= 2:
            self.gold -= 2
            self.paid_damage[target] = self.paid_damage.get(target, 0) + 1
        else:
            self.hp[target] -= 1
            if not self.hp[target]:
                self.last_hitter[target] = roller
        return target
