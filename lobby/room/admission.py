"""Admission of newcomers: the chair of a room selects those it appends to its bench.

Each newcomer uses the quota of a host or a member.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lobby.room.seating import Here, is_rejected
from lobby.room.seniority import MAX_PER_HOST, MAX_PER_RELAYER, Bench, Entry, appended, names, short, source
from lobby.room.signed_records import Record


def asks(bench: Bench, one: Record) -> bool:
    """Return True if a member without a place asks for a place on this bench.

    A newcomer has the bench of the member that let it in. A member that was separated has a bench that names some
    members of ours.
    """
    return not set(names(one.bench)).isdisjoint(names(bench))


def elsewhere(bench: Bench, one: Record) -> bool:
    """Return True if a member belongs to another half of the room.

    Its bench then names no member of this half.
    """
    return bool(one.bench) and short(one.identity) not in names(bench) and not asks(bench, one)


def admitted(
    bench: Bench,
    chair: bytes,
    home: bytes,
    here: Here,
    linked: Mapping[bytes, bytes],
    seats: int,
    gone: Collection[bytes] = (),
) -> Bench:
    """Return the chair's bench with all members that may have a place.

    `linked` maps the members linked with the chair to their hosts. `home` is the chair's own computer, from which any
    number of members may come. `gone` are the members that have just left.
    """
    for who, one in here.items():
        if who in names(bench) or not asks(bench, one):
            continue
        via = _via(bench, one, home, here, linked)
        longer = appended(bench, Entry(who, via, 0, chair, chair), here) if via else bench
        if longer is not bench and not is_rejected(longer, here, seats):
            bench = longer
    return tuple(_taken_over(bench, entry, here, linked, gone) for entry in bench)


def _via(bench: Bench, one: Record, home: bytes, here: Here, linked: Mapping[bytes, bytes]) -> bytes:
    """Return the host or the member through which a newcomer enters, or b"" if the quota is used up."""
    who = short(one.identity)
    if one.by:
        return one.by if one.by in names(bench) else b""
    if who in linked:
        via = linked[who]
        return via if via == home or _fits(bench, here, via) else b""
    for relayer in _possible_relayers(bench, who, here):
        if _by(bench, relayer, here) < MAX_PER_RELAYER and _fits(bench, here, told_host(here[relayer], who)):
            return relayer
    return b""


def _by(bench: Bench, relayer: bytes, here: Here) -> int:
    """Return the number of members that entered through a member or through others of the same source."""
    places = {entry.who: entry for entry in bench}
    charged = source(bench, places[relayer])
    others = [e for e in bench if e.via in places and e.who not in _brought(here)]
    return sum(entry.who in here and source(bench, entry) == charged for entry in others)


def _fits(bench: Bench, here: Here, host: bytes) -> bool:
    """Return True if the quota of a host allows one more member, through any link."""
    others = [e for e in bench if e.who in here and e.who not in _brought(here)]
    hosts = [told_host(here[e.via], e.who) if e.via in here else e.via for e in others]
    return hosts.count(host) < MAX_PER_HOST


def _possible_relayers(bench: Bench, who: bytes, here: Here) -> list[bytes]:
    """Return the members that are linked with a newcomer and may vouch for it.

    A member for which another member vouches may not vouch for a newcomer.
    """
    places = names(bench)
    able = (e for e in bench if e.who in here and e.via not in places)
    return [entry.who for entry in able if told_host(here[entry.who], who)]


def told_host(relayer: Record, who: bytes) -> bytes:
    """Return the host of a member's linked neighbour, as that member reports it, or b""."""
    return dict(zip(relayer.near, relayer.hosts)).get(who, b"")


def _brought(here: Here) -> Collection[bytes]:
    return {bot for one in here.values() for bot in one.brings}


def _taken_over(
    bench: Bench, entry: Entry, here: Here, linked: Mapping[bytes, bytes], gone: Collection[bytes]
) -> Entry:
    """Return the entry with a new relayer if its only relayer is gone or no longer names the member."""
    one = here.get(entry.who)
    if one is None or one.by or entry.via not in (*gone, *names(bench)):
        return entry
    if entry.via in here and entry.who in here[entry.via].near:
        return entry
    others = [relayer for relayer in _possible_relayers(bench, entry.who, here) if relayer != entry.who]
    return entry._replace(via=linked.get(entry.who) or (others or [entry.via])[0])
