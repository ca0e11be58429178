"""What a member of a room holds, what follows from it, and what it tells: the base of `lobby.room.room.Room`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from lobby.players.colours import NO_COLOUR
from lobby.room import signed_records
from lobby.room.address_book import Wheres
from lobby.room.admission import admitted, elsewhere
from lobby.room.chat import Chat
from lobby.room.members import Roster
from lobby.room.messages import LINES, RECORDS
from lobby.room.outbound import Saying
from lobby.room.room_fork import Onward, wanting
from lobby.room.seating import Here, RoomTable, held, holding, laid, outcasts, present, seating
from lobby.room.seniority import (
    MOST_MEMBERS,
    Bench,
    Entry,
    chair_of,
    followed,
    home_via,
    host_via,
    names,
    short,
    source,
    told_bench,
    without,
)
from lobby.room.settings import Terms
from lobby.room.signed_records import ANY, MOST_ADDRESSES, MOST_HOSTS, Line, Record, Settings, Signed, Status
from lobby.room.start import Beginning
from net.channels.addresses import Address, packed
from net.crypto.primitives import Signer

SAY_EVERY = 0.5
SAY_SOON = 0.1
"""Seconds between two messages at least, and if there is news."""
SETTLED = 1.0
"""Seconds after which a member wishes for the seat that it has been given."""
OUT = "The others have removed you from this room."


class Me(NamedTuple):
    """What a member brings: its name, which bot plays for it, who has brought that, and which colour it wants."""

    name: str
    bot: str = ""
    by: bytes = b""
    addresses: tuple[Address, ...] = ()
    colour: int = NO_COLOUR


class RoomState:
    """What a member of a room holds, and what follows from it."""

    def __init__(
        self,
        room: bytes,
        signer: Signer,
        me: Me,
        games: Mapping[str, Any],
        number: int,
        settings: Settings | None = None,
        contact: Hashable = None,
        way: Onward | None = None,
    ) -> None:
        """`settings` are given by who opens the room, `way` by who goes on from another one. Who comes to it hears them
        of the member at the address `contact`, or of the first that it is linked with.

        `number` is higher than at any earlier start with the same identity: the time in milliseconds, for instance.
        """
        self.id = room
        self.identity = signer.identity
        self.now = 0.0
        self.refusal = ""
        """Why one cannot stay here."""
        self.superseded = False
        """True once a later start with our key has taken our place: this program says nothing more."""
        self.notes: list[str] = []
        """What somebody should hear about the links."""
        self.counters: Counter[str] = Counter()
        self.linked: dict[bytes, Hashable] = {}
        """Who is linked, and where."""
        self.inviter = b""
        """Of whom settings and bench were taken over; nobody if one has opened the room."""
        self.onward: Onward | None = None
        """Where to one goes on, without somebody."""
        self.bench: Bench = ()
        self._own = short(signer.identity)
        self._home = home_via(room, self._own)
        self._signer, self._games, self._contact = signer, games, contact
        self._hosts = {address[0] for address in me.addresses}
        self._me = Record(signer.identity, number, me.name, ANY, me.colour, me.bot, short(me.by), (), (), (), (), (),
                          b"", told_addresses(me.addresses), Status.HERE, b"")  # fmt: skip
        if way is not None:
            settings, self.bench = way.settings._replace(number=1, writer=self.identity), way.bench
            self._me = self._me._replace(brings=way.brings, against=way.against)
        elif settings is not None:
            self.bench = (Entry(self._own, self._home, 0, self._own, self._own),)
        self._terms = Terms(room, signer, games, settings)
        self._members = Roster(room)
        self._chat = Chat(room, signer)
        self._saying = Saying()
        self._beginning = Beginning(room, signer.identity)
        self._wheres = Wheres()
        self._put_out: dict[bytes, float] = {}
        """Who has lost its place by votes, and when."""
        self._entered: float | None = None
        """Time of the first tick with settings."""
        self._due = self._said = self._said_whole = -SAY_EVERY
        self._dirty = True
        self._table: RoomTable | None = None
        self._sat = (0, 0.0)
        """The own seat, and since when."""
        self._lost = 0
        """A seat that one had, and that somebody has who came before."""
        self._out: list[tuple[bytes, bytes]] = []

    # -- what is seen --

    @property
    def settings(self) -> Settings | None:
        """What is to be played; None till it has come."""
        return self._terms.settings

    @property
    def here(self) -> dict[bytes, Record]:
        """Who is there, this member too, by the first bytes of its identity."""
        return present((self._me, *self._members))

    @property
    def table(self) -> RoomTable | None:
        """The room as it is known here; None till its settings have come."""
        if self._beginning.table is not None:
            return self._beginning.table
        if self._dirty and self.settings is not None:
            self._arrange(self.settings)
        if self._table is None and self.settings is not None:
            self._table = laid(self.settings, self.bench, self.here, self._own)
        return self._table

    @property
    def seat(self) -> int:
        """The own seat, or 0."""
        return self.table.seat_of(self.identity) if self.table is not None else 0

    @property
    def ready(self) -> bool:
        """Whether the own seat is ready."""
        return self._me.status in (Status.READY, Status.GO, Status.WENT)

    @property
    def bound(self) -> bool:
        """Whether the own seat has said GO: then nothing can be changed here."""
        return self._me.status in (Status.GO, Status.WENT)

    @property
    def began(self) -> bool:
        """Whether the match begins here, and those who are linked know it (they tell the rest), or have had time."""
        return self._beginning.known(self.linked.__contains__, self._members.of, self.now)

    @property
    def lines(self) -> list[Line]:
        """The chat, in its order."""
        return self._chat.lines

    @property
    def own_name(self) -> str:
        """The name that this member has given itself."""
        return self._me.name

    @property
    def gone(self) -> frozenset[bytes]:
        """The identities of members that have said goodbye just now."""
        return frozenset(one.identity for one in self._members.gone.values())

    @property
    def kept(self) -> frozenset[bytes]:
        """Whose links are kept before those of strangers: of those who have a place."""
        places = names(self.bench)
        return frozenset(one.identity for one in self._members if short(one.identity) in places)

    @property
    def chair(self) -> bytes:
        """Who appends to the bench, by its first bytes; nobody if this member knows nobody of the bench."""
        here = self.here
        return chair_of(self.bench, [who for who, one in here.items() if not one.by])

    @property
    def first(self) -> bytes:
        """The identity of who cannot be put out, since nobody came before it; nothing if that is this member."""
        one = self.here.get(self.chair)
        return one.identity if one is not None and one is not self._me else b""

    @property
    def go_on_wanted(self) -> tuple[str, list[str]]:
        """The name of the first, and of those who want to go on without it, or have."""
        one = self.here.get(short(self.first))
        return (one.name, wanting(short(self.first), self.here, self._members.gone)) if one is not None else ("", [])

    @property
    def other_half(self) -> str:
        """The name of a linked member of another half of this room, which has nobody in common with this one."""
        return next((one.name for one in self._members if self._is_elsewhere(one)), "")

    @property
    def lost_seat(self) -> tuple[int, str]:
        """A seat that this member had till one came back that had it before, and who that is; 0 if there is none."""
        table = self.table
        there = table.places[self._lost - 1] if table is not None and 0 < self._lost <= len(table.places) else None
        return (self._lost, there.name) if there is not None and not self.seat else (0, "")

    def dials(self) -> list[tuple[Address, bytes]]:
        """Where the other members may be, and to what it is charged that somebody says so."""
        places = {entry.who: entry for entry in self.bench}
        found = self._wheres.of([who for who in places if who != self._own])
        charged = {who: source(self.bench, places[who]) if who in places else who for _, who in found}
        return [(address, charged[who]) for address, who in found]

    def _is_elsewhere(self, one: Record) -> bool:
        return one.identity in self.linked and elsewhere(self.bench, one)

    # -- who has a place --

    def _arrange(self, settings: Settings) -> None:
        """The bench as it follows from who is there and what they say."""
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
            self.bench = held(bench, chair, here, settings.seats)
        elif chair:
            told = tuple(e for e in here[chair].bench if e.who not in gone and e.who not in self._put_out)
            self.bench = followed(self.bench, told, chair, holding(self.bench, here), gone)
        self._note_seat(here, settings.seats)

    def _drop_bots(self, here: Here) -> None:
        """A bot has no place once who has brought it has none, or has sent it away."""
        for one in self._members:
            who = short(one.identity)
            if one.by and (one.by not in names(self.bench) or (one.by in here and who not in here[one.by].brings)):
                self.bench = without(self.bench, who)

    def _note_seat(self, here: Here, seats: int) -> None:
        """Since when the own seat is the own, and which one was lost."""
        sits = seating(self.bench, here, seats)
        seat = sits.index(self._own) + 1 if self._own in sits else 0
        if seat != self._sat[0]:
            before, self._sat = self._sat[0], (seat, self.now)
            settled = before if self._me.seat == ANY else self._me.seat
            self._lost = 0 if seat else settled

    def _via(self, address: Hashable) -> bytes:
        """To what somebody is charged that is linked from there."""
        host = str(address[0]) if isinstance(address, tuple) else ""
        return self._home if is_local(host) or host in self._hosts else host_via(self.id, host)

    # -- what is told --

    def _be(self, **changes: Any) -> None:
        self._me = self._me._replace(**changes)
        self._change()
        self._soon()

    def _change(self) -> None:
        """Something is not as it was."""
        self._dirty, self._table = True, None

    def _soon(self) -> None:
        """It is told soon."""
        self._due = max(self._said + SAY_SOON, min(self._due, self.now))

    def _hand_on(self, is_line: bool, key: bytes, signed: Signed) -> None:
        self._saying.hand_on(key, (LINES if is_line else RECORDS, signed))
        self._soon()

    def _say(self) -> None:
        """Tells everybody who is linked how the room is."""
        near = self._near()
        hosts = tuple(self._via(self.linked[identity]) for identity in near[:MOST_HOSTS])
        signed = self._terms.signed(self.now)
        self._me = self._me._replace(
            number=self._me.number + 1, near=tuple(short(one) for one in near), hosts=hosts,
            bench=told_bench(self.bench), plays=self._terms.mark,
        )  # fmt: skip
        whole = self.now - self._said_whole >= SAY_EVERY
        self._said, self._due = self.now, self.now + (SAY_SOON if self.bound else SAY_EVERY)
        self._said_whole = self.now if whole else self._said_whole
        own = signed_records.sign_record(self.id, self._me, self._signer)
        known = [(who, signed) for who, signed in self._members.signed if self._is_told(who)]
        linked = {identity: self._linked_with(identity) for identity in self.linked}
        self._out += self._saying.messages(
            own, signed, self._seen(), known, self._chat.signed, linked, whole or self._me.status == Status.GONE
        )

    def _near(self) -> list[bytes]:
        """Who is linked, those first whom others may know by this member alone."""
        places = {entry.who: entry.via for entry in self.bench}
        once = [one for one in self.linked if places.get(short(one), self._own) == self._own]
        return [*once, *(one for one in self.linked if one not in once)][:MOST_MEMBERS]

    def _is_told(self, who: bytes) -> bool:
        """Whether a record is handed on: of who has a place, and of a newcomer that this member is linked with."""
        return who in names(self.bench) or who in self._members.gone or any(short(one) == who for one in self.linked)

    def _linked_with(self, identity: bytes) -> set[bytes]:
        """Whom somebody hears of by itself, and itself."""
        one = self._members.of(identity)
        return {short(identity), *(one.near if one is not None else ())}

    def _seen(self) -> list[tuple[bytes, bytes]]:
        """Where this member sees those who have a place."""
        places = names(self.bench)
        return [
            (identity, packed(address)) for identity, address in self.linked.items()
            if isinstance(address, tuple) and "%" not in address[0] and short(identity) in places
        ]  # fmt: skip


def told_addresses(addresses: Sequence[Address]) -> tuple[Address, ...]:
    """Of the own addresses those that others are told: what an interface is called here they do not know."""
    return tuple(address for address in addresses if "%" not in address[0])[:MOST_ADDRESSES]


def is_local(host: str) -> bool:
    """Whether only this computer has this address."""
    return host.startswith("127.") or host == "::1"
