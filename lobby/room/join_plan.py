"""How somebody comes into a room: opens one, goes to one, or comes back after its match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.engine.game import Game
from core.engine.options import Value
from lobby.discovery.broadcast import ALL
from lobby.players.colours import NO_COLOUR
from lobby.room.room_fork import Onward
from lobby.room.timer import USUAL
from net.channels.addresses import PORT, Address


@dataclass(frozen=True, slots=True)
class HostPlan:
    """What room is opened. `code` is the invite code, "" for an open room; `bot` which bot plays the own seat, if one
    does; `port` is any free one if the usual one was not wanted expressly and is taken.
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
    """Whether it is played under a name and a key for this once."""


@dataclass(frozen=True, slots=True)
class GuestPlan:
    """Where a guest goes: an address as it was read, not yet looked up. `port` 0 is any free one. `by` is who has
    brought this bot.
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
    """As in `HostPlan`."""


@dataclass(frozen=True, slots=True)
class AgainPlan:
    """The way back into a room after its match, for a rematch; on the port of before, where the others look for one."""

    way: Onward
    name: str
    port: int
    code: str = ""
    bot: str = ""
    host: str = ALL
    colour: int = NO_COLOUR
    throw_away: bool = False
    """As in `HostPlan`."""


Plan = HostPlan | GuestPlan | AgainPlan
