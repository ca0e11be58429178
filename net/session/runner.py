"""Whole matches, with all seats in one process or with one seat over the network.

played = play_local(game, 4, {}, "a seed text", [bot] * 4)
outcome = await run_peer(PeerConfig(game, seats=4, seat=1, ...))

With a seed text, every identity, seed and room id follows from it, independent of time and place. `play_local` and
separate processes then give the same digests. Everyone who knows the text knows the secrets of such a test match.
Without a seed text, the operating system provides them.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from core.engine.codec import H
from core.engine.game import Game, Player, Standing, State
from core.engine.options import Value
from net.channels.addresses import resolve
from net.channels.channels import Channels
from net.crypto.invite import room_key
from net.crypto.match_keys import SeatSeeds, room_id_from_text, seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match.events import EndOfMatch, MatchStarted, Report, StepResolved
from net.proofs import report_files as findings
from net.records.fork import origin_of
from net.records.record import MatchRecord
from net.replication.entry_log import EntryLog, EntryLogInUse, FileEntryLog, MemoryEntryLog, lock_identity
from net.replication.peer_state import PeerKey
from net.seat.driver import Driver
from net.seat.handshake import SeatConfig
from net.session import saved_match
from net.session.peer_config import PeerConfig, PeerOutcome, seat_directory
from net.session.reconnect import ReconnectingTransport
from net.session.spectator import Spectator
from net.system.durable_files import write_private
from net.system.safe_files import read_limited
from net.transport.adapter import Transport
from net.transport.udp import UdpPeer, bind

ROOM = 32
SILENT = 5.0
"""Seconds of silence after which the player is told that a seat is gone."""
QUIET = 60.0
"""Seconds without any event, by the drivers' clock, after which a match in one process is abandoned."""


def seat_name(seat: int) -> str:
    """Return the default name of a seat."""
    return f"Seat {seat}"


def match_record(holder: Driver | Spectator, seed_text: str | None = None) -> MatchRecord:
    """Return the record of a match, made from the entries that a seat or a spectator has."""
    game = holder.at.game if isinstance(holder, Driver) else None  # a spectator cannot know a continued match
    if isinstance(holder, Driver) and holder.protocol is None:  # the match has not begun
        return MatchRecord(seed_text, (), (), ())
    return saved_match.feeds_record(seed_text, holder.cards, holder.feeds, origin_of(game))


# One process ----------------------------------------------------------------------------------------------------------


class LocalFailure(RuntimeError):
    """Error for a match in one process that did not reach its end; the message is the reason."""


@dataclass(slots=True)
class LocalOutcome:
    """Outcome of a finished match in one process."""

    record: MatchRecord
    match: bytes
    digest: bytes
    steps: int
    standing: tuple[Standing, ...]
    state: State
    seconds: float


def play_local(
    game: Game,
    seats: int,
    options: Mapping[str, Value],
    seed_text: str | None,
    players: Sequence[Player],
    on_step: Callable[[StepResolved, State], None] | None = None,
    names: Sequence[str] = (),
) -> LocalOutcome:
    """Play all seats in one process, and sign everything that separate processes would sign.

    `on_step` is called with every step and the state after it. Raises `LocalFailure` if the match does not reach its
    end, for instance because a player makes an illegal decision.
    """
    if len(players) != seats:
        raise ValueError(f"{len(players)} players for {seats} seats")
    room = _room_id(seed_text)
    values = game.options.complete_values(options)
    table: dict[int, Driver] = {}
    for seat in range(1, seats + 1):
        name = names[seat - 1] if names else seat_name(seat)
        at = SeatConfig(game, values, room, seats, seat, name, _make_seeds(seed_text, seat))
        others = [other for other in range(1, seats + 1) if other != seat]
        table[seat] = Driver(at, MemoryEntryLog(), others, players[seat - 1])
    started = time.perf_counter()
    _exchange_datagrams(table, on_step)
    ended = time.perf_counter() - started
    first = table[1]
    stops = [driver.verdict for driver in table.values() if driver.verdict is not None]
    if stops or first.finished is None or first.state is None:
        raise LocalFailure(str(stops[0]) if stops else "the match waits for a decision that no player gives")
    record = match_record(first, seed_text)
    end = first.finished
    return LocalOutcome(record, first.feeds.match, end.digest, end.t, end.standing, first.state, ended)


def _exchange_datagrams(table: Mapping[int, Driver], on_step: Callable[[StepResolved, State], None] | None) -> None:
    """Pass datagrams between the drivers in a fixed order, until nothing has happened for a minute.

    The minute is counted by the drivers' clock.
    """
    mail: deque[tuple[PeerKey, PeerKey, bytes]] = deque()
    now = until = 0.0

    def collect(seat: PeerKey, driver: Driver) -> None:
        nonlocal until
        driver.process(now)
        for report in driver.take_reports():
            until = now + QUIET
            state = driver.state
            if on_step is not None and seat == 1 and isinstance(report, StepResolved) and state is not None:
                on_step(report, state)
        mail.extend((seat, to, datagram) for to, datagram in driver.take_datagrams())

    while now <= until and not all(driver.stopped for driver in table.values()):
        for seat, driver in table.items():
            driver.tick(now)
            collect(seat, driver)
        while mail:
            source, target, datagram = mail.popleft()
            driver = table[target]  # type: ignore[index]
            driver.receive(datagram, source)
            collect(target, driver)
        now += 0.25


def room_id_from_word(word: str) -> bytes:
    """Return the room id derived from a word, which is the same for every seat that is given the word."""
    return H("tether.room", [word])


def _room_id(seed_text: str | None) -> bytes:
    return os.urandom(ROOM) if seed_text is None else room_id_from_text(seed_text)


def _make_seeds(seed_text: str | None, seat: int) -> SeatSeeds:
    if seed_text is None:
        return SeatSeeds(os.urandom(32), os.urandom(32), os.urandom(32))
    return seat_seeds_from_text(seed_text, seat)


# One seat over the network --------------------------------------------------------------------------------------------


async def run_peer(
    config: PeerConfig,
    sock: socket.socket | None = None,
    links: Channels | None = None,
    wrap_transport: Callable[[Transport], Transport] | None = None,
) -> PeerOutcome:
    """Play one seat to the end and return the outcome.

    If a room has already opened a socket and channels, they are passed as `sock` and `links`.

    Raises `PortBusy`, `EntryLogInUse`, `OptionError` and `BadCode` for a configuration that cannot be used, `BadCard`
    if the match on disk is another one, `PlayerFault` for an illegal decision of the player, and `OSError` for an
    unknown host.
    """
    sock = sock or bind(config.port, config.host)
    times: list[float] = []

    def report(said: Report, now: float) -> None:
        if isinstance(said, (MatchStarted, StepResolved)):
            times.append(now)
        if config.on_report is not None:
            config.on_report(said, peer.driver.state)

    with contextlib.ExitStack() as cleanup:
        cleanup.callback(sock.close)
        at, entry_log = open_seat(config)
        if isinstance(entry_log, FileEntryLog):
            cleanup.callback(entry_log.close)
        peer = make_seat_peer(config, at, entry_log, sock, report, links, wrap_transport)
        told = False

        def look(peer: UdpPeer) -> None:
            nonlocal told
            if config.on_tick is not None:
                config.on_tick(peer)
            if config.on_outcome is not None and peer.driver.finished is not None and not told:
                told = True
                config.on_outcome(_outcome(config, peer.driver, peer, times))

        peer.on_tick = look
        await peer.run(config.linger, config.stay)
        return _outcome(config, peer.driver, peer, times)


def make_seat_peer(
    config: PeerConfig,
    at: SeatConfig,
    entry_log: EntryLog,
    sock: socket.socket,
    report: Callable[[Report, float], None] | None = None,
    links: Channels | None = None,
    wrap_transport: Callable[[Transport], Transport] | None = None,
) -> UdpPeer:
    """Return the peer that runs a seat's driver on a socket; raise `OSError` for an unknown host.

    `links` are channels that the seats of a room already have. `wrap_transport` wraps the peer's transport in another
    one. A player that is not `quick` decides in its own thread.
    """
    home = seat_directory(config, at.room)
    addresses = [resolve(*peer) for peer in config.peers] if links is None else []
    quick = getattr(config.player, "quick", False)
    inside, beside = (config.player, None) if quick else (None, config.player)
    if not config.linked:
        driver = Driver(at, entry_log, addresses, inside, config.persons, policy=config.policy)
        return UdpPeer(driver, sock, _with_storage(config, driver, report), player=beside)
    driver = Driver(at, entry_log, (), inside, config.persons, linked=True, policy=config.policy)
    if links is None:
        meeting = config.meeting or at.room
        key = room_key(config.code, meeting)
        last = saved_match.read_seat_addresses(home).values() if home is not None else ()
        links = Channels(Signer(at.seeds.identity), meeting, key, [*addresses, *last], driver.counters)
    own, endings = (config.host, int(sock.getsockname()[1])), []

    def with_reconnecting(line: Transport) -> Transport:
        finding = ReconnectingTransport(line, driver, links, own, home, addresses, config.open_listener)
        endings.append(finding.close)
        return wrap_transport(finding) if wrap_transport is not None else finding

    peer = UdpPeer(driver, sock, _with_storage(config, driver, report), links, with_reconnecting, beside)
    peer.at_end += endings
    return peer


def _with_storage(
    config: PeerConfig, driver: Driver, report: Callable[[Report, float], None] | None
) -> Callable[[Report, float], None]:
    """Return a version of `report` that first saves evidence, desync reports and progress.

    It also tells the player the file name of saved evidence or of a saved report.
    """
    home = seat_directory(config, driver.at.room)
    names: tuple[str, ...] = ()

    def store_and_report(said: Report, now: float) -> None:
        nonlocal names
        words = findings.write_finding(home or config.findings, driver.feeds.match, said)
        if words:
            driver.report_notice(words)
        names = said.names if isinstance(said, MatchStarted) else names
        if (home is not None and driver.state is not None) and (
            isinstance(said, EndOfMatch) or (isinstance(said, StepResolved) and not is_past(said, driver))
        ):
            where = config.game.progress(driver.state)
            saved_match.write_progress(home, saved_match.Progress(names, said.t, where, isinstance(said, EndOfMatch)))
        if report is not None:
            report(said, now)

    return store_and_report


def is_past(step: StepResolved, driver: Driver) -> bool:
    """Return True if a step is reported only because the match is resumed.

    The state after such a step is no longer available.
    """
    return driver.state is not None and step.t + 1 < driver.state.t


def _outcome(config: PeerConfig, driver: Driver, peer: UdpPeer, times: list[float]) -> PeerOutcome:
    table = driver.protocol.table if driver.protocol else None
    return PeerOutcome(
        driver.feeds.match,
        table.step.digest if table else b"",
        table.last if table else 0,
        driver.finished.standing if driver.finished else (),
        driver.verdict,
        match_record(driver, config.seed_text),
        driver.state,
        peer.sent,
        peer.sent_bytes,
        peer.received,
        peer.received_bytes,
        [after - before for before, after in pairwise(times)],
        dict(driver.counters),
        driver.attendance.seats_without_end,
        driver.attendance.gone,
        frozenset(seat for seat, seconds in driver.attendance.silences.items() if seconds >= SILENT),
        driver.finished.ended if driver.finished else "",
        driver.finished.conceded if driver.finished else (),
        driver.finished.broke if driver.finished else (),
    )


def open_seat(config: PeerConfig) -> tuple[SeatConfig, EntryLog]:
    """Return the configuration with which the seat joins the match, and the seat's log."""
    if config.room is None and config.seed_text is None:
        raise ValueError("a match without a seed text needs a room id")
    room = config.room or _room_id(config.seed_text)
    values = config.game.options.complete_values(config.options)
    seeds = _make_seeds(config.seed_text, config.seat)
    entry_log: EntryLog = MemoryEntryLog()
    fresh = config.seed_text is None
    home = seat_directory(config, room)
    if config.identity is not None:
        seeds = seeds._replace(identity=config.identity)
    if home is not None:
        entry_log = FileEntryLog(home / saved_match.LOG)
        try:
            drawn, seeds = seeds, _load_seeds(home, seeds, config.identity)
            saved_match.write_match(home, config, room)
        except BaseException:
            entry_log.close()
            raise
        fresh = fresh and drawn == seeds
    if isinstance(entry_log, FileEntryLog) and config.seed_text is None:  # the keys of a test match are public
        try:
            entry_log.keep_lock(lock_identity(Signer(seeds.identity).identity, config.locks))
        except (EntryLogInUse, OSError):
            entry_log.close()
            raise
    name = config.name or seat_name(config.seat)
    identities = tuple(config.identities)
    at = SeatConfig(
        config.game, values, room, config.seats, config.seat, name, seeds, identities=identities, fresh=fresh
    )
    return at, entry_log


def _load_seeds(home: Path, fresh: SeatSeeds, identity: bytes | None) -> SeatSeeds:
    """Return the seeds of an earlier start if they are saved, otherwise the fresh ones, which are then saved.

    The seeds are durable before anything is signed (part 2).
    """
    path = home / "seeds"
    if path.exists():
        data = read_limited(path, 96)
        if len(data) != 96:
            raise ValueError(f"{path} is damaged: without its seeds this seat cannot go on")
        return SeatSeeds(identity or data[:32], data[32:64], data[64:])
    write_private(path, b"".join(fresh))
    return fresh
