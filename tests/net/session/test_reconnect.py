"""A seat that returns with only its keys fetches the feeds, checks them and plays on (PROTOCOL 15)."""

from __future__ import annotations

from typing import Any

import pytest

from net.replication import messages
from net.replication.catch_up import FAR_BEHIND
from net.replication.entries import Kind
from net.replication.entry_log import MemoryEntryLog
from net.seat.driver import Driver
from net.transport.simulated import BAD, GOOD, NetworkFaults, Partition, SimulatedNetwork
from tests.net.session.test_matches import expect_all_equal
from tests.support.net.tables import BRIDGEFRONT, CABINET, drivers, player_of
from tests.support.net.toys import POT, TRICKS


class Counting(SimulatedNetwork):
    """A network that counts the bytes sent to one address."""

    aimed: Any = None
    bytes = 0

    def _send(self, now: float, source: Any, target: Any, datagram: bytes) -> None:
        if target == self.aimed:
            self.bytes += len(datagram)
        super()._send(now, source, target, datagram)


def holds_entries(datagram: bytes) -> bool:
    return any(isinstance(said, messages.Part) for said in messages.read(datagram))


def cleared(net: SimulatedNetwork, seat: int) -> Driver:
    """Restart the seat with its keys and an empty log.

    The moment lies outside the time between the seat's commit and seal, because no other seat has the sealed opening
    then.
    """
    held = [driver.feeds.feed_of(seat) for driver in net.drivers.values()]
    assert net.run(net.now + 10, is_done=lambda: all(feed[-1].kind != Kind.COMMIT for feed in held))
    old = net.drivers[seat]
    others = [other for other in net.drivers if other != seat]
    again = Driver(old.at, MemoryEntryLog(), others, player_of(old.at.game, seat))
    net.restart(seat, again)
    return again


@pytest.mark.parametrize("faults", [GOOD, BAD], ids=["good", "bad"])
def test_a_long_log_is_fetched_once_without_delay(faults: NetworkFaults) -> None:
    """A long log is fetched once, from one peer at a time, as fast as the seat can read it."""
    net = Counting(drivers(POT, 4, goal=150))
    net.run(is_done=lambda: net.drivers[1].state is not None and net.drivers[1].state.t > 60)
    net.faults = faults
    net.partitions = (Partition(net.now, net.now + 3.0, frozenset({4})),)
    net.run(net.now + 3.0)
    held = sum(net.drivers[1].feeds.lengths())
    size = sum(len(entry.stored) for seat in range(1, 5) for entry in net.drivers[1].feeds.feed_of(seat))
    assert held > 8 * FAR_BEHIND
    again, began = cleared(net, 4), net.now
    net.aimed = 4
    assert net.run(net.now + 60, is_done=lambda: sum(again.feeds.lengths()) >= held)
    assert net.now - began < (1.0 if faults is GOOD else 4.0)
    assert net.bytes < (1.8 if faults is GOOD else 6.0) * size
    net.faults, goal = GOOD, again.state.t + 30
    assert net.run(net.now + 60, is_done=lambda: again.state.t >= goal)


@pytest.mark.parametrize("game", [TRICKS, BRIDGEFRONT, CABINET], ids=lambda game: game.name)
def test_a_seat_that_lost_its_log_keeps_its_hand(game: Any) -> None:
    """The faces of the seat's cards follow from its seed, and its sealed decision still counts."""
    net = SimulatedNetwork(drivers(game, 3, **({"rounds": 8} if game is TRICKS else {})))
    assert net.run(is_done=lambda: net.drivers[2].state is not None and net.drivers[2].state.t > 4)
    cleared(net, 2)
    assert net.run(net.now + 120)
    expect_all_equal(net.drivers)
    assert not any(driver.feeds.forks for driver in net.drivers.values())


def test_a_seat_far_behind_asks_one_peer_after_the_other() -> None:
    """The first peer announces many entries and sends none, so the seat asks the next one."""

    class Stingy(Driver):
        def take_datagrams(self) -> list[tuple[Any, bytes]]:
            return [(to, data) for to, data in super().take_datagrams() if to != 3 or not holds_entries(data)]

    net = SimulatedNetwork(drivers(POT, 3, goal=150))
    net.run(is_done=lambda: sum(net.drivers[2].feeds.lengths()) > 3 * FAR_BEHIND)
    again, began, old = cleared(net, 3), net.now, net.drivers[1]
    net.restart(1, Stingy(old.at, old._entry_log, [2, 3], player_of(POT, 1)))
    held = sum(net.drivers[2].feeds.lengths())
    assert net.run(net.now + 60, is_done=lambda: sum(again.feeds.lengths()) >= held)
    assert net.now - began < 3.0
