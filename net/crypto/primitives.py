"""Encryption and signatures through libsodium (PROTOCOL part 1).

Points and proofs are in `core.engine.hidden.points`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import lru_cache, partial
from hashlib import blake2b
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple, ParamSpec, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from core.engine.codec import H, Plain, enc
from core.engine.hidden import points
from core.engine.hidden.points import POINT as POINT
from core.engine.hidden.points import SCALAR as SCALAR
from core.engine.hidden.points import BadPointError as BadPointError
from core.engine.hidden.points import Proof as Proof
from core.engine.hidden.points import add as add
from core.engine.hidden.points import derive_scalar as derive_scalar
from core.engine.hidden.points import hash_to_point as hash_to_point
from core.engine.hidden.points import multiply as multiply
from core.engine.hidden.points import multiply_base as multiply_base
from core.engine.hidden.points import prove as prove
from core.engine.hidden.points import subtract as subtract
from core.engine.hidden.points import valid_point as valid_point
from core.engine.hidden.points import valid_scalar as valid_scalar

P = ParamSpec("P")

KEY = 32
SIGNATURE_BYTES = 64
TAG = 16
_ZERO_NONCE = bytes(12)


# AEAD and boxes (1.7) -------------------------------------------------------------------------------------------------


def encrypt(key: bytes, message: bytes, ad: Plain) -> bytes:
    """Encrypt a message and bind it to the associated data `ad`; a key may encrypt only one message."""
    return ChaCha20Poly1305(key).encrypt(_ZERO_NONCE, message, enc(ad))


def decrypt(key: bytes, sealed: bytes, ad: Plain) -> bytes | None:
    """Return the message, or None if it was not encrypted with this key and this `ad`."""
    try:
        return ChaCha20Poly1305(key).decrypt(_ZERO_NONCE, sealed, enc(ad))
    except InvalidTag:
        return None


class BoxAddress(NamedTuple):
    """Associated data of a box: the sending seat, the receiving seat and the purpose."""

    match: bytes
    x: int
    y: int
    what: str
    i: int


Box = tuple[bytes, bytes]
"""An encrypted box: the point eG and the ciphertext."""


def seal_box(seed: bytes, to: bytes, address: BoxAddress, message: bytes) -> Box:
    """Encrypt a message for the owner of the box point `to`."""
    e = derive_scalar(seed, "tether.box", address)
    eG = multiply_base(e)
    return eG, encrypt(_derive_box_key(eG, to, multiply(e, to)), message, address)


def open_box(b: bytes, B: bytes, address: BoxAddress, sealed: Box) -> bytes | None:
    """Return the message in a box to our box point B = bG, or None if the box is invalid or not for us."""
    eG, ciphertext = sealed
    try:
        return decrypt(_derive_box_key(eG, B, multiply(b, eG)), ciphertext, address)
    except BadPointError:
        return None


def _derive_box_key(eG: bytes, B: bytes, shared: bytes) -> bytes:
    return H("tether.boxkey", [eG, B, shared])


# Signatures (1.4) -----------------------------------------------------------------------------------------------------

CARD, ENTRY, SOFT = "tether.card", "tether.entry", "tether.soft"


class Signer:
    """Ed25519 signing key of an identity, derived from its 32-byte seed."""

    __slots__ = ("_secret", "identity")

    def __init__(self, seed: bytes) -> None:
        self.identity: bytes
        self.identity, self._secret = sodium.crypto_sign_seed_keypair(seed)

    def sign(self, purpose: str, x: bytes) -> bytes:
        """Return the signature of the bytes x for a purpose."""
        return sodium.crypto_sign(_signed_message(purpose, x), self._secret)[:SIGNATURE_BYTES]


def fingerprint(identity: bytes) -> str:
    """Return the 16-digit fingerprint of a key, which people can compare aloud (1.8).

    It is 8 bytes of a hash of the key.

    >>> fingerprint(bytes(32))
    '57a4 e87d e0e7 fe79'
    """
    short = H("tether.finger", [identity])[:8].hex()
    return " ".join(short[i : i + 4] for i in range(0, 16, 4))


class BadSignature(ValueError):
    """Error for bytes without a valid signature of their seat.

    The peer that forwarded them has not checked them.
    """


def signature_holds(identity: bytes, purpose: str, x: bytes, signature: bytes) -> bool:
    """Return True if `identity` is a valid point and its signature of x for this purpose is valid."""
    if len(signature) != SIGNATURE_BYTES:
        return False
    known = twin is not None and twin.has_verified(SIGNED, signature_id(identity, purpose, x, signature))
    return known or _signature_holds(identity, _signed_message(purpose, x), signature)


class Signed(NamedTuple):
    """Signed bytes, their signature, and the identity that is claimed to have made it."""

    identity: bytes
    purpose: str
    x: bytes
    signature: bytes


def verify_ahead(signatures: Sequence[Signed]) -> None:
    """Verify signatures on two cores in advance, so that `signature_holds` only looks the results up.

    libsodium lets other threads run meanwhile. Each core takes the next signature, so a slow or busy second core costs
    nothing.
    """
    checks = [(one.identity, _signed_message(one.purpose, one.x), one.signature) for one in signatures]
    other = run_on_second_core(_verify_all, checks)
    _verify_all(checks)
    if not other.cancel():
        other.result()


def _verify_all(checks: list[tuple[bytes, bytes, bytes]]) -> None:
    while True:
        try:
            check = checks.pop()
        except IndexError:  # another core took the last one
            return
        _signature_holds(*check)


def second_core_is_busy() -> bool:
    """Return True if a twin process uses the second core, which then has no time for other work."""
    return twin is not None and twin.busy


def run_on_second_core(work: Callable[P, object], *args: P.args, **named: P.kwargs) -> Future[object]:
    """Run a function on the second core; a program that ends does not wait for the function."""
    future: Future[object] = Future()
    _second_core().put(partial(_run_work, future, partial(work, *args, **named)))
    return future


@lru_cache(maxsize=1)
def _second_core() -> SimpleQueue[Callable[[], None]]:
    """Return the work queue of one further thread; libsodium lets other threads run meanwhile.

    It is not a thread pool, because Ctrl-C may interrupt the thread that has the lock of a future. A program that
    waited for a thread that needs this lock would ignore every later Ctrl-C.
    """
    todo: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def work_on() -> None:
        while True:
            todo.get()()

    Thread(target=work_on, name="second core", daemon=True).start()
    return todo


def _run_work(future: Future[object], work: Callable[[], object]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(work())
    except BaseException as wrong:
        future.set_exception(wrong)


@lru_cache(maxsize=1024)
def _signature_holds(identity: bytes, message: bytes, signature: bytes) -> bool:
    try:
        sodium.crypto_sign_open(signature + message, identity)
    except (CryptoError, ValueError):
        return False
    return True


def _signed_message(purpose: str, x: bytes) -> bytes:
    return purpose.encode() + b"\x00" + H(purpose, [x])


# Proofs (1.6) ---------------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """A statement about points, with the equality proof for it."""

    ctx: tuple[Plain, ...]
    A: bytes
    X: bytes
    Y: bytes
    proof: Proof


def is_proof_valid(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bool:
    """Return True if the proof is valid, as `points.is_proof_valid` does.

    A result that a twin process has reported is used instead of a new check.
    """
    known = twin is not None and twin.has_verified(PROVEN, proof_id(ctx, A, X, Y, proof))
    return known or points.is_proof_valid(ctx, A, X, Y, proof)


# Results of another process -------------------------------------------------------------------------------------------

SIGNED, PROVEN, SUMMED = range(3)


class Twin(Protocol):
    """Another process that makes the same checks on another core (`net.records.verification_worker`)."""

    busy: bool
    """True while the twin uses the other core."""

    def has_verified(self, kind: int, id: bytes) -> bool:
        """Return True if the twin has reported the signature or proof with this id as valid."""


twin: Twin | None = None


def _hash_id(value: Plain) -> bytes:
    """Return a hash that identifies a value between two processes; it is not part of the protocol."""
    return blake2b(enc(value), digest_size=32).digest()


def signature_id(identity: bytes, purpose: str, x: bytes, signature: bytes) -> bytes:
    """Return the id of a signature check, a hash of all its inputs."""
    return _hash_id([SIGNED, identity, purpose, x, signature])


def proof_id(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bytes:
    """Return the id of a proof check, a hash of all its inputs."""
    return _hash_id([PROVEN, ctx, A, X, Y, proof])


def sum_id(scalars: bytes, bases: bytes) -> bytes:
    """Return the id of a sum of multiples of points, a hash of the scalars and the points."""
    return _hash_id([SUMMED, scalars, bases])
