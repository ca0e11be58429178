"""One link: a peer that has proved who it is, a key for each direction, a number for each datagram (PROTOCOL 13)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from core.engine.codec import BadBytes, H, dec, enc
from net.channels.addresses import shown
from net.channels.rate_limit import Bucket
from net.crypto import primitives
from net.crypto.noise import KEY, TAG, BadHandshake, HandshakeState
from net.crypto.primitives import Signer

Address = Hashable
HELLO, COOKIE, FIRST, SECOND, THIRD, DATA = 16, 17, 18, 19, 20, 21
ASKED, HERE = 31, 32
"""Inside a link: is the peer at this address now? It answers with the same bytes."""
NUMBER = 4
COUNTER = 8
OVERHEAD = 1 + NUMBER + COUNTER + primitives.TAG
MAX_DATAGRAM = 1200
MAX_DATA = MAX_DATAGRAM - OVERHEAD
RANDOM = 32
ECHO = 16
"""So much of a hello comes back with its cookie: whoever has not got the hello cannot answer it."""
COOKIE_BYTES = 16
QUESTION = 8
LINK = "tether.link"


def hello_of(random: bytes) -> bytes:
    """The datagram that asks an address for a cookie; no shorter than that is."""
    return (bytes([HELLO]) + random).ljust(LENGTHS[HELLO], b"\x00")


def named(address: Address) -> str:
    """An address as a person writes it."""
    numeric = isinstance(address, tuple) and len(address) == 2 and isinstance(address[0], str)
    return shown(address) if numeric else f"the peer at {address}"  # type: ignore[arg-type]


def introduction(signer: Signer, static_public: bytes) -> bytes:
    """The payload by which a side says who it is."""
    return enc([signer.identity, signer.sign(LINK, static_public)])


INTRODUCTION = len(enc([bytes(primitives.KEY), bytes(primitives.SIGNATURE)]))
LENGTHS = {
    HELLO: 40,
    COOKIE: 1 + ECHO + COOKIE_BYTES,
    FIRST: 1 + RANDOM + COOKIE_BYTES + KEY + INTRODUCTION + TAG,
    SECOND: 1 + KEY + KEY + TAG + INTRODUCTION + TAG,
    THIRD: 1 + KEY + TAG + INTRODUCTION + TAG,
    ASKED: OVERHEAD + QUESTION,
    HERE: OVERHEAD + QUESTION,
}
"""The first message is padded with zero bytes in its payload to the length of its answer."""


def introduced(payload: bytes, static_public: bytes) -> bytes:
    """The identity that a payload proves; raises `BadHandshake`."""
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


class Window:
    """Which numbers came in already: each counts once, and those too far behind the highest not at all.

    >>> window = Window()
    >>> [window.fresh(5), window.take(5), window.fresh(5), window.fresh(4)]
    [True, None, False, True]
    """

    __slots__ = ("_seen", "top")
    size = 2048

    def __init__(self) -> None:
        self.top = -1
        self._seen = 0

    def fresh(self, counter: int) -> bool:
        """Whether the number may still come."""
        behind = self.top - counter
        return behind < 0 or (behind < self.size and not self._seen >> behind & 1)

    def take(self, counter: int) -> None:
        """The number came."""
        ahead = counter - self.top
        if ahead <= 0:
            self._seen |= 1 << -ahead
            return
        self._seen = ((self._seen << ahead) | 1) & ((1 << self.size) - 1) if ahead < self.size else 1
        self.top = counter


class Trial(NamedTuple):
    """An address from which a peer's datagrams come now, and what it was asked there."""

    address: Address
    question: bytes
    at: float


class Link:
    """The state of one link after its handshake."""

    window: type[Window] = Window
    answer_within = 5.0
    """Seconds in which a new address must answer."""
    ask_again = 0.1
    """Seconds between two questions to one new address, at least."""
    questions = 4.0
    """So many new addresses are asked at once, and one more every two seconds."""
    last_number = 2**48
    """So many datagrams go out under one key, then no more."""
    renew_at = 2**47
    """From here on a new handshake is sought."""

    def __init__(self, identity: bytes, dialler: bytes, address: Address, noise: HandshakeState, now: float) -> None:
        both = H("tether.linkno", [noise.hash])
        ours, theirs = both[:NUMBER], both[NUMBER : 2 * NUMBER]
        if dialler == identity:
            ours, theirs = theirs, ours
        self.identity = identity
        self.dialler = dialler
        """The identity that began the handshake."""
        self.address = self.home = address
        """Where the peer is now, which it has shown, and where it was at the handshake."""
        self.trial: Trial | None = None
        self.number = ours
        """What the peer writes on its datagrams."""
        self.since = self.heard = self.said = now
        self.sent = 0
        self._theirs = theirs
        self._sending, self._receiving = noise.split()
        self._came = self.window()
        self._questions = Bucket(0.5, self.questions, since=now)

    @property
    def worn(self) -> bool:
        """Whether nothing more may be sent under its key."""
        return self.sent >= self.last_number

    @property
    def top(self) -> int:
        """The highest number that came in."""
        return self._came.top

    def seal(self, data: bytes, now: float, kind: int = DATA) -> bytes:
        """A datagram of this kind; each gets the next number."""
        if self.worn:
            raise RuntimeError("a worn key enciphers no more")
        number, self.sent, self.said = self.sent, self.sent + 1, now
        header = bytes([kind]) + self._theirs + number.to_bytes(COUNTER, "little")
        return header + self._sending.encrypt(number, data, _bound(kind))

    def open(self, datagram: bytes, now: float) -> bytes | None:
        """What a datagram holds, or None if it is not a new one of this link."""
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

    # -- where the peer is --

    def ask(self, address: Address, random: bytes, now: float) -> bytes | None:
        """The question to an address from which the peer's datagrams come now; None if it has been asked enough."""
        trial = self.trial
        same = trial is not None and trial.address == address and now - trial.at < self.answer_within
        if (trial is not None and same and now - trial.at < self.ask_again) or self.worn:
            return None
        if not self._questions.take(now):
            return None
        self.trial = Trial(address, trial.question if trial is not None and same else random, now)
        return self.seal(self.trial.question, now, ASKED)

    def answered(self, address: Address, question: bytes, now: float) -> bool:
        """The peer has answered from this address; whether it is there from now on."""
        trial = self.trial
        here = trial is not None and trial[:2] == (address, question) and now - trial.at < self.answer_within
        if here:
            self.address, self.trial = address, None
        return here


def _bound(kind: int) -> bytes:
    """What a datagram's kind is bound to its cipher by."""
    return b"" if kind == DATA else bytes([kind])
