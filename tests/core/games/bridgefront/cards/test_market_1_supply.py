"""The market of Age I, card by card: movement, recruitment, economy and deckcraft."""

from __future__ import annotations

from core.games.bridgefront import events
from core.games.bridgefront.events import BattleBegan, CombatRolled
from tests.support.games.bridgefront.looks import fizzled, wins
from tests.support.games.bridgefront.table import Table

# A Movement -----------------------------------------------------------------------------------------------------------


def test_quick_march_moves_one_stack_at_most_2_hexes():
    """Quick March moves one stack at most 2 hexes; its numbers are low."""
    t = Table()
    t.put(1, 3, (0, 0))
    t.road((0, 0), (0, 1), (0, 2), (0, 3))
    assert not t.may(1, "Quick March", t.walk((0, 0), (0, 1), (0, 2), (0, 3), forces=3))
    t.play(1, "Quick March", t.walk((0, 0), (0, 1), (0, 2), forces=3))
    assert t.forces(1, (0, 2)) == 3 and t.mana(1) == 4


def test_roll_out_moves_two_stacks_1_hex_each():
    """Roll Out moves two stacks 1 hex each; the second is optional."""
    t = Table()
    t.put(1, 3, (0, 0))
    t.road((0, 0), (0, 1))
    t.road((0, 0), (1, 0))
    left, right = t.walk((0, 0), (0, 1), forces=2), t.walk((0, 0), (1, 0), forces=1)
    assert not t.may(1, "Roll Out", left, t.walk((0, 0), (1, 0), forces=2)), "a unit belongs to one stack only"
    assert not t.may(1, "Roll Out", None, left), "the first stack is named first"
    t.play(1, "Roll Out", left, right)
    assert (t.forces(1, (0, 1)), t.forces(1, (1, 0))) == (2, 1)
    t.play(1, "Roll Out", t.walk((0, 1), (0, 0), forces=1))
    assert (t.forces(1, (0, 1)), t.forces(1, (1, 0)), t.forces(1, (0, 0))) == (1, 1, 1)


def test_roll_out_moves_both_stacks_before_the_battles():
    """Both stacks walk before the battles, which follow the order in which the hexes were entered."""
    t = Table()
    t.put(1, 5, (0, 0))
    t.put(1, 4, (1, 1))
    t.put(2, 2, (0, 1))
    t.road((0, 0), (0, 1), (1, 1))
    t.play(1, "Roll Out", t.walk((0, 0), (0, 1), forces=5), t.walk((1, 1), (0, 1), forces=4))
    assert len(t.happened(BattleBegan)) == 1
    assert len(t.happened(CombatRolled)[0].dice) == 9, "one battle, both stacks in it"


def test_emergency_evac_lifts_a_champion_home_and_heals_it_by_1():
    """Emergency Evac lifts your Champion home, without Bridges or distance, and heals 1 HP."""
    t = Table()
    brute = t.put(1, "Brute", (-3, 3), hp=1)
    enemy = t.put(2, "Sergeant", (0, 0))
    assert not t.may(1, "Emergency Evac", enemy)
    t.play(1, "Emergency Evac", brute)
    assert t.where(brute) == t.home(1) and t.hp(brute) == 2
    t.play(1, "Emergency Evac", brute)
    assert t.hp(brute) == 3, "already at home: just the healing"


def test_emergency_evac_enters_a_besieged_capital_without_a_battle():
    """Emergency Evac enters a besieged Capital without a battle, but not one with two other players."""
    t = Table(seats=3)
    home = t.home(1)
    brute = t.put(1, "Brute", (0, 0), hp=1)
    t.put(2, 1, home)
    t.play(1, "Emergency Evac", brute)
    assert t.where(brute) == home and not t.happened(BattleBegan)
    t.move(brute, (0, 0))
    t.put(3, 1, home)
    t.play(1, "Emergency Evac", brute)
    assert t.where(brute) == (0, 0) and t.hp(brute) == 2 and fizzled(t)


def test_flank_step_moves_1_hex_without_a_bridge():
    """Flank Step moves 1 hex without a Bridge; traps and lockdowns on a Bridge there do not matter."""
    t = Table()
    t.put(1, 2, (0, 0))
    t.put(2, 1, (0, 1))
    t.road((0, 0), (0, 1), (1, 1))
    t.play(2, "Bridge Trap", ((0, 0), (0, 1)))
    t.play(2, "march", t.walk((0, 1), (1, 1), forces=1))
    assert not t.may(1, "Flank Step", t.walk((0, 0), (0, 1), (0, 2), forces=2))
    t.play(1, "Flank Step", t.walk((0, 0), (0, 1), forces=2))
    assert t.forces(1, (0, 1)) == 2 and not t.happened(events.TrapSprung)


def test_column_advance_moves_at_most_3_hexes_and_halts_at_any_unit():
    """Column Advance moves at most 3 hexes and halts in the first hex with any unit, your own included."""
    t = Table()
    t.put(1, 2, (0, -1))
    t.put(1, 1, (0, 2))
    t.road((0, -1), (0, 0), (0, 1), (0, 2), (0, 3))
    assert not t.may(1, "Column Advance", t.walk((0, -1), (0, 0), (0, 1), (0, 2), (0, 3), forces=2)), "four hexes"
    t.play(1, "Column Advance", t.walk((0, -1), (0, 0), (0, 1), (0, 2), forces=2))
    assert t.forces(1, (0, 2)) == 3 and t.mana(1) == 3
    t.put(1, 1, (0, 0))
    assert not t.may(1, "Column Advance", t.walk((0, 2), (0, 1), (0, 0), (0, -1), forces=2)), "halts in (0, 0)"


def test_column_advance_halts_before_units_that_arrive_in_the_same_step():
    """Column Advance also halts before units that came in the same step."""
    t = Table()
    t.put(1, 2, (0, -1))
    t.put(2, 1, (1, 1))
    t.road((0, -1), (0, 0), (0, 1), (0, 2))
    t.road((1, 1), (0, 1))
    t.together(
        (1, "Column Advance", t.walk((0, -1), (0, 0), (0, 1), (0, 2), forces=2)),
        (2, "Quick Move", t.walk((1, 1), (0, 1), forces=1)),
        luck=wins(1),
    )
    assert t.forces(1, (0, 2)) == 0 and t.forces(1, (0, 1)) > 0


# B Recruitment --------------------------------------------------------------------------------------------------------


def test_recruit_detachment_deploys_4_forces_to_the_capital_or_2_elsewhere():
    """Recruit Detachment puts 4 Forces into the Capital, or 2 into a hex you occupy."""
    t = Table()
    t.put(1, 1, (0, 1))
    t.play(1, "Recruit Detachment", 0)
    t.play(1, "Recruit Detachment", 1, (0, 1))
    assert (t.forces(1, t.home(1)), t.forces(1, (0, 1))) == (4, 3)
    assert (t.mana(1), t.gold(1)) == (1, 8)
    assert not t.may(1, "Recruit Detachment", 1, (0, 1)), "2 mana"


def test_paid_volunteers_deploys_4_forces_for_gold():
    """Paid Volunteers puts 4 Forces into the Capital for 1 mana and 2 gold."""
    t = Table(gold=3)
    t.play(1, "Paid Volunteers")
    assert t.forces(1, t.home(1)) == 4 and (t.mana(1), t.gold(1)) == (4, 1)
    assert not t.may(1, "Paid Volunteers")


def test_escort_detail_deploys_2_forces_to_a_champions_hex():
    """Escort Detail puts 2 Forces into the hex of one of your Champions, anywhere."""
    t = Table()
    brute = t.put(1, "Brute", (-1, 0))
    enemy = t.put(2, "Sergeant", (0, 0))
    assert not t.may(1, "Escort Detail", enemy)
    t.play(1, "Escort Detail", brute)
    assert t.forces(1, (-1, 0)) == 2 and (t.mana(1), t.gold(1)) == (4, 9)


def test_escort_detail_follows_a_champion_that_has_moved():
    """Escort Detail follows its Champion, which a Skirmish has driven away before the card resolves."""
    t = Table()
    brute = t.put(1, "Brute", (0, 0))
    t.put(2, 1, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Set to Skirmish", (0, 0))
    t.hold(1, "Escort Detail", number=110)
    t.together((1, "Escort Detail", brute), (2, "Quick Move", t.walk((0, 1), (0, 0), forces=1)))
    fled = t.where(brute)
    assert fled not in (None, (0, 0)) and t.forces(1, fled) == 2


def test_escort_detail_fizzles_if_its_champion_dies():
    """Escort Detail fizzles if its Champion dies before it resolves."""
    t = Table()
    sergeant = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (-1, 0))
    t.hold(2, "Zap", number=20)
    t.together((1, "Escort Detail", sergeant), (2, "Zap", sergeant))
    assert t.forces(1, (0, 0)) == 0 and fizzled(t)


def test_roadblock_squad_deploys_3_forces_to_a_tile_or_1_to_the_capital():
    """Roadblock Squad puts 3 Forces onto a Mine or Forge you occupy, or 1 into the Capital."""
    t = Table()
    t.mine((0, 1))
    t.forge((0, 2))
    t.put(1, 1, (0, 1))
    t.put(1, 1, (0, 0))
    assert not t.may(1, "Roadblock Squad", 0, (0, 2)) and not t.may(1, "Roadblock Squad", 0, (0, 0))
    t.play(1, "Roadblock Squad", 0, (0, 1))
    t.put(1, "Sergeant", (0, 2))
    t.play(1, "Roadblock Squad", 0, (0, 2))
    t.play(1, "Roadblock Squad", 1)
    assert [t.forces(1, hex_) for hex_ in ((0, 1), (0, 2), t.home(1))] == [4, 3, 1]


def test_roadblock_squad_without_a_tile_offers_only_the_capital():
    """Without a tile only the Capital can be picked."""
    t = Table()
    assert not t.may(1, "Roadblock Squad", 0)
    assert t.may(1, "Roadblock Squad", 1)


def test_frontier_claim_deploys_4_forces_to_an_empty_hex_at_the_capital():
    """Frontier Claim puts 4 Forces into an allowed hex.

    It is a hex without units beside your Capital, or the empty Capital itself.
    """
    t = Table()
    t.put(2, 1, (2, 1))
    assert not t.may(1, "Frontier Claim", (2, 1)) and not t.may(1, "Frontier Claim", (1, 0))
    t.play(1, "Frontier Claim", (2, 0))
    t.play(1, "Frontier Claim", t.home(1))
    assert (t.forces(1, (2, 0)), t.forces(1, t.home(1))) == (4, 4)
    assert (t.mana(1), t.gold(1)) == (1, 6)


def test_frontier_claim_fizzles_if_any_unit_is_in_the_hex():
    """Frontier Claim fizzles if any unit is there, even your own."""
    t = Table()
    t.put(2, 1, (1, 0))
    t.road((1, 0), (2, 0))
    t.together((1, "Frontier Claim", (2, 0)), (2, "Quick Move", t.walk((1, 0), (2, 0), forces=1)))
    assert t.forces(1, (2, 0)) == 0 and t.forces(2, (2, 0)) == 1 and fizzled(t)


def test_propaganda_recruitment_deploys_as_many_forces_as_its_counter_shows():
    """The copy's counter rises first, from 0, then as many Forces appear; each copy has its own counter."""
    t = Table(gold=20, mana=9)
    copy = t.hold(1, "Propaganda Recruitment")
    for forces in (1, 1 + 2, 1 + 2 + 3):
        t.play(1, copy)
        assert t.forces(1, t.home(1)) == forces
        t.state.piles.discard[1] = ()
        t.state.piles.shown[1] = (copy,)
    assert t.state.counter[copy] == 3
    t.play(1, t.hold(1, "Propaganda Recruitment"))
    assert t.forces(1, t.home(1)) == 7


def test_propaganda_recruitment_counts_to_ten():
    """The counter stops at ten; option propaganda_start sets its start."""
    t = Table(propaganda_start=2)
    copy = t.hold(1, "Propaganda Recruitment")
    t.play(1, copy)
    assert t.forces(1, t.home(1)) == 3 and t.state.counter[copy] == 3
    again = t.hold(1, "Propaganda Recruitment")
    t.state.counter[again] = 10
    t.play(1, again)
    assert t.forces(1, t.home(1)) == 13


def test_national_service_deploys_1_force_for_1_gold():
    """National Service gives 1 Force for no mana and 1 gold; taking part still needs 1 mana left."""
    t = Table(mana=1)
    t.play(1, "National Service")
    assert t.forces(1, t.home(1)) == 1 and (t.mana(1), t.gold(1)) == (1, 9)
    t.state.mana[1] = 0
    t.ask()
    assert 1 not in t.asked()


def test_future_investment_deploys_more_forces_after_each_unplayed_discard():
    """Future Investment gives 2 Forces, 1 more for each unplayed discard of this copy; then it is burnt."""
    t = Table()
    t.play(1, "Future Investment")
    assert t.forces(1, t.home(1)) == 2 and t.burnt(1) == ["Future Investment"]
    copy = t.hold(1, "Future Investment")
    t.pile(1, "Zap")
    t.play(1, "Hard Mulligan", [copy])
    assert t.state.counter[copy] == 3


def test_future_investment_counts_every_discard_except_by_playing():
    """The counter rises with every discard except by playing: in Cleanup, scouted, and at the hand limit."""
    t = Table()
    held = t.hold(1, "Future Investment")
    t.until("bid")
    assert t.state.counter[held] == 3
    t = Table()
    t.pile(1, "Future Investment", "Zap", "Zap")
    t.play(1, "Scout Report")
    t.keep(1, "Zap")
    assert list(t.state.counter.values()) == [3]
    t = Table()
    t.hold(1, *["Zap"] * 10)
    t.pile(1, "Zap", "Future Investment")
    t.play(1, "Insight")
    assert list(t.state.counter.values()) == [3] and "Future Investment" in t.discards(1)


def test_future_investment_counts_to_ten():
    """The counter of Future Investment stops at ten."""
    t = Table()
    t.pile(1, "Zap")
    copy = t.hold(1, "Future Investment")
    t.state.counter[copy] = 10
    t.play(1, "Hard Mulligan", [copy])
    assert t.state.counter[copy] == 10


# C Economy ------------------------------------------------------------------------------------------------------------


def test_refinering_gives_2_gold_or_3_with_a_mine():
    """Refinering gives 2 gold, or 3 if you occupy a Mine."""
    t = Table()
    t.mine((0, 1))
    t.put(2, 1, (0, 1))
    t.play(1, "Refinering")
    assert t.gold(1) == 12
    t.play(2, "Refinering")
    assert t.gold(2) == 13


def test_trade_caravan_gives_3_gold():
    """Trade Caravan gives 3 gold."""
    t = Table()
    t.play(1, "Trade Caravan")
    assert (t.gold(1), t.mana(1)) == (13, 4)


def test_spoils_of_war_gives_3_gold_after_a_won_battle():
    """Spoils of War gives 3 gold if you have won a battle this round, tested on resolution."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.put(2, 9, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(2, "Spoils of War")
    assert t.gold(2) == 10 and t.happened(events.NothingHappened) and not fizzled(t)
    t.hold(2, "Spoils of War", number=155)
    t.together(
        (2, "Spoils of War"),
        (1, "Quick Move", t.walk((0, 0), (0, 1), forces=1)),
        luck=wins(2),
    )
    assert t.gold(2) == 10 + 3 + 2, "and what the Extortionists took"


def test_scavengers_market_gives_1_gold_and_1_card():
    """Scavenger's Market gives 1 gold and 1 card."""
    t = Table()
    t.pile(1, "Zap")
    t.play(1, "Scavenger's Market")
    assert t.gold(1) == 11 and t.hand(1) == ["Zap"]


# D Deckcraft ----------------------------------------------------------------------------------------------------------


def test_quick_study_draws_2_cards():
    """Quick Study draws 2, from the discard pile too."""
    t = Table()
    t.pile(1, "Zap")
    t.discarded(1, "Recruit")
    t.play(1, "Quick Study")
    assert t.hand(1) == ["Recruit", "Zap"] and t.discards(1) == ["Quick Study"]


def test_cycle_notes_draws_2_cards_and_discards_1():
    """Cycle Notes draws 2, then discards any 1 of the hand."""
    t = Table()
    t.hold(1, "Brute")
    t.pile(1, "Zap", "Recruit")
    t.play(1, "Cycle Notes")
    assert t.asked() == {1: "cards"}
    t.name(1, "Brute")
    assert t.hand(1) == ["Recruit", "Zap"] and t.discards(1) == ["Brute", "Cycle Notes"]


def test_cycle_notes_with_nothing_to_draw_discards_nothing():
    """The card is in no pile while it resolves, and an empty hand discards nothing."""
    t = Table()
    t.play(1, "Cycle Notes")
    assert t.hand(1) == [] and t.discards(1) == ["Cycle Notes"]


def test_hard_mulligan_replaces_up_to_3_cards():
    """Hard Mulligan discards up to 3 named cards, then draws as many."""
    t = Table()
    t.hold(1, "Zap", "Zap", "Brute", "Recruit")
    t.pile(1, "Quick Move", "Field Medic", "March Orders", "Supply Cache")
    copy = t.hold(1, "Hard Mulligan")
    assert not t.may(1, copy, ["Zap", "Zap", "Brute", "Recruit"])
    assert not t.may(1, copy, [copy]), "the card itself is not in the hand any more"
    t.play(1, copy, ["Zap", "Brute", "Zap"])
    assert t.hand(1) == ["Field Medic", "March Orders", "Quick Move", "Recruit"]
    assert t.discards(1) == ["Zap", "Brute", "Zap", "Hard Mulligan"] and t.mana(1) == 3


def test_hard_mulligan_may_name_no_cards():
    """Hard Mulligan allows 0 to 3 cards."""
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, "Quick Move")
    t.play(1, "Hard Mulligan")
    assert t.hand(1) == ["Zap"]


def test_make_a_play_gives_1_mana_once():
    """Make a Play gives 1 mana for nothing, once, because it is burnt; it is too late at 0 mana."""
    t = Table()
    t.play(1, "Make a Play")
    assert t.mana(1) == 6 and t.burnt(1) == ["Make a Play"]


def test_spellcaster_draws_2_more_cards_after_a_spell():
    """Spellcaster draws 1; a Spell is shown and draws 2 more."""
    t = Table()
    t.pile(1, "Battle Cry", "Zap", "Smoke Screen", "Recruit")
    t.play(1, "Spellcaster")
    assert t.hand(1) == ["Battle Cry", "Smoke Screen", "Zap"] and t.open_hand(1) == ["Battle Cry"]
    assert [t.name_of(shown.copy) for shown in t.happened(events.CardShown)] == ["Battle Cry"]


def test_spellcaster_without_a_spell_shows_nothing():
    """Only type Spell counts, not Order or Victory; otherwise nothing is shown."""
    for drawn in ("Zap", "Patrol Record"):
        t = Table()
        t.pile(1, drawn, "Smoke Screen", "Recruit")
        t.play(1, "Spellcaster")
        assert t.hand(1) == [drawn] and not t.open_hand(1)


def test_small_hands_draws_3_cards_into_an_empty_hand():
    """Small Hands draws 3 cards if the hand is empty without this card."""
    t = Table()
    t.pile(1, "Zap", "Recruit", "Brute", "Zap")
    t.play(1, "Small Hands")
    assert t.hand(1) == ["Brute", "Recruit", "Zap"]
    t.play(1, "Small Hands")
    assert t.hand(1) == ["Brute", "Recruit", "Zap"] and t.discards(1) == ["Small Hands"] * 2


def test_paid_logistics_gives_1_mana_for_6_gold():
    """Paid Logistics gives 1 mana for 6 gold and is burnt."""
    t = Table(gold=6)
    t.play(1, "Paid Logistics")
    assert (t.mana(1), t.gold(1)) == (6, 0) and t.burnt(1) == ["Paid Logistics"]


def test_precise_planning_draws_3_cards_and_gives_1_mana_with_an_empty_pile():
    """With an empty draw pile it draws 3 of the discard pile, without itself, and gains 1 mana."""
    t = Table()
    t.discarded(1, "Zap", "Recruit", "Brute")
    t.play(1, "Precise Planning")
    assert t.hand(1) == ["Brute", "Recruit", "Zap"] and t.mana(1) == 5
    assert t.discards(1) == ["Precise Planning"]


def test_precise_planning_does_nothing_with_cards_in_the_pile():
    """With cards in the pile it does nothing, which is no fizzle."""
    t = Table()
    t.pile(1, "Zap")
    t.play(1, "Precise Planning")
    assert t.hand(1) == [] and t.mana(1) == 4 and not fizzled(t)
