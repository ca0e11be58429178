"""Battles (rules part 11) and the rulings on them, as at a table: who stands where, what the dice show, who is left."""

from __future__ import annotations

import pytest

from core.bridgefront import battle, deaths, events, onset, units
from core.bridgefront.battle import Battle, fight, fight_pending
from core.bridgefront.decisions import Hits
from core.bridgefront.state import Bridgefront
from core.kernel.beacon import Stream
from core.kernel.game import IllegalDecision
from tests.core.bridgefront.positions import (
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

ATTACKER, DEFENDER = 1, 2


def field(state: Bridgefront) -> int:
    """A hex in the open."""
    return hex_at(state, 0, 1)


def winner(step) -> int:
    return happened(step, events.BattleEnded)[-1].winner


def rolls(step, copy: int, seat: int = 0) -> list[events.CombatRolled]:
    return [r for r in happened(step, events.CombatRolled) if r.copy == copy and seat in (0, r.seat)]


def on(state: Bridgefront, hex_: int, attackers: int = 0, defenders: int = 0) -> None:
    if attackers:
        forces(state, ATTACKER, hex_, attackers)
    if defenders:
        forces(state, DEFENDER, hex_, defenders)


# The worked examples --------------------------------------------------------------------------------------------------


def test_worked_example_14_5():
    """Virtuous attack with 3 Forces and Shadeblade; Leadbound hold with 2 Forces and Ironclad Warden."""
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
    fight(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.ChampionHurt)[0] == events.ChampionHurt(DEFENDER, warden, 1, 5)
    landed = [(hit.target, hit.guarded) for hit in happened(step, events.HitLanded) if hit.seat == ATTACKER]
    assert landed == [(0, True), (warden, False), (0, False), (warden, False), *[(warden, False)] * 3]
    assert rolls(step, 0, DEFENDER)[0].hits_on == 3
    assert state.forces[ATTACKER] == {hex_: 2}
    assert state.champions[blade].hp == 2 and list(state.champions) == [blade]
    assert state.gold[ATTACKER] == 5
    assert winner(step) == ATTACKER


def test_worked_example_14_4():
    """Three Forces enter the Center held by a Force and Skystriker Ace; the Ace holds with 2 HP left."""
    state = position("gatewright", "vapourborn")
    center = state._grid.center
    on(state, center, 3, 1)
    ace = champion(state, DEFENDER, "Skystriker Ace", center)
    step = scripted(state, [1, 4, 2, 3, 3, 6], [5, 1, 1, 2], draws=[0, 0, 0, 0])
    fight(step, center, ATTACKER, DEFENDER)
    assert state.champions[ace].hp == 2
    assert winner(step) == DEFENDER
    assert state.players_at(center) == [DEFENDER]


# C1-C9 ----------------------------------------------------------------------------------------------------------------


def test_C1_who_was_in_the_hex_first_defends():
    """C1: attacker and defender in the open: who was there first defends."""
    state = position()
    hex_ = field(state)
    forces(state, 1, hex_, 1)
    step = step_of(state)
    units.deploy(step, 2, hex_, 1)
    assert state.pending == ((hex_, 2),)
    fight_pending(step)
    assert happened(step, events.BattleBegan) == [events.BattleBegan(hex_, 2, 1, False)]
    assert state.pending == ()


def test_C2_a_hit_is_lost_only_when_nobody_has_hp_left():
    """C2: two hits never fall on one Force; a hit is lost only when nobody has HP left."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 3, 2)
    step = scripted(state, [1, 1, 1, 6, 6])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert len(happened(step, events.HitLanded)) == 2
    assert happened(step, events.ForcesDied) == [events.ForcesDied(DEFENDER, hex_, 2)]


def test_C3_a_champion_has_one_chance_as_a_force():
    """C3: one unit, one chance in the random assignment, whatever its HP."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 1, 3)
    titan = champion(state, DEFENDER, "Titan Vanguard", hex_)
    step = scripted(state, [1, *[6] * 5], [6, *[1] * 3, 6, 6], draws=[3])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert step.chance.script.asked == [4]
    assert happened(step, events.HitLanded)[0].target == titan


def test_C4_both_sides_wiped_out():
    """C4: the hex is empty, nobody has won, bounties are paid."""
    state = position(gold=0)
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 1)
    champion(state, DEFENDER, "Sergeant", hex_, hp=1)
    step = scripted(state, [1, 1], draws=[0])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert state.players_at(hex_) == []
    assert happened(step, events.BattleEnded) == [events.BattleEnded(hex_, 0, 0)]
    assert state.gold[ATTACKER] == 1
    assert not state.marked("won battle")


def test_C5_in_battle_the_opponent_kills_and_hits_carry_their_roller():
    """C5: the opponent earns the bounty; the single hit matters only for Tax Reaver."""
    for last_hit, gold in (("Tax Reaver", 2), ("Force", 0)):
        state = position(gold=0)
        hex_ = field(state)
        state.gold[DEFENDER] = 5
        forces(state, ATTACKER, hex_, 1)
        champion(state, ATTACKER, "Tax Reaver", hex_)
        champion(state, DEFENDER, "Jet Striker", hex_, hp=1)
        dice = [6, 1, 6] if last_hit == "Tax Reaver" else [1, 6, 6]
        step = scripted(state, [*dice, 6, 6, 6], draws=[0])
        fight(step, hex_, ATTACKER, DEFENDER)
        assert state.gold[ATTACKER] == 3 + gold
        assert state.gold[DEFENDER] == 5 - gold


def test_C6_champions_dying_in_one_volley_pay_both_sides():
    """C6: a dying Champion has rolled its dice; each pays, to both sides, with Contracts and Contract Pay."""
    state = position("virtuous", "leadbound", gold=0)
    hex_ = field(state)
    hunter = champion(state, ATTACKER, "Bounty Hunter", hex_, hp=1)
    sergeant = champion(state, DEFENDER, "Sergeant", hex_, hp=1)
    step = scripted(state, [1, 6, 1], draws=[0, 0])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert not state.champions
    assert [e.copy for e in happened(step, events.ChampionDied)] == [sergeant, hunter]
    assert state.gold[ATTACKER] == 1 + 2 + 1
    assert state.gold[DEFENDER] == 2


def test_C7_raises_do_not_add_up_and_smoke_screen_beats_all():
    """C7: bonuses "hit on 1-3" do not add up; Smoke Screen beats all."""
    state = position("cipher", "leadbound")
    hex_ = field(state)
    on(state, hex_, 1, 1)
    champion(state, DEFENDER, "Inspiring Geezer", hex_)
    mark(state, "hold the line", DEFENDER, hex_)
    fought = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    fought.look()
    fought.combat_round = 1
    assert fought.threshold(fought.defending) == 3
    fought.defending.shock = 1
    assert fought.threshold(fought.defending) == 5
    fought.defending.smoked = 1
    assert fought.threshold(fought.defending) == 1
    fought.combat_round = 2
    assert fought.threshold(fought.defending) == 3


def test_C8_an_effect_that_found_no_battle_is_a_mark_until_cleanup():
    """C8: all such effects end in Cleanup, which clears the marks; Slow waits for its Champion."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 3, 1)
    elsewhere = champion(state, ATTACKER, "Jet Striker", hex_at(state, 1, 1))
    mark(state, "slow", DEFENDER, elsewhere)
    fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert state.marked("slow", DEFENDER, elsewhere)


def test_C9_first_battle_is_the_next_one_really_fought():
    """C9: a Skirmish retreat uses nothing up; the next battle, sieges included, does."""
    state = position()
    hex_, capital = field(state), state.capital[2]
    on(state, hex_, 1, 1)
    for kind in ("battle cry", "smoke screen", "shock drill", "focus fire"):
        mark(state, kind, ATTACKER)
    mark(state, "skirmish", DEFENDER, hex_)
    fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert len(state.marks) == 5
    on(state, capital, 1, 1)
    step = scripted(state, [5, 2, 1, 6])
    fight(step, capital, ATTACKER, DEFENDER, siege=True)
    assert {m.kind for m in state.marks} == {"skirmish", "won battle"}
    assert [r.hits_on for r in happened(step, events.CombatRolled)] == [5, 1]


# C10: choosing hits ---------------------------------------------------------------------------------------------------


def firing_line(order: int, hit_control: str = "standing_order") -> tuple[Bridgefront, int, int, int]:
    """A Jet Striker attacks with Focus Fire against a Titan, a Sergeant and 2 Forces."""
    state = position(hit_control=hit_control)
    hex_ = field(state)
    champion(state, ATTACKER, "Jet Striker", hex_)
    forces(state, DEFENDER, hex_, 2)
    titan = champion(state, DEFENDER, "Titan Vanguard", hex_)
    sergeant = champion(state, DEFENDER, "Sergeant", hex_, hp=2)
    mark(state, "focus fire", ATTACKER, order)
    return state, hex_, titan, sergeant


def test_C10_weakest_champion_first():
    """C10: least HP left, then the next; each followed by the Forces."""
    state, hex_, titan, sergeant = firing_line(0)
    step = scripted(state, [1, 1, 1, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)] == [sergeant, sergeant, titan]


def test_C10_strongest_champion_first():
    """C10: most HP left; after a hit that may be another."""
    state, hex_, titan, _ = firing_line(1)
    step = scripted(state, [1, 1, 1, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)] == [titan] * 3


def test_C10_forces_first_then_the_weakest_champion():
    """C10: Forces first, then the weakest Champion."""
    state, hex_, _, sergeant = firing_line(2)
    step = scripted(state, [1, 1, 1, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)] == [0, 0, sergeant]


def test_C10_equal_champions_earlier_arrival_first():
    """C10: equal Champions: earlier arrival first."""
    state = position()
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 1)
    first = champion(state, DEFENDER, "Sergeant", hex_)
    champion(state, DEFENDER, "Sergeant", hex_)
    mark(state, "focus fire", ATTACKER, 0)
    step = scripted(state, [1, 6, 6], [6, 1, 6], draws=[0])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.HitLanded)[0].target == first


def test_tactical_hand_steers_the_first_three_hits_of_its_first_battle():
    """Tactical Hand follows the standing order for 3 hits, then chance decides; once per round."""
    state = position()
    hex_ = field(state)
    state.order[ATTACKER] = battle.TARGET_ORDERS.index("strongest")
    strategist = champion(state, ATTACKER, "Grand Strategist", hex_)
    forces(state, ATTACKER, hex_, 2)
    forces(state, DEFENDER, hex_, 1)
    titan = champion(state, DEFENDER, "Titan Vanguard", hex_, hp=9)
    step = scripted(state, [1, 1, 1, 1, 6, 6, 6], [1, 1, 1, 1, 6, 6], [6, 6, 1, 1, 6, 6], draws=[0, *[0] * 6])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)][:4] == [titan, titan, titan, 0]
    assert step.chance.script.asked[0] == 2
    assert state.marked("spent", ATTACKER, strategist)
    forces(state, DEFENDER, hex_, 1)
    again = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    again.look()
    onset.tactical_hands(again)
    assert again.attacking.chosen == 0


def test_focus_fire_and_tactical_hand_in_one_battle():
    """With Focus Fire in the same battle that order steers all hits; Tactical Hand is spent all the same."""
    state, hex_, _, _ = firing_line(2)
    strategist = champion(state, ATTACKER, "Grand Strategist", hex_)
    step = scripted(state, [1, 1, 6, 6, 6, *[6] * 5])
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert [e.target for e in happened(step, events.HitLanded)][:2] == [0, 0]
    assert state.marked("spent", ATTACKER, strategist)


def test_C10_prompt_asks_in_each_combat_round_with_a_real_choice():
    """C10, hit_control = prompt: the seat chooses its hits, then the battle goes on with fresh randomness."""
    state, hex_, titan, sergeant = firing_line(0, "prompt")
    state.pending = ((hex_, ATTACKER),)
    step = scripted(state, [1, 1, 6, *[6] * 5])
    fight_pending(step)
    assert state.asking == ((ATTACKER, "hits", (hex_, 2, ((titan, 10), (sergeant, 2)), 2)),)
    assert battle.default_hits(state, ATTACKER) == Hits((sergeant, sergeant))
    for wrong in ((), (titan,), (0, 99), (sergeant, sergeant, sergeant)):
        with pytest.raises(IllegalDecision):
            battle.check_hits(state, ATTACKER, Hits(wrong), state.asking[0][2])
    battle.check_hits(state, ATTACKER, Hits((0, titan)), state.asking[0][2])
    clone = state.clone()
    assert clone.digest() == state.digest()
    step = scripted(state, [6, 6, 6, *[6] * 4], [1, 1, 1, *[6] * 4])
    step.answer({ATTACKER: Hits((0, titan))})
    step.run()
    assert state.forces[DEFENDER][hex_] == 1 and state.champions[titan].hp == 9
    assert state.asking[0][2][1] == 3
    assert state.agenda == [("battles",)]


def test_C10_prompt_plays_a_battle_to_its_end():
    """A battle that asks again and again ends, the rest of the pending battles follow, and the state is clean."""
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
        chosen = battle.default_hits(state, ATTACKER)
        battle.check_hits(state, ATTACKER, chosen, state.asking[0][2])
        step = step_of(state.clone(), asked + 1)
        state = step.state
        step.answer({ATTACKER: chosen})
        step.run()
    assert asked
    assert len(state.players_at(hex_)) < 2 and len(state.players_at(other)) < 2
    assert not state.fight and not state.pending and not state.agenda


def test_C10_prompt_does_not_ask_where_nothing_can_be_chosen():
    """Against Forces alone, or with hits enough for everybody, nobody is asked."""
    state = position(hit_control="prompt")
    hex_ = field(state)
    on(state, hex_, 4, 2)
    mark(state, "focus fire", ATTACKER, 0)
    fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert not state.asking


def test_bodyguard_still_redirects_chosen_hits():
    """Focus Fire: Bodyguard still redirects."""
    state = position()
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 2)
    warden = champion(state, DEFENDER, "Ironclad Warden", hex_)
    forces(state, DEFENDER, hex_, 2)
    mark(state, "focus fire", ATTACKER, 0)
    step = scripted(state, [1, 1, 1, 1, 1, 1], draws=[0] * 4)
    fight(step, hex_, ATTACKER, DEFENDER)
    hits = [(e.target, e.guarded) for e in happened(step, events.HitLanded) if e.seat == ATTACKER]
    assert hits == [(0, True), (warden, False)]


def test_bodyguard_without_a_force_is_not_used_up():
    """Ironclad Warden: without a surviving Force nothing is redirected and the ability is not used up."""
    state = position()
    hex_ = field(state)
    forces(state, ATTACKER, hex_, 1)
    champion(state, DEFENDER, "Ironclad Warden", hex_)
    fought = Battle(scripted(state, [1, 6, 6], draws=[0]), hex_, ATTACKER, DEFENDER)
    fought.look()
    fought.combat_round = 1
    stream = fought.randomness()
    fought._roll(fought.attacking, fought.defending, stream)
    fought._roll(fought.defending, fought.attacking, stream)
    fought.strike(stream, {})
    assert fought.guards_used == ()
    assert fought.defending.champions[0].hp == 5


# C13-C19 --------------------------------------------------------------------------------------------------------------


def test_C14_all_units_of_the_side_leave_together():
    """C14: all units of the side go to one random neighbouring hex without units; no battle, nobody has won."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 3)
    captain = champion(state, DEFENDER, "Sergeant", hex_)
    mark(state, "skirmish", DEFENDER, hex_)
    step = step_of(state)
    fight(step, hex_, ATTACKER, DEFENDER)
    (left,) = happened(step, events.SkirmishRetreat)
    assert left.seat == DEFENDER and left.to in state._grid.neighbours[hex_]
    assert state.forces[DEFENDER] == {left.to: 3} and state.champions[captain].hex == left.to
    assert not happened(step, events.BattleBegan) and not state.marked("won battle")
    assert state.marked("skirmish", DEFENDER, hex_)


def test_C14_both_sides_leave_defender_first():
    """C14: if both sides have named the hex, both leave, defender first."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 1, 1)
    mark(state, "skirmish", ATTACKER, hex_)
    mark(state, "skirmish", DEFENDER, hex_)
    step = step_of(state)
    fight(step, hex_, ATTACKER, DEFENDER)
    assert [e.seat for e in happened(step, events.SkirmishRetreat)] == [DEFENDER, ATTACKER]
    assert state.players_at(hex_) == []
    assert not state.pending


def test_C14_with_nowhere_to_go_all_die_and_nobody_is_paid():
    """C14: with no neighbouring hex without units they all die; no bounty."""
    state = position(gold=0)
    hex_ = field(state)
    on(state, hex_, 1, 2)
    champion(state, DEFENDER, "Traitor", hex_)
    mark(state, "skirmish", DEFENDER, hex_)
    for around in state._grid.neighbours[hex_]:
        forces(state, ATTACKER, around, 1)
    fight(step_of(state), hex_, ATTACKER, DEFENDER)
    assert not state.forces[DEFENDER] and not state.champions
    assert state.gold[1:] == [0, 0]
    assert state.mana[DEFENDER] == 0


def test_C15_after_100_combat_rounds_the_attackers_die():
    """C15: technical stop at 100; nobody earns the bounty."""
    state = position(gold=0)
    hex_ = field(state)
    on(state, hex_, 1, 1)
    champion(state, ATTACKER, "Sergeant", hex_)
    step = scripted(state, [6] * 300)
    fight(step, hex_, ATTACKER, DEFENDER)
    assert winner(step) == DEFENDER and state.players_at(hex_) == [DEFENDER]
    assert state.gold[1:] == [0, 0]


def test_C17_clean_exit_heals_those_who_fought_and_live():
    """C17: Champions that fought in the battle and live; those elsewhere do not heal."""
    state = position("virtuous")
    hex_, away = field(state), hex_at(state, 2, 0)
    on(state, hex_, 2, 1)
    fighter = champion(state, ATTACKER, "Jet Striker", hex_, hp=2)
    elsewhere = champion(state, ATTACKER, "Sergeant", away, hp=1)
    whole = champion(state, ATTACKER, "Sergeant", hex_)
    step = scripted(state, [1, 6, 6, 6, 6, 6, 6])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert state.champions[fighter].hp == 3
    assert state.champions[elsewhere].hp == 1
    assert [e.copy for e in happened(step, events.ChampionHealed)] == [fighter]
    assert state.champions[whole].hp == 3


def test_C18_home_guard_adds_to_a_capturer_in_the_own_capital():
    """C18: once per card, action or ability that deploys a Force into the Capital; Capturer's Force counts."""
    state = position("cipher", "leadbound")
    capital = state.capital[DEFENDER]
    forces(state, DEFENDER, capital, 1)
    champion(state, DEFENDER, "Capturer", capital)
    forces(state, ATTACKER, capital, 1)
    state.guarded = 1
    step = scripted(state, [6, 1, 6, 6])
    fight(step, capital, ATTACKER, DEFENDER, siege=True)
    assert state.forces[DEFENDER][capital] == 3
    assert state.guarded == 1


def test_C18_home_guard_adds_to_a_skirmisher_captain_in_the_capital():
    """C18: Skirmisher Captain's Force counts, the start Forces do not."""
    state = position("leadbound")
    capital = state.capital[1]
    captain = champion(state, 1, "Skirmisher Captain", capital)
    ability = deaths.ability_of(state, captain)
    ability.deployed(step_of(state), state.champions[captain])
    assert state.forces[1] == {capital: 2}
    state.guarded = 0
    there = hex_at(state, 0, 0)
    ability.deployed(step_of(state), state.champions[champion(state, 1, "Skirmisher Captain", there)])
    assert state.forces[1][there] == 1


@pytest.mark.parametrize(("has", "taken"), [(5, 2), (1, 1), (0, 0)])
def test_C19_extortionists_take_as_much_as_possible(has, taken):
    """C19: always as much as possible, up to 2 from the loser; F9: in defence too."""
    state = position("cipher", "gatewright", gold=0)
    hex_ = field(state)
    state.gold[ATTACKER] = has
    on(state, hex_, 1, 2)
    fight(scripted(state, [6, 1, 1]), hex_, ATTACKER, DEFENDER)
    assert (state.gold[ATTACKER], state.gold[DEFENDER]) == (has - taken, taken)


# Factions -------------------------------------------------------------------------------------------------------------


def test_F5_mine_militia_in_all_combat_rounds_shield_wall_in_the_first():
    """F5: as printed; both only when defending."""
    state = position("refiner", "leadbound")
    hex_ = field(state)
    state.mines[hex_] = 5
    on(state, hex_, 1, 1)
    fought = Battle(step_of(state), hex_, 1, 2)
    fought.look()
    seen = []
    for fought.combat_round in (1, 2):
        seen.append((fought.threshold(fought.attacking), fought.threshold(fought.defending)))
    assert seen == [(2, 3), (2, 2)]
    fought = Battle(step_of(state), hex_, 2, 1)
    fought.look()
    fought.combat_round = 2
    assert fought.threshold(fought.defending) == 3


def test_breakers_in_an_enemy_capital():
    """Gatewright Forces hit on 1-3 in an enemy Capital, attacking or holding it, not in their own."""
    state = position("gatewright", "cipher")
    capital = state.capital[2]
    on(state, capital, 1, 1)
    fought = Battle(step_of(state), capital, 2, 1, siege=True)
    fought.look()
    fought.combat_round = 4
    assert fought.threshold(fought.defending) == 3
    assert fought.threshold(fought.attacking) == 2


# Champions' and cards' effects in battle ------------------------------------------------------------------------------


def dice_of(state: Bridgefront, copy: int, hex_: int, combat_round: int = 1) -> int:
    """How many dice a Champion of the attacker would roll."""
    fought = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    fought.look()
    onset.attach(fought)
    fought.combat_round = combat_round
    own = state.champions[copy]
    stats = battle.CARDS[state.card[copy]].stats
    return fought.dice(fought.side(own.owner), own, stats.dice)


def test_archivist_prime_rolls_for_cards_played():
    """F10: 1 extra die per card played this round."""
    state = position()
    hex_ = field(state)
    copy = champion(state, ATTACKER, "Archivist Prime", hex_)
    forces(state, DEFENDER, hex_, 1)
    state.played[ATTACKER] = 3
    assert dice_of(state, copy, hex_) == 4


def test_brute_and_duelist_look_for_enemy_champions():
    """Brute rolls 3 dice while no enemy Champion stands there, Duelist Exemplar 1 more while one does."""
    state = position()
    hex_ = field(state)
    brute = champion(state, ATTACKER, "Brute", hex_)
    duelist = champion(state, ATTACKER, "Duelist Exemplar", hex_)
    forces(state, DEFENDER, hex_, 1)
    assert (dice_of(state, brute, hex_), dice_of(state, duelist, hex_)) == (3, 2)
    champion(state, DEFENDER, "Sergeant", hex_)
    assert (dice_of(state, brute, hex_), dice_of(state, duelist, hex_)) == (1, 3)


def test_lone_wolf_rolls_more_without_forces():
    """Lone Wolf: 3 dice more in each combat round without a Force of its side; other Champions do not matter."""
    state = position()
    hex_ = field(state)
    wolf = champion(state, ATTACKER, "Lone Wolf", hex_)
    champion(state, ATTACKER, "Sergeant", hex_)
    forces(state, DEFENDER, hex_, 1)
    assert dice_of(state, wolf, hex_) == 4
    forces(state, ATTACKER, hex_, 1)
    assert dice_of(state, wolf, hex_) == 1


def test_battle_cry_frenzy_and_slow():
    """Battle Cry: combat round 1 only; Frenzy: +2 each; Slow: 1 die whatever else applies."""
    state = position()
    hex_ = field(state)
    copy = champion(state, ATTACKER, "Jet Striker", hex_)
    forces(state, DEFENDER, hex_, 1)
    mark(state, "frenzy", ATTACKER, copy, 2)
    mark(state, "battle cry", ATTACKER)
    assert dice_of(state, copy, hex_) == 6
    assert dice_of(state, copy, hex_, combat_round=2) == 5
    mark(state, "frenzy", ATTACKER, copy, 2)
    assert dice_of(state, copy, hex_, combat_round=2) == 7
    mark(state, "slow", DEFENDER, copy)
    assert dice_of(state, copy, hex_) == 1
    assert not state.marked("slow")


def test_hold_the_line_only_for_the_defender_in_that_hex():
    """Hold the Line: where you are the defender there, in all combat rounds."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 1, 1)
    mark(state, "hold the line", DEFENDER, hex_)
    mark(state, "hold the line", ATTACKER, hex_)
    fought = Battle(step_of(state), hex_, ATTACKER, DEFENDER)
    fought.look()
    fought.combat_round = 7
    assert (fought.threshold(fought.attacking), fought.threshold(fought.defending)) == (2, 3)


def test_breach_in_sieges_in_combat_round_1():
    """Capital Breaker: in a siege its side's Forces hit on 1-3 in combat round 1, also defending."""
    state = position()
    capital = state.capital[2]
    on(state, capital, 1, 1)
    champion(state, DEFENDER, "Capital Breaker", capital)
    for siege, combat_round, threshold in ((True, 1, 3), (True, 2, 2), (False, 1, 2)):
        fought = Battle(step_of(state), capital, ATTACKER, DEFENDER, siege)
        fought.look()
        fought.combat_round = combat_round
        assert fought.threshold(fought.defending) == threshold


def test_inspiring_geezer_also_in_the_combat_round_in_which_it_dies():
    """While it lives in a battle, its side's Forces hit on 1-3; all dice are from the start of the combat round."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 2)
    champion(state, DEFENDER, "Inspiring Geezer", hex_, hp=1)
    step = scripted(state, [1, 6, 3, 6, 6], [6, 1, 1], draws=[2, 0])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert [r.hits_on for r in rolls(step, 0, DEFENDER)] == [3, 2]


def test_gold_plated_armor_pays_the_damage_off():
    """With 2 gold the damage is paid off; with 0 or 1 it goes through."""
    state = position(gold=0)
    hex_ = field(state)
    state.gold[DEFENDER] = 3
    forces(state, ATTACKER, hex_, 3)
    plated = champion(state, DEFENDER, "Titan Vanguard", hex_)
    mark(state, "plated", DEFENDER, plated)
    step = scripted(state, [1, 1, 6, 1, 1], [6, 6, 6, 6], draws=[0] * 6)
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert state.champions[plated].hp == 9
    assert state.gold[DEFENDER] == 1
    assert happened(step, events.DamagePaidOff) == [events.DamagePaidOff(DEFENDER, plated, 2)]


def test_assassins_edge_takes_the_weakest_then_the_higher_bounty():
    """Assassin's Edge: least HP left, then higher bounty; once per round; it waits for an enemy Champion."""
    state = position()
    hex_ = field(state)
    blade = champion(state, ATTACKER, "Shadeblade", hex_)
    forces(state, DEFENDER, hex_, 1)
    fight(scripted(state, [1, 6, 6, 6, 6, 6]), hex_, ATTACKER, DEFENDER)
    assert not state.marked("spent")
    champion(state, DEFENDER, "Sergeant", hex_)
    dear = champion(state, DEFENDER, "Bannerman", hex_)
    champion(state, DEFENDER, "Titan Vanguard", hex_)
    step = scripted(state)
    fight_while_dice_last(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.ChampionHurt) == [events.ChampionHurt(DEFENDER, dear, 1, 2)]
    assert state.marked("spent", ATTACKER, blade)


def test_assassins_edge_on_both_sides_at_once():
    """If it empties both sides nobody has won; no dice are rolled; bounty and Contracts are paid."""
    state = position("virtuous", "leadbound", gold=0)
    hex_ = field(state)
    champion(state, ATTACKER, "Shadeblade", hex_, hp=1)
    champion(state, DEFENDER, "Shadeblade", hex_, hp=1)
    step = scripted(state)
    fight(step, hex_, ATTACKER, DEFENDER)
    assert winner(step) == 0 and not happened(step, events.CombatRolled)
    assert state.gold[1:] == [5, 3]


def test_capturer_deploys_after_a_won_battle():
    """Each time it survives a battle its side has won, 1 Force comes to its hex."""
    state = position()
    hex_ = field(state)
    champion(state, ATTACKER, "Capturer", hex_)
    forces(state, DEFENDER, hex_, 1)
    fight(scripted(state, [1, 6, 6]), hex_, ATTACKER, DEFENDER)
    assert state.forces[ATTACKER] == {hex_: 1}


def test_breakthrough_draws_more_after_a_win_in_its_hex():
    """L14: two cards more at the next Reset; the mark is used up, the mark of another hex is not."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 1)
    mark(state, "breakthrough", ATTACKER, hex_, 2)
    mark(state, "breakthrough", ATTACKER, hex_ + 1, 2)
    fight(scripted(state, [1, 1, 6]), hex_, ATTACKER, DEFENDER)
    assert state.next_draw[ATTACKER] == 2
    assert [m.what for m in state.marked("breakthrough")] == [hex_ + 1]


def test_pulling_strings_pays_for_battles_of_others():
    """1 gold for each battle in which you are on neither side."""
    state = position(seats=3, gold=0)
    hex_ = field(state)
    for seat in (1, 3):
        mark(state, "pulling strings", seat)
    on(state, hex_, 2, 1)
    step = scripted(state, [1, 1, 6])
    fight(step, hex_, ATTACKER, DEFENDER)
    assert happened(step, events.GoldTaken) == [events.GoldTaken(3, 1, "pulling strings")]


def test_won_battles_are_remembered_for_spoils_of_war():
    """C13: Spoils of War asks for a battle won this round."""
    state = position()
    hex_ = field(state)
    on(state, hex_, 2, 1)
    fight(scripted(state, [1, 1, 6]), hex_, ATTACKER, DEFENDER)
    assert state.marked("won battle", ATTACKER) and not state.marked("won battle", DEFENDER)


def test_pending_battles_in_order_and_only_where_two_are_left():
    """8.3.5: in the order in which the hexes were entered; a hex with one player left sees none."""
    state = position()
    first, second, lonely = hex_at(state, 1, 0), hex_at(state, 0, 0), hex_at(state, 0, 1)
    for hex_ in (first, second):
        on(state, hex_, 1, 1)
    forces(state, 1, lonely, 1)
    state.pending = ((first, 1), (lonely, 1), (second, 2))
    step = step_of(state)
    fight_pending(step)
    assert [e[:3] for e in happened(step, events.BattleBegan)] == [(first, 1, 2), (second, 2, 1)]


def test_same_beacon_same_battle_whatever_the_order_of_columns():
    """The result depends on the position and the beacon, not on the order in which Champions lie in memory."""
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
        fight(step, hex_, 1, 2)
        ends.append((state.digest(), step.events))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("beacon", range(1, 60))
def test_any_battle_ends_with_one_side_or_none(beacon):
    """Random battles of all kinds of Champions end, HP stay between 1 and the maximum, gold never falls below 0."""
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
        fight(step_of(state, beacon), hex_, 1, 2)
        assert len(state.players_at(hex_)) < 2
    assert all(0 < c.hp <= c.max_hp for c in state.champions.values())
    assert min(state.gold) >= 0


@pytest.mark.parametrize("beacon", range(1, 30))
def test_C10_prompt_any_legal_answer_plays_on_and_the_resting_battle_is_in_the_state(beacon):
    """A battle that rests goes on in a clone exactly as in the original, whatever legal targets are chosen."""
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
        chosen = {seat: battle.sample_hits(state, seat, chance) for seat, _, _ in state.asking}
        for seat, _, detail in state.asking:
            battle.check_hits(state, seat, chosen[seat], detail)
        twin = state.clone()
        for one in (state, twin):
            step = step_of(one, later + 40)
            step.answer(chosen)
            step.run()
        assert state.digest() == twin.digest()
    assert not state.asking and not state.fight and len(state.players_at(hex_)) < 2
