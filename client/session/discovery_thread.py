"""Discovery of rooms and tournaments in a separate thread; the window reads the newest lists."""

from __future__ import annotations

import contextlib
import threading
import time

from lobby.discovery.broadcast import ALL, Broadcaster
from lobby.discovery.discovery import DiscoveredRoom, DiscoveredTournament

POLL_SECONDS = 0.05
END_TIMEOUT_SECONDS = 2.0
"""Seconds: maximum time for which the window waits for the thread to end."""


class DiscoveryThread:
    """Thread that finds rooms and tournaments on the network, from `start` to `close`."""

    def __init__(self, host: str = ALL) -> None:
        self.deaf = False
        """True if another program has the discovery port for itself, so this one may receive nothing."""
        self._host = host
        self._rooms: list[DiscoveredRoom] = []
        self._tournaments: list[DiscoveredTournament] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="tether-rooms", daemon=True)

    def start(self) -> None:
        """Begin to listen, and send a probe for all rooms."""
        self._thread.start()

    def rooms(self) -> list[DiscoveredRoom]:
        """Return the rooms that are on the network now."""
        return self._rooms

    def tournaments(self) -> list[DiscoveredTournament]:
        """Return the tournaments that are on the network now."""
        return self._tournaments

    def close(self) -> None:
        """Stop the discovery."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_SECONDS)

    def _listen(self) -> None:
        with contextlib.closing(Broadcaster(self._host)) as air:
            self.deaf = air.is_port_taken or air.is_port_partly_taken
            while not self._ended.wait(POLL_SECONDS):
                now = time.monotonic()
                air.poll(now)
                self._rooms = air.discovery.rooms(now)
                self._tournaments = air.discovery.tournaments(now)
