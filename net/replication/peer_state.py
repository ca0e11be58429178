"""What a seat knows of one peer, what waits for it or from it, and how much of its time the peer may take (12)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from net.channels.rate_limit import Bucket
from net.replication.retransmission_timer import Way

FORGERIES = 20
"""So many signatures that do not hold are checked for one peer..."""
FORGIVEN = 5.0
"""...and so many more each second; what it sends beyond is not read."""

HEARD = 100.0
"""So many datagrams a second are read of somebody without a seat."""
FED = 512 * 1024.0
"""So many bytes of entries a second are sent to somebody without a seat, besides what is new."""
WANTED = 1000.0
"""Of entries that a seat asks for it gets so many a second."""
QUICK = 100.0
"""So often in a second who asks for a few entries is answered at once."""

PeerKey = Hashable
Number = tuple[int, int]
"""(seat, seq) of an entry."""


@dataclass(slots=True)
class Peer:
    """What is known of one peer, and what waits for it or from it."""

    key: PeerKey
    seat: int = 0
    heads: tuple[tuple[int, bytes], ...] | None = None
    out: list[bytes] = field(default_factory=list)
    sent: dict[Number, float] = field(default_factory=dict)
    parts: dict[Number, dict[int, bytes]] = field(default_factory=dict)
    counts: dict[Number, int] = field(default_factory=dict)
    early: dict[Number, bytes] = field(default_factory=dict)
    held: int = 0
    told: set[bytes] = field(default_factory=set)
    wants: dict[int, int] = field(default_factory=dict)
    """By seat, up to which entry it wants new ones as soon as they are here: it has no link to that seat."""
    answers: int = 0
    way: Way = field(default_factory=Way)
    wanted: Bucket = field(default_factory=lambda: Bucket(WANTED, WANTED))
    quick: Bucket = field(default_factory=lambda: Bucket(QUICK, QUICK))
    forgeries: Bucket = field(default_factory=lambda: Bucket(FORGIVEN, FORGERIES))
    said: Bucket = field(default_factory=lambda: Bucket(HEARD, 3 * HEARD))
    fed: Bucket = field(default_factory=lambda: Bucket(FED, FED))

    def trusted(self, now: float) -> bool:
        """Whether signatures that it passes on are checked; not after too many that did not hold."""
        return self.forgeries.left(now) >= 1

    def forged(self) -> None:
        """A signature that it passed on did not hold."""
        self.forgeries.spend()

    def may_speak(self, now: float) -> bool:
        """Whether its next datagram is read: always, if it has a seat."""
        return self.seat > 0 or self.said.take(now)

    def forget(self, number: Number) -> None:
        """Lets go of what it sent of an entry."""
        if not (self.counts or self.early):
            return
        self.held -= sum(map(weight, self.parts.pop(number, {}).values()))
        early = self.early.pop(number, None)
        if early is not None:
            self.held -= weight(early)
        self.counts.pop(number, None)


def weight(data: bytes) -> int:
    """What it costs to keep these bytes."""
    return len(data) + 128
