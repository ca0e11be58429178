"""The connected peers and their channels, at most the newest two for each peer.

Both sides may dial at the same time. Then both handshakes complete, and both channels receive. Each side sends on the
newer channel. If the smaller identity dialled the older one, each side sends on that once the other side uses it. Idle
channels are dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from net.channels.channel import Channel
from net.channels.handshake_limits import source
from net.crypto.noise import BadHandshake

CROSSING_SECONDS = 10.0
"""Maximum number of seconds between two channels that both sides may have dialled at the same time."""
LOST = 2.0
"""Seconds of traffic on the older channel after which the peer must have missed the newer one."""
BOTH = 2.0
"""Seconds within which a peer must have used both of its channels to receive everything on both."""
IDLE = 60.0
"""Seconds without datagrams after which a replaced channel is dropped."""
GONE = 120.0


class ConnectionChange(NamedTuple):
    """Change of a peer's connection: it is connected, or no longer connected."""

    identity: bytes
    up: bool


class ChannelTable:
    """The channels of this peer, by the other side's identity and by channel number."""

    def __init__(self, identity: bytes, most: int) -> None:
        self.of: dict[bytes, list[Channel]] = {}
        self.numbers: dict[bytes, Channel] = {}
        """All channels by number, including those that are not yet confirmed."""
        self.news: list[ConnectionChange] = []
        self._identity, self._most = identity, most

    def made(self, link: Channel) -> Channel:
        """Register a channel, so that it receives from now on."""
        if link.number in self.numbers:
            raise BadHandshake("two links of one number")
        self.numbers[link.number] = link
        return link

    def given_up(self, link: Channel) -> None:
        """Remove a channel that was never confirmed."""
        del self.numbers[link.number]

    def up(self, link: Channel, known: Collection[bytes], now: float) -> bool:
        """Confirm a channel; return False if there is no room for it.

        Identities in `known` do not give way to strangers.
        """
        if link.identity not in self.of and not self._room(known):
            del self.numbers[link.number]
            return False
        link.since = now
        links = self.of.setdefault(link.identity, [])
        links.append(link)
        if len(links) == 1:
            self.news.append(ConnectionChange(link.identity, True))
        while len(links) > 2:
            del self.numbers[links.pop(0).number]
        return True

    def current(self, identity: bytes) -> Channel | None:
        """Return the channel on which to send to a peer, or None if it is not connected."""
        links = self.of.get(identity)
        if not links:
            return None
        older, newest = links[0], links[-1]
        if newest.heard <= newest.since and older.heard >= newest.since + LOST:
            return older
        crossed = older.dialler == min(identity, self._identity) != newest.dialler
        if crossed and newest.since - older.since < CROSSING_SECONDS and older.heard > newest.since:
            return older
        return newest

    def in_use(self, identity: bytes, now: float) -> list[Channel]:
        """Return the channels on which to send to a peer.

        They are the current one, and a second one if the peer still sends on both.
        """
        current, links = self.current(identity), self.of.get(identity, [])
        if current is None:
            return []
        newest = links[-1]
        both = all(link.heard >= max(newest.since, now - BOTH) for link in links)
        return links if both and links[0].heard >= newest.since + LOST else [current]

    def tidy(self, kept: Collection[bytes], now: float) -> None:
        """Drop the channels on which nothing has arrived for too long, except for peers in `kept`."""
        for identity, links in list(self.of.items()):
            current = self.current(identity)
            for link in [one for one in links if one is not current and now - one.heard >= IDLE]:
                links.remove(link)
                del self.numbers[link.number]
            if identity not in kept and now - max(link.heard for link in links) >= GONE:
                self._drop(identity)

    def _room(self, known: Collection[bytes]) -> bool:
        """Return True if one more peer can be connected, and make room for it if necessary.

        A stranger gives way: of the host with the most strangers, the one that has been silent for longest.
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
        self.news.append(ConnectionChange(identity, False))
