"""Possible addresses of a room's members, as reported by themselves and by others.

The number of addresses from each is limited.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from net.channels.addresses import Address
from net.channels.rate_limit import TokenBucket

MOST_OF_ONE = 8


class AddressBook:
    """The possible addresses of members, by the first bytes of their identities.

    A member may add a few new addresses at once, and after that one from time to time.

    >>> wheres = AddressBook()
    >>> for port in range(1000): wheres.told(b"A" * 8, [("10.9.9.9", port)], 1.0)
    >>> len(wheres.of([b"A" * 8]))
    8
    """

    def __init__(self) -> None:
        self._told: dict[bytes, list[Address]] = {}
        self._seen: dict[bytes, tuple[Address, bytes]] = {}
        self._rates: dict[bytes, TokenBucket] = {}

    def told(self, who: bytes, addresses: Sequence[Address], now: float) -> None:
        """Add the addresses that a member reports for itself."""
        known = self._told.setdefault(who, [])
        rate = self._rates.setdefault(who, TokenBucket(rate=0.1, most=MOST_OF_ONE))
        known += [address for address in addresses if address not in known and rate.take(now)]
        del known[:-MOST_OF_ONE]

    def seen(self, who: bytes, address: Address, teller: bytes) -> None:
        """Record the address at which the member `teller` sees another member."""
        self._seen[who] = address, teller

    def keep(self, members: Collection[bytes]) -> None:
        """Drop all addresses except those of these members."""
        for some in (self._told, self._seen, self._rates):
            for who in some.keys() - set(members):
                del some[who]

    def of(self, members: Sequence[bytes]) -> list[tuple[Address, bytes]]:
        """Return the possible addresses of these members, each with the member that reported it."""
        told = [(address, who) for who in members for address in self._told.get(who, ())]
        return [*told, *(self._seen[who] for who in members if who in self._seen)]
