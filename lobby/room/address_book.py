"""Addresses at which members of a room may be, as reported by themselves and by others.

The number of addresses from each member is limited.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from net.channels.addresses import Address
from net.channels.rate_limit import TokenBucket

MOST_OF_ONE = 8


class AddressBook:
    """Possible addresses of members, by the first bytes of their identities.

    A member may report a few new addresses at once, and after that one now and then.

    >>> book = AddressBook()
    >>> for port in range(1000): book.add_reported(b"A" * 8, [("10.9.9.9", port)], 1.0)
    >>> len(book.addresses_of([b"A" * 8]))
    8
    """

    def __init__(self) -> None:
        self._told: dict[bytes, list[Address]] = {}
        self._seen: dict[bytes, tuple[Address, bytes]] = {}
        self._rates: dict[bytes, TokenBucket] = {}

    def add_reported(self, member: bytes, addresses: Sequence[Address], now: float) -> None:
        """Add the addresses that a member reports for itself."""
        known = self._told.setdefault(member, [])
        rate = self._rates.setdefault(member, TokenBucket(rate=0.1, most=MOST_OF_ONE))
        known += [address for address in addresses if address not in known and rate.take(now)]
        del known[:-MOST_OF_ONE]

    def add_sighting(self, member: bytes, address: Address, witness: bytes) -> None:
        """Record the address at which another member (`witness`) is linked with a member."""
        self._seen[member] = address, witness

    def keep_only(self, members: Collection[bytes]) -> None:
        """Drop the addresses of all other members."""
        for some in (self._told, self._seen, self._rates):
            for who in some.keys() - set(members):
                del some[who]

    def addresses_of(self, members: Sequence[bytes]) -> list[tuple[Address, bytes]]:
        """Return the possible addresses of these members, each with the member that reported it."""
        told = [(address, who) for who in members for address in self._told.get(who, ())]
        return [*told, *(self._seen[who] for who in members if who in self._seen)]
