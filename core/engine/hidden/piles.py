"""Own piles in slots: every zone of every seat that can hold hidden cards (protocol parts 6-8).

All this data is public. A closed card is a slot, never a face. `closed` lists the copies that a seat's closed slots
hold together, but not which slot holds which copy. This module does not know the faces of cards: copies are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any, NamedTuple, Self, TypeVar

from core.engine.chance.beacon import Chance, Stream
from core.engine.game import IllegalDecision
from core.engine.hidden.secrets import BOX_BYTES, HASH, SLOTS_PER_STEP, Opening, foreign, origin, slot_commitment
from core.engine.state import StateData, state

V = TypeVar("V")
EMPTY = 0
"""The slot number that means that there is no card: draw pile and discard pile are both empty."""
BLOCKED = -1
"""The slot number that means that the seat must first place cards in fresh slots."""

Slots = tuple[int, ...]
Copies = tuple[int, ...]
Card = int | Opening
"""A card of the hand in a decision: the copy of an open card, or the opening of a closed slot."""

Unlikely = Callable[[int], int]
"""A sort key of copies, which is lower for copies that a seat holds with a higher probability."""
Denied = Callable[[int, int], bool]
"""A test of (claim, copy), which is True if holding the copy contradicts the denial of the claim."""


class Batch(NamedTuple):
    """An announcement or a mix: `size` fresh slots, of which `first` is the lowest, and their contents.

    The contents are the faces of the slots that the batch superseded (`dead`), and the public copies `added`. The dead
    slots include foreign slots if a card came from another seat.
    """

    first: int
    size: int
    commitments: bytes
    dead: Slots
    added: Copies


@state
@dataclass(slots=True)
class Piles(StateData):
    """The piles of all seats, in columns by seat.

    The columns `hand`, `top`, `unknown`, `bottom` and `dead` hold slots. The columns `shown`, `mix`, `discard` and
    `closed` hold copies.
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
        """Return piles without any cards."""
        columns: Any = ([()] * (seats + 1) for _ in range(len(cls.field_names) - 1))
        return cls(sealed, *columns)

    def size(self, seat: int) -> int:
        """Return the number of cards in the draw pile."""
        return len(self.top[seat]) + len(self.unknown[seat]) + len(self.bottom[seat]) + len(self.mix[seat])

    def hand_size(self, seat: int) -> int:
        """Return the number of cards in the hand, closed and open."""
        return len(self.hand[seat]) + len(self.shown[seat])

    def next_slot(self, seat: int, chance: Chance, number: int) -> int:
        """Take the next card off the draw pile, and return its slot, `EMPTY` or `BLOCKED` (6.3).

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
        """Fill `top` up to `count` as if drawing; return True if fresh slots are needed first (6.3)."""
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
        """Move the discard pile to the incoming cards, which are shuffled into the draw pile later."""
        self.mix[seat] = tuple(sorted(self.mix[seat] + self.discard[seat]))
        self.discard[seat] = ()

    def _join_bottom(self, seat: int) -> None:
        """Append the bottom to the top if no unknown cards are between them."""
        if self.bottom[seat] and not self.unknown[seat] and not self.mix[seat]:
            self.top[seat] += self.bottom[seat]
            self.bottom[seat] = ()

    def put_back(self, seat: int, top: Slots, bottom: Slots) -> None:
        """Put closed slots on top of the pile (the first is drawn first) and under it (the last is lowest)."""
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

    def gain(self, seat: int, copy: int) -> None:
        """Add a public copy to the draw pile, at a place that nobody knows (part 7)."""
        if not self.size(seat):
            self.reshuffle(seat)
        self.mix[seat] = tuple(sorted((*self.mix[seat], copy)))

    # Fresh slots ------------------------------------------------------------------------------------------------------

    def batch_size(self, seat: int) -> int:
        """Return the number of fresh slots for the seat's next announcement."""
        return len(self.unknown[seat]) + len(self.mix[seat])

    def check_boxes(self, seat: int, boxes: object, count: int) -> None:
        """Raise `IllegalDecision` unless these have the size of boxes for `count` slots.

        Only their receiver can read them.
        """
        if type(boxes) is not bytes or len(boxes) != BOX_BYTES * count:
            raise IllegalDecision(seat, f"owes boxes for {count} slots", "duty")

    def check_batch(self, seat: int, commitments: object, size: int) -> None:
        """Raise `IllegalDecision` unless these are commitments for `size` fresh slots."""
        if type(commitments) is not bytes or len(commitments) != (HASH * size if self.sealed else 0):
            raise IllegalDecision(seat, f"owes commitments for {size} fresh slots", "duty")

    def announce(self, seat: int, t: int, commitments: bytes) -> None:
        """Move the unknown rest and the incoming cards to fresh slots of step t (6.1)."""
        fresh = self._fresh(seat, t, self.batch_size(seat), commitments, self.unknown[seat], self.mix[seat])
        self.mix[seat] = ()
        self.unknown[seat] = fresh

    def lay_hand(self, seat: int, t: int, commitments: bytes) -> None:
        """Move the whole hand to fresh slots of step t, the first of them on top of the pile (6.6)."""
        hand, shown = self.hand[seat], self.shown[seat]
        fresh = self._fresh(seat, t, len(hand) + len(shown), commitments, hand, shown)
        self.shown[seat] = ()
        self.hand[seat] = fresh[1:]
        self.put_back(seat, fresh[:1], ())

    def mix_hand(self, seat: int, t: int, commitments: bytes, received: Slots = (), added: Copies = ()) -> None:
        """Move the closed hand to fresh slots of step t, together with other cards (6.6, 9.2).

        These are cards `received`, named by foreign slots, and public copies `added`, which are in no place now.
        """
        hand = self.hand[seat] + received
        self.hand[seat] = self._fresh(seat, t, len(hand) + len(added), commitments, hand, added)

    def hand_over(self, giver: int, receiver: int, slot: int) -> int:
        """Pass a closed card in transit to another seat, which knows its face; return its foreign name (9.2).

        No other seat knows which card it is. From now on either seat may hold what the giver held. The audit shows if
        one of them opens a card that it does not have.
        """
        self.closed[receiver] = tuple(sorted({*self.closed[receiver], *self.closed[giver]}))
        if self.sealed:
            self.dead[giver] += (slot,)
        return foreign(giver, slot)

    def _fresh(self, seat: int, t: int, size: int, commitments: bytes, dead: Slots, added: Copies) -> Slots:
        first = t * SLOTS_PER_STEP
        self.closed[seat] = tuple(sorted({*self.closed[seat], *added}))
        if self.sealed:
            self.dead[seat] += dead
            self.batches[seat] += (Batch(first, size, commitments, dead, tuple(sorted(added))),)
        return tuple(range(first, first + size))

    # Open cards -------------------------------------------------------------------------------------------------------

    def redeal(
        self, seat: int, stream: Stream, aside: Slots = (), unlikely: Unlikely = lambda copy: 0, share: Copies = ()
    ) -> dict[int, int]:
        """Redeal the closed cards of an absent seat face up; all its slots are superseded (14.7).

        The shuffled cards fill the places of its hand, then those of `aside` (slots in transit). The rest joins the
        mix. Return the copy for each slot of hand and `aside`; the latter copies are in no place yet. After a hand-over
        the seat may hold fewer cards than its closed set names. It then receives `share`, or else the least `unlikely`
        copies.
        """
        hand = self.hand[seat]
        held = len(self.live(seat)) + len(aside)
        dealt = sorted(share) or list(self.closed[seat])
        if len(dealt) != held:
            dealt = sorted(islice(cycle(sorted(stream.shuffle(dealt), key=unlikely)), held))
        closed = stream.shuffle(dealt)
        if self.sealed:
            self.dead[seat] += self.live(seat) + aside
        faces = dict(zip(hand + aside, closed))
        self.shown[seat] += tuple(closed[: len(hand)])
        self.mix[seat] = tuple(sorted((*self.mix[seat], *closed[len(faces) :])))
        self.hand[seat] = self.top[seat] = self.unknown[seat] = self.bottom[seat] = self.closed[seat] = ()
        return faces

    def forget(self) -> None:
        """Drop all accounts that are owed: the match continues with open cards, without their commitments."""
        seats = len(self.hand)
        self.dead, self.batches, self.opened, self.denied = [()] * seats, [()] * seats, [()] * seats, [()] * seats

    def next_open(self, seat: int, chance: Chance, number: int) -> int:
        """Take the next card off the mix of an absent seat, and return its copy, or `EMPTY` (14.7).

        `number` has the same meaning as in `next_slot`.
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
        """Return the commitment of one of the seat's slots; raise `KeyError` if it is not stored."""
        for batch in self.batches[seat]:
            at = slot - batch.first
            if 0 <= at < batch.size:
                return batch.commitments[HASH * at : HASH * at + HASH]
        raise KeyError(slot)

    def check_opening(self, match: bytes, seat: int, opening: Opening, denied: Denied) -> None:
        """Raise `IllegalDecision` unless the opening fits its commitment and all earlier denials (6.4, 6.5).

        The caller must check the place of the slot, and that the copy is among the seat's closed cards.
        """
        slot, copy, salt = opening
        if not self.sealed:
            return
        owner, own = origin(seat, slot)
        if slot_commitment(match, owner, own, copy, salt) != self.commitment(owner, own):
            raise IllegalDecision(seat, f"the opening of slot {slot} does not fit its commitment", "slot")
        for mark, claim in self.denied[seat]:
            if mark == slot and denied(claim, copy):
                raise IllegalDecision(seat, f"slot {slot} holds what was denied when it was drawn", "claim")

    def check_cards(self, match: bytes, seat: int, cards: Iterable[Card], denied: Denied) -> None:
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
            self.check_held(match, seat, closed, self.hand[seat], denied)

    def check_held(self, match: bytes, seat: int, openings: Iterable[Opening], where: Slots, denied: Denied) -> None:
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
                self.check_opening(match, seat, opening, denied)

    def open(self, seat: int, opening: Opening) -> int:
        """Remove the slot from the closed cards, and return its copy; the caller puts it in a place."""
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
        """Remove the card from the hand, and return its copy, which is in no place yet."""
        if isinstance(card, int):
            self.shown[seat] = without(self.shown[seat], card)
            return card
        return self.open(seat, card)

    def deny(self, seat: int, slots: Iterable[int], claim: int) -> None:
        """Record the seat's claim that none of these closed slots holds a card of the kind `claim`.

        The claim is checked when the slots are opened.
        """
        if self.sealed:
            self.denied[seat] += tuple((slot, claim) for slot in slots)

    # Audit -------------------------------------------------------------------------------------------------------

    def live(self, seat: int) -> Slots:
        """Return all closed slots that are still in a place: hand, top, unknown rest and bottom."""
        return self.hand[seat] + self.top[seat] + self.unknown[seat] + self.bottom[seat]

    def unaccounted(self, seat: int) -> bool:
        """Return True if the seat has closed cards, owed openings, or slots whose cards are still unknown."""
        if self.live(seat) or self.dead[seat]:
            return True
        known = {slot for slot, _ in self.opened[seat]}
        return any(not known.issuperset(range(b.first, b.first + b.size)) for b in self.batches[seat])

    def check_audit(self, match: bytes, seat: int, openings: Iterable[Opening], denied: Denied) -> None:
        """Raise `IllegalDecision` unless these correctly open all superseded slots and every batch adds up.

        See protocol 8.2.
        """
        listed = tuple(openings)
        if tuple([slot for slot, _, _ in listed]) != self.dead[seat]:
            raise IllegalDecision(seat, f"owes the openings of {len(self.dead[seat])} superseded slots", "duty")
        for opening in listed:
            self.check_opening(match, seat, opening, denied)

    def account(self, seat: int, openings: Iterable[Opening]) -> tuple[Batch, ...]:
        """Return the batches that cannot be judged yet, even with these openings.

        Raise `IllegalDecision` for a false batch.
        """
        faces = dict(self.opened[seat])
        faces.update([(slot, copy) for slot, copy, _ in openings])
        kept = []
        for batch in self.batches[seat]:
            went_in = sorted([*batch.added, *[faces[slot] for slot in batch.dead]])
            slots = range(batch.first, batch.first + batch.size)
            came_out = [faces[slot] for slot in slots if slot in faces]
            if len(came_out) == batch.size:
                self.judge(seat, batch, went_in, sorted(came_out))
            else:
                kept.append(batch._replace(dead=(), added=tuple(went_in)))
        return tuple(kept)

    def judge(self, seat: int, batch: Batch, went_in: list[int], came_out: list[int]) -> None:
        """Raise `IllegalDecision` if the copies that came out of a batch differ from those that went in.

        Both lists are sorted.
        """
        if came_out != went_in:
            t = batch.first // SLOTS_PER_STEP
            raise IllegalDecision(seat, f"the slots laid in step {t} hold {came_out}, {went_in} went in", "audit")

    def settle(self, seat: int, openings: tuple[Opening, ...]) -> None:
        """Drop the batches that a checked audit has judged, and keep the data that a later audit needs."""
        if not self.sealed:
            return
        kept = self.account(seat, openings)
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
