"""Seats that are lost at a chosen moment, and checks of what follows for the others."""

from __future__ import annotations

from typing import Any

from net.match.events import StepResolved
from net.match.feed_reader import step_of
from net.match.step import ResolvedStep
from net.replication.entries import Kind
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.seat.protocol import MatchProtocol
from net.transport.simulated import SimulatedNetwork

MOMENTS = {"before its commit": None, "after its commit": Kind.COMMIT, "after its seal": Kind.SEAL}


class VanishingPlay(MatchProtocol):
    """A protocol that stops when its feed reaches a certain point."""

    at = 3
    after: Kind | None = None

    @property
    def gone(self) -> bool:
        """True if the moment has come."""
        t, feed = self.table.step.t, self.feeds.feed_of(self.seat)
        if t < self.at or self.seat not in self.table.shares:
            return False
        if self.after is None:
            return t == self.at
        return any(entry.kind == self.after and step_of(entry) == self.at for entry in reversed(feed))

    def _do_next(self) -> bool:
        return not self.gone and super()._do_next()


class Vanishing(Driver):
    """A driver that is lost from a certain moment on."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._last_words = False

    @property
    def _gone(self) -> bool:
        return isinstance(self.protocol, VanishingPlay) and self.protocol.gone

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        if not self._gone:
            super().receive(datagram, peer)

    def tick(self, now: float) -> None:
        if not self._gone:
            super().tick(now)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        said = super().take_datagrams()
        if self._gone and self._last_words:
            return []
        self._last_words = self._gone
        return said


def vanishing(after: Kind | None, at: int = 3) -> type[Driver]:
    """Return a driver that vanishes in step `at`, after its entry of this kind."""
    conduct = type("Vanishes", (VanishingPlay,), {"at": at, "after": after})
    return type("Vanishing", (Vanishing,), {"protocol_class": conduct})


def steps(net: SimulatedNetwork, seat: int) -> dict[int, StepResolved]:
    """Return the steps that were reported to a seat, by number."""
    return {report.t: report for report in net.reports[seat] if isinstance(report, (StepResolved, ResolvedStep))}


def run_on(net: SimulatedNetwork, seats: list[int], until: float = 120.0) -> None:
    """Play until these seats have come to an end."""
    assert net.run(until=until, is_done=lambda: all(net.drivers[seat].stopped for seat in seats))


def one_end(net: SimulatedNetwork, seats: list[int]) -> bytes:
    """Return the final digest of these seats, after checking that it is common and no seat was accused or stopped."""
    for seat in seats:
        driver = net.drivers[seat]
        assert driver.verdict is None, driver.verdict
        assert driver.finished is not None
    (digest,) = {driver.finished.digest for seat, driver in net.drivers.items() if seat in seats and driver.finished}
    return digest
