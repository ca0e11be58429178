"""Match behind a window: the driver in a separate thread, and each bot in a separate process.

The window sends intents (`decide`, `take_back`, `chat`, `close`). The session sends messages through `inbox`, which the
window drains at the start of a frame. A frame never waits for the protocol, and the protocol never waits for a frame.
Nothing is shared: every message carries its own copy of the state and of our seat's secrets.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets as system_secrets
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from client.session.source import (
    AwaitedSeat,
    FaultFile,
    LinkStatus,
    MatchEvent,
    MatchResumed,
    Refusal,
    SessionEnded,
    SourceMessage,
    TableStatus,
)
from client.table.replay.library import RecordLibrary
from core.bots.names import free_names
from core.engine.game import Decision, Game, IllegalDecision
from core.engine.hidden.secrets import Secrets
from core.engine.options import Value
from lobby.discovery.broadcast import ALL, NetworkSockets
from lobby.room.bots import RoomBots
from net.channels.addresses import Address
from net.cli.matches.processes import HOST, Processes, ProcessPlan, free_ports
from net.cli.matches.waiting import SETTLES, missing_end_text
from net.match.events import (
    DecisionRequest,
    EndOfMatch,
    FoundDesync,
    FoundEvidence,
    MatchStarted,
    PlayerNotice,
    Report,
    StepResolved,
)
from net.proofs import report_files
from net.replication.entry_log import FileEntryLog
from net.seat.driver import Driver
from net.seat.protocol import NotAsked
from net.session import saved_match
from net.session.kept_matches import BOTS, bot_directories, check_free, remove
from net.session.peer_config import PeerConfig, seat_directory
from net.session.rewind import rewind
from net.session.runner import make_seat_peer, match_record, open_seat, room_id_from_word
from net.text.errors import error_reason_with_file
from net.transport.udp import PortBusy, UdpPeer, bind

CLOSE_TIMEOUT_SECONDS = 5.0
WATCH_INTERVAL_SECONDS = 0.5
SILENT_AFTER_SECONDS = 3
WILDCARD_ADDRESSES = ("", ALL, "0.0.0.0")
STAY_SECONDS = 300.0
T = TypeVar("T")


class MatchSession(ABC):
    """Session of one seat of a match, played from a window; `opened` makes its peer, in the thread.

    A finished match stays in its thread while another seat has not received the end, even after the player has left it.
    It stays until the next session starts, the program ends, or `stay` seconds have passed.
    """

    stay = STAY_SECONDS
    """Seconds for which a finished match stays available to other seats."""

    def __init__(self, bots: Processes | RoomBots | None = None, seed_text: str | None = None) -> None:
        self.inbox: queue.SimpleQueue[SourceMessage] = queue.SimpleQueue()
        self._bots = bots
        self._seed_text = seed_text
        self._loop: asyncio.AbstractEventLoop | None = None
        self._peer: UdpPeer | None = None
        self._left = False
        self._closed = False
        self._over_at: float | None = None
        self._lacking: tuple[int, ...] = ()
        """Seats that have not received the end of the finished match."""
        self._told_lacking: tuple[int, ...] = ()
        self.library: RecordLibrary | None = None
        """Library that receives the record when the match is over."""
        self.kept: Path | None = None
        """Path of the saved record, known before `EndOfMatch` is received."""
        self.timer = 0
        """Seconds that a choice may take before the window reports that the table waits; 0 for no limit."""
        self.home: Path | None = None
        """Directory of the match's own data, or None if the match is not stored."""
        self._now: TableStatus | None = None
        self._heard: dict[int, float] = {}
        """Time at which this peer last received something from each other seat."""
        self._shown = 0
        """Number of the next step that the window has not shown yet."""
        self._new = False
        """True if nothing was played before this session.

        A seat that plays alone takes its first step before it reports.
        """
        self._thread = threading.Thread(target=self._main, name="tether-net", daemon=True)

    def start(self) -> None:
        """Join the match."""
        end_finished()
        self._thread.start()

    def decide(self, decision: Decision, own: Secrets) -> None:
        """Submit the player's decision, made with `own`, the copy of the secrets that came with the question."""
        self._schedule_intent(lambda driver: self._decide(driver, decision, own))

    def take_back(self) -> None:
        """Withdraw a decision that this seat has not committed yet."""
        self._schedule_intent(
            lambda driver: None if driver.withdraw_decision() else self._refuse("Too late to take it back.")
        )

    def chat(self, text: str, to: int = 0) -> None:
        """Send a chat line to the table, or privately to one other seat."""
        self._schedule_intent(lambda driver: driver.chat(text, to))

    def gesture(self, what: int, place: str = "") -> None:
        """Show the other seats a gesture (`net.match.gestures`); `place` names a place that it points at."""
        self._schedule_intent(lambda driver: driver.gesture(what, place))

    def propose(self, seats: tuple[int, ...]) -> None:
        """Publish the motion to continue as these seats; if there are none, withdraw the motion."""
        self._schedule_intent(lambda driver: driver.propose(seats or None))

    def adjourn(self) -> None:
        """Publish the wish to adjourn the match."""
        self._schedule_intent(lambda driver: driver.adjourn())

    def vote_to_end(self, what: int) -> None:
        """Publish our vote on the end of the match.

        `AGREES` agrees to end the match here, 0 withdraws that, and `CONCEDES` concedes for good.
        """
        self._schedule_intent(lambda driver: driver.declare_end(what))

    def close(self) -> None:
        """Leave the match, and end the bots that this session started.

        The log stays, and the match can be resumed. If the match is finished and all players have the record, only the
        record stays.
        """
        self._closed = True
        self._call(self._stay_no_longer)
        if self._bots is not None and self._lacking:
            self._bots.end()
        if self._lacking and self._thread.is_alive():
            _staying.add(self)
        else:
            self._end()

    def _end(self) -> None:
        self._call(self._leave)
        if self._thread.is_alive():
            self._thread.join(CLOSE_TIMEOUT_SECONDS)
        if self._bots is not None:
            self._bots.end()
        self._delete_finished_directory()

    def _delete_finished_directory(self) -> None:
        """Delete the directory of a finished match that nobody needs any more."""
        driver = self._peer.driver if self._peer is not None else None
        over = driver is not None and driver.finished is not None
        if over and self.home is not None and self.kept is not None and not self._lacking:
            with contextlib.suppress(OSError):
                remove(self.home)

    def drain(self) -> list[SourceMessage]:
        """Return all waiting messages."""
        return drain_queue(self.inbox)

    # Worker thread ----------------------------------------------------------------------------------------------------

    @abstractmethod
    async def _open(self, cleanup: contextlib.ExitStack) -> UdpPeer | None:
        """Return the peer that plays, or None if there is no match; `cleanup` closes the peer's resources."""

    def _call(self, action: Callable[[], object]) -> None:
        """Run an action in the session's thread, if the thread is running."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended in between
                self._loop.call_soon_threadsafe(action)

    def _schedule_intent(self, intent: Callable[[Driver], object]) -> None:
        self._call(lambda: self._run_intent(intent))

    def _run_intent(self, intent: Callable[[Driver], object]) -> None:
        if self._peer is None:
            return
        try:
            intent(self._peer.driver)
        except (NotAsked, IllegalDecision, ValueError) as refusal:
            self._refuse(str(refusal))
        self._peer.wake()

    def _stay_no_longer(self) -> None:
        if self._peer is not None:
            self._peer.stays_open = False

    def _leave(self) -> None:
        self._left = True
        if self._peer is not None:
            self._peer.leave()

    def _decide(self, driver: Driver, decision: Decision, own: Secrets) -> None:
        if driver.secrets is not None:
            driver.secrets.merge(own)
        driver.decide(decision)

    def _refuse(self, words: str) -> None:
        self.inbox.put(Refusal(words))

    def _main(self) -> None:
        error = ""
        try:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._play())
        except Exception as failure:  # any error is shown to the player, and the window survives
            error = error_reason_with_file(failure) or type(failure).__name__
        driver = self._peer.driver if self._peer is not None else None
        record = match_record(driver, self._seed_text) if driver is not None and driver.protocol else None
        self.inbox.put(SessionEnded(record, error))
        if self._closed:
            self._delete_finished_directory()

    async def _play(self) -> None:
        self._loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as cleanup:
            peer = await self._open(cleanup)
            if peer is None:
                return
            self._peer = peer
            peer.stays_open = bool(peer.driver.setup.persons - {peer.driver.seat})
            if self._left:
                peer.leave()
            watch = asyncio.create_task(self._watch(peer))
            try:
                await peer.run(stay=self.stay)
                self._lacking = lacking_end(peer.driver)
            finally:
                watch.cancel()

    async def _watch(self, peer: UdpPeer) -> None:
        """Report the status of the table when it changes."""
        while True:
            self._report_status(peer)
            await asyncio.sleep(WATCH_INTERVAL_SECONDS)

    def _report_status(self, peer: UdpPeer) -> None:
        now = self._table_status(peer)
        if now != self._now:
            self._now = now
            self.inbox.put(now)
        self._report_missing_end(peer.driver)

    def _report_missing_end(self, driver: Driver) -> None:
        """Report to the player once which seats have not received the end of the match."""
        if driver.finished is None or driver.protocol is None:
            return
        now = time.monotonic()
        self._over_at = now if self._over_at is None else self._over_at
        self._lacking = lacking_end(driver)
        if now - self._over_at >= SETTLES and self.stay and self._lacking != self._told_lacking:
            self._told_lacking = self._lacking
            words = missing_end_text(driver.protocol.table.genesis.names, self._lacking)
            minutes = round(self.stay / 60)
            words += f" It is sent while Tether is open, for up to {minutes} minutes." if self._lacking else ""
            self._queue_report(PlayerNotice(words), 0.0)

    def _queue_report(self, report: Report, at: float) -> None:
        peer = self._peer
        if peer is None:
            return
        driver = peer.driver
        state = driver.state.clone() if driver.state is not None else None
        if isinstance(report, MatchStarted) and state is not None:
            if self._new and driver.protocol is not None:
                table = driver.protocol.table
                state = table.game.new_state(table.genesis.game_setup(table.game))
            self._shown = state.t
        if isinstance(report, DecisionRequest) and state is not None and report.t < state.t:
            return
        if isinstance(report, StepResolved) and state is not None:
            if report.t + 1 < state.t:
                return  # the driver has resolved later steps and no longer has this state
            follows, self._shown = report.t == self._shown, state.t
            if not follows:
                self._send_table(driver, report)
                return
        if isinstance(report, (FoundEvidence, FoundDesync)) and self.home is not None:
            file = self.home / report_files.file_name_of(driver.feeds.match, report)
            if file.exists():
                self.inbox.put(FaultFile(file))
        if isinstance(report, EndOfMatch):
            self._save_record(driver)
            self._report_status(peer)
        own = (
            driver.secrets.copy()
            if driver.secrets is not None and isinstance(report, (DecisionRequest, StepResolved))
            else None
        )
        digest = report.digest if isinstance(report, StepResolved) else b""
        self.inbox.put(MatchEvent(report, state, own, tuple(driver.attendance.owed()), digest))

    def _send_table(self, driver: Driver, last: StepResolved) -> None:
        """Send the current table.

        It replaces steps that were played before this session, or several steps that came at once.
        """
        if driver.state is not None and driver.secrets is not None:
            words = driver.at.game.progress(driver.state)
            self.inbox.put(MatchResumed(driver.state.clone(), driver.secrets.copy(), words, last.t, last.digest))

    def _save_record(self, driver: Driver) -> None:
        """Store the record in the library; a disk error does no further harm."""
        if self.library is None or self.kept is not None or driver.protocol is None:
            return
        try:
            self.kept = self.library.save_record(
                match_record(driver, self._seed_text), driver.at.game.title, driver.protocol.table.genesis.names
            )
        except OSError as error:
            self._refuse(f"The record of this match could not be saved: {error_reason_with_file(error)}.")

    def _table_status(self, peer: UdpPeer) -> TableStatus:
        """Return the current status of the table."""
        driver = peer.driver
        seats = driver.attendance
        waited = seats.waited
        return TableStatus(
            tuple(self._link_status(peer, seat) for seat in driver.feeds.seats if seat != driver.seat),
            tuple(AwaitedSeat(owed.seat, owed.kind, int(waited.get(owed.seat, 0.0))) for owed in seats.owed()),
            tuple(seats.away),
            tuple(sorted(seats.motions.items())),
            tuple(seats.possible_seat_sets()),
            tuple(seats.left_out),
            seats.agreeing,
            seats.conceded,
            tuple(sorted(seats.gone)),
            tuple(sorted(driver.setup.persons - {driver.seat})),
            seats.at_fault,
        )

    def _link_status(self, peer: UdpPeer, seat: int) -> LinkStatus:
        """Return the link status of a seat; a silence of less than three seconds counts as zero."""
        now = time.monotonic()
        silence = peer.links.silence(peer.driver.feeds.identities[seat - 1]) if peer.links is not None else 0.0
        heard = self._heard.setdefault(seat, now)
        if silence is not None:
            heard = self._heard[seat] = max(heard, now - silence)
        quiet = int(now - heard)
        return LinkStatus(seat, silence is not None, quiet if quiet >= SILENT_AFTER_SECONDS else 0)


def lacking_end(driver: Driver) -> tuple[int, ...]:
    """Return the seats that have not received the end of a match between people."""
    return driver.attendance.seats_without_end if driver.setup.persons - {driver.seat} else ()


_staying: set[MatchSession] = set()
"""Sessions that the player has left, and that stay for other seats."""


def end_finished() -> None:
    """End the finished matches that stay for other seats, because a new match needs their port and key."""
    while _staying:
        _staying.pop()._end()


def drain_queue(inbox: queue.SimpleQueue[T]) -> list[T]:
    """Return all waiting messages."""
    told = []
    with contextlib.suppress(queue.Empty):
        while True:
            told.append(inbox.get_nowait())
    return told


class TableSession(MatchSession):
    """Session of a seat at a table whose addresses are known."""

    def __init__(self, config: PeerConfig, bots: Processes | RoomBots | None = None) -> None:
        super().__init__(bots, config.seed_text)
        self.config = config

    @property
    def has_only_bots(self) -> bool:
        """True if all other seats are bots of this computer."""
        return tuple(self.config.persons) == (self.config.seat,)

    @property
    def can_undo(self) -> bool:
        """True if a locked choice of this match can be undone.

        On a network, a spectator could send the undone entries back, and two signed decisions for one step are proof
        of cheating.
        """
        return self.has_only_bots and self.home is not None and self.config.host == HOST

    def rewind_to(self, t: int) -> TableSession:
        """Leave the match, and return a session of the same match before the choice of step `t`."""
        home = self.home
        if home is None:
            raise OSError("the match is not saved")
        self.close()
        rewind(home, t)
        session = resumed_session(home)
        session.library = self.library
        session.start()
        return session

    def _socket(self) -> socket.socket:
        """Return the socket on which the match is played."""
        return bind(self.config.port, self.config.host)

    async def _open(self, cleanup: contextlib.ExitStack) -> UdpPeer | None:
        sock = self._socket()
        cleanup.callback(sock.close)
        at, entry_log = open_seat(self.config)
        if isinstance(entry_log, FileEntryLog):
            cleanup.callback(entry_log.close)
        self._new = next(iter(entry_log.chunks()), None) is None
        self.home, self.timer = seat_directory(self.config, at.room), self.config.timer
        return make_seat_peer(self.config, at, entry_log, sock, self._queue_report)


def solo_session(
    game: Game,
    bots: Sequence[str],
    options: Mapping[str, Value],
    name: str,
    factions: Sequence[str] = (),
    seed_text: str | None = None,
    directory: Path | None = None,
    seat: int = 1,
    colours: Sequence[int] = (),
) -> TableSession:
    """Return a session of the player against bots on this computer, each in a separate process.

    `colours` are the colours of the seats, or none if each seat has the colour of its number.

    Raise `OSError` if a match that continues another one cannot be stored, because the bots identify it by its
    directory.
    """
    seats = len(bots) + 1
    ports = free_ports(seats)
    room = system_secrets.token_hex(16)
    keep = None if directory is None else directory / BOTS
    config = PeerConfig(
        game,
        seats,
        seat,
        options,
        player=None,
        port=ports[seat - 1],
        peers=[(HOST, port) for port in ports if port != ports[seat - 1]],
        seed_text=seed_text,
        room=None if seed_text is not None else room_id_from_word(room),
        name=name,
        host=HOST,
        persons=(seat,),
        directory=directory,
        colours=colours,
        open_listener=NetworkSockets,
    )

    def by_seat(own: str, others: Sequence[str]) -> list[str]:
        return [*others[: seat - 1], own, *others[seat - 1 :]]

    wanted = by_seat("", [*factions, *[""] * seats][: seats - 1])
    names = by_seat(name, free_names([name], len(bots)))
    origin = None if config.room is None else saved_match.write_origin(seat_directory(config, config.room), game)
    plan = ProcessPlan(game.name, seats, options, seed_text, by_seat("-", bots), wanted, None, keep, names, origin)
    others = [other for other in range(1, seats + 1) if other != seat]
    return TableSession(config, Processes(plan, only=others, ports=ports, room=room))


def resumed_session(home: Path, elsewhere: Iterable[Address] = ()) -> TableSession:
    """Return a session that resumes the match in this directory, with its bots already started.

    The session looks for the other players at their last addresses and at `elsewhere`. Raise `BadSavedMatch`,
    `EntryLogInUse` or `OSError` on failure.
    """
    elsewhere = tuple(elsewhere)
    match = saved_match.read(home)
    end_finished()
    check_free(home)
    others = bot_directories(home)
    there = [saved_match.read(bot) for bot in others]
    port, *ports = [_free_port(seat.port, seat.host) for seat in (match, *there)]
    inside = HOST if match.host in WILDCARD_ADDRESSES else match.host
    here = [(inside, at) for at in (port, *ports)]
    peers = list(dict.fromkeys([*match.peers, *elsewhere, *here[1:]]))
    config = replace(match.make_config(home), port=port, peers=peers, open_listener=NetworkSockets)
    bots = RoomBots()
    for bot, at in zip(others, ports):
        bots.resume(bot, at, [*(address for address in here if address[1] != at), *elsewhere])
    return TableSession(config, bots)


def _free_port(port: int, host: str) -> int:
    """Return this port if it is free, or another free port."""
    try:
        bind(port, host).close()
    except PortBusy:
        return free_ports(1)[0]
    return port
