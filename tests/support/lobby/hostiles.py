"""Malicious guests, which have real links to all members and send arbitrary data."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from core.engine.codec import enc
from lobby.room import signed_records
from lobby.room.messages import SAY_TAG
from lobby.room.room import Room
from lobby.room.seniority import Bench, Entry, host_origin, short_id
from lobby.room.signed_records import Line, Record, RoomSettings, Signed, Status
from net.channels.addresses import pack_address
from net.crypto.primitives import Signer
from tests.support.lobby.hall import ID, opened

SPARE = [Signer(bytes([number]) * 31 + b"x") for number in range(64)]
"""Keys of the members that the guest invents."""


def message(told: list[Signed], settings: list[Signed] = [], lines: list[Signed] = [], seen: list[Any] = []) -> bytes:  # noqa: B006
    """Return a datagram with these records."""
    return enc([SAY_TAG, settings, told, lines, seen])


class Hostile(Room):
    """A guest that sends the output of its `deeds` to all members, in addition to honest messages.

    At each tick `many` deeds are sent.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.deeds: list[Callable[[Hostile], bytes]] = []
        self.many = 1
        self.dice = random.Random(1)
        self.count = 10**6
        self.did = 0.0
        """Time of its latest action."""
        self.sent = 0
        """Number of datagrams that no honest guest would send."""
        self.later: list[bytes] = []
        """Messages that do not fit into one datagram."""
        self.silent = False
        """Messages that do not fit into the datagram of a deed."""

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return the outgoing datagrams and their recipients."""
        out = super().take_data()
        if self.silent:
            out = []
        if self.settings is not None and self.now > self.did:
            self.did = self.now
            for _ in range(self.many if self.deeds else 0):
                lines = [self.dice.choice(self.deeds)(self), *self.later]
                self.later.clear()
                out += [(identity, item) for identity in self.linked for item in lines]
                self.sent += len(self.linked) * len(lines)
        return out

    # -- what it makes --

    def number(self) -> int:
        """Return a new, unused number."""
        self.count += 1
        return self.count

    def others(self) -> list[Record]:
        """Return the records of all honest members that the guest knows."""
        return list(self.members)

    def record(self, signer: Signer, **changes: Any) -> Signed:
        """Return a record of an invented member that votes against all others."""
        against = tuple(short_id(one.identity) for one in self.others())[: signed_records.MOST_AGAINST]
        one = self.me._replace(identity=signer.identity, number=self.number(), name="Eve", against=against, near=())
        one = one._replace(seat=self.dice.randint(0, 6), hosts=(), bench=self.bench, status=Status.HERE, state=b"")
        return signed_records.sign_record(self.id, one._replace(**changes), signer)

    def itself(self, **changes: Any) -> Signed:
        """Return the guest's own record, with changes."""
        self.me = self.me._replace(number=self.me.number + 1)
        return signed_records.sign_record(self.id, self.me._replace(**changes), self.signer)


def invents(guest: Hostile) -> bytes:
    """Return records of invented members that claim links with the guest."""
    some = guest.dice.sample(SPARE, 3)
    near = tuple(short_id(item.identity) for item in some)
    hosts = tuple(guest.dice.randbytes(8) for _ in some)
    lines = [guest.itself(near=near, hosts=hosts), *(guest.record(item) for item in some)]
    guest.later += [message([item]) for item in lines[1:]]
    return message(lines[:1])


def votes(guest: Hostile) -> bytes:
    """Return a vote against all members, and against the addresses from which they came."""
    named = [short_id(item.identity) for item in guest.others()] + [entry.origin for entry in guest.bench]
    return message([guest.itself(against=tuple(guest.dice.sample(named, min(6, len(named)))))])


def claims(guest: Hostile) -> bytes:
    """Return a list of members that begins with the guest and gives it another member's seat."""
    places = [Entry(short_id(guest.identity), short_id(guest.identity), guest.dice.randint(1, 6))]
    places += [Entry(short_id(item.identity), b"elsewher", seat) for seat, item in enumerate(SPARE[:5], 1)]
    places += [Entry(short_id(item.identity), short_id(guest.identity), 0) for item in guest.others()]
    told: Bench = tuple({entry.member: entry for entry in places}.values())[:24]
    return message([guest.itself(bench=told, seat=guest.dice.randint(1, 6))])


def settles(guest: Hostile) -> bytes:
    """Return settings signed by the guest, with the guest or another member as their writer."""
    held = guest.settings or opened(3)
    who = guest.dice.choice([guest.identity, *(item.identity for item in guest.others())])
    number = held.number + guest.dice.choice([-1, 0, 1, 2, 1000])
    seats = guest.dice.choice([2, 3, 4, 6])
    made: RoomSettings = held._replace(number=max(0, number), writer=who, seats=seats)
    made = made._replace(name=guest.dice.choice([held.name, "Eve"]))
    return message([], [signed_records.sign_settings(guest.id, made, guest.signer)])


def chats(guest: Hostile) -> bytes:
    """Return chat lines of absent members, and lines in the names of others."""
    signer = guest.dice.choice(SPARE)
    who = guest.dice.choice([signer.identity, *(item.identity for item in guest.others())])
    return message([], [], [signed_records.sign_line(guest.id, Line(guest.number(), who, "Eve", "x" * 100), signer)])


def points(guest: Hostile) -> bytes:
    """Return sightings of all members at the address of a victim."""
    whom = [guest.dice.randbytes(32), *(item.identity for item in guest.others())]
    return message([], [], [], [[item, pack_address(("10.9.9.9", guest.dice.randint(1, 65535)))] for item in whom])


def forges(guest: Hostile) -> bytes:
    """Return records of others with invalid signatures, as if these members had left."""
    one = guest.dice.choice(guest.others() or [guest.me])
    data = signed_records.record_bytes(
        guest.id, one._replace(number=guest.number() + 10**9, status=Status.GONE, state=b"")
    )
    return message([(data, guest.dice.randbytes(64))])


def repeats(guest: Hostile) -> bytes:
    """Return earlier records of others."""
    return message([signed for _, signed in guest.members.signed_records][:2])


def toggles(guest: Hostile) -> bytes:
    """Return the guest's own record, which is different each time."""
    return message([guest.itself(colour=guest.dice.randint(0, 6), seat=guest.dice.randint(0, 6))])


DEEDS = [invents, votes, claims, settles, chats, points, forges, repeats, toggles]


def via(number: int) -> bytes:
    """Return the account that is charged for members on the host of this number."""
    return host_origin(ID, f"10.0.0.{number}")
