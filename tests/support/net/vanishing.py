"""Seats that are lost at a chosen moment, and how the others fare."""

from __future__ import annotations

from typing import Any

from net.match.events import Stepped
from net.match.feed_reader import step_of
from net.match.step import Resolved
from net.replication.entries import Kind
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.seat.protocol import Play
from net.transport.simulated import SimNet

MOMENTS = {"before its commit": None, "after its commit": Kind.COMMIT, "after its seal": Kind.SEAL}


class VanishingPlay(Play):
    """Does nothing more once its feed stands where its driver is to vanish, but first it takes its seat."""

    at = 3
    after: Kind | None = None

    @property
    def gone(self) -> bool:
        """Whether the moment has come."""
        t, feed = self.table.step.t, self.feeds.of(self.seat)
        if t < self.at or self.seat not in self.table.shares:
            return False
        if self.after is None:
            return t == self.at
        return any(entry.kind == self.after and step_of(entry) == self.at for entry in reversed(feed))

    def _act(self) -> bool:
        return not self.gone and super()._act()


class Vanishing(Driver):
    """Is gone for good from its moment on: what it has signed is sent, nothing more."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._last_words = False

    @property
    def _gone(self) -> bool:
        return isinstance(self.play, VanishingPlay) and self.play.gone

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
    """A driver that vanishes in step `at`, after its entry of this kind."""
    conduct = type("Vanishes", (VanishingPlay,), {"at": at, "after": after})
    return type("Vanishing", (Vanishing,), {"conduct": conduct})


def steps(net: SimNet, seat: int) -> dict[int, Stepped]:
    """The steps as a seat was told of them."""
    return {report.t: report for report in net.reports[seat] if isinstance(report, (Stepped, Resolved))}


def run_on(net: SimNet, seats: list[int], until: float = 120.0) -> None:
    """Plays until these seats have come to an end."""
    assert net.run(until=until, done=lambda: all(net.drivers[seat].stopped for seat in seats))


def one_end(net: SimNet, seats: list[int]) -> bytes:
    """The digest with which all these seats have finished; none of them was accused or has stopped before."""
    for seat in seats:
        driver = net.drivers[seat]
        assert driver.verdict is None, driver.verdict
        assert driver.finished is not None
    (digest,) = {driver.finished.digest for seat, driver in net.drivers.items() if seat in seats and driver.finished}
    return digest
