"""Fork of a room: members leave for a new one without one member, and keep all else.

The first on the bench cannot be put out, since nobody came before it. If it is in the way the others continue without
it. The id of their room follows from the old one and from the member left behind. Bench, settings and invite code stay
the same. So all that choose to leave meet again, each at its own time. Bots go with the member that brought them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.codec import H
from lobby.room.seating import Here
from lobby.room.seniority import Bench, agreed, names, short
from lobby.room.signed_records import Record, RoomSettings
from net.channels.addresses import Address


class RoomFork(NamedTuple):
    """Destination of a member that moves on, and what it brings."""

    room: bytes
    """Id of the new room."""
    without: str
    """Name of the member left behind."""
    settings: RoomSettings
    bench: Bench
    brings: tuple[bytes, ...]
    against: tuple[bytes, ...]
    dials: tuple[Address, ...]


def fork_of(room: bytes, target: Record, settings: RoomSettings, bench: Bench, here: Here, me: Record) -> RoomFork:
    """Return the way to the room of those who continue without the target."""
    leaving = short(target.identity)
    left = {leaving, *target.brings}
    going = [one for who, one in here.items() if who not in left and who != short(me.identity)]
    return RoomFork(
        H("tether.without", [room, target.identity]),
        target.name,
        settings,
        agreed(bench, [one.bench for one in going if one.bench], left),
        me.brings,
        tuple(dict.fromkeys((*me.against, leaving))),
        tuple(address for one in going for address in one.addresses),
    )


def fork_supporters(target: bytes, here: Here, gone: Mapping[bytes, Record]) -> list[str]:
    """Return the names of those who want to continue without a member, or have done so."""
    both = {**gone, **here}
    return sorted(one.name for who, one in both.items() if one.person and who != target and target in one.against)


def bot_follows(target: bytes, bench: Bench, here: Here, gone: Mapping[bytes, Record], me: Record) -> bool:
    """Return True if a bot continues without a member.

    It follows the member that brought it. Otherwise it follows once most persons that came before it have gone.
    """
    went = {who for who, one in gone.items() if one.person and target in one.against}
    if me.by:
        return me.by in went
    places = names(bench)
    before = places[: places.index(short(me.identity))] if short(me.identity) in places else places
    others = {who for who in before if who in here and here[who].person and who != target} | went
    return 2 * len(went) > len(others)
