"""Peer search for the seats of a match (`net.session.peer_search`), on the sockets of discovery.

These sockets broadcast.
"""

from __future__ import annotations

from lobby.discovery.broadcast import Broadcaster
from net.session.peer_search import Listener, Seeker


def on_air(seeker: Seeker, host: str) -> Listener:
    """Return a listener that connects the seeker to the networks of a local address."""
    air = Broadcaster(host, lists=False)
    air.discovery = seeker  # type: ignore[assignment]  # it hears and says by the same calls
    return air
