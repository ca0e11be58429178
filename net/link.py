"""One link: a peer that has proved who it is, a key for each direction, a number for each datagram (PROTOCOL 13)."""

from __future__ import annotations

from collections.abc import Hashable

from core.kernel.codec import BadBytes, H, dec, enc
from net import crypto
from net.crypto import Signer
from net.noise import BadHandshake, HandshakeState

Address = Hashable
DATA = 21
NUMBER = 4
COUNTER = 8
OVERHEAD = 1 + NUMBER + COUNTER + crypto.TAG
LINK = "tether.link"


def introduction(signer: Signer, static_public: bytes) -> bytes:
    """The payload by which a side says who it is."""
    return enc([signer.identity, signer.sign(LINK, static_public)])


INTRODUCTION = len(enc([bytes(crypto.KEY), bytes(crypto.SIGNATURE)]))


def introduced(payload: bytes, static_public: bytes) -> bytes:
    """The identity that a payload proves; raises `BadHandshake`."""
    try:
        said = dec(payload)
    except BadBytes:
        said = None
    if type(said) is not list or len(said) != 2 or not all(type(part) is bytes for part in said):
        raise BadHandshake("not an introduction")
    identity, signature = said
    if not crypto.valid_point(identity) or not crypto.signature_holds(identity, LINK, static_public, signature):
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


class Link:
    """The state of one link after its handshake."""

    window: type[Window] = Window
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
        """Where the peer is now, and where it was at the handshake."""
        self.number = ours
        """What the peer writes on its datagrams."""
        self.since = self.heard = self.said = now
        self.sent = 0
        self._theirs = theirs
        self._sending, self._receiving = noise.split()
        self._came = self.window()

    @property
    def worn(self) -> bool:
        """Whether nothing more may be sent under its key."""
        return self.sent >= self.last_number

    @property
    def top(self) -> int:
        """The highest number that came in."""
        return self._came.top

    def seal(self, data: bytes, now: float) -> bytes:
        """A data datagram; each gets the next number."""
        if self.worn:
            raise RuntimeError("a worn key enciphers no more")
        number, self.sent, self.said = self.sent, self.sent + 1, now
        header = bytes([DATA]) + self._theirs + number.to_bytes(COUNTER, "little")
        return header + self._sending.encrypt(number, data)

    def open(self, datagram: bytes, address: Address, now: float) -> bytes | None:
        """What a data datagram holds, or None if it is not a new one of this link."""
        counter = int.from_bytes(datagram[1 + NUMBER : 1 + NUMBER + COUNTER], "little")
        if not self._came.fresh(counter):
            return None
        try:
            data = self._receiving.decrypt(counter, datagram[1 + NUMBER + COUNTER :])
        except BadHandshake:
            return None
        if counter > self._came.top:  # a late one does not move the link back
            self.address = address
        self._came.take(counter)
        self.heard = now
        return data
