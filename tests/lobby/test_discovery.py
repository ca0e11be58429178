"""Discovery: rooms appear, change and go; one member cries for all; a hall of five hundred."""

from __future__ import annotations

import heapq
import random
from collections.abc import Mapping
from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lobby import discovery
from lobby.discovery import CALL_BYTES, GONE, LENGTH, MOST_OF_ONE, Cry, Discovery, cry_bytes, read_cry
from lobby.door import Notice
from lobby.tournament import cry as tournaments
from lobby.tournament.cry import TournamentCry

TICK = 0.05
LAN = "lan"


def cry(number: int = 1, taken: int = 1) -> Cry:
    room = number.to_bytes(32, "big")
    notice = Notice(room, "bridgefront", bytes(32), f"Host {number}", 6, taken, False, b"")
    return Cry(47801, notice, tuple(f"Player {number}-{i}" for i in range(taken)))


class Air:
    """Networks that carry what is said on them to everybody else there, in virtual time."""

    def __init__(self, peers: Mapping[str, Discovery], loss: float = 0.0, seed: int = 0) -> None:
        self.peers = dict(peers)
        self.loss = loss
        self.now = 0.0
        self.sent = self.bytes = 0
        self._dice = random.Random(seed)
        self._phase = {name: self._dice.uniform(0, TICK) for name in self.peers}

    def run(self, seconds: float) -> None:
        events: list[tuple[float, str]] = [(self.now + at, name) for name, at in self._phase.items()]
        heapq.heapify(events)
        end = self.now + seconds
        while events and events[0][0] < end:
            at, name = heapq.heappop(events)
            if name not in self.peers:
                continue
            self.now = at
            self._step(name)
            heapq.heappush(events, (at + TICK, name))
        self.now = end

    def _step(self, name: str) -> None:
        self.peers[name].tick(self.now)
        for network, datagram in self.peers[name].take_datagrams():
            self.sent += 1
            self.bytes += len(datagram) + 28 + 18  # IP, UDP and Ethernet
            for other, peer in self.peers.items():
                if other != name and self._dice.random() >= self.loss:
                    peer.receive(datagram, name, network, self.now)


def peer(number: int = 0, now: float = 0.0, *networks: str) -> Discovery:
    return Discovery(networks or (LAN,), (number % 10) / 10, now)


def seen(peer: Discovery, now: float) -> list[int]:
    return [int.from_bytes(heard.cry.notice.room, "big") for heard in peer.rooms(now)]


def test_a_cry_comes_back_as_it_was_sent() -> None:
    assert read_cry(cry_bytes(cry(3, 4))) == cry(3, 4)


def test_the_longest_cry_fits() -> None:
    longest = "\U00010400" * 24  # a letter of four bytes
    notice = Notice(b"\xff" * 32, "g" * 32, b"\xff" * 32, longest, 6, 6, True, b"\xff" * 32)
    sent = cry_bytes(Cry(65535, notice, (longest,) * 6, (b"\xff" * 5,) * 6))
    assert len(sent) <= LENGTH
    assert read_cry(sent) is not None


@given(st.binary(max_size=700))
def test_any_bytes_are_a_cry_or_none(data: bytes) -> None:
    for datagram in (data, bytes([discovery.CRY]) + data):
        read = read_cry(datagram)
        assert read is None or cry_bytes(read) == datagram


@given(st.data())
def test_a_cry_with_a_changed_byte_is_read_or_refused_without_a_word(data: st.DataObject) -> None:
    whole = bytearray(cry_bytes(cry(1, 3)))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    listener = peer()
    listener.receive(bytes(whole), "10.0.0.1", LAN, 0.0)
    assert len(listener.rooms(0.0)) <= 1


def test_a_room_is_there_at_once_and_gone_five_seconds_after_a_kill() -> None:
    air = Air({"a": peer(1), "b": peer(2)})
    air.run(3.0)
    air.peers["a"].open(cry(1), air.now)
    air.run(0.2)
    assert seen(air.peers["b"], air.now) == [1]
    del air.peers["a"]
    air.run(GONE + 0.1)
    assert seen(air.peers["b"], air.now) == []


def test_a_newcomer_hears_of_all_rooms_at_once() -> None:
    air = Air({f"h{i}": peer(i) for i in range(1, 6)})
    for i in range(1, 6):
        air.peers[f"h{i}"].open(cry(i), 0.0)
    air.run(2.0)
    late = Air({**air.peers, "late": peer(9, air.now)}, seed=1)
    late.now = air.now
    late.run(0.4)
    assert seen(late.peers["late"], late.now) == [1, 2, 3, 4, 5]


def test_one_member_cries_for_all_and_another_steps_in() -> None:
    air = Air({name: peer(i) for i, name in enumerate("abcd")})
    for name in "abc":
        air.peers[name].open(cry(1, 3), 0.0)
    air.run(3.0)
    before = air.sent
    air.run(7.0)
    assert air.sent - before == pytest.approx(7.0 / discovery.EVERY, abs=2)
    for name in "ab":
        del air.peers[name]
        air.run(3.0)
        assert seen(air.peers["d"], air.now) == [1]


def test_a_change_is_told_by_who_knows_it_first() -> None:
    air = Air({name: peer(i) for i, name in enumerate("abd")})
    for name in "ab":
        air.peers[name].open(cry(1, 2), 0.0)
    air.run(3.0)
    air.peers["b"].open(cry(1, 3), air.now)
    air.run(0.5)
    assert max(heard.cry.notice.taken for heard in air.peers["d"].rooms(air.now)) == 3
    air.peers["a"].open(cry(1, 3), air.now)
    air.run(2.0)
    assert [heard.cry.notice.taken for heard in air.peers["d"].rooms(air.now)] == [3]


def test_on_two_networks_a_room_is_cried_on_both_and_listed_once() -> None:
    both = peer(1, 0.0, "east", "west")
    peers = {
        "both": both,
        "east": peer(2, 0.0, "east"),
        "west": peer(3, 0.0, "west"),
        "twin": peer(4, 0, "east", "west"),
    }
    air = Air(peers)
    both.open(cry(1), 0.0)
    air.run(1.0)
    assert [seen(peers[name], air.now) for name in ("east", "west", "twin")] == [[1], [1], [1]]


def test_a_network_that_comes_later_is_used_at_once() -> None:
    mover, still = Discovery((), 0.0, 0.0), peer(2)
    air = Air({"mover": mover, "still": still})
    mover.open(cry(1), 0.0)
    still.open(cry(2), 0.0)
    air.run(3.0)
    assert seen(still, air.now) == []
    mover.set_networks([LAN], air.now)
    air.run(0.5)
    assert seen(still, air.now) == [1] and seen(mover, air.now) == [2]


def test_calls_are_not_amplified() -> None:
    """However many call, a room cries at most three times a second."""
    host = peer(1)
    host.open(cry(1, 6), 0.0)
    sent = 0
    for i in range(1000):
        host.receive(CALL_BYTES, f"10.0.{i // 250}.{i % 250}", LAN, i / 100)
        host.tick(i / 100)
        sent += len(host.take_datagrams())
    assert sent <= 10 / discovery.SOON + 4


def test_a_liar_fills_no_memory() -> None:
    listener = peer()
    for i in range(5000):
        listener.receive(cry_bytes(cry(i + 1)), "10.0.0.66", LAN, 0.0)
    assert len(listener.rooms(0.0)) == MOST_OF_ONE
    listener.receive(cry_bytes(cry(9999)), "10.0.0.7", LAN, 0.0)
    assert 9999 in seen(listener, 0.0)
    for i in range(5000):
        listener.receive(cry_bytes(cry(i + 1)), f"10.1.{i // 250}.{i % 250}", LAN, 0.0)
    assert len(listener.rooms(0.0)) <= discovery.MOST_ROOMS


def hall(peers: int, rooms: int, loss: float, seed: int) -> tuple[Air, dict[str, int]]:
    """A hall: each peer is a member of one of the rooms."""
    of = {f"10.0.{i // 250}.{i % 250}": i % rooms + 1 for i in range(peers)}
    dice = random.Random(seed)
    air = Air({host: Discovery((LAN,), dice.random(), 0.0) for host in of}, loss, seed)
    for host, room in of.items():
        air.peers[host].open(cry(room, -(-peers // rooms)), 0.0)
    return air, of


def test_a_hall_of_five_hundred_peers_a_hundred_rooms_and_five_percent_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """All begin at once. Every list is right within three seconds, with less than one megabit a second in all."""
    monkeypatch.setattr(discovery, "read_cry", lru_cache(maxsize=None)(read_cry))  # what all hear is read once
    air, of = hall(500, 100, 0.05, 3)
    air.run(3.0)
    for host, room in of.items():
        assert sorted(seen(air.peers[host], air.now)) == [r for r in range(1, 101) if r != room]
    assert air.bytes * 8 / 3.0 < 1_000_000


# Tournaments ----------------------------------------------------------------------------------------------------------


def cup(number: int = 1, players: int = 2) -> TournamentCry:
    id = number.to_bytes(32, "big")
    return TournamentCry(47820, id, f"Cup {number}", "bridgefront", bytes(32), "swiss", players, 0, True)


def cups(peer: Discovery, now: float) -> list[TournamentCry]:
    return [heard.cry for heard in peer.tournaments(now)]


def test_a_tournaments_cry_comes_back_as_it_was_sent_and_fits() -> None:
    longest = "\U00010400" * 24
    for one in (cup(), TournamentCry(65535, b"\xff" * 32, longest, "g" * 32, bytes(32), "round robin", 256, 64, True)):
        assert len(one.sent) <= tournaments.LENGTH
        assert tournaments.read_cry(one.sent) == one
    assert tournaments.read_cry(cup()._replace(kind="league").sent) is None
    assert tournaments.read_cry(cup()._replace(players=-1).sent) is None
    assert tournaments.read_cry(cry_bytes(cry())) is None


@given(st.binary(max_size=500))
def test_any_bytes_are_a_tournaments_cry_or_none(data: bytes) -> None:
    for datagram in (data, bytes([tournaments.CRY]) + data):
        read = tournaments.read_cry(datagram)
        assert read is None or read.sent == datagram


def test_tournaments_are_heard_of_beside_rooms_and_go_as_they_do() -> None:
    air = Air({"a": peer(1), "b": peer(2), "c": peer(3)})
    air.peers["a"].open(cup(5), 0.0)
    air.peers["b"].open(cry(1), 0.0)
    air.run(1.5)
    assert cups(air.peers["c"], air.now) == [cup(5)] and seen(air.peers["c"], air.now) == [1]
    air.peers["a"].open(cup(5, 3), air.now)
    air.run(0.5)
    assert cups(air.peers["b"], air.now) == [cup(5, 3)]
    del air.peers["a"]
    air.run(GONE + 0.1)
    assert cups(air.peers["c"], air.now) == []


def test_who_takes_part_hears_where_its_fellows_are_even_if_they_know_less() -> None:
    air = Air({"a": peer(1), "b": peer(2)})
    air.peers["a"].open(cup(5, 8), 0.0)
    air.peers["b"].open(cup(5, 2), 0.0)
    air.run(1.5)
    for one, other in ("ab", "ba"):
        assert air.peers[one].fellows(air.now) == [(other, 47820)] and cups(air.peers[one], air.now) == []
    for i in range(60):
        air.peers["a"].receive(cup(5)._replace(port=1 + i).sent, "10.0.0.66", LAN, air.now)
    assert len(air.peers["a"].fellows(air.now)) == discovery.MOST_FELLOWS
