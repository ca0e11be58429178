"""The combat rounds of a battle over the conditions of its sides, up to exact chances of the ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.combat.volley import NO_ORDER
from core.games.bridgefront.odds.damage import HitModel, HitResults, SideState
from core.games.bridgefront.odds.dice import BattleSides, ways_of
from core.games.bridgefront.odds.outcomes import End, EndsAndRemainder, Interruptible, Survivors, follow_to_ends


class RoundPosition(NamedTuple):
    """The conditions of both sides before a combat round."""

    first: bool
    attacking: SideState
    defending: SideState


class Rounds:
    """A battle before its dice, with the possible results of its combat rounds for both sides."""

    def __init__(self, battle: Battle) -> None:
        self._sides = BattleSides(battle)
        self.under = (self._under(battle, 0), self._under(battle, 1))
        self.chains: tuple[HitResults, HitResults] = ({}, {})
        """All conditions that each side may reach, with the results of one more hit.

        They are empty until `unfold` has run.
        """
        self._hits: dict[tuple[int, bool, int, int, bool], tuple[int, ...]] = {}

    def unfold(self) -> Interruptible[None]:
        """Compute all conditions that both sides may reach."""
        attacking = yield from self.under[0].stands()
        defending = yield from self.under[1].stands()
        self.chains = (attacking, defending)

    def _under(self, battle: Battle, i: int) -> HitModel:
        side, enemy = self._sides.sides[i], self._sides.sides[1 - i]
        aimed, order = (-1, enemy.focus) if enemy.focus != NO_ORDER else (enemy.chosen, battle.state.order[enemy.seat])
        return HitModel(side.forces, side.champions, self._sides.guards(side.champions), aimed, order)

    @property
    def size(self) -> int:
        """The number of positions that the battle may reach."""
        return len(self.chains[0]) * len(self.chains[1])

    @property
    def start(self) -> RoundPosition:
        """The position before the first combat round."""
        return RoundPosition(True, self.under[0].start, self.under[1].start)

    def hits(self, i: int, first: bool, own: SideState, opposed: bool) -> tuple[int, ...]:
        """Return the number of dice results in which side i rolls 0, 1, 2 ... hits.

        Its dice depend on the side itself and on whether Champions oppose it.
        """
        key = (i, first, own.forces, own.standing, opposed)
        if key not in self._hits:
            hp: list[Sequence[int]] = [[c.hp * opposed for c in champions] for champions in self._sides.champions]
            hp[i] = [c.hp * (own.standing >> n & 1) for n, c in enumerate(self._sides.champions[i])]
            self._sides.set_up(first, [own.forces] * 2, hp)
            self._hits[key] = ways_of(tuple((hits_on, n) for _, hits_on, n in self._sides.dice(i)))
        return self._hits[key]

    def end(self, position: RoundPosition) -> End | None:
        """Return the survivors of both sides if the position is an end, else None."""
        _, a, d = position
        return self.left(a, d) if a.beaten or d.beaten else None

    def left(self, attacking: SideState, defending: SideState) -> End:
        """Return the survivors of both sides."""
        a, d = (
            Survivors(stand.forces, tuple(c.copy for n, c in enumerate(champions) if stand.standing >> n & 1))
            for stand, champions in zip((attacking, defending), self._sides.champions)
        )
        return a, d


class ExactBattle:
    """A small battle that is counted in fractions."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self._falls: dict[tuple[int, SideState, tuple[int, ...]], dict[SideState, Fraction]] = {}

    def ends(self) -> Interruptible[EndsAndRemainder]:
        """Return every possible end with its chance; nothing is left out."""
        return follow_to_ends(self.rounds.start, self.rounds.end, _rank, self._shares)

    def _shares(self, position: RoundPosition) -> dict[RoundPosition, Fraction]:
        """Return the possible positions after the next combat round, with their chances."""
        first, a, d = position
        on_attacker = self._fall(0, a, self.rounds.hits(1, first, d, bool(a.standing)))
        on_defender = self._fall(1, d, self.rounds.hits(0, first, a, bool(d.standing)))
        return {RoundPosition(False, x, y): p * q for x, p in on_attacker.items() for y, q in on_defender.items()}

    def _fall(self, i: int, stand: SideState, ways: tuple[int, ...]) -> dict[SideState, Fraction]:
        """Return the possible conditions of side i after the hits of a combat round, with their chances."""
        key = (i, stand, ways)
        if key not in self._falls:
            found: dict[SideState, Fraction] = {}
            now, among = {stand: Fraction(1)}, sum(ways)
            for of in ways:
                for then, p in now.items():
                    found[then] = found.get(then, Fraction()) + p * Fraction(of, among)
                now = self._apply_hit(i, now)
            self._falls[key] = found
        return self._falls[key]

    def _apply_hit(self, i: int, now: dict[SideState, Fraction]) -> dict[SideState, Fraction]:
        found: dict[SideState, Fraction] = {}
        for stand, p in now.items():
            for then, q in self.rounds.chains[i][stand]:
                found[then] = found.get(then, Fraction()) + p * q
        return found


def _rank(position: RoundPosition) -> tuple[int, ...]:
    first, a, d = position
    return not first, -a.units - d.units, a.hurt + d.hurt, -sum(a.aimed) - sum(d.aimed), a.guarded + d.guarded
