"""A bounded allowance that fills up again with time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Bucket:
    """At most `most` at once, and `rate` more each second.

    >>> bucket = Bucket(rate=5.0, most=2.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(0.2)]
    [True, True, False, True]
    """

    rate: float
    most: float
    spent: float = 0.0
    since: float = 0.0

    def left(self, now: float) -> float:
        """What may be taken at this time."""
        self.spent = max(0.0, self.spent - self.rate * max(0.0, now - self.since))
        self.since = now
        return self.most - self.spent

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Takes so much, if it is there."""
        enough = self.left(now) >= amount
        if enough:
            self.spent += amount
        return enough

    def spend(self, amount: float = 1.0) -> None:
        """Takes so much, whether or not it is there."""
        self.spent += amount
