"""The market of Age I, card by card: combat, bridges, gambits, victory and Champions."""

from __future__ import annotations

from core.games.bridgefront import events
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.events import BattleBegan, CombatRolled
from tests.support.games.bridgefront.looks import dice, fizzled, hit_on
from tests.support.games.bridgefront.table import Table


def six(t: Table) -> bool:
    """Return True if the first die of the step is a 6."""
    return t.happened(events.Rolled)[0].die == 6


# E Combat and tactics -------------------------------------------------------------------------------------------------


def test_battle_cry_gives_champions_1_more_die_in_combat_round_1():
    """Each of your Champions in your next battle rolls 1 die more in combat round 1."""
    t = Table()
    brute = t.put(1, "Brute", (0, 0))
    sergeant = t.put(1, "Sergeant", (0, 0))
    t.put(2, 9, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Battle Cry")
    t.play(
        1,
        "march",
        t.walk((0, 0), (0, 1), champions=[brute, sergeant]),
        luck=lambda t: len(dice(t, sergeant)) > 1 and len(dice(t, brute)) > 1,
    )
    assert dice(t, brute)[:2] == [4, 3] and dice(t, sergeant)[:2] == [2, 1]


def test_battle_cry_is_used_up_by_the_first_battle():
    """The first battle uses up Battle Cry, even without one of your Champions."""
    t = Table()
    t.put(1, 9, (0, 0))
    t.put(2, 1, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Battle Cry")
    t.play(1, "march", t.walk((0, 0), (0, 1), forces=9))
    assert not t.state.marks_of_kind("battle cry", 1)


def test_battle_cry_counts_a_siege_as_a_battle():
    """A siege is a battle for Battle Cry."""
    t = Table()
    sergeant = t.put(1, "Sergeant", t.home(1))
    t.put(2, 3, t.home(1))
    t.play(1, "Battle Cry")
    t.until("bid")
    assert dice(t, sergeant)[0] == 2


def test_smoke_screen_makes_enemy_forces_hit_only_on_1_in_combat_round_1():
    """In your next battle enemy Forces hit only on 1 in combat round 1."""
    t = Table("virtuous", "leadbound")
    t.put(1, 6, (0, 0))
    t.put(2, 6, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Smoke Screen")
    t.play(1, "march", t.walk((0, 0), (0, 1), forces=6), luck=lambda t: len(hit_on(t, seat=2)) > 1)
    assert hit_on(t, seat=2)[:2] == [1, 2], "Shield Wall does not help against it"
    assert set(hit_on(t, seat=1)) == {2}


def test_patch_up_heals_2_hp_or_3_in_the_capital():
    """Patch Up heals 2 HP of one of your Champions, 3 in your own Capital."""
    t = Table()
    away = t.put(1, "Brute", (0, 0), hp=1)
    home = t.put(1, "Brute", t.home(1), hp=1)
    other = t.put(1, "Brute", t.home(2), hp=1)
    enemy = t.put(2, "Brute", t.home(1), hp=1)
    for copy in (away, home, other):
        t.play(1, "Patch Up", copy)
    assert [t.hp(copy) for copy in (away, home, other)] == [3, 4, 3]
    assert not t.may(1, "Patch Up", enemy)


# F Bridges and terrain ------------------------------------------------------------------------------------------------


def test_temporary_bridge_lasts_until_cleanup():
    """A Temporary Bridge is possible anywhere, usable by everyone, and gone in Cleanup."""
    t = Table()
    t.put(2, 1, (0, 0))
    t.play(1, "Temporary Bridge", ((0, 0), (0, 1)))
    t.play(2, "march", t.walk((0, 0), (0, 1), forces=1))
    assert t.forces(2, (0, 1)) == 1
    t.until("bid")
    assert not t.bridge((0, 0), (0, 1))


def test_temporary_bridge_mark_does_not_pass_to_a_rebuilt_bridge():
    """The Bridge has the mark, not the edge: a later Bridge there stays."""
    t = Table()
    t.put(1, 1, (0, 1))
    edge = ((0, 1), (0, 2))
    t.play(1, "Temporary Bridge", edge)
    t.play(1, "Sabotage Bridge", edge)
    t.play(1, "build", edge)
    t.until("bid")
    assert t.bridge(*edge)


def test_sabotage_bridge_destroys_a_bridge_at_an_occupied_hex():
    """Sabotage Bridge destroys 1 Bridge with an end in a hex you occupy."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.road((0, 0), (0, 1), (0, 2))
    assert not t.may(1, "Sabotage Bridge", ((0, 1), (0, 2)))
    t.play(1, "Sabotage Bridge", ((0, 0), (0, 1)))
    assert not t.bridge((0, 0), (0, 1)) and t.mana(1) == 3


def test_sabotage_bridge_checks_your_presence_again_on_resolution():
    """Sabotage Bridge tests "a hex you occupy" again on resolution."""
    t = Table()
    sergeant = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (1, 0))
    t.road((0, 0), (0, 1))
    t.hold(2, "Zap", number=20)
    t.together((1, "Sabotage Bridge", ((0, 0), (0, 1))), (2, "Zap", sergeant))
    assert t.bridge((0, 0), (0, 1)) and fizzled(t)


def test_rapid_span_builds_up_to_2_bridges_at_occupied_hexes():
    """Rapid Span builds 1 or 2 Bridges, each at a hex you occupy, and skips those built meanwhile."""
    t = Table()
    t.put(1, 1, (0, 0))
    edges = [((0, 0), (0, 1)), ((0, 0), (1, 0))]
    assert not t.may(1, "Rapid Span", [*edges, ((0, 0), (-1, 0))])
    assert not t.may(1, "Rapid Span", [edges[0], ((0, 1), (0, 2))]), "not a chain"
    t.hold(2, "Bridgeborn Path", number=50)
    t.together((1, "Rapid Span", edges), (2, "Bridgeborn Path", edges[0]))
    assert t.bridge(*edges[1]) and not fizzled(t)
    t.play(1, "Rapid Span", ((0, 0), (-1, 0)))
    assert t.bridge((0, 0), (-1, 0))


def test_bridge_trap_kills_a_force_of_the_first_enemy_stack_that_crosses():
    """The first stack of another player that crosses loses 1 Force before any battle.

    The trap's owner crosses freely.
    """
    t = Table()
    t.put(1, 2, (0, 0))
    t.put(2, 3, (0, 1))
    t.road((0, 0), (0, 1), (0, 2))
    t.road((0, 0), (1, 0))
    trap = ((0, 0), (0, 1))
    assert not t.may(1, "Bridge Trap", ((0, 1), (0, 2))), "no end where you stand"
    assert not t.may(1, "Bridge Trap", [trap, ((0, 0), (1, 0))]), "one Bridge"
    t.play(1, "Bridge Trap", trap)
    assert t.happened(events.BridgeTrapped)
    t.play(1, "march", t.walk((0, 0), (1, 0), forces=2))
    t.play(2, "march", t.walk((0, 1), (0, 0), forces=2))
    assert (t.forces(2, (0, 0)), t.forces(2, (0, 1))) == (1, 1)
    t.play(2, "march", t.walk((0, 0), (0, 1), forces=1))
    assert t.forces(2, (0, 1)) == 2, "the trap has sprung"


def test_bridge_trap_fizzles_if_its_bridge_is_destroyed():
    """Without its Bridge the trap fizzles, and a later Bridge there is safe."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.put(2, 1, (0, 1))
    edge = ((0, 0), (0, 1))
    t.road(*edge)
    t.hold(1, "Bridge Trap", number=130)
    t.hold(2, "Sabotage Bridge", number=65)
    t.together((1, "Bridge Trap", edge), (2, "Sabotage Bridge", edge))
    assert fizzled(t) and not t.state.marks_of_kind("trap")


def test_bridge_trap_spares_its_owner_and_is_lost_with_the_bridge():
    """The trap's owner does not spring it; it is lost with the Bridge."""
    t = Table()
    t.put(1, 2, (0, 0))
    t.road((0, 0), (0, 1))
    t.play(1, "Bridge Trap", ((0, 0), (0, 1)))
    t.play(1, "march", t.walk((0, 0), (0, 1), forces=1))
    assert t.forces(1, (0, 1)) == 1 and t.state.marks_of_kind("trap")
    t.play(1, "Sabotage Bridge", ((0, 0), (0, 1)))
    t.play(1, "build", ((0, 0), (0, 1)))
    assert not t.state.marks_of_kind("trap")


def test_bridge_trap_costs_a_champion_without_forces_nothing():
    """A Champion alone springs the trap and loses nothing."""
    t = Table()
    t.put(1, 1, (0, 0))
    sergeant = t.put(2, "Sergeant", (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Bridge Trap", ((0, 0), (0, 1)))
    t.state.forces[1] = {}
    t.play(2, "march", t.walk((0, 1), (0, 0), champions=[sergeant]))
    assert t.where(sergeant) == (0, 0) and t.happened(events.TrapSprung)[0].lost == 0
    assert not t.state.marks_of_kind("trap")


def test_bridge_trap_ends_the_walk_of_a_single_force():
    """The walk ends without a fizzle if the trap leaves nothing of the stack."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.put(2, 1, (0, 2))
    t.road((0, 0), (0, 1), (0, 2))
    t.play(1, "Bridge Trap", ((0, 0), (0, 1)))
    t.play(2, "Quick March", t.walk((0, 2), (0, 1), (0, 0), forces=1))
    assert not t.state.forces[2] and not t.happened(BattleBegan) and not fizzled(t)


def test_bridge_trap_of_each_player_takes_a_force_of_the_first_stack():
    """Each player's trap takes its Force from the first stack that crosses."""
    t = Table(seats=3)
    t.put(1, 1, (0, 0))
    t.put(2, 1, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(1, "Bridge Trap", ((0, 0), (0, 1)))
    t.play(2, "Bridge Trap", ((0, 0), (0, 1)))
    t.state.forces[1], t.state.forces[2] = {}, {}
    t.put(3, 4, (0, 1))
    t.play(3, "march", t.walk((0, 1), (0, 0), forces=4))
    assert t.forces(3, (0, 0)) == 2


def test_tunnel_network_links_the_capital_and_the_center_for_a_round():
    """Tunnel Network links your Capital and the Center for everyone for the round, and is burnt."""
    t = Table()
    t.put(1, 2, t.home(1))
    t.put(2, 1, (0, 0))
    assert not t.may(1, "march", t.walk(t.home(1), (0, 0), forces=2))
    t.play(1, "Tunnel Network")
    assert t.burnt(1) == ["Tunnel Network"]
    assert t.may(1, "march", t.walk(t.home(1), (0, 0), forces=2))
    t.play(2, "march", t.walk((0, 0), t.home(1), forces=1))
    assert t.forces(2, t.home(1)) == 1
    assert not t.may(1, "Zap", t.put(2, "Brute", (0, 1))), "ranges do not shrink"


def test_tunnel_network_cannot_be_destroyed_trapped_or_locked():
    """A link is no Bridge: it cannot be destroyed, trapped or locked, and ends in Cleanup."""
    t = Table()
    t.put(1, 2, t.home(1))
    t.play(1, "Tunnel Network")
    assert t.may(1, "Sabotage Bridge") and t.may(1, "Bridge Trap"), "no Bridge to name"
    t.until("bid")
    assert not t.state.marks


# G Gambits ------------------------------------------------------------------------------------------------------------


def test_dice_forked_road_gives_2_gold_and_a_force_on_1_to_5():
    """A roll of 1-5 gives 2 gold and 1 Force into the Capital."""
    t = Table()
    t.put(1, "Brute", (0, 0))
    t.play(1, "Dice: Forked Road", luck=lambda t: t.happened(events.Rolled)[0].die == 5)
    assert t.gold(1) == 12 and t.forces(1, t.home(1)) == 1 and len(t.state.champions) == 1


def test_dice_forked_road_removes_a_champion_on_a_six():
    """A roll of 6 removes one of your Champions without death or payment; without one nothing happens."""
    t = Table()
    traitor = t.put(1, "Traitor", (0, 0))
    t.put(2, "Brute", (0, 1))
    t.play(1, "Dice: Forked Road", luck=six)
    assert not t.champion(traitor) and not t.happened(events.ChampionDied)
    assert (t.gold(1), t.gold(2), t.mana(1), len(t.state.champions)) == (10, 10, 4, 1)
    assert t.burnt(1) == ["Traitor"], "its card stays burnt"
    t.play(1, "Dice: Forked Road", luck=six)
    assert t.gold(1) == 10 and not fizzled(t)


def test_supply_swap_turns_up_to_2_cards_into_gold_or_forces():
    """Supply Swap discards up to 2 cards, for 2 gold or 2 Forces each."""
    t = Table()
    t.hold(1, "Zap", "Brute", "Recruit")
    assert not t.may(1, "Supply Swap", ["Zap", "Brute"], ("gold",)), "a reward for each"
    assert not t.may(1, "Supply Swap", ["Zap"], ("mana",))
    t.play(1, "Supply Swap", ["Zap", "Brute"], ("gold", "forces"))
    assert t.gold(1) == 12 and t.forces(1, t.home(1)) == 2 and t.hand(1) == ["Recruit"]
    assert t.discards(1) == ["Zap", "Brute", "Supply Swap"]
    t.play(1, "Supply Swap")
    assert t.hand(1) == ["Recruit"] and t.gold(1) == 12


def test_supply_swap_triggers_home_guard_once():
    """Home Guard adds 1 Force once for the whole card."""
    t = Table("leadbound")
    t.hold(1, "Zap", "Brute")
    t.play(1, "Supply Swap", ["Zap", "Brute"], ("forces", "forces"))
    assert t.forces(1, t.home(1)) == 5


def test_supply_swap_still_pays_without_room_for_the_forces():
    """Without room for the Forces the cards are still discarded and the gold paid, without a fizzle."""
    t = Table(seats=3)
    t.put(2, 1, t.home(1))
    t.put(3, 1, t.home(1))
    t.hold(1, "Zap", "Brute")
    t.play(1, "Supply Swap", ["Zap", "Brute"], ("gold", "forces"))
    assert t.gold(1) == 12 and t.forces(1, t.home(1)) == 0 and not fizzled(t)


# H Victory ------------------------------------------------------------------------------------------------------------


def test_banner_claim_moves_a_force_1_hex():
    """Banner Claim, when played, moves one Force 1 hex."""
    t = Table()
    t.put(1, 2, (0, 0))
    t.road((0, 0), (0, 1))
    assert not t.may(1, "Banner Claim", t.walk((0, 0), (0, 1), forces=2))
    t.play(1, "Banner Claim", t.walk((0, 0), (0, 1), forces=1))
    assert t.forces(1, (0, 1)) == 1 and t.discards(1) == ["Banner Claim"]
    assert t.state.vp[1] == 0, "its VP came when it was gained"


def test_war_chronicle_shows_its_player_the_top_2_cards():
    """War Chronicle, when played, shows its player the top 2, which stay there in order.

    With fewer cards the discard pile comes under them.
    """
    t = Table()
    t.unknown(1, "Zap")
    t.discarded(1, "Recruit")
    t.play(1, "War Chronicle")
    assert t.top(1) == ["Zap", "Recruit"] and t.hand(1) == []
    assert t.happened(events.CardsLookedAt)[0].seat == 1
    t.play(1, "Quick Study")
    assert t.hand(1) == ["Recruit", "Zap"]


def test_supply_ledger_gives_1_gold():
    """Supply Ledger, when played, gives 1 gold."""
    t = Table()
    t.play(1, "Supply Ledger")
    assert (t.gold(1), t.mana(1)) == (11, 4)


def test_patrol_record_draws_1_card():
    """Patrol Record, when played, draws 1."""
    t = Table()
    t.pile(1, "Zap", "Recruit")
    t.play(1, "Patrol Record")
    assert t.hand(1) == ["Zap"]


# I Champions ----------------------------------------------------------------------------------------------------------


def test_skirmisher_captain_brings_a_force_into_its_hex():
    """Skirmisher Captain brings 1 Force into its hex."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.play(1, "Skirmisher Captain", (0, 0))
    assert t.forces(1, (0, 0)) == 2 and t.gold(1) == 10 and t.here(1, (0, 0), "Skirmisher Captain").hp == 4


def test_skirmisher_captain_triggers_home_guard_in_the_capital():
    """In the Leadbound's Capital this counts as deploying Forces there, elsewhere not."""
    t = Table("leadbound")
    t.put(1, 1, (0, 0))
    t.play(1, "Skirmisher Captain", t.home(1))
    t.play(1, "Skirmisher Captain", (0, 0))
    assert (t.forces(1, t.home(1)), t.forces(1, (0, 0))) == (2, 2)
    assert t.gold(1) == 8, "2 gold for the second Champion"


def test_bridge_runner_crosses_without_a_bridge_and_carries_no_other_unit():
    """Pathfinder: Bridge Runner crosses without a Bridge and carries nobody."""
    t = Table()
    runner = t.put(1, "Bridge Runner", (0, 0))
    t.put(1, 1, (0, 0))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), forces=1, champions=[runner]))
    t.play(1, "march", t.walk((0, 0), (0, 1), champions=[runner]))
    assert t.where(runner) == (0, 1)


def test_inspiring_geezer_makes_its_forces_hit_on_1_to_3_while_it_lives():
    """While it lives your Forces there hit on 1-3, also in the combat round in which it dies."""
    t = Table()
    geezer = t.put(1, "Inspiring Geezer", (0, 0), hp=1)
    t.put(1, 6, (0, 0))
    t.put(2, 6, (0, 1))
    t.road((0, 0), (0, 1))

    def dies_first(t: Table) -> bool:
        return len(dice(t, geezer)) == 1 and len(hit_on(t, seat=1)) > 2

    t.play(1, "march", t.walk((0, 0), (0, 1), forces=6, champions=[geezer]), luck=dies_first)
    assert hit_on(t, seat=1)[0] == 3 and set(hit_on(t, seat=1)[1:]) == {2}


def test_field_surgeon_heals_a_champion_in_its_hex_once_a_round():
    """Stitchwork accompanies any choice: 2 HP for one of your Champions in its hex, once per round."""
    t = Table()
    surgeon = t.put(1, "Field Surgeon", (0, 0), hp=1)
    brute = t.put(1, "Brute", (0, 0), hp=1)
    away = t.put(1, "Brute", (0, 1), hp=1)
    for target in (away, 0):
        assert not t.may(1, "done", powers=[Power(surgeon, target)])
    t.together((1, t.choose(1, "Supply Cache", powers=[Power(surgeon, brute)])))
    assert t.hp(brute) == 3 and t.gold(1) == 12
    assert not t.may(1, "done", powers=[Power(surgeon, surgeon)])


def test_field_surgeon_may_heal_along_with_done():
    """Stitchwork may accompany Done, and may heal the surgeon itself."""
    t = Table()
    surgeon = t.put(1, "Field Surgeon", (0, 0), hp=1)
    t.together((1, t.choose(1, "done", powers=[Power(surgeon, surgeon)])))
    assert t.hp(surgeon) == 3 and t.mana(1) == 0


def test_bounty_hunter_gets_1_gold_for_each_enemy_champion_that_dies_in_its_battle():
    """Bounty Hunter gets 1 gold for each enemy Champion that dies in its battle, even in its last volley."""
    t = Table("leadbound", "refiner")
    hunter = t.put(1, "Bounty Hunter", (0, 0), hp=1)
    t.road((0, 0), (0, 1))
    prey = t.put(2, "Sergeant", (0, 1), hp=1)
    t.play(
        1,
        "march",
        t.walk((0, 0), (0, 1), champions=[hunter]),
        luck=lambda t: not t.champion(hunter) and not t.champion(prey),
    )
    assert (t.gold(1), t.gold(2)) == (10 + 1 + 1, 10 + 2), "Contract Pay on top of the bounty"


def test_brute_rolls_3_dice_while_no_enemy_champion_is_there():
    """Brute rolls 3 dice in combat rounds without an enemy Champion in its hex, else 1."""
    t = Table()
    brute = t.put(1, "Brute", (0, 0))
    sergeant = t.put(2, "Sergeant", (0, 1), hp=1)
    t.put(2, 4, (0, 1))
    t.road((0, 0), (0, 1))

    def sergeant_dies_first(t: Table) -> bool:
        return len(dice(t, sergeant, 2)) < len(dice(t, brute))

    t.play(1, "march", t.walk((0, 0), (0, 1), champions=[brute]), luck=sergeant_dies_first)
    facing = len(dice(t, sergeant, 2))
    assert set(dice(t, brute)[:facing]) == {1} and set(dice(t, brute)[facing:]) == {3}
    assert {roll.hits_on for roll in t.happened(CombatRolled) if roll.copy == brute} == {3}


def test_sergeant_costs_1_mana_and_always_1_gold():
    """Sergeant costs 1 mana and always 1 gold."""
    t = Table()
    for n in (1, 2, 3, 4):
        t.play(1, "Sergeant", t.home(1))
        assert t.gold(1) == 10 - n
    assert t.mana(1) == 1
    assert not t.may(1, "Sergeant", t.home(1)), "the limit is 4"


def test_traitor_takes_its_owners_mana_when_it_dies():
    """When Traitor dies, by any hand, its owner's mana drops to 0; revealed choices are still carried out."""
    t = Table("virtuous", "refiner")
    traitor = t.put(1, "Traitor", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(1, "Trade Caravan", number=150)
    t.hold(2, "Zap", number=20)
    t.together((1, "Trade Caravan"), (2, "Zap", traitor))
    assert t.mana(1) == 0 and t.gold(1) == 13 and t.gold(2) == 13
    t.ask()
    assert 1 not in t.asked(), "no mana, no choice"


def test_traitor_recall_does_not_count_as_a_death():
    """A recall of Traitor is no death; a sacrifice for Exodia is."""
    t = Table()
    traitor = t.put(1, "Traitor", (0, 0))
    t.play(1, "Champion Recall", traitor)
    assert t.mana(1) == 3
    t.put(1, "Traitor", (0, 0))
    t.put(1, "Sergeant", (0, 0))
    t.put(1, "Sergeant", (0, 0))
    t.state.mana[1] = 5
    t.play(1, "Exodia", t.home(1))
    assert t.mana(1) == 0 and t.here(1, t.home(1), "Exodia")
