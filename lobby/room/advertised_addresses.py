"""Addresses at which others can reach a room on this computer; they change with cables and Wi-Fi.

>>> offered = AdvertisedAddresses(47801, "192.168.1.12")
>>> offered.update(0.0), offered.addresses, offered.shown_addresses
(True, (('192.168.1.12', 47801),), ('192.168.1.12:47801',))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lobby.discovery.broadcast import ALL, SCAN_INTERVAL
from net.channels.addresses import (
    Address,
    OwnAddress,
    format_address,
    link_local_hosts,
    own_addresses,
    source_address_towards,
)

EVERYWHERE = (ALL, "0.0.0.0")


class AdvertisedAddresses:
    """Addresses of one port: all addresses of this computer, or only the chosen local host."""

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
        self._update_at = 0.0

    @property
    def shown_addresses(self) -> tuple[str, ...]:
        """Addresses that other players may type.

        Link-local addresses are included only if there are no others, and then without their interface.
        """
        wide = [address for address in self.addresses if "%" not in address[0]]
        links = [(host.partition("%")[0], port) for host, port in self.addresses]
        return tuple(format_address(address) for address in dict.fromkeys(wide or links))

    def prefer_reached(self, guests: Iterable[str]) -> None:
        """Put first the addresses at which guests from these hosts are linked.

        The address that the first guest uses comes before the others.
        """
        for guest in guests:
            if guest not in self._guests:
                self._guests[guest] = source_address_towards(guest)
                self._update_at = 0.0

    def _sort(self, there: list[OwnAddress]) -> list[OwnAddress]:
        used = list(self._guests.values())
        return sorted(there, key=lambda one: used.index(one.host) if one.host in used else len(used))

    def update(self, now: float) -> bool:
        """Look up this computer's addresses every few seconds; return True if they have changed."""
        if now < self._update_at:
            return False
        self._update_at = now + SCAN_INTERVAL
        there = [OwnAddress(self._host, frozenset(), True)]
        if self._host in EVERYWHERE:
            links = [OwnAddress(host, frozenset((host.partition("%")[2],)), False) for host in link_local_hosts()]
            there = self._sort([*own_addresses(), *links])
        invited = dict.fromkeys(host.partition("%")[0] for host in invited_hosts(there))
        self.invited = tuple(format_address((host, self._port)) for host in invited)
        before, self.addresses = self.addresses, tuple((one.host, self._port) for one in there)
        return before != self.addresses


def invited_hosts(addresses: Sequence[OwnAddress]) -> list[str]:
    """Return one or two hosts to put in an invitation.

    `addresses` are this computer's addresses in order of preference. The first host is that of the first address. The
    second is that of the first plausible address on another network, or of any address there if none is plausible.
    """
    wide = [one for one in addresses if "%" not in one.host] or list(addresses)
    likely = [one for one in wide if one.plausible] or wide
    return [one.host for one in (*wide[:1], *[o for o in likely if o.networks.isdisjoint(wide[0].networks)][:1])]
