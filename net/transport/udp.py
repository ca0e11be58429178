"""Driver on a real UDP socket.

asyncio-dgram receives. Its queue is unbounded, and its errors show on a later call, so only one pump uses the stream.
The pump awaits nothing but the next datagram, and passes each datagram to the driver at once. A turn of the event loop
brings one datagram, and the pump empties the queue in each turn. So datagrams that have not been read stay in the
socket's own bounded buffer. A refusal (ICMP) by one peer is counted and disturbs no other.

The program sends on the same socket directly. UDP may lose datagrams anyway. So if the send buffer is full, a datagram
is dropped and counted, and the program does not wait. The datagram transports of CPython 3.13.0-3.13.5, which never
leave a pause in writing, cannot stall it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeVar

import asyncio_dgram

from core.engine.game import IllegalDecision, Player
from net.channels.addresses import from_socket_address, to_socket_address
from net.channels.channels import Channels
from net.match.events import DecisionRequest, Report
from net.seat.driver import Driver
from net.seat.player_thread import PlayerThread, ThreadDecision
from net.seat.protocol import NotAsked
from net.transport.adapter import DriverChannelTransport, PlainTransport, Transport

TICK = 0.02
MIN_ALARM = 0.001
"""Minimum number of seconds to the next action between two ticks."""
MAX_DRAINED = 64
"""Maximum number of further datagrams that are read before any of them is answered."""
MOST_BYTES = 65536
T = TypeVar("T")
SOCKET_BUFFER = 1 << 20
SPECTATOR_LINGER = 15.0
"""Maximum number of seconds that a seat stays for spectators who have not yet seen the end."""


class PortBusy(RuntimeError):
    """Error for a port that another program uses."""


class PlayerFault(ValueError):
    """Error for an illegal decision of our own player."""


def run(main: Coroutine[object, None, T]) -> T:
    """Run a coroutine on the selector event loop, and return its result.

    Only this event loop supports datagram sockets on every system.
    """
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


def bind(port: int, host: str = "0.0.0.0") -> socket.socket:
    """Return a UDP socket bound to a port; raise `PortBusy` if another program uses the port.

    Port 0 means any free port. The host "::" means all addresses of both kinds if the system has IPv6, and otherwise
    all IPv4 addresses.
    """
    try:
        return _bind_socket(port, host)
    except PortBusy:
        raise
    except OSError:
        if host != "::":
            raise
        return _bind_socket(port, "0.0.0.0")


def _bind_socket(port: int, host: str) -> socket.socket:
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
            words = f"UDP port {port} is already in use on this computer; choose another one, "
            words += f"in a terminal with --port {other}"
            raise PortBusy(words) from None
        if error.errno in (errno.EADDRNOTAVAIL, 10049):
            raise OSError(error.errno, f"{host} is not an address of this computer") from None
        raise
    return sock


class UdpEndpoint:
    """UDP socket that carries the datagrams of a transport while `receive_while` runs."""

    def __init__(self, sock: socket.socket, transport: Transport) -> None:
        self.sent = self.received = self.sent_bytes = self.received_bytes = self.dropped = self.refused = 0
        self._transport = transport
        self._socket = sock

    @property
    def port(self) -> int:
        """Port of the socket."""
        return int(self._socket.getsockname()[1])

    async def receive_while(self, until: Callable[[asyncio.Task[None]], Awaitable[None]]) -> None:
        """Receive datagrams until the coroutine `until` returns, then close the socket.

        `until` is called with the task that receives the datagrams.
        """
        stream = await asyncio_dgram.from_socket(self._socket)
        pump = asyncio.create_task(self._pump(stream))
        try:
            await until(pump)
        finally:
            pump.cancel()
            stream.close()

    def after_datagram(self) -> None:
        """Do work that may wait until a datagram has been processed and answered."""

    def flush(self) -> None:
        """Let the transport process what it has received, and send its datagrams."""
        self._transport.process(time.monotonic())
        for address, datagram in self._transport.take_datagrams():
            self._send(datagram, address)

    async def _pump(self, stream: asyncio_dgram.DatagramStream) -> None:
        """Pass every datagram to the transport as soon as it arrives."""
        while True:
            try:
                data, name = await stream.recv()
            except asyncio_dgram.TransportClosed:
                return
            except OSError:
                self.refused += 1
                continue
            assert isinstance(name, tuple)  # as every address of the Internet protocols
            self._receive(data, name)
            self._read_queued_datagrams()
            self.flush()
            self.after_datagram()

    def _receive(self, data: bytes, name: tuple[object, ...]) -> None:
        self.received += 1
        self.received_bytes += len(data)
        self._transport.receive(data, from_socket_address(name), time.monotonic())

    def _read_queued_datagrams(self) -> None:
        """Read all queued datagrams; in a flood, one turn of the event loop per datagram is too slow."""
        for _ in range(MAX_DRAINED):
            try:
                data, name = self._socket.recvfrom(MOST_BYTES)
            except BlockingIOError:
                return
            except OSError:
                self.refused += 1
                return
            self._receive(data, name)

    def _send(self, datagram: bytes, address: object) -> None:
        try:
            self._socket.sendto(datagram, to_socket_address(address, self._socket.family))  # type: ignore[arg-type]
        except OSError:  # a full buffer, no route, or a refusal of an earlier datagram
            self.dropped += 1
            return
        self.sent += 1
        self.sent_bytes += len(datagram)


class UdpPeer(UdpEndpoint):
    """Runner of a driver on a socket, until the driver has stopped and all peers have all entries.

    With `links`, the datagrams travel through these channels; without them they are unencrypted, which is for tests.
    `wrap_transport` may wrap the transport in another one. `report` is called with each report of the driver and the
    time (`time.perf_counter`) at which it was made. A `player` decides in its own thread whenever the driver asks; a
    quick player is better passed to the driver.
    """

    def __init__(
        self,
        driver: Driver,
        sock: socket.socket,
        report: Callable[[Report, float], None] | None = None,
        links: Channels | None = None,
        wrap_transport: Callable[[Transport], Transport] | None = None,
        player: Player | None = None,
    ) -> None:
        line: Transport = PlainTransport(driver) if links is None else DriverChannelTransport(driver, links)
        super().__init__(sock, wrap_transport(line) if wrap_transport is not None else line)
        self.driver = driver
        self.links = links
        self._player = player
        self._player_thread: PlayerThread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._fault: Exception | None = None
        self._report = report or (lambda report, at: None)
        self.on_tick: Callable[[UdpPeer], object] = lambda peer: None
        """Callback that receives this peer again and again while it plays."""
        self.stays_open = False
        """True to stay after the result, up to the time `stay`, so that the players can still exchange gestures."""
        self._is_leaving = False
        self.at_end: list[Callable[[], None]] = []
        """Callbacks run once `run` has ended."""

    async def run(self, linger: float = 3.0, stay: float = 0.0) -> None:
        """Play until the driver has stopped; then stay for peers that still lack entries.

        The seat stays for up to `linger` seconds. With `stay`, it stays for up to that many seconds after the result
        while any seat lacks the result, including a seat that was left out.

        Raises `PlayerFault` if the player makes an illegal choice, and any exception that the player raises.
        """

        async def until(pump: asyncio.Task[None]) -> None:
            self._loop = asyncio.get_running_loop()
            if self._player is not None:
                self._player_thread = self._start_player_thread(self._player, self._loop)
            await self._run_ticks(linger, stay, pump)
            await self._say_goodbye()

        try:
            await self.receive_while(until)
        finally:
            self._loop = None
            self._set_alarm()
            for end in self.at_end:
                end()
            if self._player_thread is not None:
                self._player_thread.stop()

    def leave(self) -> None:
        """Make `run` return soon, at any point of the match; the match can later be resumed from its log."""
        self._is_leaving = True

    def wake(self) -> None:
        """Send the datagrams that a call of `driver.decide` or `driver.chat` has queued."""
        self.flush()

    def after_datagram(self) -> None:
        """Prepare the next step, while the program waits for the next datagram."""
        self.driver.prepare()

    async def _run_ticks(self, linger: float, stay: float, pump: asyncio.Task[None]) -> None:
        stopped_at = float("inf")
        while not self._is_leaving:
            now = time.monotonic()
            self._transport.tick(now)
            self.flush()
            self.on_tick(self)
            if self.driver.stopped:
                stopped_at = min(stopped_at, now)
                over = self.driver.finished is not None
                settled = over and (not self.driver.attendance.seats_without_end if stay else self.driver.settled)
                if (
                    (settled and not self.stays_open) or now - stopped_at >= (max(stay, linger) if over else linger)
                ) and (not self.driver.sync.has_spectators or now - stopped_at >= SPECTATOR_LINGER):
                    return
            if self._fault is not None:
                raise self._fault
            await asyncio.wait((pump,), timeout=TICK)
            if pump.done():
                pump.result()
                return

    async def _say_goodbye(self) -> None:
        """Announce our heads a few last times, so that no peer waits for them in vain.

        If the match continues without our program, announce that too.
        """
        for _ in range(3):
            self.driver.say_goodbye()
            self.driver.sync.announce_soon()
            self._transport.tick(time.monotonic())
            self.flush()
            await asyncio.sleep(2 * TICK)

    def flush(self) -> None:
        """Send what is ready, and pass the driver's reports on."""
        super().flush()
        reports = self.driver.take_reports()
        if reports:
            at = time.perf_counter()
            for report in reports:
                self._report(report, at)
                state, secrets = self.driver.state, self.driver.secrets
                if (
                    isinstance(report, DecisionRequest)
                    and self._player_thread is not None
                    and state is not None
                    and secrets is not None
                ):
                    self._player_thread.ask(state, secrets)
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Schedule the next retransmission, if it is due before the next tick."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._loop is not None and (wait := self.driver.due - time.monotonic()) < TICK:
            self._alarm = self._loop.call_later(max(wait, MIN_ALARM), self._on_alarm)

    def _on_alarm(self) -> None:
        try:
            self.flush()
        except Exception as fault:  # reported by the caller that awaits `run`
            self._fault = fault

    # -- player --

    def _start_player_thread(self, player: Player, loop: asyncio.AbstractEventLoop) -> PlayerThread:
        def tell(thought: ThreadDecision) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended in between
                loop.call_soon_threadsafe(self._submit_decision, thought)

        return PlayerThread(self.driver.at.game, self.driver.seat, player, tell)

    def _submit_decision(self, thought: ThreadDecision) -> None:
        """Submit the player's decision, if the driver still waits for it."""
        driver = self.driver
        if driver.state is None or driver.secrets is None or driver.question is None or driver.state.t != thought.t:
            return
        if thought.error is not None:
            self._fault = thought.error
            return
        driver.secrets.merge(thought.own)
        try:
            driver.decide(thought.decision)
        except IllegalDecision as illegal:
            self._fault = PlayerFault(f"seat {driver.seat}: its own player made an illegal choice: {illegal.reason}")
        except NotAsked:
            return
        self.flush()
