"""A table that waits for a person sends little, and reacts at once (PROTOCOL 12)."""

from __future__ import annotations

from net.replication.entry_log import MemoryEntryLog
from net.replication.sync import CALM_AFTER
from net.seat.driver import Driver
from net.transport.simulated import SimulatedNetwork
from tests.support.net.cables import linked_table
from tests.support.net.toys import POT, Take


def test_an_idle_link_carries_two_datagrams_a_second_each_way() -> None:
    table, links = linked_table(POT, 3)
    person = table[1] = Driver(table[1].at, MemoryEntryLog(), (), None, (1,), linked=True)
    net = SimulatedNetwork(table, links=links, tick=0.1)
    net.run(until=1.0)
    assert person.question is not None and table[2].attendance.owed()
    net.run(until=2.0 + CALM_AFTER)
    sent = net.sent
    net.run(until=net.now + 10.0)
    assert 0 < net.sent - sent <= 2 * 10.0 * 3
    t = person.state.t
    person.decide(Take(1))
    assert net.run(until=net.now + 0.5, is_done=lambda: all(driver.state.t > t for driver in table.values()))
