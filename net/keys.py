"""What one seat derives from its seed in one match: escrow, shares, step keys, seals (PROTOCOL parts 2 and 4)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from core.kernel import points
from core.kernel.codec import KDF, H, Plain, enc
from core.kernel.points import quorum as quorum
from core.kernel.points import rebuild as rebuild
from core.kernel.points import share_fits as share_fits
from core.kernel.points import share_point as share_point
from net import crypto
from net.crypto import Proof


@lru_cache(maxsize=64)
def step_point(match: bytes, t: int) -> bytes:
    """P[t], the public point of step t."""
    return crypto.hash_to_point(H("tether.step", [match, t]))


def seal_key(Q: bytes) -> bytes:
    """k[t], which opens the seal of the seat whose seal point is Q[t]."""
    return H("tether.sealkey", [Q])


def commitment(match: bytes, t: int, seat: int, digest: bytes, E: bytes) -> bytes:
    """c: what a commit shows of the sealed opening E."""
    return H("tether.commit", [match, t, seat, digest, E])


def opening(nonce: bytes, decision: Plain) -> bytes:
    """O: the nonce, then the decision (or nil) and no answers to duties."""
    return nonce + enc([decision, []])


def open_seal(match: bytes, t: int, seat: int, Q: bytes, E: bytes) -> bytes | None:
    """O of a seat whose seal point is known, or None if its key does not open E."""
    return crypto.aead_open(seal_key(Q), E, [match, t, seat])


class StepKey(NamedTuple):
    """The own seal point of a step, its key and the proof for (A_0; P[t], Q[t])."""

    Q: bytes
    key: bytes
    proof: Proof

    def __repr__(self) -> str:
        return "StepKey(...)"


class MatchKeys:
    """The escrow polynomial of one seat and what comes from it.

    >>> keys = MatchKeys(bytes(range(32)), b"\\x11" * 32, 1, 3)
    >>> keys.points[0].hex()[:16], keys.share(2).hex()[:16], keys.step(1).Q.hex()[:16]
    ('f7d168ebe39df491', 'c8d9e9796077e85e', '94161f7ecd60d78a')
    """

    def __init__(self, seed: bytes, match: bytes, seat: int, seats: int) -> None:
        self.match = match
        self.seat = seat
        self._seed = seed
        self._escrow = [crypto.scalar(seed, "tether.escrow", [match, j]) for j in range(quorum(seats))]
        self.points = [crypto.base_times(a) for a in self._escrow]
        self._steps: dict[int, StepKey] = {}

    def share(self, y: int) -> bytes:
        """f(y): what seat y keeps of the own escrow."""
        return points.share(self._escrow, y)

    def step(self, t: int) -> StepKey:
        """Seal point, key and proof of step t; made once, best while waiting."""
        if t not in self._steps:
            P = step_point(self.match, t)
            Q = crypto.times(self._escrow[0], P)
            proof = crypto.prove(
                self._seed, [self.match, t, self.seat, self.seat], self._escrow[0], self.points[0], P, Q
            )
            self._steps = {t: StepKey(Q, seal_key(Q), proof)}
        return self._steps[t]

    def seal(self, t: int, opening: bytes) -> bytes:
        """E: the opening under k[t]. Each key enciphers once: E is kept on disk, never made again."""
        return crypto.aead(self.step(t).key, opening, [self.match, t, self.seat])


def box_secret(seed: bytes, room: bytes, r: bytes) -> bytes:
    """b, to which other seats address what only this seat may read."""
    return crypto.scalar(seed, "tether.boxsecret", [room, r])


def pair_key(b: bytes, B: bytes) -> bytes:
    """The key of two seats for what one shows the other alone, from the own box secret and the other's point.

    >>> b, c = (crypto.scalar(bytes(32), "tether.boxsecret", [b"", bytes([i])]) for i in (1, 2))
    >>> pair_key(b, crypto.base_times(c)) == pair_key(c, crypto.base_times(b))
    True
    """
    return H("tether.pairkey", [crypto.times(b, B)])


class SeatSeeds(NamedTuple):
    """The random values of one seat, 32 bytes each: its identity's seed, its match seed and r."""

    identity: bytes
    seed: bytes
    r: bytes

    def __repr__(self) -> str:
        return "SeatSeeds(...)"


def seeded_room(text: str) -> bytes:
    """The room id of a test match: everything in it follows from one seed text."""
    return KDF(_seeded_root(text), "tether.testroom", [])


def seeded_seat(text: str, seat: int) -> SeatSeeds:
    """The random values of a seat in a test match; who knows the text knows all its secrets."""
    root = _seeded_root(text)
    return SeatSeeds(*(KDF(root, "tether.testseat", [seat, use]) for use in ("identity", "seed", "r")))


def _seeded_root(text: str) -> bytes:
    return H("tether.testmatch", [text])
