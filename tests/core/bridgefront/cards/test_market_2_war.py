"""The market of Age II, card by card: combat, bridges, gambits, victory, Champions."""

from __future__ import annotations

from collections import Counter

from core.bridgefront import events
from core.bridgefront.catalogue import SECTIONS
from tests.core.bridgefront.cards.looks import AROUND, CENTER, dice, fizzled, hit_on, vp_for_gaining, wins
from tests.core.bridgefront.table import Table

# E Combat / Tactics ---------------------------------------------------------------------------------------------------


def focus(order: str, guarded: bool = False) -> tuple[Table, list[int]]:
    """Eleven Forces, fired as named, strike a Sergeant (3 HP), a Titan and 2 Forces: on whom the hits land."""
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


def test_focus_fire():
    """All hits of the next battle follow the order named, none on a unit already beaten; Bodyguard still redirects."""
    t, landed = focus("weakest")
    assert landed[:5] == ["sergeant"] * 3 + ["titan"] * 2
    assert not t.state.marked("focus fire")
    assert set(focus("strongest")[1][:3]) == {"titan"}
    assert focus("forces")[1][:3] == ["force", "force", "sergeant"]
    t, landed = focus("weakest", guarded=True)
    assert landed[:4] == ["force", "sergeant", "sergeant", "sergeant"]
    assert t.happened(events.HitLanded)[0].guarded


def test_slow():
    """Any Champion, however far; 1 die in every combat round of its next battle whatever else it has; then not."""
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


def test_ward():
    """Others cannot name the Champion; a card that has named it already fizzles; area damage reaches it."""
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


def test_frenzy():
    """2 damage at once, then 2 dice more in every combat round of the round, in every battle."""
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


def test_frenzy_may_kill():
    """Nobody earns the bounty."""
    t = Table()
    sergeant = t.put(1, "Sergeant", CENTER, hp=2)
    t.play(1, "Frenzy", sergeant)
    assert not t.champion(sergeant)
    assert t.gold(1) == t.gold(2) == 10


def test_repair_orders():
    """1 HP for each of yours, never above the maximum."""
    t = Table()
    hurt, whole = t.put(1, "Titan Vanguard", CENTER, hp=4), t.put(1, "Sergeant", (1, 0))
    enemy = t.put(2, "Titan Vanguard", (0, 1), hp=4)
    t.play(1, "Repair Orders")
    assert (t.hp(hurt), t.hp(whole), t.hp(enemy)) == (5, 3, 4)


def test_gold_plated_armor():
    """Each damage is paid off with 2 gold as long as they are there, in battle too; own Champions only."""
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
    """Seat 2 besieges seat 1 with a Champion; a Force of seat 1 stands 2 hexes away."""
    t = Table()
    t.put(1, 3, t.home(1))
    t.put(2, 3, t.home(1))
    titan = t.put(2, "Titan Vanguard", t.home(1))
    t.put(1, 1, (1, 0))
    return t, titan


def lands(hex_: tuple[int, int]):
    """Luck: the shot lands there."""
    return lambda t: [e.hex for e in t.happened(events.ShotLanded)] == [t.at(hex_)]


def test_mortar_shot():
    """4 of all Forces there die, drawn among friend and foe, every Champion takes 2; always last among cards."""
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


def test_mortar_shot_scatters():
    """1 chance in 2 for the hex aimed at, the rest spread evenly over its neighbours on the board."""
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
    around = before._grid.neighbours[t.at(aim)]
    assert set(where) == {t.at(aim), *around} and len(around) == 4
    assert 540 < where.pop(t.at(aim)) < 660
    assert all(110 < n < 190 for n in where.values())


def test_mortar_shot_needs_a_force_to_spot():
    """Not a Champion, and still in range when it resolves; a Champion of your own killed by it pays nobody."""
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


def test_champion_recall():
    """The card comes back openly from the Burn pile; played again it costs again and its damage is forgotten."""
    t = Table(mana=9)
    ace = t.put(1, "Skystriker Ace", CENTER, hp=1)
    assert not t.may(1, "Champion Recall", t.put(2, "Sergeant", (1, 0)))
    t.play(1, "Champion Recall", ace)
    assert not t.champion(ace) and t.open_hand(1) == ["Skystriker Ace"] and t.burnt(1) == []
    t.put(1, "Sergeant", (2, 0))
    t.play(1, ace, t.home(1))
    assert t.hp(ace) == 4 and t.gold(1) == 8 and t.burnt(1) == ["Sergeant", "Skystriker Ace"]


def test_champion_recall_with_a_full_hand():
    """The card goes to the discard pile."""
    t = Table()
    ace = t.put(1, "Skystriker Ace", CENTER)
    t.hold(1, *["Recruit"] * 10, "Champion Recall")
    t.play(1, "Champion Recall", ace)
    assert t.discards(1) == ["Skystriker Ace", "Champion Recall"] and len(t.hand(1)) == 10


# F Bridges / Terrain --------------------------------------------------------------------------------------------------


def test_bridge_lockdown():
    """Nobody crosses, even when it has been destroyed and built anew; who needs no Bridge does. Till Cleanup."""
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


def test_bridge_network():
    """Up to 3 Bridges, each touching a hex that you occupy; one built meanwhile is skipped, the others are built."""
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


def test_wormhole_link():
    """Two hexes, each at most 3 from a Champion of yours, are a step apart for everybody till the end of the round."""
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


def test_wormhole_link_out_of_reach():
    """The distance is tested again; fizzled it is not burnt (A9)."""
    t = Table(seats=4, mana=20)
    ace = t.put(1, "Skystriker Ace", CENTER, hp=1)
    t.put(2, 1, (1, 0))
    assert not t.may(1, "Wormhole Link", [(0, 2), (0, -4)])
    t.hold(2, "Zap", number=1)
    t.together((1, "Wormhole Link", [(0, 2), (0, -2)]), (2, "Zap", ace))
    assert fizzled(t) and t.discards(1) == ["Wormhole Link"] and not t.state.marked("link")


def test_bridge_pivot():
    """At any hex one Bridge goes and one comes; a half that has become impossible is skipped."""
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


# G Synergy / Gambits --------------------------------------------------------------------------------------------------


def test_foundry_heist():
    """An open offer of 3 from the Age II market in any age; 1 is gained, then 1 drawn, the gained card perhaps."""
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


def test_foundry_heist_scraps_on_a_forge():
    """The card named goes to the Burn pile; with no other card in hand nothing does; then draw 1."""
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


def test_foundry_heist_without_a_forge():
    """Only the draw: it does not depend on the Forge. The card named stays in hand, open now."""
    t = Table(mana=9)
    t.forge(CENTER)
    t.hold(1, "Zap")
    t.pile(1, "Stall", "Recruit")
    t.play(1, "Foundry Heist", 1, "Zap")
    assert t.hand(1) == ["Stall", "Zap"] and t.open_hand(1) == ["Zap"] and t.burnt(1) == []
    t.play(1, "Foundry Heist", 0)
    assert t.asked() == {} or "offer" not in t.asked().values()
    assert t.hand(1) == ["Recruit", "Stall", "Zap"]


def test_foundry_heist_of_a_cipher():
    """Wider Choice: an offer of 4."""
    t = Table("cipher")
    t.forge(CENTER)
    t.put(1, 1, CENTER)
    t.play(1, "Foundry Heist", 0)
    assert len(t.offered()) == 4


def test_deep_shaft_rig():
    """Mine Value +1 for good, at most 7, and a Force comes in any case."""
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


def test_dice_war_profiteers():
    """1-4: 1 gold. 5-6: 6 gold."""
    earned = {}
    for n in range(30):
        t = Table(gold=0)
        t.state.t += n
        t.play(1, "Dice: War Profiteers")
        earned[t.happened(events.Rolled)[0].die] = t.gold(1)
    assert earned == {1: 1, 2: 1, 3: 1, 4: 1, 5: 6, 6: 6}


def test_encirclement():
    """With three neighbours occupied when it resolves 6 enemy Forces die, no Champion is hurt; with two nobody dies."""
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


def test_encirclement_through_a_link():
    """Links make no neighbours."""
    t = Table(mana=20)
    t.put(2, 8, CENTER)
    for hex_ in (*AROUND[:2], (0, 3)):
        t.put(1, 1, hex_)
    t.play(1, "Wormhole Gate", [CENTER, (0, 3)])
    t.play(1, "Encirclement", CENTER)
    assert t.forces(2, CENTER) == 8


def test_encirclement_spares_your_own():
    """In a siege the enemies die, however many of yours stand beside them."""
    t = Table()
    t.put(1, 9, t.home(1))
    t.put(2, 8, t.home(1))
    for near in t.state._grid.neighbours[t.state.capital[1]]:
        t.put(1, 1, t.state._grid.hexes[near])
    t.play(1, "Encirclement", t.home(1))
    assert t.forces(1, t.home(1)) == 9 and t.forces(2, t.home(1)) == 2


def test_encirclement_of_two_enemies():
    """In a Capital where two others stand the 6 are drawn at random among both."""
    left = Counter()
    for n in range(30):
        t = Table(seats=3)
        t.state.t += n
        home = t.home(2)
        t.put(2, 5, home)
        t.put(3, 5, home)
        for hex_ in [t.state._grid.hexes[h] for h in t.state._grid.neighbours[t.at(home)]]:
            t.put(1, 1, hex_)
        t.play(1, "Encirclement", home)
        assert t.forces(2, home) + t.forces(3, home) == 4
        left[t.forces(2, home)] += 1
    assert len(left) > 2


# H Victory ------------------------------------------------------------------------------------------------------------


def test_strategic_triumph():
    """2 gold when played; 1 VP when gained."""
    t = Table()
    t.play(1, "Strategic Triumph")
    assert t.gold(1) == 12 and t.discards(1) == ["Strategic Triumph"]
    assert t.state.vp[1] == 0 and vp_for_gaining(t, 1, "Strategic Triumph") == 1


def test_center_dispatch():
    """1 card, or 2 on the Center; 1 VP when gained."""
    t = Table()
    t.pile(1, "Zap", "Stall", "Insight")
    t.play(1, "Center Dispatch")
    assert t.hand(1) == ["Zap"]
    t.put(1, 1, CENTER)
    t.play(1, "Center Dispatch")
    assert t.hand(1) == ["Insight", "Stall", "Zap"]
    assert vp_for_gaining(t, 1, "Center Dispatch") == 1


def test_banner_of_resolve():
    """1 Force into the Capital, where Home Guard adds one; 1 VP when gained."""
    t = Table("leadbound")
    t.play(1, "Banner of Resolve")
    assert t.forces(1, t.home(1)) == 2
    assert vp_for_gaining(t, 1, "Banner of Resolve") == 1


def test_big_vp_gainer():
    """2 VP when gained; drawn it shows itself and costs 1 gold each time, none at 0 gold; played it does nothing."""
    t = Table(gold=1)
    t.pile(1, "Big VP Gainer", "Zap", "Big VP Gainer")
    t.play(1, "Interrupt")
    assert t.gold(1) == 0 and t.open_hand(1) == ["Big VP Gainer"] and t.hand(1) == ["Big VP Gainer", "Zap"]
    t.play(1, "Center Dispatch")
    assert t.gold(1) == 0 and t.open_hand(1) == ["Big VP Gainer"] * 2
    t.play(1, "Big VP Gainer")
    assert t.discards(1)[-1] == "Big VP Gainer" and t.state.vp[1] == 0
    assert vp_for_gaining(t, 1, "Big VP Gainer") == 2


def test_big_vp_gainer_at_a_full_hand():
    """Straight to the discard pile: it has not been drawn."""
    t = Table()
    t.hold(1, *["Recruit"] * 10, "Center Dispatch")
    t.pile(1, "Big VP Gainer")
    t.play(1, "Center Dispatch")
    assert t.gold(1) == 10 and t.discards(1) == ["Big VP Gainer", "Center Dispatch"]


# I Champions ----------------------------------------------------------------------------------------------------------


def test_jet_striker():
    """No special ability, no flight: 3 dice on 1-2. Price by Champions on the board, at most champion_limit of them."""
    t = Table(gold=20, mana=20)
    t.put(1, 1, CENTER)
    t.put(2, 1, (1, 0))
    prices = []
    for _ in range(4):
        before = t.gold(1)
        t.play(1, "Jet Striker", CENTER)
        prices.append(before - t.gold(1))
    assert prices == [1, 3, 5, 5]
    assert "limit" in t.why_not(1, "Jet Striker", CENTER)
    jet = min(t.state.champions)
    assert not t.may(1, "march", t.walk(CENTER, (1, 0), champions=[jet]))
    t.road(CENTER, (1, 0))
    t.play(1, "march", t.walk(CENTER, (1, 0), champions=[jet]))
    assert dice(t, jet)[0] == 3 and set(hit_on(t, jet)) == {2}


def test_guerilla_native_mercenary():
    """Any hex without units will do, an empty enemy Capital too; taken by then: fizzles, to the discard pile."""
    t = Table(mana=20)
    t.put(2, 1, CENTER)
    assert not t.may(1, "Guerilla Native Mercenary", CENTER)
    t.play(1, "Guerilla Native Mercenary", t.home(2))
    assert t.here(1, t.home(2), "Guerilla Native Mercenary").hp == 4
    t.road(CENTER, (0, 1))
    t.hold(2, "Quick March", number=1)
    t.together((1, "Guerilla Native Mercenary", (0, 1)), (2, "Quick March", t.walk(CENTER, (0, 1), forces=1)))
    assert fizzled(t) and t.discards(1) == ["Guerilla Native Mercenary"] and t.gold(1) == 10 - 1 - 3


def test_tax_reaver():
    """Extort: its hit takes the last HP of an enemy Champion, whose player hands over up to 2 gold."""
    t = Table("leadbound", gold=1)
    reaver = t.put(1, "Tax Reaver", (1, 0))
    t.put(2, "Sergeant", CENTER)
    t.road((1, 0), CENTER)
    t.play(1, "march", t.walk((1, 0), CENTER, champions=[reaver]), luck=wins(1))
    assert set(hit_on(t, reaver)) == {3}
    assert t.gold(1) == 1 + 1 + 1 and t.gold(2) == 0


def test_tax_reaver_beside_the_killer():
    """Every hit remembers who rolled it: a Force's last hit extorts nothing."""
    t = Table("leadbound")
    reaver = t.put(1, "Tax Reaver", (1, 0))
    t.put(1, 9, (1, 0))
    t.put(2, "Sergeant", CENTER, hp=1)
    t.road((1, 0), CENTER)

    def force_kills(t: Table) -> bool:
        rolled = [r for r in t.happened(events.CombatRolled) if r.copy == reaver]
        return wins(1)(t) and not any(r.hits for r in rolled)

    t.play(1, "march", t.walk((1, 0), CENTER, forces=9, champions=[reaver]), luck=force_kills)
    assert t.gold(2) == 10 and t.gold(1) == 11


def test_siege_engineer():
    """Deployed, it destroys a Bridge that ends in its hex: one must be named if there is one."""
    t = Table(mana=20)
    t.put(1, 1, CENTER)
    t.play(1, "Siege Engineer", CENTER)
    t.road((1, 0), CENTER, (0, 1))
    assert not t.may(1, "Siege Engineer", CENTER)
    assert not t.may(1, "Siege Engineer", CENTER, ((1, 0), (2, 0)))
    t.play(1, "Siege Engineer", CENTER, ((1, 0), CENTER))
    assert not t.bridge((1, 0), CENTER) and t.bridge(CENTER, (0, 1))
    t.put(2, 1, (0, 1))
    t.hold(2, "Sabotage Bridge", number=1)
    t.together((1, "Siege Engineer", CENTER, (CENTER, (0, 1))), (2, "Sabotage Bridge", (CENTER, (0, 1))))
    assert len(t.state.champions) == 3 and not fizzled(t)


def test_duelist_exemplar():
    """2 dice on 1-3, and 1 more in combat rounds with an enemy Champion."""
    for foe, rolled in ((1, 2), ("Titan Vanguard", 3)):
        t = Table()
        duelist = t.put(1, "Duelist Exemplar", (1, 0))
        t.put(2, foe, CENTER)
        t.road((1, 0), CENTER)
        t.play(1, "march", t.walk((1, 0), CENTER, champions=[duelist]))
        assert set(dice(t, duelist)) == {rolled} and set(hit_on(t, duelist)) == {3}


def test_lone_wolf():
    """1 die, and 3 more while no Force of its side is there; other Champions do not matter."""
    for forces, rolled in ((0, 4), (1, 1)):
        t = Table()
        wolf, other = t.put(1, "Lone Wolf", (1, 0)), t.put(1, "Sergeant", (1, 0))
        t.put(1, 1, (1, 0))
        t.put(2, "Titan Vanguard", CENTER)
        t.road((1, 0), CENTER)
        t.play(1, "march", t.walk((1, 0), CENTER, forces=forces, champions=[wolf, other]))
        assert dice(t, wolf)[0] == rolled


def test_reliable_veteran():
    """A single die that hits on 1-5."""
    t = Table()
    veteran = t.put(1, "Reliable Veteran", (1, 0))
    t.put(2, 2, CENTER)
    t.road((1, 0), CENTER)
    t.play(1, "march", t.walk((1, 0), CENTER, champions=[veteran]))
    assert set(dice(t, veteran)) == {1} and set(hit_on(t, veteran)) == {5}


def test_exodia():
    """Three Champions or more die for it, in whose hex it may appear; nobody earns a bounty; no gold; no limit."""
    t = Table(gold=0)
    for name in ("Sergeant", "Titan Vanguard", "Brute"):
        assert "Champions" in t.why_not(1, "Exodia", t.home(1))
        t.put(1, name, CENTER)
    t.put(1, "Bannerman", (1, 1))
    t.play(1, "Exodia", CENTER)
    (exodia,) = t.state.champions.values()
    assert t.name_of(exodia.copy) == "Exodia" and exodia.hp == 15 and t.where(exodia.copy) == CENTER
    assert t.gold(1) == t.gold(2) == 0
    assert t.burnt(1)[-1] == "Exodia" and len(t.burnt(1)) == 5


def test_exodia_and_traitor():
    """The sacrificed Traitor still takes its owner's mana with it."""
    t = Table(mana=9)
    for name in ("Sergeant", "Traitor", "Brute"):
        t.put(1, name, CENTER)
    t.play(1, "Exodia", t.home(1))
    assert t.mana(1) == 0


def test_exodia_with_too_few_left():
    """Fewer than three on resolution: it fizzles to the discard pile, and nobody dies for it."""
    t = Table(mana=9)
    doomed, *others = (t.put(1, "Sergeant", CENTER, hp=1) for _ in range(3))
    t.put(2, 1, (1, 0))
    t.hold(2, "Zap", number=1)
    t.together((1, "Exodia", CENTER), (2, "Zap", doomed))
    assert fizzled(t) and t.discards(1) == ["Exodia"]
    assert sorted(t.state.champions) == sorted(others)


def test_capturer():
    """Each time it survives a battle that its side has won, a Force joins it."""
    t = Table(mana=9)
    capturer = t.put(1, "Capturer", (1, 0))
    t.put(2, 1, CENTER)
    t.put(2, 1, (-1, 0))
    t.road((1, 0), CENTER, (-1, 0))
    t.play(1, "march", t.walk((1, 0), CENTER, champions=[capturer]), luck=wins(1))
    assert t.forces(1, CENTER) == 1
    t.play(1, "march", t.walk(CENTER, (-1, 0), champions=[capturer]), luck=wins(1))
    assert t.forces(1, (-1, 0)) == 1
