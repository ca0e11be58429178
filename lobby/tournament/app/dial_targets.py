"""Addresses that a member of a tournament dials: those of its neighbours among the members.

An address in a pulse may belong to anybody. Therefore links try only a few of them at a time, and even fewer from each
source (`net.channels.address_book`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import NamedTuple

from lobby.tournament.model.guests import Guests
from lobby.tournament.protocol.presence import Pulse
from net.channels.addresses import Address

FULL_MESH = 12
"""Maximum number of members at which each is linked with all others.

If there are more, each member is linked with those that are 1, 2, 4, ... places further in the ring of all members.
"""


class DialTarget(NamedTuple):
    """An address to dial, and the source that is charged for it."""

    source: Hashable
    address: Address


def wanted_addresses(
    own: bytes, pulses: dict[bytes, Pulse], linked: Collection[bytes], guests: Guests
) -> list[DialTarget]:
    """Return the addresses of members with which this one should be linked and is not linked yet.

    These are its neighbours in the ring of all members and, until this member has been admitted, the opener.
    """
    ring = sorted(pulses.keys() | {own})
    at, step, wanted = ring.index(own), 1, list[bytes]()
    if own not in guests and guests.opener in pulses:
        wanted.append(guests.opener)
    while step < len(ring):
        wanted.append(ring[(at + step) % len(ring)])
        step = step + 1 if len(ring) <= FULL_MESH else step * 2
    lacking = [identity for identity in wanted if identity not in linked and identity in pulses]
    return [
        DialTarget(guests.source_of(identity), address)
        for identity in lacking
        for address in pulses[identity].addresses
    ]
