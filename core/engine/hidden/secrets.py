"""A seat's private data: its keys, and the faces of its own slots (protocol parts 2 and 6).

It is not part of the state and never leaves the seat's computer.
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
"""Number of slots per step: slot i of step t has the number t * 1024 + i."""

FOREIGN = 2**40
"""Multiplier of the owner in the number of a foreign slot, which is owner * 2^40 + slot."""

HASH = 32
BOX_BYTES = 32
"""Size in bytes of a box, an opening encrypted for one other seat."""
MAX_TERMS = 16
"""Maximum number of terms in a sealed paper; its box holds one byte for each of them and the salt."""
Terms = tuple[int, ...]
"""The terms of a sealed paper, each a number 0..255."""
Opening = tuple[int, int, bytes]
"""The opening of a slot, as (slot, copy, salt); the salt is empty under the null scheme."""


def slot_commitment(match: bytes, seat: int, slot: int, copy: int, salt: bytes) -> bytes:
    r"""Return the commitment of a slot to its card: 32 bytes.

    >>> salt = KDF(bytes(range(32)), "tether.salt", [1, 0])[:16]
    >>> slot_commitment(b"\x11" * 32, 1, 1024, 17, salt).hex()[:16]
    '997ed6f8213cf5b0'
    """
    t, i = divmod(slot, SLOTS_PER_STEP)
    return H("tether.slot", [match, seat, t, i, copy, salt])


def paper_commitment(match: bytes, t: int, proposer: int, partner: int, terms: Terms, salt: bytes) -> bytes:
    r"""Return the commitment of a sealed paper to its terms: 32 bytes (protocol 9.3).

    >>> paper_commitment(b"\x11" * 32, 7, 1, 3, (4, 2), bytes(16)).hex()[:16]
    'a87ffe5c882ba751'
    """
    return H("tether.paper", [match, t, proposer, partner, terms, salt])


def foreign_slot(owner: int, slot: int) -> int:
    """Return the number by which other seats refer to a slot of `owner`.

    >>> slot_origin(1, foreign_slot(3, 2048)), slot_origin(1, 2048)
    ((3, 2048), (1, 2048))
    """
    return owner * FOREIGN + slot


def slot_origin(seat: int, slot: int) -> tuple[int, int]:
    """Return the owner and the number of a slot that `seat` refers to.

    The owner is another seat for a foreign slot.
    """
    owner, own = divmod(slot, FOREIGN)
    return owner or seat, own


def openings(decision: object) -> Iterator[Opening]:
    """Yield every slot opening in a decision, at any depth.

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
    """The private knowledge of one seat in one match.

    `faces` maps its own slots to copies, and `pairs` maps each other seat to the key that both share.
    `foreign_openings` maps foreign slots to the openings that the seat was shown. `orders` are the player's standing
    orders to the client. `deck` are the seat's keys of shared decks, and `drawn` maps slots of shared decks to the
    faces that the seat knows.
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
        self.foreign_openings: dict[int, Opening] = {}
        self.orders: dict[str, Any] = {}  # each order's module knows the type of its values
        self.deck: DeckKeys | None = None
        self.drawn: dict[int, int] = {}
        self.drafts: dict[bytes, tuple[int, ...]] = {}
        """The cards of each drafted batch, by its bytes; kept until one of the batches is published."""
        self._hand_key = KDF(seed, "tether.handkey", [match])

    def nonce(self, t: int) -> bytes:
        """Return the seat's random contribution to step t (32 bytes), which it publishes when the step is revealed."""
        return KDF(self.seed, "tether.nonce", [self.match, t])

    def chance(self, t: int) -> Stream:
        r"""Return a random stream for the client's arbitrary choices in step t.

        Other seats cannot predict it, and it is the same after a restart.

        >>> Secrets(b"\x11" * 32, 1, bytes(range(32))).chance(1).uniform(1000)
        959
        """
        return Stream(KDF(self.seed, "tether.chance", [self.match, t]), ["default"])

    def salt(self, slot: int) -> bytes:
        """Return the salt of one of the seat's own slots (16 bytes); it becomes public when the slot is opened."""
        if not self.sealed:
            return b""
        return KDF(self._hand_key, "tether.salt", divmod(slot, SLOTS_PER_STEP))[:16]

    def secret_order(self, t: int, zone: int, copies: Sequence[int]) -> list[int]:
        r"""Return the copies in the secret order in which they are put into slots; the input must be ascending.

        Zone 0 is the draw pile, and zone 1 the hand.

        >>> Secrets(b"\x11" * 32, 1, bytes(range(32))).secret_order(1, 0, [3, 5, 8, 13, 21])
        [8, 21, 3, 5, 13]
        """
        key = KDF(self._hand_key, "tether.order", [t, zone])
        return Stream(key, ["order"]).shuffle(copies)

    def draft_batch(self, t: int, copies: Sequence[int]) -> bytes:
        """Put the copies into the slots (t, 0), (t, 1)... in this order, and return the batch to publish.

        The batch is the concatenation of the commitments, 32 bytes per slot; it is empty under the null scheme. A
        client may draft several batches before its player decides. `confirm_batch` selects the one that was published.
        Under the null scheme the last one counts.
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

    def confirm_batch(self, first: int, batch: bytes) -> None:
        """Store the published batch for the slots that begin with `first`, and drop all other drafts."""
        copies = self.drafts.get(batch)
        if copies is not None:
            self.faces.update((first + i, copy) for i, copy in enumerate(copies))
            self.drafts.clear()

    def copy(self) -> Secrets:
        """Return a copy with the same knowledge, so that another thread can prepare a decision."""
        twin = Secrets(self.match, self.seat, self.seed, self.sealed)
        twin.faces = dict(self.faces)
        twin.pairs = self.pairs
        twin.foreign_openings = dict(self.foreign_openings)
        twin.orders = dict(self.orders)
        twin.deck = self.deck
        twin.drawn = dict(self.drawn)
        twin.drafts = dict(self.drafts)
        return twin

    def merge(self, other: Secrets) -> None:
        """Merge the knowledge of `other`, a copy with which a decision to be published was made."""
        self.faces.update(other.faces)
        self.foreign_openings.update(other.foreign_openings)
        self.orders = dict(other.orders)
        self.drawn.update(other.drawn)
        self.drafts.update(other.drafts)

    @property
    def deck_keys(self) -> DeckKeys:
        """The seat's keys of shared decks; raise `LookupError` if the match has none."""
        if self.deck is None:
            raise LookupError(f"seat {self.seat} has no keys of a shared deck")
        return self.deck

    def opening(self, slot: int) -> Opening:
        """Return the opening of one of the seat's own slots, or of a foreign slot that the seat was shown."""
        if slot >= FOREIGN:
            return self.foreign_openings[slot]
        return (slot, self.faces[slot], self.salt(slot))

    # Boxes for one other seat (PROTOCOL part 9) -----------------------------------------------------------------------

    def encrypt_opening(self, looker: int, slot: int) -> bytes:
        """Return the opening of an own slot, encrypted for one other seat (32 bytes); each key is used once."""
        copy, salt = self.faces[slot], self.salt(slot)
        return _mask_box(copy.to_bytes(16, "big") + salt.ljust(16, b"\0"), self._pad(looker, self.seat, looker, slot))

    def decrypt_opening(self, owner: int, slot: int, box: bytes, commitment: bytes) -> bool:
        """Decrypt and store the opening of another seat's slot; return False if it does not match the commitment.

        Under the null scheme there is no commitment, and the opening is always stored.
        """
        plain = _mask_box(box, self._pad(owner, owner, self.seat, slot))
        copy, salt = int.from_bytes(plain[:16], "big"), plain[16:] if self.sealed else b""
        if self.sealed and (copy >= 2**63 or slot_commitment(self.match, owner, slot, copy, salt) != commitment):
            return False
        self.foreign_openings[foreign_slot(owner, slot)] = (foreign_slot(owner, slot), copy, salt)
        return True

    def _pad(self, other: int, owner: int, looker: int, slot: int) -> bytes:
        return KDF(self.pairs[other], "tether.look", [self.match, owner, looker, slot])

    # Papers sealed by two seats (PROTOCOL 9.3) ------------------------------------------------------------------------

    def encrypt_terms(self, t: int, partner: int, terms: Terms) -> tuple[bytes, bytes]:
        """Return the commitment to these terms and the terms encrypted for the partner, 32 bytes each.

        The commitment is empty under the null scheme. Different terms have different salts, so a seat that changes its
        mind within a step never uses a key twice.
        """
        plain = bytes(terms)
        if not self.sealed:
            return b"", _mask_box(plain.ljust(BOX_BYTES, b"\0"), self._paper_pad(partner, self.seat, partner, b""))
        salt = KDF(self._hand_key, "tether.papersalt", [t, partner, terms])[:16]
        commitment = paper_commitment(self.match, t, self.seat, partner, terms, salt)
        pad = self._paper_pad(partner, self.seat, partner, commitment)
        return commitment, _mask_box(plain.ljust(MAX_TERMS, b"\0") + salt, pad)

    def decrypt_terms(
        self, t: int, proposer: int, partner: int, commitment: bytes, box: bytes, fields: int
    ) -> tuple[Terms, bytes] | None:
        """Return the terms and the salt of a paper, or None if the box does not match the commitment.

        The seat must be the paper's proposer or partner.
        """
        other = partner if self.seat == proposer else proposer
        plain = _mask_box(box, self._paper_pad(other, proposer, partner, commitment))
        terms, salt = tuple(plain[:fields]), plain[MAX_TERMS:] if self.sealed else b""
        if any(plain[fields:MAX_TERMS]):
            return None
        if self.sealed and paper_commitment(self.match, t, proposer, partner, terms, salt) != commitment:
            return None
        return terms, salt

    def _paper_pad(self, other: int, proposer: int, partner: int, commitment: bytes) -> bytes:
        return KDF(self.pairs[other], "tether.paperbox", [self.match, proposer, partner, commitment])


def _mask_box(data: bytes, pad: bytes) -> bytes:
    return (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(BOX_BYTES, "big")
