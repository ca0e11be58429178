"""Timers for repetition and requests to one peer, without clock (PROTOCOL part 12; as RFC 6298 does).

A seat repeats its own entry if it is not acknowledged within about a round trip. No other peer would notice the loss of
the last entry. A peer known to have a missing entry is asked for it once the entry can no longer be in transit. Both
waits grow each time, and repetition ends after a while. Then only the heads show the missing entries.
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
"""Minimum and maximum seconds to wait for an answer."""
MIN_VARIATION = 0.002
"""Minimum variation of the round trip, in seconds."""
SHARE, ACK = 0.25, (0.004, 0.05)
"""Share of a round trip after which a peer with nothing to send acknowledges, and bounds in seconds.

The wait is longer where the round trip varies.
"""
OVERTAKING = 0.125
"""Share of a round trip within which one datagram may overtake another."""
PROBES = 6
"""Maximum number of repetitions of an unacknowledged entry."""


@dataclass(slots=True)
class PendingRequest:
    """Time of the next request for a feed's entries, and the seconds to wait for its answer."""

    at: float
    wait: float


@dataclass(slots=True)
class PeerPath:
    """Path to one peer and back; times are in seconds from any origin, `NEVER` if nothing is due."""

    smooth: float = 0.0
    """Seconds of a round trip, smoothed; 0 while it is unknown."""
    varies: float = 0.0
    acked: int = 0
    """Number of our entries that need no repetition."""
    said: int = 0
    """Number of our entries when the last one was sent."""
    probe_at: float = NEVER
    """Time at which unacknowledged entries are sent again."""
    ack_at: float = NEVER
    """Time at which received entries are acknowledged, unless an entry of ours does so first."""
    has: dict[int, int] = field(default_factory=dict)
    """Number of entries that the peer has announced, by seat."""
    asks: dict[int, PendingRequest] = field(default_factory=dict)
    """Pending requests to the peer, by seat."""
    _timed: tuple[int, float] | None = None
    """Number and sending time of an entry of ours, sent once, whose acknowledgement is timed."""
    _probes: int = 0

    @property
    def due(self) -> float:
        """Time at which a message is due even if nothing arrives."""
        due = min(self.probe_at, self.ack_at)
        return min([due, *[ask.at for ask in self.asks.values()]]) if self.asks else due

    @property
    def timeout(self) -> float:
        """Seconds to wait for an answer."""
        if not self.smooth:
            return INITIAL_TIMEOUT
        return min(MOST, max(LEAST, self.smooth + max(MIN_VARIATION, 4 * self.varies)) + self.delay)

    @property
    def delay(self) -> float:
        """Seconds for which an acknowledgement may wait for an entry of ours that carries it."""
        return min(max(ACK[0], SHARE * self.smooth + 2 * self.varies), ACK[1])

    def took(self, seconds: float) -> None:
        """Update the round trip with a measured one."""
        if not self.smooth:
            self.smooth, self.varies = seconds, seconds / 2
        else:
            self.varies += (abs(seconds - self.smooth) - self.varies) / 4
            self.smooth += (seconds - self.smooth) / 8

    # -- own entries --

    def pushed(self, seq: int, now: float) -> None:
        """Note that our entry of this number is sent; it also acknowledges."""
        self.ack_at = NEVER
        self._timed = self._timed or (seq, now)
        if self.probe_at == NEVER:
            self.acked, self._probes = seq, 0
            self.probe_at = now + self.timeout
        self.said = seq + 1

    def acknowledged(self, held: int, now: float) -> None:
        """Note that the peer has this number of our entries."""
        held = min(held, self.said)
        if held <= self.acked or self.probe_at == NEVER:
            return
        if self._timed is not None and self._timed[0] < held:
            self.took(now - self._timed[1])
            self._timed = None
        self.acked, self._probes = held, 0
        self.probe_at = now + self.timeout if held < self.said else NEVER

    def probes(self, now: float) -> bool:
        """Return True if unacknowledged entries are to be sent again now."""
        if now < self.probe_at:
            return False
        self._timed = None  # an answer could belong to either
        self._probes += 1
        self.probe_at = now + min(MOST, self.timeout * 2**self._probes) if self._probes < PROBES else NEVER
        return True

    # -- entries of the peer --

    def heard(self, now: float) -> None:
        """Schedule the acknowledgement of an entry from the peer."""
        self.ack_at = min(self.ack_at, now + self.delay)

    def holds(self, seat: int, length: int, here: int, now: float) -> None:
        """Note the announced `length` of a seat's feed at the peer; `here` is ours."""
        self.has[seat] = max(length, self.has.get(seat, 0))
        if self.has[seat] > here and seat not in self.asks:
            self.asks[seat] = PendingRequest(now + max(MIN_VARIATION, OVERTAKING * self.smooth), self.timeout)

    def asked(self, now: float) -> list[int]:
        """Return the seats whose entries are to be requested from the peer now."""
        seats = [seat for seat, ask in self.asks.items() if now >= ask.at]
        for seat in seats:
            ask = self.asks[seat]
            ask.at, ask.wait = now + ask.wait, min(MOST, 2 * ask.wait)
        return seats
