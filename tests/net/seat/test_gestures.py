"""Gestures: shown to the other seats at once, signed, bounded, and in no record (PROTOCOL 12.4)."""

from __future__ import annotations

import pytest

from core.engine.codec import enc
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.match.events import GestureReport, MotionReport, PlayerNotice, Report
from net.match.gestures import EMOTES, GESTURE, MAX_PLACE, PING, REMATCH, Gestures
from net.records.record import pack
from net.replication.messages import Soft
from net.seat.gesture_exchange import MIN_INTERVAL
from net.seat.protocol import MAX_REPORTED, NotAsked
from net.session.runner import match_record
from net.transport.simulated import BAD, GOOD, NetworkFaults, SimulatedNetwork
from tests.net.match.test_early_end import persons, until_asked
from tests.support.net.tables import drivers
from tests.support.net.toys import POT


def begun(seats: int = 3, faults: NetworkFaults = GOOD) -> SimulatedNetwork:
    """Return a match in its second step, which waits for its players."""
    net = SimulatedNetwork(persons(POT, seats, goal=150), faults=faults)
    until_asked(net, 2, 2)
    return net


def gestures(reports: list[Report]) -> list[GestureReport]:
    return [report for report in reports if isinstance(report, GestureReport)]


@pytest.mark.parametrize("faults", [GOOD, BAD], ids=["good", "bad"])
def test_a_gesture_reaches_every_other_seat_once(faults: NetworkFaults) -> None:
    net = begun(faults=faults)
    net.drivers[2].gesture(PING, "Crisis 1")
    net.run(until=net.now + 5)
    assert gestures(net.reports[1]) == gestures(net.reports[3]) == [GestureReport(2, PING, "Crisis 1")]
    assert not gestures(net.reports[2])


def test_a_wish_for_a_rematch_reaches_the_others_after_the_end() -> None:
    net = SimulatedNetwork(drivers(POT, 3))
    net.run()
    net.drivers[3].gesture(REMATCH)
    net.run(until=net.now + 5, is_done=lambda: all(gestures(net.reports[seat]) for seat in (1, 2)))
    assert gestures(net.reports[1]) == gestures(net.reports[2]) == [GestureReport(3, REMATCH)]


def test_no_feed_and_no_record_contains_a_gesture() -> None:
    net = begun()
    net.drivers[1].gesture(PING, "Crisis 1")
    net.run(until=net.now + 5)
    assert gestures(net.reports[2])
    for driver in net.drivers.values():
        assert b"Crisis 1" not in pack(match_record(driver))


def test_a_gesture_that_its_seat_has_not_signed_is_ignored() -> None:
    net = begun()
    receiver = net.drivers[1]
    play = receiver.protocol
    assert play is not None
    peer, match = receiver.sync.peers[3], play.table.match
    forged = Gestures(match, play.table.genesis.terms.identities, 2, Signer(bytes(32))).make_message(2, REMATCH)
    assert not receiver.handlers.process(peer, forged)
    assert not gestures(receiver.take_reports())


@pytest.mark.parametrize(
    "rest", [[0, ""], [99, ""], [REMATCH, "x"], [PING, "x" * (MAX_PLACE + 1)], [PING], [PING, 3], [b"", ""], []]
)
def test_an_invalid_gesture_is_ignored(rest: list[object]) -> None:
    net = begun()
    receiver, signer = net.drivers[1], net.drivers[2].setup.signer
    play = receiver.protocol
    assert play is not None
    data = enc([GESTURE, play.table.match, 2, play.table.step.t, 1, *rest])  # type: ignore[list-item]
    soft = Soft(data, signer.sign(primitives.SOFT, data))
    receiver.handlers.process(receiver.sync.peers[2], soft)
    assert not gestures(receiver.take_reports())


def test_a_flood_of_gestures_is_shown_at_most_twice_a_second() -> None:
    net = begun()
    began = net.now
    count = 0

    def is_done() -> bool:
        nonlocal count
        if count < 200:
            count += 1
            net.drivers[2].gesture(next(iter(EMOTES)))
        return net.now - began >= 3

    net.run(is_done=is_done)
    assert 1 <= len(gestures(net.reports[1])) <= (net.now - began) / MIN_INTERVAL + 1


def test_a_flood_of_motions_and_leaves_is_not_reported_line_by_line() -> None:
    """Each would be a line in the log of every other player, and no player can mute them."""
    net = begun(4)
    cheat, receiver = net.drivers[2], net.drivers[1]
    play, leaves = cheat.protocol, cheat.setup.leaves
    assert play is not None and leaves is not None
    for number in range(500):
        W = ((1, 2, 3), (2, 3, 4))[number % 2]
        receiver.handlers.process(receiver.sync.peers[2], play.motions.make_message(play.table.step.t, W))
        receiver.handlers.process(receiver.sync.peers[2], leaves.make_message(play.table.step.t, number % 2 == 0))
    reports = receiver.take_reports()
    assert 1 < sum(isinstance(report, MotionReport) for report in reports) <= MAX_REPORTED
    assert 1 < sum(isinstance(report, PlayerNotice) for report in reports) <= MAX_REPORTED
    assert receiver.attendance.motions[2] == (2, 3, 4) and 2 not in receiver.attendance.gone


def test_a_gesture_of_an_earlier_step_is_not_shown() -> None:
    net = begun()
    play = net.drivers[1].protocol
    assert play is not None
    old = net.drivers[2].setup.gestures
    assert old is not None
    soft = old.make_message(0, PING, "Crisis 1")
    net.drivers[1].handlers.process(net.drivers[1].sync.peers[2], soft)
    assert not gestures(net.drivers[1].take_reports())


def test_unknown_gestures_and_gestures_before_the_match_are_refused() -> None:
    early = drivers(POT, 2)[1]
    with pytest.raises(NotAsked):
        early.gesture(REMATCH)
    net = begun()
    with pytest.raises(ValueError, match="no peer"):
        net.drivers[1].gesture(77)
