"""The starter deck, card by card."""

from __future__ import annotations

from tests.support.games.bridgefront.looks import fizzled, wins
from tests.support.games.bridgefront.table import Table


def test_recruit_deploys_2_forces_to_the_capital_or_1_elsewhere():
    """Deploy 2 Forces to the Capital, or 1 to a hex you occupy, even with just a Champion."""
    t = Table()
    ace = t.put(1, "Skystriker Ace", (0, 1))
    t.play(1, "Recruit", 0)
    t.play(1, "Recruit", 1, (0, 1))
    assert (t.forces(1, t.home(1)), t.forces(1, (0, 1))) == (2, 1)
    assert (t.gold(1), t.mana(1)) == (8, 3)
    assert t.where(ace) == (0, 1)
    assert not t.may(1, "Recruit", 1, (2, 0))
    assert not t.may(1, "Recruit", 0, (0, 1)), "the first one names no hex"


def test_recruit_fizzles_when_the_hex_is_no_longer_occupied():
    """The hex is checked again: if its Champion died of an earlier card, the card fizzles."""
    t = Table()
    sergeant = t.put(1, "Sergeant", (0, 1), hp=1)
    t.put(2, 1, (0, 2))
    t.hold(2, "Zap", number=20)
    t.hold(1, "Recruit", number=40)
    t.together((1, "Recruit", 1, (0, 1)), (2, "Zap", sergeant))
    assert t.forces(1, (0, 1)) == 0
    assert fizzled(t)
    assert t.gold(1) == 9 and t.discards(1) == ["Recruit"], "the price stays paid"


def test_march_orders_moves_one_stack_at_most_2_hexes():
    """One stack moves at most 2 hexes along Bridges; units of another player end the move."""
    t = Table()
    t.put(1, 3, (0, 0))
    t.road((0, 0), (0, 1), (0, 2), (0, 3))
    assert not t.may(1, "March Orders", t.walk((0, 0), (0, 1), (0, 2), (0, 3), forces=3)), "three hexes"
    assert not t.may(1, "March Orders", t.walk((0, 0), (1, 0), forces=3)), "no Bridge"
    t.play(1, "March Orders", t.walk((0, 0), (0, 1), (0, 2), forces=2))
    assert (t.forces(1, (0, 0)), t.forces(1, (0, 2))) == (1, 2)
    t.put(2, 1, (0, 1))
    assert not t.may(1, "March Orders", t.walk((0, 0), (0, 1), (0, 2), forces=1)), "the walk ends in (0, 1)"


def test_march_orders_stops_at_enemies_that_moved_first():
    """A stack meets enemies that moved into its way first; the slow timing is deliberate."""
    t = Table()
    t.put(1, 9, (0, 0))
    t.put(2, 1, (1, 1))
    t.road((0, 0), (0, 1), (0, 2))
    t.road((1, 1), (0, 1))
    t.together(
        (1, "March Orders", t.walk((0, 0), (0, 1), (0, 2), forces=9)),
        (2, "Quick Move", t.walk((1, 1), (0, 1), forces=1)),
        luck=wins(1),
    )
    assert t.forces(1, (0, 1)) and not t.forces(1, (0, 2))


def test_supply_cache_gives_2_gold():
    """Take 2 gold from the bank."""
    t = Table()
    t.play(1, "Supply Cache")
    assert (t.gold(1), t.gold(2), t.mana(1)) == (12, 10, 4)
    assert t.discards(1) == ["Supply Cache"]


def test_field_medic_heals_any_champion_by_1():
    """Heal any Champion anywhere by 1 HP, never above its maximum."""
    t = Table()
    own = t.put(1, "Brute", (3, -3), hp=2)
    enemy = t.put(2, "Sergeant", (-3, 3), hp=1)
    t.play(1, "Field Medic", own)
    t.play(1, "Field Medic", enemy)
    assert (t.hp(own), t.hp(enemy)) == (3, 2)
    t.play(1, "Field Medic", enemy)
    t.play(1, "Field Medic", enemy)
    assert t.hp(enemy) == 3


def test_field_medic_without_a_champion_has_no_effect():
    """A card without a legal target may still be played, and that is not a fizzle (8.1)."""
    t = Table()
    t.play(1, "Field Medic")
    assert not fizzled(t) and t.discards(1) == ["Field Medic"]


def test_scout_report_keeps_1_of_3_cards_and_discards_the_others():
    """Look at the top 3, keep 1 and discard the other 2 openly."""
    t = Table()
    t.pile(1, "Zap", "Recruit", "Field Medic", "Quick Move")
    t.play(1, "Scout Report")
    assert t.asked() == {1: "scout"}
    t.keep(1, "Recruit")
    assert t.hand(1) == ["Recruit"] and t.open_hand(1) == []
    assert t.discards(1) == ["Zap", "Field Medic", "Scout Report"]
    assert t.top(1) == ["Quick Move"]


def test_scout_report_shows_the_cipher_four_cards():
    """With Wider Choice look at 4, keep 1 and discard 3."""
    t = Table("cipher")
    t.pile(1, "Zap", "Recruit", "Field Medic", "Quick Move")
    t.play(1, "Scout Report")
    t.keep(1, "Quick Move")
    assert t.hand(1) == ["Quick Move"]
    assert t.discards(1) == ["Zap", "Recruit", "Field Medic", "Scout Report"]


def test_scout_report_reshuffles_the_discards_when_cards_are_few():
    """With a pile of fewer than 3 the discard pile goes underneath.

    With fewer cards in all, 1 is kept and the rest are discarded.
    """
    t = Table()
    t.pile(1, "Zap")
    t.discarded(1, "Recruit")
    t.play(1, "Scout Report")
    assert t.top(1) == ["Zap", "Recruit"], "the Zap is still on top, Scout Report itself lies nowhere"
    t.keep(1, "Recruit")
    assert t.hand(1) == ["Recruit"] and t.discards(1) == ["Zap", "Scout Report"]
    t.state.piles.discard[1] = ()
    t.play(1, "Scout Report")
    assert t.asked()[1] == "action" and t.discards(1) == ["Scout Report"], "nothing to look at"


def test_scout_report_counts_the_kept_card_as_drawn():
    """Keeping Big VP Gainer costs its gold; with a hand of 10 the kept card is discarded."""
    t = Table()
    t.pile(1, "Big VP Gainer", "Zap", "Zap")
    t.play(1, "Scout Report")
    t.keep(1, "Big VP Gainer")
    assert t.gold(1) == 9 and t.open_hand(1) == ["Big VP Gainer"]
    t.hold(1, *["Zap"] * 9)
    t.pile(1, "Recruit", "Quick Move", "March Orders")
    t.play(1, "Scout Report")
    t.keep(1, "Recruit")
    assert len(t.hand(1)) == 10 and "Recruit" not in t.hand(1)
    assert {"Quick Move", "March Orders", "Recruit"} <= set(t.discards(1))


def test_bridge_crew_builds_a_bridge_and_lets_a_stack_cross_it():
    """Build at a hex you occupy; one stack may then move over the new Bridge."""
    t = Table()
    t.put(1, 2, (0, 0))
    t.play(1, "Bridge Crew", ((0, 0), (0, 1)), t.walk((0, 0), (0, 1), forces=2))
    assert t.bridge((0, 0), (0, 1)) and t.forces(1, (0, 1)) == 2
    t.play(1, "Bridge Crew", ((0, 1), (0, 2)))
    assert t.bridge((0, 1), (0, 2)) and t.forces(1, (0, 1)) == 2, "walking is optional"
    assert not t.may(1, "Bridge Crew", ((2, 0), (3, 0))), "nobody of yours at either end"
    assert not t.may(1, "Bridge Crew", ((0, 1), (0, 2))), "there is a Bridge"
    assert not t.may(1, "Bridge Crew", ((0, 1), (1, 1)), t.walk((0, 1), (0, 2), (0, 1), forces=1)), "1 hex"


def test_bridge_crew_moves_even_if_the_bridge_exists_already():
    """If the edge already has a Bridge, the build is skipped and the move still happens."""
    t = Table()
    t.put(1, 2, (0, 0))
    t.hold(2, "Bridgeborn Path", number=50)
    t.hold(1, "Bridge Crew", number=90)
    t.together(
        (1, "Bridge Crew", ((0, 0), (0, 1)), t.walk((0, 0), (0, 1), forces=1)),
        (2, "Bridgeborn Path", ((0, 0), (0, 1))),
    )
    assert t.forces(1, (0, 1)) == 1 and not fizzled(t)


def test_quick_move_moves_exactly_one_force_1_hex():
    """Exactly one Force moves 1 hex; a Champion never does."""
    t = Table()
    t.put(1, 2, (0, 0))
    sergeant = t.put(1, "Sergeant", (0, 0))
    t.road((0, 0), (0, 1), (0, 2))
    assert not t.may(1, "Quick Move", t.walk((0, 0), (0, 1), forces=2))
    assert not t.may(1, "Quick Move", t.walk((0, 0), (0, 1), champions=[sergeant]))
    assert not t.may(1, "Quick Move", t.walk((0, 0), (0, 1), forces=1, champions=[sergeant]))
    assert not t.may(1, "Quick Move", t.walk((0, 0), (0, 1), (0, 2), forces=1))
    t.play(1, "Quick Move", t.walk((0, 0), (0, 1), forces=1))
    assert (t.forces(1, (0, 0)), t.forces(1, (0, 1))) == (1, 1)


def test_zap_deals_1_damage_to_a_champion_in_range():
    """Deal 1 damage to a Champion at distance 0 or 1 from a hex you occupy; Bridges do not matter."""
    t = Table()
    t.put(1, 1, (0, 0))
    beside = t.put(2, "Skystriker Ace", (1, 0))
    far = t.put(2, "Brute", (2, 0))
    t.play(1, "Zap", beside)
    assert t.hp(beside) == 3
    assert not t.may(1, "Zap", far)


def test_zap_follows_its_target_and_checks_the_range_again():
    """A Champion that has moved is hit if still in range; out of range the card fizzles."""
    t = Table()
    t.put(1, 1, (0, 0))
    sergeant = t.put(2, "Sergeant", (1, 0))
    t.road((1, 0), (0, 1))
    t.road((0, 1), (0, 2))
    t.hold(1, "Zap", "Zap", number=90)
    t.together((1, "Zap", sergeant), (2, "Quick March", t.walk((1, 0), (0, 1), champions=[sergeant])))
    assert t.hp(sergeant) == 2
    t.together((1, "Zap", sergeant), (2, "Quick March", t.walk((0, 1), (0, 2), champions=[sergeant])))
    assert t.hp(sergeant) == 2 and fizzled(t)
    assert t.mana(1) == 3 and t.discards(1) == ["Zap", "Zap"]


def test_zap_pays_the_bounty_except_for_the_players_champion():
    """Killing your own Champion is legal and pays nobody."""
    t = Table("leadbound")
    own = t.put(1, "Sergeant", (0, 0), hp=1)
    enemy = t.put(2, "Brute", (0, 1), hp=1)
    t.play(1, "Zap", enemy)
    assert not t.champion(enemy) and t.gold(1) == 12
    t.play(1, "Zap", own)
    assert not t.champion(own) and (t.gold(1), t.gold(2)) == (12, 10)


def test_zap_is_stopped_by_ward_but_not_by_immunity_field():
    """It ignores Immunity Field as it is an Order; a Ward that resolves first makes it fizzle."""
    t = Table()
    t.put(1, 1, (0, 0))
    ace = t.put(2, "Skystriker Ace", (1, 0))
    t.play(2, "Immunity Field")
    t.play(1, "Zap", ace)
    assert t.hp(ace) == 3
    t.hold(2, "Ward", number=55)
    t.hold(1, "Zap", number=56)
    t.together((1, "Zap", ace), (2, "Ward", ace))
    assert t.hp(ace) == 3 and fizzled(t)
    assert not t.may(1, "Zap", ace)
