"""Simulated network in virtual time for unchanged drivers.

It has loss, duplication, reordering, delay and partitions. Everything follows from one seed. It also carries games that
are played in one process, without any fault.
"""

from __future__ import annotations

import heapq
import itertools
import math
import random
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from net.channels.channels import Channels
from net.match.events import Report
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.transport.adapter import DriverChannelTransport, PlainTransport, Transport

TICK = 0.02
QUIET = 0.25
MIN_RESEND = 0.001
"""Minimum number of seconds after which a driver can send again."""


class NetworkFaults(NamedTuple):
    """Faults of the network, as chances from 0 to 1 and as delays in seconds."""

    loss: float = 0.0
    doubled: float = 0.0
    garbled: float = 0.0
    delay: tuple[float, float] = (0.0005, 0.002)


class Partition(NamedTuple):
    """Partition of the network from `start` to `end`: nothing passes between `side` and the others."""

    start: float
    end: float
    side: frozenset[PeerKey]

    def parts(self, now: float, a: PeerKey, b: PeerKey) -> bool:
        """Return True if the partition separates a and b at this time."""
        return self.start <= now < self.end and (a in self.side) != (b in self.side)


GOOD = NetworkFaults()
BAD = NetworkFaults(loss=0.3, doubled=0.2, delay=(0.0005, 0.06))


class SimulatedNetwork:
    """Simulated network: the drivers by their addresses, and the datagrams between them.

    The datagrams of a driver travel inside its `links`, if it has any.
    """

    def __init__(
        self,
        drivers: Mapping[PeerKey, Driver],
        seed: int = 0,
        faults: NetworkFaults = GOOD,
        partitions: Iterable[Partition] = (),
        links: Mapping[PeerKey, Channels] | None = None,
        tick: float = TICK,
        slot: float = 0.0,
    ) -> None:
        """Set up the network.

        `tick` is the number of seconds of virtual time between two ticks of every driver. With a `slot`, this number
        grows up to `QUIET` while nothing is in transit. Datagrams then arrive only at multiples of the slot, and those
        for one driver arrive together, as on a busy computer. That costs far less.
        """
        self.drivers = dict(drivers)
        self.links = dict(links or {})
        self.faults = faults
        self.partitions = tuple(partitions)
        self.tick = tick
        self.slot = slot
        self.now = 0.0
        self.sent = 0
        self.reports: dict[PeerKey, list[Report]] = {address: [] for address in self.drivers}
        self._lines: dict[PeerKey, tuple[Driver, Channels | None, Transport]] = {}
        self._random = random.Random(seed)
        self._order = itertools.count()
        self._pause = tick
        self._due: dict[PeerKey, float] = {}
        self._flying: list[tuple[float, int, PeerKey, PeerKey, bytes]] = []

    def run(self, until: float = 300.0, done: Callable[[], bool] | None = None) -> bool:
        """Advance virtual time until `done` is true or `until` is reached; return True if `done` is true.

        By default, `done` means that all drivers have stopped.
        """
        done = done or self.all_stopped
        while self.now < until and not done():
            self._tick()
            tick = self._next_tick(until)
            while self._next_at() <= self.now + tick and not done():
                self._deliver()
            self.now += tick
        return done()

    def _next_tick(self, until: float) -> float:
        """Return the seconds to the next tick."""
        if not self.slot or self._flying or self._due:
            self._pause = self.tick
        else:
            self._pause = min(2 * self._pause, QUIET)
        return min(self._pause, max(self.tick, until - self.now))

    def all_stopped(self) -> bool:
        """Return True if every driver has a result or a verdict."""
        return all(driver.stopped for driver in self.drivers.values())

    def all_settled(self) -> bool:
        """Return True if every driver has stopped and knows that all have the same entries."""
        return all(driver.settled for driver in self.drivers.values())

    def restart(self, address: PeerKey, driver: Driver, links: Channels | None = None) -> None:
        """Replace a driver by a new one over the same store; the old channels are lost."""
        self.drivers[address] = driver
        if links is not None:
            self.links[address] = links

    def move(self, address: PeerKey, other: PeerKey) -> None:
        """Give a driver another address."""
        self.drivers[other] = self.drivers.pop(address)
        self.links[other] = self.links.pop(address)
        self.reports[other] = self.reports.pop(address)

    def throw(self, source: PeerKey, target: PeerKey, datagram: bytes) -> None:
        """Inject a datagram to a target, under any sender's address."""
        self._send(self.now, source, target, datagram)

    def _line(self, address: PeerKey) -> Transport:
        driver, links = self.drivers[address], self.links.get(address)
        known = self._lines.get(address)
        if known is None or known[:2] != (driver, links):
            line: Transport = PlainTransport(driver) if links is None else DriverChannelTransport(driver, links)
            known = self._lines[address] = (driver, links, line)
        return known[2]

    def _tick(self) -> None:
        for address in self.drivers:
            line = self._line(address)
            line.tick(self.now)
            self._collect(address, line, self.now)

    def _next_at(self) -> float:
        """Return the time of the next arrival, or of the next moment at which a driver is due to send."""
        due = min(self._due.values(), default=math.inf)
        return min(due, self._flying[0][0]) if self._flying else due

    def _deliver(self) -> None:
        """Deliver the next arrivals, which are all datagrams that arrive at the same moment."""
        at = self._next_at()
        due = [address for address, due in self._due.items() if due <= at]
        for address in due:
            del self._due[address]
        arriving = {address: self._line(address) for address in due if address in self.drivers}
        while self._flying and self._flying[0][0] == at:
            _, _, source, target, datagram = heapq.heappop(self._flying)
            if target in self.drivers:
                arriving[target] = self._line(target)
                arriving[target].receive(datagram, source, at)
        for target, line in arriving.items():
            self._collect(target, line, at)

    def _collect(self, address: PeerKey, line: Transport, at: float) -> None:
        line.process(at)
        self.reports[address] += self.drivers[address].take_reports()
        for target, datagram in line.take_datagrams():
            self.sent += 1
            self._send(at, address, target, datagram)
        due = self.drivers[address].due
        self._due.pop(address, None)
        if due < math.inf:
            self._due[address] = self._slotted_arrival_time(max(due, at + MIN_RESEND))

    def _slotted_arrival_time(self, at: float) -> float:
        """Return the time at which an event is noticed: the next multiple of the slot, if there is one."""
        return math.ceil(at / self.slot) * self.slot if self.slot else at

    def _send(self, now: float, source: PeerKey, target: PeerKey, datagram: bytes) -> None:
        chance, faults = self._random, self.faults
        if target not in self.drivers or any(p.parts(now, source, target) for p in self.partitions):
            return
        for _ in range(1 + (chance.random() < faults.doubled)):
            if chance.random() < faults.loss:
                continue
            if chance.random() < faults.garbled:
                spoilt = bytearray(datagram)
                spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
                datagram = bytes(spoilt)
            arrival = self._slotted_arrival_time(now + chance.uniform(*faults.delay))
            heapq.heappush(self._flying, (arrival, next(self._order), source, target, datagram))
