"""Timers for repetitions and requests to one peer, without a clock (PROTOCOL part 12; as in RFC 6298).

A seat repeats its own entry if a peer does not acknowledge it within about a round trip. No other peer would notice the
loss of the last entry. A seat asks a peer for a missing entry that the peer has, once the entry can no longer be in
transit. Both waits grow each time, and repetition ends after a while. From then on only the heads show the missing
entries.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NEVER = float("inf")
FOREVER_AGO = -1e9
IN_TRANSIT = 0.04
"""Seconds for which a sent entry may still be in transit."""

INITIAL_TIMEOUT = 0.05
"""Seconds allowed for an answer while the round trip is unknown."""
LEAST, MOST = 0.01, 0.5
"""Minimum and maximum number of seconds to wait for an answer."""
MIN_VARIATION = 0.002
"""Minimum variation of the round trip, in seconds."""
SHARE, ACK = 0.25, (0.004, 0.05)
"""Fraction of a round trip, and bounds in seconds, for the wait before a separate acknowledgement.

After this wait, a peer that has nothing to send acknowledges. The wait is longer where the round trip varies.
"""
OVERTAKING_SHARE = 0.125
"""Fraction of a round trip within which one datagram may overtake another."""
MAX_PROBES = 6
"""Maximum number of repetitions of an unacknowledged entry."""


@dataclass(slots=True)
class PendingRequest:
    """Next request for a feed's entries: its time, and the seconds to wait for its answer."""

    at: float
    wait: float


@dataclass(slots=True)
class PeerPath:
    """Path to one peer and back; times are in seconds from any origin, `NEVER` if nothing is due."""

    smooth: float = 0.0
    """Smoothed seconds of a round trip; 0 while it is unknown."""
    varies: float = 0.0
    acked: int = 0
    """Number of our entries that the peer has, so that they need no repetition."""
    said: int = 0
    """Number of our entries when the last one was sent."""
    probe_at: float = NEVER
    """Time at which unacknowledged entries are sent again."""
    ack_at: float = NEVER
    """Time at which received entries are acknowledged, unless an entry of ours acknowledges them first."""
    has: dict[int, int] = field(default_factory=dict)
    """Number of entries that the peer has announced, by seat."""
    asks: dict[int, PendingRequest] = field(default_factory=dict)
    """Pending requests to the peer, by seat."""
    _timed: tuple[int, float] | None = None
    """Number and sending time of an entry of ours that was sent once and whose acknowledgement is timed."""
    _probes: int = 0

    @property
    def due(self) -> float:
        """Time at which a message is due even if nothing arrives."""
        due = min(self.probe_at, self.ack_at)
        return min([due, *[ask.at for ask in self.asks.values()]]) if self.asks else due

    @property
    def timeout(self) -> float:
        """Seconds to wait for an answer from the peer."""
        if not self.smooth:
            return INITIAL_TIMEOUT
        return min(MOST, max(LEAST, self.smooth + max(MIN_VARIATION, 4 * self.varies)) + self.delay)

    @property
    def delay(self) -> float:
        """Seconds that an acknowledgement may wait for an entry of ours that can carry it."""
        return min(max(ACK[0], SHARE * self.smooth + 2 * self.varies), ACK[1])

    def took(self, seconds: float) -> None:
        """Update the round trip with a measured one, in seconds."""
        if not self.smooth:
            self.smooth, self.varies = seconds, seconds / 2
        else:
            self.varies += (abs(seconds - self.smooth) - self.varies) / 4
            self.smooth += (seconds - self.smooth) / 8

    # -- own entries --

    def pushed(self, seq: int, now: float) -> None:
        """Note that our entry of this number has been sent; the entry also acknowledges received ones."""
        self.ack_at = NEVER
        self._timed = self._timed or (seq, now)
        if self.probe_at == NEVER:
            self.acked, self._probes = seq, 0
            self.probe_at = now + self.timeout
        self.said = seq + 1

    def acknowledged(self, held: int, now: float) -> None:
        """Note that the peer has acknowledged this number of our entries."""
        held = min(held, self.said)
        if held <= self.acked or self.probe_at == NEVER:
            return
        if self._timed is not None and self._timed[0] < held:
            self.took(now - self._timed[1])
            self._timed = None
        self.acked, self._probes = held, 0
        self.probe_at = now + self.timeout if held < self.said else NEVER

    def probes(self, now: float) -> bool:
        """Return True if unacknowledged entries must be sent again now."""
        if now < self.probe_at:
            return False
        self._timed = None  # an answer could belong to either
        self._probes += 1
        self.probe_at = now + min(MOST, self.timeout * 2**self._probes) if self._probes < MAX_PROBES else NEVER
        return True

    # -- entries of the peer --

    def heard(self, now: float) -> None:
        """Schedule the acknowledgement of an entry from the peer."""
        self.ack_at = min(self.ack_at, now + self.delay)

    def holds(self, seat: int, length: int, here: int, now: float) -> None:
        """Note the `length` of a seat's feed that the peer has announced; `here` is the length at this peer."""
        self.has[seat] = max(length, self.has.get(seat, 0))
        if self.has[seat] > here and seat not in self.asks:
            self.asks[seat] = PendingRequest(now + max(MIN_VARIATION, OVERTAKING_SHARE * self.smooth), self.timeout)

    def asked(self, now: float) -> list[int]:
        """Return the seats whose entries must now be requested from the peer."""
        seats = [seat for seat, ask in self.asks.items() if now >= ask.at]
        for seat in seats:
            ask = self.asks[seat]
            ask.at, ask.wait = now + ask.wait, min(MOST, 2 * ask.wait)
        return seats
