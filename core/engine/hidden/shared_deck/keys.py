"""Keys of a shared deck: public keys, shares of cards, and copies of cards.

Each seat x has a secret polynomial g_x with coefficients d_0..d_(m-1). It publishes the points D_j = d_j G in entry 0,
and gives every other seat y the value g_x(y). A card is encrypted under K, the sum of all D_0, so reading it takes a
share d_0 a from every seat. Any m other seats can rebuild the share of a lost seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from core.engine.codec import H, Plain
from core.engine.hidden.points import (
    POINT,
    Proof,
    add,
    add_any,
    derive_scalar,
    hash_to_point,
    is_proof_valid,
    is_share_valid,
    multiply,
    multiply_base,
    prove,
    quorum,
    secret_share,
    share_point,
    subtract_any,
    valid_point,
)
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.passes import CARD_BYTES, Turn

SHARE_BYTES = POINT + 2 * 32
"""Size in bytes of a share: the point, and the proof (h, z)."""
COPY_BYTES = CARD_BYTES + 2 * 32
"""Size in bytes of a copy: the card (a, b), and the proof that it is the same card."""


class AnnouncedKeys(NamedTuple):
    """Deck keys that a seat publishes in entry 0: its points, and a proof that it knows the secret d_0.

    Without the proof, a seat could choose points that cancel the keys of the other seats.
    """

    points: tuple[bytes, ...]
    Y: bytes
    proof: Proof

    def is_valid(self, match: bytes, seat: int, seats: int) -> bool:
        """Return True if these are valid keys of this seat in a match with `seats` seats."""
        if len(self.points) != quorum(seats) or not all(map(valid_point, self.points)):
            return False
        return is_proof_valid((match, 0, seat, "deckkey"), self.points[0], key_base(match, seat), self.Y, self.proof)


def key_base(match: bytes, seat: int) -> bytes:
    """Return the point X on which the seat proves that it knows d_0."""
    return hash_to_point(H("tether.deckbase", [match, seat]))


def joint_key(announced: Sequence[Sequence[bytes]]) -> bytes:
    """Return K, the sum of the first points of all seats; raise `BadPointError` if the sum is invalid."""
    K = announced[0][0]
    for points in announced[1:]:
        K = add(K, points[0])
    return K


@lru_cache(maxsize=1024)
def face_point(match: bytes, deck: int, face: int) -> bytes:
    """Return the point that represents a card of this face."""
    return hash_to_point(H("tether.face", [match, deck, face]))


def list_entry(match: bytes, deck: int, face: int, K: bytes) -> bytes:
    """Return a face-up card in the encrypted form that a list to be shuffled contains: (G, C_f + K)."""
    return passes.G + add_any(face_point(match, deck, face), K)


class DeckKeys:
    """The secret deck keys of one seat in a match with `seats` seats.

    `received_values` maps other seats x to the values g_x(y) that they gave this seat y.
    """

    def __init__(self, match: bytes, seat: int, seed: bytes, seats: int) -> None:
        self.match = match
        self.seat = seat
        self.received_values: dict[int, bytes] = {}
        self._seed = seed
        self._secrets = [derive_scalar(seed, "tether.deck", [match, j]) for j in range(quorum(seats))]
        self.points = tuple(map(multiply_base, self._secrets))
        self._cached_shares: tuple[int, dict[tuple[int, int], bytes]] = (0, {})
        """The latest step with shares, and those shares; cached because a player may open cards repeatedly."""

    def __repr__(self) -> str:
        return f"DeckKeys(seat {self.seat})"

    def announced_keys(self) -> AnnouncedKeys:
        """Return the public keys for entry 0, with their proof."""
        X = key_base(self.match, self.seat)
        ctx: Plain = [self.match, 0, self.seat, "deckkey"]
        Y = multiply(self._secrets[0], X)
        return AnnouncedKeys(self.points, Y, prove(self._seed, ctx, self._secrets[0], self.points[0], X, Y))

    def share_for(self, y: int) -> bytes:
        """Return g(y), the value that seat y keeps in case this seat is lost."""
        return secret_share(self._secrets, y)

    def store_value(self, x: int, points: Sequence[bytes], value: bytes) -> bool:
        """Store the value that seat x gave this seat; return False if it does not match the points of x."""
        if not is_share_valid(points, self.seat, value):
            return False
        self.received_values[x] = value
        return True

    def make_share(self, t: int, slot: int, card: bytes, of: int) -> bytes:
        """Return this seat's share of a card, or its part of the share of seat `of`: 96 bytes."""
        step, made = self._cached_shares
        if step != t:
            made = {}
            self._cached_shares = t, made
        if (slot, of) not in made:
            k, a = self._secrets[0] if of == self.seat else self.received_values[of], card[:POINT]
            point = multiply(k, a)
            h, z = prove(self._seed, [self.match, t, self.seat, "deckshare", slot, of], k, multiply_base(k), a, point)
            made[slot, of] = point + h + z
        return made[slot, of]

    def face(self, rest: bytes, card: bytes, faces: Mapping[bytes, int]) -> int | None:
        """Return the face of this seat's card after all other seats have given their shares.

        Return None if no face matches. `faces` maps the points of the faces to their numbers.
        """
        return faces.get(subtract_any(rest, multiply(self._secrets[0], card[:POINT])))

    def copy_card(self, t: int, slot: int, card: bytes, K: bytes) -> bytes:
        """Return a re-encrypted copy of a card with its proof: 128 bytes."""
        key = passes.shuffle_secret(self._seed, self.match, t, 0, K, card)
        r = derive_scalar(key, "tether.passrand", ["copy", slot])
        rG, rK = multiply_base(r), multiply(r, K)
        h, z = prove(self._seed, [self.match, t, self.seat, "deckcopy", slot], r, rG, K, rK)
        return add_any(card[:POINT], rG) + add_any(card[POINT:], rK) + h + z

    def shuffle(self, t: int, deck: int, cards: bytes, K: bytes) -> bytes:
        """Return the answer that shuffles the cards, with its proof."""
        key = passes.shuffle_secret(self._seed, self.match, t, deck, K, cards)
        return passes.shuffle(
            Turn(self.match, t, self.seat, deck, K), passes.derive_draws(key, len(cards) // CARD_BYTES), cards
        )


class ShareRequest(NamedTuple):
    """A request for a share of a card; `of` is the seat whose share it is."""

    match: bytes
    t: int
    giver: int
    slot: int
    card: bytes
    of: int

    def is_valid_share(self, points: Sequence[bytes], answer: bytes) -> bool:
        """Return True if the 96 bytes are a valid answer; `points` are the public points of seat `of`."""
        if len(answer) != SHARE_BYTES:
            return False
        A = points[0] if self.of == self.giver else _share_point(tuple(points), self.giver)
        ctx = (self.match, self.t, self.giver, "deckshare", self.slot, self.of)
        return is_proof_valid(ctx, A, self.card[:POINT], answer[:POINT], _split_proof(answer[POINT:]))


_share_point = lru_cache(maxsize=64)(share_point)


def is_copy_valid(match: bytes, t: int, giver: int, slot: int, card: bytes, K: bytes, answer: bytes) -> bool:
    """Return True if these 128 bytes are a valid copy of the card, made by this seat in this step."""
    a, b = answer[:POINT], answer[POINT:CARD_BYTES]
    if len(answer) != COPY_BYTES or not (valid_point(a) and valid_point(b)):
        return False
    rG, rK = subtract_any(a, card[:POINT]), subtract_any(b, card[POINT:])
    return valid_point(rG) and is_proof_valid(
        (match, t, giver, "deckcopy", slot), rG, K, rK, _split_proof(answer[CARD_BYTES:])
    )


def remove_shares(rest: bytes, shares: Sequence[bytes]) -> bytes:
    """Return the second half of a card after these shares are removed from it."""
    for point in shares:
        rest = subtract_any(rest, point)
    return rest


def _split_proof(data: bytes) -> Proof:
    return data[:32], data[32:]
