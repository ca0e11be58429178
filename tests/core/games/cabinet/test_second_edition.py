"""Rules of the second edition: decisions in office, forecast, portfolios, lasting effects, failed attempts."""

from __future__ import annotations

from typing import Any

import pytest

from core.engine.game import IllegalDecision
from core.games.cabinet import cards, payment, standing
from core.games.cabinet import events as e
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY
from core.games.cabinet.decisions import Act, Discard, Guests, Mix, Settle, Take
from core.games.cabinet.decks import known_cards
from core.games.cabinet.game import GAME
from core.games.cabinet.text.catalogue import LASTING_TEXTS, PORTFOLIOS
from tests.support.games.cabinet.table import Position, deck_sizes


def second(seats: int = 3, **options: Any) -> Position:
    """Return a position of the second edition."""
    return Position(seats, "", **options)


def heads(p: Position, ministry: int, seat: int = 1) -> None:
    """Give the seat a portfolio."""
    p.state.portfolio[seat] = ministry


# Decisions in office (B38) --------------------------------------------------------------------------------------------


def test_B38_the_player_in_office_alone_decides_the_payment_of_a_challenge() -> None:
    p = second()
    p.hand(2, "F")
    p.hand(3, "W")
    p.flip("Bread Riots")
    assert p.asked("settle") == [1] and not p.asked("pledge")
    p.decide(seat1=Settle(True))
    assert p.said(e.CardsPaid) and p.said(e.ChallengePaid) and not any(p.state.hand)


def test_B38_the_player_in_office_may_let_a_challenge_stay() -> None:
    p = second()
    p.hand(2, "F W")
    p.flip("Bread Riots")
    p.decide(seat1=Settle(False))
    assert not p.said(e.CardsPaid) and [cards.name_of(copy) for copy in p.state.challenges] == ["Bread Riots"]


def test_B38_the_fullest_hands_pay_first() -> None:
    p = second()
    p.hand(1, "F")
    p.hand(2, "F V V")
    p.hand(3, "F E")
    p.flip("Embargo")
    p.decide(seat1=Settle(True))
    assert [(x.seat, len(x.copies)) for x in p.said(e.CardsPaid)] == [(2, 1), (3, 1)]


def test_B38_a_milestone_that_can_be_paid_in_one_way_is_paid_at_once() -> None:
    p = second()
    p.hand(1, "F F")
    p.hand(3, "V")
    ledger, _ = p.on_top("Balanced Ledger", "Night Trains")
    p.act(kind="milestone", card=ledger)
    assert p.state.score == 1 and not p.asked("settle")


def test_B38_the_player_in_office_chooses_between_cards_and_an_assist() -> None:
    p = second()
    p.hand(1, "F F V")
    (finance,) = p.hand(1, "Finance")
    ledger, _ = p.on_top("Balanced Ledger", "Night Trains")
    p.act(kind="milestone", card=ledger)
    assert p.asked("settle") == [1]
    assert payment.settlements(p.state) == [Settle(True), Settle(True, finance)]
    p.decide(seat1=Settle(True, finance))
    assert p.state.score == 1 and p.names(1) == ["Funds", "Funds"]
    assert p.state.spent_ministries == (finance,)


def test_B38_an_assist_that_does_not_help_is_refused() -> None:
    p = second()
    p.hand(1, "F F V", "Science", "Finance")
    ledger, _ = p.on_top("Balanced Ledger", "Night Trains")
    p.act(kind="milestone", card=ledger)
    science = next(copy for copy in p.state.hand[1] if cards.name_of(copy) == "Science")
    with pytest.raises(IllegalDecision, match="cannot pay like that"):
        GAME.check(p.state, 1, Settle(True, science))


def test_B38_the_fullest_hand_discards_and_the_next_one_the_rest() -> None:
    p = second()
    p.hand(1, "F")
    p.hand(2, "V V")
    p.hand(3, "E")
    p.run(("joint", 3, "upkeep"))
    assert p.state.hand[2] == () and not p.state.hand[1] and p.state.hand[3], "clockwise after the fullest"
    p = second()
    a, _, _ = p.hand(2, "V E W")
    p.hand(3, "E")
    p.run(("joint", 1, "upkeep"))
    assert p.asked("lose") == [2] and not p.asked("offer")
    p.decide(seat2=Discard((a,)))
    assert len(p.state.hand[2]) == 2


def test_B38_one_choice_draws_all_cards() -> None:
    p = second()
    p.run(("mix", 3))
    assert list(GAME.options_of(p.state, 1, p.table.secrets[1])) == [Mix(n) for n in range(4)]
    p.decide(seat1=Mix(1))
    assert [cards.deck_of(x.copy) for x in p.said(e.CardDrawn)] == [cards.RESOURCE, cards.RESOURCE, MINISTRY]


def test_B38_a_draw_of_more_ministries_than_there_are_is_not_possible() -> None:
    p = second()
    p.empty(MINISTRY)
    p.run(("mix", 3))
    assert GAME.automatic_decision(p.state, 1, p.table.secrets[1]) == Mix(0)


def test_B38_a_lost_player_in_office_pays() -> None:
    p = second()
    p.hand(2, "F W")
    p.flip("Bread Riots")
    p.decide(lost={1})
    assert p.said(e.ChallengePaid)


def test_B38_public_works_asks_only_if_not_all_others_may_draw() -> None:
    p = second(3)
    p.play("Public Works")
    assert [len(hand) for hand in p.state.hand[1:]] == [2, 1, 1] and not p.asked("guests")
    p = second(4)
    p.play("Public Works")
    assert p.asked("guests") == [1]


# Forecast (B39) -------------------------------------------------------------------------------------------------------


def test_B39_two_challenges_and_two_milestones_are_face_up_from_the_first_turn_on() -> None:
    p = second()
    p.state.turn = 0
    p.run(("turn",))
    for deck in (MILESTONE, CHALLENGE):
        assert len(known_cards(p.state, deck)) == 2
    shown = [copy for x in p.said(e.CardsForeseen) for copy in x.copies]
    assert sorted(shown) == sorted(known_cards(p.state, MILESTONE) + known_cards(p.state, CHALLENGE))
    assert deck_sizes(p.state)["Challenge"] == 24


def test_B39_the_next_challenge_is_turned_face_up_before_the_team_pays() -> None:
    p = second()
    p.hand(2, "F W")
    first, other = p.on_top("Bread Riots", "Spy Ring")
    p.run(("challenge",))
    assert p.state.at_stake == first and known_cards(p.state, CHALLENGE)[0] == other
    assert len(known_cards(p.state, CHALLENGE)) == 2


def test_B39_an_attempt_names_a_milestone_on_offer() -> None:
    p = second()
    ledger, trains, other = p.on_top("Balanced Ledger", "Night Trains", "Sea Walls")
    p.run(("act",))
    acts = [act for act in GAME.options_of(p.state, 1, p.table.secrets[1]) if act.kind == "milestone"]
    assert acts == [Act("milestone", card=ledger), Act("milestone", card=trains)]
    for wrong in (0, other):
        with pytest.raises(IllegalDecision, match="not on offer"):
            GAME.check(p.state, 1, Act("milestone", card=wrong))


def test_B39_with_too_few_face_up_the_milestone_is_chosen_after_the_draw() -> None:
    p = second()
    p.on_top("Balanced Ledger")
    p.act(kind="milestone")
    assert p.asked("attempt") == [1] and len(p.state.aside) == 2


# Portfolios (B40) -----------------------------------------------------------------------------------------------------


def test_B40_each_player_heads_the_ministry_of_the_starting_hand() -> None:
    p = second(4)
    p.run(("deal",))
    for seat in p.state.seats:
        (held,) = [copy for copy in p.state.hand[seat] if cards.is_ministry(copy)]
        assert p.state.portfolio[seat] == cards.kind_of(held)
        assert e.PortfolioTaken(seat, cards.kind_of(held)) in p.events


@pytest.mark.parametrize(
    ("ministry", "letters", "left"),
    [("Finance", "F", "F"), ("Interior", "V", "V"), ("Science", "E", "E"), ("Public Works", "W", "W"),
     ("Information", "T", "T")],
)  # fmt: skip
def test_B40_a_resource_portfolio_saves_one_place_in_the_own_turn(ministry: str, letters: str, left: str) -> None:
    p = second()
    kind = next(i for i, card in enumerate(cards.MINISTRY_CARDS) if card.name == ministry)
    union = p.find("Continental Union" if letters != "W" else "Sea Walls")
    whole = p.state.rules.cost(union)
    heads(p, kind)
    assert len(standing.cost(p.state, union)) == len(whole) - 1
    assert standing.cost(p.state, union).count(cards.LETTERS.index(left)) == whole.count(cards.LETTERS.index(left)) - 1
    p.state.current = 2
    assert standing.cost(p.state, union) == whole


def test_B40_a_portfolio_never_makes_a_card_free() -> None:
    p = Position()
    embargo = p.find("Embargo")
    heads(p, cards.FINANCE)
    assert p.state.rules.cost(embargo) == standing.cost(p.state, embargo) == (cards.FUNDS,)


def test_B40_foreign_affairs_draws_after_sharing() -> None:
    p = second()
    (funds,) = p.hand(1, "F")
    heads(p, cards.FOREIGN)
    p.act(kind="share", card=funds, to=2)
    assert [x.seat for x in p.said(e.CardDrawn)] == [1] and p.names(2) == ["Funds"]


def test_B40_justice_holds_two_cards_more() -> None:
    p = second()
    p.hand(1, "F F F V V V E E E")
    heads(p, cards.JUSTICE)
    p.run(("end",))
    assert not p.asked("trim")
    p = second()
    p.hand(1, "F F F V V V E E")
    p.run(("end",))
    assert p.asked("trim") == [1], "without that portfolio"


def test_B40_defence_softens_penalties_and_health_the_upkeep() -> None:
    p = second()
    quake = p.find("Earthquake")
    assert standing.penalty(p.state, quake) == 4
    heads(p, cards.DEFENCE)
    assert standing.penalty(p.state, quake) == 3
    p.in_play("Bread Riots", "Embargo")
    assert standing.upkeep(p.state) == 2
    heads(p, cards.HEALTH)
    assert standing.upkeep(p.state) == 1


def test_B40_the_cabinet_office_draws_one_card_more() -> None:
    p = second()
    assert standing.draws(p.state) == 3
    heads(p, cards.OFFICE)
    assert standing.draws(p.state) == 4
    assert len(PORTFOLIOS) == len(cards.MINISTRY_CARDS)


# Lasting effects (B41) ------------------------------------------------------------------------------------------------


def test_B41_a_fleeting_challenge_takes_its_penalty_and_does_not_stay() -> None:
    p = second()
    a, b, _ = p.hand(1, "V E W")
    p.flip("Petty Graft")
    p.decide(seat1=Discard((a, b)))
    assert p.said(e.ChallengePasses) and not p.state.challenges and len(p.state.hand[1]) == 1
    assert len(p.state.solved) == 1


@pytest.mark.parametrize(
    ("name", "value", "usual", "changed"),
    [
        ("Blackout", standing.draws, 3, 2),
        ("Picket Lines", standing.hand_limit, 7, 5),
        ("Crop Blight", standing.upkeep, 0, 2),
        ("Rebel Backbench", standing.may_assist, True, False),
        ("Failed Trial", standing.may_play_ministries, True, False),
        ("Border Incident", standing.hours_lost, 0, 1),
    ],
)
def test_B41_a_challenge_in_play_changes_a_turn(name: str, value: Any, usual: int, changed: int) -> None:
    p = second()
    assert value(p.state) == usual
    p.in_play(name)
    assert value(p.state) == changed


def test_B41_embargo_makes_milestones_dearer_and_leaked_memo_new_challenges() -> None:
    p = second()
    walls, riots = p.find("Sea Walls"), p.find("Bread Riots")
    p.in_play("Embargo", "Leaked Memo")
    assert standing.cost(p.state, walls) == tuple(sorted((*p.state.rules.cost(walls), cards.FUNDS)))
    assert standing.cost(p.state, riots) == tuple(sorted((*p.state.rules.cost(riots), cards.TRUST)))
    memo = p.state.challenges[1]
    assert standing.cost(p.state, memo) == p.state.rules.cost(memo), "those in play cost what is printed"


def test_B41_no_ministry_acts_or_assists_against_the_cards_in_play() -> None:
    p = second()
    (finance,) = p.hand(1, "Finance")
    p.in_play("Failed Trial")
    p.run(("act",))
    with pytest.raises(IllegalDecision, match="keeps Ministries from acting"):
        GAME.check(p.state, 1, Act("ministry", card=finance))
    assert not any(act.kind == "ministry" for act in GAME.options_of(p.state, 1, p.table.secrets[1]))
    p = second()
    p.hand(1, "V", "Finance")
    p.in_play("Rebel Backbench")
    ledger, _ = p.on_top("Balanced Ledger", "Night Trains")
    p.act(kind="milestone", card=ledger)
    assert p.said(e.PaymentShort) and p.state.score == 0


def test_B41_time_runs_faster_while_a_challenge_says_so() -> None:
    p = second()
    p.in_play("Border Incident")
    before = deck_sizes(p.state)["Challenge"]
    p.flip("Earthquake")
    assert e.TimePassed(1) in p.events
    assert deck_sizes(p.state)["Challenge"] == before - 2


def test_every_lasting_effect_is_printed_on_a_card_and_has_a_text() -> None:
    printed = {card.lasting for card in cards.CHALLENGE_CARDS}
    assert printed == set(cards.LASTING) - {cards.NONE} and set(LASTING_TEXTS) == set(cards.LASTING)


# Ministries and failed attempts ---------------------------------------------------------------------------------------


def test_B42_finance_draws_into_the_emptiest_hands() -> None:
    p = second()
    p.hand(1, "F F F")
    p.hand(2, "V")
    p.play("Finance")
    assert [x.seat for x in p.said(e.CardDrawn)] == [3, 2, 3]


def test_foreign_affairs_takes_another_ministry_from_the_discards() -> None:
    p = second()
    defence, foreign = p.find("Defence"), p.find("Foreign Affairs")
    p.state.spend_cards((defence, foreign))
    p.play("Foreign Affairs")
    assert defence in p.state.hand[1] and foreign not in p.state.hand[1], "no card of its own kind"
    assert len(p.said(e.CardDrawn)) == 2
    p = second()
    named = (p.find("Defence"), p.find("Health"))
    p.state.spend_cards(named)
    p.play("Foreign Affairs")
    p.decide(seat1=Take((named[1],)))
    assert named[1] in p.state.hand[1] and named[0] in p.state.spent_ministries


def test_health_draws_two_cards_when_it_is_placed() -> None:
    p = second()
    p.play("Health")
    assert p.state.placed and len(p.state.hand[1]) == 2


@pytest.mark.parametrize("calm", [True, False])
def test_B43_a_failed_attempt_costs_time(calm: bool) -> None:
    p = second()
    if not calm:
        p.in_play("Bread Riots", "Embargo")
    walls, _ = p.on_top("Sea Walls", "Night Trains")
    before = deck_sizes(p.state)["Challenge"]
    p.act(kind="milestone", card=walls)
    assert p.said(e.TimePassed)[0] == e.TimePassed(1)
    assert deck_sizes(p.state)["Challenge"] < before and p.state.score == 0


def test_B43_a_paid_milestone_costs_no_time() -> None:
    p = second()
    p.hand(1, "F F V")
    ledger, _ = p.on_top("Balanced Ledger", "Night Trains")
    p.act(kind="milestone", card=ledger)
    assert p.state.score == 1 and not p.said(e.TimePassed)


def test_the_refusal_of_guests_names_no_number_that_a_ruleset_changes() -> None:
    p = second(4)
    p.play("Public Works")
    with pytest.raises(IllegalDecision, match="too many"):
        GAME.check(p.state, 1, Guests((2, 3, 4)))
