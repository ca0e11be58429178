"""Rulings on moves, tailwind, occupying and tunnels (rules 15.4: A10-A19, A26-A28; B15, F3, F6, F10).

Where a ruling names an option, both of its values are played.
"""

from __future__ import annotations

import pytest

from core.games.bridgefront import events
from core.games.bridgefront.decisions import Power
from core.games.bridgefront.events import ActionResolves, BattleBegan, BattleEnded, StackMoved
from tests.support.games.bridgefront.looks import dice, fizzled, wins
from tests.support.games.bridgefront.table import Table

ROAD = ((0, 0), (0, 1), (0, 2), (0, 3))


def place(t: Table, kind: type) -> int:
    """Return the index of the first event of this kind among all events of the step."""
    return next(i for i, event in enumerate(t.events) if isinstance(event, kind))


# Walks ----------------------------------------------------------------------------------------------------------------


def test_A10_stacks_split_freely():
    """A stack is any number of your units of one hex (A10)."""
    t = Table()
    t.put(1, 5, (0, 0))
    first, second = (t.put(1, "Sergeant", (0, 0)) for _ in range(2))
    t.road(*ROAD)
    t.play(1, "march", t.walk(*ROAD[:2], forces=2, champions=[second]))
    assert (t.forces(1, (0, 0)), t.forces(1, (0, 1))) == (3, 2)
    assert t.where(first) == (0, 0) and t.where(second) == (0, 1)
    for stack in (t.walk(*ROAD[:2], forces=4), t.walk(*ROAD[:2], champions=[second]), t.walk(*ROAD[:2])):
        assert not t.may(1, "march", stack)


def test_A10_the_named_number_of_forces_moves():
    """The named number of Forces moves, or all if there are fewer (part 5).

    Champions that are gone are left out.
    """
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


def test_A10_a_move_without_remaining_units_fizzles():
    """Units that were not named stay; with nothing left the move fizzles (part 5)."""
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


def test_A11_both_stacks_move_before_battles():
    """One card is one action; two stacks may attack one hex together (A11)."""
    t = pincers()
    assert len(t.happened(BattleBegan)) == 1 and dice(t)[0] == 9


def test_A11_two_stack_battles_separate_fights_between_the_moves():
    """With two_stack_battles = separate the first stack fights before the second sets out (A11)."""
    t = pincers(two_stack_battles="separate")
    assert dice(t)[0] == 5
    second = next(i for i, e in enumerate(t.events) if isinstance(e, StackMoved) and e.forces == 4)
    assert place(t, BattleEnded) < second


def test_A12_a_defended_capital_ends_a_move():
    """Any hex with units of another player ends the move, a Capital too (A12)."""
    t = Table()
    way = ((-2, 0), (-3, 0), (-3, 1))
    t.put(1, 2, way[0])
    t.put(2, 1, t.home(2))
    t.road(*way)
    assert not t.may(1, "March Orders", t.walk(*way, forces=2))
    t.state.forces[2] = {}
    t.play(1, "March Orders", t.walk(*way, forces=2))
    assert t.forces(1, way[2]) == 2, "an empty Capital can be walked through"


def test_A13_both_sides_can_leave_a_besieged_capital():
    """Both sides may leave, and more units of the same two players may enter (A13)."""
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
    """With owner and attacker inside, a third player cannot enter, deploy or lift (A14)."""
    t = Table(seats=3)
    home, beside = t.home(1), (2, 0)
    t.put(1, 1, home)
    t.put(2, 1, home)
    t.put(3, 2, beside)
    t.road(beside, home)
    assert not t.may(3, "march", t.walk(beside, home, forces=2))
    assert not t.may(3, "Flank Step", t.walk(beside, home, forces=2))
    assert not t.may(3, "Brute", home)


def test_A14_the_owner_cannot_enter_a_capital_filled_by_two_others():
    """If others fill the Capital in the same step, the owner's move, lift and deployment fail (A14)."""
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


def test_A14_a_full_capital_has_no_room_to_deploy_to():
    """Forward Barracks may name the Capital at any time, but finds no room in it."""
    t = Table(seats=3)
    t.put(2, 1, t.home(1))
    t.put(3, 1, t.home(1))
    t.play(1, "Forward Barracks", t.home(1))
    assert t.forces(1, t.home(1)) == 0 and fizzled(t)


def test_A15_two_non_owners_in_a_capital_fight_a_siege():
    """Two strangers fight a siege, the earlier one defends and the owner cannot deploy (A15)."""
    t = Table(seats=3)
    home = t.home(1)
    t.put(3, 4, home)
    t.put(2, 4, home)
    assert not t.may(1, "reinforce")
    t.play(1, "Recruit", 0)
    assert t.forces(1, home) == 0 and t.gold(1) == 9 and fizzled(t)
    assert not t.may(1, "Brute", home), "no legal hex for a Champion"
    t.until("bid")
    (siege,) = t.happened(BattleBegan)
    assert (siege.hex, siege.attacker, siege.defender, siege.siege) == (t.at(home), 2, 3, True)
    assert t.forces(2, home) + t.forces(3, home) < 5
    t.state.mana[1] = 1
    t.until("action")
    t.play(1, "reinforce")
    assert t.forces(1, home) == 1, "in the next round it is possible again"


def test_A15_a_player_who_leaves_and_returns_loses_the_earlier_arrival():
    """The earliest among the players who have stayed defends (part 9)."""
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


def test_A15_a_player_whose_first_units_died_loses_the_earlier_arrival():
    """The same applies if units were killed: none of that player's have stayed."""
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


def test_A16_two_armies_moving_at_each_other_do_not_swap():
    """The earlier army finds the other still at home (A16, 8.6)."""
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


def test_A17_a_declared_power_resolves_just_before_its_players_choice():
    """Stitchwork heals before the owner's card lifts its target away (A17, 8.3)."""
    t = Table()
    surgeon = t.put(1, "Field Surgeon", (0, 0))
    brute = t.put(1, "Brute", (0, 0), hp=1)
    t.together((1, t.choose(1, "Emergency Evac", brute, powers=[Power(surgeon, brute)])))
    assert t.hp(brute) == 1 + 2 + 1
    assert place(t, events.PowerUsed) < place(t, events.ChampionLifted)
    assert not t.may(1, "done", powers=[Power(surgeon, surgeon)]), "once a round"


def test_A17_a_declared_power_resolves_only_if_its_champion_is_still_alive():
    """A power declared with a basic action or Done resolves in Lead order after all cards (8.3).

    The Champion must still be alive.
    """
    t = Table()
    surgeon = t.put(1, "Field Surgeon", (0, 0), hp=1)
    brute = t.put(1, "Brute", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.together((1, t.choose(1, "done", powers=[Power(surgeon, brute)])), (2, "Zap", surgeon))
    assert t.hp(brute) == 1 and not t.happened(events.PowerUsed)


def test_A17_a_champion_killed_by_tempest_pays_the_bounty():
    """A power of a Done player counts, and so do its kills."""
    t = Table("refiner", "leadbound")
    caller = t.put(1, "Stormcaller", (0, 0))
    prey = t.put(2, "Sergeant", (0, 1), hp=1)
    t.together((1, t.choose(1, "done", powers=[Power(caller)])))
    assert not t.champion(prey) and t.gold(1) == 11


def mines_of(t: Table, seat: int) -> None:
    for hex_ in ((2, -1), (-2, 1)):
        t.mine(hex_)
        t.put(seat, 2, hex_)


def test_A18_deep_tunnels_serve_only_the_refiners_moves():
    """Deep Tunnels serve only the refiner's moves, not other players and not ranges (A18)."""
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
    """Return the table, and whether the owner and another player may use the tunnel."""
    t = Table(**options)
    home = t.home(1)
    t.put(1, 1, home)
    t.put(2, 1, (0, 0))
    t.play(1, "Tunnel Network")
    way = (home, (0, 0))
    return t, t.may(1, "march", t.walk(*way, forces=1)), t.may(2, "march", t.walk(*reversed(way), forces=1))


def test_A19_all_players_can_use_a_link():
    """A link is movement only and counts as a Bridge for everybody (A19)."""
    t, owner, other = tunnel_network()
    assert owner and other
    assert not t.may(1, "Zap", t.put(2, "Brute", (0, 0))), "ranges do not shrink"


def test_A19_link_users_owner_reserves_the_link_for_its_owner():
    """With link_users = owner only the owner may use the link (A19)."""
    _, owner, other = tunnel_network(link_users="owner")
    assert owner and not other


def test_A19_a_stack_takes_the_link_instead_of_a_trapped_bridge():
    """A stack takes the link where a trapped or closed Bridge joins the same two hexes."""
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


# Tailwind and the rest ------------------------------------------------------------------------------------------------


def test_A26_tailwind_applies_only_to_the_first_move_of_the_round():
    """Tailwind belongs to the first move of the round, used or not (A26)."""
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


def test_A26_lifts_and_moves_that_never_start_do_not_spend_tailwind():
    """Emergency Evac is a lift, and a move over a missing Bridge has not begun (A26)."""
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


def test_A26_tailwind_uses_the_same_kind_of_movement():
    """A Flank Step needs no Bridges for both hexes (part 13).

    With two stacks Tailwind belongs to the first named.
    """
    t = Table("vapourborn")
    t.put(1, 4, (0, 0))
    assert t.may(1, "Flank Step", t.walk(*ROAD[:3], forces=2))
    t.road(*ROAD)
    two, one = t.walk(*ROAD[:3], forces=2), t.walk(*ROAD[:2], forces=2)
    assert t.may(1, "Roll Out", two, one) and not t.may(1, "Roll Out", one, two)


def test_A26_a_stack_that_dies_after_its_first_hex_has_moved():
    """A stack that leaves its hex and dies at a second trapped Bridge has moved.

    The first move of the round is over.
    """
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


def test_A26_a_stack_that_dies_on_its_first_bridge_has_not_moved():
    """A stack that never leaves its hex keeps Tailwind, and the card has not fizzled."""
    t = Table("vapourborn", "gatewright")
    t.put(1, 1, (0, 0))
    t.put(1, 1, (1, 0))
    t.put(2, 1, (0, 1))
    t.road(*ROAD)
    t.road((1, 0), (1, 1), (1, 2))
    t.play(2, "Bridge Trap", ROAD[:2])
    t.state.forces[2] = {}
    t.play(1, "March Orders", t.walk(*ROAD[:3], forces=1))
    assert t.forces(1, (0, 0)) == t.forces(1, (0, 1)) == 0 and not fizzled(t)
    assert t.may(1, "march", t.walk((1, 0), (1, 1), (1, 2), forces=1))


def test_A26_a_blocked_first_stack_still_spends_tailwind():
    """The extra hex belongs to the first named stack (A11).

    If its Bridge is gone, the second moves as far as it may and Tailwind is spent.
    """
    t = Table("vapourborn", "gatewright")
    t.put(1, 2, (0, 0))
    t.put(1, 2, (1, 0))
    t.put(2, 1, (0, 1))
    t.road(*ROAD)
    t.road((1, 0), (1, 1), (1, 2))
    t.hold(1, "Roll Out", number=200)
    t.hold(2, "Sabotage Bridge", number=65)
    stay, go = t.walk(*ROAD[:2], forces=2), t.walk((1, 0), (1, 1), forces=2)
    t.together((1, "Roll Out", stay, go), (2, "Sabotage Bridge", ROAD[:2]))
    assert t.forces(1, (0, 0)) == 2 and t.forces(1, (1, 1)) == 2
    assert not t.may(1, "march", t.walk((1, 1), (1, 0), (1, 1), forces=2))
    assert t.state.marks_of_kind("walked", 1)


def test_A27_units_need_no_supply_or_upkeep_and_have_no_limit():
    """Units that are cut off stay as they are, in any number per hex; gold never drops below 0 (A27)."""
    t = Table(gold=2)
    t.put(1, 40, (0, -1))
    t.play(2, "Market Squeeze", 1)
    assert (t.gold(1), t.gold(2)) == (0, 4)
    t.play(1, "Field Medic")
    t.until("bid")
    assert t.forces(1, (0, -1)) == 40 and t.gold(1) == 1


def test_A28_battles_are_fought_at_once_and_sieges_wait():
    """Battles follow their card or action, before the next one resolves; sieges wait (A28)."""
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


# Occupying and factions -----------------------------------------------------------------------------------------------


def test_B15_a_lone_champion_counts_as_occupying():
    """A Champion alone occupies: Mines, Center, deploying and building (B15)."""
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
def test_F3_wings_and_logistics_officer_redirect_only_deployments(faction):
    """Wings and Logistics Officer redirect only deployments to the Capital (F3).

    Everything else refers to the real one.
    """
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


def test_F3_a_redirected_place_is_checked_again_at_resolution():
    """The place is locked and checked again after the Officer has died (8.4)."""
    t = Table()
    officer = t.put(1, "Logistics Officer", (0, 0), hp=1)
    t.put(2, 1, (0, 1))
    t.hold(2, "Zap", number=20)
    t.hold(1, "Paid Volunteers", number=135)
    t.together((1, "Paid Volunteers", (0, 0)), (2, "Zap", officer))
    assert t.forces(1, (0, 0)) == t.forces(1, t.home(1)) == 0 and fizzled(t)


def test_F6_deep_tunnels_need_both_mines_at_the_time_of_the_step():
    """Units need not stay behind; a Mine lost meanwhile is no step of the tunnel (F6)."""
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


def test_F6_a_tunnel_can_start_at_a_mine_just_entered():
    """The stack itself occupies the Mine that it has just entered (F6)."""
    t = Table("refiner")
    t.mine((2, -1))
    t.mine((-2, 1))
    t.put(1, 1, (-2, 1))
    t.put(1, 2, (2, 0))
    t.road((2, 0), (2, -1))
    t.play(1, "March Orders", t.walk((2, 0), (2, -1), (-2, 1), forces=2))
    assert t.forces(1, (-2, 1)) == 3


def test_F10_archivist_counts_cards_not_basic_actions():
    """The Archivist counts cards, not basic actions (F10)."""
    t = Table("cipher")
    archivist = t.put(1, "Archivist Prime", (0, 0))
    t.put(2, 9, (0, 1))
    t.road(*ROAD)
    t.play(1, "reinforce")
    t.play(1, "Supply Cache")
    t.play(1, "Stall")
    t.play(1, "march", t.walk(*ROAD[:2], champions=[archivist]))
    assert dice(t, archivist)[0] == 1 + 2
