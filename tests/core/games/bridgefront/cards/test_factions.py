"""The spell and the Champion of each faction, card by card."""

from __future__ import annotations

from core.games.bridgefront import events
from core.games.bridgefront.decisions import Collect, Lay
from core.games.bridgefront.events import CombatRolled
from tests.support.games.bridgefront.looks import dice, fizzled, hit_on
from tests.support.games.bridgefront.table import Table


def long_battle(t: Table) -> bool:
    """Return True after at least three combat rounds."""
    return len(hit_on(t, seat=2)) > 2


# Leadbound ------------------------------------------------------------------------------------------------------------


def test_hold_the_line_makes_defending_forces_hit_on_1_to_3():
    """Forces defending the hex this round hit on 1-3 in all combat rounds; elsewhere and attacking on 1-2."""
    t = Table()
    t.put(1, 4, (0, 0))
    t.put(2, 4, (0, 1))
    t.road((0, 0), (0, 1))
    assert not t.may(1, "Hold the Line", (0, 1)), "a hex you occupy"
    t.play(1, "Hold the Line", (0, 0))
    t.play(2, "march", t.walk((0, 1), (0, 0), forces=4), luck=long_battle)
    assert set(hit_on(t, seat=1)) == {3} and set(hit_on(t, seat=2)) == {2}


def test_hold_the_line_does_not_apply_to_an_attacker():
    """An attacker entering the chosen hex is no defender and gains nothing."""
    t = Table()
    t.put(1, 4, (0, 0))
    t.put(2, 4, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Hold the Line", (0, 0))
    t.play(1, "march", t.walk((0, 0), (0, 1), forces=4))
    assert set(hit_on(t, seat=1)) == {2}


def test_hold_the_line_does_not_stack_with_shield_wall_in_a_siege():
    """Hold the Line works in your Capital and does not add to Shield Wall: 1-3 stays 1-3."""
    t = Table("leadbound")
    t.put(1, 5, t.home(1))
    t.put(2, 5, (2, 0))
    t.road((2, 0), (3, 0))
    t.play(1, "Hold the Line", t.home(1))
    t.play(2, "march", t.walk((2, 0), (3, 0), forces=5))
    t.until("bid")
    assert len(hit_on(t, seat=1)) > 1 and set(hit_on(t, seat=1)) == {3}


def test_hold_the_line_ends_in_cleanup():
    """Hold the Line lasts only for the rest of the round (10.3)."""
    t = Table()
    t.put(1, 1, (0, 1))
    t.play(1, "Hold the Line", (0, 1))
    assert t.state.marks_of_kind("hold the line", 1, t.at((0, 1)))
    t.until("bid")
    assert not t.state.marks


def test_ironclad_warden_lets_a_force_take_the_first_hit_on_a_champion():
    """Bodyguard: once in each battle a Force takes the first hit meant for a Champion of its side."""
    t = Table()
    warden = t.put(1, "Ironclad Warden", (0, 0))
    t.put(1, 3, (0, 0))
    t.put(2, 9, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(
        2,
        "march",
        t.walk((0, 1), (0, 0), forces=9),
        luck=lambda t: any(hit.guarded for hit in t.happened(events.HitLanded)),
    )
    assert [hit.target for hit in t.happened(events.HitLanded) if hit.guarded] == [0], "once, and a Force took it"
    assert any(hit.target == warden for hit in t.happened(events.HitLanded)), "further hits reach the Champion"


def test_ironclad_warden_without_a_force_redirects_no_hit():
    """Without a Force nothing is redirected."""
    t = Table()
    warden = t.put(1, "Ironclad Warden", (0, 0))
    t.put(2, 9, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(2, "march", t.walk((0, 1), (0, 0), forces=9), luck=lambda t: len(t.happened(events.HitLanded)) > 1)
    hits = [hit for hit in t.happened(events.HitLanded) if hit.seat == 2]
    assert all(hit.target == warden and not hit.guarded for hit in hits)


def test_ironclad_warden_pays_its_price_and_is_burnt_on_deployment():
    """The Warden costs 2 mana, and 1 gold as first Champion; it enters the Capital or a hex you occupy."""
    t = Table("leadbound")
    copy = t.hold(1, "Ironclad Warden")
    assert not t.may(1, "Ironclad Warden", (0, 0))
    t.play(1, "Ironclad Warden", t.home(1))
    assert t.where(copy) == t.home(1) and t.hp(copy) == 6
    assert (t.mana(1), t.gold(1)) == (3, 9) and t.burnt(1) == ["Ironclad Warden"]


# The Virtuous Court ---------------------------------------------------------------------------------------------------


def test_marked_for_coin_adds_4_gold_to_the_bounty():
    """Mark an enemy Champion within 2 hexes of yours: 4 gold on top of bounty and Contracts."""
    t = Table("virtuous")
    t.put(1, "Sergeant", (0, 0))
    far = t.put(2, "Brute", (3, -1))
    marked = t.put(2, "Traitor", (0, 2), hp=1)
    own = t.put(1, "Brute", (-1, 0))
    assert not t.may(1, "Marked for Coin", far) and not t.may(1, "Marked for Coin", own)
    t.play(1, "Marked for Coin", marked)
    t.put(1, 1, (0, 1))
    t.play(1, "Zap", marked)
    assert t.gold(1) == 10 + 4 + 3 + 2


def test_marked_for_coin_pays_for_any_death_but_not_for_a_recall():
    """The owner's Zap pays 4 and no bounty; a recall pays nothing, because it is no death."""
    t = Table("virtuous")
    t.put(1, "Sergeant", (0, 0))
    first = t.put(2, "Traitor", (0, 1), hp=1)
    second = t.put(2, "Brute", (0, 1))
    t.play(1, "Marked for Coin", first)
    t.play(1, "Marked for Coin", second)
    t.play(2, "Zap", first)
    assert t.gold(1) == 14
    t.state.mana[2] = 5
    t.play(2, "Champion Recall", second)
    assert t.gold(1) == 14 and t.hand(2) == ["Brute"]


def test_marked_for_coin_is_stopped_by_immunity_field_or_a_missing_target():
    """The Spell is stopped by Immunity Field, and fizzles if its target has left the board."""
    t = Table()
    t.put(1, "Skystriker Ace", (0, 0))
    target = t.put(2, "Brute", (0, 2))
    t.hold(1, "Marked for Coin", number=99)
    t.together((1, "Marked for Coin", target), (2, "Champion Recall", target))
    assert fizzled(t)
    target = t.put(2, "Brute", (0, 2))
    t.play(2, "Immunity Field")
    assert not t.may(1, "Marked for Coin", target)


def test_shadeblade_deals_1_damage_to_the_weakest_enemy_champion_before_a_battle():
    """Assassin's Edge deals 1 damage to the weakest enemy Champion before the round's first such battle."""
    t = Table("virtuous")
    blade = t.put(1, "Shadeblade", (0, 0))
    t.put(2, "Brute", (0, 1))
    weak = t.put(2, "Sergeant", (0, 1), hp=1)
    t.road((0, 0), (0, 1))
    t.play(1, "march", t.walk((0, 0), (0, 1), champions=[blade]))
    begun = next(i for i, event in enumerate(t.events) if isinstance(event, events.BattleBegan))
    assert t.events[begun + 1] == events.ChampionHurt(2, weak, 1, 0)
    assert [taken.amount for taken in t.happened(events.GoldTaken)[:2]] == [1, 2], "bounty and Contracts"
    assert dice(t, blade)[0] == 5


def test_shadeblade_strikes_once_a_round():
    """A battle without an enemy Champion does not use up the Shadeblade's strike; the next one does."""
    t = Table("virtuous")
    blade = t.put(1, "Shadeblade", (0, 0))
    t.put(2, 1, (0, 1))
    t.road((0, 0), (0, 1), (0, 2), (0, 3))
    t.play(1, "march", t.walk((0, 0), (0, 1), champions=[blade]), luck=lambda t: t.hp(blade) == 3)
    t.put(2, "Sergeant", (0, 2), hp=1)
    t.play(1, "march", t.walk((0, 1), (0, 2), champions=[blade]))
    assert not t.happened(CombatRolled), "the Sergeant was dead before the dice"
    t.put(2, "Sergeant", (0, 3), hp=1)
    t.play(1, "march", t.walk((0, 2), (0, 3), champions=[blade]))
    assert t.happened(CombatRolled)


# Vapourborn -----------------------------------------------------------------------------------------------------------


def test_air_drop_deploys_3_forces_near_a_champion_without_bridges():
    """Air Drop puts 3 Forces into a hex at distance 1 or less from your Champion, without Bridges.

    A Capital is excluded.
    """
    t = Table()
    t.put(1, "Sergeant", (2, 0))
    assert not t.may(1, "Air Drop", (3, 0)), "a Capital"
    assert not t.may(1, "Air Drop", (0, 0)), "too far"
    t.play(1, "Air Drop", (1, 0))
    assert t.forces(1, (1, 0)) == 3 and (t.mana(1), t.gold(1)) == (3, 9)


def test_air_drop_on_enemies_starts_a_battle():
    """Air Drop on enemies starts a battle in which its player attacks."""
    t = Table()
    t.put(1, "Sergeant", (0, 0))
    t.put(2, 1, (0, 1))
    t.play(1, "Air Drop", (0, 1))
    (battle,) = t.happened(events.BattleBegan)
    assert (battle.attacker, battle.defender) == (1, 2)


def test_air_drop_fizzles_without_its_champion():
    """Air Drop tests the range again and fizzles without its Champion."""
    t = Table()
    sergeant = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=20)
    t.together((1, "Air Drop", (1, 0)), (2, "Zap", sergeant))
    assert t.forces(1, (1, 0)) == 0 and fizzled(t) and t.discards(1) == ["Air Drop"]


def test_skystriker_ace_moves_without_a_bridge_and_carries_no_other_unit():
    """Flight: the Ace steps to a neighbour without a Bridge, alone or with others who can.

    It carries nobody.
    """
    t = Table()
    ace = t.put(1, "Skystriker Ace", (0, 0))
    runner = t.put(1, "Bridge Runner", (0, 0))
    t.put(1, 1, (0, 0))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), forces=1, champions=[ace]))
    t.play(1, "march", t.walk((0, 0), (0, 1), champions=[ace, runner]))
    assert t.where(ace) == t.where(runner) == (0, 1)
    t.play(1, "March Orders", t.walk((0, 1), (0, 2), (0, 3), champions=[ace]))
    assert t.where(ace) == (0, 3)


def test_skystriker_ace_flies_over_traps_and_lockdowns():
    """Traps and lockdowns do not stop a flight, which needs no Bridge."""
    t = Table()
    ace = t.put(1, "Skystriker Ace", (0, 0))
    geezer = t.put(1, "Inspiring Geezer", (0, 0))
    t.put(2, 1, (1, 0))
    t.road((0, 0), (1, 0))
    t.play(2, "Bridge Lockdown", ((0, 0), (1, 0)))
    assert not t.may(1, "march", t.walk((0, 0), (1, 0), champions=[geezer]))
    t.play(1, "march", t.walk((0, 0), (1, 0), champions=[ace]))
    assert t.happened(events.StackMoved)[0].way == "free"


# Refiners -------------------------------------------------------------------------------------------------------------


def test_rich_veins_raises_a_mine_by_1_up_to_7():
    """Rich Veins raises a Mine you occupy by 1 permanently, to 7 at most; the value stays with the tile."""
    t = Table()
    t.mine((0, 1), 6)
    t.mine((0, -1), 4)
    t.put(1, 1, (0, 1))
    assert not t.may(1, "Rich Veins", (0, -1))
    t.play(1, "Rich Veins", (0, 1))
    assert t.value((0, 1)) == 7
    t.play(1, "Rich Veins", (0, 1))
    assert t.value((0, 1)) == 7 and t.mana(1) == 1
    t.until("bid")
    assert t.value((0, 1)) == 7


def test_rich_veins_cap_excludes_ore_cut_and_extraction():
    """The cap applies to the value: Ore Cut and Extraction still add to it."""
    t = Table("refiner")
    t.mine((0, 1), 6)
    t.put(1, "Mine Overseer", (0, 1))
    t.play(1, "Rich Veins", (0, 1))
    t.until("bid")
    assert t.gold(1) == 10 + 7 + 1 + 1 + 1, "Mine, Ore Cut, Extraction, and the next round's income"


def test_mine_overseer_adds_1_gold_to_the_yield_of_its_mine():
    """Extraction gives 1 gold more from the Overseer's Mine, if gold is taken there."""
    t = Table()
    t.mine((0, 1), 4)
    t.mine((0, -1), 4)
    t.put(1, "Mine Overseer", (0, 1))
    t.put(1, 1, (0, -1))
    t.until("bid")
    assert t.gold(1) == 10 + 5 + 4 + 1


def test_mine_overseer_pays_nothing_for_a_look():
    """The Mine Overseer pays only when you take gold from its Mine."""
    t = Table()
    t.mine((0, 1), 4)
    t.put(1, "Mine Overseer", (0, 1))
    t.until("collect")
    t.answer(1, Collect(("look",), ()))
    assert t.gold(1) == 10


# Ciphers --------------------------------------------------------------------------------------------------------------


def test_perfect_recall_draws_1_card_and_puts_1_on_top():
    """Perfect Recall draws 1, then puts 1 card unseen on top, where it stays when cards are gained."""
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, "Recruit")
    t.unknown(1, "Quick Move")
    t.play(1, "Perfect Recall")
    assert t.asked() == {1: "lay"} and t.hand(1) == ["Recruit", "Zap"]
    t.lay(1, "Zap")
    assert t.hand(1) == ["Recruit"] and t.happened(events.CardLaidOnTop) == [events.CardLaidOnTop(1)]
    t.state.piles.add_openly(1, t.discarded(2, "Brute"))
    assert t.top(1) == ["Zap"]
    t.play(1, "Patrol Record")
    assert t.hand(1) == ["Recruit", "Zap"]


def test_perfect_recall_may_put_no_card_on_top():
    """Perfect Recall may put nothing on top; an open card in the hand mixes the hand (H4)."""
    t = Table()
    t.pile(1, "Recruit", "Zap")
    t.play(1, "Perfect Recall")
    t.answer(1, Lay())
    assert t.hand(1) == ["Recruit"] and t.top(1) == ["Zap"]
    t.show(1, "Brute")
    t.play(1, "Perfect Recall")
    t.lay(1, "Brute")
    assert t.hand(1) == ["Recruit", "Zap"] and t.open_hand(1) == [] and t.top(1) == ["Brute"]


def test_archivist_prime_rolls_1_more_die_for_each_card_played():
    """Archivist Prime rolls 1 more die for each card played this round, itself included, resolved or not.

    Basic actions do not count.
    """
    t = Table("cipher")
    t.put(1, 1, (0, 0))
    t.put(2, 9, (0, 2))
    t.road((0, 0), (0, 1), (0, 2))
    copy = t.hold(1, "Archivist Prime")
    t.play(1, "Archivist Prime", (0, 0))
    t.play(1, "Supply Cache")
    t.play(1, "march", t.walk((0, 0), (0, 1), champions=[copy]))
    t.play(1, "Quick March", t.walk((0, 1), (0, 2), champions=[copy]))
    assert dice(t, copy)[0] == 1 + 3


def test_archivist_prime_counts_cards_revealed_but_not_yet_resolved():
    """A slow card of the same step counts in a battle caused by another player's fast card."""
    t = Table("cipher")
    copy = t.put(1, "Archivist Prime", (0, 0))
    t.put(2, 2, (0, 1))
    t.road((0, 0), (0, 1))
    t.hold(1, "Supply Cache", number=120)
    t.together((1, "Supply Cache"), (2, "Quick March", t.walk((0, 1), (0, 0), forces=2)))
    assert dice(t, copy)[0] == 2


# Gatewrights ----------------------------------------------------------------------------------------------------------


def test_bridgeborn_path_builds_a_bridge_on_any_free_edge():
    """Bridgeborn Path builds 1 Bridge on any free edge, without a unit there."""
    t = Table()
    t.play(1, "Bridgeborn Path", ((0, 0), (0, 1)))
    assert t.bridge((0, 0), (0, 1))
    assert not t.may(1, "Bridgeborn Path", ((0, 0), (0, 1)))


def test_bridgeborn_path_fizzles_on_an_edge_just_built():
    """The later of two builds on one edge fizzles (B14)."""
    t = Table()
    edge = ((0, 0), (0, 1))
    t.together((1, "Bridgeborn Path", edge), (2, "Bridgeborn Path", edge))
    assert t.happened(events.Fizzled) == [events.Fizzled(2, "card", t.state.piles.discard[2][0])]


def test_wormhole_artificer_alone_moves_1_hex_further():
    """Alone, its path may be 1 hex longer, with every card or action that moves hex by hex."""
    t = Table("gatewright")
    copy = t.put(1, "Wormhole Artificer", (0, 0))
    t.put(1, 1, (0, 0))
    t.road((0, 0), (0, 1), (0, 2), (0, 3))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), (0, 2), forces=1, champions=[copy]))
    t.play(1, "march", t.walk((0, 0), (0, 1), (0, 2), champions=[copy]))
    assert t.where(copy) == (0, 2)
    t.play(1, "Flank Step", t.walk((0, 2), (1, 1), (2, 0), champions=[copy]))
    assert t.where(copy) == (2, 0)
    assert not t.may(1, "march", t.walk((2, 0), (1, 0), (0, 0), champions=[copy])), "still needs Bridges"


def test_wormhole_artificer_does_not_extend_a_lift():
    """A lift is no walk: Rapid Redeploy goes only to hexes you occupy."""
    t = Table("gatewright")
    copy = t.put(1, "Wormhole Artificer", (0, 0))
    t.put(1, 1, (0, 2))
    assert t.may(1, "Rapid Redeploy", copy, (0, 2)) and not t.may(1, "Rapid Redeploy", copy, (0, 3))
