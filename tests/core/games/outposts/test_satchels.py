"""Satchels (10.1): private draws, refills, lost seats and clients that cheat."""

from __future__ import annotations

import pytest

from core.bots.random_bot import RandomBot
from core.engine.events import CardsDrawn, SatchelDealt
from core.engine.game import IllegalDecision
from core.engine.hidden.cards import Fresh
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts.action import ACT
from core.games.outposts.decisions import Act
from core.games.outposts.game import GAME
from core.games.outposts.goods import CREW, gain_of
from core.games.outposts.hidden_cards import CLOSED_CARDS, DECKS, FIRST_SATCHEL, SATCHEL
from core.games.outposts.lookout_phase import SELECT
from core.games.outposts.rules import Step
from core.games.outposts.ruleset import Numbers
from tests.support.games.outposts.table import BEACON, Position


def drawing(count: int, sealed: bool = True) -> Position:
    """Return a position in which seat 1 has drawn this number of cards from its satchels."""
    p = Position(sealed=sealed)
    p.run(("draw", ((1, count),)))
    p.settle()
    return p


def test_the_first_satchel_has_12_cards_and_the_next_6() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("a", seat) for seat in (1, 2, 3)}, "satchels", sealed=True)
    dealt: list[SatchelDealt] = []
    table.play(lambda state, decisions, events: dealt.extend(e for e in events if isinstance(e, SatchelDealt)))
    assert [len(e.copies) for e in dealt[:3]] == [FIRST_SATCHEL] * 3 and [e.seat for e in dealt[:3]] == [1, 2, 3]
    assert {len(e.copies) for e in dealt[3:]} == {SATCHEL}


def test_a_draw_larger_than_the_satchel_waits_in_the_middle_for_a_refill() -> None:
    p = drawing(8)
    assert [len(e.copies) for e in p.said(SatchelDealt)] == [6, 6]
    assert [len(e.slots) for e in p.said(CardsDrawn)] == [6, 2]
    own = p.table.secrets[1]
    drawn = [own.faces[slot] for slot in p.state.piles.hand[1]]
    first, second = (e.copies for e in p.said(SatchelDealt))
    assert sorted(drawn[:6]) == list(first) and set(drawn[6:]) <= set(second)


def test_a_refill_uses_the_discards_when_the_deck_is_short() -> None:
    p = Position()
    every = DECKS.sorted_cards(p.state, cards.DECK)
    p.state.decks[cards.DECK], p.state.discards = (every[:2],), every[2:5]
    p.run(("draw", ((1, 1),)))
    p.settle()
    assert len(p.said(SatchelDealt)[0].copies) == 5 and not p.state.discards
    p.run(("draw", ((1, 9),)))
    p.settle()
    assert p.state.piles.hand_size(1) == 5, "there is no card"


def test_draws_go_seat_by_seat_from_the_first_player() -> None:
    p = Position(3)
    p.state.first = 2
    p.run(("production",))
    p.settle()
    assert [e.seat for e in p.said(SatchelDealt)] == [2, 3, 1]


def lost_in(item: tuple[object, ...], *seats: int) -> Position:
    """Return a position in which seat 2 of three, with 3 of 6 cards drawn, is lost during this item."""
    p = Position(3, sealed=True)
    p.run(("draw", ((2, 3),)))
    p.settle()
    step = Step(p.state, BEACON, frozenset({2}))
    GAME.turn_up_lost_seat(step, 2)
    step.schedule(item)
    step.run()
    p.events = step.events
    return p


def test_a_lost_seats_satchel_is_discarded_and_its_hand_is_opened() -> None:
    p = lost_in(("draw", ((2, 4),)))
    piles = p.state.piles
    assert not piles.size(2) and not piles.hand[2] and len(piles.shown[2]) == 3 and len(p.state.discards) == 3


def test_a_lost_seat_takes_nothing_in_lookout_or_production() -> None:
    """Rows have cards only for the seats that are present."""
    p = lost_in(("production",))
    assert p.has(2) == gain_of("3 writs") and dict(p.has(1))[CREW] == 3, "only the writs of its seat"
    p = lost_in(("row", 1))
    assert len(p.state.row) == 3
    p = lost_in(("select", 2, 1))
    assert not SELECT.asked_seats(p.state)


def test_a_lost_seats_closed_ruins_are_opened() -> None:
    p = Position(3, sealed=True)
    p.run(("ruins", 2))
    p.settle()
    assert p.state.ruins[2][0] > 0
    step = Step(p.state, BEACON, frozenset({2}))
    GAME.turn_up_lost_seat(step, 2)
    assert p.state.ruins[2][0] < 0 and len(p.state.discards) == 5


def test_a_ruins_can_be_taken_without_looking_at_it() -> None:
    """Pickers' Camp takes the card unopened into the hand."""
    p = Position(sealed=True)
    p.run(("ruins", 1))
    p.settle()
    (slot,) = p.state.ruins[1]
    (camp,) = p.hold(1, "Pickers' Camp")
    p.act("use", at=camp, take=slot)
    assert p.state.piles.hand[1] == (slot,) and not p.state.ruins[1]


# Who cheats -----------------------------------------------------------------------------------------------------------


def test_a_card_of_the_satchel_that_was_not_drawn_cannot_be_played() -> None:
    p = drawing(2)
    own, piles = p.table.secrets[1], p.state.piles
    p.goods(1, "9 raid marks")
    for slot in piles.unknown[1]:
        with pytest.raises(IllegalDecision) as illegal:
            ACT.check(p.state, 1, Act("raze card", own.opening(slot)), 1)
        assert illegal.value.kind == "slot"


def test_a_drawn_slot_cannot_be_played_as_another_card() -> None:
    p = drawing(2)
    own, piles = p.table.secrets[1], p.state.piles
    p.goods(1, "9 raid marks")
    slot, copy, salt = own.opening(piles.hand[1][0])
    others = [own.faces[other] for other in piles.closed_slots(1) if other != slot] + [copy % 129 + 1]
    for other in others:
        with pytest.raises(IllegalDecision) as illegal:
            ACT.check(p.state, 1, Act("raze card", (slot, other, salt)), 1)
        assert illegal.value.kind == "slot"


def test_a_drawn_card_cannot_be_played_twice() -> None:
    p = drawing(3)
    own = p.table.secrets[1]
    p.goods(1, "9 raid marks")
    card = own.opening(p.state.piles.hand[1][0])
    p.act("raze card", card=card)
    with pytest.raises(IllegalDecision):
        ACT.check(p.state, 1, Act("raze card", card), 1)


def test_a_predicted_satchel_is_detected_even_if_every_card_was_played() -> None:
    """A client that commits a card which it hopes to be dealt later is found.

    The client commits it in place of a card that it keeps for later. Both are dealt in the end and each is opened once.
    Only the separate account of each satchel shows the lie.
    """
    p = Position(sealed=True)
    own, piles = p.table.secrets[1], p.state.piles
    p.run(("draw", ((1, 6),)))
    (first,) = (e.copies for e in p.said(SatchelDealt))
    hoped = DECKS.sorted_cards(p.state, cards.DECK)[0]
    laid = [hoped, *first[1:]]
    GAME.step(p.state, {1: Fresh(own.draft_batch(p.state.t, laid))}, BEACON)
    rest = [copy for copy in DECKS.sorted_cards(p.state, cards.DECK) if copy != hoped]
    p.state.decks[cards.DECK] = ((hoped,), tuple(rest))
    step = Step(p.state, BEACON)
    step.schedule(("draw", ((1, 6),)))
    step.run()
    second = list(piles.mix[1])
    assert hoped in second
    second[second.index(hoped)] = first[0]
    GAME.step(p.state, {1: Fresh(own.draft_batch(p.state.t, second))}, BEACON)
    CLOSED_CARDS.learn(p.state, 1, own)
    for slot in piles.hand[1]:
        CLOSED_CARDS.check_cards(p.state, 1, (own.opening(slot),))
        p.state.discards += (piles.leave_hand(1, own.opening(slot)),)
    assert not piles.closed_slots(1) and not piles.dead[1]
    p.state.round = 10
    p.run(("end check",))
    assert p.asked("clear") == [1] and not p.state.over
    with pytest.raises(IllegalDecision) as illegal:
        GAME.check(p.state, 1, GAME.automatic_decision(p.state, 1, own))
    assert (illegal.value.seat, illegal.value.kind) == (1, "audit")


def test_kept_cards_and_cards_under_the_satchel_are_opened_at_the_end() -> None:
    table = LocalMatch(GAME, {1: RandomBot("b", 1), 2: RandomBot("b", 2)}, "end", sealed=True)
    state = table.play()
    assert not any(state.piles.needs_audit(seat) for seat in (1, 2)) and Numbers().cards_kept == 4
