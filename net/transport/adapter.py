"""Adapters between a driver and its socket: encrypted channels, or plain datagrams for tests."""

from __future__ import annotations

import contextlib
import ipaddress
from typing import Protocol

from net.channels.addresses import pack_address, unpack_address
from net.channels.channel import Address
from net.channels.channels import Channels
from net.replication.messages import PLAIN
from net.seat.driver import Driver

ADDRESS_INTERVAL = 1.0
"""Seconds between two messages with the addresses of other seats."""


class Transport(Protocol):
    """Transport that carries a driver's datagrams to and from addresses."""

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram, which may have any bytes and any sender."""

    def tick(self, now: float) -> None:
        """Do what is due from time to time."""

    def process(self, now: float) -> None:
        """Do everything that has become possible, and prepare the datagrams to send."""

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return the datagrams to send."""


class PlainTransport:
    """Transport of unencrypted datagrams, for tests.

    It knows a peer by its address, and proves and hides nothing.
    """

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram."""
        self.driver.pass_time(now)
        self.driver.receive(datagram, address)

    def tick(self, now: float) -> None:
        """Do what is due from time to time."""
        self.driver.tick(now)

    def process(self, now: float) -> None:
        """Do everything that has become possible."""
        self.driver.process(now)

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return the datagrams to send."""
        return self.driver.take_datagrams()


class ChannelUser(Protocol):
    """User of channels, who knows others by the identity that they have proved."""

    @property
    def kept(self) -> frozenset[bytes]:
        """Identities whose channels are kept in preference to those of strangers."""

    def meet(self, identity: bytes, address: Address) -> None:
        """Add a connected peer."""

    def part(self, identity: bytes) -> None:
        """Remove a disconnected peer."""

    def tell(self, words: str) -> None:
        """Report a notice about the channels to a person."""

    def hear(self, identity: bytes, data: bytes, address: Address) -> None:
        """Process a peer's data, whatever bytes it is."""

    def tick(self, now: float) -> None:
        """Do what is due from time to time."""

    def process(self, now: float) -> None:
        """Do everything that has become possible, and prepare the data to send."""

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return the data to send, each with its receiver."""


class ChannelTransport:
    """Transport that carries the data of a channel user inside channels."""

    def __init__(self, behind: ChannelUser, links: Channels) -> None:
        self._behind = behind
        self.links = links
        for identity in links.identities:  # linked earlier by another user of the same links
            self._meet(identity)

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram."""
        heard = self.links.receive(datagram, address, now)
        self._tell_news()
        if heard is not None:  # the address that the peer answered from, not that of this datagram
            self._behind.hear(heard.identity, heard.data, self.links.address_of(heard.identity) or address)

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""
        self.links.kept = self._behind.kept
        self.links.tick(now)
        self._tell_news()
        self._behind.tick(now)

    def process(self, now: float) -> None:
        """Do everything that has become possible."""
        self._behind.process(now)
        for identity, data in self._behind.take_data():
            self.links.send(identity, data, now)

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return the datagrams to send."""
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


class _DriverUser:
    """Driver in the role of a channel user."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.part, self.tell, self.tick, self.process = driver.part, driver.tell, driver.tick, driver.process

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


class DriverChannelTransport(ChannelTransport):
    """Transport that carries a driver's datagrams inside channels.

    It knows a peer by the identity that the peer has proved.
    """

    def __init__(self, driver: Driver, links: Channels) -> None:
        if not driver.linked or driver.identity != links.identity:
            raise ValueError("a driver without links, or links of another identity")
        super().__init__(_DriverUser(driver), links)
        self.driver = driver
        self._told_at = 0.0

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram."""
        self.driver.pass_time(now)
        super().receive(datagram, address, now)

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""
        super().tick(now)
        for teller, data in self.driver.addresses.take_told():
            self._look_there(teller, data)
        if now - self._told_at >= ADDRESS_INTERVAL:
            self._told_at = now
            self._tell_where()

    def _tell_where(self) -> None:
        """Send seats the addresses of those to which they have no channel."""
        for identity, seat in self.driver.addresses.take_sought():
            address = self.links.address_of(self.driver.feeds.identities[seat - 1])
            if isinstance(address, tuple):
                with contextlib.suppress(ValueError):  # a link-local address means nothing elsewhere
                    self.driver.addresses.say(identity, seat, pack_address(address))

    def _look_there(self, teller: bytes, data: bytes) -> None:
        """Dial a seat at an address that a peer has named.

        If the address is one of the peer's own computer, the seat is dialled at the peer's address.
        """
        address, at = unpack_address(data), self.links.address_of(teller)
        if address is None:
            return
        if ipaddress.ip_address(address[0]).is_loopback and isinstance(at, tuple):
            address = at[0], address[1]
        self.links.dial(address, teller)
