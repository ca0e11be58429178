"""The hands, piles and zones of all seats, with closed cards as slots (protocol parts 6-8).

All this data is public. `closed` lists the copies in a seat's closed slots, but not which slot holds which copy. Copies
are numbers here, and this module does not know which cards they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, NamedTuple, Self, TypeVar

from core.engine.chance.beacon import Chance, Stream
from core.engine.game import IllegalDecision
from core.engine.hidden.secrets import (
    BOX_BYTES,
    HASH,
    SLOTS_PER_STEP,
    Opening,
    foreign_slot,
    slot_commitment,
    slot_origin,
)
from core.engine.state import StateData, state

V = TypeVar("V")
EMPTY = 0
"""Returned instead of a slot if both the draw pile and the discard pile are empty."""
BLOCKED = -1
"""Returned instead of a slot if the seat must first move its pile to fresh slots."""

Slots = tuple[int, ...]
Copies = tuple[int, ...]
Card = int | Opening
"""A card of the hand in a decision: the copy of a face-up card, or the opening of a closed slot."""

LikelihoodKey = Callable[[int], int]
"""A sort key of copies, which is lower for copies that the seat more probably holds."""
ContradictionTest = Callable[[int, int], bool]
"""A test of (claim, copy) that returns True if the copy contradicts the claim."""


class Batch(NamedTuple):
    """A group of `size` fresh slots, numbered from `first`, that was filled in one step.

    Its cards are those of the superseded slots `dead` and the public copies `added`. A card that came from another seat
    has a foreign slot in `dead`.
    """

    first: int
    size: int
    commitments: bytes
    dead: Slots
    added: Copies


@state
@dataclass(slots=True)
class Piles(StateData):
    """The piles of all seats, with one list item for each seat in every column.

    The columns `hand`, `top`, `unknown`, `bottom` and `dead` contain slots. The columns `shown`, `mix`, `discard` and
    `closed` contain copies.
    """

    sealed: bool
    hand: list[Slots]
    shown: list[Copies]
    top: list[Slots]
    unknown: list[Slots]
    bottom: list[Slots]
    mix: list[Copies]
    discard: list[Copies]
    closed: list[Copies]
    dead: list[Slots]
    batches: list[tuple[Batch, ...]]
    opened: list[tuple[tuple[int, int], ...]]
    denied: list[tuple[tuple[int, int], ...]]

    @classmethod
    def empty(cls, seats: int, sealed: bool) -> Self:
        """Return piles without cards."""
        columns: Any = ([()] * (seats + 1) for _ in range(len(cls.field_names) - 1))
        return cls(sealed, *columns)

    def size(self, seat: int) -> int:
        """Return the number of cards in the draw pile."""
        return len(self.top[seat]) + len(self.unknown[seat]) + len(self.bottom[seat]) + len(self.mix[seat])

    def hand_size(self, seat: int) -> int:
        """Return the number of cards in the hand, closed and open."""
        return len(self.hand[seat]) + len(self.shown[seat])

    def next_slot(self, seat: int, chance: Chance, number: int) -> int:
        """Remove the next card from the draw pile, and return its slot, `EMPTY` or `BLOCKED` (protocol 6.3).

        `number` counts the pile's draws and looks within the step.
        """
        top = self.top[seat]
        if top:
            self.top[seat] = top[1:]
            return top[0]
        unknown = self.unknown[seat]
        if self.mix[seat]:
            return BLOCKED
        if not unknown:
            if self.discard[seat]:
                self.reshuffle(seat)
                return BLOCKED
            return EMPTY
        i = chance.stream("draw", seat, 0, number).uniform(len(unknown))
        self.unknown[seat] = unknown[:i] + unknown[i + 1 :]
        self._join_bottom(seat)
        return unknown[i]

    def look(self, seat: int, count: int, chance: Chance, number: Callable[[], int]) -> bool:
        """Reveal slots at the top of the pile until `count` slots are in `top` (protocol 6.3).

        Return True if the pile must first move to fresh slots.
        """
        while len(self.top[seat]) < count:
            unknown = self.unknown[seat]
            if self.mix[seat]:
                return True
            if unknown:
                i = chance.stream("draw", seat, 0, number()).uniform(len(unknown))
                self.unknown[seat] = unknown[:i] + unknown[i + 1 :]
                self.top[seat] += (unknown[i],)
                self._join_bottom(seat)
            elif self.discard[seat]:
                self.reshuffle(seat)
            else:
                break
        return False

    def reshuffle(self, seat: int) -> None:
        """Move the discard pile to `mix`, whose cards are shuffled into the draw pile later."""
        self.mix[seat] = tuple(sorted(self.mix[seat] + self.discard[seat]))
        self.discard[seat] = ()

    def _join_bottom(self, seat: int) -> None:
        """Join the bottom to the top if no cards are left between them."""
        if self.bottom[seat] and not self.unknown[seat] and not self.mix[seat]:
            self.top[seat] += self.bottom[seat]
            self.bottom[seat] = ()

    def put_back(self, seat: int, top: Slots, bottom: Slots) -> None:
        """Put closed slots on top of the pile (the first is drawn first) and under it (the last is the lowest)."""
        self.top[seat] = top + self.top[seat]
        self.bottom[seat] += bottom
        self._join_bottom(seat)

    def leave_pile(self, seat: int, slot: int) -> bool:
        """Remove a slot from the draw pile; return False if it is not there."""
        for zone in (self.top, self.unknown, self.bottom):
            if slot in zone[seat]:
                zone[seat] = without(zone[seat], slot)
                return True
        return False

    def add_openly(self, seat: int, copy: int) -> None:
        """Add a face-up copy to the draw pile at a random place (protocol part 7)."""
        if not self.size(seat):
            self.reshuffle(seat)
        self.mix[seat] = tuple(sorted((*self.mix[seat], copy)))

    # Fresh slots ------------------------------------------------------------------------------------------------------

    def batch_size(self, seat: int) -> int:
        """Return the number of fresh slots that the seat's draw pile needs."""
        return len(self.unknown[seat]) + len(self.mix[seat])

    def check_boxes(self, seat: int, boxes: object, count: int) -> None:
        """Raise `IllegalDecision` unless these bytes have the length of boxes for `count` slots.

        Only the receiver can check their contents.
        """
        if type(boxes) is not bytes or len(boxes) != BOX_BYTES * count:
            raise IllegalDecision(seat, f"owes boxes for {count} slots", "duty")

    def check_batch(self, seat: int, commitments: object, size: int) -> None:
        """Raise `IllegalDecision` unless these bytes have the length of commitments for `size` fresh slots."""
        if type(commitments) is not bytes or len(commitments) != (HASH * size if self.sealed else 0):
            raise IllegalDecision(seat, f"owes commitments for {size} fresh slots", "duty")

    def refill_batch(self, seat: int, t: int, commitments: bytes) -> None:
        """Move the unknown and the added cards of the draw pile to fresh slots of step t (protocol 6.1)."""
        fresh = self._add_batch(seat, t, self.batch_size(seat), commitments, self.unknown[seat], self.mix[seat])
        self.mix[seat] = ()
        self.unknown[seat] = fresh

    def return_hand(self, seat: int, t: int, commitments: bytes) -> None:
        """Move the whole hand to fresh slots of step t, and put the first of them on top of the pile (protocol 6.6)."""
        hand, shown = self.hand[seat], self.shown[seat]
        fresh = self._add_batch(seat, t, len(hand) + len(shown), commitments, hand, shown)
        self.shown[seat] = ()
        self.hand[seat] = fresh[1:]
        self.put_back(seat, fresh[:1], ())

    def mix_hand(self, seat: int, t: int, commitments: bytes, received: Slots = (), added: Copies = ()) -> None:
        """Move the closed hand to fresh slots of step t, together with other cards (protocol 6.6, 9.2).

        `received` are cards from other seats, as foreign slots. `added` are public copies.
        """
        hand = self.hand[seat] + received
        self.hand[seat] = self._add_batch(seat, t, len(hand) + len(added), commitments, hand, added)

    def hand_over(self, giver: int, receiver: int, slot: int) -> int:
        """Give a closed card to another seat that knows its face, and return its foreign slot (protocol 9.2).

        Other seats do not know which card it is. So from now on, either seat may hold any copy that the giver held. The
        audit detects a seat that opens a card it does not have.
        """
        self.closed[receiver] = tuple(sorted({*self.closed[receiver], *self.closed[giver]}))
        if self.sealed:
            self.dead[giver] += (slot,)
        return foreign_slot(giver, slot)

    def _add_batch(self, seat: int, t: int, size: int, commitments: bytes, dead: Slots, added: Copies) -> Slots:
        first = t * SLOTS_PER_STEP
        self.closed[seat] = tuple(sorted({*self.closed[seat], *added}))
        if self.sealed:
            self.dead[seat] += dead
            self.batches[seat] += (Batch(first, size, commitments, dead, tuple(sorted(added))),)
        return tuple(range(first, first + size))

    # Open cards -------------------------------------------------------------------------------------------------------

    def redeal(
        self,
        seat: int,
        stream: Stream,
        aside: Slots = (),
        likelihood_key: LikelihoodKey = lambda copy: 0,
        share: Copies = (),
    ) -> dict[int, int]:
        """Redeal the closed cards of a lost seat face up, and supersede all its slots (protocol 14.7).

        The shuffled cards fill the hand, then the slots `aside`, which are on the table or in transit. The others go to
        `mix`. Return the copy for each slot of the hand and of `aside`. After a hand-over, the seat may hold fewer
        cards than its closed set contains. It then receives `share`, or the least `likelihood_key` copies.
        """
        hand = self.hand[seat]
        held = len(self.closed_slots(seat)) + len(aside)
        dealt = sorted(share) or list(self.closed[seat])
        if len(dealt) != held:
            dealt = sorted(islice(cycle(sorted(stream.shuffle(dealt), key=likelihood_key)), held))
        closed = stream.shuffle(dealt)
        if self.sealed:
            self.dead[seat] += self.closed_slots(seat) + aside
        faces = dict(zip(hand + aside, closed))
        self.shown[seat] += tuple(closed[: len(hand)])
        self.mix[seat] = tuple(sorted((*self.mix[seat], *closed[len(faces) :])))
        self.hand[seat] = self.top[seat] = self.unknown[seat] = self.bottom[seat] = self.closed[seat] = ()
        return faces

    def drop_audits(self) -> None:
        """Drop all pending audits and commitments, since the match continues with face-up cards."""
        seats = len(self.hand)
        self.dead, self.batches, self.opened, self.denied = [()] * seats, [()] * seats, [()] * seats, [()] * seats

    def next_open_copy(self, seat: int, chance: Chance, number: int) -> int:
        """Remove the next card from the face-up draw pile of a lost seat, and return its copy or `EMPTY`.

        See protocol 14.7. `number` has the same meaning as in `next_slot`.
        """
        if not self.mix[seat]:
            self.reshuffle(seat)
        mix = self.mix[seat]
        if not mix:
            return EMPTY
        copy = mix[chance.stream("draw", seat, 0, number).uniform(len(mix))]
        self.mix[seat] = without(mix, copy)
        return copy

    # Opening -----------------------------------------------------------------------------------------------------

    def commitment(self, seat: int, slot: int) -> bytes:
        """Return the commitment of one of the seat's slots; raise `KeyError` if its batch is not stored."""
        for batch in self.batches[seat]:
            at = slot - batch.first
            if 0 <= at < batch.size:
                return batch.commitments[HASH * at : HASH * at + HASH]
        raise KeyError(slot)

    def check_opening(self, match: bytes, seat: int, opening: Opening, contradicts: ContradictionTest) -> None:
        """Raise `IllegalDecision` unless the opening matches its commitment and the seat's claims (protocol 6.4, 6.5).

        The caller must check where the slot is, and that the copy is among the seat's closed cards.
        """
        slot, copy, salt = opening
        if not self.sealed:
            return
        owner, own = slot_origin(seat, slot)
        if slot_commitment(match, owner, own, copy, salt) != self.commitment(owner, own):
            raise IllegalDecision(seat, f"the opening of slot {slot} does not fit its commitment", "slot")
        for mark, claim in self.denied[seat]:
            if mark == slot and contradicts(claim, copy):
                raise IllegalDecision(seat, f"slot {slot} holds what was denied when it was drawn", "claim")

    def check_cards(self, match: bytes, seat: int, cards: Iterable[Card], contradicts: ContradictionTest) -> None:
        """Raise `IllegalDecision` unless these are different cards of the seat's hand, each correctly opened."""
        closed = []
        copies: set[int] = set()
        for card in cards:
            if isinstance(card, int):
                if card not in self.shown[seat] or card in copies:
                    raise IllegalDecision(seat, f"card {card} does not lie open in the hand", "slot")
                copies.add(card)
            else:
                closed.append(card)
        if closed:
            self.check_held(match, seat, closed, self.hand[seat], contradicts)

    def check_held(
        self, match: bytes, seat: int, openings: Iterable[Opening], where: Slots, contradicts: ContradictionTest
    ) -> None:
        """Raise `IllegalDecision` unless these correctly open different slots of `where`.

        Each copy must be among the seat's closed cards.
        """
        slots: set[int] = set()
        copies: set[int] = set()
        for opening in openings:
            slot, copy, _ = opening
            if slot not in where or slot in slots:
                raise IllegalDecision(seat, f"slot {slot} does not lie there", "slot")
            if copy not in self.closed[seat] or copy in copies:
                raise IllegalDecision(seat, f"card {copy} is not held closed: a twin or a card of others", "slot")
            slots.add(slot)
            copies.add(copy)
            if self.sealed:
                self.check_opening(match, seat, opening, contradicts)

    def open(self, seat: int, opening: Opening) -> int:
        """Remove an opened slot from the closed cards, and return its copy; the caller decides where the card goes."""
        slot, copy, _ = opening
        if slot in self.hand[seat]:
            self.hand[seat] = without(self.hand[seat], slot)
        self.closed[seat] = without(self.closed[seat], copy)
        if self.sealed:
            self.opened[seat] += ((slot, copy),)
            if self.denied[seat]:
                self.denied[seat] = tuple(mark for mark in self.denied[seat] if mark[0] != slot)
        return copy

    def leave_hand(self, seat: int, card: Card) -> int:
        """Remove a card from the hand, and return its copy; the caller decides where the card goes."""
        if isinstance(card, int):
            self.shown[seat] = without(self.shown[seat], card)
            return card
        return self.open(seat, card)

    def record_claim(self, seat: int, slots: Iterable[int], claim: int) -> None:
        """Record the seat's claim that none of these closed slots holds a card of kind `claim`.

        The claim is checked when the slots are opened.
        """
        if self.sealed:
            self.denied[seat] += tuple((slot, claim) for slot in slots)

    # Audit -------------------------------------------------------------------------------------------------------

    def closed_slots(self, seat: int) -> Slots:
        """Return all closed slots in the hand and the draw pile."""
        return self.hand[seat] + self.top[seat] + self.unknown[seat] + self.bottom[seat]

    def needs_audit(self, seat: int) -> bool:
        """Return True if the seat has closed cards, pending openings, or batches that are not fully opened."""
        if self.closed_slots(seat) or self.dead[seat]:
            return True
        known = {slot for slot, _ in self.opened[seat]}
        return any(not known.issuperset(range(b.first, b.first + b.size)) for b in self.batches[seat])

    def check_audit(self, match: bytes, seat: int, openings: Iterable[Opening], contradicts: ContradictionTest) -> None:
        """Raise `IllegalDecision` unless these correctly open all superseded slots (protocol 8.2)."""
        listed = tuple(openings)
        if tuple([slot for slot, _, _ in listed]) != self.dead[seat]:
            raise IllegalDecision(seat, f"owes the openings of {len(self.dead[seat])} superseded slots", "duty")
        for opening in listed:
            self.check_opening(match, seat, opening, contradicts)

    def accept_audit(self, seat: int, openings: Iterable[Opening]) -> tuple[Batch, ...]:
        """Check all batches that are fully opened, and return the others.

        Raise `IllegalDecision` if different cards came out of a batch than went into it.
        """
        faces = dict(self.opened[seat])
        faces.update([(slot, copy) for slot, copy, _ in openings])
        kept = []
        for batch in self.batches[seat]:
            went_in = sorted([*batch.added, *[faces[slot] for slot in batch.dead]])
            slots = range(batch.first, batch.first + batch.size)
            came_out = [faces[slot] for slot in slots if slot in faces]
            if len(came_out) == batch.size:
                self.check_batch_complete(seat, batch, went_in, sorted(came_out))
            else:
                kept.append(batch._replace(dead=(), added=tuple(went_in)))
        return tuple(kept)

    def check_batch_complete(self, seat: int, batch: Batch, went_in: list[int], came_out: list[int]) -> None:
        """Raise `IllegalDecision` if the copies that came out of a batch differ from those that went in.

        Both lists must be sorted.
        """
        if came_out != went_in:
            t = batch.first // SLOTS_PER_STEP
            raise IllegalDecision(seat, f"the slots laid in step {t} hold {came_out}, {went_in} went in", "audit")

    def settle(self, seat: int, openings: tuple[Opening, ...]) -> None:
        """Drop the batches that an audit has checked, and keep what a later audit needs."""
        if not self.sealed:
            return
        kept = self.accept_audit(seat, openings)
        faces = (*self.opened[seat], *((slot, copy) for slot, copy, _ in openings))
        self.dead[seat] = ()
        self.batches[seat] = kept
        self.opened[seat] = tuple(
            (slot, copy) for slot, copy in faces if any(b.first <= slot < b.first + b.size for b in kept)
        )
        gone = {slot for slot, _, _ in openings}
        self.denied[seat] = tuple(mark for mark in self.denied[seat] if mark[0] not in gone)


def copy_of(card: Card) -> int:
    """Return the copy of a card that a decision names."""
    return card if isinstance(card, int) else card[1]


def without(items: tuple[V, ...], item: V) -> tuple[V, ...]:
    """Return the items without the first one equal to `item`.

    >>> without((3, 1, 2), 1)
    (3, 2)
    """
    i = items.index(item)
    return items[:i] + items[i + 1 :]
