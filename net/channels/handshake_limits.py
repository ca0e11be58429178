"""What strangers may make one keep and do before they have shown that they know the room's code (PROTOCOL 13).

Nothing is kept, and no key reckoned with, for an address that has not answered: its hello is answered by a cookie, and
its first message must show that. Who has an address of his own still has only his share: so many handshakes at once,
and of those that are half open the ones of the source with most give way.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b

from core.engine.codec import enc
from net.channels.channel import COOKIE_BYTES, Address
from net.channels.rate_limit import Bucket, source_of
from net.crypto.noise import KEY, HandshakeState

SECRET_LIVES = 60.0
HALF_OPEN_LIVES = 5.0
THIRDS = 8
"""So many last messages are tried at one half-open handshake."""
NEW = 5.0
"""A source that has begun nothing for so many seconds is a new one: half of what strangers may begin is for those."""
OF_ONE = 32
"""Handshakes that one source may begin at once."""
OF_ONE_A_SECOND = 4.0
MOST_SOURCES = 1024


def source(address: Address) -> Hashable:
    """Whose an address is: all ports of a host are one source."""
    return source_of(address[0]) if isinstance(address, tuple) and isinstance(address[0], str) else address


class Cookies:
    """What proves that an address has got what was sent there, without anything being kept."""

    lives = SECRET_LIVES

    def __init__(self, random: Callable[[int], bytes]) -> None:
        self._random = random
        self._secrets = (random(KEY), random(KEY))
        self._renewed = 0.0

    def renew(self, now: float) -> None:
        """Secrets go after two such times, and cookies with them."""
        if now - self._renewed >= self.lives:
            self._secrets, self._renewed = (self._random(KEY), self._secrets[0]), now

    def of(self, address: Address, hello: bytes) -> bytes:
        """The cookie for an address and its hello."""
        return self._made(self._secrets[0], address, hello)

    def holds(self, address: Address, hello: bytes, cookie: bytes) -> bool:
        """Whether this address got this cookie for this hello, lately."""
        return any(hmac.compare_digest(self._made(secret, address, hello), cookie) for secret in self._secrets)

    def _made(self, secret: bytes, address: Address, hello: bytes) -> bytes:
        said = enc([address, hello])
        return blake2b(said, digest_size=COOKIE_BYTES, key=secret, person=b"tether.cookie").digest()


@dataclass(slots=True)
class HalfOpen:
    """A handshake that somebody with a valid cookie has begun."""

    first: bytes
    answer: bytes
    noise: HandshakeState
    since: float
    thirds: int = 0


class HalfOpens(dict[Address, HalfOpen]):
    """The handshakes that are half open."""

    most = 64

    def forget(self, now: float) -> None:
        """Those that were not gone on with."""
        for address in [a for a, half in self.items() if now - half.since >= HALF_OPEN_LIVES]:
            del self[address]

    def put(self, address: Address, half: HalfOpen, known: Callable[[Address], bool]) -> None:
        """One more; if there is no room the oldest of the stranger with most gives way, else the oldest."""
        self.pop(address, None)
        if len(self) >= self.most:
            strangers = [other for other in self if not known(other)]
            crowd = Counter(map(source, strangers))
            fullest = max(crowd.values(), default=0)
            del self[next((one for one in strangers if crowd[source(one)] == fullest), next(iter(self)))]
        self[address] = half


class Starts:
    """How many handshakes may begin: `a_second`, half of them for whoever is known, a quarter for new sources."""

    def __init__(self, a_second: int) -> None:
        half, quarter = a_second / 2, a_second / 4
        self._known = Bucket(half, half)
        self._new, self._others = Bucket(quarter, quarter), Bucket(quarter, quarter)
        self._of: dict[Hashable, tuple[Bucket, float]] = {}

    def may(self, address: Address, known: bool, now: float) -> bool:
        """Whether one of this address may begin."""
        if known:
            return self._known.take(now)
        who = source(address)
        own, last = self._of.get(who) or (Bucket(OF_ONE_A_SECOND, OF_ONE, since=now), now - NEW)
        pool = self._new if now - last >= NEW else self._others
        may = own.left(now) >= 1.0 and pool.take(now) and own.take(now)
        self._of.pop(who, None)
        self._of[who] = own, now if may else last
        if len(self._of) > MOST_SOURCES:
            del self._of[next(iter(self._of))]
        return may
