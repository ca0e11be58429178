"""The market of Age II, card by card: combat and bridges."""

from __future__ import annotations

from collections import Counter

from core.games.bridgefront import events
from core.games.bridgefront.decisions import Power
from tests.support.games.bridgefront.looks import AROUND, CENTER, dice, fizzled, wins
from tests.support.games.bridgefront.table import Table

# E Combat / Tactics ---------------------------------------------------------------------------------------------------


def focus(order: str, guarded: bool = False) -> tuple[Table, list[int]]:
    """Return the targets of the hits of eleven Forces with Focus Fire and the given order.

    The enemies are a Sergeant (3 HP), a Titan and 2 Forces.
    """
    t = Table()
    t.put(1, 11, (1, 0))
    t.put(2, 2, CENTER)
    titan, sergeant = t.put(2, "Titan Vanguard", CENTER), t.put(2, "Sergeant", CENTER)
    if guarded:
        t.put(2, "Ironclad Warden", CENTER)
    t.road((1, 0), CENTER)
    t.play(1, "Focus Fire", order)
    t.play(1, "march", t.walk((1, 0), CENTER, forces=11))
    names = {titan: "titan", sergeant: "sergeant", 0: "force"}
    return t, [names.get(e.target, "warden") for e in t.happened(events.HitLanded) if e.seat == 1]


def test_focus_fire_directs_all_hits_of_the_next_battle():
    """All hits of the next battle follow the named order, and none is wasted on a defeated unit.

    Bodyguard still redirects.
    """
    t, landed = focus("weakest")
    assert landed[:5] == ["sergeant"] * 3 + ["titan"] * 2
    assert not t.state.marks_of_kind("focus fire")
    assert set(focus("strongest")[1][:3]) == {"titan"}
    assert focus("forces")[1][:3] == ["force", "force", "sergeant"]
    t, landed = focus("weakest", guarded=True)
    assert landed[:4] == ["force", "sergeant", "sergeant", "sergeant"]
    assert t.happened(events.HitLanded)[0].guarded


def test_slow_limits_a_champion_to_1_die_in_its_next_battle():
    """Any Champion at any distance rolls 1 die per combat round in its next battle.

    No bonus changes that, and the effect ends after the battle.
    """
    t = Table(mana=9)
    t.put(1, 6, (1, 0))
    blade = t.put(2, "Shadeblade", CENTER)
    t.road((1, 0), CENTER)
    t.play(2, "Frenzy", blade)
    t.play(1, "Slow", blade)
    t.play(1, "march", t.walk((1, 0), CENTER, forces=1), luck=wins(2))
    assert set(dice(t, blade, 2)) == {1}
    t.play(1, "march", t.walk((1, 0), CENTER, forces=1))
    assert dice(t, blade, 2)[0] == 7


def test_ward_stops_cards_of_others_that_name_the_champion():
    """Others cannot name the Champion, and a card that has already named it fizzles.

    Area damage still reaches it.
    """
    t = Table(mana=9)
    warded, other = t.put(1, "Titan Vanguard", CENTER), t.put(1, "Sergeant", CENTER)
    t.put(2, 1, (1, 0))
    assert not t.may(2, "Ward", warded)
    t.hold(1, "Ward", number=1)
    t.together((1, "Ward", warded), (2, "Zap", warded))
    assert fizzled(t) and t.hp(warded) == 10 and t.discards(2) == ["Zap"]
    assert not t.may(2, "Zap", warded) and not t.may(2, "Slow", warded) and t.may(2, "Zap", other)
    assert t.may(1, "Frenzy", warded)
    t.play(2, "Cataclysm Core", CENTER)
    assert t.hp(warded) == 7


def test_frenzy_deals_2_damage_and_adds_2_dice_in_every_battle_of_the_round():
    """Deal 2 damage at once; then roll 2 extra dice per combat round in every battle of the round."""
    t = Table(mana=9)
    titan = t.put(1, "Titan Vanguard", (1, 0))
    t.put(2, 3, CENTER)
    t.put(2, 3, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    t.play(1, "Frenzy", titan)
    assert t.hp(titan) == 8
    for a, b in (((1, 0), CENTER), (CENTER, (-1, 0))):
        t.play(1, "march", t.walk(a, b, champions=[titan]), luck=wins(1))
        assert set(dice(t, titan)) == {4}


def test_frenzy_may_kill_without_a_bounty():
    """If the damage kills the Champion, nobody earns the bounty."""
    t = Table()
    sergeant = t.put(1, "Sergeant", CENTER, hp=2)
    t.play(1, "Frenzy", sergeant)
    assert not t.champion(sergeant)
    assert t.gold(1) == t.gold(2) == 10


def test_repair_orders_heals_each_own_champion_by_1():
    """Heal each of your Champions by 1 HP, never above the maximum."""
    t = Table()
    hurt, whole = t.put(1, "Titan Vanguard", CENTER, hp=4), t.put(1, "Sergeant", (1, 0))
    enemy = t.put(2, "Titan Vanguard", (0, 1), hp=4)
    t.play(1, "Repair Orders")
    assert (t.hp(hurt), t.hp(whole), t.hp(enemy)) == (5, 3, 4)


def test_gold_plated_armor_buys_off_damage_for_2_gold_each():
    """Each damage to your own Champions is bought off for 2 gold while gold lasts, in battle too."""
    t = Table("cipher", gold=5, mana=9)
    plated, spotter = t.put(1, "Titan Vanguard", CENTER), t.put(2, "Sergeant", (1, 0))
    assert not t.may(1, "Gold Plated Armor", spotter)
    t.play(1, "Gold Plated Armor", plated)
    t.play(2, "Execution Order", plated)
    assert t.gold(1) == 1 and t.hp(plated) == 9

    t.state.gold[1] = 100
    t.put(2, 9, (0, 1))
    t.road((0, 1), CENTER)
    t.play(2, "march", t.walk((0, 1), CENTER, forces=9), luck=wins(1))
    assert t.hp(plated) == 9
    assert t.gold(1) == 100 - 2 * sum(e.target == plated for e in t.happened(events.HitLanded))


def mortar() -> tuple[Table, int]:
    """Return a table on which a Champion of seat 2 besieges seat 1, with a Force of seat 1 2 hexes away."""
    t = Table()
    t.put(1, 3, t.home(1))
    t.put(2, 3, t.home(1))
    titan = t.put(2, "Titan Vanguard", t.home(1))
    t.put(1, 1, (1, 0))
    return t, titan


def lands(hex_: tuple[int, int]):
    """Return a condition on the luck: the shot lands on the given hex."""
    return lambda t: [e.hex for e in t.happened(events.ShotLanded)] == [t.at(hex_)]


def test_mortar_shot_kills_4_forces_and_damages_every_champion_in_the_hex():
    """Kill 4 Forces drawn from both sides and deal 2 damage to every Champion; it resolves last."""
    t, titan = mortar()
    assert not t.may(1, "Mortar Shot", (-2, 0))
    t.play(1, "Mortar Shot", t.home(1), luck=lands(t.home(1)))
    assert t.forces(1, t.home(1)) + t.forces(2, t.home(1)) == 2
    assert t.hp(titan) == 8
    mixed = Counter()
    for n in range(40):
        t, _ = mortar()
        t.state.t += n
        t.play(1, "Mortar Shot", t.home(1), luck=lands(t.home(1)))
        mixed[t.forces(1, t.home(1))] += 1
    assert set(mixed) == {0, 1, 2}


def test_mortar_shot_scatters_to_neighbours_with_even_chance():
    """The aimed hex is hit with chance 1/2; the rest is spread evenly over its neighbours on the board."""
    aim = (3, -1)
    where = Counter()
    t = Table()
    t.put(1, 1, (2, 0))
    t.ask(1)
    shot, before = {1: t.choose(1, "Mortar Shot", aim)}, t.state
    for n in range(1200):
        t.state, t.events = before.clone(), []
        t._step(shot, n)
        where[t.happened(events.ShotLanded)[0].hex] += 1
    around = before.grid.neighbours[t.at(aim)]
    assert set(where) == {t.at(aim), *around} and len(around) == 4
    assert 540 < where.pop(t.at(aim)) < 660
    assert all(110 < n < 190 for n in where.values())


def test_mortar_shot_needs_a_spotting_force_in_range():
    """Only a Force can spot, not a Champion, and it must still be in range on resolution.

    Killing your own Champion pays nobody.
    """
    t = Table(mana=9)
    t.put(1, "Sergeant", CENTER)
    assert not t.may(1, "Mortar Shot", (1, 0))
    t.put(1, 1, (1, 0))
    t.put(2, 5, (2, 0))
    t.road((2, 0), (1, 0))
    t.together((1, "Mortar Shot", CENTER), (2, "Triple March", t.walk((2, 0), (1, 0), forces=5)), luck=wins(2))
    assert fizzled(t) and t.discards(1) == ["Mortar Shot"]

    t = Table()
    own = t.put(1, "Sergeant", (1, 0), hp=2)
    t.put(1, 1, (2, 0))
    t.play(1, "Mortar Shot", (1, 0), luck=lands((1, 0)))
    assert not t.champion(own) and t.gold(1) == 10


def test_champion_recall_returns_a_champions_card_openly_to_the_hand():
    """The card returns openly from the Burn pile.

    Played again, it costs again and starts without damage.
    """
    t = Table(mana=9)
    ace = t.put(1, "Skystriker Ace", CENTER, hp=1)
    assert not t.may(1, "Champion Recall", t.put(2, "Sergeant", (1, 0)))
    t.play(1, "Champion Recall", ace)
    assert not t.champion(ace) and t.open_hand(1) == ["Skystriker Ace"] and t.burnt(1) == []
    t.put(1, "Sergeant", (2, 0))
    t.play(1, ace, t.home(1))
    assert t.hp(ace) == 4 and t.gold(1) == 8 and t.burnt(1) == ["Sergeant", "Skystriker Ace"]


def test_champion_recall_ends_effects_of_cards_on_the_champion():
    """Effects of cards on the Champion have ended; its effects on others have not.

    A power used in this round stays used (K15).
    """
    t = Table("cipher", "virtuous", mana=20)
    surgeon, other = t.put(1, "Field Surgeon", CENTER), t.put(1, "Brute", CENTER, hp=1)
    t.put(2, "Sergeant", (0, 1))
    for card in ("Frenzy", "Gold Plated Armor"):
        t.play(1, card, surgeon)
    for card in ("Slow", "Marked for Coin"):
        t.play(2, card, surgeon)
    t.play(1, "Ward", surgeon)
    t.play(1, "Ward", other)
    t.together((1, t.choose(1, "Supply Cache", powers=[Power(surgeon, other)])))
    assert {m.kind for m in t.state.marks if m.what == surgeon} == {
        "frenzy", "plated", "slow", "marked for coin", "ward", "spent",
    }  # fmt: skip
    t.play(1, "Champion Recall", surgeon)
    t.play(1, surgeon, t.home(1))
    assert [m.kind for m in t.state.marks if m.what == surgeon] == ["spent"]
    assert t.state.marks_of_kind("ward", 1, other)
    t.put(2, 1, t.home(1))
    gold = t.gold(1)
    t.play(2, "Zap", surgeon)
    assert t.hp(surgeon) == 4 - 1 and t.gold(1) == gold, "neither warded nor plated"


def test_champion_recall_with_a_full_hand_discards_the_card():
    """With a full hand the card goes to the discard pile."""
    t = Table()
    ace = t.put(1, "Skystriker Ace", CENTER)
    t.hold(1, *["Recruit"] * 10, "Champion Recall")
    t.play(1, "Champion Recall", ace)
    assert t.discards(1) == ["Skystriker Ace", "Champion Recall"] and len(t.hand(1)) == 10


# F Bridges / Terrain --------------------------------------------------------------------------------------------------


def test_bridge_lockdown_stops_all_crossing_of_a_bridge_until_cleanup():
    """Nobody crosses the Bridge until Cleanup, even if it is destroyed and rebuilt.

    Units that need no Bridge still cross.
    """
    t = Table(mana=20)
    t.put(1, 2, CENTER)
    ace = t.put(2, "Skystriker Ace", (1, 0))
    t.put(2, 1, (1, 0))
    t.road(CENTER, (1, 0))
    assert not t.may(1, "Bridge Lockdown", (CENTER, (0, 1)))
    t.play(1, "Bridge Lockdown", (CENTER, (1, 0)))
    t.play(2, "Sabotage Bridge", (CENTER, (1, 0)))
    t.play(2, "build", (CENTER, (1, 0)))
    assert t.bridge(CENTER, (1, 0))
    assert not t.may(1, "march", t.walk(CENTER, (1, 0), forces=1))
    assert not t.may(2, "march", t.walk((1, 0), CENTER, forces=1))
    assert t.may(2, "march", t.walk((1, 0), CENTER, champions=[ace]))
    t.until("picks")
    t.until("bid")
    t.until("action")
    assert t.may(2, "march", t.walk((1, 0), CENTER, forces=1))


def test_bridge_network_builds_up_to_3_bridges_at_occupied_hexes():
    """Build up to 3 Bridges, each touching a hex that you occupy.

    A Bridge built meanwhile is skipped and the others are built.
    """
    t = Table(mana=20)
    t.put(1, 1, CENTER)
    t.put(2, 1, (1, 0))
    edges = [(CENTER, hex_) for hex_ in AROUND]
    assert not t.may(1, "Bridge Network", [*edges[:2], ((2, 0), (3, 0))])
    assert not t.may(1, "Bridge Network", edges[:4])
    assert not t.may(1, "Bridge Network", [edges[0], edges[0]])
    t.hold(2, "Rapid Span", number=1)
    t.together((1, "Bridge Network", edges[:3]), (2, "Rapid Span", [edges[0]]))
    assert all(t.bridge(*edge) for edge in edges[:3]) and not fizzled(t)
    t.hold(2, "Bridgeborn Path", number=1)
    t.together((1, "Bridge Network", [edges[5]]), (2, "Bridgeborn Path", edges[5]))
    assert fizzled(t)


def test_wormhole_link_makes_two_hexes_neighbours_for_the_round():
    """Link two hexes as neighbours for everybody until the end of the round.

    Each must be at most 3 from a Champion of yours.
    """
    t = Table(mana=20)
    t.put(1, "Sergeant", CENTER)
    t.put(1, 1, (0, 2))
    t.put(2, 2, (0, -2))
    t.play(1, "Wormhole Link", [(0, 2), (0, -2)])
    assert t.burnt(1)[-1] == "Wormhole Link"
    assert t.may(1, "march", t.walk((0, 2), (0, -2), forces=1))
    t.play(2, "march", t.walk((0, -2), (0, 2), forces=2), luck=wins(2))
    assert not any(t.state.bridges)
    t.until("bid")
    t.until("action")
    assert not t.may(2, "march", t.walk((0, 2), (0, -2), forces=1))


def test_wormhole_link_fizzles_out_of_reach_and_is_not_burnt():
    """The distance is checked again on resolution; a fizzled card is not burnt (A9)."""
    t = Table(seats=4, mana=20)
    ace = t.put(1, "Skystriker Ace", CENTER, hp=1)
    t.put(2, 1, (1, 0))
    assert not t.may(1, "Wormhole Link", [(0, 2), (0, -4)])
    t.hold(2, "Zap", number=1)
    t.together((1, "Wormhole Link", [(0, 2), (0, -2)]), (2, "Zap", ace))
    assert fizzled(t) and t.discards(1) == ["Wormhole Link"] and not t.state.marks_of_kind("link")


def test_bridge_pivot_removes_one_bridge_and_builds_another():
    """At any hex remove one Bridge and build one; a half that has become impossible is skipped."""
    t = Table(mana=20)
    t.put(2, 1, CENTER)
    t.road((1, 0), CENTER, (-1, 0))
    assert not t.may(1, "Bridge Pivot", CENTER, [(CENTER, (0, 1)), (CENTER, (0, -1))])
    t.play(1, "Bridge Pivot", CENTER, [(CENTER, (1, 0)), (CENTER, (0, 1))])
    assert not t.bridge(CENTER, (1, 0)) and t.bridge(CENTER, (0, 1))
    t.hold(2, "Sabotage Bridge", number=1)
    t.together(
        (1, "Bridge Pivot", CENTER, [(CENTER, (-1, 0)), (CENTER, (0, -1))]),
        (2, "Sabotage Bridge", (CENTER, (-1, 0))),
    )
    assert t.bridge(CENTER, (0, -1)) and not fizzled(t)
    t.play(1, "Bridge Pivot", (2, 1), [None, ((2, 1), (1, 1))])
    assert t.bridge((2, 1), (1, 1))
