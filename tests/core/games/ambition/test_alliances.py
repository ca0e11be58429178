"""Alliances of all kinds (rules part 5).

The tests cover forging (F1 to F5), the five types completed, broken and unfinished, and secret alliances.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from core.engine.game import IllegalDecision
from core.engine.hidden.contracts import PaperOpened
from core.games.ambition import events as e
from core.games.ambition.alliances import SECRET
from core.games.ambition.cards import (
    ARMAGEDDON,
    BLACKMAIL,
    BUNKER,
    CABLES,
    DATAWORKS,
    DEFENSE,
    DELAY,
    EARLY_WARNING,
    EXCHANGE,
    GRIDWORKS,
    INTRIGUE_DECK,
    NUCLEAR_ARMS,
    PACTS,
    TECHNOLOGY,
    TECMED,
    UNITY,
)
from core.games.ambition.decisions import Accept, Aim, Counter, Diplomacy, Doubt, Drawn, Industry, Launch, Yield
from core.games.ambition.game import GAME
from core.games.ambition.turn import secret_proposal
from tests.support.games.ambition.table import PURSE, Position


def forging(p: Position, seat: int = 1) -> Position:
    """Go to Diplomacy after the seat has rolled a 6."""
    p.state.current, p.state.die = seat, 6
    p.run(("diplomacy",))
    return p


def proposed(p: Position, pact: int, extra: int = 0, partner: int = 2, yes: bool = True) -> Position:
    """Let seat 1 propose and the partner answer."""
    forging(p)
    p.decide(seat1=Diplomacy("propose", partner=partner, pact=pact, extra=extra))
    p.decide(**{f"seat{partner}": Accept(yes)})
    return p


def illegal(p: Position, seat: int, decision: Any) -> bool:
    """Return True if this decision of the seat is illegal."""
    try:
        GAME.check(p.state, seat, decision)
    except IllegalDecision:
        return True
    return False


def struck(p: Position, attacker: int, target: int, stopped_by: int = 0) -> None:
    """Play a strike, and let a seat stop it if one is given."""
    p.state.token[attacker], p.state.current = 1, attacker
    (slot,) = p.intrigue(attacker, NUCLEAR_ARMS)
    warning = p.intrigue(stopped_by, EARLY_WARNING)[0] if stopped_by else 0
    p.run(("turn",))
    p.decide(**{f"seat{attacker}": Launch(target, p.card(attacker, slot))})
    while p.asked("counter"):
        (seat,) = p.asked("counter")
        p.decide(**{f"seat{seat}": Counter(p.card(seat, warning) if seat == stopped_by else 0)})
    while p.asked("unseal") or p.asked("shelter"):
        p.decide()
    p.state.asking, p.state.agenda = (), []


def settled(p: Position) -> list[int]:
    """Run SETTLE; return each seat's gain."""
    before = list(p.purse)
    p.run(("settle",))
    return [now - then for now, then in zip(p.purse, before)]


# Forging --------------------------------------------------------------------------------------------------------------


def test_F1_no_question_of_the_game_concerns_table_talk() -> None:
    assert "chat" not in GAME.questions and "talk" not in GAME.questions


def test_F2_both_players_must_own_the_stake_of_a_proposal() -> None:
    p = Position()
    p.purses(20, 5, 20)
    forging(p)
    may = {(one.partner, one.pact) for one in p.options(1) if one.kind == "propose"}
    assert {pact for partner, pact in may if partner == 2} == {DEFENSE, UNITY, TECHNOLOGY}
    assert {pact for partner, pact in may if partner == 3} == set(range(len(PACTS)))
    assert illegal(p, 1, Diplomacy("propose", partner=2, pact=DELAY))
    assert illegal(p, 1, Diplomacy("propose", partner=1, pact=DEFENSE))


def test_F2_the_extra_field_of_a_proposal_must_fit_its_type() -> None:
    p = forging(Position())
    for pact, extra, fits in (
        (DEFENSE, 0, True), (DEFENSE, 1, False), (UNITY, 3, True), (UNITY, 2, False), (UNITY, 0, False),
        (EXCHANGE, 0, True), (EXCHANGE, 5, True), (EXCHANGE, 6, False), (5, 0, False), (-1, 0, False),
    ):  # fmt: skip
        assert illegal(p, 1, Diplomacy("propose", partner=2, pact=pact, extra=extra)) is not fits


def test_F3_the_partner_accepts_or_refuses_a_proposal() -> None:
    p = proposed(Position(), DEFENSE, yes=False)
    assert p.said(e.Refused) == [e.Refused(1, 2)] and not p.state.asking and not p.state.alliances
    assert p.purse == [PURSE] * 3


def test_F4_each_ally_gains_1_and_sets_its_stake_aside() -> None:
    for pact in range(len(PACTS)):
        p = proposed(Position(), pact, 3 if pact == UNITY else 0)
        stake = PACTS[pact].stake
        assert p.purse == [PURSE + 1 - stake, PURSE + 1 - stake, PURSE]
        assert p.state.alliances[0].stakes == (stake, stake)


def test_F5_a_new_proposal_to_an_ally_replaces_and_returns_the_stakes() -> None:
    p = Position()
    p.ally(2, 1, DELAY)
    p.purses(8, 8, 8)
    proposed(p, DEFENSE)
    assert p.purse == [8 + 6 + 1 - 5, 8 + 6 + 1 - 5, 8]
    assert p.said(e.AllianceEnded) == [e.AllianceEnded(2, 1, DELAY, "replaced")]
    assert [alliance.pact for alliance in p.state.alliances] == [DEFENSE]


def test_F5_a_replaced_secret_alliance_lapses_unpaid() -> None:
    p = Position()
    p.seal(1, 2, DELAY)
    proposed(p, DEFENSE)
    assert p.said(e.AllianceEnded) == [e.AllianceEnded(1, 2, SECRET, "replaced")]
    assert p.purse == [PURSE + 1 - 5] * 2 + [PURSE] and not p.state.papers


# The five types -------------------------------------------------------------------------------------------------------


def test_AL1_a_rescue_completes_a_mutual_defense_and_a_launch_breaks_it() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    struck(p, 3, 1, stopped_by=2)
    assert settled(p) == [10, 10, 0]
    p = Position()
    p.ally(1, 2, DEFENSE)
    struck(p, 3, 1, stopped_by=1)
    assert settled(p) == [0, 0, 0], "who saves itself is not rescued"
    struck(p, 2, 1, stopped_by=3)
    assert settled(p) == [10, 0, 0] and p.said(e.AllianceBroken) == [e.AllianceBroken(2, 1, DEFENSE)]


def test_AL1_countering_for_an_ally_hit_as_a_neighbour_is_no_rescue() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    struck(p, 3, 1, stopped_by=0)
    p = Position(4)
    p.ally(2, 3, DEFENSE)
    struck(p, 4, 1, stopped_by=3)
    assert settled(p) == [0] * 4


def test_AL2_a_unity_completes_once_both_have_allied_with_the_third_player() -> None:
    p = Position()
    p.purses(30, 30, 30)
    p.ally(1, 2, UNITY, 3)
    p.ally(3, 1, DEFENSE)
    assert settled(p) == [0, 0, 0]
    p.seal(2, 3, DEFENSE)
    assert settled(p) == [0, 0, 0], "a secret one has to be opened to count"
    p.run(("papers",))
    assert settled(p) == [6, 6, 0]


def test_AL2_a_unity_is_never_broken() -> None:
    p = Position()
    p.ally(1, 2, UNITY, 3)
    struck(p, 2, 1)
    assert settled(p) == [0, 0, 0] and len(p.state.alliances) == 1


def test_AL3_the_first_attack_that_the_bunker_shields_completes_the_alliance() -> None:
    p = Position(6)
    p.in_play(2, BUNKER)
    p.ally(2, 5, TECHNOLOGY)
    struck(p, 3, 4)
    assert p.purse[1] == p.purse[4] == PURSE + 1 - 5 + 10, "5 is a neighbour of 4 and was shielded"
    assert not p.state.industry[2] and p.said(e.AllianceCompleted) == [e.AllianceCompleted(2, 5, TECHNOLOGY)]


def test_AL3_a_launch_breaks_the_alliance_and_the_bunker_shields_its_owner() -> None:
    p = Position()
    p.purses(20, 20, 20)
    p.in_play(2, BUNKER)
    p.ally(2, 3, TECHNOLOGY)
    struck(p, 3, 2)
    assert p.purse == [10, 16, 16] and not p.state.industry[2]
    assert settled(p) == [0, 10, 0] and p.said(e.AllianceBroken) == [e.AllianceBroken(3, 2, TECHNOLOGY)]


def round_over(p: Position) -> list[int]:
    """Run the SETTLE of each turn of a round; return the gain of every seat by the last one."""
    gained = [settled(p) for _ in p.state.seats]
    assert not any(map(any, gained[:-1]))
    return gained[-1]


def test_AL4_an_exchange_completes_after_three_rounds_in_a_row() -> None:
    p = Position()
    p.ally(1, 2, EXCHANGE, GRIDWORKS)
    p.in_play(2, GRIDWORKS)
    assert settled(p) == [0, 0, 0], "the three rounds begin when this turn ends"
    assert [round_over(p) for _ in range(3)] == [[0, 0, 0], [0, 0, 0], [16, 16, 0]]


def test_AL4_a_gap_restarts_the_count_of_an_exchange_and_either_ally_may_own_the_industry() -> None:
    p = Position()
    p.ally(1, 2, EXCHANGE, GRIDWORKS)
    copies = p.in_play(2, GRIDWORKS)
    rounds = []
    for holder in (2, 1, 3, 1, 2, 1):
        p.state.industry = [copies if seat == holder else () for seat in range(4)]
        rounds.append(round_over(p)[0])
    assert rounds == [0, 0, 0, 0, 0, 0]
    assert settled(p)[0] == 16, "three whole rounds after the end of the turn in which it came back"


def test_AL4_rounds_before_the_forging_do_not_count_for_an_exchange() -> None:
    p = Position(exchange_type="seed")
    p.in_play(2, GRIDWORKS)
    round_over(p)
    round_over(p)
    p.ally(1, 2, EXCHANGE, GRIDWORKS)
    assert [round_over(p)[0] for _ in range(3)] == [0, 0, 0]
    assert settled(p)[0] == 16


def doused(p: Position, seat: int) -> None:
    """Let the seat draw Armageddon and discard it."""
    p.state.current = seat
    (slot,) = p.top(INTRIGUE_DECK, ARMAGEDDON)
    p.run(("draw intrigue",))
    p.decide(**{f"seat{seat}": Drawn(p.card(seat, slot), bool(p.state.token[seat]))})
    assert p.spent() == [ARMAGEDDON]


def test_AL5_a_discarded_armageddon_and_two_tokens_complete_the_alliance() -> None:
    for tokens in ((1, 2), (2,), ()):
        p = Position()
        p.ally(1, 2, DELAY)
        p.tokens(*tokens)
        doused(p, 1)
        assert settled(p) == ([12, 12, 0] if tokens == (1, 2) else [0, 0, 0])
        p.tokens(1, 2)
        assert settled(p) == ([0, 0, 0] if tokens == (1, 2) else [12, 12, 0]), "at any SETTLE from then on"


def test_AL5_only_an_allys_armageddon_after_the_forging_counts() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.ally(1, 2, DELAY)
    doused(p, 3)
    assert settled(p) == [0, 0, 0]
    p = Position()
    p.tokens(1, 2, 3)
    doused(p, 1)
    p.ally(1, 2, DELAY)
    assert settled(p) == [0, 0, 0]


def test_AL5_playing_or_holding_armageddon_breaks_the_alliance() -> None:
    """Playing or holding Armageddon breaks the alliance; more in test_rulings.py, A17."""
    p = Position()
    p.tokens(1, 2, 3)
    p.ally(1, 2, DELAY)
    p.resolve(ARMAGEDDON, seat=2)
    assert p.state.over and p.purse == [PURSE + 1 + 6, PURSE + 1 - 6, PURSE]


@pytest.mark.parametrize("sealed", [False, True])
def test_AL5_showing_armageddon_does_not_break_the_alliance(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(1, 2)
    p.ally(1, 2, DELAY)
    p.intrigue(2, ARMAGEDDON)
    p.resolve(BLACKMAIL, seat=3)
    p.decide(seat3=Aim(2))
    p.decide(seat2=Yield("no"))
    p.decide(seat3=Doubt(2))
    assert settled(p) == [0, 0, 0] and len(p.state.alliances) == 1 and p.held(2, "intrigue") == [ARMAGEDDON]


def test_an_unfinished_alliance_costs_both_allies_their_stake() -> None:
    for pact, sealed in product(range(len(PACTS)), (False, True)):
        p = Position()
        extra = 3 if pact == UNITY else TECMED if pact == EXCHANGE else 0
        if sealed:
            p.seal(1, 2, pact, extra)
        else:
            p.ally(1, 2, pact, extra)
        p.finish()
        left = PURSE + 1 - PACTS[pact].stake
        assert p.purse == [left, left, PURSE] and p.said(e.AllianceEnded)[-1].why == "unfinished"


def test_a_completed_secret_alliance_opened_at_the_end_pays() -> None:
    p = Position()
    p.seal(1, 2, DEFENSE)
    struck(p, 3, 1, stopped_by=2)
    assert settled(p) == [0, 0, 0]
    p.finish()
    assert p.purse == [PURSE + 6, PURSE + 6, PURSE]


# Secret ones ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [False, True])
def test_either_ally_opens_a_secret_alliance_with_a_decision(sealed: bool) -> None:
    for seat in (1, 2):
        p = Position(sealed=sealed)
        number = p.seal(1, 2, EXCHANGE, GRIDWORKS)
        p.elites(seat, 1)
        forging(p, seat)
        assert illegal(p, seat, Diplomacy("pass", opens=(*p.opening(seat, number), *p.opening(seat, number))))
        p.decide(**{f"seat{seat}": Diplomacy("pass", opens=p.opening(seat, number))})
        assert p.said(PaperOpened) == [PaperOpened(1, 2, (EXCHANGE, GRIDWORKS), seat)]
        assert p.said(e.Forged) == [e.Forged(1, 2, EXCHANGE, GRIDWORKS)] and p.purse[:2] == [3, 3]


@pytest.mark.parametrize("sealed", [False, True])
def test_only_the_two_allies_know_the_terms_of_a_secret_alliance(sealed: bool) -> None:
    p = Position(sealed=sealed)
    number = p.seal(1, 2, UNITY, 3)
    assert p.opening(1, number) == p.opening(2, number) != () and p.opening(3, number) == ()


@pytest.mark.parametrize("sealed", [False, True])
def test_both_clients_answer_a_demand_automatically(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.seal(1, 2, DEFENSE)
    p.resolve(CABLES, seat=3)
    p.step(seat3=Aim(2))
    assert [ask.is_automatic for ask in GAME.pending_asks(p.state).values()] == [True, True]
    p.decide(lost={1})
    assert p.said(e.Forged), "a lost seat's ally answers for both"


def test_conditions_of_a_secret_alliance_count_from_its_forging() -> None:
    p = Position()
    number = p.seal(1, 2, DELAY)
    p.tokens(1, 2)
    doused(p, 1)
    forging(p, 1)
    p.state.agenda = [("settle",)]
    p.decide(seat1=Diplomacy("pass", opens=p.opening(1, number)))
    assert p.purse == [PURSE + 1 + 6, PURSE + 1 + 6, PURSE]


def test_a_secret_proposal_may_have_any_type_that_both_can_pay() -> None:
    p = Position()
    p.purses(5, 20, 20)
    forging(p)
    assert len([one for one in p.options(1) if one.kind == "seal"]) == 2 * 3
    p.decide(seat1=secret_proposal(p.state, 1, 2, (DEFENSE, 0), p.table.secrets[1]))
    assert p.said(e.Proposed) == [e.Proposed(1, 2, SECRET, 0)]
    p.decide(seat2=Accept(False))
    assert not p.state.papers and p.said(e.Refused)


def test_an_opened_alliance_takes_effect_in_the_same_step() -> None:
    p = Position()
    number = p.seal(1, 2, EXCHANGE, GRIDWORKS)
    p.in_play(2, GRIDWORKS)
    p.plants(1, TECMED)
    p.run(("industry",))
    assert illegal(p, 1, Industry("gridworks"))
    before = p.purse[0]
    p.decide(seat1=Industry("gridworks", opens=p.opening(1, number)))
    assert p.purse[0] == before + 1 - 8 + 1


def test_the_stake_of_an_opened_alliance_is_spent_in_the_same_step() -> None:
    p = Position()
    p.purses(5, 9, 9)
    number = p.seal(1, 2, DEFENSE)
    p.purses(4, 9, 9)
    p.in_play(1, DATAWORKS)
    p.elites(3, 1)
    p.run(("industry",))
    assert not illegal(p, 1, Industry("dataworks", other=3))
    p.state.purse[1] = 4
    assert illegal(p, 1, Industry("dataworks", other=3, opens=p.opening(1, number))), "nothing is left to pay with"
