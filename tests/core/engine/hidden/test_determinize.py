"""Imagined worlds: a seat cannot tell one from the real world, and each possible world is equally likely."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from core.bots.random_bot import Dice
from core.bots.registry import BOTS
from core.engine.codec import H
from core.engine.hidden.determinization import Knowledge, Place, sample_deal
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets, foreign_slot
from core.engine.local_match import LocalMatch
from tests.support.all_games import CARDS
from tests.support.core.pile_owner import MATCH, ODD, denied
from tests.support.core.trial import conserved, length, players
from tests.support.core.twins import OtherKey, Twins
from tests.support.tiers import LONG

EACH = 25
"""Number of draws for each world."""
STEPS = 12
"""Number of steps of a match at which worlds are imagined."""

Faces = tuple[tuple[Place, int], ...]


def own(seat: int) -> Secrets:
    """Return the secrets of a seat at a table of three."""
    return Secrets(MATCH, seat, H("tether.state", ["imagine", seat]))


def lay(piles: Piles, seat: int, t: int, hand: int = 0) -> tuple[int, ...]:
    """Commit the seat's due cards into fresh slots of step t, and draw `hand` of them."""
    piles.refill_batch(seat, t, bytes(32 * piles.batch_size(seat)))
    slots = piles.unknown[seat]
    piles.hand[seat] += slots[:hand]
    piles.unknown[seat] = slots[hand:]
    return slots


def check_uniform(drawn: Counter[Faces], worlds: Counter[Faces]) -> None:
    """Check that the worlds are those of all histories, equally frequent (chi-square, p > 0.001)."""
    assert len(set(worlds.values())) == 1, "all that may have happened is not equally likely"
    assert set(drawn) <= set(worlds), f"impossible: {set(drawn) - set(worlds)}"
    expected, df = sum(drawn.values()) / len(worlds), len(worlds) - 1
    square = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
    assert square < df * (1 - 2 / (9 * df) + 3.09 * (2 / (9 * df)) ** 0.5) ** 3, (square, df)


def draws(piles: Piles, seat: int, secrets: Secrets, worlds: int) -> Counter[Faces]:
    """Return the imagined faces of the piles, with their frequencies."""
    knows = Knowledge(piles, secrets, denied)
    live = [(who, slot) for who in range(1, len(piles.hand)) for slot in piles.closed_slots(who)]
    lying = {copy for who in range(1, len(piles.hand)) for copy in (*piles.shown[who], *piles.discard[who])}
    dice = Dice(H("tether.bot", ["imagine", seat, worlds]))
    found: Counter[Faces] = Counter()
    for _ in range(EACH * worlds):
        faces = sample_deal(knows.possible_faces(live, lying), dice)
        assert faces is not None
        found[tuple(sorted(faces.items()))] += 1
    return found


def two_batches(claimed: bool) -> tuple[Piles, Counter[Faces]]:
    """Return the piles of seat 2 after two batches, and their possible worlds.

    Seat 2 committed 1..4, drew two and opened one. Then it gained 5, committed its pile again, and drew one card.
    """
    piles = Piles.empty(3, True)
    piles.mix[2] = (1, 2, 3, 4)
    first = lay(piles, 2, 1, hand=2)
    piles.open(2, (first[1], 3, b""))
    piles.discard[2] += (3,)
    if claimed:
        piles.record_claim(2, first[:1], ODD)
    piles.add_openly(2, 5)
    second = lay(piles, 2, 2, hand=1)
    worlds: Counter[Faces] = Counter()
    for a in permutations((1, 2, 3, 4)):
        if a[1] == 3 and not (claimed and denied(ODD, a[0])):
            for b in permutations((a[2], a[3], 5)):
                faces = {(2, first[0]): a[0], **{(2, slot): face for slot, face in zip(second, b)}}
                worlds[tuple(sorted(faces.items()))] += 1
    return piles, worlds


@pytest.mark.parametrize("claimed", [False, True], ids=["open", "claimed"])
def test_a_gained_card_is_never_imagined_in_an_earlier_batch(claimed: bool) -> None:
    """Each batch contains the cards that went in."""
    piles, worlds = two_batches(claimed)
    assert len(worlds) == (2 if claimed else 3) * 6
    check_uniform(draws(piles, 1, own(1), len(worlds)), worlds)


def handed_over(shown: bool) -> tuple[Piles, Secrets, Counter[Faces]]:
    """Return piles after seat 2 handed a card to seat 3, which mixed it into its hand.

    Seat 1 has seen another card, or not.
    """
    piles = Piles.empty(3, True)
    piles.mix[2], piles.mix[3] = (1, 2, 3), (4, 5, 6)
    a, b = lay(piles, 2, 1, hand=2), lay(piles, 3, 1, hand=2)
    piles.hand[2] = a[1:2]
    taken = piles.hand_over(2, 3, a[0])
    piles.mix_hand(3, 2, bytes(96), (taken,))
    mixed = piles.hand[3]
    looker = own(1)
    if shown:
        looker.foreign_openings[foreign_slot(3, b[0])] = (foreign_slot(3, b[0]), 5, b"")  # before it was mixed
    worlds: Counter[Faces] = Counter()
    for x in permutations((1, 2, 3)):
        for y in permutations((4, 5, 6)):
            for z in permutations((y[0], y[1], x[0])):
                if not shown or y[0] == 5:
                    places = {(2, a[1]): x[1], (2, a[2]): x[2], (3, b[2]): y[2]}
                    faces = {**places, **{(3, slot): face for slot, face in zip(mixed, z)}}
                    worlds[tuple(sorted(faces.items()))] += 1
    return piles, looker, worlds


@pytest.mark.parametrize("shown", [False, True], ids=["unseen", "seen"])
def test_closed_cards_may_outnumber_slots(shown: bool) -> None:
    piles, looker, worlds = handed_over(shown)
    assert len(piles.closed[3]) > len(piles.closed_slots(3))
    check_uniform(draws(piles, 1, looker, len(worlds)), worlds)


def test_the_receiver_knows_the_card_that_it_was_handed() -> None:
    """The receiver knows its own faces, including the received card, and imagines the rest of the giver's hand."""
    piles, _, _ = handed_over(False)
    receiver = own(3)
    receiver.faces.update(zip((*piles.hand[3], *piles.unknown[3]), (2, 4, 5, 6)))
    receiver.foreign_openings[foreign_slot(2, SLOTS_PER_STEP)] = (foreign_slot(2, SLOTS_PER_STEP), 2, b"")
    worlds = Counter(
        tuple(sorted({**{(3, s): f for s, f in receiver.faces.items()}, **dict(zip(left, pair))}.items()))
        for left in [[(2, slot) for slot in piles.closed_slots(2)]]
        for pair in permutations((1, 3))
    )
    check_uniform(draws(piles, 3, receiver, len(worlds)), worlds)


def test_worlds_that_ignore_batch_contents_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worlds are dealt only from the closed cards, to show that the test can fail."""
    monkeypatch.setattr(Knowledge, "possible_copies", lambda self, place: frozenset(self.piles.closed[place[0]]))
    with pytest.raises(AssertionError, match="impossible"):
        test_a_gained_card_is_never_imagined_in_an_earlier_batch(False)


# Every game -----------------------------------------------------------------------------------------------------------


def positions(name: str, sealed: bool) -> Iterator[tuple[LocalMatch[Any], int, Secrets]]:
    """Yield (match, seat, the seat's secrets) at some steps of a match."""
    game = CARDS[name]
    seats = game.seat_counts[-1]
    table: Any = LocalMatch(game, players(game, seats, "imagine"), "imagine", sealed=sealed)
    every = max(1, length(name, seats) // STEPS)
    while not table.state.over:
        table.step()
        if table.state.t % every == 0 and not table.state.over:
            seat = 1 + table.state.t // every % seats
            yield table, seat, table.secrets[seat]


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "null"])
@pytest.mark.parametrize("name", CARDS)
def test_the_real_world_is_among_the_imaginable_worlds(name: str, sealed: bool) -> None:
    game = CARDS[name]
    unknown = 0
    for table, seat, secrets in positions(name, sealed):
        game.learn(table.state, seat, secrets)
        cards, state = game.cards, table.state
        live = [(who, slot) for who in cards.seats(state) for slot in cards.closed_slots(state, who)]
        lying = {copy for who in cards.seats(state) for copy in cards.open_copies(state, who)}
        for (who, slot), may in (
            Knowledge(state.piles, secrets, cards.contradiction_test(state)).possible_faces(live, lying).items()
        ):
            assert table.secrets[who].faces[slot] in may, f"step {state.t}: seat {seat} rules out what is"
            unknown += len(may) > 1
    assert unknown > 20


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "null"])
@pytest.mark.parametrize("name", CARDS)
def test_an_imagined_world_looks_like_the_real_world_and_is_playable(name: str, sealed: bool) -> None:
    game = CARDS[name]
    for number, (table, seat, secrets) in enumerate(positions(name, sealed)):
        before, known = table.state.digest(), dict(secrets.faces)
        world = game.sample_world(table.state, seat, secrets, Dice(H("tether.bot", ["world", number])))
        assert table.state.digest() == before and secrets.faces == known, "imagining has changed something"
        for words in (game.describe, game.progress, game.standing):
            assert words(world.state) == words(table.state)
        assert {s: a.kind for s, a in game.pending_asks(world.state).items()} == {
            s: a.kind for s, a in game.pending_asks(table.state).items()
        }
        for slot in game.cards.closed_slots(table.state, seat):
            assert world.secrets[seat].faces[slot] == secrets.faces[slot]
        books, state = conserved(game, world.state), world.state
        bots = players(game, table.seats, f"world {number}", "random")
        for _ in range(40 if number % 3 else 10**6):
            if state.over:
                break
            decisions = {}
            for who in game.pending_asks(state):
                own_ = world.secrets[who]
                decision = game.automatic_decision(state, who, own_)
                decisions[who] = bots[who].decide(game, state, who, own_) if decision is None else decision
            happened = game.step(state, decisions, H("tether.beacon", ["world", state.t]))
            books.after(state, happened, world.secrets)


class Compared(Twins):
    """Twin matches in which every seat except the hider must decide and imagine the same."""

    compared = 0

    def decide(self) -> tuple[dict[int, Any], dict[int, Any]] | None:
        for seat in self.game.pending_asks(self.table.state):
            if seat != self.hider:
                self.compare(seat)
        return super().decide()

    def compare(self, seat: int) -> None:
        game, secrets = self.game, self.table.secrets[seat]
        for make in BOTS.values():
            if game.automatic_decision(self.table.state, seat, secrets) is None:
                here = make("twins", seat).decide(game, self.table.state, seat, copy.deepcopy(secrets))
                there = make("twins", seat).decide(game, self.state, seat, copy.deepcopy(secrets))
                assert here == there, f"{make} decides otherwise where seat {self.hider} hides something else"
                self.compared += 1
        dice = (Dice(H("tether.bot", ["compared", self.table.state.t])) for _ in range(2))
        worlds = [game.sample_world(s, seat, secrets, d) for s, d in zip((self.table.state, self.state), dice)]
        assert worlds[0].state.lower() == worlds[1].state.lower(), "a world tells of what is hidden"
        assert [w.secrets[self.hider].faces for w in worlds[:1]] == [w.secrets[self.hider].faces for w in worlds[1:]]


@pytest.mark.parametrize("name", CARDS)
def test_hidden_cards_of_other_seats_do_not_change_a_bots_decision(name: str) -> None:
    game = CARDS[name]
    seats = next(count for count in game.seat_counts if count > 1)
    steps = min(60, length(name, seats))
    compared = 0
    for at in range(2, steps, max(1, steps // (10 if LONG or steps < 60 else 5))):
        twins = Compared(game, seats, f"bots {at}", sealed=True)
        if twins.play_to(at):
            twins.fork(OtherKey(twins.table.secrets[twins.hider], at))
            compared += twins.compared
    assert compared > 10
