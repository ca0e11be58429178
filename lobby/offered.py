"""Where a room can be reached, as this computer's addresses come and go with cables and Wi-Fi.

>>> offered = Offered(47801, "192.168.1.12")
>>> offered.look(0.0), offered.addresses, offered.shown
(True, (('192.168.1.12', 47801),), ('192.168.1.12:47801',))
"""

from __future__ import annotations

from lobby.broadcast import ALL, LOOK_EVERY
from net.addresses import Address, link_hosts, own_hosts, shown

EVERYWHERE = (ALL, "0.0.0.0")


class Offered:
    """The addresses of one port: all of this computer, or the one own host that was asked for."""

    def __init__(self, port: int, host: str = ALL) -> None:
        self.addresses: tuple[Address, ...] = ()
        """All of them; those of one link with its interface, which only this computer calls so."""
        self._port, self._host = port, host
        self._look_at = 0.0

    @property
    def shown(self) -> tuple[str, ...]:
        """What others may type: those of one link, without its interface, only where there are no other ones."""
        wide = [address for address in self.addresses if "%" not in address[0]]
        links = [(host.partition("%")[0], port) for host, port in self.addresses]
        return tuple(shown(address) for address in dict.fromkeys(wide or links))

    def look(self, now: float) -> bool:
        """Looks again every few seconds; whether there are other addresses than before."""
        if now < self._look_at:
            return False
        self._look_at = now + LOOK_EVERY
        hosts = [*own_hosts(), *link_hosts()] if self._host in EVERYWHERE else [self._host]
        before, self.addresses = self.addresses, tuple((host, self._port) for host in hosts)
        return before != self.addresses
