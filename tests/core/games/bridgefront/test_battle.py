"""Battles and the rulings on them (rules part 11), played on a table with scripted dice."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events, units
from core.games.bridgefront.combat import deaths
from core.games.bridgefront.combat.battle import Battle
from core.games.bridgefront.combat.siege import begin_fight, fight_pending
from tests.support.games.bridgefront.battlefield import ATTACKER, DEFENDER, field, on, rolls, winner
from tests.support.games.bridgefront.positions import (
    champion,
    forces,
    happened,
    hex_at,
    mark,
    position,
    scripted,
    step_of,
)

# The worked examples --------------------------------------------------------------------------------------------------


def test_the_worked_example_of_rule_14_5_is_reproduced():
    """Virtuous attack with 3 Forces and Shadeblade; Leadbound defend with 2 Forces and Ironclad Warden."""
    state = position("virtuous", "leadbound", gold=0)
    hex_ = field(state)
    on(state, hex_, 3, 2)
    blade = champion(state, ATTACKER, "Shadeblade", hex_)
    warden = champion(state, DEFENDER, "Ironclad Warden", hex_)
    round_1 = [2, 5, 1, 1, 3, 1, 6, 4, 3, 6, 2, 5]
    round_2 = [4, 1, 1, 2, 5, 1, 1, 1, 6]
    draws_1 = [2, 1, 0, 0, 0, 2]  # the Warden (guarded), the Warden, the last Force, the Warden; a Force, Shadeblade
    draws_2 = [0, 0, 0, 2]  # the Warden three times; Shadeblade
    step = scripted(state, round_1, round_2, draws=draws_1 + draws_2)
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.ChampionHurt)[0] == events.ChampionHurt(DEFENDER, warden, 1, 5)
    landed = [(hit.target, hit.guarded) for hit in happened(step, events.HitLanded) if hit.seat == ATTACKER]
    assert landed == [(0, True), (warden, False), (0, False), (warden, False), *[(warden, False)] * 3]
    assert rolls(step, 0, DEFENDER)[0].hits_on == 3
    assert state.forces[ATTACKER] == {hex_: 2}
    assert state.champions[blade].hp == 2 and list(state.champions) == [blade]
    assert state.gold[ATTACKER] == 5
    assert winner(step) == ATTACKER


def test_the_worked_example_of_rule_14_4_is_reproduced():
    """Three Forces attack a Force and Skystriker Ace on the Center; the Ace survives with 2 HP."""
    state = position("gatewright", "vapourborn")
    center = state.grid.center
    on(state, center, 3, 1)
    ace = champion(state, DEFENDER, "Skystriker Ace", center)
    step = scripted(state, [1, 4, 2, 3, 3, 6], [5, 1, 1, 2], draws=[0, 0, 0, 0])
    begin_fight(step, center, ATTACKER, DEFENDER)
    assert state.champions[ace].hp == 2
    assert winner(step) == DEFENDER
    assert state.players_at(center) == [DEFENDER]


# C1-C9 ----------------------------------------------------------------------------------------------------------------


def test_C1_the_side_that_entered_the_hex_first_defends():
    """The side that was in an open hex first defends (C1)."""
    state = position()
    hex_ = field(state)
    forces(state, 1, hex_, 1)
    step = step_of(state)
    units.deploy_forces(step, 2, hex_, 1)
    assert state.pending == ((hex_, 2),)
    fight_pending(step)
    assert happened(step, events.BattleBegan) == [events.BattleBegan(hex_, 2, 1, False)]
    assert state.pending == ()


def test_C2_a_hit_is_lost_only_when_no_unit_has_hp_left():
    """Two hits never fall on one Force; a hit is lost only when no unit has HP left (C2)."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 3, 2)
    step = scripted(state, [1, 1, 1, 6, 6])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert len(happened(step, events.HitLanded)) == 2
    assert happened(step, events.ForcesDied) == [events.ForcesDied(DEFENDER, hex_, 2)]


def test_C3_a_champion_is_as_likely_to_be_hit_as_a_force():
    """A Champion of any HP is one unit with one chance in the random assignment (C3)."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 1, 3)
    titan = champion(state, DEFENDER, "Titan Vanguard", hex_)
    step = scripted(state, [1, *[6] * 5], [6, *[1] * 3, 6, 6], draws=[3])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert step.chance.script.asked == [4]
    assert happened(step, events.HitLanded)[0].target == titan


def test_C4_a_battle_that_kills_both_sides_has_no_winner():
    """If both sides are wiped out the hex is empty, nobody has won and bounties are paid (C4)."""
    state = position(gold=0)
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 1)
    champion(state, DEFENDER, "Sergeant", hex_, hp=1)
    step = scripted(state, [1, 1], draws=[0])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert state.players_at(hex_) == []
    assert happened(step, events.BattleEnded) == [events.BattleEnded(hex_, 0, 0)]
    assert state.gold[ATTACKER] == 1
    assert not state.marks_of_kind("won battle")


def test_C5_the_opponent_earns_the_bounty_of_a_battle():
    """The opponent earns the bounty; the single hit matters only for Tax Reaver (C5)."""
    for last_hit, gold in (("Tax Reaver", 2), ("Force", 0)):
        state = position(gold=0)
        hex_ = field(state)
        state.gold[DEFENDER] = 5
        forces(state, ATTACKER, hex_, 1)
        champion(state, ATTACKER, "Tax Reaver", hex_)
        champion(state, DEFENDER, "Jet Striker", hex_, hp=1)
        dice = [6, 1, 6] if last_hit == "Tax Reaver" else [1, 6, 6]
        step = scripted(state, [*dice, 6, 6, 6], draws=[0])
        begin_fight(step, hex_, ATTACKER, DEFENDER)
        assert state.gold[ATTACKER] == 3 + gold
        assert state.gold[DEFENDER] == 5 - gold


def test_C6_champions_dying_in_one_volley_pay_both_sides():
    """A dying Champion has rolled its dice; each death pays, to both sides (C6).

    Contracts and Contract Pay are included.
    """
    state = position("virtuous", "leadbound", gold=0)
    hex_ = field(state)
    hunter = champion(state, ATTACKER, "Bounty Hunter", hex_, hp=1)
    sergeant = champion(state, DEFENDER, "Sergeant", hex_, hp=1)
    step = scripted(state, [1, 6, 1], draws=[0, 0])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert not state.champions
    assert [e.copy for e in happened(step, events.ChampionDied)] == [sergeant, hunter]
    assert state.gold[ATTACKER] == 1 + 2 + 1
    assert state.gold[DEFENDER] == 2


def test_C7_hit_bonuses_do_not_stack_and_smoke_screen_overrides_them():
    """Bonuses "hit on 1-3" do not add up; Smoke Screen overrides all (C7)."""
    state = position("cipher", "leadbound")
    hex_ = field(state)
    on(state, hex_, 1, 1)
    champion(state, DEFENDER, "Inspiring Geezer", hex_)
    mark(state, "hold the line", DEFENDER, hex_)
    fought = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    fought.refresh_units()
    fought.combat_round = 1
    assert fought.threshold(fought.defending) == 3
    fought.defending.shock = 1
    assert fought.threshold(fought.defending) == 5
    fought.defending.is_smoked = 1
    assert fought.threshold(fought.defending) == 1
    fought.combat_round = 2
    assert fought.threshold(fought.defending) == 3


def test_C8_an_effect_without_a_battle_waits_until_cleanup():
    """Cleanup ends all effects that found no battle; Slow waits for its Champion (C8)."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 3, 1)
    elsewhere = champion(state, ATTACKER, "Jet Striker", hex_at(state, 1, 1))
    mark(state, "slow", DEFENDER, elsewhere)
    begin_fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert state.marks_of_kind("slow", DEFENDER, elsewhere)


def test_C9_a_first_battle_effect_waits_for_a_battle_that_is_fought():
    """A Skirmish retreat uses nothing up; the next battle, sieges included, does (C9)."""
    state = position()
    hex_, capital = field(state), state.capital[2]
    on(state, hex_, 1, 1)
    for kind in ("battle cry", "smoke screen", "shock drill", "focus fire"):
        mark(state, kind, ATTACKER)
    mark(state, "skirmish", DEFENDER, hex_)
    begin_fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert len(state.marks) == 5
    on(state, capital, 1, 1)
    step = scripted(state, [5, 2, 1, 6])
    begin_fight(step, capital, ATTACKER, DEFENDER, siege=True)
    assert {m.kind for m in state.marks} == {"skirmish", "won battle"}
    assert [r.hits_on for r in happened(step, events.CombatRolled)] == [5, 1]


# C13-C19 --------------------------------------------------------------------------------------------------------------


def test_C14_all_units_of_a_retreating_side_leave_together():
    """All units of the side go to one random neighbour without units; there is no battle (C14).

    Nobody has won.
    """
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 3)
    captain = champion(state, DEFENDER, "Sergeant", hex_)
    mark(state, "skirmish", DEFENDER, hex_)
    step = step_of(state)
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    (left,) = happened(step, events.SkirmishRetreat)
    assert left.seat == DEFENDER and left.to in state.grid.neighbours[hex_]
    assert state.forces[DEFENDER] == {left.to: 3} and state.champions[captain].hex == left.to
    assert not happened(step, events.BattleBegan) and not state.marks_of_kind("won battle")
    assert state.marks_of_kind("skirmish", DEFENDER, hex_)


def test_C14_both_sides_retreat_defender_first():
    """If both sides have named the hex, both leave, the defender first (C14)."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 1, 1)
    mark(state, "skirmish", ATTACKER, hex_)
    mark(state, "skirmish", DEFENDER, hex_)
    step = step_of(state)
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert [e.seat for e in happened(step, events.SkirmishRetreat)] == [DEFENDER, ATTACKER]
    assert state.players_at(hex_) == []
    assert not state.pending


def test_C14_units_without_a_retreat_hex_die_without_bounty():
    """Without a neighbour free of units they all die, without a bounty (C14)."""
    state = position(gold=0)
    hex_ = field(state)
    on(state, hex_, 1, 2)
    champion(state, DEFENDER, "Traitor", hex_)
    mark(state, "skirmish", DEFENDER, hex_)
    for around in state.grid.neighbours[hex_]:
        forces(state, ATTACKER, around, 1)
    begin_fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert not state.forces[DEFENDER] and not state.champions
    assert state.gold[1:] == [0, 0]
    assert state.mana[DEFENDER] == 0


def test_C15_after_100_combat_rounds_the_attackers_die():
    """After 100 combat rounds the attackers die and nobody earns the bounty (C15)."""
    state = position(gold=0)
    hex_ = field(state)
    on(state, hex_, 1, 1)
    champion(state, ATTACKER, "Sergeant", hex_)
    step = scripted(state, [6] * 300)
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert winner(step) == DEFENDER and state.players_at(hex_) == [DEFENDER]
    assert state.gold[1:] == [0, 0]


def test_C17_clean_exit_heals_only_surviving_fighters():
    """Champions that fought and live heal; Champions elsewhere do not (C17)."""
    state = position("virtuous")
    hex_, away = field(state), hex_at(state, 2, 0)
    on(state, hex_, 2, 1)
    fighter = champion(state, ATTACKER, "Jet Striker", hex_, hp=2)
    elsewhere = champion(state, ATTACKER, "Sergeant", away, hp=1)
    whole = champion(state, ATTACKER, "Sergeant", hex_)
    step = scripted(state, [1, 6, 6, 6, 6, 6, 6])
    begin_fight(step, hex_, ATTACKER, DEFENDER)
    assert state.champions[fighter].hp == 3
    assert state.champions[elsewhere].hp == 1
    assert [e.copy for e in happened(step, events.ChampionHealed)] == [fighter]
    assert state.champions[whole].hp == 3


def test_C18_home_guard_adds_a_force_to_a_capturer_in_the_capital():
    """Home Guard adds a Force once per card, action or ability that deploys to the Capital (C18).

    Capturer's Force counts.
    """
    state = position("cipher", "leadbound")
    capital = state.capital[DEFENDER]
    forces(state, DEFENDER, capital, 1)
    champion(state, DEFENDER, "Capturer", capital)
    forces(state, ATTACKER, capital, 1)
    state.guarded = 1
    step = scripted(state, [6, 1, 6, 6])
    begin_fight(step, capital, ATTACKER, DEFENDER, siege=True)
    assert state.forces[DEFENDER][capital] == 3
    assert state.guarded == 1


def test_C18_home_guard_adds_a_force_to_a_skirmisher_captain():
    """Skirmisher Captain's Force counts for Home Guard; the start Forces do not (C18)."""
    state = position("leadbound")
    capital = state.capital[1]
    captain = champion(state, 1, "Skirmisher Captain", capital)
    ability = deaths.ability_of(state, captain)
    ability.on_deployed(step_of(state), state.champions[captain])
    assert state.forces[1] == {capital: 2}
    state.guarded = 0
    there = hex_at(state, 0, 0)
    ability.on_deployed(step_of(state), state.champions[champion(state, 1, "Skirmisher Captain", there)])
    assert state.forces[1][there] == 1


@pytest.mark.parametrize(("has", "taken"), [(5, 2), (1, 1), (0, 0)])
def test_C19_extortionists_take_up_to_two_gold_from_the_loser(has, taken):
    """Take as much as possible, up to 2, from the loser (C19), also in defence (F9)."""
    state = position("cipher", "gatewright", gold=0)
    hex_ = field(state)
    state.gold[ATTACKER] = has
    on(state, hex_, 1, 2)
    begin_fight(scripted(state, [6, 1, 1]), hex_, ATTACKER, DEFENDER)
    assert (state.gold[ATTACKER], state.gold[DEFENDER]) == (has - taken, taken)


# Any battle -----------------------------------------------------------------------------------------------------------


def test_spoils_of_war_requires_a_battle_won_this_round():
    """Spoils of War requires a battle won this round (C13)."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 1)
    begin_fight(scripted(state, [1, 1, 6]), hex_, ATTACKER, DEFENDER)
    assert state.marks_of_kind("won battle", ATTACKER) and not state.marks_of_kind("won battle", DEFENDER)


def test_battles_follow_entry_order_and_need_two_players_in_the_hex():
    """Battles follow the order in which hexes were entered; a hex with one player has none (8.3.5)."""
    state = position()
    first, second, lonely = hex_at(state, 1, 0), hex_at(state, 0, 0), hex_at(state, 0, 1)
    for hex_ in (first, second):
        on(state, hex_, 1, 1)
    forces(state, 1, lonely, 1)
    state.pending = ((first, 1), (lonely, 1), (second, 2))
    step = step_of(state)
    fight_pending(step)
    assert [e[:3] for e in happened(step, events.BattleBegan)] == [(first, 1, 2), (second, 2, 1)]


def test_a_battle_does_not_depend_on_the_order_of_champions_in_memory():
    """The result depends on the position and the beacon, not on the order of Champions in memory."""
    ends = []
    for turned in (False, True):
        state = position()
        hex_ = field(state)
        on(state, hex_, 3, 3)
        for seat, name in ((1, "Jet Striker"), (2, "Tax Reaver"), (1, "Brute"), (2, "Lone Wolf")):
            champion(state, seat, name, hex_)
        if turned:
            state.champions = dict(reversed(state.champions.items()))
        step = step_of(state)
        begin_fight(step, hex_, 1, 2)
        ends.append((state.digest(), step.events))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("beacon", range(1, 60))
def test_a_random_battle_ends_with_one_side_or_none(beacon):
    """Random battles of all kinds of Champions end with valid HP.

    HP stay between 1 and the maximum, and gold never falls below 0.
    """
    names = (
        "Jet Striker",
        "Ironclad Warden",
        "Shadeblade",
        "Traitor",
        "Blood Banker",
        "Grand Strategist",
        "Tax Reaver",
    )
    state = position("virtuous", "gatewright")
    hex_ = field(state)
    on(state, hex_, beacon % 5, 1 + beacon % 3)
    for i, name in enumerate(names):
        if beacon >> i & 1:
            champion(state, 1 + (i + beacon) % 2, name, hex_)
    if len(state.players_at(hex_)) == 2:
        begin_fight(step_of(state, beacon), hex_, 1, 2)
        assert len(state.players_at(hex_)) < 2
    assert all(0 < c.hp <= c.max_hp for c in state.champions.values())
    assert min(state.gold) >= 0
