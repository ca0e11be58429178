"""Piles of a seat in slots (PROTOCOL 6-8, 14.7): positions, open cards, and invariants."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.chance.beacon import Chance, Stream
from core.engine.chance.exact import ScriptedChance, exact_distribution
from core.engine.game import IllegalDecision
from core.engine.hidden.piles import BLOCKED, EMPTY, Piles
from core.engine.hidden.secrets import SLOTS_PER_STEP
from tests.support.core.pile_owner import MATCH, Owner, denied, refused

# Where slots lie ------------------------------------------------------------------------------------------------------


def test_draws_take_the_top_then_the_rest_then_the_bottom():
    o = Owner(*range(1, 7))
    a, b, *_ = o.piles.unknown[1]
    o.piles.unknown[1] = o.piles.unknown[1][2:]
    o.piles.put_back(1, (a,), (b,))
    drawn = o.draw(6)
    assert drawn[0] == a and drawn[-1] == b


def test_the_bottom_joins_the_top_when_the_middle_is_empty():
    """The bottom is known in order and drawn next."""
    o = Owner(1, 2, 3)
    o.look(2)
    first, second = o.piles.top[1]
    o.piles.top[1] = ()
    o.piles.put_back(1, (second,), (first,))
    assert o.piles.bottom[1] == (first,)
    assert o.draw(2)[0] == second
    assert o.piles.top[1] == (first,) and o.piles.bottom[1] == ()


def test_a_gained_card_blocks_the_draw_until_it_is_committed():
    """A gained card blocks the draw after the known top until its batch is committed."""
    o = Owner(1, 2)
    o.look(1)
    o.gain(3)
    chance = Chance(bytes(32))
    assert o.piles.size(1) == 3
    assert o.piles.next_slot(1, chance, 0) > 0
    assert o.piles.next_slot(1, chance, 1) == BLOCKED
    assert o.piles.batch_size(1) == 2


def test_gaining_with_an_empty_pile_shuffles_in_the_discard_pile():
    """Gaining with an empty pile first makes the discard pile the new pile (12.3)."""
    o = Owner(1, 2)
    o.draw(2)
    o.throw_hand()
    o.gain(3)
    assert o.piles.mix[1] == (1, 2, 3) and o.piles.discard[1] == ()


def test_a_draw_and_a_look_have_no_effect_without_any_card():
    """A draw costs nothing, and a look finds nothing."""
    o = Owner()
    assert o.draw(2) == []
    o.look(2)
    assert o.piles.top[1] == () and o.t == 0


def test_a_look_puts_the_discard_pile_under_the_remaining_cards():
    """A look with too few cards keeps the remaining ones first, in order."""
    o = Owner(1, 2, 3)
    o.draw(2)
    o.throw_hand()
    (left,) = o.piles.unknown[1]
    o.look(2)
    assert o.piles.top[1][0] == left and len(o.piles.top[1]) == 2 and len(o.piles.unknown[1]) == 1


def test_committing_the_hand_closes_open_cards():
    """Committing the hand closes open cards.

    The first fresh slot is on top and the others are the hand; the old slots are owed.
    """
    o = Owner(1, 2, 3)
    o.draw(2)
    o.piles.shown[1] += (o.open(o.piles.hand[1][0]),)
    held = sorted([o.own.faces[o.piles.hand[1][0]], *o.piles.shown[1]])
    old = o.piles.hand[1]
    o.lay_hand(held[1])
    assert [o.own.faces[slot] for slot in o.piles.top[1]] == [held[1]]
    assert [o.own.faces[slot] for slot in o.piles.hand[1]] == [held[0]]
    assert o.piles.shown[1] == () and set(old) <= set(o.piles.dead[1])
    o.finish()


def test_hidden_faces_do_not_change_public_data():
    """Another hand key changes the faces and commitments, but no other public bytes (invariant 8)."""
    a, b = Owner(sealed=False), Owner(sealed=False)
    for o, laid in ((a, [1, 2, 3, 4]), (b, [4, 2, 1, 3])):
        o.gain(1, 2, 3, 4)
        o.announce(laid)
        o.draw(2)
        o.look(1)
    assert a.piles.lower() == b.piles.lower()
    assert [a.own.faces[s] for s in a.piles.hand[1]] != [b.own.faces[s] for s in b.piles.hand[1]]


# Cards in the open (14.7) ---------------------------------------------------------------------------------------------


def lost(*, hand: int, pile: int, aside: int = 0, mix: Iterable[int] = (), sealed: bool = True) -> Owner:
    """Return a seat with closed cards in hand, in the pile and in transit, and some to be shuffled in."""
    o = Owner(*range(1, hand + pile + aside + 1), sealed=sealed)
    o.draw(hand + aside)
    o.aside = o.piles.hand[1][hand:]
    o.piles.hand[1] = o.piles.hand[1][:hand]
    o.gain(*mix)
    return o


def test_14_7_a_lost_seat_has_only_open_cards():
    """A lost seat has its hand open, in the same size, and no closed card.

    The rest, with the cards to be shuffled in, is its pile.
    """
    o = lost(hand=3, pile=4, aside=1, mix=[20, 21])
    piles, (away,) = o.piles, o.aside
    piles.shown[1] = (30,)
    faces = piles.redeal(1, Stream(bytes(32), ["redeal", 1]), o.aside)
    assert piles.shown[1][0] == 30 and len(piles.shown[1]) == 4
    assert tuple(faces.values()) == (*piles.shown[1][1:], faces[away])
    assert len(piles.mix[1]) == 6 and {20, 21} < set(piles.mix[1]) and list(piles.mix[1]) == sorted(piles.mix[1])
    assert sorted([*piles.shown[1][1:], *piles.mix[1], faces[away]]) == [*range(1, 9), 20, 21]
    assert not piles.closed_slots(1) and not piles.closed[1]


def test_14_7_all_slots_of_a_lost_seat_are_superseded():
    """Each slot in hand, pile and transit, and in the top and bottom of a look, is superseded once."""
    o = lost(hand=2, pile=5, aside=1)
    o.look(2)
    piles = o.piles
    first, piles.top[1] = piles.top[1][:1], piles.top[1][1:]
    piles.put_back(1, (), first)
    slots = {*piles.closed_slots(1), *o.aside}
    piles.redeal(1, Stream(bytes(32), ["redeal", 1]), o.aside)
    assert len(slots) == 8 and sorted(piles.dead[1]) == sorted(slots)
    o.finish()


def test_14_7_the_redeal_of_a_lost_seat_is_uniform():
    """The new deal is uniform: any closed card is equally likely in any place.

    Known tops, bottoms and the order of the hand are forgotten.
    """

    def run(picks: ScriptedChance) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
        o = lost(hand=2, pile=2, aside=1, sealed=False)
        o.look(1)
        o.gain(9)
        faces = o.piles.redeal(1, picks, o.aside)  # type: ignore[arg-type]
        return o.piles.shown[1], faces[o.aside[0]], o.piles.mix[1]

    found = exact_distribution(run)
    assert len(found) == 5 * 4 * 3 and set(found.values()) == {Fraction(1, 60)}


def test_14_7_a_lost_seat_draws_uniformly_from_its_open_pile():
    """A lost seat draws its cards in any order, then the shuffled discard pile, then no cards."""

    def run(picks: ScriptedChance) -> tuple[int, ...]:
        piles = Piles.empty(1, False)
        piles.mix[1], piles.discard[1] = (1, 2, 3), (4, 5)
        return tuple(piles.next_open_copy(1, picks, 0) for _ in range(6))  # type: ignore[arg-type]

    found = exact_distribution(run)
    assert len(found) == 12 and set(found.values()) == {Fraction(1, 12)}
    assert all(sorted(order[:3]) == [1, 2, 3] and order[5] == EMPTY for order in found)


def test_14_8_a_returning_seat_closes_its_pile_again():
    """A returning seat closes its pile again in fresh slots; its open hand stays open."""
    o = lost(hand=2, pile=4)
    o.lose()
    shown, mix = o.piles.shown[1], o.piles.mix[1]
    assert o.piles.next_slot(1, Chance(bytes(32)), 1) == BLOCKED
    o.announce()
    assert o.piles.closed[1] == mix and len(o.piles.unknown[1]) == 4 and not o.piles.mix[1]
    assert o.piles.shown[1] == shown
    o.draw(2)
    o.finish()


def test_14_8_batches_from_before_a_loss_are_audited_on_return():
    """The audit of the superseded slots finds a twin committed before the loss."""
    o = Owner()
    o.gain(1, 2, 3)
    o.announce([1, 1, 3])
    o.lose()
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    o.piles.check_audit(MATCH, 1, owed, denied)
    refused("audit", o.piles.accept_audit, 1, owed)


# Properties -----------------------------------------------------------------------------------------------------------

MOVES = st.lists(
    st.sampled_from(
        ["draw", "draw 3", "look 2", "top", "bottom", "gain", "throw", "show", "lay", "audit", "lose", "draw openly"]
    ),
    max_size=30,
)


def do(o: Owner, move: str, fresh: Iterable[int]) -> None:
    """Make one honest move."""
    piles = o.piles
    if move == "draw openly":
        o.draw_openly()
    elif move == "lose":
        o.lose()
    elif move.startswith("draw"):
        o.draw(3 if move[-1] == "3" else 1)
    elif move.startswith("look"):
        o.look(2)
    elif move in ("top", "bottom") and piles.top[1]:
        first, piles.top[1] = piles.top[1][:1], piles.top[1][1:]
        piles.put_back(1, *((first, ()) if move == "top" else ((), first)))
    elif move == "gain":
        o.gain(next(iter(fresh)))
    elif move == "throw":
        o.throw_hand()
    elif move == "show" and piles.hand[1]:
        piles.shown[1] += (o.open(piles.hand[1][-1]),)
    elif move == "lay" and piles.hand_size(1):
        held = [o.own.faces[slot] for slot in piles.hand[1]] + list(piles.shown[1])
        o.lay_hand(held[0])
    elif move == "audit":
        o.audit()


@given(MOVES)
@settings(max_examples=60, deadline=None)
def test_every_honest_sequence_of_moves_conserves_the_cards(moves):
    """Every honest course conserves sizes and passes its audits.

    Every copy is in one place, and closed(s) equals the owner's actual closed cards.
    """
    o = Owner(1, 2, 3, 4)
    fresh, owned = iter(range(5, 99)), 4
    seen: set[int] = set(o.piles.closed_slots(1))
    for move in moves:
        before = set(o.piles.closed_slots(1))
        do(o, move, fresh)
        owned += move == "gain"
        piles = o.piles
        live = piles.closed_slots(1)
        lies = [*(o.own.faces[slot] for slot in live), *piles.shown[1], *piles.mix[1], *piles.discard[1]]
        assert sorted(lies) == list(range(1, owned + 1))
        assert piles.size(1) + piles.hand_size(1) + len(piles.discard[1]) == owned
        assert sorted(o.own.faces[slot] for slot in live) == list(piles.closed[1])
        assert len(set(live)) == len(live) and not set(live) & set(piles.dead[1])
        assert list(piles.unknown[1]) == sorted(piles.unknown[1])
        assert not (piles.bottom[1] and not piles.unknown[1] and not piles.mix[1])
        new = set(live) - before
        assert not new & seen, "a slot id is never used twice"
        seen |= new
        assert all(slot // SLOTS_PER_STEP <= o.t for slot in live)
    o.finish()


@given(MOVES, st.integers(0, 50))
@settings(max_examples=60, deadline=None)
def test_every_false_batch_is_found(moves, when):
    """A batch with a twin is refused at an opening or an audit, at the latest at the end.

    This holds for any moves around it.
    """
    o = Owner(1, 2, 3, 4)
    fresh = iter(range(5, 99))
    for move in moves[:when]:
        do(o, move, fresh)
    o.gain(next(fresh))
    due = o.due()
    if len(due) < 2:
        return
    o.announce([*due[:-1], due[0]])
    with pytest.raises(IllegalDecision) as found:
        for move in moves[when:]:
            if move not in ("gain", "lay"):
                do(o, move, fresh)
        o.finish()
    assert found.value.kind in ("slot", "audit")
