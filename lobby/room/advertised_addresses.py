"""Addresses of a room, as this computer's addresses come and go with cables and Wi-Fi.

>>> offered = AdvertisedAddresses(47801, "192.168.1.12")
>>> offered.look(0.0), offered.addresses, offered.shown
(True, (('192.168.1.12', 47801),), ('192.168.1.12:47801',))
"""

from __future__ import annotations

from collections.abc import Iterable

from lobby.discovery.broadcast import ALL, SCAN_INTERVAL
from net.channels.addresses import Address, format_address, link_hosts, own_hosts, source_towards

EVERYWHERE = (ALL, "0.0.0.0")


class AdvertisedAddresses:
    """Addresses of one port: all of this computer, or the one local host that was asked for."""

    def __init__(self, port: int, host: str = ALL) -> None:
        self._guests: dict[str, str] = {}
        """Local host by which each guest connected, by the guest's host."""
        self.addresses: tuple[Address, ...] = ()
        """All of them; those of one link with its interface, which only this computer calls so."""
        self._port, self._host = port, host
        self._look_at = 0.0

    @property
    def shown(self) -> tuple[str, ...]:
        """Addresses that others may type.

        Link-local ones, without their interface, are shown only if there are no others.
        """
        wide = [address for address in self.addresses if "%" not in address[0]]
        links = [(host.partition("%")[0], port) for host, port in self.addresses]
        return tuple(format_address(address) for address in dict.fromkeys(wide or links))

    def reached(self, guests: Iterable[str]) -> None:
        """Put first our addresses to which guests at these hosts are linked.

        The first guest's address comes before the others.
        """
        for guest in guests:
            if guest not in self._guests:
                self._guests[guest] = source_towards(guest)
                self._look_at = 0.0

    def _in_order(self, hosts: list[str]) -> list[str]:
        used = [host for host in dict.fromkeys(self._guests.values()) if host in hosts]
        return [*used, *(host for host in hosts if host not in used)]

    def look(self, now: float) -> bool:
        """Look up the addresses every few seconds; return True if they have changed."""
        if now < self._look_at:
            return False
        self._look_at = now + SCAN_INTERVAL
        hosts = self._in_order([*own_hosts(), *link_hosts()]) if self._host in EVERYWHERE else [self._host]
        before, self.addresses = self.addresses, tuple((host, self._port) for host in hosts)
        return before != self.addresses
