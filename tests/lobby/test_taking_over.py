"""Discovery under attack: nobody silences a room, lists it elsewhere, or pushes it out of a list (threats.md)."""

from __future__ import annotations

import contextlib
import random
import socket
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from core.games import GAMES
from core.kernel.codec import enc
from lobby import broadcast as air_module
from lobby import crowd, discovery, found, here
from lobby.announcement import RoomAnnouncement, read_announcement
from lobby.broadcast import Broadcaster as RealAir
from lobby.crowd import QUESTIONS
from lobby.discovery import CALL_BYTES, EVERY, GONE, Discovery
from lobby.found import LATER, MOST, MOST_OF_ONE
from lobby.responder import (
    ASK,
    LENGTH,
    NOTICE,
    Answering,
    Notice,
    Query,
    Question,
    Responder,
    answer,
    question,
    read_answer,
)
from lobby.tournament.announcement import TournamentAnnouncement
from net import crypto
from net.crypto import Signer
from net.genesis import rules_hash
from tests.lobby.contacts import contact
from tests.lobby.lan import LAN, PORT, Broadcaster, announcement, peer, seen, signer

EVE, HOST = signer("Eve"), "10.0.0.1"
ROOM = announcement(1, 2)


def heard(one: Discovery, now: float) -> set[tuple[str, int, int]]:
    """Where somebody lists rooms, and how many sit there."""
    return {(room.host, room.announcement.port, room.announcement.notice.taken) for room in one.rooms(now)}


@pytest.fixture
def table() -> Broadcaster:
    """A room at one host, somebody who lists rooms, and time enough that both know."""
    air = Broadcaster({HOST: peer(HOST, lists=False), "10.0.0.2": peer("browser")})
    air.peers[HOST].open(ROOM, 0.0)
    air.run(2.0)
    assert heard(air.peers["10.0.0.2"], air.now) == {(HOST, PORT, 2)}
    return air


def echoed(air: Broadcaster, host: str, seconds: float, made: Any, every: float = 0.3) -> Iterator[None]:
    """Somebody at a host announces what `made` makes of the newest announcement of the room, again and again."""
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
    """How often a host has announced in the next ten seconds."""
    before = air.peers[host]._number
    air.run(10.0)
    return air.peers[host]._number - before


# -- somebody else's room --


def under_own_key(datagram: bytes) -> bytes:
    said = read_announcement(datagram)
    assert said is not None
    return said.announcement._replace(port=6666).announced(EVE, said.counter + 1000)


def full(datagram: bytes) -> bytes:
    said = read_announcement(datagram)
    assert said is not None
    names = tuple(f"Nobody {n}" for n in range(6))
    notice = said.announcement.notice._replace(taken=6)
    return said.announcement._replace(notice=notice, names=names, prints=()).announced(
        EVE, said.counter, [signer(HOST).identity]
    )


def begun(datagram: bytes) -> bytes:
    said = read_announcement(datagram)
    assert said is not None
    notice = said.announcement.notice._replace(match=b"m" * 32)
    return said.announcement._replace(notice=notice).announced(EVE, said.counter, [signer(HOST).identity])


def with_another_port(datagram: bytes) -> bytes:
    """The same key, and a signature that does not fit."""
    said = read_announcement(datagram)
    assert said is not None
    forged = said.announcement._replace(port=6666).announced(EVE, said.counter + 5)
    return forged.replace(EVE.identity, signer(HOST).identity, 1)


@pytest.mark.parametrize("made", [bytes, under_own_key, full, begun, with_another_port], ids=lambda made: made.__name__)
@pytest.mark.parametrize("answers", [False, True], ids=["no answer", "answers"])
def test_who_echoes_a_room_neither_silences_it_nor_moves_it(table: Broadcaster, made: Any, answers: bool) -> None:
    """Attack 6: every 0.3 s for twenty seconds, from an address that answers with its own key or not at all."""
    if answers:
        for port in (PORT, 6666):
            table.contacts["10.0.0.66", port] = here.answering(EVE, lambda: ROOM.key)
    browser, before = table.peers["10.0.0.2"], table.peers[HOST]._number
    for _ in echoed(table, "10.0.0.66", 20.0, made):
        listed = heard(browser, table.now)
        assert (HOST, PORT, 2) in listed
        others = {"10.0.0.66"} if answers and made not in (bytes, with_another_port) else set()
        assert {host for host, _, _ in listed} - {HOST} <= others
    assert table.peers[HOST]._number - before >= 20.0 / EVERY - 2
    fellows = table.peers[HOST].fellows(table.now)
    assert fellows == [] if made in (bytes, with_another_port) else {host for host, _ in fellows} == {"10.0.0.66"}


def test_an_echo_from_the_own_address_changes_nothing(table: Broadcaster) -> None:
    """Whoever can write the host's address on datagrams still lacks its key."""
    for _ in echoed(table, HOST, 5.0, bytes):
        assert heard(table.peers["10.0.0.2"], table.now) == {(HOST, PORT, 2)}


def test_old_cries_say_nothing_when_the_room_is_gone(table: Broadcaster) -> None:
    taped = [ROOM._replace(port=PORT).announced(signer(HOST), number) for number in range(1, 4)]
    del table.peers[HOST]
    for second in range(20):
        table.run(1.0)
        for datagram in taped:
            table.throw("10.0.0.66", datagram)
            table.throw(HOST, datagram)
        if second > GONE:
            assert not seen(table.peers["10.0.0.2"], table.now)


def test_who_passes_questions_on_is_listed_only_till_the_room_cries_again(table: Broadcaster) -> None:
    """A stranger replays an announcement to a newcomer at once, and lets the room answer for it."""
    honest = here.answering(signer(HOST), lambda: ROOM.key)
    table.contacts["10.0.0.66", PORT] = honest
    late = table.peers["late"] = peer("late", table.now)
    late.receive(ROOM.announced(signer(HOST), table.peers[HOST]._number), "10.0.0.66", LAN, table.now)
    table.run(0.1)
    table.run(2.0)
    assert heard(late, table.now) == {(HOST, PORT, 2)}


def test_nobody_is_listed_whose_address_answers_with_another_key_or_room(table: Broadcaster) -> None:
    for number, (key, room) in enumerate([(EVE, b"x" * 32), (signer("Mallory"), ROOM.key)]):
        host = f"10.0.0.{70 + number}"
        table.contacts[host, PORT] = here.answering(key, lambda room=room: room)
        table.throw(host, ROOM.announced(EVE, 10 + number))
    table.run(3.0)
    assert heard(table.peers["10.0.0.2"], table.now) == {(HOST, PORT, 2)}
    assert table.peers["10.0.0.2"].counters["forged"] >= 2


def test_who_cries_and_does_not_answer_is_told_of(table: Broadcaster) -> None:
    """A firewall lets announcements out and no questions in."""
    browser = table.peers["10.0.0.2"]
    for number in range(20):
        table.throw("10.0.0.9", announcement(9).announced(EVE, number))
        table.run(0.3)
    assert browser.unanswered(table.now) == ["10.0.0.9"] and seen(browser, table.now) == [1]
    table.contacts["10.0.0.9", PORT] = here.answering(EVE, lambda: announcement(9).key)
    for number in range(20, 40):
        table.throw("10.0.0.9", announcement(9).announced(EVE, number))
        table.run(0.3)
    assert browser.unanswered(table.now) == [] and 9 in seen(browser, table.now)


def test_an_answer_counts_from_the_asked_address_alone() -> None:
    browser = peer("browser")
    browser.receive(ROOM.announced(EVE, 1), "10.0.0.5", LAN, 0.0)
    browser.tick(0.0)
    ((_, address, asked),) = browser.take_questions()
    assert address == ("10.0.0.5", PORT)
    answer = here.answering(EVE, lambda: ROOM.key)(asked[1:17])
    assert answer is not None
    for host, port in (("10.0.0.6", PORT), ("10.0.0.5", PORT + 1)):
        browser.receive(answer, host, LAN, 0.1, port)
        assert not browser.rooms(0.1)
    browser.receive(answer, "10.0.0.5", LAN, 0.1, PORT)
    assert heard(browser, 0.1) == {("10.0.0.5", PORT, 2)}


def test_a_door_that_moves_is_listed_where_it_answered_till_the_new_one_has() -> None:
    air = Broadcaster({HOST: peer(HOST), "10.0.0.2": peer("browser")})
    air.peers[HOST].open(ROOM, 0.0)
    air.run(1.0)
    browser = air.peers["10.0.0.2"]
    air.contacts[HOST, 5000] = lambda random_bytes: None
    air.peers[HOST].open(ROOM._replace(port=5000), air.now)
    air.run(0.7)
    assert heard(browser, air.now) == {(HOST, PORT, 2)}
    del air.contacts[HOST, 5000]
    air.run(LATER + 1.0)
    assert heard(browser, air.now) == {(HOST, 5000, 2)}


def test_keys_that_name_each_other_are_one_room_and_others_are_not() -> None:
    """Two members of a room that are not linked both announcement; a stranger names both of them."""
    names = ("10.0.0.1", "10.0.0.3")
    keys = {signer(name).identity: None for name in names}
    air = Broadcaster({**{name: peer(name) for name in names}, "10.0.0.2": peer("browser"), "10.0.0.66": peer("Eve")})
    for name in names:
        air.peers[name].open(ROOM, 0.0, {}, keys)
    air.run(2.0)
    browser = air.peers["10.0.0.2"]
    assert len(browser.rooms(air.now)) == 1
    air.peers["10.0.0.66"].open(announcement(1, 6), air.now, {}, keys)
    air.run(2.0)
    listed = heard(browser, air.now)
    assert len(listed) == 2 and ("10.0.0.66", PORT, 6) in listed
    assert {taken for _, _, taken in listed} == {2, 6}


def test_among_keys_that_name_each_other_a_seat_that_one_has_counts() -> None:
    """A member says that the room is full, or has begun; another one says that there is a seat."""
    for changes in ({"taken": 6}, {"match": b"m" * 32}):
        false = announcement(1, int(changes.get("taken", 2)), match=changes.get("match", b""))  # type: ignore[call-overload]
        keys = dict.fromkeys((signer(HOST).identity, EVE.identity))
        air = Broadcaster({HOST: peer(HOST), "10.0.0.66": peer("Eve"), "10.0.0.2": peer("browser")})
        air.peers[HOST].open(ROOM, 0.0, {}, keys)
        air.peers["10.0.0.66"].open(false, 0.0, {}, keys)
        for _ in range(30):
            air.run(0.2)
            assert heard(air.peers["10.0.0.2"], air.now) <= {(HOST, PORT, 2)} or air.now < 1.0
        assert heard(air.peers["10.0.0.2"], air.now) == {(HOST, PORT, 2)}


# -- silence --


def test_members_fall_silent_for_linked_keys_at_their_addresses_alone() -> None:
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
        air.peers[HOST].open(ROOM, 0.0, linked)
        air.run(1.0)
        before = air.peers[HOST]._number
        for number in range(24):
            air.throw(host, said.announced(EVE, number + 1))
            air.run(0.3)
        own = air.peers[HOST]._number - before
        assert (own <= 2) == silent and (own >= 9) == (not silent)


def test_replays_of_a_linked_key_silence_nobody_and_a_live_one_not_for_long() -> None:
    eve = {EVE.identity: ("10.0.0.66", PORT)}
    for fresh, least in ((False, 90), (True, 6)):
        air = Broadcaster({HOST: peer(HOST)})
        air.peers[HOST].open(ROOM, 0.0, eve)
        air.run(1.0)
        before = air.peers[HOST]._number
        for number in range(350):
            air.throw("10.0.0.66", ROOM.announced(EVE, number + 1 if fresh else 1))
            air.run(0.2)
        assert air.peers[HOST]._number - before >= least


# -- too many --


def invented(number: int, hosts: int, counter: int = 1) -> tuple[str, bytes]:
    return f"10.2.0.{number % hosts}", announcement(1000 + number).announced(signer(f"invented {number}"), counter)


@pytest.mark.parametrize("answers", [False, True], ids=["no answers", "answers"])
def test_invented_rooms_push_none_out(table: Broadcaster, answers: bool) -> None:
    """Attack 6: 640 rooms from twenty addresses, then ten times as many; one who comes later sees the real one too."""
    browser = table.peers["10.0.0.2"]
    for number in range(6400):
        host, datagram = invented(number, 20)
        if answers:
            room = (1000 + number).to_bytes(32, "big")
            table.contacts[host, PORT] = here.answering(signer(f"invented {number}"), lambda room=room: room)
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
        assert len(one._found._entries) <= 20 * MOST_OF_ONE + 1 <= MOST
        assert len(one._found._asked) <= len(one._found._entries)


def test_a_full_list_keeps_what_has_answered_and_gives_to_who_has_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "MOST", 12)
    monkeypatch.setattr(found, "MOST_OF_ONE", 6)
    for name in ("QUESTIONS", "QUESTIONS_OF_FEW"):
        monkeypatch.setattr(crowd, name, 60)
    browser = peer("browser")

    def hear(number: int, host: str, answers: bool, now: float) -> None:
        key = signer(f"k{number}")
        browser.receive(announcement(number).announced(key, 1), host, LAN, now)
        browser.tick(now)
        for _, (asked, port), said in browser.take_questions():
            if answers and asked == host:
                answer = here.answering(key, lambda: announcement(number).key)(said[1:17])
                assert answer is not None
                browser.receive(answer, host, LAN, now, port)

    for number in range(6):
        hear(number + 1, f"10.0.1.{number}", True, 0.01 * number)
    for number in range(20):
        hear(100 + number, "10.0.2.1", False, 0.2)
    assert seen(browser, 0.3) == [1, 2, 3, 4, 5, 6] and len(browser._found._entries) == 12
    for number in range(5):
        hear(7 + number, f"10.0.3.{number}", True, 0.3)
    assert seen(browser, 0.3)[-1] == 9 and len(seen(browser, 0.3)) == 11
    keys = [int.from_bytes(room, "big") for room, _, _ in browser._found._entries]
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


def test_signatures_are_checked_once_for_a_key_and_a_counter_and_few_of_one_host(
    table: Broadcaster, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[bytes] = []
    real = crypto._signature_holds

    @lru_cache(maxsize=4096)
    def noting(identity: bytes, message: bytes, signature: bytes) -> bool:
        done.append(signature)
        return real(identity, message, signature)

    monkeypatch.setattr(crypto, "_signature_holds", noting)
    browser = table.peers["10.0.0.2"]
    datagram = ROOM.announced(signer(HOST), 10**6)
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


def test_whoever_is_named_is_asked_little(table: Broadcaster) -> None:
    """Announcements with another's address on them: what goes there is less than they cost, however many they are."""
    browser, sent = table.peers["10.0.0.2"], []
    for much in (300, 3000):
        there = cost = 0
        for number in range(much):
            said = announcement(5000 + number).announced(signer(f"spoofed {number % 200}"), number)
            cost += len(said)
            browser.receive(said, "10.0.9.9", LAN, table.now)
            table.now += 10.0 / much
            browser.tick(table.now)
            asked = [question for _, (host, _), question in browser.take_questions() if host == "10.0.9.9"]
            there += sum(map(len, asked))
        assert there < cost / 5
        sent.append(there)
    assert sent[1] <= 1.2 * sent[0]


def test_questions_are_few_for_each_host_and_all_together_and_ever_more_seldom() -> None:
    browser = peer("browser")
    for number in range(40 * 30):
        said = announcement(number + 1).announced(signer(f"q{number % 200}"), number)
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
        one.receive(announcement(1).announced(EVE, number), "10.0.0.1", LAN, number / 10)
        one.tick(number / 10)
        sent += len(one.take_questions())
    assert 10 <= sent <= 3 + 60 / LATER


@pytest.mark.parametrize(("hosts", "at_once", "least"), [(20, 4, 9), (100, 2, 1)])
def test_hostile_addresses_slow_a_room_down_as_rooms_would_and_silence_nobody(
    hosts: int, at_once: int, least: int
) -> None:
    air = Broadcaster({HOST: peer(HOST, lists=False), "10.0.0.2": peer("browser")})
    announcements = [announcement(1000 + n).announced(signer(f"loud {n}"), 1) for n in range(200)]

    def noise(seconds: float) -> None:
        end, number = air.now + seconds, 0
        while air.now < end:
            for _ in range(at_once):
                number += 1
                air.throw(f"10.9.{number % hosts}.9", announcements[number % 200])
            air.run(0.05)

    noise(5.0)
    air.peers[HOST].open(ROOM, air.now)
    noise(discovery.LATEST + 0.5)
    assert (HOST, PORT, 2) in heard(air.peers["10.0.0.2"], air.now), "though it is new"
    before = air.peers[HOST]._number
    for _ in range(6):
        noise(2.0)
        assert (HOST, PORT, 2) in heard(air.peers["10.0.0.2"], air.now)
    noise(max(0.0, hosts / 10 - 2.0))
    assert air.peers[HOST]._number - before >= least


def test_one_host_has_its_places_and_no_more() -> None:
    browser = peer("browser")
    for number in range(200):
        browser.receive(announcement(number + 1).announced(signer(number), 1), "10.0.0.1", LAN, number / 50)
    assert len(browser._found._entries) == MOST_OF_ONE


def test_what_a_member_keeps_of_a_flood_is_bounded() -> None:
    """Ten times the datagrams cost no more memory and hardly more bytes."""
    sizes = []
    for much in (600, 6000):
        browser = peer("browser")
        datagrams = [announcement(n).announced(signer(f"f{n % 300}"), n) for n in range(600)]
        tracemalloc.start()
        for number in range(much):
            browser.receive(datagrams[number % 600], f"10.{number % 50}.0.1", LAN, number / much)
        browser.tick(1.0)
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert sizes[1] < 2 * sizes[0] + 100_000


# -- at its responder --


class Silent:
    """A line that nobody is behind."""

    def receive(self, datagram: bytes, address: Any, now: float) -> None:
        """Takes a datagram in."""

    def tick(self, now: float) -> None:
        """The time is `now`."""

    def take_datagrams(self, now: float) -> list[tuple[Any, bytes]]:
        """What is to be sent."""
        return []


def test_a_door_answers_with_less_than_three_times_the_question_and_each_host_its_share() -> None:
    at = Responder(Silent(), lambda: ROOM.notice, signer=EVE)
    for said in (question(b"q" * 16), here.question(b"q" * 16)):
        at.receive(said, ("10.0.0.1", 1), 0.0)
        ((_, answered),) = at.take_datagrams(0.0)
        assert len(answered) <= 3 * len(said)
        at.receive(said[:-1], ("10.0.0.1", 1), 0.0)
        at.receive(said + b"\x00", ("10.0.0.1", 1), 0.0)
        assert not at.take_datagrams(0.0)
    assert read_answer(answered, b"q" * 16) is None and here.holds(answered, b"q" * 16, ROOM.key, EVE.identity)
    there = []
    for much in (1000, 10_000):
        for number in range(much):
            at.receive(here.question(number.to_bytes(16, "big")), ("10.0.0.66", number), 10.0 + number / much)
        there.append(len(at.take_datagrams(11.0)))
        at.receive(here.question(b"x" * 16), ("10.0.0.7", 1), 11.0)
        assert len(at.take_datagrams(11.0)) == 1, "another host is answered all the same"
        at.take_datagrams(99.0)
        at.receive(here.question(b"y" * 16), ("10.0.0.66", 1), 99.0)
        at.take_datagrams(99.0)
    assert there[0] <= 80 and there[1] <= 1.2 * there[0]


def test_all_hosts_together_get_so_many_answers() -> None:
    at = Answering(Silent(), {ASK: Question(LENGTH, lambda random_bytes: random_bytes)})
    for number in range(5000):
        at.receive(question(bytes(16)), (f"10.{number >> 8}.{number & 255}.1", 1), number / 5000)
    assert len(at.take_datagrams(1.0)) <= 400


def test_who_knocks_at_a_program_of_another_version_is_told() -> None:
    asked, old = b"q" * 16, bytes([NOTICE]) + b"q" * 16 + enc([1, *ROOM.notice])
    for said, other in (
        (old, "older"),
        (answer(asked, ROOM.notice), ""),
        (old[:-1], ""),
        (b"\x17" + old[2:], ""),
    ):
        query = Query(("10.0.0.1", 1), asked)
        query.receive(said, ("10.0.0.2", 1), 0.0)
        assert not query.other_version and query.notice is None
        query.receive(said, ("10.0.0.1", 1), 0.0)
        assert query.other_version == other


def test_without_a_room_a_door_answers_nothing() -> None:
    at = Responder(Silent(), lambda: None, signer=EVE)
    for said in (question(bytes(16)), here.question(bytes(16))):
        at.receive(said, ("10.0.0.1", 1), 0.0)
    assert not at.take_datagrams(0.0)


# -- on real sockets --


GAME = GAMES["bridgefront"]


def test_echoes_and_inventions_on_real_sockets() -> None:
    """A room, somebody who echoes it every 0.3 s with another port, and 640 invented rooms from twenty addresses of
    this computer; the list has the room at its address all the time, and the room goes on announcing.
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
        own.discovery.open(room, 0.0)
        begun_at = own.discovery._number
        now, echo_at, number, listed = 0.0, 0.0, 0, 0
        while now < ends:
            now += 0.05
            own.poll(now)
            browser.poll(now)
            if now >= echo_at:
                echo_at = now + 0.3
                false = room._replace(port=6666).announced(EVE, round(now * 1000))
                liars[0].sendto(false, ("127.255.255.255", air_module.PORT))
            for _ in range(8):
                said = announcement(2000 + number % 640).announced(signer(f"i{number % 640}"), number)
                liars[number % 20].sendto(said, ("127.255.255.255", air_module.PORT))
                number += 1
            there = [h for h in browser.discovery.rooms(now) if h.announcement.notice.room == notice.room]
            if there:
                listed += 1
                assert [(h.host, h.announcement.port) for h in there] == [("127.0.0.1", port)]
        assert listed >= 0.9 * ends / 0.05 - 5
        assert own.discovery._number - begun_at >= 3 and own.discovery.fellows(now), "more seldom, not silent"


def test_a_tournament_is_not_taken_over_either() -> None:
    cup = TournamentAnnouncement(PORT, b"t" * 32, "Cup", "bridgefront", bytes(32), "swiss", 2, 0, True)
    air = Broadcaster({HOST: peer(HOST), "10.0.0.2": peer("browser")})
    air.peers[HOST].open(cup, 0.0)
    for number in range(60):
        air.throw("10.0.0.66", cup._replace(port=6666).announced(EVE, number))
        air.throw("10.0.0.2", CALL_BYTES)
        air.run(0.3)
        there = air.peers["10.0.0.2"].tournaments(air.now)
        assert [(one.host, one.announcement) for one in there] == [(HOST, cup)] or air.now < 0.5
    assert air.peers[HOST]._number >= 18.0 / EVERY - 2
    assert discovery.GONE < 18.0
