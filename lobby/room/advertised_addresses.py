"""Addresses of a room, which change when cables and Wi-Fi of this computer connect or disconnect.

>>> offered = AdvertisedAddresses(47801, "192.168.1.12")
>>> offered.look(0.0), offered.addresses, offered.shown
(True, (('192.168.1.12', 47801),), ('192.168.1.12:47801',))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lobby.discovery.broadcast import ALL, SCAN_INTERVAL
from net.channels.addresses import (
    Address,
    OwnAddress,
    format_address,
    link_hosts,
    own_addresses,
    source_towards,
)

EVERYWHERE = (ALL, "0.0.0.0")


class AdvertisedAddresses:
    """The addresses of one port: all addresses of this computer, or only the requested local host."""

    def __init__(self, port: int, host: str = ALL) -> None:
        self._guests: dict[str, str] = {}
        """Local host to which each guest connected, by the guest's host."""
        self.addresses: tuple[Address, ...] = ()
        """All addresses of the port.

        Those of a single link include the interface, whose name is valid only on this computer.
        """
        self.invited: tuple[str, ...] = ()
        """The one or two of them for an invitation."""
        self._port, self._host = port, host
        self._look_at = 0.0

    @property
    def shown(self) -> tuple[str, ...]:
        """Addresses that other players may type.

        Link-local addresses are shown only if there are no others, and then without their interface.
        """
        wide = [address for address in self.addresses if "%" not in address[0]]
        links = [(host.partition("%")[0], port) for host, port in self.addresses]
        return tuple(format_address(address) for address in dict.fromkeys(wide or links))

    def reached(self, guests: Iterable[str]) -> None:
        """Put first those of our addresses to which guests at these hosts are linked.

        The address that the first guest uses comes before the others.
        """
        for guest in guests:
            if guest not in self._guests:
                self._guests[guest] = source_towards(guest)
                self._look_at = 0.0

    def _in_order(self, there: list[OwnAddress]) -> list[OwnAddress]:
        used = list(self._guests.values())
        return sorted(there, key=lambda one: used.index(one.host) if one.host in used else len(used))

    def look(self, now: float) -> bool:
        """Look up the addresses every few seconds; return True if they have changed."""
        if now < self._look_at:
            return False
        self._look_at = now + SCAN_INTERVAL
        there = [OwnAddress(self._host, frozenset(), True)]
        if self._host in EVERYWHERE:
            links = [OwnAddress(host, frozenset((host.partition("%")[2],)), False) for host in link_hosts()]
            there = self._in_order([*own_addresses(), *links])
        invited = dict.fromkeys(host.partition("%")[0] for host in invited_hosts(there))
        self.invited = tuple(format_address((host, self._port)) for host in invited)
        before, self.addresses = self.addresses, tuple((one.host, self._port) for one in there)
        return before != self.addresses


def invited_hosts(there: Sequence[OwnAddress]) -> list[str]:
    """Return the hosts for an invitation, given the addresses of this computer in order: the first and one more.

    The second is the first plausible one on another network. Without any plausible address, it is the first one on
    another network.
    """
    wide = [one for one in there if "%" not in one.host] or list(there)
    likely = [one for one in wide if one.plausible] or wide
    return [one.host for one in (*wide[:1], *[o for o in likely if o.networks.isdisjoint(wide[0].networks)][:1])]
