"""Floods of announcements and queries (threats.md).

A list keeps the rooms that answer, and no peer is asked or sent too much.
"""

from __future__ import annotations

import tracemalloc
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from core.engine.codec import enc
from lobby.discovery import announce_rate, directory, discovery, reachability
from lobby.discovery.announce_rate import QUESTIONS
from lobby.discovery.directory import LATE_RETRY, MOST, MOST_OF_ONE
from lobby.discovery.responder import (
    ASK,
    LENGTH,
    NOTICE,
    AnsweringTransport,
    Query,
    Question,
    Responder,
    make_answer,
    make_question,
    read_answer,
)
from net.crypto import primitives
from tests.support.lobby.eve import EVE, HOST, ROOM, heard, invented, room_in_sight, with_another_port
from tests.support.lobby.lan import LAN, PORT, Broadcaster, announcement, peer, seen, signer


@pytest.fixture
def table() -> Broadcaster:
    """Return a network with one room and one peer that lists rooms."""
    return room_in_sight()


# -- too many --


@pytest.mark.parametrize("answers", [False, True], ids=["no answers", "answers"])
def test_invented_rooms_do_not_displace_real_ones(table: Broadcaster, answers: bool) -> None:
    """Invented rooms displace no real room (attack 6).

    They are 640 from twenty addresses, then ten times as many. A later peer sees the real room too.
    """
    browser = table.peers["10.0.0.2"]
    for number in range(6400):
        host, datagram = invented(number, 20)
        if answers:
            room = (1000 + number).to_bytes(32, "big")
            table.contacts[host, PORT] = reachability.make_answerer(
                signer(f"invented {number}"), lambda room=room: room
            )
        table.throw(host, datagram)
        if number % 40 == 0:
            table.run(0.05)
            assert (HOST, PORT, 2) in heard(browser, table.now)
    late = table.peers["late"] = peer("late", table.now)
    for number in range(640):
        table.throw(*invented(number, 20, 2))
    table.run(3.0)
    for number in range(640):
        table.throw(*invented(number, 20, 3))
    table.run(2.0)
    assert (HOST, PORT, 2) in heard(late, table.now)
    for one in (browser, late):
        assert len(one._directory._entries) <= 20 * MOST_OF_ONE + 1 <= MOST
        assert len(one._directory._asked) <= len(one._directory._entries)


def test_a_full_list_keeps_rooms_that_answer_and_favours_sources_with_few_rooms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(directory, "MOST", 12)
    monkeypatch.setattr(directory, "MOST_OF_ONE", 6)
    for name in ("QUESTIONS", "QUESTIONS_OF_FEW"):
        monkeypatch.setattr(announce_rate, name, 60)
    browser = peer("browser")

    def hear(number: int, host: str, answers: bool, now: float) -> None:
        key = signer(f"k{number}")
        browser.receive(announcement(number).pack(key, 1), host, LAN, now)
        browser.tick(now)
        for _, (asked, port), said in browser.take_questions():
            if answers and asked == host:
                answer = reachability.make_answerer(key, lambda: announcement(number).key)(said[1:17])
                assert answer is not None
                browser.receive(answer, host, LAN, now, port)

    for number in range(6):
        hear(number + 1, f"10.0.1.{number}", True, 0.01 * number)
    for number in range(20):
        hear(100 + number, "10.0.2.1", False, 0.2)
    assert seen(browser, 0.3) == [1, 2, 3, 4, 5, 6] and len(browser._directory._entries) == 12
    for number in range(5):
        hear(7 + number, f"10.0.3.{number}", True, 0.3)
    assert seen(browser, 0.3)[-1] == 9 and len(seen(browser, 0.3)) == 11
    keys = [int.from_bytes(room, "big") for room, _, _ in browser._directory._entries]
    assert [number for number in keys if number >= 100] == [100], "the latest of the host with most went"
    hear(50, "10.0.3.0", True, 0.4)
    assert 50 not in seen(browser, 0.4), "what has not answered stays, where nobody has more than one of it"
    for now in (0.7, 1.5, 2.3):
        browser.tick(now)
        browser.take_questions()
    hear(50, "10.0.3.0", True, 2.4)
    assert 50 in seen(browser, 2.4), "who was asked in vain went"
    hear(51, "10.0.4.0", True, 2.5)
    assert 51 in seen(browser, 2.5) and 50 not in seen(browser, 2.5), "the latest of the host with most went"
    hear(53, "10.0.6.0", True, 2.5)
    assert 53 not in seen(browser, 2.5), "one of each host: nobody has more than another one"


def test_signature_checks_are_cached_and_bounded_per_host(table: Broadcaster, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[bytes] = []
    real = primitives._signature_holds

    @lru_cache(maxsize=4096)
    def noting(identity: bytes, message: bytes, signature: bytes) -> bool:
        done.append(signature)
        return real(identity, message, signature)

    monkeypatch.setattr(primitives, "_signature_holds", noting)
    browser = table.peers["10.0.0.2"]
    datagram = ROOM.pack(signer(HOST), 10**6)
    for _ in range(1000):
        browser.receive(datagram, HOST, LAN, table.now)
    assert len(done) == 1
    costs = []
    for much in (1000, 10_000):
        done.clear()
        for number in range(much):
            forged = with_another_port(datagram)[:-4] + number.to_bytes(4, "big")
            browser.receive(forged, "10.0.0.66", LAN, table.now + number / much)
        costs.append(len(done))
        table.run(60.0)
    assert costs[0] <= 40 and costs[1] <= 1.2 * costs[0]


def test_announcements_that_name_a_third_party_cause_few_queries_to_it(table: Broadcaster) -> None:
    """Any number of announcements causes fewer bytes to be sent to the third party than the announcements have."""
    browser, sent = table.peers["10.0.0.2"], []
    for much in (300, 3000):
        there = cost = 0
        for number in range(much):
            said = announcement(5000 + number).pack(signer(f"spoofed {number % 200}"), number)
            cost += len(said)
            browser.receive(said, "10.0.9.9", LAN, table.now)
            table.now += 10.0 / much
            browser.tick(table.now)
            asked = [question for _, (host, _), question in browser.take_questions() if host == "10.0.9.9"]
            there += sum(map(len, asked))
        assert there < cost / 5
        sent.append(there)
    assert sent[1] <= 1.2 * sent[0]


def test_probes_are_bounded_per_host_and_back_off() -> None:
    browser = peer("browser")
    for number in range(40 * 30):
        said = announcement(number + 1).pack(signer(f"q{number % 200}"), number)
        browser.receive(said, f"10.0.0.{number // 30}", LAN, number / 400)
    asked = Counter[str]()
    for second in range(3, 8):
        browser.tick(second)
        now = Counter(address[0] for _, address, _ in browser.take_questions())
        asked += now
        assert sum(now.values()) == QUESTIONS and max(asked.values()) == 1
    assert len(asked) == 5 * QUESTIONS, "no host is asked again as long as there are others"
    one, sent = peer("one"), 0
    for number in range(600):
        one.receive(announcement(1).pack(EVE, number), "10.0.0.1", LAN, number / 10)
        one.tick(number / 10)
        sent += len(one.take_questions())
    assert 10 <= sent <= 3 + 60 / LATE_RETRY


@pytest.mark.parametrize(("hosts", "at_once", "least"), [(20, 4, 9), (100, 2, 1)])
def test_announcements_from_many_addresses_slow_down_a_room_but_do_not_silence_it(
    hosts: int, at_once: int, least: int
) -> None:
    air = Broadcaster({HOST: peer(HOST, lists=False), "10.0.0.2": peer("browser")})
    announcements = [announcement(1000 + n).pack(signer(f"loud {n}"), 1) for n in range(200)]

    def noise(seconds: float) -> None:
        end, number = air.now + seconds, 0
        while air.now < end:
            for _ in range(at_once):
                number += 1
                air.throw(f"10.9.{number % hosts}.9", announcements[number % 200])
            air.run(0.05)

    noise(5.0)
    air.peers[HOST].announce(ROOM, air.now)
    noise(discovery.LATEST + 0.5)
    assert (HOST, PORT, 2) in heard(air.peers["10.0.0.2"], air.now), "though it is new"
    before = air.peers[HOST]._number
    for _ in range(6):
        noise(2.0)
        assert (HOST, PORT, 2) in heard(air.peers["10.0.0.2"], air.now)
    noise(max(0.0, hosts / 10 - 2.0))
    assert air.peers[HOST]._number - before >= least


def test_one_host_has_a_bounded_number_of_places_in_the_list() -> None:
    browser = peer("browser")
    for number in range(200):
        browser.receive(announcement(number + 1).pack(signer(number), 1), "10.0.0.1", LAN, number / 50)
    assert len(browser._directory._entries) == MOST_OF_ONE


def test_memory_of_a_flooded_member_is_bounded() -> None:
    """Ten times the datagrams use no more memory and hardly more bytes."""
    sizes = []
    for much in (600, 6000):
        browser = peer("browser")
        datagrams = [announcement(n).pack(signer(f"f{n % 300}"), n) for n in range(600)]
        tracemalloc.start()
        for number in range(much):
            browser.receive(datagrams[number % 600], f"10.{number % 50}.0.1", LAN, number / much)
        browser.tick(1.0)
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert sizes[1] < 2 * sizes[0] + 100_000


# -- at its responder --


class Silent:
    """Transport with no peer behind it."""

    def receive(self, datagram: bytes, address: Any, now: float) -> None:
        """Ignore a datagram."""

    def tick(self, now: float) -> None:
        """Ignore the time."""

    def process(self, now: float) -> None:
        """Do nothing."""

    def take_datagrams(self) -> list[tuple[Any, bytes]]:
        """Return no datagrams."""
        return []


def test_answers_to_strangers_are_short_and_limited_per_host() -> None:
    at = Responder(Silent(), lambda: ROOM.notice, signer=EVE)
    for said in (make_question(b"q" * 16), reachability.make_question(b"q" * 16)):
        at.receive(said, ("10.0.0.1", 1), 0.0)
        ((_, answered),) = at.take_datagrams()
        assert len(answered) <= 3 * len(said)
        at.receive(said[:-1], ("10.0.0.1", 1), 0.0)
        at.receive(said + b"\x00", ("10.0.0.1", 1), 0.0)
        assert not at.take_datagrams()
    assert read_answer(answered, b"q" * 16) is None and reachability.is_valid_answer(
        answered, b"q" * 16, ROOM.key, EVE.identity
    )
    there = []
    for much in (1000, 10_000):
        for number in range(much):
            at.receive(
                reachability.make_question(number.to_bytes(16, "big")), ("10.0.0.66", number), 10.0 + number / much
            )
        there.append(len(at.take_datagrams()))
        at.receive(reachability.make_question(b"x" * 16), ("10.0.0.7", 1), 11.0)
        assert len(at.take_datagrams()) == 1, "another host is answered all the same"
        at.take_datagrams()
        at.receive(reachability.make_question(b"y" * 16), ("10.0.0.66", 1), 99.0)
        at.take_datagrams()
    assert there[0] <= 80 and there[1] <= 1.2 * there[0]


def test_answers_to_all_hosts_together_are_bounded() -> None:
    at = AnsweringTransport(Silent(), {ASK: Question(LENGTH, lambda random_bytes: random_bytes)})
    for number in range(5000):
        at.receive(make_question(bytes(16)), (f"10.{number >> 8}.{number & 255}.1", 1), number / 5000)
    assert len(at.take_datagrams()) <= 400


def test_a_caller_of_another_version_is_informed_of_the_difference() -> None:
    asked, old = b"q" * 16, bytes([NOTICE]) + b"q" * 16 + enc([1, *ROOM.notice])
    for said, other in (
        (old, "older"),
        (make_answer(asked, ROOM.notice), ""),
        (old[:-1], ""),
        (b"\x17" + old[2:], ""),
    ):
        query = Query(("10.0.0.1", 1), asked)
        query.receive(said, ("10.0.0.2", 1), 0.0)
        assert not query.other_version and query.notice is None
        query.receive(said, ("10.0.0.1", 1), 0.0)
        assert query.other_version == other


def test_a_responder_without_a_room_does_not_answer() -> None:
    at = Responder(Silent(), lambda: None, signer=EVE)
    for said in (make_question(bytes(16)), reachability.make_question(bytes(16))):
        at.receive(said, ("10.0.0.1", 1), 0.0)
    assert not at.take_datagrams()
