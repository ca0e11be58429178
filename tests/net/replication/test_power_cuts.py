"""Power cuts at any byte of a write: no entry gets a second version, and the match continues (invariant 2; 4.2, 15)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from net.replication import entry_log
from net.replication.entry_log import ChunkKind, EntryLogInUse, FileEntryLog, lock_identity
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.transport.simulated import SimulatedNetwork
from tests.support.net.tables import drivers, player_of
from tests.support.net.toys import POT

pytestmark = pytest.mark.waits

SEATS = 3
WRITES = 45_000
"""Approximate number of bytes that a seat of the match below writes."""


class PowerCut(Exception):
    """Power cut after some of the bytes of a write."""


class CutStore(FileEntryLog):
    """A store that loses power after this number of written bytes."""

    def __init__(self, path: Path, bytes_left: int) -> None:
        self.bytes_left = bytes_left
        super().__init__(path)

    def _write(self, at: int, data: bytes | bytearray) -> None:
        written = data[: self.bytes_left]
        self.bytes_left -= len(written)
        super()._write(at, written)
        if len(written) < len(data):
            self._file.close()
            raise PowerCut


class Table(SimulatedNetwork):
    """A match in which seat 1 repeatedly loses power after these numbers of bytes, and returns each time."""

    def __init__(self, home: Path, cuts: list[int], driver: type[Driver] = Driver, disk: type[CutStore] = CutStore):
        table = drivers(POT, SEATS)
        self.path, self.cuts, self.kind, self.disk = home / "log", cuts, driver, disk
        table[1] = self.started(table[1])
        super().__init__(table)

    def started(self, old: Driver) -> Driver:
        left = self.cuts.pop(0) if self.cuts else 10**9
        return self.kind(old.at, self.disk(self.path, left), range(2, SEATS + 1), player_of(POT, 1))

    def play(self) -> bool:
        """Return True if the match ends with a single version of every entry."""
        while True:
            try:
                over = self.run(self.now + 60)
            except PowerCut:
                self._send_what_is_out()
                self.restart(1, self.started(self.drivers[1]))
                continue
            good = over and all(driver.finished and not driver.feeds.forks for driver in self.drivers.values())
            return good and len({driver.state.digest() for driver in self.drivers.values()}) == 1

    def _send_what_is_out(self) -> None:
        for target, datagram in getattr(self.drivers[1], "sent_early", ()):
            self._send(self.now, 1, target, datagram)


def plays_on(cuts: list[int], driver: type[Driver] = Driver, disk: type[CutStore] = CutStore) -> bool:
    with tempfile.TemporaryDirectory() as home:
        table = Table(Path(home), list(cuts), driver, disk)
        over = table.play()
        table.drivers[1]._entry_log.bytes_left = 10**9  # type: ignore[attr-defined]  # power that was to fail later stays on
        table.drivers[1]._entry_log.close()  # type: ignore[attr-defined]
        return over


@settings(max_examples=20, deadline=None)
@example([6384, 44682])
@example([1873])
@example([1874])
@given(st.lists(st.integers(0, WRITES), min_size=1, max_size=3))
def test_a_match_survives_a_power_cut_at_any_byte(cuts: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entry_log, "GROWTH", 64)
        assert plays_on(cuts)


class SendsFirst(Driver):
    """A seat that sends an entry before it has written it."""

    sent_early: list[tuple[PeerKey, bytes]]

    def process(self, now: float) -> None:
        self.sent_early = self.sync.take_datagrams()
        super().process(now)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        super().take_datagrams()
        return self.sent_early


class SealsOnlyInMemory(CutStore):
    """A seat that does not write the sealed opening behind a commit."""

    def append(self, keep: ChunkKind, data: bytes) -> None:
        if keep is not ChunkKind.SEALED:
            super().append(keep, data)


@pytest.mark.parametrize(
    "mutation", [{"driver": SendsFirst}, {"disk": SealsOnlyInMemory}], ids=["sends first", "no seal"]
)
def test_a_power_cut_breaks_the_match_if_the_order_of_writes_is_wrong(
    mutation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_log, "GROWTH", 64)
    cuts = range(9000, 40_000, 997)
    assert not all(plays_on([cut], **mutation) for cut in cuts)


# -- locks --

HOLDS = """
import sys
from pathlib import Path
from net.replication.entry_log import lock_identity
held = lock_identity(bytes(32), Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def holder(home: Path) -> subprocess.Popen[str]:
    """Return another process that has taken the identity."""
    root = Path(__file__).parents[3]
    command = [sys.executable, "-c", HOLDS, str(home)]
    pipe: Callable[..., Any] = subprocess.Popen
    held: subprocess.Popen[str] = pipe(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root)
    assert held.stdout is not None and held.stdout.readline() == "held\n"
    return held


def test_an_identity_is_locked_until_the_process_that_uses_it_ends(tmp_path: Path) -> None:
    other = holder(tmp_path)
    with pytest.raises(EntryLogInUse, match="another program on this computer plays with this identity"):
        lock_identity(bytes(32), tmp_path)
    lock_identity(bytes([1] * 32), tmp_path).close()
    os.kill(other.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    other.wait()
    lock_identity(bytes(32), tmp_path).close()
    for pipe in (other.stdin, other.stdout):
        if pipe is not None:
            pipe.close()
