"""Exchange of addresses: a seat tells others where the seats are with which it is connected (PROTOCOL part 12)."""

from __future__ import annotations

from net.replication.messages import Want, Where
from net.replication.peer_state import Peer
from net.replication.sync import Sync

MAX_ADDRESSES = 64
"""Maximum number of named addresses that wait to be processed."""


class AddressExchange:
    """Requests for the addresses of seats, and addresses that seats have named.

    Only peers with channels take part; such a peer's key is its identity.
    """

    def __init__(self, sync: Sync) -> None:
        self._sync = sync
        self._missing_channels: set[tuple[bytes, int]] = set()
        self._named_addresses: list[tuple[bytes, bytes]] = []

    def on_want(self, peer: Peer, want: Want) -> None:
        """Send a peer the entries that it requests, and note the seat to which it has no channel."""
        if self._sync.on_want(peer, want) and isinstance(peer.key, bytes):
            self._missing_channels.add((peer.key, want.seat))

    def on_where(self, peer: Peer, where: Where) -> None:
        """Store the address that a seat has named."""
        wanted = peer.seat and where.match == self._sync.feeds.match and len(self._named_addresses) < MAX_ADDRESSES
        if wanted and isinstance(peer.key, bytes):
            self._named_addresses.append((peer.key, where.address))

    def send_address(self, identity: bytes, seat: int, address: bytes) -> None:
        """Send a peer the address at which we are connected with another seat."""
        peer = self._sync.peers.get(identity)
        if peer is not None:
            self._sync.queue(peer, Where(self._sync.feeds.match, seat, address))

    def take_missing_channels(self) -> list[tuple[bytes, int]]:
        """Return and clear the missing channels: the identity of the seat that lacks one, and the other seat."""
        sought, self._missing_channels = sorted(self._missing_channels), set()
        return sought

    def take_named_addresses(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the addresses that seats have named, each with the identity of its sender."""
        told, self._named_addresses = self._named_addresses, []
        return told
