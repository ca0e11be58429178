"""Message numbers that rise from one start to the next, whatever the clock shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from net.session import saved_match
from net.session.peer_search import SeatCall, Seeker
from net.session.reconnect import ReconnectingTransport
from net.system import numbering
from net.system.numbering import HIGHEST, NUMBERS_PER_START, first_number
from net.transport.adapter import DriverChannelTransport
from tests.net.session.test_peer_search import LAN, again, call, stopped

HOUR = 3_600_000
NOW = 1_800_000_000_000
SetClock = Callable[[int], None]


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Return a function that sets the clock of this computer, in milliseconds."""

    def set_to(now: int) -> None:
        monkeypatch.setattr(numbering, "time", type("Clock", (), {"time_ns": staticmethod(lambda: now * 1_000_000)}))

    set_to(NOW)
    return set_to


def test_each_start_has_higher_message_numbers_than_the_one_before(tmp_path: Path, set_clock: SetClock) -> None:
    """The numbers follow a clock that advances, but not one that stands still or was set back."""
    kept = tmp_path / "numbers"
    assert first_number(kept) == NOW
    set_clock(NOW + HOUR)
    assert first_number(kept) == NOW + HOUR
    set_clock(NOW)
    assert first_number(kept) == NOW + HOUR + NUMBERS_PER_START
    assert first_number(kept) == NOW + HOUR + 2 * NUMBERS_PER_START
    set_clock(NOW + 10 * HOUR)
    assert first_number(kept) == NOW + 10 * HOUR


@pytest.mark.parametrize("data", [b"", b"\x00" * 7, b"\x01" * 9, b"\xff" * 8, HIGHEST.to_bytes(8, "big")])
def test_a_damaged_number_file_is_replaced_by_the_time(tmp_path: Path, set_clock: SetClock, data: bytes) -> None:
    kept = tmp_path / "numbers"
    kept.write_bytes(data)
    assert first_number(kept) == NOW
    set_clock(NOW - HOUR)
    assert first_number(kept) == NOW + NUMBERS_PER_START


def test_without_a_writable_file_the_first_number_is_the_time(tmp_path: Path, set_clock: SetClock) -> None:
    assert first_number(None) == NOW
    (tmp_path / "file").write_bytes(b"")
    assert first_number(tmp_path / "file" / "numbers") == NOW


def test_calls_of_a_returning_seat_with_an_earlier_clock_are_read(tmp_path: Path, set_clock: SetClock) -> None:
    """The other seats remember the numbers of its calls before the restart."""
    old, heard = stopped(3, 2), None
    driver, links = again(old[1], (), 2)

    class Silent:
        def poll(self, now: float) -> None: ...

        def close(self) -> None: ...

    found: list[Seeker] = []

    def ears(seeker: Seeker, host: str) -> Silent:
        found.append(seeker)
        return Silent()

    for now in (NOW, NOW - HOUR):
        set_clock(now)
        line = ReconnectingTransport(
            DriverChannelTransport(driver, links), driver, links, ("127.0.0.1", 1), tmp_path, [], ears
        )
        line.tick(100.0)
        seeker = found[-1]
        if heard is None:
            pairs = dict(seeker._pairs)
            heard = Seeker(driver.feeds.match, 2, {1: pairs[2]}, 5, 0.0)
            heard.lacking = frozenset({1})
        seeker.set_networks([LAN], 100.0)
        heard.receive(call(seeker, 100.0), "10.0.0.1", LAN, 100.0)
        assert heard.take_calls() == [SeatCall(1, ("10.0.0.1", 1))], now
        line.close()
    assert (tmp_path / saved_match.CALLS).is_file()
