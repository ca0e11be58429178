"""Members of a room without sockets, whose messages may be delivered, lost, doubled or delayed."""

from __future__ import annotations

import heapq
import itertools
import random
from functools import lru_cache

from core.games.registry import GAMES
from lobby.room.room import LocalMember, Room
from lobby.room.seating import RoomTable
from lobby.room.seniority import MOST_ENTRIES, Entry, members_on, short_id
from lobby.room.signed_records import Record, RoomSettings, Status
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash

GAME = GAMES["bridgefront"]
ID = b"\x05" * 32
TICK = 0.1


@lru_cache(maxsize=256)
def signer(number: int) -> Signer:
    """Return the key of a member."""
    return Signer(bytes([number]) * 32)


def key(number: int) -> bytes:
    """Return the identity of a member."""
    return signer(number).identity


def opened(seats: int, number: int = 1) -> RoomSettings:
    """Return the settings with which a room is opened."""
    return RoomSettings(1, key(number), "Ada", GAME.name, rules_hash(GAME), seats, 60, GAME.options.complete_values({}))


def who(number: int) -> bytes:
    """Return the short identity of a member, as used in the list of members."""
    return short_id(key(number))


LONGEST = Record(
    key(1), 2**53 - 1, "\U00010400" * 24, 255, 6, "b" * 24, who(2), (who(3),) * 5, (who(4),) * 6, (who(5),) * 12,
    (who(6),) * 4, tuple(Entry(who(number), who(1), 6) for number in range(1, MOST_ENTRIES + 1)), who(7),
    (("fd00:1:2:3:4:5:6:7", 65535),) * 4, Status.WENT, b"\xff" * 32,
)  # fmt: skip


class Hall:
    """The members of one room by number, and their messages in flight; member 1 opened the room."""

    def __init__(self, seats: int, guests: int = 0, seed: int = 0, loss: float = 0.0, delay: float = 0.01) -> None:
        self.now = 0.0
        self.members: dict[int, Room] = {}
        self.loss, self.delay, self.doubled = loss, delay, loss / 2
        self.hostile: set[int] = set()
        """Members whose view is not checked."""
        self.bytes = 0
        """Number of bytes sent by the honest members."""
        self.hosts: dict[int, int] = {}
        """Host of each member."""
        self.twins: dict[int, int] = {}
        """Members that run with the key of another one."""
        self.sides: set[int] = set()
        """Members on one side of a partition; nothing passes between them and the others."""
        self._unlinked: set[tuple[int, int]] = set()
        self._dice = random.Random(seed)
        self._order = itertools.count()
        self._flying: list[tuple[float, int, int, int, bytes]] = []
        self.come(1, settings=opened(seats))
        for number in range(2, guests + 2):
            self.come(number)
            while who(number) not in members_on(self.members[1].bench):
                self.run(TICK)

    def come(self, number: int, name: str = "", bot: str = "", by: int = 0, settings: RoomSettings | None = None,
             at: int = 0, kind: type[Room] = Room, ahead: int = 0) -> Room:  # fmt: skip
        """Add a member that is linked with all others, and return it.

        Its host is `at`, or one of its own. If there are hostile members, an honest one admits it. Its clock is `ahead`
        milliseconds ahead.
        """
        at = at or by or number
        me = LocalMember(name or f"Player {number}", bot, key(by) if by else b"", ((f"192.168.1.{at}", 5000 + number),))
        self.hosts[number] = at
        near = [n for n in self.members if n not in self.hostile and (number, n) not in self._unlinked]
        near = [n for n in near if (n in self.sides) == (number in self.sides)]
        contact = self.where(near[0], number) if self.hostile and near else None
        room = self.members[number] = kind(
            ID, self._signer(number), me, GAMES, max(0, round(self.now * 1000) + ahead), settings, contact
        )
        room.tick(self.now)
        for other in self.members:
            twins = self._signer(other).identity == self._signer(number).identity
            if not twins and (number, other) not in self._unlinked:
                self.link(number, other)
        return room

    def twin(self, number: int, of: int, ahead: int = 0) -> Room:
        """Add a second program with the key of a member, on another computer."""
        self.twins[number] = of
        return self.come(number, f"Player {of}", ahead=ahead)

    def _signer(self, number: int) -> Signer:
        return signer(self.twins.get(number, number))

    def link(self, one: int, other: int) -> None:
        """Link these two members to each other."""
        for here, there in ((one, other), (other, one)):
            self._unlinked.discard((here, there))
            self.members[here].add_peer(self._signer(there).identity, self.where(there, here))

    def where(self, number: int, seen_by: int) -> tuple[str, int]:
        """Return the address at which the other member sees this member."""
        at = self.hosts[number]
        return ("127.0.0.1" if at == self.hosts[seen_by] else f"10.0.0.{at}", 5000 + number)

    def bot(self, number: int, by: int) -> Room:
        """Add a bot of a member, and return it."""
        self.members[by].seat_bot(key(number))
        return self.come(number, f"Bot {number}", "random", by)

    def unlink(self, one: int, other: int) -> None:
        """Cut the link between these two members."""
        self._unlinked |= {(one, other), (other, one)}
        for here, there in ((one, other), (other, one)):
            if here in self.members:
                self.members[here].remove_peer(key(there))

    def vanish(self, number: int) -> None:
        """Remove a member without any message."""
        del self.members[number]

    def leave(self, number: int) -> None:
        """Let a member leave and announce that it leaves."""
        self.members[number].leave()
        self._collect(number)
        self.vanish(number)

    def run(self, seconds: float = 1.5) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            self.now += TICK
            for number in list(self.members):
                self.members[number].tick(self.now)
                self._collect(number)
            while self._flying and self._flying[0][0] <= self.now:
                _, _, source, target, data = heapq.heappop(self._flying)
                if target in self.members:
                    self.members[target].receive(self._signer(source).identity, data, self.where(source, target))
                    self._collect(target)

    def _collect(self, number: int) -> None:
        for target, data in self.members[number].take_data():
            assert len(data) <= 1171 or number in self.hostile
            if len(data) > 1171:  # a link takes no more
                continue
            self.bytes += len(data) * (number not in self.hostile)
            self.sends(number, target, data)
            for other in [n for n, there in self.members.items() if there.identity == target]:
                if (number in self.sides) != (other in self.sides) or (number, other) in self._unlinked:
                    continue
                for _ in range(1 + (self._dice.random() < self.doubled)):
                    if self._dice.random() >= self.loss:
                        at = self.now + self._dice.uniform(0.0, self.delay)
                        heapq.heappush(self._flying, (at, next(self._order), number, other, data))

    def sends(self, number: int, target: bytes, data: bytes) -> None:
        """Note a message that a member sends; tests of the wire record these messages."""

    @property
    def honest(self) -> list[Room]:
        """The rooms of the honest members."""
        return [room for number, room in self.members.items() if number not in self.hostile]

    @property
    def tables(self) -> set[RoomTable | None]:
        """The state of the room as seen by each honest member."""
        return {room.table for room in self.honest}

    @property
    def table(self) -> RoomTable:
        """The state of the room on which all honest members agree."""
        (table,) = self.tables
        assert table is not None
        return table

    def names(self) -> list[str]:
        """The name at each seat, on which all honest members agree."""
        return ["" if place is None else place.name for place in self.table.places]

    def benches(self) -> set[tuple[int, ...]]:
        """The order of arrival by number, as seen by each honest member."""
        numbers = {who(number): number for number in range(1, 100)}
        return {tuple(numbers[item] for item in members_on(room.bench) if item in numbers) for room in self.honest}

    def all_ready(self) -> None:
        """Set all honest members ready."""
        for room in self.honest:
            room.set_ready(True)
