"""A tournament on the simulated network, whose matches consist of a result alone."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import pytest

from core.engine.codec import H, dec, enc, fields
from core.engine.game import any_game
from lobby.tournament.model import entry_store as ledger_module
from lobby.tournament.model import state as course_module
from lobby.tournament.model.opening import Opening, make_opening
from lobby.tournament.model.state import VerifiedMatch
from lobby.tournament.protocol.blobs import MemoryBlobs
from lobby.tournament.protocol.node import Node, Report
from lobby.tournament.protocol.pace import Pace
from net.crypto import primitives
from net.crypto.primitives import Signer
from net.replication.entries import read as read_entry
from net.replication.entry_log import MemoryEntryLog
from net.transport.simulated import NetworkFaults, SimulatedNetwork
from tests.support.net.toys import TRICKS

PACE = Pace(ballot=2.0, reveal=1.5, slack=1.0, grace=1.0, report=0.3, pulse=30.0, gone=45.0, minute=0.3, look=0.5)
NOON = 1_700_000_000.0
LOSSY = NetworkFaults(loss=0.1, duplicated=0.05, delay=(0.001, 0.02))


def seed(i: int) -> bytes:
    """Return the secret of the i-th player."""
    return H("tether.test", ["player", i])


def opening(**terms: Any) -> Opening:
    """Return the opening of a tournament by player 0."""
    given: dict[str, Any] = {"kind": "swiss", "rounds": 3, "sizes": (2, 2, 2), "minutes": 10, **terms}
    return make_opening(
        Signer(seed(0)).identity, "The cup", given.pop("kind"), any_game(TRICKS), {}, bytes(32), **given
    )


def stand_in(room: bytes, identities: Iterable[bytes], ranks: Iterable[int]) -> bytes:
    """Return a substitute for a record: the room, the players and their ranks."""
    return enc([room, list(identities), list(ranks)])


def judge(data: bytes) -> VerifiedMatch | str:
    """Return the result in a substitute record."""
    room, identities, ranks = fields(dec(data), bytes, list, list)
    if sorted(ranks)[:1] != [1]:
        return "the record is not valid: nobody is first"
    return VerifiedMatch(room, tuple(identities), tuple(ranks))


def data_of(member: Node) -> list[tuple[bytes, bytes]]:
    """Return the datagrams that a member sends now, each with its recipient."""
    member.process(member.now)
    return member.take_data()


class Seat:
    """A member on the simulated network."""

    due = math.inf
    """Time of the next action: members act only when the clock ticks."""

    def __init__(self, member: Node, neighbours: Iterable[bytes], skew: float = 0.0) -> None:
        self.member, self.skew = member, skew
        for neighbour in neighbours:
            member.add_peer(neighbour)
        self.stopped = False

    def receive(self, datagram: bytes, address: Any) -> None:
        self.member.receive(address, datagram)

    def tick(self, now: float) -> None:
        self.member.tick(NOON + now + self.skew)

    def process(self, now: float) -> None:
        self.member.process(NOON + now + self.skew)

    def set_time(self, now: float) -> None:
        """Ignore the time between ticks."""

    def take_datagrams(self) -> list[tuple[Any, bytes]]:
        return self.member.take_data()

    def take_reports(self) -> list[Report]:
        return self.member.take_reports()


class Hall:
    """All members of one tournament.

    `playing` decides how a table ends: it returns the ranks, or None for a match that never ends.
    """

    def __init__(
        self,
        terms: Opening,
        players: int,
        faults: NetworkFaults = LOSSY,
        playing: Callable[[Hall, bytes, tuple[bytes, ...]], tuple[int, ...] | None] | None = None,
        lasts: tuple[float, float] = (0.3, 1.0),
        pace: Pace = PACE,
        chance: int = 1,
        slot: float = 0.0,
    ) -> None:
        self.opening = terms
        self.pace = pace
        self.dice = random.Random(chance)
        self.lasts = lasts
        self.playing = playing or self.strongest
        self.ends: dict[bytes, float] = {}
        self.judged: dict[bytes, VerifiedMatch | str] = {}
        self.net = SimulatedNetwork({}, chance, faults, slot=slot)
        self.looked = -1.0
        self.strength: dict[bytes, int] = {}
        for i in range(players):
            self.join(i)

    # -- who is there --

    def join(
        self, i: int, plays: bool = True, entry_log: MemoryEntryLog | None = None, blobs: Any = None, skew: float = 0.0
    ) -> Node:
        """Add a player, or let one return with its entries and blobs; link it to a few others.

        Its clock is `skew` seconds ahead of the others'.
        """
        kept, held = entry_log or MemoryEntryLog(), blobs or MemoryBlobs()
        now = NOON + self.net.now + skew
        member = Node(self.opening, seed(i), f"P{i}", kept, held, now=now, plays=plays, pace=self.pace)
        self.strength[member.identity] = i
        self.net.drivers[member.identity] = Seat(member, (), skew)  # type: ignore[assignment]
        self.net.reports.setdefault(member.identity, [])
        self.link()
        return member

    def vanish(self, identity: bytes) -> Node:
        """Remove a player without any message."""
        member = self.member(identity)
        del self.net.drivers[identity]
        self.link()
        return member

    def link(self) -> None:
        """Link each member to those 1, 2, 4, ... places further in a ring of all members."""
        ring: list[Any] = sorted(self.net.drivers)
        wanted: dict[Any, set[Any]] = {identity: set() for identity in ring}
        for index, identity in enumerate(ring):
            step = 1
            while step < len(ring):
                other = ring[(index + step) % len(ring)]
                wanted[identity].add(other)
                wanted[other].add(identity)
                step *= 2 if len(ring) < 20 else 5
        for identity, others in wanted.items():
            member = self.member(identity)
            for gone in member.gossip.neighbours.keys() - others:
                member.remove_peer(gone)
            for new in sorted(others - member.gossip.neighbours.keys()):
                member.add_peer(new)

    def member(self, identity: Any) -> Node:
        return self.net.drivers[identity].member  # type: ignore[attr-defined, no-any-return]

    @property
    def members(self) -> list[Node]:
        """All present members."""
        return [self.member(identity) for identity in self.net.drivers]

    def of(self, i: int) -> Node:
        """Return the i-th player."""
        return self.member(Signer(seed(i)).identity)

    # -- what happens --

    def run(self, until: Callable[[], bool], seconds: float = 120.0) -> bool:
        """Let time pass until `until` is true; matches are played meanwhile."""

        def done() -> bool:
            if self.net.now - self.looked >= 0.1 or self.net.now < self.looked:
                self.looked = self.net.now
                for member in self.members:
                    self.play(member)
                return until()
            return False

        self.looked = -1.0
        self.net.run(self.net.now + seconds, done)
        return until()

    def play(self, member: Node) -> None:
        """Act as the program of a member: play its table and verify records."""
        for hash, data in member.take_unjudged():
            if hash not in self.judged:
                self.judged[hash] = judge(data)
            member.store_verdict(hash, self.judged[hash])
        at = member.own_table
        if at is None:
            return
        room = member.course.room_id(*at)
        identities = member.course.identities_at(*at)
        ends = self.ends.setdefault(room, self.net.now + self.dice.uniform(*self.lasts))
        if self.net.now >= ends and all(identity in self.net.drivers for identity in identities):
            ranks = self.playing(self, room, identities)
            if ranks is not None and (member._record is None or member._record[0] != room):
                member.report(room, stand_in(room, identities, ranks))

    @staticmethod
    def strongest(hall: Hall, room: bytes, identities: tuple[bytes, ...]) -> tuple[int, ...]:
        """Return the ranks of the members: mostly the smaller number wins."""
        luck = random.Random(room)
        marks = [hall.strength[identity] + luck.uniform(0, 40) for identity in identities]
        return tuple(1 + sum(other < mine for other in marks) for mine in marks)

    # -- what came of it --

    def agree(self) -> bool:
        """Return True if all members have the same results."""
        return len({member.course.digest for member in self.members}) == 1

    def over(self) -> bool:
        """Return True if the tournament is over for all members."""
        return all(member.course.is_over for member in self.members)


@pytest.fixture
def shared_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cache pure functions, since all members are in one process."""
    really = getattr(primitives._signature_holds, "__wrapped__", primitives._signature_holds)
    monkeypatch.setattr(primitives, "_signature_holds", lru_cache(1 << 16)(really))
    monkeypatch.setattr(ledger_module, "read_entry", lru_cache(1 << 16)(read_entry))
    tables: dict[Any, Any] = {}
    pair = course_module.compute_tables

    def paired(terms: Opening, here: Any, results: Any, beacon: bytes) -> Any:
        key = (terms, tuple(here), repr(results), beacon)
        if key not in tables:
            tables[key] = pair(terms, here, results, beacon)
        return tables[key]

    monkeypatch.setattr(course_module, "compute_tables", paired)
