"""One channel to an authenticated peer (PROTOCOL 13).

It has a key for each direction, and each datagram has a number.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from core.engine.codec import BadBytes, H, dec, enc
from net.channels.addresses import format_address
from net.channels.rate_limit import TokenBucket
from net.crypto import primitives
from net.crypto.noise import KEY, TAG, BadHandshake, HandshakeState
from net.crypto.primitives import Signer

Address = Hashable
HELLO, COOKIE, FIRST, SECOND, THIRD, DATA = 16, 17, 18, 19, 20, 21
ADDRESS_QUERY, ADDRESS_REPLY = 31, 32
"""Kinds of the datagram that asks a peer if it is at this address now, and of its reply.

The reply contains the same bytes.
"""
NUMBER = 4
COUNTER = 8
OVERHEAD_BYTES = 1 + NUMBER + COUNTER + primitives.TAG
MAX_DATAGRAM = 1200
MAX_DATA = MAX_DATAGRAM - OVERHEAD_BYTES
RANDOM = 32
ECHO_BYTES = 16
"""Number of bytes of a hello that its cookie repeats.

A peer that did not receive the hello cannot answer it.
"""
COOKIE_BYTES = 16
QUESTION = 8
LINK = "tether.link"


def hello_of(random: bytes) -> bytes:
    """Return the hello datagram, which asks an address for a cookie.

    It is no shorter than the datagram with the cookie.
    """
    return (bytes([HELLO]) + random).ljust(HANDSHAKE_LENGTHS[HELLO], b"\x00")


def display_address(address: Address) -> str:
    """Format an address for messages to people."""
    numeric = isinstance(address, tuple) and len(address) == 2 and isinstance(address[0], str)
    return format_address(address) if numeric else f"the peer at {address}"  # type: ignore[arg-type]


def make_introduction(signer: Signer, static_public: bytes) -> bytes:
    """Return the payload with which one side of a handshake proves its identity."""
    return enc([signer.identity, signer.sign(LINK, static_public)])


INTRODUCTION_BYTES = len(enc([bytes(primitives.KEY), bytes(primitives.SIGNATURE_BYTES)]))
HANDSHAKE_LENGTHS = {
    HELLO: 40,
    COOKIE: 1 + ECHO_BYTES + COOKIE_BYTES,
    FIRST: 1 + RANDOM + COOKIE_BYTES + KEY + INTRODUCTION_BYTES + TAG,
    SECOND: 1 + KEY + KEY + TAG + INTRODUCTION_BYTES + TAG,
    THIRD: 1 + KEY + TAG + INTRODUCTION_BYTES + TAG,
    ADDRESS_QUERY: OVERHEAD_BYTES + QUESTION,
    ADDRESS_REPLY: OVERHEAD_BYTES + QUESTION,
}
"""Number of bytes of each kind of handshake datagram.

The payload of the first message is padded with zero bytes to the length of its answer.
"""


def read_introduction(payload: bytes, static_public: bytes) -> bytes:
    """Return the identity that a payload proves; raise `BadHandshake` if it proves none."""
    try:
        said = dec(payload)
    except BadBytes:
        said = None
    if type(said) is not list or len(said) != 2 or not all(type(part) is bytes for part in said):
        raise BadHandshake("not an introduction")
    identity, signature = said
    if not primitives.valid_point(identity) or not primitives.signature_holds(identity, LINK, static_public, signature):
        raise BadHandshake("an identity that is not proved")
    return bytes(identity)


class ReplayWindow:
    """Replay window: the datagram numbers that were received recently.

    Each number is accepted once. Numbers that are too far behind the highest one are not accepted at all.

    >>> window = ReplayWindow()
    >>> [window.fresh(5), window.take(5), window.fresh(5), window.fresh(4)]
    [True, None, False, True]
    """

    __slots__ = ("_seen", "top")
    size = 2048

    def __init__(self) -> None:
        self.top = -1
        self._seen = 0

    def fresh(self, counter: int) -> bool:
        """Return True if the number has not been received and is not too far behind."""
        behind = self.top - counter
        return behind < 0 or (behind < self.size and not self._seen >> behind & 1)

    def take(self, counter: int) -> None:
        """Record a received number."""
        ahead = counter - self.top
        if ahead <= 0:
            self._seen |= 1 << -ahead
            return
        self._seen = ((self._seen << ahead) | 1) & ((1 << self.size) - 1) if ahead < self.size else 1
        self.top = counter


class AddressProbe(NamedTuple):
    """Probe of an address from which a peer's datagrams now come, with the question sent there."""

    address: Address
    question: bytes
    at: float


class Channel:
    """One channel after its handshake."""

    window: type[ReplayWindow] = ReplayWindow
    answer_within = 5.0
    """Seconds within which the peer must answer from a new address."""
    ask_again = 0.1
    """Minimum number of seconds between two questions to the same new address."""
    questions = 4.0
    """Number of questions to new addresses that can be sent at once.

    One more becomes available every two seconds.
    """
    last_number = 2**48
    """Maximum number of datagrams that can be sent under one key."""
    renew_at = 2**47
    """Number of sent datagrams after which a new handshake is started."""

    def __init__(self, identity: bytes, dialler: bytes, address: Address, noise: HandshakeState, now: float) -> None:
        both = H("tether.linkno", [noise.hash])
        ours, theirs = both[:NUMBER], both[NUMBER : 2 * NUMBER]
        if dialler == identity:
            ours, theirs = theirs, ours
        self.identity = identity
        self.dialler = dialler
        """The identity of the side that began the handshake."""
        self.address = self.home = address
        """The peer's current address, which is verified; `home` is its address at the handshake."""
        self.trial: AddressProbe | None = None
        self.number = ours
        """Channel number that the peer writes on its datagrams."""
        self.since = self.heard = self.said = now
        self.sent = 0
        self._theirs = theirs
        self._sending, self._receiving = noise.split()
        self._came = self.window()
        self._questions = TokenBucket(0.5, self.questions, since=now)

    @property
    def worn(self) -> bool:
        """True if the key is used up, so that nothing more can be sent under it."""
        return self.sent >= self.last_number

    @property
    def top(self) -> int:
        """Highest datagram number received so far."""
        return self._came.top

    def seal(self, data: bytes, now: float, kind: int = DATA) -> bytes:
        """Encrypt a datagram of this kind under the next number."""
        if self.worn:
            raise RuntimeError("a worn key enciphers no more")
        number, self.sent, self.said = self.sent, self.sent + 1, now
        header = bytes([kind]) + self._theirs + number.to_bytes(COUNTER, "little")
        return header + self._sending.encrypt(number, data, _bound(kind))

    def open(self, datagram: bytes, now: float) -> bytes | None:
        """Decrypt a datagram; return None if it is not a new datagram of this channel."""
        counter = int.from_bytes(datagram[1 + NUMBER : 1 + NUMBER + COUNTER], "little")
        if not self._came.fresh(counter):
            return None
        try:
            data = self._receiving.decrypt(counter, datagram[1 + NUMBER + COUNTER :], _bound(datagram[0]))
        except BadHandshake:
            return None
        self._came.take(counter)
        self.heard = now
        return data

    # -- address of the peer --

    def ask(self, address: Address, random: bytes, now: float) -> bytes | None:
        """Return the question for a new address of the peer, or None if no question may be sent now."""
        trial = self.trial
        same = trial is not None and trial.address == address and now - trial.at < self.answer_within
        if (trial is not None and same and now - trial.at < self.ask_again) or self.worn:
            return None
        if not self._questions.take(now):
            return None
        self.trial = AddressProbe(address, trial.question if trial is not None and same else random, now)
        return self.seal(self.trial.question, now, ADDRESS_QUERY)

    def answered(self, address: Address, question: bytes, now: float) -> bool:
        """Process the peer's answer from a new address.

        Return True if the answer is right. From then on the peer is at that address.
        """
        trial = self.trial
        here = trial is not None and trial[:2] == (address, question) and now - trial.at < self.answer_within
        if here:
            self.address, self.trial = address, None
        return here


def _bound(kind: int) -> bytes:
    """Return the associated data that binds a datagram's kind to its ciphertext."""
    return b"" if kind == DATA else bytes([kind])
