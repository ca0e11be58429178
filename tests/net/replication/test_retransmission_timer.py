"""Lost messages are resent and requested again in time (PROTOCOL 12), in virtual time."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from net.replication import messages
from net.replication.entry_log import MemoryEntryLog
from net.replication.retransmission_timer import ACK, INITIAL_TIMEOUT, MAX_PROBES, MOST, NEVER, PeerPath
from net.seat.driver import Driver
from net.transport.simulated import NetworkFaults, SimulatedNetwork
from net.transport.udp import MIN_ALARM, UdpPeer, bind
from scripts.benchmarks import lossy_network
from tests.support.net.cables import linked_table
from tests.support.net.tables import drivers, sent_by
from tests.support.net.toys import POT, Take

AIR = (0.005, 0.005)


def known(seconds: float = 0.01) -> PeerPath:
    """Return a path whose answers have always taken this time."""
    way = PeerPath()
    for _ in range(50):
        way.update_round_trip(seconds)
    return way


# -- one way --


def test_the_timeout_follows_the_measured_round_trip_time() -> None:
    assert PeerPath().timeout == INITIAL_TIMEOUT
    assert 0.01 < known(0.01).timeout < 0.025 < known(0.1).timeout < known(2.0).timeout == MOST
    uneven = PeerPath()
    for number in range(50):
        uneven.update_round_trip(0.005 if number % 2 else 0.015)
    assert uneven.timeout > 2 * known(0.01).timeout - 0.01, "what varies is waited for longer"


def test_retransmission_of_an_unacknowledged_entry_slows_down_and_stops() -> None:
    way, said = known(), []
    way.note_sent(7, 1.0)
    while way.probe_at != NEVER:
        now = way.probe_at
        assert not way.must_repeat(now - 0.001) and way.must_repeat(now)
        said.append(now - 1.0)
    assert len(said) == MAX_PROBES and said[0] < 0.025
    waits = [later - at for at, later in itertools.pairwise(said)]
    assert waits == sorted(waits) and waits[-1] <= MOST
    assert (way.acknowledged_count, way.sent_count) == (7, 8)
    way.note_sent(8, 9.0)
    assert way.acknowledged_count == 8 and way.probe_at < 9.03, "what comes after is said again from its own time on"


def test_an_acknowledgement_stops_retransmission_and_measures_the_round_trip_time() -> None:
    way = PeerPath()
    way.note_sent(0, 1.0)
    way.note_acknowledged(1, 1.012)
    assert way.probe_at == NEVER and way.round_trip == pytest.approx(0.012)
    way.note_sent(1, 2.0)
    assert way.must_repeat(way.probe_at)
    way.note_acknowledged(2, 5.0)
    assert way.round_trip == pytest.approx(0.012), "as RFC 6298 says, after Karn"
    way.note_acknowledged(2**32, 6.0)
    assert way.acknowledged_count == 2, "nobody holds more than was said"


def test_a_missing_entry_is_requested_after_the_transit_time_and_then_less_and_less_often() -> None:
    way = known()
    way.note_length(2, 5, 4, 1.0)
    assert not way.seats_to_request(1.001) and way.seats_to_request(1.004) == [2]
    assert not way.seats_to_request(1.005), "and then its answer is waited for"
    asked = [now for now in range(2000) if way.seats_to_request(1.01 + now / 1000)]
    assert 4 <= len(asked) <= 8
    assert way.requests[2].timeout == MOST


def test_false_announcements_do_not_speed_up_requests() -> None:
    way, asked = known(), 0
    for now in range(1000):
        way.note_length(2, 5 + now, 4, 1.0 + now / 1000)
        asked += len(way.seats_to_request(1.0 + now / 1000))
    assert asked <= 8


def test_an_entry_sent_before_the_acknowledgement_replaces_it() -> None:
    way = known()
    way.schedule_acknowledgement(1.0)
    assert 1.0 + ACK[0] <= way.ack_at <= 1.0 + ACK[1]
    way.note_sent(0, 1.001)
    assert way.ack_at == NEVER


# -- whole tables --


class Losing(SimulatedNetwork):
    """A network that loses the datagrams chosen by `lose`."""

    lose: Any = staticmethod(lambda source, target, datagram: False)

    def _send(self, now: float, source: Any, target: Any, datagram: bytes) -> None:
        if not self.lose(source, target, datagram):
            super()._send(now, source, target, datagram)


def parts(datagram: bytes) -> list[messages.Part]:
    """Return the entries in a datagram."""
    return [said for said in messages.read(datagram) if isinstance(said, messages.Part)]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_lost_last_entry_is_retransmitted_soon(seats: int) -> None:
    """A person's last entry is retransmitted soon if it is lost.

    No other seat can notice that it is missing, and no entry follows. The delay used to be half a second.
    """
    table = drivers(POT, seats)
    at = table[1].at
    person = table[1] = Driver(at, MemoryEntryLog(), list(range(2, seats + 1)))
    net = Losing(table, faults=NetworkFaults(delay=AIR))
    for _ in range(3):
        assert net.run(until=net.now + 30.0, is_done=lambda: person.question is not None)
        net.run(until=net.now + 1.0, is_done=lambda: False)
        t, began = person.state.t, net.now
        lost: list[bytes] = []

        def lose(source: Any, target: Any, datagram: bytes, lost: list[bytes] = lost) -> bool:
            first = source == 1 and target == 2 and bool(parts(datagram)) and not lost
            lost += [datagram] if first else []
            return first

        net.lose = lose
        person.decide(Take(0))
        assert net.run(until=net.now + 5.0, is_done=lambda t=t: all(d.state.t > t for d in table.values()))
        assert lost and net.now - began < 0.15


def test_an_entry_lost_to_one_seat_arrives_from_another() -> None:
    """An entry that one seat does not receive arrives from another seat that has it.

    All datagrams from seat 1 to seat 3 are lost. The two are linked, so no seat forwards entries unasked.
    """
    net = Losing(drivers(POT, 3, goal=12), faults=NetworkFaults(delay=AIR))
    assert net.run(until=5.0, is_done=lambda: all(d.state is not None and d.state.t > 3 for d in net.drivers.values()))
    net.lose = lambda source, target, datagram: (source, target) == (1, 3)
    t, began = net.drivers[3].state.t, net.now
    assert net.run(until=net.now + 20.0, is_done=lambda: net.drivers[3].state.t >= t + 5)
    assert net.now - began < 5 * 0.2


def test_a_table_waiting_for_a_person_sends_no_repeats() -> None:
    """A table that waits for a person does not repeat entries.

    Acknowledged messages are sent once. A second after the last change only heads follow, twice a second.
    """
    table, links = linked_table(POT, 3)
    table[1] = Driver(table[1].at, MemoryEntryLog(), (), None, (1,), linked=True)
    net = SimulatedNetwork(table, links=links, faults=NetworkFaults(delay=AIR))
    assert net.run(until=5.0, is_done=lambda: table[1].question is not None)
    net.run(until=net.now + 1.0, is_done=lambda: False)
    sent, counted = net.sent, [driver.counters["doubled"] for driver in table.values()]
    net.run(until=net.now + 3.0, is_done=lambda: False)
    assert net.sent - sent <= 3 * 2.5 * 6
    assert [driver.counters["doubled"] for driver in table.values()] == counted


def test_false_heads_and_repeated_requests_cause_a_bounded_number_of_answers() -> None:
    """Ten times the false heads and requests cause at most three times the answers.

    One seat requests the same entries repeatedly and announces entries that exist nowhere.
    """
    cost = []
    for times in (100, 1000):
        table = drivers(POT, 3, goal=12)
        net = SimulatedNetwork(table, faults=NetworkFaults(delay=AIR))
        net.run(
            until=5.0, is_done=lambda table=table: all(d.state is not None and d.state.t > 3 for d in table.values())
        )
        victim, match = table[1], table[1].feeds.match
        heads = messages.Heads(match, tuple((2**20, bytes(8)) for _ in range(3)))
        asks = [heads, *(messages.Want(match, seat, 0, 4) for seat in (1, 2, 3))]
        (datagram,) = messages.pack_datagrams([messages.pack_message(said) for said in asks])
        sent_by(victim)
        sent = 0
        for number in range(times):
            victim.set_time(net.now + number / times)
            victim.receive(datagram, 2)
            sent += sum(len(out) for to, out in sent_by(victim) if to == 2)
        cost.append(sent)
    assert cost[1] <= 3 * cost[0]


def test_duplicate_entries_are_answered_rarely_and_only_to_their_sender() -> None:
    table = drivers(POT, 3, goal=12)
    net = SimulatedNetwork(table, faults=NetworkFaults(delay=AIR))
    net.run(until=5.0, is_done=lambda: all(d.state is not None and d.state.t > 3 for d in table.values()))
    victim = table[1]
    old = victim.feeds.feed_of(2)[1]
    (datagram,) = messages.pack_datagrams([messages.pack_message(messages.Part(old.match, 2, 1, 0, 1, old.stored))])
    start = net.now + 100.0
    victim.tick(start)
    sent_by(victim)
    answers: Counter[Any] = Counter()
    for number in range(1000):
        victim.set_time(start + 0.5 + number / 1000)
        victim.receive(datagram, 2)
        answers.update(to for to, _ in sent_by(victim))
    assert 10 < answers[2] <= 1.0 / ACK[0] + 10 and answers[3] <= 10


# -- bad Wi-Fi --

MOST_OF = {2: 20.0, 4: 27.0, 6: 40.0}
"""Median milliseconds of a step with 2% loss, over two of the bench's seeds."""


@pytest.mark.parametrize("seats", [2, 4])
def test_bad_wifi_delays_a_step_only_slightly(seats: int) -> None:
    """Bad Wi-Fi delays a step only slightly; `scripts/bench.py --only lossy` prints the whole table."""
    some = lossy_network.measure_row(seats, 0.02, (1,))
    assert some["step_milliseconds_median"] <= MOST_OF[seats]
    much = lossy_network.measure_row(seats, 0.1, (1,))
    assert much["step_milliseconds_p99"] < 250.0


# -- on a real socket --


class Rings:
    """An event loop that notes the calls scheduled for later."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, Callable[[], None]]] = []
        self.cancelled = 0

    def call_later(self, wait: float, what: Callable[[], None]) -> Rings:
        self.asked.append((wait, what))
        return self

    def cancel(self) -> None:
        self.cancelled += 1


def test_a_socket_sends_due_datagrams_between_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket sends datagrams when they are due, without waiting for the next tick.

    A failure there is raised by the await on the match.
    """
    driver = drivers(POT, 2)[1]
    with contextlib.closing(bind(0, "127.0.0.1")) as sock:
        peer = UdpPeer(driver, sock)
        due = [NEVER]
        monkeypatch.setattr(Driver, "due", property(lambda self: due[0]))
        loop = Rings()
        peer._loop = loop  # type: ignore[assignment]
        peer.flush()
        due[0] = time.monotonic() + 1000.0
        peer.flush()
        assert not loop.asked, "a tick comes before that"
        due[0] = time.monotonic() - 1000.0
        peer.flush()
        ((wait, ring),) = loop.asked
        assert wait == MIN_ALARM
        ring()
        assert len(loop.asked) == 2 and loop.cancelled == 1
        monkeypatch.setattr(driver, "take_reports", lambda: 1 / 0)
        ring()
        assert isinstance(peer._fault, ZeroDivisionError)
