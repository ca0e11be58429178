"""Every Intrigue card, with at least one test each (rules 2.2).

Cards of industry and defence are in test_cards_of_industry.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.events import CardTaken
from core.engine.game import IllegalDecision
from core.engine.hidden.shared_deck.events import CardSeen
from core.games.ambition import events as e
from core.games.ambition.cards import (
    ARMAGEDDON,
    BACK_CHANNEL,
    BLACKMAIL,
    CABLES,
    CENSUS,
    COMMUNIQUE,
    DEATH,
    DEFECTION,
    DEFENSE,
    DELAY,
    DISARMAMENT,
    DRILL,
    EARLY_WARNING,
    EXCHANGE,
    INSPECTION,
    INTRIGUE_DECK,
    KNIFE,
    NUCLEAR_ARMS,
    PANIC,
    RELIEF,
    SHOTGUN,
    TECMED,
    TURNCOAT,
    UNITY,
    WAR_TAX,
)
from core.games.ambition.decisions import (
    Accept,
    Aim,
    Declare,
    Diplomacy,
    Disarm,
    Doubt,
    Drawn,
    Gift,
    Play,
    Yield,
)
from core.games.ambition.game import GAME
from tests.support.games.ambition.table import PURSE, Position


def aimed(face: int, aim: Aim, p: Position | None = None, **options: Any) -> Position:
    """Let seat 1 resolve the card with this aim."""
    p = p or Position(**options)
    p.resolve(face)
    p.decide(seat1=aim)
    return p


def illegal(p: Position, seat: int, decision: object) -> bool:
    """Return True if this decision of the seat is illegal."""
    try:
        GAME.check(p.state, seat, decision)
    except IllegalDecision:
        return True
    return False


# The nuclear core -----------------------------------------------------------------------------------------------------


def test_NU1_gives_a_player_without_a_token_a_token() -> None:
    p = Position()
    p.resolve(DEATH)
    assert p.said(e.TokenTaken) == [e.TokenTaken(1, 0)] and p.purse == [PURSE] * 3 and not p.state.asking


def test_NU1_with_a_token_gives_2_or_4_and_a_token_to_another_player() -> None:
    for gift, purse, tokens in ((0, PURSE + 2, [1, 0, 1]), (2, PURSE + 4, [1, 1, 1])):
        p = Position()
        p.tokens(1, 3)
        p.resolve(DEATH)
        assert illegal(p, 1, Gift(3)) and illegal(p, 1, Gift(1))
        p.decide(seat1=Gift(gift))
        assert p.purse[0] == purse and p.state.token[1:] == tokens


def test_NU1_gives_2_if_every_player_has_a_token() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.resolve(DEATH)
    assert not p.state.asking and p.purse[0] == PURSE + 2


def test_NU2_is_kept_only_with_a_token() -> None:
    for tokens, kept in (((1,), [NUCLEAR_ARMS]), ((), [])):
        p = Position()
        p.tokens(*tokens)
        (slot,) = p.top(INTRIGUE_DECK, NUCLEAR_ARMS)
        p.run(("draw intrigue",))
        assert p.automatic(1) == (None if kept else Drawn(p.card(1, slot)))
        p.decide()
        assert p.held(1, "intrigue") == kept and p.spent() == ([] if kept else [NUCLEAR_ARMS])
        assert not any(p.state.convicted)


def test_NU3_is_kept_only_with_a_token() -> None:
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


def test_NU3_ends_the_game_when_drawn_or_played_from_hand() -> None:
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


def test_PE1_each_player_discards_arms_and_declares_that_none_remain() -> None:
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


def test_PE1_a_caught_player_discards_all_arms_and_loses_10() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.intrigue(1, DRILL)
    p.intrigue(2, NUCLEAR_ARMS, NUCLEAR_ARMS, DRILL)
    p.resolve(DISARMAMENT)
    p.decide()
    p.decide(seat2=Disarm(()))
    p.decide(seat1=Doubt(2), seat2=Doubt(1), seat3=Doubt(2))
    assert p.said(e.Doubted) == [e.Doubted((2,), 1), e.Doubted((3, 1), 2)], "clockwise from each claimant"
    assert p.said(e.ClaimCleared) == [e.ClaimCleared(1, (2,))] and p.said(e.ClaimCaught) == [e.ClaimCaught(2, (3, 1))]
    assert p.held(2, "intrigue") == [DRILL] and p.purse == [PURSE, 0, PURSE], (
        "2 had nothing left for the second penalty"
    )
    assert min(p.state.hand(1, "intrigue") + p.state.hand(2, "intrigue")) > 0, "shown hands are closed again"


def test_PE2_costs_each_player_nuclear_arms_or_the_token() -> None:
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


def test_PE2_with_wide_bluffs_allows_a_claim() -> None:
    for clean in (True, False):
        p = Position()
        p.tokens(2)
        p.intrigue(2, DRILL if clean else ARMAGEDDON)
        aimed(INSPECTION, Aim(2), p)
        p.decide(seat2=Yield("no"))
        assert p.asked("doubt") == [1, 3]
        p.decide(seat3=Doubt(2))
        assert p.purse == ([PURSE, PURSE, 0] if clean else [PURSE, 0, 2 * PURSE])
        assert p.state.token[2] == clean and p.held(2, "intrigue") == ([DRILL] if clean else [])
    p = Position(bluffs="narrow")
    p.tokens(2)
    aimed(INSPECTION, Aim(2), p)
    assert illegal(p, 2, Yield("no"))


def test_PE2_a_caught_player_loses_the_token_and_all_arms() -> None:
    p = Position()
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS, ARMAGEDDON, DRILL, NUCLEAR_ARMS)
    aimed(INSPECTION, Aim(2), p)
    p.decide(seat2=Yield("no"))
    p.decide(seat1=Doubt(2))
    assert not p.state.token[2] and p.held(2, "intrigue") == [DRILL] and p.purse == [2 * PURSE, 0, PURSE]


def test_PE3_the_highest_declaration_gains_6() -> None:
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
    assert p.purse == [PURSE, PURSE + 6, PURSE]


def test_PE3_tied_declarations_gain_3_each_and_false_declarations_count_0() -> None:
    p = Position()
    for seat, worth in ((1, 3), (2, 4), (3, 2)):
        p.elites(seat, worth)
    p.resolve(CENSUS)
    for seat, said in ((1, 3), (2, 3), (3, 6)):
        p.decide(**{f"seat{seat}": Declare(said)})
    p.decide(seat1=Doubt(3), seat3=Doubt(2))
    assert p.said(e.ClaimCaught) == [e.ClaimCaught(3, (1,))] and p.said(e.ClaimCleared) == [e.ClaimCleared(2, (3,))]
    assert p.purse == [PURSE + 3, PURSE + 3, 0], "an Elite of more proves it; 10 for each fault"
    assert p.worths(2) == [4] and min(p.state.hand(2, "elites")) > 0


def test_PE4_costs_each_player_1_for_each_intrigue_card() -> None:
    p = Position()
    p.purses(10, 2, 5)
    p.intrigue(1, DRILL)
    p.intrigue(2, DRILL, EARLY_WARNING, EARLY_WARNING)
    p.plants(3, TECMED)
    p.resolve(WAR_TAX)
    assert p.purse == [9, 0, 5]


def test_PE5_the_richest_lose_6() -> None:
    p = Position(4)
    p.purses(7, 9, 9, 3)
    p.resolve(PANIC)
    assert p.purse == [7, 3, 3, 3]


def test_PE6_the_poorest_gain_6() -> None:
    p = Position(4)
    p.purses(3, 9, 9, 3)
    p.resolve(RELIEF)
    assert p.purse == [9, 9, 9, 9]


# Alliances ------------------------------------------------------------------------------------------------------------


def test_AO1_forges_an_alliance_without_consent() -> None:
    p = Position()
    p.purses(10, 7, 10)
    p.ally(1, 3, UNITY, 2)
    p.resolve(SHOTGUN)
    assert illegal(p, 1, Aim(3, DEFENSE)), "these two have one"
    assert illegal(p, 1, Aim(2, EXCHANGE, TECMED)), "2 cannot pay it"
    p.decide(seat1=Aim(2, DELAY))
    assert p.state.alliance_between(1, 2) is not None and p.purse[1] == 7 + 1 - 6


def test_AO1_without_a_possible_partner_has_no_effect() -> None:
    p = Position()
    p.purses(2, 20, 20)
    p.resolve(SHOTGUN)
    assert p.said(e.NoEffect) and not p.state.asking


def test_AO2_allows_a_proposal_like_a_roll_of_6() -> None:
    p = Position()
    p.elites(1, 2)
    p.resolve(BACK_CHANNEL)
    assert p.state.asking == ((1, "diplomacy", (("pass", "propose", "seal"),)),)
    p.decide(seat1=Diplomacy("propose", partner=3, pact=DEFENSE))
    p.decide(seat3=Accept(True))
    assert p.state.alliance_between(1, 3) is not None


def test_AO3_opens_all_secret_alliances_of_a_player() -> None:
    p = Position()
    p.seal(2, 1, DEFENSE)
    p.seal(2, 3, UNITY, 1)
    p.seal(1, 3, DEFENSE)
    aimed(CABLES, Aim(2), p)
    assert {a.pair for a in p.state.alliances} == {(2, 1), (2, 3)} and [x.pair for x in p.state.papers] == [(1, 3)]
    assert p.purse == [PURSE + 1 - 5, PURSE + 2 - 8, PURSE + 1 - 3]


def test_AO4_both_allies_gain_6() -> None:
    p = Position()
    p.ally(2, 1, DEFENSE)
    p.seal(1, 3, DEFENSE)
    before = list(p.purse)
    p.resolve(COMMUNIQUE)
    assert illegal(p, 1, Aim(3)), "an open one"
    p.decide(seat1=Aim(2))
    assert [now - then for now, then in zip(p.purse, before)] == [6, 6, 0]


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
def test_BE2_takes_a_random_card_unseen_by_others(sealed: bool) -> None:
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


def test_BE3_a_false_claim_of_no_elite_costs_the_highest_elite() -> None:
    for worths, purse, left in (((2, 1), [PURSE, PURSE, 0], [1, 2]), ((2, 3, 5), [PURSE, 0, 2 * PURSE], [2, 3])):
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


def test_BE4_a_player_with_less_than_4_cannot_pay() -> None:
    p = Position()
    p.purses(9, 3, 9)
    aimed(BLACKMAIL, Aim(2), p)
    assert illegal(p, 2, Yield("pay"))


def test_BE4_with_wide_bluffs_allows_a_claim() -> None:
    for face, purse in ((DRILL, [PURSE, PURSE, 0]), (NUCLEAR_ARMS, [PURSE + 4, 0, PURSE + 6])):
        p = Position()
        p.tokens(2)
        p.intrigue(2, face)
        aimed(BLACKMAIL, Aim(2), p)
        p.decide(seat2=Yield("no"))
        p.decide(seat3=Doubt(2))
        assert p.purse == purse and p.held(2, "intrigue") == [face], "after the 4 it has 6 left to pay"
    p = Position(bluffs="narrow")
    aimed(BLACKMAIL, Aim(2), p)
    assert illegal(p, 2, Yield("no"))
