"""Targets of the hits in a battle, and the choice of targets (C10)."""

from __future__ import annotations

import pytest

from core.engine.chance.beacon import Stream
from core.engine.game import IllegalDecision
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import events
from core.games.bridgefront.combat import start
from core.games.bridgefront.combat.battle import HITS, TARGET_ORDERS, Battle
from core.games.bridgefront.combat.siege import begin_fight, fight_pending
from core.games.bridgefront.decisions import Hits
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.battlefield import ATTACKER, DEFENDER, field, on
from tests.support.games.bridgefront.positions import (
    champion,
    fight_while_dice_last,
    forces,
    happened,
    hex_at,
    mark,
    position,
    scripted,
    step_of,
)

OWN = Secrets(bytes(32), 1, bytes(32))
"""Empty secrets: a battle has no hidden information."""


def firing_line(order: int, hit_control: str = "standing_order") -> tuple[Bridgefront, int, int, int]:
    """Return a battle of a Jet Striker with Focus Fire against a Titan, a Sergeant and 2 Forces."""
    state = position(hit_control=hit_control)
    hex_ = field(state)
    champion(state, ATTACKER, "Jet Striker", hex_)
    forces(state, DEFENDER, hex_, 2)
    titan = champion(state, DEFENDER, "Titan Vanguard", hex_)
    sergeant = champion(state, DEFENDER, "Sergeant", hex_, hp=2)
    mark(state, "focus fire", ATTACKER, order)
    return state, hex_, titan, sergeant


def test_C10_the_champion_with_the_least_hp_can_be_hit_first():
    """Hit the Champion with the least HP left, then the next; Forces come last (C10)."""
    state, hex_, titan, sergeant = firing_line(0)
    step = scripted(state, [1, 1, 1, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)] == [sergeant, sergeant, titan]


def test_C10_the_champion_with_the_most_hp_can_be_hit_first():
    """Hit the Champion with the most HP left, which may change after each hit (C10)."""
    state, hex_, titan, _ = firing_line(1)
    step = scripted(state, [1, 1, 1, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)] == [titan] * 3


def test_C10_forces_are_hit_first_then_the_weakest_champion():
    """Hit Forces first, then the weakest Champion (C10)."""
    state, hex_, _, sergeant = firing_line(2)
    step = scripted(state, [1, 1, 1, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)] == [0, 0, sergeant]


def test_C10_of_equal_champions_the_earlier_arrival_is_hit_first():
    """Among equal Champions hit the earlier arrival first (C10)."""
    state = position()
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 1)
    first = champion(state, DEFENDER, "Sergeant", hex_)
    champion(state, DEFENDER, "Sergeant", hex_)
    mark(state, "focus fire", ATTACKER, 0)
    step = scripted(state, [1, 6, 6], [6, 1, 6], draws=[0])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.HitLanded)[0].target == first


def test_tactical_hand_steers_the_first_three_hits_of_its_first_battle():
    """Tactical Hand controls 3 hits by the standing order; then hits are random; once per round."""
    state = position()
    hex_ = field(state)
    state.order[ATTACKER] = TARGET_ORDERS.index("strongest")
    strategist = champion(state, ATTACKER, "Grand Strategist", hex_)
    forces(state, ATTACKER, hex_, 2)
    forces(state, DEFENDER, hex_, 1)
    titan = champion(state, DEFENDER, "Titan Vanguard", hex_, hp=9)
    step = scripted(state, [1, 1, 1, 1, 6, 6, 6], [1, 1, 1, 1, 6, 6], [6, 6, 1, 1, 6, 6], draws=[0, *[0] * 6])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)][:4] == [titan, titan, titan, 0]
    assert step.chance.script.asked[0] == 2
    assert state.marks_of_kind("spent", ATTACKER, strategist)
    forces(state, DEFENDER, hex_, 1)
    again = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    again.refresh_units()
    start.apply_tactical_hands(again)
    assert again.attacking.chosen_hits == 0


def test_focus_fire_overrides_tactical_hand_in_one_battle():
    """With Focus Fire in the same battle its order controls all hits; Tactical Hand is still spent."""
    state, hex_, _, _ = firing_line(2)
    strategist = champion(state, ATTACKER, "Grand Strategist", hex_)
    step = scripted(state, [1, 1, 6, 6, 6, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)][:2] == [0, 0]
    assert state.marks_of_kind("spent", ATTACKER, strategist)


def test_C10_prompt_asks_only_in_combat_rounds_with_a_real_choice():
    """The seat chooses its hits with hit_control = prompt; the battle continues with new randomness (C10)."""
    state, hex_, titan, sergeant = firing_line(0, "prompt")
    state.pending = ((hex_, ATTACKER),)
    step = scripted(state, [1, 1, 6, *[6] * 5])
    fight_pending(step)
    assert state.asking == ((ATTACKER, "hits", (hex_, 2, ((titan, 10), (sergeant, 2)), 2)),)
    assert HITS.stand_in(state, ATTACKER, OWN.chance(1), *state.asking[0][2]) == Hits((sergeant, sergeant))
    for wrong in ((), (titan,), (0, 99), (sergeant, sergeant, sergeant)):
        with pytest.raises(IllegalDecision):
            HITS.check(state, ATTACKER, Hits(wrong), *state.asking[0][2])
    HITS.check(state, ATTACKER, Hits((0, titan)), *state.asking[0][2])
    clone = state.clone()
    assert clone.digest() == state.digest()
    step = scripted(state, [6, 6, 6, *[6] * 4], [1, 1, 1, *[6] * 4])
    step.apply_decisions({ATTACKER: Hits((0, titan))})
    step.run()
    assert state.forces[DEFENDER][hex_] == 1 and state.champions[titan].hp == 9
    assert state.asking[0][2][1] == 3
    assert state.agenda == [("battles",)]


def test_C10_a_battle_with_prompts_is_played_to_its_end():
    """A battle that asks repeatedly ends, and the remaining pending battles follow (C10).

    The state is clean afterwards.
    """
    state, hex_, _, _ = firing_line(0, "prompt")
    other = hex_at(state, 1, 1)
    forces(state, 1, other, 2)
    forces(state, 2, other, 1)
    state.pending = ((hex_, ATTACKER), (other, 2))
    state.agenda = [("battles",)]
    step = step_of(state, 1)
    step.run()
    asked = 0
    while state.asking:
        asked += 1
        chosen = HITS.stand_in(state, ATTACKER, OWN.chance(1), *state.asking[0][2])
        HITS.check(state, ATTACKER, chosen, *state.asking[0][2])
        step = step_of(state.clone(), asked + 1)
        state = step.state
        step.apply_decisions({ATTACKER: chosen})
        step.run()
    assert asked
    assert len(state.players_at(hex_)) < 2 and len(state.players_at(other)) < 2
    assert not state.fight and not state.pending and not state.agenda


def test_C10_prompt_asks_nobody_without_a_choice_of_targets():
    """Nobody is asked against Forces alone, or with enough hits for every unit (C10)."""
    state = position(hit_control="prompt")
    hex_ = field(state)
    on(state, hex_, 4, 2)
    mark(state, "focus fire", ATTACKER, 0)
    begin_fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert not state.asking


def test_bodyguard_redirects_hits_chosen_by_focus_fire():
    """Bodyguard redirects hits chosen by Focus Fire."""
    state = position()
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 2)
    warden = champion(state, DEFENDER, "Ironclad Warden", hex_)
    forces(state, DEFENDER, hex_, 2)
    mark(state, "focus fire", ATTACKER, 0)
    step = scripted(state, [1, 1, 1, 1, 1, 1], draws=[0] * 4)
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    hits = [(e.target, e.guarded) for e in happened(step, events.HitLanded) if e.seat == ATTACKER]
    assert hits == [(0, True), (warden, False)]


def test_bodyguard_without_a_force_is_not_used_up():
    """Without a surviving Force nothing is redirected and the ability is not used up."""
    state = position()
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 1)
    champion(state, DEFENDER, "Ironclad Warden", hex_)
    fought = Battle(scripted(state, [1, 6, 6], draws=[0]), hex_, ATTACKER, DEFENDER)
    fought.refresh_units()
    fought.combat_round = 1
    stream = fought.randomness()
    fought._roll(fought.attacking, fought.defending, stream)
    fought._roll(fought.defending, fought.attacking, stream)
    fought.strike(stream, {})
    assert fought.guards_used == ()
    assert fought.defending.champions[0].hp == 5


@pytest.mark.parametrize("beacon", range(1, 30))
def test_C10_a_paused_battle_continues_identically_in_a_cloned_state(beacon):
    """A paused battle continues in a clone exactly as in the original, for any legal targets (C10)."""
    state = position("virtuous", "leadbound", hit_control="prompt")
    hex_ = field(state)
    on(state, hex_, 2, 3)
    for seat, name in ((1, "Grand Strategist"), (2, "Ironclad Warden"), (1, "Shadeblade"), (2, "Titan Vanguard")):
        champion(state, seat, name, hex_)
    mark(state, "focus fire", DEFENDER, beacon % 3)
    mark(state, "battle cry", ATTACKER)
    mark(state, "plated", DEFENDER, 4)
    state.pending = ((hex_, ATTACKER),)
    step = step_of(state, beacon)
    fight_pending(step)
    chance = Stream(bytes([beacon]) * 32, ["answers"])
    for later in range(100):
        if not state.asking:
            break
        chosen = {seat: HITS.sample(state, seat, OWN, chance, *detail) for seat, _, detail in state.asking}
        for seat, _, detail in state.asking:
            HITS.check(state, seat, chosen[seat], *detail)
        twin = state.clone()
        for one in (state, twin):
            step = step_of(one, later + 40)
            step.apply_decisions(chosen)
            step.run()
        assert state.digest() == twin.digest()
    assert not state.asking and not state.fight and len(state.players_at(hex_)) < 2
