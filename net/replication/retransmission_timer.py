"""When something is said or asked for again on the way to one peer, without clock (PROTOCOL part 12; as RFC 6298 does).

Who has sent an own entry says it again if it is not acknowledged in about the time that an answer takes: what is sent
last is missed by nobody else. Who is known to hold what is lacking here is asked for it once it cannot be under way any
more. Both wait longer each time, and saying again ends after a while: then heads alone tell what is lacking.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NEVER = float("inf")

UNKNOWN = 0.05
"""Seconds that an answer may take as long as nothing is known of a way."""
LEAST, MOST = 0.01, 0.5
"""Between these lies what is waited for an answer, in seconds."""
GRAIN = 0.002
"""What answers vary by at least, in seconds."""
SHARE, ACK = 0.25, (0.004, 0.05)
"""Who has nothing to say acknowledges what has come after this part of the time of an answer, and longer where that
varies; within these bounds, in seconds."""
OVERTAKING = 0.125
"""The part of the time of an answer in which one datagram may overtake another."""
PROBES = 6
"""So often what is not acknowledged is said again at most."""


@dataclass(slots=True)
class Ask:
    """When a peer is asked for what it holds of a feed, and for how many seconds its answer is waited for then."""

    at: float
    wait: float


@dataclass(slots=True)
class Way:
    """The way to one peer and back. Times are in seconds from anywhere, `NEVER` if nothing is due."""

    smooth: float = 0.0
    """How long an answer takes; 0 as long as that is unknown."""
    varies: float = 0.0
    acked: int = 0
    """Own entries before this one need not be said again."""
    said: int = 0
    """How many own entries there were when the last one was said."""
    probe_at: float = NEVER
    """When what is not acknowledged is said again."""
    ack_at: float = NEVER
    """When what has come is acknowledged, if no own entry does so."""
    has: dict[int, int] = field(default_factory=dict)
    """By seat, how many entries the peer holds, as far as it has told."""
    asks: dict[int, Ask] = field(default_factory=dict)
    """By seat, what it is to be asked for."""
    _timed: tuple[int, float] | None = None
    """An own entry whose acknowledgement is timed, and when it was said: once."""
    _probes: int = 0

    @property
    def due(self) -> float:
        """When something is to be said, even if nothing comes."""
        due = min(self.probe_at, self.ack_at)
        return min([due, *[ask.at for ask in self.asks.values()]]) if self.asks else due

    @property
    def timeout(self) -> float:
        """For how long an answer is waited for."""
        if not self.smooth:
            return UNKNOWN
        return min(MOST, max(LEAST, self.smooth + max(GRAIN, 4 * self.varies)) + self.delay)

    @property
    def delay(self) -> float:
        """For how long an acknowledgement may wait for an own entry that carries it."""
        return min(max(ACK[0], SHARE * self.smooth + 2 * self.varies), ACK[1])

    def took(self, seconds: float) -> None:
        """An answer has taken so long."""
        if not self.smooth:
            self.smooth, self.varies = seconds, seconds / 2
        else:
            self.varies += (abs(seconds - self.smooth) - self.varies) / 4
            self.smooth += (seconds - self.smooth) / 8

    # -- own entries --

    def pushed(self, seq: int, now: float) -> None:
        """The own entry of this number is said; it tells what is held here, too."""
        self.ack_at = NEVER
        self._timed = self._timed or (seq, now)
        if self.probe_at == NEVER:
            self.acked, self._probes = seq, 0
            self.probe_at = now + self.timeout
        self.said = seq + 1

    def acknowledged(self, held: int, now: float) -> None:
        """The peer holds so many own entries."""
        held = min(held, self.said)
        if held <= self.acked or self.probe_at == NEVER:
            return
        if self._timed is not None and self._timed[0] < held:
            self.took(now - self._timed[1])
            self._timed = None
        self.acked, self._probes = held, 0
        self.probe_at = now + self.timeout if held < self.said else NEVER

    def probes(self, now: float) -> bool:
        """Whether what is not acknowledged is said again now."""
        if now < self.probe_at:
            return False
        self._timed = None  # an answer could be one to either
        self._probes += 1
        self.probe_at = now + min(MOST, self.timeout * 2**self._probes) if self._probes < PROBES else NEVER
        return True

    # -- what the peer holds --

    def heard(self, now: float) -> None:
        """The peer has said an entry, of which it is to know that it is here."""
        self.ack_at = min(self.ack_at, now + self.delay)

    def holds(self, seat: int, length: int, here: int, now: float) -> None:
        """The peer has told that it holds so many entries of a seat, of which so many are here."""
        self.has[seat] = max(length, self.has.get(seat, 0))
        if self.has[seat] > here and seat not in self.asks:
            self.asks[seat] = Ask(now + max(GRAIN, OVERTAKING * self.smooth), self.timeout)

    def asked(self, now: float) -> list[int]:
        """The seats of whose entries the peer is to be asked for more now."""
        seats = [seat for seat, ask in self.asks.items() if now >= ask.at]
        for seat in seats:
            ask = self.asks[seat]
            ask.at, ask.wait = now + ask.wait, min(MOST, 2 * ask.wait)
        return seats
