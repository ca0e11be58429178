"""Who is linked, and by which links: of each peer the newest two at most.

Both sides may dial at once. Then both handshakes come to their end, and both links receive; each side sends on the
newer one, or on that of the smaller identity as soon as the other side is heard there. What is idle falls away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from net.channels.channel import Link
from net.channels.handshake_limits import source
from net.crypto.noise import BadHandshake

CROSSING = 10.0
"""Links that were made within so many seconds may be two halves of dialling each other."""
LOST = 2.0
"""Who talks over the older link for so long has never had the newer one."""
BOTH = 2.0
"""Seconds within which a peer must be heard over both of its links to be sent everything over both."""
IDLE = 60.0
"""A replaced link over which nothing comes for so long is forgotten."""
GONE = 120.0


class News(NamedTuple):
    """A peer is linked, or no more."""

    identity: bytes
    up: bool


class Linked:
    """The links of one peer, by the other side's identity and by their numbers."""

    def __init__(self, identity: bytes, most: int) -> None:
        self.of: dict[bytes, list[Link]] = {}
        self.numbers: dict[bytes, Link] = {}
        """Those too that do not count yet."""
        self.news: list[News] = []
        self._identity, self._most = identity, most

    def made(self, link: Link) -> Link:
        """From now on the link receives."""
        if link.number in self.numbers:
            raise BadHandshake("two links of one number")
        self.numbers[link.number] = link
        return link

    def given_up(self, link: Link) -> None:
        """It has never counted, and never will."""
        del self.numbers[link.number]

    def up(self, link: Link, known: Collection[bytes], now: float) -> bool:
        """From now on it counts; False if there is no room for it: those `known` do not give way to strangers."""
        if link.identity not in self.of and not self._room(known):
            del self.numbers[link.number]
            return False
        link.since = now
        links = self.of.setdefault(link.identity, [])
        links.append(link)
        if len(links) == 1:
            self.news.append(News(link.identity, True))
        while len(links) > 2:
            del self.numbers[links.pop(0).number]
        return True

    def current(self, identity: bytes) -> Link | None:
        """The link to send on."""
        links = self.of.get(identity)
        if not links:
            return None
        older, newest = links[0], links[-1]
        if newest.heard <= newest.since and older.heard >= newest.since + LOST:
            return older
        crossed = older.dialler == min(identity, self._identity) != newest.dialler
        if crossed and newest.since - older.since < CROSSING and older.heard > newest.since:
            return older
        return newest

    def in_use(self, identity: bytes, now: float) -> list[Link]:
        """Return the links to send on: the current one, and a second one if the peer still talks over both."""
        current, links = self.current(identity), self.of.get(identity, [])
        if current is None:
            return []
        newest = links[-1]
        both = all(link.heard >= max(newest.since, now - BOTH) for link in links)
        return links if both and links[0].heard >= newest.since + LOST else [current]

    def tidy(self, kept: Collection[bytes], now: float) -> None:
        """Forgets links over which nothing comes any more."""
        for identity, links in list(self.of.items()):
            current = self.current(identity)
            for link in [one for one in links if one is not current and now - one.heard >= IDLE]:
                links.remove(link)
                del self.numbers[link.number]
            if identity not in kept and now - max(link.heard for link in links) >= GONE:
                self._drop(identity)

    def _room(self, known: Collection[bytes]) -> bool:
        """Whether one more may be linked: a stranger gives way, of the host with most of them the one of whom least was
        heard lately.
        """
        if len(self.of) < self._most:
            return True
        hosts = {other: source(links[-1].address) for other, links in self.of.items() if other not in known}
        if not hosts:
            return False
        crowd = Counter(hosts.values())
        self._drop(min(hosts, key=lambda other: (-crowd[hosts[other]], max(one.heard for one in self.of[other]))))
        return True

    def _drop(self, identity: bytes) -> None:
        for link in self.of.pop(identity):
            del self.numbers[link.number]
        self.news.append(News(identity, False))
