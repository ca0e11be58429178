"""Receiver of a member's incoming messages, with the rules for accepting them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial

from core.engine.codec import BadEncodingError, dec
from lobby.room import signed_records
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.messages import ReceivedMessage, is_of_other_version, read_message
from lobby.room.outbound import RoomSender
from lobby.room.seating import assign_seats
from lobby.room.seniority import adopt_bench, final_source, members_on, remove_member, short_id
from lobby.room.settings import CurrentSettings
from lobby.room.signed_records import NUMBERS, Record, Signed, Status
from lobby.room.state import RoomState, is_local
from net.channels.addresses import unpack_address
from net.channels.rate_limit import TokenBucket
from net.match.genesis import rules_hash
from net.system.game_files import other_version

MARGIN = 1 << 16
"""Number of record numbers that are reserved for a member that returns with a wrong clock."""
RECORD_NUMBER_LEAP = 1 << 15
"""Distance of our next record number from a higher record of our key.

An earlier start cannot have signed as many records.
"""
SETTLED_IN = 10.0
"""Seconds in the room after which a newer record of our key must come from another program.

Before that, it may come from an earlier start of this program.
"""
OTHER_RULES = "It has different rules: everyone needs the same version of Tether."
OTHER_VERSION = "The room runs another version: everyone needs the same version of Tether."


@dataclass(slots=True)
class LinkQuota:
    """Quotas of one link, each of which refills with time.

    >>> link = LinkQuota()
    >>> sum(link.datagrams.take(1.0) for _ in range(1000)), sum(link.strangers.take(1.0) for _ in range(1000))
    (40, 4)
    """

    datagrams: TokenBucket = field(default_factory=lambda: TokenBucket(rate=20.0, most=40.0))
    checks: TokenBucket = field(default_factory=lambda: TokenBucket(rate=50.0, most=50.0))
    """Quota of signatures to check, each of which takes about 70 microseconds."""
    sightings: TokenBucket = field(default_factory=lambda: TokenBucket(rate=0.1, most=12.0))
    """Quota of addresses that the neighbour reports for members without a link here."""
    strangers: TokenBucket = field(default_factory=lambda: TokenBucket(rate=0.4, most=4.0))
    """Quota of members without a place on the bench that the neighbour introduces."""


class RoomReceiver:
    """Receiver of messages from other members; it calls `advance` after each of them."""

    def __init__(self, state: RoomState, sender: RoomSender, advance: Callable[[], None]) -> None:
        self._state, self._sender, self._advance = state, sender, advance
        self._links: dict[bytes, LinkQuota] = {}
        self._leaps = 0
        """Number of records of our key that were newer than ours, received some time after our start."""

    def add_peer(self, identity: bytes, address: Hashable) -> None:
        """Add a member that has just been linked."""
        self._state.linked[identity] = address
        self._state.mark_outdated()
        self._state.due = 0.0

    def remove_peer(self, identity: bytes) -> None:
        """Remove a member whose link has ended."""
        self._state.linked.pop(identity, None)
        self._links.pop(identity, None)
        self._sender.remove_peer(identity)
        self._state.mark_outdated()

    def receive(self, identity: bytes, data: bytes, address: Hashable) -> None:
        """Process a message from a linked member; the data may be any bytes."""
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
            elif is_of_other_version(said):
                self._on_other_version(address)
            else:
                self._process(identity, address, read_message(said))
        except BadEncodingError:
            room.counters["malformed"] += 1

    # -- entry --

    def _is_inviter(self, address: Hashable) -> bool:
        """Return True if this newcomer adopts the settings and the bench of the member at that address.

        If it has a contact, that is the only such member; otherwise any linked member is.
        """
        return self._state.contact is None or address == self._state.contact

    def _on_other_version(self, address: Hashable) -> None:
        room = self._state
        room.counters["another version"] += 1
        if room.settings is None and self._is_inviter(address):
            room.refusal = OTHER_VERSION

    def _enter(self, sender: bytes, address: Hashable, message: ReceivedMessage) -> None:
        """Adopt the settings and the bench of the inviting member, and of no other member."""
        room = self._state
        if not self._is_inviter(address):
            return
        for signed in message.records:
            self._on_record(sender, signed)
        host = room.members.record_of(sender)
        heard = (
            room.current_settings.read_new(message.settings[0], lambda: self._may_check_signature(sender))
            if message.settings
            else None
        )
        if host is None or not host.bench or heard is None:
            return
        if heard.rules != rules_hash(room.games[heard.game]):
            room.refusal = other_version(heard.game) or OTHER_RULES
            return
        room.inviter = sender
        room.bench = adopt_bench(host.bench)
        room.current_settings.adopt(heard, message.settings[0], room.now)
        room.set_own_record(room.me)

    def enter_again(self, half: Record) -> None:
        """Become a newcomer again, so that a member of another half can admit this member there."""
        room = self._state
        room.contact, room.bench = room.linked[half.identity], ()
        room.current_settings = CurrentSettings(room.id, room.signer, room.games, None)
        room.me = room.me._replace(status=Status.HERE)
        room.mark_outdated()

    # -- received messages --

    def _process(self, sender: bytes, address: Hashable, message: ReceivedMessage) -> None:
        if self._state.settings is None:
            self._enter(sender, address, message)
        if self._state.settings is None:
            return
        for signed in message.records:
            self._on_record(sender, signed)
        if message.settings:
            self._on_settings(sender, message.settings[0])
        if self._has_place(sender):
            for signed in message.lines:
                self._on_line(sender, signed)
            for identity, where in message.sightings:
                self._on_sighting(sender, identity, where)
        self._advance()

    def _may_check_signature(self, sender: bytes) -> bool:
        """Return True if one more signature from this member may be checked."""
        may = self._links[sender].checks.take(self._state.now)
        self._state.counters["checked" if may else "not checked"] += 1
        return may

    def _has_place(self, identity: bytes) -> bool:
        return short_id(identity) in members_on(self._state.bench)

    def _members_without_voucher(self) -> set[bytes]:
        """Return the members that need no voucher: those with a place, and the bots that they have brought."""
        places, here = members_on(self._state.bench), self._state.present_members
        return {*places, *(bot for by in places if by in here for bot in here[by].brings)}

    def _on_record(self, sender: bytes, signed: Signed) -> None:
        room = self._state
        record = None if room.members.is_latest(signed) else room.members.read_if_newer(signed)
        if record is None:
            return
        who = short_id(record.identity)
        if who == room.own_id:
            self._on_own_record(sender, record, signed)
            return
        expected = self._members_without_voucher()
        if who not in expected and who not in room.members:
            answers = record.identity == sender or self._has_place(sender)
            if not answers or not self._links[sender].strangers.take(room.now):
                room.counters["strangers"] += 1
                return
        if not self._may_check_signature(sender):
            return
        if not signed_records.is_signed_by(signed_records.RECORD, record.identity, signed):
            return
        news = room.members.add(record, signed, room.now, sender, expected)
        if record.status == Status.GONE:
            room.bench = remove_member(room.bench, who)
        room.mark_outdated()
        if news and (who in expected or record.identity == sender):
            self._sender.queue_news(False, who, signed)

    def _on_own_record(self, sender: bytes, record: Record, signed: Signed) -> None:
        """Raise our record number above an earlier start's, or give way to a program that started later.

        An earlier start sends nothing more, so one leap puts our number above its number. A second running program
        leaps too. Of the two, the program gives way that has been in the room for `SETTLED_IN` seconds and is overtaken
        a second time.
        """
        room = self._state
        newer = room.me.number < record.number < NUMBERS - MARGIN and record.identity == room.identity
        if not newer or not self._may_check_signature(sender):
            return
        if not signed_records.is_signed_by(signed_records.RECORD, record.identity, signed):
            return
        if room.entered is not None and room.now - room.entered >= SETTLED_IN and record.status != Status.GONE:
            self._leaps += 1
        if self._leaps > 1 and not room.is_bound:
            room.superseded = True
            room.refusal = self._second_program_text(record)
            return
        room.me = room.me._replace(number=record.number + RECORD_NUMBER_LEAP)
        self._state.schedule_message()

    def _second_program_text(self, record: Record) -> str:
        """Return a sentence on a second program that has joined this room with our key."""
        host = record.addresses[0][0] if record.addresses else ""
        if host in self._state.hosts or is_local(host):
            return "You have joined from another program on this computer; this one has left."
        return f"You have joined from another computer{f' ({host})' if host else ''}; this one has left."

    def _on_settings(self, sender: bytes, signed: Signed) -> None:
        room = self._state
        heard = room.current_settings.read_new(signed, lambda: self._may_check_signature(sender))
        settings = room.settings
        if heard is None or settings is None or room.start.table is not None:
            return
        if heard.rules != rules_hash(room.games[heard.game]):
            return
        here = room.present_members
        seats = [who for who in assign_seats(room.bench, here, settings.seats) if who is not None]
        seated = {who: here[who].is_person for who in seats}
        chair = room.chair
        word = here[chair].plays if chair in here and chair != room.own_id else b""
        now, follows = room.now, room.current_settings.accepts
        if follows(heard, room.bench, seated, len(seats), now) or room.current_settings.yields_to(signed, word, now):
            room.current_settings.adopt(heard, signed, room.now)
            room.mark_outdated()
            self._state.schedule_message()

    def _on_line(self, sender: bytes, signed: Signed) -> None:
        charged = partial(self._charged_source, sender)
        new = self._state.chat_log.receive(signed, charged, lambda: self._may_check_signature(sender), self._state.now)
        if new:
            self._sender.queue_news(True, signed[1], signed)

    def _charged_source(self, sender: bytes, author: bytes) -> bytes:
        """Return the source that is charged for a line of chat.

        It is the source of the author, or that of the sender if the author has no place.
        """
        places = {entry.member: entry for entry in self._state.bench}
        return final_source(self._state.bench, places.get(short_id(author)) or places[short_id(sender)])

    def _on_sighting(self, sender: bytes, identity: bytes, where: bytes) -> None:
        """Process a member's report of the address of another member that has no link here yet.

        An address that only this computer can reach is accepted only from a member on this computer.
        """
        room = self._state
        address, at = unpack_address(where), room.linked.get(sender)
        if address is None or identity in (room.identity, *room.linked) or not self._has_place(identity):
            return
        local = isinstance(at, tuple) and is_local(at[0])
        if (local or not is_local(address[0])) and self._links[sender].sightings.take(room.now):
            room.address_book.add_sighting(short_id(identity), address, short_id(sender))

    def keep_addresses(self) -> None:
        """Drop the addresses of members without a place, and forget old removals of members."""
        room = self._state
        room.address_book.keep_only(members_on(room.bench))
        for one in room.members:
            if self._has_place(one.identity):
                room.address_book.add_reported(short_id(one.identity), one.addresses, room.now)
        for who in [who for who, at in self._state.out_at.items() if room.now - at >= SILENCE_TIMEOUT]:
            del self._state.out_at[who]
            room.mark_outdated()
