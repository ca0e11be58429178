"""A seat's private side: its hand key and the faces of its own slots (protocol parts 2 and 6).

It is outside the state and never leaves the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.engine.chance.beacon import Stream
from core.engine.codec import KDF, H

if TYPE_CHECKING:
    from core.engine.hidden.shared_deck.keys import (
        DeckKeys,  # needs libsodium; games without shared decks do not
    )

SLOTS_PER_STEP = 1024
"""Slot numbers per step: slot (t, i) of a seat is t * 1024 + i, unique for ever, ascending in (t, i)."""

FOREIGN = 2**40
"""Multiplier of the owner in a foreign slot's name: owner * 2^40 + slot."""

HASH = 32
BOX = 32
"""Bytes of a box: an opening that one other seat alone can read."""
MOST_TERMS = 16
"""Maximum number of terms of a sealed paper: one byte each in its box, beside the salt."""
Terms = tuple[int, ...]
"""The terms of a sealed paper: numbers 0..255."""
Opening = tuple[int, int, bytes]
"""[slot, copy, salt]; the salt is empty under the null scheme."""


def slot_commitment(match: bytes, seat: int, slot: int, copy: int, salt: bytes) -> bytes:
    r"""Return the public commitment of a fresh slot to its face: 32 bytes.

    >>> salt = KDF(bytes(range(32)), "tether.salt", [1, 0])[:16]
    >>> slot_commitment(b"\x11" * 32, 1, 1024, 17, salt).hex()[:16]
    '997ed6f8213cf5b0'
    """
    t, i = divmod(slot, SLOTS_PER_STEP)
    return H("tether.slot", [match, seat, t, i, copy, salt])


def paper_commitment(match: bytes, t: int, proposer: int, partner: int, terms: Terms, salt: bytes) -> bytes:
    r"""Return the public commitment of a sealed paper to its terms: 32 bytes (protocol 9.3).

    >>> paper_commitment(b"\x11" * 32, 7, 1, 3, (4, 2), bytes(16)).hex()[:16]
    'a87ffe5c882ba751'
    """
    return H("tether.paper", [match, t, proposer, partner, terms, salt])


def foreign(owner: int, slot: int) -> int:
    """Return the name of another seat's slot among a seat's own slots.

    >>> origin(1, foreign(3, 2048)), origin(1, 2048)
    ((3, 2048), (1, 2048))
    """
    return owner * FOREIGN + slot


def origin(seat: int, slot: int) -> tuple[int, int]:
    """Return the seat that filled a slot named by `seat`, and that seat's own name for it."""
    owner, own = divmod(slot, FOREIGN)
    return owner or seat, own


def openings(decision: object) -> Iterator[Opening]:
    """Yield every opening with a salt that a decision contains, at any depth.

    >>> list(openings((3, ((1024, 17, b"salt"), None), [(1, 2, 3)])))
    [(1024, 17, b'salt')]
    """
    if isinstance(decision, (tuple, list)):
        if len(decision) == 3 and [type(part) for part in decision] == [int, int, bytes]:
            yield decision[0], decision[1], decision[2]
        else:
            for part in decision:
                yield from openings(part)


class Secrets:
    """The private knowledge of one seat in one match: `faces` maps its slots to copies.

    `pairs` are the keys that it shares with each other seat alone. `seen` are the openings of others' slots that it was
    shown, by their foreign names. `orders` are its player's standing answers for the client. `deck` are its keys of
    shared decks, where the match has some. `drawn` are the faces of their slots that it knows.
    """

    def __init__(
        self, match: bytes, seat: int, seed: bytes, sealed: bool = True, pairs: Mapping[int, bytes] | None = None
    ) -> None:
        self.match = match
        self.seat = seat
        self.seed = seed
        self.sealed = sealed
        self.faces: dict[int, int] = {}
        self.pairs = dict(pairs or {})
        self.seen: dict[int, Opening] = {}
        self.orders: dict[str, Any] = {}  # each order's module knows the type of its values
        self.deck: DeckKeys | None = None
        self.drawn: dict[int, int] = {}
        self.drafts: dict[bytes, tuple[int, ...]] = {}
        """Draft batches by their bytes, kept until one is known to be published."""
        self._hand_key = KDF(seed, "tether.handkey", [match])

    def nonce(self, t: int) -> bytes:
        """Return nonce[t], 32 bytes, public once step t is revealed."""
        return KDF(self.seed, "tether.nonce", [self.match, t])

    def chance(self, t: int) -> Stream:
        r"""Return the client's arbitrary choices in step t: unknown to others, and the same after a restart.

        >>> Secrets(b"\x11" * 32, 1, bytes(range(32))).chance(1).uniform(1000)
        959
        """
        return Stream(KDF(self.seed, "tether.chance", [self.match, t]), ["default"])

    def salt(self, slot: int) -> bytes:
        """Return the salt of an own slot, public once the slot is opened."""
        if not self.sealed:
            return b""
        return KDF(self._hand_key, "tether.salt", divmod(slot, SLOTS_PER_STEP))[:16]

    def order(self, t: int, zone: int, copies: Sequence[int]) -> list[int]:
        r"""Return the copies, given ascending, in slot order: zone 0 is the draw pile, 1 the hand.

        >>> Secrets(b"\x11" * 32, 1, bytes(range(32))).order(1, 0, [3, 5, 8, 13, 21])
        [8, 21, 3, 5, 13]
        """
        key = KDF(self._hand_key, "tether.order", [t, zone])
        return Stream(key, ["order"]).shuffle(copies)

    def lay(self, t: int, copies: Sequence[int]) -> bytes:
        """Put the copies, in this order, into the fresh slots (t, 0), (t, 1)...; return the batch to publish.

        The batch is the commitments joined, 32 bytes a slot, or empty under the null scheme. Several batches may be
        drafted while a player looks at the options. `confirm` reports which one was published (under the null scheme
        the last one).
        """
        first = t * SLOTS_PER_STEP
        for i, copy in enumerate(copies):
            self.faces[first + i] = copy
        if not self.sealed:
            return b""
        batch = b"".join(
            slot_commitment(self.match, self.seat, first + i, copy, self.salt(first + i))
            for i, copy in enumerate(copies)
        )
        self.drafts[batch] = tuple(copies)
        return batch

    def confirm(self, first: int, batch: bytes) -> None:
        """Keep the batch published for the slots from `first` on, and drop all other drafts."""
        copies = self.drafts.get(batch)
        if copies is not None:
            self.faces.update((first + i, copy) for i, copy in enumerate(copies))
            self.drafts.clear()

    def copy(self) -> Secrets:
        """Return a copy of the same knowledge for another thread to plan with."""
        twin = Secrets(self.match, self.seat, self.seed, self.sealed)
        twin.faces = dict(self.faces)
        twin.pairs = self.pairs
        twin.seen = dict(self.seen)
        twin.orders = dict(self.orders)
        twin.deck = self.deck
        twin.drawn = dict(self.drawn)
        twin.drafts = dict(self.drafts)
        return twin

    def adopt(self, twin: Secrets) -> None:
        """Merge the twin's slots, because a decision that was made with it will be published."""
        self.faces.update(twin.faces)
        self.seen.update(twin.seen)
        self.orders = dict(twin.orders)
        self.drawn.update(twin.drawn)
        self.drafts.update(twin.drafts)

    @property
    def deck_keys(self) -> DeckKeys:
        """The keys of shared decks; a match without any raises `LookupError`."""
        if self.deck is None:
            raise LookupError(f"seat {self.seat} has no keys of a shared deck")
        return self.deck

    def open(self, slot: int) -> Opening:
        """Return the opening of an own slot, or of another seat's that was shown to this one."""
        if slot >= FOREIGN:
            return self.seen[slot]
        return (slot, self.faces[slot], self.salt(slot))

    # Boxes for one other seat (PROTOCOL part 9) -----------------------------------------------------------------------

    def box(self, looker: int, slot: int) -> bytes:
        """Return the opening of an own slot for one other seat: 32 bytes, under a single-use key."""
        copy, salt = self.faces[slot], self.salt(slot)
        return _masked(copy.to_bytes(16, "big") + salt.ljust(16, b"\0"), self._pad(looker, self.seat, looker, slot))

    def unbox(self, owner: int, slot: int, box: bytes, commitment: bytes) -> bool:
        """Store another seat's opening; return False if it does not fit the slot's commitment.

        An empty commitment means the null scheme.
        """
        plain = _masked(box, self._pad(owner, owner, self.seat, slot))
        copy, salt = int.from_bytes(plain[:16], "big"), plain[16:] if self.sealed else b""
        if self.sealed and (copy >= 2**63 or slot_commitment(self.match, owner, slot, copy, salt) != commitment):
            return False
        self.seen[foreign(owner, slot)] = (foreign(owner, slot), copy, salt)
        return True

    def _pad(self, other: int, owner: int, looker: int, slot: int) -> bytes:
        return KDF(self.pairs[other], "tether.look", [self.match, owner, looker, slot])

    # Papers sealed by two seats (PROTOCOL 9.3) ------------------------------------------------------------------------

    def paper(self, t: int, partner: int, terms: Terms) -> tuple[bytes, bytes]:
        """Return the commitment to these terms and the box for the partner: 32 bytes each.

        The commitment is empty under the null scheme. Other terms have another salt, so a seat that changes its mind
        within a step uses no pad twice.
        """
        plain = bytes(terms)
        if not self.sealed:
            return b"", _masked(plain.ljust(BOX, b"\0"), self._paper_pad(partner, self.seat, partner, b""))
        salt = KDF(self._hand_key, "tether.papersalt", [t, partner, terms])[:16]
        commitment = paper_commitment(self.match, t, self.seat, partner, terms, salt)
        pad = self._paper_pad(partner, self.seat, partner, commitment)
        return commitment, _masked(plain.ljust(MOST_TERMS, b"\0") + salt, pad)

    def read_paper(
        self, t: int, proposer: int, partner: int, commitment: bytes, box: bytes, fields: int
    ) -> tuple[Terms, bytes] | None:
        """Return terms and salt of a paper of this seat, as proposer or partner; None if the box does not fit."""
        other = partner if self.seat == proposer else proposer
        plain = _masked(box, self._paper_pad(other, proposer, partner, commitment))
        terms, salt = tuple(plain[:fields]), plain[MOST_TERMS:] if self.sealed else b""
        if any(plain[fields:MOST_TERMS]):
            return None
        if self.sealed and paper_commitment(self.match, t, proposer, partner, terms, salt) != commitment:
            return None
        return terms, salt

    def _paper_pad(self, other: int, proposer: int, partner: int, commitment: bytes) -> bytes:
        return KDF(self.pairs[other], "tether.paperbox", [self.match, proposer, partner, commitment])


def _masked(data: bytes, pad: bytes) -> bytes:
    return (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(BOX, "big")
