"""Whom a member of a tournament dials: a few of those who take part, where they say that they are.

An address in a pulse may be anybody's. So only a few are tried at a time, and of each source fewer; one that does not
answer is given up after a minute and left in peace for long: naming others' addresses makes nobody flood them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable
from typing import NamedTuple

from lobby.tournament.guests import Guests
from lobby.tournament.pulses import Pulse
from net.addresses import Address
from net.links import Links

EVERYBODY = 12
"""So few members all link up with each other; of more, each with those 1, 2, 4, ... places on in the ring of all."""
WAITING = 16
"""So many addresses that have not answered yet are tried at a time."""
OF_ONE = 4
"""And so many of one source."""
LIVES = 60.0
"""Seconds after which an address that has not answered is given up."""
RESTS = 600.0
"""Seconds for which it is not tried again."""
MOST_RESTS = 256


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


class Dialling:
    """Hands addresses on to links, and takes them back."""

    def __init__(self) -> None:
        self.waiting: dict[Address, tuple[Hashable, float]] = {}
        """Who is charged for each that has not answered, and since when it is tried."""
        self._rests: dict[Address, float] = {}

    def tend(self, links: Links, wished: Iterable[Wish], now: float) -> None:
        """Dials what is wished for, as far as that may be; gives up what has not answered."""
        reached = {links.address_of(identity) for identity in links.identities}
        for address, (_, since) in list(self.waiting.items()):
            if address in reached:
                del self.waiting[address]
            elif now - since >= LIVES:
                self._give_up(links, address, now)
        crowd = Counter(source for source, _ in self.waiting.values())
        for source, address in wished:
            if address in self.waiting or address in reached or address in links.dials:
                continue
            if now < self._rests.get(address, now) or crowd[source] >= OF_ONE:
                continue
            if len(self.waiting) >= WAITING and not self._make_room(links, source, crowd, now):
                continue
            self.waiting[address] = source, now
            crowd[source] += 1
            links.dial(address)

    def _make_room(self, links: Links, source: Hashable, crowd: Counter[Hashable], now: float) -> bool:
        """The latest of the source that has most gives way to one that has fewer."""
        fullest, most = crowd.most_common(1)[0]
        if most <= crowd[source] + 1:
            return False
        self._give_up(links, [address for address, (who, _) in self.waiting.items() if who == fullest][-1], now)
        crowd[fullest] -= 1
        return len(self.waiting) < WAITING

    def _give_up(self, links: Links, address: Address, now: float) -> None:
        dial = links.dials.get(address)
        if dial is not None and dial.link is not None:
            return  # just answered
        del self.waiting[address]
        if dial is not None and not dial.identity:
            del links.dials[address]
        self._rests.pop(address, None)
        self._rests[address] = now + RESTS
        if len(self._rests) > MOST_RESTS:
            del self._rests[next(iter(self._rests))]
