"""A lone closed card that is dealt again: the shares of both deals together must not reveal it to all."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from core.engine.game import IllegalDecision, LostSeats
from core.engine.hidden.points import POINT, scalar_from_int
from core.engine.hidden.shared_deck import keys, passes
from core.engine.hidden.shared_deck.duties import Copied, Given, Pass
from core.engine.hidden.shared_deck.events import DeckPassed, DeckShuffled
from core.engine.hidden.shared_deck.keys import SHARE_BYTES
from core.engine.hidden.shared_deck.state import SHOW, Move, faces_by_point
from core.engine.local_match import LocalMatch
from tests.core.engine.hidden.shared_deck.test_shared_deck import stopped_at
from tests.core.engine.hidden.shared_deck.test_shared_deck_further import carried_out
from tests.support.games.magpies.game import DECK, GAME, Nest, Turn


class Public:
    """The shares that all seats have seen, by the point of the card and the seat whose share it is."""

    def __init__(self) -> None:
        self.shares: dict[bytes, dict[int, bytes]] = defaultdict(dict)
        self.cards: dict[bytes, bytes] = {}

    def step(self, match: LocalMatch[Nest]) -> list[Any]:
        """Play a step and note its shares."""
        state, before = match.state, dict(match.state.shared.cards)
        owed = {seat: detail[0] for seat, kind, detail in state.asking if kind == "deck_share"}
        decisions, events = match.step()
        for seat, decision in decisions.items():
            if not isinstance(decision, Given):
                continue
            for (slot, of), share in zip(owed[seat], passes.split_bytes(decision.data, SHARE_BYTES)):
                self.cards[before[slot][:POINT]] = before[slot]
                if of == seat:
                    self.shares[before[slot][:POINT]][seat] = share[:POINT]
        return events

    def readable(self, match: LocalMatch[Nest]) -> list[int]:
        """Return the faces that follow from public shares alone."""
        table = faces_by_point(match.match, 0, len(match.state.shared.kinds[0]))
        return [
            table[keys.remove_shares(self.cards[a][POINT:], list(shares.values()))]
            for a, shares in self.shares.items()
            if len(shares) == match.seats
        ]


def one_face_down(seats: int) -> LocalMatch[Nest]:
    """Return a match whose deck is empty, and whose only discard is a card that seat 1 was dealt and put face down."""
    match = stopped_at("part", seats)
    state, step = match.state, Turn(match.state, bytes(32))
    state.agenda.clear()
    state.asking = ()
    DECK.put_aside(step, 0, DECK.size(state))
    assert DECK.discard(step, 1, state.shared.hands[1][0]) == 0
    assert len(state.shared.down[0]) == 1 and not state.pile
    return match


def dealt_again(match: LocalMatch[Nest], to: int, public: Public) -> list[Any]:
    DECK.deal(Turn(match.state, bytes(32)), (to, 1))
    Turn(match.state, bytes(32)).run()
    return until_quiet(match, public)


def until_quiet(match: LocalMatch[Nest], public: Public) -> list[Any]:
    said = []
    while match.state.asking:
        said += public.step(match)
    return said


@pytest.mark.parametrize("seats", [3, 4])
def test_a_lone_face_down_card_cannot_be_read_from_public_shares(seats: int) -> None:
    """In the first deal, to seat 1, all others gave their shares; in the second deal seat 1 gives its own."""
    public = Public()
    match = one_face_down_heard(seats, public)
    held = match.state.shared.hands[2]
    said = dealt_again(match, 2, public)
    (slot,) = set(match.state.shared.hands[2]) - set(held)
    GAME.learn(match.state, 2, match.secrets[2])
    assert slot in match.secrets[2].drawn, "the receiver reads its card"
    assert public.readable(match) == [], "anybody can read it"
    assert [event.seat for event in said if isinstance(event, DeckPassed)] == [*range(1, seats // 2 + 2)]


def one_face_down_heard(seats: int, public: Public) -> LocalMatch[Nest]:
    """Return the same match, with the shares of the first deal noted too."""
    match = one_face_down(seats)
    (slot,) = match.state.shared.down[0]
    card, t = match.state.shared.cards[slot], match.state.t
    public.cards[card[:POINT]] = card
    for seat in range(2, seats + 1):
        public.shares[card[:POINT]][seat] = match.secrets[seat].deck_keys.make_share(t, slot, card, seat)[:POINT]
    return match


def test_a_list_is_passed_again_until_a_present_seat_shuffles_it() -> None:
    """Each seat is away in its own turn and back in the next; then all are lost at once.

    The list is passed round again until one seat has shuffled it.
    """
    public = Public()
    match = one_face_down_heard(3, public)
    DECK.deal(Turn(match.state, bytes(32)), (2, 1))
    Turn(match.state, bytes(32)).run()
    for asked, lost in ((1, [1]), (2, [2]), (3, [3]), (1, [1, 2, 3])):
        assert [(seat, kind) for seat, kind, _ in match.state.asking] == [(asked, "deck_pass")]
        step = Turn(match.state, bytes(32), LostSeats(lost))
        DECK.pass_question.apply(step, asked, Pass(b""), 0)
        match.state.asking = ()
        step.run()
    said = until_quiet(match, public)
    assert any(isinstance(event, DeckPassed) for event in said)
    assert public.readable(match) == []


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_seats_lost_in_their_turn_are_asked_again_until_a_majority_has_passed_the_list(seats: int) -> None:
    """All but the last seat are away in their own turns and back in the next.

    Otherwise the last seat could wait for this, be the only one to shuffle the deck, and know its order.
    """
    match = stopped_at("deck_pass", seats)
    for away in range(1, seats):
        assert [(seat, kind) for seat, kind, _ in match.state.asking] == [(away, "deck_pass")]
        DECK.pass_question.apply(Turn(match.state, bytes(32), LostSeats([away])), away, Pass(b""), 0)
        match.state.asking = ()
        Turn(match.state, bytes(32)).run()
    passed = [event.seat for event in until_shuffled(match) if isinstance(event, DeckPassed)]
    assert passed == [seats, *range(1, seats // 2 + 1)]


def test_no_seat_passes_a_list_twice() -> None:
    """One pass is enough if no other seat is left: a second one by the same seat would hide nothing from it."""
    match = stopped_at("deck_pass", 3)
    match.step()
    for asked, lost in ((2, [2]), (3, [2, 3])):
        assert [(seat, kind) for seat, kind, _ in match.state.asking] == [(asked, "deck_pass")]
        step = Turn(match.state, bytes(32), LostSeats(lost))
        DECK.pass_question.apply(step, asked, Pass(b""), 0)
        match.state.asking = ()
        step.run()
    assert match.state.shared.shuffling is None and DECK.size(match.state)


def until_shuffled(match: LocalMatch[Nest]) -> list[Any]:
    said: list[Any] = []
    while not any(isinstance(event, DeckShuffled) for event in said):
        said += match.step()[1]
    return said


def test_a_lone_open_card_is_not_shuffled() -> None:
    """All seats know the card anyway."""
    match = one_face_down(3)
    state, step = match.state, Turn(match.state, bytes(32))
    state.shared.down[0] = ()
    GAME.learn(state, 1, match.secrets[1])
    copy = DECK.leave_hand(step, 1, DECK.opening(state, match.secrets[1], state.shared.hands[1][0]))
    DECK.shuffle(step, 0, [copy])
    step.run()
    assert not any(kind == "deck_pass" for _, kind, _ in state.asking) and DECK.size(state) == 1


def test_the_engine_raises_an_error_if_a_point_is_dealt_twice() -> None:
    """The engine checks this whatever a game does with its cards."""
    match = one_face_down(3)
    shared, step = match.state.shared, Turn(match.state, bytes(32))
    (slot,) = shared.down[0]
    (again,) = shared.add_cards(match.state.t, 0, [shared.cards[slot]])
    with pytest.raises(AssertionError, match="point that was dealt before"):
        DECK.collect(step, 2, again)


def test_every_point_of_a_whole_match_is_dealt_once() -> None:
    match = stopped_at("part", 4)
    while not match.state.over:
        match.step()
    dealt = match.state.shared.dealt
    assert len(dealt) > 30 and len(set(dealt)) == len(dealt)


# -- cheats that lay a point again -------------------------------------------------------------------------------------


def copying(match: LocalMatch[Nest], *holders: int) -> None:
    """Let each of these seats show a card to the seat after the last of them."""
    match.state.agenda.clear()
    match.state.asking = ()
    step = Turn(match.state, bytes(32))
    for seat in holders:
        DECK.show(step, seat, match.state.shared.hands[seat][0], max(holders) + 1)
    step.run()


def copy_to(match: LocalMatch[Nest], seat: int, slot: int, r: int) -> Copied:
    """Return the correct copy of a card with this randomness."""
    shared, t = match.state.shared, match.state.t
    card, K = shared.cards[slot], shared.K
    rG, rK = passes.multiply_base(scalar_from_int(r)), passes.multiply_by_int(r, K)
    h, z = keys.prove(bytes(32), [match.match, t, seat, "deckcopy", slot], scalar_from_int(r), rG, K, rK)
    return Copied(keys.add_any(card[:POINT], rG) + keys.add_any(card[POINT:], rK) + h + z)


def test_a_copy_that_repeats_a_dealt_point_is_refused() -> None:
    """The holder knows how its copies relate to each other, so it could repeat the point of an earlier one."""
    match = stopped_at("part", 4)
    copying(match, 1)
    slot = match.state.shared.hands[1][0]
    first = copy_to(match, 1, slot, 5)
    GAME.check(match.state, 1, first)
    match.state.shared.dealt += (first.data[:POINT],)
    with pytest.raises(IllegalDecision, match="repeats a point") as refused:
        GAME.check(match.state, 1, first)
    assert refused.value.kind == "copy"
    GAME.check(match.state, 1, copy_to(match, 1, slot, 6))


def test_identical_copies_by_two_seats_are_placed_once() -> None:
    """The seats must know how their cards relate to each other: here both have a card that was open."""
    match = stopped_at("part", 4)
    shared = match.state.shared
    for seat in (1, 2):
        shared.cards[shared.hands[seat][0]] = shared.encrypted_entry(match.match, shared.closed[0][0])
    copying(match, 1, 2)
    slots = {seat: shared.hands[seat][0] for seat in (1, 2)}
    same = {seat: copy_to(match, seat, slots[seat], 5) for seat in (1, 2)}
    assert same[1].data[:POINT] == same[2].data[:POINT]
    GAME.step(match.state, same, bytes(32))
    shared = match.state.shared
    assert len(shared.looks) == 1 and shared.moves == (Move(SHOW, 2, slots[2], 3),)
    carried_out(match)
    assert not shared.moves


def test_a_pass_that_repeats_a_point_is_refused() -> None:
    """A seat that mixes cards which were open can give all of them the same point."""
    match = stopped_at("part", 4)
    state, shared = match.state, match.state.shared
    state.agenda.clear()
    state.asking = ()
    shared.hands[1] = shared.hands[1][:2]
    for slot, copy in zip(shared.hands[1], shared.closed[0]):
        shared.cards[slot] = shared.encrypted_entry(match.match, copy)
    DECK.mix(Turn(state, bytes(32)), 1)
    Turn(state, bytes(32)).run()
    turn, cards = DECK.pass_question._shuffle_turn(state, 1, 0)
    key = passes.shuffle_secret(match.secrets[1].seed, match.match, state.t, 0, shared.K, cards)
    drawn = passes.derive_draws(key, 2)
    GAME.check(state, 1, Pass(passes.shuffle(turn, drawn, cards)))
    same = drawn._replace(r=[drawn.r[0]] * 2)
    with pytest.raises(IllegalDecision, match="repeats a point") as refused:
        GAME.check(state, 1, Pass(passes.shuffle(turn, same, cards)))
    assert refused.value.kind == "pass"
