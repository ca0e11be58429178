"""Limits on strangers who have not yet proved that they know the room's code (PROTOCOL 13).

For an address that has not answered, nothing is stored and no key is computed. Its hello is answered by a cookie, and
its first message must contain that cookie. A stranger with a real address can begin only a limited number of handshakes
at once. If there are too many half-open handshakes, those of the source with the most of them are dropped.
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


def source_of_address(address: Address) -> Hashable:
    """Return the source that an address counts for; all ports of a host are one source."""
    return source_of(address[0]) if isinstance(address, tuple) and isinstance(address[0], str) else address


class Cookies:
    """Stateless cookies; showing one proves that an address has received a datagram."""

    lives = SECRET_LIVES

    def __init__(self, random: Callable[[int], bytes]) -> None:
        self._random = random
        self._secrets = (random(KEY), random(KEY))
        self._renewed = 0.0

    def renew(self, now: float) -> None:
        """Replace the secret at the end of its lifetime.

        A secret and its cookies expire after two lifetimes.
        """
        if now - self._renewed >= self.lives:
            self._secrets, self._renewed = (self._random(KEY), self._secrets[0]), now

    def make_cookie(self, address: Address, hello: bytes) -> bytes:
        """Return the cookie that answers a hello from this address."""
        return self._compute_cookie(self._secrets[0], address, hello)

    def is_valid(self, address: Address, hello: bytes, cookie: bytes) -> bool:
        """Return True if this cookie was recently sent to the address in answer to this hello."""
        return any(
            hmac.compare_digest(self._compute_cookie(secret, address, hello), cookie) for secret in self._secrets
        )

    def _compute_cookie(self, secret: bytes, address: Address, hello: bytes) -> bytes:
        said = enc([cast(Plain, address), hello])  # a transport's addresses are plain values
        return blake2b(said, digest_size=COOKIE_BYTES, key=secret, person=b"tether.cookie").digest()


@dataclass(slots=True)
class HalfOpenHandshake:
    """Handshake begun by a peer that has shown a valid cookie."""

    first: bytes
    answer: bytes
    noise: HandshakeState
    since: float
    thirds: int = 0


class HalfOpenTable(dict[Address, HalfOpenHandshake]):
    """Half-open handshakes, by address."""

    most = 64

    def drop_expired(self, now: float) -> None:
        """Drop the handshakes whose next message did not arrive in time."""
        for address in [a for a, half in self.items() if now - half.since >= HALF_OPEN_LIVES]:
            del self[address]

    def add(self, address: Address, half: HalfOpenHandshake, known: Callable[[Address], bool]) -> None:
        """Add a handshake; if the table is full, drop the oldest handshake of the stranger that has the most.

        If there are only known addresses in the table, drop the oldest handshake of all.
        """
        self.pop(address, None)
        if len(self) >= self.most:
            strangers = [other for other in self if not known(other)]
            crowd = Counter(map(source_of_address, strangers))
            fullest = max(crowd.values(), default=0)
            del self[next((one for one in strangers if crowd[source_of_address(one)] == fullest), next(iter(self)))]
        self[address] = half


class HandshakeLimiter:
    """Limit on the number of new handshakes per second.

    Half of them are reserved for known addresses, and a quarter for new sources.
    """

    def __init__(self, a_second: int) -> None:
        half, quarter = a_second / 2, a_second / 4
        self._known = TokenBucket(half, half)
        self._new, self._others = TokenBucket(quarter, quarter), TokenBucket(quarter, quarter)
        self._by_source: dict[Hashable, tuple[TokenBucket, float]] = {}

    def allows(self, address: Address, known: bool, now: float) -> bool:
        """Return True if this address may begin a handshake now, and count the handshake."""
        if known:
            return self._known.take(now)
        who = source_of_address(address)
        own, last = self._by_source.get(who) or (
            TokenBucket(OF_ONE_A_SECOND, MAX_STARTS_PER_SOURCE, since=now),
            now - NEW_SOURCE_AFTER,
        )
        pool = self._new if now - last >= NEW_SOURCE_AFTER else self._others
        may = own.available(now) >= 1.0 and pool.take(now) and own.take(now)
        self._by_source.pop(who, None)
        self._by_source[who] = own, now if may else last
        if len(self._by_source) > MOST_SOURCES:
            del self._by_source[next(iter(self._by_source))]
        return may
