"""The part of `bench.py` on bad Wi-Fi: a small game over the simulated network.

Time is virtual, and computation takes none. All results follow from the seeds, so two versions of Tether can be
compared under the same losses.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable
from typing import Any

from net.channels.channel import Address
from net.channels.channels import Channels
from net.match.events import StepResolved
from net.seat.driver import Driver
from net.transport.simulated import NetworkFaults, SimulatedNetwork
from tests.support.net import reckoning  # noqa: F401
from tests.support.net.cables import linked_table
from tests.support.net.toys import POT

SEATS, LOSSES = (2, 4, 6), (0.0, 0.02, 0.1)
SEEDS = (1, 2, 3, 4, 5)
STEPS = 150
DELAY = (0.003, 0.007)
"""Seconds of delay of a good home network on the air: 5 ms, give or take 2."""


class Clocked(SimulatedNetwork):
    """Simulated network that records the time of each seat's steps and the datagrams sent between them."""

    def __init__(
        self, drivers: dict[Any, Driver], seed: int, faults: NetworkFaults, links: dict[Any, Channels]
    ) -> None:
        super().__init__(drivers, seed, faults, links=links)
        self.stepped: dict[Address, list[float]] = {address: [] for address in drivers}
        self.bytes = 0
        self._read = dict.fromkeys(drivers, 0)

    def _collect(self, address: Any, line: Any, at: float) -> None:
        super()._collect(address, line, at)
        reports = self.reports[address]
        self.stepped[address] += [at for report in reports[self._read[address] :] if isinstance(report, StepResolved)]
        self._read[address] = len(reports)

    def _send(self, now: float, source: Any, target: Any, datagram: bytes) -> None:
        self.bytes += len(datagram)
        super()._send(now, source, target, datagram)


def one_match(seats: int, loss: float, seed: int, steps: int = STEPS) -> tuple[list[float], float, float]:
    """Return the seconds of each step at each seat, and the bytes and datagrams of one seat for each step."""
    drivers, links = linked_table(POT, seats, goal=300)
    net = Clocked(drivers, seed, NetworkFaults(loss=loss, delay=DELAY), links)
    everybody = net.stepped.values()
    if not net.run(60.0, lambda: all(map(len, everybody))):
        raise SystemExit("the match does not begin")
    sent, size, begun = net.sent, net.bytes, sum(map(len, everybody))
    if not net.run(net.now + 600.0, lambda: min(map(len, everybody)) > steps):
        raise SystemExit(f"the match does not go on at {seats} seats and {loss:.0%} loss: {list(map(len, everybody))}")
    played = sum(map(len, everybody)) - begun
    took = [later - at for times in everybody for at, later in itertools.pairwise(times[: steps + 1])]
    return took, (net.bytes - size) / played, (net.sent - sent) / played


def measure_row(seats: int, loss: float, seeds: Iterable[int]) -> dict[str, float]:
    """Return one row of the table, measured over the matches of all seeds."""
    matches = [one_match(seats, loss, seed) for seed in seeds]
    took = sorted(1e3 * seconds for item, _, _ in matches for seconds in item)
    return {
        "step_milliseconds_median": round(statistics.median(took), 1),
        "step_milliseconds_p99": round(took[len(took) * 99 // 100], 1),
        "step_milliseconds_most": round(took[-1], 1),
        "bytes_per_step_and_seat": round(statistics.mean(item[1] for item in matches)),
        "datagrams_per_step_and_seat": round(statistics.mean(item[2] for item in matches), 1),
    }


def measure_conditions(seeds: Iterable[int] = SEEDS) -> dict[str, Any]:
    """Return the whole table by network conditions."""
    chosen = tuple(seeds)
    table = {
        f"{seats}_seats": {f"{loss:.0%}_loss": measure_row(seats, loss, chosen) for loss in LOSSES} for seats in SEATS
    }
    return {"seeds": list(chosen), "steps": STEPS, "delay_milliseconds": [1e3 * end for end in DELAY], **table}
