"""Boxes and signatures (PROTOCOL part 1), through libsodium; points and proofs are the kernel's."""

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
SIGNATURE = 64
TAG = 16
_ZERO_NONCE = bytes(12)


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
    if len(signature) != SIGNATURE:
        return False
    known = twin is not None and twin.holds(SIGNED, signature_name(identity, purpose, x, signature))
    return known or _signature_holds(identity, _signed(purpose, x), signature)


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
    other = meanwhile(_check_all, checks)
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


def taken() -> bool:
    """Whether a twin has the other core, so that it is no use to give it anything else to do."""
    return twin is not None and twin.busy


def meanwhile(work: Callable[P, object], *args: P.args, **named: P.kwargs) -> Future[object]:
    """Does this on the other core; a program that ends does not wait for it."""
    future: Future[object] = Future()
    _second_core().put(partial(_do, future, partial(work, *args, **named)))
    return future


@lru_cache(maxsize=1)
def _second_core() -> SimpleQueue[Callable[[], None]]:
    """What one more thread has to do: libsodium lets others run meanwhile. It is no pool: Ctrl-C may have come to who
    held the lock of a future, and would be heeded no more if the program waited for a thread that wants it.
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


# -- proofs (1.6) ---------------------------------------------------------------------------------------------------


class Claim(NamedTuple):
    """What an equality proof says, and the proof."""

    ctx: tuple[Plain, ...]
    A: bytes
    X: bytes
    Y: bytes
    proof: Proof


def proof_holds(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bool:
    """As `points.proof_holds`."""
    known = twin is not None and twin.holds(PROVEN, proof_name(ctx, A, X, Y, proof))
    return known or points.proof_holds(ctx, A, X, Y, proof)


# -- what another process knows -------------------------------------------------------------------------------------

SIGNED, PROVEN, SUMMED = range(3)


class Twin(Protocol):
    """Another process that checks the same (`net.records.verification_worker`)."""

    busy: bool
    """Whether it has the other core for itself."""

    def holds(self, what: int, name: bytes) -> bool:
        """Whether it has said that the signature or proof of this name holds; False if it has not said so."""


twin: Twin | None = None


def _name(value: Plain) -> bytes:
    """For two processes alone: no hash of the protocol."""
    return blake2b(enc(value), digest_size=32).digest()


def signature_name(identity: bytes, purpose: str, x: bytes, signature: bytes) -> bytes:
    """What stands for one signature of bytes x by one identity for one purpose."""
    return _name([SIGNED, identity, purpose, x, signature])


def proof_name(ctx: tuple[Plain, ...], A: bytes, X: bytes, Y: bytes, proof: Proof) -> bytes:
    """What stands for one proof of one claim."""
    return _name([PROVEN, ctx, A, X, Y, proof])


def sum_name(by: bytes, of: bytes) -> bytes:
    """What stands for one sum of multiples of points: the scalars, and the points."""
    return _name([SUMMED, by, of])
