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
    base_times,
    hash_to_point,
    minus,
    plus,
    proof_holds,
    prove,
    quorum,
    scalar,
    share,
    share_fits,
    share_point,
    times,
    valid_point,
)
from core.engine.hidden.shared_deck import passes
from core.engine.hidden.shared_deck.passes import CARD, Turn

SHARE = POINT + 2 * 32
"""Size in bytes of a share: the point, and the proof (h, z)."""
COPY = CARD + 2 * 32
"""Size in bytes of a copy: the card (a, b), and the proof that it is the same card."""


class AnnouncedKeys(NamedTuple):
    """Deck keys that a seat publishes in entry 0: its points, and a proof that it knows the secret d_0.

    Without the proof, a seat could choose points that cancel the keys of the other seats.
    """

    points: tuple[bytes, ...]
    Y: bytes
    proof: Proof

    def holds(self, match: bytes, seat: int, seats: int) -> bool:
        """Return True if these are valid keys of this seat in a match with `seats` seats."""
        if len(self.points) != quorum(seats) or not all(map(valid_point, self.points)):
            return False
        return proof_holds((match, 0, seat, "deckkey"), self.points[0], key_base(match, seat), self.Y, self.proof)


def key_base(match: bytes, seat: int) -> bytes:
    """Return the point X on which the seat proves that it knows d_0."""
    return hash_to_point(H("tether.deckbase", [match, seat]))


def joint_key(announced: Sequence[Sequence[bytes]]) -> bytes:
    """Return K, the sum of the first points of all seats; raise `BadPoint` if the sum is invalid."""
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
    return passes.G + plus(face_point(match, deck, face), K)


class DeckKeys:
    """The secret deck keys of one seat in a match with `seats` seats.

    `kept` maps other seats x to the values g_x(y) that they gave this seat y.
    """

    def __init__(self, match: bytes, seat: int, seed: bytes, seats: int) -> None:
        self.match = match
        self.seat = seat
        self.kept: dict[int, bytes] = {}
        self._seed = seed
        self._secrets = [scalar(seed, "tether.deck", [match, j]) for j in range(quorum(seats))]
        self.points = tuple(map(base_times, self._secrets))
        self._made: tuple[int, dict[tuple[int, int], bytes]] = (0, {})
        """The latest step with shares, and those shares; cached because a player may open cards repeatedly."""

    def __repr__(self) -> str:
        return f"DeckKeys(seat {self.seat})"

    def announced(self) -> AnnouncedKeys:
        """Return the public keys for entry 0, with their proof."""
        X = key_base(self.match, self.seat)
        ctx: Plain = [self.match, 0, self.seat, "deckkey"]
        Y = times(self._secrets[0], X)
        return AnnouncedKeys(self.points, Y, prove(self._seed, ctx, self._secrets[0], self.points[0], X, Y))

    def share_for(self, y: int) -> bytes:
        """Return g(y), the value that seat y keeps in case this seat is lost."""
        return share(self._secrets, y)

    def keep(self, x: int, points: Sequence[bytes], value: bytes) -> bool:
        """Store the value that seat x gave this seat; return False if it does not match the points of x."""
        if not share_fits(points, self.seat, value):
            return False
        self.kept[x] = value
        return True

    def give(self, t: int, slot: int, card: bytes, of: int) -> bytes:
        """Return this seat's share of a card, or its part of the share of seat `of`: 96 bytes."""
        step, made = self._made
        if step != t:
            made = {}
            self._made = t, made
        if (slot, of) not in made:
            k, a = self._secrets[0] if of == self.seat else self.kept[of], card[:POINT]
            point = times(k, a)
            h, z = prove(self._seed, [self.match, t, self.seat, "deckshare", slot, of], k, base_times(k), a, point)
            made[slot, of] = point + h + z
        return made[slot, of]

    def face(self, rest: bytes, card: bytes, faces: Mapping[bytes, int]) -> int | None:
        """Return the face of this seat's card after all other seats have given their shares.

        Return None if no face matches. `faces` maps the points of the faces to their numbers.
        """
        return faces.get(minus(rest, times(self._secrets[0], card[:POINT])))

    def copy(self, t: int, slot: int, card: bytes, K: bytes) -> bytes:
        """Return a re-encrypted copy of a card with its proof: 128 bytes."""
        key = passes.secret_of(self._seed, self.match, t, 0, K, card)
        r = scalar(key, "tether.passrand", ["copy", slot])
        rG, rK = base_times(r), times(r, K)
        h, z = prove(self._seed, [self.match, t, self.seat, "deckcopy", slot], r, rG, K, rK)
        return plus(card[:POINT], rG) + plus(card[POINT:], rK) + h + z

    def shuffle(self, t: int, deck: int, cards: bytes, K: bytes) -> bytes:
        """Return the answer that shuffles the cards, with its proof."""
        key = passes.secret_of(self._seed, self.match, t, deck, K, cards)
        return passes.shuffle(Turn(self.match, t, self.seat, deck, K), passes.draws(key, len(cards) // CARD), cards)


class ShareRequest(NamedTuple):
    """A request for a share of a card; `of` is the seat whose share it is."""

    match: bytes
    t: int
    giver: int
    slot: int
    card: bytes
    of: int

    def holds(self, points: Sequence[bytes], answer: bytes) -> bool:
        """Return True if the 96 bytes are a valid answer; `points` are the public points of seat `of`."""
        if len(answer) != SHARE:
            return False
        A = points[0] if self.of == self.giver else _share_point(tuple(points), self.giver)
        ctx = (self.match, self.t, self.giver, "deckshare", self.slot, self.of)
        return proof_holds(ctx, A, self.card[:POINT], answer[:POINT], _split_proof(answer[POINT:]))


_share_point = lru_cache(maxsize=64)(share_point)


def copy_holds(match: bytes, t: int, giver: int, slot: int, card: bytes, K: bytes, answer: bytes) -> bool:
    """Return True if these 128 bytes are a valid copy of the card, made by this seat in this step."""
    a, b = answer[:POINT], answer[POINT:CARD]
    if len(answer) != COPY or not (valid_point(a) and valid_point(b)):
        return False
    rG, rK = minus(a, card[:POINT]), minus(b, card[POINT:])
    return valid_point(rG) and proof_holds((match, t, giver, "deckcopy", slot), rG, K, rK, _split_proof(answer[CARD:]))


def remove_shares(rest: bytes, shares: Sequence[bytes]) -> bytes:
    """Return the second half of a card after these shares are removed from it."""
    for point in shares:
        rest = minus(rest, point)
    return rest


def _split_proof(data: bytes) -> Proof:
    return data[:32], data[32:]
