"""Addresses at which members of a room may be, from themselves and others, a bounded number of each."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from net.channels.addresses import Address
from net.channels.rate_limit import TokenBucket

MOST_OF_ONE = 8


class AddressBook:
    """Addresses by the first bytes of an identity.

    A member may add a few new ones at once, then one now and then.

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
        """Add the addresses that a member gives for itself."""
        known = self._told.setdefault(who, [])
        rate = self._rates.setdefault(who, TokenBucket(rate=0.1, most=MOST_OF_ONE))
        known += [address for address in addresses if address not in known and rate.take(now)]
        del known[:-MOST_OF_ONE]

    def seen(self, who: bytes, address: Address, teller: bytes) -> None:
        """Add the address at which another member sees a member."""
        self._seen[who] = address, teller

    def keep(self, members: Collection[bytes]) -> None:
        """Drop the addresses of all but these members."""
        for some in (self._told, self._seen, self._rates):
            for who in some.keys() - set(members):
                del some[who]

    def of(self, members: Sequence[bytes]) -> list[tuple[Address, bytes]]:
        """Return the possible addresses of these members, each with the member it comes from."""
        told = [(address, who) for who in members for address in self._told.get(who, ())]
        return [*told, *(self._seen[who] for who in members if who in self._seen)]
