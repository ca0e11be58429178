"""State of a room's member, and what it sends: the base of `lobby.room.room.Room`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.engine.game import Game
from lobby.players.colours import NO_COLOUR
from lobby.room import signed_records
from lobby.room.address_book import AddressBook
from lobby.room.admission import admitted, elsewhere
from lobby.room.chat import Chat
from lobby.room.members import Roster
from lobby.room.messages import LINES, RECORDS
from lobby.room.outbound import Outbox
from lobby.room.room_fork import RoomFork, fork_supporters
from lobby.room.seating import Here, RoomTable, outcasts, present, room_table, seat_keepers, seating, with_seats
from lobby.room.seniority import (
    MOST_MEMBERS,
    Bench,
    Entry,
    chair_of,
    followed,
    home_via,
    host_via,
    names,
    public_bench,
    short,
    source,
    without,
)
from lobby.room.settings import CurrentSettings
from lobby.room.signed_records import ANY, MOST_ADDRESSES, MOST_HOSTS, Line, Record, RoomSettings, Signed, Status
from lobby.room.start import MatchStart
from net.channels.addresses import Address, pack_address
from net.channels.rate_limit import TokenBucket
from net.crypto.primitives import Signer

SAY_EVERY = 0.5
MESSAGE_INTERVAL = 0.1
"""Minimum seconds between two messages, and the delay of news."""
SEAT_SETTLES_AFTER = 1.0
"""Seconds after which a member makes its assigned seat its wish."""
OUT = "The others have removed you from this room."


class LocalMember(NamedTuple):
    """The member of this program: its name, bot, bringer, addresses and wanted colour.

    The bot plays for the member. The bringer is the member that brought it, if it is a bot.
    """

    name: str
    bot: str = ""
    by: bytes = b""
    addresses: tuple[Address, ...] = ()
    colour: int = NO_COLOUR


@dataclass(slots=True)
class LinkQuota:
    """The quotas of one link, each of which refills with time.

    >>> link = LinkQuota()
    >>> sum(link.datagrams.take(1.0) for _ in range(1000)), sum(link.strangers.take(1.0) for _ in range(1000))
    (40, 4)
    """

    datagrams: TokenBucket = field(default_factory=lambda: TokenBucket(rate=20.0, most=40.0))
    checks: TokenBucket = field(default_factory=lambda: TokenBucket(rate=50.0, most=50.0))
    """Quota of signatures to check, each of which takes about 70 microseconds."""
    sightings: TokenBucket = field(default_factory=lambda: TokenBucket(rate=0.1, most=12.0))
    """Quota of reported addresses of members that have no link here."""
    strangers: TokenBucket = field(default_factory=lambda: TokenBucket(rate=0.4, most=4.0))
    """Quota of unknown members that have no place on the bench."""


class RoomState:
    """The state of a room's member, and everything that is derived from it."""

    def __init__(
        self,
        room: bytes,
        signer: Signer,
        me: LocalMember,
        games: Mapping[str, Game],
        number: int,
        settings: RoomSettings | None = None,
        contact: Hashable = None,
        way: RoomFork | None = None,
    ) -> None:
        """Enter a room, with `settings` to open one, or with `way` to move on from another one.

        A newcomer receives the settings from the member at the address `contact`, or from the first linked member.
        `number` is higher than at any earlier start with the same identity: the time in milliseconds, for instance.
        """
        self.id = room
        self.identity = signer.identity
        self.now = 0.0
        self.refusal = ""
        """Reason why this member cannot stay in the room, or ""."""
        self.superseded = False
        """True once a later start with our key has taken our place; this program then sends nothing more."""
        self.notes: list[str] = []
        """Notes about the links, to show to the player."""
        self.counters: Counter[str] = Counter()
        self.linked: dict[bytes, Hashable] = {}
        """Addresses of the linked members, by identity."""
        self.inviter = b""
        """Identity of the member whose settings and bench were adopted; empty if we opened the room."""
        self.onward: RoomFork | None = None
        """Fork to the room in which this member continues without another member, or None."""
        self.bench: Bench = ()
        self._own = short(signer.identity)
        self._home = home_via(room, self._own)
        self._signer, self._games, self._contact = signer, games, contact
        self._hosts = {address[0] for address in me.addresses}
        self._me = Record(signer.identity, number, me.name, ANY, me.colour, me.bot, short(me.by), (), (), (), (), (),
                          b"", public_addresses(me.addresses), Status.HERE, b"")  # fmt: skip
        if way is not None:
            settings, self.bench = way.settings._replace(number=1, writer=self.identity), way.bench
            self._me = self._me._replace(brings=way.brings, against=way.against)
        elif settings is not None:
            self.bench = (Entry(self._own, self._home, 0, self._own, self._own),)
        self._terms = CurrentSettings(room, signer, games, settings)
        self._members = Roster(room)
        self._chat = Chat(room, signer)
        self._saying = Outbox()
        self._beginning = MatchStart(room, signer.identity)
        self._wheres = AddressBook()
        self._links: dict[bytes, LinkQuota] = {}
        self._leaps = 0
        """Number of records of our key that were newer than ours, received some time after our start."""
        self._put_out: dict[bytes, float] = {}
        """Time at which each member lost its place by votes, by identity."""
        self._entered: float | None = None
        """Time of the first tick at which the settings were known, or None."""
        self._due = self._said = self._said_whole = -SAY_EVERY
        self._dirty = True
        self._table: RoomTable | None = None
        self._sat = (0, 0.0)
        """Our seat, and the time since which we have had it."""
        self._lost = 0
        """Seat that this member had and lost to a member that came before it, or 0."""
        self._out: list[tuple[bytes, bytes]] = []

    # -- view --

    @property
    def settings(self) -> RoomSettings | None:
        """Settings of the match, or None until they have arrived."""
        return self._terms.settings

    @property
    def here(self) -> dict[bytes, Record]:
        """Present members, including this one, by the first bytes of their identities."""
        return present((self._me, *self._members))

    @property
    def table(self) -> RoomTable | None:
        """Room as this member knows it, or None until its settings have arrived."""
        if self._beginning.table is not None:
            return self._beginning.table
        if self._dirty and self.settings is not None:
            self._arrange(self.settings)
        if self._table is None and self.settings is not None:
            self._table = room_table(self.settings, self.bench, self.here, self._own)
        return self._table

    @property
    def seat(self) -> int:
        """This member's seat, or 0."""
        return self.table.seat_of(self.identity) if self.table is not None else 0

    @property
    def ready(self) -> bool:
        """True if this member's seat is ready."""
        return self._me.status in (Status.READY, Status.GO, Status.WENT)

    @property
    def bound(self) -> bool:
        """True if this member has sent GO, after which it cannot change anything."""
        return self._me.status in (Status.GO, Status.WENT)

    @property
    def began(self) -> bool:
        """True if the match begins here and the linked members know it, or have had enough time to learn it.

        The linked members inform the others.
        """
        return self._beginning.known(self.linked.__contains__, self._members.of, self.now)

    @property
    def lines(self) -> list[Line]:
        """Lines of the chat in order."""
        return self._chat.lines

    @property
    def own_name(self) -> str:
        """The name that this member has given itself."""
        return self._me.name

    @property
    def gone(self) -> frozenset[bytes]:
        """Identities of members that have just announced their departure."""
        return frozenset(one.identity for one in self._members.gone.values())

    @property
    def kept(self) -> frozenset[bytes]:
        """Identities of the members with a place, whose links take precedence over those of strangers."""
        places = names(self.bench)
        return frozenset(one.identity for one in self._members if short(one.identity) in places)

    @property
    def chair(self) -> bytes:
        """Member that appends to the bench, by its first bytes; empty if no member on the bench is known."""
        here = self.here
        return chair_of(self.bench, [who for who, one in here.items() if not one.by])

    @property
    def first(self) -> bytes:
        """Identity of the first member, which cannot be put out because nobody came before it.

        The value is empty if that is this member.
        """
        one = self.here.get(self.chair)
        return one.identity if one is not None and one is not self._me else b""

    @property
    def go_on_wanted(self) -> tuple[str, list[str]]:
        """Name of the first member, and names of those who want to continue without it or have already left."""
        one = self.here.get(short(self.first))
        return (
            (one.name, fork_supporters(short(self.first), self.here, self._members.gone))
            if one is not None
            else ("", [])
        )

    @property
    def other_half(self) -> str:
        """Name of a linked member of another half of this room, or "".

        The other half has no member in common with this one.
        """
        return next((one.name for one in self._members if self._is_elsewhere(one)), "")

    @property
    def lost_seat(self) -> tuple[int, str]:
        """Seat that this member lost, and the name of its earlier owner, who came back; (0, "") if none."""
        table = self.table
        there = table.places[self._lost - 1] if table is not None and 0 < self._lost <= len(table.places) else None
        return (self._lost, there.name) if there is not None and not self.seat else (0, "")

    def dials(self) -> list[tuple[Address, bytes]]:
        """Return the possible addresses of the other members, each with the source to charge for it."""
        places = {entry.who: entry for entry in self.bench}
        found = self._wheres.of([who for who in places if who != self._own])
        charged = {who: source(self.bench, places[who]) if who in places else who for _, who in found}
        return [(address, charged[who]) for address, who in found]

    def _is_elsewhere(self, one: Record) -> bool:
        return one.identity in self.linked and elsewhere(self.bench, one)

    # -- places --

    def _arrange(self, settings: RoomSettings) -> None:
        """Update the bench from the present members and their records."""
        self._dirty, self._table = False, None
        here = self.here
        self._drop_bots(here)
        out = outcasts(self.bench, here, settings.seats)
        self.refusal = OUT if self._own in out else self.refusal
        for who in out - {self._own}:
            self._put_out[who] = self.now
            self.bench = without(self.bench, who)
        chair = self.chair
        gone = self._members.gone
        if chair == self._own:
            linked = {short(one): self._via(address) for one, address in self.linked.items()}
            bench = admitted(self.bench, chair, self._home, here, linked, settings.seats, gone)
            self.bench = with_seats(bench, chair, here, settings.seats)
        elif chair:
            told = tuple(e for e in here[chair].bench if e.who not in gone and e.who not in self._put_out)
            self.bench = followed(self.bench, told, chair, seat_keepers(self.bench, here), gone)
        self._note_seat(here, settings.seats)

    def _drop_bots(self, here: Here) -> None:
        """Remove a bot from the bench if the member that brought it has no place, or has sent it away."""
        for one in self._members:
            who = short(one.identity)
            if one.by and (one.by not in names(self.bench) or (one.by in here and who not in here[one.by].brings)):
                self.bench = without(self.bench, who)

    def _note_seat(self, here: Here, seats: int) -> None:
        """Record the time since which this member has had its seat, and a seat that it has lost."""
        sits = seating(self.bench, here, seats)
        seat = sits.index(self._own) + 1 if self._own in sits else 0
        if seat != self._sat[0]:
            before, self._sat = self._sat[0], (seat, self.now)
            settled = before if self._me.seat == ANY else self._me.seat
            self._lost = 0 if seat else settled

    def _via(self, address: Hashable) -> bytes:
        """Return the source that is charged for a member linked from that address."""
        host = str(address[0]) if isinstance(address, tuple) else ""
        return self._home if is_local(host) or host in self._hosts else host_via(self.id, host)

    # -- own record --

    def _be(self, me: Record) -> None:
        self._me = me
        self._change()
        self._soon()

    def _change(self) -> None:
        """Mark the derived state as outdated."""
        self._dirty, self._table = True, None

    def _soon(self) -> None:
        """Schedule a message soon."""
        self._due = max(self._said + MESSAGE_INTERVAL, min(self._due, self.now))

    def _hand_on(self, is_line: bool, key: bytes, signed: Signed) -> None:
        self._saying.hand_on(key, (LINES if is_line else RECORDS, signed))
        self._soon()

    def _say(self) -> None:
        """Queue messages with the state of the room to all linked members."""
        near = self._linked_members()
        hosts = tuple(self._via(self.linked[identity]) for identity in near[:MOST_HOSTS])
        signed = self._terms.signed(self.now)
        self._me = self._me._replace(
            number=self._me.number + 1, near=tuple(short(one) for one in near), hosts=hosts,
            bench=public_bench(self.bench), plays=self._terms.mark,
        )  # fmt: skip
        whole = self.now - self._said_whole >= SAY_EVERY
        self._said, self._due = self.now, self.now + (MESSAGE_INTERVAL if self.bound else SAY_EVERY)
        self._said_whole = self.now if whole else self._said_whole
        own = signed_records.sign_record(self.id, self._me, self._signer)
        known = [(who, signed) for who, signed in self._members.signed if self._is_told(who)]
        linked = {identity: self._linked_with(identity) for identity in self.linked}
        self._out += self._saying.messages(
            own, signed, self._seen(), known, self._chat.signed, linked, whole or self._me.status == Status.GONE
        )

    def _linked_members(self) -> list[bytes]:
        """Return the linked members; those that others may know only through this member come first."""
        places = {entry.who: entry.via for entry in self.bench}
        once = [one for one in self.linked if places.get(short(one), self._own) == self._own]
        return [*once, *(one for one in self.linked if one not in once)][:MOST_MEMBERS]

    def _is_told(self, who: bytes) -> bool:
        """Return True if this member passes on the record of a certain member.

        It does so for a member with a place, and for a newcomer that is linked with this member.
        """
        return who in names(self.bench) or who in self._members.gone or any(short(one) == who for one in self.linked)

    def _linked_with(self, identity: bytes) -> set[bytes]:
        """Return the set of a member and all members that it is linked with."""
        one = self._members.of(identity)
        return {short(identity), *(one.near if one is not None else ())}

    def _seen(self) -> list[tuple[bytes, bytes]]:
        """Return the members with a place that are linked here, with the addresses at which they are seen."""
        places = names(self.bench)
        return [
            (identity, pack_address(address)) for identity, address in self.linked.items()
            if isinstance(address, tuple) and "%" not in address[0] and short(identity) in places
        ]  # fmt: skip


def public_addresses(addresses: Sequence[Address]) -> tuple[Address, ...]:
    """Return the addresses that can be sent to others, without those that name a local interface."""
    return tuple(address for address in addresses if "%" not in address[0])[:MOST_ADDRESSES]


def is_local(host: str) -> bool:
    """Return True if a host is a loopback address, which only this computer can reach."""
    return host.startswith("127.") or host == "::1"
