"""Encrypted channel to one authenticated peer (PROTOCOL 13).

It has one key for each direction, and each datagram has its own number.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from core.engine.codec import BadEncodingError, H, dec, enc
from net.channels.addresses import format_address
from net.channels.rate_limit import TokenBucket
from net.crypto import primitives
from net.crypto.noise import KEY, TAG, BadHandshake, HandshakeState
from net.crypto.primitives import Signer

Address = Hashable
HELLO, COOKIE, FIRST, SECOND, THIRD, DATA = 16, 17, 18, 19, 20, 21
ADDRESS_QUERY, ADDRESS_REPLY = 31, 32
"""Kinds of datagrams that check a peer's new address: the question, and the answer with the same bytes."""
NUMBER = 4
COUNTER = 8
OVERHEAD_BYTES = 1 + NUMBER + COUNTER + primitives.TAG
MAX_DATAGRAM = 1200
MAX_DATA = MAX_DATAGRAM - OVERHEAD_BYTES
RANDOM = 32
ECHO_BYTES = 16
"""Number of bytes of a hello that the cookie repeats.

Only a sender that has received the hello knows them.
"""
COOKIE_BYTES = 16
QUESTION = 8
LINK = "tether.link"


def make_hello(random: bytes) -> bytes:
    """Return the hello datagram, which requests a cookie.

    It is at least as long as the datagram that answers it.
    """
    return (bytes([HELLO]) + random).ljust(HANDSHAKE_LENGTHS[HELLO], b"\x00")


def display_address(address: Address) -> str:
    """Return an address as text for messages to people."""
    numeric = isinstance(address, tuple) and len(address) == 2 and isinstance(address[0], str)
    return format_address(address) if numeric else f"the peer at {address}"  # type: ignore[arg-type]


def make_introduction(signer: Signer, static_public: bytes) -> bytes:
    """Return the payload by which one side of a handshake proves its identity."""
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

The payload of the first message is padded with zero bytes, so that the answer is not longer.
"""


def read_introduction(payload: bytes, static_public: bytes) -> bytes:
    """Return the identity that a payload proves; raise `BadHandshake` if it proves none."""
    try:
        said = dec(payload)
    except BadEncodingError:
        said = None
    if type(said) is not list or len(said) != 2 or not all(type(part) is bytes for part in said):
        raise BadHandshake("not an introduction")
    identity, signature = said
    if not primitives.valid_point(identity) or not primitives.signature_holds(identity, LINK, static_public, signature):
        raise BadHandshake("an identity that is not proved")
    return bytes(identity)


class ReplayWindow:
    """Window of recently received datagram numbers, which rejects replays.

    Each number is accepted once. Numbers too far below the highest one are never accepted.

    >>> window = ReplayWindow()
    >>> [window.is_fresh(5), window.record(5), window.is_fresh(5), window.is_fresh(4)]
    [True, None, False, True]
    """

    __slots__ = ("_seen", "highest_number")
    size = 2048

    def __init__(self) -> None:
        self.highest_number = -1
        self._seen = 0

    def is_fresh(self, counter: int) -> bool:
        """Return True if the number has not been received yet and is not too far below the highest one."""
        behind = self.highest_number - counter
        return behind < 0 or (behind < self.size and not self._seen >> behind & 1)

    def record(self, counter: int) -> None:
        """Record a received number."""
        ahead = counter - self.highest_number
        if ahead <= 0:
            self._seen |= 1 << -ahead
            return
        self._seen = ((self._seen << ahead) | 1) & ((1 << self.size) - 1) if ahead < self.size else 1
        self.highest_number = counter


class AddressProbe(NamedTuple):
    """Check of the address from which a peer's datagrams now come: the address, and the question sent there."""

    address: Address
    question: bytes
    sent_at: float


class Channel:
    """Encrypted channel after a completed handshake."""

    window: type[ReplayWindow] = ReplayWindow
    answer_within = 5.0
    """Seconds that the peer has to answer a question at its new address."""
    ask_again = 0.1
    """Minimum number of seconds between two questions to the same new address."""
    questions = 4.0
    """Maximum number of questions to new addresses in one burst.

    One more becomes available every two seconds.
    """
    last_number = 2**48
    """Maximum number of datagrams that can be sent under one key."""
    renew_after = 2**47
    """Number of sent datagrams after which a new handshake is started."""

    def __init__(self, identity: bytes, dialler: bytes, address: Address, noise: HandshakeState, now: float) -> None:
        both = H("tether.linkno", [noise.hash])
        ours, theirs = both[:NUMBER], both[NUMBER : 2 * NUMBER]
        if dialler == identity:
            ours, theirs = theirs, ours
        self.identity = identity
        self.dialler = dialler
        """The identity of the side that began the handshake."""
        self.address = self.handshake_address = address
        """The peer's current address, which is verified; `handshake_address` is its address at the handshake."""
        self.probe: AddressProbe | None = None
        self.number = ours
        """Channel number that the peer writes on its datagrams."""
        self.since = self.received_at = self.sent_at = now
        self.sent_count = 0
        self._theirs = theirs
        self._sending, self._receiving = noise.split()
        self._window = self.window()
        self._questions = TokenBucket(0.5, self.questions, since=now)

    @property
    def is_used_up(self) -> bool:
        """True if the key has encrypted its maximum number of datagrams and can send no more."""
        return self.sent_count >= self.last_number

    @property
    def highest_number(self) -> int:
        """Highest datagram number received so far."""
        return self._window.highest_number

    def seal(self, data: bytes, now: float, kind: int = DATA) -> bytes:
        """Return the encrypted datagram of this kind, under the next number."""
        if self.is_used_up:
            raise RuntimeError("a worn key enciphers no more")
        number, self.sent_count, self.sent_at = self.sent_count, self.sent_count + 1, now
        header = bytes([kind]) + self._theirs + number.to_bytes(COUNTER, "little")
        return header + self._sending.encrypt(number, data, _associated_data(kind))

    def open(self, datagram: bytes, now: float) -> bytes | None:
        """Return the data in a datagram, or None if it is a replay or does not belong to this channel."""
        counter = int.from_bytes(datagram[1 + NUMBER : 1 + NUMBER + COUNTER], "little")
        if not self._window.is_fresh(counter):
            return None
        try:
            data = self._receiving.decrypt(counter, datagram[1 + NUMBER + COUNTER :], _associated_data(datagram[0]))
        except BadHandshake:
            return None
        self._window.record(counter)
        self.received_at = now
        return data

    # -- address of the peer --

    def make_question(self, address: Address, random: bytes, now: float) -> bytes | None:
        """Return a question to send to the peer's new address, or None if none may be sent now."""
        trial = self.probe
        same = trial is not None and trial.address == address and now - trial.sent_at < self.answer_within
        if (trial is not None and same and now - trial.sent_at < self.ask_again) or self.is_used_up:
            return None
        if not self._questions.take(now):
            return None
        self.probe = AddressProbe(address, trial.question if trial is not None and same else random, now)
        return self.seal(self.probe.question, now, ADDRESS_QUERY)

    def accept_answer(self, address: Address, question: bytes, now: float) -> bool:
        """Process the peer's answer from a new address.

        Return True if the answer is right; the new address is then the peer's address.
        """
        trial = self.probe
        here = trial is not None and trial[:2] == (address, question) and now - trial.sent_at < self.answer_within
        if here:
            self.address, self.probe = address, None
        return here


def _associated_data(kind: int) -> bytes:
    """Return the associated data that binds a datagram's kind to its ciphertext."""
    return b"" if kind == DATA else bytes([kind])
