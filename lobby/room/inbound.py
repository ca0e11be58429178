"""Incoming messages of a room's member and the rules for accepting them.

This is the middle layer of `lobby.room.room.Room`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from functools import partial

from core.engine.codec import BadBytes, dec
from lobby.room import signed_records
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.messages import ReceivedMessage, of_another_version, read_message
from lobby.room.seating import seating
from lobby.room.seniority import adopted, names, short, source, without
from lobby.room.settings import CurrentSettings
from lobby.room.signed_records import NUMBERS, Record, Signed, Status
from lobby.room.state import LinkQuota, RoomState, is_local
from net.channels.addresses import unpack_address
from net.match.genesis import rules_hash

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


class RoomReceiver(RoomState, ABC):
    """A member of a room that receives messages from other members."""

    def meet(self, identity: bytes, address: Hashable) -> None:
        """Add a linked member."""
        self.linked[identity] = address
        self._change()
        self._due = 0.0

    def part(self, identity: bytes) -> None:
        """Remove a member whose link has ended."""
        self.linked.pop(identity, None)
        self._links.pop(identity, None)
        self._saying.part(identity)
        self._change()

    def tell(self, words: str) -> None:
        """Add a note about the links."""
        self.notes.append(words)

    def hear(self, identity: bytes, data: bytes, address: Hashable) -> None:
        """Process a message from a linked peer; malformed bytes do no harm."""
        if not self._links.setdefault(identity, LinkQuota()).datagrams.take(self.now):
            self.counters["too much"] += 1
            return
        self.linked[identity] = address
        try:
            said = dec(data)
            if type(said) is list and said and type(said[0]) is list:
                if self._has_place(identity):
                    self._beginning.playing.add(identity)
            elif of_another_version(said):
                self._hear_another_version(address)
            else:
                self._hear(identity, address, read_message(said))
        except BadBytes:
            self.counters["malformed"] += 1

    # -- entry --

    def _is_inviter(self, address: Hashable) -> bool:
        """Return True if this member adopts the settings and the bench from that address.

        Only the member that let this one in counts, if there is such a member.
        """
        return self._contact is None or address == self._contact

    def _hear_another_version(self, address: Hashable) -> None:
        self.counters["another version"] += 1
        if self.settings is None and self._is_inviter(address):
            self.refusal = OTHER_VERSION

    def _come_in(self, teller: bytes, address: Hashable, said: ReceivedMessage) -> None:
        """Adopt the settings and the bench of the member that let this one in, and of no other member."""
        if not self._is_inviter(address):
            return
        for signed in said.records:
            self._hear_record(teller, signed)
        host = self._members.of(teller)
        heard = self._terms.read(said.settings[0], lambda: self._check(teller)) if said.settings else None
        if host is None or not host.bench or heard is None:
            return
        if heard.rules != rules_hash(self._games[heard.game]):
            self.refusal = OTHER_RULES
            return
        self.inviter = teller
        self.bench = adopted(host.bench)
        self._terms.adopt(heard, said.settings[0], self.now)
        self._be(self._me)

    def _come_anew(self, half: Record) -> None:
        """Become a newcomer again, so that this member of another half can let it in."""
        self._contact, self.bench = self.linked[half.identity], ()
        self._terms = CurrentSettings(self.id, self._signer, self._games, None)
        self._me = self._me._replace(status=Status.HERE)
        self._change()

    # -- received messages --

    def _hear(self, teller: bytes, address: Hashable, said: ReceivedMessage) -> None:
        if self.settings is None:
            self._come_in(teller, address, said)
        if self.settings is None:
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

    @abstractmethod
    def _advance(self) -> None:
        """Update this member's progress towards the match from the messages received."""

    def _check(self, teller: bytes) -> bool:
        """Return True if one more signature from this member may be checked."""
        may = self._links[teller].checks.take(self.now)
        self.counters["checked" if may else "not checked"] += 1
        return may

    def _has_place(self, identity: bytes) -> bool:
        return short(identity) in names(self.bench)

    def _expected(self) -> set[bytes]:
        """Return the members that need no voucher: those with a place, and the bots that they have brought."""
        places, here = names(self.bench), self.here
        return {*places, *(bot for by in places if by in here for bot in here[by].brings)}

    def _hear_record(self, teller: bytes, signed: Signed) -> None:
        record = None if self._members.knows(signed) else self._members.read(signed)
        if record is None:
            return
        who = short(record.identity)
        if who == self._own:
            self._hear_itself(teller, record, signed)
            return
        expected = self._expected()
        if who not in expected and who not in self._members:
            answers = record.identity == teller or self._has_place(teller)
            if not answers or not self._links[teller].strangers.take(self.now):
                self.counters["strangers"] += 1
                return
        if not self._check(teller) or not signed_records.holds(signed_records.RECORD, record.identity, signed):
            return
        news = self._members.take(record, signed, self.now, teller, expected)
        if record.status == Status.GONE:
            self.bench = without(self.bench, who)
        self._change()
        if news and (who in expected or record.identity == teller):
            self._hand_on(False, who, signed)

    def _hear_itself(self, teller: bytes, record: Record, signed: Signed) -> None:
        """Raise our record number above that of an earlier start, or give way to a later start elsewhere.

        An earlier start sends nothing more, so one leap puts our number above its number. Another running program leaps
        as well. Then the program that has been in the room for `SETTLED_IN` seconds and is overtaken a second time
        leaves.
        """
        newer = self._me.number < record.number < NUMBERS - MARGIN and record.identity == self.identity
        if not newer or not self._check(teller):
            return
        if not signed_records.holds(signed_records.RECORD, record.identity, signed):
            return
        if self._entered is not None and self.now - self._entered >= SETTLED_IN and record.status != Status.GONE:
            self._leaps += 1
        if self._leaps > 1 and not self.bound:
            self.superseded = True
            self.refusal = self._other_computer(record)
            return
        self._me = self._me._replace(number=record.number + RECORD_NUMBER_LEAP)
        self._soon()

    def _other_computer(self, record: Record) -> str:
        """Return a sentence that says that a second program has joined this room with our key."""
        host = record.addresses[0][0] if record.addresses else ""
        if host in self._hosts or is_local(host):
            return "You have joined from another program on this computer; this one has left."
        return f"You have joined from another computer{f' ({host})' if host else ''}; this one has left."

    def _hear_settings(self, teller: bytes, signed: Signed) -> None:
        heard = self._terms.read(signed, lambda: self._check(teller))
        settings = self.settings
        if heard is None or settings is None or self._beginning.table is not None:
            return
        if heard.rules != rules_hash(self._games[heard.game]):
            return
        here = self.here
        seats = [who for who in seating(self.bench, here, settings.seats) if who is not None]
        seated = {who: here[who].person for who in seats}
        chair = self.chair
        word = here[chair].plays if chair in here and chair != self._own else b""
        now, follows = self.now, self._terms.follows
        if follows(heard, self.bench, seated, len(seats), now) or self._terms.gives_way(signed, word, now):
            self._terms.adopt(heard, signed, self.now)
            self._change()
            self._soon()

    def _hear_line(self, teller: bytes, signed: Signed) -> None:
        charged = partial(self._charged_source, teller)
        new = self._chat.hear(signed, charged, lambda: self._check(teller), self.now)
        if new:
            self._hand_on(True, signed[1], signed)

    def _charged_source(self, teller: bytes, author: bytes) -> bytes:
        """Return the source to which a line of chat is charged.

        It is the source of the author, or the source of the sender if the author has no place.
        """
        places = {entry.who: entry for entry in self.bench}
        return source(self.bench, places.get(short(author)) or places[short(teller)])

    def _hear_sighting(self, teller: bytes, identity: bytes, where: bytes) -> None:
        """Process a member's report of the address of another member that has no link here yet.

        An address that only this computer can reach is accepted only from a member on this computer.
        """
        address, at = unpack_address(where), self.linked.get(teller)
        if address is None or identity in (self.identity, *self.linked) or not self._has_place(identity):
            return
        local = isinstance(at, tuple) and is_local(at[0])
        if (local or not is_local(address[0])) and self._links[teller].sightings.take(self.now):
            self._wheres.seen(short(identity), address, short(teller))

    def _remember(self) -> None:
        """Keep the addresses of members with a place, and for a while the members that were put out."""
        self._wheres.keep(names(self.bench))
        for one in self._members:
            if self._has_place(one.identity):
                self._wheres.told(short(one.identity), one.addresses, self.now)
        for who in [who for who, at in self._put_out.items() if self.now - at >= SILENCE_TIMEOUT]:
            del self._put_out[who]
            self._change()
