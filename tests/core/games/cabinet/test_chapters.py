"""Rules of Cabinet beyond the cards, by chapter.

The tests cover the states of a turn, joint discards and payments, and the end.
"""

from __future__ import annotations

import pytest

from core.engine.game import IllegalDecision, Setup
from core.engine.result import TEAM, Outcome, outcome
from core.games.cabinet import cards, payment
from core.games.cabinet import events as e
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY, RESOURCE
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.decisions import Act, Attempt, Discard, Draw, Offer, Pledge
from core.games.cabinet.game import GAME
from tests.support.games.cabinet.editions import shipped_game
from tests.support.games.cabinet.table import Position, deck_sizes


def started(seats: int, number: int = 0, **options: str) -> tuple[object, list[object]]:
    """Return a match after its setup, with its events."""
    game = shipped_game("classic")
    state = game.new_state(Setup(seats, game.options.values_by_name(game.options.complete_values(options)), bytes(32)))
    return state, GAME.step(state, {}, number.to_bytes(32, "big"))


def of(happened: list[object], kind: type) -> list[object]:
    return [event for event in happened if type(event) is kind]


# Setup (3) ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_setup_deals_three_resources_and_a_ministry_to_each_player(seats: int) -> None:
    state, happened = started(seats)
    for hand in state.hand[1:]:
        assert [cards.deck_of(copy) for copy in hand] == [RESOURCE] * 3 + [MINISTRY]
    assert len(state.challenges) == 1 and state.score == 0
    assert deck_sizes(state)["Milestone"] == 24
    assert len(of(happened, e.MilestoneShown)) == seats


@pytest.mark.parametrize(
    ("seats", "calm", "limit", "deck"), [(2, 13, 2, 24), (3, 22, 2, 24), (4, 26, 2, 24), (5, 23, 3, 19)]
)
def test_target_limit_and_deck_size_follow_the_number_of_players(seats: int, calm: int, limit: int, deck: int) -> None:
    for level, name in enumerate(cards.LEVELS):
        state, _ = started(seats, target=name)
        assert (state.target, state.limit) == (calm + 2 * level, limit)
        assert deck_sizes(state)["Challenge"] == deck - 1


def test_the_player_with_the_highest_milestone_goes_first() -> None:
    equal = 0
    for number in range(40):
        state, happened = started(3, number)
        shown = {x.seat: x.copy for x in of(happened, e.MilestoneShown)}
        best = max(RULESETS.printed.milestone(copy).points for copy in shown.values())
        tied = [copy for copy in shown.values() if RULESETS.printed.milestone(copy).points == best]
        equal += len(tied) > 1
        assert shown[state.current] == max(tied)
    assert equal


# The turn (4) ---------------------------------------------------------------------------------------------------------


def test_a_turn_goes_through_its_phases() -> None:
    p = Position()
    p.hand(1, "F F F F F F F F")
    p.in_play("Embargo")
    p.on_top("Spy Ring")
    p.state.agenda = [("turn",)]
    phases = []
    p.run()
    while len(p.said(e.TurnBegan)) < 2:
        phases += [p.state.phase]
        p.decide()
    assert list(dict.fromkeys(phases)) == ["upkeep", "draw", "action", "challenge", "end"]
    assert p.state.current == 2 and p.state.turn == 4 and len(p.state.hand[1]) == 7


def test_three_cards_are_drawn_one_after_the_other() -> None:
    p = Position()
    p.run(("draw", 3))
    for deck in (RESOURCE, MINISTRY, RESOURCE):
        assert p.asked("draw") == [1]
        p.decide(seat1=Draw(deck))
    assert sorted(map(cards.deck_of, p.state.hand[1])) == [RESOURCE, RESOURCE, MINISTRY] and not p.state.asking


def test_the_default_decisions_draw_and_gather_resources() -> None:
    p = Position()
    p.run(("draw", 3), ("act",))
    while p.state.asking:
        p.decide()
    assert len(p.state.hand[1]) == 4 and all(map(cards.is_resource, p.state.hand[1]))


def test_gather_draws_from_either_deck() -> None:
    p = Position()
    p.act(kind="gather", deck=MINISTRY)
    assert list(map(cards.deck_of, p.state.hand[1])) == [MINISTRY]


def test_share_gives_another_player_one_card_of_either_kind() -> None:
    p = Position()
    (ministry,) = p.hand(1, "Health")
    p.act(kind="share", card=ministry, to=2)
    assert p.state.hand[2] == (ministry,) and p.said(e.CardShared) == [e.CardShared(1, 2, ministry)]


@pytest.mark.parametrize(
    "wrong",
    [
        Act("share", card=1, to=1),
        Act("share", card=1, to=4),
        Act("share", card=5, to=2),
        Act("share", card=1, to=2, pay=(1,)),
        Act("gather", deck=MILESTONE),
        Act("gather", card=1),
        Act("challenge", challenge=115, pay=(1,)),
        Act("milestone", to=2),
        Act("ministry", card=1),
        Act("stop"),
        Act("nonsense"),
    ],
    ids=str,
)
def test_illegal_actions_of_cabinet_are_refused(wrong: Act) -> None:
    p = Position()
    assert p.hand(1, "F") == (1,)
    p.run(("act",))
    with pytest.raises(IllegalDecision):
        p.decide(seat1=wrong)


def test_a_challenge_is_flipped_only_below_the_limit() -> None:
    p = Position()
    p.in_play("Embargo")
    p.flip("Spy Ring")
    assert [cards.name_of(x.copy) for x in p.said(e.ChallengeFlipped)] == ["Spy Ring"]
    assert [cards.name_of(copy) for copy in p.state.challenges] == ["Embargo", "Spy Ring"]


def test_the_largest_hand_pays_a_penalty_ties_going_clockwise() -> None:
    for hands, loser in (((2, 2, 2), 2), ((3, 2, 3), 3), ((3, 2, 2), 1)):
        p = Position()
        for seat, count in enumerate(hands, 1):
            p.hand(seat, *["E"] * count)
        p.state.current = 2
        p.flip("Empty Coffers")
        assert p.asked("lose") == [loser]


# Joint discards (5.1) -------------------------------------------------------------------------------------------------


def test_D1_an_offer_has_only_cards_of_its_player_and_no_more_than_are_due() -> None:
    p = Position()
    mine = p.hand(1, "F F F")
    theirs = p.hand(2, "V")
    p.run(("joint", 2, "upkeep"))
    assert p.asked("offer") == [1, 2]
    for wrong in (Offer(mine), Offer(theirs), Offer((mine[0], mine[0]))):
        with pytest.raises(IllegalDecision):
            p.decide(seat1=wrong)


def test_D2_offers_are_taken_clockwise_one_per_player_and_round() -> None:
    p = Position()
    hands = {seat: p.hand(seat, "F F F") for seat in (1, 2, 3)}
    p.state.current = 2
    p.run(("joint", 3, "upkeep"))
    p.decide(seat1=Offer(hands[1][::-1]), seat2=Offer(()), seat3=Offer(hands[3][1:]))
    gone = {x.seat: x.copies for x in p.said(e.CardsDiscarded)}
    assert gone == {3: hands[3][1:], 1: (hands[1][2],)}
    assert not p.state.asking


def test_D3_the_largest_hand_pays_one_card_at_a_time_until_all_is_paid() -> None:
    p = Position()
    p.hand(1, "F F")
    three = p.hand(2, "V V V")
    p.run(("joint", 2, "upkeep"))
    p.decide()
    assert p.asked("lose") == [2]
    p.decide(seat2=Discard(three[2:]))
    assert p.asked("lose") == [1], "as many now, and closer"
    p.decide()
    assert [len(hand) for hand in p.state.hand] == [0, 1, 2, 0] and not p.state.asking


def test_D4_an_unpayable_upkeep_ends_the_match() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.hand(3, "F")
    p.run(("upkeep",))
    assert p.state.over and not p.state.won and p.state.ending == "upkeep"


# Joint payments (6) ---------------------------------------------------------------------------------------------------


def test_all_players_with_a_fitting_card_are_asked_together() -> None:
    p = Position(4)
    p.hand(1, "E")
    p.hand(2, "F")
    p.hand(3, "G")
    p.hand(4, "F", "Finance")
    p.flip("Embargo")
    assert p.asked("pledge") == [2, 3, 4]


def test_a_payment_takes_only_needed_cards_exact_ones_before_goodwill() -> None:
    p = Position()
    (goodwill,) = p.hand(1, "G")
    two, three = p.hand(2, "F"), p.hand(3, "F F")
    p.state.current = 3
    p.flip("Run on the Banks")
    p.decide(seat1=p.gives(1), seat2=p.gives(2), seat3=p.gives(3))
    paid = {x.seat: x.copies for x in p.said(e.CardsPaid)}
    assert paid == {3: three, 1: (goodwill,)} and p.state.hand[2] == two


def test_goodwill_of_the_active_player_is_used_before_that_of_others() -> None:
    p = Position()
    (first,), (other,) = p.hand(2, "G"), p.hand(1, "G")
    p.state.current = 2
    p.flip("Embargo")
    p.decide(seat1=p.gives(1), seat2=p.gives(2))
    assert p.said(e.CardsPaid) == [e.CardsPaid(2, (first,))] and p.state.hand[1] == (other,)


def test_an_assist_fills_no_more_places_than_its_resource_has() -> None:
    assert payment.fill_cost(cards.cost_of("V V F T"), [], cards.cost_of("F F")).missing == cards.cost_of("V V T")
    assert not payment.fill_cost(cards.cost_of("E T T"), [], cards.cost_of("F F")).is_assisted


def test_missing_resources_are_shown_before_a_second_pledge_round() -> None:
    p = Position()
    p.hand(1, "F")
    p.hand(2, "W")
    p.flip("Bread Riots")
    p.decide(seat1=p.gives(1))
    assert p.said(e.PaymentShort) == [e.PaymentShort(p.state.at_stake, cards.cost_of("W"), 0)]
    assert p.asked("pledge") == [1, 2] and p.state.pledges[1] == p.state.hand[1]
    p.decide(seat1=p.gives(1), seat2=p.gives(2))
    assert len(p.said(e.ChallengePaid)) == 1 and not any(p.state.pledges)


def test_a_pledge_can_be_withdrawn_and_a_payment_has_two_rounds() -> None:
    p = Position()
    p.hand(1, "F E")
    p.hand(2, "W E E")
    p.flip("Bread Riots")
    p.decide(seat1=p.gives(1))
    p.decide(seat2=p.gives(2))
    assert p.said(e.ChallengeStays) and not p.said(e.CardsPaid)
    assert p.names(1) == ["Funds", "Expertise"] and p.names(2) == ["Expertise", "Expertise", "Works"]


def test_a_pledge_accepts_only_cards_that_can_fill_a_place() -> None:
    p = Position()
    funds = p.hand(1, "F F")
    (votes, goodwill) = p.hand(1, "V G")
    (health,) = p.hand(1, "Health")
    p.flip("Embargo")
    for wrong in (funds, (votes,), (health,), (goodwill, goodwill), (200,)):
        with pytest.raises(IllegalDecision):
            p.decide(seat1=Pledge(wrong))
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Pledge((), health))
    p.decide(seat1=Pledge((goodwill,)))
    assert p.said(e.ChallengePaid)


def test_an_attempted_milestone_can_be_given_up() -> None:
    p = Position()
    first, second = p.on_top("Night Trains", "Grain Reserve")
    p.act(kind="milestone")
    p.decide(seat1=Attempt(0))
    assert p.state.decks[MILESTONE][-2:] == ((first,), (second,)) and not p.state.asking
    assert [x.why for x in p.said(e.MilestonePutUnder)] == ["given up", "given up"]


def test_an_unpaid_milestone_goes_under_the_deck() -> None:
    p = Position()
    p.hand(1, "F F V")
    p.attempt("Balanced Ledger")
    p.decide()
    p.decide()
    other, unpaid = p.said(e.MilestonePutUnder)
    assert (other.why, unpaid.why) == ("other", "unpaid") and p.state.decks[MILESTONE][-1] == (unpaid.copy,)
    assert len(p.state.hand[1]) == 3 and p.state.score == 0


def test_the_proposed_payment_is_the_one_that_the_rules_take() -> None:
    p = Position()
    p.hand(1, "F G")
    mine = p.hand(2, "F V")
    p.state.at_stake = p.find("Balanced Ledger")
    assert payment.proposed_pledge(p.state, 2) == mine and len(payment.proposed_pledge(p.state, 1)) == 1


# Decks (5.2) ----------------------------------------------------------------------------------------------------------


def test_an_empty_deck_is_refilled_with_its_shuffled_discards() -> None:
    p = Position()
    p.empty(RESOURCE)
    spent = p.state.spent_resources = tuple(cards.deck_copies(RESOURCE)[:4])
    p.run(("draw", 1))
    p.decide(seat1=Draw(RESOURCE))
    assert p.said(e.DeckShuffled) == [e.DeckShuffled(RESOURCE, 4)]
    assert set(p.state.hand[1]) < set(spent) and not p.state.spent_resources and deck_sizes(p.state)["Resource"] == 3


def test_a_draw_is_lost_if_both_decks_are_empty() -> None:
    p = Position()
    p.empty(RESOURCE)
    p.run(("draw", 2))
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Draw(RESOURCE))
    assert GAME.automatic_decision(p.state, 1, p.table.secrets[1]) == Draw(MINISTRY), "there is one deck only"
    p.state.asking, p.state.agenda = (), []
    p.empty(MINISTRY)
    p.run(("draw", 2))
    assert p.said(e.DrawLost) == [e.DrawLost(1)] and not p.state.asking
    p.act(kind="gather")
    assert len(p.said(e.DrawLost)) == 2


def test_no_milestone_is_attempted_when_none_is_left() -> None:
    p = Position()
    p.empty(MILESTONE)
    with pytest.raises(IllegalDecision):
        p.act(kind="milestone")


# The end (7) ----------------------------------------------------------------------------------------------------------


def test_the_team_wins_at_once_when_it_reaches_its_target() -> None:
    p = Position()
    p.state.score = p.state.target - 1
    p.state.agenda = [("challenge",)]
    p.hand(1, "F F V")
    p.attempt("Balanced Ledger")
    p.decide(seat1=p.gives(1))
    assert p.state.over and p.state.won and p.state.ending == "target" and not p.state.agenda
    assert outcome(GAME, GAME.standing(p.state)) == Outcome(TEAM, (1, 2, 3))


def test_L1_a_challenge_due_from_an_empty_deck_ends_the_match() -> None:
    for full in (False, True):
        p = Position()
        if full:
            p.in_play("Embargo", "Spy Ring")
        p.empty(CHALLENGE)
        p.run(("challenge",))
        assert p.state.over and not p.state.won and p.state.ending == "deck"


def test_L2_an_unpayable_penalty_does_not_lose_the_match() -> None:
    p = Position()
    p.hand(2, "F")
    p.flip("Spy Ring")
    assert not p.state.over and not any(p.state.hand) and len(p.state.challenges) == 1
