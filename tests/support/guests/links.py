"""A hostile guest of links."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from net.channels import address_book, channel_table, channels, handshake_limits
from net.channels import channel as link
from net.channels.addresses import Address
from net.channels.channels import Channels
from net.channels.handshake_limits import Cookies, HalfOpenTable
from tests.support.guests.base import GUESTS, HONEST, ID, KEYS, Choices, Guest, signer

OTHER = b"o" * 32
MIRROR = ("10.9.9.9", 9999)
"""Address that sends every datagram back."""


class LinksGuest(Guest[Channels]):
    """A member with an honest peer, and a guest with several links from several addresses.

    The member's player has also typed two addresses: one of a guest, and one that returns every datagram.
    """

    reads = (
        channels.Channels,
        channel_table.ChannelTable,
        address_book.DialTable,
        handshake_limits.HalfOpenTable,
        handshake_limits.HandshakeLimiter,
        handshake_limits.Cookies,
    )
    places = 64

    def __init__(self) -> None:
        super().__init__()
        bits = random.Random(1).randbytes
        own = [("10.0.0.2", 5000), self._where(0), self._where(1)]
        self.member = self._links(HONEST[0], own, bits)
        self.fellow = Channels(HONEST[1], ID, ID, [("10.0.0.1", 5000)], random=bits)
        self.dialling = [Channels(signer(i), ID, ID, [("10.0.0.1", 5000)], random=bits) for i in range(GUESTS)]
        self.kept: list[bytes] = [bytes([kind]) * 198 for kind in (*range(16, 22), 31, 32)]
        self.fresh: list[tuple[int, bytes]] = []
        """Outgoing datagrams of the guest's links, each with its place."""
        for _ in range(40):
            self.tick(self.now + 0.05)
            self.take()

    def _links(self, own: Any, dialled: list[Address], bits: Any) -> Channels:
        return Channels(own, ID, ID, dialled, random=bits)

    @staticmethod
    def _where(place: int) -> Address:
        return f"10.0.{1 + place // 8}.{place % 8}", 5000

    def make(self, choices: Choices) -> bytes:
        """Return a datagram of one of the guest's links: new, repeated, or with a changed byte."""
        kind, at = choices.below(7), choices.below(GUESTS)
        if kind == 0:
            room, key = choices.of(((ID, ID), (ID, ID), (ID, OTHER), (OTHER, ID)))
            by = signer(choices.below(KEYS)) if choices.chance(2) else signer(choices.below(3))
            self.dialling[at] = Channels(by, room, key, [("10.0.0.1", 5000)], random=self._bits)
            self.dialling[at].tick(self.now)
        elif kind == 1:
            self.dialling[at].send(HONEST[0].identity, b"x" * choices.below(1100), self.now)
        elif kind == 2:
            told = choices.of((MIRROR, self._where(at), ("10.9.9.9", 1 + choices.below(65535))))
            self.member.dial(told, signer(choices.below(8)).identity)
        elif kind == 3:
            self._ask_home(at, choices)
        self._gather(at)
        mine = [data for place, data in self.fresh if place == at]
        data = mine[-1] if mine and choices.below(4) else choices.of(self.kept)
        if kind == 4 and data:
            i = choices.below(len(data))
            data = data[:i] + bytes([data[i] ^ 1 << choices.below(8)]) + data[i + 1 :]
        return data

    def _ask_home(self, at: int, choices: Choices) -> None:
        """Ask the member for its address over a link, or answer a query that the member has not sent."""
        known = self.dialling[at]._channels.current_channel(HONEST[0].identity)
        if known is not None and not known.is_used_up:
            kind = choices.of((link.ADDRESS_QUERY, link.ADDRESS_REPLY, link.DATA))
            self.kept = [*self.kept, known.seal(bytes(link.QUESTION), self.now, kind)][-64:]

    def _gather(self, at: int) -> None:
        lines = [data for _, data in self.dialling[at].take_datagrams()]
        self.fresh = [*self.fresh, *((at, data) for data in lines)][-32:]
        self.kept = [*self.kept, *lines][-64:]

    def _bits(self, size: int) -> bytes:
        return self.mutator.chance.randbytes(size)

    def act(self, choices: Choices) -> None:
        """Continue a handshake, silence a link, or move it to another address."""
        kind, at = choices.below(5), choices.below(GUESTS)
        if kind < 2:
            for _ in range(6):
                self.tick(self.now + 0.05)
                self._gather(at)
                for place, data in self.fresh:
                    if place == at:
                        self.member.receive(data, self._where(at), self.now)
                self.fresh.clear()
                self.take()
        elif kind == 2:
            self._gather(at)
            self.dialling[at].send(HONEST[0].identity, b"moved", self.now)
            for _, data in self.dialling[at].take_datagrams():
                self.member.receive(data, self._where(GUESTS + at), self.now)
        elif kind == 3:
            for item in (*self.member.identities, signer(at).identity):
                silence = self.member.silence(item)
                assert silence is None or silence >= 0.0
            self.member.notes.clear()
        else:
            for _ in range(8):
                self.tick(self.now + 0.5)
                self.take()

    def give(self, place: int, datagram: bytes) -> None:
        """Deliver the datagram from the address of this place."""
        self.member.receive(datagram, self._where(place), self.now)

    def tick(self, now: float) -> None:
        """Advance all members."""
        self.now = now
        self.member.tick(now)
        self.fellow.tick(now)
        for _, data in self.fellow.take_datagrams():
            self.member.receive(data, ("10.0.0.2", 5000), now)
        self.member.send(HONEST[1].identity, b"calm", now)
        for item in self.dialling:
            item.tick(now)

    def take(self) -> tuple[int, int]:
        """Remove the member's datagrams and deliver those for the guest; return their bytes by destination."""
        own = other = 0
        for to, data in self.member.take_datagrams():
            if to == ("10.0.0.2", 5000):
                other += len(data)
                self.fellow.receive(data, ("10.0.0.1", 5000), self.now)
                continue
            own += len(data)
            if to == MIRROR:
                self.member.receive(data, MIRROR, self.now)
            for at in range(GUESTS):
                if to in (self._where(at), self._where(GUESTS + at)):
                    self.dialling[at].receive(data, ("10.0.0.1", 5000), self.now)
        self.member.take_connection_changes()
        return own, other

    def check(self) -> None:
        """Check that the honest members are linked to each other."""
        assert self.member.address_of(HONEST[1].identity) == ("10.0.0.2", 5000)


class _FewHalf(HalfOpenTable):
    most = 3


class _SoonWorn(link.Channel):
    """A link whose key expires early."""

    renew_after, last_number = 200, 4000


class _NarrowLinks(Channels):
    """Links with low limits."""

    channel_class = _SoonWorn
    half_open_class = _FewHalf
    max_handshakes_per_second = 8
    max_peers = 3
    max_last_messages = 1
    cookies_class = Cookies


class NarrowLinksGuest(LinksGuest):
    """A guest of links with low limits."""

    narrow: ClassVar[tuple[tuple[Any, str, Any], ...]] = (
        (address_book, "MAX_TRIED", 3),
        (address_book, "MAX_TRIED_PER_SOURCE", 2),
        (address_book, "YIELD_AFTER", 1.0),
        (address_book, "FORGET_AFTER", 3.0),
        (address_book, "REMEMBER_FOR", 6.0),
        (address_book, "MOST", 3),
        (address_book, "MOST_RESTS", 3),
        (channel_table, "IDLE", 1.5),
        (channel_table, "GONE", 3.0),
        (channel_table, "LOST", 0.5),
        (handshake_limits, "MAX_STARTS_PER_SOURCE", 4),
        (handshake_limits, "MOST_SOURCES", 3),
        (handshake_limits, "SECRET_LIVES", 2.0),
        (channels, "KEEP_ALIVE", 0.5),
        (channels, "SILENT", 2.0),
    )

    def _links(self, own: Any, dialled: list[Address], bits: Any) -> Channels:
        return _NarrowLinks(own, ID, ID, dialled, random=bits)
