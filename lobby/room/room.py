"""A room before its match: its seats, the game to play and the start, without clock, socket or task.

A room belongs to nobody. Each member publishes a signed, numbered record about itself (`lobby.room.signed_records`).
All members forward the records that they received, in messages (`lobby.room.messages`) inside links. The whole state of
a room is derived from the records, the settings and the bench. The bench is the order in which members came
(`lobby.room.seniority`). Every member derives the state by the same functions (`seating`). Members with the same
records see the same room, in whatever order the records arrive.

A member that falls silent is absent, but keeps its place. A member that announces its departure gives up its place. The
room continues with the others, and parts that were separated for a while are merged again.

Members read only the records of members with a place on the bench. The first present member on the bench gives the
places. Nobody can take anything away from a member that came before (docs/internals/rooms.md).

A room has a receiver (`lobby.room.inbound`) and a sender (`lobby.room.outbound`). All three share the state
(`lobby.room.state`); this module has the actions of the player.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from core.engine.game import Game
from core.engine.options import Value
from lobby.players.colours import COLOURS
from lobby.room.inbound import RoomReceiver
from lobby.room.outbound import RoomSender
from lobby.room.room_fork import RoomFork, bot_follows, fork_of
from lobby.room.seniority import names, short
from lobby.room.signed_records import MOST_AGAINST, STAND, RoomSettings, Status
from lobby.room.state import SAY_EVERY, SEAT_SETTLES_AFTER, LocalMember, RoomState, public_addresses
from lobby.room.timer import split_timer
from net.channels.addresses import Address
from net.crypto.primitives import Signer
from net.match.genesis import MAX_SEATS

__all__ = ["LocalMember", "Room"]


class Room(RoomState):
    """One member of a room, with the actions of its player."""

    def __init__(
        self,
        room: bytes,
        signer: Signer,
        me: LocalMember,
        games: Mapping[str, Game],
        number: int,
        settings: RoomSettings | None = None,
        contact: Hashable = None,
        way: RoomFork | None = None,
    ) -> None:
        """Enter a room as `RoomState` says."""
        super().__init__(room, signer, me, games, number, settings, contact, way)
        self._sender = RoomSender(self)
        self._receiver = RoomReceiver(self, self._sender, self._advance)
        self.meet, self.part, self.hear = self._receiver.meet, self._receiver.part, self._receiver.hear

    def tell(self, words: str) -> None:
        """Add a note about the links."""
        self.notes.append(words)

    # -- player actions --

    def sit(self, seat: int) -> None:
        """Ask for a seat, or for none (`STAND`)."""
        if not self.bound and seat != self.me.seat:
            self.be(self.me._replace(seat=seat))

    def set_colour(self, colour: int) -> None:
        """Ask for a colour of `COLOURS`, from 1, or for no particular colour (`NO_COLOUR`)."""
        if not self.bound and 0 <= colour <= len(COLOURS) and colour != self.me.colour:
            self.be(self.me._replace(colour=colour))

    def bring(self, bot: bytes) -> None:
        """Let a bot that this member has brought take a seat."""
        who = short(bot)
        if who not in self.me.brings and len(self.me.brings) < MAX_SEATS - 1:
            self.be(self.me._replace(brings=(*self.me.brings, who)))

    def set_addresses(self, addresses: Sequence[Address]) -> None:
        """Set the addresses at which this member can be reached."""
        self.hosts = {address[0] for address in addresses}
        told = public_addresses(addresses)
        if told != self.me.addresses:
            self.be(self.me._replace(addresses=told))

    def put_out(self, identity: bytes) -> None:
        """Ask to put a member out; a bot of this member leaves at once.

        A second request for the same member covers everybody from the same host, now and later.
        """
        who = short(identity)
        if self.bound or identity == self.identity:
            return
        if who in self.me.brings:
            self.be(self.me._replace(brings=tuple(bot for bot in self.me.brings if bot != who)))
            return
        places = {entry.who: entry.via for entry in self.bench}
        via = places.get(who, who)
        named = via if who in self.me.against and via not in places else who
        if named not in self.me.against:
            self.be(self.me._replace(against=(*self.me.against, named)[-MOST_AGAINST:]))

    def go_on_without(self, identity: bytes) -> None:
        """Leave this room, with the others that do so, for a new room without a certain member."""
        target, settings = self.here.get(short(identity)), self.settings
        if not self.bound and target is not None and settings is not None and identity != self.identity:
            self.be(self.me._replace(against=(*self.me.against, short(identity))[-MOST_AGAINST:]))
            self.onward = fork_of(self.id, target, settings, self.bench, self.here, self.me)

    def join_half(self) -> None:
        """Leave this half of the room, and join another half as a newcomer."""
        half = next((one for one in self.members if self.is_elsewhere(one)), None)
        if half is not None and not self.bound:
            self.be(self.me._replace(status=Status.GONE, state=b""))
            self._sender.say()
            self._receiver.come_anew(half)

    def set_options(self, chosen: Mapping[str, Value]) -> None:
        """Choose options of the game or a timer; raise `OptionError` if they are invalid."""
        if self.settings is not None:
            options, timer = split_timer(chosen)
            values = self.games[self.settings.game].options.complete(options)
            self._write(self.settings._replace(options=values, timer=timer))

    def set_seats(self, seats: int) -> None:
        """Set the number of seats, but not below the number of taken seats."""
        table = self.table
        if table is None or self.settings is None or seats not in self.games[self.settings.game].seat_counts:
            return
        if seats >= table.taken:
            self._write(self.settings._replace(seats=seats))

    def set_ready(self, ready: bool) -> None:
        """Declare this seat ready for the current state of the room, or withdraw that.

        All seats must be taken, and this member must have one of them.
        """
        if not self.bound:
            self.start.keen = self.start.state(self.table) if ready else b""
            self._advance()

    def chat(self, text: str) -> bool:
        """Send a line of chat and return True, or return False if nothing is sent.

        Nothing is sent if the line comes too soon after the last one, or if the text is empty after cleaning.
        """
        signed = self.chat_log.say(self.me.name, text, self.now)
        if signed is not None:
            self._sender.hand_on(True, signed[1], signed)
        return signed is not None

    def leave(self) -> None:
        """Leave the room; the pending messages announce the departure."""
        if self.superseded:
            return
        if self.start.table is None:
            self.be(self.me._replace(status=Status.GONE, state=b""))
        self._sender.say()
        self._sender.say()

    def _write(self, settings: RoomSettings) -> None:
        """Change the settings, if this member has a seat; other members ignore changes by members without one."""
        if not self.bound and self.seat:
            self.terms.write(settings, self.now)
            self.change()
            self.soon()

    # -- time --

    def tick(self, now: float) -> None:
        """Advance to the time `now`."""
        self.now = now
        if self.start.table is None and self.members.drop_silent(now):
            self.change()
        self.members.forget_gone(now)
        if self.settings is None or self.me.status == Status.GONE or self.superseded:
            return
        self.entered = now if self.entered is None else self.entered
        self._receiver.remember()
        self._settle()
        self._advance()
        target = self.here.get(short(self.first))
        if target is not None and self.me.bot and not self.bound:  # a bot goes along with the others
            who = short(target.identity)
            if who in names(self.bench) and bot_follows(who, self.bench, self.here, self.members.gone, self.me):
                self.go_on_without(target.identity)
        if now >= self.due or now - self.said_at >= SAY_EVERY:
            self._sender.say()

    def process(self, now: float) -> None:
        """Do nothing, as a room acts on its ticks and on what it receives."""

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the messages to send, each with its recipient."""
        return self._sender.take_data()

    def _settle(self) -> None:
        """Make the assigned seat this member's wish, once the member has had it for a while."""
        seat, since = self.seat, self.own_seat.since
        if (
            not self.bound
            and seat not in (0, self.me.seat)
            and self.me.seat != STAND
            and self.now - since >= SEAT_SETTLES_AFTER
        ):
            self.be(self.me._replace(seat=seat))

    def _advance(self) -> None:
        """Update this member's status from the state of the room."""
        if self.start.table is not None or self.me.status == Status.GONE:
            return
        status, state = self.start.next(self.me, self.table, self.members.of, self.now)
        if (status, state) != (self.me.status, self.me.state):
            self.be(self.me._replace(status=status, state=state))
