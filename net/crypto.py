"""Points, proofs, boxes and signatures (PROTOCOL part 1), all through libsodium.

>>> a = scalar(bytes(32), "tether.escrow", [bytes(32), 0])
>>> base_times(a) == add(base_times(a), sub(base_times(a), base_times(a)))
Traceback (most recent call last):
    ...
net.crypto.BadPoint: not a point of the group
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from core.kernel.codec import GROUP_ORDER, H, Plain, enc

POINT = SCALAR = KEY = 32
SIGNATURE = 64
TAG = 16
_IDENTITY_POINT = b"\x01" + bytes(31)
_ZERO_NONCE = bytes(12)

Proof = tuple[bytes, bytes]
"""[h, z] of an equality proof."""


class BadPoint(ValueError):
    """Bytes that are no valid point of the prime-order group, or a scalar that is 0 or not below L."""


# -- points and scalars (1.5) -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def valid_point(p: bytes) -> bool:
    """Whether the bytes are a point of the prime-order group, not the neutral one; the points of a match come again."""
    return len(p) == POINT and bool(sodium.crypto_core_ed25519_is_valid_point(p))


def valid_scalar(s: bytes) -> bool:
    """Whether 0 < s < L."""
    return len(s) == SCALAR and 0 < int.from_bytes(s, "little") < GROUP_ORDER


def times(s: bytes, p: bytes) -> bytes:
    """sP; libsodium refuses here every p that `valid_point` refuses, and s = 0."""
    try:
        return sodium.crypto_scalarmult_ed25519_noclamp(s, p)
    except CryptoError:
        raise BadPoint("not a point of the group") from None


def base_times(s: bytes) -> bytes:
    """sG; s must not be 0."""
    try:
        return sodium.crypto_scalarmult_ed25519_base_noclamp(s)
    except CryptoError:
        raise BadPoint("a scalar that is 0") from None


def add(p: bytes, q: bytes) -> bytes:
    """P + Q, for points that were checked before."""
    return _proper(sodium.crypto_core_ed25519_add(p, q))


def sub(p: bytes, q: bytes) -> bytes:
    """P - Q, for points that were checked before."""
    return _proper(sodium.crypto_core_ed25519_sub(p, q))


def _proper(p: bytes) -> bytes:
    if p == _IDENTITY_POINT:
        raise BadPoint("not a point of the group")
    return p


def hash_to_point(digest: bytes) -> bytes:
    """`from_uniform` of 32 bytes: a point whose discrete logarithm nobody knows."""
    return sodium.crypto_core_ed25519_from_uniform(digest)


def scalar(key: bytes, person: str, value: Plain) -> bytes:
    """A secret scalar derived from a secret (1.3)."""
    digest = blake2b(enc(value), digest_size=64, key=key, person=person.encode()).digest()
    return _mod_order(digest)


def _mod_order(digest: bytes) -> bytes:
    return (int.from_bytes(digest, "little") % GROUP_ORDER).to_bytes(SCALAR, "little")


# -- equality proofs (1.6) ------------------------------------------------------------------------------------------


def prove(seed: bytes, ctx: Plain, a: bytes, A: bytes, X: bytes, Y: bytes) -> Proof:
    """The proof that A = aG and Y = aX, by who knows a."""
    w = scalar(seed, "tether.proofw", [ctx, A, X, Y])
    h = _challenge(ctx, A, X, Y, base_times(w), times(w, X))
    z = sodium.crypto_core_ed25519_scalar_add(w, sodium.crypto_core_ed25519_scalar_mul(h, a))
    return h, z


@lru_cache(maxsize=256)
def proof_holds(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bool:
    """Whether A and Y are one multiple of G and X. A is known to be valid; Y and the proof may be any bytes."""
    h, z = proof
    if not (valid_scalar(h) and valid_scalar(z) and len(Y) == POINT):
        return False
    try:
        hY = times(h, Y)  # refuses a Y that is no valid point
        return h == _challenge(ctx, A, X, Y, sub(base_times(z), times(h, A)), sub(times(z, X), hY))
    except BadPoint:
        return False


def _challenge(ctx: Plain, A: bytes, X: bytes, Y: bytes, wG: bytes, wX: bytes) -> bytes:
    return _mod_order(blake2b(enc([ctx, A, X, Y, wG, wX]), person=b"tether.proof").digest())


# -- aead and boxes (1.7) -------------------------------------------------------------------------------------------


def aead(key: bytes, message: bytes, ad: Plain) -> bytes:
    """The message enciphered and bound to `ad`; a key enciphers once."""
    return ChaCha20Poly1305(key).encrypt(_ZERO_NONCE, message, enc(ad))


def aead_open(key: bytes, sealed: bytes, ad: Plain) -> bytes | None:
    """The message, or None if it was not enciphered by this key for this `ad`."""
    try:
        return ChaCha20Poly1305(key).decrypt(_ZERO_NONCE, sealed, enc(ad))
    except InvalidTag:
        return None


class Address(NamedTuple):
    """From which seat to which, and what for: what a box is bound to."""

    match: bytes
    x: int
    y: int
    what: str
    i: int


Box = tuple[bytes, bytes]
"""[eG, ciphertext]."""


def box(seed: bytes, to: bytes, address: Address, message: bytes) -> Box:
    """A message from seat x that only the holder of box point `to` can read."""
    e = scalar(seed, "tether.box", address)
    eG = base_times(e)
    return eG, aead(_box_key(eG, to, times(e, to)), message, address)


def box_open(b: bytes, B: bytes, address: Address, sealed: Box) -> bytes | None:
    """The message of a box to the own box point B = bG, or None if it is not for it."""
    eG, ciphertext = sealed
    try:
        return aead_open(_box_key(eG, B, times(b, eG)), ciphertext, address)
    except BadPoint:
        return None


def _box_key(eG: bytes, B: bytes, shared: bytes) -> bytes:
    return H("tether.boxkey", [eG, B, shared])


# -- signatures (1.4) -----------------------------------------------------------------------------------------------

CARD, ENTRY, SOFT = "tether.card", "tether.entry", "tether.soft"


class Signer:
    """An identity's Ed25519 key, from its 32-byte seed."""

    __slots__ = ("_secret", "identity")

    def __init__(self, seed: bytes) -> None:
        self.identity: bytes
        self.identity, self._secret = sodium.crypto_sign_seed_keypair(seed)

    def sign(self, purpose: str, x: bytes) -> bytes:
        """The signature of bytes x for a purpose."""
        return sodium.crypto_sign(_signed(purpose, x), self._secret)[:SIGNATURE]


def fingerprint(identity: bytes) -> str:
    """What is always shown beside a name (1.8): 8 bytes of a hash of the key, to be read aloud.

    >>> fingerprint(bytes(32))
    '57a4 e87d e0e7 fe79'
    """
    short = H("tether.finger", [identity])[:8].hex()
    return " ".join(short[i : i + 4] for i in range(0, 16, 4))


class Forged(ValueError):
    """Signed bytes that do not carry the signature of their seat: whoever passed them on did not check them."""


def signature_holds(identity: bytes, purpose: str, x: bytes, signature: bytes) -> bool:
    """Whether the identity, a valid point, signed bytes x for this purpose."""
    return len(signature) == SIGNATURE and _signature_holds(identity, _signed(purpose, x), signature)


class Signed(NamedTuple):
    """Bytes that carry a signature, and whose it should be."""

    identity: bytes
    purpose: str
    x: bytes
    signature: bytes


def check_ahead(many: Sequence[Signed]) -> None:
    """Checks signatures on two cores, where libsodium lets other threads run; `signature_holds` then knows.

    Each core takes the next one, so that a slow or busy other core costs nothing.
    """
    checks = [(one.identity, _signed(one.purpose, one.x), one.signature) for one in many]
    other = _second_core().submit(_check_all, checks)
    _check_all(checks)
    if not other.cancel():
        other.result()


def _check_all(checks: list[tuple[bytes, bytes, bytes]]) -> None:
    while True:
        try:
            check = checks.pop()
        except IndexError:  # the other core had the last one
            return
        _signature_holds(*check)


@lru_cache(maxsize=1)
def _second_core() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "signatures")


@lru_cache(maxsize=1024)
def _signature_holds(identity: bytes, message: bytes, signature: bytes) -> bool:
    try:
        sodium.crypto_sign_open(signature + message, identity)
    except (CryptoError, ValueError):
        return False
    return True


def _signed(purpose: str, x: bytes) -> bytes:
    return purpose.encode() + b"\x00" + H(purpose, [x])
