"""Boxes and signatures through libsodium (PROTOCOL part 1).

Points and proofs are part of the engine.
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
from core.engine.hidden.points import BadPoint as BadPoint
from core.engine.hidden.points import Proof as Proof
from core.engine.hidden.points import add as add
from core.engine.hidden.points import base_times as base_times
from core.engine.hidden.points import hash_to_point as hash_to_point
from core.engine.hidden.points import prove as prove
from core.engine.hidden.points import scalar as scalar
from core.engine.hidden.points import sub as sub
from core.engine.hidden.points import times as times
from core.engine.hidden.points import valid_point as valid_point
from core.engine.hidden.points import valid_scalar as valid_scalar

P = ParamSpec("P")

KEY = 32
SIGNATURE_BYTES = 64
TAG = 16
_ZERO_NONCE = bytes(12)


# AEAD and boxes (1.7) -------------------------------------------------------------------------------------------------


def aead(key: bytes, message: bytes, ad: Plain) -> bytes:
    """Encrypt a message and bind it to `ad`; each key may encrypt only one message."""
    return ChaCha20Poly1305(key).encrypt(_ZERO_NONCE, message, enc(ad))


def aead_open(key: bytes, sealed: bytes, ad: Plain) -> bytes | None:
    """Return the message, or None if this key did not encrypt it for this `ad`."""
    try:
        return ChaCha20Poly1305(key).decrypt(_ZERO_NONCE, sealed, enc(ad))
    except InvalidTag:
        return None


class BoxAddress(NamedTuple):
    """Address to which a box is bound: the sending seat, the receiving seat and the purpose."""

    match: bytes
    x: int
    y: int
    what: str
    i: int


Box = tuple[bytes, bytes]
"""Box, as the point eG and the ciphertext."""


def box(seed: bytes, to: bytes, address: BoxAddress, message: bytes) -> Box:
    """Encrypt a message that only the holder of the box point `to` can read."""
    e = scalar(seed, "tether.box", address)
    eG = base_times(e)
    return eG, aead(_box_key(eG, to, times(e, to)), message, address)


def box_open(b: bytes, B: bytes, address: BoxAddress, sealed: Box) -> bytes | None:
    """Return the message of a box to our box point B = bG, or None if it is not for us."""
    eG, ciphertext = sealed
    try:
        return aead_open(_box_key(eG, B, times(b, eG)), ciphertext, address)
    except BadPoint:
        return None


def _box_key(eG: bytes, B: bytes, shared: bytes) -> bytes:
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
        return sodium.crypto_sign(_signed(purpose, x), self._secret)[:SIGNATURE_BYTES]


def fingerprint(identity: bytes) -> str:
    """Return the fingerprint that is shown beside every name, for people to compare aloud (1.8).

    It is 8 bytes of a hash of the key.

    >>> fingerprint(bytes(32))
    '57a4 e87d e0e7 fe79'
    """
    short = H("tether.finger", [identity])[:8].hex()
    return " ".join(short[i : i + 4] for i in range(0, 16, 4))


class Forged(ValueError):
    """Error for bytes that lack the signature of their seat.

    The peer that forwarded them did not check them.
    """


def signature_holds(identity: bytes, purpose: str, x: bytes, signature: bytes) -> bool:
    """Return True if the identity signed the bytes x for this purpose, and is a valid point."""
    if len(signature) != SIGNATURE_BYTES:
        return False
    known = twin is not None and twin.holds(SIGNED, signature_name(identity, purpose, x, signature))
    return known or _signature_holds(identity, _signed(purpose, x), signature)


class Signed(NamedTuple):
    """Signed bytes, with the signature and the identity that should have made it."""

    identity: bytes
    purpose: str
    x: bytes
    signature: bytes


def check_ahead(many: Sequence[Signed]) -> None:
    """Verify signatures on two cores in advance; `signature_holds` then finds the results.

    libsodium lets other threads run meanwhile. Each core takes the next signature, so a slow or busy second core costs
    nothing.
    """
    checks = [(one.identity, _signed(one.purpose, one.x), one.signature) for one in many]
    other = run_on_second_core(_check_all, checks)
    _check_all(checks)
    if not other.cancel():
        other.result()


def _check_all(checks: list[tuple[bytes, bytes, bytes]]) -> None:
    while True:
        try:
            check = checks.pop()
        except IndexError:  # another core took the last one
            return
        _signature_holds(*check)


def second_core_is_busy() -> bool:
    """Return True if a twin process uses the second core, so that no more work should go there."""
    return twin is not None and twin.busy


def run_on_second_core(work: Callable[P, object], *args: P.args, **named: P.kwargs) -> Future[object]:
    """Run a function on the second core; the program does not wait for it when it ends."""
    future: Future[object] = Future()
    _second_core().put(partial(_do, future, partial(work, *args, **named)))
    return future


@lru_cache(maxsize=1)
def _second_core() -> SimpleQueue[Callable[[], None]]:
    """Return the queue of work for one additional thread; libsodium lets other threads run meanwhile.

    It is not a thread pool, because Ctrl-C may interrupt the thread that has the lock of a future. A program that
    waited for a thread that needs this lock would ignore every later Ctrl-C.
    """
    todo: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def work_on() -> None:
        while True:
            todo.get()()

    Thread(target=work_on, name="second core", daemon=True).start()
    return todo


def _do(future: Future[object], work: Callable[[], object]) -> None:
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


def _signed(purpose: str, x: bytes) -> bytes:
    return purpose.encode() + b"\x00" + H(purpose, [x])


# Proofs (1.6) ---------------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """Claim that an equality proof shows, together with the proof."""

    ctx: tuple[Plain, ...]
    A: bytes
    X: bytes
    Y: bytes
    proof: Proof


def proof_holds(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bool:
    """Return True if the proof is valid, as `points.proof_holds` does.

    Results that a twin process has reported are used.
    """
    known = twin is not None and twin.holds(PROVEN, proof_name(ctx, A, X, Y, proof))
    return known or points.proof_holds(ctx, A, X, Y, proof)


# Results of another process -------------------------------------------------------------------------------------------

SIGNED, PROVEN, SUMMED = range(3)


class Twin(Protocol):
    """Another process that makes the same checks on another core (`net.records.verification_worker`)."""

    busy: bool
    """True while the twin uses the other core."""

    def holds(self, what: int, name: bytes) -> bool:
        """Return True if the twin has reported that the signature or proof with this name is valid."""


twin: Twin | None = None


def _name(value: Plain) -> bytes:
    """Return a hash that only two processes use as a name; it is not part of the protocol."""
    return blake2b(enc(value), digest_size=32).digest()


def signature_name(identity: bytes, purpose: str, x: bytes, signature: bytes) -> bytes:
    """Return the name of a signature of the bytes x by one identity for one purpose."""
    return _name([SIGNED, identity, purpose, x, signature])


def proof_name(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bytes:
    """Return the name of a claim with its proof."""
    return _name([PROVEN, ctx, A, X, Y, proof])


def sum_name(by: bytes, of: bytes) -> bytes:
    """Return the name of a sum of multiples of points, computed from the scalars and the points."""
    return _name([SUMMED, by, of])
