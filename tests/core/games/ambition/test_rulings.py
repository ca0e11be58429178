"""The rulings A1 to A31 of docs/play/rules/ambition.md: at least one test each, with the number in its name."""

from __future__ import annotations

import pytest

from core.bots.random_bot import RandomBot
from core.engine.game import IllegalDecision
from core.engine.hidden.shared_deck.events import CardLaidUnder
from core.engine.local_match import LocalMatch
from core.games.ambition import events as e
from core.games.ambition.cards import (
    ARMAGEDDON,
    BUNKER,
    CABLES,
    COMMUNIQUE,
    DEATH,
    DEFENSE,
    DELAY,
    DRILL,
    EARLY_WARNING,
    ELITES,
    EXCHANGE,
    FREIGHTLINE,
    GRIDWORKS,
    INDUSTRIES,
    INTRIGUE_DECK,
    NEW_BLOOD,
    NUCLEAR_ARMS,
    PANIC,
    RELIEF,
    TECHNOLOGY,
    TECMED,
    UNITY,
    WAR_TAX,
)
from core.games.ambition.decisions import (
    Accept,
    Aim,
    Challenge,
    Counter,
    Diplomacy,
    Drawn,
    Industry,
    Launch,
    Play,
    Under,
)
from core.games.ambition.game import GAME
from tests.support.games.ambition.table import PURSE, Position, rolling


def claiming(p: Position, worth: int, value: int, seat: int = 1) -> None:
    """Let the seat claim this value for an Elite of value `worth`."""
    p.state.current, p.state.die = seat, 1
    (slot,) = p.elites(seat, worth)
    p.run(("diplomacy",))
    p.decide(**{f"seat{seat}": Diplomacy("claim", slot, value)})


def launching(p: Position, target: int, seat: int = 1) -> None:
    """Launch a strike; the seats that could stop it are asked next."""
    p.state.token[seat], p.state.current = 1, seat
    (slot,) = p.intrigue(seat, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(**{f"seat{seat}": Launch(target, p.card(seat, slot))})


def refused(p: Position, seat: int, decision: object) -> str:
    """Return the reason for which this decision of the seat is refused."""
    with pytest.raises(IllegalDecision) as illegal:
        GAME.check(p.state, seat, decision)
    assert illegal.value.seat == seat
    return illegal.value.reason


def test_A1_each_player_has_separate_decks_and_intrigue_is_shared() -> None:
    shared = Position(4).state.shared
    decks = [[shared.face_of(copy) for copy in shared.copies(deck)] for deck in range(9)]
    assert all(deck == list(range(len(ELITES))) for deck in decks[1:5])
    assert all(deck == sorted([*range(len(INDUSTRIES))] * 2) for deck in decks[5:])
    p = Position()
    p.state.current = 2
    p.run(("draw intrigue",))
    p.state.asking = ()
    p.state.current = 3
    p.run(("draw intrigue",))
    assert len(p.state.shared.decks[INTRIGUE_DECK]) == len(p.state.shared.copies(INTRIGUE_DECK)) - 2


@pytest.mark.parametrize("sealed", [False, True])
def test_A2_three_open_elites_set_the_purse_and_the_hand_is_drawn_closed(sealed: bool) -> None:
    table = LocalMatch(GAME, {seat: RandomBot("A2", seat) for seat in (1, 2, 3)}, "A2", sealed=sealed)
    shown: list[e.StartShown] = []
    while not table.state.turn:
        _, happened = table.step()
        shown += [event for event in happened if type(event) is e.StartShown]
    state = table.state
    for seat, start in zip((1, 2, 3), shown, strict=True):
        worth = [ELITES[state.face(copy)].value for copy in start.copies]
        assert len(worth) == 3 and state.purse[seat] == start.amount == sum(worth)
        assert set(start.copies) <= set(state.shared.closed[seat]), "they are back in the deck"
        assert len(state.hand(seat, "elites")) == 3 and min(state.hand(seat, "elites")) > 0
        assert not state.hand(seat, "intrigue") and not state.token[seat]


def test_A3_a_single_die_is_rolled_in_a_turn() -> None:
    p = Position()
    p.elites(1, 1)
    p.run(("roll",), beacon=rolling(4))
    assert p.said(e.DieRolled) == [e.DieRolled(1, 4)] and p.state.asking[0][2] == (("draw", "claim"),)


def test_A4_a_roll_of_5_or_6_allows_a_claim_but_no_draw() -> None:
    p = Position()
    (slot,) = p.elites(1, 2)
    p.run(("roll",), beacon=rolling(5))
    assert p.asked("diplomacy") == [1]
    assert "pass or claim" in refused(p, 1, Diplomacy("draw"))
    GAME.check(p.state, 1, Diplomacy("claim", slot, 2))
    p.decide(seat1=Diplomacy("pass"))
    assert p.said(e.NothingProposed) and not p.state.asking


def test_A4_a_refused_proposal_leaves_no_claim() -> None:
    p = Position()
    p.elites(1, 2)
    p.plants(1, GRIDWORKS)
    p.state.agenda = [("industry",)]
    p.run(("roll",), beacon=rolling(6))
    p.decide(seat1=Diplomacy("propose", partner=2, pact=DEFENSE))
    p.decide(seat2=Accept(False))
    assert p.said(e.Refused) == [e.Refused(1, 2)] and p.purse == [PURSE] * 3
    assert p.asked("industry") == [1], "on to INDUSTRY"


def test_A5_the_bunker_is_an_industry() -> None:
    p = Position()
    p.in_play(2, BUNKER)
    launching(p, 2)
    p.decide()
    p.decide()
    assert e.Sheltered(2, "bunker") in p.said(e.Sheltered)


def test_A6_influence_never_falls_below_0_and_the_bank_pays_in_full() -> None:
    p = Position()
    p.purses(2, 4, 3)
    claiming(p, 1, 2)
    p.decide(seat2=Challenge(True))
    assert p.purse == [0, 6, 3]
    p.purses(1, 1, 9)
    claiming(p, 1, 2, seat=1)
    p.decide(seat3=Challenge(True))
    assert p.purse == [0, 1, 11], "who pays gives what it has, who gains has all"


def test_A6_players_short_of_the_declared_amount_are_not_asked() -> None:
    p = Position(4)
    p.purses(9, 5, 4, 6)
    claiming(p, 5, 5)
    assert p.asked("challenge") == [2, 4]


def test_A6_a_challenger_cannot_challenge_after_spending_its_stake() -> None:
    """Papers are opened first (5.2), so an opening cannot make a challenge free of risk."""
    p = Position()
    p.purses(9, 6, 9)
    number = p.seal(3, 2, DEFENSE)
    claiming(p, 1, 6)
    assert p.asked("challenge") == [2, 3]
    p.decide(seat2=Challenge(True, p.opening(2, number)))
    assert not p.said(e.ClaimChallenged) and p.purse == [15, 2, 5]


def test_A7_the_bank_pays_the_winner_of_a_challenge() -> None:
    p = Position()
    p.purses(9, 3, 0)
    claiming(p, 3, 3)
    p.decide(seat2=Challenge(True))
    assert p.purse == [12, 0, 0]
    assert [event.why for event in p.said(e.InfluenceGained)] == ["true"]


def test_A8_allies_are_public_and_a_secret_stake_is_paid_at_its_opening() -> None:
    p = Position()
    number = p.seal(1, 2, DEFENSE)
    assert p.said(e.ForgedInSecret) == [e.ForgedInSecret(1, 2)] and p.state.are_allied(2, 1)
    assert p.purse == [PURSE] * 3 and not p.state.alliances
    p.state.current = 1
    p.elites(1, 1)
    p.run(("diplomacy",))
    p.decide(seat1=Diplomacy("pass", opens=p.opening(1, number)))
    assert p.purse == [PURSE + 1 - 5, PURSE + 1 - 5, PURSE] and len(p.state.alliances) == 1


def test_A9_the_target_loses_the_same_as_a_neighbour() -> None:
    p = Position(5)
    p.purses(12, 12, 12, 12, 12)
    for seat in (2, 3, 4):
        p.intrigue(seat, DRILL if seat == 9 else DEATH)
        p.plants(seat, TECMED)
        p.elites(seat, 5)
    p.state.token[1] = 1
    (slot,) = p.intrigue(1, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat1=Launch(3, p.card(1, slot)))
    for _ in range(5):
        p.decide()
    assert p.purse == [12, 2, 2, 2, 12]
    assert all(p.held(seat, "intrigue") + p.held(seat, "industry") == [] for seat in (2, 3, 4))
    assert all(p.worths(seat) == [5] for seat in (2, 3, 4))


def test_A10_a_third_player_out_of_range_may_counter() -> None:
    p = Position(5)
    (warning,) = p.intrigue(5, EARLY_WARNING)
    launching(p, 2, seat=1)
    for seat in (2, 3, 4):
        assert p.asked("counter") == [seat]
        p.decide()
    assert p.asked("counter") == [5]
    p.decide(seat5=Counter(p.card(5, warning)))
    assert [event.seat for event in p.said(e.Deflected)] == [5] and not p.said(e.Struck)


def test_A11_losing_the_token_discards_arms_and_armageddon_at_once() -> None:
    from core.games.ambition.surrender import lose_token

    p = Position()
    p.tokens(2)
    p.intrigue(2, NUCLEAR_ARMS, ARMAGEDDON, DRILL, NUCLEAR_ARMS)
    step = p._step()
    lose_token(step, 2)
    p.run()
    assert not p.state.token[2] and p.held(2, "intrigue") == [DRILL]
    assert sorted(p.spent()) == [NUCLEAR_ARMS, NUCLEAR_ARMS, ARMAGEDDON]


def test_A12_a_counter_costs_the_card_and_not_the_token() -> None:
    p = Position()
    p.tokens(2)
    (arms,) = p.intrigue(2, NUCLEAR_ARMS)
    launching(p, 2)
    p.decide(seat2=Counter(p.card(2, arms)))
    assert p.state.token[2] and p.spent() == [NUCLEAR_ARMS, NUCLEAR_ARMS] and p.purse == [PURSE] * 3


def test_A13_mutual_defense_pays_10_to_each_ally() -> None:
    p = Position()
    p.ally(2, 3, DEFENSE)
    (warning,) = p.intrigue(3, EARLY_WARNING)
    launching(p, 2)
    p.decide(seat2=Counter())
    before = list(p.purse)
    p.decide(seat3=Counter(p.card(3, warning)))
    p.state.asking, p.state.agenda = (), []
    p.run(("settle",))
    assert [now - then for now, then in zip(p.purse, before)] == [0, 10, 10]


def test_A14_only_alliances_formed_after_the_compact_count() -> None:
    p = Position()
    p.purses(30, 30, 30)
    p.ally(1, 3, DEFENSE)
    p.ally(1, 2, UNITY, 3)
    p.ally(2, 3, DEFENSE)
    p.run(("settle",))
    assert not p.said(e.AllianceCompleted)
    p.ally(1, 3, TECHNOLOGY)
    p.run(("settle",))
    assert p.said(e.AllianceCompleted) == [e.AllianceCompleted(1, 2, UNITY)]


def test_A14_a_secret_alliance_counts_from_its_forging() -> None:
    p = Position()
    p.purses(30, 30, 30)
    old = p.seal(1, 3, DEFENSE)
    p.ally(1, 2, UNITY, 3)
    new = p.seal(2, 3, DEFENSE)
    p.state.asking = ()
    for seat, number in ((1, old), (2, new)):
        p.state.current, p.state.die = seat, 6
        p.run(("diplomacy",))
        p.decide(**{f"seat{seat}": Diplomacy("pass", opens=p.opening(seat, number))})
    p.run(("settle",))
    assert len(p.state.alliances) == 3, "the one of 1 and 3 is older than the compact, though it was opened later"


def test_A15_a_bunker_shields_both_allies_in_one_attack_and_is_discarded() -> None:
    p = Position(4)
    p.purses(20, 20, 20, 20)
    p.in_play(2, BUNKER)
    p.ally(2, 3, TECHNOLOGY)
    launching(p, 3)
    for _ in range(4):
        p.decide()
    assert p.purse[1:] == [26, 26, 10], "2 and 3 keep all and have their stakes and 5 each, 4 loses 10"
    assert not p.state.industry[2] and not p.state.alliances


def test_A16_both_allies_use_the_industry_named_by_an_exchange() -> None:
    p = Position(4)
    p.purses(20, 20, 20, 20)
    p.ally(2, 3, EXCHANGE, TECMED)
    p.in_play(2, TECMED)
    launching(p, 3)
    for _ in range(4):
        p.decide()
    assert p.purse == [20, 8, 8, 10]
    p = Position(4)
    p.purses(20, 20, 20, 20)
    p.ally(2, 3, EXCHANGE, BUNKER)
    p.in_play(2, BUNKER)
    launching(p, 3)
    for _ in range(4):
        p.decide()
    assert p.purse == [20, 13, 13, 10] and not p.state.industry[2]


def test_A16_each_ally_uses_the_industry_in_its_turn() -> None:
    p = Position()
    p.ally(1, 2, EXCHANGE, GRIDWORKS)
    p.in_play(2, GRIDWORKS)
    before = list(p.purse)
    p.run(("industry",))
    p.decide(seat1=Industry("gridworks"))
    p.state.current, p.state.used = 2, ()
    p.run(("industry",))
    p.decide(seat2=Industry("gridworks"))
    assert [now - then for now, then in zip(p.purse, before)] == [1, 1, 0]


def test_A17_playing_armageddon_under_a_delay_tactic_is_a_breach() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.ally(1, 2, DELAY)
    (slot,) = p.intrigue(1, ARMAGEDDON)
    p.run(("intrigue",))
    p.decide(seat1=Play(p.card(1, slot)))
    assert p.state.over and p.said(e.AllianceBroken) == [e.AllianceBroken(1, 2, DELAY)]
    assert p.purse == [PURSE + 1 - 6, PURSE + 1 + 6, PURSE]


def test_A17_holding_armageddon_at_the_end_is_a_breach_too() -> None:
    p = Position()
    p.tokens(1, 2, 3)
    p.ally(1, 2, DELAY)
    p.intrigue(2, ARMAGEDDON)
    p.finish("exhaustion")
    assert p.said(e.AllianceBroken) == [e.AllianceBroken(2, 1, DELAY)]


def test_A18_a_player_may_have_an_alliance_with_each_other_player() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    p.ally(1, 3, UNITY, 2)
    assert {alliance.pair for alliance in p.state.alliances} == {(1, 2), (1, 3)}
    p.ally(2, 1, UNITY, 3)
    assert {alliance.pair for alliance in p.state.alliances} == {(1, 3), (2, 1)}, "one for each pair"


def test_A19_there_is_no_hand_limit() -> None:
    p = Position()
    p.elites(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3)
    p.resolve(NEW_BLOOD)
    assert len(p.state.hand(1, "elites")) == 16 and not p.state.asking


def test_A20_a_player_either_draws_or_plays_a_card() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    (slot, _) = p.intrigue(1, COMMUNIQUE, COMMUNIQUE)
    p.run(("intrigue",))
    deck = p.state.shared.decks[INTRIGUE_DECK]
    p.decide(seat1=Play(p.card(1, slot)))
    p.decide(seat1=Aim(2))
    assert not p.state.asking and p.state.shared.decks[INTRIGUE_DECK] == deck, "one, and no draw"


def test_A21_reactions_cannot_be_played_in_the_intrigue_step() -> None:
    p = Position()
    p.tokens(1)
    slots = p.intrigue(1, EARLY_WARNING, DRILL, NUCLEAR_ARMS)
    p.run(("intrigue",))
    for slot in slots:
        assert "cannot be played now" in refused(p, 1, Play(p.card(1, slot)))
    assert p.options(1) == [Play()]


def test_A21_reactions_are_kept_when_they_are_drawn() -> None:
    for face in (EARLY_WARNING, DRILL, NUCLEAR_ARMS):
        p = Position()
        p.tokens(1)
        (slot,) = p.top(INTRIGUE_DECK, face)
        p.run(("draw intrigue",))
        assert "kept" in refused(p, 1, Drawn(p.card(1, slot)))
        p.decide(seat1=Drawn())
        assert p.held(1, "intrigue") == [face]


def test_A22_a_launch_replaces_the_industrial_step_too() -> None:
    p = Position()
    p.in_play(1, GRIDWORKS)
    p.plants(1, TECMED)
    p.top(INTRIGUE_DECK, WAR_TAX)
    launching(p, 2)
    while "counter" in {kind for _, kind, _ in p.state.asking}:
        p.decide()
    p.decide()
    assert not p.said(e.DieRolled) and not p.asked("industry")
    assert not p.said(e.CardsDiscarded) or p.state.phase == "intrigue"
    assert p.asked("drawn") == [1]


def test_A23_with_nearest_only_the_closest_challenger_clockwise_counts() -> None:
    for seat, counts in ((1, 2), (2, 4), (3, 4), (4, 2)):
        p = Position(4, challengers="nearest")
        claiming(p, 1, 2, seat)
        yes = {f"seat{other}": Challenge(True) for other in (2, 4) if other != seat}
        p.decide(**yes)
        assert [event.challengers for event in p.said(e.ClaimChallenged)] == [(counts,)]
        assert p.purse[counts - 1] == PURSE + 2 and sum(p.purse) == 4 * PURSE, "the others lose and win nothing"


def test_A24_only_1_to_6_may_be_declared() -> None:
    p = Position()
    (slot,) = p.elites(1, 6)
    p.purses(20, 20, 20)
    p.run(("roll",), beacon=rolling(1))
    for value in (-1, 0, 7):
        assert "1 to 6" in refused(p, 1, Diplomacy("claim", slot, value))
    for value in range(1, 7):
        GAME.check(p.state, 1, Diplomacy("claim", slot, value))


def test_A25_an_ally_may_challenge() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    claiming(p, 1, 2)
    assert 2 in p.asked("challenge")
    p.decide(seat2=Challenge(True))
    assert p.said(e.ClaimJudged)[0].challengers == (2,) and len(p.state.alliances) == 1


def test_A26_a_player_short_of_an_opened_stake_loses_its_whole_purse() -> None:
    p = Position()
    p.seal(1, 2, EXCHANGE, TECMED)
    p.purses(3, 20, 20)
    p.resolve(CABLES, seat=3)
    p.decide(seat3=Aim(1))
    assert p.said(e.AllianceUncovered) == [e.AllianceUncovered(1, 2, EXCHANGE)]
    assert p.purse == [0, 21, 20] and not p.state.alliances and not p.state.papers


def test_A27_one_rescue_completes_mutual_defense() -> None:
    for ally in ((2, 3), (3, 2)):
        p = Position()
        p.ally(*ally, DEFENSE)
        (warning,) = p.intrigue(3, EARLY_WARNING)
        launching(p, 2)
        p.decide(seat2=Counter())
        p.decide(seat3=Counter(p.card(3, warning)))
        p.state.asking, p.state.agenda = (), []
        p.run(("settle",))
        assert p.said(e.AllianceCompleted) == [e.AllianceCompleted(*ally, DEFENSE)]


def test_A28_sealed_stakes_are_not_subtracted() -> None:
    p = Position()
    p.purses(8, 20, 20)
    p.seal(1, 2, EXCHANGE, TECMED)
    p.seal(1, 3, EXCHANGE, BUNKER)
    assert len(p.state.papers) == 2
    p.run(("papers",))
    assert p.purse == [0, 13, 21], "the first takes 8 of 9; the second finds 2 and takes them"


def test_A29_alliances_of_a_lost_seat_end_and_allies_regain_their_stakes() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    p.ally(1, 3, DEFENSE)
    p.state.die = 6
    p.run(("diplomacy",))
    p.state.agenda = [("settle",)]
    p.decide(seat1=Diplomacy("pass"), lost={2})
    assert p.said(e.AllianceEnded) == [e.AllianceEnded(1, 2, DEFENSE, "left")]
    assert p.purse == [PURSE + 2 - 5, PURSE + 1 - 5, PURSE + 1 - 5]
    assert p.state.neighbours(1) == (2, 3), "neighbours stay the same"


def test_A29_alliances_of_a_seat_lost_at_the_end_are_dissolved_too() -> None:
    p = Position()
    p.ally(1, 2, DEFENSE)
    p.seal(1, 3, DEFENSE)
    p.tokens(1, 2, 3)
    (slot,) = p.intrigue(1, ARMAGEDDON)
    p.run(("intrigue",))
    p.decide(lost={2}, seat1=Play(p.card(1, slot)))
    assert p.state.over
    assert p.purse == [PURSE + 1 + 1 - 5, PURSE + 1 - 5, PURSE + 1 - 5], "what was agreed with 3 is unfinished"


@pytest.mark.parametrize("sealed", [False, True])
def test_A30_freightline_puts_a_card_only_its_player_knows_under_the_deck(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.in_play(1, FREIGHTLINE)
    first, second = p.top(INTRIGUE_DECK, RELIEF, PANIC)
    p.run(("draw intrigue",))
    assert p.asked("freightline") == [1]
    assert refused(p, 1, Under(p.state.shared.decks[INTRIGUE_DECK][0]))
    p.decide(seat1=Under(first))
    under = p.state.shared.decks[INTRIGUE_DECK][-1]
    assert p.said(CardLaidUnder) == [CardLaidUnder(1, INTRIGUE_DECK, 0)] and under not in (first, second)
    known = {seat: p.table.secrets[seat].drawn.get(under) for seat in (1, 2, 3)}
    for seat in (1, 2, 3):
        GAME.learn(p.state, seat, p.table.secrets[seat])
        known[seat] = p.table.secrets[seat].drawn.get(under)
    assert known == {1: RELIEF, 2: None, 3: None}
    assert first not in p.state.shared.cards and p.state.asking[0][2] == (second,)


@pytest.mark.parametrize("sealed", [False, True])
def test_A31_a_lost_seats_hand_is_open_and_its_stand_in_passes(sealed: bool) -> None:
    p = Position(sealed=sealed)
    p.tokens(1, 2)
    p.elites(2, 6, 3)
    p.intrigue(2, EARLY_WARNING)
    (slot,) = p.intrigue(1, NUCLEAR_ARMS)
    p.run(("turn",))
    p.decide(seat1=Launch(2, p.card(1, slot)), lost={2})
    assert p.state.away == (2,) and min(p.state.hand(2, "elites"), default=0) < 0
    assert not p.state.shared.hands[2] and p.asked("counter") == [2]
    p.decide(lost={2})
    assert p.said(e.LetPass)[0] == e.LetPass(2), "though it holds an Early Warning"


@pytest.mark.parametrize("sealed", [False, True])
def test_A31_a_lost_seats_claim_is_judged_by_its_claimed_card(sealed: bool) -> None:
    for above in (0, 1):
        p = Position(sealed=sealed)
        slots = p.elites(1, 5, 2)
        p.state.die = 1
        p.run(("diplomacy",))
        claimed = sorted(slots)[1 - above]
        worth = dict(zip(slots, (5, 2)))[claimed]
        p.step(seat1=Diplomacy("claim", claimed, worth), lost=set())
        p.decide(seat2=Challenge(True), lost={1})
        assert p.said(e.ClaimJudged)[0].true, worth


def test_A31_the_claim_of_a_seat_lost_while_claiming_is_judged() -> None:
    """A lost seat's claim is judged: its hand is opened first, in the step in which the others answer."""
    p = Position()
    p.elites(2, 1)
    claiming(p, 5, 5)
    p.step(seat2=Challenge(True), lost={1})
    p.duties({1})
    assert p.said(e.ClaimJudged)[0].true
