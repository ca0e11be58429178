"""The rulings A32 and following of docs/play/rules/ambition.md, which decide what the text leaves open."""

from __future__ import annotations

import pytest

from core.bots.random_bot import RandomBot
from core.engine.game import IllegalDecision
from core.engine.local_match import LocalMatch
from core.games.ambition import events as e
from core.games.ambition.cards import (
    ARMAGEDDON,
    BLACKMAIL,
    BUNKER,
    CARD_NIGHT,
    CENSUS,
    COMMUNIQUE,
    DEATH,
    DEFECTION,
    DEFENSE,
    DELAY,
    DISARMAMENT,
    EARLY_WARNING,
    EXCHANGE,
    FREIGHTLINE,
    GRIDWORKS,
    INSPECTION,
    INTRIGUE_DECK,
    NUCLEAR_ARMS,
    PANIC,
    RELIEF,
    TECHNOLOGY,
    ULTIMATUM,
    UNITY,
    VENTURE,
)
from core.games.ambition.decisions import (
    Accept,
    Aim,
    Challenge,
    Counter,
    Declare,
    Diplomacy,
    Disarm,
    Doubt,
    Drawn,
    Industry,
    Launch,
    Yield,
)
from core.games.ambition.game import GAME
from core.games.ambition.turn import highest_declarable
from tests.support.games.ambition.table import PURSE, Position


def refused(p: Position, seat: int, decision: object) -> str:
    """Return the reason for which this decision of the seat is refused."""
    with pytest.raises(IllegalDecision) as illegal:
        GAME.check(p.state, seat, decision)
    return illegal.value.reason


def aimed(p: Position, face: int, *aim: int) -> None:
    """Let seat 1 draw that card and resolve it with this aim."""
    p.resolve(face)
    p.decide(seat1=Aim(*aim))


def strike(p: Position, target: int) -> None:
    """Let seat 1 launch; every seat that is asked lets the strike pass."""
    p.tokens(1)
    (slot,) = p.intrigue(1, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat1=Launch(target, p.card(1, slot)))
    while p.asked("counter"):
        p.decide()


def test_A32_an_industrial_deck_is_shuffled_at_its_first_draw() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("a", seat) for seat in (1, 2, 3)}, "a")
    assert all(len(table.state.industry_spent[seat]) == 12 for seat in (1, 2, 3))
    while not table.state.turn:
        table.step()
    for seat in table.state.seats:
        assert len(table.state.hand(seat, "industry")) == 1 and not table.state.industry_spent[seat], (
            "the first is dealt"
        )
        assert len(table.state.shared.decks[table.state.industrial_deck(seat)]) == 11


@pytest.mark.parametrize(("purse", "most"), [(0, 2), (2, 2), (3, 3), (6, 6), (30, 6)])
def test_A33_a_player_declares_at_most_its_purse_but_always_up_to_2(purse: int, most: int) -> None:
    p = Position()
    p.purses(purse, 9, 9)
    assert highest_declarable(p.state, 1) == most
    (slot,) = p.elites(1, 1)
    p.state.die = 1
    p.run(("diplomacy",))
    if most < 6:
        assert "may be declared" in refused(p, 1, Diplomacy("claim", slot, most + 1))
    GAME.check(p.state, 1, Diplomacy("claim", slot, most))
    assert highest_declarable(Position(declare_cap="seed").state, 1) == 6


@pytest.mark.parametrize(("exhaustion", "most"), [("tokens", 3), ("accident", 2)])
def test_A34_the_deck_is_exhausted_again_if_no_card_is_left(exhaustion: str, most: int) -> None:
    p = Position(exhaustion=exhaustion)
    p.empty(INTRIGUE_DECK)
    p.tokens(2)
    for times in range(1, most):
        p.run(("draw intrigue",))
        assert p.said(e.DeckExhausted)[-1].times == times and len(p.said(e.NothingDrawn)) == times
        assert p.state.token[1:] == ([1, 1, 1] if exhaustion == "tokens" else [0, 1, 0])
    p.run(("draw intrigue",))
    assert p.state.over and p.said(e.MatchEnded) == [e.MatchEnded(0, "exhaustion")]


@pytest.mark.parametrize("left", [1, 2])
def test_A34_a_freightline_never_exhausts_the_deck(left: int) -> None:
    """No seat has a card to resolve when the match ends."""
    p = Position(exhaustion="accident")
    p.state.exhausted = 1
    p.in_play(1, FREIGHTLINE)
    p.empty(INTRIGUE_DECK, left)
    p.run(("draw intrigue",))
    assert not p.said(e.DeckExhausted) and not p.state.over
    assert bool(p.asked("freightline")) == (left == 2) and len(p.state.hand(1, "intrigue")) == left


@pytest.mark.parametrize("face", [INSPECTION, BLACKMAIL])
@pytest.mark.parametrize("bluffs", ["wide", "narrow"])
def test_A35_inspection_and_blackmail_allow_a_claim_with_wide_bluffs(face: int, bluffs: str) -> None:
    p = Position(bluffs=bluffs)
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS)
    aimed(p, face, 2)
    assert (Yield("no") in p.options(2)) == (bluffs == "wide")
    if bluffs == "wide":
        p.decide(seat2=Yield("no"))
        p.decide(seat1=Doubt(2), seat3=Doubt(0))
        assert p.said(e.ClaimCaught) == [e.ClaimCaught(2, (1,))]
    else:
        assert refused(p, 2, Yield("no"))


def test_A36_a_card_night_with_a_newly_lost_seat_is_cancelled() -> None:
    p = Position()
    (own,) = p.elites(1, 3)
    p.elites(2, 5)
    aimed(p, CARD_NIGHT, 2)
    assert sorted(p.asked("duel")) == [1, 2]
    p.decide(lost={2})
    assert len(p.said(e.NoEffect)) == 1 and not p.said(e.DuelFought)
    assert p.state.hand(1, "elites") == (own,) and len(p.state.hand(2, "elites")) == 1
    again = Position()
    again.elites(1, 3)
    again.open(2, "elites", again.elite(2, 5))
    aimed(again, CARD_NIGHT, 2)
    again.decide(lost={2})
    assert [duel.winner for duel in again.said(e.DuelFought)] == [2], "it lay open before"


def test_A37_a_completed_unopened_alliance_pays_at_the_end() -> None:
    p = Position()
    p.tokens(1, 2)
    p.seal(1, 2, DELAY)
    p.state.add_note("douse", 1)
    p.finish()
    assert p.said(e.AllianceCompleted) == [e.AllianceCompleted(1, 2, DELAY)]
    assert p.purse == [PURSE + 7, PURSE + 7, PURSE]


def test_A38_an_elite_is_discarded_to_the_deck_it_came_from() -> None:
    p = Position()
    p.elites(2, 5)
    aimed(p, DEFECTION, 2)
    (given,) = [option for option in p.options(2) if option.kind == "give"]
    p.decide(seat2=given)
    (slot,) = p.state.hand(1, "elites")
    p.state.die = 1
    p.run(("diplomacy",))
    p.decide(seat1=Diplomacy("claim", slot, 5))
    p.decide(seat2=Challenge(True))
    assert p.said(e.ClaimJudged)[0].true
    assert len(p.state.elites_spent[2]) == 1 and not p.state.elites_spent[1]


@pytest.mark.parametrize("sealed", [False, True])
def test_A39_a_receiver_of_an_elite_mixes_its_elites_of_that_deck(sealed: bool) -> None:
    p = Position(sealed=sealed)
    mine, slots = p.elites(1, 1, 2), p.elites(2, 4, 5)
    for slot in slots:
        aimed(p, DEFECTION, 2)
        p.decide(seat2=Yield("give", p.card(2, slot)))
        got = [entry for entry in p.state.hand(1, "elites") if entry not in mine]
        assert min(got) > 0 and not {*got} & {*slots}
        slots += tuple(got)
    assert [(event.seat, event.to) for event in p.said(e.EliteGiven)] == [(2, 1)] * 2
    assert {*mine} < {*p.state.hand(1, "elites")} and p.worths(1) == [1, 2, 4, 5]


def test_A40_inspection_can_name_only_another_player_with_a_token() -> None:
    p = Position()
    p.tokens(1, 3)
    p.intrigue(3, NUCLEAR_ARMS)
    p.resolve(INSPECTION)
    assert p.options(1) == [Aim(3)]
    p.decide(seat1=Aim(3))
    p.decide(seat3=Yield("token"))
    assert p.state.token[1:] == [1, 0, 0] and NUCLEAR_ARMS in p.spent()


def test_A41_a_player_that_kept_an_unresolved_card_scores_0() -> None:
    p = Position()
    p.intrigue(1, VENTURE)
    p.finish()
    assert [event.seat for event in p.said(e.Convicted)] == [1]
    assert p.state.points[1:] == [0, PURSE, PURSE]


def test_A42_a_stake_to_be_returned_does_not_count_as_purse() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    p.state.die = 6
    p.run(("diplomacy",))
    assert p.purse[:2] == [PURSE - 4] * 2
    assert "cannot be formed" in refused(p, 1, Diplomacy("propose", partner=2, pact=EXCHANGE))
    GAME.check(p.state, 1, Diplomacy("propose", partner=2, pact=DELAY))


def test_A43_only_another_type_can_replace_an_alliance() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    p.state.die = 6
    p.run(("diplomacy",))
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Diplomacy("propose", partner=2, pact=DEFENSE))
    p.decide(seat1=Diplomacy("propose", partner=2, pact=TECHNOLOGY))
    p.decide(seat2=Accept(True))
    assert p.said(e.AllianceEnded)[-1].why == "replaced" and len(p.state.alliances) == 1
    assert p.purse[:2] == [PURSE + 2 - 5] * 2


def test_A44_a_player_cannot_replace_its_industry_of_the_same_type() -> None:
    p = Position()
    p.in_play(1, GRIDWORKS)
    (slot,) = p.plants(1, GRIDWORKS)
    p.run(("industry",))
    assert "in play in front of it" in refused(p, 1, Industry("play", p.card(1, slot)))


def test_A45_a_short_purse_can_pay_an_ultimatum_but_not_blackmail() -> None:
    p = Position()
    p.purses(PURSE, 3, PURSE)
    aimed(p, ULTIMATUM, 2, ARMAGEDDON)
    p.decide(seat2=Yield("pay"))
    assert p.purse == [PURSE + 3, 0, PURSE]
    p.purses(PURSE, 3, PURSE)
    aimed(p, BLACKMAIL, 2)
    assert refused(p, 2, Yield("pay"))


def test_A46_a_card_without_effect_is_discarded() -> None:
    p = Position()
    p.resolve(COMMUNIQUE)
    assert len(p.said(e.NoEffect)) == 1 and p.spent() == [COMMUNIQUE] and not p.state.asking


def test_A47_players_with_an_empty_hand_skip_a_disarmament() -> None:
    p = Position()
    p.intrigue(2, EARLY_WARNING)
    (slot,) = p.intrigue(3, NUCLEAR_ARMS)
    p.resolve(DISARMAMENT)
    assert p.asked("disarm") == [2], "seat 1 holds nothing"
    p.decide(seat2=Disarm(()))
    p.decide(seat3=Disarm((p.card(3, slot),)))
    assert [event.seat for event in p.said(e.Declared)] == [2], "nothing is left in the hand of seat 3"


@pytest.mark.parametrize("covered", [True, False])
def test_A48_an_alliance_with_an_unpaid_stake_still_counts_as_formed(covered: bool) -> None:
    p = Position(4)
    p.ally(1, 2, UNITY, 3)
    p.ally(1, 3, UNITY, 4)
    number = p.seal(2, 3, DEFENSE)
    p.purses(PURSE, PURSE if covered else 0, PURSE, PURSE)
    p.state.phase, p.state.current = "industry", 2
    p.state.asking = ()
    p.plants(2, GRIDWORKS)
    p.run(("industry",))
    p.decide(seat2=Industry("stop", opens=p.opening(2, number)))
    assert bool(p.said(e.AllianceUncovered)) != covered
    p.run(("settle",))
    assert p.said(e.AllianceCompleted) == [e.AllianceCompleted(1, 2, UNITY)]


def test_A49_a_bunker_that_shields_only_its_owner_completes_the_trade() -> None:
    p = Position(6)
    p.ally(2, 5, TECHNOLOGY)
    p.in_play(2, BUNKER)
    strike(p, 3)
    assert e.Struck(1, 3, (3, 4, 2)) in p.events and p.said(e.Sheltered) == [e.Sheltered(2, "bunker")]
    assert p.said(e.AllianceCompleted) == [e.AllianceCompleted(2, 5, TECHNOLOGY)] and not p.state.holder(BUNKER)


@pytest.mark.parametrize("stopped", [True, False])
def test_A50_a_launch_breaks_the_pact_even_if_countered(stopped: bool) -> None:
    p = Position(4)
    p.ally(1, 2, DEFENSE)
    (slot,) = p.intrigue(2, EARLY_WARNING)
    p.tokens(1)
    (arms,) = p.intrigue(1, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat1=Launch(2, p.card(1, arms)))
    p.decide(seat2=Counter(p.card(2, slot) if stopped else 0))
    while p.asked("counter") or p.asked("shelter"):
        p.decide()
    assert bool(p.said(e.Deflected)) == stopped
    p.state.asking = ()
    p.run(("settle",))
    assert p.said(e.AllianceBroken) == [e.AllianceBroken(1, 2, DEFENSE)]


@pytest.mark.parametrize("token", [True, False])
def test_A51_a_forced_discard_of_armageddon_counts_for_a_delay(token: bool) -> None:
    p = Position()
    p.ally(1, 2, DELAY)
    p.tokens(*((1, 2) if token else (2,)))
    (slot,) = p.top(INTRIGUE_DECK, ARMAGEDDON)
    p.run(("draw intrigue",))
    p.decide(seat1=Drawn(p.card(1, slot), discard=token))
    assert p.spent() == [ARMAGEDDON]
    p.tokens(1, 2)
    p.run(("settle",))
    assert p.said(e.AllianceCompleted) == [e.AllianceCompleted(1, 2, DELAY)]


def test_A51_an_armageddon_given_up_later_does_not_count() -> None:
    p = Position()
    p.ally(1, 2, DELAY)
    p.tokens(1, 2)
    (slot,) = p.intrigue(2, ARMAGEDDON)
    aimed(p, ULTIMATUM, 2, ARMAGEDDON)
    p.decide(seat2=Yield("give", p.card(2, slot)))
    p.run(("settle",))
    assert ARMAGEDDON in p.spent() and not p.said(e.AllianceCompleted)


def test_A52_a_lost_seat_draws_one_card_with_a_freightline() -> None:
    p = Position()
    p.in_play(1, FREIGHTLINE)
    p.top(INTRIGUE_DECK, EARLY_WARNING, DEATH)
    (slot,) = p.intrigue(1, EARLY_WARNING)
    p.run(("intrigue",))
    before = len(p.state.shared.decks[INTRIGUE_DECK])
    p.decide(lost={1})
    assert slot not in p.state.hand(1, "intrigue")
    assert len(p.state.shared.decks[INTRIGUE_DECK]) == before - 1 and not p.asked("freightline")


def test_A31_a_lost_seat_with_open_arms_makes_no_peaceful_claim() -> None:
    p = Position()
    p.open(2, "intrigue", NUCLEAR_ARMS)
    aimed(p, BLACKMAIL, 2)
    p.decide(lost={2})
    assert not p.said(e.Declared)


@pytest.mark.parametrize(("face", "first"), [(PANIC, 20), (RELIEF, 0)])
def test_A53_lost_seats_count_in_panic_and_relief(face: int, first: int) -> None:
    p = Position()
    p.purses(10, first, 10)
    p.state.away = (2,)
    p.resolve(face)
    assert p.purse == [10, 14 if face == PANIC else 6, 10]


def test_A6_a_wrong_doubter_pays_the_penalty_as_far_as_possible() -> None:
    p = Position()
    p.purses(PURSE, 4, PURSE)
    p.elites(1, 4)
    p.resolve(CENSUS)
    p.decide(seat1=Declare(4))
    p.decide(seat2=Doubt(1), seat3=Doubt(0))
    while p.state.asking:
        p.decide()
    assert p.said(e.ClaimCleared) == [e.ClaimCleared(1, (2,))] and p.purse[1] == max(
        0, 4 - p.state.rules.numbers.challenge_penalty
    )
