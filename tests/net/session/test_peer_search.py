"""Seats that search for each other again: their calls, sightings by others, and stored addresses."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.engine.codec import H
from net.channels.addresses import pack_address
from net.channels.channels import Channels
from net.crypto.noise import KEY
from net.crypto.primitives import Signer
from net.match.events import PlayerNotice
from net.replication import messages
from net.replication.entry_log import MemoryEntryLog
from net.seat.driver import Driver
from net.session import peer_search, saved_match
from net.session.peer_search import LENGTH, SeatCall, Seeker
from net.session.reconnect import REPORT_AFTER, ReconnectingTransport
from net.transport.adapter import DriverChannelTransport
from net.transport.simulated import SimulatedNetwork
from tests.net.session.test_matches import expect_all_equal
from tests.support.net.cables import ROOM, linked_table, links_of
from tests.support.net.tables import player_of, reported_by, seat_at, sent_by
from tests.support.net.toys import POT

MATCH = H("tether.match", ["seeking"])
LAN = "lan"


def pair(*seats: int) -> bytes:
    """Return the key that two seats of the match share."""
    return H("tether.pairkey", sorted(seats))


def seeker(seat: int, seats: int = 3, match: bytes = MATCH, now: float = 0.0, number: int = 100) -> Seeker:
    """Return a seat that searches for all others."""
    others = [other for other in range(1, seats + 1) if other != seat]
    made = Seeker(match, seat, {other: pair(seat, other) for other in others}, 47800 + seat, now, number,
                  random.Random(f"{seat} {match.hex()}").randbytes)  # fmt: skip
    made.lacking = frozenset(others)
    made.set_networks([LAN], now)
    return made


def call(one: Seeker, now: float = 0.0) -> bytes:
    """Return the next call of a seat."""
    one._due = now
    one.tick(now)
    ((network, datagram),) = one.take_datagrams()
    assert network == LAN and len(datagram) == LENGTH
    return datagram


# -- calls --


def test_a_call_is_read_only_by_seats_of_the_match_that_are_not_linked_to_the_caller() -> None:
    said = call(seeker(1))
    for seat in (2, 3):
        other = seeker(seat)
        other.receive(said, "10.0.0.1", LAN, 1.0)
        assert other.take_calls() == [SeatCall(1, ("10.0.0.1", 47801))]
        other.lacking -= {1}
        other.receive(call(seeker(1, number=200)), "10.0.0.1", LAN, 2.0)
        assert not other.take_calls(), "it is here"
    for stranger in (seeker(2, match=bytes(32)), seeker(1)):
        stranger.receive(said, "10.0.0.1", LAN, 1.0)
        assert not stranger.take_calls()


def test_a_call_reveals_nothing_to_strangers() -> None:
    """A call reveals nothing to strangers.

    Two calls of one seat have only the time and the port in common; a third party can recognise nothing else.
    """
    one = seeker(1)
    first, second = call(one), call(one)
    tags = {said[at : at + 16] for said in (first, second) for at in range(11, LENGTH, 16)}
    assert len(tags) == 12
    assert all(known[:8] not in first for known in (MATCH, ROOM, Signer(bytes(32)).identity))


@pytest.mark.parametrize("at", [1, 8, 9, 10, 11 + 16])
def test_an_altered_call_is_ignored(at: int) -> None:
    said = bytearray(call(seeker(1)))
    said[at] ^= 1
    other = seeker(2)
    other.receive(bytes(said), "10.0.0.1", LAN, 1.0)
    assert not other.take_calls()


def test_replayed_calls_count_once() -> None:
    said, other = call(seeker(1)), seeker(2)
    other.receive(said, "10.0.0.1", LAN, 1.0)
    for number in range(1000):
        other.receive(said, f"10.1.{number // 250}.{number % 250}", LAN, 1.0 + number / 1000, 47800)
        other.receive(random.Random(number).randbytes(LENGTH), "10.0.0.9", LAN, 1.0, number)
    assert other.take_calls() == [SeatCall(1, ("10.0.0.1", 47801))]
    assert len(other._callers) <= peer_search.MAX_CALLERS


def test_a_seat_calling_from_many_addresses_causes_few_dials() -> None:
    """A seat that calls from a thousand addresses causes few dials.

    It uses its own key, and every call is a new one.
    """
    one, other, links = seeker(1), seeker(2), links_of("b")
    dialled: Counter[Any] = Counter()
    for number in range(1000):
        now = number / 100
        other.receive(call(one, now), f"10.1.{number // 250}.{number % 250}", LAN, now)
        for seat, address in other.take_calls():
            links.dial(address, ("seat", seat))
        links.tick(now)
        dialled.update(address for address, _ in links.take_datagrams())
    assert 0 < len(dialled) <= 8 and max(dialled.values()) <= 6


def test_many_searching_seats_share_the_network() -> None:
    """Many searching seats together send fewer than 50 datagrams a second.

    Ten seats start each second until there are more than could call every two seconds.
    """
    everybody: list[Seeker] = []
    chance, a_second = random.Random(1), Counter[int]()
    for tick in range(20 * 30):
        now = tick / 20
        if tick % 2 == 0 and len(everybody) < 120:
            number = len(everybody)
            everybody.append(seeker(1 + number % 3, match=H("tether.match", [number // 3]), now=now))
        for number, one in sorted(enumerate(everybody), key=lambda _: chance.random()):
            one.tick(now)
            for _, datagram in one.take_datagrams():
                a_second[int(now)] += 1
                for other in everybody:
                    if other is not one:
                        other.receive(datagram, f"10.0.{number // 200}.{number % 200}", LAN, now, 1)
    assert len(everybody) == 120 and max(a_second.values()) <= 30, a_second
    assert min(a_second[second] for second in range(20, 30)) >= 5, "they go on"


# -- who is told of by others --


def again(driver: Driver, dials: tuple[int, ...], start: int) -> tuple[Driver, Channels]:
    """Return the same seat and its links on the next day."""
    seat = driver.seat
    made = Driver(driver.at, driver._entry_log, (), player_of(POT, seat), linked=True)
    chance = random.Random(f"{seat} {start}").randbytes
    addresses = tuple(where(other) for other in dials)
    return made, Channels(
        Signer(driver.at.seeds.identity), driver.at.room, bytes(KEY), addresses, made.counters, chance
    )


def where(seat: int) -> tuple[str, int]:
    return f"10.0.0.{seat}", 47801


def stopped(seats: int, t: int) -> dict[Any, Driver]:
    """Return the drivers of a match that was interrupted."""
    table, links = linked_table(POT, seats, goal=12)
    net = SimulatedNetwork(table, links=links)
    assert net.run(until=20.0, is_done=lambda: all(d.state is not None and d.state.t > t for d in table.values()))
    return table


def test_an_address_named_by_one_seat_is_passed_to_the_others() -> None:
    """Two seats have the address of the third, which has no addresses; in an earlier version they waited for ever."""
    old = stopped(3, 4)
    both = {seat: again(driver, (3,) if seat < 3 else (), 2) for seat, driver in old.items()}
    net = SimulatedNetwork(
        {where(seat): driver for seat, (driver, _) in both.items()},
        links={where(seat): links for seat, (_, links) in both.items()},
    )
    assert net.run(until=30.0)
    expect_all_equal(net.drivers)
    assert all(len(links.identities) == 2 for _, links in both.values())


def test_a_seat_announcing_many_addresses_causes_few_dials() -> None:
    driver, links = again(stopped(2, 2)[1], (), 2)
    line, other = DriverChannelTransport(driver, links), driver.feeds.identities[1]
    driver.add_peer(other)
    told = [
        messages.Where(driver.feeds.match, 2, pack_address((f"10.1.{n // 250}.{1 + n % 250}", 4000)))
        for n in range(1000)
    ]
    dialled: Counter[Any] = Counter()
    for number, said in enumerate(told):
        now = 1.0 + number / 100
        (datagram,) = messages.pack_datagrams([messages.pack_message(said)])
        driver.receive(datagram, other)
        line.tick(now)
        line.process(now)
        dialled.update(address for address, _ in line.take_datagrams())
    assert 0 < len(dialled) <= 8 and max(dialled.values()) <= 6
    stranger = bytes(32)
    driver.add_peer(stranger)
    driver.receive(datagram, stranger)
    assert not driver._arrived or not driver.addresses.take_named_addresses(), "without a seat nobody is believed"


def test_addresses_of_seats_only_are_shared_and_at_most_once_a_second() -> None:
    driver, links = again(stopped(3, 2)[1], (), 2)
    line, match = DriverChannelTransport(driver, links), driver.feeds.match
    links.address_of = lambda identity: ("10.0.0.9", 1)  # type: ignore[method-assign]
    identities = driver.feeds.identities
    driver.add_peer(identities[1])
    said = 0
    for number in range(300):
        now = 10.0 + number / 100
        wants = [messages.Want(match, seat, 500, 600) for seat in (1, 2, 3)]
        driver.receive(next(messages.pack_datagrams([messages.pack_message(want) for want in wants])), identities[1])
        line.tick(now)
        for _, out in sent_by(driver):
            said += sum(isinstance(one, messages.Where) for one in messages.read(out))
    assert 0 < said <= 3 * 4


# -- where they were, and what is told of it --


def test_seat_addresses_are_saved_and_a_damaged_file_counts_as_empty(tmp_path: Path) -> None:
    there = {2: ("10.0.0.2", 47801), 3: ("fe80::1%2", 47805)}
    saved_match.write_addresses(tmp_path, there)
    assert saved_match.read_seat_addresses(tmp_path) == there
    for damaged in (b"", b"\xc1", (tmp_path / saved_match.WHERE).read_bytes()[:-3], bytes(20_000)):
        (tmp_path / saved_match.WHERE).write_bytes(damaged)
        assert saved_match.read_seat_addresses(tmp_path) == {}


def test_a_resumed_seat_reports_its_search_after_five_seconds(tmp_path: Path) -> None:
    old = stopped(3, 2)
    saved_match.write_addresses(tmp_path, {2: ("10.0.0.2", 47801)})
    driver, links = again(old[1], (), 2)
    line = ReconnectingTransport(
        DriverChannelTransport(driver, links), driver, links, ("127.0.0.1", 1), tmp_path, [("10.0.0.7", 47801)]
    )

    def notes(start: float, seconds: float) -> list[str]:
        said: list[str] = []
        for number in range(int(seconds / 0.02)):
            line.tick(start + number * 0.02)
            said += [one.words for one in reported_by(driver) if isinstance(one, PlayerNotice)]
        return said

    assert not notes(100.0, REPORT_AFTER - 0.5)
    (words,) = notes(100.0 + REPORT_AFTER, 10.0)
    assert words.startswith("Looking for Ben and Cleo: at 10.0.0.2:47801 and 10.0.0.7:47801")
    silent = {driver.feeds.identities[2]: None}
    links.silence = lambda identity: silent.get(identity, 0.0)  # type: ignore[method-assign]
    links.address_of = lambda identity: ("10.0.0.22", 5) if identity not in silent else None  # type: ignore[method-assign]
    assert not notes(120.0, 2.0), "the terminal says who is back, once"
    assert saved_match.read_seat_addresses(tmp_path)[2] == ("10.0.0.22", 5)
    line.close()


def test_a_seat_in_a_new_match_broadcasts_no_search(tmp_path: Path) -> None:
    at = seat_at(POT, 2, 1)
    driver = Driver(at, MemoryEntryLog(), (), player_of(POT, 1), linked=True)
    links = Channels(Signer(at.seeds.identity), at.room, bytes(32), (), driver.counters)
    line = ReconnectingTransport(DriverChannelTransport(driver, links), driver, links, ("127.0.0.1", 1), tmp_path, [])
    for number in range(1000):
        line.tick(number * 0.02)
    assert not reported_by(driver) and line._listener is None
