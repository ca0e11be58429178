"""A hostile guest of a listener for rooms."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from core.engine.game import any_game
from lobby.discovery import announce_rate, directory, discovery, reachability
from lobby.discovery.directory import Directory
from lobby.discovery.discovery import CALL_BYTES, Discovery
from lobby.discovery.responder import Notice
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash
from tests.support.guests.base import HONEST, ID, KEYS, NAMES, NUMBERS, Choices, Guest, signer
from tests.support.net.toys import POT


class DiscoveryGuest(Guest[Discovery]):
    """A listener beside an honest room; the guest announces rooms from several hosts with any number of keys."""

    reads = (Discovery, Directory, discovery._Turn)
    places = 32

    def __init__(self) -> None:
        super().__init__()
        notice = Notice(ID, POT.name, rules_hash(any_game(POT)), "Ada", 3, 2, False, b"")
        self.room = RoomAnnouncement(5000, notice, ("Ada", "Ben"))
        self.own = notice._replace(room=b"m" * 32, name="Mia")
        self.member = Discovery(["lan"], 0.5, 0.0, Signer(b"m" * 32), random=random.Random(1).randbytes)
        self.number = 0
        self.due = 0.0
        self.announced_at: list[bytes] = []
        """Announcements sent by the member."""
        for _ in range(40):
            self.tick(self.now + 0.05)
            self.take()

    def make(self, choices: Choices) -> bytes:
        """Return an announcement of the honest room, of an invented room or of a tournament, or a query."""
        kind, by = choices.below(6), signer(choices.below(KEYS))
        self.number += 1
        counter = choices.of(NUMBERS[:6]) if choices.chance(6) else self.number
        if self.announced_at and choices.chance(12):
            return choices.of(self.announced_at)
        if kind == 0:
            return choices.of(
                (CALL_BYTES, CALL_BYTES, b"\x18\x9f\x63", reachability.make_question(bytes(16)), b"\x1e" + bytes(160))
            )
        fellows = [HONEST[0].identity, by.identity][: choices.below(3)]
        if kind == 1:
            port, name = 1 + choices.below(65535), choices.of(NAMES)
            cup = TournamentAnnouncement(
                port, by.identity, name, POT.name, bytes(32), "swiss", choices.below(9), 0, True
            )
            return cup.pack(by, counter, fellows)
        room = self.room._replace(port=1 + choices.below(65535))
        if choices.chance(4):
            room = room._replace(notice=self.own, port=5000 + choices.below(2))
        elif kind == 2:
            full = room.notice._replace(taken=3, match=bytes(32))
            room = room._replace(notice=full, names=(*room.names, "Eve"))
        elif kind > 3:
            room = room._replace(notice=room.notice._replace(room=by.identity, name=choices.of(NAMES)))
        said = room.pack(by, counter, fellows)
        return said[:-1] + bytes([said[-1] ^ 1]) if choices.chance(8) else said

    def give(self, place: int, datagram: bytes) -> None:
        """Deliver the datagram from this host."""
        network = "lan" if place else "another"
        self.member.receive(datagram, f"10.0.1.{place}", network, self.now, 5000)

    def tick(self, now: float) -> None:
        """Announce the honest room, which also answers queries."""
        self.now = now
        if now >= self.due:
            self.due = now + 0.7
            self.member.receive(self.room.pack(HONEST[0], int(now * 1000)), "10.0.0.1", "lan", now, 5000)
        self.member.tick(now)

    def take(self) -> tuple[int, int]:
        """Take the member's queries; the guest answers with any key, the honest room with its own."""
        own = other = 0
        for _, data in self.member.take_datagrams():
            other += len(data)
            self.announced_at = [*self.announced_at, data][-4:]
        for _, (host, port), asked in self.member.take_questions():
            own += len(asked) * (host != "10.0.0.1")
            other += len(asked) * (host == "10.0.0.1")
            by = HONEST[0] if host == "10.0.0.1" else signer(self.mutator.chance.randrange(KEYS))
            answer = reachability.make_answerer(by, lambda: ID)(asked[1 : 1 + reachability.RANDOM])
            self.member.receive(answer or b"", host, "lan", self.now, port)
        self.member.rooms(self.now)
        return own, other

    def act(self, choices: Choices) -> None:
        """Open or leave a room of the member, change networks, or list rooms."""
        kind = choices.below(5)
        if kind == 0:
            linked = {signer(0).identity: ("10.0.1.1", 5000), HONEST[1].identity: ("10.0.0.2", 5000)}
            self.member.announce(self.room._replace(notice=self.own), self.now, linked)
        elif kind == 4:
            self.number += 1
            said = self.room._replace(notice=self.own).pack(signer(0), self.number)
            self.member.receive(said, "10.0.1.1", "lan", self.now, 5000)
        elif kind == 1:
            self.member.announce(None, self.now)
        elif kind == 2:
            self.member.set_networks(["lan", "wlan"][: 1 + choices.below(2)], self.now)
        else:
            self.member.tournaments(self.now)
            self.member.unanswered_hosts(self.now)
            self.member.hosts_of_other_versions(self.now)
            self.member.fellow_addresses(self.now)

    def check(self) -> None:
        """Check that the honest room is listed at its own address."""
        assert ("10.0.0.1", 5000) in [(heard.host, heard.announcement.port) for heard in self.member.rooms(self.now)]


class NarrowDiscoveryGuest(DiscoveryGuest):
    """A guest of discovery with low limits."""

    narrow: ClassVar[tuple[tuple[Any, str, Any], ...]] = (
        (directory, "MOST", 5),
        (directory, "MOST_OF_ONE", 2),
        (discovery, "MOST_FELLOWS", 3),
        (discovery, "FELLOWS_OF_ONE", 1),
        (discovery, "MOST_OTHERS", 2),
        (discovery, "MAX_ANNOUNCED", 4),
        (discovery, "ENOUGH_ANNOUNCED", 3),
        (announce_rate, "FEW_ANNOUNCERS", 2),
    )

    def __init__(self) -> None:
        super().__init__()
        for checks in (self.member._checks, self.member._directory.checks):
            checks._rate, checks._most = 1.0, 1.0
