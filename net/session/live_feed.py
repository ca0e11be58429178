"""Watching a match over the network, from nothing but an address of somebody in it and the room."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from net.channels.addresses import resolve
from net.channels.channels import Links
from net.crypto.invite import room_key
from net.crypto.primitives import Signer
from net.match.events import Report
from net.session.spectator import Spectator
from net.transport.adapter import LinksLine
from net.transport.udp import TICK, Carrier, bind

DESERTED = 30.0
"""Seconds of silence of all seats after which nothing more is waited for."""


@dataclass(slots=True)
class WatchConfig:
    """What a spectator needs: the games that it knows by name, the room, one address or more of those who play there.
    `meeting` is the id under which the links are made, where that is not the room's.

    Its identity is thrown away. `report` is called with every report and the public state after it, `look` again and
    again.
    """

    games: Mapping[str, Any]
    room: bytes
    hosts: Sequence[tuple[str, int]]
    code: str = field(default="", repr=False)
    port: int = 0
    host: str = "0.0.0.0"
    report: Callable[[Report, Any], None] | None = None
    meeting: bytes | None = None
    look: Callable[[Watching], object] | None = None


class Watching(Carrier):
    """A spectator on a socket."""

    def __init__(self, config: WatchConfig) -> None:
        hosts = [resolve(*host) for host in config.hosts]
        signer = Signer(os.urandom(32))
        self.spectator = Spectator(config.room, signer, config.games, hosts)
        meeting = config.meeting or config.room
        links = self._links = Links(signer, meeting, room_key(config.code, meeting), hosts, self.spectator.counters)
        super().__init__(bind(config.port, config.host), LinksLine(self.spectator, links))
        self._report, self._look = config.report, config.look
        self._left = False

    def leave(self) -> None:
        """Makes `watch` return soon."""
        self._left = True

    def flush(self) -> None:
        """Sends what is ready and tells what has happened."""
        super().flush()
        for report in self.spectator.take_reports():
            if self._report is not None:
                self._report(report, self.spectator.state)

    async def watch(self) -> Spectator:
        """Follows the match to its end."""
        await self.carry(self._until)
        return self.spectator

    def _deserted(self) -> bool:
        """Whether nobody plays there any more."""
        seats = self.spectator.feeds.identities if self.spectator.table is not None else ()
        silences = [self._links.silence(identity) for identity in seats]
        return bool(silences) and all(silence is None or silence >= DESERTED for silence in silences)

    async def _until(self, pump: asyncio.Task[None]) -> None:
        while not (self._left or self.spectator.stopped or self._deserted()):
            self._line.tick(time.monotonic())
            self.flush()
            if self._look is not None:
                self._look(self)
            await asyncio.wait((pump,), timeout=TICK)
            if pump.done():
                pump.result()
                return
