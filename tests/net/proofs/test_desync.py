"""Two states instead of one: both sides report the desync, and the match continues after the fix."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from core.engine.codec import H
from net.match.events import FoundDesync
from net.match.genesis import rules_hash
from net.proofs import desync
from net.records.chunk_file import BadFile
from net.records.record import BadRecord
from net.records.verification import verify
from net.seat.absence import PatientPolicy
from net.seat.driver import Driver
from net.seat.state_dispute_protocol import DisputeProtocol
from net.session.runner import match_record
from net.transport.simulated import BAD, GOOD, NetworkFaults, SimulatedNetwork
from tests.support.net import cheats
from tests.support.net.tables import TOYS, drivers
from tests.support.net.toys import POT, TRICKS, First, Pot, PotState, Tricks

GAMES_HERE = {game.name: game for game in TOYS}
AT = 5


class Generous(Pot):
    """A wrong rule: before step AT seat 1 receives one gold too many."""

    def step(
        self, state: PotState, decisions: Mapping[int, Any], beacon: bytes, lost: Collection[int] = frozenset(),
        states: Any = None,
    ) -> list[Any]:  # fmt: skip
        events = super().step(state, decisions, beacon, lost)
        if state.t == AT:
            state.gold[1] += 1
        return events


class Miscounts(Tricks):
    """A wrong rule deep inside the state: another card of seat 1 is assumed."""

    def step(
        self, state: Any, decisions: Mapping[int, Any], beacon: bytes, lost: Collection[int] = frozenset()
    ) -> list[Any]:
        events = super().step(state, decisions, beacon, lost)
        if state.t == 3:
            state.held[1] = (*state.held[1][:-1], 99)
        return events


def seats(game: Any, wrong: Any, count: int = 2, broken: int = 2) -> dict[Any, Driver]:
    """Return a table at which one seat unknowingly plays by a wrong rule.

    All seats are persons that show themselves ready.
    """
    table = drivers(game, count)
    for seat, driver in table.items():
        at = driver.at._replace(game=wrong if seat == broken else game, rules=rules_hash(game))
        table[seat] = again(driver, at)
    return table


def again(driver: Driver, at: Any) -> Driver:
    """Return a driver restarted over the same store."""
    persons = range(1, at.seats + 1)
    return type(driver)(at, driver._entry_log, driver.sync.peers, First(), persons)


def reports(net: SimulatedNetwork) -> dict[Any, desync.DesyncReport]:
    found = {seat: [r for r in said if isinstance(r, FoundDesync)] for seat, said in net.reports.items()}
    assert all(found.values())
    return {seat: desync.unpack(said[0].data) for seat, said in found.items()}


@pytest.mark.parametrize("faults", [GOOD, BAD], ids=["good", "bad"])
@pytest.mark.parametrize(
    ("game", "wrong", "path"),
    [(POT, Generous(), "gold[1]: "), (TRICKS, Miscounts(), "held[1][")],
    ids=["pot", "tricks"],
)
def test_replaying_a_desync_report_shows_which_side_followed_the_rules(
    game: Any, wrong: Any, path: str, faults: NetworkFaults
) -> None:
    net = SimulatedNetwork(seats(game, wrong), seed=5, faults=faults)
    net.run()
    for seat, report in reports(net).items():
        assert (report.seat, report.other_seat) == (seat, 3 - seat)
        assert report.own_side.versions == report.other_side.versions == desync.running_versions()
        found = desync.check(desync.unpack(report.pack()), GAMES_HERE)
        assert len(found.differences) == 1
        assert found.differences[0].startswith(path)
        assert found.agreeing_seats == (1,)
        assert found.replayed.t == report.t
        assert H("tether.state", report.own_side.state) == net.drivers[seat].state.digest()
        assert H("tether.state", report.other_side.state) == net.drivers[3 - seat].state.digest()


@pytest.mark.parametrize("faults", [GOOD, BAD], ids=["good", "bad"])
@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("restarted", ["the broken one", "all"])
def test_a_desynced_match_resumes_after_the_fix(restarted: str, count: int, faults: NetworkFaults) -> None:
    net = SimulatedNetwork(seats(TRICKS, Miscounts(), count), seed=count, faults=faults)
    net.run()
    assert {driver.verdict.kind for driver in net.drivers.values() if driver.verdict} == {"digest"}
    assert len(reports(net)) == count
    for seat, driver in list(net.drivers.items()):
        if seat == 2 or restarted == "all":
            net.restart(seat, again(driver, driver.at._replace(game=TRICKS)))
    net.run(until=net.now + 300)
    ends = {driver.finished.digest for driver in net.drivers.values() if driver.finished}
    assert len(ends) == 1
    assert verify(match_record(net.drivers[1]), TRICKS).complete


@pytest.mark.parametrize("faults", [GOOD, BAD], ids=["good", "bad"])
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_that_signed_a_wrong_state_misses_a_step_and_returns(seed: int, faults: NetworkFaults) -> None:
    """A seat that signed the wrong state is left out of that step and returns (4.5).

    Without persons no state is shown before it is signed, so such a commit never counts.
    """
    table = drivers(POT, 4, patience=1.0)
    rules = rules_hash(POT)
    for seat, driver in table.items():
        at = driver.at._replace(game=Generous() if seat == 2 else POT, rules=rules)
        table[seat] = Driver(at, driver._entry_log, driver.sync.peers, First(), policy=PatientPolicy(1.0))
    net = SimulatedNetwork(table, seed=seed, faults=faults)
    net.run(until=20.0)
    assert {driver.verdict.kind for driver in net.drivers.values() if driver.verdict} == {"digest"}
    mended = Driver(
        table[2].at._replace(game=POT), table[2]._entry_log, table[2].sync.peers, First(), policy=PatientPolicy(1.0)
    )
    net.restart(2, mended)
    net.run(until=net.now + 60)
    assert len({driver.finished.digest for driver in net.drivers.values() if driver.finished}) == 1
    assert all(driver.finished for driver in net.drivers.values())


def test_a_seat_that_sends_no_state_fields_is_reported_with_its_sub_digests() -> None:
    class Silent(DisputeProtocol):
        def send_state(self) -> None:
            pass

        def on_fields(self, peer: Any, told: Any) -> bool:
            return False

    class Curt(cheats.RicherPlay):
        dispute_class = Silent

    table = drivers(TRICKS, 2, cheats={2: type("Mute", (Driver,), {"protocol_class": Curt})})
    net = SimulatedNetwork({seat: again(driver, driver.at) for seat, driver in table.items()})
    net.run(until=8.0)
    (said,) = [r for r in net.reports[1] if isinstance(r, FoundDesync)]
    report = desync.unpack(said.data)
    assert report.other_side == desync.StateSide()
    found = desync.check(report, GAMES_HERE)
    assert found.agreeing_seats == (1,)
    assert not found.differences


def test_a_desync_report_from_other_rules_or_an_unknown_game_is_not_judged() -> None:
    net = SimulatedNetwork(seats(POT, Generous()))
    net.run()
    report = reports(net)[1]
    with pytest.raises(BadRecord, match="games here are bridgefront"):
        desync.check(report)

    class Otherwise(Generous):
        pass

    found = desync.check(report, {"pot": Otherwise()})
    assert found.replayed is None
    assert "rule files that differ" in found.why_not_replayed
    assert found.differences
    assert not found.agreeing_seats


def test_altered_desync_reports_are_refused() -> None:
    net = SimulatedNetwork(seats(POT, Generous()))
    net.run()
    data = reports(net)[1].pack()
    for at in range(0, len(data), 41):
        spoilt = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        with pytest.raises(BadFile):
            desync.unpack(spoilt)
        with pytest.raises(BadFile):
            desync.unpack(data[:at])
