"""What one link may cost: datagrams, signatures that are checked, members that nobody has heard of."""

from __future__ import annotations

from dataclasses import dataclass, field

from net.channels.rate_limit import Bucket


@dataclass(slots=True)
class Allowance:
    """Of one link; each fills up again with time.

    >>> link = Allowance()
    >>> sum(link.datagrams.take(1.0) for _ in range(1000)), sum(link.strangers.take(1.0) for _ in range(1000))
    (40, 4)
    """

    datagrams: Bucket = field(default_factory=lambda: Bucket(rate=20.0, most=40.0))
    checks: Bucket = field(default_factory=lambda: Bucket(rate=50.0, most=50.0))
    """Signatures, each some 70 microseconds of work."""
    sightings: Bucket = field(default_factory=lambda: Bucket(rate=0.1, most=12.0))
    """Where members are that have no link here."""
    strangers: Bucket = field(default_factory=lambda: Bucket(rate=0.4, most=4.0))
    """Members without a place on the bench, of whom nothing was heard before."""
