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
    """Interface that carries a driver's datagrams to and from network addresses."""

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Process a datagram; its bytes and its sender may be anything."""

    def tick(self, now: float) -> None:
        """Advance the time to `now`, and do what has become due."""

    def process(self, now: float) -> None:
        """Process what has been received, and prepare the datagrams to send."""

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send, each with its address."""


class PlainTransport:
    """Transport of unencrypted datagrams, for tests.

    It identifies a peer by its address alone, and hides nothing.
    """

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Pass a datagram to the driver."""
        self.driver.set_time(now)
        self.driver.receive(datagram, address)

    def tick(self, now: float) -> None:
        """Advance the driver's time to `now`."""
        self.driver.tick(now)

    def process(self, now: float) -> None:
        """Let the driver process what it has received."""
        self.driver.process(now)

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the driver's datagrams, each with its address."""
        return self.driver.take_datagrams()


class ChannelUser(Protocol):
    """Interface of an object that communicates through channels and knows peers by their proven identities."""

    @property
    def kept(self) -> frozenset[bytes]:
        """Identities whose channels are never dropped to make room for those of strangers."""

    def add_peer(self, identity: bytes, address: Address) -> None:
        """Add a peer that has just been connected."""

    def remove_peer(self, identity: bytes) -> None:
        """Remove a peer that has been disconnected."""

    def report_notice(self, words: str) -> None:
        """Show a notice about the channels to the player."""

    def receive(self, identity: bytes, data: bytes, address: Address) -> None:
        """Process data from a connected peer; the data may be any bytes."""

    def tick(self, now: float) -> None:
        """Advance the time to `now`, and do what has become due."""

    def process(self, now: float) -> None:
        """Process what has been received, and prepare the data to send."""

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the data to send, each item with the identity of its receiver."""


class ChannelTransport:
    """Transport that carries the data of a channel user through encrypted channels."""

    def __init__(self, user: ChannelUser, channels: Channels) -> None:
        self._user = user
        self.links = channels
        for identity in channels.identities:  # linked earlier by another user of the same links
            self._add_peer(identity)

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Pass a datagram to the channels, and its data to the user."""
        heard = self.links.receive(datagram, address, now)
        self._report_changes()
        if heard is not None:  # the address that the peer answered from, not that of this datagram
            self._user.receive(heard.identity, heard.data, self.links.address_of(heard.identity) or address)

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""
        self.links.kept = self._user.kept
        self.links.tick(now)
        self._report_changes()
        self._user.tick(now)

    def process(self, now: float) -> None:
        """Let the user process what it has received."""
        self._user.process(now)
        for identity, data in self._user.take_data():
            self.links.send(identity, data, now)

    def take_datagrams(self) -> list[tuple[Address, bytes]]:
        """Return and clear the datagrams to send, each with its address."""
        return self.links.take_datagrams()

    def _add_peer(self, identity: bytes) -> None:
        self._user.add_peer(identity, self.links.address_of(identity) or "")

    def _report_changes(self) -> None:
        for identity, up in self.links.take_connection_changes():
            if up:
                self._add_peer(identity)
            else:
                self._user.remove_peer(identity)
        while self.links.notes:
            self._user.report_notice(self.links.notes.pop(0))


class _DriverUser:
    """Driver in the form of a channel user."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.remove_peer, self.report_notice, self.tick, self.process = (
            driver.remove_peer,
            driver.report_notice,
            driver.tick,
            driver.process,
        )

    @property
    def kept(self) -> frozenset[bytes]:
        return self.driver.sync.awaited or frozenset()

    def add_peer(self, identity: bytes, _address: Address) -> None:
        self.driver.add_peer(identity)

    def receive(self, identity: bytes, data: bytes, _address: Address) -> None:
        self.driver.receive(bytes([PLAIN]) + data, identity)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        taken = self.driver.take_datagrams()
        return [(identity, datagram[1:]) for identity, datagram in taken if isinstance(identity, bytes)]


class DriverChannelTransport(ChannelTransport):
    """Transport that carries a driver's datagrams through encrypted channels.

    It identifies a peer by the key that the peer has proved to own.
    """

    def __init__(self, driver: Driver, channels: Channels) -> None:
        if not driver.linked or driver.identity != channels.identity:
            raise ValueError("a driver without links, or links of another identity")
        super().__init__(_DriverUser(driver), channels)
        self.driver = driver
        self._addresses_sent_at = 0.0

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Pass a datagram to the channels, and its data to the driver."""
        self.driver.set_time(now)
        super().receive(datagram, address, now)

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""
        super().tick(now)
        for teller, data in self.driver.addresses.take_named_addresses():
            self._dial_named_address(teller, data)
        if now - self._addresses_sent_at >= ADDRESS_INTERVAL:
            self._addresses_sent_at = now
            self._send_addresses()

    def _send_addresses(self) -> None:
        """Send each seat the addresses of the seats to which it has no channel."""
        for identity, seat in self.driver.addresses.take_missing_channels():
            address = self.links.address_of(self.driver.feeds.identities[seat - 1])
            if isinstance(address, tuple):
                with contextlib.suppress(ValueError):  # a link-local address means nothing elsewhere
                    self.driver.addresses.send_address(identity, seat, pack_address(address))

    def _dial_named_address(self, sender: bytes, data: bytes) -> None:
        """Dial a seat at the address that a peer has named.

        If the address is one of the peer's own computer, the seat is dialled at the peer's address.
        """
        address, at = unpack_address(data), self.links.address_of(sender)
        if address is None:
            return
        if ipaddress.ip_address(address[0]).is_loopback and isinstance(at, tuple):
            address = at[0], address[1]
        self.links.dial(address, sender)
