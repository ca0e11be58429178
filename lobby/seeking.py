"""Seats of a match that look for each other are heard where rooms are (`net.seeking`)."""

from __future__ import annotations

from lobby.broadcast import Broadcaster
from net import seeking
from net.seeking import Ears, Seeker


def on_air(seeker: Seeker, host: str) -> Ears:
    """The seeker on the networks of an own address."""
    air = Broadcaster(host, lists=False)
    air.discovery = seeker  # type: ignore[assignment]  # it hears and says by the same calls
    return air


seeking.open_ears = on_air
