"""Discovery under attack: no room is silenced, listed elsewhere or evicted (threats.md)."""

from __future__ import annotations

import contextlib
import random
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from core.games.registry import GAMES
from lobby.discovery import broadcast as air_module
from lobby.discovery import discovery, reachability
from lobby.discovery.broadcast import Broadcaster as RealAir
from lobby.discovery.directory import LATE_RETRY
from lobby.discovery.discovery import ANNOUNCE_INTERVAL, CALL_BYTES, EXPIRY_SECONDS
from lobby.discovery.responder import (
    Notice,
)
from lobby.discovery.room_announcement import RoomAnnouncement, read_announcement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash
from tests.support.lobby.contacts import contact
from tests.support.lobby.eve import EVE, HOST, ROOM, heard, room_in_sight, with_another_port
from tests.support.lobby.lan import LAN, PORT, Broadcaster, announcement, peer, seen, signer


@pytest.fixture
def table() -> Broadcaster:
    """Return a network with one room and one peer that lists rooms."""
    return room_in_sight()


def echoed(air: Broadcaster, host: str, seconds: float, made: Any, every: float = 0.3) -> Iterator[None]:
    """Announce repeatedly, from a host, a changed copy of the room's newest announcement.

    `made` changes the copy.
    """
    last: list[bytes] = []
    receive = air.peers["10.0.0.2"].receive

    def tapped(datagram: bytes, source: str, *rest: Any) -> None:
        if source == HOST and datagram[:1] == b"\x18":
            last[:] = [datagram]
        receive(datagram, source, *rest)

    air.peers["10.0.0.2"].receive = tapped  # type: ignore[method-assign]
    end = air.now + seconds
    while air.now < end:
        air.run(every)
        if last:
            air.throw(host, made(last[0]))
        yield


def counts(air: Broadcaster, host: str) -> int:
    """Return the number of announcements that a host makes in the next ten seconds."""
    before = air.peers[host]._number
    air.run(10.0)
    return air.peers[host]._number - before


# -- somebody else's room --


def under_own_key(datagram: bytes) -> bytes:
    said = read_announcement(datagram)
    assert said is not None
    return said.content._replace(port=6666).pack(EVE, said.counter + 1000)


def full(datagram: bytes) -> bytes:
    said = read_announcement(datagram)
    assert said is not None
    names = tuple(f"Nobody {n}" for n in range(6))
    notice = said.content.notice._replace(taken=6)
    return said.content._replace(notice=notice, names=names, prints=()).pack(EVE, said.counter, [signer(HOST).identity])


def begun(datagram: bytes) -> bytes:
    said = read_announcement(datagram)
    assert said is not None
    notice = said.content.notice._replace(match=b"m" * 32)
    return said.content._replace(notice=notice).pack(EVE, said.counter, [signer(HOST).identity])


@pytest.mark.parametrize("made", [bytes, under_own_key, full, begun, with_another_port], ids=lambda made: made.__name__)
@pytest.mark.parametrize("answers", [False, True], ids=["no answer", "answers"])
def test_an_echo_neither_silences_nor_moves_a_room(table: Broadcaster, made: Any, answers: bool) -> None:
    """An echo neither silences a room nor moves it to another address (attack 6).

    It repeats every 0.3 s for twenty seconds, from an address that answers with its own key or not at all.
    """
    if answers:
        for port in (PORT, 6666):
            table.contacts["10.0.0.66", port] = reachability.make_answerer(EVE, lambda: ROOM.key)
    browser, before = table.peers["10.0.0.2"], table.peers[HOST]._number
    for _ in echoed(table, "10.0.0.66", 20.0, made):
        listed = heard(browser, table.now)
        assert (HOST, PORT, 2) in listed
        others = {"10.0.0.66"} if answers and made not in (bytes, with_another_port) else set()
        assert {host for host, _, _ in listed} - {HOST} <= others
    assert table.peers[HOST]._number - before >= 20.0 / ANNOUNCE_INTERVAL - 2
    fellows = table.peers[HOST].fellow_addresses(table.now)
    assert fellows == [] if made in (bytes, with_another_port) else {host for host, _ in fellows} == {"10.0.0.66"}


def test_an_echo_with_the_forged_address_of_the_host_changes_nothing(table: Broadcaster) -> None:
    """The sender forges the host's address but does not have its key."""
    for _ in echoed(table, HOST, 5.0, bytes):
        assert heard(table.peers["10.0.0.2"], table.now) == {(HOST, PORT, 2)}


def test_old_announcements_do_not_revive_a_closed_room(table: Broadcaster) -> None:
    taped = [ROOM._replace(port=PORT).pack(signer(HOST), number) for number in range(1, 4)]
    del table.peers[HOST]
    for second in range(20):
        table.run(1.0)
        for datagram in taped:
            table.throw("10.0.0.66", datagram)
            table.throw(HOST, datagram)
        if second > EXPIRY_SECONDS:
            assert not seen(table.peers["10.0.0.2"], table.now)


def test_a_relay_is_listed_only_until_the_room_announces_again(table: Broadcaster) -> None:
    """A stranger that forwards queries is listed only until the room announces again.

    The stranger replays an announcement to a newcomer at once and lets the room answer its queries.
    """
    honest = reachability.make_answerer(signer(HOST), lambda: ROOM.key)
    table.contacts["10.0.0.66", PORT] = honest
    late = table.peers["late"] = peer("late", table.now)
    late.receive(ROOM.pack(signer(HOST), table.peers[HOST]._number), "10.0.0.66", LAN, table.now)
    table.run(0.1)
    table.run(2.0)
    assert heard(late, table.now) == {(HOST, PORT, 2)}


def test_a_room_is_not_listed_if_its_address_answers_for_another(table: Broadcaster) -> None:
    for number, (key, room) in enumerate([(EVE, b"x" * 32), (signer("Mallory"), ROOM.key)]):
        host = f"10.0.0.{70 + number}"
        table.contacts[host, PORT] = reachability.make_answerer(key, lambda room=room: room)
        table.throw(host, ROOM.pack(EVE, 10 + number))
    table.run(3.0)
    assert heard(table.peers["10.0.0.2"], table.now) == {(HOST, PORT, 2)}
    assert table.peers["10.0.0.2"].counters["forged"] >= 2


def test_an_announcer_that_does_not_answer_is_reported(table: Broadcaster) -> None:
    """A room may announce without answering if a firewall blocks one direction."""
    browser = table.peers["10.0.0.2"]
    for number in range(20):
        table.throw("10.0.0.9", announcement(9).pack(EVE, number))
        table.run(0.3)
    assert browser.unanswered_hosts(table.now) == ["10.0.0.9"] and seen(browser, table.now) == [1]
    table.contacts["10.0.0.9", PORT] = reachability.make_answerer(EVE, lambda: announcement(9).key)
    for number in range(20, 40):
        table.throw("10.0.0.9", announcement(9).pack(EVE, number))
        table.run(0.3)
    assert browser.unanswered_hosts(table.now) == [] and 9 in seen(browser, table.now)


def test_an_answer_counts_only_from_the_probed_address() -> None:
    browser = peer("browser")
    browser.receive(ROOM.pack(EVE, 1), "10.0.0.5", LAN, 0.0)
    browser.tick(0.0)
    ((_, address, asked),) = browser.take_questions()
    assert address == ("10.0.0.5", PORT)
    answer = reachability.make_answerer(EVE, lambda: ROOM.key)(asked[1:17])
    assert answer is not None
    for host, port in (("10.0.0.6", PORT), ("10.0.0.5", PORT + 1)):
        browser.receive(answer, host, LAN, 0.1, port)
        assert not browser.rooms(0.1)
    browser.receive(answer, "10.0.0.5", LAN, 0.1, PORT)
    assert heard(browser, 0.1) == {("10.0.0.5", PORT, 2)}


def test_a_moved_room_is_listed_at_its_old_address_until_the_new_one_answers() -> None:
    air = Broadcaster({HOST: peer(HOST), "10.0.0.2": peer("browser")})
    air.peers[HOST].announce(ROOM, 0.0)
    air.run(1.0)
    browser = air.peers["10.0.0.2"]
    air.contacts[HOST, 5000] = lambda random_bytes: None
    air.peers[HOST].announce(ROOM._replace(port=5000), air.now)
    air.run(0.7)
    assert heard(browser, air.now) == {(HOST, PORT, 2)}
    del air.contacts[HOST, 5000]
    air.run(LATE_RETRY + 1.0)
    assert heard(browser, air.now) == {(HOST, 5000, 2)}


def test_keys_that_name_each_other_are_listed_as_one_room() -> None:
    """Keys that name each other are one room; a stranger's key is not.

    Two unlinked members of a room both announce the room, and a stranger names both.
    """
    names = ("10.0.0.1", "10.0.0.3")
    keys = {signer(name).identity: None for name in names}
    air = Broadcaster({**{name: peer(name) for name in names}, "10.0.0.2": peer("browser"), "10.0.0.66": peer("Eve")})
    for name in names:
        air.peers[name].announce(ROOM, 0.0, {}, keys)
    air.run(2.0)
    browser = air.peers["10.0.0.2"]
    assert len(browser.rooms(air.now)) == 1
    air.peers["10.0.0.66"].announce(announcement(1, 6), air.now, {}, keys)
    air.run(2.0)
    listed = heard(browser, air.now)
    assert len(listed) == 2 and ("10.0.0.66", PORT, 6) in listed
    assert {taken for _, _, taken in listed} == {2, 6}


def test_of_keys_that_name_each_other_the_one_with_a_free_seat_counts() -> None:
    """One member announces that the room is full or has begun; another announces a free seat."""
    for changes in ({"taken": 6}, {"match": b"m" * 32}):
        false = announcement(1, int(changes.get("taken", 2)), match=changes.get("match", b""))  # type: ignore[call-overload]
        keys = dict.fromkeys((signer(HOST).identity, EVE.identity))
        air = Broadcaster({HOST: peer(HOST), "10.0.0.66": peer("Eve"), "10.0.0.2": peer("browser")})
        air.peers[HOST].announce(ROOM, 0.0, {}, keys)
        air.peers["10.0.0.66"].announce(false, 0.0, {}, keys)
        for _ in range(30):
            air.run(0.2)
            assert heard(air.peers["10.0.0.2"], air.now) <= {(HOST, PORT, 2)} or air.now < 1.0
        assert heard(air.peers["10.0.0.2"], air.now) == {(HOST, PORT, 2)}


# -- silence --


def test_members_defer_only_to_linked_keys_at_their_addresses() -> None:
    eve = {EVE.identity: ("10.0.0.66", PORT)}
    cases = [
        ({}, "10.0.0.66", ROOM, False),
        ({EVE.identity: ("10.0.0.7", PORT)}, "10.0.0.66", ROOM, False),
        (eve, "10.0.0.66", ROOM._replace(port=PORT + 1), False),
        (eve, "10.0.0.66", announcement(1, 3), False),
        (eve, "10.0.0.66", ROOM, True),
    ]
    for linked, host, said, silent in cases:
        air = Broadcaster({HOST: peer(HOST)})
        air.peers[HOST].announce(ROOM, 0.0, linked)
        air.run(1.0)
        before = air.peers[HOST]._number
        for number in range(24):
            air.throw(host, said.pack(EVE, number + 1))
            air.run(0.3)
        own = air.peers[HOST]._number - before
        assert (own <= 2) == silent and (own >= 9) == (not silent)


def test_replayed_announcements_do_not_silence_a_room() -> None:
    eve = {EVE.identity: ("10.0.0.66", PORT)}
    for fresh, least in ((False, 90), (True, 6)):
        air = Broadcaster({HOST: peer(HOST)})
        air.peers[HOST].announce(ROOM, 0.0, eve)
        air.run(1.0)
        before = air.peers[HOST]._number
        for number in range(350):
            air.throw("10.0.0.66", ROOM.pack(EVE, number + 1 if fresh else 1))
            air.run(0.2)
        assert air.peers[HOST]._number - before >= least


# -- on real sockets --


GAME = GAMES["bridgefront"]


def test_a_room_stays_listed_through_echoes_and_invented_rooms_on_real_sockets() -> None:
    """The room also keeps announcing.

    The echo has another port and repeats every 0.3 s. The 640 invented rooms come from twenty addresses of this
    computer.
    """
    key, ends = Signer(b"s" * 32), 8.0
    number = int.from_bytes(random.randbytes(32), "big")
    notice = Notice(number.to_bytes(32, "big"), GAME.name, rules_hash(GAME), "Ada", 4, 2, False, b"")
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(contact(key, notice.room))
        room = RoomAnnouncement(port, notice, ("Ada", "Ilse"))
        own, browser = (
            stack.enter_context(contextlib.closing(RealAir("127.0.0.1", one, lists)))
            for one, lists in ((key, False), (None, True))
        )
        liars = []
        for n in range(20):
            sock = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.bind((f"127.0.1.{n + 1}", 0))
            liars.append(sock)
        own.discovery.announce(room, 0.0)
        begun_at = own.discovery._number
        now, echo_at, number, listed = 0.0, 0.0, 0, 0
        while now < ends:
            now += 0.05
            own.poll(now)
            browser.poll(now)
            if now >= echo_at:
                echo_at = now + 0.3
                false = room._replace(port=6666).pack(EVE, round(now * 1000))
                liars[0].sendto(false, ("127.255.255.255", air_module.PORT))
            for _ in range(8):
                said = announcement(2000 + number % 640).pack(signer(f"i{number % 640}"), number)
                liars[number % 20].sendto(said, ("127.255.255.255", air_module.PORT))
                number += 1
            there = [h for h in browser.discovery.rooms(now) if h.announcement.notice.room == notice.room]
            if there:
                listed += 1
                assert [(h.host, h.announcement.port) for h in there] == [("127.0.0.1", port)]
        assert listed >= 0.9 * ends / 0.05 - 5
        assert own.discovery._number - begun_at >= 3 and own.discovery.fellow_addresses(now), "more seldom, not silent"


def test_a_tournament_cannot_be_taken_over() -> None:
    cup = TournamentAnnouncement(PORT, b"t" * 32, "Cup", "bridgefront", bytes(32), "swiss", 2, 0, True)
    air = Broadcaster({HOST: peer(HOST), "10.0.0.2": peer("browser")})
    air.peers[HOST].announce(cup, 0.0)
    for number in range(60):
        air.throw("10.0.0.66", cup._replace(port=6666).pack(EVE, number))
        air.throw("10.0.0.2", CALL_BYTES)
        air.run(0.3)
        there = air.peers["10.0.0.2"].tournaments(air.now)
        assert [(one.host, one.announcement) for one in there] == [(HOST, cup)] or air.now < 0.5
    assert air.peers[HOST]._number >= 18.0 / ANNOUNCE_INTERVAL - 2
    assert discovery.EXPIRY_SECONDS < 18.0
