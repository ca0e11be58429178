"""Secrets that one seat derives from its seed for one match (PROTOCOL parts 2 and 4).

They are its escrow, shares, step keys and seals.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.engine.codec import KDF, BadBytes, H, Plain, enc
from core.engine.hidden import points
from core.engine.hidden.points import quorum as quorum
from core.engine.hidden.points import rebuild as rebuild
from core.engine.hidden.points import share_fits as share_fits
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
    """Return P[t], the public point that all seats use for step t."""
    return primitives.hash_to_point(H("tether.step", [match, t]))


def seal_key(Q: bytes) -> bytes:
    """Return k[t], the key that opens the seal of the seat with the seal point Q[t]."""
    return H("tether.sealkey", [Q])


def commitment(match: bytes, t: int, seat: int, digest: bytes, E: bytes) -> bytes:
    """Return c, the value by which a commit fixes the sealed opening E."""
    return H("tether.commit", [match, t, seat, digest, E])


def padded(size: int, room: int = 0) -> int:
    """Return the length of an opening, with its padding (4.1).

    Its decision takes `size` bytes. The longest decision on this question takes `room` bytes.

    >>> padded(1), padded(222), padded(223), padded(9, 223)
    (256, 256, 512, 512)
    """
    return -(-(HEAD + max(size, room)) // BLOCK) * BLOCK


def opening(nonce: bytes, decision: Plain, room: int = 0) -> bytes:
    """Return O, the opening, padded with zero bytes.

    It consists of the nonce, the length of the decision, the decision (or nil), and the padding.
    """
    content = enc(decision)
    if len(content) > MOST_CONTENT:
        raise BadBytes(f"a decision of {len(content)} bytes, at most {MOST_CONTENT} are allowed")
    body = nonce + len(content).to_bytes(2, "big") + content
    return body.ljust(padded(len(content), room), b"\0")


def opened_content(found: bytes, room: int = 0) -> bytes:
    """Return the bytes of the decision in an opening.

    Raises `BadBytes` unless the opening is padded exactly as `opening` does it.
    """
    size = int.from_bytes(found[NONCE:HEAD], "big")
    content = found[HEAD : HEAD + size]
    if len(found) < HEAD or len(content) < size or len(found) != padded(size, room):
        raise BadBytes("not as long as its decision is padded")
    if any(found[HEAD + size :]):
        raise BadBytes("padded with other bytes than zeros")
    return content


def open_seal(match: bytes, t: int, seat: int, Q: bytes, E: bytes) -> bytes | None:
    """Return O, the opening of a seat whose seal point is known, or None if its key does not open E."""
    return primitives.aead_open(seal_key(Q), E, [match, t, seat])


class StepKey(NamedTuple):
    """Our seal point for one step, its key, and the proof for (A_0; P[t], Q[t])."""

    Q: bytes
    key: bytes
    proof: Proof

    def __repr__(self) -> str:
        return "StepKey(...)"


class MatchKeys:
    r"""The escrow polynomial of one seat in one match, and the secrets derived from it.

    >>> keys = MatchKeys(bytes(range(32)), b"\x11" * 32, 1, 3)
    >>> keys.points[0].hex()[:16], keys.share(2).hex()[:16], keys.step(1).Q.hex()[:16]
    ('f7d168ebe39df491', 'c8d9e9796077e85e', '94161f7ecd60d78a')
    """

    def __init__(self, seed: bytes, match: bytes, seat: int, seats: int) -> None:
        self.match = match
        self.seat = seat
        self._seed = seed
        self._escrow = [primitives.scalar(seed, "tether.escrow", [match, j]) for j in range(quorum(seats))]
        self.points = [primitives.base_times(a) for a in self._escrow]
        self._steps: dict[int, StepKey] = {}

    def share(self, y: int) -> bytes:
        """Return f(y), the share of our escrow that seat y receives."""
        return points.share(self._escrow, y)

    def step(self, t: int) -> StepKey:
        """Return the seal point, the key and the proof for step t.

        They are computed only once. It is best to do this while the seat waits for others.
        """
        if t not in self._steps:
            P = step_point(self.match, t)
            Q = primitives.times(self._escrow[0], P)
            proof = primitives.prove(
                self._seed, [self.match, t, self.seat, self.seat], self._escrow[0], self.points[0], P, Q
            )
            self._steps = {t: StepKey(Q, seal_key(Q), proof)}
        return self._steps[t]

    def seal(self, t: int, opening: bytes) -> bytes:
        """Return E, the opening sealed under k[t].

        Each key encrypts only once, so E is kept on disk and never made a second time.
        """
        return primitives.aead(self.step(t).key, opening, [self.match, t, self.seat])


def box_secret(seed: bytes, room: bytes, r: bytes) -> bytes:
    """Return b, the secret of this seat's box point.

    Other seats send messages to that point which only this seat can read.
    """
    return primitives.scalar(seed, "tether.boxsecret", [room, r])


def pair_key(b: bytes, B: bytes) -> bytes:
    """Return the key that two seats share for private messages.

    It is computed from our box secret and the other seat's box point.

    >>> b, c = (primitives.scalar(bytes(32), "tether.boxsecret", [b"", bytes([i])]) for i in (1, 2))
    >>> pair_key(b, primitives.base_times(c)) == pair_key(c, primitives.base_times(b))
    True
    """
    return H("tether.pairkey", [primitives.times(b, B)])


class SeatSeeds(NamedTuple):
    """Random values of one seat, 32 bytes each: its identity's seed, its match seed and r."""

    identity: bytes
    seed: bytes
    r: bytes

    def __repr__(self) -> str:
        return "SeatSeeds(...)"


def seeded_room(text: str) -> bytes:
    """Return the room id of a test match, in which everything is derived from one seed text."""
    return KDF(_seeded_root(text), "tether.testroom", [])


def seeded_seat(text: str, seat: int) -> SeatSeeds:
    """Return the random values of a seat in a test match.

    Anyone who knows the text knows all secrets of the match.
    """
    root = _seeded_root(text)
    return SeatSeeds(*(KDF(root, "tether.testseat", [seat, use]) for use in ("identity", "seed", "r")))


def _seeded_root(text: str) -> bytes:
    return H("tether.testmatch", [text])
