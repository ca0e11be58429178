"""Fork of a room: some members move to a new room without a certain member, and keep everything else.

The first member on the bench cannot be removed, because nobody came before it. If it blocks the room, the others
continue without it. The id of their room is derived from the old room and from the member left behind. The bench, the
settings and the invite code stay the same. Therefore all members that choose to leave meet again, even if they leave at
different times. Bots go with the member that brought them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.codec import H
from lobby.room.seating import PresentMembers
from lobby.room.seniority import Bench, members_on, merge_benches, short_id
from lobby.room.signed_records import Record, RoomSettings
from net.channels.addresses import Address


class RoomFork(NamedTuple):
    """Destination of a member that moves to another room, and everything that the member keeps."""

    room: bytes
    """Id of the new room."""
    without: str
    """Name of the member left behind."""
    settings: RoomSettings
    bench: Bench
    brings: tuple[bytes, ...]
    against: tuple[bytes, ...]
    dials: tuple[Address, ...]


def make_fork(
    room: bytes, target: Record, settings: RoomSettings, bench: Bench, present_members: PresentMembers, me: Record
) -> RoomFork:
    """Return the fork to the room of those who continue without the target."""
    leaving = short_id(target.identity)
    left = {leaving, *target.brings}
    going = [one for who, one in present_members.items() if who not in left and who != short_id(me.identity)]
    return RoomFork(
        H("tether.without", [room, target.identity]),
        target.name,
        settings,
        merge_benches(bench, [one.bench for one in going if one.bench], left),
        me.brings,
        tuple(dict.fromkeys((*me.against, leaving))),
        tuple(address for one in going for address in one.addresses),
    )


def fork_supporters(target: bytes, present_members: PresentMembers, gone: Mapping[bytes, Record]) -> list[str]:
    """Return the names of the members that want to continue without a member, or already have left it."""
    both = {**gone, **present_members}
    return sorted(one.name for who, one in both.items() if one.is_person and who != target and target in one.against)


def bot_follows(
    target: bytes, bench: Bench, present_members: PresentMembers, gone: Mapping[bytes, Record], me: Record
) -> bool:
    """Return True if a bot moves to the room without a certain member.

    A bot follows the member that brought it. Other bots follow once most of the persons that came before them have
    gone.
    """
    went = {who for who, one in gone.items() if one.is_person and target in one.against}
    if me.by:
        return me.by in went
    places = members_on(bench)
    before = places[: places.index(short_id(me.identity))] if short_id(me.identity) in places else places
    others = {
        who for who in before if who in present_members and present_members[who].is_person and who != target
    } | went
    return 2 * len(went) > len(others)
