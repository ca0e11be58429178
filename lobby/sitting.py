"""From an open room, or a typed address, to the first step of a match: the room over a real socket.

sitting = Hosting(HostPlan(game, 4, {}, "Ada"), identity, tell=print)
begun = await sitting.run()              # None if it was left; RoomTrouble says in words what went wrong
peer = begun.peer(report)                # plays on over the same socket and the same links
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from core.games import GAMES
from core.kernel.game import Player
from core.kernel.options import Value
from lobby.air import ALL, Air
from lobby.discovery import Cry
from lobby.door import RANDOM, Door, Knock, Notice
from lobby.identity import Identity
from lobby.room import MATCH, Guest, Host, Member, RoomTable
from net.absence import Patience
from net.addresses import PORT, Address, has_way, own_hosts, resolve, shown
from net.crypto import Signer
from net.genesis import rules_hash
from net.invite import OPEN, room_key
from net.lines import Line, LinksLine
from net.links import Links
from net.match import PeerConfig, open_seat, seat_peer
from net.peer import TICK, Carrier, PortBusy, UdpPeer, bind
from net.reports import Report
from net.store import FileStore

KNOCKS = 4.0
"""Seconds that one knocks at an address."""
LINKS = 8.0
"""Seconds that a link may take."""
PATIENCE = 15.0
"""Seconds of a host's silence after which a guest gives up."""
MOST_DIALS = 64
NO_NETWORK = "This computer is on no network: only programs on this computer can join."


class RoomTrouble(RuntimeError):
    """What went wrong, in words, with what helps. `code` is whether another invite code may help."""

    def __init__(self, words: str, code: bool = False) -> None:
        super().__init__(words)
        self.code = code


@dataclass(frozen=True, slots=True)
class HostPlan:
    """What a host opens. `code` is the invite code, "" for an open room; `bot` whether a bot plays the own seat."""

    game: Any
    seats: int
    options: Mapping[str, Value]
    name: str
    port: int = PORT
    code: str = ""
    bot: bool = False
    host: str = ALL


@dataclass(frozen=True, slots=True)
class GuestPlan:
    """Where a guest goes: an address as it was read, not yet looked up. `port` 0 is any free one."""

    address: Address
    name: str
    code: str = ""
    port: int = 0
    bot: bool = False
    host: str = ALL


class RoomView(NamedTuple):
    """A room as somebody in it may see it."""

    words: str
    """What is going on, in one sentence."""
    table: RoomTable | None
    seat: int
    """The own seat, or 0."""
    identity: bytes
    addresses: tuple[str, ...] = ()
    """What others may type to come here; for the host."""
    code: str = ""


class Begun(NamedTuple):
    """A match that begins: what is needed to play on."""

    config: PeerConfig
    sock: socket.socket
    links: Links
    before: Callable[[Line], Line]

    def peer(self, report: Callable[[Report, float], None], cleanup: contextlib.ExitStack) -> UdpPeer:
        """The driver on the socket; what it keeps open is closed by `cleanup`."""
        cleanup.callback(self.sock.close)
        at, store = open_seat(self.config)
        if isinstance(store, FileStore):
            cleanup.callback(store.close)
        return seat_peer(self.config, at, store, self.sock, report, self.links, self.before)


class Sitting:
    """One member of a room, on a socket."""

    plan: HostPlan | GuestPlan

    def __init__(
        self, identity: Identity, tell: Callable[[RoomView], object], player: Player | None, keep: Path | None
    ) -> None:
        self.identity = identity
        self.room: Member | None = None
        self._tell, self._player, self._keep = tell, player, keep
        self._told: RoomView | None = None
        self._left = False
        self._links: Links | None = None

    async def run(self) -> Begun | None:
        """Stays in the room till the match begins, or it is left; raises `RoomTrouble`, `PortBusy`, `OSError`."""
        raise NotImplementedError

    def leave(self) -> None:
        """Makes `run` return soon."""
        self._left = True

    def view(self) -> RoomView:
        """The room as it may be seen here."""
        raise NotImplementedError

    def trouble(self) -> RoomTrouble | None:
        """Why one cannot stay."""
        return None

    async def _stay(self, sock: socket.socket, line: Line, until: Callable[[], bool]) -> None:
        """Carries the line over the socket, which stays open, till `until`, or it is left."""
        carrier = Carrier(sock.dup(), line)

        async def keep_time(pump: asyncio.Task[None]) -> None:
            while True:
                line.tick(time.monotonic())
                self._dial()
                self._cry()
                carrier.flush()
                view = self.view()
                if view != self._told:
                    self._told = view
                    self._tell(view)
                trouble = self.trouble()
                if trouble is not None:
                    raise trouble
                if until() or self._left:
                    break
                await asyncio.wait((pump,), timeout=TICK)
                if pump.done():
                    pump.result()
                    break
            if self._left and self.room is not None:
                self.room.leave()
                carrier.flush()

        await carrier.carry(keep_time)

    def _dial(self) -> None:
        """Looks for the other members at the addresses that the host tells of."""
        if self.room is None or self._links is None:
            return
        for address in self.room.dials():
            if len(self._links.dials) < MOST_DIALS:
                self._links.dial(address)

    def _cry(self) -> None:
        """Lets everybody on the network know of the room; for the host."""

    def _begun(self, sock: socket.socket, game: Any, room: bytes, code: str, before: Callable[[Line], Line]) -> Begun:
        assert self.room is not None and self.room.table is not None and self._links is not None
        table = self.room.table
        places = [place for place in table.places if place is not None]
        config = PeerConfig(
            game,
            len(places),
            table.seat_of(self.identity.key),
            game.options.named(table.options),
            self._player,
            port=sock.getsockname()[1],
            peers=[address for address in self._links.dials if isinstance(address, tuple)],
            room=table.match,
            name=self.plan.name,
            identity=self.identity.seed,
            directory=self._keep,
            persons=[seat for seat, place in enumerate(places, 1) if not place.bot],
            identities=[place.identity for place in places],
            policy=None if self._player is None else Patience(),
            host=self.plan.host,
            code=code,
            meeting=room,
        )
        return Begun(config, sock, self._links, before)


class Hosting(Sitting):
    """Opens a room."""

    room: Host
    plan: HostPlan

    def __init__(
        self,
        plan: HostPlan,
        identity: Identity,
        tell: Callable[[RoomView], object],
        player: Player | None = None,
        keep: Path | None = None,
    ) -> None:
        super().__init__(identity, tell, player, keep)
        self.plan = plan
        self.id = os.urandom(32)
        self.room = Host(identity.key, plan.name, plan.game, plan.seats, plan.options, plan.bot)
        self.addresses: tuple[str, ...] = ()
        self.door: Address = ("127.0.0.1", plan.port)
        """Where programs of this computer find it, once it is open."""

    async def run(self) -> Begun | None:
        """Keeps the room open till the match begins, or it is left."""
        plan = self.plan
        sock = bind(plan.port, plan.host)
        try:
            port = sock.getsockname()[1]
            everywhere = plan.host in (ALL, "0.0.0.0")
            hosts = own_hosts() if everywhere else [plan.host]
            self.door = ("127.0.0.1" if everywhere else plan.host, port)
            self.addresses = tuple(shown((host, port)) for host in hosts)
            key = await asyncio.to_thread(room_key, plan.code, self.id)
            self._links = Links(Signer(self.identity.seed), self.id, key)
            with contextlib.closing(Air(plan.host)) as self._air:
                await self._stay(sock, self._door(LinksLine(self.room, self._links)), lambda: self.room.began)
        except BaseException:
            sock.close()
            raise
        if self._left:
            sock.close()
            return None
        return self._begun(sock, plan.game, self.id, plan.code, self._door)

    def begin(self) -> bool:
        """Lets the match begin, if every seat is taken."""
        return self.room.begin(os.urandom(MATCH))

    def view(self) -> RoomView:
        """The room, and how others find it."""
        table, plan = self.room.table, self.plan
        if table.match:
            words = "The match begins."
        elif not self.addresses:
            words = NO_NETWORK
        elif table.full:
            words = "All seats are taken: the match can begin."
        else:
            free = len(table.places) - table.taken
            words = f"Waiting for {free} more {'player' if free == 1 else 'players'}."
        addresses = self.addresses or (shown(self.door),)
        return RoomView(words, table, 1, self.identity.key, addresses, plan.code)

    def _cry(self) -> None:
        assert self._air is not None
        names = tuple(place.name for place in self.room.table.places if place is not None)
        now = time.monotonic()
        self._air.discovery.open(Cry(self.door[1], self._notice(), names), now)
        self._air.poll(now)

    def _door(self, line: Line) -> Line:
        return Door(line, self._notice)

    def _notice(self) -> Notice:
        table, plan = self.room.table, self.plan
        seats, closed, begun = len(table.places), bool(plan.code), bool(table.match)
        return Notice(self.id, plan.game.name, rules_hash(plan.game), plan.name, seats, table.taken, closed, begun)


class Joining(Sitting):
    """Goes to a room at an address."""

    room: Guest | None
    plan: GuestPlan

    def __init__(
        self,
        plan: GuestPlan,
        identity: Identity,
        tell: Callable[[RoomView], object],
        player: Player | None = None,
        keep: Path | None = None,
    ) -> None:
        super().__init__(identity, tell, player, keep)
        self.plan = plan
        self.room = None
        self._since = 0.0

    @property
    def _where(self) -> str:
        return shown(self.plan.address)

    async def run(self) -> Begun | None:
        """Finds the room, sits down, stays till the match begins, or it is left."""
        sock = self._bind()
        try:
            begun = await self._run(sock)
        except BaseException:
            sock.close()
            raise
        if begun is None:
            sock.close()
        return begun

    def _bind(self) -> socket.socket:
        """On the usual port if it is free and no other one is wanted."""
        plan = self.plan
        if plan.port:
            return bind(plan.port, plan.host)
        try:
            return bind(PORT, plan.host)
        except PortBusy:
            return bind(0, plan.host)

    async def _run(self, sock: socket.socket) -> Begun | None:
        self._tell(self.view())
        door = await self._look_up()
        knock = Knock(door, os.urandom(RANDOM))
        self._since = time.monotonic()
        await self._stay(sock, knock, lambda: knock.notice is not None or time.monotonic() - self._since > KNOCKS)
        if self._left:
            return None
        notice = self._check(knock.notice)
        game = GAMES[notice.game]
        key = await asyncio.to_thread(room_key, self.plan.code, notice.room) if notice.closed else OPEN
        port = sock.getsockname()[1]
        hosts = own_hosts() if self.plan.host in (ALL, "0.0.0.0") else [self.plan.host]
        own = [(host, port) for host in hosts]
        name = self.plan.name
        self.room = Guest(self.identity.key, name, GAMES, rules_hash(game), door, own, self.plan.bot)
        self._links = Links(Signer(self.identity.seed), notice.room, key, [door])
        self._since = time.monotonic()
        line = LinksLine(self.room, self._links)
        await self._stay(sock, line, lambda: self.room is not None and self.room.began)
        code = self.plan.code if notice.closed else ""
        return None if self._left else self._begun(sock, game, notice.room, code, lambda inner: inner)

    async def _look_up(self) -> Address:
        host, port = self.plan.address
        try:
            address = await asyncio.to_thread(resolve, host, port)
        except OSError:
            raise RoomTrouble(f"There is no computer called {host} here; try its address in numbers.") from None
        if not has_way(address):
            raise RoomTrouble(f"This computer has no network that leads to {self._where}.")
        return address

    def _check(self, notice: Notice | None) -> Notice:
        """A room that one can go into."""
        if notice is None:
            raise RoomTrouble(
                f"Nobody answers at {self._where}. Is a room open there, is the address right, are both computers in "
                "one network, and does the firewall there let UDP through?"
            )
        if notice.game not in GAMES:
            raise RoomTrouble(f"The room plays {notice.game!r}, which this program does not know.")
        if notice.rules != rules_hash(GAMES[notice.game]):
            raise RoomTrouble("The room has other rules than this program: all must run the same version.")
        if notice.begun:
            raise RoomTrouble("The match there has begun already.")
        if notice.taken >= notice.seats:
            raise RoomTrouble("The room is full.")
        if notice.closed and not self.plan.code:
            raise RoomTrouble("The room is closed: ask the host for its invite code.", code=True)
        return notice

    def trouble(self) -> RoomTrouble | None:
        """Why there is no seat, or no more."""
        room = self.room
        if room is None or room.began:
            return None
        if not room.host and any("invite code" in words for words in room.notes):
            return RoomTrouble("That is not the invite code of this room.", code=True)
        if room.refusal:
            return RoomTrouble(room.refusal)
        if room.closed:
            return RoomTrouble("The host has closed the room.")
        if not room.host and time.monotonic() - self._since > LINKS:
            return RoomTrouble(f"The room at {self._where} answers, but no link to it can be made.")
        if room.silent > PATIENCE:
            return RoomTrouble("The host does not answer any more.")
        return None

    def view(self) -> RoomView:
        """The room, as far as it is known."""
        room, key = self.room, self.identity.key
        if room is None:
            return RoomView(f"Looking for a room at {self._where}.", None, 0, key)
        table = room.table
        if table is None:
            return RoomView("The room answers; linking.", None, 0, key)
        if table.match:
            words = "The match begins."
        elif room.silent > 3.0:
            words = f"The host has been silent for {int(room.silent)} s."
        elif table.full:
            words = "All seats are taken: waiting for the host to begin."
        else:
            free = len(table.places) - table.taken
            words = f"Waiting for {free} more {'player' if free == 1 else 'players'}."
        return RoomView(words, table, room.seat, key)
