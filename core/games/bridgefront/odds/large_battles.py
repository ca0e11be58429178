"""Large battles: the weights of one side's stands lie side by side in one whole number, and are counted together.

A weight is a whole number of 2^-38 in a slot of 64 bits, a chance one of 2^-24: a product with a chance, and the sum of
any number of such products that belong to different ways, fits into its slot. So one multiplication of Python's long
integers carries every stand of one side a step further. What rounding down and what leaving out positions that weigh
next to nothing lose is never more than what is missing of the whole in the end.
"""

from __future__ import annotations

import struct
from fractions import Fraction

from core.games.bridgefront.odds.damage import Stand
from core.games.bridgefront.odds.outcomes import Counting, Ends
from core.games.bridgefront.odds.rounds import Rounds

SLOT, WEIGHT, CHANCE = 64, 38, 24
ONE = (1 << WEIGHT) - 1
LIGHT = 1 << WEIGHT - 23
"""A position that weighs less is not followed."""
BREATH = 300_000
"""After about so many slots the caller may do something else: some milliseconds."""
CALL = 40
"""One multiplication takes as long as that of so many slots, however few there are."""
APART = 30
"""Looking at each slot of a row takes as long as so many multiplications."""
FRACTION = 8
"""An end told in fractions, likewise."""

Row = dict[int, int]
"""For each stand of the other side, by its number, the slots of the packed side."""
Cells = dict[int, list[tuple[int, int]]]
"""The same taken apart: (stand of the packed side, weight)."""
Law = list[tuple[int, int]]
"""(hits, chance) for each number of hits that is not next to impossible."""


class Packed:
    """A large battle. The side with fewer stands is packed, the other has the rows."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        chains = rounds.chains
        self.packed = 0 if len(chains[0]) <= len(chains[1]) else 1
        self.stands = [sorted(chain, key=_strength) for chain in chains]
        numbers = [{stand: n for n, stand in enumerate(stands)} for stands in self.stands]
        self.steps = [
            [[(number[then], (p.numerator << CHANCE) // p.denominator) for then, p in chain[stand]] for stand in stands]
            for stands, number, chain in zip(self.stands, numbers, chains)
        ]
        """For each stand what a hit leaves."""
        self.full = [number[side.start] for number, side in zip(numbers, rounds.under)]
        self.slots = len(self.stands[self.packed])
        self.weights = self._mask(WEIGHT)
        self.chances = self._mask(CHANCE)
        self._struck = [[ONE << SLOT * n for n in range(self.slots)]]
        self._laws: dict[tuple[int, bool, int, int, bool], Law] = {}
        self._falls: dict[tuple[int, bool, int, int, bool], int] = {}
        self._work = 0

    def _mask(self, bits: int) -> int:
        return int.from_bytes(((1 << bits) - 1).to_bytes(SLOT // 8, "little") * self.slots, "little")

    def ends(self) -> Counting[tuple[Ends, Fraction]]:
        """Every end with its chance, and the weight of what was not followed."""
        found: dict[tuple[int, int], int] = {}
        now: Cells = {self.full[1 - self.packed]: [(self.full[self.packed], ONE)]}
        first = True
        while now:
            struck = yield from self._strike_packed(now, first)
            rows = yield from self._strike_rows(struck)
            now = yield from self._take_apart(rows, found)
            first = False
        ends: Ends = {}
        for at, weight in found.items():
            attacking, defending = at if not self.packed else at[::-1]
            left = self.rounds.left(self.stands[0][attacking], self.stands[1][defending])
            ends[left] = ends.get(left, Fraction()) + Fraction(weight, ONE + 1)
            yield from self._breathe(FRACTION)
        return ends, 1 - sum(ends.values(), Fraction())

    # One combat round -------------------------------------------------------------------------------------------------

    def _strike_packed(self, now: Cells, first: bool) -> Counting[list[Row]]:
        """The hits of the rows on the packed side; by how many hits come back, which are still to land."""
        packed, other = self.packed, 1 - self.packed
        waiting: list[Row] = []
        for row, cells in now.items():
            own = self.stands[other][row]
            by_dice: dict[tuple[int, int], int] = {}
            for n, weight in cells:
                stand = self.stands[packed][n]
                fall = yield from self._fall(n, first, own)
                key = (stand.forces, stand.standing)
                by_dice[key] = by_dice.get(key, 0) + weight * fall
                yield from self._breathe(1)
            for (forces, standing), sums in by_dice.items():
                slots = sums >> CHANCE & self.weights
                law = self._law(packed, first, Stand(forces, standing), bool(own.standing))
                waiting.extend({} for _ in range(law[-1][0] + 1 - len(waiting)))
                for hits, chance in law:
                    waiting[hits][row] = waiting[hits].get(row, 0) + slots * chance
                yield from self._breathe(len(law))
        return waiting

    def _strike_rows(self, waiting: list[Row]) -> Counting[Row]:
        """The hits of the packed side on the rows: the most first, joined by fewer and fewer, all one hit further."""
        rows: Row = {}
        for more in reversed(waiting):
            struck = dict(more)
            for row, slots in rows.items():
                steps = self.steps[1 - self.packed][row]
                for then, chance in steps:
                    struck[then] = struck.get(then, 0) + slots * chance
                yield from self._breathe(len(steps))
            rows = {row: sums >> CHANCE & self.weights for row, sums in struck.items()}
        return rows

    def _take_apart(self, rows: Row, found: dict[tuple[int, int], int]) -> Counting[Cells]:
        """Ends go to `found`; of the other positions those that weigh enough are to be followed."""
        packed, other = (self.stands[i] for i in (self.packed, 1 - self.packed))
        cells: Cells = {}
        for row, slots in rows.items():
            over = other[row].beaten
            weights = struct.unpack(f"<{self.slots}Q", slots.to_bytes(self.slots * SLOT // 8, "little"))
            for n, weight in enumerate(weights):
                if weight and (over or packed[n].beaten):
                    found[n, row] = found.get((n, row), 0) + weight
                elif weight >= LIGHT:
                    cells.setdefault(row, []).append((n, weight))
            yield from self._breathe(APART)
        return cells

    def _breathe(self, calls: int) -> Counting[None]:
        """So many multiplications have been done: stops when they have become enough."""
        self._work += calls * (self.slots + CALL)
        if self._work >= BREATH:
            self._work = 0
            yield

    # Hits -------------------------------------------------------------------------------------------------------------

    def _law(self, i: int, first: bool, own: Stand, opposed: bool) -> Law:
        key = (i, first, own.forces, own.standing, opposed)
        if key not in self._laws:
            ways = self.rounds.hits(i, first, own, opposed)
            among = sum(ways)
            self._laws[key] = [(hits, chance) for hits, of in enumerate(ways) if (chance := (of << CHANCE) // among)]
        return self._laws[key]

    def _fall(self, n: int, first: bool, enemy: Stand) -> Counting[int]:
        """What the hits of a combat round leave of a stand of the packed side: a chance in each slot."""
        opposed = self.stands[self.packed][n].standing > 0
        key = (n, first, enemy.forces, enemy.standing, opposed)
        if key not in self._falls:
            law = self._law(1 - self.packed, first, enemy, opposed)
            yield from self._reach(law[-1][0])
            sums = sum(chance * self._struck[hits][n] for hits, chance in law)
            self._falls[key] = sums >> WEIGHT & self.chances
            yield from self._breathe(len(law))
        return self._falls[key]

    def _reach(self, hits: int) -> Counting[None]:
        """What up to so many hits leave of each stand of the packed side: a weight in each slot."""
        while len(self._struck) <= hits:
            before, struck = self._struck[-1], []
            for steps in self.steps[self.packed]:
                sums = sum(before[then] * chance for then, chance in steps)
                struck.append(sums >> CHANCE & self.weights)
                yield from self._breathe(len(steps))
            self._struck.append(struck)


def _strength(stand: Stand) -> tuple[int, ...]:
    """The weakest stands lie lowest, so that the numbers grow shorter as a battle goes on."""
    return stand.units, stand.standing, -stand.hurt, *stand[3:4], sum(stand.aimed)
