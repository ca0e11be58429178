"""Search for the seats of a match on a network, without a clock, a socket or a task.

A seat that lacks another one broadcasts a datagram of type 33 now and then. The datagram contains a counter (8 bytes),
the port of its match (2 bytes), and six tags of 16 bytes, one for each seat. Only the two seats of a tag share its key.
So a tag is random bytes to all others, and nobody else can make it. Each datagram of a seat counts once. The channels
must find the seat at the announced address: a call is only trusted as a reason to dial.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import NamedTuple, Protocol

from core.engine.codec import KDF
from net.channels.addresses import Address
from net.channels.rate_limit import SourceQuotas, source_of
from net.match.genesis import MAX_SEATS

SEEK_TAG = 33
COUNTER, PORT, TAG = 8, 2, 16
HEAD = 1 + COUNTER + PORT
LENGTH = HEAD + MAX_SEATS * TAG

CALL_INTERVAL = 2.0
"""Seconds between two calls of a seat while few seats call."""
MAX_CALLS_PER_SECOND = 16.0
"""Maximum number of calls per second of all seats together while many call."""
MAX_CALL_INTERVAL = 30.0
"""Maximum seconds between two calls of a seat."""
FIRST_INTERVALS = (0.3, 1.0)
"""Seconds between the first calls of a seat while few seats call."""
FEW = 8
MAX_CALLERS = 2048
"""Maximum number of callers whose last call is remembered."""


class SeatCall(NamedTuple):
    """Call of a seat of the match, from an announced address that has not answered yet."""

    seat: int
    address: Address


class Listener(Protocol):
    """Interface of a seeker's sockets on the networks of this computer."""

    def poll(self, now: float) -> None:
        """Receive the queued datagrams and send those that are due, without blocking."""

    def close(self) -> None:
        """Close the sockets."""


class Seeker:
    """Caller of the missing seats of a match, which also receives their calls.

    `pairs` contains the keys that our seat shares with each other seat. `number` must be higher than at any earlier
    start; it can be the time in milliseconds.
    """

    def __init__(
        self,
        match: bytes,
        seat: int,
        pairs: Mapping[int, bytes],
        port: int,
        now: float,
        number: int = 0,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.lacking: frozenset[int] = frozenset()
        """The seats that the seeker searches for; if there are none, it sends nothing."""
        self._match = match
        self._seat = seat
        self._pairs = dict(pairs)
        self._port = port
        self._number = number
        self._random = random
        self._networks: list[Hashable] = []
        self._due = now
        self._said = now - MAX_CALL_INTERVAL
        self._calls = 0
        self._callers: dict[tuple[str, int], float] = {}
        self._highest: dict[int, int] = {}
        self._checks = SourceQuotas(rate=50.0, most=50.0, all_rate=2000.0, all_most=2000.0)
        self._received_calls: list[SeatCall] = []
        self._out: list[tuple[Hashable, bytes]] = []

    @property
    def networks(self) -> int:
        """Number of networks on which the seeker calls."""
        return len(self._networks)

    def set_networks(self, networks: Iterable[Hashable], now: float) -> None:
        """Set the networks of this computer; a new network is called on soon."""
        wanted = list(networks)
        if not set(wanted) <= set(self._networks):
            self._due, self._calls = min(self._due, now), 0
        self._networks = wanted

    def call_interval(self, now: float) -> float:
        """Return the seconds between two of our calls, which depend on the number of callers."""
        calling = sum(now - at < MAX_CALL_INTERVAL for at in self._callers.values())
        return min(MAX_CALL_INTERVAL, max(CALL_INTERVAL, (calling + 1) / MAX_CALLS_PER_SECOND))

    def tick(self, now: float) -> None:
        """Advance the time to `now`, in seconds from any origin."""
        if not self.lacking or now < self._due:
            return
        few = len(self._callers) <= FEW
        if not few and now < self._said + self.call_interval(now):  # more peers are known than when it was put off
            self._due = self._said + self.call_interval(now)
            return
        self._said = now
        self._number += 1
        self._out += [(network, self._make_call()) for network in self._networks]
        self._due = now + (
            FIRST_INTERVALS[self._calls] if few and self._calls < len(FIRST_INTERVALS) else self.call_interval(now)
        )
        self._calls += 1

    def take_datagrams(self) -> list[tuple[Hashable, bytes]]:
        """Return and clear the datagrams to broadcast, each with its network."""
        out, self._out = self._out, []
        return out

    def take_questions(self) -> list[tuple[Hashable, Address, bytes]]:
        """Return an empty list: the channels check the addresses, so no questions are needed."""
        return []

    def take_calls(self) -> list[SeatCall]:
        """Return and clear the calls that have arrived, each with the address that its seat announced."""
        called, self._received_calls = self._received_calls, []
        return called

    def receive(self, datagram: bytes, host: str, network: Hashable, now: float, port: int = 0) -> None:
        """Process a datagram from a network; its bytes and its sender may be anything."""
        if len(datagram) != LENGTH or datagram[0] != SEEK_TAG:
            return
        self._callers.pop((host, port), None)
        self._callers[host, port] = now
        if len(self._callers) > MAX_CALLERS:
            del self._callers[next(iter(self._callers))]
        if not self._checks.take(source_of(host), now):
            return
        number = int.from_bytes(datagram[1 : 1 + COUNTER], "big")
        at = int.from_bytes(datagram[1 + COUNTER : HEAD], "big")
        tag = datagram[HEAD + (self._seat - 1) * TAG :][:TAG]
        for seat in self.lacking:
            if number > self._highest.get(seat, -1) and at and tag == self._tag(seat, seat, number, at):
                self._highest[seat] = number
                self._received_calls.append(SeatCall(seat, (host, at)))

    def _make_call(self) -> bytes:
        number, port = self._number, self._port
        tags = [
            self._tag(seat, self._seat, number, port) if seat in self.lacking else self._random(TAG)
            for seat in range(1, MAX_SEATS + 1)
        ]
        return bytes([SEEK_TAG]) + number.to_bytes(COUNTER, "big") + port.to_bytes(PORT, "big") + b"".join(tags)

    def _tag(self, other: int, caller: int, number: int, port: int) -> bytes:
        """Return the tag of a call between our seat and another one, of which `caller` makes the call."""
        return KDF(self._pairs[other], "tether.seek", [self._match, caller, number, port])[:TAG]


ListenerFactory = Callable[[Seeker, str], Listener]
"""Function (seeker, own address) that opens a seeker's sockets on the networks of an own address.

The same sockets also receive the announcements of rooms.
"""
