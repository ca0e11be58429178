"""Handing out Tether from a room: packing the files, and serving them for a limited time.

It starts only when a player asks for it, and ends automatically.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lobby.hand_out.bundle import Handout
from lobby.hand_out.page import make_page
from lobby.hand_out.preparation import all_handouts
from lobby.hand_out.server import Page, Server, listening_socket
from lobby.hand_out.wheels import NothingToHandOut
from net.channels.addresses import Address, format_address
from net.text.errors import error_reason

LIFETIME = 15 * 60.0
"""Seconds after which handing out ends."""
PACKING = "Packing Tether for a guest. This takes some seconds."
STOPPED = "Tether is not handed out any more."


class OfferedFile(NamedTuple):
    """A file for guests, in the form in which the host's screen shows it."""

    title: str
    number: str
    hex_digits: str
    notes: tuple[str, ...] = ()


class HandOutStatus(NamedTuple):
    """Status of handing out, for the host's screen."""

    words: str
    """Status as a sentence."""
    urls: tuple[str, ...] = ()
    """Addresses of the download page; empty while it is not served."""
    files: tuple[OfferedFile, ...] = ()
    is_over: bool = False
    """True if handing out has ended, or could not start."""
    is_trouble: bool = False
    """True if handing out could not start; `words` contains the reason."""


HandoutMaker = Callable[[Callable[[], bool]], Sequence[Handout]]
"""Function that makes the files; it stops early once the function that it is given returns True."""


class HandOut:
    """Server of copies of Tether for guests; call all methods on the thread of the event loop."""

    def __init__(self, make: HandoutMaker = all_handouts, lifetime: float = LIFETIME) -> None:
        self._make, self._lifetime = make, lifetime
        self._files: tuple[Handout, ...] = ()
        self._task: asyncio.Task[None] | None = None
        self._server: Server | None = None
        self._port = 0
        self._stops_at = ""
        self._trouble = ""
        self._is_over = False
        self._has_room = True

    def start(self, host: str, port: int, has_room: bool = True) -> None:
        """Pack the files, then serve them at a host and TCP port; do nothing if handing out has already started."""
        if self._task is None or self._task.done():
            self._is_over, self._trouble, self._has_room = False, "", has_room
            self._task = asyncio.get_running_loop().create_task(self._run(host, port))

    def stop(self) -> None:
        """Stop at once, and cut running transfers."""
        self._is_over = True
        if self._server is not None:
            self._server.stop()
            self._server = None
        if self._task is not None:
            self._task.cancel()

    async def wait(self) -> None:
        """Wait until the server has stopped."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def _run(self, host: str, port: int) -> None:
        try:
            if not self._files:
                self._files = tuple(await asyncio.to_thread(self._make, lambda: self._is_over))
            await self._serve(host, port)
        except NothingToHandOut as why:
            self._trouble = str(why)
        except OSError as wrong:
            self._trouble = f"Tether cannot be handed out: {error_reason(wrong)}"
        self._is_over = True

    async def _serve(self, host: str, port: int) -> None:
        files = self._files
        table = {f"/{one.name}": Page("application/octet-stream", one.data, True) for one in files}
        sock = listening_socket(host, port)

        def home(here: str) -> bytes:
            return make_page(files, format_address((here, port)) if self._has_room else "")

        self._server = server = Server(table, home)
        try:
            await server.start(sock)
            self._port = sock.getsockname()[1]
            self._stops_at = time.strftime("%H:%M", time.localtime(time.time() + self._lifetime))
            await asyncio.sleep(self._lifetime)
        finally:
            server.stop()
            self._server = None

    def status(self, addresses: Iterable[Address]) -> HandOutStatus | None:
        """Return the status, given the addresses of this computer; None if handing out was never started."""
        if self._task is None:
            return None
        if self._is_over:
            return HandOutStatus(self._trouble or STOPPED, is_over=True, is_trouble=bool(self._trouble))
        if self._server is None or not self._port:
            return HandOutStatus(PACKING)
        hosts = dict.fromkeys(host for host, _ in addresses)
        count = self._server.traffic.completed
        fetched = f" Fetched {count} {'time' if count == 1 else 'times'}." if count else ""
        if self._server.traffic.is_used_up:
            fetched += " It was asked for too often, so nobody gets it any more: stop, and hand it out again."
        return HandOutStatus(
            f"Stops at {self._stops_at}{', or when the match begins' if self._has_room else ''}.{fetched}",
            tuple(f"http://{format_address((host, self._port))}/" for host in hosts if "%" not in host),
            tuple(OfferedFile(one.title, one.number, one.hex_digits, one.notes) for one in self._files),
        )
