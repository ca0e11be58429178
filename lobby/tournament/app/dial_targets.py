"""Whom a member of a tournament dials: a few of those who take part, where they say that they are.

An address in a pulse may be anybody's: links try only few of them at a time, and of each source fewer
(`net.channels.address_book`).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import NamedTuple

from lobby.tournament.model.guests import Guests
from lobby.tournament.protocol.presence import Pulse
from net.channels.addresses import Address

EVERYBODY = 12
"""So few members all link up with each other; of more, each with those 1, 2, 4, ... places on in the ring of all."""


class Wish(NamedTuple):
    """An address that is to be tried, and who is charged for it."""

    source: Hashable
    address: Address


def wishes(own: bytes, pulses: dict[bytes, Pulse], linked: Collection[bytes], guests: Guests) -> list[Wish]:
    """Where those are with whom one should be linked and is not: neighbours in the ring of all, and the opener as long
    as one has not been let in.
    """
    ring = sorted(pulses.keys() | {own})
    at, step, wanted = ring.index(own), 1, list[bytes]()
    if own not in guests and guests.opener in pulses:
        wanted.append(guests.opener)
    while step < len(ring):
        wanted.append(ring[(at + step) % len(ring)])
        step = step + 1 if len(ring) <= EVERYBODY else step * 2
    lacking = [identity for identity in wanted if identity not in linked and identity in pulses]
    return [Wish(guests.source(identity), address) for identity in lacking for address in pulses[identity].addresses]
