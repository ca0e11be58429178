"""One side of a battle under fire, hit by hit, without tracking which Champion took which hit.

A hit at random makes all units with HP left equally likely. So while Champions survive it is enough to know the hits
they have taken *together*. Each way of sharing these out that has killed nobody is as likely as any other, regardless
of who else has fallen and when. A side then has far fewer conditions than ways to spread its HP (four Champions of 5
HP: 144 instead of 1,296), and the chances are still exact.

Hits that follow a target order come before all others and leave no choice: they are played out one by one (10, 11.4c).
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
"""Conditions computed before the caller may do something else: a few milliseconds."""


class SideState(NamedTuple):
    """Condition of a side after some hits, as far as it is known; Champions are numbered by arrival."""

    forces: int
    standing: int
    """Bit mask of the Champions that survive."""
    hurt: int = 0
    """Hits that the surviving Champions have taken together since hits began to fall at random."""
    guarded: int = 0
    """Bodyguards used; all of them once there is no Force left to step in."""
    aimed: tuple[int, ...] = ()
    """HP of each Champion, as long as hits follow a target order."""

    @property
    def beaten(self) -> bool:
        """True if nobody is left."""
        return not self.forces and not self.standing

    @property
    def units(self) -> int:
        """Number of units left."""
        return self.forces + self.standing.bit_count()


HitResults = dict[SideState, list[tuple[SideState, Fraction]]]
"""Possible results of one more hit on each condition, with their chances."""


class HitModel:
    """Effect of hits on a side: `after` is one hit, `start` the side before the first.

    The first `aimed` hits follow the target order, all of them where it is negative; `guards` are its Bodyguards.
    """

    def __init__(
        self, forces: int, champions: Sequence[Champion], guards: Sequence[int], aimed: int, order: int
    ) -> None:
        self.guards = len(guards)
        self._orders: dict[tuple[int, int], int] = {}
        self._aimed: dict[SideState, SideState] = {}
        hp, used = tuple(c.hp for c in champions), 0
        self.start = now = self._stand(forces, hp, used, aimed)
        while aimed and not now.beaten:
            aimed -= 1
            there = [c._replace(hp=left) for c, left in zip(champions, hp)]
            volley = Volley(forces, there, guards[used:], (), 0)
            volley.land(volley.in_order(order), 0)
            forces, hp, used = volley.forces, tuple(volley.hp.values()), used + len(volley.guards_used)
            self._aimed[now] = now = self._stand(forces, hp, used, aimed)
        self.hp = hp
        """HP of each Champion when hits begin to fall at random."""

    def _stand(self, forces: int, hp: tuple[int, ...], used: int, aimed: int) -> SideState:
        standing = sum(1 << i for i, left in enumerate(hp) if left)
        return SideState(forces, standing, 0, used if forces else self.guards, hp if aimed else ())

    def after(self, now: SideState) -> list[tuple[SideState, Fraction]]:
        """Return all results of the next hit, with their chances; hits on nobody are lost (C2)."""
        if now.beaten:
            return [(now, Fraction(1))]
        if now.aimed:
            return [(self._aimed[now], Fraction(1))]
        champions = now.standing.bit_count()
        found = [(self._fewer(now, 0), Fraction(now.forces, now.units))] if now.forces else []
        if champions and now.guarded < self.guards:
            found.append((self._fewer(now, 1), Fraction(champions, now.units)))
        elif champions:
            found += self._wound(now)
        return found

    def _fewer(self, now: SideState, guard: int) -> SideState:
        forces = now.forces - 1
        return now._replace(forces=forces, guarded=now.guarded + guard if forces else self.guards)

    def _wound(self, now: SideState) -> list[tuple[SideState, Fraction]]:
        """Return the results of a hit on a Champion: the last of one of them, or of none."""
        orders = self._ways(now.standing, now.hurt)
        every = now.units * orders
        lasting = now.standing.bit_count() * orders
        found = []
        for i, hp in enumerate(self.hp):
            if now.standing >> i & 1 and now.hurt >= hp - 1:
                others, hurt = now.standing ^ 1 << i, now.hurt - hp + 1
                falls = comb(now.hurt, hp - 1) * self._ways(others, hurt)
                lasting -= falls
                if falls:
                    found.append((now._replace(standing=others, hurt=hurt), Fraction(falls, every)))
        return [*found, (now._replace(hurt=now.hurt + 1), Fraction(lasting, every))] if lasting else found

    def _ways(self, standing: int, hurt: int) -> int:
        """Return the number of orders in which `hurt` hits fall on these Champions and kill none."""
        if not standing:
            return int(not hurt)
        key = (standing, hurt)
        if key not in self._orders:
            last = standing.bit_length() - 1
            rest = standing ^ 1 << last
            most = min(hurt, self.hp[last] - 1)
            self._orders[key] = sum(comb(hurt, n) * self._ways(rest, hurt - n) for n in range(most + 1))
        return self._orders[key]

    def stands(self) -> Interruptible[HitResults]:
        """Find all conditions that the side may reach and the results of a further hit; some at a time."""
        found: HitResults = {}
        front = [self.start]
        while front:
            now = front.pop()
            if now not in found:
                found[now] = self.after(now)
                front += [then for then, _ in found[now]]
                if len(found) % STATES_PER_SLICE == 0:
                    yield
        return found
