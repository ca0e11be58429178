"""The rulings on the Action Phase (rules 15.4), one test each, and what belongs to them: O4, O6, B15, F3, F6, F10.

Where a ruling names an option, both of its values are played.
"""

from __future__ import annotations

import pytest

from core.bridgefront import decks, events
from core.bridgefront.catalogue import find
from core.bridgefront.decisions import Action, Power
from core.bridgefront.events import ActionResolves, BattleBegan, BattleEnded, CombatRolled, StackMoved
from core.bridgefront.game import GAME
from core.kernel.game import IllegalDecision
from tests.core.bridgefront.cards.looks import dice, fizzled, wins
from tests.core.bridgefront.positions import step_of
from tests.core.bridgefront.table import Table

ROAD = ((0, 0), (0, 1), (0, 2), (0, 3))


def order(t: Table) -> list[int]:
    """The seats in the order in which their cards and basic actions resolved."""
    return [event.seat for event in t.happened(ActionResolves)]


def place(t: Table, kind: type) -> int:
    """Where the first event of this kind stands among all of the step."""
    return next(i for i, event in enumerate(t.events) if isinstance(event, kind))


# Choosing -------------------------------------------------------------------------------------------------------------


def test_A1_at_no_mana_one_sits_out():
    """A1: only players with at least 1 mana choose, so a card costing 0 mana cannot be played at 0 mana."""
    t = Table(mana=1)
    t.play(1, "Supply Cache")
    t.ask()
    assert t.asked() == {2: "action"}
    t.state.mana[1] = 1
    t.ask()
    assert 1 in t.asked(), "a player whose mana has risen returns in a later step"


def test_A1_act_at_zero_mana():
    """A1, act_at_zero_mana = on: active until Done, for cards that cost 0 mana, gold permitting."""
    t = Table(act_at_zero_mana="on", mana=0, gold=0)
    assert not t.may(1, "Supply Cache") and not t.may(1, "march") and not t.may(1, "National Service")
    t.play(1, "Make a Play")
    assert t.mana(1) == 1
    t.play(1, "done")
    t.ask()
    assert t.asked() == {2: "action"}


def test_A2_no_passing():
    """A2: exactly one of card, basic action or Done. Waiting is not offered; that is what Stall is for."""
    t = Table()
    t.ask(1)
    for kind in ("wait", "pass", ""):
        with pytest.raises(IllegalDecision):
            GAME.check(t.state, 1, Action(kind))
    t.play(1, "Stall")
    assert t.mana(1) == 5 and t.asked()[1] == "action"
    t.play(1, "done")
    assert t.mana(1) == 0 and 1 not in t.asked()


def stall(t: Table, times: int) -> None:
    for _ in range(times):
        t.play(1, "Stall")


def test_A3_at_most_20_action_steps():
    """A3: some cards pay for themselves and draw each other again; 20 action steps end the phase."""
    t = Table()
    stall(t, 19)
    assert t.state.phase == "action" and t.state.action_step == 20
    stall(t, 1)
    assert t.state.phase == "market" and t.state.round == 2


def test_A3_max_action_steps():
    """A3, max_action_steps = 8."""
    t = Table(max_action_steps=8)
    stall(t, 7)
    assert t.state.phase == "action"
    stall(t, 1)
    assert t.state.phase == "market"


def test_A3_the_endless_round_ends():
    """18.2: Precise Planning and Chronicle of War with one card of junk go on for ever at no cost, up to the cure."""
    t = Table()
    t.hold(1, "Chronicle of War", "Precise Planning")
    t.hold(1, *["Recruit"] * 7)
    t.hold(1, "Zap")
    while t.state.round == 1:
        assert t.mana(1) == 5
        t.play(1, "Chronicle of War")
        if t.asked().get(1) == "cards":
            t.name(1, "Zap")
        if t.state.round == 1:
            t.play(1, "Precise Planning")
    assert t.state.round == 2


# Order ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", [1, 2, 3])
def test_A4_ties_in_initiative_go_in_lead_order(lead):
    """A4: Lead, then clockwise."""
    t = Table(seats=3)
    t.state.lead = lead
    for seat in (1, 2, 3):
        t.hold(seat, "Supply Cache", number=70)
    t.together(*((seat, "Supply Cache") for seat in (1, 2, 3)))
    assert order(t) == [lead, lead % 3 + 1, (lead + 1) % 3 + 1]


@pytest.mark.parametrize("first", [1, 2])
def test_A4_initiative_ties_by_dice(first):
    """A4, initiative_ties = dice: either may come first, whoever has the Lead; lower numbers still go before."""
    t = Table(seats=3, initiative_ties="dice")
    for seat, number in ((1, 70), (2, 70), (3, 69)):
        t.hold(seat, "Supply Cache", number=number)
    t.together(*((seat, "Supply Cache") for seat in (1, 2, 3)), luck=lambda t: order(t)[1] == first)
    assert order(t)[0] == 3


def test_A5_cards_first_then_basic_actions():
    """A5: in the same step, whatever the numbers; basic actions in Lead order."""
    t = Table(seats=3)
    t.state.lead = 2
    t.hold(3, "March Orders", number=200)
    t.put(3, 1, (0, 0))
    t.road(*ROAD)
    t.together((1, "reinforce"), (2, "reinforce"), (3, "March Orders", t.walk(*ROAD[:2], forces=1)))
    assert order(t) == [3, 2, 1]


def test_A6_all_pay_at_the_reveal():
    """A6: nobody can be robbed of the price in the same step."""
    t = Table(gold=2)
    t.hold(1, "Paid Volunteers", number=135)
    t.hold(2, "Market Squeeze", number=45)
    t.together((1, "Paid Volunteers"), (2, "Market Squeeze", 1))
    assert t.forces(1, t.home(1)) == 4 and (t.gold(1), t.gold(2)) == (0, 2)


# Fizzling -------------------------------------------------------------------------------------------------------------


def crew_after_a_faster_builder(**options: object) -> Table:
    t = Table(**options)
    t.put(1, 1, (0, 0))
    t.hold(1, "Bridge Crew", number=150)
    t.hold(2, "Bridgeborn Path", number=50)
    edge = ROAD[:2]
    t.together((1, "Bridge Crew", edge, t.walk(*edge, forces=1)), (2, "Bridgeborn Path", edge))
    return t


def test_A7_a_card_does_what_it_still_can():
    """A7: instruction by instruction. The Bridge is there already, the walk over it is made."""
    t = crew_after_a_faster_builder()
    assert t.forces(1, (0, 1)) == 1 and not fizzled(t)


def test_A7_fizzle_scope_card():
    """A7, fizzle_scope = card: any illegal target stops everything."""
    t = crew_after_a_faster_builder(fizzle_scope="card")
    assert t.forces(1, (0, 0)) == 1 and fizzled(t)


def test_A7_fizzle_scope_card_keeps_the_named_cards():
    """H9: a named card that fails to move stays in hand as an open card. Here two other players fill the Capital."""
    t = Table(seats=3, fizzle_scope="card")
    t.put(2, 1, t.home(1))
    t.put(3, 1, t.home(1))
    t.hold(1, "Zap", "Brute")
    t.play(1, "Conscription Drive", "Zap")
    assert fizzled(t) and t.open_hand(1) == ["Zap"] and t.discards(1) == ["Conscription Drive"]
    t.play(1, "Supply Swap", ["Zap", "Brute"], ("gold", "gold"))
    assert t.gold(1) == 10 - 1 + 4, "no Force is to be deployed"


def test_A7_fizzle_scope_card_with_cards_of_the_hand():
    """Cards named with the play are legal targets as long as they are there: the last of the hand too."""
    t = Table(fizzle_scope="card")
    t.hold(1, "Zap")
    t.pile(1, "Brute")
    t.play(1, "Hard Mulligan", "Zap")
    assert t.hand(1) == ["Brute"] and not fizzled(t)


def test_A7_fizzle_scope_card_with_a_pick_of_two():
    """Only the targets of what was picked count."""
    t = Table(fizzle_scope="card")
    lone = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.play(1, "Recruit", 0)
    assert t.forces(1, t.home(1)) == 2
    t.hold(2, "Zap", number=20)
    t.hold(1, "Recruit", number=110)
    t.together((1, "Recruit", 1, (0, 0)), (2, "Zap", lone))
    assert t.forces(1, (0, 0)) == 0 and fizzled(t)


@pytest.mark.parametrize("scope", ["part", "card"])
def test_A7_an_unmet_condition_is_no_fizzle(scope):
    """8.4: nor is a choice that was left empty for want of a legal value."""
    t = Table(fizzle_scope=scope)
    for card in ("Spoils of War", "Zap", "Roll Out", "Center Writ"):
        t.play(1, card)
        assert not fizzled(t)


def orders_over_a_bridge_destroyed_meanwhile(**options: object) -> Table:
    t = Table(**options)
    t.put(1, 2, (0, 0))
    t.put(2, 1, (1, 1))
    t.road(*ROAD)
    t.road((0, 1), (1, 1))
    t.put(2, 1, (0, 2))
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Sabotage Bridge", number=65)
    t.together((1, "March Orders", t.walk(*ROAD[:3], forces=2)), (2, "Sabotage Bridge", ROAD[1:3]))
    return t


def test_A8_a_broken_path_is_walked_as_far_as_it_goes():
    """A8: a Bridge of the path is gone; the stack stops where it is."""
    t = orders_over_a_bridge_destroyed_meanwhile()
    assert t.forces(1, (0, 1)) == 2 and not fizzled(t)


def test_A8_blocked_path_fizzles():
    """A8, blocked_path = fizzle: nobody moves."""
    t = orders_over_a_bridge_destroyed_meanwhile(blocked_path="fizzle")
    assert t.forces(1, (0, 0)) == 2 and fizzled(t)


def test_A8_a_walk_that_cannot_begin_fizzles():
    """Also where an earlier walk of the round was made, and whatever the length of the path."""
    t = Table()
    t.put(1, 3, (0, 0))
    t.put(2, 1, (0, 2))
    t.road(*ROAD)
    t.road((0, 0), (1, 0))
    t.play(1, "march", t.walk((0, 0), (1, 0), forces=1))
    t.put(2, 1, (0, 1))
    t.state.forces[2] = {t.at((0, 1)): 1}
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Sabotage Bridge", number=65)
    t.together((1, "March Orders", t.walk(*ROAD[:2], forces=2)), (2, "Sabotage Bridge", ROAD[:2]))
    assert t.forces(1, (0, 0)) == 2 and fizzled(t)


def champion_for_a_lost_hex(**options: object) -> Table:
    t = Table(**options)
    lone = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=20)
    t.together((1, "Brute", (0, 0)), (2, "Zap", lone))
    assert t.gold(1) == 10 - 4 and t.mana(1) == 3, "costs stay paid"
    assert fizzled(t) and not t.state.champions_of(1)
    return t


def test_A9_a_fizzled_champion_is_discarded():
    """A9: a Champion whose hex was lost is not burnt unused."""
    t = champion_for_a_lost_hex()
    assert t.discards(1) == ["Brute"] and t.burnt(1) == ["Sergeant"]


def test_A9_fizzled_burn():
    """A9, fizzled_burn = burn: it is."""
    t = champion_for_a_lost_hex(fizzled_burn="burn")
    assert t.discards(1) == [] and t.burnt(1) == ["Sergeant", "Brute"]


# Walks ----------------------------------------------------------------------------------------------------------------


def test_A10_stacks_split_freely():
    """A10: any number of your units of one hex."""
    t = Table()
    t.put(1, 5, (0, 0))
    first, second = (t.put(1, "Sergeant", (0, 0)) for _ in range(2))
    t.road(*ROAD)
    t.play(1, "march", t.walk(*ROAD[:2], forces=2, champions=[second]))
    assert (t.forces(1, (0, 0)), t.forces(1, (0, 1))) == (3, 2)
    assert t.where(first) == (0, 0) and t.where(second) == (0, 1)
    for stack in (t.walk(*ROAD[:2], forces=4), t.walk(*ROAD[:2], champions=[second]), t.walk(*ROAD[:2])):
        assert not t.may(1, "march", stack)


def test_A10_numbers_are_locked():
    """Part 5: the named number of Forces, or all that are there if fewer; Champions that are gone are left out."""
    t = Table()
    t.put(1, 4, (0, 0))
    gone = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, "Brute", (1, 0))
    t.road(*ROAD)
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Attrition", number=65)
    t.together((1, "March Orders", t.walk(*ROAD[:2], forces=3, champions=[gone])), (2, "Attrition", (0, 0)))
    assert t.forces(1, (0, 1)) == 1 and t.forces(1, (0, 0)) == 0
    assert t.happened(StackMoved)[0].champions == ()


def test_A10_nothing_left_of_the_stack():
    """Part 5: units not named stay behind, and if nothing is left the move fizzles."""
    t = Table()
    t.put(1, 2, (0, 0))
    named = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (1, 0))
    t.road(*ROAD)
    t.hold(2, "Zap", number=20)
    t.hold(1, "March Orders", number=200)
    t.together((1, "March Orders", t.walk(*ROAD[:3], champions=[named])), (2, "Zap", named))
    assert t.forces(1, (0, 0)) == 2 and fizzled(t)


def pincers(**options: object) -> Table:
    t = Table(**options)
    t.put(1, 5, (0, 0))
    t.put(1, 4, (1, 1))
    t.put(2, 6, (0, 1))
    t.road((0, 0), (0, 1), (1, 1))
    t.play(1, "Coordinated Advance", t.walk((0, 0), (0, 1), forces=5), t.walk((1, 1), (0, 1), forces=4))
    return t


def test_A11_both_stacks_walk_then_battles():
    """A11: one card is one action; two stacks may strike one hex together."""
    t = pincers()
    assert len(t.happened(BattleBegan)) == 1 and dice(t)[0] == 9


def test_A11_two_stack_battles_separate():
    """A11, two_stack_battles = separate: the first stack fights before the second one sets out."""
    t = pincers(two_stack_battles="separate")
    assert dice(t)[0] == 5
    second = next(i for i, e in enumerate(t.events) if isinstance(e, StackMoved) and e.forces == 4)
    assert place(t, BattleEnded) < second


def test_A12_no_walking_through_a_defended_capital():
    """A12: any hex with units of another player ends the walk, a Capital too."""
    t = Table()
    way = ((-2, 0), (-3, 0), (-3, 1))
    t.put(1, 2, way[0])
    t.put(2, 1, t.home(2))
    t.road(*way)
    assert not t.may(1, "March Orders", t.walk(*way, forces=2))
    t.state.forces[2] = {}
    t.play(1, "March Orders", t.walk(*way, forces=2))
    assert t.forces(1, way[2]) == 2, "an empty Capital can be walked through"


def test_A13_both_sides_may_leave_a_besieged_capital():
    """A13: and more units of the same two players may enter it."""
    t = Table()
    home, beside = t.home(2), (-2, 0)
    t.put(2, 3, home)
    t.put(1, 3, home)
    t.put(1, 2, beside)
    t.road(home, beside)
    t.road(home, (-3, 1))
    t.play(1, "march", t.walk(home, beside, forces=1))
    t.play(2, "march", t.walk(home, (-3, 1), forces=1))
    t.play(1, "march", t.walk(beside, home, forces=2))
    t.play(2, "march", t.walk((-3, 1), home, forces=1))
    assert (t.forces(1, home), t.forces(2, home)) == (4, 3) and not t.happened(BattleBegan)


def test_A14_a_third_player_stops_before_a_besieged_capital():
    """A14: owner and attacker are inside; the third does not enter, and its deployments and lifts fail."""
    t = Table(seats=3)
    home, beside = t.home(1), (2, 0)
    t.put(1, 1, home)
    t.put(2, 1, home)
    t.put(3, 2, beside)
    t.road(beside, home)
    assert not t.may(3, "march", t.walk(beside, home, forces=2))
    assert not t.may(3, "Flank Step", t.walk(beside, home, forces=2))
    assert not t.may(3, "Brute", home)


def test_A14_the_owner_can_be_the_third():
    """A14: others have filled the Capital earlier in the same step; walk, lift and deployment of the owner fail."""
    for late in ("March Orders", "Emergency Evac", "Paid Volunteers"):
        t = Table(seats=3)
        home, beside, outside = t.home(1), (2, 0), (3, -1)
        t.put(2, 1, home)
        t.put(3, 2, beside)
        brute = t.put(1, "Brute", outside)
        t.road(beside, home, outside)
        locked = {"March Orders": t.walk(outside, home, champions=[brute]), "Emergency Evac": brute}
        t.hold(1, late, number=200)
        t.together((1, late, locked.get(late)), (3, "Quick March", t.walk(beside, home, forces=2)))
        assert t.forces(3, home) == 2, "one other player was there when it came"
        assert t.where(brute) == outside and not t.forces(1, home) and fizzled(t)


def test_A14_a_full_capital_is_no_tile_to_deploy_to():
    """Forward Barracks may name the Capital at any time, but finds no room in it."""
    t = Table(seats=3)
    t.put(2, 1, t.home(1))
    t.put(3, 1, t.home(1))
    t.play(1, "Forward Barracks", t.home(1))
    assert t.forces(1, t.home(1)) == 0 and fizzled(t)


def test_A15_two_strangers_in_a_capital():
    """A15: siege between them, the earlier one defends; the owner cannot deploy there while it lasts."""
    t = Table(seats=3)
    home = t.home(1)
    t.put(3, 4, home)
    t.put(2, 4, home)
    t.play(1, "reinforce")
    t.play(1, "Recruit", 0)
    assert t.forces(1, home) == 0 and t.gold(1) == 8 and fizzled(t)
    assert not t.may(1, "Brute", home), "no legal hex for a Champion"
    t.until("bid")
    (siege,) = t.happened(BattleBegan)
    assert (siege.hex, siege.attacker, siege.defender, siege.siege) == (t.at(home), 2, 3, True)
    assert t.forces(2, home) + t.forces(3, home) < 5
    t.state.mana[1] = 1
    t.until("action")
    t.play(1, "reinforce")
    assert t.forces(1, home) == 1, "in the next round it is possible again"


def test_A15_who_leaves_and_comes_back_was_not_there_first():
    """Part 9: the one who was there first, among those who have stayed, defends."""
    t = Table(seats=3)
    home, beside = t.home(1), (2, 0)
    t.put(3, 2, home)
    t.put(2, 2, home)
    t.road(home, beside)
    t.play(3, "march", t.walk(home, beside, forces=2))
    t.play(3, "march", t.walk(beside, home, forces=2))
    t.until("bid")
    (siege,) = t.happened(BattleBegan)
    assert (siege.attacker, siege.defender) == (3, 2)


def test_A15_whose_first_units_died_was_not_there_first():
    """The same if they were killed: nobody of theirs has stayed."""
    t = Table(seats=3)
    home = t.home(1)
    t.put(3, 2, home)
    t.put(2, "Brute", home)
    t.play(2, "Attrition", home)
    t.put(3, 2, (2, 0))
    t.road(home, (2, 0))
    t.play(3, "march", t.walk((2, 0), home, forces=2))
    t.until("bid")
    (siege,) = t.happened(BattleBegan)
    assert (siege.attacker, siege.defender) == (3, 2)


def test_A16_armies_that_set_out_for_each_other_do_not_swap():
    """A16, 8.6: the earlier one finds the other still at home."""
    t = Table()
    t.put(1, 9, (0, 0))
    t.put(2, 1, (0, 1))
    t.road(*ROAD)
    t.hold(1, "Quick March", number=40)
    t.hold(2, "March Orders", number=100)
    t.together(
        (1, "Quick March", t.walk((0, 0), (0, 1), forces=9)),
        (2, "March Orders", t.walk((0, 1), (0, 0), forces=1)),
        luck=wins(1),
    )
    (battle,) = t.happened(BattleBegan)
    assert (battle.hex, battle.attacker) == (t.at((0, 1)), 1)
    assert fizzled(t), "nobody is left to march"


def test_A17_powers_ride_on_any_choice_just_before_it():
    """A17, 8.3: Stitchwork heals before the own card lifts its target away."""
    t = Table()
    surgeon = t.put(1, "Field Surgeon", (0, 0))
    brute = t.put(1, "Brute", (0, 0), hp=1)
    t.together((1, t.choose(1, "Emergency Evac", brute, powers=[Power(surgeon, brute)])))
    assert t.hp(brute) == 1 + 2 + 1
    assert place(t, events.PowerUsed) < place(t, events.ChampionLifted)
    assert not t.may(1, "done", powers=[Power(surgeon, surgeon)]), "once a round"


def test_A17_the_champion_must_still_be_alive():
    """8.3: and a power declared with a basic action or Done comes in Lead order after all cards."""
    t = Table()
    surgeon = t.put(1, "Field Surgeon", (0, 0), hp=1)
    brute = t.put(1, "Brute", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.together((1, t.choose(1, "done", powers=[Power(surgeon, brute)])), (2, "Zap", surgeon))
    assert t.hp(brute) == 1 and not t.happened(events.PowerUsed)


def test_A17_tempest_pays_bounties():
    """A power of a Done player counts, and so does what it kills."""
    t = Table("refiner", "leadbound")
    caller = t.put(1, "Stormcaller", (0, 0))
    prey = t.put(2, "Sergeant", (0, 1), hp=1)
    t.together((1, t.choose(1, "done", powers=[Power(caller)])))
    assert not t.champion(prey) and t.gold(1) == 11


def mines_of(t: Table, seat: int) -> None:
    for hex_ in ((2, -1), (-2, 1)):
        t.mine(hex_)
        t.put(seat, 2, hex_)


def test_A18_deep_tunnels_are_for_walks_of_the_refiner_only():
    """A18: not for others, not for ranges."""
    tunnel = ((2, -1), (-2, 1))
    t = Table("refiner", "virtuous")
    t.mine(tunnel[0])
    t.mine(tunnel[1])
    t.put(1, 1, tunnel[0])
    assert not t.may(1, "Zap", t.put(2, "Brute", tunnel[1]))
    t = Table("refiner", "virtuous")
    mines_of(t, 1)
    t.play(1, "march", t.walk(*tunnel, forces=2))
    assert t.forces(1, (-2, 1)) == 4 and t.happened(StackMoved)[0].way == "tunnel"
    t = Table("refiner", "virtuous")
    mines_of(t, 2)
    assert not t.may(2, "march", t.walk(*tunnel, forces=2))


def tunnel_network(**options: object) -> tuple[Table, bool, bool]:
    """Whether the owner and the other may walk it."""
    t = Table(**options)
    home = t.home(1)
    t.put(1, 1, home)
    t.put(2, 1, (0, 0))
    t.play(1, "Tunnel Network")
    way = (home, (0, 0))
    return t, t.may(1, "march", t.walk(*way, forces=1)), t.may(2, "march", t.walk(*reversed(way), forces=1))


def test_A19_links_are_for_everybody():
    """A19: movement only; the link counts as bridged."""
    t, owner, other = tunnel_network()
    assert owner and other
    assert not t.may(1, "Zap", t.put(2, "Brute", (0, 0))), "ranges do not shrink"


def test_A19_link_users_owner():
    """A19, link_users = owner."""
    _, owner, other = tunnel_network(link_users="owner")
    assert owner and not other


def test_A19_a_link_needs_no_crossing_of_a_trap_beside_it():
    """Where a trapped or closed Bridge joins the same two hexes, the stack takes the link."""
    t = Table()
    t.put(1, "Sergeant", (0, 0))
    t.put(1, 2, (0, 0))
    t.put(2, 1, (0, 1))
    t.road((0, 0), (0, 1))
    t.play(2, "Bridge Trap", ((0, 0), (0, 1)))
    t.play(1, "Wormhole Link", ((0, 0), (0, 1)))
    t.state.forces[2] = {}
    t.play(1, "march", t.walk((0, 0), (0, 1), forces=2))
    assert t.forces(1, (0, 1)) == 2 and t.happened(StackMoved)[0].way == "link"


# Champions ------------------------------------------------------------------------------------------------------------


def test_A20_champions_appear_where_you_are():
    """A20: your Capital, any hex you occupy, a lone Champion's too, and a besieged Capital where you have units."""
    t = Table()
    t.put(1, "Sergeant", (0, 1))
    t.put(1, 1, t.home(2))
    t.put(2, 1, t.home(2))
    t.put(2, 1, t.home(1))
    for hex_ in (t.home(1), (0, 1), t.home(2)):
        assert t.may(1, "Brute", hex_)
    assert not t.may(1, "Brute", (0, 0)) and not t.may(1, "Brute", None)


def test_A21_the_price_counts_champions_at_the_reveal():
    """A21: one that dies earlier in the same step still counts."""
    t = Table()
    doomed = t.put(1, "Sergeant", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=20)
    t.together((1, "Brute", t.home(1)), (2, "Zap", doomed))
    assert t.gold(1) == 10 - 4 and len(t.state.champions_of(1)) == 1


def with_champions(n: int, **options: object) -> Table:
    t = Table(gold=20, **options)
    for _ in range(n):
        t.put(1, "Sergeant", (0, 0))
    return t


def test_O4_champion_limit():
    """O4: four; Exodia excepted."""
    assert with_champions(3).may(1, "Brute", (0, 0))
    t = with_champions(4)
    assert not t.may(1, "Brute", (0, 0)) and "limit" in t.why_not(1, "Brute", (0, 0))
    assert t.may(1, "Exodia", (0, 0))


@pytest.mark.parametrize(("limit", "there", "allowed"), [(1, 0, True), (1, 1, False), (8, 7, True), (0, 12, True)])
def test_O4_champion_limit_as_an_option(limit, there, allowed):
    """O4: 1 to 8, or 0 for none."""
    t = with_champions(there, champion_limit=limit)
    assert t.may(1, "Brute", t.home(1)) == allowed


@pytest.mark.parametrize(("how", "there", "price"), [("third", 3, 6), ("step", 3, 8), ("step", 2, 6), ("step", 4, 10)])
def test_O4_fourth_champion_price(how, there, price):
    """O4: three prices are printed; the fourth costs the third again, or goes on by the last step."""
    t = with_champions(there, fourth_champion_price=how, champion_limit=0)
    t.play(1, "Brute", (0, 0))
    assert t.gold(1) == 20 - price


@pytest.mark.parametrize(("mode", "number"), [("low", 40), ("high", 110)])
def test_O6_initiative_mode_low_and_high(mode, number):
    """O6: always the first, or the second, printed number."""
    t = Table(initiative_mode=mode)
    copy = decks.new_copy(step_of(t.state), find("Recruit"))
    assert t.state.number[copy] == number


def test_O6_initiative_mode_range():
    """O6, 8.2: each copy draws a number of the printed range; copies of one name get different ones while it allows."""
    t = Table()
    step = step_of(t.state)
    numbers = [t.state.number[decks.new_copy(step, find("Quick Move"))] for _ in range(11)]
    assert sorted(numbers) == list(range(20, 31))
    assert 20 <= t.state.number[decks.new_copy(step, find("Quick Move"))] <= 30


def test_O6_initiative_mode_choice():
    """O6: the player names the speed with the play, low or high; without the option there is none to name."""
    t = Table(initiative_mode="choice")
    assert not t.may(1, "Recruit", 0)
    t.together((1, t.choose(1, "Recruit", 0, speed="high")), (2, t.choose(2, "Recruit", 0, speed="low")))
    assert order(t) == [2, 1]
    assert [event.number for event in t.happened(events.ActionRevealed)] == [40, 110]
    assert not Table().may(1, "Recruit", 0, speed="low")


# Basic actions and building -------------------------------------------------------------------------------------------


def test_A22_basic_actions_are_locked_and_tested_like_cards():
    """A22: a Build on an edge built meanwhile is wasted."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.together((1, "build", ROAD[:2]), (2, "Bridgeborn Path", ROAD[:2]))
    assert t.mana(1) == 4 and fizzled(t)
    assert t.happened(events.Fizzled) == [events.Fizzled(1, "build", 0)]


def test_A22_two_builders_of_one_edge():
    """B14: the later build is skipped; a Bridge Pivot of which neither half is possible any more fizzles."""
    t = Table(seats=3)
    t.put(1, 1, (0, 0))
    old, new = ROAD[:2], ((0, 0), (1, 0))
    t.road(*old)
    t.hold(1, "Sabotage Bridge", "Sabotage Bridge", number=65)
    t.hold(2, "Bridge Pivot", "Bridge Pivot", number=155)
    t.together((1, "Sabotage Bridge", old), (2, "Bridge Pivot", (0, 0), (old, new)))
    assert t.bridge(*new) and not fizzled(t), "one half is left"
    t.road(*old)
    new = ((0, 0), (-1, 0))
    t.together((1, "Sabotage Bridge", old), (2, "Bridge Pivot", (0, 0), (old, new)), (3, "Bridgeborn Path", new))
    assert t.bridge(*new) and not t.bridge(*old) and fizzled(t)


def test_A22_what_the_basic_actions_cost():
    """8.1: Build and March 1 mana, Reinforce 1 mana and 1 gold; their targets are due."""
    t = Table(gold=1)
    t.put(1, 1, (0, 0))
    t.play(1, "build", ROAD[:2])
    t.play(1, "march", t.walk(*ROAD[:2], forces=1))
    t.play(1, "reinforce")
    assert (t.mana(1), t.gold(1), t.forces(1, t.home(1))) == (2, 0, 1)
    assert not t.may(1, "reinforce") and not t.may(1, "build") and not t.may(1, "march")


def test_A23_a_silent_card_builds_where_you_stand():
    """A23: Bridge Deed needs an end in a hex you occupy; "anywhere" cards say so."""
    t = Table()
    t.put(1, 1, (0, 0))
    for card in ("Bridge Deed", "Bridge Network", "Bridge Charter", "Instant Bridge Net", "Rapid Span", "Bridge Crew"):
        assert t.may(1, card, ROAD[:2]) and not t.may(1, card, ROAD[1:3])
    for card in ("Bridgeborn Path", "Temporary Bridge"):
        assert t.may(1, card, ROAD[1:3])


def test_A24_a_flyer_carries_nobody():
    """A24: a mixed stack needs Bridges unless every unit in it may cross without one."""
    t = Table()
    ace = t.put(1, "Skystriker Ace", (0, 0))
    runner = t.put(1, "Bridge Runner", (0, 0))
    brute = t.put(1, "Brute", (0, 0))
    t.put(1, 1, (0, 0))
    assert t.may(1, "march", t.walk((0, 0), (0, 1), champions=[ace, runner]))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), champions=[ace, brute]))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), forces=1, champions=[ace]))


def test_A25_what_needs_no_new_knowledge_is_locked():
    """A25: Hard Mulligan names its cards when played, Cycle Notes asks after drawing; see also the catalogue's test."""
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, *["Recruit"] * 5)
    t.play(1, "Hard Mulligan", "Zap")
    assert t.asked()[1] == "action" and t.hand(1) == ["Recruit"]
    t.play(1, "Cycle Notes")
    assert t.asked() == {1: "cards"}, "it stops and asks that player alone"
    t.name(1, "Recruit")
    assert t.asked()[1] == "action"


# Tailwind and the rest ------------------------------------------------------------------------------------------------


def test_A26_tailwind_is_for_the_first_walk_of_the_round():
    """A26: used or not."""
    t = Table("vapourborn")
    t.put(1, 3, (0, 0))
    t.road(*ROAD)
    t.play(1, "march", t.walk(*ROAD[:3], forces=1))
    assert t.forces(1, (0, 2)) == 1
    assert not t.may(1, "march", t.walk(*ROAD[:3], forces=1))
    t = Table("vapourborn")
    t.put(1, 3, (0, 0))
    t.road(*ROAD)
    t.play(1, "march", t.walk(*ROAD[:2], forces=1))
    assert not t.may(1, "march", t.walk(*ROAD[:3], forces=1)), "not used is gone as well"


def test_A26_lifts_and_walks_that_never_leave_do_not_spend_tailwind():
    """A26: Emergency Evac is a lift; a walk over a Bridge that is gone has not begun."""
    t = Table("vapourborn")
    brute = t.put(1, "Brute", (2, 0))
    t.put(1, 2, (0, 0))
    t.put(2, 1, (0, 1))
    t.road(*ROAD)
    t.play(1, "Emergency Evac", brute)
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Sabotage Bridge", number=65)
    t.together((1, "March Orders", t.walk(*ROAD[:2], forces=2)), (2, "Sabotage Bridge", ROAD[:2]))
    assert fizzled(t)
    t.state.forces[2] = {}
    t.road(*ROAD)
    assert t.may(1, "march", t.walk(*ROAD[:3], forces=2))


def test_A26_tailwind_goes_by_the_same_means():
    """Part 13: a Flank Step stays free of Bridges for both hexes; with two stacks it is for the first named."""
    t = Table("vapourborn")
    t.put(1, 4, (0, 0))
    assert t.may(1, "Flank Step", t.walk(*ROAD[:3], forces=2))
    t.road(*ROAD)
    two, one = t.walk(*ROAD[:3], forces=2), t.walk(*ROAD[:2], forces=2)
    assert t.may(1, "Roll Out", two, one) and not t.may(1, "Roll Out", one, two)


def test_A26_a_stack_lost_on_its_way_has_walked():
    """It left its hex and died at a trap on the second Bridge: the first walk of the round is over."""
    t = Table("vapourborn", "gatewright")
    t.put(1, 1, (0, 0))
    t.put(1, 1, (1, 0))
    t.put(2, 1, (0, 2))
    t.road(*ROAD)
    t.road((1, 0), (1, 1), (0, 2))
    t.play(2, "Bridge Trap", ((0, 1), (0, 2)))
    t.play(1, "March Orders", t.walk(*ROAD[:3], forces=1))
    assert t.forces(1, (0, 1)) == t.forces(1, (0, 2)) == 0
    assert not t.may(1, "march", t.walk((1, 0), (1, 1), (0, 2), forces=1))


def test_A27_no_supply_no_upkeep_no_limit():
    """A27: units cut off stay as they are; any number in a hex; gold never goes below 0."""
    t = Table(gold=2)
    t.put(1, 40, (0, -1))
    t.play(2, "Market Squeeze", 1)
    assert (t.gold(1), t.gold(2)) == (0, 4)
    t.play(1, "Field Medic")
    t.until("bid")
    assert t.forces(1, (0, -1)) == 40 and t.gold(1) == 1


def test_A28_battles_are_fought_at_once_only_sieges_wait():
    """A28: after the card or action that caused them, before the next one resolves."""
    t = Table()
    t.put(1, 3, (0, 0))
    t.put(1, 3, (-2, 0))
    t.put(2, 3, (0, 1))
    t.put(2, 1, t.home(2))
    t.road(*ROAD)
    t.road((-2, 0), (-3, 0))
    t.hold(1, "Quick March", number=40)
    t.together((1, "Quick March", t.walk(*ROAD[:2], forces=3)), (2, "Supply Cache"))
    resolved = [i for i, event in enumerate(t.events) if isinstance(event, ActionResolves)]
    assert resolved[0] < place(t, BattleBegan) < place(t, BattleEnded) < resolved[1]
    t.play(1, "march", t.walk((-2, 0), (-3, 0), forces=3))
    assert not t.happened(BattleBegan)
    t.until("bid")
    assert t.happened(BattleBegan)[0].siege


def test_A29_nobody_makes_up_a_missing_choice():
    """A29: the step waits; without every answer nothing happens."""
    t = Table()
    t.ask()
    before = t.state.digest()
    with pytest.raises(IllegalDecision) as missing:
        GAME.step(t.state, {1: Action("done")}, bytes(32))
    assert missing.value.kind == "duty" and missing.value.seat == 2
    assert t.state.digest() == before


# Occupying and factions -----------------------------------------------------------------------------------------------


def test_B15_a_champion_alone_occupies():
    """B15: everywhere: Mines, Center, deploying, building."""
    t = Table()
    t.mine((0, 1))
    lone = t.put(1, "Sergeant", (0, 1))
    assert t.may(1, "build", ROAD[:2]) and t.may(1, "Rich Veins", (0, 1)) and t.may(1, "Recruit", 1, (0, 1))
    t.play(1, "Refinering")
    assert t.gold(1) == 13
    t.move(lone, (0, 0))
    t.play(1, "Center Writ")
    assert t.mana(1) == 4, "1 paid, 1 gained"
    t.until("picks")
    assert t.asked() == {1: "picks"}


@pytest.mark.parametrize("faction", ["vapourborn", "virtuous"])
def test_F3_what_serves_as_the_capital(faction):
    """F3: Wings and Logistics Officer move only deployments into the Capital; the rest looks at the real one."""
    t = Table(faction)
    if faction == "vapourborn":
        t.put(1, 1, (0, 0))
    else:
        t.put(1, "Logistics Officer", (0, 0))
    t.play(1, "Paid Volunteers", (0, 0))
    there = t.forces(1, (0, 0))
    assert there >= 4 and t.forces(1, t.home(1)) == 0
    t.play(1, "reinforce", (0, 0))
    assert t.forces(1, (0, 0)) == there + 1
    assert not t.may(1, "Frontier Claim", (0, 1)) and t.may(1, "Frontier Claim", (2, 0))
    brute = t.put(1, "Brute", (0, 0), hp=1)
    t.play(1, "Patch Up", brute)
    assert t.hp(brute) == 3
    t.play(1, "Emergency Evac", brute)
    assert t.where(brute) == t.home(1)
    t.play(1, "Tunnel Network")
    assert t.happened(events.Linked)[0][1:] == tuple(sorted(map(t.at, ((0, 0), t.home(1)))))


def test_F3_a_place_that_serves_no_longer():
    """8.4: the place is locked and tested again; the Officer has died meanwhile."""
    t = Table()
    officer = t.put(1, "Logistics Officer", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=20)
    t.hold(1, "Paid Volunteers", number=135)
    t.together((1, "Paid Volunteers", (0, 0)), (2, "Zap", officer))
    assert t.forces(1, (0, 0)) == t.forces(1, t.home(1)) == 0 and fizzled(t)


def test_F6_deep_tunnels_need_both_mines_at_the_step():
    """F6: leaving units behind is not needed; a Mine lost meanwhile is no step any more."""
    t = Table("refiner", "virtuous")
    mines_of(t, 1)
    t.put(2, 9, (-2, 2))
    t.road((-2, 2), (-2, 1))
    assert t.may(1, "march", t.walk((2, -1), (-2, 1), forces=2)), "all of them"
    t.hold(1, "March Orders", number=200)
    t.hold(2, "Quick March", number=40)
    t.together(
        (1, "March Orders", t.walk((2, -1), (-2, 1), forces=2)),
        (2, "Quick March", t.walk((-2, 2), (-2, 1), forces=9)),
        luck=wins(2),
    )
    assert t.forces(1, (2, -1)) == 2 and fizzled(t)


def test_F6_a_tunnel_begins_where_the_walk_has_come_to():
    """F6: the stack itself occupies the Mine that it has just entered."""
    t = Table("refiner")
    t.mine((2, -1))
    t.mine((-2, 1))
    t.put(1, 1, (-2, 1))
    t.put(1, 2, (2, 0))
    t.road((2, 0), (2, -1))
    t.play(1, "March Orders", t.walk((2, 0), (2, -1), (-2, 1), forces=2))
    assert t.forces(1, (-2, 1)) == 3


def test_F10_archivist_counts_cards_not_basic_actions():
    """F10."""
    t = Table("cipher")
    archivist = t.put(1, "Archivist Prime", (0, 0))
    t.put(2, 9, (0, 1))
    t.road(*ROAD)
    t.play(1, "reinforce")
    t.play(1, "Supply Cache")
    t.play(1, "Stall")
    t.play(1, "march", t.walk(*ROAD[:2], champions=[archivist]))
    assert dice(t, archivist)[0] == 1 + 2


# The worked example ---------------------------------------------------------------------------------------------------


def test_14_4_an_action_step_of_five():
    """14.4: Ana, Ben, Cleo, Dov and Eve; Dov has the Lead. The dice fall so that the Ace holds the Center with 2 HP."""
    t = Table("leadbound", "virtuous", "vapourborn", "gatewright", "cipher")
    ana, ben, cleo, dov, eve = range(1, 6)
    t.state.round, t.state.lead = 4, dov
    assert t.home(ana) == (-4, 0) and t.home(cleo) == (2, 2)
    t.road((0, 2), (0, 1), (0, 0))
    t.road((2, 0), (1, 0), (0, 0))
    t.road((0, -1), (0, 0))
    t.put(cleo, 1, (0, 2))
    ace = t.put(cleo, "Skystriker Ace", (0, 2))
    t.put(dov, 3, (2, 0))
    t.put(eve, 1, (0, -1))
    t.put(ben, 2, (-1, 3))
    for seat, card, number in ((ben, "Zap", 88), (cleo, "Quick March", 47), (dov, "March Orders", 131)):
        t.hold(seat, card, number=number)

    def ace_holds(t: Table) -> bool:
        return t.hp(ace) == 2 and not t.forces(cleo, (0, 0)) and [b.winner for b in t.happened(BattleEnded)] == [3, 3]

    t.together(
        (ana, "reinforce"),
        (ben, "Zap", ace),
        (cleo, "Quick March", t.walk((0, 2), (0, 1), (0, 0), forces=1, champions=[ace])),
        (dov, "March Orders", t.walk((2, 0), (1, 0), (0, 0), forces=3)),
        (eve, "march", t.walk((0, -1), (0, 0), forces=1)),
        luck=ace_holds,
    )
    assert order(t) == [cleo, ben, dov, eve, ana]
    assert [t.mana(seat) for seat in (ana, ben, cleo, dov, eve)] == [4] * 5 and t.gold(ana) == 9
    assert t.happened(events.Fizzled)[0].seat == ben and t.discards(ben) == ["Zap"]
    assert [(b.attacker, b.defender) for b in t.happened(BattleBegan)] == [(dov, cleo), (eve, cleo)]
    assert [len(roll.dice) for roll in t.happened(CombatRolled)[:3]] == [3, 1, 2]
    assert t.where(ace) == (0, 0) and not t.state.forces[dov] and not t.state.forces[eve]
    assert t.forces(ana, t.home(ana)) == 2, "Home Guard"
    assert t.state.marked("walked", cleo), "Tailwind is spent now"
    assert set(t.asked()) == {ana, ben, cleo, dov, eve}
