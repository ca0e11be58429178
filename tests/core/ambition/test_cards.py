"""Every Intrigue card and every industry, one test or more each (rules 2.2 and 2.3), and that none lacks its test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from core.ambition import events as e
from core.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    BLACKMAIL,
    BUNKER,
    CABLES,
    CARD_NIGHT,
    CENSUS,
    COMMUNIQUE,
    DATAWORKS,
    DEATH,
    DEFECTION,
    DEFENSE,
    DELAY,
    DISARMAMENT,
    DRILL,
    EARLY_WARNING,
    EXCHANGE,
    FREIGHTLINE,
    GRIDWORKS,
    INDUSTRIES,
    INSPECTION,
    INTRIGUE_DECK,
    INTRIGUES,
    KNIFE,
    NATIONALISATION,
    NEW_BLOOD,
    NUCLEAR_ARMS,
    PANIC,
    RELIEF,
    SHOTGUN,
    TECMED,
    TRADE_FAIR,
    TURNCOAT,
    ULTIMATUM,
    UNITY,
    VENTURE,
    WAR_TAX,
    WIREHOUSE,
)
from core.ambition.decisions import (
    Accept,
    Aim,
    Counter,
    Declare,
    Diplomacy,
    Disarm,
    Doubt,
    Drawn,
    Duel,
    Gift,
    Industry,
    Launch,
    Play,
    Shelter,
    Shift,
    Yield,
)
from core.ambition.game import GAME
from core.kernel.events import CardTaken
from core.kernel.game import IllegalDecision
from core.kernel.shared.events import CardSeen
from tests.core.ambition.table import PURSE, Position, rolling


def aimed(face: int, aim: Aim, p: Position | None = None, **options: Any) -> Position:
    """Seat 1 resolves the card and names that."""
    p = p or Position(**options)
    p.resolve(face)
    p.decide(seat1=aim)
    return p


def illegal(p: Position, seat: int, decision: object) -> bool:
    """Whether the seat may not decide so."""
    try:
        GAME.check(p.state, seat, decision)
    except IllegalDecision:
        return True
    return False


# The nuclear core -----------------------------------------------------------------------------------------------------


def test_NU1_gives_a_first_token() -> None:
    p = Position()
    p.resolve(DEATH)
    assert p.said(e.TokenTaken) == [e.TokenTaken(1, 0)] and p.purse == [PURSE] * 3 and not p.state.asking


def test_NU1_with_a_token_is_worth_2_or_a_token_for_somebody_and_4() -> None:
    for gift, purse, tokens in ((0, PURSE + 2, [1, 0, 1]), (2, PURSE + 4, [1, 1, 1])):
        p = Position()
        p.tokens(1, 3)
        p.resolve(DEATH)
        assert illegal(p, 1, Gift(3)) and illegal(p, 1, Gift(1))
        p.decide(seat1=Gift(gift))
        assert p.purse[0] == purse and p.state.token[1:] == tokens


def test_NU1_where_all_have_tokens_is_worth_2() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.resolve(DEATH)
    assert not p.state.asking and p.purse[0] == PURSE + 2


def test_NU2_is_kept_with_a_token_and_discarded_without() -> None:
    for tokens, kept in (((1,), [NUCLEAR_ARMS]), ((), [])):
        p = Position()
        p.tokens(*tokens)
        (slot,) = p.top(INTRIGUE_DECK, NUCLEAR_ARMS)
        p.run(("draw intrigue",))
        assert p.automatic(1) == (None if kept else Drawn(p.card(1, slot)))
        p.decide()
        assert p.held(1, "intrigue") == kept and p.spent() == ([] if kept else [NUCLEAR_ARMS])
        assert not any(p.state.convicted)


def test_NU3_is_held_with_a_token_and_discarded_without() -> None:
    p = Position()
    (slot,) = p.top(INTRIGUE_DECK, ARMAGEDDON)
    p.run(("draw intrigue",))
    assert p.automatic(1) == Drawn(p.card(1, slot))
    p.decide()
    assert p.spent() == [ARMAGEDDON] and not p.state.over
    p = Position()
    p.tokens(1)
    (slot,) = p.top(INTRIGUE_DECK, ARMAGEDDON)
    p.run(("draw intrigue",))
    assert illegal(p, 1, Drawn(p.card(1, slot))), "not every player holds a token"
    p.decide(seat1=Drawn())
    assert p.held(1, "intrigue") == [ARMAGEDDON]


def test_NU3_ends_the_game_on_drawing_it_or_from_hand() -> None:
    for from_hand in (False, True):
        p = Position()
        p.tokens(1, 2, 3)
        if from_hand:
            (slot,) = p.intrigue(1, ARMAGEDDON)
            p.run(("intrigue",))
            p.decide(seat1=Play(p.card(1, slot)))
        else:
            p.resolve(ARMAGEDDON)
        assert p.state.over and p.said(e.MatchEnded) == [e.MatchEnded(1, "armageddon")]


# Peace ----------------------------------------------------------------------------------------------------------------


def test_PE1_each_discards_and_says_that_is_all() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.intrigue(1, DRILL)
    arms = p.intrigue(2, NUCLEAR_ARMS, NUCLEAR_ARMS, DRILL)
    p.resolve(DISARMAMENT)
    assert p.asked("disarm") == [1], "clockwise from the active player; who holds nothing is not asked"
    p.decide(seat1=Disarm(()))
    assert p.asked("disarm") == [2]
    p.decide(seat2=Disarm((p.card(2, arms[0]),)))
    assert p.said(e.Declared) == [e.Declared(1, "all", 0), e.Declared(2, "all", 0)]
    assert p.asked("doubt") == [1, 2, 3], "one window for all claims"
    p.decide()
    assert p.held(2, "intrigue") == [NUCLEAR_ARMS, DRILL] and not p.state.statements


def test_PE1_who_is_caught_discards_all_and_loses_10() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.intrigue(1, DRILL)
    p.intrigue(2, NUCLEAR_ARMS, NUCLEAR_ARMS, DRILL)
    p.resolve(DISARMAMENT)
    p.decide()
    p.decide(seat2=Disarm(()))
    p.decide(seat1=Doubt(2), seat2=Doubt(1), seat3=Doubt(2))
    assert p.said(e.Doubted) == [e.Doubted(2, 1), e.Doubted(3, 2)], "the closest clockwise to each claimant"
    assert p.said(e.ClaimCleared) == [e.ClaimCleared(1, 2)] and p.said(e.ClaimCaught) == [e.ClaimCaught(2, 3)]
    assert p.held(2, "intrigue") == [DRILL] and p.purse == [PURSE, 0, PURSE]
    assert min(p.state.hand(1, "intrigue") + p.state.hand(2, "intrigue")) > 0, "shown hands are closed again"


def test_PE2_costs_nuclear_arms_or_the_token() -> None:
    for kind in ("give", "token"):
        p = Position()
        p.tokens(2)
        (slot, _) = p.intrigue(2, NUCLEAR_ARMS, NUCLEAR_ARMS)
        p.resolve(INSPECTION)
        assert illegal(p, 1, Aim(3)), "it has no token"
        p.decide(seat1=Aim(2))
        p.decide(seat2=Yield(kind, p.card(2, slot) if kind == "give" else 0))
        p.decide()
        assert p.state.token[2] == (kind == "give")
        assert p.held(2, "intrigue") == ([NUCLEAR_ARMS] if kind == "give" else [])


def test_PE2_is_a_claim_where_bluffs_are_wide() -> None:
    for clean in (True, False):
        p = Position()
        p.tokens(2)
        p.intrigue(2, DRILL if clean else ARMAGEDDON)
        aimed(INSPECTION, Aim(2), p)
        p.decide(seat2=Yield("no"))
        assert p.asked("doubt") == [1, 3]
        p.decide(seat3=Doubt(2))
        assert p.purse == ([PURSE, PURSE, 0] if clean else [PURSE, 0, PURSE])
        assert p.state.token[2] == clean and p.held(2, "intrigue") == ([DRILL] if clean else [])
    p = Position(bluffs="narrow")
    p.tokens(2)
    aimed(INSPECTION, Aim(2), p)
    assert illegal(p, 2, Yield("no"))


def test_PE2_caught_costs_nuclear_arms_and_the_token_and_what_goes_with_it() -> None:
    p = Position()
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS, ARMAGEDDON, DRILL, NUCLEAR_ARMS)
    aimed(INSPECTION, Aim(2), p)
    p.decide(seat2=Yield("no"))
    p.decide(seat1=Doubt(2))
    assert not p.state.token[2] and p.held(2, "intrigue") == [DRILL] and p.purse == [PURSE, 0, PURSE]


def test_PE3_the_highest_declaration_gains_5() -> None:
    p = Position()
    p.elites(1, 3)
    p.elites(2, 4)
    p.resolve(CENSUS)
    assert p.asked("census") == [1]
    p.decide(seat1=Declare(0))
    p.decide(seat2=Declare(4))
    assert p.asked("doubt") == [1, 3], "3 has no Elite and says nothing; nobody can challenge a 0"
    assert illegal(p, 3, Doubt(1))
    p.decide()
    assert p.purse == [PURSE, PURSE + 5, PURSE]


def test_PE3_several_tied_gain_3_each_and_false_ones_count_as_0() -> None:
    p = Position()
    for seat, worth in ((1, 3), (2, 4), (3, 2)):
        p.elites(seat, worth)
    p.resolve(CENSUS)
    for seat, said in ((1, 3), (2, 3), (3, 6)):
        p.decide(**{f"seat{seat}": Declare(said)})
    p.decide(seat1=Doubt(3), seat3=Doubt(2))
    assert p.said(e.ClaimCaught) == [e.ClaimCaught(3, 1)] and p.said(e.ClaimCleared) == [e.ClaimCleared(2, 3)]
    assert p.purse == [PURSE + 3, PURSE + 3, 0], "an Elite of more proves it; 10 for each fault"
    assert p.worths(2) == [4] and min(p.state.hand(2, "elites")) > 0


def test_PE4_costs_1_for_each_intrigue_card() -> None:
    p = Position()
    p.purses(10, 2, 5)
    p.intrigue(1, DRILL)
    p.intrigue(2, DRILL, EARLY_WARNING, EARLY_WARNING)
    p.plants(3, TECMED)
    p.resolve(WAR_TAX)
    assert p.purse == [9, 0, 5]


def test_PE5_the_richest_lose_4() -> None:
    p = Position(4)
    p.purses(7, 9, 9, 3)
    p.resolve(PANIC)
    assert p.purse == [7, 5, 5, 3]


def test_PE6_the_poorest_gain_4() -> None:
    p = Position(4)
    p.purses(3, 9, 9, 3)
    p.resolve(RELIEF)
    assert p.purse == [7, 9, 9, 7]


# Alliances ------------------------------------------------------------------------------------------------------------


def test_AO1_forges_an_alliance_unasked() -> None:
    p = Position()
    p.purses(10, 7, 10)
    p.ally(1, 3, UNITY, 2)
    p.resolve(SHOTGUN)
    assert illegal(p, 1, Aim(3, DEFENSE)), "these two have one"
    assert illegal(p, 1, Aim(2, EXCHANGE, TECMED)), "2 cannot pay it"
    p.decide(seat1=Aim(2, DELAY))
    assert p.state.between(1, 2) is not None and p.purse[1] == 7 + 1 - 6


def test_AO1_without_anybody_to_ally_with_has_no_effect() -> None:
    p = Position()
    p.purses(2, 20, 20)
    p.resolve(SHOTGUN)
    assert p.said(e.NoEffect) and not p.state.asking


def test_AO2_is_one_attempt_as_by_a_6() -> None:
    p = Position()
    p.elites(1, 2)
    p.resolve(BACK_CHANNEL)
    assert p.state.asking == ((1, "diplomacy", (("pass", "propose", "seal"),)),)
    p.decide(seat1=Diplomacy("propose", partner=3, pact=DEFENSE))
    p.decide(seat3=Accept(True))
    assert p.state.between(1, 3) is not None


def test_AO3_opens_all_secret_alliances_of_a_player() -> None:
    p = Position()
    p.seal(2, 1, DEFENSE)
    p.seal(2, 3, UNITY, 1)
    p.seal(1, 3, DEFENSE)
    aimed(CABLES, Aim(2), p)
    assert {a.pair for a in p.state.alliances} == {(2, 1), (2, 3)} and [x.pair for x in p.state.papers] == [(1, 3)]
    assert p.purse == [PURSE + 1 - 5, PURSE + 2 - 8, PURSE + 1 - 3]


def test_AO4_both_allies_gain_3() -> None:
    p = Position()
    p.ally(2, 1, DEFENSE)
    p.seal(1, 3, DEFENSE)
    before = list(p.purse)
    p.resolve(COMMUNIQUE)
    assert illegal(p, 1, Aim(3)), "an open one"
    p.decide(seat1=Aim(2))
    assert [now - then for now, then in zip(p.purse, before)] == [3, 3, 0]


# Betrayals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("secret", [False, True])
def test_BE1_ends_an_alliance_and_takes_both_stakes(secret: bool) -> None:
    p = Position()
    if secret:
        p.seal(2, 1, DELAY)
    else:
        p.ally(2, 1, DELAY)
    aimed(KNIFE, Aim(2), p)
    assert p.purse == [PURSE + 1 + 6, PURSE + 1 - 6, PURSE] and not p.state.alliances and not p.state.papers
    assert p.said(e.AllianceEnded) == [e.AllianceEnded(2, 1, DELAY, "knife")]


@pytest.mark.parametrize("sealed", [False, True])
def test_BE2_takes_a_random_card_that_others_do_not_see(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.intrigue(1, DRILL)
    p.intrigue(2, EARLY_WARNING)
    p.elites(2, 5)
    p.resolve(TURNCOAT)
    assert illegal(p, 1, Aim(3)), "3 holds no such card"
    p.decide(seat1=Aim(2))
    assert p.said(CardTaken) == [CardTaken(1, 2, 0)] and p.worths(2) == [5]
    assert p.held(1, "intrigue") == sorted([DRILL, EARLY_WARNING]) and not p.state.hand(2, "intrigue")
    p = Position(sealed=sealed)
    p.plants(2, TECMED)
    aimed(TURNCOAT, Aim(2), p)
    assert p.held(1, "industry") == [TECMED]


def test_BE3_takes_an_elite_of_3_or_more() -> None:
    p = Position()
    p.elites(1, 1)
    low, high, higher = p.elites(2, 2, 3, 6)
    aimed(DEFECTION, Aim(2), p)
    assert illegal(p, 2, Yield("give", p.card(2, low)))
    p.decide(seat2=Yield("give", p.card(2, high)))
    p.decide()
    assert p.worths(1) == [1, 3] and p.worths(2) == [2, 6]
    assert min(p.state.hand(1, "elites")) > 0 and higher in p.state.hand(2, "elites")


def test_BE3_none_is_a_claim_and_a_false_one_costs_the_highest() -> None:
    for worths, purse, left in (((2, 1), [PURSE, PURSE, 0], [1, 2]), ((2, 3, 5), [PURSE, 0, PURSE], [2, 3])):
        p = Position()
        p.elites(2, *worths)
        aimed(DEFECTION, Aim(2), p)
        p.decide(seat2=Yield("no"))
        p.decide(seat3=Doubt(2))
        assert p.purse == purse and p.worths(2) == left and p.worths(1) == ([5] if 5 in worths else [])


@pytest.mark.parametrize("sealed", [False, True])
def test_BE4_pays_4_or_shows_all_intrigue_cards(sealed: bool) -> None:
    p = Position(sealed=sealed)
    slots = p.intrigue(2, DRILL, EARLY_WARNING)
    aimed(BLACKMAIL, Aim(2), p)
    p.decide(seat2=Yield("pay"))
    p.decide()
    assert p.purse == [PURSE + 4, PURSE - 4, PURSE]
    aimed(BLACKMAIL, Aim(2), p)
    p.decide(seat2=Yield("show"))
    p.decide()
    for seat in (1, 3):
        GAME.learn(p.state, seat, p.table.secrets[seat])
    assert [p.table.secrets[1].drawn.get(slot) for slot in slots] == [DRILL, EARLY_WARNING]
    assert not {*slots} & p.table.secrets[3].drawn.keys() and len(p.said(CardSeen)) == 2


def test_BE4_who_does_not_own_4_cannot_pay() -> None:
    p = Position()
    p.purses(9, 3, 9)
    aimed(BLACKMAIL, Aim(2), p)
    assert illegal(p, 2, Yield("pay"))


def test_BE4_is_a_claim_where_bluffs_are_wide() -> None:
    for face, purse in ((DRILL, [PURSE, PURSE, 0]), (NUCLEAR_ARMS, [PURSE + 4, 0, PURSE])):
        p = Position()
        p.tokens(2)
        p.intrigue(2, face)
        aimed(BLACKMAIL, Aim(2), p)
        p.decide(seat2=Yield("no"))
        p.decide(seat3=Doubt(2))
        assert p.purse == purse and p.held(2, "intrigue") == [face]
    p = Position(bluffs="narrow")
    aimed(BLACKMAIL, Aim(2), p)
    assert illegal(p, 2, Yield("no"))


# Special challenges ---------------------------------------------------------------------------------------------------


def test_SC1_the_higher_elite_gains_5_and_the_lower_loses_3() -> None:
    for mine, theirs, purse in ((5, 2, [15, 7, 10]), (1, 4, [7, 15, 10]), (3, 3, [10, 10, 10])):
        p = Position()
        (a,), (b,) = p.elites(1, mine), p.elites(2, theirs)
        p.resolve(CARD_NIGHT)
        assert illegal(p, 1, Aim(3)), "3 has no Elite"
        p.decide(seat1=Aim(2))
        assert p.asked("duel") == [1, 2]
        p.decide(seat1=Duel(p.card(1, a)), seat2=Duel(p.card(2, b)))
        assert p.purse == purse and not p.worths(1) + p.worths(2)
        assert len(p.state.elites_spent[1]) == len(p.state.elites_spent[2]) == 1


def test_SC1_without_an_elite_has_no_effect() -> None:
    p = Position()
    p.elites(2, 3)
    p.resolve(CARD_NIGHT)
    assert p.said(e.NoEffect)


def test_SC2_yes_costs_the_card_or_5() -> None:
    for kind, purse in (("give", [10, 10, 10]), ("pay", [15, 5, 10])):
        p = Position()
        (slot, other) = p.intrigue(2, EARLY_WARNING, DRILL)
        p.resolve(ULTIMATUM)
        assert illegal(p, 1, Aim(2, DRILL)), "only three cards may be named"
        p.decide(seat1=Aim(2, EARLY_WARNING))
        assert illegal(p, 2, Yield("give", p.card(2, other)))
        p.decide(seat2=Yield(kind, p.card(2, slot) if kind == "give" else 0))
        assert not p.asked("doubt"), "yes cannot be challenged"
        assert p.purse == purse and len(p.held(2, "intrigue")) == (1 if kind == "give" else 2)


def test_SC2_no_is_a_claim_and_a_false_one_costs_the_card_alone() -> None:
    for held, purse in ((EARLY_WARNING, [10, 0, 10]), (DRILL, [10, 10, 0])):
        p = Position()
        p.intrigue(2, held)
        aimed(ULTIMATUM, Aim(2, EARLY_WARNING), p)
        p.decide(seat2=Yield("no"))
        p.decide(seat3=Doubt(2))
        assert p.purse == purse and p.held(2, "intrigue") == ([] if held == EARLY_WARNING else [DRILL])


# Industry -------------------------------------------------------------------------------------------------------------


def test_IB1_draws_an_industrial_card() -> None:
    p = Position()
    p.resolve(TRADE_FAIR)
    assert [len(p.state.hand(seat, "industry")) for seat in p.state.seats] == [1, 0, 0]


def test_IB2_draws_one_for_each_and_two_for_who_plays_it() -> None:
    p = Position(4)
    p.resolve(VENTURE, seat=3)
    assert [len(p.state.hand(seat, "industry")) for seat in p.state.seats] == [1, 1, 2, 1]


def test_IB3_closes_an_industry_and_draws_one() -> None:
    p = Position()
    (copy,) = p.in_play(2, WIREHOUSE)
    p.in_play(1, TECMED)
    p.resolve(NATIONALISATION)
    assert illegal(p, 1, Aim(1, TECMED)) and illegal(p, 1, Aim(2, TECMED))
    p.decide(seat1=Aim(2, WIREHOUSE))
    assert p.state.industry_spent[2] == (copy,) and not p.state.industry[2]
    assert len(p.state.hand(1, "industry")) == 1


def test_NB1_draws_2_elites() -> None:
    p = Position()
    p.resolve(NEW_BLOOD)
    assert [len(p.state.hand(seat, "elites")) for seat in p.state.seats] == [2, 0, 0]


# Defence: more of it in test_strikes.py -------------------------------------------------------------------------------


def struck(p: Position, target: int = 2) -> Position:
    """Seat 3 launches at the target."""
    p.state.token[3], p.state.current = 1, 3
    (slot,) = p.intrigue(3, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat3=Launch(target, p.card(3, slot)))
    return p


def test_DE1_deflects_a_strike() -> None:
    p = Position()
    (slot,) = p.intrigue(2, EARLY_WARNING)
    struck(p)
    p.decide(seat2=Counter(p.card(2, slot)))
    assert [x.seat for x in p.said(e.Deflected)] == [2] and p.purse == [PURSE] * 3 and EARLY_WARNING in p.spent()


def test_DE2_halves_the_loss_and_keeps_the_hand() -> None:
    p = Position()
    (slot, _) = p.intrigue(2, DRILL, DRILL)
    p.plants(2, TECMED)
    struck(p)
    p.decide()
    p.decide()
    p.decide(seat2=Shelter(p.card(2, slot)))
    assert p.purse == [0, PURSE - 5, PURSE] and p.held(2, "intrigue") == [DRILL] and p.held(2, "industry") == [TECMED]


# Industries in play ---------------------------------------------------------------------------------------------------


def test_IN1_tecmed_halves_the_loss_and_not_that_of_cards() -> None:
    p = Position()
    p.in_play(2, TECMED)
    p.intrigue(2, EARLY_WARNING)
    struck(p)
    for _ in range(3):
        p.decide()
    assert p.purse == [0, PURSE - 5, PURSE] and not p.held(2, "intrigue") and len(p.state.industry[2]) == 1


def test_IN2_bunker_shields_once() -> None:
    p = Position()
    (copy,) = p.in_play(2, BUNKER)
    p.intrigue(2, DRILL)
    struck(p)
    p.decide()
    p.decide()
    assert p.asked("shelter") == [1], "a Bunker goes before a Drill"
    p.decide()
    assert p.purse == [0, PURSE, PURSE] and p.held(2, "intrigue") == [DRILL]
    assert not p.state.industry[2] and p.state.industry_spent[2] == (copy,)


def test_IN3_gridworks_gains_1_once_a_turn() -> None:
    p = Position()
    p.in_play(1, GRIDWORKS)
    p.run(("industry",))
    p.decide(seat1=Industry("gridworks"))
    assert p.purse[0] == PURSE + 1 and not p.state.asking


def test_IN4_wirehouse_changes_the_die_by_1() -> None:
    p = Position()
    p.in_play(1, WIREHOUSE)
    p.run(("roll",), beacon=rolling(4))
    assert [illegal(p, 1, Shift(die)) for die in range(8)] == [True, True, True, False, False, False, True, True]
    p.decide(seat1=Shift(5))
    assert p.said(e.DieTurned) == [e.DieTurned(1, 5)] and p.state.asking[0][2] == (
        ("pass", "claim", "propose", "seal"),
    )
    p = Position()
    p.in_play(1, WIREHOUSE)
    p.run(("roll",), beacon=rolling(6))
    assert illegal(p, 1, Shift(7)) and not illegal(p, 1, Shift(5))


def test_IN5_freightline_draws_2_and_uses_1() -> None:
    p = Position()
    p.in_play(1, FREIGHTLINE)
    deck = len(p.state.shared.decks[INTRIGUE_DECK])
    p.top(INTRIGUE_DECK, DRILL, EARLY_WARNING)
    p.run(("draw intrigue",))
    p.decide()
    p.decide()
    assert len(p.held(1, "intrigue")) == 1 and len(p.state.shared.decks[INTRIGUE_DECK]) == deck - 1


@pytest.mark.parametrize("sealed", [False, True])
def test_IN6_dataworks_looks_at_an_elite_for_1(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.in_play(1, DATAWORKS)
    (slot,) = p.elites(2, 5)
    p.run(("industry",))
    assert illegal(p, 1, Industry("dataworks", other=3)), "3 has none"
    p.decide(seat1=Industry("dataworks", other=2))
    for seat in (1, 3):
        GAME.learn(p.state, seat, p.table.secrets[seat])
    assert slot in p.table.secrets[1].drawn and slot not in p.table.secrets[3].drawn
    assert p.purse[0] == PURSE - 1 and not p.state.asking, "once a turn"


def test_a_type_that_comes_into_play_displaces_that_of_another() -> None:
    p = Position()
    (old,) = p.in_play(2, TECMED)
    (new, twin) = p.plants(1, TECMED, TECMED)
    p.run(("industry",))
    p.decide(seat1=Industry("play", p.card(1, new)))
    assert p.state.industry_spent[2] == (old,) and p.state.holder(TECMED) == 1
    assert illegal(p, 1, Industry("play", p.card(1, twin))), "it is in play in front of it"
    p.decide(seat1=Industry("stop"))
    assert not p.state.asking


def test_every_card_has_its_test() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    tested = set(re.findall(r"def test_([A-Z]{2}\d)_", source))
    assert {card.code for card in INTRIGUES} <= tested
    assert {f"IN{i}" for i in range(1, len(INDUSTRIES) + 1)} <= tested
