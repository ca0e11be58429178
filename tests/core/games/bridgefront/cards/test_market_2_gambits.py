"""The market of Age II, card by card: gambits and victory."""

from __future__ import annotations

from collections import Counter

from core.games.bridgefront import events
from core.games.bridgefront.catalogue import SECTIONS
from tests.support.games.bridgefront.looks import AROUND, CENTER, fizzled, vp_for_gaining
from tests.support.games.bridgefront.table import Table

# G Synergy / Gambits --------------------------------------------------------------------------------------------------


def test_foundry_heist_gains_1_of_3_market_cards_and_draws_1():
    """Open an offer of 3 Age II market cards in any age, gain 1, then draw 1.

    The draw may turn up the card just gained.
    """
    t = Table()
    t.forge(CENTER)
    t.put(1, 1, CENTER)
    t.play(1, "Foundry Heist", 0)
    assert t.asked() == {1: "offer"} and len(t.offered()) == 3
    assert {SECTIONS[t.state.card[copy]] for copy in t.state.offers[0].copies} == {"Market II"}
    gained = t.offered()[1]
    t.pick(1, gained)
    assert t.hand(1) == [gained]
    assert len(t.state.decks[1][-1]) == 2


def test_foundry_heist_burns_a_named_card_on_a_forge():
    """Put the named card on the Burn pile, then draw 1; without another card in hand, burn none."""
    t = Table(mana=9)
    t.forge(CENTER)
    t.put(1, 1, CENTER)
    t.hold(1, "Zap", "Insight")
    assert not t.may(1, "Foundry Heist", 1, ["Zap", "Insight"])
    t.state.piles.hand[1] = t.state.piles.hand[1][:1]
    t.pile(1, "Stall", "Recruit")
    t.play(1, "Foundry Heist", 1, "Zap")
    assert t.burnt(1) == ["Zap"] and t.hand(1) == ["Stall"] and t.discards(1) == ["Foundry Heist"]
    t.state.piles.hand[1] = ()
    t.play(1, "Foundry Heist", 1)
    assert t.burnt(1) == ["Zap"] and t.hand(1) == ["Recruit"]


def test_foundry_heist_without_a_forge_only_draws():
    """Without a Forge only the draw happens; the named card stays in hand and is now open."""
    t = Table(mana=9)
    t.forge(CENTER)
    t.hold(1, "Zap")
    t.pile(1, "Stall", "Recruit")
    t.play(1, "Foundry Heist", 1, "Zap")
    assert t.hand(1) == ["Stall", "Zap"] and t.open_hand(1) == ["Zap"] and t.burnt(1) == []
    t.play(1, "Foundry Heist", 0)
    assert t.asked() == {} or "offer" not in t.asked().values()
    assert t.hand(1) == ["Recruit", "Stall", "Zap"]


def test_foundry_heist_offers_4_cards_with_wider_choice():
    """With Wider Choice the offer has 4 cards."""
    t = Table("cipher")
    t.forge(CENTER)
    t.put(1, 1, CENTER)
    t.play(1, "Foundry Heist", 0)
    assert len(t.offered()) == 4


def test_deep_shaft_rig_raises_a_mine_by_1_and_deploys_a_force():
    """Raise the Mine Value by 1 for good, to at most 7, and always deploy a Force."""
    t = Table(mana=9)
    t.mine(CENTER, 6)
    t.mine((1, 0), 4)
    t.put(1, "Sergeant", CENTER)
    assert not t.may(1, "Deep Shaft Rig", (1, 0))
    t.play(1, "Deep Shaft Rig", CENTER)
    t.play(1, "Deep Shaft Rig", CENTER)
    assert t.value(CENTER) == 7 and t.forces(1, CENTER) == 2
    t.until("bid")
    assert t.value(CENTER) == 7


def test_dice_war_profiteers_gives_1_gold_on_1_to_4_and_6_on_5_or_6():
    """A roll of 1-4 earns 1 gold, a roll of 5-6 earns 6."""
    earned = {}
    for n in range(30):
        t = Table(gold=0)
        t.state.t += n
        t.play(1, "Dice: War Profiteers")
        earned[t.happened(events.Rolled)[0].die] = t.gold(1)
    assert earned == {1: 1, 2: 1, 3: 1, 4: 1, 5: 6, 6: 6}


def test_encirclement_kills_6_enemy_forces_with_three_occupied_neighbours():
    """Kill 6 enemy Forces if three neighbours are occupied on resolution; with two, kill none.

    No Champion is hurt.
    """
    t = Table(mana=9)
    t.put(2, 8, CENTER)
    titan = t.put(2, "Titan Vanguard", CENTER)
    for hex_ in AROUND[:2]:
        t.put(1, 1, hex_)
    assert not t.may(1, "Encirclement", (1, 0))
    t.play(1, "Encirclement", CENTER)
    assert t.forces(2, CENTER) == 8 and not fizzled(t)
    t.put(1, "Sergeant", AROUND[2])
    t.play(1, "Encirclement", CENTER)
    assert t.forces(2, CENTER) == 2 and t.hp(titan) == 10


def test_encirclement_does_not_count_linked_hexes_as_neighbours():
    """Linked hexes are not neighbours."""
    t = Table(mana=20)
    t.put(2, 8, CENTER)
    for hex_ in (*AROUND[:2], (0, 3)):
        t.put(1, 1, hex_)
    t.play(1, "Wormhole Gate", [CENTER, (0, 3)])
    t.play(1, "Encirclement", CENTER)
    assert t.forces(2, CENTER) == 8


def test_encirclement_spares_your_units():
    """In a siege only the enemies die, even with units of your own beside them."""
    t = Table()
    t.put(1, 9, t.home(1))
    t.put(2, 8, t.home(1))
    for near in t.state.grid.neighbours[t.state.capital[1]]:
        t.put(1, 1, t.state.grid.hexes[near])
    t.play(1, "Encirclement", t.home(1))
    assert t.forces(1, t.home(1)) == 9 and t.forces(2, t.home(1)) == 2


def test_encirclement_draws_deaths_at_random_among_two_enemies():
    """With two enemies in a Capital the 6 deaths are drawn at random among both."""
    left = Counter()
    for n in range(30):
        t = Table(seats=3)
        t.state.t += n
        home = t.home(2)
        t.put(2, 5, home)
        t.put(3, 5, home)
        for hex_ in [t.state.grid.hexes[h] for h in t.state.grid.neighbours[t.at(home)]]:
            t.put(1, 1, hex_)
        t.play(1, "Encirclement", home)
        assert t.forces(2, home) + t.forces(3, home) == 4
        left[t.forces(2, home)] += 1
    assert len(left) > 2


# H Victory ------------------------------------------------------------------------------------------------------------


def test_strategic_triumph_gives_2_gold_and_1_vp_when_gained():
    """Earn 2 gold when played and 1 VP when gained."""
    t = Table()
    t.play(1, "Strategic Triumph")
    assert t.gold(1) == 12 and t.discards(1) == ["Strategic Triumph"]
    assert t.state.vp[1] == 0 and vp_for_gaining(t, 1, "Strategic Triumph") == 1


def test_center_dispatch_draws_1_card_or_2_on_the_center():
    """Draw 1 card, or 2 on the Center; score 1 VP when gained."""
    t = Table()
    t.pile(1, "Zap", "Stall", "Insight")
    t.play(1, "Center Dispatch")
    assert t.hand(1) == ["Zap"]
    t.put(1, 1, CENTER)
    t.play(1, "Center Dispatch")
    assert t.hand(1) == ["Insight", "Stall", "Zap"]
    assert vp_for_gaining(t, 1, "Center Dispatch") == 1


def test_banner_of_resolve_deploys_1_force_to_the_capital():
    """Deploy 1 Force to the Capital, where Home Guard adds one; score 1 VP when gained."""
    t = Table("leadbound")
    t.play(1, "Banner of Resolve")
    assert t.forces(1, t.home(1)) == 2
    assert vp_for_gaining(t, 1, "Banner of Resolve") == 1


def test_big_vp_gainer_scores_2_vp_and_costs_1_gold_when_drawn():
    """Score 2 VP when gained; playing it does nothing.

    Each time it is drawn it is shown and costs 1 gold, or none at 0 gold.
    """
    t = Table(gold=1)
    t.pile(1, "Big VP Gainer", "Zap", "Big VP Gainer")
    t.play(1, "Interrupt")
    assert t.gold(1) == 0 and t.open_hand(1) == ["Big VP Gainer"] and t.hand(1) == ["Big VP Gainer", "Zap"]
    t.play(1, "Center Dispatch")
    assert t.gold(1) == 0 and t.open_hand(1) == ["Big VP Gainer"] * 2
    t.play(1, "Big VP Gainer")
    assert t.discards(1)[-1] == "Big VP Gainer" and t.state.vp[1] == 0
    assert vp_for_gaining(t, 1, "Big VP Gainer") == 2


def test_big_vp_gainer_is_discarded_at_a_full_hand():
    """With a full hand it goes straight to the discard pile and does not count as drawn."""
    t = Table()
    t.hold(1, *["Recruit"] * 10, "Center Dispatch")
    t.pile(1, "Big VP Gainer")
    t.play(1, "Center Dispatch")
    assert t.gold(1) == 10 and t.discards(1) == ["Big VP Gainer", "Center Dispatch"]
