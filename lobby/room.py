"""A room before its match: who sits where, what is to be played, and when it begins; without clock, socket or task.

Whoever opens a room is its `Host`, whoever comes to a typed address a `Guest`. Inside their links they send

- table [1, revision, k, K, bytes]: the k-th of K parts of [revision, game, options, match, places], where a place is
  nil or [identity, name, bot, addresses] and match the id that the match begins with, or no bytes yet
- sit [2, revision seen, name, rules hash, bot, addresses]: a guest is there, and wants a seat
- no [3, why]: there is none, and why
- leave [4]: whoever says it goes

Both say theirs twice a second, so that loss does not matter and silence is noticed. The host hands on where its guests
are, and everybody dials everybody else. Once the match has begun nobody is the host any more.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.kernel.codec import BadBytes, Plain, dec, enc
from core.kernel.options import BadOption, Value
from net.addresses import Address, packed, unpacked
from net.genesis import is_name, rules_hash

TABLE, SIT, NO, LEAVE = 1, 2, 3, 4
PART = 1000
MOST_PARTS = 4
MOST_ADDRESSES = 4
"""Of one member: where the host sees it, and what it says of itself."""
SAY_EVERY = 0.5
SAY_SOON = 0.1
"""While the match is about to begin."""
SILENT = 5.0
"""Seconds after which a member that says nothing has gone."""
MATCH = 32

RULES, FULL, BEGUN, OUT, NAME = 1, 2, 3, 4, 5
WHY = {
    RULES: "It has other rules than this program: all must run the same version.",
    FULL: "The room is full.",
    BEGUN: "The match there has begun already.",
    OUT: "The host has given your seat to somebody else.",
    NAME: "The host does not take your name.",
}


class Place(NamedTuple):
    """Who has a seat, and where that peer may be reached."""

    identity: bytes
    name: str
    bot: bool
    addresses: tuple[Address, ...] = ()


class RoomTable(NamedTuple):
    """A room as all its members know it. `options` are complete, in the game's order; `match` is the id of the match
    that begins, or empty.
    """

    revision: int
    game: str
    options: tuple[Value, ...]
    match: bytes
    places: tuple[Place | None, ...]

    @property
    def taken(self) -> int:
        """How many seats are taken."""
        return sum(place is not None for place in self.places)

    @property
    def full(self) -> bool:
        """Whether no seat is free."""
        return self.taken == len(self.places)

    def seat_of(self, identity: bytes) -> int:
        """Where somebody sits, or 0."""
        return next((s for s, p in enumerate(self.places, 1) if p is not None and p.identity == identity), 0)


def table_bytes(table: RoomTable) -> bytes:
    """A table as it is sent."""
    places: list[Plain] = [
        None if place is None else [place.identity, place.name, place.bot, [packed(a) for a in place.addresses]]
        for place in table.places
    ]
    return enc([table.revision, table.game, list(table.options), table.match, places])


def read_table(data: bytes, games: Mapping[str, Any]) -> RoomTable:
    """The table that these bytes are, of a game that is known; raises `BadBytes`."""
    revision, game, options, match, places = _fields(dec(data, PART * MOST_PARTS), int, str, list, bytes, list)
    if not 0 <= revision < 2**32 or game not in games or len(match) not in (0, MATCH):
        raise BadBytes("not a table of a room")
    if len(places) not in games[game].seat_counts:
        raise BadBytes("not a number of seats")
    try:
        games[game].options.named(options)
    except BadOption:
        raise BadBytes("options that the game does not have") from None
    read = tuple(None if place is None else _place(place) for place in places)
    identities = [place.identity for place in read if place is not None]
    if len(set(identities)) < len(identities) or (match and None in read):
        raise BadBytes("not a table of a room")
    return RoomTable(revision, game, tuple(options), match, read)


def _place(place: Plain) -> Place:
    identity, name, bot, addresses = _fields(place, bytes, str, bool, list)
    if len(identity) != 32 or not is_name(name):
        raise BadBytes("not a place of a room")
    return Place(identity, name, bot, _addresses(addresses))


def _addresses(listed: Plain) -> tuple[Address, ...]:
    if type(listed) is not list or len(listed) > MOST_ADDRESSES or not all(type(one) is bytes for one in listed):
        raise BadBytes("not addresses")
    found = (unpacked(one) for one in listed)
    return tuple(address for address in found if address is not None)


def _fields(said: Plain, *types: type) -> list[Any]:
    if type(said) is not list or [type(part) for part in said] != list(types):
        raise BadBytes("not a message of a room")
    return said


class Member:
    """What a host and a guest have in common: it hears and says the room's messages inside links."""

    def __init__(self, identity: bytes) -> None:
        self.identity = identity
        self.now = 0.0
        self.notes: list[str] = []
        """What somebody should hear about the links."""
        self._out: list[tuple[bytes, bytes]] = []

    @property
    def table(self) -> RoomTable | None:
        """The room as it is known here."""
        raise NotImplementedError

    @property
    def began(self) -> bool:
        """Whether the match begins here, now."""
        raise NotImplementedError

    @property
    def kept(self) -> frozenset[bytes]:
        """Whose links are kept before those of strangers."""
        table = self.table
        return frozenset(p.identity for p in table.places if p is not None) if table is not None else frozenset()

    def dials(self) -> list[Address]:
        """Where the other members may be."""
        table = self.table
        places = table.places if table is not None else ()
        return [a for p in places if p is not None and p.identity != self.identity for a in p.addresses]

    def meet(self, identity: bytes, address: Hashable) -> None:
        """Somebody is linked."""

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""

    def tell(self, words: str) -> None:
        """Something about the links."""
        self.notes.append(words)

    def hear(self, identity: bytes, data: bytes, address: Hashable) -> None:
        """Takes in what a linked peer says. Any bytes may come."""
        try:
            said = dec(data)
            if type(said) is list and said and type(said[0]) is int:
                self._hear(identity, said[0], said, address)
            elif type(said) is list and said and type(said[0]) is list:
                self._plays(identity)
        except BadBytes:
            pass

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.now = now

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """What is to be sent, and to whom."""
        out, self._out = self._out, []
        return out

    def leave(self) -> None:
        """Goes."""

    def _hear(self, identity: bytes, kind: int, said: list[Any], address: Hashable) -> None:
        raise NotImplementedError

    def _plays(self, identity: bytes) -> None:
        """A message of a match came: for that member it has begun."""

    def _say(self, identity: bytes, *said: Plain) -> None:
        self._out.append((identity, enc(list(said))))


@dataclass(slots=True)
class Seated:
    """A guest that has a seat."""

    name: str
    bot: bool
    addresses: tuple[Address, ...]
    heard: float
    seen: int = 0
    """The revision of the table that it has."""


class Host(Member):
    """Opens a room, seats whoever comes, and lets the match begin. Its own seat is the first."""

    def __init__(
        self, identity: bytes, name: str, game: Any, seats: int, options: Mapping[str, Value], bot: bool = False
    ) -> None:
        super().__init__(identity)
        self.game = game
        self._rules = rules_hash(game)
        self._me = Place(identity, name, bot)
        self._order: list[bytes | None] = [identity, *[None] * (seats - 1)]
        self._guests: dict[bytes, Seated] = {}
        self._barred: set[bytes] = set()
        self._options = game.options.complete(options)
        self._match = b""
        self._revision = 1
        self._due = self._begins = 0.0

    # -- what the host does --

    def set_options(self, options: Mapping[str, Value]) -> None:
        """Other options; raises `BadOption`."""
        self._options = self.game.options.complete(options)
        self._change()

    def set_seats(self, seats: int) -> None:
        """More seats or fewer; who then has none is told so."""
        if seats not in self.game.seat_counts or self._match:
            return
        there = [identity for identity in self._order if identity is not None]
        if seats >= len(self._order):
            self._order += [None] * (seats - len(self._order))
        else:
            kept = self._order[:seats] if not any(self._order[seats:]) else [*there, *[None] * seats][:seats]
            for identity in there:
                if identity not in kept:
                    self._send_away(identity, FULL)
            self._order = list(kept)
        self._change()

    def turn_out(self, seat: int) -> None:
        """Somebody loses the seat, and gets none again here."""
        identity = self._order[seat - 1]
        if identity is not None and identity != self.identity and not self._match:
            self._barred.add(identity)
            self._send_away(identity, OUT)
            self._free(identity)

    def begin(self, match: bytes) -> bool:
        """The match begins under this id, if every seat is taken; false if not."""
        if self._match or not self.table.full:
            return False
        self._match, self._begins = match, self.now
        self._change()
        return True

    # -- what all members do --

    @property
    def table(self) -> RoomTable:
        """The room."""
        places = tuple(None if identity is None else self._place(identity) for identity in self._order)
        return RoomTable(self._revision, self.game.name, self._options, self._match, places)

    def _place(self, identity: bytes) -> Place:
        if identity == self.identity:
            return self._me
        guest = self._guests[identity]
        return Place(identity, guest.name, guest.bot, guest.addresses)

    @property
    def began(self) -> bool:
        """Whether every guest knows that the match begins, or enough time has gone."""
        if not self._match:
            return False
        known = all(guest.seen >= self._revision for guest in self._guests.values())
        return known or self.now - self._begins >= SILENT

    def part(self, identity: bytes) -> None:
        """A guest's link has gone."""
        if not self._match:
            self._free(identity)

    def tick(self, now: float) -> None:
        """Says the table to all guests; who is silent for long loses the seat."""
        super().tick(now)
        if not self._match:
            for identity in [i for i, guest in self._guests.items() if now - guest.heard >= SILENT]:
                self._free(identity)
        if now >= self._due:
            self._due = now + (SAY_SOON if self._match else SAY_EVERY)
            for identity in self._guests:
                self._say_table(identity)

    def leave(self) -> None:
        """The room closes."""
        for identity in self._guests:
            self._say(identity, LEAVE)

    def _hear(self, identity: bytes, kind: int, said: list[Any], address: Hashable) -> None:
        if kind == LEAVE and not self._match:
            self._free(identity)
        elif kind == SIT:
            _, seen, name, rules, bot, told = _fields(said, int, int, str, bytes, bool, list)
            why = self._why_not(identity, name, rules)
            if why:
                self._say(identity, NO, why)
                return
            self._seat(identity, seen, Place(identity, name, bot, _all_of(address, _addresses(told))))

    def _why_not(self, identity: bytes, name: str, rules: bytes) -> int:
        """Why somebody gets no seat; 0 if there is one."""
        if identity in self._guests:
            return 0
        if self._match:
            return BEGUN
        if rules != self._rules:
            return RULES
        if identity in self._barred:
            return OUT
        if not is_name(name):
            return NAME
        return 0 if None in self._order else FULL

    def _seat(self, identity: bytes, seen: int, place: Place) -> None:
        guest = self._guests.get(identity)
        if guest is None:
            self._guests[identity] = guest = Seated(place.name, place.bot, place.addresses, self.now)
            self._order[self._order.index(None)] = identity
            self._change()
        elif guest.addresses != place.addresses and not self._match:
            guest.addresses = place.addresses
            self._change()
        guest.heard = self.now
        guest.seen = max(guest.seen, min(seen, self._revision))

    def _plays(self, identity: bytes) -> None:
        if self._match and identity in self._guests:
            self._guests[identity].seen = self._revision

    def _free(self, identity: bytes) -> None:
        if self._guests.pop(identity, None) is not None:
            self._order = [None if one == identity else one for one in self._order]
            self._change()

    def _send_away(self, identity: bytes, why: int) -> None:
        if identity in self._guests:
            del self._guests[identity]
            self._order = [None if one == identity else one for one in self._order]
            self._say(identity, NO, why)
            self._change()

    def _change(self) -> None:
        self._revision += 1
        self._due = 0.0

    def _say_table(self, identity: bytes) -> None:
        data = table_bytes(self.table)
        count = -(-len(data) // PART)
        for k in range(count):
            self._say(identity, TABLE, self._revision, k, count, data[k * PART : (k + 1) * PART])


def _all_of(seen: Hashable, told: Sequence[Address]) -> tuple[Address, ...]:
    """Where a guest is seen, and where it says that it is; each once, and none that only this computer reaches so."""
    outside: list[Address] = [seen] if isinstance(seen, tuple) and "%" not in seen[0] else []
    return tuple(dict.fromkeys([*outside, *told]))[:MOST_ADDRESSES]


class Guest(Member):
    """Comes to a room and wants a seat."""

    def __init__(
        self,
        identity: bytes,
        name: str,
        games: Mapping[str, Any],
        rules: bytes,
        door: Address,
        own: Sequence[Address] = (),
        bot: bool = False,
    ) -> None:
        """`door` is the host's address; `rules` the hash of the rules here; `own` where others may reach this guest."""
        super().__init__(identity)
        self.name, self.games, self.rules, self.bot = name, games, rules, bot
        self.door = door
        self.own = [packed(address) for address in own if "%" not in address[0]][: MOST_ADDRESSES - 1]
        self.host = b""
        self.refusal = ""
        """Why there is no seat here."""
        self.closed = False
        """Whether the host has closed the room."""
        self._table: RoomTable | None = None
        self._parts: dict[int, bytes] = {}
        self._newest = -1
        self._count = 0
        self._heard = self._due = 0.0

    @property
    def table(self) -> RoomTable | None:
        """The room, once the host has told it."""
        return self._table

    @property
    def seat(self) -> int:
        """The own seat, or 0."""
        return self._table.seat_of(self.identity) if self._table is not None else 0

    @property
    def began(self) -> bool:
        """Whether the match begins, with a seat here."""
        return self._table is not None and bool(self._table.match) and bool(self.seat)

    @property
    def silent(self) -> float:
        """Seconds since the host was heard; 0 before the first time."""
        return self.now - self._heard if self.host else 0.0

    @property
    def kept(self) -> frozenset[bytes]:
        """The host and the other members."""
        return super().kept | ({self.host} if self.host else frozenset())

    def meet(self, identity: bytes, address: Hashable) -> None:
        """Whoever is linked at the address that was typed is the host."""
        if not self.host and address == self.door:
            self.host, self._heard, self._due = identity, self.now, 0.0

    def tick(self, now: float) -> None:
        """Says that it is here."""
        super().tick(now)
        if self.host and now >= self._due and not self.refusal and not self.closed:
            self._due = now + SAY_EVERY
            self._sit()

    def leave(self) -> None:
        """Gives the seat back."""
        if self.host:
            self._say(self.host, LEAVE)

    def _sit(self) -> None:
        seen = self._table.revision if self._table is not None else 0
        self._say(self.host, SIT, seen, self.name, self.rules, self.bot, list(self.own))

    def _hear(self, identity: bytes, kind: int, said: list[Any], address: Hashable) -> None:
        if identity != self.host:
            return
        self._heard = self.now
        if kind == TABLE:
            _, revision, k, count, data = _fields(said, int, int, int, int, bytes)
            self._on_part(revision, k, count, data)
        elif kind == NO:
            _, why = _fields(said, int, int)
            self.refusal, self._table = WHY.get(why, "The host gives you no seat."), None
        elif kind == LEAVE:
            self.closed = True

    def _on_part(self, revision: int, k: int, count: int, data: bytes) -> None:
        if not (0 <= k < count <= MOST_PARTS and len(data) <= PART and revision >= self._newest):
            return
        if revision > self._newest or count != self._count:
            self._newest, self._count, self._parts = revision, count, {}
        self._parts[k] = data
        if len(self._parts) < count or (self._table is not None and self._table.revision == revision):
            return
        table = read_table(b"".join(self._parts[i] for i in range(count)), self.games)
        if table.revision == revision:
            self._table = table
            self._sit()
