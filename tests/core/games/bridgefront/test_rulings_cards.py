"""Rulings on the wording of cards (15.7, K1-K21)."""

from __future__ import annotations

import pytest

from core.engine.chance.exact import ScriptedChance, exact_distribution
from core.engine.hidden.cards import Fresh
from core.games.bridgefront import decks, hands
from core.games.bridgefront.card import CHAMPION, ORDER, SPELL
from core.games.bridgefront.catalogue import CARDS, FACTION_CARDS, SECTIONS, find
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.effects.forces import pool_of_champions
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.rules import Step
from tests.support.games.bridgefront.looks import CENTER
from tests.support.games.bridgefront.positions import step_of
from tests.support.games.bridgefront.table import Table

# Wording (15.7) -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["Ward", "Frenzy", "Gold Plated Armor", "Champion Recall", "Patch Up", "Oathstone"])
def test_K1_your_champion_means_the_players_own(card):
    """Friendly and your mean own; so does "a Champion" on Gold Plated Armor and Champion Recall (K1)."""
    t = Table()
    own, enemy = t.put(1, "Brute", CENTER), t.put(2, "Brute", (1, 0))
    assert t.may(1, card, own) and not t.may(1, card, enemy)


@pytest.mark.parametrize("card", ["Slow", "Zap", "Field Medic"])
def test_K1_any_champion_means_every_players(card):
    """The word "Any" means every player's (K1)."""
    t = Table()
    own, enemy = t.put(1, "Brute", CENTER, hp=2), t.put(2, "Brute", (1, 0), hp=2)
    assert t.may(1, card, own) and t.may(1, card, enemy)


def test_K2_occupied_means_by_the_player_or_by_any_player_depending_on_the_card():
    """The word "Occupied" means by you for Rapid Redeploy and by anybody for Column Advance (K2).

    A Bridge beside a hex ends there.
    """
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


def test_K3_area_effects_do_not_target():
    """Naming a Champion is targeting it; area effects are not (K3)."""
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
def test_K4_propaganda_recruitment_counts_per_copy_for_the_game(start):
    """The counter belongs to the copy for the whole game; it rises before deploying (K4).

    Option propaganda_start sets its start.
    """
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


def test_K4_future_investment_rises_when_discarded_unplayed():
    """The counter starts at 2 and rises each time the card is discarded unplayed, by the hand limit as well (K4)."""
    t = Table(mana=20)
    copy = t.hold(1, "Future Investment")
    t.play(1, "Conscription Drive", copy)
    assert hands.counter_of(t.state, copy) == 3
    t.hold(1, *["Recruit"] * 10)
    t.state.piles.discard[1] = ()
    hands.put_into_hand(step_of(t.state), 1, copy, "recall")
    assert hands.counter_of(t.state, copy) == 4
    t.state.piles.hand[1] = ()
    t.state.piles.discard[1] = ()
    t.state.piles.shown[1] = (copy,)
    t.play(1, copy)
    assert t.forces(1, t.home(1)) == 4 + 4 and hands.counter_of(t.state, copy) == 4


def test_K5_conditions_are_tested_on_resolution():
    """Conditions are tested on resolution, except the two play conditions of Exodia and Timer (K5)."""
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


def test_K6_destructive_amounts_are_the_maximum_and_others_are_free():
    """The words "Up to" destructive amounts are always the maximum; "up to" own options are free, 0 included (K6)."""
    t = Table(mana=20)
    t.put(2, 8, CENTER)
    for hex_ in ((1, 0), (-1, 0), (0, 1)):
        t.put(1, 1, hex_)
    t.play(1, "Encirclement", CENTER)
    assert t.forces(2, CENTER) == 2
    t.hold(1, "Recruit", "Recruit")
    assert t.may(1, "Hard Mulligan") and t.may(1, "Hard Mulligan", ["Recruit", "Recruit"])
    assert t.may(1, "Bridge Network", (CENTER, (1, 0)))


def test_K6_forces_are_drawn_at_random_only_between_two_players():
    """With Forces of one player there is nothing to draw at random (K6)."""
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


def test_K7_misprinted_words_are_corrected():
    """Refinering = Refining, Swam = Swarm, Guerilla = Guerrilla (K7).

    Forked Road has two results, and two cards are discarded, not one.
    """
    shown = {card.name: card.shown_name("permanence") for card in CARDS}
    assert shown["Refinering"] == "Refining" and shown["Swam Logistics"] == "Swarm Logistics"
    assert shown["Guerilla Native Mercenary"] == "Guerrilla Mercenary"
    assert find("Final Funding") != find("Last Stand")
    road = CARDS[find("Dice: Forked Road")].text()
    assert "1-5" in road and "6:" in road


def test_K8_cards_that_look_unfinished_work_as_printed():
    """Cards are implemented as printed: no ability, a counter from 0, one choice (K8)."""
    for name in ("Jet Striker", "Titan Vanguard"):
        assert CARDS[find(name)].ability is None
    t = Table()
    assert hands.counter_of(t.state, t.hold(1, "Propaganda Recruitment")) == 0
    assert len(CARDS[find("Quick Move")].choices) == 1


def test_K9_random_heroes_are_all_champions_of_cost_two():
    """The pool is all Champions that cost 2 mana: 6 of the factions, 6 + 8 + 4 of the markets (K9)."""
    pool = pool_of_champions(RULESETS.printed, 2)
    of_factions = {champion for _, champion in FACTION_CARDS}
    by_deck = [sum(SECTIONS[card] == f"Market {age}" for card in pool) for age in ("I", "II", "III")]
    assert len(pool) == 24 and len(of_factions & set(pool)) == 6 and by_deck == [6, 8, 4]
    assert all(CARDS[card].type == CHAMPION for card in pool)


def test_K10_a_resolving_card_cannot_draw_itself():
    """A resolving card is in no pile and cannot draw itself (K10)."""
    t = Table()
    t.play(1, "Secret Plans")
    assert t.hand(1) == []
    t.play(1, "Quick Study")
    assert t.hand(1) == [] and t.discards(1) == ["Quick Study"]


def test_K11_the_cipher_has_two_passives_and_temporary_vp_are_control_vp():
    """The Cipher has two passives; the Gatewright's "temporary VP" are control VP (K11)."""
    named = {faction.code: [p.name for p in faction.passives] for faction in FACTIONS}
    assert named["cipher"] == ["Quiet Study", "Wider Choice"]
    t = Table("gatewright")
    t.put(1, 1, t.home(2))
    assert dict(control_vp(t.state, 1)) == {"capitals": 2} and t.state.vp[1] == 0


def test_K12_the_word_capital_means_the_players_own():
    """Without a further word it is your own Capital, except on Siege Writ: any (K12)."""
    t = Table(mana=20)
    t.put(1, 1, t.home(2))
    t.put(1, 1, (-2, 0))
    t.play(1, "Battalion Contract")
    assert t.forces(1, t.home(1)) == 10 and t.forces(1, t.home(2)) == 1
    assert t.may(1, "Siege Writ", t.home(2))


def test_K13_burnt_scrapped_and_removed_cards_never_return():
    """Burn, scrap and remove are public and never shuffled back (K13).

    Only Champion Recall takes cards from the Burn pile.
    """
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


def test_K14_an_unplayed_champion_is_discarded_and_returns():
    """An unplayed Champion is discarded in Cleanup and comes back; only playing burns it (K14)."""
    t = Table()
    copy = t.show(1, "Shadeblade")
    t.hold(1, *["Recruit"] * 3)
    t.until("bid")
    assert copy in t.state.piles.closed[1] and t.state.burnt[1] == ()


def test_K15_two_copies_of_a_champion_have_separate_hp_and_powers():
    """Two copies, under one player or several, have separate HP and powers (K15)."""
    t = Table(mana=20, gold=30)
    t.put(1, 1, CENTER)
    t.put(2, 1, (1, 0))
    t.play(1, "Brute", CENTER)
    t.play(1, "Brute", CENTER)
    t.play(2, "Brute", (1, 0))
    first, second, theirs = t.state.champions
    t.play(2, "Zap", first)
    assert (t.hp(first), t.hp(second), t.hp(theirs)) == (5, 6, 6)


def test_K16_interrupt_also_reaches_players_who_are_done():
    """Interrupt reaches players who are Done or at 0 mana (K16)."""
    t = Table(seats=3)
    t.state.done[2], t.state.mana[3] = 1, 0
    t.pile(2, "Zap")
    t.pile(3, "Zap")
    t.play(1, "Interrupt")
    assert t.hand(2) == t.hand(3) == ["Zap"]


def test_K17_spellcaster_counts_only_cards_of_the_printed_type_spell():
    """The type is kept as printed, so Spellcaster finds only real Spells (K17)."""
    assert CARDS[find("Patch Up")].type == ORDER and CARDS[find("Cycle Notes")].type == SPELL
    assert {CARDS[find(name)].type for name in ("Cycle Protocol", "Insight", "Clean Cuts", "Master Plan")} == {ORDER}
    for first, drawn in (("Patch Up", ["Patch Up"]), ("Cycle Notes", ["Cycle Notes", "Recruit", "Stall"])):
        t = Table()
        t.pile(1, first, "Recruit", "Stall")
        t.play(1, "Spellcaster")
        assert t.hand(1) == drawn
        assert t.open_hand(1) == drawn[:1] * (first == "Cycle Notes")


def test_K18_last_stand_is_not_burnt():
    """Last Stand is not burnt, though its neighbours are (K18)."""
    t = Table()
    t.play(1, "Last Stand")
    assert t.discards(1) == ["Last Stand"] and t.burnt(1) == []


def test_K19_deploying_never_needs_bridges():
    """The words "Ignoring bridges" on deployments are superfluous (K19)."""
    t = Table("vapourborn", mana=20)
    t.put(1, "Skystriker Ace", CENTER)
    t.play(1, "Air Drop", (1, 0))
    t.play(1, "Frontier Claim", (2, 0))
    assert t.forces(1, (1, 0)) == 3 and t.forces(1, (2, 0)) == 4 and not any(t.state.bridges)


def test_K20_cards_that_arrive_at_a_full_hand_are_discarded():
    """Cards that arrive without a draw also go straight to the discard pile; gained VP count (K20)."""
    t = Table(mana=20)
    t.hold(1, *["Recruit"] * 10, "Forge Miracle")
    t.play(1, "Forge Miracle", luck=lambda t: t.state.vp[1] > 0)
    assert len(t.discards(1)) == 3 and t.open_hand(1) == []


# Where a gained card goes (K21, 12.3) ---------------------------------------------------------------------------------


class Suspicious:
    """A seat that lays its cards in the worst order, with scripted picks and a complete draw of all cards."""

    def __init__(self, picks: ScriptedChance, known_top: int = 0, rest: int = 0, known_bottom: int = 0) -> None:
        self.t, self.picks = Table(), picks
        self.t.pile(1, *["Recruit"] * known_top)
        self.t.unknown(1, *["Recruit"] * rest)
        for _ in range(known_bottom):
            self.t.pile(1, "Recruit")
            piles = self.t.state.piles
            piles.bottom[1], piles.top[1] = piles.top[1][known_top:], piles.top[1][:known_top]

    def gain(self) -> None:
        step = self._step()
        hands.gain_copy(step, 1, decks.add_copy(step_of(self.t.state), find("Zap")), "market")

    def draw(self, count: int) -> list[str]:
        """Return the names of the cards drawn, in order."""
        state, faces = self.t.state, self.t.secrets[1].faces
        step, before = self._step(), len(state.piles.hand[1])
        state.agenda, state.asking = [("draw", ((1, count),), 0, 0, ())], ()
        step.run()
        while state.asking:
            due = sorted([*(faces[slot] for slot in state.piles.unknown[1]), *state.piles.mix[1]], reverse=True)
            step, state.asking = self._step(), ()
            self.t.secrets[1].draft_batch(state.t, due)
            hands.FRESH_SLOTS.apply(step, 1, Fresh(b""), 0)
            step.run()
        return [self.t.name_of(faces[slot]) for slot in state.piles.hand[1][before:]]

    def _step(self) -> Step:
        self.t.state.t += 1
        step = step_of(self.t.state)
        step.chance = self.picks  # type: ignore[assignment]
        return step


@pytest.mark.parametrize(("top", "rest", "bottom"), [(0, 5, 0), (2, 3, 0), (0, 3, 2), (1, 2, 2), (3, 0, 0)])
def test_K21_a_gained_card_is_equally_likely_at_each_unknown_place(top, rest, bottom):
    """A gained card is equally likely at each place whose card nobody knows (K21).

    Other cards keep their places.
    """

    def place(picks: ScriptedChance) -> int:
        seat = Suspicious(picks, top, rest, bottom)
        seat.gain()
        return seat.draw(top + rest + bottom + 1).index("Zap")

    found = exact_distribution(place)
    assert sorted(found) == list(range(top, top + rest + 1))
    assert len(set(found.values())) == 1


def test_K21_a_second_gained_card_has_one_more_possible_place():
    """The second gained card has one more possible place, drawn one by one or all at once (K21)."""
    for parts in ((6,), (1,) * 6, (2, 4)):

        def places(picks: ScriptedChance, parts: tuple[int, ...] = parts) -> tuple[int, ...]:
            seat = Suspicious(picks, 1, 3)
            seat.gain()
            seat.gain()
            drawn = [name for count in parts for name in seat.draw(count)]
            return tuple(i for i, name in enumerate(drawn) if name == "Zap")

        found = exact_distribution(places)
        assert len(found) == 10 and len(set(found.values())) == 1 and min(found) == (1, 2)


def test_K21_a_card_gained_into_an_empty_pile_joins_the_discards():
    """The discard pile is first shuffled into an empty pile, and the card goes anywhere in it (12.3)."""

    def place(picks: ScriptedChance) -> int:
        seat = Suspicious(picks)
        seat.t.discarded(1, *["Recruit"] * 3)
        seat.gain()
        return seat.draw(4).index("Zap")

    found = exact_distribution(place)
    assert sorted(found) == [0, 1, 2, 3] and len(set(found.values())) == 1


def test_K21_a_reshuffle_during_a_draw_puts_the_discards_last():
    """Cards of the discard pile follow the remaining ones, each order equally likely."""

    def order(picks: ScriptedChance) -> tuple[str, ...]:
        seat = Suspicious(picks, 0, 1)
        seat.gain()
        seat.t.discarded(1, "Stall", "Insight")
        return tuple(seat.draw(4))

    found = exact_distribution(order)
    assert len(found) == 4 and len(set(found.values())) == 1
    assert all(set(drawn[:2]) == {"Recruit", "Zap"} for drawn in found)
