"""The hit model counts hits per side; its results equal those of tracking each Champion's HP."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.bridgefront.combat.volley import FORCES_FIRST, STRONGEST, Volley
from core.games.bridgefront.odds.damage import HitModel, SideState
from core.games.bridgefront.odds.outcomes import run_to_end
from core.games.bridgefront.state import Champion

Seen = dict[tuple[int, int], Fraction]
"""Surviving Forces and Champions with their probability."""


def hit_by_hit(under: HitModel, hits: int) -> Seen:
    now = {under.start: Fraction(1)}
    for _ in range(hits):
        then: dict[SideState, Fraction] = {}
        for stand, p in now.items():
            after = under.results_of_hit(stand)
            assert sum(q for _, q in after) == 1
            for one, q in after:
                then[one] = then.get(one, Fraction()) + p * q
        now = then
    seen: Seen = {}
    for stand, p in now.items():
        key = (stand.forces, stand.champions_mask)
        seen[key] = seen.get(key, Fraction()) + p
    return seen


def likely(volley: Volley) -> list[tuple[int, int]]:
    """Return the possible targets of a random hit, each with the number of its units."""
    return [*([(0, volley.forces)] if volley.forces else []), *((copy, 1) for copy, hp in volley.hp.items() if hp)]


def every_hp(forces: int, champions: list[Champion], guards: list[int], aimed: int, order: int, hits: int) -> Seen:
    """Return the exact outcome distribution, tracking the HP of each Champion by the rules' volley."""
    start = (forces, tuple(c.hp for c in champions), 0)
    now = {start: Fraction(1)}
    for n in range(hits):
        then: dict[tuple[int, tuple[int, ...], int], Fraction] = {}
        for (left, hp, used), p in now.items():
            there = [c._replace(hp=h) for c, h in zip(champions, hp)]
            volley = Volley(left, there, guards[used:], (), 0)
            targets = [(-1, 1)] if volley.is_beaten() else likely(volley)
            if (n < aimed or aimed < 0) and not volley.is_beaten():
                targets = [(volley.next_target(order), 1)]
            for target, weight in targets:
                volley = Volley(left, there, guards[used:], (), 0)
                if target >= 0:
                    volley.apply_hit(target, 0)
                key = (volley.forces, tuple(volley.hp.values()), used + len(volley.guards_used))
                share = p * Fraction(weight, sum(w for _, w in targets))
                then[key] = then.get(key, Fraction()) + share
        now = then
    seen: Seen = {}
    for (left, hp, _), p in now.items():
        key = (left, sum(1 << i for i, h in enumerate(hp) if h))
        seen[key] = seen.get(key, Fraction()) + p
    return seen


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 3), st.lists(st.integers(1, 4), max_size=3), st.integers(0, 2), st.integers(-1, 3),
    st.integers(0, 2), st.integers(0, 8),
)  # fmt: skip
def test_the_hit_model_matches_the_enumeration_of_every_champions_hp(
    forces: int, hp: list[int], guards: int, aimed: int, order: int, hits: int
):
    champions = [Champion(copy, 1, 0, n, n, copy) for copy, n in enumerate(hp, 1)]
    guarding = [c.copy for c in champions][:guards]
    under = HitModel(forces, champions, guarding, aimed, order)
    assert hit_by_hit(under, hits) == every_hp(forces, champions, guarding, aimed, order, hits)


def test_the_hit_model_merges_equivalent_hp_assignments():
    champions = [Champion(copy, 1, 0, 5, 5, copy) for copy in range(1, 5)]
    assert len(run_to_end(HitModel(0, champions, [], 0, STRONGEST).reachable_states())) == 144


def test_the_hit_model_has_one_path_if_all_hits_follow_a_target_order():
    champions = [Champion(copy, 1, 0, 3, 3, copy) for copy in (1, 2)]
    under = HitModel(2, champions, [], -1, FORCES_FIRST)
    assert len(run_to_end(under.reachable_states())) == 2 + 3 + 3 + 1


def test_the_hit_model_computes_a_large_side_in_batches():
    champions = [Champion(copy, 1, 0, 5, 5, copy) for copy in range(1, 5)]
    assert sum(1 for _ in HitModel(9, champions, [], 0, STRONGEST).reachable_states()) >= 9 * 100 // 80
