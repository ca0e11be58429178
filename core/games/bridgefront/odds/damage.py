"""One side of a battle under fire, hit by hit, without a record of which Champion took which hit.

A hit at random is equally likely on each unit with HP left. So as long as Champions survive, it is enough to know the
number of hits that they have taken *together*. Each way of distributing these hits that has killed nobody is as likely
as any other. It does not matter which other units have died, and when. A side then has far fewer conditions than there
are ways to distribute its HP, and the chances are still exact. For four Champions of 5 HP, there are 144 conditions
instead of 1,296.

Hits that follow a target order come before all others and leave no choice. They are applied one by one (10, 11.4c).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from core.games.bridgefront.combat.volley import Volley
from core.games.bridgefront.odds.outcomes import Interruptible
from core.games.bridgefront.state import Champion

STATES_PER_SLICE = 80
"""Number of conditions computed in a few milliseconds, before the caller may do something else."""


class SideState(NamedTuple):
    """The known condition of a side after some hits.

    Champions are numbered in order of arrival.
    """

    forces: int
    champions_mask: int
    """The bit mask of the Champions that survive."""
    random_hits: int = 0
    """Number of hits that the surviving Champions have taken together since hits began to be random."""
    guards_used: int = 0
    """Number of Bodyguards that have been used.

    All of them count as used when no Force is left to take a hit.
    """
    aimed_hp: tuple[int, ...] = ()
    """The HP of each Champion, as long as hits follow a target order."""

    @property
    def is_beaten(self) -> bool:
        """True if no unit is left."""
        return not self.forces and not self.champions_mask

    @property
    def unit_count(self) -> int:
        """The number of units left."""
        return self.forces + self.champions_mask.bit_count()


HitResults = dict[SideState, list[tuple[SideState, Fraction]]]
"""The possible results of one more hit on each condition, with their chances."""


class HitModel:
    """A model of the hits on one side: `results_of_hit` applies one hit, and `start` is the side before the first.

    The first `aimed` hits follow the target order, or all hits if it is negative. `guards` is the number of Bodyguards.
    """

    def __init__(
        self, forces: int, champions: Sequence[Champion], guards: Sequence[int], aimed: int, order: int
    ) -> None:
        self.guards = len(guards)
        self._orders: dict[tuple[int, int], int] = {}
        self._aimed: dict[SideState, SideState] = {}
        hp, used = tuple(c.hp for c in champions), 0
        self.start = now = self._side_state(forces, hp, used, aimed)
        while aimed and not now.is_beaten:
            aimed -= 1
            there = [c._replace(hp=left) for c, left in zip(champions, hp)]
            volley = Volley(forces, there, guards[used:], (), 0)
            volley.apply_hit(volley.next_target(order), 0)
            forces, hp, used = volley.forces, tuple(volley.hp.values()), used + len(volley.guards_used)
            self._aimed[now] = now = self._side_state(forces, hp, used, aimed)
        self.hp = hp
        """The HP of each Champion when hits begin to be random."""

    def _side_state(self, forces: int, hp: tuple[int, ...], used: int, aimed: int) -> SideState:
        standing = sum(1 << i for i, left in enumerate(hp) if left)
        return SideState(forces, standing, 0, used if forces else self.guards, hp if aimed else ())

    def results_of_hit(self, now: SideState) -> list[tuple[SideState, Fraction]]:
        """Return all possible results of the next hit, with their chances.

        Hits on a side without units are lost (C2).
        """
        if now.is_beaten:
            return [(now, Fraction(1))]
        if now.aimed_hp:
            return [(self._aimed[now], Fraction(1))]
        champions = now.champions_mask.bit_count()
        found = [(self._with_one_force_less(now, 0), Fraction(now.forces, now.unit_count))] if now.forces else []
        if champions and now.guards_used < self.guards:
            found.append((self._with_one_force_less(now, 1), Fraction(champions, now.unit_count)))
        elif champions:
            found += self._wound_champion(now)
        return found

    def _with_one_force_less(self, now: SideState, guard: int) -> SideState:
        forces = now.forces - 1
        return now._replace(forces=forces, guards_used=now.guards_used + guard if forces else self.guards)

    def _wound_champion(self, now: SideState) -> list[tuple[SideState, Fraction]]:
        """Return the possible results of a hit on a Champion, with their chances.

        The hit takes the last HP of one of the Champions, or kills none.
        """
        orders = self._order_count(now.champions_mask, now.random_hits)
        every = now.unit_count * orders
        lasting = now.champions_mask.bit_count() * orders
        found = []
        for i, hp in enumerate(self.hp):
            if now.champions_mask >> i & 1 and now.random_hits >= hp - 1:
                others, hurt = now.champions_mask ^ 1 << i, now.random_hits - hp + 1
                falls = comb(now.random_hits, hp - 1) * self._order_count(others, hurt)
                lasting -= falls
                if falls:
                    found.append((now._replace(champions_mask=others, random_hits=hurt), Fraction(falls, every)))
        return [*found, (now._replace(random_hits=now.random_hits + 1), Fraction(lasting, every))] if lasting else found

    def _order_count(self, standing: int, hurt: int) -> int:
        """Return the number of orders in which `hurt` hits can fall on these Champions without killing one."""
        if not standing:
            return int(not hurt)
        key = (standing, hurt)
        if key not in self._orders:
            last = standing.bit_length() - 1
            rest = standing ^ 1 << last
            most = min(hurt, self.hp[last] - 1)
            self._orders[key] = sum(comb(hurt, n) * self._order_count(rest, hurt - n) for n in range(most + 1))
        return self._orders[key]

    def reachable_states(self) -> Interruptible[HitResults]:
        """Return all conditions that the side may reach, with the results of one more hit.

        They are computed some at a time.
        """
        found: HitResults = {}
        front = [self.start]
        while front:
            now = front.pop()
            if now not in found:
                found[now] = self.results_of_hit(now)
                front += [then for then, _ in found[now]]
                if len(found) % STATES_PER_SLICE == 0:
                    yield
        return found
