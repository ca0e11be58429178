"""Strikes, step by step: K1 to K7 of part 6 of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.game import IllegalDecision
from core.games.ambition import events as e
from core.games.ambition.cards import (
    BUNKER,
    DEFENSE,
    DRILL,
    EARLY_WARNING,
    INTRIGUE_DECK,
    NUCLEAR_ARMS,
    PANIC,
    TECHNOLOGY,
    TECMED,
)
from core.games.ambition.decisions import Counter, Launch, Shelter, Unseal
from core.games.ambition.game import GAME
from tests.support.games.ambition.table import PURSE, Position


def launched(p: Position, target: int, seat: int = 1) -> Position:
    """Let the seat strike at the target."""
    p.state.token[seat], p.state.current = 1, seat
    (slot,) = p.intrigue(seat, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(**{f"seat{seat}": Launch(target, p.card(seat, slot))})
    return p


def burnt(p: Position) -> list[int]:
    """Let the strike pass without counter or Drill; return the purses."""
    while p.asked("counter") or p.asked("shelter") or p.asked("unseal"):
        p.decide(**{f"seat{seat}": Counter() for seat in p.asked("counter")})
    return p.purse


def illegal(p: Position, seat: int, decision: Any) -> bool:
    """Return True if this decision of the seat is illegal."""
    try:
        GAME.check(p.state, seat, decision)
    except IllegalDecision:
        return True
    return False


def test_K1_a_strike_needs_a_token_and_nuclear_arms() -> None:
    p = Position()
    p.intrigue(1, NUCLEAR_ARMS)
    p.run(("turn",))
    assert not p.asked("launch"), "no token"
    p = Position()
    p.tokens(1)
    (slot, other) = p.intrigue(1, NUCLEAR_ARMS, DRILL)
    p.run(("turn",))
    assert p.asked("launch") == [1]
    assert illegal(p, 1, Launch(2, p.card(1, other))) and illegal(p, 1, Launch(2))
    assert illegal(p, 1, Launch(1, p.card(1, slot))) and illegal(p, 1, Launch(4, p.card(1, slot)))
    assert illegal(p, 1, Launch(0, p.card(1, slot))), "who rolls shows nothing"
    p.decide(seat1=Launch(3, p.card(1, slot)))
    assert p.spent() == [NUCLEAR_ARMS] and p.state.token[1] and p.state.strike is not None


def test_K1_every_player_with_a_token_is_asked_for_a_strike() -> None:
    p = Position()
    p.tokens(1)
    p.run(("turn",))
    assert p.asked("launch") == [1] and p.options(1) == [Launch()]
    p.decide()
    assert p.said(e.DieRolled)


def test_K2_the_target_is_asked_first_then_all_others_clockwise() -> None:
    p = launched(Position(5), 4, seat=2)
    asked = []
    while p.asked("counter"):
        asked += p.asked("counter")
        p.decide()
    assert asked == [4, 5, 1, 3], "the attacker is not asked"


def test_K2_nuclear_arms_need_a_token_to_counter_and_early_warning_does_not() -> None:
    p = Position()
    (arms, warning, drill) = p.intrigue(2, NUCLEAR_ARMS, EARLY_WARNING, DRILL)
    launched(p, 2)
    assert illegal(p, 2, Counter(p.card(2, arms))) and illegal(p, 2, Counter(p.card(2, drill)))
    assert not illegal(p, 2, Counter(p.card(2, warning)))
    p.state.token[2] = 1
    assert not illegal(p, 2, Counter(p.card(2, arms)))


def test_K3_the_first_counter_ends_the_strike() -> None:
    p = Position(4)
    (warning,) = p.intrigue(3, EARLY_WARNING)
    p.intrigue(4, EARLY_WARNING)
    p.in_play(2, BUNKER)
    p.top(INTRIGUE_DECK, PANIC)
    launched(p, 2)
    p.decide()
    p.decide(seat3=Counter(p.card(3, warning)))
    assert not p.asked("counter") and not p.said(e.Struck) and p.state.strike is None
    assert p.purse == [PURSE] * 4 and p.state.industry[2]
    assert sorted(p.spent()) == [NUCLEAR_ARMS, EARLY_WARNING] and p.asked("drawn") == [1], "on to INTRIGUE"


@pytest.mark.parametrize(("seats", "target", "hit"), [(3, 2, {1, 2, 3}), (5, 1, {5, 1, 2}), (6, 4, {3, 4, 5})])
def test_K4_the_target_and_its_two_neighbours_are_hit(seats: int, target: int, hit: set[int]) -> None:
    p = launched(Position(seats), target, seat=3 if target != 3 else 1)
    purse = burnt(p)
    assert {seat for seat in p.state.seats if not purse[seat - 1]} == hit - {3}
    assert set(p.said(e.Struck)[0].hit) == hit


def test_K5_all_players_hit_are_asked_for_a_drill_at_once() -> None:
    p = Position(5)
    p.in_play(2, BUNKER)
    (drill, warning) = p.intrigue(3, DRILL, EARLY_WARNING)
    p.intrigue(1, DRILL)
    launched(p, 2)
    while p.asked("counter"):
        p.decide(**{f"seat{seat}": Counter() for seat in p.asked("counter")})
    assert p.asked("shelter") == [3], "not the attacker, not who is in a Bunker"
    assert illegal(p, 3, Shelter(p.card(3, warning)))
    p.decide(seat3=Shelter(p.card(3, drill)))
    assert p.purse == [PURSE, PURSE, PURSE - 5, PURSE, PURSE] and p.held(3, "intrigue") == [EARLY_WARNING]


def test_K5_a_drill_and_tecmed_do_not_stack() -> None:
    p = Position()
    p.in_play(2, TECMED)
    (drill,) = p.intrigue(2, DRILL)
    launched(p, 3)
    while p.asked("counter"):
        p.decide()
    p.decide(seat2=Shelter(p.card(2, drill)))
    assert p.purse == [PURSE, PURSE - 5, 0]


def test_K5_a_player_with_less_than_10_pays_its_whole_purse() -> None:
    p = Position()
    p.purses(9, 4, 11)
    assert burnt(launched(p, 2)) == [9, 0, 1]


@pytest.mark.parametrize("sealed", [False, True])
def test_K6_an_attacker_beside_the_target_loses_cards_but_no_influence(sealed: bool) -> None:
    p = Position(4, sealed=sealed)
    p.in_play(1, BUNKER)
    p.intrigue(1, DRILL, EARLY_WARNING)
    p.plants(1, TECMED)
    p.elites(1, 4)
    launched(p, 2)
    assert burnt(p) == [PURSE, 0, 0, PURSE]
    assert {DRILL, EARLY_WARNING} <= {*p.spent()} and not p.held(1, "industry") and p.worths(1) == [4]
    assert p.state.industry[1], "nothing shields the attacker, and the Bunker is not spent"


def test_K6_an_attacker_out_of_range_loses_nothing() -> None:
    p = Position(5)
    p.intrigue(1, DRILL)
    p.tokens(1)
    assert burnt(launched(p, 3)) == [PURSE, 0, 0, 0, PURSE] and p.held(1, "intrigue") == [DRILL]


@pytest.mark.parametrize("sealed", [False, True])
def test_K7_lost_cards_go_face_up_to_their_discard_piles(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.intrigue(2, DRILL, EARLY_WARNING)
    p.plants(2, TECMED)
    p.plants(3, BUNKER)
    burnt(launched(p, 2))
    assert sorted(p.spent()) == sorted([NUCLEAR_ARMS, DRILL, EARLY_WARNING])
    spent = [[p.state.face(copy) for copy in p.state.industry_spent[seat]] for seat in p.state.seats]
    assert spent == [[], [TECMED], [BUNKER]]


def test_a_strike_does_not_affect_industries_tokens_and_stakes() -> None:
    p = Position()
    p.tokens(2, 3)
    p.in_play(2, TECMED)
    alliance = p.ally(2, 3, DEFENSE)
    burnt(launched(p, 2))
    assert p.state.industry[2] and p.state.token[2] and p.state.alliances == (alliance,)


def test_a_secret_shield_can_be_opened_with_the_answer_or_before_the_hit() -> None:
    for early in (True, False):
        p = Position(4)
        p.purses(20, 20, 20, 20)
        p.in_play(2, BUNKER)
        number = p.seal(2, 3, TECHNOLOGY)
        launched(p, 3)
        p.decide(seat3=Counter(opens=p.opening(3, number) if early else ()))
        while p.asked("counter"):
            p.decide()
        assert p.asked("unseal") == ([] if early else [2, 3])
        if not early:
            p.decide(seat2=Unseal(p.opening(2, number)))
        assert p.asked("shelter") == [4]
        p.decide()
        assert p.purse == [20, 26, 26, 10]


def test_a_sealed_shield_alliance_shields_only_the_bunkers_owner() -> None:
    p = Position(4)
    p.purses(20, 20, 20, 20)
    p.in_play(2, BUNKER)
    p.seal(2, 3, TECHNOLOGY)
    assert burnt(launched(p, 3)) == [20, 20, 10, 10]
