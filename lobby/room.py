"""A room before its match: who sits where, what is to be played, and when it begins; without clock, socket or task.

A room belongs to nobody. Each member says a signed, numbered record of itself (`lobby.records`), and everybody hands on
what it has heard, in messages (`lobby.message`) inside links. All that a room is follows from the records and the
settings, by the same functions at every member (`seating`, `RoomTable`): whoever has heard the same sees the same, in
whatever order it came. Whoever falls silent, or says that it goes, is there no more, and the room
lives on with the others; what was apart for a while is put together again from what each one says of itself.

A match begins once every seat is taken and all who sit are ready for the hash of the same state: then each says GO,
and whoever has heard GO of all says WENT, and plays. What a member has said GO to it no longer gives up, unless another
one of them has not said so and takes its READY back, or is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from core.kernel.codec import BadBytes, Plain, dec
from core.kernel.options import Value
from lobby import records
from lobby.chat import Chat
from lobby.colours import COLOURS, NO_COLOUR
from lobby.message import Heard, Message, read_message
from lobby.records import (
    ANY,
    JUMP,
    MOST_ADDRESSES,
    NUMBERS,
    STAND,
    Line,
    Record,
    Settings,
    Signed,
    Status,
    match_of,
    read_settings,
)
from lobby.roster import SILENT, Roster
from lobby.seating import Place, RoomTable, coloured, named, outcasts, present, seating
from lobby.timer import apart
from net.addresses import Address, packed, unpacked
from net.bucket import Bucket
from net.crypto import Signer
from net.genesis import MAX_SEATS, rules_hash

SAY_EVERY = 0.5
SAY_SOON = 0.1
"""Seconds between two messages at least, and if there is news."""
SETTLED = 1.0
"""Seconds of quiet after which a member claims the seat that it has been given."""
MOST_SIGHTINGS = 6
AT_ONCE = 6
"""New things that are handed on at a time."""

RULES, OUT = 1, 2
WHY = {
    RULES: "It has other rules than this program: all must run the same version.",
    OUT: "The others do not want you in this room.",
}


class Me(NamedTuple):
    """What a member brings: its name, which bot plays for it, who has brought that, and which colour it wants."""

    name: str
    bot: str = ""
    by: bytes = b""
    addresses: tuple[Address, ...] = ()
    colour: int = NO_COLOUR


class Room:
    """One member of a room. `settings` are given by who opens it; who comes to it hears them.

    `number` is higher than at any earlier start with the same identity: the time in milliseconds, for instance.
    """

    def __init__(
        self,
        room: bytes,
        signer: Signer,
        me: Me,
        games: Mapping[str, Any],
        number: int,
        settings: Settings | None = None,
    ) -> None:
        self.id = room
        self.identity = signer.identity
        self.settings = settings
        self.now = 0.0
        self.refusal = ""
        """Why one cannot stay here."""
        self.notes: list[str] = []
        """What somebody should hear about the links."""
        self.counters: Counter[str] = Counter()
        self.linked: dict[bytes, Hashable] = {}
        """Who is linked, and where."""
        self._signer, self._games = signer, games
        where = tuple(address for address in me.addresses if "%" not in address[0])[:MOST_ADDRESSES]
        self._me = Record(signer.identity, number, me.name, ANY, 1, me.colour, me.bot, me.by, (), (),
                          where, Status.HERE, b"")  # fmt: skip
        self._keen = b""
        """The state for which the player is ready."""
        self._members = Roster(room)
        self._chat = Chat(room, signer)
        self._sightings: dict[bytes, Address] = {}
        self._fresh: list[tuple[bool, Signed]] = []
        """What is to be handed on first: whether it is a line, and which."""
        self._gos: dict[bytes, RoomTable] = {}
        """What the own GO was said to, by the hash of it."""
        self._begun: RoomTable | None = None
        self._went_at = 0.0
        self._playing: set[bytes] = set()
        self._turn = 0
        self._due = self._said = -SAY_EVERY
        self._quiet_since = 0.0
        self._heard: dict[bytes, Bucket] = {}
        self._table: RoomTable | None = None
        self._out: list[tuple[bytes, bytes]] = []

    # -- what is seen --

    @property
    def table(self) -> RoomTable | None:
        """The room as it is known here; None till its settings have come."""
        if self._begun is not None:
            return self._begun
        if self._table is None and self.settings is not None:
            self._table = self._laid(self.settings)
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
        if self._begun is None:
            return False
        near = [p.identity for p in self._begun.sitting if p.identity in self.linked]
        known = all(one in self._playing or self._status(one, self._me.state) == Status.WENT for one in near)
        return (known and bool(near)) or self.now - self._went_at >= SILENT

    @property
    def lines(self) -> list[Line]:
        """The chat, in its order."""
        return self._chat.lines

    @property
    def kept(self) -> frozenset[bytes]:
        """Whose links are kept before those of strangers."""
        return frozenset(one.identity for one in self._members)

    def dials(self) -> list[Address]:
        """Where the other members may be."""
        told = [address for one in self._members for address in one.addresses]
        return list(dict.fromkeys([*told, *self._sightings.values()]))

    def _laid(self, settings: Settings) -> RoomTable:
        everybody = {one.identity: one for one in (self._me, *self._members)}
        seats = seating(everybody.values(), settings.seats)
        sitting = [None if one is None else everybody[one] for one in seats]
        colours, names = coloured(sitting), named(sitting)

        def place(one: Record) -> Place:
            ready = Status.READY <= one.status <= Status.WENT
            name, colour = names.get(one.identity, one.name), colours.get(one.identity, NO_COLOUR)
            return Place(one.identity, name, one.bot, one.by, ready, colour)

        places = tuple(None if one is None else place(everybody[one]) for one in seats)
        rest = sorted(identity for identity in everybody if identity not in seats)
        return RoomTable(settings, places, tuple(place(everybody[one]) for one in rest))

    # -- what the player does --

    def sit(self, seat: int) -> None:
        """Claims a seat, or none (`STAND`)."""
        if not self.bound and seat != self._me.seat:
            self._be(seat=seat, claim=self._next_claim())

    def set_colour(self, colour: int) -> None:
        """Wants a colour of `COLOURS`, from 1; or none for certain (`NO_COLOUR`)."""
        if not self.bound and 0 <= colour <= len(COLOURS) and colour != self._me.colour:
            self._be(colour=colour)

    def bring(self, bot: bytes) -> None:
        """A bot that this member has brought may sit."""
        if bot not in self._me.brings and len(self._me.brings) < MAX_SEATS - 1:
            self._be(brings=(*self._me.brings, bot))

    def put_out(self, identity: bytes) -> None:
        """Wants somebody out; an own bot goes at once."""
        if self.bound or identity == self.identity:
            return
        if identity in self._me.brings:
            self._be(brings=tuple(bot for bot in self._me.brings if bot != identity))
        elif identity not in self._me.against:
            self._be(against=(*self._me.against, identity)[-(MAX_SEATS - 1) :])

    def set_options(self, chosen: Mapping[str, Value]) -> None:
        """Other options of the game, and the timer among them; raises `BadOption`."""
        if self.settings is not None:
            options, timer = apart(chosen)
            values = self._games[self.settings.game].options.complete(options)
            self._write(self.settings._replace(options=values, timer=timer))

    def set_seats(self, seats: int) -> None:
        """More seats or fewer."""
        if self.settings is not None and seats in self._games[self.settings.game].seat_counts:
            self._write(self.settings._replace(seats=seats))

    def set_ready(self, ready: bool) -> None:
        """Is ready for the room as it is now, if every seat is taken and the own one is among them; or is not."""
        if not self.bound:
            self._keen = self._state() if ready else b""
            self._advance()

    def chat(self, text: str) -> bool:
        """Says a line; false if that is too soon, or nothing is left of it."""
        signed = self._chat.say(self._me.name, text, self.now)
        if signed is not None:
            self._hand_on(True, signed)
        return signed is not None

    def leave(self) -> None:
        """Goes; what is to be sent then says so."""
        if self._begun is None:
            self._be(status=Status.GONE, state=b"")
        self._say()
        self._say()

    # -- behind the links --

    def meet(self, identity: bytes, address: Hashable) -> None:
        """Somebody is linked."""
        self.linked[identity] = address
        self._due = 0.0

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""
        self.linked.pop(identity, None)
        self._heard.pop(identity, None)

    def tell(self, words: str) -> None:
        """Something about the links."""
        self.notes.append(words)

    def hear(self, identity: bytes, data: bytes, address: Hashable) -> None:
        """Takes in what a linked peer says. Any bytes may come."""
        if not self._heard.setdefault(identity, Bucket(rate=20.0, most=40.0)).take(self.now):
            self.counters["too much"] += 1
            return
        self.linked[identity] = address
        try:
            said = dec(data)
            if type(said) is list and said and type(said[0]) is list:
                self._playing.add(identity)
            else:
                self._hear(identity, read_message(said))
        except BadBytes:
            self.counters["malformed"] += 1

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.now = now
        if self._begun is None and self._members.drop_silent(now):
            self._change()
        self._members.forget_gone(now)
        if self.settings is None or self._me.status == Status.GONE:
            return
        self._settle()
        self._advance()
        if now >= self._due or now - self._said >= SAY_EVERY:
            self._say()

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """What is to be sent, and to whom."""
        out, self._out = self._out, []
        return out

    # -- the own record --

    def _be(self, **changes: Any) -> None:
        self._me = self._me._replace(**changes)
        self._change()

    def _next_claim(self) -> int:
        return min(NUMBERS - 1, 1 + max((one.claim for one in self._members), default=0))

    def _write(self, settings: Settings) -> None:
        before = self.settings
        if not self.bound and before is not None and settings != before:
            self.settings = settings._replace(number=before.number + 1, writer=self.identity)
            self._change()

    def _change(self) -> None:
        """Something is not as it was: it is seen and told soon."""
        self._table = None
        self._quiet_since = self.now
        self._due = max(self._said + SAY_SOON, min(self._due, self.now))

    def _settle(self) -> None:
        """Claims the seat that the own wish has led to, once nothing moves any more."""
        if self.bound or self._me.seat == STAND or self.now - self._quiet_since < SETTLED:
            return
        if self.seat not in (0, self._me.seat):
            self._be(seat=self.seat)

    # -- ready, go, went --

    def _state(self) -> bytes:
        """The hash of the room as it is, if one can be ready for it."""
        table = self.table
        return table.state(self.id) if table is not None and table.full and self.seat else b""

    def _status(self, identity: bytes, state: bytes) -> Status:
        """How far somebody is with a state."""
        known = self._members.of(identity)
        return known.status if known is not None and known.state == state else Status.HERE

    def _all(self, table: RoomTable, state: bytes, least: Status) -> bool:
        others = (place.identity for place in table.sitting if place.identity != self.identity)
        return all(least <= self._status(one, state) <= Status.WENT for one in others)

    def _advance(self) -> None:
        """The own status follows from what is there."""
        if self._begun is not None or self._me.status == Status.GONE:
            return
        for state, table in self._gos.items():
            if any(self._status(place.identity, state) == Status.WENT for place in table.sitting):
                self._go_off(state)
                return
        if self._me.status != Status.GO or not self._stand_by(self._me.state):
            self._be_ready()

    def _stand_by(self, state: bytes) -> bool:
        """Whether the GO said to this state is kept: till all have said it, or one of them is not ready any more."""
        table = self._gos[state]
        if self._all(table, state, Status.GO):
            self._go_off(state)
        return self._all(table, state, Status.READY)

    def _be_ready(self) -> None:
        state, table = self._state(), self.table
        if self._me.bot:
            self._keen = state
        elif self._keen != state:
            self._keen = b""
        if not self._keen or table is None:
            if self._me.status != Status.HERE:
                self._be(status=Status.HERE, state=b"")
        elif self._all(table, state, Status.READY):
            self._gos[state] = table
            self._be(status=Status.GO, state=state)
        elif (self._me.status, self._me.state) != (Status.READY, state):
            self._be(status=Status.READY, state=state)

    def _go_off(self, state: bytes) -> None:
        self._be(status=Status.WENT, state=state)
        self._went_at = self.now
        table = self._gos[state]
        places = tuple(place and place._replace(ready=True) for place in table.places)
        self._begun = RoomTable(table.settings, places, (), match_of(self.id, state))

    # -- what is said --

    def _hand_on(self, is_line: bool, signed: Signed) -> None:
        self._fresh.append((is_line, signed))
        self._change()

    def _say(self) -> None:
        """Tells everybody who is linked how the room is, as much of it as fits; the rest has its turn next time."""
        self._me = self._me._replace(number=self._me.number + 1)
        self._said, self._due = self.now, self.now + (SAY_SOON if self.bound else SAY_EVERY)
        messages = self._messages()
        self._out += [(identity, message) for identity in self.linked for message in messages]

    def _messages(self) -> list[bytes]:
        """The settings, the own record, what is new, and of all the rest as much as fits."""
        first = Message(self._settings_said(), self._own_sightings())
        first.add(False, records.sign_record(self.id, self._me, self._signer))
        messages = [first]
        fresh, self._fresh = self._fresh[:AT_ONCE], self._fresh[AT_ONCE:]
        for is_line, signed in fresh:
            if not messages[-1].add(is_line, signed):
                messages.append(Message([], []))
                messages[-1].add(is_line, signed)
        rest = [(False, signed) for signed in self._members.signed] + [(True, signed) for signed in self._chat.signed]
        for item in [rest[(self._turn + i) % len(rest)] for i in range(len(rest))]:
            if item not in fresh and not messages[-1].add(*item):
                break
            self._turn += 1
        return [message.bytes() for message in messages]

    def _settings_said(self) -> list[Plain]:
        return [[*self.settings[:-1], list(self.settings.options)]] if self.settings is not None else []

    def _own_sightings(self) -> list[Plain]:
        seen = [(i, a) for i, a in self.linked.items() if i in self._members and isinstance(a, tuple)]
        turn = self._turn % len(seen) if seen else 0
        return [[i, packed(a)] for i, a in (seen[turn:] + seen[:turn])[:MOST_SIGHTINGS] if "%" not in a[0]]

    # -- what is heard --

    def _hear(self, teller: bytes, said: Heard) -> None:
        new = self.settings is None
        if said.settings and said.settings != self._settings_said():
            self._hear_settings(read_settings(said.settings[0], self._games))
        if self.settings is None:
            return
        for signed in said.records:
            self._hear_record(signed)
        if new:
            self._be(claim=self._next_claim())
        for signed in said.lines:
            if self._chat.hear(signed):
                self._hand_on(True, signed)
        for identity, where in said.sightings:
            self._hear_sighting(teller, identity, where)
        self._advance()

    def _hear_settings(self, heard: Settings) -> None:
        held = self.settings
        if heard.rules != rules_hash(self._games[heard.game]):
            if held is None:
                self.refusal = WHY[RULES]
            return
        newer = held is None or (held[:2] < heard[:2] and heard.number <= held.number + JUMP)
        if newer:
            self.settings = heard
            self._change()

    def _hear_record(self, signed: Signed) -> None:
        record = self._members.read(signed)
        if record is None:
            return
        if record.identity == self.identity:  # of an earlier start, or of a copy of the key
            if record.number >= self._me.number and record.number < NUMBERS - JUMP:
                self._me = self._me._replace(number=record.number + 1)
            return
        if not self._members.has_room(record):
            self.counters["too many members"] += 1
            return
        if self._members.take(record, signed, self.now):
            self._hand_on(False, signed)
        if self.identity in record.against:
            self._find_out()

    def _find_out(self) -> None:
        """Whether the others want this member out."""
        assert self.settings is not None
        everybody = (self._me, *self._members)
        if self.identity in outcasts(present(everybody), self.settings.seats):
            self.refusal = WHY[OUT]

    def _hear_sighting(self, teller: bytes, identity: bytes, where: bytes) -> None:
        """Somebody says where it sees a member: one that this computer alone reaches so is of use here only."""
        address, at = unpacked(where), self.linked.get(teller)
        if address is None or identity == self.identity or identity not in self._members:
            return
        local = isinstance(at, tuple) and _is_local(at[0])
        if local or not _is_local(address[0]):
            self._sightings[identity] = address


def _is_local(host: str) -> bool:
    return host.startswith("127.") or host == "::1"
