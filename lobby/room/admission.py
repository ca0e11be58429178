"""Admission of newcomers: the choice of those that the chair of a room appends to its bench.

Each newcomer is charged to the quota of a host or a member.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lobby.room.seating import PresentMembers, is_rejected
from lobby.room.seniority import (
    MAX_PER_HOST,
    MAX_PER_RELAYER,
    Bench,
    Entry,
    append_entry,
    final_source,
    members_on,
    short_id,
)
from lobby.room.signed_records import Record


def requests_place(bench: Bench, record: Record) -> bool:
    """Return True if a member without a place asks for a place on this bench.

    A newcomer has the bench of the member that let it in. A member that was separated for a while has a bench that
    contains members of ours.
    """
    return not set(members_on(record.bench)).isdisjoint(members_on(bench))


def is_in_other_half(bench: Bench, record: Record) -> bool:
    """Return True if a member belongs to another half of the room.

    Its bench then contains no member of our half.
    """
    return (
        bool(record.bench) and short_id(record.identity) not in members_on(bench) and not requests_place(bench, record)
    )


def admit_newcomers(
    bench: Bench,
    chair: bytes,
    home: bytes,
    present_members: PresentMembers,
    linked: Mapping[bytes, bytes],
    seats: int,
    gone: Collection[bytes] = (),
) -> Bench:
    """Return the chair's bench with all members that may have a place.

    `linked` contains the members linked with the chair and their hosts. `home` is the chair's own computer, from which
    any number of members may come. `gone` are members that have just left.
    """
    for who, one in present_members.items():
        if who in members_on(bench) or not requests_place(bench, one):
            continue
        via = _choose_origin(bench, one, home, present_members, linked)
        longer = append_entry(bench, Entry(who, via, 0, chair, chair), present_members) if via else bench
        if longer is not bench and not is_rejected(longer, present_members, seats):
            bench = longer
    return tuple(_with_new_relayer(bench, entry, present_members, linked, gone) for entry in bench)


def _choose_origin(
    bench: Bench, record: Record, home: bytes, present_members: PresentMembers, linked: Mapping[bytes, bytes]
) -> bytes:
    """Return the host or the member through which a newcomer enters, or b"" if no quota is left."""
    who = short_id(record.identity)
    if record.by:
        return record.by if record.by in members_on(bench) else b""
    if who in linked:
        via = linked[who]
        return via if via == home or _has_host_quota(bench, present_members, via) else b""
    for relayer in _possible_relayers(bench, who, present_members):
        host = reported_host(present_members[relayer], who)
        count = _count_entered_through(bench, relayer, present_members)
        if count < MAX_PER_RELAYER and _has_host_quota(bench, present_members, host):
            return relayer
    return b""


def _count_entered_through(bench: Bench, relayer: bytes, present_members: PresentMembers) -> int:
    """Return the number of members that entered through this member or others of the same source."""
    places = {entry.member: entry for entry in bench}
    charged = final_source(bench, places[relayer])
    others = [e for e in bench if e.origin in places and e.member not in _brought_bots(present_members)]
    return sum(entry.member in present_members and final_source(bench, entry) == charged for entry in others)


def _has_host_quota(bench: Bench, present_members: PresentMembers, host: bytes) -> bool:
    """Return True if a host's quota, counted over all links, has room for one more member."""
    others = [e for e in bench if e.member in present_members and e.member not in _brought_bots(present_members)]
    hosts = [
        reported_host(present_members[e.origin], e.member) if e.origin in present_members else e.origin for e in others
    ]
    return hosts.count(host) < MAX_PER_HOST


def _possible_relayers(bench: Bench, who: bytes, present_members: PresentMembers) -> list[bytes]:
    """Return the members that are linked with a newcomer and may vouch for it.

    A member that needs a voucher itself may not vouch for a newcomer.
    """
    places = members_on(bench)
    able = (e for e in bench if e.member in present_members and e.origin not in places)
    return [entry.member for entry in able if reported_host(present_members[entry.member], who)]


def reported_host(relayer: Record, who: bytes) -> bytes:
    """Return the host of a member that is linked with `relayer`, as `relayer` reports it, or b""."""
    return dict(zip(relayer.near, relayer.hosts)).get(who, b"")


def _brought_bots(present_members: PresentMembers) -> Collection[bytes]:
    return {bot for one in present_members.values() for bot in one.brings}


def _with_new_relayer(
    bench: Bench, entry: Entry, present_members: PresentMembers, linked: Mapping[bytes, bytes], gone: Collection[bytes]
) -> Entry:
    """Return the entry, with a new relayer if the old one is gone or no longer vouches for the member."""
    one = present_members.get(entry.member)
    if one is None or one.by or entry.origin not in (*gone, *members_on(bench)):
        return entry
    if entry.origin in present_members and entry.member in present_members[entry.origin].near:
        return entry
    others = [
        relayer for relayer in _possible_relayers(bench, entry.member, present_members) if relayer != entry.member
    ]
    return entry._replace(origin=linked.get(entry.member) or (others or [entry.origin])[0])
