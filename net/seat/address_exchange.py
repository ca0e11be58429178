"""Exchange of addresses: seats tell each other where the seats are to which they have a channel (PROTOCOL part 12)."""

from __future__ import annotations

from net.replication.messages import Want, Where
from net.replication.peer_state import Peer
from net.replication.sync import Sync

MAX_ADDRESSES = 64
"""Maximum number of addresses of seats that are kept until they are taken."""


class AddressExchange:
    """Addresses of seats that are sought and told; only peers with channels take part, whose key is their identity."""

    def __init__(self, sync: Sync) -> None:
        self._sync = sync
        self._sought: set[tuple[bytes, int]] = set()
        self._told: list[tuple[bytes, bytes]] = []

    def on_want(self, peer: Peer, want: Want) -> None:
        """Send the entries that a peer requests, and note which seat it has no channel to."""
        if self._sync.on_want(peer, want) and isinstance(peer.key, bytes):
            self._sought.add((peer.key, want.seat))

    def on_where(self, peer: Peer, where: Where) -> None:
        """Note the address that a seat names."""
        wanted = peer.seat and where.match == self._sync.feeds.match and len(self._told) < MAX_ADDRESSES
        if wanted and isinstance(peer.key, bytes):
            self._told.append((peer.key, where.address))

    def say(self, identity: bytes, seat: int, address: bytes) -> None:
        """Send a peer the address at which our seat has a channel to another seat."""
        peer = self._sync.peers.get(identity)
        if peer is not None:
            self._sync.say(peer, Where(self._sync.feeds.match, seat, address))

    def take_sought(self) -> list[tuple[bytes, int]]:
        """Return the channels that seats lack: the identity of the seat, and the number of the other one."""
        sought, self._sought = sorted(self._sought), set()
        return sought

    def take_told(self) -> list[tuple[bytes, bytes]]:
        """Return the addresses that seats have named, each with the identity of the seat that named it."""
        told, self._told = self._told, []
        return told
