"""Seats of a match that look for each other are heard where rooms are (`net.session.peer_search`)."""

from __future__ import annotations

from lobby.discovery.broadcast import Broadcaster
from net.session.peer_search import Ears, Seeker


def on_air(seeker: Seeker, host: str) -> Ears:
    """The seeker on the networks of an own address."""
    air = Broadcaster(host, lists=False)
    air.discovery = seeker  # type: ignore[assignment]  # it hears and says by the same calls
    return air
