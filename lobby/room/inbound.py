"""Incoming messages of a room's member and the rules for accepting them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial

from core.engine.codec import BadBytes, dec
from lobby.room import signed_records
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.messages import ReceivedMessage, of_another_version, read_message
from lobby.room.outbound import RoomSender
from lobby.room.seating import seating
from lobby.room.seniority import adopted, names, short, source, without
from lobby.room.settings import CurrentSettings
from lobby.room.signed_records import NUMBERS, Record, Signed, Status
from lobby.room.state import RoomState, is_local
from net.channels.addresses import unpack_address
from net.channels.rate_limit import TokenBucket
from net.match.genesis import rules_hash
from net.system.game_files import other_version

MARGIN = 1 << 16
"""Record numbers that are reserved for a member that returns with a wrong clock."""
RECORD_NUMBER_LEAP = 1 << 15
"""Record numbers between a higher record of our key and our next record.

An earlier start can never have signed that many.
"""
SETTLED_IN = 10.0
"""Seconds in the room after which a newer record of our key must come from another program.

Before that, it may come from an earlier start of this program.
"""
OTHER_RULES = "It has different rules: everyone needs the same version of Tether."
OTHER_VERSION = "The room runs another version: everyone needs the same version of Tether."


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


class RoomReceiver:
    """Receiver of other members' messages; `advance` is called after each of them."""

    def __init__(self, state: RoomState, sender: RoomSender, advance: Callable[[], None]) -> None:
        self._state, self._sender, self._advance = state, sender, advance
        self._links: dict[bytes, LinkQuota] = {}
        self._leaps = 0
        """Number of records of our key that were newer than ours, received some time after our start."""

    def meet(self, identity: bytes, address: Hashable) -> None:
        """Add a linked member."""
        self._state.linked[identity] = address
        self._state.change()
        self._state.due = 0.0

    def part(self, identity: bytes) -> None:
        """Remove a member whose link has ended."""
        self._state.linked.pop(identity, None)
        self._links.pop(identity, None)
        self._sender.part(identity)
        self._state.change()

    def hear(self, identity: bytes, data: bytes, address: Hashable) -> None:
        """Process a message from a linked peer; malformed bytes do no harm."""
        room = self._state
        if not self._links.setdefault(identity, LinkQuota()).datagrams.take(room.now):
            room.counters["too much"] += 1
            return
        room.linked[identity] = address
        try:
            said = dec(data)
            if type(said) is list and said and type(said[0]) is list:
                if self._has_place(identity):
                    room.start.playing.add(identity)
            elif of_another_version(said):
                self._hear_another_version(address)
            else:
                self._hear(identity, address, read_message(said))
        except BadBytes:
            room.counters["malformed"] += 1

    # -- entry --

    def _is_inviter(self, address: Hashable) -> bool:
        """Return True if this member adopts the settings and the bench from that address.

        Only the member that let this one in counts, if there is such a member.
        """
        return self._state.contact is None or address == self._state.contact

    def _hear_another_version(self, address: Hashable) -> None:
        room = self._state
        room.counters["another version"] += 1
        if room.settings is None and self._is_inviter(address):
            room.refusal = OTHER_VERSION

    def _come_in(self, teller: bytes, address: Hashable, said: ReceivedMessage) -> None:
        """Adopt the settings and the bench of the member that let this one in, and of no other member."""
        room = self._state
        if not self._is_inviter(address):
            return
        for signed in said.records:
            self._hear_record(teller, signed)
        host = room.members.of(teller)
        heard = room.terms.read(said.settings[0], lambda: self._check(teller)) if said.settings else None
        if host is None or not host.bench or heard is None:
            return
        if heard.rules != rules_hash(room.games[heard.game]):
            room.refusal = other_version(heard.game) or OTHER_RULES
            return
        room.inviter = teller
        room.bench = adopted(host.bench)
        room.terms.adopt(heard, said.settings[0], room.now)
        room.be(room.me)

    def come_anew(self, half: Record) -> None:
        """Become a newcomer again, so that this member of another half can let it in."""
        room = self._state
        room.contact, room.bench = room.linked[half.identity], ()
        room.terms = CurrentSettings(room.id, room.signer, room.games, None)
        room.me = room.me._replace(status=Status.HERE)
        room.change()

    # -- received messages --

    def _hear(self, teller: bytes, address: Hashable, said: ReceivedMessage) -> None:
        if self._state.settings is None:
            self._come_in(teller, address, said)
        if self._state.settings is None:
            return
        for signed in said.records:
            self._hear_record(teller, signed)
        if said.settings:
            self._hear_settings(teller, said.settings[0])
        if self._has_place(teller):
            for signed in said.lines:
                self._hear_line(teller, signed)
            for identity, where in said.sightings:
                self._hear_sighting(teller, identity, where)
        self._advance()

    def _check(self, teller: bytes) -> bool:
        """Return True if one more signature from this member may be checked."""
        may = self._links[teller].checks.take(self._state.now)
        self._state.counters["checked" if may else "not checked"] += 1
        return may

    def _has_place(self, identity: bytes) -> bool:
        return short(identity) in names(self._state.bench)

    def _expected(self) -> set[bytes]:
        """Return the members that need no voucher: those with a place, and the bots that they have brought."""
        places, here = names(self._state.bench), self._state.here
        return {*places, *(bot for by in places if by in here for bot in here[by].brings)}

    def _hear_record(self, teller: bytes, signed: Signed) -> None:
        room = self._state
        record = None if room.members.knows(signed) else room.members.read(signed)
        if record is None:
            return
        who = short(record.identity)
        if who == room.own:
            self._hear_itself(teller, record, signed)
            return
        expected = self._expected()
        if who not in expected and who not in room.members:
            answers = record.identity == teller or self._has_place(teller)
            if not answers or not self._links[teller].strangers.take(room.now):
                room.counters["strangers"] += 1
                return
        if not self._check(teller) or not signed_records.holds(signed_records.RECORD, record.identity, signed):
            return
        news = room.members.take(record, signed, room.now, teller, expected)
        if record.status == Status.GONE:
            room.bench = without(room.bench, who)
        room.change()
        if news and (who in expected or record.identity == teller):
            self._sender.hand_on(False, who, signed)

    def _hear_itself(self, teller: bytes, record: Record, signed: Signed) -> None:
        """Raise our record number above that of an earlier start, or give way to a later start elsewhere.

        An earlier start sends nothing more, so one leap puts our number above its number. Another running program leaps
        as well. Then the program that has been in the room for `SETTLED_IN` seconds and is overtaken a second time
        leaves.
        """
        room = self._state
        newer = room.me.number < record.number < NUMBERS - MARGIN and record.identity == room.identity
        if not newer or not self._check(teller):
            return
        if not signed_records.holds(signed_records.RECORD, record.identity, signed):
            return
        if room.entered is not None and room.now - room.entered >= SETTLED_IN and record.status != Status.GONE:
            self._leaps += 1
        if self._leaps > 1 and not room.bound:
            room.superseded = True
            room.refusal = self._other_computer(record)
            return
        room.me = room.me._replace(number=record.number + RECORD_NUMBER_LEAP)
        self._state.soon()

    def _other_computer(self, record: Record) -> str:
        """Return a sentence that says that a second program has joined this room with our key."""
        host = record.addresses[0][0] if record.addresses else ""
        if host in self._state.hosts or is_local(host):
            return "You have joined from another program on this computer; this one has left."
        return f"You have joined from another computer{f' ({host})' if host else ''}; this one has left."

    def _hear_settings(self, teller: bytes, signed: Signed) -> None:
        room = self._state
        heard = room.terms.read(signed, lambda: self._check(teller))
        settings = room.settings
        if heard is None or settings is None or room.start.table is not None:
            return
        if heard.rules != rules_hash(room.games[heard.game]):
            return
        here = room.here
        seats = [who for who in seating(room.bench, here, settings.seats) if who is not None]
        seated = {who: here[who].person for who in seats}
        chair = room.chair
        word = here[chair].plays if chair in here and chair != room.own else b""
        now, follows = room.now, room.terms.follows
        if follows(heard, room.bench, seated, len(seats), now) or room.terms.gives_way(signed, word, now):
            room.terms.adopt(heard, signed, room.now)
            room.change()
            self._state.soon()

    def _hear_line(self, teller: bytes, signed: Signed) -> None:
        charged = partial(self._charged_source, teller)
        new = self._state.chat_log.hear(signed, charged, lambda: self._check(teller), self._state.now)
        if new:
            self._sender.hand_on(True, signed[1], signed)

    def _charged_source(self, teller: bytes, author: bytes) -> bytes:
        """Return the source to which a line of chat is charged.

        It is the source of the author, or the source of the sender if the author has no place.
        """
        places = {entry.who: entry for entry in self._state.bench}
        return source(self._state.bench, places.get(short(author)) or places[short(teller)])

    def _hear_sighting(self, teller: bytes, identity: bytes, where: bytes) -> None:
        """Process a member's report of the address of another member that has no link here yet.

        An address that only this computer can reach is accepted only from a member on this computer.
        """
        room = self._state
        address, at = unpack_address(where), room.linked.get(teller)
        if address is None or identity in (room.identity, *room.linked) or not self._has_place(identity):
            return
        local = isinstance(at, tuple) and is_local(at[0])
        if (local or not is_local(address[0])) and self._links[teller].sightings.take(room.now):
            room.address_book.seen(short(identity), address, short(teller))

    def remember(self) -> None:
        """Keep the addresses of members with a place, and for a while the members that were put out."""
        room = self._state
        room.address_book.keep(names(room.bench))
        for one in room.members:
            if self._has_place(one.identity):
                room.address_book.told(short(one.identity), one.addresses, room.now)
        for who in [who for who, at in self._state.out_at.items() if room.now - at >= SILENCE_TIMEOUT]:
            del self._state.out_at[who]
            room.change()
