"""A hostile guest of a room."""

from __future__ import annotations

from typing import Any, ClassVar

from core.engine.codec import Plain, enc
from core.engine.game import any_game
from lobby.room import chat, inbound, members, messages, seniority, signed_records, state
from lobby.room import settings as terms
from lobby.room.inbound import LinkQuota
from lobby.room.room import LocalMember, Room
from lobby.room.seniority import Entry, short_id
from lobby.room.signed_records import Line, Record, RoomSettings, Status
from net.channels.addresses import pack_address
from net.channels.rate_limit import TokenBucket
from net.crypto.primitives import Signer
from net.match.genesis import rules_hash
from tests.support.guests.base import GUESTS, HONEST, ID, KEYS, NAMES, NUMBERS, Choices, Guest, signer
from tests.support.net.toys import POT

GAMES = {POT.name: POT}
SILENCE = 6.0
"""Seconds after which a silent member counts as absent."""


def settings_of(writer: Signer, name: str) -> RoomSettings:
    """Return the settings of a new room."""
    return RoomSettings(
        1, writer.identity, name, POT.name, rules_hash(any_game(POT)), 4, 60, POT.options.complete_values({})
    )


class RoomGuest(Guest[Room]):
    """A room with two honest members; the guest attacks the first over several links."""

    reads = (
        inbound.RoomReceiver,
        state.RoomState,
        members.Roster,
        chat.Chat,
        terms.CurrentSettings,
        seniority.append_entry,
        seniority.counted_members,
        seniority.follow_chair,
        seniority.remove_member,
        seniority.merge_benches,
        seniority.final_source,
        seniority.origins,
    )

    honest = True
    """True if an honest member opened the room, so that no match begins with the guest seated unasked."""

    def __init__(self) -> None:
        super().__init__()
        self.room = ID
        self.settings = settings_of(HONEST[0], "Ada")
        self.member = self._member()
        self.fellow = Room(ID, HONEST[1], LocalMember("Ben"), GAMES, 1)
        self.names = [HONEST[0].identity, HONEST[1].identity, *(signer(i).identity for i in range(2 * GUESTS))]
        self.member.add_peer(HONEST[1].identity, ("10.0.0.2", 5000))
        self.fellow.add_peer(HONEST[0].identity, ("10.0.0.1", 5000))
        for place in range(GUESTS):
            self.member.add_peer(signer(place).identity, self._where(place))
        self.number = 1
        for _ in range(20):
            self.tick(self.now + 0.1)
            self.take()

    def _member(self) -> Room:
        return Room(ID, HONEST[0], LocalMember("Ada"), GAMES, 1, self.settings)

    @staticmethod
    def _where(place: int) -> tuple[str, int]:
        return f"10.0.1.{place % 3}", 5000 + place

    def make(self, choices: Choices) -> bytes:
        """Return a message with random records, chat lines, settings and sightings."""
        lines: list[list[Any]] = [[], [], [], []]
        for _ in range(1 + choices.below(3)):
            part = choices.below(4)
            lines[part].append(self._said(part, choices))
        if choices.chance(40):
            other = enc([messages.SAY_TAG + 1, *lines])
            return choices.of((b"\xc1", enc([[1, 2, 3]]), other, enc([messages.SAY_TAG, 1, 2, 3, 4])))
        made: bytes = enc([messages.SAY_TAG, *lines])
        return made

    def _said(self, part: int, choices: Choices) -> Plain:
        who = choices.below(KEYS) if choices.chance(3) else choices.below(GUESTS)
        self.number += 1
        by = signer(who)
        claimed = choices.of(self.names) if choices.chance(6) else by.identity
        if part == 0:
            return list(self._settings(claimed, by, choices))
        if part == 1:
            return list(signed_records.sign_record(self.room, self._record(claimed, choices), by))
        if part == 2:
            text = "x" * choices.below(160) + choices.of(NAMES)
            return list(
                signed_records.sign_line(self.room, Line(self._number(choices), claimed, choices.of(NAMES), text), by)
            )
        return [choices.of(self.names), pack_address(("10.9.9.9", 1 + choices.below(65535)))]

    def _number(self, choices: Choices) -> int:
        return choices.of(NUMBERS) if choices.chance(6) else self.number

    def _settings(self, writer: bytes, by: Signer, choices: Choices) -> signed_records.Signed:
        held = self.member.settings or self.settings
        number = max(0, held.number + choices.below(4) - 1)
        seats = choices.of((2, 3, 4, 6))
        name = choices.of(NAMES) if choices.chance(2) else held.name
        made = held._replace(number=number, writer=writer, seats=seats, name=name)
        if choices.chance(12):
            made = made._replace(rules=bytes(32))
        return signed_records.sign_settings(self.room, made, by)

    def _record(self, identity: bytes, choices: Choices) -> Record:
        some = [short_id(item) for item in self.names]

        def few(most: int) -> tuple[bytes, ...]:
            return tuple(choices.of(some) for _ in range(choices.below(most)))

        places: dict[bytes, None] = dict.fromkeys(few(6)) if choices.chance(2) else {}
        if choices.chance(3):
            own = [short_id(signer(i).identity) for i in range(2 * GUESTS)]
            first = short_id(identity) if choices.chance(2) else choices.of(own)
            places = {first: None} | dict.fromkeys(choices.of(own) for _ in range(choices.below(2 * GUESTS)))
        told = tuple(Entry(seat, choices.of(some), choices.below(7)) for seat in places)
        status = Status(choices.below(5))
        return Record(
            identity, self._number(choices), choices.of(NAMES), choices.of((0, 1, 2, 3, 4, 255)), choices.below(7),
            choices.of(("", "", "random")), choices.of((b"", some[0], some[-1])), few(3), few(4), few(5), few(4),
            told, b"", (("10.0.1.1", 5000),), status, bytes(32) if Status.HERE < status < Status.GONE else b"",
        )  # fmt: skip

    def give(self, place: int, datagram: bytes) -> None:
        """Deliver the datagram over the link of this place."""
        self.member.receive(signer(place).identity, datagram, self._where(place))

    def tick(self, now: float) -> None:
        """Advance both members and exchange their messages."""
        self.now = now
        self.member.tick(now)
        self.fellow.tick(now)
        for to, data in self.fellow.take_data():
            if to == HONEST[0].identity:
                self.member.receive(HONEST[1].identity, data, ("10.0.0.2", 5000))

    def take(self) -> tuple[int, int]:
        """Take the member's messages."""
        own = other = 0
        for to, data in self.member.take_data():
            if to == HONEST[1].identity:
                other += len(data)
                self.fellow.receive(HONEST[0].identity, data, ("10.0.0.1", 5000))
            else:
                own += len(data)
        self.member.possible_addresses()
        return own, other

    def act(self, choices: Choices) -> None:
        """Perform one action of the member, such as sending a chat line, getting ready, or voting against the guest."""
        kind, place = choices.below(10), choices.below(GUESTS)
        whom = signer(place).identity
        if kind == 0:
            for _ in range(1 + place):
                self.member.chat("well met")
        elif kind == 1:
            self.member.set_ready(bool(place % 2))
        elif kind == 2:
            self.member.vote_out(whom)
            self.fellow.vote_out(whom)
        elif kind == 3:
            self.member.remove_peer(whom)
        elif kind == 4:
            self.member.add_peer(whom, self._where(place))
        elif kind == 5:
            assert not self.member.has_begun or not self.honest
            one = self.member
            said = one.is_ready, one.first, one.fork_wishes, one.other_half, one.lost_seat
            assert len(said) == 5 and len(self.member.kept) <= 2 * seniority.MOST_ENTRIES
        elif kind == 6:
            self.member.report_notice("does not answer")
        elif kind == 7:
            self.member.set_seats(choices.of((2, 3, 4, 6)))
        elif kind == 8:
            self._say_who(Status.HERE, b"")
        else:
            for _ in range(round(SILENCE / 0.5)):
                self.tick(self.now + 0.5)
                self.take()

    def _bench(self) -> tuple[Entry, ...]:
        """Return the list of members that the guest announces on all its links."""
        return tuple(Entry(entry.member, entry.origin, entry.seat) for entry in self.member.bench)

    def _say_who(self, status: Status, state: bytes) -> None:
        """Announce that list over each link of the guest."""
        told = self._bench()
        for place in range(GUESTS):
            by, self.number = signer(place), self.number + 1
            plain = Record(
                by.identity,
                self.number,
                f"Eve {place}",
                signed_records.ANY,
                0,
                "",
                b"",
                (),
                (),
                (),
                (),
                told,
                b"",
                (),
                status,
                state,
            )
            self.give(
                place, enc([messages.SAY_TAG, [], [list(signed_records.sign_record(self.room, plain, by))], [], []])
            )

    def check(self) -> None:
        """Check that the honest members keep their places and seats, and that memory stays limited."""
        assert [entry.member for entry in self.member.bench][:2] == [short_id(item.identity) for item in HONEST]
        assert self.member.seat == 1 and self.fellow.seat == 2 and not self.member.refusal
        assert (
            len(self.member.present_members) <= 2 * seniority.MOST_ENTRIES
            and len(self.member.chat_log.lines) <= chat.MOST_LINES
        )


def _few() -> LinkQuota:
    """Return a low quota for a link."""
    return LinkQuota(TokenBucket(rate=6.0, most=5.0))


class NarrowRoomGuest(RoomGuest):
    """A guest of a room with low limits."""

    narrow: ClassVar[tuple[tuple[Any, str, Any], ...]] = (
        (seniority, "MOST_ENTRIES", 6),
        (seniority, "MOST_MEMBERS", 5),
        (chat, "MOST_LINES", 3),
        (chat, "MOST_LINES_OF_ONE", 2),
        (members, "STRANGERS", 1),
        (members, "MOST_NUMBERS", 7),
        (inbound, "LinkQuota", _few),
    )


class OpenerGuest(RoomGuest):
    """A guest that opened the room, which two honest members join.

    No member can exclude the opener, so the honest ones continue without it or move to another part of the room.
    """

    narrow = NarrowRoomGuest.narrow
    honest = False

    def __init__(self) -> None:
        self.contact: Any = None
        super().__init__()

    def _member(self) -> Room:
        self.settings = settings_of(signer(0), "Eve")
        return Room(self.room, HONEST[0], LocalMember("Ada"), GAMES, 1, contact=self.contact)

    def _meet_all(self) -> None:
        self.member.add_peer(HONEST[1].identity, ("10.0.0.2", 5000))
        for place in range(GUESTS):
            self.member.add_peer(signer(place).identity, self._where(place))

    def act(self, choices: Choices) -> None:
        """Perform one action, either one of any room or one of an opener."""
        kind = choices.below(11)
        if kind == 0:
            self.member.continue_without(self.member.first)
            if self.member.fork is not None:
                self.room, way = self.member.fork.room, self.member.fork
                self.member = Room(self.room, HONEST[0], LocalMember("Ada"), GAMES, 1, fork=way)
                self._meet_all()
        elif kind == 1:
            self.member.join_half()
        elif kind == 2:
            self.room, self.contact = ID, choices.of((None, self._where(0), ("10.0.9.9", 1)))
            self.member = self._member()
            self.fellow = Room(ID, HONEST[1], LocalMember("Ben"), GAMES, 1)
            self.fellow.add_peer(HONEST[0].identity, ("10.0.0.1", 5000))
            self._meet_all()
        elif kind == 3:
            self.member.leave()
        elif kind == 4:
            self._begin()
        else:
            super().act(choices)

    def _bench(self) -> tuple[Entry, ...]:
        """Return the opener's list of members: the opener, the honest members and one link have the four seats."""
        seated = (signer(0), *HONEST, signer(1))
        return tuple(Entry(short_id(item.identity), b"lan-host", seat) for seat, item in enumerate(seated, 1))

    def _begin(self) -> None:
        """Announce all members as ready if there are as many as seats."""
        settings = signed_records.sign_settings(self.room, self.settings, signer(0))
        self.give(0, enc([messages.SAY_TAG, [list(settings)], [], [], []]))
        for status in (Status.HERE, Status.READY, Status.GO, Status.GO):
            table = self.member.table
            if table is None:
                return
            self.member.set_seats(next((seats for seats in POT.seat_counts if seats >= table.taken_count), 2))
            self.member.set_ready(True)
            self.fellow.set_ready(True)
            table = self.member.table
            state = self.member.start.ready_state(table) if table is not None else b""
            self._say_who(status, (state or bytes(32)) if status != Status.HERE else b"")
            self.tick(self.now + 0.6)
            self.take()
            self.tick(self.now + 0.6)
            self.take()

    def _said(self, part: int, choices: Choices) -> Plain:
        """Return the opener's records, whose settings admit the members."""
        if part < 2 and choices.chance(2):
            self.number += 1
            if part == 0:
                made_settings, held = self.settings, self.member.settings
                if held is not None and choices.chance(2):
                    name = choices.of(NAMES) if choices.chance(2) else held.name
                    made_settings = held._replace(number=held.number + 1, writer=signer(0).identity, name=name)
                if choices.chance(6):
                    made_settings = made_settings._replace(rules=bytes(32))
                return list(signed_records.sign_settings(self.room, made_settings, signer(0)))
            by = signer(choices.below(GUESTS) if choices.chance(2) else 0)
            made = self._record(by.identity, choices)._replace(status=Status.HERE)
            if self.member.table is not None and choices.chance(2):
                state = self.member.start.ready_state(self.member.table) or bytes(32)
                made = made._replace(status=choices.of((Status.READY, Status.GO, Status.WENT)), state=state)
            return list(signed_records.sign_record(self.room, made, by))
        return super()._said(part, choices)

    def check(self) -> None:
        """Check that memory stays limited."""
        assert (
            len(self.member.present_members) <= 2 * seniority.MOST_ENTRIES
            and len(self.member.chat_log.lines) <= chat.MOST_LINES
        )
        assert len(self.member.bench) <= seniority.MOST_ENTRIES
