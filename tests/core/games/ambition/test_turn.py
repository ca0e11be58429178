"""Claims step by step (C1 to C6), both values of each option, the decks and the end.

These are parts 1, 3, 4.1 and 7 of the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.engine.game import IllegalDecision
from core.engine.local_match import LocalMatch
from core.games.ambition import events as e
from core.games.ambition.cards import (
    ARMAGEDDON,
    BLACKMAIL,
    DEATH,
    DRILL,
    EARLY_WARNING,
    EXCHANGE,
    INSPECTION,
    INTRIGUE_DECK,
    INTRIGUES,
    NUCLEAR_ARMS,
    PANIC,
    POOL_DRAWN,
    TECMED,
    TRADE_FAIR,
)
from core.games.ambition.decisions import Aim, Challenge, Diplomacy, Drawn, Play, Yield
from core.games.ambition.game import GAME
from core.games.ambition.options import OPTIONS
from tests.support.games.ambition.table import PURSE, Position, rolling


def illegal(p: Position, seat: int, decision: Any) -> bool:
    """Return True if the seat may not decide this."""
    try:
        GAME.check(p.state, seat, decision)
    except IllegalDecision:
        return True
    return False


def claimed(p: Position, worth: int, value: int, seat: int = 1, die: int = 1) -> int:
    """Let the seat claim; return the slot of its Elite."""
    p.state.current, p.state.die = seat, die
    (slot,) = p.elites(seat, worth)
    p.run(("diplomacy",))
    p.decide(**{f"seat{seat}": Diplomacy("claim", slot, value)})
    return slot


# Claims ---------------------------------------------------------------------------------------------------------------


def test_C1_all_players_who_own_the_amount_are_asked_at_once() -> None:
    p = Position(5)
    p.purses(9, 4, 3, 5, 9)
    claimed(p, 1, 4)
    assert p.asked("challenge") == [2, 4, 5] and p.said(e.Claimed)[0].value == 4
    p.purses(9, 0, 0, 0, 0)
    p.state.asking, p.state.agenda, p.state.claim = (), [], None
    claimed(p, 1, 2)
    assert not p.asked("challenge") and p.said(e.ClaimHeld), "nobody can"


@pytest.mark.parametrize("sealed", [False, True])
def test_C2_without_a_challenge_the_elite_is_never_shown(sealed: bool) -> None:
    p = Position(sealed=sealed)
    slot = claimed(p, 1, 6)
    p.decide()
    assert p.purse == [PURSE + 6, PURSE, PURSE] and p.state.shared.down[1] == (slot,)
    assert not p.state.elites_spent[1] and p.said(e.ClaimHeld) == [e.ClaimHeld(1, 6)]


@pytest.mark.parametrize(
    ("value", "worth", "purse"),
    [
        (3, 3, [PURSE - 2, PURSE - 2, PURSE + 3, PURSE]),
        (3, 1, [PURSE + 2, PURSE + 2, PURSE - 3, PURSE]),
        (4, 1, [PURSE + 2, PURSE + 2, PURSE - 4, PURSE]),
    ],
)
def test_option_challengers_shares_gains_and_losses_rounded_up(value: int, worth: int, purse: list[int]) -> None:
    p = Position(4)
    claimed(p, worth, value, seat=3)
    p.decide(seat1=Challenge(True), seat2=Challenge(True))
    assert p.said(e.ClaimChallenged) == [e.ClaimChallenged(3, (1, 2), (1, 2))]
    assert p.purse == purse


def test_C3_with_nearest_a_single_challenger_counts() -> None:
    p = Position(4, challengers="nearest")
    claimed(p, 3, 3, seat=3)
    p.decide(seat1=Challenge(True), seat2=Challenge(True))
    assert p.said(e.ClaimChallenged) == [e.ClaimChallenged(3, (1,), (1, 2))]
    assert p.purse == [PURSE - 3, PURSE, PURSE + 3, PURSE]


@pytest.mark.parametrize("sealed", [False, True])
def test_C4_a_true_claim_gains_and_the_challenger_loses(sealed: bool) -> None:
    p = Position(sealed=sealed)
    claimed(p, 4, 4)
    p.decide(seat3=Challenge(True))
    assert p.purse == [PURSE + 4, PURSE, PURSE - 4] and p.said(e.ClaimJudged)[0].true


@pytest.mark.parametrize("worth", [2, 5])
def test_C5_a_false_claim_loses_and_the_challenger_gains(worth: int) -> None:
    """A false claim loses and the challenger gains; too low is false as well."""
    p = Position()
    claimed(p, worth, 4)
    p.decide(seat3=Challenge(True))
    assert p.purse == [PURSE - 4, PURSE, PURSE + 4] and not p.said(e.ClaimJudged)[0].true


def test_C6_a_challenged_elite_goes_to_the_discard_pile() -> None:
    p = Position()
    claimed(p, 4, 4)
    p.decide(seat2=Challenge(True))
    assert p.state.elites_spent[1] == (p.said(e.ClaimJudged)[0].copy,) and p.state.claim is None


def test_a_player_without_an_elite_can_only_draw() -> None:
    p = Position()
    p.run(("roll",), beacon=rolling(3))
    assert p.options(1) == [Diplomacy("draw")]
    p.decide()
    assert len(p.state.hand(1, "elites")) == 1


def test_an_empty_elites_deck_is_refilled_from_its_discard_pile() -> None:
    p = Position()
    slot = claimed(p, 5, 5)
    p.empty(1)
    p.decide()
    assert p.worths(1) == [5] and slot not in p.state.shared.cards, "it has a fresh slot"
    p.state.asking = ()
    p.run(("diplomacy",))
    p.decide(seat1=Diplomacy("draw"))
    assert p.worths(1) == [5], "still empty: no draw"


# Options --------------------------------------------------------------------------------------------------------------


def test_option_claim_draw_decides_whether_a_claimant_draws_an_elite() -> None:
    for value, elites in (("on", 1), ("seed", 0)):
        for die, challenge in ((1, False), (6, False), (1, True), (6, True)):
            p = Position(claim_draw=value)
            claimed(p, 2, 3, die=die)
            p.decide(seat2=Challenge(challenge))
            assert len(p.state.hand(1, "elites")) == elites


def test_option_declare_cap_limits_a_declared_value_to_the_purse() -> None:
    for value, purse, cap in (("purse", 0, 2), ("purse", 4, 4), ("purse", 9, 6), ("seed", 0, 6)):
        p = Position(declare_cap=value)
        p.purses(purse, 9, 9)
        (slot,) = p.elites(1, 1)
        p.run(("roll",), beacon=rolling(1))
        assert [illegal(p, 1, Diplomacy("claim", slot, v)) for v in range(1, 7)] == [v > cap for v in range(1, 7)]


def test_option_declare_cap_counts_the_purse_after_openings() -> None:
    p = Position()
    p.purses(6, 6, 6)
    number = p.seal(1, 2, 0)
    (slot,) = p.elites(1, 6)
    p.run(("roll",), beacon=rolling(1))
    assert not illegal(p, 1, Diplomacy("claim", slot, 6))
    assert illegal(p, 1, Diplomacy("claim", slot, 6, opens=p.opening(1, number)))
    assert not illegal(p, 1, Diplomacy("claim", slot, 2, opens=p.opening(1, number)))


def test_option_exchange_type_decides_whether_an_owned_industry_may_be_named() -> None:
    for value, may in (("fresh", False), ("seed", True)):
        for holder in (1, 2, 3):
            p = Position(exchange_type=value)
            p.in_play(holder, TECMED)
            p.run(("roll",), beacon=rolling(6))
            refused = illegal(p, 1, Diplomacy("propose", partner=2, pact=EXCHANGE, extra=TECMED))
            assert refused is not (may or holder == 3)


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("fairs", ["core", "pool"])
def test_option_trade_fairs_sets_the_number_of_trade_fairs_in_the_deck(fairs: str, seats: int) -> None:
    bots = {seat: RandomBot("fairs", seat) for seat in range(1, seats + 1)}
    table = LocalMatch(GAME, bots, "fairs", {"trade_fairs": fairs})
    while not table.state.turn:
        table.step()
    shared = table.state.shared
    deck = [int.from_bytes(shared.cards[slot], "big") for slot in shared.decks[INTRIGUE_DECK]]
    names = Counter(deck)
    assert len(deck) == {3: 23, 4: 28, 5: 34, 6: 40}[seats] == 2 * seats + 3 + POOL_DRAWN[seats]
    assert (names[DEATH], names[NUCLEAR_ARMS], names[ARMAGEDDON]) == (seats, seats + 2, 1)
    assert deck.index(ARMAGEDDON) >= len(deck) // 2 - 1, "in the lower half"
    assert seats * (fairs == "core") <= names[TRADE_FAIR] <= 4 + seats * (fairs == "core")
    assert sum(card.copies for card in INTRIGUES) == 56


def test_option_exhaustion_decides_when_an_empty_deck_ends_the_match() -> None:
    for value, ends in (("tokens", 3), ("accident", 2)):
        p = Position(exhaustion=value)
        p.tokens(2)
        for times in range(1, ends + 1):
            p.empty(INTRIGUE_DECK)
            p.state.asking, p.state.agenda = (), []
            p.run(("draw intrigue",))
            assert p.said(e.DeckExhausted)[-1].times == times and p.state.over == (times == ends)
            if times < ends:
                assert p.state.token[1:] == ([1, 1, 1] if value == "tokens" else [0, 1, 0])
        assert p.said(e.MatchEnded) == [e.MatchEnded(0, "exhaustion")]


def test_the_intrigue_discard_pile_becomes_the_deck() -> None:
    p = Position()
    p.resolve(PANIC)
    p.empty(INTRIGUE_DECK)
    p.run(("draw intrigue",))
    assert p.asked("drawn") == [1] and p.held(1, "intrigue") == [PANIC] and not p.spent()


def test_option_bluffs_decides_whether_inspection_and_blackmail_allow_a_claim() -> None:
    for value, may in (("wide", True), ("narrow", False)):
        for face in (INSPECTION, BLACKMAIL):
            p = Position(bluffs=value)
            p.tokens(2)
            p.resolve(face)
            p.decide(seat1=Aim(2))
            assert illegal(p, 2, Yield("no")) is not may


def test_every_option_has_its_test() -> None:
    for name in OPTIONS.table:
        assert any(test.startswith(f"test_option_{name}_") for test in globals()), name


# The end --------------------------------------------------------------------------------------------------------------


def test_7_armageddon_cannot_be_played_while_a_player_has_no_token() -> None:
    p = Position()
    p.tokens(1, 2)
    (slot,) = p.intrigue(1, ARMAGEDDON)
    p.run(("intrigue",))
    assert illegal(p, 1, Play(p.card(1, slot))) and p.options(1) == [Play()]
    p.state.token[3] = 1
    assert not illegal(p, 1, Play(p.card(1, slot)))


def test_7_a_lost_seat_counts_as_holding_a_token() -> None:
    p = Position()
    p.tokens(1, 2)
    (slot,) = p.intrigue(1, ARMAGEDDON)
    p.state.agenda = [("intrigue",)]
    p.elites(1, 1)
    p.run(("diplomacy",))
    p.decide(lost={3})
    p.decide(lost={3}, seat1=Play(p.card(1, slot)))
    assert p.state.over


def test_7_1_the_score_adds_influence_elites_and_arms() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.purses(7, 3, 0)
    p.elites(1, 6, 2)
    p.intrigue(1, DRILL, EARLY_WARNING, NUCLEAR_ARMS, ARMAGEDDON)
    p.plants(2, TECMED)
    p.intrigue(3, NUCLEAR_ARMS)
    p.finish()
    assert p.said(e.Scored)[0] == e.Scored(1, 7, 8, 6, -5, 16)
    assert p.state.points[1:] == [16, 3, -5]
    assert [(place.rank, place.seat) for place in GAME.standing(p.state)] == [(1, 1), (2, 2), (3, 3)]


def test_7_1_stakes_do_not_count_in_the_score() -> None:
    p = Position()
    p.ally(1, 2, 0)
    p.finish()
    assert p.state.points[1:] == [PURSE - 4, PURSE - 4, PURSE]


def ranks(p: Position) -> list[int]:
    """Return the ranks by seat."""
    p.finish()
    return [place.rank for place in sorted(GAME.standing(p.state), key=lambda place: place.seat)]


def test_ties_in_score_are_broken_by_elites_then_purse_then_fewer_arms() -> None:
    p = Position()
    p.purses(4, 2, 6)
    p.elites(1, 2)
    p.elites(2, 4)
    assert ranks(p) == [2, 1, 3] and p.state.points[1:] == [6, 6, 6]
    p = Position()
    p.tokens(1, 2, 3)
    p.purses(6, 4, 4)
    p.intrigue(2, DRILL)
    p.intrigue(3, EARLY_WARNING)
    assert ranks(p) == [1, 2, 2], "what is alike in all is shared"


def test_ties_of_points_elites_and_purse_are_broken_by_fewer_arms() -> None:
    p = Position()
    p.tokens(1, 2)
    p.intrigue(1, NUCLEAR_ARMS, NUCLEAR_ARMS, DRILL, DRILL, EARLY_WARNING, EARLY_WARNING, ARMAGEDDON)
    p.purses(10, 10, 0)
    p.finish()
    assert p.state.points[1:] == [10, 10, 0] and p.state.arms[1:] == [2, 0, 0]
    assert GAME.standing(p.state)[0].seat == 2 and GAME.standing(p.state)[1].rank == 2


def test_ties_are_broken_by_the_purse_before_the_arms() -> None:
    p = Position()
    p.tokens(1, 2)
    p.intrigue(1, NUCLEAR_ARMS, DRILL, DRILL)
    p.purses(11, 10, 0)
    assert ranks(p) == [1, 2, 3] and p.state.points[1:] == [10, 10, 0]


def test_option_hold_cards_decides_if_a_drawn_hold_card_may_be_played_at_once() -> None:
    p = Position()
    (slot,) = p.top(INTRIGUE_DECK, BLACKMAIL)
    p.run(("draw intrigue",))
    assert illegal(p, 1, Drawn(p.card(1, slot))) and p.options(1) == [Drawn()]
    p.decide(seat1=Drawn())
    assert p.held(1, "intrigue") == [BLACKMAIL]
    for kept in (True, False):
        p = Position(hold_cards="either")
        p.ally(1, 2, 0)
        (slot,) = p.top(INTRIGUE_DECK, BLACKMAIL)
        p.run(("draw intrigue",))
        p.decide(seat1=Drawn() if kept else Drawn(p.card(1, slot)))
        assert p.held(1, "intrigue") == ([BLACKMAIL] if kept else []) and p.asked("aim") == ([] if kept else [1])


def test_the_turn_passes_to_the_next_player_and_round() -> None:
    p = Position()
    p.state.current = 3
    p.run(("next",))
    assert (p.state.current, p.state.turn, p.state.round) == (1, 2, 2)
    assert p.said(e.TurnBegan) == [e.TurnBegan(1, 2, 2)]
