"""Quotas of one link: datagrams, checked signatures and unknown members."""

from __future__ import annotations

from dataclasses import dataclass, field

from net.channels.rate_limit import TokenBucket


@dataclass(slots=True)
class LinkQuota:
    """Quotas of one link; each refills with time.

    >>> link = LinkQuota()
    >>> sum(link.datagrams.take(1.0) for _ in range(1000)), sum(link.strangers.take(1.0) for _ in range(1000))
    (40, 4)
    """

    datagrams: TokenBucket = field(default_factory=lambda: TokenBucket(rate=20.0, most=40.0))
    checks: TokenBucket = field(default_factory=lambda: TokenBucket(rate=50.0, most=50.0))
    """Signatures to check, each some 70 microseconds of work."""
    sightings: TokenBucket = field(default_factory=lambda: TokenBucket(rate=0.1, most=12.0))
    """Addresses of members that have no link here."""
    strangers: TokenBucket = field(default_factory=lambda: TokenBucket(rate=0.4, most=4.0))
    """Unknown members without a place on the bench."""
