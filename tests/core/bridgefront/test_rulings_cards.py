"""Rulings on the wording of cards (15.7, K1-K21), on deck sizes (M13, M14, M16) and on hidden cards (H1-H10)."""

from __future__ import annotations

import pytest

from core.bridgefront import decks, events, hands
from core.bridgefront.card import CHAMPION, ORDER, SPELL
from core.bridgefront.catalogue import CARDS, FACTION_CARDS, SECTIONS, find
from core.bridgefront.decisions import Action, Clear, Fresh, Keep, Lay, Show
from core.bridgefront.effects.forces import pool_of_champions
from core.bridgefront.factions import FACTIONS
from core.bridgefront.game import GAME
from core.bridgefront.rules import ANSWERS, Step
from core.bridgefront.scoring import control_vp
from core.bridgefront.state import Bridgefront
from core.kernel.game import IllegalDecision
from core.kernel.ways import Picks, every_way
from tests.core.bridgefront.positions import position, step_of
from tests.core.bridgefront.table import Table

CENTER = (0, 0)


def fizzled(t: Table) -> bool:
    return bool(t.happened(events.Fizzled))


# Wording (15.7) -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Ward", "Frenzy", "Gold Plated Armor", "Champion Recall", "Patch Up", "Oathstone"])
def test_K1_your_champion_is_your_own(card):
    """K1: friendly and your = own; Gold Plated Armor and Champion Recall say "a Champion": own."""
    t = Table()
    own, enemy = t.put(1, "Brute", CENTER), t.put(2, "Brute", (1, 0))
    assert t.may(1, card, own) and not t.may(1, card, enemy)


@pytest.mark.parametrize("card", ["Slow", "Zap", "Field Medic"])
def test_K1_any_champion_is_everybodys(card):
    """K1: any = everybody's."""
    t = Table()
    own, enemy = t.put(1, "Brute", CENTER, hp=2), t.put(2, "Brute", (1, 0), hp=2)
    assert t.may(1, card, own) and t.may(1, card, enemy)


def test_K2_occupied_by_you_or_by_anybody():
    """K2: "occupied" of Rapid Redeploy = by you, of Column Advance = by anybody; a Bridge beside a hex ends there."""
    t = Table()
    t.put(1, 2, (2, 0))
    t.put(1, 1, (1, 0))
    t.put(2, 1, (0, 1))
    blade = t.put(1, "Shadeblade", (2, 0))
    t.road((2, 0), (1, 0), CENTER)
    assert not t.may(1, "Rapid Redeploy", blade, (0, 1))
    assert not t.may(1, "Column Advance", t.walk((2, 0), (1, 0), CENTER, forces=2))
    assert t.may(1, "Column Advance", t.walk((2, 0), (1, 0), forces=2))
    assert t.may(1, "build", ((1, 0), (1, 1))) and not t.may(1, "build", ((1, 1), (0, 2)))


def test_K3_areas_are_not_targeting():
    """K3: naming that Champion is targeting it; areas are not."""
    t = Table(mana=20)
    titan = t.put(1, "Titan Vanguard", CENTER)
    t.put(2, "Sergeant", (1, 0))
    t.play(1, "Ward", titan)
    t.play(1, "Immunity Field")
    for naming in ("Zap", "Slow", "Execution Order", "Marked for Coin"):
        assert not t.may(2, naming, titan)
    t.play(2, "Attrition", CENTER)
    assert t.hp(titan) == 9


@pytest.mark.parametrize("start", [0, 1, 2])
def test_K4_propaganda_recruitment(start):
    """K4: the counter is the copy's, for the whole game; raised first, then deployed; option propaganda_start."""
    t = Table(mana=20, gold=40, propaganda_start=start)
    copy, other = t.hold(1, "Propaganda Recruitment"), t.hold(1, "Propaganda Recruitment")
    expected = 0
    for time in (1, 2):
        t.play(1, copy)
        expected += start + time
        assert t.forces(1, t.home(1)) == expected and t.state.counter[copy] == start + time
        t.state.piles.discard[1] = ()
        t.state.piles.shown[1] += (copy,)
    t.play(1, other)
    assert t.forces(1, t.home(1)) == expected + start + 1
    t.state.counter[copy] = hands.MAX_COUNTER
    t.play(1, copy)
    assert t.state.counter[copy] == 10


def test_K4_future_investment():
    """K4: starts at 2 and rises each time it goes to the discard pile unplayed; by the hand limit as well."""
    t = Table(mana=20)
    copy = t.hold(1, "Future Investment")
    t.play(1, "Conscription Drive", copy)
    assert hands.counter(t.state, copy) == 3
    t.hold(1, *["Recruit"] * 10)
    t.state.piles.discard[1] = ()
    hands.to_hand(step_of(t.state), 1, copy, "recall")
    assert hands.counter(t.state, copy) == 4
    t.state.piles.hand[1] = ()
    t.state.piles.discard[1] = ()
    t.state.piles.shown[1] = (copy,)
    t.play(1, copy)
    assert t.forces(1, t.home(1)) == 4 + 4 and hands.counter(t.state, copy) == 4


def test_K5_conditions_are_tested_on_resolution():
    """K5: not when chosen; the two play conditions (Exodia, Timer) are."""
    t = Table(mana=4)
    t.mine(CENTER)
    t.put(1, 1, CENTER)
    t.put(2, 1, (1, 0))
    t.put(2, 1, (-1, 0))
    t.put(2, 1, (0, 1))
    t.hold(2, "Encirclement", number=1)
    t.together((1, "Refined Ingots"), (2, "Encirclement", CENTER))
    assert t.gold(1) == 12
    assert "5 mana" in t.why_not(1, "Timer") and "3 Champions" in t.why_not(1, "Exodia", t.home(1))


def test_K6_amounts():
    """K6: "up to" destructive amounts are always the maximum; "up to" own options are free, 0 included."""
    t = Table(mana=20)
    t.put(2, 8, CENTER)
    for hex_ in ((1, 0), (-1, 0), (0, 1)):
        t.put(1, 1, hex_)
    t.play(1, "Encirclement", CENTER)
    assert t.forces(2, CENTER) == 2
    t.hold(1, "Recruit", "Recruit")
    assert t.may(1, "Hard Mulligan") and t.may(1, "Hard Mulligan", ["Recruit", "Recruit"])
    assert t.may(1, "Bridge Network", (CENTER, (1, 0)))


def test_K6_random_forces_only_where_two_players_stand():
    """K6: with Forces of one player there is nothing to draw."""
    t = Table(mana=20)
    t.put(2, 8, CENTER)
    t.put(1, "Sergeant", (1, 0))
    t.ask(1)
    beacons = set()
    shot, before = {1: t.choose(1, "Attrition", CENTER)}, t.state
    for n in range(10):
        t.state, t.events = before.clone(), []
        t._step(shot, n)
        beacons.add(t.forces(2, CENTER))
    assert beacons == {5}


def test_K7_typos():
    """K7: Refinering = Refining, Swam = Swarm, Guerilla = Guerrilla; two results of Forked Road; two cards, not one."""
    shown = {card.name: card.shown_name("permanence") for card in CARDS}
    assert shown["Refinering"] == "Refining" and shown["Swam Logistics"] == "Swarm Logistics"
    assert shown["Guerilla Native Mercenary"] == "Guerrilla Mercenary"
    assert find("Final Funding") != find("Last Stand")
    road = CARDS[find("Dice: Forked Road")].text()
    assert "1-5" in road and "6:" in road


def test_K8_cards_that_look_unfinished():
    """K8: implemented as printed: no ability, a counter from 0, one choice."""
    for name in ("Jet Striker", "Titan Vanguard"):
        assert CARDS[find(name)].ability is None
    t = Table()
    assert hands.counter(t.state, t.hold(1, "Propaganda Recruitment")) == 0
    assert len(CARDS[find("Quick Move")].choices) == 1


def test_K9_random_hero():
    """K9: one Champion out of all that cost 2 mana: 6 of the factions, 6 + 8 + 4 of the markets."""
    pool = pool_of_champions(2)
    of_factions = {champion for _, champion in FACTION_CARDS}
    by_deck = [sum(SECTIONS[card] == f"Market {age}" for card in pool) for age in ("I", "II", "III")]
    assert len(pool) == 24 and len(of_factions & set(pool)) == 6 and by_deck == [6, 8, 4]
    assert all(CARDS[card].type == CHAMPION for card in pool)


def test_K10_a_resolving_card_cannot_draw_itself():
    """K10: it is in no pile until it has resolved."""
    t = Table()
    t.play(1, "Secret Plans")
    assert t.hand(1) == []
    t.play(1, "Quick Study")
    assert t.hand(1) == [] and t.discards(1) == ["Quick Study"]


def test_K11_passive_letters():
    """K11: the Cipher has two passives; the Gatewright's "temporary VP" are control VP."""
    named = {faction.code: [p.name for p in faction.passives] for faction in FACTIONS}
    assert named["cipher"] == ["Quiet Study", "Wider Choice"]
    t = Table("gatewright")
    t.put(1, 1, t.home(2))
    assert dict(control_vp(t.state, 1)) == {"capitals": 2} and t.state.vp[1] == 0


def test_K12_capital():
    """K12: without a further word your own, except on Siege Writ: any."""
    t = Table(mana=20)
    t.put(1, 1, t.home(2))
    t.put(1, 1, (-2, 0))
    t.play(1, "Battalion Contract")
    assert t.forces(1, t.home(1)) == 10 and t.forces(1, t.home(2)) == 1
    assert t.may(1, "Siege Writ", t.home(2))


def test_K13_one_burn_pile():
    """K13: burn, scrap, remove: public and never shuffled back; only Champion Recall takes from it."""
    t = Table(mana=20)
    t.hold(1, "Zap")
    t.play(1, "Clean Cuts", "Zap")
    t.play(1, "Secret Plans")
    doomed = t.put(1, "Brute", CENTER, hp=2)
    t.play(1, "Frenzy", doomed)
    assert t.burnt(1) == ["Zap", "Secret Plans", "Brute"]
    t.play(1, "Last Lecture")
    assert t.hand(1) == ["Clean Cuts", "Frenzy"]
    assert not t.may(1, "Champion Recall", doomed)


def test_K14_a_champion_card_not_played():
    """K14: discarded in Cleanup like any card, and comes back; only playing burns it."""
    t = Table()
    copy = t.show(1, "Shadeblade")
    t.hold(1, *["Recruit"] * 3)
    t.until("bid")
    assert copy in t.state.piles.closed[1] and t.state.burnt[1] == ()


def test_K15_two_copies_of_one_champion():
    """K15: under one player or several; each has its own HP and power."""
    t = Table(mana=20, gold=30)
    t.put(1, 1, CENTER)
    t.put(2, 1, (1, 0))
    t.play(1, "Brute", CENTER)
    t.play(1, "Brute", CENTER)
    t.play(2, "Brute", (1, 0))
    first, second, theirs = t.state.champions
    t.play(2, "Zap", first)
    assert (t.hp(first), t.hp(second), t.hp(theirs)) == (5, 6, 6)


def test_K16_draws_given_by_others():
    """K16: Interrupt reaches players who are Done or at 0 mana."""
    t = Table(seats=3)
    t.state.done[2], t.state.mana[3] = 1, 0
    t.pile(2, "Zap")
    t.pile(3, "Zap")
    t.play(1, "Interrupt")
    assert t.hand(2) == t.hand(3) == ["Zap"]


def test_K17_type_against_section():
    """K17: kept as printed, so Spellcaster finds only real Spells."""
    assert CARDS[find("Patch Up")].type == ORDER and CARDS[find("Cycle Notes")].type == SPELL
    assert {CARDS[find(name)].type for name in ("Cycle Protocol", "Insight", "Clean Cuts", "Master Plan")} == {ORDER}
    for first, drawn in (("Patch Up", ["Patch Up"]), ("Cycle Notes", ["Cycle Notes", "Recruit", "Stall"])):
        t = Table()
        t.pile(1, first, "Recruit", "Stall")
        t.play(1, "Spellcaster")
        assert t.hand(1) == drawn
        assert t.open_hand(1) == drawn[:1] * (first == "Cycle Notes")


def test_K18_last_stand_is_not_burn():
    """K18: though its neighbours are."""
    t = Table()
    t.play(1, "Last Stand")
    assert t.discards(1) == ["Last Stand"] and t.burnt(1) == []


def test_K19_deploying_never_needs_bridges():
    """K19: "ignoring bridges" on deployments is superfluous."""
    t = Table("vapourborn", mana=20)
    t.put(1, "Skystriker Ace", CENTER)
    t.play(1, "Air Drop", (1, 0))
    t.play(1, "Frontier Claim", (2, 0))
    assert t.forces(1, (1, 0)) == 3 and t.forces(1, (2, 0)) == 4 and not any(t.state.bridges)


def test_K20_a_full_hand():
    """K20: cards that come other than by drawing go straight to the discard pile as well; gained VP still count."""
    t = Table(mana=20)
    t.hold(1, *["Recruit"] * 10, "Forge Miracle")
    t.play(1, "Forge Miracle", luck=lambda t: t.state.vp[1] > 0)
    assert len(t.discards(1)) == 3 and t.open_hand(1) == []


# Where a gained card goes (K21, 12.3) ---------------------------------------------------------------------------------


class Suspicious:
    """A seat that lays its cards in the worst order, under picks that fall as they are told; everything is drawn."""

    def __init__(self, picks: Picks, known_top: int = 0, rest: int = 0, known_bottom: int = 0) -> None:
        self.t, self.picks = Table(), picks
        self.t.pile(1, *["Recruit"] * known_top)
        self.t.bag(1, *["Recruit"] * rest)
        for _ in range(known_bottom):
            self.t.pile(1, "Recruit")
            piles = self.t.state.piles
            piles.bottom[1], piles.top[1] = piles.top[1][known_top:], piles.top[1][:known_top]

    def gain(self) -> None:
        step = self._step()
        hands.gain(step, 1, decks.new_copy(step_of(self.t.state), find("Zap")), "market")

    def draw(self, count: int) -> list[str]:
        """The names of the cards drawn, in their order."""
        state, faces = self.t.state, self.t.secrets[1].faces
        step, before = self._step(), len(state.piles.hand[1])
        state.agenda, state.asking = [("draw", ((1, count),), 0, 0, ())], ()
        step.run()
        while state.asking:
            due = sorted([*(faces[slot] for slot in state.piles.bag[1]), *state.piles.mix[1]], reverse=True)
            step, state.asking = self._step(), ()
            self.t.secrets[1].lay(state.t, due)
            ANSWERS["fresh"](step, {1: Fresh(b"")}, {1: ()})
            step.run()
        return [self.t.name_of(faces[slot]) for slot in state.piles.hand[1][before:]]

    def _step(self) -> Step:
        self.t.state.t += 1
        step = step_of(self.t.state)
        step.chance = self.picks  # type: ignore[assignment]
        return step


@pytest.mark.parametrize(("top", "rest", "bottom"), [(0, 5, 0), (2, 3, 0), (0, 3, 2), (1, 2, 2), (3, 0, 0)])
def test_K21_a_gained_card_may_be_anywhere_among_the_unknown(top, rest, bottom):
    """K21: each of the places among the cards whose places nobody knows is equally likely; the others keep theirs."""

    def place(picks: Picks) -> int:
        seat = Suspicious(picks, top, rest, bottom)
        seat.gain()
        return seat.draw(top + rest + bottom + 1).index("Zap")

    found = every_way(place)
    assert sorted(found) == list(range(top, top + rest + 1))
    assert len(set(found.values())) == 1


def test_K21_two_gained_cards():
    """K21: the second finds its place among one card more; drawn one by one or all at once."""
    for parts in ((6,), (1,) * 6, (2, 4)):

        def places(picks: Picks, parts: tuple[int, ...] = parts) -> tuple[int, ...]:
            seat = Suspicious(picks, 1, 3)
            seat.gain()
            seat.gain()
            drawn = [name for count in parts for name in seat.draw(count)]
            return tuple(i for i, name in enumerate(drawn) if name == "Zap")

        found = every_way(places)
        assert len(found) == 10 and len(set(found.values())) == 1 and min(found) == (1, 2)


def test_K21_into_an_empty_pile():
    """12.3: the discard pile is shuffled into a new one first, and the card goes anywhere into it."""

    def place(picks: Picks) -> int:
        seat = Suspicious(picks)
        seat.t.discarded(1, *["Recruit"] * 3)
        seat.gain()
        return seat.draw(4).index("Zap")

    found = every_way(place)
    assert sorted(found) == [0, 1, 2, 3] and len(set(found.values())) == 1


def test_K21_a_reshuffle_in_the_middle_of_a_draw():
    """The cards of the discard pile come after those that were left, each order of them as likely."""

    def order(picks: Picks) -> tuple[str, ...]:
        seat = Suspicious(picks, 0, 1)
        seat.gain()
        seat.t.discarded(1, "Stall", "Insight")
        return tuple(seat.draw(4))

    found = every_way(order)
    assert len(found) == 4 and len(set(found.values())) == 1
    assert all(set(drawn[:2]) == {"Recruit", "Zap"} for drawn in found)


# Deck sizes (12.5, M13, M14, M16) -------------------------------------------------------------------------------------


def sizes(state: Bridgefront) -> list[int]:
    return [decks.deck_size(state, deck) for deck in range(6)]


def test_M13_market_copies():
    """M13: 49, 50, 38 market cards as listed; with market_copies = 2 all numbers doubled, power decks not."""
    assert sizes(position(seats=3)) == [49, 50, 38, 11, 8, 11]
    assert sizes(position(seats=3, market_copies=2)) == [98, 100, 76, 11, 8, 11]
    twice = decks.full_set(position(seats=3, market_copies=2), 0)
    assert twice.count(-1 - find("Cycle Notes")) == 4 and twice.count(-1 - find("Quick March")) == 2


def test_M14_power_deck():
    """M14: 11, 8 and 11 as listed; padded to 12 with second copies of the cards named."""
    padded = position(seats=3, power_deck="padded")
    assert sizes(padded)[3:] == [12, 12, 12]
    twice = [card for deck in (3, 4, 5) for card in padded.decks[deck][0] if padded.decks[deck][0].count(card) > 1]
    assert {CARDS[-1 - card].name for card in twice} == {
        "Emergency Pay",
        "Immunity Field",
        "Rapid Reinforcements",
        "Writ of Industry",
        "Bridge Charter",
        "Quick Mobilization",
    }


def test_M16_two_player_trim():
    """M16: Pulling Strings can never pay with two players: taken out, unless the option is off."""
    strings = -1 - find("Pulling Strings")
    assert strings not in position(seats=2).decks[2][0] and sizes(position(seats=2))[2] == 37
    assert strings in position(seats=2, two_player_trim="off").decks[2][0]
    assert strings in position(seats=3).decks[2][0]


def test_fresh_sets_follow_the_same_options():
    """12.5: when a deck runs out a complete fresh set is put underneath, trimmed and doubled like the first."""
    state = position(seats=2, market_copies=2)
    step = step_of(state)
    for _ in range(74):
        decks.turn_up(step, 2)
    assert state.decks[2] == ()
    decks.turn_up(step, 2)
    assert decks.deck_size(state, 2) == 73


# Hidden cards (part 5) ------------------------------------------------------------------------------------------------


def acting(table, seed=1, **options):
    """A sealed match in its first action step, without gained cards to lay; seat 2 has played its choices."""
    t = table(2, seed=seed, **options).until("action")
    for seat in t.state.seats:
        t.state.mana[seat] = 20
    return t


def turn(t, seat, place, name):
    """The card in this slot is another one now; returns its copy."""
    copy = t.secrets[seat].faces[place]
    t.state.card[copy] = find(name)
    return copy


def play(t, seat, slot, *locked):
    """The seat plays the card of a slot, the others are done; returns the events."""
    batch = t.lay(seat) if t.state.piles.mix[seat] else None
    return t.step({seat: Action("card", t.secrets[seat].open(slot), tuple(locked), batch=batch)})


def test_H1_identity_is_part_of_the_face(table):
    """H1: a slot hides a copy, not a name; rows are public, which of them is in hand is secret."""
    t = acting(table)
    recruits = [c for c in t.state.piles.closed[1] if t.name(c) == "Recruit"]
    assert len(recruits) == 2 and len({t.state.number[c] for c in recruits}) == 2
    slot = t.state.piles.hand[1][0]
    _, copy, salt = t.secrets[1].open(slot)
    for other in t.state.piles.closed[1]:
        if other != copy:
            with pytest.raises(IllegalDecision) as refused:
                hands.check_cards(t.state, 1, [(slot, other, salt)])
            assert refused.value.kind == "slot"


def test_H2_known_cards_stay_where_they_are():
    """H2: a card gained after Tome of Orders lies below the card laid on top."""
    t = Table()
    t.hold(1, "Zap")
    t.bag(1, *["Recruit"] * 4)
    t.play(1, "Tome of Orders")
    t.lay(1, "Zap")
    hands.gain(step_of(t.state), 1, decks.new_copy(step_of(t.state), find("Stall")), "market")
    t.play(1, "Patrol Record")
    assert "Zap" in t.hand(1)


def test_H3_random_gains_to_hand_are_public():
    """H3: Black Market Pull and Forge Miracle put open cards into the hand, out of a deck that all can count."""
    t = Table(mana=20)
    t.play(1, "Black Market Pull")
    t.play(1, "Forge Miracle")
    assert len(t.state.piles.shown[1]) == 5 and t.state.piles.hand[1] == ()
    assert decks.deck_size(t.state, 2) == 37 - 2 and decks.deck_size(t.state, 0) == 49 - 3


@pytest.mark.parametrize("card", ["Perfect Recall", "Tome of Orders"])
@pytest.mark.parametrize("open_", [False, True])
def test_H4_laying_on_top_mixes_only_with_an_open_card(card, open_):
    """H4: without one the named slot itself moves; with one the hand gets fresh slots, open cards closed again."""
    t = Table("cipher")
    t.hold(1, "Zap", "Stall")
    if open_:
        t.show(1, "Recruit")
    t.bag(1, *["Insight"] * 4)
    t.play(1, card)
    before = set(t.state.piles.hand[1])
    t.lay(1, "Zap")
    after = {*t.state.piles.hand[1], *t.state.piles.top[1]}
    assert (after == before) is not open_ and (after & before == set()) is open_
    assert t.top(1) == ["Zap"] and t.open_hand(1) == []
    assert set(t.hand(1)) == {"Stall", "Insight", *["Recruit"] * open_}


def test_H4_perfect_recall_may_lay_nothing():
    """H4, hidden cards part 3: Recall may answer none, and an open card stays open then."""
    t = Table("cipher")
    t.show(1, "Recruit")
    t.bag(1, "Zap")
    t.play(1, "Perfect Recall")
    t.answer(1, t._by_itself(1))
    assert t.top(1) == [] and t.open_hand(1) == ["Recruit"]


def test_H4_a_false_mix_is_believed_until_the_audit(table):
    """H4: a card that the hand does not hold can be laid; the audit finds it."""
    t = acting(table)
    piles, own = t.state.piles, t.secrets[1]
    tome = piles.hand[1][0]
    turn(t, 1, tome, "Tome of Orders")
    play(t, 1, tome)
    while t.asked()[1][0] != "lay":
        t.step()
    assert piles.shown[1], "the faction Champion lies open in the hand"
    held = sorted([*(own.faces[slot] for slot in piles.hand[1]), *piles.shown[1]])
    better = next(copy for copy in piles.closed[1] if copy not in held)
    batch = own.lay(t.state.t, [better, *held[1:]])
    t.step({1: Lay(batch=batch)})
    assert better == own.faces[piles.top[1][0]]
    t.only(("final audit", "rounds"))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "slot"


def test_H5_named_cards_are_shown_at_the_reveal():
    """H5: at the reveal, not at resolution: they lie open in the hand until the card resolves, last if it is slow."""
    t = Table(mana=9)
    t.hold(1, "Zap")
    t.hold(2, "Cycle Notes", number=1)
    t.pile(2, "Stall", "Insight")
    t.together((1, "Conscription Drive", "Zap"), (2, "Cycle Notes"))
    assert t.asked() == {2: "cards"}
    assert t.open_hand(1) == ["Zap"] and t.discards(1) == []
    t.name(2, "Stall")
    assert t.hand(1) == [] and t.discards(1) == ["Zap", "Conscription Drive"]


def draws_four(table, gainers, seed=1):
    """Seat 1 plays Master Plan; of its closed cards outside the hand `gainers` are Big VP Gainers."""
    t = acting(table, seed)
    piles = t.state.piles
    slot = piles.hand[1][0]
    turn(t, 1, slot, "Master Plan")
    in_hand = {t.secrets[1].faces[s] for s in piles.hand[1]}
    outside = [copy for copy in (*piles.closed[1], *piles.mix[1]) if copy not in in_hand]
    for copy in outside[:gainers]:
        t.state.card[copy] = find("Big VP Gainer")
    play(t, 1, slot)
    while "fresh" in t.kinds():
        t.step()
    return t


def test_H6_without_a_gainer_nothing_is_asked(table):
    """H6: with none on the own list Z2 is not asked for Big VP Gainer."""
    t = draws_four(table, 0)
    assert t.asked()[1][0] == "cards"


def test_H6_with_a_gainer_it_is_asked_after_every_draw(table):
    """H6: whatever came, so that silence tells nothing; 1 gold is lost before anything else happens."""
    t = draws_four(table, 9)
    kind, (over, fresh, claims, _) = t.asked()[1]
    assert (kind, over, claims) == ("show", (), (hands.LOSES_GOLD,)) and len(fresh) == 4
    gold = t.state.gold[1]
    shown = len(t.decide(1).show)
    t.step()
    assert shown and t.state.gold[1] == gold - shown and t.asked()[1][0] == "cards"
    quiet = next(t for t in (draws_four(table, 1, seed) for seed in range(20)) if not t.decide(1).show)
    assert quiet.asked()[1][0] == "show"
    quiet.step()
    assert quiet.state.piles.denied[1] and quiet.asked()[1][0] == "cards"


def test_H6_a_denied_gainer_is_found_when_it_opens(table):
    """H6: a duty, not a choice: kept unshown it is a lie as soon as its slot is opened, by Cleanup at the latest."""
    t = draws_four(table, 9)
    honest = t.decide(1).show
    t.step({1: Show(())})
    slot = honest[0][0]
    with pytest.raises(IllegalDecision) as refused:
        hands.check_cards(t.state, 1, [t.secrets[1].open(slot)])
    assert refused.value.kind == "claim"
    held = [s for s in t.state.piles.hand[1] if s not in {opening[0] for opening in honest}]
    t.step({1: t.decide(1)._replace(cards=tuple(t.secrets[1].open(s) for s in held[:2]))})
    t.only(("cleanup",))
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, t.decide(1))
    assert refused.value.kind == "claim"


def test_H6_showing_too_much_is_refused(table):
    """Z2: openings of those slots that are one, and of no others; each once."""
    t = draws_four(table, 9)
    right = t.decide(1).show
    others = [s for s in t.asked()[1][1][1] if s not in {opening[0] for opening in right}]
    held = next(s for s in t.state.piles.hand[1] if s not in t.asked()[1][1][1])
    for wrong in ((*right, *(t.secrets[1].open(s) for s in (others or [held])[:1])), (*right, right[0])):
        with pytest.raises(IllegalDecision):
            t.check(1, Show(wrong))


def scouting(table, hand=5):
    """Seat 1 has looked at three cards with Scout Report, of which the first is a Big VP Gainer."""
    t = acting(table)
    piles = t.state.piles
    slot = piles.hand[1][0]
    turn(t, 1, slot, "Scout Report")
    play(t, 1, slot)
    while "fresh" in t.kinds():
        t.step()
    (slots,) = t.asked()[1][1]
    turn(t, 1, slots[0], "Big VP Gainer")
    for other in slots[1:]:
        turn(t, 1, other, "Zap")
    while piles.hand_size(1) < hand:
        copy = t.copy("Recruit")
        piles.shown[1] += (copy,)
    return t, slots


def keep(t, slots, kept, *, show):
    """The decision to keep one slot, shown or not."""
    own = t.secrets[1]
    others = tuple(own.open(slot) for slot in slots if slot != kept)
    return Keep(kept, others, own.open(kept) if show else None)


def test_H6_scout_report_keeps_a_gainer(table):
    """It is shown and costs 1 gold; kept unshown it is denied, which its opening shows."""
    t, slots = scouting(table)
    gold = t.state.gold[1]
    honest = keep(t, slots, slots[0], show=True)
    t.check(1, honest)
    lying = keep(t, slots, slots[0], show=False)
    before = t.state.clone()
    t.step({1: honest})
    assert t.state.gold[1] == gold - 1 and t.secrets[1].faces[slots[0]] in t.state.piles.shown[1]
    t.state = before
    t.step({1: lying})
    assert slots[0] in t.state.piles.hand[1] and t.state.gold[1] == gold
    with pytest.raises(IllegalDecision) as refused:
        hands.check_cards(t.state, 1, [t.secrets[1].open(slots[0])])
    assert refused.value.kind == "claim"


def test_H6_scout_report_shows_only_what_must_be_shown(table):
    """A plain card kept stays closed; showing it, or a card that is none, is refused."""
    t, slots = scouting(table)
    t.check(1, keep(t, slots, slots[1], show=False))
    for wrong in (
        keep(t, slots, slots[1], show=True),
        keep(t, slots, slots[0], show=True)._replace(show=(slots[0], 10**6, bytes(16))),
        keep(t, slots, slots[0], show=True)._replace(show=t.secrets[1].open(slots[1])),
        keep(t, slots, slots[1], show=False)._replace(discard=()),
        keep(t, slots, slots[1], show=False)._replace(keep=10**6),
    ):
        with pytest.raises(IllegalDecision):
            t.check(1, wrong)


def test_M11_scout_report_with_a_full_hand(table):
    """M11, K20: the card kept goes to the discard pile, shown; it has not been drawn, so no gold is lost."""
    t, slots = scouting(table, hand=10)
    gold = t.state.gold[1]
    with pytest.raises(IllegalDecision) as refused:
        t.check(1, keep(t, slots, slots[1], show=False))
    assert refused.value.kind == "duty"
    t.step({1: keep(t, slots, slots[0], show=True)})
    assert t.state.gold[1] == gold and t.state.piles.hand_size(1) == 10
    assert t.secrets[1].faces[slots[0]] in t.state.piles.discard[1]


def test_H6_spellcaster_at_a_full_hand_has_not_drawn():
    """H6: going to the discard pile by hand limit is not drawing: no second draw, be it a Spell or not."""
    t = Table()
    t.hold(1, *["Recruit"] * 10, "Spellcaster")
    t.pile(1, "Cycle Notes", "Stall", "Insight")
    t.play(1, "Spellcaster")
    assert t.discards(1) == ["Cycle Notes", "Spellcaster"] and t.top(1) == ["Stall", "Insight"]


def test_H7_everybody_may_follow_a_slot(table):
    """H7: since when a closed card is in hand shows when it is opened: it keeps its slot from the draw to the play."""
    t = acting(table)
    piles = t.state.piles
    early = piles.hand[1]
    slot = early[0]
    turn(t, 1, slot, "Secret Plans")
    play(t, 1, slot)
    while t.kinds() & {"fresh", "show"}:
        t.step()
    assert piles.hand[1][:4] == early[1:] and len(piles.hand[1]) == 6


def test_H8_no_order_is_drawn_ahead():
    """H8: a deck's layers and the rest of a pile are sets: which card comes is told by the beacon of the step alone."""
    t = Table()
    t.bag(1, "Zap", "Stall", "Insight", "Recruit")
    assert list(t.state.piles.bag[1]) == sorted(t.state.piles.bag[1])
    t.ask(1)
    t.hold(1, "Patrol Record")
    t.state.piles.hand[1] = t.state.piles.hand[1][-1:]
    act, before, drawn, up = {1: t.choose(1, "Patrol Record")}, t.state, set(), set()
    for n in range(40):
        t.state = before.clone()
        t._step(act, n)
        drawn |= set(t.hand(1))
        step = step_of(before.clone(), n)
        up.add(step.state.card[decks.turn_up(step, 0)])
    assert drawn == {"Zap", "Stall", "Insight", "Recruit"} and len(up) > 20
    step = step_of(t.state)
    copies = [decks.turn_up(step, 0) for _ in range(4)]
    decks.put_back(step, 0, reversed(copies))
    assert t.state.decks[0][-1] == tuple(sorted(copies))


def test_H9_a_named_card_that_fails_to_move():
    """H9: with fizzle_scope = card an illegal target stops the whole card; the card named stays in hand, open."""
    t = Table(mana=20, fizzle_scope="card")
    officer = t.put(1, "Logistics Officer", CENTER, hp=1)
    t.put(2, 1, (1, 0))
    t.hold(1, "Stall")
    t.hold(2, "Zap", number=1)
    t.together((1, "Conscription Drive", "Stall", CENTER), (2, "Zap", officer))
    assert fizzled(t) and t.open_hand(1) == ["Stall"] and t.discards(1) == ["Conscription Drive"]


@pytest.mark.parametrize("card", ["Conscription Drive", "Monument Plan", "Clean Cuts", "Forge Sketch", "Hard Mulligan"])
def test_H9_a_named_card_is_no_target_that_gets_lost(card):
    """A7, H9: with fizzle_scope = card the only other card of the hand can be named like any other."""
    t = Table(fizzle_scope="card")
    t.hold(1, "Stall")
    t.pile(1, *["Recruit"] * 4)
    t.play(1, card, ["Stall"])
    assert not fizzled(t) and "Stall" in t.discards(1) + t.burnt(1)


def test_H10_a_known_card_blocks_its_owners_audit(table):
    """H10: while a card lies known on top the owed openings stay owed: by elimination they would tell it."""
    t = acting(table)
    piles = t.state.piles
    slot = piles.hand[1][0]
    turn(t, 1, slot, "Tome of Orders")
    play(t, 1, slot)
    while t.asked()[1][0] != "lay":
        t.step()
    t.step({1: next(GAME.options_of(t.state, 1, t.secrets[1]))})
    assert piles.top[1] and piles.dead[1]
    t.until("clear")
    assert t.asked()[1][1][1] == ()
    owed = piles.dead[1]
    with pytest.raises(IllegalDecision):
        right = t.decide(1)
        t.check(1, Clear(right.hand, t.openings(1, owed)))
    t.step()
    assert piles.dead[1][: len(owed)] == owed
    t.until("action")
    t.until("clear")
    assert set(owed) <= set(t.asked()[1][1][1])
    t.step()
    assert not set(owed) & set(piles.dead[1])
