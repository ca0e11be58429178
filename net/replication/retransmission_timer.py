"""Timers of repetitions and requests to one peer, without a clock (PROTOCOL part 12, modelled on RFC 6298).

A seat repeats its own entry if a peer does not acknowledge it within about a round trip. No other peer would notice the
loss of the last entry. A seat requests a missing entry from a peer that has it, once the entry can no longer be in
transit. Both waits grow each time, and repetition ends after a while. From then on only the heads show that entries are
missing.
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
"""Fraction of a round trip, and bounds in seconds, that determine the delay of a separate acknowledgement.

A peer acknowledges separately if it has nothing to send within this time. The delay is longer if the round trip varies.
"""
OVERTAKING_SHARE = 0.125
"""Fraction of a round trip by which one datagram may overtake another."""
MAX_PROBES = 6
"""Maximum number of repetitions of an unacknowledged entry."""


@dataclass(slots=True)
class PendingRequest:
    """Time of the next request for a feed's entries, and the seconds to wait for its answer."""

    at: float
    timeout: float


@dataclass(slots=True)
class PeerPath:
    """Round trip to one peer, and the times at which something is due; `NEVER` if nothing is."""

    round_trip: float = 0.0
    """Smoothed seconds of a round trip; 0 while it is unknown."""
    variation: float = 0.0
    acknowledged_count: int = 0
    """Number of our entries that the peer has acknowledged."""
    sent_count: int = 0
    """Number of our entries that have been sent to the peer."""
    probe_at: float = NEVER
    """Time at which unacknowledged entries are sent again."""
    ack_at: float = NEVER
    """Time at which received entries are acknowledged, unless an entry of ours acknowledges them before that."""
    announced: dict[int, int] = field(default_factory=dict)
    """Length of each seat's feed that the peer has announced."""
    requests: dict[int, PendingRequest] = field(default_factory=dict)
    """Pending requests to the peer, by seat."""
    _timed: tuple[int, float] | None = None
    """Number and sending time of the entry whose acknowledgement is being timed; it was sent only once."""
    _probes: int = 0

    @property
    def due(self) -> float:
        """Time at which the peer must be sent a message even if nothing arrives."""
        due = min(self.probe_at, self.ack_at)
        return min([due, *[ask.at for ask in self.requests.values()]]) if self.requests else due

    @property
    def timeout(self) -> float:
        """Seconds to wait for an answer from the peer before a message is repeated."""
        if not self.round_trip:
            return INITIAL_TIMEOUT
        return min(MOST, max(LEAST, self.round_trip + max(MIN_VARIATION, 4 * self.variation)) + self.delay)

    @property
    def delay(self) -> float:
        """Seconds for which an acknowledgement waits for an entry of ours that can carry it."""
        return min(max(ACK[0], SHARE * self.round_trip + 2 * self.variation), ACK[1])

    def update_round_trip(self, seconds: float) -> None:
        """Update the estimate of the round trip with a newly measured one, in seconds."""
        if not self.round_trip:
            self.round_trip, self.variation = seconds, seconds / 2
        else:
            self.variation += (abs(seconds - self.round_trip) - self.variation) / 4
            self.round_trip += (seconds - self.round_trip) / 8

    # -- own entries --

    def note_sent(self, seq: int, now: float) -> None:
        """Note that our entry `seq` has been sent; the entry also acknowledges received entries."""
        self.ack_at = NEVER
        self._timed = self._timed or (seq, now)
        if self.probe_at == NEVER:
            self.acknowledged_count, self._probes = seq, 0
            self.probe_at = now + self.timeout
        self.sent_count = seq + 1

    def note_acknowledged(self, held: int, now: float) -> None:
        """Note that the peer has acknowledged our first `held` entries."""
        held = min(held, self.sent_count)
        if held <= self.acknowledged_count or self.probe_at == NEVER:
            return
        if self._timed is not None and self._timed[0] < held:
            self.update_round_trip(now - self._timed[1])
            self._timed = None
        self.acknowledged_count, self._probes = held, 0
        self.probe_at = now + self.timeout if held < self.sent_count else NEVER

    def must_repeat(self, now: float) -> bool:
        """Return True if unacknowledged entries must be repeated now."""
        if now < self.probe_at:
            return False
        self._timed = None  # an answer could belong to either
        self._probes += 1
        self.probe_at = now + min(MOST, self.timeout * 2**self._probes) if self._probes < MAX_PROBES else NEVER
        return True

    # -- entries of the peer --

    def schedule_acknowledgement(self, now: float) -> None:
        """Schedule the acknowledgement of an entry that the peer has sent."""
        self.ack_at = min(self.ack_at, now + self.delay)

    def note_length(self, seat: int, length: int, here: int, now: float) -> None:
        """Note the length of a seat's feed that the peer has announced; `here` is its length at this peer."""
        self.announced[seat] = max(length, self.announced.get(seat, 0))
        if self.announced[seat] > here and seat not in self.requests:
            self.requests[seat] = PendingRequest(
                now + max(MIN_VARIATION, OVERTAKING_SHARE * self.round_trip), self.timeout
            )

    def seats_to_request(self, now: float) -> list[int]:
        """Return the seats whose missing entries must be requested from the peer now."""
        seats = [seat for seat, ask in self.requests.items() if now >= ask.at]
        for seat in seats:
            ask = self.requests[seat]
            ask.at, ask.timeout = now + ask.timeout, min(MOST, 2 * ask.timeout)
        return seats
