"""The odds of battles with Gold Plated Armor, in which gold counts.

The engine fights each combat round in every way.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import NamedTuple

from core.engine.chance.exact import ScriptedChance, TooManyPathsError, exact_distribution
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.combat.deaths import StolenChampion
from core.games.bridgefront.odds.dice import BattleSides, result_counts
from core.games.bridgefront.odds.outcomes import End, EndsAndRemainder, Interruptible, Survivors, follow_to_ends
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Mark

MAX_FIGHTS = 3_000
"""Maximum number of combat rounds that are fought to count one battle."""

RolledHits = tuple[tuple[int, ...], tuple[int, ...]]
"""The hits of the attacker and of the defender, given by the unit that rolled them."""


class Units(NamedTuple):
    """The units of one side at some moment.

    The fields are the Forces, the Champions' HP in order of arrival, the used Bodyguards, and the hits that are still
    to be directed.
    """

    forces: int
    hp: tuple[int, ...]
    used: tuple[int, ...]
    chosen_hits: int

    @property
    def is_beaten(self) -> bool:
        """True if no unit is left."""
        return not self.forces and not any(self.hp)


class ArmoredPosition(NamedTuple):
    """A position of such a battle: both sides before a combat round.

    It also contains the gold of both, the remaining marks, and the Champions that were won over.
    """

    is_first_round: bool
    attacking: Units
    defending: Units
    gold: tuple[int, int]
    marks: tuple[Mark, ...]
    stolen: tuple[StolenChampion, ...]


def restore_battle(
    state: Bridgefront, picks: ScriptedChance, hex_: int, attacker: int, defender: int, siege: bool
) -> Battle:
    """Return a battle whose randomness follows `picks`."""
    step = Step(state, bytes(32))
    step.chance = picks  # type: ignore[assignment]
    return Battle(step, hex_, attacker, defender, siege)


def has_gold_armor(battle: Battle) -> bool:
    """Return True if a Champion in the battle wears Gold Plated Armor."""
    champions = battle.attacking.champions + battle.defending.champions
    return any(battle.state.marks_of_kind("plated", what=c.copy) for c in champions)


class ArmoredBattle:
    """A battle with Gold Plated Armor, counted by fighting its combat rounds.

    Raises `TooManyPathsError` if there are too many outcomes.
    """

    def __init__(self, battle: Battle) -> None:
        self.sides = BattleSides(battle)
        self.start = _position_of(battle, self.sides, True)
        self.battle = battle
        self.fights = 0

    def ends(self) -> Interruptible[EndsAndRemainder]:
        """Return every possible end with its chance; nothing is left out."""
        return follow_to_ends(self.start, self._end, _rank, self._next_positions)

    def _end(self, position: ArmoredPosition) -> End | None:
        if not (position.attacking.is_beaten or position.defending.is_beaten):
            return None
        a, d = (
            Survivors(units.forces, tuple(c.copy for c, hp in zip(champions, units.hp) if hp))
            for units, champions in zip((position.attacking, position.defending), self.sides.champions)
        )
        return a, d

    def _next_positions(self, position: ArmoredPosition) -> dict[ArmoredPosition, Fraction]:
        """Return the possible positions after the next combat round, with their chances."""
        found: dict[ArmoredPosition, Fraction] = {}
        for rolled, p in self._rolls(position):
            left = MAX_FIGHTS - self.fights
            if left <= 0:
                raise TooManyPathsError
            for then, q in exact_distribution(partial(self._fight, position, rolled), left).items():
                found[then] = found.get(then, Fraction()) + p * q
        return found

    def _rolls(self, position: ArmoredPosition) -> list[tuple[RolledHits, Fraction]]:
        """Return the possible hits of both sides, with the chance of each.

        The hits are given by the unit that rolled them.
        """
        sides = (position.attacking, position.defending)
        self.sides.set_up(position.is_first_round, [units.forces for units in sides], [units.hp for units in sides])
        found: list[tuple[RolledHits, Fraction]] = [(((), ()), Fraction(1))]
        for i in (0, 1):
            for copy, hits_on, n in self.sides.dice(i):
                ways = result_counts(((hits_on, n),))
                found = [
                    (
                        (rolled[0] + hit, rolled[1]) if i == 0 else (rolled[0], rolled[1] + hit),
                        p * Fraction(of, sum(ways)),
                    )
                    for rolled, p in found
                    for hit, of in (((copy,) * hits, of) for hits, of in enumerate(ways))
                ]
        return found

    def _fight(self, position: ArmoredPosition, rolled: RolledHits, picks: ScriptedChance) -> ArmoredPosition:
        self.fights += 1
        now = self.battle
        battle = restore_battle(now.state.clone(), picks, now.hex, now.attacker, now.defender, now.siege)
        self._restore(battle, position)
        for side, hits in zip((battle.attacking, battle.defending), rolled):
            side.hits = picks.shuffle(hits) if len(set(hits)) > 1 else list(hits)
        battle.strike(picks, {})  # type: ignore[arg-type]
        return _position_of(battle, self.sides, False)

    def _restore(self, battle: Battle, position: ArmoredPosition) -> None:
        """Restore the state and its battle to a position."""
        state, now = battle.state, self.battle
        battle.combat_round = 1 if position.is_first_round else 2
        battle.is_slowed = now.is_slowed
        battle.guards_used = position.attacking.used + position.defending.used
        state.gold[battle.attacker], state.gold[battle.defender] = position.gold
        state.marks[:] = position.marks
        battle.stolen = list(position.stolen)
        for side, like, units, there in zip(
            (battle.attacking, battle.defending),
            (now.attacking, now.defending),
            (position.attacking, position.defending),
            self.sides.champions,
        ):
            side.battle_cry, side.is_smoked, side.shock, side.focus = (
                like.battle_cry,
                like.is_smoked,
                like.shock,
                like.focus,
            )
            side.chosen_hits = units.chosen_hits
            state.forces[side.seat].pop(battle.hex, None)
            if units.forces:
                state.forces[side.seat][battle.hex] = units.forces
            for champion, hp in zip(there, units.hp):
                state.champions.pop(champion.copy, None)
                if hp:
                    state.champions[champion.copy] = champion._replace(hp=hp)
        battle.refresh_units()


def _rank(position: ArmoredPosition) -> tuple[int, ...]:
    left = sum(units.forces + sum(units.hp) for units in (position.attacking, position.defending))
    return (not position.is_first_round, -left, -sum(position.gold))


def _position_of(battle: Battle, sides: BattleSides, first: bool) -> ArmoredPosition:
    """Return the position that a battle has reached; `sides` are the sides at its start."""
    units = []
    for side, there in zip((battle.attacking, battle.defending), sides.champions):
        hp = {c.copy: c.hp for c in side.champions}
        used = tuple(c.copy for c in there if c.copy in battle.guards_used)
        units.append(Units(side.forces, tuple(hp.get(c.copy, 0) for c in there), used, side.chosen_hits))
    gold = battle.state.gold[battle.attacker], battle.state.gold[battle.defender]
    return ArmoredPosition(first, units[0], units[1], gold, tuple(battle.state.marks), tuple(battle.stolen))
