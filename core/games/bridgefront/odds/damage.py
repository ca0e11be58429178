"""One side of a battle under fire, hit by hit, without asking which Champion has taken which hit before it falls.

A hit at random makes all units with HP left equally likely. So as long as Champions stand it is enough to know how many
hits they have taken *together*: each way of sharing these out that has killed nobody is as likely as any other, whoever
else has fallen and whenever. A side then has far fewer stands than ways to hold its HP (four Champions of 5 HP: 144
instead of 1,296), and the chances are still exact.

Hits that follow a target order come before all others (10, 11.4c) and leave no choice: they are played out one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from core.games.bridgefront.odds.outcomes import Counting
from core.games.bridgefront.state import Champion
from core.games.bridgefront.volley import Volley

AT_A_TIME = 80
"""So many stands are worked out before the caller may do something else: a few milliseconds."""


class Stand(NamedTuple):
    """A side after some hits, as far as it can be told. Champions are counted by arrival."""

    forces: int
    standing: int
    """A bit for each Champion that stands."""
    hurt: int = 0
    """Hits that the standing Champions have taken together since hits began to fall at random."""
    guarded: int = 0
    """Bodyguards that have been used; all of them once there is no Force left to step in."""
    aimed: tuple[int, ...] = ()
    """HP of each Champion, as long as hits follow a target order."""

    @property
    def beaten(self) -> bool:
        """Whether nobody is left."""
        return not self.forces and not self.standing

    @property
    def units(self) -> int:
        """How many units are left."""
        return self.forces + self.standing.bit_count()


Chain = dict[Stand, list[tuple[Stand, Fraction]]]
"""What one more hit may leave of each stand, with its chance."""


class UnderFire:
    """What hits make of a side: `after` is one hit, `start` the side before the first.

    The first `aimed` hits follow the target order, all of them where it is negative; `guards` are its Bodyguards.
    """

    def __init__(
        self, forces: int, champions: Sequence[Champion], guards: Sequence[int], aimed: int, order: int
    ) -> None:
        self.guards = len(guards)
        self._orders: dict[tuple[int, int], int] = {}
        self._aimed: dict[Stand, Stand] = {}
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

    def _stand(self, forces: int, hp: tuple[int, ...], used: int, aimed: int) -> Stand:
        standing = sum(1 << i for i, left in enumerate(hp) if left)
        return Stand(forces, standing, 0, used if forces else self.guards, hp if aimed else ())

    def after(self, now: Stand) -> list[tuple[Stand, Fraction]]:
        """Everything that the next hit may leave, with its chance; hits on nobody are lost (C2)."""
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

    def _fewer(self, now: Stand, guard: int) -> Stand:
        forces = now.forces - 1
        return now._replace(forces=forces, guarded=now.guarded + guard if forces else self.guards)

    def _wound(self, now: Stand) -> list[tuple[Stand, Fraction]]:
        """A hit on a Champion: the last of one of them, or of none."""
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
        """In how many orders so many hits fall on these Champions and kill none."""
        if not standing:
            return int(not hurt)
        key = (standing, hurt)
        if key not in self._orders:
            last = standing.bit_length() - 1
            rest = standing ^ 1 << last
            most = min(hurt, self.hp[last] - 1)
            self._orders[key] = sum(comb(hurt, n) * self._ways(rest, hurt - n) for n in range(most + 1))
        return self._orders[key]

    def stands(self) -> Counting[Chain]:
        """All that the side may come to, and what a hit then leaves; some at a time."""
        found: Chain = {}
        front = [self.start]
        while front:
            now = front.pop()
            if now not in found:
                found[now] = self.after(now)
                front += [then for then, _ in found[now]]
                if len(found) % AT_A_TIME == 0:
                    yield
        return found
