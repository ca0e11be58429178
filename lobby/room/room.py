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
from lobby.room.room_fork import RoomFork, bot_follows, make_fork
from lobby.room.seniority import members_on, short_id
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
        fork: RoomFork | None = None,
    ) -> None:
        """Enter a room; the arguments are those of `RoomState`."""
        super().__init__(room, signer, me, games, number, settings, contact, fork)
        self._sender = RoomSender(self)
        self._receiver = RoomReceiver(self, self._sender, self._advance)
        self.add_peer, self.remove_peer, self.receive = (
            self._receiver.add_peer,
            self._receiver.remove_peer,
            self._receiver.receive,
        )

    def report_notice(self, words: str) -> None:
        """Add a notice about the links, to show to the player."""
        self.notes.append(words)

    # -- player actions --

    def request_seat(self, seat: int) -> None:
        """Ask for a seat, or for no seat (`STAND`)."""
        if not self.is_bound and seat != self.me.seat:
            self.set_own_record(self.me._replace(seat=seat))

    def request_colour(self, colour: int) -> None:
        """Ask for a colour of `COLOURS`, from 1, or for no particular one (`NO_COLOUR`)."""
        if not self.is_bound and 0 <= colour <= len(COLOURS) and colour != self.me.colour:
            self.set_own_record(self.me._replace(colour=colour))

    def seat_bot(self, bot: bytes) -> None:
        """Let a bot that this member has brought take a seat."""
        who = short_id(bot)
        if who not in self.me.brings and len(self.me.brings) < MAX_SEATS - 1:
            self.set_own_record(self.me._replace(brings=(*self.me.brings, who)))

    def set_addresses(self, addresses: Sequence[Address]) -> None:
        """Set the addresses at which this member can be reached."""
        self.hosts = {address[0] for address in addresses}
        told = public_addresses(addresses)
        if told != self.me.addresses:
            self.set_own_record(self.me._replace(addresses=told))

    def vote_out(self, identity: bytes) -> None:
        """Vote for the removal of a member; a bot of this member is removed at once.

        A second vote against the same member covers everybody from the same host, now and later.
        """
        who = short_id(identity)
        if self.is_bound or identity == self.identity:
            return
        if who in self.me.brings:
            self.set_own_record(self.me._replace(brings=tuple(bot for bot in self.me.brings if bot != who)))
            return
        places = {entry.member: entry.origin for entry in self.bench}
        via = places.get(who, who)
        named = via if who in self.me.against and via not in places else who
        if named not in self.me.against:
            self.set_own_record(self.me._replace(against=(*self.me.against, named)[-MOST_AGAINST:]))

    def continue_without(self, identity: bytes) -> None:
        """Leave this room for a new one without a certain member, like others who do the same."""
        target, settings = self.present_members.get(short_id(identity)), self.settings
        if not self.is_bound and target is not None and settings is not None and identity != self.identity:
            self.set_own_record(self.me._replace(against=(*self.me.against, short_id(identity))[-MOST_AGAINST:]))
            self.fork = make_fork(self.id, target, settings, self.bench, self.present_members, self.me)

    def join_half(self) -> None:
        """Leave this half of the room, and join the other half as a newcomer."""
        half = next((one for one in self.members if self.is_in_other_half(one)), None)
        if half is not None and not self.is_bound:
            self.set_own_record(self.me._replace(status=Status.GONE, state=b""))
            self._sender.queue_state()
            self._receiver.enter_again(half)

    def set_options(self, chosen: Mapping[str, Value]) -> None:
        """Set options of the game, or the timer; raise `OptionError` if a value is invalid."""
        if self.settings is not None:
            options, timer = split_timer(chosen)
            values = self.games[self.settings.game].options.complete_values(options)
            self._write_settings(self.settings._replace(options=values, timer=timer))

    def set_seats(self, seats: int) -> None:
        """Set the number of seats, which must not be below the number of taken seats."""
        table = self.table
        if table is None or self.settings is None or seats not in self.games[self.settings.game].seat_counts:
            return
        if seats >= table.taken_count:
            self._write_settings(self.settings._replace(seats=seats))

    def set_ready(self, ready: bool) -> None:
        """Declare that this member is ready for the current state of the room, or withdraw that.

        All seats must be taken, one of them by this member.
        """
        if not self.is_bound:
            self.start.keen = self.start.ready_state(self.table) if ready else b""
            self._advance()

    def chat(self, text: str) -> bool:
        """Send a line of chat; return True if it was sent.

        It is not sent if it comes too soon after the last one, or if nothing is left of the text after cleaning.
        """
        signed = self.chat_log.sign_line(self.me.name, text, self.now)
        if signed is not None:
            self._sender.queue_news(True, signed[1], signed)
        return signed is not None

    def leave(self) -> None:
        """Leave the room; the pending messages announce the departure."""
        if self.superseded:
            return
        if self.start.table is None:
            self.set_own_record(self.me._replace(status=Status.GONE, state=b""))
        self._sender.queue_state()
        self._sender.queue_state()

    def _write_settings(self, settings: RoomSettings) -> None:
        """Change the settings, if this member has a seat; the others would reject changes by a member without one."""
        if not self.is_bound and self.seat:
            self.current_settings.change(settings, self.now)
            self.mark_outdated()
            self.schedule_message()

    # -- time --

    def tick(self, now: float) -> None:
        """Advance to the time `now`."""
        self.now = now
        if self.start.table is None and self.members.drop_silent(now):
            self.mark_outdated()
        self.members.forget_gone(now)
        if self.settings is None or self.me.status == Status.GONE or self.superseded:
            return
        self.entered = now if self.entered is None else self.entered
        self._receiver.keep_addresses()
        self._keep_assigned_seat()
        self._advance()
        target = self.present_members.get(short_id(self.first))
        if target is not None and self.me.bot and not self.is_bound:  # a bot goes along with the others
            who = short_id(target.identity)
            if who in members_on(self.bench) and bot_follows(
                who, self.bench, self.present_members, self.members.gone, self.me
            ):
                self.continue_without(target.identity)
        if now >= self.due or now - self.sent_at >= SAY_EVERY:
            self._sender.queue_state()

    def process(self, now: float) -> None:
        """Do nothing, because a room acts on its ticks and on the data that it receives."""

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the messages to send, each with its recipient."""
        return self._sender.take_data()

    def _keep_assigned_seat(self) -> None:
        """Make the assigned seat the requested one, once this member has had it for a while."""
        seat, since = self.seat, self.own_seat.since
        if (
            not self.is_bound
            and seat not in (0, self.me.seat)
            and self.me.seat != STAND
            and self.now - since >= SEAT_SETTLES_AFTER
        ):
            self.set_own_record(self.me._replace(seat=seat))

    def _advance(self) -> None:
        """Update this member's status according to the state of the room."""
        if self.start.table is not None or self.me.status == Status.GONE:
            return
        status, state = self.start.next_status(self.me, self.table, self.members.record_of, self.now)
        if (status, state) != (self.me.status, self.me.state):
            self.set_own_record(self.me._replace(status=status, state=state))
