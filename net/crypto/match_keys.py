"""Secrets that one seat derives from its seed for one match (PROTOCOL parts 2 and 4).

They are its escrow, shares, step keys and seals.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.engine.codec import KDF, BadEncodingError, H, Plain, enc
from core.engine.hidden import points
from core.engine.hidden.points import interpolate as interpolate
from core.engine.hidden.points import is_share_valid as is_share_valid
from core.engine.hidden.points import quorum as quorum
from core.engine.hidden.points import share_point as share_point
from net.crypto import primitives
from net.crypto.primitives import Proof

NONCE = 32
HEAD = NONCE + 2
"""Number of bytes of an opening before its decision.

They are the nonce and the length of the decision.
"""
BLOCK = 256
"""Number of bytes of which the length of every opening is a multiple.

So the length does not show what was decided.
"""
MOST_CONTENT = 0xFFFF


@lru_cache(maxsize=64)
def step_point(match: bytes, t: int) -> bytes:
    """Return P[t], the public point of step t, which is the same for all seats."""
    return primitives.hash_to_point(H("tether.step", [match, t]))


def seal_key(Q: bytes) -> bytes:
    """Return k[t], the key that decrypts the sealed opening of the seat whose seal point is Q[t]."""
    return H("tether.sealkey", [Q])


def commitment(match: bytes, t: int, seat: int, digest: bytes, E: bytes) -> bytes:
    """Return c, the hash in a commit that fixes the sealed opening E."""
    return H("tether.commit", [match, t, seat, digest, E])


def padded_length(size: int, longest: int = 0) -> int:
    """Return the length of an opening with its padding (4.1).

    The decision has `size` bytes. The longest possible answer to the question has `longest` bytes.

    Its decision takes `size` bytes. The longest decision on this question takes `longest` bytes.

    >>> padded_length(1), padded_length(222), padded_length(223), padded_length(9, 223)
    (256, 256, 512, 512)
    """
    return -(-(HEAD + max(size, longest)) // BLOCK) * BLOCK


def pack_opening(nonce: bytes, decision: Plain, longest: int = 0) -> bytes:
    """Return O, the opening: the nonce, the decision and padding with zero bytes.

    The decision is preceded by its length; it is nil if the seat was not asked.
    """
    content = enc(decision)
    if len(content) > MOST_CONTENT:
        raise BadEncodingError(f"a decision of {len(content)} bytes, at most {MOST_CONTENT} are allowed")
    body = nonce + len(content).to_bytes(2, "big") + content
    return body.ljust(padded_length(len(content), longest), b"\0")


def unpack_opening(opening: bytes, longest: int = 0) -> bytes:
    """Return the bytes of the decision in an opening.

    Raises `BadEncodingError` unless the opening is padded exactly as `pack_opening` does it.
    """
    size = int.from_bytes(opening[NONCE:HEAD], "big")
    content = opening[HEAD : HEAD + size]
    if len(opening) < HEAD or len(content) < size or len(opening) != padded_length(size, longest):
        raise BadEncodingError("not as long as its decision is padded")
    if any(opening[HEAD + size :]):
        raise BadEncodingError("padded with other bytes than zeros")
    return content


def open_seal(match: bytes, t: int, seat: int, Q: bytes, E: bytes) -> bytes | None:
    """Return O, the opening of a seat whose seal point is known, or None if its key does not open E."""
    return primitives.decrypt(seal_key(Q), E, [match, t, seat])


class StepKey(NamedTuple):
    """Our seal point for one step, its key, and the proof for (A_0; P[t], Q[t])."""

    Q: bytes
    key: bytes
    proof: Proof

    def __repr__(self) -> str:
        return "StepKey(...)"


class MatchKeys:
    r"""Secret polynomial of one seat's key escrow in a match, and the secrets derived from it.

    >>> keys = MatchKeys(bytes(range(32)), b"\x11" * 32, 1, 3)
    >>> keys.points[0].hex()[:16], keys.share_for(2).hex()[:16], keys.step_key(1).Q.hex()[:16]
    ('f7d168ebe39df491', 'c8d9e9796077e85e', '94161f7ecd60d78a')
    """

    def __init__(self, seed: bytes, match: bytes, seat: int, seats: int) -> None:
        self.match = match
        self.seat = seat
        self._seed = seed
        self._escrow = [primitives.derive_scalar(seed, "tether.escrow", [match, j]) for j in range(quorum(seats))]
        self.points = [primitives.multiply_base(a) for a in self._escrow]
        self._steps: dict[int, StepKey] = {}

    def share_for(self, y: int) -> bytes:
        """Return f(y), the share of our escrow that seat y receives."""
        return points.secret_share(self._escrow, y)

    def step_key(self, t: int) -> StepKey:
        """Return the seal point of step t, its key and its proof.

        They are computed once and then cached, so a seat computes them early, while it waits for others.
        """
        if t not in self._steps:
            P = step_point(self.match, t)
            Q = primitives.multiply(self._escrow[0], P)
            proof = primitives.prove(
                self._seed, [self.match, t, self.seat, self.seat], self._escrow[0], self.points[0], P, Q
            )
            self._steps = {t: StepKey(Q, seal_key(Q), proof)}
        return self._steps[t]

    def seal(self, t: int, opening: bytes) -> bytes:
        """Return E, the opening encrypted with k[t].

        Each key may encrypt only once, so E is stored on disk and never computed a second time.
        """
        return primitives.encrypt(self.step_key(t).key, opening, [self.match, t, self.seat])


def box_secret(seed: bytes, room: bytes, r: bytes) -> bytes:
    """Return b, the secret key of this seat's box point.

    Other seats encrypt messages to that point which only this seat can read.
    """
    return primitives.derive_scalar(seed, "tether.boxsecret", [room, r])


def pair_key(b: bytes, B: bytes) -> bytes:
    """Return the key that two seats share for private messages, derived from our secret and their box point.

    It is computed from our box secret and the other seat's box point.

    >>> b, c = (primitives.derive_scalar(bytes(32), "tether.boxsecret", [b"", bytes([i])]) for i in (1, 2))
    >>> pair_key(b, primitives.multiply_base(c)) == pair_key(c, primitives.multiply_base(b))
    True
    """
    return H("tether.pairkey", [primitives.multiply(b, B)])


class SeatSeeds(NamedTuple):
    """Three random values of one seat, 32 bytes each: the seed of its identity, its match seed, and r."""

    identity: bytes
    seed: bytes
    r: bytes

    def __repr__(self) -> str:
        return "SeatSeeds(...)"


def room_id_from_text(text: str) -> bytes:
    """Return the room id of a test match, whose secrets are all derived from one seed text."""
    return KDF(_root_from_text(text), "tether.testroom", [])


def seat_seeds_from_text(text: str, seat: int) -> SeatSeeds:
    """Return the random values of a seat in a test match, derived from the seed text.

    Anyone who knows the text knows all secrets of the match.
    """
    root = _root_from_text(text)
    return SeatSeeds(*(KDF(root, "tether.testseat", [seat, use]) for use in ("identity", "seed", "r")))


def _root_from_text(text: str) -> bytes:
    return H("tether.testmatch", [text])
