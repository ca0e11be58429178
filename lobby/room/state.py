"""State of a room as one member knows it: its records, its settings, its bench, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.engine.game import Game
from lobby.players.colours import NO_COLOUR
from lobby.room.address_book import AddressBook
from lobby.room.admission import admit_newcomers, is_in_other_half
from lobby.room.chat import Chat
from lobby.room.members import Roster
from lobby.room.room_fork import RoomFork, fork_supporters
from lobby.room.seating import (
    PresentMembers,
    RoomTable,
    assign_seats,
    bench_with_seats,
    find_present,
    make_room_table,
    seat_keepers,
    voted_out_members,
)
from lobby.room.seniority import (
    Bench,
    Entry,
    chair_of,
    final_source,
    follow_chair,
    home_origin,
    host_origin,
    members_on,
    remove_member,
    short_id,
)
from lobby.room.settings import CurrentSettings
from lobby.room.signed_records import ANY, MOST_ADDRESSES, Record, RoomSettings, Status
from lobby.room.start import MatchStart
from net.channels.addresses import Address
from net.crypto.primitives import Signer

SAY_EVERY = 0.5
MESSAGE_INTERVAL = 0.1
"""Minimum seconds between two messages, and the delay of news."""
SEAT_SETTLES_AFTER = 1.0
"""Seconds after which a member requests the seat that it was assigned."""
OUT = "The others have removed you from this room."


class LocalMember(NamedTuple):
    """The member of this program: its name, addresses and requested colour.

    `bot` is the bot that plays for the member, or "". `by` is the member that brought this member, if it is a bot.
    """

    name: str
    bot: str = ""
    by: bytes = b""
    addresses: tuple[Address, ...] = ()
    colour: int = NO_COLOUR


class OwnSeat:
    """Seat of this member, the time since which it has had that seat, and a seat that it has lost."""

    def __init__(self) -> None:
        self.seat, self.since = 0, 0.0
        self.lost = 0
        """Seat that this member had and lost to a member that came before it, or 0."""

    def note(self, seat: int, wish: int, now: float) -> None:
        """Note the seat that this member has now, or 0; `wish` is the seat that it requests."""
        if seat != self.seat:
            settled = self.seat if wish == ANY else wish
            self.seat, self.since = seat, now
            self.lost = 0 if seat else settled


class RoomState:
    """State of a room as one member knows it, and everything that is derived from it."""

    def __init__(
        self,
        room: bytes,
        signer: Signer,
        me: LocalMember,
        games: Mapping[str, Game],
        number: int,
        settings: RoomSettings | None = None,
        contact: Hashable = None,
        fork: RoomFork | None = None,
    ) -> None:
        """Enter a room, with `settings` to open one, or with `fork` to move on from another one.

        A newcomer receives the settings from the member at the address `contact`, or from the first linked member.
        `number` must be higher than at any earlier start with the same identity; it can be the time in milliseconds.
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
        self.fork: RoomFork | None = None
        """Fork to the room in which this member continues without another member, or None."""
        self.bench: Bench = ()
        self.own_id = short_id(signer.identity)
        self.home = home_origin(room, self.own_id)
        self.signer, self.games, self.contact = signer, games, contact
        self.hosts = {address[0] for address in me.addresses}
        self.me = Record(signer.identity, number, me.name, ANY, me.colour, me.bot, short_id(me.by), (), (), (), (), (),
                          b"", public_addresses(me.addresses), Status.HERE, b"")  # fmt: skip
        if fork is not None:
            settings, self.bench = fork.settings._replace(number=1, writer=self.identity), fork.bench
            self.me = self.me._replace(brings=fork.brings, against=fork.against)
        elif settings is not None:
            self.bench = (Entry(self.own_id, self.home, 0, self.own_id, self.own_id),)
        self.current_settings = CurrentSettings(room, signer, games, settings)
        self.members = Roster(room)
        self.chat_log = Chat(room, signer)
        self.start = MatchStart(room, signer.identity)
        self.address_book = AddressBook()
        self.out_at: dict[bytes, float] = {}
        """Time at which each member lost its place by votes, by identity."""
        self.entered: float | None = None
        """Time of the first tick at which the settings were known, or None."""
        self.due = self.sent_at = -SAY_EVERY
        """Times of the next and of the last message."""
        self._dirty = True
        self._table: RoomTable | None = None
        self.own_seat = OwnSeat()

    # -- view --

    @property
    def settings(self) -> RoomSettings | None:
        """Settings of the match, or None until they have arrived."""
        return self.current_settings.settings

    @property
    def present_members(self) -> dict[bytes, Record]:
        """Present members, including this one, by the first bytes of their identities."""
        return find_present((self.me, *self.members))

    @property
    def table(self) -> RoomTable | None:
        """Room as this member sees it, or None until the settings have arrived."""
        if self.start.table is not None:
            return self.start.table
        if self._dirty and self.settings is not None:
            self._arrange(self.settings)
        if self._table is None and self.settings is not None:
            self._table = make_room_table(self.settings, self.bench, self.present_members, self.own_id)
        return self._table

    @property
    def seat(self) -> int:
        """This member's seat, or 0."""
        return self.table.seat_of(self.identity) if self.table is not None else 0

    @property
    def is_ready(self) -> bool:
        """True if this member's seat is ready."""
        return self.me.status in (Status.READY, Status.GO, Status.WENT)

    @property
    def is_bound(self) -> bool:
        """True if this member has sent GO, after which it can change nothing."""
        return self.me.status in (Status.GO, Status.WENT)

    @property
    def has_begun(self) -> bool:
        """True if the match begins here and the linked members know it, or have had enough time to learn it.

        The linked members inform the others.
        """
        return self.start.is_known(self.linked.__contains__, self.members.record_of, self.now)

    @property
    def gone(self) -> frozenset[bytes]:
        """Identities of members that have just announced their departure."""
        return frozenset(one.identity for one in self.members.gone.values())

    @property
    def kept(self) -> frozenset[bytes]:
        """Identities of the members with a place, whose links are never dropped to make room for strangers'."""
        places = members_on(self.bench)
        return frozenset(one.identity for one in self.members if short_id(one.identity) in places)

    @property
    def chair(self) -> bytes:
        """First bytes of the member that appends to the bench; empty if no member on the bench is known."""
        here = self.present_members
        return chair_of(self.bench, [who for who, one in here.items() if not one.by])

    @property
    def first(self) -> bytes:
        """Identity of the first member, which cannot be removed because nobody came before it.

        The value is empty if that is this member.
        """
        one = self.present_members.get(self.chair)
        return one.identity if one is not None and one is not self.me else b""

    @property
    def fork_wishes(self) -> tuple[str, list[str]]:
        """Name of the first member, and names of those who want to continue without it or have already left."""
        one = self.present_members.get(short_id(self.first))
        return (
            (one.name, fork_supporters(short_id(self.first), self.present_members, self.members.gone))
            if one is not None
            else ("", [])
        )

    @property
    def other_half(self) -> str:
        """Name of a linked member of another half of this room, or "".

        The other half has no member in common with this one.
        """
        return next((one.name for one in self.members if self.is_in_other_half(one)), "")

    @property
    def lost_seat(self) -> tuple[int, str]:
        """Seat that this member has lost, and the name of its earlier owner, who came back; (0, "") if none."""
        table, lost = self.table, self.own_seat.lost
        there = table.places[lost - 1] if table is not None and 0 < lost <= len(table.places) else None
        return (lost, there.name) if there is not None and not self.seat else (0, "")

    def possible_addresses(self) -> list[tuple[Address, bytes]]:
        """Return the possible addresses of the other members, each with the source that is charged for it."""
        places = {entry.member: entry for entry in self.bench}
        found = self.address_book.addresses_of([who for who in places if who != self.own_id])
        charged = {who: final_source(self.bench, places[who]) if who in places else who for _, who in found}
        return [(address, charged[who]) for address, who in found]

    def _arrange(self, settings: RoomSettings) -> None:
        """Update the bench from the present members and their records."""
        self._dirty, self._table = False, None
        here = self.present_members
        self.bench = _without_lost_bots(self.bench, self.members, here)
        out = voted_out_members(self.bench, here, settings.seats)
        self.refusal = OUT if self.own_id in out else self.refusal
        for who in out - {self.own_id}:
            self.out_at[who] = self.now
            self.bench = remove_member(self.bench, who)
        chair = self.chair
        gone = self.members.gone
        if chair == self.own_id:
            linked = {short_id(one): charged_source(self, address) for one, address in self.linked.items()}
            bench = admit_newcomers(self.bench, chair, self.home, here, linked, settings.seats, gone)
            self.bench = bench_with_seats(bench, chair, here, settings.seats)
        elif chair:
            told = tuple(e for e in here[chair].bench if e.member not in gone and e.member not in self.out_at)
            self.bench = follow_chair(self.bench, told, chair, seat_keepers(self.bench, here), gone)
        sits = assign_seats(self.bench, here, settings.seats)
        self.own_seat.note(sits.index(self.own_id) + 1 if self.own_id in sits else 0, self.me.seat, self.now)

    def is_in_other_half(self, record: Record) -> bool:
        """Return True if a linked member belongs to another half of this room."""
        return record.identity in self.linked and is_in_other_half(self.bench, record)

    # -- changes --

    def set_own_record(self, me: Record) -> None:
        """Replace this member's own record."""
        self.me = me
        self.mark_outdated()
        self.schedule_message()

    def mark_outdated(self) -> None:
        """Mark the derived state as outdated, so that it is computed again."""
        self._dirty, self._table = True, None

    def schedule_message(self) -> None:
        """Send a message soon."""
        self.due = max(self.sent_at + MESSAGE_INTERVAL, min(self.due, self.now))


def _without_lost_bots(bench: Bench, members: Iterable[Record], present_members: PresentMembers) -> Bench:
    """Return the bench without bots whose bringer has no place or has removed them."""
    for one in members:
        who = short_id(one.identity)
        if one.by and (
            one.by not in members_on(bench) or (one.by in present_members and who not in present_members[one.by].brings)
        ):
            bench = remove_member(bench, who)
    return bench


def public_addresses(addresses: Sequence[Address]) -> tuple[Address, ...]:
    """Return the addresses that have a meaning for others, without those that contain a local interface."""
    return tuple(address for address in addresses if "%" not in address[0])[:MOST_ADDRESSES]


def charged_source(room: RoomState, address: Hashable) -> bytes:
    """Return the source that is charged for a member linked from this address."""
    host = str(address[0]) if isinstance(address, tuple) else ""
    return room.home if is_local(host) or host in room.hosts else host_origin(room.id, host)


def is_local(host: str) -> bool:
    """Return True if only this computer can reach a host, because it is a loopback address."""
    return host.startswith("127.") or host == "::1"
