"""Going on without somebody: those who want it leave a room for a new one, and keep all but the one.

The first on the bench cannot be put out, since nobody came before it. If it is in the way the others go on without it:
whoever presses leaves for a room whose id follows from the old one and from who stays behind, with the same bench,
settings and invite code. So all who press meet again, each at its own time. Bots go with who has brought them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.engine.codec import H
from lobby.room.seating import Here
from lobby.room.seniority import Bench, agreed, names, short
from lobby.room.signed_records import Record, Settings
from net.channels.addresses import Address


class Onward(NamedTuple):
    """Where to somebody goes who goes on, and what it brings."""

    room: bytes
    """The id of the new room."""
    without: str
    """The name of who stays behind."""
    settings: Settings
    bench: Bench
    brings: tuple[bytes, ...]
    against: tuple[bytes, ...]
    dials: tuple[Address, ...]


def onward(room: bytes, target: Record, settings: Settings, bench: Bench, here: Here, me: Record) -> Onward:
    """The way to the room of those who go on without the target."""
    leaving = short(target.identity)
    left = {leaving, *target.brings}
    going = [one for who, one in here.items() if who not in left and who != short(me.identity)]
    return Onward(
        H("tether.without", [room, target.identity]),
        target.name,
        settings,
        agreed(bench, [one.bench for one in going if one.bench], left),
        me.brings,
        tuple(dict.fromkeys((*me.against, leaving))),
        tuple(address for one in going for address in one.addresses),
    )


def wanting(target: bytes, here: Here, gone: Mapping[bytes, Record]) -> list[str]:
    """The names of those who want to go on without somebody, or have."""
    both = {**gone, **here}
    return sorted(one.name for who, one in both.items() if one.person and who != target and target in one.against)


def bot_follows(target: bytes, bench: Bench, here: Here, gone: Mapping[bytes, Record], me: Record) -> bool:
    """Whether a bot goes on without somebody: with who has brought it; or if nobody has, once most of those persons
    have who came before it.
    """
    went = {who for who, one in gone.items() if one.person and target in one.against}
    if me.by:
        return me.by in went
    places = names(bench)
    before = places[: places.index(short(me.identity))] if short(me.identity) in places else places
    others = {who for who in before if who in here and here[who].person and who != target} | went
    return 2 * len(went) > len(others)
