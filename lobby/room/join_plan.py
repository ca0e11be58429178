"""Ways into a room: open one, go to one, or come back after its match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.game import Game
from core.engine.options import Value
from lobby.discovery.broadcast import ALL
from lobby.players.colours import NO_COLOUR
from lobby.room.room_fork import RoomFork
from lobby.room.timer import USUAL
from net.channels.addresses import PORT, Address


@dataclass(frozen=True, slots=True)
class HostPlan:
    """Plan to open a room.

    `code` is the invite code, "" for an open room. `bot` names the bot that plays this player's seat, if one does.
    `port` is any free one if the usual port is taken and was not asked for.
    """

    game: Game
    seats: int
    options: Mapping[str, Value]
    name: str
    port: int = PORT
    code: str = ""
    bot: str = ""
    host: str = ALL
    timer: int = USUAL
    colour: int = NO_COLOUR
    throw_away: bool = False
    """True if the match is played under a name and a key for one match."""


@dataclass(frozen=True, slots=True)
class GuestPlan:
    """Plan of a guest: an address as it was typed, not yet looked up.

    `port` 0 is any free one. `by` is the member that brought this bot.
    """

    address: Address
    name: str
    code: str = ""
    port: int = 0
    bot: str = ""
    host: str = ALL
    by: bytes = b""
    colour: int = NO_COLOUR
    throw_away: bool = False
    """Same as in `HostPlan`."""
    others: tuple[Address, ...] = ()
    """Further address of the room, from an invitation with two."""

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The one or two addresses of the room."""
        return (self.address, *self.others)


@dataclass(frozen=True, slots=True)
class RematchPlan:
    """Plan to return to a room after its match, for a rematch.

    The port stays the same, as the others look for it there.
    """

    way: RoomFork
    name: str
    port: int
    code: str = ""
    bot: str = ""
    host: str = ALL
    colour: int = NO_COLOUR
    throw_away: bool = False
    """Same as in `HostPlan`."""


Plan = HostPlan | GuestPlan | RematchPlan
