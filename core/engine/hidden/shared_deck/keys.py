"""The keys of a shared deck: a seat's entry 0, its shares of cards, and its copies of cards.

Each seat x has a polynomial with the secrets d_0..d_(m-1). It publishes D_j = d_j G, and gives every other seat y the
value g_x(y). A card is closed under K, the sum of all D_0. Reading it takes d_0 a from every seat. Any m other seats
can build the share of a lost seat from their parts.
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
"""Size of a share or an opening in bytes: the point and its proof, h and z."""
COPY = CARD + 2 * 32
"""Size of a copy in bytes: a and b, and the proof that they are the same card."""


class AnnouncedKeys(NamedTuple):
    """The deck keys that a seat publishes in entry 0: points, Y = d_0 X, and a proof of knowing d_0.

    Without that proof, seats could choose points that cancel the keys of the other seats in K.
    """

    points: tuple[bytes, ...]
    Y: bytes
    proof: Proof

    def holds(self, match: bytes, seat: int, seats: int) -> bool:
        """Return True if these are the keys of that seat in a match of `seats` seats."""
        if len(self.points) != quorum(seats) or not all(map(valid_point, self.points)):
            return False
        return proof_holds((match, 0, seat, "deckkey"), self.points[0], key_base(match, seat), self.Y, self.proof)


def key_base(match: bytes, seat: int) -> bytes:
    """Return the point X, of which the seat publishes the multiple d_0 X."""
    return hash_to_point(H("tether.deckbase", [match, seat]))


def joint_key(announced: Sequence[Sequence[bytes]]) -> bytes:
    """Return K, the sum of the first points of all seats; raise `BadPoint` if K is not a valid point."""
    K = announced[0][0]
    for points in announced[1:]:
        K = add(K, points[0])
    return K


@lru_cache(maxsize=1024)
def face_point(match: bytes, deck: int, face: int) -> bytes:
    """Return C_f, the point of a card of this face before it is closed."""
    return hash_to_point(H("tether.face", [match, deck, face]))


def list_entry(match: bytes, deck: int, face: int, K: bytes) -> bytes:
    """Return an open card as (G, C_f + K), the form that cards have in a list to be shuffled."""
    return passes.G + plus(face_point(match, deck, face), K)


class DeckKeys:
    """The deck keys of one seat in a match of `seats`.

    `kept` holds the values g_x(y) that other seats x gave it.
    """

    def __init__(self, match: bytes, seat: int, seed: bytes, seats: int) -> None:
        self.match = match
        self.seat = seat
        self.kept: dict[int, bytes] = {}
        self._seed = seed
        self._secrets = [scalar(seed, "tether.deck", [match, j]) for j in range(quorum(seats))]
        self.points = tuple(map(base_times, self._secrets))
        self._made: tuple[int, dict[tuple[int, int], bytes]] = (0, {})
        """The step for which shares were made last, and those shares.

        They are stored because a player may look at openings repeatedly.
        """

    def __repr__(self) -> str:
        return f"DeckKeys(seat {self.seat})"

    def announced(self) -> AnnouncedKeys:
        """Return the keys that this seat publishes in entry 0."""
        X = key_base(self.match, self.seat)
        ctx: Plain = [self.match, 0, self.seat, "deckkey"]
        Y = times(self._secrets[0], X)
        return AnnouncedKeys(self.points, Y, prove(self._seed, ctx, self._secrets[0], self.points[0], X, Y))

    def share_for(self, y: int) -> bytes:
        """Return g(y), the value that seat y stores in case this seat is lost."""
        return share(self._secrets, y)

    def keep(self, x: int, points: Sequence[bytes], value: bytes) -> bool:
        """Store the value g_x that seat x gave this seat; return False if it does not match the points of x."""
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
        """Return the face of this seat's card, after all other seats have given their shares.

        `faces` maps the points of the faces to their numbers. The result is None if no face fits.
        """
        return faces.get(minus(rest, times(self._secrets[0], card[:POINT])))

    def copy(self, t: int, slot: int, card: bytes, K: bytes) -> bytes:
        """Return a copy of the same card under fresh randomness, with its proof: 128 bytes."""
        key = passes.secret_of(self._seed, self.match, t, 0, K, card)
        r = scalar(key, "tether.passrand", ["copy", slot])
        rG, rK = base_times(r), times(r, K)
        h, z = prove(self._seed, [self.match, t, self.seat, "deckcopy", slot], r, rG, K, rK)
        return plus(card[:POINT], rG) + plus(card[POINT:], rK) + h + z

    def shuffle(self, t: int, deck: int, cards: bytes, K: bytes) -> bytes:
        """Return a pass over the cards."""
        key = passes.secret_of(self._seed, self.match, t, deck, K, cards)
        return passes.shuffle(Turn(self.match, t, self.seat, deck, K), passes.draws(key, len(cards) // CARD), cards)


class ShareRequest(NamedTuple):
    """A request for a share: match, step, giver, card, slot, and the seat whose share it is."""

    match: bytes
    t: int
    giver: int
    slot: int
    card: bytes
    of: int

    def holds(self, points: Sequence[bytes], answer: bytes) -> bool:
        """Return True if the 96 bytes answer the request; `points` belong to the seat whose share it is."""
        if len(answer) != SHARE:
            return False
        A = points[0] if self.of == self.giver else _share_point(tuple(points), self.giver)
        ctx = (self.match, self.t, self.giver, "deckshare", self.slot, self.of)
        return proof_holds(ctx, A, self.card[:POINT], answer[:POINT], _split_proof(answer[POINT:]))


_share_point = lru_cache(maxsize=64)(share_point)


def copy_holds(match: bytes, t: int, giver: int, slot: int, card: bytes, K: bytes, answer: bytes) -> bool:
    """Return True if these 128 bytes are a copy of the card, made by the seat in this step."""
    a, b = answer[:POINT], answer[POINT:CARD]
    if len(answer) != COPY or not (valid_point(a) and valid_point(b)):
        return False
    rG, rK = minus(a, card[:POINT]), minus(b, card[POINT:])
    return valid_point(rG) and proof_holds((match, t, giver, "deckcopy", slot), rG, K, rK, _split_proof(answer[CARD:]))


def remove_shares(rest: bytes, shares: Sequence[bytes]) -> bytes:
    """Return the rest of b after these shares are removed."""
    for point in shares:
        rest = minus(rest, point)
    return rest


def _split_proof(data: bytes) -> Proof:
    return data[:32], data[32:]
