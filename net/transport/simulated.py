"""Simulated network in virtual time, on which unchanged drivers run.

It simulates loss, duplication, reordering, delay and partitions. The whole simulation is determined by one seed.
Without faults, it also carries matches that are played in one process.
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
    """Fault settings of the network: chances from 0 to 1, and delays in seconds."""

    loss: float = 0.0
    duplicated: float = 0.0
    garbled: float = 0.0
    delay: tuple[float, float] = (0.0005, 0.002)


class Partition(NamedTuple):
    """Partition of the network from `start` to `end`: nothing passes between `side` and the others."""

    start: float
    end: float
    side: frozenset[PeerKey]

    def separates(self, now: float, a: PeerKey, b: PeerKey) -> bool:
        """Return True if the partition separates the two peers at this time."""
        return self.start <= now < self.end and (a in self.side) != (b in self.side)


GOOD = NetworkFaults()
BAD = NetworkFaults(loss=0.3, duplicated=0.2, delay=(0.0005, 0.06))


class SimulatedNetwork:
    """Simulated network with its drivers, by address, and the datagrams in transit between them.

    The datagrams of a driver travel through its channels in `links`, if it has any.
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
        """Connect the drivers, with their channels if they have any.

        `tick` is the number of seconds of virtual time between two ticks of every driver. With a `slot`, this interval
        grows up to `QUIET` while nothing is in transit. Datagrams then arrive only at multiples of the slot, and those
        for one driver arrive together, as on a busy computer. That makes long simulations much faster.
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
        self._transports: dict[PeerKey, tuple[Driver, Channels | None, Transport]] = {}
        self._random = random.Random(seed)
        self._order = itertools.count()
        self._pause = tick
        self._due: dict[PeerKey, float] = {}
        self._in_transit: list[tuple[float, int, PeerKey, PeerKey, bytes]] = []

    def run(self, until: float = 300.0, is_done: Callable[[], bool] | None = None) -> bool:
        """Advance virtual time until `is_done` returns True or the time `until` is reached; return the last `is_done`.

        By default, the simulation is done when all drivers have stopped.
        """
        is_done = is_done or self.all_stopped
        while self.now < until and not is_done():
            self._tick()
            tick = self._next_tick(until)
            while self._next_event_time() <= self.now + tick and not is_done():
                self._deliver()
            self.now += tick
        return is_done()

    def _next_tick(self, until: float) -> float:
        """Return the seconds to the next tick."""
        if not self.slot or self._in_transit or self._due:
            self._pause = self.tick
        else:
            self._pause = min(2 * self._pause, QUIET)
        return min(self._pause, max(self.tick, until - self.now))

    def all_stopped(self) -> bool:
        """Return True if every driver has a result or a verdict."""
        return all(driver.stopped for driver in self.drivers.values())

    def all_settled(self) -> bool:
        """Return True if every driver has stopped and knows that all peers have the same entries."""
        return all(driver.settled for driver in self.drivers.values())

    def restart(self, address: PeerKey, driver: Driver, links: Channels | None = None) -> None:
        """Replace a driver, as after a crash, by a new one over the same log; its old channels are lost."""
        self.drivers[address] = driver
        if links is not None:
            self.links[address] = links

    def move(self, address: PeerKey, other: PeerKey) -> None:
        """Give a driver a new address."""
        self.drivers[other] = self.drivers.pop(address)
        self.links[other] = self.links.pop(address)
        self.reports[other] = self.reports.pop(address)

    def inject(self, source: PeerKey, target: PeerKey, datagram: bytes) -> None:
        """Deliver a forged datagram to a target, as if `source` had sent it."""
        self._send(self.now, source, target, datagram)

    def _transport_of(self, address: PeerKey) -> Transport:
        driver, links = self.drivers[address], self.links.get(address)
        known = self._transports.get(address)
        if known is None or known[:2] != (driver, links):
            line: Transport = PlainTransport(driver) if links is None else DriverChannelTransport(driver, links)
            known = self._transports[address] = (driver, links, line)
        return known[2]

    def _tick(self) -> None:
        for address in self.drivers:
            line = self._transport_of(address)
            line.tick(self.now)
            self._collect(address, line, self.now)

    def _next_event_time(self) -> float:
        """Return the time of the next arrival, or of the next moment at which a driver has something to send."""
        due = min(self._due.values(), default=math.inf)
        return min(due, self._in_transit[0][0]) if self._in_transit else due

    def _deliver(self) -> None:
        """Deliver all datagrams that arrive next, at one moment."""
        at = self._next_event_time()
        due = [address for address, due in self._due.items() if due <= at]
        for address in due:
            del self._due[address]
        arriving = {address: self._transport_of(address) for address in due if address in self.drivers}
        while self._in_transit and self._in_transit[0][0] == at:
            _, _, source, target, datagram = heapq.heappop(self._in_transit)
            if target in self.drivers:
                arriving[target] = self._transport_of(target)
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
        """Return the time at which a driver notices an arrival: the next multiple of the slot, if there is one."""
        return math.ceil(at / self.slot) * self.slot if self.slot else at

    def _send(self, now: float, source: PeerKey, target: PeerKey, datagram: bytes) -> None:
        chance, faults = self._random, self.faults
        if target not in self.drivers or any(p.separates(now, source, target) for p in self.partitions):
            return
        for _ in range(1 + (chance.random() < faults.duplicated)):
            if chance.random() < faults.loss:
                continue
            if chance.random() < faults.garbled:
                spoilt = bytearray(datagram)
                spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
                datagram = bytes(spoilt)
            arrival = self._slotted_arrival_time(now + chance.uniform(*faults.delay))
            heapq.heappush(self._in_transit, (arrival, next(self._order), source, target, datagram))
