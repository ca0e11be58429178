"""Session of a match that begins in a room: the room in a separate thread, and then the match."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from client.session.match_session import MatchSession, drain_queue
from core.engine.options import Value
from lobby.discovery.probe import MatchHasBegun, RoomTrouble, Trouble
from lobby.players.identity import Identity
from lobby.players.known_players import KnownPlayers
from lobby.room.bots import RequestedBot, RoomBots
from lobby.room.join import RoomClient, RoomView
from lobby.room.join_plan import Plan, RematchPlan
from lobby.room.room import Room
from lobby.room.seniority import short_id
from net.channels.addresses import Address
from net.replication.entry_log import EntryLogInUse
from net.session.kept_matches import BOTS, find_match
from net.session.peer_config import PeerConfig, seat_directory
from net.text.errors import error_reason_with_file
from net.transport.udp import PortBusy, UdpPeer


class MatchBegins(NamedTuple):
    """Message that the room's match begins, with our seat, the seating and the game."""

    seat: int
    config: PeerConfig


class RoomExclusion(NamedTuple):
    """Message that our seat is excluded from the room, with the reason.

    It also has a flag, which is True if another invite code may help.
    """

    words: str
    code: bool = False

    @classmethod
    def from_failure(cls, failure: Exception) -> RoomExclusion:
        """Return the message that reports a failure to the player."""
        return cls(
            error_reason_with_file(failure) or type(failure).__name__, isinstance(failure, Trouble) and failure.code
        )


class StoredSeat(NamedTuple):
    """Message that a match in which we have a seat has begun in the room.

    It has the directory of the match and the address of the room.
    """

    home: Path
    where: Address


class Remark(NamedTuple):
    """Note for the player, for example that a bot cannot join."""

    words: str


RoomNews = RoomView | MatchBegins | StoredSeat | RoomExclusion | Remark


class RoomActions:
    """The player's actions in a room; they run in the session's thread, in which `call` runs a function."""

    def __init__(
        self, joining: RoomClient, bots: RoomBots, code: str, call: Callable[[Callable[[], object]], None],
        refuse: Callable[[str], object],
    ) -> None:  # fmt: skip
        """Create the actions; `code` is the invite code for bots, and `refuse` tells the player about a problem."""
        self._joining, self._bots, self._code, self._call, self._refuse = joining, bots, code, call, refuse

    def add_bot(self, bot: RequestedBot, names: Collection[str] = ()) -> None:
        """Add a bot to the room, under its own name or one that is not among `names`."""
        self._call(lambda: self._bots.add(self._joining.contact, self._code, bot, names=names))

    def vote_out(self, identity: bytes) -> None:
        """Vote to remove a member from the room; one of our bots leaves at once.

        A second vote for the same member covers all members from the same host, now and later.
        """
        self._call(lambda: self._bots.remove(identity))
        self._in_room(lambda room: room.vote_out(identity))

    def continue_without(self, identity: bytes) -> None:
        """Continue in another room without this member, with all members who do the same."""
        self._in_room(lambda room: room.continue_without(identity))

    def join_half(self) -> None:
        """Join the other half of a divided room, as a newcomer."""
        self._in_room(lambda room: room.join_half())

    def start_hand_out(self) -> None:
        """Hand out Tether to guests without it."""
        self._call(self._joining.start_hand_out)

    def stop_hand_out(self) -> None:
        """Stop handing out Tether."""
        self._call(self._joining.hand_out.stop)

    def take_seat(self, seat: int) -> None:
        """Claim a seat."""
        self._in_room(lambda room: room.request_seat(seat))

    def set_seats(self, seats: int) -> None:
        """Change the number of seats in the room."""
        self._in_room(lambda room: room.set_seats(seats))

    def set_options(self, options: Mapping[str, Value]) -> None:
        """Change the options of the room."""
        chosen = dict(options)
        self._in_room(lambda room: room.set_options(chosen))

    def set_colour(self, colour: int) -> None:
        """Request this colour for our seat."""
        self._in_room(lambda room: room.request_colour(colour))

    def set_ready(self, ready: bool) -> None:
        """Set if our seat is ready for the match."""
        self._in_room(lambda room: room.set_ready(ready))

    def send_chat(self, text: str) -> None:
        """Send a line of chat to the room."""
        self._in_room(lambda room: self._say_in(room, text))

    def _in_room(self, action: Callable[[Room], object]) -> None:
        """Run an action in the room, if the room is there already."""
        self._call(lambda: action(self._joining.room) if self._joining.room is not None else None)

    def _say_in(self, room: Room, text: str) -> None:
        if not room.chat(text):
            self._refuse("Too fast: send it again in a moment.")


class RoomSession(MatchSession):
    """Session of a seat at a table that first gathers in a room; `room_news` returns the room's news."""

    def __init__(
        self, plan: Plan, identity: Identity, keep: Path | None = None,
        known: KnownPlayers | None = None,
    ) -> None:  # fmt: skip
        """Create the session; `known` records the players that it meets, in the session's thread."""
        self.room_inbox: queue.SimpleQueue[RoomNews] = queue.SimpleQueue()
        self.plan, self._keep_in = plan, keep
        self.joining = RoomClient(plan, identity, self.room_inbox.put, None, keep, known)
        keep_bots = None if keep is None else keep / BOTS
        self.bots = RoomBots(self._cannot_come, keep_bots, identity.key, self.joining.seat_bot)
        super().__init__(self.bots)
        self.room = RoomActions(self.joining, self.bots, plan.code, self._call, self._remark)

    def room_news(self) -> list[RoomNews]:
        """Return all news of the room since the last call."""
        return drain_queue(self.room_inbox)

    def rematch_plan(self) -> tuple[RematchPlan, tuple[RequestedBot, ...], frozenset[bytes]] | None:
        """Return the plan for a rematch, our bots, and the players who may come back, or None."""
        way, room = self.joining.rematch_plan(), self.joining.room
        if way is None or room is None or room.table is None:
            return None
        own = self.joining.identity.key
        bots = tuple(
            RequestedBot(place.bot, place.name, place.colour)
            for place in room.table.seated_members
            if place.bot and short_id(own) == short_id(place.by)
        )
        return way, bots, frozenset(place.identity for place in room.table.seated_members if place.is_person)

    def _remark(self, words: str) -> None:
        self.room_inbox.put(Remark(words))

    def _cannot_come(self, words: str) -> None:
        self._remark(f"A bot cannot play: {words}")

    def _leave(self) -> None:
        super()._leave()
        self.joining.leave()

    async def _open(self, cleanup: contextlib.ExitStack) -> UdpPeer | None:
        try:
            begun = await self.joining.run()
            if begun is None:
                return None
            peer = begun.peer(self._queue_report, cleanup)
            self.home, self.timer = seat_directory(begun.config, peer.driver.at.room), begun.config.timer
        except MatchHasBegun as begun_before:
            home = find_match(begun_before.match, (self._keep_in,))
            self.room_inbox.put(
                RoomExclusion.from_failure(begun_before) if home is None else StoredSeat(home, begun_before.where)
            )
            return None
        except (RoomTrouble, PortBusy, EntryLogInUse, OSError, ValueError) as wrong:
            self.room_inbox.put(RoomExclusion.from_failure(wrong))
            return None
        self.room_inbox.put(MatchBegins(begun.config.seat, begun.config))
        return peer
