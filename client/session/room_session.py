"""A match that begins in a room, behind a window: the room in a thread of its own, then the match."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from client.session.match_session import Session, emptied
from core.engine.options import Value
from lobby.discovery.probe import RoomTrouble, Trouble
from lobby.players.identity import Identity
from lobby.players.known_players import KnownPlayers
from lobby.room.bots import RoomBots
from lobby.room.join import Joining, RoomView
from lobby.room.join_plan import AgainPlan, Plan
from lobby.room.room import Room
from lobby.room.seniority import short
from net.replication.entry_log import EntryLogInUse
from net.session.kept_matches import BOTS
from net.session.runner import PeerConfig, seat_home
from net.text.errors import blamed
from net.transport.udp import PortBusy, UdpPeer


class Begins(NamedTuple):
    """The match of a room begins: the own seat, who sits where, and what is played."""

    seat: int
    config: PeerConfig


class Shut(NamedTuple):
    """One cannot stay in the room: why, and whether another invite code may help."""

    words: str
    code: bool = False

    @classmethod
    def by(cls, failure: Exception) -> Shut:
        """What has failed, as the player is told."""
        return cls(blamed(failure) or type(failure).__name__, isinstance(failure, Trouble) and failure.code)


class Remark(NamedTuple):
    """Something that the player should know, for instance that a bot cannot come."""

    words: str


News = RoomView | Begins | Shut | Remark


class RoomSession(Session):
    """A seat at a table that comes together in a room first: what is heard of the room is in `room_news`."""

    def __init__(
        self, plan: Plan, identity: Identity, keep: Path | None = None,
        known: KnownPlayers | None = None,
    ) -> None:  # fmt: skip
        """`known` learns, in the session's thread, whom one has met."""
        self.room_inbox: queue.SimpleQueue[News] = queue.SimpleQueue()
        self.plan = plan
        self.joining = Joining(plan, identity, self.room_inbox.put, None, keep, known)
        keep_bots = None if keep is None else keep / BOTS
        self.bots = RoomBots(self._cannot_come, keep_bots, identity.key, self.joining.bring)
        super().__init__(self.bots)

    def room_news(self) -> list[News]:
        """Everything heard of the room since the last call."""
        return emptied(self.room_inbox)

    def again(self) -> tuple[AgainPlan, tuple[str, ...], frozenset[bytes]] | None:
        """After the match: the way back, the bots that one had brought, and who may come back as well."""
        way, room = self.joining.again(), self.joining.room
        if way is None or room is None or room.table is None:
            return None
        own = self.joining.identity.key
        bots = tuple(place.bot for place in room.table.seated if place.bot and short(own) == short(place.by))
        return way, bots, frozenset(place.identity for place in room.table.seated if place.person)

    def add_bot(self, bot: str, names: Collection[str] = ()) -> None:
        """A bot comes to the room, under another name than these."""
        self._call(lambda: self.bots.add(self.joining.contact, self.plan.code, bot, names=names))

    def put_out(self, identity: bytes) -> None:
        """Wants somebody out of the room, and the second time all from the same host; an own bot goes at once."""
        self._call(lambda: self.bots.remove(identity))
        self._in_room(lambda room: room.put_out(identity))

    def go_on_without(self, identity: bytes) -> None:
        """Goes on in another room, with all who do the same."""
        self._in_room(lambda room: room.go_on_without(identity))

    def join_half(self) -> None:
        """Goes over to another half of the room, as a newcomer."""
        self._in_room(lambda room: room.join_half())

    def sit(self, seat: int) -> None:
        """Claims a seat."""
        self._in_room(lambda room: room.sit(seat))

    def set_seats(self, seats: int) -> None:
        """The room has another number of seats."""
        self._in_room(lambda room: room.set_seats(seats))

    def set_options(self, options: Mapping[str, Value]) -> None:
        """The room plays with other options."""
        chosen = dict(options)
        self._in_room(lambda room: room.set_options(chosen))

    def set_colour(self, colour: int) -> None:
        """Wants this colour."""
        self._in_room(lambda room: room.set_colour(colour))

    def set_ready(self, ready: bool) -> None:
        """Is ready for the match, or is not."""
        self._in_room(lambda room: room.set_ready(ready))

    def say(self, text: str) -> None:
        """Says a line to the room."""
        self._in_room(lambda room: self._say_in(room, text))

    def _in_room(self, action: Callable[[Room], object]) -> None:
        """Does something in the room, if it is there already."""
        self._call(lambda: action(self.joining.room) if self.joining.room is not None else None)

    def _say_in(self, room: Room, text: str) -> None:
        if not room.chat(text):
            self.room_inbox.put(Remark("Too fast: send it again in a moment."))

    def _cannot_come(self, words: str) -> None:
        self.room_inbox.put(Remark(f"A bot cannot play: {words}"))

    def _leave(self) -> None:
        super()._leave()
        self.joining.leave()

    async def _open(self, cleanup: contextlib.ExitStack) -> UdpPeer | None:
        try:
            begun = await self.joining.run()
            if begun is None:
                return None
            peer = begun.peer(self._tell, cleanup)
            self.home, self.timer = seat_home(begun.config, peer.driver.at.room), begun.config.timer
        except (RoomTrouble, PortBusy, EntryLogInUse, OSError, ValueError) as wrong:
            self.room_inbox.put(Shut.by(wrong))
            return None
        self.room_inbox.put(Begins(begun.config.seat, begun.config))
        return peer
