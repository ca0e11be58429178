"""A driver on a real UDP socket.

asyncio-dgram receives. Its queue is unbounded and its errors surface on a later call, so one pump owns the stream: it
awaits nothing but the next datagram and takes each to the driver at once. A turn of the event loop brings one datagram
and the pump empties the queue in each, so what waits, waits in the socket's own bounded buffer. A refusal (ICMP) of
one peer is counted and disturbs nobody.

Sending goes to the same socket directly: UDP may lose datagrams anyway, so a full send buffer drops and counts instead
of waiting, and CPython 3.13.0-3.13.5, whose datagram transports never leave a pause in writing, cannot stall it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import asyncio_dgram

from core.engine.game import IllegalDecision, Player
from net.channels.addresses import for_socket, plain
from net.channels.channels import Links
from net.match.events import Asked, Report
from net.seat.driver import Driver
from net.seat.player_thread import Thinker, Thought
from net.seat.protocol import NotAsked
from net.transport.adapter import Line, LinkedLine, PlainLine

TICK = 0.02
SOONEST = 0.001
"""What is due between two ticks is done after so many seconds at least."""
AT_ONCE = 64
"""So many datagrams more are taken before anything is answered."""
MOST_BYTES = 65536
T = TypeVar("T")
SOCKET_BUFFER = 1 << 20
WATCHED = 15.0
"""Seconds that a seat stays at most for those who watch and have not yet seen the end."""


class PortBusy(RuntimeError):
    """Another program has the port."""


class PlayerFault(ValueError):
    """The own player chose what the rules refuse."""


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine to its end on the selector event loop, which has datagram sockets on every system."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


def bind(port: int, host: str = "0.0.0.0") -> socket.socket:
    """A UDP socket on a port (0: any free one); raises `PortBusy`.

    The host "::" stands for all addresses of both kinds, where the system has IPv6, else for all IPv4 addresses.
    """
    try:
        return _bound(port, host)
    except PortBusy:
        raise
    except OSError:
        if host != "::":
            raise
        return _bound(port, "0.0.0.0")


def _bound(port: int, host: str) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM)
    sock.setblocking(False)
    try:
        for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            sock.setsockopt(socket.SOL_SOCKET, buffer, SOCKET_BUFFER)
        if host == "::":
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES, 10013, 10048):
            other = port + 1 if port < 65535 else 0
            words = f"UDP port {port} is taken on this computer; choose another one, in a terminal with --port {other}"
            raise PortBusy(words) from None
        raise
    return sock


class Carrier:
    """Carries the datagrams of a line over a socket, till `carry` is left."""

    def __init__(self, sock: socket.socket, line: Line) -> None:
        self.sent = self.received = self.sent_bytes = self.received_bytes = self.dropped = self.refused = 0
        self._line = line
        self._socket = sock

    @property
    def port(self) -> int:
        """The port that the socket is bound to."""
        return int(self._socket.getsockname()[1])

    async def carry(self, until: Callable[[asyncio.Task[None]], Coroutine[Any, Any, None]]) -> None:
        """Takes datagrams in while `until` runs, which gets the task that does it. The socket is closed after."""
        stream = await asyncio_dgram.from_socket(self._socket)
        pump = asyncio.create_task(self._pump(stream))
        try:
            await until(pump)
        finally:
            pump.cancel()
            stream.close()

    def heard(self) -> None:
        """A datagram has been taken in and answered."""

    def flush(self) -> None:
        """Sends what is ready."""
        for address, datagram in self._line.take_datagrams(time.monotonic()):
            self._send(datagram, address)

    async def _pump(self, stream: Any) -> None:
        """Takes every datagram to the line as soon as it is there."""
        while True:
            try:
                data, name = await stream.recv()
            except asyncio_dgram.TransportClosed:
                return
            except OSError:
                self.refused += 1
                continue
            self._take(data, name)
            self._drain()
            self.flush()
            self.heard()

    def _take(self, data: bytes, name: Any) -> None:
        self.received += 1
        self.received_bytes += len(data)
        self._line.receive(data, plain(name), time.monotonic())

    def _drain(self) -> None:
        """Takes what else is there: in a flood a turn of the loop costs far more than a datagram."""
        for _ in range(AT_ONCE):
            try:
                data, name = self._socket.recvfrom(MOST_BYTES)
            except BlockingIOError:
                return
            except OSError:
                self.refused += 1
                return
            self._take(data, name)

    def _send(self, datagram: bytes, address: object) -> None:
        try:
            self._socket.sendto(datagram, for_socket(address, self._socket.family))  # type: ignore[arg-type]
        except OSError:  # a full buffer, no way there, or a refusal that an earlier datagram met
            self.dropped += 1
            return
        self.sent += 1
        self.sent_bytes += len(datagram)


class UdpPeer(Carrier):
    """Lets a driver play over a socket until it has stopped and all peers hold everything.

    With `links` its datagrams travel inside them; without, they are plain, which is for tests. `before` may put
    something before its line. `report` is called with every report of the driver and the time (`time.perf_counter`) at
    which it was made. A `player` decides in a thread of its own whenever the driver asks; a quick one is better given
    to the driver.
    """

    def __init__(
        self,
        driver: Driver,
        sock: socket.socket,
        report: Callable[[Report, float], None] | None = None,
        links: Links | None = None,
        before: Callable[[Line], Line] | None = None,
        player: Player | None = None,
    ) -> None:
        line: Line = PlainLine(driver) if links is None else LinkedLine(driver, links)
        super().__init__(sock, before(line) if before is not None else line)
        self.driver = driver
        self.links = links
        self._player = player
        self._thinker: Thinker | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._fault: Exception | None = None
        self._report = report or (lambda report, at: None)
        self.on_look: Callable[[UdpPeer], object] = lambda peer: None
        """Called again and again while it plays."""
        self._left = False
        self.at_end: list[Callable[[], None]] = []
        """What is done once `run` has ended."""

    async def run(self, linger: float = 3.0, stay: float = 0.0) -> None:
        """Play until the driver has stopped; then stay up to `linger` seconds for peers that still lack entries.

        With `stay`, stay that many seconds after the result while any seat lacks it, also one that was left out.

        Raises `PlayerFault` when the player chooses what the rules refuse, and whatever the player raises.
        """

        async def until(pump: asyncio.Task[None]) -> None:
            self._loop = asyncio.get_running_loop()
            if self._player is not None:
                self._thinker = self._thinker_of(self._player, self._loop)
            await self._keep_time(linger, stay, pump)
            await self._say_goodbye()

        try:
            await self.carry(until)
        finally:
            self._loop = None
            self._set_alarm()
            for end in self.at_end:
                end()
            if self._thinker is not None:
                self._thinker.end()

    def leave(self) -> None:
        """Makes `run` return soon, whatever the match is at; the log can be taken up again."""
        self._left = True

    def wake(self) -> None:
        """Sends what a call of `driver.decide` or `driver.chat` from outside has laid out."""
        self.flush()

    def heard(self) -> None:
        """Makes use of the time until the next datagram comes."""
        self.driver.prepare()

    async def _keep_time(self, linger: float, stay: float, pump: asyncio.Task[None]) -> None:
        stopped_at = float("inf")
        while not self._left:
            now = time.monotonic()
            self._line.tick(now)
            self.flush()
            self.on_look(self)
            if self.driver.stopped:
                stopped_at = min(stopped_at, now)
                over = self.driver.finished is not None
                settled = over and (not self.driver.lacking_end if stay else self.driver.settled)
                if (settled or now - stopped_at >= (max(stay, linger) if over else linger)) and (
                    not self.driver.sync.watched or now - stopped_at >= WATCHED
                ):
                    return
            if self._fault is not None:
                raise self._fault
            await asyncio.wait((pump,), timeout=TICK)
            if pump.done():
                pump.result()
                return

    async def _say_goodbye(self) -> None:
        """Send the last heads a few times, so that no peer waits in vain; say goodbye if the match goes on."""
        for _ in range(3):
            self.driver.say_goodbye()
            self.driver.sync.resync()
            self._line.tick(time.monotonic())
            self.flush()
            await asyncio.sleep(2 * TICK)

    def flush(self) -> None:
        """Sends what is ready and tells what has happened."""
        reports = self.driver.take_reports()
        super().flush()
        if reports:
            at = time.perf_counter()
            for report in reports:
                self._report(report, at)
                if isinstance(report, Asked) and self._thinker is not None and self.driver.secrets is not None:
                    self._thinker.ask(self.driver.state, self.driver.secrets)
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Has what may be lost said again in time, where that is before the next tick."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._loop is not None and (wait := self.driver.due - time.monotonic()) < TICK:
            self._alarm = self._loop.call_later(max(wait, SOONEST), self._ring)

    def _ring(self) -> None:
        try:
            self.flush()
        except Exception as fault:  # told by whoever awaits `run`
            self._fault = fault

    # -- the player --

    def _thinker_of(self, player: Player, loop: asyncio.AbstractEventLoop) -> Thinker:
        def tell(thought: Thought) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(self._decided, thought)

        return Thinker(self.driver.at.game, self.driver.seat, player, tell)

    def _decided(self, thought: Thought) -> None:
        """Takes what the player decided, if it is still asked for."""
        driver = self.driver
        if driver.secrets is None or driver.asked is None or driver.state.t != thought.t:
            return
        if thought.error is not None:
            self._fault = thought.error
            return
        driver.secrets.adopt(thought.own)
        try:
            driver.decide(thought.decision)
        except IllegalDecision as illegal:
            self._fault = PlayerFault(f"seat {driver.seat}: its own player chose what the rules refuse: {illegal.why}")
        except NotAsked:
            return
        self.flush()
