"""Runner of a tournament's member on real sockets.

The member is linked with others, plays its tables, and verifies other matches. One socket is for the tournament, and
another one for the matches. The member announces the tournament on the network, so that others find it by its title.
Members send each other their addresses. Each member dials a few of the others, and announcers of the same tournament.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import socket
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from core.engine.codec import BadEncodingError
from core.engine.game import Player
from core.games.registry import GAMES
from lobby.discovery.broadcast import ALL, Broadcaster, NetworkSockets
from lobby.discovery.tournament_announcement import TournamentAnnouncement
from lobby.players.identity import FILE, Identity, load_own_identity, saved_key
from lobby.room.advertised_addresses import invited_hosts
from lobby.tournament.app.dial_targets import DialTarget, wanted_addresses
from lobby.tournament.app.finder import (
    TournamentTrouble,
    answering_transport,
    query_tournament,
    write_addresses,
    write_code,
)
from lobby.tournament.model.judge import FALSE_STATE, judge_record
from lobby.tournament.model.opening import MOST_PLAYERS, Opening
from lobby.tournament.model.pairing import ThreadedPairing
from lobby.tournament.protocol.blobs import FolderBlobs, MemoryBlobs
from lobby.tournament.protocol.node import Node, Report
from lobby.tournament.protocol.pace import PACE, Pace
from net.channels.addresses import Address, OwnAddress, format_address, own_addresses, resolve
from net.channels.channels import Channels
from net.crypto.invite import OPEN, room_key
from net.crypto.primitives import Signer
from net.records import record
from net.replication.entry_log import EntryLog, EntryLogInUse, FileEntryLog, MemoryEntryLog
from net.seat.absence import PatientPolicy
from net.session.peer_config import PeerConfig
from net.session.runner import run_peer
from net.system.durable_files import write_atomically, write_private
from net.system.safe_files import MOST_SMALL, read_limited
from net.text.names import is_name
from net.transport.adapter import ChannelTransport, Transport
from net.transport.udp import TICK, PlayerFault, PortBusy, UdpEndpoint, bind

DIAL_EVERY = 1.0
REMEMBER_EVERY = 2.0
ADDRESSES_EVERY = 5.0
"""Seconds between two checks of this computer's addresses."""
LINGER_SECONDS = 6.0
"""Seconds for which a member stays after the end of the tournament, for members that still lack data."""


class TournamentChannels(Channels):
    """Channels of a tournament's member, which needs more of them than a match does."""

    max_peers = 40


@dataclass(slots=True)
class Participation:
    """Terms on which a member takes part in a tournament.

    `keep` is the folder in which the tournament is saved, or None. `port` 0 means any free port.
    """

    name: str
    code: str = ""
    host: str = ALL
    port: int = 0
    play_port: int = 0
    bot: bool = True
    plays: bool = True
    keep: Path | None = None
    among: Path | None = None
    """Folder that contains one subfolder for each tournament, or None; the subfolder is then used as `keep`."""
    throw_away: bool = False
    """True if the key is made for this tournament, saved with it, and used nowhere else."""
    start_with: int = 0
    """Number of enrolled players with which the first round begins, or 0 to begin only on request."""
    patience: float = 15.0


PART_FILE = "part.json"
"""Name of the file with the terms of participation, in a tournament's folder."""
MOST_HOST = 255


def read_participation(folder: Path) -> tuple[Participation, bool]:
    """Return the terms that are saved in a folder, and True if the tournament needs an invite code.

    The folder may come from somebody else. Raises `OSError` if the file cannot be read, and `ValueError` if the terms
    are invalid.
    """
    try:
        said = json.loads(read_limited(folder / PART_FILE, MOST_SMALL))
    except RecursionError:
        raise ValueError(f"{PART_FILE} is nested too deeply") from None
    terms: dict[str, object] = {**_saved_terms(Participation("")), "closed": False}
    if type(said) is not dict or not all(type(value) is type(terms.get(name)) for name, value in said.items()):
        raise ValueError(f"{PART_FILE} is damaged")
    closed = bool(said.pop("closed", False))
    part = Participation(**{"name": "", "throw_away": (folder / FILE).exists(), **said})
    fits = (
        is_name(part.name)
        and part.host.isascii()
        and part.host.isprintable()
        and len(part.host) <= MOST_HOST
        and 0 <= part.port < 1 << 16
        and 0 <= part.play_port < 1 << 16
        and 0 <= part.start_with <= MOST_PLAYERS
        and math.isfinite(part.patience)
    )
    if not fits:
        raise ValueError(f"{PART_FILE} is damaged")
    return part, closed


def _saved_terms(part: Participation) -> dict[str, object]:
    """Return the terms to save, with which this member can return to the tournament."""
    return {name: value for name, value in asdict(part).items() if name not in ("keep", "among", "code")}


class DayClock:
    """Clock for the time of day in seconds, which never jumps.

    It reads the computer's clock only once, so later changes to that clock have no effect.
    """

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def __call__(self) -> float:
        """Return the time of day at the start, plus the seconds that have passed since then."""
        return time.monotonic() + self._offset


class WallClockNode:
    """A member that is given the time of day instead of the channels' time.

    Therefore the clocks of rounds survive a restart.
    """

    def __init__(self, member: Node, clock: Callable[[], float]) -> None:
        self.member, self.clock = member, clock
        self.remove_peer, self.report_notice, self.take_data = (
            member.remove_peer,
            member.report_notice,
            member.take_data,
        )
        self.add_peer, self.receive = member.add_peer, member.receive
        self.kept: frozenset[bytes] = frozenset()

    def tick(self, now: float) -> None:
        """Advance the member to the current time of day."""
        self.member.tick(self.clock())

    def process(self, now: float) -> None:
        """Prepare the member's datagrams."""
        self.member.process(self.clock())


class Runner:
    """One member's part in a tournament, until the tournament is over or the member leaves."""

    def __init__(
        self,
        part: Participation,
        identity: Identity,
        player: Callable[[], Player] | None,
        on_report: Callable[[Report], object] = lambda report: None,
        pace: Pace = PACE,
    ) -> None:
        """Prepare to take part; `player` makes a player for each match.

        If `player` is None, this member's matches are played elsewhere, as `own_match_config` describes them. They use
        copies of `play_socket`, and their records are reported to the member. A tournament that was saved with its own
        key is resumed under that key, not under `identity`.
        """
        self.part, self.player, self.pace = part, player, pace
        self.identity = identity
        self.clock = DayClock()
        self.member: Node | None = None
        self.addresses: list[str] = []
        """Addresses at which others can reach this program, once the socket is open."""
        self.invited: tuple[str, ...] = ()
        """The one or two of these addresses for an invitation, on different networks."""
        self.notes: list[str] = []
        self.on_open: Callable[[], object] = lambda: None
        self.on_tick: Callable[[Node], object] = lambda member: None
        """Callback that is regularly called with the current state of the member."""
        self.on_report = on_report
        self._left = False
        self._rooms: dict[bytes, asyncio.Task[None]] = {}
        self._over_at = 0.0
        self._dial_at = 0.0
        self._addresses_at = 0.0
        self._air: Broadcaster | None = None
        self._remember_at = 0.0
        self._remembered: list[Address] = []

    def leave(self) -> None:
        """Make `run` return soon; the member stays enrolled and may return later."""
        self._left = True

    async def run(self, opening: Opening | None = None, contacts: Iterable[Address] = ()) -> Node:
        """Take part in the tournament of `opening`, or in the one at one of these addresses; return the member.

        Raises `TournamentTrouble` if the member cannot take part, `PortBusy` if the port is taken, `EntryLogInUse` if
        another program takes part with the same data, and `OSError` if the disk or the network fails.
        """
        part = self.part
        contacts = [await asyncio.to_thread(resolve, *contact) for contact in contacts]
        with contextlib.ExitStack() as cleanup:
            sock = bind(part.port, part.host)
            cleanup.callback(sock.close)
            closed = bool(part.code)
            if opening is None:
                opening, closed = await self._find(sock, contacts)
            key = await asyncio.to_thread(room_key, part.code, opening.id) if closed else OPEN
            if part.among is not None:
                part.keep = part.among / opening.id.hex()[:16]
            entry_log = self._open_store(opening, closed, cleanup)
            self.play_socket = bind(part.play_port, part.host)
            cleanup.callback(self.play_socket.close)
            member = self._make_member(opening, entry_log, sock)
            signer = Signer(self.identity.seed)
            links = TournamentChannels(signer, opening.id, key, contacts)
            line = answering_transport(
                ChannelTransport(WallClockNode(member, self.clock), links), opening, closed, signer
            )
            carrier = UdpEndpoint(sock.dup(), line)
            pool = cleanup.enter_context(ThreadPoolExecutor(1))
            member.entry_store.pairing = ThreadedPairing(pool)
            air = Broadcaster(part.host, signer, lists=False, kept=self.identity.announcement_file)
            self._air = cleanup.enter_context(contextlib.closing(air))
            self.on_open()
            try:
                await carrier.receive_while(
                    lambda pump: self._run_member(member, links, closed, line, carrier, pool, pump)
                )
            finally:
                for task in self._rooms.values():
                    task.cancel()
                await asyncio.gather(*self._rooms.values(), return_exceptions=True)
        return member

    async def _find(self, sock: socket.socket, contacts: list[Address]) -> tuple[Opening, bool]:
        wrong = TournamentTrouble("no address given")
        for contact in contacts:
            try:
                opening, closed = await query_tournament(sock, contact)
            except TournamentTrouble as trouble:
                wrong = trouble
                continue
            if closed and not self.part.code:
                raise TournamentTrouble("the tournament needs its invite code", code=True)
            return opening, closed
        raise wrong

    def _open_store(self, opening: Opening, closed: bool, cleanup: contextlib.ExitStack) -> EntryLog:
        keep = self.part.keep
        if keep is None:
            return MemoryEntryLog()
        entry_log = FileEntryLog(keep / "tournament" / "log")
        cleanup.callback(entry_log.close)
        kept, key = keep / "opening", keep / FILE
        if kept.exists() and read_limited(kept, MOST_SMALL) != opening.packed:
            raise TournamentTrouble(f"{keep} contains another tournament; choose another folder")
        if not kept.exists() and self.part.throw_away:
            if key.exists():
                raise TournamentTrouble(f"{keep} contains another key; choose another folder")
            write_private(key, self.identity.seed)
        write_atomically(kept, opening.packed)
        if self.part.throw_away:
            self.identity = self._load_own_key(keep)
        write_atomically(keep / PART_FILE, json.dumps(_saved_terms(self.part) | {"closed": closed}).encode())
        write_code(keep, self.part.code)
        return entry_log

    @staticmethod
    def _load_own_key(keep: Path) -> Identity:
        """Return the key with which this user takes part in the tournament of this folder."""
        if not saved_key(keep):
            raise TournamentTrouble(f"{keep / FILE}, the key with which you take part, is gone or damaged")
        return load_own_identity(keep)

    def _make_member(self, opening: Opening, entry_log: EntryLog, sock: socket.socket) -> Node:
        part = self.part
        blobs = MemoryBlobs() if part.keep is None else FolderBlobs(part.keep / "blobs")
        try:
            member = Node(
                opening,
                self.identity.seed,
                part.name,
                entry_log,
                blobs,
                now=self.clock(),
                bot=part.bot,
                plays=part.plays,
                pace=self.pace,
            )
        except BadEncodingError as bad:
            raise TournamentTrouble(f"the log in {part.keep} is damaged: {bad}") from None
        port = int(sock.getsockname()[1])
        member.port = int(self.play_socket.getsockname()[1])
        self.member = member
        self._find_addresses(member, port)
        return member

    def _find_addresses(self, member: Node, port: int) -> None:
        """Look up the addresses of this computer again, because a cable or Wi-Fi connection may have changed."""
        own = own_addresses() if self.part.host in (ALL, "0.0.0.0") else [OwnAddress(self.part.host, frozenset(), True)]
        hosts = [one.host for one in own] or ["127.0.0.1"]
        member.addresses = [(host, port) for host in hosts]
        self.addresses = [format_address(address) for address in member.addresses]
        self.invited = tuple(format_address((host, port)) for host in invited_hosts(own) or hosts[:1])

    async def _run_member(
        self,
        member: Node,
        links: Channels,
        closed: bool,
        line: Transport,
        carrier: UdpEndpoint,
        pool: ThreadPoolExecutor,
        pump: asyncio.Task[None],
    ) -> None:
        while not self._left and not self._is_finished(member):
            now = time.monotonic()
            if now >= self._addresses_at:
                self._addresses_at = now + ADDRESSES_EVERY
                self._find_addresses(member, member.addresses[0][1])
            line.tick(now)
            carrier.flush()
            self._announce(member, links, closed, now)
            self._dial(member, links, now)
            self._remember(member, links, now)
            self._verify(member, pool)
            self._play(member)
            self.notes += member.notes
            member.notes.clear()
            for report in member.take_reports():
                self.on_report(report)
            self.on_tick(member)
            if (
                self.part.start_with
                and not member.course.decided
                and len(member.waiting_players) >= self.part.start_with
            ):
                member.start()
            await asyncio.wait((pump,), timeout=TICK)
            if pump.done():
                pump.result()
                return

    def _is_finished(self, member: Node) -> bool:
        if not member.course.is_over:
            return False
        self._over_at = self._over_at or time.monotonic()
        return time.monotonic() - self._over_at >= LINGER_SECONDS

    def _announce(self, member: Node, links: Channels, closed: bool, now: float) -> None:
        """Announce the tournament on the network until it is over."""
        assert self._air is not None
        opening, course = member.opening, member.course
        announcement = TournamentAnnouncement(
            member.addresses[0][1],
            opening.id,
            opening.title,
            opening.game,
            opening.rules,
            opening.kind,
            len(course.remaining_players) + len(member.waiting_players),
            len(course.rounds) + (course.decided > 0 and course.running_round is None),
            closed,
        )
        enrolled = member.gossip.pulses.keys()
        linked = {one: links.address_of(one) for one in links.identities if one in enrolled}
        self._air.discovery.announce(None if course.is_over else announcement, now, linked, enrolled)
        self._air.poll(now)

    def _dial(self, member: Node, links: Channels, now: float) -> None:
        if now < self._dial_at:
            return
        self._dial_at = now + DIAL_EVERY
        wished = wanted_addresses(member.identity, member.gossip.pulses, links.identities, member.entry_store.guests)
        fellows = self._air.discovery.fellow_addresses(now) if self._air is not None else []
        for source, address in [*wished, *(DialTarget(address[0], address) for address in fellows)]:
            links.dial(address, source)

    def _remember(self, member: Node, links: Channels, now: float) -> None:
        """Save the addresses at which other members have answered, so that this member can resume later."""
        if self.part.keep is None or now < self._remember_at:
            return
        self._remember_at = now + REMEMBER_EVERY
        known = [links.address_of(identity) for identity in sorted(member.kept.intersection(links.identities))]
        where = [address for address in known if isinstance(address, tuple)]
        if where and where != self._remembered:
            self._remembered = where
            write_addresses(self.part.keep, where)

    # -- records --

    def _verify(self, member: Node, pool: ThreadPoolExecutor) -> None:
        opening, running = member.opening, member.course.running_round
        tables = range(len(running.tables)) if running is not None else ()
        rooms = frozenset(member.course.room_id(running, table) for table in tables)  # type: ignore[arg-type]
        for hash, data in member.take_unjudged():
            game = opening.game_of(GAMES)
            judging = asyncio.get_running_loop().run_in_executor(pool, judge_record, data, opening, game, rooms)
            judging.add_done_callback(
                lambda done, hash=hash: None if done.cancelled() else member.store_verdict(hash, done.result())  # type: ignore[misc]
            )

    # -- matches --

    def _play(self, member: Node) -> None:
        at = member.own_table
        room = member.course.room_id(*at) if at is not None else b""
        for other, task in list(self._rooms.items()):
            if other != room and not task.done():
                task.cancel()
        if self.player is None or room in self._rooms:
            return
        config = self.own_match_config()
        if config is not None:
            config.player = self.player()
            self._rooms[room] = asyncio.create_task(self._play_match(member, room, config))

    def own_match_config(self) -> PeerConfig | None:
        """Return the configuration of the match at this member's table, without a player.

        The result is None if there is no match to play, or while the addresses of the others are not known.
        """
        member = self.member
        at = member.own_table if member is not None else None
        if member is None or at is None:
            return None
        seats = member.course.identities_at(*at)
        if not all(identity in member.gossip.pulses for identity in seats):
            return None
        return make_match_config(member, member.course.room_id(*at), seats, self.identity.seed, self.part)

    async def _play_match(self, member: Node, room: bytes, config: PeerConfig) -> None:
        """Play a match to its end, and report its record."""
        try:
            outcome = await run_peer(config, self.play_socket.dup())
        except (PortBusy, PlayerFault, EntryLogInUse, ValueError, OSError) as wrong:
            self.notes.append(f"the match at your table stopped: {wrong}")
            return
        if outcome.finished or (outcome.verdict is not None and outcome.verdict.kind == FALSE_STATE):
            member.report(room, record.pack(outcome.record))
        if outcome.verdict is not None:
            self.notes.append(f"the match at your table stopped: {outcome.verdict}")


def make_match_config(
    member: Node, room: bytes, seats: tuple[bytes, ...], seed: bytes, part: Participation
) -> PeerConfig:
    """Return the configuration of the match at a table of a tournament, without a player.

    It follows entirely from the pairing.
    """
    opening, course, pulses = member.opening, member.course, member.gossip.pulses
    game = opening.game_of(GAMES)
    others = [pulses[identity] for identity in seats if identity != member.identity and identity in pulses]
    players = [course.player_of(identity) for identity in seats]
    return PeerConfig(
        game,
        len(seats),
        seats.index(member.identity) + 1,
        game.options.values_by_name(opening.options),
        None,
        port=member.port,
        peers=[(host, pulse.port) for pulse in others for host, _ in pulse.addresses],
        room=room,
        name=member.name,
        identity=seed,
        directory=None if part.keep is None else part.keep / "matches",
        host=part.host,
        persons=[seat for seat, who in enumerate(players, 1) if who is not None and not who.bot],
        identities=seats,
        policy=PatientPolicy(part.patience) if part.bot else None,
        code=part.code,
        open_listener=NetworkSockets,
    )
