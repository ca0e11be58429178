"""Whole matches over links, on the simulated network and on real sockets."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from core.engine.codec import H
from net.channels.handshake_limits import HalfOpenTable
from net.match.events import PlayerNotice
from net.replication import messages
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.session.peer_config import PeerConfig
from net.session.runner import run_peer
from net.transport.simulated import BAD, NetworkFaults, Partition, SimulatedNetwork
from tests.net.session.test_matches import expect_all_equal
from tests.net.transport.test_sockets import configs, play_all
from tests.support.net.cables import first, first_message, hello, linked_seat, linked_table, links_of, strangers_bytes
from tests.support.net.tables import BRIDGEFRONT, TOYS, drivers, play, player_of, reported_by, seat_at
from tests.support.net.toys import POT, TRICKS
from tests.support.tiers import quick_one_in

by_name = pytest.mark.parametrize("game", TOYS, ids=lambda game: game.name)


@by_name
@pytest.mark.parametrize("block", quick_one_in(4, range(8)))
def test_a_match_over_links_has_the_same_result_under_loss(game: Any, block: int) -> None:
    """A match has the same result with 30 % of the datagrams lost and 20 % doubled or reordered, also while linking."""
    expected = {seats: expect_all_equal(play(drivers(game, seats)).drivers) for seats in (2, 3, 5)}
    for seed in range(block * 2, block * 2 + 2):
        seats = (2, 3, 5)[seed % 3]
        table, links = linked_table(game, seats)
        net = SimulatedNetwork(table, seed=seed, faults=BAD, links=links)
        assert net.run(120.0)
        assert expect_all_equal(net.drivers) == expected[seats]
        assert net.run(net.now + 60.0, is_done=net.all_settled)


def test_a_match_of_bridgefront_has_the_same_result_with_and_without_links() -> None:
    expected = expect_all_equal(play(drivers(BRIDGEFRONT, 3)).drivers)
    table, links = linked_table(BRIDGEFRONT, 3)
    net = SimulatedNetwork(table, seed=1, faults=BAD, links=links)
    assert net.run(600.0)
    assert expect_all_equal(table) == expected


@pytest.mark.parametrize("seed", range(6))
def test_garbled_datagrams_and_partitions_only_delay_a_match(seed: int) -> None:
    table, links = linked_table(POT, 4)
    faults = NetworkFaults(loss=0.1, duplicated=0.1, garbled=0.1, delay=(0.001, 0.03))
    forked = Partition(0.1, 20.0, frozenset({1, 2 + seed % 3}))
    net = SimulatedNetwork(table, seed=seed, faults=faults, partitions=[forked], links=links)
    assert net.run(200.0)
    expect_all_equal(table)


@pytest.mark.parametrize("seed", range(6))
def test_a_restarted_seat_links_again_and_the_match_continues(seed: int) -> None:
    table, links = linked_table(POT, 3, goal=12)
    net = SimulatedNetwork(table, seed=seed, faults=BAD if seed % 2 else NetworkFaults(), links=links)
    net.run(0.1 + seed * 0.02)
    old = table[2]
    again = Driver(old.at, old._entry_log, (), player_of(POT, 2), linked=True)
    _, fresh = linked_seat(POT, 3, 2, start=1, goal=12)
    net.restart(2, again, fresh)
    assert net.run(200.0)
    expect_all_equal(net.drivers)


def test_a_restarted_seat_signs_nothing_before_all_heads_are_known() -> None:
    table, links = linked_table(POT, 3, goal=150)
    net = SimulatedNetwork(table, links=links)
    net.run(0.2)
    old = table[2]
    before = len(old.feeds.feed_of(2))
    away = Partition(net.now, net.now + 5.0, frozenset({3}))
    net.partitions = (away,)
    again = Driver(old.at, old._entry_log, (), player_of(POT, 2), linked=True)
    net.restart(2, again, linked_seat(POT, 3, 2, start=1)[1])
    net.run(away.end)
    assert again.protocol is not None and again.protocol.is_silenced
    assert len(again.feeds.feed_of(2)) == before
    net.run(away.end + 30.0)
    assert not again.protocol.is_silenced and len(again.feeds.feed_of(2)) > before


def test_a_seat_may_move_to_another_address() -> None:
    """A seat may change its address during a match without notice to its peers."""
    table, links = linked_table(POT, 3, goal=150)
    net = SimulatedNetwork(table, links=links)
    net.run(0.2)
    assert not net.all_stopped()
    before = [
        one.sent_count for links in net.links.values() for ones in links._channels.by_identity.values() for one in ones
    ]
    net.move(2, "elsewhere")
    assert net.run(60.0)
    expect_all_equal(net.drivers)
    assert before and net.links[1].address_of(seat_identity(2)) == "elsewhere"
    assert len(net.links[1].identities) == 2


def seat_identity(seat: int) -> bytes:
    return Driver(seat_at(POT, 3, seat), drivers(POT, 2)[1]._entry_log, ()).identity


class Flooded(SimulatedNetwork):
    """Network with a stranger at many addresses that sends garbage, hellos and handshakes.

    The handshakes are behind valid cookies.
    """

    message = first_message(links_of("stranger", room=bytes(32)))
    aimed = 1
    cookies = 0

    def _tick(self) -> None:
        for number in range(40):
            self.inject(f"stranger {number}", self.aimed, strangers_bytes(round(self.now * 1e3) * 40 + number))
            self.inject(("s", self.sent, number), self.aimed, hello(number))
        super()._tick()

    def _send(self, now: float, source: PeerKey, target: PeerKey, datagram: bytes) -> None:
        if isinstance(target, tuple) and datagram[0] == 17:
            self.cookies += 1
            said = hello(int(target[2]))
            super()._send(now, target, source, first(said, datagram, self.message))
        super()._send(now, source, target, datagram)


def test_a_match_continues_during_a_flood_by_a_stranger() -> None:
    expected = expect_all_equal(play(drivers(POT, 3, goal=150)).drivers)
    table, links = linked_table(POT, 3, goal=150)
    net = Flooded(table, links=links)
    assert net.run(60.0)
    assert expect_all_equal(table) == expected
    assert net.cookies > 200
    assert len(links[1]._half_open) <= HalfOpenTable.most
    assert len(links[1].identities) == 2 and len(links[1]._channels.by_number) <= 4
    assert table[1].counters["too many handshakes"] > 0
    assert len(table[1].sync.peers) == 2


# -- what a link proves --


def test_a_stranger_cannot_take_an_occupied_seat() -> None:
    table, links = linked_table(TRICKS, 2)
    net = SimulatedNetwork(table, links=links)
    net.run(0.04)
    driver = table[1]
    stranger = H("tether.room", ["a stranger"])
    driver.add_peer(stranger)
    at = driver.at
    claim = messages.Hello(at.room, 2, stranger, "Mallory", ())
    driver.receive(
        next(messages.pack_datagrams([messages.pack_message(claim._replace(identity=bytes([2] * 32)))])), stranger
    )
    reported_by(driver)
    assert driver.counters["of another identity"] == 1
    assert net.run(60.0)
    expect_all_equal(table)
    match = driver.feeds.match
    fields = messages.pack_message(messages.Fields(match, driver.protocol.table.step.t, (bytes(8),)))  # type: ignore[union-attr]
    driver.receive(next(messages.pack_datagrams([fields])), stranger)
    reported_by(driver)
    assert driver.counters["fields of no seat"] == 1
    assert driver.verdict is None
    driver.remove_peer(stranger)
    assert stranger not in driver.sync.peers


def test_a_peer_gets_a_seat_only_with_its_proved_identity() -> None:
    for linked in (True, False):
        driver, _ = linked_seat(POT, 2, 1)
        stranger, named = H("tether.room", ["a stranger"]), seat_identity(2)
        driver.add_peer(stranger)
        driver.setup.linked = linked
        claim = messages.pack_message(messages.Hello(driver.at.room, 2, named, "Mallory", ()))
        driver.receive(next(messages.pack_datagrams([claim])), stranger)
        reported_by(driver)
        assert (2 in driver.setup.handshake.identities) == (not linked)


def test_state_fields_from_a_linked_peer_without_a_seat_open_no_dispute() -> None:
    for linked in (True, False):
        table, links = linked_table(POT, 2, goal=150)
        net = SimulatedNetwork(table, links=links)
        net.run(0.1)
        driver = table[1]
        assert driver.protocol is not None and not driver.stopped
        stranger = H("tether.room", ["a stranger"])
        driver.add_peer(stranger)
        driver.linked = linked
        driver.sync.peers[stranger].seat = 0 if linked else 2  # as an address could claim without links
        told = messages.Fields(driver.feeds.match, driver.protocol.table.step.t, (bytes(8),))
        driver.receive(next(messages.pack_datagrams([messages.pack_message(told)])), stranger)
        reported_by(driver)
        assert driver.protocol.disputes.is_open != linked


def test_unencrypted_datagrams_reach_no_seat_behind_links() -> None:
    table, links = linked_table(POT, 2)
    net = SimulatedNetwork(table, links=links)
    for number in range(20):
        claim = messages.Hello(table[1].at.room, 2, bytes([2] * 32), "Mallory", ())
        net.inject(2, 1, next(messages.pack_datagrams([messages.pack_message(claim)])))
        net.run(number * 0.02 + 0.02)
    assert net.run(60.0)
    expect_all_equal(table)


def test_a_wrong_code_is_reported_to_the_player() -> None:
    good, links_good = linked_seat(POT, 2, 1)
    bad, links_bad = linked_seat(POT, 2, 2, key=bytes([1] * 32))
    net = SimulatedNetwork({1: good, 2: bad}, links={1: links_good, 2: links_bad})
    assert not net.run(20.0)
    for reports in net.reports.values():
        words = [report.words for report in reports if isinstance(report, PlayerNotice)]
        assert words and all("invite code" in word for word in words) and len(words) == len(set(words))


# -- real sockets --


def test_a_match_in_a_room_with_a_code_is_played_over_real_sockets() -> None:
    peers = configs(POT, 3, seed_text="closed", code="K7Q2M9XTR4")
    outcomes = asyncio.run(play_all(peers))
    assert all(outcome.finished for outcome in outcomes)
    plain = configs(POT, 3, seed_text="closed", linked=False)
    assert {outcome.digest for outcome in asyncio.run(play_all(plain))} == {outcome.digest for outcome in outcomes}


def test_without_the_code_there_is_no_match() -> None:
    peers = configs(POT, 2, seed_text="closed", code="K7Q2M9XTR4")
    peers[1].code = "K7Q2M9XTR5"
    noted = asyncio.run(first_note(peers))
    assert "invite code" in noted


async def first_note(peers: list[PeerConfig]) -> str:
    """Return the first note of a peer that cannot link."""
    told: asyncio.Queue[str] = asyncio.Queue()
    for config in peers:
        config.on_report = lambda said, state: told.put_nowait(said.words) if isinstance(said, PlayerNotice) else None
    tasks = [asyncio.create_task(run_peer(config)) for config in peers]
    words = await asyncio.wait_for(told.get(), 30.0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return words
