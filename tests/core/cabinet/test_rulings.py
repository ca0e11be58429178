"""The rules of Cabinet that are no card: states of a turn, joint discards and payments, the end, and the rulings."""

from __future__ import annotations

from collections import Counter

import pytest

from core.cabinet import cards, payment
from core.cabinet import events as e
from core.cabinet.action import ALL, STOP
from core.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY, RESOURCE
from core.cabinet.decisions import Act, Attempt, Discard, Draw, Offer, Pledge, Swap
from core.cabinet.game import GAME
from core.cabinet.options import OPTIONS
from core.kernel.game import IllegalDecision, Setup
from core.kernel.result import TEAM, Outcome, kind_of, outcome
from tests.core.cabinet.table import Position, deck_sizes


def started(seats: int, number: int = 0, **options: str) -> tuple[object, list[object]]:
    """A match after its setup, and what happened."""
    state = GAME.new(Setup(seats, OPTIONS.named(OPTIONS.complete(options)), bytes(32)))
    return state, GAME.step(state, {}, number.to_bytes(32, "big"))


def of(happened: list[object], kind: type) -> list[object]:
    return [event for event in happened if type(event) is kind]


# Setup (3) ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_setup_deals_three_resources_and_a_ministry_to_each(seats: int) -> None:
    state, happened = started(seats)
    for hand in state.hand[1:]:
        assert [cards.deck_of(copy) for copy in hand] == [RESOURCE] * 3 + [MINISTRY]
    assert len(state.challenges) == 1 and state.score == 0
    assert deck_sizes(state)["Milestone"] == 24
    assert len(of(happened, e.MilestoneShown)) == seats


@pytest.mark.parametrize(
    ("seats", "calm", "limit", "deck"), [(2, 13, 2, 24), (3, 22, 2, 24), (4, 26, 2, 24), (5, 23, 3, 19)]
)
def test_target_limit_and_deck_by_players(seats: int, calm: int, limit: int, deck: int) -> None:
    for level, name in enumerate(cards.LEVELS):
        state, _ = started(seats, target=name)
        assert (state.target, state.limit) == (calm + 2 * level, limit)
        assert deck_sizes(state)["Challenge"] == deck - 1


def test_the_highest_milestone_begins_and_of_equal_ones_the_higher_number() -> None:
    equal = 0
    for number in range(40):
        state, happened = started(3, number)
        shown = {x.seat: x.copy for x in of(happened, e.MilestoneShown)}
        best = max(cards.milestone(copy).points for copy in shown.values())
        tied = [copy for copy in shown.values() if cards.milestone(copy).points == best]
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


def test_three_cards_are_drawn_each_seen_before_the_next() -> None:
    p = Position()
    p.run(("draw", 3))
    for deck in (RESOURCE, MINISTRY, RESOURCE):
        assert p.asked("draw") == [1]
        p.decide(seat1=Draw(deck))
    assert sorted(map(cards.deck_of, p.state.hand[1])) == [RESOURCE, RESOURCE, MINISTRY] and not p.state.asking


def test_a_player_who_does_not_choose_draws_and_gathers_resources() -> None:
    p = Position()
    p.run(("draw", 3), ("act",))
    while p.state.asking:
        p.decide()
    assert len(p.state.hand[1]) == 4 and all(map(cards.is_resource, p.state.hand[1]))


def test_gather_draws_from_either_deck() -> None:
    p = Position()
    p.act(kind="gather", deck=MINISTRY)
    assert list(map(cards.deck_of, p.state.hand[1])) == [MINISTRY]


def test_share_gives_one_card_of_either_kind() -> None:
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
def test_other_actions_are_refused(wrong: Act) -> None:
    p = Position()
    assert p.hand(1, "F") == (1,)
    p.run(("act",))
    with pytest.raises(IllegalDecision):
        p.decide(seat1=wrong)


def test_a_challenge_is_flipped_below_the_limit_alone() -> None:
    p = Position()
    p.in_play("Embargo")
    p.flip("Spy Ring")
    assert [cards.name(x.copy) for x in p.said(e.ChallengeFlipped)] == ["Spy Ring"]
    assert [cards.name(copy) for copy in p.state.challenges] == ["Embargo", "Spy Ring"]


def test_the_most_cards_pay_a_penalty_and_of_equals_the_closest_clockwise() -> None:
    for hands, loser in (((2, 2, 2), 2), ((3, 2, 3), 3), ((3, 2, 2), 1)):
        p = Position()
        for seat, count in enumerate(hands, 1):
            p.hand(seat, *["E"] * count)
        p.state.current = 2
        p.flip("Empty Coffers")
        assert p.asked("lose") == [loser]


# Joint discards (5.1) -------------------------------------------------------------------------------------------------


def test_D1_offers_are_of_at_most_as_many_own_cards_as_are_due() -> None:
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


def test_D3_who_has_the_most_cards_chooses_one_till_all_is_paid() -> None:
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


def test_D4_an_upkeep_that_cannot_be_paid_is_the_end() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.hand(3, "F")
    p.run(("upkeep",))
    assert p.state.over and not p.state.won and p.state.ending == "upkeep"


# Joint payments (6) ---------------------------------------------------------------------------------------------------


def test_all_who_have_something_that_fits_are_asked_together() -> None:
    p = Position(4)
    p.hand(1, "E")
    p.hand(2, "F")
    p.hand(3, "G")
    p.hand(4, "F", "Finance")
    p.flip("Embargo")
    assert p.asked("pledge") == [2, 3, 4]


def test_only_what_is_needed_is_taken_exact_before_goodwill_clockwise() -> None:
    p = Position()
    (goodwill,) = p.hand(1, "G")
    two, three = p.hand(2, "F"), p.hand(3, "F F")
    p.state.current = 3
    p.flip("Run on the Banks")
    p.decide(seat1=p.gives(1), seat2=p.gives(2), seat3=p.gives(3))
    paid = {x.seat: x.copies for x in p.said(e.CardsPaid)}
    assert paid == {3: three, 1: (goodwill,)} and p.state.hand[2] == two


def test_goodwill_of_the_active_player_goes_before_that_of_others() -> None:
    p = Position()
    (first,), (other,) = p.hand(2, "G"), p.hand(1, "G")
    p.state.current = 2
    p.flip("Embargo")
    p.decide(seat1=p.gives(1), seat2=p.gives(2))
    assert p.said(e.CardsPaid) == [e.CardsPaid(2, (first,))] and p.state.hand[1] == (other,)


def test_an_assist_fills_no_more_places_than_its_resource_has() -> None:
    assert payment.fill(cards.cost_of("V V F T"), [], cards.cost_of("F F")).missing == cards.cost_of("V V T")
    assert not payment.fill(cards.cost_of("E T T"), [], cards.cost_of("F F")).assisted


def test_what_is_missing_is_shown_and_a_second_round_follows() -> None:
    p = Position()
    p.hand(1, "F")
    p.hand(2, "W")
    p.flip("Bread Riots")
    p.decide(seat1=p.gives(1))
    assert p.said(e.PaymentShort) == [e.PaymentShort(p.state.at_stake, cards.cost_of("W"), 0)]
    assert p.asked("pledge") == [1, 2] and p.state.pledges[1] == p.state.hand[1]
    p.decide(seat1=p.gives(1), seat2=p.gives(2))
    assert len(p.said(e.ChallengePaid)) == 1 and not any(p.state.pledges)


def test_a_pledge_may_be_taken_back_and_two_rounds_are_all() -> None:
    p = Position()
    p.hand(1, "F E")
    p.hand(2, "W E E")
    p.flip("Bread Riots")
    p.decide(seat1=p.gives(1))
    p.decide(seat2=p.gives(2))
    assert p.said(e.ChallengeStays) and not p.said(e.CardsPaid)
    assert p.names(1) == ["Funds", "Expertise"] and p.names(2) == ["Expertise", "Expertise", "Works"]


def test_pledges_are_of_cards_that_can_fill_a_place() -> None:
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


def test_a_milestone_may_be_given_up() -> None:
    p = Position()
    first, second = p.on_top("Night Trains", "Grain Reserve")
    p.act(kind="milestone")
    p.decide(seat1=Attempt(0))
    assert p.state.decks[MILESTONE][-2:] == ((first,), (second,)) and not p.state.asking
    assert [x.why for x in p.said(e.MilestonePutUnder)] == ["given up", "given up"]


def test_a_milestone_that_is_not_paid_goes_under_the_deck() -> None:
    p = Position()
    p.hand(1, "F F V")
    p.attempt("Balanced Ledger")
    p.decide()
    p.decide()
    other, unpaid = p.said(e.MilestonePutUnder)
    assert (other.why, unpaid.why) == ("other", "unpaid") and p.state.decks[MILESTONE][-1] == (unpaid.copy,)
    assert len(p.state.hand[1]) == 3 and p.state.score == 0


def test_the_proposal_is_what_the_rules_would_take() -> None:
    p = Position()
    p.hand(1, "F G")
    mine = p.hand(2, "F V")
    p.state.at_stake = p.find("Balanced Ledger")
    assert payment.proposal(p.state, 2) == mine and len(payment.proposal(p.state, 1)) == 1


# Decks (5.2) ----------------------------------------------------------------------------------------------------------


def test_an_empty_deck_is_its_discards_shuffled() -> None:
    p = Position()
    p.empty(RESOURCE)
    spent = p.state.spent_resources = tuple(cards.deck(RESOURCE)[:4])
    p.run(("draw", 1))
    p.decide(seat1=Draw(RESOURCE))
    assert p.said(e.DeckShuffled) == [e.DeckShuffled(RESOURCE, 4)]
    assert set(p.state.hand[1]) < set(spent) and not p.state.spent_resources and deck_sizes(p.state)["Resource"] == 3


def test_a_draw_from_nothing_is_lost() -> None:
    p = Position()
    p.empty(RESOURCE)
    p.run(("draw", 2))
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Draw(RESOURCE))
    assert GAME.automatic(p.state, 1, p.table.secrets[1]) == Draw(MINISTRY), "there is one deck only"
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


def test_L1_a_challenge_that_is_due_from_an_empty_deck_is_the_end() -> None:
    for full in (False, True):
        p = Position()
        if full:
            p.in_play("Embargo", "Spy Ring")
        p.empty(CHALLENGE)
        p.run(("challenge",))
        assert p.state.over and not p.state.won and p.state.ending == "deck"


def test_L2_a_penalty_that_cannot_be_paid_is_no_defeat() -> None:
    p = Position()
    p.hand(2, "F")
    p.flip("Spy Ring")
    assert not p.state.over and not any(p.state.hand) and len(p.state.challenges) == 1


# Rulings (9) ----------------------------------------------------------------------------------------------------------


def test_B1_two_to_five_play() -> None:
    assert GAME.seat_counts == (2, 3, 4, 5) and all(kind_of(GAME, seats) == TEAM for seats in GAME.seat_counts)


def test_B2_it_is_called_cabinet() -> None:
    assert GAME.title == "Cabinet"


def test_B3_two_challenges_leave_unseen_at_the_limit() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.run(("challenge",))
    assert p.said(e.TimePassed) == [e.TimePassed(2)] and p.state.gone == 2
    assert deck_sizes(p.state)["Challenge"] == 20
    p.state.decks[CHALLENGE] = (p.state.decks[CHALLENGE][0][:3],)
    p.run(("challenge",))
    assert p.said(e.TimePassed)[-1] == e.TimePassed(1), "the last one"
    assert not p.state.over and deck_sizes(p.state)["Challenge"] == 0


def test_B4_five_players_remove_five_unseen() -> None:
    state, happened = started(5)
    assert of(happened, e.ChallengesRemoved) == [e.ChallengesRemoved(5)] and state.gone == 5
    assert len(state.decks[CHALLENGE][0]) == 23 and not state.lapsed, "nobody knows which"


def test_B5_nothing_is_flipped_at_the_limit_and_by_the_seeds_clock_nothing_leaves() -> None:
    p = Position(clock="seed")
    p.in_play("Embargo", "Spy Ring")
    p.run(("challenge",))
    assert not p.events and deck_sizes(p.state)["Challenge"] == 22


def test_B6_the_active_player_alone_assists_and_a_milestone_alone() -> None:
    p = Position()
    p.hand(1, "V")
    (other,) = p.hand(2, "Finance")
    p.hand(2, "F")
    (mine,) = p.hand(1, "Finance")
    p.attempt("Balanced Ledger")
    with pytest.raises(IllegalDecision):
        p.decide(seat2=Pledge((), other))
    p.decide(seat1=p.gives(1, mine))
    assert p.said(e.MilestoneAchieved)


def test_B7_a_milestone_by_the_cabinet_office_is_assisted_too() -> None:
    p = Position()
    (mine,) = p.hand(1, "Finance")
    p.hand(1, "V")
    (ledger, _) = p.on_top("Balanced Ledger", "Night Trains")
    p.play("Cabinet Office")
    p.decide(seat1=Act("milestone"))
    p.decide(seat1=Attempt(ledger))
    p.decide(seat1=p.gives(1, mine))
    assert p.state.score == 1 and p.asked("act") == [1], "and the second action"


def test_B8_the_only_milestone_is_drawn_alone() -> None:
    p = Position()
    (last,) = p.on_top("Night Trains")
    p.state.decks[MILESTONE] = ((last,),)
    p.act(kind="milestone")
    assert p.said(e.MilestonesDrawn) == [e.MilestonesDrawn(1, (last,))]
    assert list(GAME.options_of(p.state, 1, p.table.secrets[1])) == [Attempt(last), Attempt(0)]


def test_B9_a_failed_milestone_does_not_cost_the_assist() -> None:
    p = Position()
    (assist,) = p.hand(1, "Finance")
    p.hand(2, "V")
    p.attempt("Balanced Ledger")
    p.decide(seat1=Pledge((), assist))
    p.decide(seat1=Pledge((), assist))
    assert p.state.hand[1] == (assist,) and not p.said(e.AssistUsed) and p.said(e.MilestonePutUnder)


def test_B10_nothing_is_paid_too_much() -> None:
    p = Position()
    p.hand(1, "F")
    two = p.hand(2, "F")
    p.flip("Embargo")
    p.decide(seat1=p.gives(1), seat2=p.gives(2))
    assert p.state.hand[1] == () and p.state.hand[2] == two


def test_B11_a_challenge_in_play_is_paid_by_one_alone() -> None:
    p = Position()
    (riots,) = p.in_play("Bread Riots")
    mine, theirs = p.hand(1, "F"), p.hand(2, "W")
    p.run(("act",))
    for pay in (mine, mine + theirs):
        with pytest.raises(IllegalDecision):
            p.decide(seat1=Act("challenge", challenge=riots, pay=pay))


def test_B12_the_first_challenge_takes_no_penalty_and_the_first_turn_no_upkeep() -> None:
    state, happened = started(3)
    assert not of(happened, e.UpkeepDue) and not of(happened, e.ChallengeStays) and state.phase == "draw"
    p = Position()
    p.in_play("Embargo")
    p.hand(1, "F F")
    p.run(("upkeep",))
    assert p.said(e.UpkeepDue) == [e.UpkeepDue(1)], "but the second"


def test_B13_the_draw_comes_too_late_for_the_upkeep() -> None:
    p = Position()
    p.in_play("Embargo")
    p.run(("turn",))
    assert p.state.over and p.state.ending == "upkeep"


def test_B14_only_the_active_player_minds_the_hand_limit() -> None:
    p = Position()
    p.hand(1, "F F F F F F F F F")
    p.hand(2, "V V V V V V V V")
    p.run(("end",))
    assert p.state.asking == ((1, "trim", (2, "limit")),)
    p.decide()
    assert len(p.state.hand[1]) == 7 and len(p.state.hand[2]) == 8


def test_B15_calm_counts_challenges_in_play() -> None:
    p = Position()
    p.hand(1, "F F W W E")
    p.in_play("Embargo")
    p.attempt("Rural Power Grid")
    assert p.asked("pledge") == [1]


def test_B16_defence_waits_at_the_limit_and_one_is_used_at_a_time() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.placed("Defence")
    p.placed("Defence")
    p.run(("challenge",))
    assert len(p.state.placed) == 2 and p.said(e.TimePassed)
    p.state.challenges = ()
    p.state.solved = tuple(cards.deck(CHALLENGE)[:1])
    p.run(("challenge",))
    assert len(p.state.placed) == 1 and p.said(e.ChallengeAverted)


def test_B17_health_waits_for_an_upkeep_with_a_challenge() -> None:
    p = Position()
    p.placed("Health")
    p.run(("upkeep",))
    assert len(p.state.placed) == 1
    p.in_play("Embargo")
    p.run(("upkeep",))
    assert not p.state.placed and not p.state.asking


def test_B18_no_decision_is_bound_by_what_was_said() -> None:
    """There is nothing of talk in the rules: no question of it."""
    assert set(GAME.questions) == {
        *("draw", "act", "attempt", "pledge", "offer", "lose", "trim", "arrange", "guests", "swap", "accept", "take")
    }


def test_B19_a_stand_in_pledges_and_offers_all_and_attempts_nothing() -> None:
    p = Position()
    p.hand(1, "G")
    p.hand(2, "W E E")
    p.flip("Embargo")
    p.decide(lost={1})
    assert p.said(e.ChallengePaid)
    p = Position()
    p.hand(1, "F F F")
    p.hand(2, "F F F")
    p.run(("joint", 2, "upkeep"))
    p.decide(lost={1})
    assert [(x.seat, len(x.copies)) for x in p.said(e.CardsDiscarded)] == [(1, 2)]
    p = Position()
    p.run(("draw", 1), ("act",))
    while p.state.asking:
        p.decide(lost={1})
    assert len(p.state.hand[1]) == 2 and all(map(cards.is_resource, p.state.hand[1]))
    p.on_top("Night Trains", "Grain Reserve")
    p.act(kind="milestone")
    p.decide(lost={1})
    assert [x.why for x in p.said(e.MilestonePutUnder)] == ["given up", "given up"]


def test_B20_the_larger_milestones_have_a_calm_limit() -> None:
    assert all((card.calm == 1) == (card.points > 2) for card in cards.MILESTONES)


def test_B21_what_is_looked_at_is_shown_to_all() -> None:
    p = Position()
    top = p.on_top("Spy Ring", "Embargo", "Blackout")
    p.play("Information")
    assert p.said(e.CardsLookedAt) == [e.CardsLookedAt(1, top)] and p.state.aside == top


def test_B22_two_players_need_fifteen() -> None:
    assert started(2)[0].target == 15


def test_B23_all_are_first_or_all_are_second() -> None:
    p = Position()
    for won in (0, 1):
        p.state.over, p.state.won = True, won
        assert [(place.rank, place.seat) for place in GAME.standing(p.state)] == [(2 - won, seat) for seat in (1, 2, 3)]


def test_B24_who_takes_a_penalty_chooses_what() -> None:
    p = Position()
    mine = p.hand(1, "E V")
    p.flip("Petty Graft")
    assert p.asked("lose") == [1]
    p.decide(seat1=Discard(mine[1:]))
    assert p.state.hand[1] == mine[:1]


def test_B25_the_second_action_of_the_cabinet_office_may_be_left_out() -> None:
    p = Position()
    p.play("Cabinet Office")
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Act(STOP))
    p.decide(seat1=Act("gather"))
    p.decide(seat1=Act(STOP))
    assert p.said(e.ActionLeftOut) and not p.state.asking and STOP not in ALL


def test_B26_what_all_hands_cannot_cover_fails_at_once() -> None:
    p = Position()
    p.hand(1, "F F F")
    p.hand(2, "E")
    p.flip("Bread Riots")
    (riots,) = p.said(e.ChallengeFlipped)
    assert not p.asked("pledge") and p.said(e.PaymentShort) == [e.PaymentShort(riots.copy, cards.cost_of("W"), 1)]


def test_B27_who_has_nothing_that_fits_is_not_asked() -> None:
    p = Position()
    p.hand(1, "E")
    p.hand(2, "F")
    p.hand(3, "Health")
    p.flip("Embargo")
    assert p.asked("pledge") == [2]


def test_B28_an_assist_that_is_not_needed_stays() -> None:
    p = Position()
    (assist,) = p.hand(1, "Defence")
    p.hand(1, "F F V")
    p.attempt("Balanced Ledger")
    p.decide(seat1=p.gives(1, assist))
    assert p.said(e.MilestoneAchieved) and p.state.hand[1] == (assist,)


def test_B29_where_all_cards_go_nobody_is_asked() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.hand(1, "F")
    p.hand(3, "F")
    p.run(("upkeep",))
    assert not p.state.asking and not any(p.state.hand) and not p.state.over


def test_B30_a_ministry_lies_in_the_discards_before_it_works() -> None:
    p = Position()
    (office,) = p.hand(1, "Cabinet Office")
    p.empty(MINISTRY)
    p.act(kind="ministry", card=office)
    p.decide(seat1=Act("gather", deck=MINISTRY))
    assert p.state.hand[1] == (office,), "it has been shuffled and drawn again"


def test_B31_no_swap_need_be_proposed_and_no_answer_is_no() -> None:
    p = Position()
    p.play("Foreign Affairs")
    p.decide(seat1=Swap())
    assert not p.state.asking and len(p.state.hand[1]) == 1
    p = Position()
    (mine,) = p.hand(1, "F")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, (mine,)))
    p.decide()
    assert p.said(e.SwapAnswered) == [e.SwapAnswered(1, 2, 0)] and mine in p.state.hand[1]


def test_B32_a_known_challenge_that_leaves_is_known_to_be_gone() -> None:
    p = Position()
    p.in_play("Embargo", "Blackout")
    (top,) = p.on_top("Spy Ring")
    p.run(("challenge",))
    assert p.state.lapsed == (top,) and p.state.gone == 1


def test_B33_what_is_not_there_is_not_looked_at() -> None:
    p = Position()
    (last,) = p.on_top("Spy Ring")
    p.state.decks[CHALLENGE] = ((last,),)
    p.play("Information")
    assert not p.asked("arrange") and p.state.decks[CHALLENGE] == ((last,),)
    p = Position()
    p.empty(MILESTONE)
    p.play("Science")
    assert p.said(e.CardsLookedAt) == [e.CardsLookedAt(1, ())] and len(p.state.hand[1]) == 1


def test_B34_after_sixty_turns_it_is_lost() -> None:
    p = Position(clock="seed")
    p.state.turn = 60
    p.run(("turn",))
    assert p.state.over and not p.state.won and p.state.ending == "turns" and p.state.turn == 60


def test_B35_a_stand_in_accepts_swaps() -> None:
    p = Position()
    (theirs,) = p.hand(2, "T")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, (), (theirs,)))
    p.decide(lost={2})
    assert p.said(e.SwapAnswered) == [e.SwapAnswered(1, 2, 1)] and theirs in p.state.hand[1]


def test_B36_justice_takes_what_there_is() -> None:
    p = Position()
    (only,) = p.discarded("F")
    p.play("Justice")
    assert p.state.hand[1] == (only,) and not p.state.asking
    p = Position()
    p.play("Justice")
    assert p.said(e.CardsTaken) == [e.CardsTaken(1, ())]


# Decks whose order nobody knows (8) -----------------------------------------------------------------------------------


def test_what_has_left_unseen_may_be_any_of_the_rest() -> None:
    """Nobody knows which; the next card is each of the others equally often."""
    found: Counter[str] = Counter()
    for number in range(600):
        p = Position()
        p.state.decks[CHALLENGE] = (tuple(cards.deck(CHALLENGE)[:3]),)
        p.placed("Defence")
        p.run(("challenge",), beacon=number.to_bytes(32, "big"))
        assert p.state.gone == 1
        p.run(("challenge",), beacon=(1000 + number).to_bytes(32, "big"))
        found[p.said(e.ChallengeFlipped)[0].copy] += 1
    assert len(found) == 3 and all(150 < n < 250 for n in found.values())


def test_with_no_place_left_the_unknown_ones_are_known_to_be_gone() -> None:
    p = Position()
    three = tuple(cards.deck(CHALLENGE)[:3])
    (under,) = cards.deck(CHALLENGE)[9:10]
    p.state.decks[CHALLENGE], p.state.gone = (three, (under,)), 2
    p.run(("challenge",))
    assert p.state.gone == 0 and len(p.state.lapsed) == 2 and p.state.decks[CHALLENGE] == ((under,),)
