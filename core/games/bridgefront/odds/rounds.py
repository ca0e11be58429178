"""The combat rounds of a battle over the conditions of its sides, up to exact chances of the ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.combat.volley import NO_ORDER
from core.games.bridgefront.odds.damage import HitModel, HitResults, SideState
from core.games.bridgefront.odds.dice import BattleSides, result_counts
from core.games.bridgefront.odds.outcomes import End, EndsAndRemainder, Interruptible, Survivors, follow_to_ends


class RoundPosition(NamedTuple):
    """The conditions of both sides before a combat round."""

    is_first_round: bool
    attacking: SideState
    defending: SideState


class Rounds:
    """A battle before its dice, with the possible results of its combat rounds for both sides."""

    def __init__(self, battle: Battle) -> None:
        self._sides = BattleSides(battle)
        self.under = (self._hit_model(battle, 0), self._hit_model(battle, 1))
        self.reachable_states: tuple[HitResults, HitResults] = ({}, {})
        """All conditions that each side may reach, with the results of one more hit.

        They are empty until `compute_states` has run.
        """
        self._hits: dict[tuple[int, bool, int, int, bool], tuple[int, ...]] = {}

    def compute_states(self) -> Interruptible[None]:
        """Compute all conditions that both sides may reach."""
        attacking = yield from self.under[0].reachable_states()
        defending = yield from self.under[1].reachable_states()
        self.reachable_states = (attacking, defending)

    def _hit_model(self, battle: Battle, i: int) -> HitModel:
        side, enemy = self._sides.sides[i], self._sides.sides[1 - i]
        aimed, order = (
            (-1, enemy.focus) if enemy.focus != NO_ORDER else (enemy.chosen_hits, battle.state.order[enemy.seat])
        )
        return HitModel(side.forces, side.champions, self._sides.guards(side.champions), aimed, order)

    @property
    def size(self) -> int:
        """The number of positions that the battle may reach."""
        return len(self.reachable_states[0]) * len(self.reachable_states[1])

    @property
    def start(self) -> RoundPosition:
        """The position before the first combat round."""
        return RoundPosition(True, self.under[0].start, self.under[1].start)

    def hits(self, i: int, first: bool, own: SideState, opposed: bool) -> tuple[int, ...]:
        """Return the number of dice results in which side i rolls 0, 1, 2 ... hits.

        Its dice depend on the side itself and on whether Champions oppose it.
        """
        key = (i, first, own.forces, own.champions_mask, opposed)
        if key not in self._hits:
            hp: list[Sequence[int]] = [[c.hp * opposed for c in champions] for champions in self._sides.champions]
            hp[i] = [c.hp * (own.champions_mask >> n & 1) for n, c in enumerate(self._sides.champions[i])]
            self._sides.set_up(first, [own.forces] * 2, hp)
            self._hits[key] = result_counts(tuple((hits_on, n) for _, hits_on, n in self._sides.dice(i)))
        return self._hits[key]

    def end_of(self, position: RoundPosition) -> End | None:
        """Return the survivors of both sides if the position is an end, else None."""
        _, a, d = position
        return self.survivors_of(a, d) if a.is_beaten or d.is_beaten else None

    def survivors_of(self, attacking: SideState, defending: SideState) -> End:
        """Return the survivors of both sides."""
        a, d = (
            Survivors(stand.forces, tuple(c.copy for n, c in enumerate(champions) if stand.champions_mask >> n & 1))
            for stand, champions in zip((attacking, defending), self._sides.champions)
        )
        return a, d


class ExactBattle:
    """A small battle that is counted in fractions."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self._hit_effects: dict[tuple[int, SideState, tuple[int, ...]], dict[SideState, Fraction]] = {}

    def ends(self) -> Interruptible[EndsAndRemainder]:
        """Return every possible end with its chance; nothing is left out."""
        return follow_to_ends(self.rounds.start, self.rounds.end_of, _rank, self._next_positions)

    def _next_positions(self, position: RoundPosition) -> dict[RoundPosition, Fraction]:
        """Return the possible positions after the next combat round, with their chances."""
        first, a, d = position
        on_attacker = self._hit_effect(0, a, self.rounds.hits(1, first, d, bool(a.champions_mask)))
        on_defender = self._hit_effect(1, d, self.rounds.hits(0, first, a, bool(d.champions_mask)))
        return {RoundPosition(False, x, y): p * q for x, p in on_attacker.items() for y, q in on_defender.items()}

    def _hit_effect(self, i: int, stand: SideState, ways: tuple[int, ...]) -> dict[SideState, Fraction]:
        """Return the possible conditions of side i after the hits of a combat round, with their chances."""
        key = (i, stand, ways)
        if key not in self._hit_effects:
            found: dict[SideState, Fraction] = {}
            now, among = {stand: Fraction(1)}, sum(ways)
            for of in ways:
                for then, p in now.items():
                    found[then] = found.get(then, Fraction()) + p * Fraction(of, among)
                now = self._apply_hit(i, now)
            self._hit_effects[key] = found
        return self._hit_effects[key]

    def _apply_hit(self, i: int, now: dict[SideState, Fraction]) -> dict[SideState, Fraction]:
        found: dict[SideState, Fraction] = {}
        for stand, p in now.items():
            for then, q in self.rounds.reachable_states[i][stand]:
                found[then] = found.get(then, Fraction()) + p * q
        return found


def _rank(position: RoundPosition) -> tuple[int, ...]:
    first, a, d = position
    return (
        not first,
        -a.unit_count - d.unit_count,
        a.random_hits + d.random_hits,
        -sum(a.aimed_hp) - sum(d.aimed_hp),
        a.guards_used + d.guards_used,
    )
