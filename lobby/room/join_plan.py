"""Plans for entering a room: to open one, to join one, or to return to one after its match."""

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

    `code` is the invite code, or "" for an open room. `bot` is the bot that plays this player's seat, or "". `port` is
    the preferred port; any free port is used if it is the default and taken.
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
    """True if the player uses a new name and key for this match only."""
    hand_out: bool = False
    """True to hand out Tether to guests from the start."""


@dataclass(frozen=True, slots=True)
class GuestPlan:
    """Plan to join the room at a typed address, which has not been looked up yet.

    `port` 0 means any free port. `by` is the member that brought this bot, if the player is a bot.
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
    """True if the player uses a new name and key for this match only."""
    others: tuple[Address, ...] = ()
    """Second address of the room, from an invitation with two."""

    @property
    def addresses(self) -> tuple[Address, ...]:
        """The one or two addresses of the room."""
        return (self.address, *self.others)


@dataclass(frozen=True, slots=True)
class RematchPlan:
    """Plan to return to a room after its match, for a rematch.

    The port stays the same, because the other players look for this player there.
    """

    fork: RoomFork
    name: str
    port: int
    code: str = ""
    bot: str = ""
    host: str = ALL
    colour: int = NO_COLOUR
    throw_away: bool = False
    """True if the player uses a new name and key for this match only."""
    game: Game | None = None
    """Game of the match, with its ruleset if it has one."""


Plan = HostPlan | GuestPlan | RematchPlan
