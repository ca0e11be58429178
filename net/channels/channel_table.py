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
from net.channels.handshake_limits import source_of_address
from net.crypto.noise import BadHandshake

CROSSING_SECONDS = 10.0
"""Maximum seconds between two channels that count as dialled at the same time by both sides."""
LOST = 2.0
"""Seconds of traffic on the older channel that show that the peer does not have the newer one."""
BOTH = 2.0
"""Seconds within which a peer must have used both of its channels to be sent everything on both."""
IDLE = 60.0
"""Seconds without datagrams after which a replaced channel is dropped."""
GONE = 120.0


class ConnectionChange(NamedTuple):
    """Change of a peer's connection: the peer is now connected, or no longer connected."""

    identity: bytes
    is_connected: bool


class ChannelTable:
    """The channels of this peer, by the other side's identity and by channel number."""

    def __init__(self, identity: bytes, most: int) -> None:
        self.by_identity: dict[bytes, list[Channel]] = {}
        self.by_number: dict[bytes, Channel] = {}
        """All channels by number, including those that are not yet confirmed."""
        self.changes: list[ConnectionChange] = []
        self._identity, self._most = identity, most

    def register(self, link: Channel) -> Channel:
        """Add an unconfirmed channel, so that its datagrams are recognised, and return it."""
        if link.number in self.by_number:
            raise BadHandshake("two links of one number")
        self.by_number[link.number] = link
        return link

    def discard(self, link: Channel) -> None:
        """Remove a channel that was never confirmed."""
        del self.by_number[link.number]

    def confirm(self, link: Channel, known: Collection[bytes], now: float) -> bool:
        """Add a confirmed channel to its peer; return False if there is no room for one more peer.

        Peers in `known` are not dropped to make room for strangers.
        """
        if link.identity not in self.by_identity and not self._make_room(known):
            del self.by_number[link.number]
            return False
        link.since = now
        links = self.by_identity.setdefault(link.identity, [])
        links.append(link)
        if len(links) == 1:
            self.changes.append(ConnectionChange(link.identity, True))
        while len(links) > 2:
            del self.by_number[links.pop(0).number]
        return True

    def current_channel(self, identity: bytes) -> Channel | None:
        """Return the channel on which to send to a peer, or None if the peer is not connected."""
        links = self.by_identity.get(identity)
        if not links:
            return None
        older, newest = links[0], links[-1]
        if newest.received_at <= newest.since and older.received_at >= newest.since + LOST:
            return older
        crossed = older.dialler == min(identity, self._identity) != newest.dialler
        if crossed and newest.since - older.since < CROSSING_SECONDS and older.received_at > newest.since:
            return older
        return newest

    def sending_channels(self, identity: bytes, now: float) -> list[Channel]:
        """Return the channels on which to send to a peer.

        These are the current channel and, if the peer still sends on both of its channels, the other one.
        """
        current, links = self.current_channel(identity), self.by_identity.get(identity, [])
        if current is None:
            return []
        newest = links[-1]
        both = all(link.received_at >= max(newest.since, now - BOTH) for link in links)
        return links if both and links[0].received_at >= newest.since + LOST else [current]

    def drop_idle(self, kept: Collection[bytes], now: float) -> None:
        """Drop the channels on which nothing has arrived for too long, except those of peers in `kept`."""
        for identity, links in list(self.by_identity.items()):
            current = self.current_channel(identity)
            for link in [one for one in links if one is not current and now - one.received_at >= IDLE]:
                links.remove(link)
                del self.by_number[link.number]
            if identity not in kept and now - max(link.received_at for link in links) >= GONE:
                self._drop(identity)

    def _make_room(self, known: Collection[bytes]) -> bool:
        """Return True if one more peer can be connected, after dropping a stranger if necessary.

        The dropped stranger is the one that has been silent for longest, at the host with the most strangers.
        """
        if len(self.by_identity) < self._most:
            return True
        strangers = {other: links for other, links in self.by_identity.items() if other not in known}
        hosts = {other: source_of_address(links[-1].address) for other, links in strangers.items()}
        if not hosts:
            return False
        crowd = Counter(hosts.values())
        self._drop(
            min(
                hosts, key=lambda other: (-crowd[hosts[other]], max(one.received_at for one in self.by_identity[other]))
            )
        )
        return True

    def _drop(self, identity: bytes) -> None:
        for link in self.by_identity.pop(identity):
            del self.by_number[link.number]
        self.changes.append(ConnectionChange(identity, False))
