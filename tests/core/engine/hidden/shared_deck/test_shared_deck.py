"""Matches with a shared deck in one process: positions, knowledge, and lost seats."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.engine.game import IllegalDecision, LostSeats
from core.engine.hidden.shared_deck import keys
from core.engine.hidden.shared_deck.duties import Copied, Given, Openings, Pass
from core.engine.hidden.shared_deck.events import DeckPassed, DeckShuffled, SeatOut
from core.engine.local_match import LocalMatch
from tests.support.games.magpies.game import DECK, GAME, Nest, Part, Turn
from tests.support.games.magpies.watch import check, check_knowledge, table
from tests.support.tiers import quick_one_in

SEATS = (3, 4, 5, 6)
OFTEN = {"deck_pass": 2, "deck_share": 7, "deck_copy": 2, "deck_open": 1}
"""Intervals, in steps, at which an owed item of each kind is withheld."""


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
def test_a_match_with_a_shared_deck_ends(seats: int, sealed: bool) -> None:
    match = table(seats, sealed=sealed)
    slots: set[int] = set()
    while not match.state.over:
        before = set(match.state.shared.cards)
        match.step()
        check(match.state)
        if match.state.t % 7 == 0:
            check_knowledge(match.state, match.secrets)
        new = set(match.state.shared.cards) - before
        assert not new & slots, "a slot number is used twice"
        slots |= new
        assert match.state.t < 400
    assert match.state.again == 2 and any(match.state.points)
    assert not any(match.state.shared.hands)


@pytest.mark.parametrize("seats", SEATS)
def test_every_shuffle_is_passed_by_a_majority(seats: int) -> None:
    match, passed, lists = table(seats), [], 0
    while not match.state.over:
        for event in match.step()[1]:
            if isinstance(event, DeckPassed):
                passed.append(event.seat)
            elif isinstance(event, DeckShuffled):
                assert passed[-match.state.shared.quorum :] == list(range(1, match.state.shared.quorum + 1))
                lists += 1
    assert lists == 3


@pytest.mark.parametrize("seats", SEATS)
def test_a_deal_takes_one_automatic_step(seats: int) -> None:
    """A draw from a pile of the seat itself takes one step less."""
    match = table(seats)
    while not any(kind == "deck_share" for _, kind, _ in match.state.asking):
        match.step()
    assert all(ask.is_automatic for ask in GAME.pending_asks(match.state).values())
    assert [len(owed) for _, _, (owed,) in match.state.asking] == [3 * (seats - 1)] * seats
    dealt = [slot for hand in match.state.shared.hands for slot in hand]
    match.step()
    assert len(dealt) == 3 * seats and match.state.shared.rests.keys() == set(dealt)


# -- lost seats --------------------------------------------------------------------------------------------------------


def outlast(match: LocalMatch[Nest], lost: LostSeats, steps: int, then: int) -> None:
    """Play on without these seats for `steps` steps, then with them."""
    for i in range(steps + then):
        if match.state.over:
            return
        match.step(lost if i < steps else LostSeats())
        check(match.state)


def twin_of(match: LocalMatch[Nest]) -> LocalMatch[Nest]:
    """Return a copy of the match, to be continued differently."""
    twin = table(match.seats)
    twin.state, twin.match = match.state.clone(), match.match
    for seat, own in twin.secrets.items():
        own.drawn = dict(match.secrets[seat].drawn)
    return twin


@pytest.mark.parametrize("seats", quick_one_in(2, SEATS))
def test_a_match_continues_if_a_seat_is_lost_at_any_step(seats: int) -> None:
    """The seat's cards become open.

    The steps are set-up, shuffle, deal, copy, show, mix and reshuffle.
    """
    match, kinds = table(seats), set()
    while not match.state.over:
        if match.state.t % seats == 0 or match.state.t < 6:
            twin, seat = twin_of(match), 1 + match.state.t // seats % seats
            kinds |= {kind for who, kind, _ in match.state.asking if who == seat}
            outlast(twin, LostSeats([seat]), 4, 0)
            shared = twin.state.shared
            assert not shared.hands[seat] or any(slot in shared.revealing for slot in shared.hands[seat])
            outlast(twin, LostSeats(), 0, 5)
            assert not shared.out
        match.step()
    assert len(kinds) >= 3


@pytest.mark.parametrize("seats", [3, 5])
def test_a_seat_that_withholds_deck_work_is_excluded_and_play_continues(seats: int) -> None:
    match, kinds = table(seats), set()
    while not match.state.over:
        for seat, kind, _ in match.state.asking[: 1 + match.state.t % 2]:
            if kind.startswith("deck_") and match.state.t % OFTEN[kind] == 0:
                kinds.add(kind)
                twin = twin_of(match)
                _, events = twin.step(LostSeats([seat], {seat: "decision"}))
                assert SeatOut(seat) in events and twin.state.shared.out == (seat,)
                outlast(twin, LostSeats(), 0, 12)
                assert not any(who == seat and kind.startswith("deck_") for who, kind, _ in twin.state.asking)
                assert not twin.state.shared.hands[seat] or twin.state.shared.revealing
                assert GAME.shared.is_stuck(twin.state) is False
        match.step()
    assert kinds == {"deck_pass", "deck_share", "deck_copy", "deck_open"}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
def test_a_match_ends_while_seats_leave_and_return(seats: int, sealed: bool) -> None:
    for number in range(1 if sealed else 12):
        dice, most = random.Random(f"{seats} {number}"), seats - (seats // 2 + 1)
        match, away = table(seats, f"come and go {number}", sealed), dict[int, int]()
        while not match.state.over:
            away = {seat: until for seat, until in away.items() if until > match.state.t}
            if dice.random() < 0.15 and len(away) + len(match.state.shared.out) < most:
                here = [seat for seat in range(1, seats + 1) if seat not in away]
                away[dice.choice(here)] = match.state.t + dice.choice((1, 1, 2, 5, 30))
            due = [seat for seat, kind, _ in match.state.asking if kind.startswith("deck_") and seat not in away]
            refused = {}
            if due and dice.random() < 0.03 and len(away) + len(match.state.shared.out) < most:
                refused = {dice.choice(due): "share"}
            match.step(LostSeats({*away, *refused}, refused))
            check(match.state)
            assert match.state.t < 600


def test_a_deck_is_stuck_when_too_few_honest_seats_remain() -> None:
    match = table(3)
    match.step()
    match.step(LostSeats([1], {1: "pass"}))
    assert match.state.shared.out == (1,) and not GAME.shared.is_stuck(match.state)
    match.step(LostSeats([2], {2: "pass"}))
    assert match.state.shared.out == (1, 2) and GAME.shared.is_stuck(match.state)


def test_missing_parts_of_a_lost_seats_share_are_requested_again() -> None:
    """Parts are requested again if too few arrived.

    Four seats are asked for the parts of a lost seat. One gives none and one is lost, so two parts are one too few.
    """
    match = table(5)
    while not any(kind == "deck_share" for _, kind, _ in match.state.asking):
        match.step()
    match.step(LostSeats([5]))
    assert len(match.state.asking) == 4 and all(of == 5 for _, _, (owed,) in match.state.asking for _, of in owed)
    match.step(LostSeats([5, 4, 3], {3: "share"}))
    assert match.state.shared.out == (3,) and match.state.shared.revealing
    for _ in range(8):
        match.step()
        check(match.state)
    check_knowledge(match.state, match.secrets)


def test_a_share_is_subtracted_once() -> None:
    """The share counts once, even if a returning seat's own share and its parts are both there."""
    match = stopped_at("deck_share")
    seat, answer = right(match)
    slot = match.state.asking[0][2][0][0][0]
    step = Turn(match.state, bytes(32))
    for _ in range(2):
        DECK.share_question._remove_share(step, slot, seat, answer.data[:32])
        assert match.state.shared.revealing[slot].given == (seat,)
    due = keys.remove_shares(match.state.shared.cards[slot][32:], [answer.data[:32]])
    assert match.state.shared.revealing[slot].rest == due


def test_an_illegal_move_of_the_game_excludes_no_seat_from_the_deck() -> None:
    match = table(3)
    while match.state.asking[:1] == () or match.state.asking[0][1] != "part":
        match.step()
    match.step(LostSeats([1], {1: "decision"}))
    assert match.state.shared.out == ()


def test_a_false_opening_excludes_its_seat_from_the_deck() -> None:
    match = stopped_at("part")
    match.step(LostSeats([1], {1: "slot"}))
    assert match.state.shared.out == (1,)


def test_no_slot_is_dealt_twice() -> None:
    """The shares of a dealt slot are public, so any seat could read the card of its holder."""
    match = stopped_at("part")
    slot = match.state.shared.hands[1][0]
    with pytest.raises(AssertionError, match="dealt before"):
        DECK.collect(Turn(match.state, bytes(32)), 2, slot)
    fresh = match.state.shared.decks[0][0]
    DECK.collect(Turn(match.state, bytes(32)), 2, fresh)
    with pytest.raises(AssertionError, match="dealt before"):
        DECK.collect(Turn(match.state, bytes(32)), 3, fresh)


# -- refusals, their seats and places --------------------------------------------------------------------------------


def stopped_at(kind: str, seats: int = 4) -> LocalMatch[Nest]:
    """Return a match at the step in which this kind of question is asked."""
    match = table(seats)
    while not any(asked == kind for _, asked, _ in match.state.asking):
        match.step()
    return match


def refusal(match: LocalMatch[Nest], seat: int, decision: Any) -> IllegalDecision:
    with pytest.raises(IllegalDecision) as refused:
        GAME.check(match.state, seat, decision)
    assert refused.value.seat == seat and f"in step {match.state.t}" in str(refused.value)
    return refused.value


def right(match: LocalMatch[Nest]) -> tuple[int, Any]:
    """Return the first seat that is asked, and its correct answer."""
    seat = match.state.asking[0][0]
    return seat, GAME.automatic_decision(match.state, seat, match.secrets[seat])


def test_a_false_pass_is_refused() -> None:
    match = stopped_at("deck_pass")
    seat, answer = right(match)
    GAME.check(match.state, seat, answer)
    for false in (b"", answer.data[:-1], answer.data[:5] + b"\0" + answer.data[6:]):
        assert refusal(match, seat, Pass(false)).kind == "pass"
    match.step()
    assert refusal(match, 2, Pass(answer.data)).kind == "pass"  # that of another seat and step


def test_a_false_share_is_refused_and_names_its_slot() -> None:
    match = stopped_at("deck_share")
    seat, answer = right(match)
    GAME.check(match.state, seat, answer)
    swapped = Given(answer.data[96:192] + answer.data[:96] + answer.data[192:])
    refused = refusal(match, seat, swapped)
    assert refused.kind == "share" and f"slot {match.state.asking[0][2][0][0][0]}" in str(refused)
    for other_length in (answer.data[96:], answer.data[:-96], answer.data + answer.data[:96]):
        assert refusal(match, seat, Given(other_length)).kind == "share"
    other = GAME.automatic_decision(match.state, 2, match.secrets[2])
    assert refusal(match, seat, other).kind == "share"
    later = match.state.clone()
    later.t += 1
    with pytest.raises(IllegalDecision):
        GAME.check(later, seat, answer)


def test_a_false_part_of_a_lost_seats_share_is_refused() -> None:
    match = stopped_at("deck_share")
    match.step(LostSeats([3]))
    seat, answer = right(match)
    assert all(of == 3 for _, of in match.state.asking[0][2][0])
    GAME.check(match.state, seat, answer)
    assert "for seat 3" in str(refusal(match, seat, GAME.automatic_decision(match.state, 4, match.secrets[4])))


def test_a_false_copy_is_refused_and_names_its_slot() -> None:
    match = stopped_at("deck_copy")
    seat, answer = right(match)
    GAME.check(match.state, seat, answer)
    slot = match.state.asking[0][2][0].slot
    refused = refusal(match, seat, Copied(answer.data[64:] + answer.data[:64]))
    assert refused.kind == "copy" and f"slot {slot}" in str(refused)
    other = next(slot for slot in match.state.shared.cards if slot != match.state.asking[0][2][0].slot)
    own, shared = match.secrets[seat].deck_keys, match.state.shared
    assert (
        refusal(match, seat, Copied(own.copy_card(match.state.t, slot, shared.cards[other], shared.K))).kind == "copy"
    )


def test_a_false_opening_is_refused_and_names_its_slot() -> None:
    match = stopped_at("deck_open")
    seat, answer = right(match)
    GAME.check(match.state, seat, answer)
    first, *others = answer.cards
    for false in (
        first._replace(face=(first.face + 1) % 10),
        first._replace(face=99),
        first._replace(proof=first.proof[:-1] + b"\x01"),
        first._replace(proof=b""),
    ):
        refused = refusal(match, seat, Openings((false, *others)))
        assert refused.kind == "slot" and f"slot {first.slot}" in str(refused)
    for cards in ((first,) * len(answer.cards), (*others, first), tuple(others), ()):
        assert refusal(match, seat, Openings(cards)).kind == "slot"


def test_opening_one_card_twice_in_an_answer_is_refused() -> None:
    match = stopped_at("part")
    GAME.learn(match.state, 1, match.secrets[1])
    opened = DECK.opening(match.state, match.secrets[1], match.state.shared.hands[1][0])
    DECK.check_cards(match.state, 1, [opened])
    with pytest.raises(IllegalDecision) as refused:
        DECK.check_cards(match.state, 1, [opened, opened])
    assert refused.value.kind == "slot" and f"card {opened.slot}" in str(refused.value)


def test_a_seat_cannot_open_or_play_a_card_of_another_hand() -> None:
    match = stopped_at("part")
    slot = match.state.shared.hands[2][0]
    GAME.learn(match.state, 2, match.secrets[2])
    for decision in (Part("open", DECK.opening(match.state, match.secrets[2], slot)), Part("down", slot)):
        with pytest.raises(IllegalDecision) as refused:
            GAME.check(match.state, 1, decision)
        assert refused.value.kind == "slot"
