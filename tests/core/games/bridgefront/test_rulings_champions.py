"""Rulings on Champions, basic actions and building (rules 15.4: A20-A25; O4).

Where a ruling names an option, both of its values are played.
"""

from __future__ import annotations

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.chance.beacon import Stream
from core.games.bridgefront import events
from core.games.bridgefront.game import GAME
from tests.support.games.bridgefront.looks import fizzled
from tests.support.games.bridgefront.table import Table

CENTER = (0, 0)
ROAD = ((0, 0), (0, 1), (0, 2), (0, 3))


# Champions ------------------------------------------------------------------------------------------------------------


def test_A20_champions_appear_in_the_capital_or_an_occupied_hex():
    """Champions appear in your Capital or a hex you occupy, also one with a lone Champion (A20).

    A besieged Capital works if you have units in it.
    """
    t = Table()
    t.put(1, "Sergeant", (0, 1))
    t.put(1, 1, t.home(2))
    t.put(2, 1, t.home(2))
    t.put(2, 1, t.home(1))
    for hex_ in (t.home(1), (0, 1), t.home(2)):
        assert t.may(1, "Brute", hex_)
    assert not t.may(1, "Brute", (0, 0)) and not t.may(1, "Brute", None)


def test_A21_a_champions_price_is_fixed_at_the_reveal():
    """A Champion that dies earlier in the same step still counts (A21)."""
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


def test_O4_the_champion_limit_is_four_except_exodia():
    """The limit is four Champions, Exodia excepted (O4)."""
    assert with_champions(3).may(1, "Brute", (0, 0))
    t = with_champions(4)
    assert not t.may(1, "Brute", (0, 0)) and "limit" in t.why_not(1, "Brute", (0, 0))
    assert t.may(1, "Exodia", (0, 0))


@pytest.mark.parametrize(("limit", "there", "allowed"), [(1, 0, True), (1, 1, False), (8, 7, True), (0, 12, True)])
def test_O4_the_champion_limit_is_an_option(limit, there, allowed):
    """The option allows 1 to 8 Champions, or 0 for none (O4)."""
    t = with_champions(there, champion_limit=limit)
    assert t.may(1, "Brute", t.home(1)) == allowed


@pytest.mark.parametrize(("how", "there", "price"), [("third", 3, 6), ("step", 3, 8), ("step", 2, 6), ("step", 4, 10)])
def test_O4_the_fourth_champion_has_a_derived_price(how, there, price):
    """Three prices are printed; the fourth repeats the third or continues by the last step (O4)."""
    t = with_champions(there, fourth_champion_price=how, champion_limit=0)
    t.play(1, "Brute", (0, 0))
    assert t.gold(1) == 20 - price


# Basic actions and building -------------------------------------------------------------------------------------------


def test_A22_basic_actions_are_locked_and_checked_like_cards():
    """A Build on an edge built meanwhile is wasted (A22)."""
    t = Table()
    t.put(1, 1, (0, 0))
    t.together((1, "build", ROAD[:2]), (2, "Bridgeborn Path", ROAD[:2]))
    assert t.mana(1) == 4 and fizzled(t)
    assert t.happened(events.Fizzled) == [events.Fizzled(1, "build", 0)]


def test_A22_the_second_build_on_one_edge_is_skipped():
    """The later build is skipped; a Bridge Pivot without a possible half fizzles (B14)."""
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


def test_A22_basic_actions_have_their_prices_and_targets():
    """Build and March cost 1 mana, Reinforce 1 mana and 1 gold; their targets are required (8.1)."""
    t = Table(gold=1)
    t.put(1, 1, (0, 0))
    t.play(1, "build", ROAD[:2])
    t.play(1, "march", t.walk(*ROAD[:2], forces=1))
    t.play(1, "reinforce")
    assert (t.mana(1), t.gold(1), t.forces(1, t.home(1))) == (2, 0, 1)
    assert not t.may(1, "reinforce") and not t.may(1, "build") and not t.may(1, "march")


def test_A22_no_reinforce_into_a_capital_that_two_others_hold():
    """Without room Reinforce cannot be chosen, offered or drawn (A22, A15).

    If the Capital fills up in the same step, the action is wasted.
    """
    t = Table(seats=3)
    home = t.home(1)
    t.put(2, 1, home)
    assert t.may(1, "reinforce"), "one enemy is a siege"
    t.put(3, 2, (2, 0))
    t.road((2, 0), home)
    t.together((1, "reinforce"), (3, "Quick March", t.walk((2, 0), home, forces=2)))
    assert t.forces(1, home) == 0 and fizzled(t)
    assert t.why_not(1, "reinforce") == "Reinforce: choice 1 is missing"
    t.ask(1)
    offered = [d.kind for d in GAME.options_of(t.state, 1, t.secrets[1])]
    drawn = {GAME.sample(t.state, 1, t.secrets[1], Stream(bytes([i]) * 32, [])).kind for i in range(60)}
    assert "reinforce" not in offered and "done" in offered and drawn <= set(offered)
    assert GAME.stand_in(t.state, 1, Stream(bytes(32), [])).kind != "reinforce"
    assert HeuristicBot("a22", 1).decide(GAME, t.state, 1, t.secrets[1]).kind in offered


def test_A22_reinforce_with_wings_goes_elsewhere_if_the_capital_is_full():
    """With Wings the Axis Mundi takes the Cohort and must be named (A22, 8.7)."""
    t = Table("vapourborn", seats=3)
    for seat in (2, 3):
        t.put(seat, 1, t.home(1))
    t.put(1, 1, CENTER)
    assert not t.may(1, "reinforce")
    t.ask(1)
    places = [d.locked for d in GAME.options_of(t.state, 1, t.secrets[1]) if d.kind == "reinforce"]
    assert places == [(t.at(CENTER),)]
    t.play(1, "reinforce", CENTER)
    assert t.forces(1, CENTER) == 2


def test_A23_a_card_that_names_no_place_builds_at_an_occupied_hex():
    """Bridge Deed needs an end in a hex you occupy; cards that say "anywhere" do not (A23)."""
    t = Table()
    t.put(1, 1, (0, 0))
    for card in ("Bridge Deed", "Bridge Network", "Bridge Charter", "Instant Bridge Net", "Rapid Span", "Bridge Crew"):
        assert t.may(1, card, ROAD[:2]) and not t.may(1, card, ROAD[1:3])
    for card in ("Bridgeborn Path", "Temporary Bridge"):
        assert t.may(1, card, ROAD[1:3])


def test_A24_a_flyer_carries_no_other_units():
    """A mixed stack needs Bridges unless every unit in it may cross without one (A24)."""
    t = Table()
    ace = t.put(1, "Skystriker Ace", (0, 0))
    runner = t.put(1, "Bridge Runner", (0, 0))
    brute = t.put(1, "Brute", (0, 0))
    t.put(1, 1, (0, 0))
    assert t.may(1, "march", t.walk((0, 0), (0, 1), champions=[ace, runner]))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), champions=[ace, brute]))
    assert not t.may(1, "march", t.walk((0, 0), (0, 1), forces=1, champions=[ace]))


def test_A25_choices_that_need_no_new_knowledge_are_locked():
    """Hard Mulligan names its cards when played; Cycle Notes asks after drawing (A25).

    See also the catalogue's test.
    """
    t = Table()
    t.hold(1, "Zap")
    t.pile(1, *["Recruit"] * 5)
    t.play(1, "Hard Mulligan", "Zap")
    assert t.asked()[1] == "action" and t.hand(1) == ["Recruit"]
    t.play(1, "Cycle Notes")
    assert t.asked() == {1: "cards"}, "it stops and asks that player alone"
    t.name(1, "Recruit")
    assert t.asked()[1] == "action"


@pytest.mark.parametrize(
    ("card", "kind"),
    [
        ("Cycle Notes", "cards"),
        ("Perfect Cycle", "cards"),
        ("Chronicle of War", "cards"),
        ("Tome of Orders", "lay"),
        ("Perfect Recall", "lay"),
        ("Center Relic", "scry"),
        ("Scout Report", "scout"),
        ("Foundry Heist", "offer"),
    ],
)
def test_D8_a_late_choice_during_a_step_is_a_random_legal_one(card, kind):
    """A choice that comes too late during a step is any legal answer, drawn from the seat's secrets (14.1, D8).

    A restart gives the same answer.
    """
    t = Table()
    t.forge((0, 1))
    t.put(1, 1, (0, 1))
    t.hold(1, "Zap", "Stall")
    t.unknown(1, *["Recruit", "March Orders", "Quick March", "Insight"])
    t.play(1, card, *([0] if kind == "offer" else []))
    assert t.asked() == {1: kind}
    question, detail = GAME.pending_question(t.state, 1)
    own = t.secrets[1]
    options = set(question.options(t.state, 1, own, *detail))
    drawn = {question.default_answer(t.state, 1, own, Stream(bytes([i]) * 32, []), *detail) for i in range(200)}
    assert drawn == options and len(options) > 2
    assert GAME.default_decision(t.state, 1, own) == GAME.default_decision(t.state, 1, own.copy())
    t.answer(1, GAME.default_decision(t.state, 1, own))
