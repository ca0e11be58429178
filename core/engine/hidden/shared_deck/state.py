"""The state of a game with shared decks: closed cards by slot, their places, and pending operations.

A closed card is a *slot* with 64 public bytes, whose face only the seat knows that it was dealt to. Cards that look
alike are one *face* of a deck. A face-up card is a *copy*, with its own number in the match. The set of closed copies
is public, their places are not.
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
from core.engine.hidden.shared_deck.passes import CARD, G, split
from core.engine.question import AgendaState, Item
from core.engine.state import StateData, Static, state

if TYPE_CHECKING:
    from core.engine.agenda import Step

Slots: TypeAlias = tuple[int, ...]
FACE_BYTES = 2
"""Bytes of a slot under the null scheme, where they are its face."""


class Opened(NamedTuple):
    """A closed card of the seat's own hand, opened: its slot, its face, and its share with proof.

    Share and proof have 96 bytes, and are empty under the null scheme.
    """

    slot: int
    face: int
    proof: bytes


OPENING = 112
"""Bytes that such an opening takes at most."""
NamedCard: TypeAlias = Opened | int
"""A card of the seat's own hand in a decision: opened, or the copy where it is held openly."""


class PendingReveal(NamedTuple):
    """A slot whose shares are being collected.

    The fields are the receiver (0: all seats), the rest of b so far and the seats whose shares are in. For all seats
    there is also the agenda item that takes its copy.
    """

    to: int
    rest: bytes
    given: tuple[int, ...]
    then: Item = ()


class PendingShuffle(NamedTuple):
    """A list that is being passed round.

    The fields are the deck, the seat whose hand it is (or 0), the number of correct passes, and the seat last asked.
    Then follow the number of its first slot (or 0), the cards, and the slots that are under it.
    """

    deck: int
    whose: int
    right: int
    last: int
    first: int
    cards: bytes
    under: Slots


class Move(NamedTuple):
    """A closed card that moves as a copy: purpose, holder, slot and receiver."""

    purpose: str
    holder: int
    slot: int
    to: int


SHOW, UNDER, GIVE, REFRESH = "show", "under", "give", "anew"
"""Purposes of a copy: for one seat to see, under the deck, for another hand, for a fresh slot."""


@state
@dataclass(slots=True)
class Shared(StateData):
    """The shared decks of a match. Columns by seat have index 0 for nobody, those by deck begin at 0.

    `_ranges` are the copies of each deck, `_faces` deck and face of each copy (index 0 is nobody's).
    `points` are the D_j of each seat, K the sum of all D_0. `rests` holds, for a slot that was dealt, b without the
    shares of all but its holder. `copied` says of which slot one is a copy, `looks` which copy is for whose eyes alone.
    `aside` are the slots of each deck that were put aside unseen, `fresh` is the next slot number. `since` says for
    a closed copy from which slot number on it may lie: what was laid before is not it. `dealt` is the point a of each
    card that was dealt, but for those that came from an open card: no point is dealt twice.
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
    def empty(cls, seats: int, sealed: bool, kinds: Iterable[Sequence[int]]) -> Shared:
        """Return decks with no card in play yet; `kinds` has for each deck the number of copies of each face."""
        table = tuple(map(tuple, kinds))
        ends = [0, *accumulate(map(sum, table))]
        ranges = tuple(range(first + 1, end + 1) for first, end in pairwise(ends))
        faces = ((deck, face) for deck, each in enumerate(table) for face, many in enumerate(each) for _ in range(many))
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
        """m, the number of other seats that can read a card together."""
        return quorum(len(self.seats))

    # Faces and copies -------------------------------------------------------------------------------------------------

    def copies(self, deck: int) -> range:
        """Return all copies of a deck, in play or not; copies of one face are adjacent, the faces ascending."""
        return self._ranges[deck]

    def deck_of(self, copy: int) -> int:
        """Return the deck of a copy."""
        return self._faces[copy][0]

    def face_of(self, copy: int) -> int:
        """Return the face of a copy."""
        return self._faces[copy][1]

    def lowest(self, deck: int, face: int) -> int:
        """Return the lowest closed copy of a face, or 0 if none is closed."""
        return next((copy for copy in self.closed[deck] if self.face_of(copy) == face), 0)

    # Slots ------------------------------------------------------------------------------------------------------------

    def number(self, t: int, deck: int, count: int) -> int:
        """Return the first of `count` fresh slots; no number is used twice."""
        first = max(self.fresh[deck], deck * FOREIGN + t * SLOTS_PER_STEP)
        self.fresh[deck] = first + count
        return first

    def lay(self, t: int, deck: int, cards: Sequence[bytes], first: int = 0) -> Slots:
        """Put cards into fresh slots."""
        first = first or self.number(t, deck, len(cards))
        slots = tuple(range(first, first + len(cards)))
        self.cards.update(zip(slots, cards))
        return slots

    def close(self, t: int, copies: Sequence[int]) -> None:
        """Close open cards: they go into a list of step t, and so into its slots or later ones."""
        for copy in copies:
            deck = self.deck_of(copy)
            self.closed[deck] = tuple(sorted((*self.closed[deck], copy)))
            self.since[copy] = max(self.fresh[deck], deck * FOREIGN + t * SLOTS_PER_STEP)

    def uncover(self, slot: int, face: int) -> int:
        """Retire the slot and turn its card face up; return the lowest closed copy of the face.

        The true copy is unknown. The others of its face may be wherever they might have been before.
        """
        deck = deck_of_slot(slot)
        copy = self.lowest(deck, face)
        alike = [other for other in self.closed[deck] if self.face_of(other) == face]
        latest = max((other for other in alike if self.since[other] <= slot), key=self.since.__getitem__, default=copy)
        self.since[latest] = self.since[copy]
        del self.since[copy]
        self.closed[deck] = tuple(other for other in self.closed[deck] if other != copy)
        self.drop(slot)
        return copy

    def drop(self, slot: int) -> None:
        """Retire a slot, and the copies of it that were shown to one seat alone."""
        for dead in (slot, *[copy for copy in self.looks if self.copied[copy] == slot]):
            self.cards.pop(dead, None)
            self.rests.pop(dead, None)
            self.copied.pop(dead, None)
            self.looks.pop(dead, None)
            self.revealing.pop(dead, None)

    def entry(self, match: bytes, copy: int) -> bytes:
        """Return an open card in the form for a list."""
        deck, face = self.deck_of(copy), self.face_of(copy)
        return keys.list_entry(match, deck, face, self.K) if self.sealed else face.to_bytes(FACE_BYTES, "big")

    def repeats(self, cards: Sequence[bytes]) -> bool:
        """Return True if the point a of one of these cards lies on the table, was dealt before, or is there twice.

        The shares of two deals of one point, to two seats, are all that it takes to read the card.
        """
        listed = self.shuffling.cards if self.shuffling is not None else b""
        there = {*self.dealt, *(card[:POINT] for card in (*self.cards.values(), *split(listed, CARD)))}
        points = {card[:POINT] for card in cards}
        return len(points) < len(cards) or not there.isdisjoint(points)

    def count_as_dealt(self, slot: int) -> None:
        """Note the point of a slot that is dealt now. A point is dealt once; that of an open card hides nothing."""
        a = self.cards[slot][:POINT]
        if self.sealed and a != G:
            assert a not in self.dealt, "a point that was dealt before"
            self.dealt += (a,)

    @property
    def width(self) -> int:
        """Number of bytes of a card."""
        return CARD if self.sealed else FACE_BYTES


def at_places(slots: Slots, zone: Slots) -> Slots:
    """Return the slots, with places in a redealt zone resolved: -1 is its first slot, -2 the second.

    >>> at_places((-1, 7, -3), (4, 5, 6, 7))
    (4, 7, 6)
    """
    return tuple(zone[-slot - 1] if slot < 0 else slot for slot in slots)


def deck_of_slot(slot: int) -> int:
    """Return the deck of a slot."""
    return slot // FOREIGN


@lru_cache(maxsize=32)
def faces_by_point(match: bytes, deck: int, faces: int) -> dict[bytes, int]:
    """Return the faces of a deck by their points."""
    return {keys.face_point(match, deck, face): face for face in range(faces)}


class SharedState(AgendaState, Protocol):
    """A state with shared decks."""

    setup: Setup
    shared: Shared


S = TypeVar("S", bound=SharedState)
T = TypeVar("T", bound="Step[Any]")
