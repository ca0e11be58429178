"""Discovery on real sockets of this computer, and `tether rooms`."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from core.games.registry import GAMES
from lobby.cli import room as cli
from lobby.discovery import broadcast as air_module
from lobby.discovery.broadcast import Broadcaster, Subnet, networks
from lobby.discovery.discovery import EXPIRY_SECONDS, DiscoveredRoom, DiscoveredTournament
from lobby.discovery.listing import join_obstacle, listen_for
from lobby.discovery.responder import Notice
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from lobby.players.identity import load_own_identity
from lobby.tournament.app import finder
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash
from net.system import numbering
from net.version import VERSION
from tests.support.lobby.contacts import HERE, contact
from tests.support.lobby.lan import signer

pytestmark = pytest.mark.waits

GAME = GAMES["bridgefront"]


def announcement(number: int, port: int = 40000, **changes: object) -> RoomAnnouncement:
    room = number.to_bytes(32, "big")
    notice = Notice(room, GAME.name, rules_hash(GAME), "Ada", 4, 2, False, b"")._replace(**changes)
    return RoomAnnouncement(port, notice, ("Ada", "Ilse")[: notice.taken])


def opened(
    stack: contextlib.ExitStack, number: int, now: float, **changes: object
) -> tuple[Broadcaster, RoomAnnouncement]:
    """Open a room that answers queries."""
    air = stack.enter_context(contextlib.closing(Broadcaster(HERE, signer(number))))
    port = stack.enter_context(contact(signer(number), announcement(number).key))
    air.discovery.announce(announcement(number, port, **changes), now)
    return air, announcement(number, port, **changes)


def forged(number: int) -> bytes:
    return announcement(number).pack(signer(number), 1)


def numbers(air: Broadcaster, now: float) -> set[int]:
    """Return the numbers of the rooms received.

    Rooms of other tests that run at the same time have random numbers of 32 bytes.
    """
    return {int.from_bytes(heard.announcement.notice.room, "big") for heard in air.discovery.rooms(now)}


def test_three_programs_on_one_computer_discover_each_other() -> None:
    with contextlib.ExitStack() as stack:
        (one, first), (two, second) = (opened(stack, number, 0.0) for number in (101, 102))
        three = stack.enter_context(contextlib.closing(Broadcaster(HERE)))
        now = 0.0
        while not (numbers(three, now) >= {101, 102} and 102 in numbers(one, now)):
            now += 0.05
            assert now < 30.0  # others on this computer may announce too
            for air in (one, two, three):
                air.poll(now)
        assert {h.host for h in three.discovery.rooms(now) if h.announcement in (first, second)} == {HERE}
        assert 101 not in numbers(one, now)
        two.close()
        while 102 in numbers(three, now):
            now += 0.05
            assert now < 30.0 + EXPIRY_SECONDS
            for air in (one, three):
                air.poll(now)
        assert 101 in numbers(three, now)


def test_malformed_and_foreign_announcements_are_ignored() -> None:
    with contextlib.closing(Broadcaster(HERE)) as air, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        air.poll(0.0)
        for datagram in (b"", b"\x18", b"\x18\xdd\xff\xff\xff\xff", bytes(2000), forged(103)[:-1]):
            stranger.sendto(datagram, (HERE, air_module.PORT))
        air.poll(0.1)
        air._receive(forged(103), ("203.0.113.9", 5), 0.1)
        assert 103 not in numbers(air, 0.1)


def test_the_loopback_network_is_among_the_networks() -> None:
    assert Subnet(HERE, 8) in networks()
    assert networks(HERE) == [Subnet(HERE, 8)]
    assert networks("203.0.113.9") == []


def test_discovery_without_a_network_finds_nothing_and_does_not_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(air_module, "networks", lambda host: [])
    with contextlib.closing(Broadcaster()) as air:
        air.discovery.announce(announcement(104), 0.0)
        air.poll(0.0)
        assert air.discovery.rooms(0.0) == []


def test_the_rooms_command_lists_open_rooms_and_marks_incompatible_ones() -> None:
    words = [sys.executable, "-m", "lobby", "rooms", "--listen", HERE, "--for", "1.5"]
    others: dict[int, dict[str, object]] = {
        105: {},
        106: {"rules": bytes(32), "name": "Bea"},
        107: {"closed": True, "name": "Cem"},
        108: {"taken": 1, "seats": 1, "name": "Dora"},
    }
    with contextlib.ExitStack() as stack:
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "140"})
        rooms = [opened(stack, number, time.monotonic(), **changes) for number, changes in others.items()]
        while process.poll() is None:
            for air, _ in rooms:
                air.poll(time.monotonic())
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
    assert process.returncode == 0
    there = {f"{HERE}:{said.port}" for _, said in rooms}
    mine = {line.split()[1]: line.rstrip().split("  ")[-1].strip() for line in lines if line.split(" ")[0] in there}
    others = f"rules of another Tether {VERSION}"
    assert mine == {"Ada": "open", "Bea": others, "Cem": "invite code", "Dora": "full"}


def test_a_room_is_listed_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON contains numbers, a list of members and the Tether version of the announcer."""
    there = DiscoveredRoom("192.168.1.5", announcement(1, version="0.0.9", rules=bytes(32)), 0.0)
    announced_at = TournamentAnnouncement(47820, bytes(32), "Cup", "pot", bytes(32), "swiss", 5, 2, True)
    monkeypatch.setattr(
        "lobby.discovery.listing.listen_for",
        lambda *_: ([there], [DiscoveredTournament("192.168.1.6", announced_at, 0.0)]),
    )
    assert cli.run(["rooms", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["rooms"] == [
        {
            "address": "192.168.1.5:40000",
            "name": "Ada",
            "game": GAME.name,
            "seats": 4,
            "taken": 2,
            "players": ["Ada", "Ilse"],
            "strangers": [],
            "closed": False,
            "begun": False,
            "version": "0.0.9",
            "why_not": "rules of older Tether 0.0.9",
        }
    ]
    (one,) = said["tournaments"]
    assert (one["players"], one["round"], one["closed"], one["version"]) == (5, 2, True, VERSION)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ""),
        ({"game": "chess"}, "a game that is not on this computer"),
        ({"match": bytes(32)}, "has begun"),
    ],
)
def test_the_list_shows_why_a_room_cannot_be_joined(changes: dict[str, object], words: str) -> None:
    assert join_obstacle(DiscoveredRoom(HERE, announcement(1, **changes), 0.0)) == words


def test_an_occupied_discovery_port_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("", 0))  # does not share it
        monkeypatch.setattr(air_module, "PORT", other.getsockname()[1])
        with contextlib.closing(Broadcaster(HERE)) as ear:
            assert ear.is_port_partly_taken
        with contextlib.suppress(click.ClickException):
            listen_for(0.0, HERE)
            assert "is already in use by another program" in capsys.readouterr().err
    with contextlib.closing(Broadcaster(HERE)) as ear:
        assert not ear.is_port_partly_taken and not ear.is_port_taken


def test_a_typed_tournament_address_may_omit_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finder, "LISTENS", 0.0)
    assert finder.find_addresses(["10.0.0.8", "10.0.0.8:5000"]) == [("10.0.0.8", 47820), ("10.0.0.8", 5000)]


def test_the_announcements_of_a_member_restarted_with_an_earlier_clock_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other members remember the numbers of its last announcements."""
    room, fellow = announcement(700), air_module.Discovery([HERE], 0.5, 0.0, signer(701))
    fellow.announce(room, 0.0)
    seed = load_own_identity(tmp_path)
    for now in (1_800_000_000, 1_799_990_000):
        clock = type("Clock", (), {"time_ns": staticmethod(lambda now=now: now * 1_000_000_000)})
        monkeypatch.setattr(numbering, "time", clock)
        with contextlib.closing(Broadcaster(HERE, Signer(seed.seed), False, seed.announcement_file)) as air:
            said = air.discovery._make_announcement(room, 0.0)
        fellow._fellows.clear()
        fellow.receive(said, "10.0.0.9", HERE, 0.0)
        assert list(fellow._fellows) == [seed.key], now
