"""The market of Age III, card by card: movement, recruitment, economy and deckcraft."""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.catalogue import SECTIONS
from tests.support.games.bridgefront.looks import CENTER, fizzled, gold_for, wins
from tests.support.games.bridgefront.table import Table

# A Movement -----------------------------------------------------------------------------------------------------------


def test_grand_maneuver_moves_two_stacks_at_most_3_hexes_each():
    """Two separate stacks move at most 3 hexes each, in the named order; the second is optional."""
    t = Table()
    t.put(1, 2, (2, 0))
    t.put(1, 2, (0, 2))
    t.road((2, 0), (1, 0), CENTER, (-1, 0))
    t.road((0, 2), (0, 1), CENTER)
    first = t.walk((2, 0), (1, 0), CENTER, (-1, 0), forces=2)
    assert t.may(1, "Grand Maneuver", first)
    assert not t.may(1, "Grand Maneuver", t.walk((0, 2), (0, 1), CENTER, (1, 0), (2, 0), forces=1))
    assert not t.may(1, "Grand Maneuver", t.walk((2, 0), (2, 1), forces=1))
    assert not t.may(1, "Grand Maneuver", first, t.walk((0, 2), (0, 1), CENTER, (1, 0), (2, 0), forces=1))
    t.play(1, "Grand Maneuver", first, t.walk((0, 2), (0, 1), CENTER, forces=2))
    assert t.forces(1, (-1, 0)) == 2 and t.forces(1, CENTER) == 2
    assert [(e.start, e.hex) for e in t.happened(events.StackMoved)][-1] == (t.at((0, 1)), t.at(CENTER))


def test_ghost_step_moves_at_most_2_hexes_without_a_bridge():
    """Move at most 2 hexes without a Bridge, then burn.

    If the stack is gone before its first step, the card fizzles and is not burnt.
    """
    t = Table(mana=9)
    t.put(1, 2, CENTER)
    t.put(2, 9, (0, 1))
    assert not t.may(1, "Ghost Step", t.walk(CENTER, (1, 0), (2, 0), (3, 0), forces=1))
    t.play(1, "Ghost Step", t.walk(CENTER, (1, 0), (2, 0), forces=1))
    assert t.forces(1, (2, 0)) == 1 and t.burnt(1) == ["Ghost Step"]
    t.road((0, 1), CENTER)
    t.hold(2, "Quick March", number=1)
    march = t.walk((0, 1), CENTER, forces=9)
    t.together((1, "Ghost Step", t.walk(CENTER, (1, 0), (2, 0), forces=1)), (2, "Quick March", march), luck=wins(2))
    assert fizzled(t) and t.discards(1) == ["Ghost Step"]


def test_ghost_step_of_a_stack_that_dies_on_arrival_does_not_fizzle():
    """A stack that Last Stand kills on entering has moved, so the card is burnt."""
    t = Table(mana=9)
    t.put(1, 1, (-2, 0))
    t.play(2, "Last Stand")
    t.play(1, "Ghost Step", t.walk((-2, 0), t.home(2), forces=1))
    assert t.forces(1, t.home(2)) == 0
    assert t.burnt(1) == ["Ghost Step"] and not fizzled(t)


def test_final_push_draws_2_cards_after_a_battle_that_it_starts():
    """Move 1 hex; if that starts a battle, draw 2 cards after it, won or lost."""
    t = Table(mana=9)
    t.pile(1, "Zap", "Stall", "Insight")
    t.put(1, 2, (1, 0))
    t.put(2, 9, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    assert not t.may(1, "Final Push", t.walk((1, 0), CENTER, (-1, 0), forces=2))
    assert not t.may(1, "Final Push", t.walk((1, 0), (1, 1), forces=2))
    t.play(1, "Final Push", t.walk((1, 0), CENTER, forces=2))
    assert t.hand(1) == []
    t.play(1, "Final Push", t.walk(CENTER, (-1, 0), forces=2), luck=wins(2))
    assert t.hand(1) == ["Stall", "Zap"]
    kinds = [type(e) for e in t.events]
    assert kinds.index(events.BattleEnded) < kinds.index(events.CardsDrawn)


def test_final_push_counts_only_a_besieged_capital_as_a_battle():
    """Entering a besieged Capital counts as a battle; entering an empty one does not."""
    for inside, drawn in ((1, ["Stall", "Zap"]), (0, [])):
        t = Table()
        t.pile(1, "Zap", "Stall")
        t.put(1, 2, (-2, 0))
        if inside:
            t.put(2, inside, t.home(2))
        t.road((-2, 0), t.home(2))
        t.play(1, "Final Push", t.walk((-2, 0), t.home(2), forces=2))
        assert t.hand(1) == drawn and not t.happened(events.BattleBegan)


def test_final_push_ignores_a_third_players_set_to_skirmish():
    """Only a side of the battle can call it off; a third player's Set to Skirmish changes nothing."""
    t = Table(seats=3, mana=9)
    t.pile(1, "Zap", "Stall")
    t.put(1, 9, (1, 0))
    t.put(2, 1, CENTER)
    t.road((1, 0), CENTER)
    t.play(3, "Set to Skirmish", CENTER)
    t.play(1, "Final Push", t.walk((1, 0), CENTER, forces=9))
    assert t.happened(events.BattleBegan) and t.hand(1) == ["Stall", "Zap"]
    t.put(2, 1, (-1, 0))
    t.road(CENTER, (-1, 0))
    t.play(2, "Set to Skirmish", (-1, 0))
    t.pile(1, "Insight")
    t.play(1, "Final Push", t.walk(CENTER, (-1, 0), forces=t.forces(1, CENTER)))
    assert not t.happened(events.BattleBegan) and "Insight" not in t.hand(1)


def test_extraction_run_lifts_a_stack_to_any_mine():
    """Jump to any Mine; among enemies this starts a battle with you as attacker.

    The gold is paid in any case.
    """
    t = Table(mana=9)
    t.mine(CENTER)
    t.put(2, 1, CENTER)
    brute = t.put(1, "Brute", (2, 0))
    assert not t.may(1, "Extraction Run", brute, (1, 0))
    t.play(1, "Extraction Run", brute, CENTER, luck=wins(1))
    assert t.where(brute) == CENTER and t.gold(1) == 11
    assert t.happened(events.BattleBegan)[0].attacker == 1

    t = Table()
    t.mine(CENTER)
    t.play(1, "Extraction Run", None, CENTER)
    assert t.gold(1) == 11 and not fizzled(t)


# B Recruitment --------------------------------------------------------------------------------------------------------


def test_deep_reserves_deploys_8_forces_to_the_capital():
    """Deploy 8 Forces to the Capital, even with enemies in it, but not with two other players (8.7)."""
    t = Table(seats=3, mana=9)
    t.put(2, 1, t.home(1))
    t.play(1, "Deep Reserves")
    assert t.forces(1, t.home(1)) == 8 and t.gold(1) == 8
    t.state.forces[1] = {}
    t.put(3, 1, t.home(1))
    t.play(1, "Deep Reserves")
    assert t.forces(1, t.home(1)) == 0 and fizzled(t)


def test_endless_conscription_deploys_1_force_for_each_card_in_hand():
    """Deploy 1 Force for each card in hand on resolution; the card itself has left the hand."""
    t = Table(mana=9)
    t.hold(1, "Recruit", "Zap", "Stall")
    t.play(1, "Endless Conscription")
    assert t.forces(1, t.home(1)) == 3 and (t.mana(1), t.gold(1)) == (7, 9)
    t.hold(2, "Interrupt", number=1)
    t.pile(1, "Insight")
    t.together((1, "Endless Conscription"), (2, "Interrupt"))
    assert t.forces(1, t.home(1)) == 3 + 4


def test_elite_guard_deploys_5_forces_and_heals_a_champion_by_2():
    """Deploy 5 Forces, and heal a Champion of yours there on resolution by 2 HP; naming none is legal."""
    t = Table(gold=20, mana=20)
    home, away = t.put(1, "Titan Vanguard", t.home(1), hp=1), t.put(1, "Titan Vanguard", CENTER, hp=1)
    assert not t.may(1, "Elite Guard", away)
    t.play(1, "Elite Guard", home)
    assert t.forces(1, t.home(1)) == 5 and t.hp(home) == 3 and t.gold(1) == 17
    t.play(1, "Elite Guard")
    assert t.forces(1, t.home(1)) == 10 and t.hp(home) == 3


def test_forward_legion_deploys_5_forces_to_an_occupied_hex():
    """Deploy 5 Forces to a hex that you occupy; if it is no longer occupied, fizzle."""
    t = Table(gold=20, mana=20)
    ace = t.put(1, "Skystriker Ace", CENTER)
    t.put(2, 1, (1, 0))
    assert not t.may(1, "Forward Legion", (1, 0))
    t.play(1, "Forward Legion", CENTER)
    assert t.forces(1, CENTER) == 5 and t.gold(1) == 17
    t.state.forces[1] = {}
    t.state.champions[ace] = t.state.champions[ace]._replace(hp=1)
    t.hold(2, "Zap", number=1)
    t.together((1, "Forward Legion", CENTER), (2, "Zap", ace))
    assert fizzled(t) and t.forces(1, CENTER) == 0


# C Economy ------------------------------------------------------------------------------------------------------------


def test_royal_mint_gives_5_gold():
    """Earn 5 gold."""
    t = Table()
    t.play(1, "Royal Mint")
    assert t.gold(1) == 15


def test_market_squeeze_takes_up_to_3_gold_from_an_opponent():
    """Take up to 3 gold from the named opponent."""
    t = Table(seats=3, mana=9)
    assert not t.may(1, "Market Squeeze", 1)
    t.play(1, "Market Squeeze", 3)
    assert [t.gold(seat) for seat in (1, 2, 3)] == [13, 10, 7]
    t.state.gold[2] = 2
    t.play(1, "Market Squeeze", 2)
    assert t.gold(1) == 15 and t.gold(2) == 0


def test_black_market_pull_puts_2_random_market_cards_openly_into_the_hand():
    """Put 2 random Age III market cards openly into the hand, in any age.

    Victory cards score, and a Cipher also gets 2.
    """
    t = Table("cipher")
    t.play(1, "Black Market Pull")
    assert len(t.open_hand(1)) == 2 and t.asked() == {1: "action", 2: "action"}
    assert {SECTIONS[t.state.card[copy]] for copy in t.state.piles.shown[1]} == {"Market III"}
    assert t.burnt(1) == ["Black Market Pull"] and t.state.changed == ()

    t = Table()
    t.play(1, "Black Market Pull", luck=lambda t: t.open_hand(1) == ["Conquest Record", "Monument Plan"])
    assert t.state.vp[1] == 1 + 2


def test_black_market_pull_at_a_full_hand_discards_and_still_scores():
    """Cards gained with a hand of 10 go to the discard pile and still score (K20)."""
    t = Table()
    t.hold(1, *["Recruit"] * 9, "Black Market Pull")

    def monument_comes_second(t: Table) -> bool:
        return t.discards(1)[:1] == ["Monument Plan"] and t.state.vp[1] == 2

    t.play(1, "Black Market Pull", luck=monument_comes_second)
    assert len(t.hand(1)) == 10 and len(t.open_hand(1)) == 1


def test_pulling_strings_earns_1_gold_for_each_battle_of_others():
    """Each battle of others this round earns you 1 gold, sieges included; your own do not."""
    t = Table("leadbound", "virtuous", "refiner", mana=9)
    t.put(2, 9, (1, 0))
    t.put(3, 1, CENTER)
    t.put(3, 1, t.home(2))
    t.put(2, 9, t.home(2))
    t.put(1, 1, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    t.play(1, "Pulling Strings")
    t.play(2, "march", t.walk((1, 0), CENTER, forces=9))
    assert gold_for(t, 1, "pulling strings") == [1]
    t.play(2, "march", t.walk(CENTER, (-1, 0), forces=t.forces(2, CENTER)))
    assert t.happened(events.BattleEnded) and not gold_for(t, 1, "pulling strings")
    t.until("bid")
    assert gold_for(t, 1, "pulling strings") == [1]


# D Deckcraft ----------------------------------------------------------------------------------------------------------


def test_master_plan_draws_4_cards_and_discards_2():
    """Draw 4, then discard 2."""
    t = Table()
    t.pile(1, "Zap", "Stall", "Insight", "Recruit", "Zap")
    t.play(1, "Master Plan")
    assert t.asked() == {1: "cards"}
    t.name(1, "Stall", "Zap")
    assert t.hand(1) == ["Insight", "Recruit"] and t.discards(1) == ["Stall", "Zap", "Master Plan"]


def test_perfect_cycle_draws_1_card_and_burns_1():
    """Draw 1, then burn 1 card of the hand."""
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, "Stall", "Insight")
    t.play(1, "Perfect Cycle")
    t.name(1, "Zap")
    assert t.hand(1) == ["Stall"] and t.burnt(1) == ["Zap"] and t.discards(1) == ["Perfect Cycle"]


def test_tome_of_orders_draws_2_cards_and_puts_1_on_top():
    """Draw 2, then put 1 card of the hand on top of the pile, to be drawn next.

    This is not optional. Without an open card the slot moves.
    """
    t = Table(mana=9)
    t.hold(1, "Zap")
    t.pile(1, "Stall", "Insight", "Recruit")
    before = t.state.piles.hand[1]
    t.play(1, "Tome of Orders")
    assert t.asked() == {1: "lay"}
    with pytest.raises(ValueError, match="has to be laid"):
        t.answer(1, t._by_itself(1)._replace(slot=None, batch=None))
    t.lay(1, "Zap")
    assert t.state.piles.top[1][:1] == before
    assert t.top(1) == ["Zap", "Recruit"] and t.hand(1) == ["Insight", "Stall"]
    t.play(1, "Secret Plans")
    assert t.hand(1) == ["Insight", "Recruit", "Stall", "Zap"]


def test_tome_of_orders_closes_open_cards_in_fresh_slots():
    """The whole hand gets fresh slots and open cards are closed again (H4).

    Nobody sees which card went on top.
    """
    t = Table()
    t.hold(1, "Zap")
    t.show(1, "Recruit")
    t.pile(1, "Stall", "Insight")
    old = t.state.piles.hand[1] + t.state.piles.top[1]
    t.play(1, "Tome of Orders")
    t.lay(1, "Recruit")
    assert t.top(1) == ["Recruit"] and t.hand(1) == ["Insight", "Stall", "Zap"] and t.open_hand(1) == []
    assert not set(old) & set(t.state.piles.closed_slots(1))


def test_tome_of_orders_asks_nothing_for_a_single_card_or_an_empty_hand():
    """A single card goes on top without a question; an empty hand puts nothing there."""
    t = Table(mana=9)
    t.pile(1, "Stall")
    t.play(1, "Tome of Orders")
    assert t.top(1) == ["Stall"] and t.hand(1) == []
    t.state.piles.top[1] = ()
    t.state.piles.discard[1] = ()
    t.play(1, "Tome of Orders")
    assert t.top(1) == [] and t.discards(1) == ["Tome of Orders"]


def test_last_lecture_draws_5_cards():
    """Draw 5 cards; then burn."""
    t = Table()
    t.pile(1, *["Zap"] * 6)
    t.play(1, "Last Lecture")
    assert t.hand(1) == ["Zap"] * 5 and t.burnt(1) == ["Last Lecture"]


def test_last_lecture_discards_over_the_hand_limit_before_the_shuffle():
    """A card refused by a full hand is discarded before the shuffle for the next draw (Z2, Z1)."""
    t = Table()
    t.hold(1, *["Recruit"] * 8, "Last Lecture")
    t.unknown(1, "Zap", "Zap", "Insight")
    t.discarded(1, "Stall")
    t.play(1, "Last Lecture")
    assert len(t.hand(1)) == 10
    assert t.happened(events.PileLaid) == [events.PileLaid(1, 2)]
    assert len(t.discards(1)) == 2 and t.state.piles.size(1) == 0
