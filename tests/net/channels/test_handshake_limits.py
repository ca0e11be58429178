"""Limits on what linked peers without a seat, and peers that lie, can cost a seat (PROTOCOL 11.3, 15; invariant 22)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from core.engine.codec import H, enc
from net.crypto import primitives
from net.replication import messages
from net.replication.entries import Entry, Kind, Place, make
from net.replication.outbox import pack_parts
from net.replication.peer_state import FORGERIES_PER_SECOND, MAX_FORGERIES, Peer
from net.replication.rollback_guard import ANNOUNCEMENT_SPACING_SECONDS, TRIES, OwnHeadRecovery
from net.seat.driver import MAX_TICKS_PUT_OFF, Driver
from net.transport.simulated import BAD, SimulatedNetwork
from tests.net.session.test_matches import expect_all_equal
from tests.support.net.cables import signer
from tests.support.net.tables import drivers, play, player_of
from tests.support.net.toys import POT

STRANGER = H("tether.room", ["a stranger"])


class Boasting(Driver):
    """Seat that claims more entries of seat 1 than exist."""

    def take_datagrams(self) -> list[tuple[Any, bytes]]:
        return [(to, self._boast(datagram)) for to, datagram in super().take_datagrams()]

    def _boast(self, datagram: bytes) -> bytes:
        said = [self._more(one) if isinstance(one, messages.Heads) else one for one in messages.read(datagram)]
        return next(messages.pack_datagrams(map(messages.pack_message, said)))

    @staticmethod
    def _more(heads: messages.Heads) -> messages.Heads:
        (length, short), *others = heads.heads
        return heads._replace(heads=((length + 3, short or bytes(8)), *others))


def restarted(net: SimulatedNetwork, seat: int) -> Driver:
    """Return the seat after a restart from its stored log."""
    old = net.drivers[seat]
    others = [other for other in net.drivers if other != seat]
    again = type(old)(old.at, old._entry_log, others, player_of(POT, seat))
    net.restart(seat, again)
    return again


def test_false_claims_of_further_entries_do_not_stop_a_seat_from_signing() -> None:
    net = play(drivers(POT, 3, cheats={2: Boasting}, goal=150), until=0.3)
    again = restarted(net, 1)
    before = len(again.feeds.feed_of(1))
    net.run(until=net.now + ANNOUNCEMENT_SPACING_SECONDS * (TRIES - 5))
    assert again.protocol is not None and again.protocol.is_silenced and len(again.feeds.feed_of(1)) == before
    assert net.run(until=net.now + 60)
    expect_all_equal(net.drivers)
    assert again.counters["own entries told of and not shown"] == 1


def test_a_seat_receives_announced_entries_before_it_signs() -> None:
    """A seat receives announced entries before it signs, with 30 % of the datagrams lost.

    The patience is far longer than any honest peer needs.
    """
    for seed in range(6):
        net = play(drivers(POT, 3, goal=12), until=0.25, seed=seed)
        net.faults = BAD
        entry_log = net.drivers[1]._entry_log
        del entry_log._chunks[-7:]  # type: ignore[attr-defined]
        again = restarted(net, 1)
        assert net.run(until=net.now + 120)
        expect_all_equal(net.drivers)
        assert not again.counters["own entries told of and not shown"]
        assert not any(driver.feeds.forks for driver in net.drivers.values())


def test_the_wait_for_announced_entries_restarts_with_every_received_entry() -> None:
    head, now = OwnHeadRecovery(int), 0.0
    head.await_all([2])
    for held in range(4):
        for _ in range(TRIES):
            assert not head.note_count(2, 9, held, now := now + ANNOUNCEMENT_SPACING_SECONDS)
    assert head.note_count(2, 9, 9, now)
    assert not head.awaited


# -- forged signatures --


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Count the checked signatures."""
    done: list[bytes] = []
    real = primitives._signature_holds

    @lru_cache(maxsize=1024)
    def noting(identity: bytes, message: bytes, signature: bytes) -> bool:
        done.append(signature)
        return real(identity, message, signature)

    monkeypatch.setattr(primitives, "_signature_holds", noting)
    return done


def forged_entry(driver: Driver, number: int) -> bytes:
    """Return a part with the next entry of seat 2, signed by another seat."""
    feeds = driver.feeds
    place = Place(feeds.match, 2, len(feeds.feed_of(2)), feeds.last_id(2))
    entry: Entry = make(signer("stranger"), place, Kind.CHAT, feeds.lengths(), [f"line {number}"])
    return next(messages.pack_datagrams(pack_parts(entry)))


def forged_ready(driver: Driver, number: int) -> bytes:
    """Return a ready message of seat 2 that is signed by another seat."""
    data = enc([0, driver.feeds.match, 2, 10**6, number, True, bytes(32)])
    return next(
        messages.pack_datagrams(
            [messages.pack_message(messages.Soft(data, signer("stranger").sign(primitives.SOFT, data)))]
        )
    )


@pytest.mark.parametrize("forge", [forged_entry, forged_ready])
def test_forged_signatures_are_checked_at_a_bounded_rate(forge: Any, checks: list[bytes]) -> None:
    """Forged signatures of any linked peer are checked at a bounded rate.

    Entries of honest seats are still read meanwhile.
    """
    net = play(drivers(POT, 3, goal=150), until=0.3)
    driver = net.drivers[1]
    stranger = driver.sync.peers[STRANGER] = Peer(STRANGER)
    began = net.now
    checks.clear()
    for number in range(2000):
        driver.receive(forge(driver, number), STRANGER)
        if number % 100 == 0:
            driver.tick(net.now + number / 1000)
    assert MAX_FORGERIES <= len(checks) <= MAX_FORGERIES + FORGERIES_PER_SECOND * 2 + 3
    driver.tick(began + 10)
    assert stranger.is_trusted(began + 10)
    assert net.run(until=began + 60)
    expect_all_equal(net.drivers)


def test_a_peer_that_sends_entries_slowly_does_not_delay_the_match() -> None:
    """A peer that sends entries slowly does not delay the match.

    It announces far more than it sends. Received entries are read after a few ticks at the latest.
    """
    net = play(drivers(POT, 3, goal=150), until=0.3)
    driver, dripping = net.drivers[1], net.drivers[2]
    waiting = []
    for number in range(6 * MAX_TICKS_PUT_OFF):
        dripping.chat(f"line {number}")
        driver.sync.peers[2].heads = tuple((length + 1000, bytes(8)) for length in driver.feeds.lengths())
        for datagram in messages.pack_datagrams(pack_parts(dripping.feeds.feed_of(2)[-1])):
            driver.receive(datagram, 2)
        driver.tick(net.now + number / 50)
        waiting.append(driver.feeds.unread_count)
    assert 0 < max(waiting) <= MAX_TICKS_PUT_OFF + 1


# -- floods behind a link --


def deep(levels: int) -> bytes:
    """Return msgpack of this nesting depth."""
    return bytes([1, 0x91]) + bytes([0x91]) * levels + b"\xc0"


HUGE = [
    deep(1100),
    bytes([1, 0xDD, 0xFF, 0xFF, 0xFF, 0xFF]),  # an array of four thousand million
    bytes([1, 0x91, 0xC6, 0xFF, 0xFF, 0xFF, 0xFF]) + bytes(900),  # as many bytes
    bytes([1, 0xDC, 0x04, 0x00]) + b"\x90" * 1024,
    bytes([1]) + bytes([0x9F] * 1199),
]


def test_huge_and_deeply_nested_msgpack_of_a_linked_peer_is_refused_early() -> None:
    net = play(drivers(POT, 3, goal=12), until=0.2)
    driver = net.drivers[1]
    before = driver.counters["malformed"]
    for datagram in HUGE:
        driver.receive(datagram, 2)
    assert driver.counters["malformed"] == before + len(HUGE)
    assert net.run(60.0)
    expect_all_equal(net.drivers)


def test_replayed_packets_have_no_effect() -> None:
    """Packets of this match and an earlier one have no effect when replayed.

    The earlier match had the same players and room. A peer replays all its packets twice.
    """
    heard: list[bytes] = []

    class Listening(Driver):
        def receive(self, datagram: bytes, peer: Any) -> None:
            heard.append(datagram)
            super().receive(datagram, peer)

    expect_all_equal(play(drivers(POT, 3, cheats={1: Listening})).drivers)
    net = play(drivers(POT, 3, cheats={1: Listening}, goal=12), until=0.3)
    driver = net.drivers[1]
    old, this = driver.counters["of another match"], list(heard)
    for datagram in this * 2:
        driver.receive(datagram, 2)
        driver.receive(datagram, 3)
    assert driver.counters["of another match"] > old
    assert all(peer.held_bytes < 64 * 1024 for peer in driver.sync.peers.values())
    assert net.run(60.0)
    assert expect_all_equal(net.drivers) == expect_all_equal(play(drivers(POT, 3, goal=12)).drivers)
