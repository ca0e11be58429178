"""Discovery on real sockets, on every interface of this computer.

Announcements and calls go to all computers of a network, and questions go to addresses.

with contextlib.closing(Broadcaster()) as air:
    air.discovery.announce(announcement, time.monotonic())
    while True:
        air.poll(time.monotonic())     # every 50 ms or so; never waits
        show(air.discovery.rooms(time.monotonic()))

A network is an interface's subnet (IPv4, with its broadcast address) or an interface (IPv6, with a multicast group of
the link). All programs of a computer share the port of discovery. Each program sends from its own sockets, and so
recognises its own datagrams.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import random
import socket
import struct
from collections.abc import Hashable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import ifaddr

from lobby.discovery.discovery import Discovery
from net.channels.addresses import Address, from_socket_address, to_socket_address
from net.crypto.primitives import Signer
from net.system.numbering import first_number

ALL = "::"
PORT = 47800
"""UDP port on which rooms are announced."""
GROUP = "ff02::7e:7e12"
SCAN_INTERVAL = 3.0
"""Seconds between two scans of the interfaces, which change with cables and Wi-Fi."""
MAX_BATCH = 400
"""Maximum number of datagrams received in one batch; further ones wait in the socket's buffer, or are lost."""


@cache
def _subnet_of(host: str, prefix: int) -> ipaddress.IPv4Network:
    return ipaddress.IPv4Network((host, prefix), strict=False)


class Subnet(NamedTuple):
    """IPv4 network of this computer."""

    host: str
    prefix: int

    @property
    def ip_network(self) -> ipaddress.IPv4Network:
        """Network in the form that the `ipaddress` module uses."""
        return _subnet_of(self.host, self.prefix)

    @property
    def target(self) -> tuple[object, ...]:
        """Broadcast address and port."""
        return str(self.ip_network.broadcast_address), PORT


class Link(NamedTuple):
    """IPv6 interface of this computer, identified by its number."""

    number: int

    @property
    def target(self) -> tuple[object, ...]:
        """Multicast address and port on this interface."""
        return GROUP, PORT, 0, self.number


Network = Subnet | Link


def networks(host: str = ALL) -> list[Network]:
    """Return the networks of this computer, including loopback, or only the network of one local address."""
    found: list[Network] = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            if host not in (ALL, "0.0.0.0", ip.ip):
                continue
            if ip.is_IPv4 and ip.network_prefix < 31:
                found.append(Subnet(str(ip.ip), ip.network_prefix))
            elif ip.is_IPv6 and _is_link_local(ip.ip[0]):
                found.append(Link(int(ip.ip[2]) or adapter.index or 0))
    return sorted(set(found), key=repr)


class Searcher(Protocol):
    """Interface of an object that searches the networks, and may also announce.

    It searches for rooms, for tournaments, or for the seats of a match.
    """

    def set_networks(self, networks: Iterable[Hashable], now: float) -> None:
        """Set the networks of this computer."""

    def receive(self, datagram: bytes, host: str, network: Hashable, now: float, port: int = 0) -> None:
        """Process a datagram from a network; its bytes and its sender may be anything."""

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""

    def take_datagrams(self) -> list[tuple[Hashable, bytes]]:
        """Return and clear the datagrams to broadcast, each with its network."""

    def take_questions(self) -> list[tuple[Hashable, Address, bytes]]:
        """Return and clear the datagrams to single addresses, each with its network."""


class NetworkSockets:
    """Sockets of a searcher on all networks, or on the network of one local address.

    On a computer without a network, they receive nothing and raise no error.
    """

    def __init__(self, searcher: Searcher, host: str = ALL) -> None:
        self._searcher, self._host = searcher, host
        self._receivers: list[socket.socket] = []
        self._taken = False
        self._joined: set[int] = set()
        self._senders: dict[Network, socket.socket] = {}
        self._own_addresses: set[tuple[str, int]] = set()
        self._scan_at = 0.0
        self._open_receiver(socket.AF_INET)
        self._receiver6 = self._open_receiver(socket.AF_INET6)

    @property
    def is_port_taken(self) -> bool:
        """True if another program uses the discovery port and does not share it."""
        return not self._receivers

    @property
    def is_port_partly_taken(self) -> bool:
        """True if another program uses the discovery port for IPv4 or for IPv6 and does not share it.

        Rooms that can be reached only by that protocol are then not found.
        """
        return self._taken

    def poll(self, now: float) -> None:
        """Process the queued datagrams and send those that are due, without blocking."""
        if now >= self._scan_at:
            self._scan_at = now + SCAN_INTERVAL
            self._scan_networks(now)
        for sock in (*self._receivers, *self._senders.values()):  # answers arrive at the asking socket
            for _ in range(MAX_BATCH):
                try:
                    datagram, name = sock.recvfrom(2048)
                except BlockingIOError:
                    break
                except OSError:  # nobody is at an address that was asked
                    continue
                self._receive(datagram, name, now)
        self._searcher.tick(now)
        for network, datagram in self._searcher.take_datagrams():
            self._send(network, network.target, datagram)  # type: ignore[attr-defined]
        for network, address, datagram in self._searcher.take_questions():
            self._send(network, address, datagram)

    def close(self) -> None:
        """Close all sockets."""
        for sock in (*self._receivers, *self._senders.values()):
            sock.close()
        self._receivers, self._senders = [], {}

    def _send(self, network: object, target: tuple[object, ...], datagram: bytes) -> None:
        mouth = self._senders.get(network)  # type: ignore[call-overload]
        if mouth is not None:
            with contextlib.suppress(OSError):  # the cable was pulled, or the buffer is full
                host, port, *rest = target
                mouth.sendto(datagram, target if rest else to_socket_address((str(host), int(str(port))), mouth.family))

    def _receive(self, datagram: bytes, name: tuple[object, ...], now: float) -> None:
        host, port = from_socket_address(name)
        if (host, port) in self._own_addresses:
            return
        network = self._network_of(host)
        if network is not None:
            self._searcher.receive(datagram, host, network, now, port)

    def _network_of(self, host: str) -> Network | None:
        ip = ipaddress.ip_address(host.partition("%")[0])
        for network in self._senders:
            if isinstance(network, Subnet) and ip.version == 4 and ip in network.ip_network:
                return network
            if isinstance(network, Link) and host.endswith(f"%{network.number}"):
                return network
        return None

    def _open_receiver(self, family: socket.AddressFamily) -> socket.socket | None:
        try:
            ear = socket.socket(family, socket.SOCK_DGRAM)
        except OSError:
            return None
        try:
            ear.setblocking(False)
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if hasattr(socket, "SO_REUSEPORT"):
                ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            if family == socket.AF_INET6:
                ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            ear.bind(("", PORT))
        except OSError as wrong:
            self._taken = self._taken or wrong.errno == errno.EADDRINUSE
            ear.close()
            return None
        self._receivers.append(ear)
        return ear

    def _scan_networks(self, now: float) -> None:
        """Open a sending socket on each new network, and close those of networks that are gone."""
        here = networks(self._host)
        for network in [network for network in self._senders if network not in here]:
            self._senders.pop(network).close()
        for network in here:
            if network not in self._senders:
                with contextlib.suppress(OSError):
                    self._senders[network] = self._open_sender(network)
        self._own_addresses = {from_socket_address(mouth.getsockname()) for mouth in self._senders.values()}
        self._searcher.set_networks(self._senders, now)

    def _open_sender(self, network: Network) -> socket.socket:
        if isinstance(network, Subnet):
            mouth = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            mouth.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            address: tuple[object, ...] = (network.host, 0)
        else:
            mouth = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
            mouth.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, network.number)
            address = (self._address_on(network), 0, 0, network.number)
            self._join(network)
        mouth.setblocking(False)
        try:
            mouth.bind(address)
        except OSError:
            mouth.close()
            raise
        return mouth

    def _join(self, link: Link) -> None:
        if self._receiver6 is not None and link.number not in self._joined:
            group = socket.inet_pton(socket.AF_INET6, GROUP) + struct.pack("@I", link.number)
            self._receiver6.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group)
            self._joined.add(link.number)

    @staticmethod
    def _address_on(link: Link) -> str:
        for adapter in ifaddr.get_adapters():
            for ip in adapter.ips:
                if ip.is_IPv6 and (int(ip.ip[2]) or adapter.index) == link.number and _is_link_local(ip.ip[0]):
                    return str(ip.ip[0])
        raise OSError("the interface has gone")


class Broadcaster(NetworkSockets):
    """Sockets with a discovery of rooms and tournaments.

    `signer` and `lists` are as in `Discovery`. The numbers of announcements continue after a restart if they are saved
    in the file `kept` (`net.system.numbering`).
    """

    def __init__(
        self, host: str = ALL, signer: Signer | None = None, lists: bool = True, kept: Path | None = None
    ) -> None:
        patience = random.Random(os.urandom(8)).random()
        self.discovery = Discovery((), patience, 0.0, signer, first_number(kept), lists)
        super().__init__(self.discovery, host)


def _is_link_local(host: str) -> bool:
    return ipaddress.ip_address(host).is_link_local
