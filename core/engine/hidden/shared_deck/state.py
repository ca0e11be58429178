"""State of a game with shared decks.

A closed card is a *slot* with 64 public bytes, and only the seat that it was dealt to knows its *face*. Cards that look
alike share one face. A face-up card is a *copy*, which has a number of its own. It is public which copies are closed,
but not where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

from core.engine.game import Setup
from core.engine.hidden.points import POINT, quorum
from core.engine.hidden.secrets import FOREIGN, SLOTS_PER_STEP
from core.engine.hidden.shared_deck import keys
from core.engine.hidden.shared_deck.passes import CARD_BYTES, G, split_bytes
from core.engine.question import AgendaState, Item
from core.engine.state import StateData, Static, state

if TYPE_CHECKING:
    from core.engine.agenda import Step

Slots: TypeAlias = tuple[int, ...]
FACE_BYTES = 2
"""Size in bytes of a slot under the null scheme, where it contains the plain face."""


class Opened(NamedTuple):
    """An opened card of the seat's own hand: its slot, its face, and the seat's share with a proof.

    The share and the proof together have 96 bytes. They are empty under the null scheme.
    """

    slot: int
    face: int
    proof: bytes


MAX_OPENING_BYTES = 112
"""Maximum size in bytes of the opening of a closed card."""
NamedCard: TypeAlias = Opened | int
"""A card of the hand as a decision names it: an opened card, or the copy of a face-up card."""


class PendingReveal(NamedTuple):
    """A slot whose shares are being collected.

    `to` is the receiver, or 0 for all seats. `rest` is the encrypted card without the shares received so far, and
    `given` lists the seats that gave them. If `to` is 0, the agenda item `then` receives the copy.
    """

    to: int
    rest: bytes
    given: tuple[int, ...]
    then: Item = ()


class PendingShuffle(NamedTuple):
    """A list of cards that seats shuffle one after the other.

    `whose` is the seat whose hand it is, or 0 for a deck. `passed` lists the seats that have shuffled it, and `last` is
    the seat asked last. `first` is the number of the first new slot, or 0 if it is not known yet. `under` are the slots
    that stay below the list.
    """

    deck: int
    whose: int
    passed: tuple[int, ...]
    last: int
    first: int
    cards: bytes
    under: Slots


class Move(NamedTuple):
    """A closed card on its way: the purpose, the holder, the slot and the receiver."""

    purpose: str
    holder: int
    slot: int
    to: int


SHOW, UNDER, GIVE, REFRESH = "show", "under", "give", "anew"
"""Purposes of copying a card: show it to one seat, put it under the deck, give it away, or move it to a fresh slot."""


@state
@dataclass(slots=True)
class SharedDeckState(StateData):
    """The shared decks of a match, in columns by seat (index 0 is nobody's) and by deck (from 0).

    `_ranges` are the copies of each deck. `_faces` are the deck and the face of each copy (index 0 is nobody's).
    `points` are the D_j of each seat, and K is the sum of all D_0. `rests` holds, for each slot that was dealt, b
    without the shares of all seats but its holder. `copied` maps a copy's slot to the slot that it copies. `looks` maps
    a copy's slot to the only seat that may see it. `aside` are the slots of each deck that were put aside unseen.
    `fresh` is the next slot number of each deck. `since` gives for each closed copy the lowest slot number that may
    hold it; slots filled earlier cannot. `dealt` lists the point a of each card that was dealt, except those that came
    from an open card. No point is dealt twice.
    """

    kinds: Static[tuple[tuple[int, ...], ...]]
    _ranges: Static[tuple[range, ...]]
    _faces: Static[tuple[tuple[int, int], ...]]
    sealed: bool
    K: bytes
    points: tuple[tuple[bytes, ...], ...]
    cards: dict[int, bytes]
    rests: dict[int, bytes]
    copied: dict[int, int]
    looks: dict[int, int]
    decks: list[Slots]
    hands: list[Slots]
    open: list[tuple[int, ...]]
    down: list[Slots]
    aside: list[Slots]
    closed: list[tuple[int, ...]]
    fresh: list[int]
    since: dict[int, int]
    out: tuple[int, ...]
    stuck: bool
    revealing: dict[int, PendingReveal]
    shuffling: PendingShuffle | None
    moves: tuple[Move, ...]
    turned: dict[int, int]
    dealt: tuple[bytes, ...]

    @classmethod
    def empty(cls, seats: int, sealed: bool, kinds: Iterable[Sequence[int]]) -> SharedDeckState:
        """Return decks without any card in play.

        `kinds` gives, for each deck, the number of copies of each face.
        """
        table = tuple(map(tuple, kinds))
        ends = [0, *accumulate(map(sum, table))]
        ranges = tuple(range(first + 1, end + 1) for first, end in pairwise(ends))
        faces = ((deck, face) for deck, item in enumerate(table) for face, many in enumerate(item) for _ in range(many))
        decks, hands = len(table), seats + 1
        return cls(
            table, ranges, ((0, 0), *faces), sealed, b"", (), {}, {}, {}, {},
            [()] * decks, [()] * hands, [()] * hands, [()] * decks, [()] * decks, [()] * decks, [0] * decks, {},
            (), False, {}, None, (), {}, (),
        )  # fmt: skip

    @property
    def seats(self) -> range:
        """The range of seats, 1..n."""
        return range(1, len(self.hands))

    @property
    def quorum(self) -> int:
        """Number of seats that can read a card together."""
        return quorum(len(self.seats))

    # Faces and copies -------------------------------------------------------------------------------------------------

    def copies(self, deck: int) -> range:
        """Return all copies of a deck, whether in play or not.

        Copies of one face are adjacent, and faces are in ascending order.
        """
        return self._ranges[deck]

    def deck_of(self, copy: int) -> int:
        """Return the deck of a copy."""
        return self._faces[copy][0]

    def face_of(self, copy: int) -> int:
        """Return the face of a copy."""
        return self._faces[copy][1]

    def lowest_copy(self, deck: int, face: int) -> int:
        """Return the lowest closed copy of a face, or 0 if none is closed."""
        return next((copy for copy in self.closed[deck] if self.face_of(copy) == face), 0)

    # Slots ------------------------------------------------------------------------------------------------------------

    def next_slots(self, t: int, deck: int, count: int) -> int:
        """Return the number of the first of `count` fresh slots."""
        first = max(self.fresh[deck], deck * FOREIGN + t * SLOTS_PER_STEP)
        self.fresh[deck] = first + count
        return first

    def add_cards(self, t: int, deck: int, cards: Sequence[bytes], first: int = 0) -> Slots:
        """Put cards into fresh slots, and return the slots."""
        first = first or self.next_slots(t, deck, len(cards))
        slots = tuple(range(first, first + len(cards)))
        self.cards.update(zip(slots, cards))
        return slots

    def close(self, t: int, copies: Sequence[int]) -> None:
        """Turn face-up cards into closed cards that are shuffled from step t on."""
        for copy in copies:
            deck = self.deck_of(copy)
            self.closed[deck] = tuple(sorted((*self.closed[deck], copy)))
            self.since[copy] = max(self.fresh[deck], deck * FOREIGN + t * SLOTS_PER_STEP)

    def uncover(self, slot: int, face: int) -> int:
        """Remove the slot and turn its card face up; return the lowest closed copy of the face.

        It is unknown which copy it really was. The other copies of the face may be wherever they could be before.
        """
        deck = deck_of_slot(slot)
        copy = self.lowest_copy(deck, face)
        alike = [other for other in self.closed[deck] if self.face_of(other) == face]
        latest = max((other for other in alike if self.since[other] <= slot), key=self.since.__getitem__, default=copy)
        self.since[latest] = self.since[copy]
        del self.since[copy]
        self.closed[deck] = tuple(other for other in self.closed[deck] if other != copy)
        self.drop(slot)
        return copy

    def drop(self, slot: int) -> None:
        """Remove a slot, and all copies of it that were shown to single seats."""
        for dead in (slot, *[copy for copy in self.looks if self.copied[copy] == slot]):
            self.cards.pop(dead, None)
            self.rests.pop(dead, None)
            self.copied.pop(dead, None)
            self.looks.pop(dead, None)
            self.revealing.pop(dead, None)

    def encrypted_entry(self, match: bytes, copy: int) -> bytes:
        """Return a face-up card in the form that a list to be shuffled contains."""
        deck, face = self.deck_of(copy), self.face_of(copy)
        return keys.list_entry(match, deck, face, self.K) if self.sealed else face.to_bytes(FACE_BYTES, "big")

    def reuses_point(self, cards: Sequence[bytes]) -> bool:
        """Return True if one of these cards reuses the first point of another card, now or in an earlier deal.

        The shares of two deals of one point are enough to read the card.
        """
        listed = self.shuffling.cards if self.shuffling is not None else b""
        there = {*self.dealt, *(card[:POINT] for card in (*self.cards.values(), *split_bytes(listed, CARD_BYTES)))}
        points = {card[:POINT] for card in cards}
        return len(points) < len(cards) or not there.isdisjoint(points)

    def count_as_dealt(self, slot: int) -> None:
        """Record that the point of a slot is dealt now, since no point may be dealt twice.

        Face-up cards are exempt, since they hide nothing.
        """
        a = self.cards[slot][:POINT]
        if self.sealed and a != G:
            assert a not in self.dealt, "a point that was dealt before"
            self.dealt += (a,)

    @property
    def card_bytes(self) -> int:
        """Size of a card in bytes."""
        return CARD_BYTES if self.sealed else FACE_BYTES


def resolve_places(slots: Slots, zone: Slots) -> Slots:
    """Return the slots, with negative positions replaced by the slots of a redealt zone.

    Position -1 is the first slot of the zone, -2 the second.

    >>> resolve_places((-1, 7, -3), (4, 5, 6, 7))
    (4, 7, 6)
    """
    return tuple(zone[-slot - 1] if slot < 0 else slot for slot in slots)


def deck_of_slot(slot: int) -> int:
    """Return the deck of a slot."""
    return slot // FOREIGN


@lru_cache(maxsize=32)
def faces_by_point(match: bytes, deck: int, faces: int) -> dict[bytes, int]:
    """Return the faces of a deck, indexed by the points that represent them."""
    return {keys.face_point(match, deck, face): face for face in range(faces)}


class SharedState(AgendaState, Protocol):
    """State of a game with shared decks."""

    setup: Setup
    shared: SharedDeckState


S = TypeVar("S", bound=SharedState)
T = TypeVar("T", bound="Step[Any]")
