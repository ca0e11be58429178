"""Rate limits that refill with time: a single limit, or a shared limit with a smaller one for each source."""

from __future__ import annotations

import ipaddress
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache


@dataclass(slots=True)
class TokenBucket:
    """Token bucket that holds at most `most` tokens and gains `rate` tokens per second.

    >>> bucket = TokenBucket(rate=5.0, most=2.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(0.2)]
    [True, True, False, True]
    """

    rate: float
    most: float
    spent: float = 0.0
    since: float = 0.0

    def available(self, now: float) -> float:
        """Return the number of tokens available at this time."""
        self.spent = max(0.0, self.spent - self.rate * max(0.0, now - self.since))
        self.since = now
        return self.most - self.spent

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take tokens if enough are available, and return True if they were taken."""
        enough = self.available(now) >= amount
        if enough:
            self.spent += amount
        return enough

    def spend(self, amount: float = 1.0) -> None:
        """Take tokens even if they are not available."""
        self.spent += amount


class SourceQuotas:
    """Limit on a rate, shared by all sources, together with a smaller limit for each source.

    A source has `rate` tokens per second and at most `most` at once. All sources together have `all_rate` and
    `all_most`. The `sources` most recently seen sources are remembered.

    One source has `rate` a second and `most` at once. All sources together have `all_rate` and `all_most`. The usage of
    the `sources` most recently seen sources is remembered.

    >>> shares = SourceQuotas(rate=1.0, most=1.0, all_rate=2.0, all_most=2.0)
    >>> [shares.take(source, 0.0) for source in "aabc"]
    [True, False, True, False]
    """

    sources = 1024

    def __init__(self, rate: float, most: float, all_rate: float, all_most: float) -> None:
        self._rate, self._most = rate, most
        self._all = TokenBucket(all_rate, all_most)
        self._by_source: dict[Hashable, TokenBucket] = {}

    def __len__(self) -> int:
        """Return the number of sources whose usage is remembered."""
        return len(self._by_source)

    def take(self, source: Hashable, now: float, amount: float = 1.0) -> bool:
        """Take tokens if both the source's limit and the shared limit allow it, and return True if they were taken."""
        own = self._by_source.pop(source, None) or TokenBucket(self._rate, self._most, since=now)
        self._by_source[source] = own
        if len(self._by_source) > self.sources:
            del self._by_source[next(iter(self._by_source))]
        return own.available(now) >= amount and self._all.take(now, amount) and own.take(now, amount)


@lru_cache(maxsize=1024)
def source_of(host: str) -> str:
    """Return the source that a host counts for; all hosts of an IPv6 /64 network are one source.

    One owner may control every address of such a network. Link-local hosts count separately, because all of them are in
    the same network.

    One owner may have every address of such a network. Link-local hosts count separately, because all of them share one
    network.

    >>> source_of("192.168.1.7"), source_of("fd00::1:2"), source_of("fe80::1%2")
    ('192.168.1.7', 'fd00::/64', 'fe80::1%2')
    """
    if ":" not in host:
        return host
    ip = ipaddress.ip_address(host.partition("%")[0])
    return host if ip.is_link_local else str(ipaddress.ip_network((ip, 64), strict=False))
