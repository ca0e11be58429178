"""Large battles, in which the weights of one side's conditions are packed into one whole number.

All of them are counted together. A weight is a whole number of 2^-38 in a slot of 64 bits. A chance is a whole number
of 2^-24. A product of a weight and a chance fits into its slot. So does the sum of any number of such products that
belong to different outcomes. Therefore one multiplication of Python's long integers advances every condition of one
side by a step.

Rounding down and leaving out positions of almost no weight cause a small loss. That loss is never more than the
difference between the final sum and the whole.
"""

from __future__ import annotations

import struct
from fractions import Fraction

from core.games.bridgefront.odds.damage import SideState
from core.games.bridgefront.odds.outcomes import Ends, Interruptible
from core.games.bridgefront.odds.rounds import Rounds

SLOT, WEIGHT, CHANCE = 64, 38, 24
ONE = (1 << WEIGHT) - 1
MIN_WEIGHT = 1 << WEIGHT - 23
"""Minimum weight of a position that is followed."""
SLOTS_PER_SLICE = 300_000
"""Approximate number of slots after which the caller may do something else, every few milliseconds."""
MULTIPLICATION_COST = 40
"""Fixed cost of one multiplication in slots, however few slots there are."""
UNPACK_COST = 30
"""Cost of examining each slot of a row, in multiplications."""
END_COST = 8
"""Cost of an end given in fractions, in multiplications."""

Row = dict[int, int]
"""The slots of the packed side for each condition of the other side, by the number of that condition."""
UnpackedRows = dict[int, list[tuple[int, int]]]
"""The unpacked form of a `Row`, as (condition of the packed side, weight)."""
HitDistribution = list[tuple[int, int]]
"""The chance of each number of hits, as (hits, chance), without almost impossible numbers."""


class PackedBattle:
    """A large battle; the side with fewer conditions is packed, and the other side has the rows."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        chains = rounds.reachable_states
        self.packed = 0 if len(chains[0]) <= len(chains[1]) else 1
        self.states = [sorted(chain, key=_weakness_sort_key) for chain in chains]
        numbers = [{stand: n for n, stand in enumerate(stands)} for stands in self.states]
        self.steps = [
            [[(number[then], (p.numerator << CHANCE) // p.denominator) for then, p in chain[stand]] for stand in stands]
            for stands, number, chain in zip(self.states, numbers, chains)
        ]
        """The possible results of one hit on each condition of each side, as (number of condition, chance)."""
        self.side_masks = [number[side.start] for number, side in zip(numbers, rounds.under)]
        self.slots = len(self.states[self.packed])
        self.weights = self._slot_mask(WEIGHT)
        self.chances = self._slot_mask(CHANCE)
        self._hits_computed = [[ONE << SLOT * n for n in range(self.slots)]]
        self._distributions: dict[tuple[int, bool, int, int, bool], HitDistribution] = {}
        self._hit_effects: dict[tuple[int, bool, int, int, bool], int] = {}
        self._work = 0

    def _slot_mask(self, bits: int) -> int:
        return int.from_bytes(((1 << bits) - 1).to_bytes(SLOT // 8, "little") * self.slots, "little")

    def ends(self) -> Interruptible[tuple[Ends, Fraction]]:
        """Return every possible end with its chance, and the total weight that was not followed."""
        found: dict[tuple[int, int], int] = {}
        now: UnpackedRows = {self.side_masks[1 - self.packed]: [(self.side_masks[self.packed], ONE)]}
        first = True
        while now:
            struck = yield from self._strike_packed(now, first)
            rows = yield from self._strike_rows(struck)
            now = yield from self._unpack_rows(rows, found)
            first = False
        ends: Ends = {}
        for at, weight in found.items():
            attacking, defending = at if not self.packed else at[::-1]
            left = self.rounds.survivors_of(self.states[0][attacking], self.states[1][defending])
            ends[left] = ends.get(left, Fraction()) + Fraction(weight, ONE + 1)
            yield from self._count_work(END_COST)
        return ends, 1 - sum(ends.values(), Fraction())

    # One combat round -------------------------------------------------------------------------------------------------

    def _strike_packed(self, now: UnpackedRows, first: bool) -> Interruptible[list[Row]]:
        """Apply the hits of the rows to the packed side.

        The result is grouped by the number of return hits that are still to be applied.
        """
        packed, other = self.packed, 1 - self.packed
        waiting: list[Row] = []
        for row, cells in now.items():
            own = self.states[other][row]
            by_dice: dict[tuple[int, int], int] = {}
            for n, weight in cells:
                stand = self.states[packed][n]
                fall = yield from self._hit_effect(n, first, own)
                key = (stand.forces, stand.champions_mask)
                by_dice[key] = by_dice.get(key, 0) + weight * fall
                yield from self._count_work(1)
            for (forces, standing), sums in by_dice.items():
                slots = sums >> CHANCE & self.weights
                law = self._hit_distribution(packed, first, SideState(forces, standing), bool(own.champions_mask))
                waiting.extend({} for _ in range(law[-1][0] + 1 - len(waiting)))
                for hits, chance in law:
                    waiting[hits][row] = waiting[hits].get(row, 0) + slots * chance
                yield from self._count_work(len(law))
        return waiting

    def _strike_rows(self, waiting: list[Row]) -> Interruptible[Row]:
        """Apply the hits of the packed side to the rows.

        The rows that take the most hits come first. After each hit on them, the rows that take one hit less join them.
        """
        rows: Row = {}
        for more in reversed(waiting):
            struck = dict(more)
            for row, slots in rows.items():
                steps = self.steps[1 - self.packed][row]
                for then, chance in steps:
                    struck[then] = struck.get(then, 0) + slots * chance
                yield from self._count_work(len(steps))
            rows = {row: sums >> CHANCE & self.weights for row, sums in struck.items()}
        return rows

    def _unpack_rows(self, rows: Row, found: dict[tuple[int, int], int]) -> Interruptible[UnpackedRows]:
        """Add the ends to `found`, and return the other positions whose weight is high enough to follow them."""
        packed, other = (self.states[i] for i in (self.packed, 1 - self.packed))
        cells: UnpackedRows = {}
        for row, slots in rows.items():
            over = other[row].is_beaten
            weights = struct.unpack(f"<{self.slots}Q", slots.to_bytes(self.slots * SLOT // 8, "little"))
            for n, weight in enumerate(weights):
                if weight and (over or packed[n].is_beaten):
                    found[n, row] = found.get((n, row), 0) + weight
                elif weight >= MIN_WEIGHT:
                    cells.setdefault(row, []).append((n, weight))
            yield from self._count_work(UNPACK_COST)
        return cells

    def _count_work(self, calls: int) -> Interruptible[None]:
        """Count `calls` multiplications as done; yield when enough work has accumulated."""
        self._work += calls * (self.slots + MULTIPLICATION_COST)
        if self._work >= SLOTS_PER_SLICE:
            self._work = 0
            yield

    # Hits -------------------------------------------------------------------------------------------------------------

    def _hit_distribution(self, i: int, first: bool, own: SideState, opposed: bool) -> HitDistribution:
        key = (i, first, own.forces, own.champions_mask, opposed)
        if key not in self._distributions:
            ways = self.rounds.hits(i, first, own, opposed)
            among = sum(ways)
            self._distributions[key] = [
                (hits, chance) for hits, of in enumerate(ways) if (chance := (of << CHANCE) // among)
            ]
        return self._distributions[key]

    def _hit_effect(self, n: int, first: bool, enemy: SideState) -> Interruptible[int]:
        """Return the effect of a combat round's hits on one condition of the packed side.

        The result has one chance per slot.
        """
        opposed = self.states[self.packed][n].champions_mask > 0
        key = (n, first, enemy.forces, enemy.champions_mask, opposed)
        if key not in self._hit_effects:
            law = self._hit_distribution(1 - self.packed, first, enemy, opposed)
            yield from self._compute_results(law[-1][0])
            sums = sum(chance * self._hits_computed[hits][n] for hits, chance in law)
            self._hit_effects[key] = sums >> WEIGHT & self.chances
            yield from self._count_work(len(law))
        return self._hit_effects[key]

    def _compute_results(self, hits: int) -> Interruptible[None]:
        """Compute the results of up to `hits` hits for each condition of the packed side.

        Each result has one weight per slot.
        """
        while len(self._hits_computed) <= hits:
            before, struck = self._hits_computed[-1], []
            for steps in self.steps[self.packed]:
                sums = sum(before[then] * chance for then, chance in steps)
                struck.append(sums >> CHANCE & self.weights)
                yield from self._count_work(len(steps))
            self._hits_computed.append(struck)


def _weakness_sort_key(stand: SideState) -> tuple[int, ...]:
    """Return a sort key that puts the weakest conditions lowest.

    The numbers of conditions then decrease as a battle proceeds.
    """
    return stand.unit_count, stand.champions_mask, -stand.random_hits, *stand[3:4], sum(stand.aimed_hp)
