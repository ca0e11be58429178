"""The market of Age II, card by card: movement, recruitment, economy and deckcraft."""

from __future__ import annotations

from core.games.bridgefront import events
from tests.support.games.bridgefront.looks import AROUND, CENTER, dice, fizzled, wins
from tests.support.games.bridgefront.table import Table

# A Movement -----------------------------------------------------------------------------------------------------------


def test_triple_march_moves_one_stack_at_most_3_hexes():
    """Any part of the units in a hex moves at most 3 hexes along Bridges."""
    t = Table()
    t.put(1, 3, (2, 0))
    t.road((2, 0), (1, 0), CENTER, (-1, 0), (-2, 0))
    assert not t.may(1, "Triple March", t.walk((2, 0), (1, 0), CENTER, (-1, 0), (-2, 0), forces=2))
    assert not t.may(1, "Triple March", t.walk((2, 0), (2, 1), forces=2))
    t.play(1, "Triple March", t.walk((2, 0), (1, 0), CENTER, (-1, 0), forces=2))
    assert (t.forces(1, (2, 0)), t.forces(1, (-1, 0))) == (1, 2)


def test_coordinated_advance_moves_two_stacks_before_any_battle():
    """Both stacks move before any battle, so they attack one hex together.

    A unit belongs to one stack only.
    """
    t = Table(mana=9)
    t.put(1, 4, (1, 0))
    t.put(1, 4, (-1, 1))
    t.put(2, 1, CENTER)
    t.road((2, 0), (1, 0), CENTER, (-1, 1))
    here = t.walk((1, 0), CENTER, forces=3)
    assert not t.may(1, "Coordinated Advance", here, t.walk((1, 0), (2, 0), forces=2))
    assert t.may(1, "Coordinated Advance", here, t.walk((1, 0), (2, 0), forces=1))
    assert not t.may(1, "Coordinated Advance", here, t.walk((1, 0), (1, 1), forces=1))
    assert not t.may(1, "Coordinated Advance", t.walk((-1, 1), (-1, 2), forces=1))
    t.road((1, 0), (1, 1), (1, 2), (0, 2))
    far = t.walk((1, 0), (1, 1), (1, 2), (0, 2), forces=1)
    assert not t.may(1, "Coordinated Advance", far) and not t.may(1, "Coordinated Advance", here, far)
    assert t.may(1, "Coordinated Advance", here)
    t.play(1, "Coordinated Advance", here, t.walk((-1, 1), CENTER, forces=4))
    assert len(t.happened(events.BattleBegan)) == 1 and dice(t)[0] == 7


def test_rapid_redeploy_lifts_a_unit_to_an_occupied_hex_and_heals_it_by_1():
    """Jump to a hex that you occupy, even a besieged Capital; the unit recovers 1 HP."""
    t = Table()
    blade = t.put(1, "Shadeblade", CENTER, hp=1)
    t.put(1, 1, t.home(1))
    t.put(2, 3, t.home(1))
    t.put(2, 1, (0, 2))
    assert not t.may(1, "Rapid Redeploy", blade, (0, 2))
    assert not t.may(1, "Rapid Redeploy", blade, (1, 1))
    t.play(1, "Rapid Redeploy", blade, t.home(1))
    assert t.where(blade) == t.home(1) and t.hp(blade) == 2
    assert not t.happened(events.BattleBegan)


def test_breakthrough_line_adds_2_cards_to_the_next_hand_after_a_won_battle():
    """Winning a battle where the move ended, or its siege, adds 2 cards to the next hand.

    If the stack has moved on, it adds none.
    """
    t = Table(mana=9)
    t.unknown(1, *["Recruit"] * 20)
    t.put(1, 9, CENTER)
    t.put(2, 1, (-1, 0))
    t.put(2, 1, t.home(2))
    t.road(CENTER, (-1, 0), (-2, 0), t.home(2))
    t.road(CENTER, (0, 1), (0, 2), (0, 3))
    assert not t.may(1, "Breakthrough Line", t.walk(CENTER, (0, 1), (0, 2), (0, 3), forces=9))
    assert not t.may(1, "Breakthrough Line", t.walk(CENTER, (0, -1), forces=9))
    t.play(1, "Breakthrough Line", t.walk(CENTER, (-1, 0), forces=9), luck=wins(1))
    assert t.state.next_draw[1] == 2
    t.play(1, "Breakthrough Line", t.walk((-1, 0), (-2, 0), t.home(2), forces=5))
    t.until("bid")
    assert t.state.piles.hand_size(1) == 6 + 2 + 2

    t = Table()
    t.put(1, 9, (1, 0))
    t.put(2, 1, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    t.play(1, "Breakthrough Line", t.walk((1, 0), CENTER, forces=9))
    t.play(1, "march", t.walk(CENTER, (-1, 0), forces=9), luck=wins(1))
    assert t.state.next_draw[1] == 0


def test_set_to_skirmish_moves_attacked_units_to_a_random_empty_neighbour():
    """When attacked there, all your units leave for a random neighbour without units.

    Bridges do not matter, and nobody has won.
    """
    t = Table()
    t.put(1, 2, CENTER)
    blade = t.put(1, "Shadeblade", CENTER)
    t.put(2, 3, (1, 0))
    t.road((1, 0), CENTER)
    t.play(1, "Set to Skirmish", CENTER)
    t.play(2, "march", t.walk((1, 0), CENTER, forces=2))
    refuge = t.where(blade)
    assert refuge in AROUND and refuge != (1, 0) and t.forces(1, refuge) == 2
    assert t.forces(2, CENTER) == 2 and not t.happened(events.BattleBegan)
    assert not t.state.marks_of_kind("won battle")


def test_set_to_skirmish_without_a_free_neighbour_kills_all_units():
    """If every neighbour contains units they all die, and nobody earns a bounty."""
    t = Table()
    blade = t.put(1, "Shadeblade", CENTER)
    for hex_ in AROUND:
        t.put(2, 2, hex_)
    t.road((1, 0), CENTER)
    t.play(1, "Set to Skirmish", CENTER)
    t.play(2, "march", t.walk((1, 0), CENTER, forces=1))
    assert not t.champion(blade) and t.gold(2) == 10


def test_set_to_skirmish_by_both_sides_moves_the_defender_first():
    """Any hex may be named, sieges count, and if both sides leave, the defender goes first."""
    t = Table()
    t.put(1, 2, t.home(1))
    t.put(2, 2, t.home(1))
    t.together((1, "Set to Skirmish", t.home(1)), (2, "Set to Skirmish", t.home(1)))
    t.until("bid")
    assert [e.seat for e in t.happened(events.SkirmishRetreat)] == [1, 2]
    assert not t.happened(events.BattleBegan)
    assert t.forces(1, t.home(1)) == t.forces(2, t.home(1)) == 0


# B Recruitment --------------------------------------------------------------------------------------------------------


def test_battalion_contract_deploys_10_forces_to_the_capital():
    """Deploy 10 Forces to the Capital for 3 mana and 2 gold."""
    t = Table()
    t.play(1, "Battalion Contract")
    assert (t.forces(1, t.home(1)), t.mana(1), t.gold(1)) == (10, 2, 8)


def test_rally_where_you_stand_deploys_3_forces_to_a_champions_hex():
    """Deploy 3 Forces to a hex with a Champion of yours.

    If the Champion has left, the card fizzles and the gold is lost.
    """
    t = Table(mana=9)
    ace = t.put(1, "Skystriker Ace", CENTER)
    t.put(2, "Sergeant", (1, 1))
    t.put(1, 1, (2, 0))
    assert not t.may(1, "Rally Where You Stand", (2, 0))
    assert not t.may(1, "Rally Where You Stand", (1, 1))
    t.play(1, "Rally Where You Stand", CENTER)
    assert t.forces(1, CENTER) == 3 and t.gold(1) == 7
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=1)
    t.state.champions[ace] = t.state.champions[ace]._replace(hp=1)
    t.together((1, "Rally Where You Stand", CENTER), (2, "Zap", ace))
    assert fizzled(t) and t.forces(1, CENTER) == 3 and t.gold(1) == 4


def test_forward_barracks_deploys_4_forces_to_an_occupied_tile_or_the_capital():
    """Deploy 4 Forces to a Mine or Forge that you occupy, or to the Capital, occupied or not."""
    t = Table(mana=9)
    t.mine((1, 0))
    t.forge((0, 1))
    t.put(1, 1, (1, 0))
    t.put(2, 1, (0, 1))
    t.put(1, 1, CENTER)
    assert not t.may(1, "Forward Barracks", (0, 1))
    assert not t.may(1, "Forward Barracks", CENTER)
    t.play(1, "Forward Barracks", (1, 0))
    t.play(1, "Forward Barracks", t.home(1))
    assert t.forces(1, (1, 0)) == 5 and t.forces(1, t.home(1)) == 4


def test_forward_barracks_accepts_a_hex_that_serves_as_the_capital():
    """The Logistics Officer's hex accepts deployments to the Capital and is guarded like it (8.7, F3)."""
    t = Table("leadbound", "vapourborn", mana=9)
    t.put(1, "Logistics Officer", (1, 1))
    t.put(2, 1, CENTER)
    t.play(1, "Forward Barracks", (1, 1))
    assert t.forces(1, (1, 1)) == 4 + 1
    t.play(2, "Forward Barracks", CENTER)
    assert t.forces(2, CENTER) == 5


def test_conscription_drive_deploys_4_forces_and_discards_the_named_card():
    """Deploy 4 Forces, then discard the named card; without another card in hand, discard none."""
    t = Table()
    t.hold(1, "Zap", "Recruit")
    assert not t.may(1, "Conscription Drive") and not t.may(1, "Conscription Drive", ["Zap", "Recruit"])
    t.play(1, "Conscription Drive", "Zap")
    assert t.forces(1, t.home(1)) == 4
    assert t.hand(1) == ["Recruit"] and t.discards(1) == ["Zap", "Conscription Drive"]

    t = Table()
    t.play(1, "Conscription Drive")
    assert t.forces(1, t.home(1)) == 4 and t.discards(1) == ["Conscription Drive"]


def test_miner_army_deploys_2_forces_to_every_occupied_mine():
    """Deploy 2 Forces to every Mine that you occupy on resolution."""
    t = Table()
    for hex_ in ((1, 0), (0, 1), (-1, 0)):
        t.mine(hex_)
    t.put(1, 1, (1, 0))
    t.put(1, "Sergeant", (0, 1))
    t.put(2, 1, (-1, 0))
    t.play(1, "Miner Army")
    assert [t.forces(1, hex_) for hex_ in ((1, 0), (0, 1), (-1, 0))] == [3, 2, 0]


def test_command_logistics_deploys_1_force_for_each_card_in_hand():
    """Deploy 1 Force for each card in hand on resolution, open ones included.

    The card itself has left the hand.
    """
    t = Table()
    t.hold(1, "Recruit", "Zap")
    t.show(1, "Recruit")
    t.play(1, "Command Logistics")
    assert t.forces(1, t.home(1)) == 3

    t = Table("leadbound")
    t.play(1, "Command Logistics")
    assert t.forces(1, t.home(1)) == 0 and not fizzled(t)


def test_swam_logistics_deploys_1_force_for_each_card_played_this_round():
    """Deploy 1 Force for each card played this round, this one included; basic actions do not count."""
    t = Table(mana=9)
    t.play(1, "Stall")
    t.play(1, "reinforce")
    t.play(1, "War Taxes")
    t.play(1, "Swam Logistics")
    assert t.forces(1, t.home(1)) == 1 + 3
    assert t.mana(1) == 9 - 1 - 1 - 2


# C Economy ------------------------------------------------------------------------------------------------------------


def test_war_taxes_gives_4_gold():
    """Earn 4 gold."""
    t = Table()
    t.play(1, "War Taxes")
    assert t.gold(1) == 14


def test_smuggling_ring_gives_3_more_gold_with_a_unit_in_an_enemy_capital():
    """Earn 2 gold, and 3 more with a unit in an enemy Capital; an undecided siege is enough."""
    t = Table()
    t.put(1, 1, t.home(1))
    t.play(1, "Smuggling Ring")
    assert t.gold(1) == 12
    t.put(2, 5, t.home(2))
    t.put(1, 1, t.home(2))
    t.play(1, "Smuggling Ring")
    assert t.gold(1) == 17


def test_refined_ingots_gives_2_gold_or_4_with_a_mine():
    """Earn 2 gold, or 4 on a Mine."""
    t = Table()
    t.mine(CENTER)
    t.play(1, "Refined Ingots")
    assert t.gold(1) == 12
    t.put(1, 1, CENTER)
    t.play(1, "Refined Ingots")
    assert t.gold(1) == 16


def test_guild_favor_gives_4_gold_and_1_card():
    """Earn 4 gold and draw a card."""
    t = Table()
    t.pile(1, "Zap", "Stall")
    t.play(1, "Guild Favor")
    assert t.gold(1) == 14 and t.hand(1) == ["Zap"]


# D Deckcraft ----------------------------------------------------------------------------------------------------------


def test_cycle_protocol_draws_3_cards_and_discards_2():
    """Draw 3, then discard 2 of the hand, whether just drawn or not.

    A hand of 2 or fewer is discarded without a question.
    """
    t = Table()
    t.hold(1, "Stall")
    t.pile(1, "Zap", "Recruit", "Insight", "Stall")
    t.play(1, "Cycle Protocol")
    assert t.asked() == {1: "cards"} and t.hand(1) == ["Insight", "Recruit", "Stall", "Zap"]
    t.name(1, "Stall", "Recruit")
    assert t.hand(1) == ["Insight", "Zap"] and t.discards(1) == ["Stall", "Recruit", "Cycle Protocol"]

    t = Table()
    t.pile(1, "Zap")
    t.play(1, "Cycle Protocol")
    assert t.hand(1) == [] and t.discards(1) == ["Zap", "Cycle Protocol"]


def test_insight_draws_2_cards_for_0_mana():
    """Draw 2 cards at no cost, but only with mana left, as for any action (A1); then burn."""
    t = Table()
    t.pile(1, "Zap", "Recruit", "Stall")
    t.play(1, "Insight")
    assert t.hand(1) == ["Recruit", "Zap"] and t.mana(1) == 5
    assert t.burnt(1) == ["Insight"] and t.discards(1) == []


def test_clean_cuts_burns_the_named_card_and_draws_1():
    """Burn the named card, then draw 1; without another card in hand, just draw."""
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, "Recruit", "Stall")
    assert not t.may(1, "Clean Cuts") and not t.may(1, "Clean Cuts", ["Zap", t.hold(1, "Zap")])
    t.state.piles.hand[1] = t.state.piles.hand[1][:1]
    t.play(1, "Clean Cuts", "Zap")
    assert t.burnt(1) == ["Zap"] and t.hand(1) == ["Recruit"] and t.discards(1) == ["Clean Cuts"]
    t.play(1, "Stall")
    t.state.piles.hand[1] = ()
    t.play(1, "Clean Cuts")
    assert t.hand(1) == ["Stall"] and t.burnt(1) == ["Zap"]


def test_stall_has_no_effect_but_counts_as_a_card_played():
    """Nothing happens, but it counts as a card played."""
    t = Table()
    before = t.state.clone()
    t.play(1, "Stall")
    assert (t.gold(1), t.mana(1), t.state.forces) == (10, 5, before.forces)
    assert t.discards(1) == ["Stall"] and t.state.played[1] == 1


def test_interrupt_draws_2_cards_and_lets_all_others_draw_1():
    """Draw 2; then every other player draws 1 in Lead order, players who are Done included (K16).

    A full hand draws none.
    """
    t = Table("leadbound", "virtuous", "gatewright")
    t.state.lead = 3
    t.state.done[3] = 1
    t.hold(2, *["Recruit"] * 10)
    for seat in t.state.seats:
        t.pile(seat, "Zap", "Stall", "Insight")
    t.play(1, "Interrupt")
    assert [(e.seat, len(e.slots)) for e in t.happened(events.CardsDrawn)] == [(1, 2), (3, 1)]
    assert t.hand(1) == ["Stall", "Zap"] and t.hand(3) == ["Zap"]
    assert len(t.hand(2)) == 10 and t.discards(2) == ["Zap"]
