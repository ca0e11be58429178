"""The odds of a battle equal the engine's distribution over all combat rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.engine.chance.exact import ScriptedChance, exact_distribution
from core.games.bridgefront import odds as odds_of
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.odds import Odds, Survivors, battle_odds, result_counts
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.positions import champion, forces, hex_at, mark, position

ATTACKER, DEFENDER = 1, 2
End = tuple[Survivors, Survivors]


class Counts:
    """Dice grouped into hits and misses, hits first.

    `rolls` are (hits on, dice) of all units in rolling order. Battles that enumerate every face of every die show that
    the result is the same.
    """

    def __init__(self, picks: ScriptedChance, rolls: Iterable[tuple[int, int]]) -> None:
        self.picks = picks
        self.rolls = iter(rolls)
        self.left: list[int] = []

    def die(self) -> int:
        while not self.left:
            hits_on, n = next(self.rolls)
            ways = [(k, comb(n, k) * hits_on**k * (6 - hits_on) ** (n - k)) for k in range(n + 1)]
            possible = [(k, weight) for k, weight in ways if weight]
            hits = possible[self.picks.weighted_index([weight for _, weight in possible])][0]
            self.left = [6] * (n - hits) + [1] * hits
        return self.left.pop()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.picks, name)


def rolls(battle: Battle) -> Iterator[tuple[int, int]]:
    """Yield (hits on, dice) of all units in a battle, the attacker first."""
    for side in (battle.attacking, battle.defending):
        if side.forces:
            yield battle.threshold(side), side.forces
        for c in side.champions:
            stats = CARDS[battle.state.card[c.copy]].stats
            assert stats is not None
            yield stats.hits_on, battle.dice(side, c, stats.dice)


def fought(state: Bridgefront, hex_: int, siege: bool = False, all_faces: bool = False) -> dict[End, Fraction]:
    """Return the exact distribution of the ends, enumerating every combat round with the engine alone."""

    def battle_in(now: Bridgefront, picks: ScriptedChance) -> Battle:
        step = Step(now, bytes(32))
        step.chance = picks  # type: ignore[assignment]
        return Battle.resting(step) if now.fight else Battle(step, hex_, ATTACKER, DEFENDER, siege)

    known: dict[bytes, Bridgefront] = {}

    def rest(battle: Battle) -> bytes:
        """Return the digest of the state in which the battle pauses.

        The number of the combat round counts only for the first one.
        """
        now = battle.state
        fight = battle._as_data()
        notes = tuple(() if i in (3, 4) else note for i, note in enumerate(fight.notes))
        now.fight = (fight._replace(combat_round=min(1, fight.combat_round), notes=notes),)
        digest = now.digest()
        known.setdefault(digest, now)
        return digest

    def begin(picks: ScriptedChance) -> bytes:
        battle = battle_in(state.clone(), picks)
        battle.prepare()
        return rest(battle)

    def one_round(digest: bytes) -> dict[bytes, Fraction]:
        def run(picks: ScriptedChance) -> bytes:
            battle = battle_in(known[digest].clone(), picks)
            battle.combat_round += 1
            dice: Any = picks if all_faces else Counts(picks, list(rolls(battle)))
            battle._roll(battle.attacking, battle.defending, dice)
            battle._roll(battle.defending, battle.attacking, dice)
            battle.strike(dice, {})
            return rest(battle)

        return exact_distribution(run)

    def left(digest: bytes) -> End:
        now = known[digest]
        sides = (
            Survivors(now.forces[s].get(hex_, 0), tuple(c.copy for c in now.champions_at(hex_, s)))
            for s in (ATTACKER, DEFENDER)
        )
        return tuple(sides)  # type: ignore[return-value]

    rounds: dict[bytes, dict[bytes, Fraction]] = {}

    def ends(digest: bytes) -> dict[End, Fraction]:
        end = left(digest)
        if not all(side.unit_count for side in end):
            return {end: Fraction(1)}
        if digest not in rounds:
            rounds[digest] = one_round(digest)
            shares = dict(rounds[digest])
            stays = shares.pop(digest, Fraction())
            found: dict[End, Fraction] = {}
            for then, p in shares.items():
                for one, q in ends(then).items():
                    found[one] = found.get(one, Fraction()) + p / (1 - stays) * q
            rounds[digest] = found  # type: ignore[assignment]
        return rounds[digest]  # type: ignore[return-value]

    total: dict[End, Fraction] = {}
    for digest, p in exact_distribution(begin).items():
        for end, q in ends(digest).items():
            total[end] = total.get(end, Fraction()) + p * q
    return total


def same(state: Bridgefront, hex_: int, siege: bool = False, all_faces: bool = False) -> None:
    before = state.digest()
    with patch.object(odds_of, "MAX_EXACT_POSITIONS", 10_000):
        odds = battle_odds(state, hex_, ATTACKER, DEFENDER, siege)
    assert state.digest() == before
    assert (odds.ignored_weight, odds.simulated_count) == (0, 0)
    assert sum(odds.ends.values()) == 1
    assert odds.ends == fought(state, hex_, siege, all_faces)
    with patch.object(odds_of, "MAX_EXACT_POSITIONS", 0):
        close(battle_odds(state, hex_, ATTACKER, DEFENDER, siege), odds, Fraction(1, 10_000))


def close(counted: Odds, exact: Odds, most: Fraction) -> None:
    """Check computed odds against exact ones.

    No end has too high a probability, and none is too low by more than the part left out.
    """
    assert 0 <= counted.ignored_weight <= most
    assert sum(counted.ends.values()) + counted.ignored_weight == 1
    assert all(0 <= p - counted.ends.get(end, 0) <= counted.ignored_weight for end, p in exact.ends.items())


def field(state: Bridgefront) -> int:
    return hex_at(state, 0, 1)


def test_one_force_against_one_has_no_winner_with_probability_one_fifth():
    state = position()
    forces(state, 1, field(state), 1)
    forces(state, 2, field(state), 1)
    odds = battle_odds(state, field(state), 1, 2)
    assert (odds.win_chance(1), odds.win_chance(2), odds.annihilation_chance()) == (
        Fraction(2, 5),
        Fraction(2, 5),
        Fraction(1, 5),
    )
    assert odds.loss_distribution(1) == {0: Fraction(2, 5), 1: Fraction(3, 5)}
    assert odds.expected_losses(2) == Fraction(3, 5)


@pytest.mark.parametrize(("a", "d"), [(1, 1), (2, 1), (2, 2)])
def test_odds_match_the_engine_on_every_face_of_every_die(a: int, d: int):
    state = position("cipher", "leadbound")
    forces(state, 1, field(state), a)
    forces(state, 2, field(state), d)
    same(state, field(state), all_faces=True)


NAMES = (
    "Ironclad Warden", "Shadeblade", "Archivist Prime", "Inspiring Geezer", "Bounty Hunter", "Brute", "Traitor",
    "Tax Reaver", "Duelist Exemplar", "Lone Wolf", "Capturer", "Blood Banker", "Grand Strategist", "Capital Breaker",
)  # fmt: skip
DICE = {name: CARDS[find(name)].stats.dice for name in NAMES}  # type: ignore[union-attr]
MARKS = ("battle cry", "smoke screen", "shock drill", "focus fire", "hold the line", "slow", "frenzy", "plated",
         "marked for coin")  # fmt: skip
FACTIONS = ("leadbound", "virtuous", "vapourborn", "refiner", "cipher", "gatewright")


@st.composite
def armies(draw: st.DrawFn) -> tuple[Bridgefront, int, bool]:
    mine, theirs = draw(st.permutations(FACTIONS))[:2]
    steal = draw(st.sampled_from(("off", "off", "passive", "spell")))
    state = position(mine, theirs, gold=draw(st.integers(0, 3)), virtuous_steal=steal)
    siege = draw(st.booleans())
    hex_ = state.capital[2] if siege else field(state)
    if not siege and draw(st.booleans()):
        state.mines[hex_] = 4
    copies = []
    dice = 0
    for seat in (DEFENDER, ATTACKER):
        named = [name for name in draw(st.lists(st.sampled_from(NAMES), max_size=1)) if dice + DICE[name] <= 3]
        for name in named:
            copies.append((seat, champion(state, seat, name, hex_, draw(st.integers(1, 2)))))
            dice += DICE[name]
        n = draw(st.integers(0 if named else 1, 1 if dice else 2))
        if n:
            forces(state, seat, hex_, n)
        state.order[seat] = draw(st.integers(0, 2))
        state.played[seat] = draw(st.integers(0, 1))
    for kind in draw(st.lists(st.sampled_from(MARKS), max_size=2, unique=True)):
        seat = draw(st.sampled_from((ATTACKER, DEFENDER)))
        if kind in ("slow", "frenzy", "plated", "marked for coin"):
            if copies:
                owner, copy = draw(st.sampled_from(copies))
                mark(state, kind, 3 - owner if kind == "marked for coin" else owner, copy, 2)
        elif kind == "hold the line":
            mark(state, kind, seat, hex_)
        else:
            mark(state, kind, seat, draw(st.integers(0, 2)))
    return state, hex_, siege


@settings(max_examples=40, deadline=None)
@given(armies())
def test_odds_match_the_engine_on_random_armies(army: tuple[Bridgefront, int, bool]):
    with patch.object(odds_of, "MAX_EXACT_POSITIONS", 10_000):
        state, hex_, siege = army
        assume(not battle_odds(state, hex_, ATTACKER, DEFENDER, siege).simulated_count)  # too large: a test of its own
    same(*army)


def test_odds_match_the_engine_with_a_guard_and_an_aimed_volley():
    state = position("virtuous", "leadbound")
    hex_ = field(state)
    champion(state, 2, "Ironclad Warden", hex_, 1)
    champion(state, 2, "Brute", hex_, 2)
    forces(state, 2, hex_, 1)
    champion(state, 1, "Grand Strategist", hex_, 1)
    same(state, hex_)


def test_odds_let_gold_plated_armor_spend_gold_earned_in_the_battle():
    state = position("virtuous", "gatewright", gold=1)
    hex_ = field(state)
    plated = champion(state, 1, "Tax Reaver", hex_, 1)
    champion(state, 2, "Bounty Hunter", hex_, 1)
    forces(state, 2, hex_, 1)
    mark(state, "plated", 1, plated)
    same(state, hex_)


def army(forces_a: int, forces_d: int, *champions: tuple[int, str]) -> tuple[Bridgefront, int]:
    state = position("cipher", "leadbound")
    hex_ = field(state)
    forces(state, 1, hex_, forces_a)
    forces(state, 2, hex_, forces_d)
    for seat, name in champions:
        champion(state, seat, name, hex_)
    return state, hex_


def test_odds_of_many_forces_leave_out_little_probability():
    state, hex_ = army(30, 28)
    odds = battle_odds(state, hex_, 1, 2)
    assert 0 <= odds.ignored_weight < Fraction(1, 1000)
    assert sum(odds.ends.values()) + odds.ignored_weight == 1


def test_exact_odds_of_a_large_battle_match_a_simulation():
    state, hex_ = army(5, 6, (1, "Brute"), (1, "Lone Wolf"), (2, "Ironclad Warden"), (2, "Grand Strategist"))
    odds = battle_odds(state, hex_, 1, 2)
    assert not odds.simulated_count and odds.ignored_weight < Fraction(1, 500)
    simulations = patch("core.games.bridgefront.odds.sampling.SIMULATION_COUNT", 400)
    with patch.object(odds_of, "MAX_COUNTED_POSITIONS", 0), simulations:
        fights = battle_odds(state, hex_, 1, 2)
    assert sum(fights.ends.values()) == 1
    copies = [copy for left in odds.before for copy in left.champions]
    deaths = (lambda o, c=c: o.death_chance(c) for c in copies)
    for told in (lambda o: o.win_chance(1), lambda o: o.win_chance(2), *deaths):
        p, seen = float(told(odds)), float(told(fights))
        assert abs(p - seen) < 3.5 * (p * (1 - p) / 400) ** 0.5 + 0.003


def test_odds_of_a_too_large_battle_are_simulated_and_marked():
    state, hex_ = army(1, 1)
    exact = battle_odds(state, hex_, 1, 2)
    with patch.object(odds_of, "MAX_COUNTED_POSITIONS", 3):
        odds = battle_odds(state, hex_, 1, 2)
    assert odds.simulated_count and odds.ignored_weight == 0
    assert abs(odds.annihilation_chance() - exact.annihilation_chance()) < odds.error_bound() < Fraction(1, 30)


def test_the_outcomes_of_mixed_dice_are_counted():
    assert result_counts(((2, 2),)) == (16, 16, 4)
    assert sum(result_counts(((1, 5), (3, 2), (5, 1)))) == 6**8
