"""A shared deck in a game: knowledge, imagined worlds, continued matches, and decks in parts."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any
from unittest import mock

import pytest

from core.bots.random_bot import RandomBot
from core.engine.chance.beacon import Stream
from core.engine.events import CardTaken, HandMixed
from core.engine.fork import ForkedGame
from core.engine.game import IllegalDecision, LostSeats, Setup
from core.engine.hidden.shared_deck import keys, lost_seats, passes, shared_decks
from core.engine.hidden.shared_deck.events import CardSeen
from core.engine.hidden.shared_deck.state import SharedDeckState
from core.engine.local_match import LocalMatch
from net.seat.signer import MAX_OPENING
from tests.core.engine.hidden.shared_deck.test_shared_deck import stopped_at
from tests.support.games.magpies.game import DECK, GAME, RULES, Magpies, Nest, Trick, Turn
from tests.support.games.magpies.watch import Secretive, check, check_knowledge, faces, table

# -- who can tell what -------------------------------------------------------------------------------------------------


def seen_by_all(state: Nest) -> list[Any]:
    """Return the state without the bytes of closed cards, which hide them."""
    lowered = state.shared.lower()
    names = state.shared.field_names
    blank = {"cards", "rests"}
    shared = [[slot for slot, _ in part] if name in blank else part for name, part in zip(names, lowered)]
    shared[names.index("dealt")] = len(state.shared.dealt)
    work = state.shared.shuffling
    shared[names.index("shuffling")] = None if work is None else (*work[:5], len(work.cards), work.under)
    shared[names.index("revealing")] = [(s, at.to, at.given, at.then) for s, at in state.shared.revealing.items()]
    return [shared, state.asking, state.agenda, state.pile, state.round, state.again, state.beacon]


@pytest.mark.parametrize("seats", [3, 4])
def test_the_order_of_the_deck_changes_no_public_data(seats: int) -> None:
    """Until a card is opened, no public data depends on the order that seat 2 uses."""
    real = passes.derive_draws

    def otherwise(key: bytes, n: int) -> passes.Draws:
        drawn = real(key, n)
        return drawn._replace(order=drawn.order[::-1])

    one, other = (table(seats, player=Secretive) for _ in range(2))
    while one.state.asking[:1] == () or one.state.asking[0][1] != "deck_open":
        decisions, events = one.step()
        with mock.patch.object(passes, "derive_draws", otherwise):
            others, said = other.step()
        assert seen_by_all(one.state) == seen_by_all(other.state) and events == said
        sizes = [
            {seat: len(decision.data) if hasattr(decision, "data") else decision for seat, decision in made.items()}
            for made in (decisions, others)
        ]
        assert sizes[0] == sizes[1]
    assert faces(one.state, one.secrets) != faces(other.state, other.secrets)


def test_no_seat_can_follow_its_cards_into_a_reshuffled_deck() -> None:
    """After a reshuffle no seat knows a slot of the deck, not even the player who put cards face down."""
    match, known = table(4, player=Secretive), 0
    while match.state.again < 2 or match.state.shared.shuffling is not None:
        match.step()
        for seat, own in match.secrets.items():
            GAME.learn(match.state, seat, own)
            known += any(slot in own.drawn for slot in match.state.shared.down[0])
            deck = [slot for slot in match.state.shared.decks[0] if slot not in match.state.shared.copied]
            assert not set(deck) & own.drawn.keys()
    assert known


class Takes(Secretive):
    """A player that puts no cards under the deck."""

    lays_under = False


def test_the_giver_of_a_card_cannot_follow_it_after_a_mix() -> None:
    match, given, alone = table(4, player=Takes), 0, set[int]()
    while not match.state.over:
        _, events = match.step()
        for event in events:
            if isinstance(event, HandMixed) and event.size == 1:  # there is nothing that it could be mixed with
                alone.update(match.state.shared.hands[event.seat])
        given += sum(isinstance(event, CardTaken) and not event.copy for event in events)
        for seat, own in match.secrets.items():
            GAME.learn(match.state, seat, own)
        if match.state.asking[:1] and match.state.asking[0][1] in ("part", "trick"):
            for holder in match.state.shared.seats:
                shown = {match.state.shared.copied[copy] for copy in match.state.shared.looks}
                for slot in {*match.state.shared.hands[holder]} - shown - alone:
                    assert [seat for seat, own in match.secrets.items() if slot in own.drawn] == [holder]
    assert given


def test_a_look_shows_a_card_to_one_seat_only() -> None:
    match, looks = table(4, player=Secretive), 0
    while not match.state.over:
        _, events = match.step()
        for seat, own in match.secrets.items():
            GAME.learn(match.state, seat, own)
        for copy, looker in match.state.shared.looks.items():
            slot = match.state.shared.copied[copy]
            if copy in match.state.shared.rests and slot not in match.state.shared.down[0]:
                looks += 1
                holder = next(s for s in match.state.shared.seats if slot in match.state.shared.hands[s])
                knows = [seat for seat, own in match.secrets.items() if slot in own.drawn]
                assert set(knows) >= {looker, holder}
        assert all(isinstance(event.slot, int) for event in events if isinstance(event, CardSeen))
    assert looks


# -- worlds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
def test_an_imagined_world_agrees_with_its_seats_knowledge(sealed: bool) -> None:
    match, dice = table(4, sealed=sealed), Stream(bytes(32), ["worlds"])
    while not match.state.over:
        if match.state.t % 5 == 0:
            for seat in (1, 3):
                world = GAME.sample_world(match.state, seat, match.secrets[seat], dice)
                check(world.state)
                assert not world.state.shared.sealed and not world.state.shared.points
                known = match.secrets[seat].drawn
                laid = faces(world.state, world.secrets)
                assert all(laid[slot] == face for slot, face in known.items() if slot in laid)
                check_knowledge(world.state, world.secrets)
                played = LocalMatch(GAME, {s: RandomBot("w", s) for s in range(1, 5)}, "w")
                played.state, played.secrets = world.state, world.secrets
                played.play(limit=world.state.t + 400)
        match.step()


def test_every_imagined_world_is_equally_likely() -> None:
    match = table(3, sealed=False)
    while match.state.asking[:1] == () or match.state.asking[0][1] != "part":
        match.step()
    dice, slot, counts = Stream(bytes(32), ["even"]), match.state.shared.hands[2][0], Counter[int]()
    for _ in range(1500):
        counts[faces(GAME.sample_world(match.state, 1, match.secrets[1], dice).state, {})[slot]] += 1
    own = Counter(match.secrets[1].drawn.values())
    for face in range(10):
        due = 1500 * (3 - own[face]) / (30 - own.total())
        assert abs(counts[face] - due) <= 5 * due**0.5


def test_hidden_cards_of_others_change_no_imagined_world_and_no_decision() -> None:
    match = table(4, sealed=False)
    while not match.state.over:
        seat = match.state.asking[0][0] if match.state.asking else 0
        if seat and match.state.asking[0][1] in ("part", "trick"):
            own = match.secrets[seat]
            GAME.learn(match.state, seat, own)
            unknown = [slot for slot in match.state.shared.cards if slot not in own.drawn]
            other = match.state.clone()
            other.shared.cards.update(zip(unknown, [match.state.shared.cards[slot] for slot in reversed(unknown)]))
            worlds = [
                GAME.sample_world(state, seat, own.copy(), Stream(bytes(32), ["w"])) for state in (match.state, other)
            ]
            assert worlds[0].state.lower() == worlds[1].state.lower()
            options = [list(GAME.options_of(state, seat, own.copy())) for state in (match.state, other)]
            assert options[0] == options[1]
        match.step()


# -- played on as a new match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
@pytest.mark.parametrize("steps", [1, 3, 7, 41, 62, 83])
def test_a_fork_of_a_shared_deck_plays_to_its_end(steps: int, sealed: bool) -> None:
    match = table(4)
    for _ in range(steps):
        match.step(LostSeats([2]) if steps == 83 and match.state.t in (81, 82) else LostSeats())
    setup = Setup(4, match.state.setup.options, match.match)
    game = ForkedGame(GAME, setup, match.state, match.state.t)
    before, filled = match.state.shared, list[Any]()

    def fill(step: Any, deck: int, *places: Any) -> None:
        lost_seats.deal_shuffled(DECK, step, deck, *places)
        filled.append(step.state.shared.clone())

    on = LocalMatch(game, match.players, "again", sealed=sealed)
    with mock.patch.dict(RULES.agendas, {"deck fill": fill}):
        while not filled:
            on.step()
    after = filled[0]
    assert [len(hand) for hand in after.hands] == [len(hand) for hand in before.hands]
    assert len(after.down[0]) == len(before.down[0]) and after.aside == [()]
    assert after.closed == before.closed or not before.closed[0]
    assert not set(after.cards.values()) & set(before.cards.values())
    for _ in range(25 if sealed else 400):
        if not on.state.over:
            on.step()
            check(on.state)
            check_knowledge(on.state, on.secrets)
    assert sealed or on.state.over


def test_the_same_seed_gives_the_same_match_with_a_shared_deck() -> None:
    assert table(5).play().digest() == table(5).play().digest()


def test_tricks_of_magpies_with_a_wrong_name_or_target_are_refused() -> None:
    match = stopped_at("trick")
    for trick in (Trick("take", 1, 0), Trick("show", 2, match.state.shared.decks[0][0]), Trick("fly", 0, 0)):
        with pytest.raises(IllegalDecision):
            GAME.check(match.state, 1, trick)


# -- a deck in parts, two decks, two seats -----------------------------------------------------------------------------


def carried_out(match: LocalMatch[Nest]) -> None:
    """Play on until no deck work is pending."""
    while any(kind.startswith("deck_") for _, kind, _ in match.state.asking) or match.state.agenda:
        match.step()


@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
def test_a_deck_is_built_from_parts_that_no_seat_has_seen(sealed: bool) -> None:
    """No seat knows which cards were put aside, nor where the last two are.

    Twelve of twenty cards remain unseen, and eight more are shuffled in. The upper half is on the lower one, into which
    two more were shuffled.
    """
    match = table(4, sealed=sealed)
    state, step = match.state, Turn(match.state, bytes(32))
    state.agenda.clear()
    every = state.shared.copies(0)
    DECK.shuffle(step, 0, every[:20])
    carried_out(match)
    DECK.put_aside(step, 0, 8)
    kept = state.shared.decks[0]
    assert len(kept) == 12 and len(state.shared.aside[0]) == 8 and state.shared.cards.keys() == set(kept)
    DECK.shuffle(step, 0, every[20:28], kept)
    carried_out(match)
    upper, lower = state.shared.decks[0][:10], state.shared.decks[0][10:]
    DECK.shuffle(step, 0, every[28:], lower, ())
    with pytest.raises(ValueError, match="neither shuffled nor"):
        Turn(state.clone(), bytes(32)).run()
    state.agenda.clear()
    state.shared.decks[0] = lower
    DECK.shuffle(step, 0, every[28:], lower)
    carried_out(match)
    state.shared.decks[0] = upper + state.shared.decks[0]
    assert len(state.shared.decks[0]) == 22 and not set(upper) & set(state.shared.decks[0][10:])
    assert state.shared.closed[0] == tuple(every)
    there = Counter(faces(state, match.secrets).values())
    assert there.total() == 22 and there[9] == 3 and all(count <= 3 for count in there.values())
    assert not any(own.drawn for own in match.secrets.values())


def parts_of(match: LocalMatch[Nest]) -> tuple[tuple[int, ...], ...]:
    """Return the slots aside, above and below of a deck made in parts.

    The upper part was there before the copies 28 to 30 were shuffled into the lower part. The slots aside were there
    before both.
    """
    state, step = match.state, Turn(match.state, bytes(32))
    state.agenda.clear()
    every = state.shared.copies(0)
    DECK.shuffle(step, 0, every[:20])
    carried_out(match)
    DECK.put_aside(step, 0, 8)
    DECK.shuffle(step, 0, every[20:27], state.shared.decks[0])
    carried_out(match)
    upper, lower = state.shared.decks[0][:9], state.shared.decks[0][9:]
    state.shared.decks[0] = lower
    DECK.shuffle(step, 0, every[27:], lower)
    carried_out(match)
    lower = state.shared.decks[0]
    state.shared.decks[0] = upper + lower
    return state.shared.aside[0], upper, lower


@pytest.mark.parametrize("sealed", [False, True], ids=["null", "sealed"])
def test_an_imagined_world_fills_deck_parts_with_possible_cards_only(sealed: bool) -> None:
    """Each part of a deck is imagined only with cards that it can contain.

    The last three are below, each equally often in each lower slot; the earlier ones are in all parts.
    """
    match, dice = table(4, sealed=sealed), Stream(bytes(32), ["parts"])
    aside, upper, lower = parts_of(match)
    state, above, below = match.state, Counter[int](), Counter[int]()
    DECK.deal(Turn(state, bytes(32)), (1, 1))
    carried_out(match)
    GAME.learn(state, 1, match.secrets[1])
    assert len(match.secrets[1].drawn) == 1 and len(aside) == 8
    for _ in range(600):
        world = GAME.sample_world(state, 1, match.secrets[1], dice).state
        laid = faces(world, {})
        assert laid.items() >= match.secrets[1].drawn.items()
        above.update(laid[slot] for slot in upper)
        below.update(slot for slot in lower if laid[slot] == 9)
        assert sum(laid[slot] == 9 for slot in lower) == 3
    assert 9 not in above and set(above) == set(range(9))
    due = 600 * 3 / len(lower)
    assert set(below) == set(lower) and all(abs(count - due) <= 5 * due**0.5 for count in below.values())


def test_a_card_open_during_a_deal_is_not_in_the_dealt_hand() -> None:
    """A card that was open when a hand was dealt is not in that hand.

    It is in a reshuffled deck, or among the cards drawn from that deck.
    """
    match, dice, seen = table(3, sealed=False), Stream(bytes(32), ["since"]), 0
    while not match.state.over:
        match.step()
        shared = match.state.shared
        assert shared.since.keys() == set(shared.closed[0])
        latest = [copy for copy in shared.closed[0] if shared.since[copy] == max(shared.since.values())]
        alike = {shared.face_of(copy) for copy in shared.closed[0] if copy not in latest}
        alone = {shared.face_of(copy) for copy in latest} - alike
        if match.state.again and alone and shared.shuffling is None and match.state.t % 3 == 0:
            for seat in (1, 2):
                world = GAME.sample_world(match.state, seat, match.secrets[seat], dice).state
                early = [s for s in world.shared.cards if s < shared.since[latest[0]]]
                seen += len(early)
                assert not {int.from_bytes(world.shared.cards[slot], "big") for slot in early} & alone
    assert seen


def test_an_opened_card_leaves_other_copies_in_their_possible_places() -> None:
    """An opened card does not change where each other copy may be.

    One of two copies was shuffled in later. If an earlier slot shows the face, the other copy is the later one.
    """
    shared = SharedDeckState.empty(3, False, [[2, 1]])
    shared.close(1, [2, 3])
    shared.close(5, [1])
    early, late = shared.since[2], shared.since[1]
    assert early < late and shared.uncover(early, 0) == 1, "the lowest copy of its face"
    assert shared.since == {2: late, 3: early} and shared.closed == [(2, 3)]


@pytest.mark.parametrize("most", [6, 8])
def test_no_seat_is_asked_for_more_shares_than_fit_into_an_entry(most: int) -> None:
    """The next step asks for the rest."""
    match, first = table(5), 0
    with mock.patch.object(shared_decks, "MAX_SHARES", most):
        while not match.state.over:
            asked = [owed for _, kind, detail in match.state.asking if kind == "deck_share" for owed in detail]
            assert all(len(owed) <= most for owed in asked)
            first += bool(asked) and not match.state.round
            match.step(LostSeats([2]) if 10 < match.state.t < 30 else LostSeats())
            check(match.state)
    assert first >= 2, "each owes twelve shares of the first deal"
    assert shared_decks.MAX_SHARES * keys.SHARE_BYTES < MAX_OPENING - 256


def test_a_shuffle_of_the_upper_cards_leaves_the_lower_cards_in_place() -> None:
    match = table(3)
    state, step = match.state, Turn(match.state, bytes(32))
    state.agenda.clear()
    DECK.shuffle(step, 0, state.shared.copies(0))
    carried_out(match)
    upper, lower = state.shared.decks[0][:6], state.shared.decks[0][6:]
    DECK.shuffle(step, 0, (), upper, lower)
    carried_out(match)
    assert state.shared.decks[0][6:] == lower and not set(state.shared.decks[0][:6]) & set(upper)


def test_a_shuffle_of_too_many_cards_for_an_entry_is_refused() -> None:
    shared = SharedDeckState.empty(3, True, [[131]])
    match = table(3)
    match.state.shared, step = shared, Turn(match.state, bytes(32))
    GAME.shared.create_all_keys(match.state, match.secrets)
    match.state.agenda.clear()
    DECK.shuffle(step, 0, shared.copies(0))
    with pytest.raises(ValueError, match="at most 130"):
        step.run()


def test_two_decks_have_separate_slots_copies_and_points() -> None:
    match = table(3)
    match.state.shared = shared = SharedDeckState.empty(3, True, [[2, 1], [2, 2]])
    GAME.shared.create_all_keys(match.state, match.secrets)
    match.state.agenda.clear()
    assert list(shared.copies(0)) == [1, 2, 3] and list(shared.copies(1)) == [4, 5, 6, 7]
    assert [shared.face_of(copy) for copy in (1, 2, 3, 4, 5, 6, 7)] == [0, 0, 1, 0, 0, 1, 1]
    step = Turn(match.state, bytes(32))
    DECK.deal(step, (1, 2), (2, 1), deck=1)
    DECK.deal(step, (1, 1), deck=0)
    DECK.shuffle(step, 0, shared.copies(0))
    DECK.shuffle(step, 1, shared.copies(1))
    carried_out(match)
    assert [slot >> 40 for slot in shared.hands[1]] == [0, 1, 1] and [slot >> 40 for slot in shared.hands[2]] == [1]
    DECK.mix(step, 1)
    carried_out(match)
    assert [slot >> 40 for slot in shared.hands[1]] == [0, 1, 1]
    GAME.learn(match.state, 1, match.secrets[1])
    opened = [DECK.opening(match.state, match.secrets[1], slot) for slot in shared.hands[1]]
    DECK.check_cards(match.state, 1, opened)
    copies = [DECK.leave_hand(step, 1, card) for card in opened]
    assert [shared.deck_of(copy) for copy in copies] == [0, 1, 1] and len(set(copies)) == 3
    assert copies[0] == shared.copies(0)[0] + (2 if opened[0].face else 0), "the lowest copy of its face"


def test_a_cheating_seat_of_two_leaves_the_deck_stuck() -> None:
    class Pair(Magpies):
        seat_counts = (2,)

    def pair() -> LocalMatch[Nest]:
        players = {seat: RandomBot("two", seat) for seat in (1, 2)}
        return LocalMatch(Pair(), players, "two", {"rounds": 1}, sealed=True)

    match = pair()
    while not match.state.over:
        match.step()
        check(match.state)
    match = pair()
    while not any(kind == "deck_share" for _, kind, _ in match.state.asking):
        match.step()
    match.step(LostSeats([2], {2: "share"}))
    assert GAME.shared.is_stuck(match.state)


def test_a_match_can_be_continued_at_every_step() -> None:
    """A match can be continued at every step.

    That includes a reshuffle, a copy or an opening that waits for the cards of a lost seat.
    """
    match, dice = table(5), random.Random("part")
    pending = Counter[str]()
    while not match.state.over:
        match.step(LostSeats([dice.randint(1, 5)] if dice.random() < 0.3 else []))
        if match.state.over:
            break
        pending.update(item[0] for item in match.state.agenda)
        setup = Setup(5, match.state.setup.options, match.match)
        on = LocalMatch(ForkedGame(GAME, setup, match.state, match.state.t), match.players, "again")
        for _ in range(12):
            if not on.state.over:
                on.step()
                check(on.state)
    assert pending.keys() >= {"deck reshuffle", "deck move", "deck pass", "deck mix", "deck reveal"}


def test_a_seat_lost_after_mixing_its_hand_has_each_card_once() -> None:
    """A seat lost after it has mixed its hand has each card once.

    Its pass exists, but its mix is not committed yet, because another hand is opened first.
    """
    match = table(5)
    while match.state.shared.shuffling is None or not match.state.shared.shuffling.whose:
        match.step()
    seat = match.state.shared.shuffling.whose
    others = [other for other in match.state.shared.seats if other != seat and match.state.shared.hands[other]]
    match.step(LostSeats(others[:1]))
    assert match.state.shared.shuffling is not None and match.state.shared.shuffling.passed == (seat,)
    held = len(match.state.shared.hands[seat])
    match.step(LostSeats([seat, others[0]]))
    for _ in range(4):
        match.step(LostSeats([seat, others[0]]))
        check(match.state)
    assert not match.state.shared.hands[seat] and len(match.state.shared.open[seat]) >= held
    while not match.state.over:
        match.step()
        check(match.state)


def test_agenda_items_of_a_fork_name_the_new_slots() -> None:
    """Agenda items that name slots continue with the slots now in these places."""
    match = stopped_at("part")
    state, step = match.state, Turn(match.state, bytes(32))
    state.asking, hand = (), state.shared.hands[2]
    state.agenda[:] = [("end",)]
    DECK.shuffle(step, 0, (), state.shared.decks[0][:4], state.shared.decks[0][4:])
    DECK.ask_open(step, (2, hand[1:]), (1, ()))
    on = LocalMatch(ForkedGame(GAME, state.setup, state, state.t), match.players, "again")
    on.step()
    assert on.state.asking == ((2, "deck_open", (on.state.shared.hands[2][1:],)),)
    deck = on.state.shared.decks[0]
    on.step()
    assert on.state.shared.decks[0][4:] == deck[4:] and not set(on.state.shared.decks[0][:4]) & set(deck)
