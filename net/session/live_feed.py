"""Spectator's connection to a match on the network, which needs only a participant's address and the room id."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.engine.game import Game, State
from net.channels.addresses import resolve
from net.channels.channels import Channels
from net.crypto.invite import room_key
from net.crypto.primitives import Signer
from net.match.events import Report
from net.session.spectator import Spectator
from net.transport.adapter import ChannelTransport
from net.transport.udp import TICK, UdpEndpoint, bind

DESERTED_AFTER = 30.0
"""Seconds of silence from all seats after which the spectator stops watching."""


@dataclass(slots=True)
class WatchConfig:
    """Configuration of a spectator: the known games by name, the room, and the addresses of participants.

    At least one address is needed. `meeting` is the id under which the channels are made, if it is not the room's. The
    identity is discarded afterwards. `on_report` is called with every report and the public state after it, and
    `on_tick` is called repeatedly.
    """

    games: Mapping[str, Game]
    room: bytes
    hosts: Sequence[tuple[str, int]]
    code: str = field(default="", repr=False)
    port: int = 0
    host: str = "0.0.0.0"
    on_report: Callable[[Report, State | None], None] | None = None
    meeting: bytes | None = None
    on_tick: Callable[[SpectatorRunner], object] | None = None


class SpectatorRunner(UdpEndpoint):
    """Runner of a spectator on a socket."""

    def __init__(self, config: WatchConfig) -> None:
        hosts = [resolve(*host) for host in config.hosts]
        signer = Signer(os.urandom(32))
        self.spectator = Spectator(config.room, signer, config.games, hosts)
        meeting = config.meeting or config.room
        links = self._channels = Channels(
            signer, meeting, room_key(config.code, meeting), hosts, self.spectator.counters
        )
        super().__init__(bind(config.port, config.host), ChannelTransport(self.spectator, links))
        self._report, self._look = config.on_report, config.on_tick
        self._is_leaving = False

    def leave(self) -> None:
        """Make `watch` return soon."""
        self._is_leaving = True

    def flush(self) -> None:
        """Send what is ready, and pass the spectator's reports on."""
        super().flush()
        for report in self.spectator.take_reports():
            if self._report is not None:
                self._report(report, self.spectator.state)

    async def watch(self) -> Spectator:
        """Follow the match to its end, and return the spectator."""
        await self.receive_while(self._wait_for_end)
        return self.spectator

    def _is_deserted(self) -> bool:
        """Return True if no seat is playing the match any more."""
        seats = self.spectator.feeds.identities if self.spectator.table is not None else ()
        silences = [self._channels.silence(identity) for identity in seats]
        return bool(silences) and all(silence is None or silence >= DESERTED_AFTER for silence in silences)

    async def _wait_for_end(self, pump: asyncio.Task[None]) -> None:
        while not (self._is_leaving or self.spectator.stopped or self._is_deserted()):
            self._transport.tick(time.monotonic())
            self.flush()
            if self._look is not None:
                self._look(self)
            await asyncio.wait((pump,), timeout=TICK)
            if pump.done():
                pump.result()
                return
