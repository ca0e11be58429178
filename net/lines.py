"""What lies between a driver and its socket: encrypted links, or for tests nothing at all."""

from __future__ import annotations

from typing import Protocol

from net.driver import Driver
from net.link import Address
from net.links import Links
from net.wire import PLAIN


class Line(Protocol):
    """Carries the datagrams of a driver to addresses and back."""

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes a datagram in. Any bytes may come, from anybody."""

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
        self.driver.receive(datagram, address)

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.driver.tick(now)

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        return self.driver.take_datagrams()


class LinkedLine:
    """Datagrams inside links; a peer is the identity that it has proved."""

    def __init__(self, driver: Driver, links: Links) -> None:
        if not driver.linked or driver.identity != links.identity:
            raise ValueError("a driver without links, or links of another identity")
        self.driver = driver
        self.links = links
        for identity in links.identities:  # linked already, in the room
            driver.meet(identity)

    def receive(self, datagram: bytes, address: Address, now: float) -> None:
        """Takes a datagram in."""
        heard = self.links.receive(datagram, address, now)
        self._tell_news()
        if heard is not None:
            self.driver.receive(bytes([PLAIN]) + heard.data, heard.identity)

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.links.kept = self.driver.sync.awaited or frozenset()
        self.links.tick(now)
        self._tell_news()
        self.driver.tick(now)

    def take_datagrams(self, now: float) -> list[tuple[Address, bytes]]:
        """What is to be sent."""
        for identity, datagram in self.driver.take_datagrams():
            if isinstance(identity, bytes):
                self.links.send(identity, datagram[1:], now)
        return self.links.take_datagrams()

    def _tell_news(self) -> None:
        for identity, up in self.links.take_news():
            if up:
                self.driver.meet(identity)
            else:
                self.driver.part(identity)
        while self.links.notes:
            self.driver.tell(self.links.notes.pop(0))
