"""Addresses that a member of a tournament dials: those of a few other members, as they announce them.

An address in a pulse may be anybody's: links try only few of them at a time, and of each source fewer
(`net.channels.address_book`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import NamedTuple

from lobby.tournament.model.guests import Guests
from lobby.tournament.protocol.presence import Pulse
from net.channels.addresses import Address

FULL_MESH = 12
"""Members up to which all link with each other.

With more, each links with those 1, 2, 4, ... places on in the ring of all.
"""


class DialTarget(NamedTuple):
    """Address to try, and the source that is charged for it."""

    source: Hashable
    address: Address


def wanted_addresses(
    own: bytes, pulses: dict[bytes, Pulse], linked: Collection[bytes], guests: Guests
) -> list[DialTarget]:
    """Return the addresses of wanted members that are not linked yet.

    Wanted are neighbours in the ring of all, and the opener while this member has not been admitted.
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
        DialTarget(guests.source(identity), address) for identity in lacking for address in pulses[identity].addresses
    ]
