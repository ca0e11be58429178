"""Seats that conspire to exclude another seat: they drop its datagrams, and vote as if it were absent."""

from __future__ import annotations

from typing import Any

from net.records.record import MatchRecord
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.session.runner import match_record
from net.transport.simulated import NetworkFaults, SimulatedNetwork
from tests.support.net.tables import drivers
from tests.support.net.toys import POT


def deaf(to: int, since: int, until: int = 2**32) -> type[Driver]:
    """Return a driver that drops the datagrams of one seat while its own table is in these steps."""

    class Deaf(Driver):
        def receive(self, datagram: bytes, peer: PeerKey) -> None:
            t = self.protocol.table.step.t if self.protocol else 0
            if peer != to or not since <= t < until:
                super().receive(datagram, peer)

    return Deaf


def silenced(game: Any = POT, seat: int = 3, since: int = 3, until: int = 2**32, **options: Any) -> SimulatedNetwork:
    """Return a match of three in which the other two silence an honest seat, played to its end."""
    others = {other: deaf(seat, since, until) for other in (1, 2, 3) if other != seat}
    net = SimulatedNetwork(
        drivers(game, 3, cheats=others, patience=1.0, **options), faults=NetworkFaults(delay=(0.01, 0.03))
    )
    assert net.run(until=300.0, is_done=lambda: all(net.drivers[other].stopped for other in others))
    return net


def record_of(net: SimulatedNetwork, seat: int = 1) -> MatchRecord:
    """Return the record of a match as kept by a seat."""
    return match_record(net.drivers[seat])
