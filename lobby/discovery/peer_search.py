"""Peer search of a match's seats on the broadcast sockets of discovery (`net.session.peer_search`)."""

from __future__ import annotations

from lobby.discovery.broadcast import Broadcaster
from net.session.peer_search import Listener, Seeker


def on_air(seeker: Seeker, host: str) -> Listener:
    """Return the seeker attached to the networks of a local address."""
    air = Broadcaster(host, lists=False)
    air.discovery = seeker  # type: ignore[assignment]  # it hears and says by the same calls
    return air
