"""Rooms and tournaments that are heard of, in a thread of their own; the window takes the newest lists."""

from __future__ import annotations

import contextlib
import threading
import time

from lobby.discovery.broadcast import ALL, Broadcaster
from lobby.discovery.discovery import Heard, HeardTournament

POLL = 0.05
END_WITHIN = 2.0
"""Seconds for which the window waits for the thread to end."""


class Listening:
    """Hears rooms from `start` on until `close`."""

    def __init__(self, host: str = ALL) -> None:
        self.deaf = False
        """Whether another program keeps the port of discovery for itself."""
        self._host = host
        self._rooms: list[Heard] = []
        self._tournaments: list[HeardTournament] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="tether-rooms", daemon=True)

    def start(self) -> None:
        """Begins to listen, and calls all rooms."""
        self._thread.start()

    def rooms(self) -> list[Heard]:
        """The rooms that are there now."""
        return self._rooms

    def tournaments(self) -> list[HeardTournament]:
        """The tournaments that are there now."""
        return self._tournaments

    def close(self) -> None:
        """Hears nothing more."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(END_WITHIN)

    def _listen(self) -> None:
        with contextlib.closing(Broadcaster(self._host)) as air:
            self.deaf = air.deaf or air.hindered
            while not self._ended.wait(POLL):
                now = time.monotonic()
                air.poll(now)
                self._rooms = air.discovery.rooms(now)
                self._tournaments = air.discovery.tournaments(now)
