"""One member's way from a typed address or an open room to the first step of a match, on a real socket.

joining = RoomClient(HostPlan(game, 4, {}, "Ada"), identity, on_view=print)
begun = await joining.run()      # None if the user left; raises RoomTrouble with the reason if something went wrong
peer = begun.peer(report)        # continues on the same socket and the same links
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from core.engine.changed_game import ChangedGame, pack_ruleset
from core.engine.game import Game, Player
from core.games.registry import GAMES
from lobby.discovery.broadcast import Broadcaster, NetworkSockets
from lobby.discovery.probe import (
    FoundRoom,
    RoomTrouble,
    check_compatible,
    check_joinable,
    join_addresses,
    query_first_room,
    resolve_addresses,
)
from lobby.discovery.responder import Notice, Responder
from lobby.discovery.room_announcement import RoomAnnouncement
from lobby.discovery.ruleset_transfer import games_with_ruleset
from lobby.hand_out.hand_out import HandOut, HandOutStatus
from lobby.players.identity import Identity, key_print
from lobby.players.known_players import KnownPlayers
from lobby.room import signed_records
from lobby.room.advertised_addresses import EVERYWHERE, AdvertisedAddresses
from lobby.room.join_plan import GuestPlan, HostPlan, Plan, RematchPlan
from lobby.room.rematch import rematch_fork
from lobby.room.room import LocalMember, Room
from lobby.room.room_fork import RoomFork
from lobby.room.seating import RoomTable
from lobby.room.state import is_local
from lobby.room.text import entering_text, notes_text, state_text
from net.channels.addresses import PORT, Address, format_address
from net.channels.channels import Channels
from net.crypto.invite import OPEN, room_key
from net.crypto.primitives import Signer
from net.match.events import Report
from net.match.genesis import rules_hash
from net.replication.entry_log import FileEntryLog
from net.seat.absence import PatientPolicy
from net.session.peer_config import PeerConfig
from net.session.runner import make_seat_peer, open_seat
from net.transport.adapter import ChannelTransport, Transport
from net.transport.udp import TICK, PortBusy, UdpEndpoint, UdpPeer, bind

LINK_TIMEOUT = 8.0
"""Seconds within which a link must be established."""
MOST_GUESTS = 8
"""Maximum number of linked guests that influence the order of our addresses."""


class RoomView(NamedTuple):
    """Everything that one member's screen shows of a room."""

    status: str
    """State of the room as a sentence."""
    table: RoomTable | None
    seat: int
    """This member's seat, or 0."""
    identity: bytes
    addresses: tuple[str, ...] = ()
    """Addresses that others may type to join."""
    code: str = ""
    lines: tuple[signed_records.Line, ...] = ()
    """Lines of the chat."""
    ready: bool = False
    is_bound: bool = False
    """True if this member has sent GO, after which it can change nothing."""
    first: bytes = b""
    """Identity of the first member, which cannot be removed because nobody came before it.

    The others can continue in a new room without it. The value is empty if this member is the first one.
    """
    notes: str = ""
    """Further notes on the room, as sentences."""
    other_half: str = ""
    """Name of a linked member of another half of this room, or ""; the two halves have no member in common."""
    gone: frozenset[bytes] = frozenset()
    """Identities of members that have just announced their departure."""
    invited: tuple[str, ...] = ()
    """One or two of the addresses, for an invitation: on two networks if this computer is on several."""
    changes: tuple[str, ...] = ()
    """Sentences on the changes that the room's ruleset makes."""
    game: Game | None = None
    """The game of the room, with its ruleset if it has one."""
    hands_out: HandOutStatus | None = None
    """Status of handing out Tether to guests, once a player of this computer has started it."""


class StartedMatch(NamedTuple):
    """A match that is about to begin, with everything that is needed to run its peer."""

    config: PeerConfig
    sock: socket.socket
    links: Channels
    wrap_transport: Callable[[Transport], Transport]
    """Function that wraps a transport so that strangers' questions are still answered.

    Therefore the room can be discovered during the match.
    """
    close: Callable[[], object]
    """Function that ends the answers to strangers."""

    def peer(self, report: Callable[[Report, float], None], cleanup: contextlib.ExitStack) -> UdpPeer:
        """Return the peer that plays the match on the socket; `cleanup` closes what the peer has open."""
        cleanup.callback(self.sock.close)
        cleanup.callback(self.close)
        at, entry_log = open_seat(self.config)
        if isinstance(entry_log, FileEntryLog):
            cleanup.callback(entry_log.close)
        return make_seat_peer(self.config, at, entry_log, self.sock, report, self.links, self.wrap_transport)


def _games_of(plan: Plan) -> Mapping[str, Game]:
    """Return this program's games, including a plan's game if that has a ruleset."""
    game = None if isinstance(plan, GuestPlan) else plan.game
    return {**GAMES, game.name: game} if isinstance(game, ChangedGame) else GAMES


class RoomClient:
    """One member of a room, on a socket; it opens a room or joins the room at an address."""

    def __init__(
        self,
        plan: Plan,
        identity: Identity,
        on_view: Callable[[RoomView], object],
        player: Player | None = None,
        keep: Path | None = None,
        known: KnownPlayers | None = None,
    ) -> None:
        """Set up a member; `known` records the players of the match when it begins."""
        self.plan, self.identity = plan, identity
        self._known = known
        self.room: Room | None = None
        self._offered = AdvertisedAddresses(0)
        self.hand_out = HandOut()
        self.contact: Address = ("127.0.0.1", 0)
        """Address at which programs on this computer reach the room, once it is open here."""
        self._on_view, self._player, self._keep = on_view, player, keep
        self._told: RoomView | None = None
        self._left = False
        self._links: Channels | None = None
        self._air: Broadcaster | None = None
        self._closed = False
        """True if a player needs an invite code to enter."""
        self._without = ""
        """Name of the member that this program left behind when it moved to a new room."""
        self._since = 0.0
        self._brought: list[bytes] = []
        self._games = _games_of(plan)
        """The games that this member can play, with that of the room if it has a ruleset."""
        self._told_changes: tuple[str, tuple[str, ...]] = ("", ())

    async def run(self) -> StartedMatch | None:
        """Stay in the room until the match begins or the user leaves; return the match, or None.

        Raises `RoomTrouble` if the member cannot enter or stay, `PortBusy` if the port is taken, and `OSError` if the
        network fails.
        """
        begun = None
        sock = self._bind()
        try:
            begun = await self._run(sock)
        finally:
            self.hand_out.stop()
            if begun is None:
                self._close_broadcaster()
                sock.close()
        return begun

    @property
    def game(self) -> Game | None:
        """Game of the room, with its ruleset if it has one; None while it is unknown."""
        table = self.room.table if self.room is not None else None
        return self._games[table.game] if table is not None else None

    def leave(self) -> None:
        """Make `run` return soon."""
        self._left = True

    def start_hand_out(self) -> None:
        """Hand out Tether to guests without it, until the match begins."""
        self.hand_out.start(self.plan.host, self.contact[1])

    def seat_bot(self, bot: bytes) -> None:
        """Let a bot that this member has brought take a seat; other threads may call this."""
        self._brought.append(bot)

    def _close_broadcaster(self) -> None:
        if self._air is not None:
            self._air.close()

    # -- entry --

    def _bind(self) -> socket.socket:
        """Return the bound socket.

        A guest takes the default port if it is free and the user wants no other port.
        """
        plan = self.plan
        if not isinstance(plan, GuestPlan) or plan.port:
            return bind(plan.port, plan.host)
        try:
            return bind(PORT, plan.host)
        except PortBusy:
            return bind(0, plan.host)

    async def _run(self, sock: socket.socket) -> StartedMatch | None:
        plan, port = self.plan, sock.getsockname()[1]
        self._offered = AdvertisedAddresses(port, plan.host)
        self.contact = ("127.0.0.1" if plan.host in EVERYWHERE else plan.host, port)
        self._offered.update(time.monotonic())
        me = LocalMember(plan.name, plan.bot, getattr(plan, "by", b""), self._offered.addresses, plan.colour)
        if isinstance(plan, HostPlan):
            self._closed = bool(plan.code)
            if plan.hand_out:
                self.start_hand_out()
            room = os.urandom(32)
            await self._enter(sock, me, room, [], settings=self._initial_settings(plan))
        elif isinstance(plan, RematchPlan):
            self._closed = bool(plan.code)
            await self._enter(sock, me, plan.fork.room, list(plan.fork.dials), fork=plan.fork)
        else:
            found = await self._find(sock, plan)
            if found is None:
                return None
            contact, notice = found.contact, found.notice
            self._closed = notice.closed
            await self._enter(sock, me, notice.room, [contact], contact=contact)
        while not self._left and self.room is not None and self.room.fork is not None:
            way = self.room.fork
            self._without = way.without
            await self._enter(sock, me, way.room, list(way.dials), fork=way)
        return None if self._left else self._start_match(sock)

    def _initial_settings(self, plan: HostPlan) -> signed_records.RoomSettings:
        values = plan.game.options.complete_values(plan.options)
        rules = rules_hash(plan.game)
        return signed_records.RoomSettings(
            1, self.identity.key, plan.name, plan.game.name, rules, plan.seats, plan.timer, values
        )

    async def _find(self, sock: socket.socket, plan: GuestPlan) -> FoundRoom | None:
        """Return the room at one of the plan's addresses, or None if the user ends the search."""
        self._on_view(self.make_view())

        def check(notice: Notice, contact: Address) -> None:
            check_joinable(check_compatible(notice, contact), bool(plan.code), contact)

        found = await query_first_room(sock, await resolve_addresses(plan.addresses), check, lambda: self._left)
        if found is None and not self._left:
            check_compatible(None, *plan.addresses)
        if found is None or self._left:
            return None
        games = await games_with_ruleset(sock, found.contact, found.notice.game, found.notice.rules, lambda: self._left)
        if games is None and not self._left:
            raise RoomTrouble("The room has house rules, but nobody there sends them to this computer.")
        self._games = games or self._games
        return None if self._left else found

    async def _enter(
        self,
        sock: socket.socket,
        me: LocalMember,
        room: bytes,
        dials: list[Address],
        settings: signed_records.RoomSettings | None = None,
        contact: Hashable = None,
        fork: RoomFork | None = None,
    ) -> None:
        """Be a member of the room until the match begins, or until this member moves to another room."""
        signer = Signer(self.identity.seed)
        key = await asyncio.to_thread(room_key, self.plan.code, room) if self._closed else OPEN
        number = time.time_ns() // 1_000_000
        self.room = member = Room(room, signer, me, self._games, number, settings, contact, fork)
        self._links = Channels(signer, room, key, dials)
        if not me.by and self._air is None:  # the member that brought a bot announces for it
            self._air = Broadcaster(self.plan.host, signer, lists=False, kept=self.identity.announcement_file)
        self._since = time.monotonic()
        line = self._wrap_with_responder(ChannelTransport(member, self._links))
        await self._stay(sock, line, lambda: member.has_begun or member.fork is not None)

    async def _stay(self, sock: socket.socket, line: Transport, until: Callable[[], bool]) -> None:
        """Run the transport on the socket until `until` returns True or the user leaves the room.

        The socket stays open.
        """
        carrier = UdpEndpoint(sock.dup(), line)

        async def keep_time(pump: asyncio.Task[None]) -> None:
            while True:
                line.tick(time.monotonic())
                self._dial_members(time.monotonic())
                while self.room is not None and self._brought:
                    self.room.seat_bot(self._brought.pop(0))
                carrier.flush()
                view = self.make_view()
                if view != self._told:
                    self._told = view
                    self._on_view(view)
                trouble = self.why_not_stay()
                if trouble is not None:
                    self._left = True
                if until() or self._left:
                    break
                await asyncio.wait((pump,), timeout=TICK)
                if pump.done():
                    pump.result()
                    break
            if self.room is not None and (self._left or self.room.fork is not None):
                self.room.leave()
                line.tick(time.monotonic())
                carrier.flush()
            if trouble is not None:
                raise trouble

        await carrier.receive_while(keep_time)

    def _dial_members(self, now: float) -> None:
        """Report the current addresses of this member to the others, and dial the others at theirs."""
        if self.room is None or self._links is None:
            return
        self._offered.prefer_reached(guest_hosts(self.room.linked.values()))
        if self._offered.update(now):
            self.room.set_addresses(self._offered.addresses)
        for address, source in self.room.possible_addresses():
            self._links.dial(address, source)

    # -- answers to strangers --

    def _wrap_with_responder(self, line: Transport) -> Transport:
        return Responder(line, self._make_notice, self._announce, Signer(self.identity.seed), self._ruleset)

    def _ruleset(self) -> bytes:
        """Return the bytes of the room's ruleset, or empty bytes if it has none."""
        table = self.room.table if self.room is not None else None
        game = self._games.get(table.game) if table is not None else None
        return pack_ruleset(game) if isinstance(game, ChangedGame) else b""

    def _make_notice(self) -> Notice | None:
        """Return the notice of the room, or None while this member does not know the room yet."""
        table = self.room.table if self.room is not None else None
        if self.room is None or table is None or not table.taken_count:
            return None
        at = table.settings
        return Notice(self.room.id, at.game, at.rules, at.name, at.seats, table.taken_count, self._closed, table.match)

    def _announce(self, now: float) -> None:
        """Announce the room on the network."""
        notice, air = self._make_notice(), self._air
        if notice is not None and air is not None and self.room is not None and self.room.table is not None:
            seated = self.room.table.seated_members
            names, prints = [place.name for place in seated], [key_print(place.identity) for place in seated]
            there = (place.identity for place in (*seated, *self.room.table.standing))
            linked = {one: self._links.address_of(one) for one in there if self._links is not None}
            air.discovery.announce(RoomAnnouncement(self.contact[1], notice, tuple(names), tuple(prints)), now, linked)
            air.poll(now)

    # -- match --

    def _start_match(self, sock: socket.socket) -> StartedMatch:
        assert self.room is not None and self.room.table is not None and self._links is not None
        table, game = self.room.table, self._games[self.room.table.game]
        self._record_met_players(table)
        seat = table.seat_of(self.identity.key)
        config = PeerConfig(
            game,
            table.taken_count,
            seat,
            game.options.values_by_name(table.options),
            self._player,
            port=sock.getsockname()[1],
            peers=[address for address, dial in self._links.dials.items() if dial.known and isinstance(address, tuple)],
            room=table.match,
            name=table.seated_members[seat - 1].name,
            identity=self.identity.seed,
            directory=self._keep,
            persons=[seat for seat, place in enumerate(table.seated_members, 1) if place.is_person],
            identities=[place.identity for place in table.seated_members],
            policy=None if self._player is None else PatientPolicy(),
            host=self.plan.host,
            code=self.plan.code if self._closed else "",
            meeting=self.room.id,
            bot=self.plan.bot,
            timer=table.settings.timer,
            colours=[place.colour for place in table.seated_members],
            open_listener=NetworkSockets,
        )
        return StartedMatch(config, sock, self._links, self._wrap_with_responder, self._close_broadcaster)

    def rematch_plan(self) -> RematchPlan | None:
        """Return the plan for a rematch with the players of this match, or None if no match has begun.

        Each player moves on by one seat and keeps its colour.
        """
        room, links = self.room, self._links
        if room is None or links is None or room.table is None or not room.table.match:
            return None
        others = [place.identity for place in room.table.seated_members if place.identity != self.identity.key]
        linked = [address for one in others if isinstance(address := links.address_of(one), tuple)]
        told = [address for one in room.present_members.values() if one.identity in others for address in one.addresses]
        way = rematch_fork(room.id, room.table, tuple(dict.fromkeys((*linked, *told))))
        plan, seat = self.plan, room.table.seat_of(self.identity.key)
        colour = room.table.seated_members[seat - 1].colour if seat else plan.colour
        return RematchPlan(
            way, plan.name, self.contact[1], self.plan.code if self._closed else "", plan.bot, plan.host, colour,
            plan.throw_away, self._games[room.table.game],
        )  # fmt: skip

    def _record_met_players(self, table: RoomTable) -> None:
        """Add the other persons in this match to the known players; a disk error does not stop the match."""
        others = [p for p in table.seated_members if p.is_person and p.identity != self.identity.key]
        if self._known is not None and others:
            with contextlib.suppress(OSError):
                self._known.record_match([(p.name, p.identity) for p in others], date.today())

    # -- view --

    def why_not_stay(self) -> RoomTrouble | None:
        """Return the error for a member that cannot stay in the room, or None if it can."""
        room = self.room
        if room is None or (room.table is not None and room.table.match):
            return None
        if room.refusal:
            return RoomTrouble(room.refusal)
        if room.table is not None:
            return None
        if any("invite code" in words for words in room.notes):
            return RoomTrouble("That is not this room's invite code. Check it and try again.", code=True)
        if time.monotonic() - self._since > LINK_TIMEOUT:
            where = join_addresses(self.plan.addresses) if isinstance(self.plan, GuestPlan) else "this address"
            return RoomTrouble(f"The room at {where} answers, but you cannot connect to it.")
        return None

    def _ruleset_changes(self, name: str) -> tuple[str, ...]:
        """Return sentences on the changes that the ruleset of a game makes."""
        game = self._games.get(name)
        if not isinstance(game, ChangedGame):
            return ()
        if self._told_changes[0] != name:
            self._told_changes = name, tuple(game.differences())
        return self._told_changes[1]

    def make_view(self) -> RoomView:
        """Return the view of the room for this member's screen."""
        room, key, plan = self.room, self.identity.key, self.plan
        table = room.table if room is not None else None
        if room is None or table is None:
            where = join_addresses(plan.addresses) if isinstance(plan, GuestPlan) else ""
            return RoomView(entering_text(where, room is not None), None, 0, key)
        return RoomView(
            state_text(room, table, bool(self._offered.addresses)),
            table,
            room.seat,
            key,
            self._offered.shown_addresses or (format_address(self.contact),),
            plan.code if self._closed else "",
            tuple(room.chat_log.lines),
            room.is_ready,
            room.is_bound,
            room.first,
            notes_text(room, self._without),
            room.other_half,
            room.gone,
            self._offered.invited or (format_address(self.contact),),
            self._ruleset_changes(table.game),
            self._games[table.game],
            self.hand_out.status(self._offered.addresses or (self.contact,)),
        )


def guest_hosts(addresses: Iterable[object]) -> list[str]:
    """Return the hosts of linked addresses, except this computer's own and link-local ones."""
    hosts = [str(address[0]) for address in addresses if isinstance(address, tuple)]
    return [host for host in hosts if "%" not in host and not is_local(host)][:MOST_GUESTS]
