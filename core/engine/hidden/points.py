"""Points of the prime-order group of edwards25519, computed with libsodium (protocol 1.5, 1.6, 3.4).

They are used for equality proofs and for secrets that seats share. The checks decide which decisions are legal, so this
module belongs to the engine.

>>> a = derive_scalar(bytes(32), "tether.escrow", [bytes(32), 0])
>>> multiply_base(a) == add(multiply_base(a), subtract(multiply_base(a), multiply_base(a)))
Traceback (most recent call last):
    ...
core.engine.hidden.points.BadPointError: not a point of the group
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from core.engine.codec import GROUP_ORDER, Plain, enc

try:
    from nacl import bindings as sodium
    from nacl.exceptions import CryptoError
except ModuleNotFoundError:  # without it, Python plays the games that need no keys
    sodium, CryptoError = None, ValueError  # type: ignore[assignment, misc]

POINT = SCALAR = 32
_IDENTITY_POINT = b"\x01" + bytes(31)

Proof = tuple[bytes, bytes]
"""An equality proof, as the pair of scalars [h, z]."""


class BadPointError(ValueError):
    """Raised for bytes that are not a valid point of the prime-order group, or not a valid scalar.

    A scalar is valid if it is between 1 and L - 1.
    """


# Points and scalars (1.5) ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def valid_point(p: bytes) -> bool:
    """Return True if the bytes are a point of the prime-order group other than the neutral point.

    Results are cached, since a match uses the same points repeatedly.
    """
    return len(p) == POINT and bool(sodium.crypto_core_ed25519_is_valid_point(p))


def valid_scalar(s: bytes) -> bool:
    """Return True if the bytes are a scalar between 1 and L - 1."""
    return len(s) == SCALAR and 0 < int.from_bytes(s, "little") < GROUP_ORDER


def multiply(s: bytes, p: bytes) -> bytes:
    """Return the point s * P; raise `BadPointError` for s = 0 and for an invalid point."""
    try:
        return sodium.crypto_scalarmult_ed25519_noclamp(s, p)
    except CryptoError:
        raise BadPointError("not a point of the group") from None


def multiply_base(s: bytes) -> bytes:
    """Return the point s * G, where G is the base point; raise `BadPointError` for s = 0."""
    try:
        return sodium.crypto_scalarmult_ed25519_base_noclamp(s)
    except CryptoError:
        raise BadPointError("a scalar that is 0") from None


def add(p: bytes, q: bytes) -> bytes:
    """Return P + Q for two valid points; raise `BadPointError` if the sum is the neutral point."""
    return _check_not_identity(sodium.crypto_core_ed25519_add(p, q))


def subtract(p: bytes, q: bytes) -> bytes:
    """Return P - Q for two valid points; raise `BadPointError` if the result is the neutral point."""
    return _check_not_identity(sodium.crypto_core_ed25519_sub(p, q))


def _check_not_identity(p: bytes) -> bytes:
    if p == _IDENTITY_POINT:
        raise BadPointError("not a point of the group")
    return p


def hash_to_point(digest: bytes) -> bytes:
    """Return a point derived from 32 bytes, whose discrete logarithm nobody knows."""
    return sodium.crypto_core_ed25519_from_uniform(digest)


def derive_scalar(key: bytes, person: str, value: Plain) -> bytes:
    """Return a secret scalar derived from a secret key, a purpose and a value (protocol 1.3)."""
    digest = blake2b(enc(value), digest_size=64, key=key, person=person.encode()).digest()
    return reduce_to_scalar(digest)


def hash_to_scalar(person: str, value: Plain) -> bytes:
    """Return a public scalar, the hash of a value, which is used as the challenge of a proof."""
    return reduce_to_scalar(blake2b(enc(value), person=person.encode()).digest())


def reduce_to_scalar(digest: bytes) -> bytes:
    """Return a 64-byte hash reduced to a scalar."""
    return (int.from_bytes(digest, "little") % GROUP_ORDER).to_bytes(SCALAR, "little")


# Equality proofs (1.6) ------------------------------------------------------------------------------------------------


def prove(seed: bytes, ctx: Plain, a: bytes, A: bytes, X: bytes, Y: bytes) -> Proof:
    """Return a proof that A = aG and Y = aX, given the secret a."""
    w = derive_scalar(seed, "tether.proofw", [ctx, A, X, Y])
    h = _challenge(ctx, A, X, Y, multiply_base(w), multiply(w, X))
    z = sodium.crypto_core_ed25519_scalar_add(w, sodium.crypto_core_ed25519_scalar_mul(h, a))
    return h, z


@lru_cache(maxsize=2048)
def is_proof_valid(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bool:
    """Return True if the proof shows that A and Y are the same multiple of G and X, respectively.

    A must be a valid point; Y and the proof may be any bytes. Results are cached. The cache is large enough for a step
    that deals whole hands and is resolved more than once.
    """
    h, z = proof
    if not (valid_scalar(h) and valid_scalar(z) and len(Y) == POINT):
        return False
    try:
        hY = multiply(h, Y)  # rejects an invalid point Y
        return h == _challenge(ctx, A, X, Y, subtract(multiply_base(z), multiply(h, A)), subtract(multiply(z, X), hY))
    except BadPointError:
        return False


def _challenge(ctx: Plain, A: bytes, X: bytes, Y: bytes, wG: bytes, wX: bytes) -> bytes:
    return hash_to_scalar("tether.proof", [ctx, A, X, Y, wG, wX])


# Batches --------------------------------------------------------------------------------------------------------------


def scalar_from_int(s: int) -> bytes:
    """Return an integer modulo L as a scalar.

    >>> scalar_from_int(-1)[:4].hex(), scalar_from_int(GROUP_ORDER + 2)[:2].hex()
    ('ecd3f55c', '0200')
    """
    return (s % GROUP_ORDER).to_bytes(SCALAR, "little")


def multiply_by_int(s: int, p: bytes) -> bytes:
    """Return the point s * P for an integer s; raise `BadPointError` for s = 0 and for an invalid point."""
    return multiply(scalar_from_int(s), p)


def add_any(p: bytes, q: bytes) -> bytes:
    """Return P + Q for two valid points; the sum may be the neutral point."""
    return sodium.crypto_core_ed25519_add(p, q)


def subtract_any(p: bytes, q: bytes) -> bytes:
    """Return P - Q for two valid points; the result may be the neutral point."""
    return sodium.crypto_core_ed25519_sub(p, q)


def sum_points(points: Iterable[bytes]) -> bytes:
    """Return the sum of one or more valid points."""
    result = b""
    for p in points:
        result = add_any(result, p) if result else p
    return result


def multi_scalar_sum(scalars: Iterable[int], points: Iterable[bytes]) -> bytes:
    """Return the sum of all s_i * P_i; raise `BadPointError` if a point is invalid."""
    return sum_points(multiply_by_int(s, p) for s, p in zip(scalars, points, strict=True))


# Secret sharing (3.4, 14.5) -------------------------------------------------------------------------------------------


def quorum(seats: int) -> int:
    """Return the number of seats that form a majority."""
    return seats // 2 + 1


def secret_share(coefficients: Sequence[bytes], y: int) -> bytes:
    """Return f(y), the share of seat y in the secret f(0), where f is the polynomial with these coefficients."""
    value = 0
    for a in reversed(coefficients):
        value = value * y + int.from_bytes(a, "little")
    return scalar_from_int(value)


def share_point(points: Sequence[bytes], y: int) -> bytes:
    """Return F(y), the sum of all y^j * A_j, of which the share of seat y is the discrete logarithm.

    The result may be the neutral point. Raise `BadPointError` if a point is invalid.
    """
    return multi_scalar_sum([pow(y, j, GROUP_ORDER) for j in range(len(points))], points)


def is_share_valid(points: Sequence[bytes], y: int, value: bytes) -> bool:
    """Return True if `value` is the share f(y) that belongs to the public points of f."""
    try:
        return valid_scalar(value) and multiply_base(value) == share_point(points, y)
    except BadPointError:
        return False


def interpolate(shares: Mapping[int, bytes]) -> bytes:
    """Return f(0) * P, interpolated from the points f(y) * P of a majority of seats y (protocol 14.5).

    Raise `BadPointError` if a point is invalid. A partial sum may be the neutral point, since a single seat chose f.

    >>> f, P = [derive_scalar(bytes(32), "tether.escrow", [b"", j]) for j in range(2)], hash_to_point(bytes(range(32)))
    >>> interpolate({y: multiply(secret_share(f, y), P) for y in (2, 5)}) == multiply(f[0], P)
    True
    """
    weights = []
    for y in sorted(shares):
        weight = 1
        for z in shares:
            if z != y:
                weight = weight * z * pow(z - y, -1, GROUP_ORDER) % GROUP_ORDER
        weights.append(weight)
    return multi_scalar_sum(weights, [shares[y] for y in sorted(shares)])
