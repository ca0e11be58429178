"""The market of Age III, card by card: combat, bridges, gambits, victory and Champions."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.phases.scoring import control_vp
from tests.support.games.bridgefront.looks import CENTER, dice, fizzled, gold_for, hit_on, vp_for_gaining, wins
from tests.support.games.bridgefront.table import Table

# E Combat / Tactics ---------------------------------------------------------------------------------------------------


def test_execution_order_deals_3_damage_to_a_near_enemy_champion():
    """Deal 3 damage to an enemy Champion within 2 hexes of one of yours, checked again on resolution.

    A kill earns the bounty.
    """
    t = Table("cipher", mana=20)
    own = t.put(1, "Sergeant", CENTER)
    near, far = t.put(2, "Titan Vanguard", (2, 0), hp=6), t.put(2, "Brute", (0, 3))
    assert not t.may(1, "Execution Order", far) and not t.may(1, "Execution Order", own)
    t.play(1, "Execution Order", near)
    assert t.hp(near) == 3
    t.hold(2, "Rapid Redeploy", number=1)
    t.together((1, "Execution Order", near), (2, "Rapid Redeploy", near, (0, 3)))
    assert fizzled(t) and t.hp(near) == 4
    t.move(near, (1, 0))
    t.state.champions[near] = t.state.champions[near]._replace(hp=3)
    t.play(1, "Execution Order", near)
    assert not t.champion(near) and t.gold(1) == 15


def test_attrition_kills_3_enemy_forces_and_hurts_every_enemy_champion_in_the_hex():
    """Kill up to 3 enemy Forces and deal 1 damage to each enemy Champion there.

    Your own units in a siege are spared, and Ward does not help.
    """
    t = Table(mana=9)
    t.put(1, "Sergeant", t.home(1))
    t.put(1, 2, t.home(1))
    t.put(2, 5, t.home(1))
    titan = t.put(2, "Titan Vanguard", t.home(1))
    t.put(2, 2, CENTER)
    assert not t.may(1, "Attrition", CENTER)
    t.play(2, "Ward", titan)
    t.play(1, "Attrition", t.home(1))
    assert (t.forces(1, t.home(1)), t.forces(2, t.home(1)), t.hp(titan)) == (2, 2, 9)


def test_civilizational_hero_doubles_the_hp_of_a_single_champion():
    """A single Champion doubles its HP and its maximum; with two Champions nothing happens."""
    t = Table(mana=9)
    titan = t.put(1, "Titan Vanguard", CENTER, hp=3)
    t.play(1, "Civilizational Hero")
    assert t.hp(titan) == 6 and t.champion(titan).max_hp == 10
    t.play(1, "Civilizational Hero")
    assert t.hp(titan) == 12 and t.champion(titan).max_hp == 12
    t.put(1, "Sergeant", CENTER)
    t.play(1, "Civilizational Hero")
    assert t.hp(titan) == 12 and not fizzled(t)


def test_complete_encirclement_kills_every_force_with_four_occupied_neighbours():
    """With four neighbours every Force there dies and every Champion takes 3, your own in a siege too."""
    t = Table("cipher", mana=20)
    home = t.home(2)
    around = [t.state.grid.hexes[h] for h in t.state.grid.neighbours[t.at(home)]]
    assert len(around) == 3
    hex_ = (-1, 0)
    around = [t.state.grid.hexes[h] for h in t.state.grid.neighbours[t.at(hex_)]]
    t.put(2, 7, hex_)
    titan = t.put(2, "Titan Vanguard", hex_)
    for near in around[:3]:
        t.put(1, 1, near)
    t.play(1, "Complete Encirclement", hex_)
    assert t.forces(2, hex_) == 7 and not fizzled(t)
    t.put(1, 1, around[3])
    t.play(1, "Complete Encirclement", hex_)
    assert t.forces(2, hex_) == 0 and t.hp(titan) == 7


def test_complete_encirclement_of_a_siege_hits_your_units_too():
    """In a besieged Capital your own units suffer too, and nobody pays for them."""
    t = Table("cipher", seats=5, mana=20)
    home = next(h for h in map(t.home, t.state.seats) if len(t.state.grid.neighbours[t.at(h)]) == 4)
    owner = next(seat for seat in t.state.seats if t.home(seat) == home)
    me = 1 if owner != 1 else 2
    own = t.put(me, "Sergeant", home)
    t.put(me, 2, home)
    t.put(owner, 2, home)
    for near in t.state.grid.neighbours[t.at(home)]:
        t.put(me, 1, t.state.grid.hexes[near])
    t.play(me, "Complete Encirclement", home)
    assert t.forces(me, home) == t.forces(owner, home) == 0 and not t.champion(own)
    assert t.gold(me) == t.gold(owner) == 10


# F Bridges / Terrain --------------------------------------------------------------------------------------------------


def test_ruin_the_span_destroys_up_to_2_bridges_anywhere():
    """Destroy up to 2 Bridges anywhere."""
    t = Table()
    t.road((2, 0), (1, 0), CENTER, (-1, 0))
    assert not t.may(1, "Ruin the Span", [(CENTER, (0, 1))])
    assert not t.may(1, "Ruin the Span", [((2, 0), (1, 0)), ((1, 0), CENTER), (CENTER, (-1, 0))])
    t.play(1, "Ruin the Span", [((2, 0), (1, 0)), ((-1, 0), CENTER)])
    assert not t.bridge((2, 0), (1, 0)) and not t.bridge((-1, 0), CENTER) and t.bridge((1, 0), CENTER)


def test_wormhole_gate_links_any_two_hexes():
    """Link any two hexes, Capitals included, without a Champion; then burn.

    A trap on the Bridge beside a link catches nobody.
    """
    t = Table(mana=20)
    t.put(1, 2, (2, 0))
    t.put(2, 1, t.home(2))
    t.play(1, "Wormhole Gate", [(2, 0), t.home(2)])
    assert t.burnt(1) == ["Wormhole Gate"]
    t.play(1, "march", t.walk((2, 0), t.home(2), forces=1))
    assert t.forces(1, t.home(2)) == 1 and not t.happened(events.BattleBegan)
    t.put(2, 1, (1, 0))
    t.road((2, 0), (1, 0))
    t.play(2, "Bridge Trap", ((2, 0), (1, 0)))
    t.state.forces[2] = {}
    t.play(1, "Wormhole Gate", [(2, 0), (1, 0)])
    t.play(1, "march", t.walk((2, 0), (1, 0), forces=1))
    assert t.forces(1, (1, 0)) == 1


def test_siege_writ_kills_4_enemy_forces_in_a_capital():
    """Kill 4 enemy Forces in a Capital beside you, or in your own when it is besieged; spare yours."""
    t = Table(mana=9)
    t.put(1, 2, (2, 0))
    t.put(1, 9, t.home(1))
    t.put(2, 6, t.home(1))
    titan = t.put(2, "Titan Vanguard", t.home(1))
    t.put(2, 3, t.home(2))
    assert not t.may(1, "Siege Writ", t.home(2)) and not t.may(1, "Siege Writ", (1, 0))
    t.play(1, "Siege Writ", t.home(1))
    assert t.forces(1, t.home(1)) == 9 and t.forces(2, t.home(1)) == 2 and t.hp(titan) == 10
    t.put(1, 1, (-2, 0))
    t.play(1, "Siege Writ", t.home(2))
    assert t.forces(2, t.home(2)) == 0


# G Synergy / Gambits --------------------------------------------------------------------------------------------------


def test_last_contract_makes_the_next_champion_card_free():
    """The next Champion card of the round, and only that one, is free; then burn.

    The player must still be able to act.
    """
    t = Table(gold=0, mana=2)
    t.play(1, "Last Contract")
    assert t.burnt(1) == ["Last Contract"] and t.mana(1) == 1
    t.play(1, "Stormcaller", t.home(1))
    assert (t.mana(1), t.gold(1)) == (1, 0)
    assert "costs" in t.why_not(1, "Sergeant", t.home(1))

    t = Table(gold=0, mana=1)
    t.play(1, "Last Contract")
    with pytest.raises(AssertionError, match="not active"):
        t.play(1, "Stormcaller", t.home(1))
    t = Table(gold=0, mana=1, act_at_zero_mana="on")
    t.play(1, "Last Contract")
    t.play(1, "Stormcaller", t.home(1))
    assert len(t.state.champions) == 1


def test_last_contract_is_used_up_even_if_the_champion_fizzles():
    """Playing the Champion uses the contract up even if it fizzles; it ends with the round."""
    t = Table(gold=10, mana=9)
    t.put(2, 1, CENTER)
    t.road(CENTER, (0, 1))
    t.play(1, "Last Contract")
    t.hold(2, "Quick March", number=1)
    t.together((1, "Guerilla Native Mercenary", (0, 1)), (2, "Quick March", t.walk(CENTER, (0, 1), forces=1)))
    assert fizzled(t) and (t.gold(1), t.mana(1)) == (10, 8)
    t.play(1, "Guerilla Native Mercenary", t.home(1))
    assert (t.gold(1), t.mana(1)) == (9, 6)
    t.play(1, "Last Contract")
    t.until("bid")
    assert not t.state.marks_of_kind("champion free")


# H Victory ------------------------------------------------------------------------------------------------------------


def test_monument_plan_scores_2_vp_and_discards_the_named_card():
    """Score 2 VP when gained; when played, discard the named card, or none if there is no other."""
    t = Table()
    t.hold(1, "Zap")
    assert not t.may(1, "Monument Plan") and not t.may(1, "Monument Plan", ["Zap", t.hold(1, "Zap")])
    t.state.piles.hand[1] = t.state.piles.hand[1][:1]
    t.play(1, "Monument Plan", "Zap")
    assert t.discards(1) == ["Zap", "Monument Plan"]
    t.play(1, "Monument Plan")
    assert t.hand(1) == [] and vp_for_gaining(t, 1, "Monument Plan") == 2


def test_conquest_record_gives_3_gold_and_1_vp_when_gained():
    """Earn 3 gold when played and 1 VP when gained."""
    t = Table()
    t.play(1, "Conquest Record")
    assert t.gold(1) == 13 and vp_for_gaining(t, 1, "Conquest Record") == 1


def test_final_oath_heals_a_champion_by_2_and_scores_1_vp():
    """Heal one of your Champions anywhere by 2 HP; without one do nothing. Score 1 VP when gained."""
    t = Table()
    titan = t.put(1, "Titan Vanguard", t.home(2), hp=1)
    assert not t.may(1, "Final Oath", t.put(2, "Sergeant", CENTER, hp=1))
    t.play(1, "Final Oath", titan)
    assert t.hp(titan) == 3
    t.play(2, "Final Oath", next(c.copy for c in t.state.champions_of(2)))
    t.state.champions = {}
    t.play(1, "Final Oath")
    assert not fizzled(t) and vp_for_gaining(t, 1, "Final Oath") == 1


def test_timer_scores_3_vp_at_scoring_on_the_center():
    """Score 3 VP at Scoring on the Center, counting for the win, and 1 VP when gained.

    It is playable with at least 5 mana before paying.
    """
    t = Table(mana=4)
    assert "5 mana" in t.why_not(1, "Timer")
    t = Table(mana=5, vp_to_win=5)
    t.state.vp[1] = 1
    t.put(1, 1, CENTER)
    t.play(1, "Timer")
    assert t.mana(1) == 2 and t.burnt(1) == ["Timer"] and t.state.vp[1] == 1
    t.until("picks")
    t.answer(1, t._by_itself(1))
    assert t.happened(events.VictoryPoints)[-1] == events.VictoryPoints(1, 3)
    assert t.state.winners == (1,)
    assert vp_for_gaining(Table(), 1, "Timer") == 1


def test_timer_off_the_center_scores_nothing():
    """Score nothing without the Center when Scoring begins."""
    t = Table()
    t.play(1, "Timer")
    t.until("bid")
    assert t.state.vp[1] == 0


@pytest.mark.parametrize(
    ("options", "round_", "needed"),
    [({"base_mana": 4}, 1, 4), ({"base_mana": 4, "mana_per_age": 1}, 4, 5), ({"base_mana": 6}, 1, 5)],
)
def test_timer_threshold_is_5_mana_or_the_lower_starting_mana(options, round_, needed):
    """The threshold is 5 mana, or the mana at the start of the round if that is less."""
    for mana in (needed - 1, needed):
        t = Table(mana=mana, **options)
        t.state.round = round_
        assert t.may(1, "Timer") == (mana == needed)


# I Champions ----------------------------------------------------------------------------------------------------------


def test_logistics_officer_lets_its_hex_take_deployments_to_the_capital():
    """The Officer's hex accepts deployments to the Capital and is guarded like it.

    Healing and lifts still refer to the real Capital.
    """
    t = Table("leadbound", mana=20, gold=20)
    officer = t.put(1, "Logistics Officer", CENTER, hp=1)
    assert not t.may(1, "reinforce", (1, 0))
    t.play(1, "reinforce", CENTER)
    assert t.forces(1, CENTER) == 2
    t.play(1, "Deep Reserves", CENTER)
    t.play(1, "Forward Legion", CENTER)
    assert t.forces(1, CENTER) == 2 + 9 + 6
    t.play(1, "Patch Up", officer)
    assert t.hp(officer) == 3
    t.play(1, "Emergency Evac", officer)
    assert t.where(officer) == t.home(1)


def test_logistics_officer_gone_from_the_hex_deploys_nothing():
    """If the Officer has left the chosen hex on resolution, nothing is deployed."""
    t = Table(mana=9)
    officer = t.put(1, "Logistics Officer", CENTER, hp=1)
    t.put(2, 1, (1, 0))
    t.hold(2, "Zap", number=1)
    t.together((1, "Battalion Contract", CENTER), (2, "Zap", officer))
    assert fizzled(t) and t.state.forces[1] == {}


def test_titan_vanguard_has_10_hp_and_no_ability():
    """It has no special ability: 10 HP, 2 dice on 1-3, bounty 5."""
    t = Table("leadbound", "gatewright")
    titan = t.put(2, "Titan Vanguard", CENTER)
    assert t.hp(titan) == 10
    t.put(1, 30, (1, 0))
    t.road((1, 0), CENTER)
    t.play(1, "march", t.walk((1, 0), CENTER, forces=30), luck=wins(1))
    assert set(dice(t, titan, 2)) == {2} and set(hit_on(t, titan, 2)) == {3}
    assert gold_for(t, 1, "bounty") == [5]


def test_center_bannerman_scores_1_control_vp_on_the_center_only():
    """Score 1 control VP on the Center on top of the Center's own; score none elsewhere."""
    t = Table()
    copy = t.put(1, "Center Bannerman", CENTER)
    assert dict(control_vp(t.state, 1)) == {"center": 1, "champions": 1}
    t.move(copy, (1, 0))
    assert dict(control_vp(t.state, 1)) == {}


def test_blood_banker_earns_2_gold_for_the_first_other_champion_that_dies_in_its_hex():
    """Earn 2 gold the first time in a round that another Champion dies in its hex.

    Either side's Champion counts, also when a card kills it.
    """
    t = Table(mana=20)
    t.put(1, "Blood Banker", CENTER)
    for _ in range(2):
        own = t.put(1, "Sergeant", CENTER, hp=2)
        t.play(1, "Frenzy", own)
    assert t.gold(1) == 12
    t.until("picks")
    t.until("bid")
    t.until("action")
    before = t.gold(1)
    t.play(1, "Frenzy", t.put(1, "Sergeant", CENTER, hp=2))
    assert t.gold(1) == before + 2


def test_blood_banker_pays_in_the_volley_that_kills_it():
    """It pays even if it dies in the same volley; its own death does not count."""
    t = Table("cipher", mana=20)
    banker = t.put(1, "Blood Banker", (1, 0), hp=1)
    foe = t.put(2, "Sergeant", CENTER, hp=1)
    t.road((1, 0), CENTER)

    def both_die(t: Table) -> bool:
        return not t.champion(banker) and not t.champion(foe)

    t.play(1, "march", t.walk((1, 0), CENTER, champions=[banker]), luck=both_die)
    assert gold_for(t, 1, "Blood Ledger") == [2]
    t = Table(mana=9)
    t.play(1, "Frenzy", t.put(1, "Blood Banker", CENTER, hp=2))
    assert t.gold(1) == 10


def test_stormcaller_damages_enemy_champions_in_neighbouring_hexes_once_a_round():
    """Tempest deals 1 damage to all enemy Champions in neighbouring hexes, once per round.

    Ward does not help, and its own hex is not affected.
    """
    t = Table(seats=3, mana=20)
    storm = t.put(1, "Stormcaller", t.home(2))
    beside, own = t.put(2, "Titan Vanguard", near(t, 2)), t.put(1, "Titan Vanguard", near(t, 2))
    inside = t.put(2, "Titan Vanguard", t.home(2))
    t.play(2, "Ward", beside)
    t.play(2, "Immunity Field")
    t.together((1, t.choose(1, "Stall", powers=[Power(storm)])))
    assert (t.hp(beside), t.hp(inside), t.hp(own)) == (9, 10, 10)
    assert not t.may(1, "Stall", powers=[Power(storm)])


def near(t: Table, seat: int) -> tuple[int, int]:
    """Return a hex beside the seat's Capital."""
    return t.state.grid.hexes[t.state.grid.neighbours[t.state.capital[seat]][0]]


def test_grand_strategist_directs_the_first_3_hits_of_its_first_battle():
    """The first 3 hits in its side's first battle of the round follow the standing order.

    Later hits are random.
    """
    t = Table("cipher", mana=20)
    strategist = t.put(1, "Grand Strategist", (1, 0))
    t.put(1, 12, (1, 0))
    t.put(2, 6, CENTER)
    weak = t.put(2, "Sergeant", CENTER)
    t.put(2, "Titan Vanguard", CENTER)
    t.road((1, 0), CENTER, (-1, 0))
    march = t.walk((1, 0), CENTER, forces=12, champions=[strategist])
    t.play(1, "march", march, luck=lambda t: wins(1)(t) and t.champion(strategist) is not None)
    landed = [e.target for e in t.happened(events.HitLanded) if e.seat == 1]
    assert landed[:3] == [weak] * 3
    assert t.state.marks_of_kind("spent", what=strategist)


def test_grand_strategist_may_change_its_target_order():
    """Its player may change the target order with any action choice.

    Focus Fire in the same battle controls all hits.
    """
    t = Table("cipher", mana=20)
    strategist = t.put(1, "Grand Strategist", (1, 0))
    t.put(1, 12, (1, 0))
    t.put(2, 6, CENTER)
    weak, strong = t.put(2, "Sergeant", CENTER), t.put(2, "Titan Vanguard", CENTER)
    t.road((1, 0), CENTER)
    march = t.walk((1, 0), CENTER, forces=12, champions=[strategist])
    before = t.state
    t.together((1, t.choose(1, "march", march, order="forces")))
    assert [e.target for e in t.happened(events.HitLanded) if e.seat == 1][:3] == [0, 0, 0]
    t.state = before.clone()
    t.play(1, "Focus Fire", "strongest")
    t.together((1, t.choose(1, "march", march, order="weakest")))
    landed = [e.target for e in t.happened(events.HitLanded) if e.seat == 1]
    assert landed[:5] == [strong] * 5 and weak not in landed[:5]
    assert t.state.marks_of_kind("spent", what=strategist)


@pytest.mark.parametrize("defending", [False, True])
def test_capital_breaker_makes_forces_hit_on_1_to_3_in_combat_round_1_of_a_siege(defending):
    """With Breach its Forces hit on 1-3 in combat round 1 of a siege, attacking or defending.

    Battles outside Capitals are unaffected.
    """
    t = Table("cipher")
    home = t.home(1 if defending else 2)
    t.put(1, "Capital Breaker", home)
    t.put(1, 3, home)
    t.put(2, 6, home)
    t.until("bid")
    rounds = hit_on(t)
    assert rounds[0] == 3 and set(rounds[1:]) <= {2}

    t = Table("cipher")
    breaker = t.put(1, "Capital Breaker", (1, 0))
    t.put(1, 3, (1, 0))
    t.put(2, 6, CENTER)
    t.road((1, 0), CENTER)
    t.play(1, "march", t.walk((1, 0), CENTER, forces=3, champions=[breaker]))
    assert set(hit_on(t)) == {2}
