"""Each way to use a card of Cabinet (rules part 2), with a check that every card has a test."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from core.engine.game import IllegalDecision
from core.games.cabinet import cards, payment
from core.games.cabinet import events as e
from core.games.cabinet.cards import (
    GOODWILL,
    MILESTONE,
    NO_CALM,
    RESOURCES,
    TEAM,
    Challenge,
    Milestone,
)
from core.games.cabinet.decisions import Accept, Act, Arrange, Discard, Guests, Offer, Pledge, Swap, Take
from core.games.cabinet.game import GAME
from core.games.cabinet.text.catalogue import CATALOGUE
from tests.support.games.cabinet.editions import CLASSIC_RULES
from tests.support.games.cabinet.table import Position, deck_sizes

CHALLENGE_CARDS, MILESTONE_CARDS = CLASSIC_RULES.challenges, CLASSIC_RULES.milestones
MINISTRY_CARDS = CLASSIC_RULES.ministries
"""Cards of the first edition; test_second_edition.py has what the second one changes."""
NOBODY = {"seat1": Pledge(()), "seat2": Pledge(()), "seat3": Pledge(())}


def letters(cost: cards.Cost) -> str:
    return " ".join(cards.LETTERS[kind] for kind in cost)


def test_the_decks_match_the_printed_counts() -> None:
    assert [len(cards.deck_copies(number)) for number in range(4)] == [60, 30, 24, 24]
    assert Counter(map(cards.name_of, cards.deck_copies(0))) == dict(zip(RESOURCES, (11, 11, 11, 11, 11, 5)))
    assert set(Counter(map(cards.name_of, cards.deck_copies(1))).values()) == {3}
    assert sum(card.points for card in MILESTONE_CARDS) == 65
    assert Counter(card.points for card in MILESTONE_CARDS) == {1: 4, 2: 7, 3: 7, 4: 4, 5: 2}
    names = [printed.name for printed in CATALOGUE.cards]
    assert len(set(names)) == len(names) == 6 + 10 + 24 + 24


def test_each_copy_belongs_to_its_deck() -> None:
    assert [
        cards.deck_of(copy)
        for number in range(4)
        for copy in (cards.deck_copies(number)[0], cards.deck_copies(number)[-1])
    ] == [*(0, 0, 1, 1, 2, 2, 3, 3)]


# Resources ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", range(GOODWILL))
def test_a_resource_pays_only_places_of_its_kind(kind: int) -> None:
    p = Position()
    (copy,) = p.hand(1, cards.LETTERS[kind])
    assert payment.pays_exactly((kind,), (copy,))
    assert not any(payment.pays_exactly((other,), (copy,)) for other in range(GOODWILL) if other != kind)


def test_goodwill_pays_any_place() -> None:
    (copy,) = Position().hand(1, "G")
    assert all(payment.pays_exactly((kind,), (copy,)) for kind in range(GOODWILL))


# Ministries as an action ----------------------------------------------------------------------------------------------


def test_finance_draws_three_cards() -> None:
    p = Position()
    p.play("Finance")
    assert len(p.said(e.CardDrawn)) == 3
    assert all(map(cards.is_resource, p.state.hand[1])) and len(p.state.spent_ministries) == 1


def test_interior_removes_a_challenge_for_one_resource_less() -> None:
    p = Position()
    (riots,) = p.in_play("Bread Riots")
    (funds,) = p.hand(1, "F")
    p.play("Interior", challenge=riots, pay=(funds,))
    assert p.said(e.ChallengeRemoved) == [e.ChallengeRemoved(1, riots, (funds,))]
    assert not p.state.challenges and p.state.solved == (riots,) and p.names(1) == []


def test_interior_removes_a_small_challenge_for_nothing() -> None:
    p = Position()
    (embargo,) = p.in_play("Embargo")
    p.play("Interior", challenge=embargo)
    assert not p.state.challenges


@pytest.mark.parametrize("pay", ["F F", "F E", "G W", "T"])
def test_interior_refuses_a_payment_that_is_not_due(pay: str) -> None:
    p = Position()
    (riots,) = p.in_play("Bread Riots")
    held = p.hand(1, pay)
    with pytest.raises(IllegalDecision):
        p.play("Interior", challenge=riots, pay=held)


def test_interior_cannot_be_played_without_a_challenge() -> None:
    p = Position()
    with pytest.raises(IllegalDecision):
        p.play("Interior")


def test_science_puts_back_the_top_milestones_in_any_order() -> None:
    p = Position()
    top = p.on_top("Sea Walls", "Night Trains", "Science City", "Debt Cancelled", "Grain Reserve")
    p.play("Science")
    assert p.state.aside == top[:4] and p.asked("arrange") == [1]
    p.decide(seat1=Arrange((top[2], top[0], top[3], top[1])))
    assert p.state.decks[MILESTONE][:5] == ((top[2],), (top[0],), (top[3],), (top[1],), (top[4],))
    assert len(p.state.hand[1]) == 1 and cards.is_resource(p.state.hand[1][0])


def test_public_works_lets_up_to_three_players_draw() -> None:
    p = Position(4)
    p.play("Public Works")
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Guests((2, 3, 4)))
    p.decide(seat1=Guests((2, 4)))
    assert [len(hand) for hand in p.state.hand] == [0, 1, 1, 0, 1]


def test_information_puts_a_challenge_under_the_deck() -> None:
    p = Position()
    top = p.on_top("Spy Ring", "Embargo", "Blackout")
    before = deck_sizes(p.state)["Challenge"]
    p.play("Information")
    assert p.state.aside == top
    p.decide(seat1=Arrange((top[1], top[0], top[2])))
    deck = p.state.decks[cards.CHALLENGE]
    assert (deck[0], deck[1], deck[-1]) == ((top[1],), (top[0],), (top[2],))
    assert deck_sizes(p.state)["Challenge"] == before and len(p.state.hand[1]) == 1


def test_foreign_affairs_swaps_if_the_partner_accepts() -> None:
    p = Position()
    mine = p.hand(1, "F F")
    theirs = p.hand(2, "T", "Health")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, mine, theirs[:1]))
    assert p.asked("accept") == [2]
    p.decide(seat2=Accept(True))
    assert p.names(2) == ["Funds", "Funds", "Health"]
    assert theirs[0] in p.state.hand[1] and len(p.state.hand[1]) == 2, "and a Resource card"


def test_foreign_affairs_changes_nothing_if_the_partner_refuses() -> None:
    p = Position()
    mine, theirs = p.hand(1, "F"), p.hand(2, "T")
    p.play("Foreign Affairs")
    p.decide(seat1=Swap(2, mine, theirs))
    p.decide(seat2=Accept(False))
    assert set(mine) < set(p.state.hand[1]) and p.state.hand[2] == theirs and len(p.state.hand[1]) == 2


def test_a_swap_exchanges_up_to_three_cards_with_another_player() -> None:
    p = Position()
    mine, theirs = p.hand(1, "F F V V"), p.hand(2, "T T T T")
    p.play("Foreign Affairs")
    for wrong in (Swap(2, mine, theirs), Swap(1, mine[:1], ()), Swap(3, (), theirs[:1]), Swap(0, mine[:1]), Swap(2)):
        with pytest.raises(IllegalDecision):
            p.decide(seat1=wrong)
    p.decide(seat1=Swap(2, mine[:3], theirs[:3]))


def test_justice_takes_two_cards_from_the_discards() -> None:
    p = Position()
    funds, _, goodwill = p.discarded("F V G")
    p.play("Justice")
    p.decide(seat1=Take((funds, goodwill)))
    assert p.names(1) == ["Funds", "Goodwill"] and len(p.state.spent_resources) == 1


def test_defence_lets_the_next_challenge_leave_unseen() -> None:
    p = Position()
    (top,) = p.on_top("Earthquake")
    p.play("Defence")
    (placed,) = p.state.placed
    p.run(("challenge",))
    assert p.said(e.ChallengeAverted) == [e.ChallengeAverted(placed)]
    assert not p.state.placed and not p.state.challenges and p.state.lapsed == (top,)
    assert placed in p.state.spent_ministries and not p.said(e.ChallengeFlipped)


def test_health_skips_an_upkeep() -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.hand(2, "F F F")
    p.play("Health")
    (placed,) = p.state.placed
    p.run(("upkeep",))
    assert p.said(e.UpkeepSkipped) == [e.UpkeepSkipped(placed)] and not p.state.asking
    p.run(("upkeep",))
    assert p.asked("offer") == [2], "the next one is paid again"


def test_cabinet_office_takes_two_different_actions() -> None:
    p = Position()
    given = p.hand(1, "F")[0]
    p.play("Cabinet Office")
    p.decide(seat1=Act("share", card=given, to=3))
    assert p.asked("act") == [1]
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Act("share", card=given, to=3))
    p.decide(seat1=Act("gather"))
    assert not p.state.asking and p.names(3) == ["Funds"] and len(p.state.hand[1]) == 1


def test_cabinet_office_cannot_play_another_ministry() -> None:
    p = Position()
    (other,) = p.hand(1, "Finance")
    p.play("Cabinet Office")
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Act("ministry", card=other))


def test_every_ministry_has_a_test_of_its_action() -> None:
    told = Path(__file__).read_text("utf-8")
    for ministry in MINISTRY_CARDS:
        word = ministry.name.lower().replace(" ", "_")
        assert re.search(rf"def test_{word}_", told), f"no test of {ministry.name}"


# Ministries as Assist -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ministry", MINISTRY_CARDS, ids=lambda ministry: ministry.name)
def test_an_assist_fills_places_of_its_resource_at_no_cost(ministry: cards.Ministry) -> None:
    """An Assist fills a place of the named resource or of any resource."""
    wanted = ministry.assist
    card = next(
        card
        for card in MILESTONE_CARDS
        if wild(wanted) or (card.cost.count(wanted[0]) >= len(wanted) and card.points < 3)
    )
    rest = list(card.cost)
    for kind in wanted:
        rest.remove(kind if kind != GOODWILL else rest[0])
    p = Position()
    (assist,) = p.hand(1, ministry.name)
    p.hand(1, letters(tuple(rest)))
    p.attempt(card.name)
    p.decide(seat1=p.gives(1, assist))
    assert [x.points for x in p.said(e.MilestoneAchieved)] == [card.points]
    assert p.said(e.AssistUsed) == [e.AssistUsed(1, assist)] and assist in p.state.spent_ministries
    if ministry.name != "Justice":
        assert p.state.hand[1] == ()


def wild(assist: cards.Cost) -> bool:
    return GOODWILL in assist


def test_justice_as_assist_returns_a_card_just_paid() -> None:
    p = Position()
    (assist,) = p.hand(1, "Justice")
    p.hand(1, "F")
    (votes,) = p.hand(2, "V")
    p.discarded("T")
    p.attempt("Balanced Ledger")
    p.decide(seat1=p.gives(1, assist), seat2=p.gives(2))
    assert p.asked("take") == [1]
    with pytest.raises(IllegalDecision):
        p.decide(seat1=Take((p.state.spent_resources[0],)))
    p.decide(seat1=Take((votes,)))
    assert p.state.hand[1] == (votes,) and p.state.score == 1


# Milestones -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", MILESTONE_CARDS, ids=lambda card: card.code)
def test_a_milestone_scores_once_it_is_paid(card: Milestone) -> None:
    p = Position()
    p.in_play("Embargo")
    half = len(card.cost) // 2
    p.hand(1, letters(card.cost[:half]))
    p.hand(3, letters(card.cost[half:]))
    p.attempt(card.name)
    p.decide(seat1=p.gives(1), seat3=p.gives(3))
    assert [x.points for x in p.said(e.MilestoneAchieved)] == [card.points] == [p.state.score]
    assert not any(p.state.hand) and len(p.state.spent_resources) == len(card.cost)
    assert [cards.name_of(copy) for copy in p.state.achieved] == [card.name]


@pytest.mark.parametrize("card", MILESTONE_CARDS, ids=lambda card: card.code)
def test_a_milestone_with_a_calm_limit_fails_with_two_challenges(card: Milestone) -> None:
    p = Position()
    p.in_play("Embargo", "Spy Ring")
    p.hand(1, letters(card.cost))
    p.attempt(card.name)
    if card.calm == NO_CALM:
        assert p.asked("pledge") == [1]
    else:
        assert card.calm == 1 and not p.state.asking and p.said(e.MilestonePutUnder)[-1].why == "calm"
        assert p.state.decks[MILESTONE][-1] == (p.said(e.MilestonePutUnder)[-1].copy,)


# Challenges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", CHALLENGE_CARDS, ids=lambda card: card.code)
def test_all_players_can_pay_a_challenge_when_it_is_flipped(card: Challenge) -> None:
    p = Position()
    for seat, kind in enumerate(card.cost, 1):
        p.hand(seat, cards.LETTERS[kind])
    p.flip(card.name)
    p.decide(**{f"seat{seat}": p.gives(seat) for seat in p.asked("pledge")})
    assert len(p.said(e.ChallengePaid)) == 1
    assert not p.state.challenges and not any(p.state.hand) and len(p.state.solved) == 1


@pytest.mark.parametrize("card", CHALLENGE_CARDS, ids=lambda card: card.code)
def test_an_unpaid_challenge_takes_its_penalty_once_and_stays(card: Challenge) -> None:
    p = Position()
    p.hand(1, "G G")
    p.hand(2, "G G G", "Finance")
    p.hand(3, "Health", "Health", "Defence")
    p.flip(card.name)
    while p.asked("pledge"):
        p.decide()
    loser = {"Team": [1, 2, 3], "Active": [1], "Most": [2]}[card.who]
    assert p.asked("offer" if card.who == TEAM else "lose") == loser
    if card.who == TEAM:
        p.decide(seat3=Offer(p.state.hand[3][: card.penalty]))
    else:
        p.decide(**{f"seat{loser[0]}": Discard(p.state.hand[loser[0]][: card.penalty])})
    assert not p.state.asking and [cards.name_of(copy) for copy in p.state.challenges] == [card.name]
    assert sum(map(len, p.state.hand)) == 9 - card.penalty
    assert {x.seat for x in p.said(e.CardsDiscarded)} == ({3} if card.who == TEAM else set(loser))


@pytest.mark.parametrize("card", CHALLENGE_CARDS, ids=lambda card: card.code)
def test_a_challenge_in_play_is_removed_by_one_player(card: Challenge) -> None:
    p = Position()
    (copy,) = p.in_play(card.name)
    held = p.hand(1, letters(card.cost))
    p.act(kind="challenge", challenge=copy, pay=held)
    assert not p.state.challenges and p.state.hand[1] == () and p.state.solved == (copy,)


def test_every_card_has_a_complete_face_text() -> None:
    for printed in CATALOGUE.cards:
        assert printed.face.startswith(printed.name + "\n") and printed.row[2]
    assert GAME.card_name(Position().state, 1) == "Funds"
