"""Several windows in one match on the simulated network, in one process without threads.

The sessions act as sources of the screens.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from client.session.match_session import MatchSession
from client.session.source import SourceMessage
from core.bots.registry import BOTS
from core.games.registry import GAMES
from net.replication.entry_log import MemoryEntryLog
from net.replication.peer_state import PeerKey
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.transport.simulated import SimulatedNetwork
from tests.support.net.tables import seat_at

TICK = 0.05


class SimSession(MatchSession):
    """A session that runs in the thread of the test: time passes when messages are drained."""

    def __init__(self, table: SimTable, seat: int) -> None:
        super().__init__()
        self.table = table
        driver = table.net.drivers[seat]
        self._peer: Any = SimpleNamespace(driver=driver, links=None, wake=lambda: None, leave=lambda: None)
        self._heard_reports = 0

    def drain(self) -> list[SourceMessage]:
        """Let some time pass, and return all messages."""
        self.table.go_on()
        self._report_status(self._peer)
        return super().drain()

    def hear_reports(self) -> None:
        """Pass on new reports of the driver, each with the state right after it."""
        reports = self.table.net.reports[self._peer.driver.seat]
        for report in reports[self._heard_reports :]:
            self._queue_report(report, 0.0)
        self._heard_reports = len(reports)

    def _call(self, action: Callable[[], object]) -> None:
        action()

    async def _open(self, cleanup: Any) -> None:
        raise NotImplementedError


class ToldNet(SimulatedNetwork):
    """A network that passes reports to the sessions as soon as they are made."""

    sessions: dict[int, SimSession]

    def _collect(self, address: Any, line: Any, at: float) -> None:
        super()._collect(address, line, at)
        if address in self.sessions:
            self.sessions[address].hear_reports()


class SimTable:
    """A match between windows, connected through their sessions, and bots."""

    def __init__(self, game: str, seats: int, persons: tuple[int, ...], **options: Any) -> None:
        drivers: dict[PeerKey, Driver] = {}
        for seat in range(1, seats + 1):
            others = [other for other in range(1, seats + 1) if other != seat]
            bot = None if seat in persons else BOTS["random"]("sim", seat)
            policy = None if seat in persons else PatientPolicy(30.0)
            at = seat_at(GAMES[game], seats, seat, **options)
            drivers[seat] = Driver(at, MemoryEntryLog(), others, bot, persons, policy=policy)
        self.net = ToldNet(drivers)
        self.sessions = self.net.sessions = {seat: SimSession(self, seat) for seat in persons}

    def go_on(self) -> None:
        """Let a moment pass."""
        self.net.run(self.net.now + TICK, is_done=lambda: False)
