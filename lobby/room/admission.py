"""Whom the chair of a room appends to its bench, and to what each one is charged."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lobby.room.seating import Here, unwanted
from lobby.room.seniority import OF_ONE_HOST, OF_ONE_RELAYER, Bench, Entry, appended, names, short, source
from lobby.room.signed_records import Record


def asks(bench: Bench, one: Record) -> bool:
    """Whether somebody without a place wants one here: a newcomer has the bench of who has let it in, and somebody who
    was apart has one that names some of ours.
    """
    return not set(names(one.bench)).isdisjoint(names(bench))


def elsewhere(bench: Bench, one: Record) -> bool:
    """Whether somebody holds a bench that names nobody of this one: that of another half of the room."""
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
    """The chair's bench with everybody who may have a place. `linked` are those with whom it is linked, and from where;
    `home` is its own computer, from which any number may come; `gone` are those who have just left.
    """
    for who, one in here.items():
        if who in names(bench) or not asks(bench, one):
            continue
        via = _via(bench, one, home, here, linked)
        longer = appended(bench, Entry(who, via, 0, chair, chair), here) if via else bench
        if longer is not bench and not unwanted(longer, here, seats):
            bench = longer
    return tuple(_taken_over(bench, entry, here, linked, gone) for entry in bench)


def _via(bench: Bench, one: Record, home: bytes, here: Here, linked: Mapping[bytes, bytes]) -> bytes:
    """How somebody comes, or nothing if that way has enough already."""
    who = short(one.identity)
    if one.by:
        return one.by if one.by in names(bench) else b""
    if who in linked:
        via = linked[who]
        return via if via == home or _fits(bench, here, via) else b""
    for relayer in _relayers(bench, who, here):
        if _by(bench, relayer, here) < OF_ONE_RELAYER and _fits(bench, here, told_host(here[relayer], who)):
            return relayer
    return b""


def _by(bench: Bench, relayer: bytes, here: Here) -> int:
    """How many come by a member, or by another one from where that came."""
    places = {entry.who: entry for entry in bench}
    charged = source(bench, places[relayer])
    others = [e for e in bench if e.via in places and e.who not in _brought(here)]
    return sum(entry.who in here and source(bench, entry) == charged for entry in others)


def _fits(bench: Bench, here: Here, host: bytes) -> bool:
    """Whether one more may come from a host, whoever is linked with it."""
    others = [e for e in bench if e.who in here and e.who not in _brought(here)]
    hosts = [told_host(here[e.via], e.who) if e.via in here else e.via for e in others]
    return hosts.count(host) < OF_ONE_HOST


def _relayers(bench: Bench, who: bytes, here: Here) -> list[bytes]:
    """Who is linked with somebody and may answer for it: nobody whom another one answers for."""
    places = names(bench)
    able = (e for e in bench if e.who in here and e.via not in places)
    return [entry.who for entry in able if told_host(here[entry.who], who)]


def told_host(relayer: Record, who: bytes) -> bytes:
    """Where a member says that somebody comes from whom it is linked with, or nothing."""
    return dict(zip(relayer.near, relayer.hosts)).get(who, b"")


def _brought(here: Here) -> Collection[bytes]:
    return {bot for one in here.values() for bot in one.brings}


def _taken_over(
    bench: Bench, entry: Entry, here: Here, linked: Mapping[bytes, bytes], gone: Collection[bytes]
) -> Entry:
    """Whoever was named by one member alone that is gone, or names it no more, comes by another one that does."""
    one = here.get(entry.who)
    if one is None or one.by or entry.via not in (*gone, *names(bench)):
        return entry
    if entry.via in here and entry.who in here[entry.via].near:
        return entry
    others = [relayer for relayer in _relayers(bench, entry.who, here) if relayer != entry.who]
    return entry._replace(via=linked.get(entry.who) or (others or [entry.via])[0])
