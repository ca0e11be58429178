"""Own piles in slots (PROTOCOL 6-8): what an honest owner does, what is refused, and how the draws are spread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.beacon import Chance, Stream
from core.kernel.codec import H
from core.kernel.game import IllegalDecision
from core.kernel.piles import BLOCKED, EMPTY, Piles, without
from core.kernel.secrets import HASH, SLOTS_PER_STEP, Opening, Secrets
from core.kernel.ways import Picks, every_way

MATCH = H("tether.match", ["test", "piles"])
ODD = 1
"""The claim of these tests: a slot holds a card with an odd number."""


def denied(claim: int, copy: int) -> bool:
    return claim == ODD and copy % 2 == 1


def nothing_denied(claim: int, copy: int) -> bool:
    return False


class Owner:
    """Seat 1 and its piles; `lays` is the order in which it lays what it has to lay, by default as its client does."""

    def __init__(self, *pile: int, sealed: bool = True) -> None:
        self.piles = Piles.empty(2, sealed)
        self.own = Secrets(MATCH, 1, H("tether.state", ["owner"]), sealed)
        self.aside: tuple[int, ...] = ()
        self.t = 0
        self.draws = 0
        self.gain(*pile)
        if pile:
            self.announce()

    def gain(self, *copies: int) -> None:
        for copy in copies:
            self.piles.gain(1, copy)

    def due(self) -> list[int]:
        """What the next batch has to hold."""
        return sorted([*(self.own.faces[slot] for slot in self.piles.bag[1]), *self.piles.mix[1]])

    def announce(self, laid: Iterable[int] | None = None) -> None:
        """Lays bag and mix into fresh slots, honestly or as told."""
        self.t += 1
        copies = self.own.order(self.t, 0, self.due()) if laid is None else list(laid)
        batch = self.own.lay(self.t, copies)
        self.piles.check_batch(1, batch, self.piles.batch_size(1))
        self.piles.announce(1, self.t, batch)

    def draw(self, count: int = 1) -> list[int]:
        """Draws into the hand, laying what is due; the slots drawn."""
        found = []
        chance = Chance(H("tether.beacon", [self.t, self.draws]))
        while len(found) < count:
            self.draws += 1
            slot = self.piles.next_slot(1, chance, self.draws)
            if slot == BLOCKED:
                self.announce()
                chance = Chance(H("tether.beacon", [self.t, self.draws]))
            elif slot == EMPTY:
                break
            else:
                self.piles.hand[1] += (slot,)
                found.append(slot)
        return found

    def look(self, count: int) -> None:
        """Fills the top."""

        def number() -> int:
            self.draws += 1
            return self.draws

        while self.piles.look(1, count, Chance(H("tether.beacon", [self.t, self.draws, "look"])), number):
            self.announce()

    def opening(self, slot: int) -> Opening:
        return self.own.open(slot)

    def check(self, *openings: Opening, where: tuple[int, ...] | None = None) -> None:
        """As the rules check cards named from the hand."""
        self.piles.check_held(MATCH, 1, openings, self.piles.hand[1] if where is None else where, denied)

    def open(self, slot: int) -> int:
        """The card of a slot of the hand, shown to all."""
        opening = self.opening(slot)
        self.check(opening)
        return self.piles.open(1, opening)

    def lay_hand(self, first: int) -> None:
        """The whole hand into fresh slots, `first` on top."""
        self.t += 1
        piles = self.piles
        held = [self.own.faces[slot] for slot in piles.hand[1]] + list(piles.shown[1])
        laid = [first, *self.own.order(self.t, 1, sorted(without(tuple(held), first)))]
        piles.lay_hand(1, self.t, self.own.lay(self.t, laid))

    def lose(self) -> None:
        """Seat 1 is lost: its closed cards are dealt anew in the open."""
        if self.piles.closed[1]:
            self.piles.redeal(1, Stream(H("tether.beacon", [self.t, self.draws]), ["redeal", 1]))

    def draw_openly(self) -> None:
        """A card straight off the mix, if the seat has been lost and nothing has been laid since."""
        if not self.piles.closed[1]:
            self.draws += 1
            copy = self.piles.next_open(1, Chance(H("tether.beacon", [self.t, self.draws])), self.draws)
            self.piles.shown[1] += (copy,) if copy else ()

    def audit(self) -> None:
        """Opens all that is owed, if no known card forbids it; everything has to add up."""
        piles = self.piles
        if piles.hand[1] or piles.top[1] or piles.bottom[1]:
            return
        owed = tuple(self.opening(slot) for slot in piles.dead[1])
        piles.check_audit(MATCH, 1, owed, denied)
        piles.account(1, owed)
        piles.settle(1, owed)

    def finish(self) -> None:
        """The end of the match: everything is opened."""
        piles = self.piles
        live = piles.live(1)
        openings = tuple(self.opening(slot) for slot in live)
        owed = tuple(self.opening(slot) for slot in piles.dead[1])
        piles.check_held(MATCH, 1, openings, live, denied)
        piles.check_audit(MATCH, 1, owed, denied)
        assert piles.account(1, openings + owed) == ()

    def throw_hand(self) -> None:
        """The hand goes to the discard pile."""
        piles = self.piles
        for slot in piles.hand[1]:
            piles.discard[1] += (self.open(slot),)
        piles.discard[1] += piles.shown[1]
        piles.shown[1] = ()


def refused(kind: str, do: Callable[..., object], *args: object, **more: object) -> None:
    """What is done is refused, as evidence of this kind, and changes nothing."""
    with pytest.raises(IllegalDecision) as found:
        do(*args, **more)
    assert found.value.kind == kind


# An opening -----------------------------------------------------------------------------------------------------------


def test_an_honest_opening_passes():
    """[slot, copy, salt] fits; the copy leaves the closed cards."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    copy = o.own.faces[slot]
    assert o.open(slot) == copy
    assert copy not in o.piles.closed[1] and o.piles.hand[1] == ()


def test_a_wrong_salt_is_refused():
    """The commitment hides nothing from who has the salt, and shows nothing to who has not."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    right = o.opening(slot)
    for salt in (bytes(16), right[2] + b"\0", b""):
        refused("slot", o.check, (slot, right[1], salt))


def test_another_card_is_refused():
    """A card that the seat holds closed, but in another slot."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    _, copy, salt = o.opening(slot)
    for other in without((3, 5, 8), copy):
        refused("slot", o.check, (slot, other, salt))


def test_the_opening_of_another_slot_is_refused():
    """Its own opening, but the slot lies elsewhere; or the salt of another slot of the same batch."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    (in_pile, *_) = o.piles.bag[1]
    refused("slot", o.check, o.opening(in_pile))
    _, copy, salt = o.opening(in_pile)
    refused("slot", o.check, (slot, copy, salt))
    refused("slot", o.check, (10**9, copy, salt))
    refused("slot", o.check, (-1, copy, salt))


def test_the_same_slot_twice_is_refused():
    """Two cards named with one slot."""
    o = Owner(3, 5, 8)
    (slot,) = o.draw()
    refused("slot", o.check, o.opening(slot), o.opening(slot))
    o = Owner(3, 5, 8, sealed=False)
    (slot,) = o.draw()
    refused("slot", o.check, (slot, 3, b""), (slot, 5, b""))


def test_a_foreign_card_is_refused():
    """The owner has laid a card that is not its own: at the opening."""
    o = Owner()
    o.gain(3, 5)
    o.announce([3, 99])
    for slot in o.draw(2):
        copy = o.own.faces[slot]
        if copy == 99:
            refused("slot", o.check, o.opening(slot))
        else:
            o.check(o.opening(slot))


def test_a_copy_of_another_seat_does_not_fit():
    """The commitment names the seat: another's opening of the same slot number fits nothing."""
    o = Owner(3, 5)
    other = Secrets(MATCH, 2, H("tether.state", ["other"]))
    other.lay(1, [3, 5])
    (slot,) = o.draw()
    refused("slot", o.check, (slot, o.own.faces[slot], other.salt(slot)))


# Twins ----------------------------------------------------------------------------------------------------------------


def twins() -> Owner:
    """The owner has laid card 8 twice and card 3 not at all, and draws all."""
    o = Owner()
    o.gain(3, 5, 8)
    o.announce([8, 5, 8])
    o.draw(3)
    return o


def test_a_twin_is_refused_at_its_second_opening():
    """The first one passes: nobody knows yet. The second is the evidence."""
    o = twins()
    first, second = (slot for slot in o.piles.hand[1] if o.own.faces[slot] == 8)
    refused("slot", o.check, o.opening(first), o.opening(second))
    assert o.open(first) == 8
    refused("slot", o.check, o.opening(second))


def test_a_twin_is_refused_after_its_card_lies_openly():
    """In the discard pile, open in the hand: a copy is in one place."""
    o = twins()
    first, second = (slot for slot in o.piles.hand[1] if o.own.faces[slot] == 8)
    o.piles.shown[1] += (o.open(first),)
    refused("slot", o.check, o.opening(second))


def test_a_card_gained_again_can_be_opened_again():
    """The same copy, back in the pile by honest ways, is no twin."""
    o = Owner(3)
    for _ in range(3):
        (slot,) = o.draw()
        o.piles.discard[1] += (o.open(slot),)
        assert o.piles.discard[1] == (3,)
    o.finish()


# Batches --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [b"", bytes(HASH), bytes(3 * HASH + 1), bytes(4 * HASH), None, "x" * 96, [b"x"] * 3])
def test_a_batch_has_a_commitment_for_each_slot(wrong):
    """No more, no fewer, and bytes."""
    o = Owner()
    o.gain(3, 5, 8)
    refused("duty", o.piles.check_batch, 1, wrong, o.piles.batch_size(1))


def test_a_batch_under_the_null_scheme_is_empty():
    """Search and simulation have no commitments, and owe none."""
    o = Owner(3, 5, sealed=False)
    refused("duty", o.piles.check_batch, 1, bytes(HASH), 1)
    o.piles.check_batch(1, b"", 1)
    o.draw()
    o.throw_hand()
    assert o.piles.dead[1] == () and o.piles.batches[1] == () and o.piles.opened[1] == ()


def test_a_false_batch_is_found_by_the_account():
    """Superseded before a twin met its card: at the audit what came out is not what went in."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce([3, 5, 8, 8])
    o.gain(21)
    o.announce([3, 5, 8, 13, 21])
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    o.piles.check_audit(MATCH, 1, owed, denied)
    refused("audit", o.piles.account, 1, owed)


def test_a_false_batch_is_found_when_the_last_of_its_slots_opens():
    """While one of its slots is closed the batch cannot be judged; it is kept and judged at the next audit."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce([3, 5, 8, 8])
    o.draw(1)
    o.throw_hand()
    o.audit()
    assert o.piles.dead[1] == () and [b.added for b in o.piles.batches[1]] == [(3, 5, 8, 13)]
    with pytest.raises(IllegalDecision):
        o.finish()


def test_a_card_that_was_never_laid_is_missed():
    """A better card kept twice, the gained one left out, and never drawn: the end of the match finds it."""
    o = Owner()
    o.gain(3, 5, 8)
    o.announce([8, 5, 8])
    refused("slot", o.finish)


def test_a_false_mix_of_the_hand_is_found():
    """Laid on top was a card that the hand did not hold (6.6)."""
    o = Owner(3, 5, 8, 13)
    o.draw(2)
    o.piles.shown[1] += (o.open(o.piles.hand[1][0]),)
    held = [o.own.faces[o.piles.hand[1][0]], *o.piles.shown[1]]
    better = next(copy for copy in (3, 5, 8, 13) if copy not in held)
    o.t += 1
    o.piles.lay_hand(1, o.t, o.own.lay(o.t, [better, held[0]]))
    with pytest.raises(IllegalDecision):
        o.finish()


def test_the_account_names_the_step():
    """Where the rules refuse, and what went in."""
    o = Owner(3, 5)
    o.gain(8)
    o.announce([3, 5, 5])
    o.gain(13)
    o.announce([3, 5, 8, 13])
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    with pytest.raises(IllegalDecision, match=r"step 2 hold \[3, 5, 5\], \[3, 5, 8\] went in"):
        o.piles.account(1, owed)


def test_settled_batches_are_forgotten():
    """What has been judged leaves no trace; what waits keeps what a later audit needs."""
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


def test_a_withheld_opening_is_missed():
    """All superseded slots, each once, in their order."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce()
    right = tuple(o.opening(slot) for slot in o.piles.dead[1])
    assert len(right) == 3
    for wrong in (right[1:], right[:-1], (), right[::-1], (*right, right[0]), (right[0], right[0], right[2])):
        refused("duty", o.piles.check_audit, MATCH, 1, wrong, denied)
    o.piles.check_audit(MATCH, 1, right, denied)


def test_a_wrong_opening_of_a_superseded_slot_is_refused():
    """It fits its commitment like any other."""
    o = Owner(3, 5, 8)
    o.gain(13)
    o.announce()
    first, *rest = (o.opening(slot) for slot in o.piles.dead[1])
    for wrong in ((first[0], rest[0][1], first[2]), (first[0], first[1], bytes(16)), (first[0], 13, rest[0][2])):
        refused("slot", o.piles.check_audit, MATCH, 1, (wrong, *rest), denied)


# Denied claims --------------------------------------------------------------------------------------------------------


def test_a_denied_claim_is_a_lie_when_the_slot_opens():
    """Asked whether the slot is odd, the owner said no."""
    o = Owner(4, 5)
    for slot in o.draw(2):
        o.piles.deny(1, [slot], ODD)
    lie, truth = sorted(o.piles.hand[1], key=lambda slot: -(o.own.faces[slot] % 2))
    assert o.open(truth) == 4
    refused("claim", o.check, o.opening(lie))


def test_a_denied_claim_follows_the_slot_into_the_audit():
    """Mixed away before it opened, the slot is owed and the lie is found then."""
    o = Owner(5, 7, 8)
    o.draw(2)
    o.piles.deny(1, o.piles.hand[1], ODD)
    o.lay_hand(o.own.faces[o.piles.hand[1][0]])
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    refused("claim", o.piles.check_audit, MATCH, 1, owed, denied)
    o.piles.check_audit(MATCH, 1, owed, nothing_denied)


def test_an_opened_slot_forgets_what_was_denied():
    """A truthful denial leaves no trace once the slot is open; others keep theirs."""
    o = Owner(4, 6)
    o.draw(2)
    a, b = o.piles.hand[1]
    o.piles.deny(1, (a, b), ODD)
    o.open(a)
    assert o.piles.denied[1] == ((b, ODD),)


# Where slots lie ------------------------------------------------------------------------------------------------------


def test_top_rest_bottom():
    """The known top first, then the rest, then what lies underneath."""
    o = Owner(*range(1, 7))
    a, b, *_ = o.piles.bag[1]
    o.piles.bag[1] = o.piles.bag[1][2:]
    o.piles.put_back(1, (a,), (b,))
    drawn = o.draw(6)
    assert drawn[0] == a and drawn[-1] == b


def test_the_bottom_joins_the_top_when_nothing_lies_between():
    """It is known in order, and drawn next."""
    o = Owner(1, 2, 3)
    o.look(2)
    first, second = o.piles.top[1]
    o.piles.top[1] = ()
    o.piles.put_back(1, (second,), (first,))
    assert o.piles.bottom[1] == (first,)
    assert o.draw(2)[0] == second
    assert o.piles.top[1] == (first,) and o.piles.bottom[1] == ()


def test_a_gained_card_joins_the_rest_and_blocks_the_draw():
    """Known tops are drawn all the same; then the batch is due."""
    o = Owner(1, 2)
    o.look(1)
    o.gain(3)
    chance = Chance(bytes(32))
    assert o.piles.size(1) == 3
    assert o.piles.next_slot(1, chance, 0) > 0
    assert o.piles.next_slot(1, chance, 1) == BLOCKED
    assert o.piles.batch_size(1) == 2


def test_gaining_with_an_empty_pile_shuffles_the_discard_pile_in():
    """12.3: the discard pile becomes the new pile first."""
    o = Owner(1, 2)
    o.draw(2)
    o.throw_hand()
    o.gain(3)
    assert o.piles.mix[1] == (1, 2, 3) and o.piles.discard[1] == ()


def test_nothing_anywhere():
    """No card is drawn, no penalty; a look finds nothing."""
    o = Owner()
    assert o.draw(2) == []
    o.look(2)
    assert o.piles.top[1] == () and o.t == 0


def test_a_look_puts_the_discard_pile_under_what_is_left():
    """Too few: all that is left comes first, in order."""
    o = Owner(1, 2, 3)
    o.draw(2)
    o.throw_hand()
    (left,) = o.piles.bag[1]
    o.look(2)
    assert o.piles.top[1][0] == left and len(o.piles.top[1]) == 2 and len(o.piles.bag[1]) == 1


def test_laying_the_hand_closes_open_cards():
    """The first fresh slot lies on top, the others are the hand; the old slots are owed."""
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


def test_faces_change_nothing_public():
    """Another hand key, other faces: the same public bytes but for the commitments (invariant 8)."""
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
    """So many cards in hand, in the pile and on their way elsewhere, all closed, and some to be shuffled in."""
    o = Owner(*range(1, hand + pile + aside + 1), sealed=sealed)
    o.draw(hand + aside)
    o.aside = o.piles.hand[1][hand:]
    o.piles.hand[1] = o.piles.hand[1][:hand]
    o.gain(*mix)
    return o


def test_14_7_a_lost_seat_has_its_cards_in_the_open():
    """As many in hand as before, open; the rest and what was to be shuffled in is its pile; nothing is closed."""
    o = lost(hand=3, pile=4, aside=1, mix=[20, 21])
    piles, (away,) = o.piles, o.aside
    piles.shown[1] = (30,)
    faces = piles.redeal(1, Stream(bytes(32), ["redeal", 1]), o.aside)
    assert piles.shown[1][0] == 30 and len(piles.shown[1]) == 4
    assert tuple(faces.values()) == (*piles.shown[1][1:], faces[away])
    assert len(piles.mix[1]) == 6 and {20, 21} < set(piles.mix[1]) and list(piles.mix[1]) == sorted(piles.mix[1])
    assert sorted([*piles.shown[1][1:], *piles.mix[1], faces[away]]) == [*range(1, 9), 20, 21]
    assert not piles.live(1) and not piles.closed[1]


def test_14_7_the_slots_of_a_lost_seat_are_dead():
    """All of them, each once, in hand, pile and on their way; a look's top and bottom too."""
    o = lost(hand=2, pile=5, aside=1)
    o.look(2)
    piles = o.piles
    first, piles.top[1] = piles.top[1][:1], piles.top[1][1:]
    piles.put_back(1, (), first)
    slots = {*piles.live(1), *o.aside}
    piles.redeal(1, Stream(bytes(32), ["redeal", 1]), o.aside)
    assert len(slots) == 8 and sorted(piles.dead[1]) == sorted(slots)
    o.finish()


def test_14_7_dealing_anew_is_uniform():
    """Any closed card is as likely in any place, known tops, bottoms and the order of the hand forgotten."""

    def run(picks: Picks) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
        o = lost(hand=2, pile=2, aside=1, sealed=False)
        o.look(1)
        o.gain(9)
        faces = o.piles.redeal(1, picks, o.aside)  # type: ignore[arg-type]
        return o.piles.shown[1], faces[o.aside[0]], o.piles.mix[1]

    found = every_way(run)
    assert len(found) == 5 * 4 * 3 and set(found.values()) == {Fraction(1, 60)}


def test_14_7_a_lost_seat_draws_as_from_a_shuffled_pile():
    """Every order of its cards is as likely; then the discard pile, shuffled; then nothing."""

    def run(picks: Picks) -> tuple[int, ...]:
        piles = Piles.empty(1, False)
        piles.mix[1], piles.discard[1] = (1, 2, 3), (4, 5)
        return tuple(piles.next_open(1, picks, 0) for _ in range(6))  # type: ignore[arg-type]

    found = every_way(run)
    assert len(found) == 12 and set(found.values()) == {Fraction(1, 12)}
    assert all(sorted(order[:3]) == [1, 2, 3] and order[5] == EMPTY for order in found)


def test_14_8_the_next_announcement_closes_the_pile_again():
    """The seat is back: its pile is in fresh slots that it alone can read, its open hand stays open."""
    o = lost(hand=2, pile=4)
    o.lose()
    shown, mix = o.piles.shown[1], o.piles.mix[1]
    assert o.piles.next_slot(1, Chance(bytes(32)), 1) == BLOCKED
    o.announce()
    assert o.piles.closed[1] == mix and len(o.piles.bag[1]) == 4 and not o.piles.mix[1]
    assert o.piles.shown[1] == shown
    o.draw(2)
    o.finish()


def test_14_8_what_was_laid_before_is_audited_when_the_seat_is_back():
    """A twin laid before the seat was lost is found by the account of the slots that died then."""
    o = Owner()
    o.gain(1, 2, 3)
    o.announce([1, 1, 3])
    o.lose()
    owed = tuple(o.opening(slot) for slot in o.piles.dead[1])
    o.piles.check_audit(MATCH, 1, owed, denied)
    refused("audit", o.piles.account, 1, owed)


# Properties -----------------------------------------------------------------------------------------------------------

MOVES = st.lists(
    st.sampled_from(
        ["draw", "draw 3", "look 2", "top", "bottom", "gain", "throw", "show", "lay", "audit", "lose", "draw openly"]
    ),
    max_size=30,
)


def do(o: Owner, move: str, fresh: Iterable[int]) -> None:
    """One honest move."""
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
def test_every_honest_course_adds_up(moves):
    """Sizes are conserved, every copy is in one place, closed(s) is what the owner really holds, audits pass."""
    o = Owner(1, 2, 3, 4)
    fresh, owned = iter(range(5, 99)), 4
    seen: set[int] = set(o.piles.live(1))
    for move in moves:
        before = set(o.piles.live(1))
        do(o, move, fresh)
        owned += move == "gain"
        piles = o.piles
        live = piles.live(1)
        lies = [*(o.own.faces[slot] for slot in live), *piles.shown[1], *piles.mix[1], *piles.discard[1]]
        assert sorted(lies) == list(range(1, owned + 1))
        assert piles.size(1) + piles.hand_size(1) + len(piles.discard[1]) == owned
        assert sorted(o.own.faces[slot] for slot in live) == list(piles.closed[1])
        assert len(set(live)) == len(live) and not set(live) & set(piles.dead[1])
        assert list(piles.bag[1]) == sorted(piles.bag[1])
        assert not (piles.bottom[1] and not piles.bag[1] and not piles.mix[1])
        new = set(live) - before
        assert not new & seen, "a slot id is never used twice"
        seen |= new
        assert all(slot // SLOTS_PER_STEP <= o.t for slot in live)
    o.finish()


@given(MOVES, st.integers(0, 50))
@settings(max_examples=60, deadline=None)
def test_every_false_batch_is_found(moves, when):
    """Whatever is played around it: a batch with a twin is refused at an opening or an audit, the last at the end."""
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


# The distribution of draws (12.3, invariant 12) -----------------------------------------------------------------------

Script = list[tuple[str, tuple[int, ...]]]


class Physical:
    """A real pile: cards in an order, of which its player knows those on top and those underneath."""

    def __init__(self, picks: Picks, pile: int) -> None:
        self.picks = picks
        self.top: list[int] = []
        self.rest = picks.shuffle(range(1, pile + 1))
        self.bottom: list[int] = []
        self.discard: list[int] = []

    def settle(self) -> None:
        if not self.rest and self.bottom:
            self.top, self.bottom = self.top + self.bottom, []

    def draw(self) -> int:
        if not (self.top or self.rest or self.bottom):
            self.rest, self.discard = self.picks.shuffle(sorted(self.discard)), []
        for part in (self.top, self.rest, self.bottom):
            if part:
                card = part.pop(0)
                self.settle()
                return card
        return 0

    def gain(self, card: int) -> None:
        if not (self.top or self.rest or self.bottom):
            self.rest, self.discard = self.picks.shuffle(sorted(self.discard)), []
        self.rest.insert(self.picks.uniform(len(self.rest) + 1), card)

    def look(self, count: int) -> list[int]:
        while len(self.top) < count and (self.rest or self.discard):
            if not self.rest:
                self.rest, self.discard = self.picks.shuffle(sorted(self.discard)), []
            self.top.append(self.rest.pop(0))
            self.settle()
        return self.top[:count]

    def put(self, top: list[int], bottom: list[int]) -> None:
        self.top = top + self.top[len(top) + len(bottom) :]
        self.bottom += bottom
        self.settle()


class InSlots:
    """The same pile in slots; its owner lays cards in the most suspicious order, the beacon picks."""

    def __init__(self, picks: Picks, pile: int) -> None:
        self.picks = picks
        self.owner = Owner(sealed=False)
        self.owner.gain(*range(1, pile + 1))
        if pile:
            self.lay()

    def lay(self) -> None:
        self.owner.announce(sorted(self.owner.due(), reverse=True))

    @property
    def discard(self) -> list[int]:
        return list(self.owner.piles.discard[1])

    @discard.setter
    def discard(self, cards: list[int]) -> None:
        self.owner.piles.discard[1] = tuple(cards)

    def draw(self) -> int:
        while (slot := self.owner.piles.next_slot(1, self.picks, 0)) == BLOCKED:
            self.lay()
        return self.owner.piles.open(1, self.owner.opening(slot)) if slot else 0

    def gain(self, card: int) -> None:
        self.owner.gain(card)

    def look(self, count: int) -> list[int]:
        while self.owner.piles.look(1, count, self.picks, lambda: 0):
            self.lay()
        return [self.owner.own.faces[slot] for slot in self.owner.piles.top[1][:count]]

    def put(self, top: list[int], bottom: list[int]) -> None:
        piles = self.owner.piles
        n = len(top) + len(bottom)
        slots = {self.owner.own.faces[slot]: slot for slot in piles.top[1][:n]}
        piles.top[1] = piles.top[1][n:]
        piles.put_back(1, tuple(slots[card] for card in top), tuple(slots[card] for card in bottom))


def course(kind: type, pile: int, script: Script) -> Callable[[Picks], tuple[int, ...]]:
    """Plays the script and then draws the pile to its end: all that its player has seen."""

    def run(picks: Picks) -> tuple[int, ...]:
        p, seen = kind(picks, pile), []
        gained = 10
        for move, (n, m) in script:
            if move == "draw":
                seen += [p.draw() for _ in range(n)]
            elif move == "throw":
                drawn = [card for card in seen if card and card not in p.discard][-n:]
                p.discard = sorted({*p.discard, *drawn} - set(_in(p)))
            elif move == "gain":
                gained += 1
                p.gain(gained)
            else:
                looked = p.look(n)
                seen += looked
                p.put(looked[m:][::-1], looked[:m])
        p.discard = []
        while card := p.draw():
            seen.append(card)
        return tuple(seen)

    return run


def _in(pile: Physical | InSlots) -> list[int]:
    """The cards of the pile."""
    if isinstance(pile, Physical):
        return pile.top + pile.rest + pile.bottom
    piles, faces = pile.owner.piles, pile.owner.own.faces
    return [*(faces[slot] for slot in piles.live(1)), *piles.mix[1]]


SCRIPTS: dict[str, tuple[int, Script]] = {
    "a gained card may be anywhere": (5, [("gain", (1, 0))]),
    "two of them": (4, [("gain", (1, 0)), ("gain", (1, 0))]),
    "below a known top": (4, [("look", (2, 0)), ("gain", (1, 0)), ("draw", (3, 0))]),
    "above a known bottom": (4, [("look", (2, 2)), ("gain", (1, 0)), ("draw", (2, 0)), ("gain", (1, 0))]),
    "one on top, one underneath": (4, [("look", (2, 1)), ("gain", (1, 0)), ("draw", (2, 0)), ("look", (2, 1))]),
    "into an empty pile": (3, [("draw", (3, 0)), ("throw", (3, 0)), ("gain", (1, 0))]),
    "in the middle of a draw": (4, [("draw", (3, 0)), ("throw", (2, 0)), ("draw", (2, 0)), ("gain", (1, 0))]),
    "in the middle of a look": (3, [("draw", (2, 0)), ("throw", (2, 0)), ("look", (2, 1)), ("gain", (1, 0))]),
    "all of it known": (2, [("look", (2, 1)), ("gain", (1, 0)), ("draw", (1, 0)), ("gain", (1, 0))]),
    "underneath, twice": (5, [("look", (2, 2)), ("look", (2, 2))]),
    "known cards laid under a gained one": (2, [("look", (2, 0)), ("gain", (1, 0)), ("look", (2, 2))]),
    "six cards": (6, [("look", (3, 1)), ("draw", (1, 0))]),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_draws_have_the_distribution_of_a_real_pile(name):
    """Every order of everything seen has exactly the chance that it has with cards on a table."""
    pile, script = SCRIPTS[name]
    real = every_way(course(Physical, pile, script))
    assert sum(real.values()) == 1
    assert every_way(course(InSlots, pile, script)) == real


@given(
    st.integers(0, 3),
    st.lists(
        st.one_of(
            st.tuples(st.just("draw"), st.tuples(st.integers(1, 2), st.just(0))),
            st.tuples(st.just("look"), st.tuples(st.just(2), st.integers(0, 2))),
            st.tuples(st.just("throw"), st.tuples(st.integers(1, 2), st.just(0))),
            st.tuples(st.just("gain"), st.tuples(st.just(1), st.just(0))),
        ),
        max_size=5,
    ),
)
@settings(max_examples=40, deadline=None)
def test_any_course_has_the_distribution_of_a_real_pile(pile, script):
    """The same for whatever may happen to a small pile."""
    if sum(move == "gain" for move, _ in script) > 2:
        return
    assert every_way(course(InSlots, pile, script)) == every_way(course(Physical, pile, script))


# Without their rules the draws are spread otherwise -------------------------------------------------------------------


def _from_the_bag_at_once(patch: pytest.MonkeyPatch) -> None:
    """A draw does not wait until the gained card is laid: it takes one of those that lay there before."""
    real = Piles.next_slot

    def next_slot(self: Piles, seat: int, *more: object) -> int:
        mix, self.mix[seat] = self.mix[seat], () if self.bag[seat] else self.mix[seat]
        slot = real(self, seat, *more)  # type: ignore[arg-type]
        self.mix[seat] = mix or self.mix[seat]
        return slot

    patch.setattr(Piles, "next_slot", next_slot)


def _in_the_order_laid(patch: pytest.MonkeyPatch) -> None:
    """The bag is drawn from in the order of its slots, which its owner has chosen."""
    patch.setattr(Picks, "stream", lambda self, use, *which: Picks([]))


def _gained_on_top(patch: pytest.MonkeyPatch) -> None:
    """What lies on top known is shuffled in with the gained card."""
    real = Piles.gain

    def gain(self: Piles, seat: int, copy: int) -> None:
        self.bag[seat] = tuple(sorted(self.bag[seat] + self.top[seat]))
        self.top[seat] = ()
        real(self, seat, copy)

    patch.setattr(Piles, "gain", gain)


@pytest.mark.parametrize(
    ("without_rule", "name"),
    [
        (_from_the_bag_at_once, "a gained card may be anywhere"),
        (_in_the_order_laid, "a gained card may be anywhere"),
        (_gained_on_top, "below a known top"),
    ],
)
def test_another_way_to_draw_is_found(without_rule, name, monkeypatch):
    """Invariant 12."""
    without_rule(monkeypatch)
    with pytest.raises(AssertionError):
        test_draws_have_the_distribution_of_a_real_pile(name)
