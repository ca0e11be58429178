"""Piles of a seat in slots (PROTOCOL 6-8): openings, twins, batches, duties and claims."""

from __future__ import annotations

import pytest

from core.engine.codec import H
from core.engine.game import IllegalDecision
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import HASH, Secrets
from tests.support.core.pile_owner import MATCH, ODD, Owner, denied, nothing_denied, refused

# An opening -----------------------------------------------------------------------------------------------------------


def test_an_honest_opening_of_a_slot_is_accepted():
    """The opening is [slot, copy, salt]; the copy leaves the closed cards."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    copy = o.own.faces[slot]
    assert o.open(slot) == copy
    assert copy not in o.piles.closed[1] and o.piles.hand[1] == ()


def test_an_opening_with_a_wrong_salt_is_refused():
    """Only the salt opens the commitment; without it the commitment reveals nothing."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    right = o.opening(slot)
    for salt in (bytes(16), right[2] + b"\0", b""):
        refused("slot", o.check, (slot, right[1], salt))


def test_opening_a_slot_as_another_card_of_the_seat_is_refused():
    """The seat has the other card closed in another slot."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    _, copy, salt = o.opening(slot)
    for other in without((3, 5, 8), copy):
        refused("slot", o.check, (slot, other, salt))


def test_the_opening_of_another_slot_is_refused():
    """The slot is not in the hand, or the salt is that of another slot of the batch."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    (in_pile, *_) = o.piles.unknown[1]
    refused("slot", o.check, o.opening(in_pile))
    _, copy, salt = o.opening(in_pile)
    refused("slot", o.check, (slot, copy, salt))
    refused("slot", o.check, (10**9, copy, salt))
    refused("slot", o.check, (-1, copy, salt))


def test_opening_the_same_slot_twice_is_refused():
    """Two cards are opened with the same slot."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    refused("slot", o.check, o.opening(slot), o.opening(slot))
    o = Owner(3, 5, 8, sealed=False)
    (slot,) = o.draw()
    refused("slot", o.check, (slot, 3, b""), (slot, 5, b""))


def test_the_opening_of_a_card_of_another_owner_is_refused():
    """The seat has committed a card that is not its own."""
    o = Owner()
    o.gain(3, 5)
    o.announce([3, 99])
    for slot in o.draw(2):
        copy = o.own.faces[slot]
        if copy == 99:
            refused("slot", o.check, o.opening(slot))
        else:
            o.check(o.opening(slot))


def test_another_seats_opening_of_the_same_slot_is_refused():
    """The commitment names the seat, so the same slot number of another seat does not fit."""
    o = Owner(3, 5)
    other = Secrets(MATCH, 2, H("tether.state", ["other"]))
    other.draft_batch(1, [3, 5])
    (slot,) = o.draw()
    refused("slot", o.check, (slot, o.own.faces[slot], other.salt(slot)))


# Twins ----------------------------------------------------------------------------------------------------------------


def twins() -> Owner:
    """Return an owner that has committed card 8 twice and card 3 not at all, and has drawn all cards."""
    o = Owner()
    o.gain(3, 5, 8)
    o.announce([8, 5, 8])
    o.draw(3)
    return o


def test_a_twin_is_refused_at_its_second_opening():
    """The first opening of a twin is accepted; the second is the evidence."""
    o = twins()
    first, second = (slot for slot in o.piles.hand[1] if o.own.faces[slot] == 8)
    refused("slot", o.check, o.opening(first), o.opening(second))
    assert o.open(first) == 8
    refused("slot", o.check, o.opening(second))


def test_a_twin_is_refused_after_its_card_is_open():
    """The card is open in the discard pile or in the hand."""
    o = twins()
    first, second = (slot for slot in o.piles.hand[1] if o.own.faces[slot] == 8)
    o.piles.shown[1] += (o.open(first),)
    refused("slot", o.check, o.opening(second))


def test_a_card_gained_again_can_be_opened_again():
    """The same copy has returned to the pile legally."""
    o = Owner(3)
    for _ in range(3):
        (slot,) = o.draw()
        o.piles.discard[1] += (o.open(slot),)
        assert o.piles.discard[1] == (3,)
    o.finish()


# Batches --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [b"", bytes(HASH), bytes(3 * HASH + 1), bytes(4 * HASH), None, "x" * 96, [b"x"] * 3])
def test_a_batch_has_a_commitment_for_each_slot(wrong):
    """A batch without exactly one commitment, as bytes, for each slot is refused."""
    o = Owner()
    o.gain(3, 5, 8)
    refused("duty", o.piles.check_batch, 1, wrong, o.piles.batch_size(1))


def test_a_batch_under_the_null_scheme_is_empty():
    """Search and simulation owe no commitments."""
    o = Owner(3, 5, sealed=False)
    refused("duty", o.piles.check_batch, 1, bytes(HASH), 1)
    o.piles.check_batch(1, b"", 1)
    o.draw()
    o.throw_hand()
    assert o.piles.dead[1] == () and o.piles.batches[1] == () and o.piles.opened[1] == ()


def test_a_superseded_false_batch_is_refused_at_the_audit():
    """The cards that came out are not those that went in.

    The batch was superseded before a twin met its card.
    """
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce([3, 5, 8, 8])
    o.gain(21)
    o.announce([3, 5, 8, 13, 21])
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    o.piles.check_audit(MATCH, 1, owed, denied)
    refused("audit", o.piles.accept_audit, 1, owed)


def test_a_false_batch_is_found_when_its_last_slot_opens():
    """A batch with a closed slot is kept, and judged at the next audit."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce([3, 5, 8, 8])
    o.draw(1)
    o.throw_hand()
    o.audit()
    assert o.piles.dead[1] == () and [b.added for b in o.piles.batches[1]] == [(3, 5, 8, 13)]
    with pytest.raises(IllegalDecision):
        o.finish()


def test_a_gained_card_that_was_never_committed_is_refused():
    """The card is missed at the end: it was never committed or drawn, and a better card was committed twice instead."""
    o = Owner()
    o.gain(3, 5, 8)
    o.announce([8, 5, 8])
    refused("slot", o.finish)


def test_a_false_mix_of_the_hand_is_found():
    """The mix put a card on top that the hand did not contain (6.6)."""
    o = Owner(3, 5, 8, 13)
    o.draw(2)
    o.piles.shown[1] += (o.open(o.piles.hand[1][0]),)
    held = [o.own.faces[o.piles.hand[1][0]], *o.piles.shown[1]]
    better = next(copy for copy in (3, 5, 8, 13) if copy not in held)
    o.t += 1
    o.piles.return_hand(1, o.t, o.own.draft_batch(o.t, [better, held[0]]))
    with pytest.raises(IllegalDecision):
        o.finish()


def test_the_audit_names_the_step_and_cards_of_a_false_batch():
    o = Owner(3, 5)
    o.gain(8)
    o.announce([3, 5, 5])
    o.gain(13)
    o.announce([3, 5, 8, 13])
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    with pytest.raises(IllegalDecision, match=r"step 2 hold \[3, 5, 5\], \[3, 5, 8\] went in"):
        o.piles.accept_audit(1, owed)


def test_settled_batches_of_a_pile_are_forgotten():
    """Only what a later audit needs is kept."""
    o = Owner(3, 5, 8)
    o.draw(2)
    o.throw_hand()
    o.audit()
    (kept,) = o.piles.batches[1]
    assert kept.dead == () and kept.added == (3, 5, 8) and len(o.piles.opened[1]) == 2
    o.draw(1)
    o.throw_hand()
    o.audit()
    assert o.piles.batches[1] == () and o.piles.opened[1] == () and o.piles.closed[1] == ()


# Owed openings --------------------------------------------------------------------------------------------------------


def test_an_audit_with_missing_or_misordered_openings_is_refused():
    """An audit needs all superseded slots, each once, in their order."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce()
    right = tuple(o.opening(slot) for slot in o.piles.dead[1])
    assert len(right) == 3
    for wrong in (right[1:], right[:-1], (), right[::-1], (*right, right[0]), (right[0], right[0], right[2])):
        refused("duty", o.piles.check_audit, MATCH, 1, wrong, denied)
    o.piles.check_audit(MATCH, 1, right, denied)


def test_a_wrong_opening_of_a_superseded_slot_is_refused():
    """The opening does not fit the slot's commitment."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce()
    first, *rest = (o.opening(slot) for slot in o.piles.dead[1])
    for wrong in ((first[0], rest[0][1], first[2]), (first[0], first[1], bytes(16)), (first[0], 13, rest[0][2])):
        refused("slot", o.piles.check_audit, MATCH, 1, (wrong, *rest), denied)


# Denied claims --------------------------------------------------------------------------------------------------------


def test_a_false_denial_is_refused_when_the_slot_opens():
    """The owner has denied that the card is odd, and it is odd."""
    o = Owner(4, 5)
    for slot in o.draw(2):
        o.piles.record_claim(1, [slot], ODD)
    lie, truth = sorted(o.piles.hand[1], key=lambda slot: -(o.own.faces[slot] % 2))
    assert o.open(truth) == 4
    refused("claim", o.check, o.opening(lie))


def test_a_false_denial_is_refused_at_the_audit():
    """The slot was mixed away before it opened."""
    o = Owner(5, 7, 8)
    o.draw(2)
    o.piles.record_claim(1, o.piles.hand[1], ODD)
    o.lay_hand(o.own.faces[o.piles.hand[1][0]])
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    refused("claim", o.piles.check_audit, MATCH, 1, owed, denied)
    o.piles.check_audit(MATCH, 1, owed, nothing_denied)


def test_opening_a_slot_clears_its_denials():
    """A truthful denial is forgotten once the slot is open; other slots keep theirs."""
    o = Owner(4, 6)
    o.draw(2)
    a, b = o.piles.hand[1]
    o.piles.record_claim(1, (a, b), ODD)
    o.open(a)
    assert o.piles.denied[1] == ((b, ODD),)
