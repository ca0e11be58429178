"""Games in one file over a bad network, with looks and hand-overs: all seats end alike, and nobody is accused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from net.match.events import Accusation
from net.records.record import pack, unpack
from net.records.verification import verify
from net.session.runner import match_record
from net.transport.simulated import BAD, SimulatedNetwork
from tests.support.kit import ROOT, loaded_file
from tests.support.net.tables import drivers, match_of, play
from tests.support.net.vanishing import MOMENTS, one_end, run_on, vanishing

FILES = {name: ROOT / "tests" / "support" / "games" / f"{name}.py" for name in ("couriers", "scouts", "smugglers")}


@pytest.fixture(params=FILES)
def game(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A game of a file."""
    with loaded_file(FILES[request.param]) as found:
        yield found


def test_a_match_over_a_bad_network_ends_alike_at_all_seats(game: Any) -> None:
    for seats in (game.seat_counts[0], game.seat_counts[-1]):
        net = play(drivers(game, seats), faults=BAD)
        ends = {driver.finished.digest for driver in net.drivers.values() if driver.finished is not None}
        assert len(ends) == 1 and net.all_stopped()
        report = verify(unpack(pack(match_record(match_of(net)))), game)
        assert report.complete and not report.accused


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_match_continues_without_a_seat_that_is_lost_amid_a_look_or_a_hand_over(game: Any, moment: str) -> None:
    """The steps after the choices are those of boxes, reports and mixed hands."""
    for at in range(4, 12, 3):
        cheats = {2: vanishing(MOMENTS[moment], at)}
        net = SimulatedNetwork(drivers(game, 3, cheats=cheats, patience=1.0))
        run_on(net, [1, 3])
        one_end(net, [1, 3])
        for seat in (1, 3):
            assert not [report for report in net.reports[seat] if isinstance(report, Accusation)]
        report = verify(unpack(pack(match_record(net.drivers[1]))), game)
        assert report.complete and not report.accused
