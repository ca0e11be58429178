"""Bench of a room: the order in which members arrived, with each member's origin and seat.

All functions here are pure and work on tuples. The first present member on the bench is the *chair*. Only the chair
appends to the bench, and the others adopt what it appended. Nobody is moved behind a member that came later. An order
given by the chair, or by an earlier chair, does not change. Identities are named by their first 8 bytes here. See
docs/internals/rooms.md.

>>> ada, ben = b"A" * 8, b"B" * 8
>>> bench = append_entry((Entry(ada, ada, 1, ada),), Entry(ben, b"lan-host", 0, ada), present_members={ada})
>>> [entry.member for entry in bench], chair_of(bench, {ben})
([b'AAAAAAAA', b'BBBBBBBB'], b'BBBBBBBB')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from statistics import median_low
from typing import NamedTuple

from core.engine.codec import BadEncodingError, H

SHORT = 8
MOST_ENTRIES = 24
"""Maximum number of places on a bench, including those of absent members."""
MOST_MEMBERS = 12
"""Maximum number of present members that count."""
MAX_PER_HOST, MAX_PER_RELAYER = 3, 2
"""Maximum number of members from one host, and of members that entered through one other member.

The second limit is for members that are linked with that member only. Bots that a member has brought do not count.
"""


class Entry(NamedTuple):
    """Place on the bench: a member with its origin and its seat."""

    member: bytes
    origin: bytes
    """Origin of the member: its host (`host_origin`), a member linked with it, or the member that brought it."""
    seat: int = 0
    """Seat of the member, or 0."""
    giver: bytes = b""
    seater: bytes = b""
    """Members that gave the place (`giver`) and the seat (`seater`).

    They are known to this member only, and are never sent.
    """


Bench = tuple[Entry, ...]


def short_id(identity: bytes) -> bytes:
    """Return the first bytes of an identity, which name it on a bench."""
    return identity[:SHORT]


def host_origin(room: bytes, host: str) -> bytes:
    """Return the bytes that name a host as an origin on the bench of a room."""
    return H("tether.roomvia", [room, host.partition("%")[0]])[:SHORT]


def home_origin(room: bytes, member: bytes) -> bytes:
    """Return the bytes that name a member's own computer as an origin."""
    return H("tether.roomhome", [room, member])[:SHORT]


def pack_bench(bench: Bench) -> bytes:
    """Return the bytes of a bench as they are sent, 17 for each place."""
    return b"".join(entry.member + entry.origin + bytes([entry.seat]) for entry in bench)


def read_bench(data: bytes) -> Bench:
    """Return the bench in these bytes; raise `BadEncodingError` if they are malformed."""
    parts = [data[at : at + 2 * SHORT + 1] for at in range(0, len(data), 2 * SHORT + 1)]
    bench = tuple(Entry(part[:SHORT], part[SHORT : 2 * SHORT], part[-1]) for part in parts)
    right = len(data) == len(parts) * (2 * SHORT + 1) and len(parts) <= MOST_ENTRIES
    if not right or len({entry.member for entry in bench}) < len(bench):
        raise BadEncodingError("not a bench")
    return bench


def members_on(bench: Bench) -> list[bytes]:
    """Return the members on the bench, in order."""
    return [entry.member for entry in bench]


def chair_of(bench: Bench, present_members: Collection[bytes]) -> bytes:
    """Return the first present member on the bench, or b"" if there is none."""
    return next((entry.member for entry in bench if entry.member in present_members), b"")


def origins(bench: Bench, entry: Entry) -> tuple[bytes, ...]:
    """Return a member, the member through which it entered, and so on, up to its final source.

    A vote against the member may name any of these.

    >>> bench = (Entry(b"A" * 8, b"lan-host"), Entry(b"B" * 8, b"A" * 8))
    >>> origins(bench, bench[1])
    (b'BBBBBBBB', b'AAAAAAAA', b'lan-host')
    """
    places = {one.member: one for one in bench}
    found = [entry.member]
    while found[-1] in places and places[found[-1]].origin not in found:
        found.append(places[found[-1]].origin)
    return tuple(found)


def final_source(bench: Bench, entry: Entry) -> bytes:
    """Return the source that is charged for a member: a host, or a member that entered without another one."""
    return origins(bench, entry)[-1]


def counted_members(bench: Bench, present_members: Collection[bytes]) -> list[Entry]:
    """Return the entries of the present members that count.

    If there are too many, the last member without a seat is left out, from the source with the most members. Therefore
    a newcomer gets a place even if one source has filled the room, and takes none from a seated member.
    """
    there = [entry for entry in bench if entry.member in present_members]
    while len(there) > MOST_MEMBERS:
        there.remove(_last_of_largest_source(bench, [entry for entry in there if not entry.seat] or there, there))
    return there


def _last_of_largest_source(bench: Bench, some: list[Entry], there: Iterable[Entry]) -> Entry:
    """Return the last of these entries that comes from the source with the most present members."""
    many = Counter(final_source(bench, entry) for entry in there)
    return max(some, key=lambda entry: (many[final_source(bench, entry)], bench.index(entry)))


def append_entry(bench: Bench, entry: Entry, present_members: Collection[bytes]) -> Bench:
    """Return the bench with one more entry at its end.

    If the bench is full, the place of an absent member, or else of a member that does not count, is given up: that of
    the last member of the source with the most members. The bench has more places than there are members that count.
    """
    if len(bench) >= MOST_ENTRIES:
        kept = counted_members(bench, present_members)
        some = [one for one in bench if one.member not in present_members] or [one for one in bench if one not in kept]
        bench = remove_member(bench, _last_of_largest_source(bench, some, bench).member)
    return (*bench, entry)


def remove_member(bench: Bench, member: bytes) -> Bench:
    """Return the bench without a member.

    The member that follows it on the bench then vouches for the entries for which it vouched.
    """
    places = members_on(bench)
    if member not in places:
        return bench
    at = places.index(member)
    heir = (places[at + 1 : at + 2] or places[at - 1 : at] or [b""])[0]
    givers = ((heir if e.giver == member else e.giver, heir if e.seater == member else e.seater) for e in bench)
    return tuple(e._replace(giver=one, seater=other) for e, (one, other) in zip(bench, givers) if e.member != member)


def follow_chair(
    own_bench: Bench,
    chair_bench: Bench,
    chair: bytes,
    present_members: Mapping[bytes, bool],
    gone: Collection[bytes] = (),
) -> Bench:
    """Return our bench, updated by the bench that the chair has sent.

    `present_members` contains, for each present member, True if it keeps its seat. `gone` are the members that have
    just left.

    The places given by the chair, or by a member before it, stay in their order. The new places come next, and then the
    present members for which later members vouch. An absent member loses its place if the chair's bench does not
    contain it. A bench that does not contain its own chair is ignored.
    """
    said = {entry.member: entry for entry in chair_bench}
    if chair not in said:
        return own_bench
    for entry in own_bench:
        if entry.member not in present_members and entry.member not in said:
            own_bench = remove_member(own_bench, entry.member)
    rank = {entry.member: at for at, entry in enumerate(own_bench)}
    stands = [entry for entry in own_bench if rank.get(entry.giver, 0) <= rank[chair]]
    fixed = {entry.member for entry in stands}
    kept = [_update_entry(entry, said.get(entry.member, entry), chair, present_members, rank, gone) for entry in stands]
    new = [entry._replace(giver=chair, seater=chair) for entry in chair_bench if entry.member not in fixed]
    rest = [entry for entry in own_bench if entry.member not in fixed and entry.member not in said]
    found = [*kept, *new, *rest]
    for entry in found[::-1]:
        if len(found) > MOST_ENTRIES and entry.member not in said:
            found.remove(entry)
    return tuple(found)


def _update_entry(
    entry: Entry,
    told: Entry,
    chair: bytes,
    present_members: Mapping[bytes, bool],
    rank: Mapping[bytes, int],
    gone: Collection[bytes],
) -> Entry:
    """Return a place that stays on the bench, with the seat and the origin that the chair may give it.

    The seat does not change if the member keeps it, and if it was given by the chair or by a member before the chair. A
    member that came from a host is never charged to another member.
    """
    given = rank.get(entry.seater, 0) <= rank[chair]
    via = told.origin if entry.origin in rank or entry.origin in gone else entry.origin
    if given and (told.seat == entry.seat or present_members.get(entry.member, False)):
        return entry._replace(origin=via)
    return entry._replace(origin=via, seat=told.seat, seater=chair)


def public_bench(bench: Bench) -> Bench:
    """Return the bench in the form that is sent to other members."""
    return tuple(Entry(*entry[:3]) for entry in bench)


def adopt_bench(told: Bench) -> Bench:
    """Return the bench of the inviting member in the form of our own bench.

    Its entries have the weakest support until the chair's own bench arrives.
    """
    return tuple(entry._replace(giver=told[-1].member, seater=told[-1].member) for entry in told)


def merge_benches(mine: Bench, benches: Iterable[Bench], without: Collection[bytes]) -> Bench:
    """Return the bench of the members that continue without certain others.

    Its order is the median of the orders on these benches.
    """
    staying = [
        entry._replace(origin=entry.member) if entry.origin in without else entry
        for entry in mine
        if entry.member not in without
    ]
    orders = [{who: at for at, who in enumerate(members_on(bench))} for bench in (mine, *benches)]

    def place(entry: Entry) -> tuple[int, bytes]:
        return median_low([order.get(entry.member, len(order)) for order in orders]), entry.member

    return adopt_bench(tuple(sorted(staying, key=place)))
