"""What lies between a driver and its socket: encrypted links, or for tests nothing at all."""

from __future__ import annotations

import contextlib
import ipaddress
from typing import Protocol

from net.channels.addresses import packed, unpacked
from net.channels.channel import Address
from net.channels.channels import Links
from net.replication.messages import PLAIN
from net.seat.driver import Driver

TOLD_EVERY = 1.0
"""So often, in seconds, it is told where others are."""


class Line(Protocol):
    """Carries the datagrams of a driver to addresses and back."""

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes a datagram in. Whatever bytes may come, from anybody."""

    def tick(self, now: float) -> None:
        """The time is `now`."""

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""


class PlainLine:
    """Datagrams as they are; a peer is an address. It proves nothing and hides nothing: for tests."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes a datagram in."""
        self.driver.pass_time(now)
        self.driver.receive(datagram, address)

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.driver.tick(now)

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        self.driver.pass_time(now)
        return self.driver.take_datagrams()


class Behind(Protocol):
    """Who hears and speaks behind links, and knows others by the identity that they have proved."""

    @property
    def kept(self) -> frozenset[bytes]:
        """Whose links are kept before those of strangers."""

    def meet(self, identity: bytes, address: Address) -> None:
        """Somebody is linked."""

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""

    def tell(self, words: str) -> None:
        """Something about the links that a person should know."""

    def hear(self, identity: bytes, data: bytes, address: Address) -> None:
        """Takes in what somebody says. Whatever bytes may come."""

    def tick(self, now: float) -> None:
        """The time is `now`."""

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """What is to be said, and to whom."""


class LinksLine:
    """Datagrams inside links, for whoever is behind them."""

    def __init__(self, behind: Behind, links: Links) -> None:
        self._behind = behind
        self.links = links
        for identity in links.identities:  # linked before, by somebody else behind the same links
            self._meet(identity)

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes a datagram in."""
        heard = self.links.receive(datagram, address, now)
        self._tell_news()
        if heard is not None:  # where the peer has answered, not where this one datagram came from
            self._behind.hear(heard.identity, heard.data, self.links.address_of(heard.identity) or address)

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.links.kept = self._behind.kept
        self.links.tick(now)
        self._tell_news()
        self._behind.tick(now)

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        for identity, data in self._behind.take_data():
            self.links.send(identity, data, now)
        return self.links.take_datagrams()

    def _meet(self, identity: bytes) -> None:
        self._behind.meet(identity, self.links.address_of(identity) or "")

    def _tell_news(self) -> None:
        for identity, up in self.links.take_news():
            if up:
                self._meet(identity)
            else:
                self._behind.part(identity)
        while self.links.notes:
            self._behind.tell(self.links.notes.pop(0))


class _Playing:
    """A driver behind links."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.part, self.tell, self.tick = driver.part, driver.tell, driver.tick

    @property
    def kept(self) -> frozenset[bytes]:
        return self.driver.sync.awaited or frozenset()

    def meet(self, identity: bytes, _address: Address) -> None:
        self.driver.meet(identity)

    def hear(self, identity: bytes, data: bytes, _address: Address) -> None:
        self.driver.receive(bytes([PLAIN]) + data, identity)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        taken = self.driver.take_datagrams()
        return [(identity, datagram[1:]) for identity, datagram in taken if isinstance(identity, bytes)]


class LinkedLine(LinksLine):
    """A driver's datagrams inside links; a peer is the identity that it has proved."""

    def __init__(self, driver: Driver, links: Links) -> None:
        if not driver.linked or driver.identity != links.identity:
            raise ValueError("a driver without links, or links of another identity")
        super().__init__(_Playing(driver), links)
        self.driver = driver
        self._told_at = 0.0

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes a datagram in."""
        self.driver.pass_time(now)
        super().receive(datagram, address, now)

    def tick(self, now: float) -> None:
        """The time is `now`."""
        super().tick(now)
        told, self.driver.told_where = self.driver.told_where, []
        for teller, data in told:
            self._look_there(teller, data)
        if now - self._told_at >= TOLD_EVERY:
            self._told_at = now
            self._tell_where()

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        self.driver.pass_time(now)
        return super().take_datagrams(now)

    def _tell_where(self) -> None:
        """Tells seats where those are that they have no link to."""
        sought, self.driver.sought = self.driver.sought, set()
        for identity, seat in sorted(sought):
            address = self.links.address_of(self.driver.feeds.identities[seat - 1])
            if isinstance(address, tuple):
                with contextlib.suppress(ValueError):  # an address of one link says nothing elsewhere
                    self.driver.say_where(identity, seat, packed(address))

    def _look_there(self, teller: bytes, data: bytes) -> None:
        """Somebody says that a seat is there. What is on the teller's own computer is found at the teller's address."""
        address, at = unpacked(data), self.links.address_of(teller)
        if address is None:
            return
        if ipaddress.ip_address(address[0]).is_loopback and isinstance(at, tuple):
            address = at[0], address[1]
        self.links.dial(address, teller)
