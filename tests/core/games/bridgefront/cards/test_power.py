"""The power decks of the three ages, card by card, with the rulings on each card."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.catalogue import CARDS, SECTIONS
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.effects.forces import pool_of_champions
from core.games.bridgefront.phases.scoring import control_vp
from tests.support.games.bridgefront.looks import fizzled, hit_on, vp_for_gaining, wins
from tests.support.games.bridgefront.table import Table

CENTER = (0, 0)
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""The neighbours of the Center."""


# Age I ----------------------------------------------------------------------------------------------------------------


def test_command_surge_gives_2_mana_even_above_the_start_value():
    """Gain 2 mana, even above the start value; at 0 mana the player is not asked (A1). Burn."""
    t = Table()
    t.play(1, "Command Surge")
    assert t.mana(1) == 7 and t.burnt(1) == ["Command Surge"]
    t = Table(mana=0, act_at_zero_mana="on")
    t.play(1, "Command Surge")
    assert t.mana(1) == 2


def test_instant_bridge_net_builds_up_to_3_bridges_at_occupied_hexes():
    """Build 1 to 3 Bridges, each touching a hex that you occupy; then burn.

    If all were built meanwhile, it fizzles.
    """
    t = Table(mana=20)
    t.put(1, 1, CENTER)
    edges = [(CENTER, hex_) for hex_ in AROUND]
    assert not t.may(1, "Instant Bridge Net", [*edges[:1], ((2, 0), (3, 0))]) and not t.may(1, "Instant Bridge Net")
    assert not t.may(1, "Instant Bridge Net", edges[:4])
    t.play(1, "Instant Bridge Net", edges[:3])
    assert all(t.bridge(*edge) for edge in edges[:3]) and t.burnt(1) == ["Instant Bridge Net"]
    t.hold(2, "Bridgeborn Path", number=1)
    t.together((1, "Instant Bridge Net", edges[3]), (2, "Bridgeborn Path", edges[3]))
    assert fizzled(t) and t.discards(1) == ["Instant Bridge Net"]


def test_secret_plans_draws_2_cards_for_0_mana():
    """Draw 2 cards for 0 mana; then burn."""
    t = Table()
    t.pile(1, "Zap", "Stall", "Insight")
    t.play(1, "Secret Plans")
    assert t.hand(1) == ["Stall", "Zap"] and t.mana(1) == 5 and t.burnt(1) == ["Secret Plans"]


def test_emergency_pay_gives_5_gold():
    """Earn 5 gold; then burn."""
    t = Table()
    t.play(1, "Emergency Pay")
    assert t.gold(1) == 15 and t.burnt(1) == ["Emergency Pay"]


def test_shock_drill_makes_forces_hit_on_1_to_5_in_combat_round_1():
    """Your Forces hit on 1-5 in combat round 1 of your next battle only; then burn."""
    t = Table("cipher", mana=20)
    t.put(1, 9, (1, 0))
    t.put(2, "Titan Vanguard", CENTER)
    t.put(2, 1, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    t.play(1, "Shock Drill")
    t.play(1, "march", t.walk((1, 0), CENTER, forces=9), luck=wins(1))
    assert hit_on(t)[0] == 5 and set(hit_on(t)[1:]) == {2}
    t.play(1, "march", t.walk(CENTER, (-1, 0), forces=t.forces(1, CENTER)))
    assert set(hit_on(t)) == {2} and t.burnt(1) == ["Shock Drill"]


def test_bridge_deed_builds_a_bridge_and_lets_a_stack_move_1_hex():
    """Build a Bridge touching a hex that you occupy; then a stack may move 1 hex along any Bridge.

    Score 1 VP when gained.
    """
    t = Table(mana=9)
    t.put(1, 2, CENTER)
    over = t.walk(CENTER, (1, 0), forces=2)
    assert not t.may(1, "Bridge Deed", ((2, 0), (1, 0)))
    assert not t.may(1, "Bridge Deed", [(CENTER, (1, 0)), (CENTER, (0, 1))])
    t.road((1, 0), (2, 0))
    assert not t.may(1, "Bridge Deed", (CENTER, (1, 0)), t.walk(CENTER, (1, 0), (2, 0), forces=2))
    assert not t.may(1, "Bridge Deed", (CENTER, (0, 1)), over)
    t.play(1, "Bridge Deed", (CENTER, (1, 0)), over)
    assert t.bridge(CENTER, (1, 0)) and t.forces(1, (1, 0)) == 2
    t.play(1, "Bridge Deed", ((1, 0), (2, -1)))
    assert t.bridge((1, 0), (2, -1)) and t.forces(1, (1, 0)) == 2
    t.play(1, "Bridge Deed", ((1, 0), (1, 1)), t.walk((1, 0), CENTER, forces=1))
    assert t.forces(1, CENTER) == 1 and vp_for_gaining(t, 1, "Bridge Deed") == 1


def test_mine_charter_gives_1_gold_or_2_with_a_mine():
    """Earn 1 gold, or 2 with a Mine; score 1 VP when gained."""
    t = Table()
    t.mine(CENTER)
    t.play(1, "Mine Charter")
    assert t.gold(1) == 11
    t.put(1, 1, CENTER)
    t.play(1, "Mine Charter")
    assert t.gold(1) == 13 and vp_for_gaining(t, 1, "Mine Charter") == 1


def test_forge_sketch_draws_2_cards_after_discarding_one():
    """Draw 2 only after discarding a card, which is optional; score 1 VP when gained."""
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, "Stall", "Insight")
    assert not t.may(1, "Forge Sketch", ["Zap", t.hold(1, "Zap")])
    t.state.piles.hand[1] = t.state.piles.hand[1][:1]
    t.play(1, "Forge Sketch")
    assert t.hand(1) == ["Zap"]
    t.play(1, "Forge Sketch", "Zap")
    assert t.hand(1) == ["Insight", "Stall"] and t.discards(1) == ["Forge Sketch", "Zap", "Forge Sketch"]
    assert vp_for_gaining(t, 1, "Forge Sketch") == 1


def test_center_writ_gives_1_mana_on_the_center_only():
    """Gain 1 mana on the Center and nothing elsewhere; score 1 VP when gained."""
    t = Table()
    t.play(1, "Center Writ")
    assert t.mana(1) == 4 and not fizzled(t)
    t.put(1, 1, CENTER)
    t.play(1, "Center Writ")
    assert t.mana(1) == 4 and vp_for_gaining(t, 1, "Center Writ") == 1


def test_oathstone_heals_a_champion_by_2():
    """Heal one of your Champions anywhere by 2 HP; score 1 VP when gained.

    If the Champion has died, the card fizzles to the discard pile.
    """
    t = Table(mana=9)
    titan = t.put(1, "Titan Vanguard", t.home(2), hp=1)
    t.play(1, "Oathstone", titan)
    assert t.hp(titan) == 3
    t.state.champions[titan] = t.state.champions[titan]._replace(hp=1)
    t.put(2, 1, t.home(2))
    t.hold(2, "Zap", number=1)
    t.together((1, "Oathstone", titan), (2, "Zap", titan))
    assert fizzled(t) and t.discards(1) == ["Oathstone"] * 2
    assert vp_for_gaining(t, 1, "Oathstone") == 1


def test_banner_of_sparks_deploys_3_forces_to_the_capital():
    """Deploy 3 Forces to the Capital; score 1 VP when gained."""
    t = Table()
    t.play(1, "Banner of Sparks")
    assert t.forces(1, t.home(1)) == 3 and vp_for_gaining(t, 1, "Banner of Sparks") == 1


# Age II ---------------------------------------------------------------------------------------------------------------


def test_immunity_field_stops_spells_of_others_on_its_players_champions():
    """Spells of others cannot name your Champions, later arrivals included; then burn.

    Orders can name them, and area damage reaches them.
    """
    t = Table(mana=20)
    titan = t.put(1, "Titan Vanguard", CENTER)
    t.put(2, "Sergeant", (1, 0))
    t.hold(1, "Immunity Field", number=1)
    t.together((1, "Immunity Field"), (2, "Execution Order", titan))
    assert fizzled(t) and t.hp(titan) == 10 and t.burnt(1)[-1] == "Immunity Field"
    t.play(1, "Sergeant", t.home(1))
    later = t.here(1, t.home(1), "Sergeant").copy
    assert not t.may(2, "Slow", titan) and not t.may(2, "Slow", later)
    assert t.may(1, "Slow", titan)
    t.play(2, "Zap", titan)
    t.play(2, "Cataclysm Core", CENTER)
    assert t.hp(titan) == 10 - 1 - 3


def test_rapid_reinforcements_deploys_6_forces_to_an_occupied_hex():
    """Deploy 6 Forces to a hex that you occupy; then burn."""
    t = Table()
    t.put(1, "Sergeant", CENTER)
    assert not t.may(1, "Rapid Reinforcements", (1, 0))
    t.play(1, "Rapid Reinforcements", CENTER)
    assert t.forces(1, CENTER) == 6 and t.burnt(1)[-1] == "Rapid Reinforcements"


def test_a_hero_joins_the_battle_deploys_a_random_champion_for_free():
    """One of the 24 Champions that cost 2 mana joins for free.

    Its card is on your Burn pile, so recall works.
    """
    pool = pool_of_champions(RULESETS.printed, 2)
    assert len(pool) == 24 and all(CARDS[card].mana == 2 for card in pool)
    assert {SECTIONS[card][:8] for card in pool} >= {"Leadboun", "Gatewrig", "Market I"}
    t = Table(gold=0, mana=9)
    t.play(1, "A Hero Joins the Battle")
    (hero,) = t.state.champions.values()
    assert t.state.card[hero.copy] in pool and hero.hex == t.state.capital[1] and t.gold(1) == 0
    assert t.burnt(1) == [t.name_of(hero.copy), "A Hero Joins the Battle"]
    t.play(1, "Champion Recall", hero.copy)
    assert t.open_hand(1) == [t.name_of(hero.copy)]


def test_a_hero_joins_the_battle_fizzles_at_the_champion_limit():
    """At the Champion limit it fizzles, so it is not burnt."""
    t = Table(champion_limit=1)
    t.put(1, "Sergeant", CENTER)
    t.play(1, "A Hero Joins the Battle")
    assert fizzled(t) and len(t.state.champions) == 1 and t.discards(1) == ["A Hero Joins the Battle"]


def test_a_hero_joins_the_battle_draws_the_arrivals_choices_at_random():
    """The choices of the arriving Champion are random, and each of the 24 can come.

    The Siege Engineer destroys one of the Bridges.
    """
    t = Table(mana=9)
    around = [t.state.grid.hexes[h] for h in t.state.grid.neighbours[t.state.capital[1]]]
    for hex_ in around:
        t.road(t.home(1), hex_)

    def engineer(t: Table) -> bool:
        return [t.name_of(c) for c in t.state.champions] == ["Siege Engineer"]

    t.play(1, "A Hero Joins the Battle", luck=engineer)
    assert sum(t.bridge(t.home(1), hex_) for hex_ in around) == len(around) - 1


def test_writ_of_industry_gives_1_gold_or_2_with_a_mine():
    """Earn 1 gold, or 2 with a Mine; score 1 VP when gained."""
    t = Table()
    t.mine(CENTER)
    t.play(1, "Writ of Industry")
    t.put(1, 1, CENTER)
    t.play(1, "Writ of Industry")
    assert t.gold(1) == 13 and vp_for_gaining(t, 1, "Writ of Industry") == 1


def test_bridge_charter_builds_up_to_2_bridges_at_occupied_hexes():
    """Build 1 or 2 Bridges, each touching a hex that you occupy; score 1 VP when gained."""
    t = Table()
    t.put(1, 1, CENTER)
    edges = [(CENTER, hex_) for hex_ in AROUND[:3]]
    assert not t.may(1, "Bridge Charter", edges) and not t.may(1, "Bridge Charter", ((1, 0), (2, 0)))
    t.play(1, "Bridge Charter", edges[:2])
    assert [t.bridge(*edge) for edge in edges] == [True, True, False]
    assert vp_for_gaining(t, 1, "Bridge Charter") == 1


def test_dispatch_to_front_deploys_2_forces_to_a_champions_hex():
    """Deploy 2 Forces to a hex with one of your Champions; score 1 VP when gained."""
    t = Table()
    t.put(1, "Sergeant", CENTER)
    t.put(1, 1, (1, 0))
    assert not t.may(1, "Dispatch to Front", (1, 0))
    t.play(1, "Dispatch to Front", CENTER)
    assert t.forces(1, CENTER) == 2 and vp_for_gaining(t, 1, "Dispatch to Front") == 1


def test_chronicle_of_war_draws_1_card_and_turns_a_discard_into_1_mana():
    """Draw 1; then a card of the hand may be discarded for 1 mana. Score 1 VP when gained."""
    t = Table()
    t.pile(1, "Zap", "Stall")
    t.play(1, "Chronicle of War")
    assert t.asked() == {1: "cards"}
    t.name(1, "Zap")
    assert t.mana(1) == 5 and t.discards(1) == ["Zap", "Chronicle of War"]
    t.play(1, "Chronicle of War")
    t.name(1)
    assert t.mana(1) == 4 and t.hand(1) == ["Stall"] and vp_for_gaining(t, 1, "Chronicle of War") == 1


def test_chronicle_of_war_loop_ends_at_max_action_steps():
    """In the endless loop of a small deck each turn is free; max_action_steps ends it (18.2)."""
    t = Table(max_action_steps=8)
    t.state.done[2] = 1
    t.hold(1, "Chronicle of War", "Precise Planning", "Stall")
    for _ in range(4):
        assert t.state.round == 1 and t.mana(1) == 5 and t.hand(1)[-1] == "Stall"
        t.play(1, "Chronicle of War")
        t.name(1, "Stall")
        assert t.mana(1) == 5 and t.hand(1) == ["Precise Planning"]
        t.play(1, "Precise Planning")
    assert t.state.round == 2


def test_bannerman_scores_1_control_vp_while_it_lives():
    """It scores 1 control VP wherever it is, and none once it is dead."""
    t = Table()
    copy = t.put(1, "Bannerman", (2, 0), hp=2)
    assert dict(control_vp(t.state, 1)) == {"champions": 1}
    t.play(1, "Frenzy", copy)
    assert dict(control_vp(t.state, 1)) == {}


# Age III --------------------------------------------------------------------------------------------------------------


def test_cataclysm_core_kills_every_force_and_hurts_every_champion_in_a_hex():
    """In any hex every Force dies and every Champion takes 3, of all sides; then burn."""
    t = Table("leadbound", "cipher")
    own = t.put(1, "Sergeant", t.home(1))
    titan = t.put(2, "Titan Vanguard", t.home(1))
    t.put(1, 3, t.home(1))
    t.put(2, 12, t.home(1))
    t.play(1, "Cataclysm Core", t.home(1))
    assert t.forces(1, t.home(1)) == t.forces(2, t.home(1)) == 0
    assert not t.champion(own) and t.hp(titan) == 7 and t.gold(2) == 10
    assert t.burnt(1)[-1] == "Cataclysm Core"


def test_quick_mobilization_moves_two_stacks_3_hexes_each():
    """Move two stacks 3 hexes each; burn even if only one could move.

    If neither could, the card has fizzled.
    """
    t = Table(mana=20)
    t.put(1, 1, (2, 0))
    t.put(1, 1, (0, 2))
    t.put(2, 1, (1, 0))
    t.put(2, 1, (0, 1))
    t.road((2, 0), (1, 0))
    t.road((0, 2), (0, 1))
    t.state.forces[2] = {t.at((1, 0)): 1, t.at((0, 1)): 1}
    a, b = t.walk((2, 0), (1, 0), forces=1), t.walk((0, 2), (0, 1), forces=1)
    t.hold(2, "Ruin the Span", number=1)
    t.together((1, "Quick Mobilization", a, b), (2, "Ruin the Span", [((2, 0), (1, 0)), ((0, 2), (0, 1))]))
    assert fizzled(t) and t.discards(1) == ["Quick Mobilization"]
    t.road((2, 0), (1, 0))
    t.road((0, 2), (0, 1))
    t.hold(2, "Sabotage Bridge", number=1)
    t.together((1, "Quick Mobilization", a, b), (2, "Sabotage Bridge", ((2, 0), (1, 0))))
    assert t.burnt(1) == ["Quick Mobilization"] and not fizzled(t)
    assert len(t.happened(events.BattleBegan)) == 1


def test_quick_mobilization_moves_each_stack_at_most_three_hexes():
    """Each stack moves at most 3 hexes along Bridges, and no unit moves twice."""
    t = Table()
    t.put(1, 2, (2, 0))
    t.road((2, 0), (1, 0), CENTER, (-1, 0), (-2, 0))
    near, far = ((2, 0), (1, 0), CENTER, (-1, 0)), ((2, 0), (1, 0), CENTER, (-1, 0), (-2, 0))
    assert not t.may(1, "Quick Mobilization", t.walk(*far, forces=1))
    assert not t.may(1, "Quick Mobilization", t.walk(*near, forces=1), t.walk(*far, forces=1))
    assert not t.may(1, "Quick Mobilization", t.walk(*near, forces=1), t.walk(*near, forces=2))
    t.play(1, "Quick Mobilization", t.walk(*near, forces=1), t.walk((2, 0), (1, 0), CENTER, forces=1))
    assert t.forces(1, (-1, 0)) == t.forces(1, CENTER) == 1


def test_quick_mobilization_fizzles_if_no_stack_can_start_now():
    """A stack that cannot start now fizzles unburnt, even if it moved earlier in the round."""
    t = Table(mana=20)
    t.put(1, 2, (2, 0))
    t.road((2, 0), (1, 0), CENTER, (-1, 0))
    t.play(1, "march", t.walk((2, 0), (1, 0), forces=2))
    t.put(2, 1, (0, 1))
    t.hold(2, "Bridge Pivot", number=1)
    t.together(
        (1, "Quick Mobilization", t.walk((1, 0), CENTER, (-1, 0), forces=2)),
        (2, "Bridge Pivot", (1, 0), [((1, 0), CENTER), ((1, 0), (1, 1))]),
    )
    assert fizzled(t) and t.discards(1) == ["Quick Mobilization"]


def test_forge_miracle_puts_3_random_cheap_market_cards_openly_into_the_hand():
    """Put 3 random Age I market cards openly into the hand; they score.

    From now on they cost 1 mana and no gold, have initiative 0, and burn.
    """
    t = Table(mana=9)
    t.state.round = 9
    t.play(1, "Forge Miracle", luck=lambda t: "Frontier Claim" in t.open_hand(1) and t.state.vp[1] == 1)
    copies = t.state.piles.shown[1]
    assert len(copies) == 3 and {SECTIONS[t.state.card[copy]] for copy in copies} == {"Market I"}
    assert t.burnt(1) == ["Forge Miracle"]
    claim = next(copy for copy in copies if t.name_of(copy) == "Frontier Claim")
    t.hold(2, "Zap", number=1)
    before = t.mana(1), t.gold(1)
    t.together((1, claim, t.home(1)), (2, "Stall"))
    assert (t.mana(1), t.gold(1)) == (before[0] - 1, before[1])
    assert t.happened(events.ActionResolves)[0].copy == claim
    assert t.burnt(1)[-1] == "Frontier Claim"


def test_forge_miracle_changes_its_copies_for_the_rest_of_the_game():
    """The change stays with the copies when they are discarded and drawn again; Champions included."""
    t = Table(gold=0, mana=20)
    t.play(1, "Forge Miracle", luck=lambda t: "Brute" in t.open_hand(1))
    brute = next(copy for copy in t.state.piles.shown[1] if t.name_of(copy) == "Brute")
    t.until("bid")
    assert brute in t.state.piles.closed[1] and t.state.number[brute] == 0
    t.until("action")
    t.state.gold[1] = 0
    mana = t.mana(1)
    t.play(1, brute, t.home(1))
    assert t.mana(1) == mana - 1 and t.gold(1) == 0 and t.champion(brute)


def test_forge_miracle_discards_cards_without_room_in_the_hand():
    """Cards without room in the hand go to the discard pile (K20)."""
    t = Table(mana=9)
    t.hold(1, *["Recruit"] * 8, "Forge Miracle")
    t.play(1, "Forge Miracle")
    assert len(t.open_hand(1)) == 2 and len(t.discards(1)) == 1 and len(t.hand(1)) == 10
    assert len(t.state.changed) == 3


def test_final_funding_gives_15_gold():
    """Earn 15 gold; then burn."""
    t = Table()
    t.play(1, "Final Funding")
    assert t.gold(1) == 25 and t.mana(1) == 2 and t.burnt(1) == ["Final Funding"]


def test_last_stand_kills_3_forces_of_the_first_to_enter_the_capital():
    """The first time others enter the Capital, 3 of the entering Forces die; none inside does."""
    t = Table(seats=3, mana=20)
    home = t.home(2)
    near = t.state.grid.hexes[t.state.grid.neighbours[t.at(home)][0]]
    t.put(1, 2, home)
    t.put(1, 9, near)
    t.road(near, home)
    t.play(2, "Last Stand")
    t.play(1, "march", t.walk(near, home, forces=5))
    assert t.forces(1, home) == 2 + 2
    t.play(1, "march", t.walk(near, home, forces=4))
    assert t.forces(1, home) == 8 and t.discards(2) == ["Last Stand"]


def test_last_stand_counts_deployments_and_spares_champions():
    """A Champion alone uses it up unhurt; Forces deployed to the Capital count as entering."""
    t = Table(mana=20)
    near = (-2, 0)
    brute = t.put(1, "Brute", near)
    t.road(near, t.home(2))
    t.play(2, "Last Stand")
    t.play(1, "march", t.walk(near, t.home(2), champions=[brute]))
    assert t.where(brute) == t.home(2) and not t.state.marks_of_kind("last stand")
    t.play(2, "Last Stand")
    t.play(1, "Rally Where You Stand", t.home(2))
    assert t.forces(1, t.home(2)) == 0


def test_imperial_warrant_moves_one_stack_at_most_2_hexes():
    """One stack moves at most 2 hexes along Bridges; score 1 VP when gained."""
    t = Table()
    t.put(1, 2, (2, 0))
    t.road((2, 0), (1, 0), CENTER, (-1, 0))
    assert not t.may(1, "Imperial Warrant", t.walk((2, 0), (1, 0), CENTER, (-1, 0), forces=2))
    assert not t.may(1, "Imperial Warrant", t.walk((2, 0), (2, 1), forces=2))
    t.play(1, "Imperial Warrant", t.walk((2, 0), (1, 0), CENTER, forces=2))
    assert t.forces(1, CENTER) == 2 and vp_for_gaining(t, 1, "Imperial Warrant") == 1


def test_crown_coin_gives_2_gold():
    """Earn 2 gold; score 1 VP when gained."""
    t = Table()
    t.play(1, "Crown Coin")
    assert t.gold(1) == 12 and vp_for_gaining(t, 1, "Crown Coin") == 1


def test_deep_mine_charter_raises_a_mine_by_1():
    """Raise a Mine Value by 1, to at most 7, for 1 mana and 1 gold; score 1 VP when gained."""
    t = Table()
    t.mine(CENTER, 6)
    t.put(1, 1, CENTER)
    t.play(1, "Deep Mine Charter", CENTER)
    t.play(1, "Deep Mine Charter", CENTER)
    assert t.value(CENTER) == 7 and (t.mana(1), t.gold(1)) == (3, 8)
    assert vp_for_gaining(t, 1, "Deep Mine Charter") == 1


def test_center_relic_gives_mana_and_a_card_on_the_center():
    """On the Center gain 1 mana and draw a card; score 1 VP when gained."""
    t = Table()
    t.put(1, 1, CENTER)
    t.pile(1, "Zap", "Stall")
    t.play(1, "Center Relic")
    assert t.mana(1) == 5 and t.hand(1) == ["Zap"]
    assert vp_for_gaining(t, 1, "Center Relic") == 1


@pytest.mark.parametrize("order", [("Zap", "Stall"), ("Stall", "Zap")])
@pytest.mark.parametrize("on_top", [0, 1, 2])
def test_center_relic_sorts_the_top_2_cards_off_the_center(order, on_top):
    """Off the Center look at the top 2 cards and put each on top or underneath, in any order.

    They are drawn in that order.
    """
    t = Table(mana=9)
    t.pile(1, "Zap")
    t.unknown(1, "Recruit", "Recruit")
    t.play(1, "Center Relic", luck=lambda t: t.top(1) == ["Zap", "Recruit"])
    assert t.asked() == {1: "scry"} and t.hand(1) == []

    t = Table(mana=9)
    t.pile(1, "Zap", "Stall")
    t.unknown(1, "Recruit", "Recruit")
    t.play(1, "Center Relic")
    t.sort(1, top=order[:on_top], bottom=order[on_top:])
    t.hold(1, "Last Lecture")
    drawn = []
    for _ in range(4):
        before = t.hand(1)
        t.play(1, "Patrol Record")
        after = t.hand(1)
        for name in before:
            after.remove(name)
        drawn += after
    assert drawn == [*order[:on_top], "Recruit", "Recruit", *order[on_top:]]


def test_center_relic_reshuffles_the_discards_when_cards_are_few():
    """With too few cards the shuffled discard pile goes underneath first.

    With no cards at all there is no question.
    """
    t = Table(mana=9)
    t.pile(1, "Zap")
    t.discarded(1, "Stall")
    t.play(1, "Center Relic")
    assert t.top(1) == ["Zap", "Stall"] and t.asked() == {1: "scry"}
    t.sort(1, bottom=["Zap", "Stall"])
    assert t.top(1) == ["Zap", "Stall"], "with nothing unknown above them they are the top"

    t = Table()
    t.play(1, "Center Relic")
    assert t.discards(1) == ["Center Relic"] and "scry" not in t.asked().values()


def test_forge_relic_gains_1_of_3_market_cards_on_a_forge():
    """On a Forge gain 1 of 3 Age III market cards, then discard 1 card of the hand.

    Score 1 VP when gained.
    """
    t = Table(mana=9)
    t.forge(CENTER)
    t.put(1, 1, CENTER)
    t.hold(1, "Zap", "Stall")
    t.play(1, "Forge Relic")
    assert {SECTIONS[t.state.card[copy]] for copy in t.state.offers[0].copies} == {"Market III"}
    gained = t.offered()[2]
    t.pick(1, gained)
    t.name(1, "Zap")
    assert t.discards(1) == ["Zap", "Forge Relic"] and t.hand(1) == ["Stall"]
    assert [t.name_of(copy) for copy in t.state.piles.mix[1]] == [gained]
    assert vp_for_gaining(t, 1, "Forge Relic") == 1


def test_forge_relic_does_nothing_without_a_forge():
    """Without a Forge nothing happens, not even the discard.

    A Cipher with a Forge sees 4, and an empty hand discards nothing.
    """
    t = Table()
    t.hold(1, "Zap")
    t.play(1, "Forge Relic")
    assert t.hand(1) == ["Zap"] and not fizzled(t)
    t = Table("cipher")
    t.forge(CENTER)
    t.put(1, 1, CENTER)
    t.play(1, "Forge Relic")
    assert len(t.offered()) == 4
    t.pick(1, t.offered()[0])
    assert t.discards(1) == ["Forge Relic"]


def test_siege_chronicle_deploys_3_forces_while_enemies_are_in_the_capital():
    """Deploy 3 Forces to the Capital while enemies are in it; score 1 VP when gained."""
    t = Table()
    t.play(1, "Siege Chronicle")
    assert t.forces(1, t.home(1)) == 0 and not fizzled(t)
    t.put(2, 1, t.home(1))
    t.play(1, "Siege Chronicle")
    assert t.forces(1, t.home(1)) == 3 and vp_for_gaining(t, 1, "Siege Chronicle") == 1
