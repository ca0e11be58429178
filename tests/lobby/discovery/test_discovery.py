"""Discovery: rooms appear, change and disappear, one member announces for all, and a hall has many rooms."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.codec import enc
from lobby.discovery import announce_rate, directory, discovery
from lobby.discovery import announcement as announcing
from lobby.discovery import reachability as here
from lobby.discovery import room_announcement as of_rooms
from lobby.discovery import tournament_announcement as tournaments
from lobby.discovery.announcement import MOST_NAMED, VERSION
from lobby.discovery.discovery import ANNOUNCE_INTERVAL, CALL_BYTES, EXPIRY_SECONDS, Discovery
from lobby.discovery.responder import Notice
from lobby.discovery.room_announcement import LENGTH, RoomAnnouncement, read_announcement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from tests.support.lobby.lan import LAN, PORT, Broadcaster, announcement, peak, peer, seen, signer

ADA = signer("Ada")


class Announced(NamedTuple):
    """The parts of an announcement that the list of rooms uses, with its counter."""

    content: RoomAnnouncement
    key: object
    counter: int = 1


class Entry(NamedTuple):
    """An announcement whose room has answered at a host."""

    announcement: Announced
    host: str
    at: float

    @property
    def answered_address(self) -> tuple[str, int]:
        """Address from which the room has answered."""
        return self.host, PORT


def linked(*names: str) -> dict[bytes, object]:
    """Return the linked peers with their addresses."""
    return {signer(name).identity: (name, PORT) for name in names}


def test_a_room_announcement_is_unchanged_by_encoding_and_decoding() -> None:
    read = read_announcement(announcement(3, 4).pack(ADA, 7, [b"k" * 32]))
    assert read is not None and read.is_signed
    assert read[:4] == (ADA.identity, 7, (b"k" * 8,), announcement(3, 4))


def test_the_longest_room_announcement_fits_into_a_datagram() -> None:
    longest = "\U00010400" * 24  # a letter of four bytes
    notice = Notice(b"\xff" * 32, "g" * 32, b"\xff" * 32, longest, 6, 6, True, b"\xff" * 32)
    whole = RoomAnnouncement(65535, notice, (longest,) * 6, (b"\xff" * 5,) * 6)
    sent = whole.pack(ADA, 2**53 - 1, [bytes([n]) * 32 for n in range(MOST_NAMED + 3)])
    assert len(sent) <= LENGTH < 1200
    read = read_announcement(sent)
    assert read is not None and len(read.fellows) == MOST_NAMED


def test_a_query_is_short_and_its_answer_less_than_three_times_as_long() -> None:
    smallest = TournamentAnnouncement(1, bytes(32), "C", "g", bytes(32), "swiss", 0, 0, False).pack(ADA, 0)
    assert len(here.make_question(bytes(16))) == here.QUESTION < len(smallest) < len(announcement().pack(ADA, 0))
    answer = here.make_answerer(ADA, lambda: bytes(32))(bytes(16))
    assert answer is not None and len(answer) == here.ANSWER <= 3 * here.QUESTION


@given(st.binary(max_size=700))
def test_any_bytes_are_either_an_announcement_or_refused(data: bytes) -> None:
    for datagram in (data, bytes([of_rooms.ANNOUNCEMENT]) + data):
        read = read_announcement(datagram)
        assert read is None or read.datagram == datagram


@given(st.data())
def test_an_altered_announcement_is_not_listed(data: st.DataObject) -> None:
    whole = bytearray(announcement(1, 3).pack(ADA, 1))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    listener = peer()
    listener.receive(bytes(whole), "10.0.0.1", LAN, 0.0)
    listener.tick(0.0)
    assert not listener.take_questions() and not listener._directory._entries


def test_an_answer_is_valid_only_for_one_query_room_and_key() -> None:
    answer = here.make_answerer(ADA, lambda: b"r" * 32)(b"q" * 16)
    assert answer is not None
    assert here.is_valid_answer(answer, b"q" * 16, b"r" * 32, ADA.identity)
    for random_bytes, room, key in ((b"p" * 16, b"r" * 32, ADA.identity), (b"q" * 16, b"s" * 32, ADA.identity)):
        assert not here.is_valid_answer(answer, random_bytes, room, key)
    assert not here.is_valid_answer(answer, b"q" * 16, b"r" * 32, signer("Eve").identity)
    for at in (0, 1, 17, 49):
        other = answer[:at] + bytes([answer[at] ^ 1]) + answer[at + 1 :]
        assert not here.is_valid_answer(other, b"q" * 16, b"r" * 32, ADA.identity)
    spoilt = answer[:-1] + bytes([answer[-1] ^ 1])
    assert not here.is_valid_answer(spoilt, b"q" * 16, b"r" * 32, ADA.identity)
    assert here.make_answerer(ADA, lambda: None)(bytes(16)) is None


def test_a_room_appears_at_once_and_disappears_five_seconds_after_a_kill() -> None:
    air = Broadcaster({"a": peer("a"), "b": peer("b")})
    air.run(3.0)
    air.peers["a"].announce(announcement(1), air.now)
    air.run(0.2)
    assert seen(air.peers["b"], air.now) == [1]
    del air.peers["a"]
    air.run(EXPIRY_SECONDS + 0.1)
    assert seen(air.peers["b"], air.now) == []


def test_a_newcomer_discovers_all_rooms_at_once() -> None:
    air = Broadcaster({f"h{i}": peer(f"h{i}", patience=i / 11) for i in range(1, 11)})
    for i in range(1, 11):
        air.peers[f"h{i}"].announce(announcement(i), 0.0)
    air.run(2.0)
    air.peers["late"] = peer("late", air.now)
    air.run(0.75)
    assert seen(air.peers["late"], air.now) == sorted(range(1, 11), key=lambda i: f"Host {i}")


def test_one_member_announces_for_all_and_another_takes_over() -> None:
    air = Broadcaster({name: peer(name, patience=i / 4) for i, name in enumerate("abcd")})
    for name in "abc":
        air.peers[name].announce(announcement(1, 3), 0.0, linked(*"abc"))
    air.run(3.0)
    before = air.sent
    air.run(7.0)
    assert air.sent - before == pytest.approx(7.0 / ANNOUNCE_INTERVAL, abs=2)
    for name in "ab":
        del air.peers[name]
        air.run(3.0)
        assert seen(air.peers["d"], air.now) == [1]


def test_a_change_is_announced_by_the_first_member_to_know_it() -> None:
    air = Broadcaster({name: peer(name, patience=i / 4) for i, name in enumerate("abd")})
    for name in "ab":
        air.peers[name].announce(announcement(1, 2), 0.0, linked(*"ab"))
    air.run(3.0)
    air.peers["b"].announce(announcement(1, 3), air.now, linked(*"ab"))
    air.run(0.5)
    assert max(heard.announcement.notice.taken for heard in air.peers["d"].rooms(air.now)) == 3
    air.peers["a"].announce(announcement(1, 3), air.now, linked(*"ab"))
    air.run(2.0)
    assert [heard.announcement.notice.taken for heard in air.peers["d"].rooms(air.now)] == [3]


def test_a_room_on_two_networks_is_announced_on_both_and_listed_once() -> None:
    both = peer("both", 0.0, "east", "west")
    peers = {
        "both": both,
        "east": peer("east", 0.0, "east"),
        "west": peer("west", 0.0, "west"),
        "twin": peer("twin", 0.0, "east", "west"),
    }
    air = Broadcaster(peers)
    both.announce(announcement(1), 0.0)
    air.run(1.0)
    assert [seen(peers[name], air.now) for name in ("east", "west", "twin")] == [[1], [1], [1]]


def test_a_routable_address_is_listed_before_a_link_local_one() -> None:
    """The order does not depend on which of the two arrives last (LAN review, F8)."""
    v4 = Entry(Announced(announcement(1), ADA), "192.168.1.7", 1.0)
    for at in (0.5, 2.0):
        v6 = Entry(Announced(announcement(1), ADA), "fe80::7%2", at)
        assert (
            max((v4, v6), key=directory._announcement_sort_key) is v4
            and max((v6, v4), key=directory._announcement_sort_key) is v4
        )


def test_a_new_network_is_used_at_once_and_rooms_of_a_lost_one_disappear() -> None:
    mover, still = Discovery((), 0.0, 0.0, signer("mover")), peer("still")
    air = Broadcaster({"mover": mover, "still": still})
    mover.announce(announcement(1), 0.0)
    still.announce(announcement(2), 0.0)
    air.run(3.0)
    assert seen(still, air.now) == []
    mover.set_networks([LAN], air.now)
    air.run(0.5)
    assert seen(still, air.now) == [1] and seen(mover, air.now) == [2]
    mover.set_networks([], air.now)
    assert seen(mover, air.now) == []


def test_queries_are_not_amplified() -> None:
    """Whatever the number of callers, a room announces at most three times a second."""
    host = peer(1)
    host.announce(announcement(1, 6), 0.0)
    sent = 0
    for i in range(1000):
        host.receive(CALL_BYTES, f"10.0.{i // 250}.{i % 250}", LAN, i / 100)
        host.tick(i / 100)
        sent += len(host.take_datagrams())
    assert sent <= 10 / discovery.CALLED_INTERVAL + 4


def test_a_newcomer_queries_three_times_in_a_small_hall_and_once_in_a_large_one() -> None:
    for rooms, calls in ((0, 3), (40, 1)):
        one = peer("one")
        for step in range(40):
            for number in range(rooms if step < 2 else 0):
                one.receive(announcement(number + 1).pack(signer(number), 1 + step), f"10.0.0.{number}", LAN, step / 20)
            one.tick(step / 20)
            calls -= sum(datagram == CALL_BYTES for _, datagram in one.take_datagrams())
        assert calls == 0


def test_an_announcement_names_linked_members_before_others() -> None:
    one, many = peer("one"), dict.fromkeys(signer(number).identity for number in range(40))
    one.announce(announcement(), 0.0, linked("a", "b"), many)
    one.tick(0.0)
    ((_, _call), (_, datagram)) = one.take_datagrams()
    said = read_announcement(datagram)
    assert said is not None and len(said.fellows) == MOST_NAMED
    assert (
        said.names_fellow(signer("a").identity)
        and said.names_fellow(signer("b").identity)
        and said.names_fellow(signer(0).identity)
    )


def test_a_member_that_only_announces_queries_and_lists_no_rooms() -> None:
    air = Broadcaster({"a": peer("a"), "b": peer("b", lists=False)})
    air.peers["a"].announce(announcement(1), 0.0)
    air.peers["b"].announce(announcement(2), 0.0)
    air.run(2.0)
    assert seen(air.peers["a"], air.now) == [2] and not air.peers["b"]._directory._entries
    air.peers["b"].set_networks([LAN, "another"], air.now)
    assert not air.peers["b"].take_datagrams()


def test_a_signed_malformed_announcement_is_refused() -> None:
    parts = [PORT, *announcement().notice, list(announcement().names), []]

    def said(version: int = VERSION, key: bytes = ADA.identity, counter: int = 1, fellows: Any = ()) -> bytes:
        said_bytes = bytes([of_rooms.ANNOUNCEMENT]) + enc([version, key, counter, list(fellows), *parts])
        return said_bytes + ADA.sign(announcing.PURPOSE, said_bytes)

    assert (
        read_announcement(said()) is not None and read_announcement(said(fellows=[bytes(8)] * MOST_NAMED)) is not None
    )
    for bad in (
        said(VERSION + 1),
        said(key=bytes(31)),
        said(counter=-1),
        said(counter=1 << 53),
        said(fellows=[bytes(8)] * (MOST_NAMED + 1)),
        said(fellows=[bytes(7)]),
        said(fellows=["fellow 1"]),
    ):
        assert read_announcement(bad) is None
    forged = read_announcement(said(key=bytes(32)))
    assert forged is not None and not forged.is_signed


def test_rooms_of_programs_of_another_version_are_reported() -> None:
    listener = peer()
    own = announcement().pack(ADA, 1)
    assert own[:5] == b"\x18\xdc\x00\x10" + bytes([VERSION])
    for datagram in (own[:4] + bytes([VERSION - 1]) + own[5:], b"\x1c\xdc\x00\x10\x04" + bytes(200)):
        listener.receive(datagram, f"10.0.0.{len(datagram)}", LAN, 0.0)
    assert len(listener.hosts_of_other_versions(1.0)) == 2 and not listener.rooms(0.0)
    for number in range(50):
        listener.receive(own[:4] + bytes([VERSION + 1]) + own[5:], f"10.0.1.{number}", LAN, 1.0)
    assert len(listener.hosts_of_other_versions(1.0)) == discovery.MOST_OTHERS
    assert not listener.hosts_of_other_versions(1.0 + EXPIRY_SECONDS)
    for datagram in (b"\x18", b"\x18\x9f", b"\x18\x9f\xff", b"\x18\x9f" + bytes([VERSION]), b"\x16\x9f\x01"):
        assert not (datagram[:1] == b"\x18" and announcing.is_other_version(datagram))


# Many of them ---------------------------------------------------------------------------------------------------------


def test_the_number_of_announcers_is_estimated_within_a_tenth() -> None:
    for count in (1, 10, 100, 3000):
        here_now = announce_rate.AnnouncerEstimate(0.0)
        every = max(ANNOUNCE_INTERVAL, count / announce_rate.TOTAL_RATE)
        for turn in range(5):
            for number in range(count):
                now = every * (turn + number / count)
                here_now.note(f"10.{number >> 8}.{number & 255}.1", now)
        assert here_now.size - 1 == pytest.approx(count, rel=0.1, abs=1)
        assert here_now.interval == max(ANNOUNCE_INTERVAL, here_now.size / announce_rate.TOTAL_RATE)
    for turn in range(3):
        here_now.note("10.0.0.1", 10_000.0 * (turn + 1))
    assert here_now.size == pytest.approx(2.0, abs=0.1), "who is gone counts no more"


def test_a_newcomer_in_a_large_hall_announces_less_often() -> None:
    """A newcomer receives only some of the announcers in its first seconds and must announce less often.

    It cannot know the total yet.
    """
    here_now, waits = announce_rate.AnnouncerEstimate(0.0), []
    for number in range(900):
        here_now.note(f"10.{number >> 8}.{number & 255}.1", number / announce_rate.TOTAL_RATE)
        waits.append(here_now.next_wait(number / announce_rate.TOTAL_RATE))
    assert waits[0] == ANNOUNCE_INTERVAL
    assert all(
        wait >= 1.9 * number / announce_rate.TOTAL_RATE
        for number, wait in enumerate(waits)
        if number > 2 * announce_rate.FEW_ANNOUNCERS
    )
    assert here_now.next_wait(1000.0) == here_now.interval < 70.0
    few = announce_rate.AnnouncerEstimate(0.0)
    assert few.next_wait(1.0) == few.next_wait(1000.0) == ANNOUNCE_INTERVAL


def test_a_host_with_many_keys_counts_as_at_most_two_announcers() -> None:
    here_now = announce_rate.AnnouncerEstimate(0.0)
    for number in range(5000):
        here_now.note("10.0.0.1", number / 100_000)
    assert here_now.size <= 2.1


def hall(
    rooms: int, listeners: int, seed: int, spread: float, loss: float = 0.05
) -> tuple[Broadcaster, dict[str, int]]:
    """Return a hall of rooms that were opened one after the other, with two members each and some listeners."""
    dice = random.Random(seed)
    of = {f"10.{i >> 8}.{i & 255}.{member}": i + 1 for i in range(rooms) for member in (1, 2)}
    air = Broadcaster({}, loss, seed)
    for number in range(listeners):
        air.peers[f"10.99.0.{number}"] = peer(f"listener {number}", patience=dice.random())
    for i in range(rooms):
        for member in (1, 2):
            host = f"10.{i >> 8}.{i & 255}.{member}"
            air.peers[host] = peer(host, air.now, lists=False, patience=dice.random())
            fellows = linked(*(f"10.{i >> 8}.{i & 255}.{other}" for other in (1, 2)))
            air.peers[host].announce(announcement(i + 1, 2), air.now, fellows)
        air.run(spread / rooms)
    return air, of


@pytest.fixture
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache parsed announcements, so that peers read each one once."""
    read = lru_cache(maxsize=4096)(read_announcement)
    monkeypatch.setattr(discovery, "read_announcement", read)


@pytest.mark.usefixtures("read_once")
def test_lists_in_a_hall_of_a_hundred_rooms_are_soon_right_with_little_traffic() -> None:
    """With 5 % loss every list is soon right, also those of newcomers, with fewer than 50 datagrams a second in all."""
    air, _ = hall(100, 4, 3, 20.0)
    air.run(10.0)
    air.peers["late"] = peer("late", air.now)
    air.run(20.0)
    for host, least in (("10.99.0.0", 98), ("10.99.0.1", 98), ("late", 85)):
        assert len(seen(air.peers[host], air.now)) >= least
    assert peak(air.said) < 50


@pytest.mark.usefixtures("read_once")
def test_traffic_stays_below_fifty_a_second_while_ten_rooms_open_each_second() -> None:
    """Announcements and answers together stay below fifty a second.

    They include the queries of a peer that lists all rooms and of a newcomer.
    """
    air, shown = Broadcaster({"10.99.0.1": peer("first")}, 0.05, 1), list[float]()
    since = dict[int, float]()
    for number in range(1, 301):
        host = f"10.{number >> 8}.{number & 255}.1"
        air.peers[host] = peer(host, air.now, lists=False, patience=random.Random(number).random())
        air.peers[host].announce(announcement(number), air.now)
        since[number] = air.now
        air.run(0.1)
        for one in since.keys() & set(seen(air.peers["10.99.0.1"], air.now)):
            shown.append(air.now - since.pop(one))
    assert peak(air.said) < 45 and peak([*air.said, *air.told]) < 50
    assert sorted(shown)[150] < 1.5, "most of them are listed at once, though no more are asked than may be"
    air.run(25.0)
    assert len(seen(air.peers["10.99.0.1"], air.now)) >= 290
    air.peers["late"] = peer("late", air.now)
    air.run(10.0)
    assert peak(air.said) < 45 and peak([*air.said, *air.told]) < 50
    assert len(seen(air.peers["late"], air.now)) >= 55


@pytest.mark.usefixtures("read_once")
def test_many_newcomers_in_a_full_hall_stay_below_fifty_a_second() -> None:
    """Many newcomers in a full hall send fewer than fifty datagrams a second.

    A newcomer does not know the number of rooms. It receives the calls of others, but not their queries.
    """
    air = Broadcaster({}, 0.05, 5)
    for number in range(1, 201):
        host = f"10.0.{number}.1"
        air.peers[host] = peer(host, air.now, lists=False, patience=random.Random(number).random())
        air.peers[host].announce(announcement(number), air.now)
        air.run(0.05)
    air.run(20.0)
    air.said.clear()
    for name in ("late", "later"):
        air.peers[name] = peer(name, air.now)
    air.run(20.0)
    assert peak([*air.said, *air.told]) < 50
    del air.peers["later"]
    air.peers["last"] = peer("last", air.now)
    air.run(10.0)
    assert peak([*air.said, *air.told]) < 50
    assert len(seen(air.peers["late"], air.now)) >= 100


@pytest.mark.usefixtures("read_once")
@pytest.mark.parametrize("rooms", [5, 10, 20])
def test_a_new_room_among_few_is_listed_within_1_5_seconds(rooms: int) -> None:
    air = Broadcaster({"10.99.0.1": peer("first")}, 0.0, rooms)
    for number in range(1, rooms + 1):
        host = f"10.0.{number}.1"
        air.peers[host] = peer(host, air.now, lists=False, patience=number / rooms)
        air.peers[host].announce(announcement(number), air.now)
        air.run(1.5)
        assert number in seen(air.peers["10.99.0.1"], air.now)
    assert peak([*air.said, *air.told]) < 50
    air.peers["late"] = peer("late", air.now)
    air.run(3.5)
    assert len(seen(air.peers["late"], air.now)) == rooms and peak([*air.said, *air.told]) < 50


def test_a_room_among_a_thousand_sends_a_thousandth_of_the_allowed_announcements() -> None:
    one = peer("one", lists=False)
    one.announce(announcement(1), 0.0)
    others = [announcement(number + 2).pack(signer(f"o{number}"), 1) for number in range(250)]
    now, sent = 0.0, 0
    for step in range(20 * 300):
        now = step / 20
        for k in range(2):
            number = (2 * step + k) % 1000
            one.receive(others[number % 250], f"10.1.{number >> 8}.{number & 255}", LAN, now)
        if step % 20 == 0:
            one.receive(CALL_BYTES, "10.0.0.9", LAN, now)
        one.tick(now)
        sent += len(one.take_datagrams()) * (now > 100.0)
    assert sent <= 200.0 * 2 * announce_rate.TOTAL_RATE / 1000 * 1.2


# Tournaments ----------------------------------------------------------------------------------------------------------


def cup(number: int = 1, players: int = 2) -> TournamentAnnouncement:
    id = number.to_bytes(32, "big")
    return TournamentAnnouncement(PORT, id, f"Cup {number}", "bridgefront", bytes(32), "swiss", players, 0, True)


def cups(one: Discovery, now: float) -> list[TournamentAnnouncement]:
    return [heard.announcement for heard in one.tournaments(now)]


def test_a_tournament_announcement_fits_and_is_unchanged_by_encoding_and_decoding() -> None:
    longest, fellows = "\U00010400" * 24, [bytes([n]) * 32 for n in range(12)]
    for one in (
        cup(),
        TournamentAnnouncement(65535, b"\xff" * 32, longest, "g" * 32, bytes(32), "round robin", 256, 64, True),
    ):
        sent = one.pack(ADA, 2**53 - 1, fellows)
        read = tournaments.read_announcement(sent)
        assert len(sent) <= tournaments.LENGTH and read is not None and read.content == one and read.is_signed
    for bad in (cup()._replace(kind="league"), cup()._replace(players=-1)):
        assert tournaments.read_announcement(bad.pack(ADA, 1)) is None
    assert tournaments.read_announcement(announcement().pack(ADA, 1)) is None


@given(st.binary(max_size=500))
def test_any_bytes_are_either_a_tournament_announcement_or_refused(data: bytes) -> None:
    for datagram in (data, bytes([tournaments.ANNOUNCEMENT]) + data):
        read = tournaments.read_announcement(datagram)
        assert read is None or read.datagram == datagram


def test_tournaments_are_listed_beside_rooms_and_expire_like_them() -> None:
    air = Broadcaster({name: peer(name) for name in "abc"})
    air.peers["a"].announce(cup(5), 0.0)
    air.peers["b"].announce(announcement(1), 0.0)
    air.run(1.5)
    assert cups(air.peers["c"], air.now) == [cup(5)] and seen(air.peers["c"], air.now) == [1]
    air.peers["a"].announce(cup(5, 3), air.now)
    air.run(0.5)
    assert cups(air.peers["b"], air.now) == [cup(5, 3)]
    del air.peers["a"]
    air.run(EXPIRY_SECONDS + 0.1)
    assert cups(air.peers["c"], air.now) == []


def test_members_of_one_tournament_learn_a_bounded_number_of_each_others_addresses() -> None:
    air = Broadcaster({"a": peer("a"), "b": peer("b")})
    air.peers["a"].announce(cup(5, 8), 0.0, linked("b"))
    air.peers["b"].announce(cup(5, 2), 0.0)
    air.run(1.5)
    for one, other in ("ab", "ba"):
        assert air.peers[one].fellow_addresses(air.now) == [(other, PORT)] and cups(air.peers[one], air.now) == []
    for i in range(200):
        forged = cup(5)._replace(port=1 + i).pack(signer(f"m{i}"), 1)
        air.peers["a"].receive(forged, f"10.0.0.{i % 40}", LAN, air.now)
    assert sum(host == "10.0.0.7" for host, _ in air.peers["a"].fellow_addresses(air.now)) <= discovery.FELLOWS_OF_ONE
    air.run(2.0)
    checked = air.peers["a"].counters["too much to check"]
    for i in range(1000):
        forged = cup(5)._replace(port=1 + i).pack(signer(f"n{i}"), 1)
        air.peers["a"].receive(forged, "10.0.1.7", LAN, air.now)
    assert air.peers["a"].counters["too much to check"] - checked >= 960
    hosts = [host for host, _ in air.peers["a"].fellow_addresses(air.now)]
    assert hosts.count("10.0.1.7") == discovery.FELLOWS_OF_ONE
    fellows = air.peers["a"].fellow_addresses(air.now)
    assert len(fellows) == discovery.MOST_FELLOWS and ("b", PORT) in fellows
    assert len(air.peers["a"]._numbers) <= 4 * discovery.MOST_FELLOWS
