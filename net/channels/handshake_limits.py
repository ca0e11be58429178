"""Limits for strangers who have not yet proved that they know the room's code (PROTOCOL 13).

For an address that has not answered, nothing is stored and no key is computed. Its hello is answered by a cookie, and
its first message must show that cookie. A stranger with a real address can begin only a limited number of handshakes at
once. If there are too many half-open handshakes, those of the source with the most give way.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b
from typing import cast

from core.engine.codec import Plain, enc
from net.channels.channel import COOKIE_BYTES, Address
from net.channels.rate_limit import TokenBucket, source_of
from net.crypto.noise import KEY, HandshakeState

SECRET_LIVES = 60.0
HALF_OPEN_LIVES = 5.0
MAX_LAST_MESSAGES = 8
"""Maximum number of last messages that are tried for one half-open handshake."""
NEW_SOURCE_AFTER = 5.0
"""Seconds without a handshake after which a source counts as new.

Half of the handshakes that strangers may begin are reserved for new sources.
"""
MAX_STARTS_PER_SOURCE = 32
"""Maximum number of handshakes that one source may begin at once."""
OF_ONE_A_SECOND = 4.0
MOST_SOURCES = 1024


def source(address: Address) -> Hashable:
    """Return the source of an address; all ports of a host are the same source."""
    return source_of(address[0]) if isinstance(address, tuple) and isinstance(address[0], str) else address


class Cookies:
    """Stateless cookies, which prove that an address has received a datagram sent to it."""

    lives = SECRET_LIVES

    def __init__(self, random: Callable[[int], bytes]) -> None:
        self._random = random
        self._secrets = (random(KEY), random(KEY))
        self._renewed = 0.0

    def renew(self, now: float) -> None:
        """Replace the secret after its lifetime.

        A secret and its cookies expire after two lifetimes.
        """
        if now - self._renewed >= self.lives:
            self._secrets, self._renewed = (self._random(KEY), self._secrets[0]), now

    def of(self, address: Address, hello: bytes) -> bytes:
        """Return the cookie for an address and its hello."""
        return self._made(self._secrets[0], address, hello)

    def holds(self, address: Address, hello: bytes, cookie: bytes) -> bool:
        """Return True if this address recently received this cookie for this hello."""
        return any(hmac.compare_digest(self._made(secret, address, hello), cookie) for secret in self._secrets)

    def _made(self, secret: bytes, address: Address, hello: bytes) -> bytes:
        said = enc([cast(Plain, address), hello])  # a transport's addresses are plain values
        return blake2b(said, digest_size=COOKIE_BYTES, key=secret, person=b"tether.cookie").digest()


@dataclass(slots=True)
class HalfOpenHandshake:
    """Handshake that a peer with a valid cookie has begun."""

    first: bytes
    answer: bytes
    noise: HandshakeState
    since: float
    thirds: int = 0


class HalfOpenTable(dict[Address, HalfOpenHandshake]):
    """Table of the half-open handshakes."""

    most = 64

    def forget(self, now: float) -> None:
        """Drop the handshakes that were not continued in time."""
        for address in [a for a, half in self.items() if now - half.since >= HALF_OPEN_LIVES]:
            del self[address]

    def put(self, address: Address, half: HalfOpenHandshake, known: Callable[[Address], bool]) -> None:
        """Add a handshake; if there is no room, drop the oldest one.

        It is the oldest one of the stranger with the most handshakes, or of all if there are no strangers.
        """
        self.pop(address, None)
        if len(self) >= self.most:
            strangers = [other for other in self if not known(other)]
            crowd = Counter(map(source, strangers))
            fullest = max(crowd.values(), default=0)
            del self[next((one for one in strangers if crowd[source(one)] == fullest), next(iter(self)))]
        self[address] = half


class HandshakeLimiter:
    """Limit on the number of new handshakes per second, `a_second`.

    Half of them are for known addresses, and a quarter for new sources.
    """

    def __init__(self, a_second: int) -> None:
        half, quarter = a_second / 2, a_second / 4
        self._known = TokenBucket(half, half)
        self._new, self._others = TokenBucket(quarter, quarter), TokenBucket(quarter, quarter)
        self._of: dict[Hashable, tuple[TokenBucket, float]] = {}

    def may(self, address: Address, known: bool, now: float) -> bool:
        """Return True if this address may begin a handshake now."""
        if known:
            return self._known.take(now)
        who = source(address)
        own, last = self._of.get(who) or (
            TokenBucket(OF_ONE_A_SECOND, MAX_STARTS_PER_SOURCE, since=now),
            now - NEW_SOURCE_AFTER,
        )
        pool = self._new if now - last >= NEW_SOURCE_AFTER else self._others
        may = own.left(now) >= 1.0 and pool.take(now) and own.take(now)
        self._of.pop(who, None)
        self._of[who] = own, now if may else last
        if len(self._of) > MOST_SOURCES:
            del self._of[next(iter(self._of))]
        return may
