"""A match behind a window: the driver in a thread of its own, the bots in processes of their own.

Intents go one way (`decide`, `take_back`, `chat`, `close`), messages come the other through `inbox`, which the window
drains at the start of a frame. A frame never waits for the protocol, the protocol never waits for a frame, and nothing
is shared: every message carries its own copy of the state and of what the own seat knows.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets as system_secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from core.kernel.game import Decision, IllegalDecision
from core.kernel.options import Value
from core.kernel.secrets import Secrets
from net.cli.processes import HOST, Plan, Processes, free_ports
from net.driver import Driver
from net.match import PeerConfig, match_record, named_room, open_seat, seat_peer
from net.peer import UdpPeer, bind
from net.play import NotAsked
from net.record import MatchRecord
from net.reports import Asked, Owed, Report, Stepped

CLOSE_WITHIN = 5.0


class Message(NamedTuple):
    """What happened, with the table as it is just after: `state` and `own` belong to the receiver alone."""

    report: Report
    state: Any
    own: Secrets | None
    owed: tuple[Owed, ...]
    digest: bytes


class Refused(NamedTuple):
    """An intent that came too late or that the rules refuse."""

    words: str


class Ended(NamedTuple):
    """The thread has left the match. `record` is None if it never began; `error` is "" or the reason."""

    record: MatchRecord | None
    error: str


Told = Message | Refused | Ended


class Session:
    """One seat of a match, played from a window."""

    def __init__(self, config: PeerConfig, bots: Processes | None = None) -> None:
        self.config = config
        self.inbox: queue.SimpleQueue[Told] = queue.SimpleQueue()
        self._bots = bots
        self._loop: asyncio.AbstractEventLoop | None = None
        self._peer: UdpPeer | None = None
        self._driver: Driver | None = None
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._main, name="tether-net", daemon=True)

    def start(self) -> None:
        """Sits down to the match."""
        self._thread.start()

    def decide(self, decision: Decision, own: Secrets) -> None:
        """The player's decision, made with the copy `own` of the secrets that came with the question."""
        self._intend(lambda driver: self._decide(driver, decision, own))

    def take_back(self) -> None:
        """Withdraws a decision that is not yet committed."""
        self._intend(lambda driver: None if driver.take_back() else self._refuse("It is too late to take it back."))

    def chat(self, text: str) -> None:
        """Says something to the table."""
        self._intend(lambda driver: driver.chat(text))

    def close(self) -> None:
        """Leaves; the log stays and the match can be taken up again. Ends the bots that this session started."""
        self._intend(lambda driver: self._peer.leave() if self._peer else None)
        if self._thread.is_alive():
            self._thread.join(CLOSE_WITHIN)
        if self._bots is not None:
            self._bots.end()

    def drain(self) -> list[Told]:
        """All messages that are there."""
        told = []
        with contextlib.suppress(queue.Empty):
            while True:
                told.append(self.inbox.get_nowait())
        return told

    # in the thread ---------------------------------------------------------------------------------------------------

    def _intend(self, intent: Callable[[Driver], object]) -> None:
        if self._loop is None or self._driver is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            self._loop.call_soon_threadsafe(self._act, intent)

    def _act(self, intent: Callable[[Driver], object]) -> None:
        assert self._driver is not None and self._peer is not None
        try:
            intent(self._driver)
        except (NotAsked, IllegalDecision, ValueError) as refusal:
            self._refuse(str(refusal))
        self._peer.wake()

    def _decide(self, driver: Driver, decision: Decision, own: Secrets) -> None:
        if driver.secrets is not None:
            driver.secrets.adopt(own)
        driver.decide(decision)

    def _refuse(self, words: str) -> None:
        self.inbox.put(Refused(words))

    def _main(self) -> None:
        error = ""
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._play())
        except Exception as failure:  # whatever it was, the player is told and the window lives on
            error = str(failure) or type(failure).__name__
        driver = self._driver
        record = match_record(driver, self.config.seed_text) if driver is not None and driver.play else None
        self.inbox.put(Ended(record, error))

    async def _play(self) -> None:
        config = self.config
        sock = bind(config.port, config.host)
        with contextlib.ExitStack() as cleanup:
            cleanup.callback(sock.close)
            at, store = open_seat(config)
            close = getattr(store, "close", None)
            if close is not None:
                cleanup.callback(close)
            self._peer = seat_peer(config, at, store, sock, self._tell)
            self._driver = self._peer.driver
            self._loop = asyncio.get_running_loop()
            self._running.set()
            await self._peer.run(config.linger)

    def _tell(self, report: Report, at: float) -> None:
        driver = self._driver
        assert driver is not None
        state = driver.state.clone() if driver.state is not None else None
        own = driver.secrets.copy() if driver.secrets is not None and isinstance(report, (Asked, Stepped)) else None
        digest = report.digest if isinstance(report, Stepped) else b""
        self.inbox.put(Message(report, state, own, tuple(driver.owed()), digest))


def solo(
    game: Any,
    bots: Sequence[str],
    options: Mapping[str, Value],
    name: str,
    factions: Sequence[str] = (),
    seed_text: str | None = None,
    directory: Path | None = None,
) -> Session:
    """A match of the player (seat 1) against bots on this computer, each in a process of its own."""
    seats = len(bots) + 1
    ports = free_ports(seats)
    room = system_secrets.token_hex(16)
    plan = Plan(game.name, seats, options, seed_text, ["-", *bots], ["", *factions, *[""] * seats][:seats], Path())
    processes = Processes(plan, only=range(2, seats + 1), ports=ports, room=room)
    config = PeerConfig(
        game,
        seats,
        1,
        options,
        player=None,
        port=ports[0],
        peers=[(HOST, port) for port in ports[1:]],
        seed_text=seed_text,
        room=None if seed_text is not None else named_room(room),
        name=name,
        host=HOST,
        persons=(1,),
        directory=directory,
    )
    return Session(config, processes)
