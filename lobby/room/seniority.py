"""Bench of a room: the order of arrival, with the voucher and the origin of each member.

All functions here are pure and work on tuples. The first present member on the bench is the *chair*. Only the chair
appends to the bench, and the others adopt what it appended. Nobody is moved behind a member that came later. An order
given by the chair, or by an earlier chair, does not change. Identities are named by their first 8 bytes here. See
docs/internals/rooms.md.

>>> ada, ben = b"A" * 8, b"B" * 8
>>> bench = appended((Entry(ada, ada, 1, ada),), Entry(ben, b"lan-host", 0, ada), here={ada})
>>> [entry.who for entry in bench], chair_of(bench, {ben})
([b'AAAAAAAA', b'BBBBBBBB'], b'BBBBBBBB')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from statistics import median_low
from typing import NamedTuple

from core.engine.codec import BadBytes, H

SHORT = 8
MOST_ENTRIES = 24
"""Maximum number of places on a bench, including those of silent members."""
MOST_MEMBERS = 12
"""Maximum number of present members that count."""
MAX_PER_HOST, MAX_PER_RELAYER = 3, 2
"""Maximum number of members from one host, and of members that entered through one other member.

The second limit is for members that are linked with that member only. Bots that a member brings are exempt.
"""


class Entry(NamedTuple):
    """A place on the bench, with its member, that member's origin and seat."""

    who: bytes
    via: bytes
    """Origin of the member: its host (`host_via`), a member linked with it, or the one that brought it."""
    seat: int = 0
    """Seat of the member, or 0."""
    giver: bytes = b""
    seater: bytes = b""
    """Members that gave the place (`giver`) and the seat (`seater`).

    They are known to this member only, and are never sent.
    """


Bench = tuple[Entry, ...]


def short(identity: bytes) -> bytes:
    """Return the bytes that name an identity on a bench."""
    return identity[:SHORT]


def host_via(room: bytes, host: str) -> bytes:
    """Return the bytes that name a host on the bench of a room."""
    return H("tether.roomvia", [room, host.partition("%")[0]])[:SHORT]


def home_via(room: bytes, who: bytes) -> bytes:
    """Return the bytes that a member uses for its own computer."""
    return H("tether.roomhome", [room, who])[:SHORT]


def bench_bytes(bench: Bench) -> bytes:
    """Return the bench as bytes, 17 for each place, as it is sent."""
    return b"".join(entry.who + entry.via + bytes([entry.seat]) for entry in bench)


def read_bench(data: bytes) -> Bench:
    """Return the bench in these bytes; raise `BadBytes` if they contain none."""
    parts = [data[at : at + 2 * SHORT + 1] for at in range(0, len(data), 2 * SHORT + 1)]
    bench = tuple(Entry(part[:SHORT], part[SHORT : 2 * SHORT], part[-1]) for part in parts)
    right = len(data) == len(parts) * (2 * SHORT + 1) and len(parts) <= MOST_ENTRIES
    if not right or len({entry.who for entry in bench}) < len(bench):
        raise BadBytes("not a bench")
    return bench


def names(bench: Bench) -> list[bytes]:
    """Return the members on the bench, in order."""
    return [entry.who for entry in bench]


def chair_of(bench: Bench, here: Collection[bytes]) -> bytes:
    """Return the first present member on the bench, or b""."""
    return next((entry.who for entry in bench if entry.who in here), b"")


def origins(bench: Bench, entry: Entry) -> tuple[bytes, ...]:
    """Return a member, the member through which it entered, and so on, up to the final source.

    A vote against the member may name any of these.

    >>> bench = (Entry(b"A" * 8, b"lan-host"), Entry(b"B" * 8, b"A" * 8))
    >>> origins(bench, bench[1])
    (b'BBBBBBBB', b'AAAAAAAA', b'lan-host')
    """
    places = {one.who: one for one in bench}
    found = [entry.who]
    while found[-1] in places and places[found[-1]].via not in found:
        found.append(places[found[-1]].via)
    return tuple(found)


def source(bench: Bench, entry: Entry) -> bytes:
    """Return the final source to which a member is charged: a host, or a member that entered on its own."""
    return origins(bench, entry)[-1]


def counted(bench: Bench, here: Collection[bytes]) -> list[Entry]:
    """Return the present members that count.

    If there are too many, the last member without a seat is left out, from the source with the most members. Therefore
    a newcomer gets a place even if one source has filled the room, and takes none from a seated member.
    """
    there = [entry for entry in bench if entry.who in here]
    while len(there) > MOST_MEMBERS:
        there.remove(_last_of_largest_source(bench, [entry for entry in there if not entry.seat] or there, there))
    return there


def _last_of_largest_source(bench: Bench, some: list[Entry], there: Iterable[Entry]) -> Entry:
    """Return the last entry of `some` that comes from the source with the most present members."""
    many = Counter(source(bench, entry) for entry in there)
    return max(some, key=lambda entry: (many[source(bench, entry)], bench.index(entry)))


def appended(bench: Bench, entry: Entry, here: Collection[bytes]) -> Bench:
    """Return the bench with one more entry at its end.

    If the bench is full, it gives up the place of a silent member, or else of a member that does not count. Among these
    it is the last member of the source with the most members. The bench has more places than there are members that
    count.
    """
    if len(bench) >= MOST_ENTRIES:
        kept = counted(bench, here)
        some = [one for one in bench if one.who not in here] or [one for one in bench if one not in kept]
        bench = without(bench, _last_of_largest_source(bench, some, bench).who)
    return (*bench, entry)


def without(bench: Bench, who: bytes) -> Bench:
    """Return the bench without a member.

    The next member on the bench then vouches for the entries for which that member vouched.
    """
    places = names(bench)
    if who not in places:
        return bench
    at = places.index(who)
    heir = (places[at + 1 : at + 2] or places[at - 1 : at] or [b""])[0]
    givers = ((heir if e.giver == who else e.giver, heir if e.seater == who else e.seater) for e in bench)
    return tuple(e._replace(giver=one, seater=other) for e, (one, other) in zip(bench, givers) if e.who != who)


def followed(mine: Bench, told: Bench, chair: bytes, here: Mapping[bytes, bool], gone: Collection[bytes] = ()) -> Bench:
    """Return my bench, updated after the chair has sent its own bench.

    `here` maps each present member to True if it keeps the seat that it has. `gone` are the members that have just
    left.

    The places given by the chair, or by a member before it, stay in their order. The new places come next, and then the
    present members for which later members vouch. A silent member loses its place if the chair does not name it. A
    bench that does not contain its own chair is ignored.
    """
    said = {entry.who: entry for entry in told}
    if chair not in said:
        return mine
    for entry in mine:
        if entry.who not in here and entry.who not in said:
            mine = without(mine, entry.who)
    rank = {entry.who: at for at, entry in enumerate(mine)}
    stands = [entry for entry in mine if rank.get(entry.giver, 0) <= rank[chair]]
    fixed = {entry.who for entry in stands}
    kept = [_moved(entry, said.get(entry.who, entry), chair, here, rank, gone) for entry in stands]
    new = [entry._replace(giver=chair, seater=chair) for entry in told if entry.who not in fixed]
    rest = [entry for entry in mine if entry.who not in fixed and entry.who not in said]
    found = [*kept, *new, *rest]
    for entry in found[::-1]:
        if len(found) > MOST_ENTRIES and entry.who not in said:
            found.remove(entry)
    return tuple(found)


def _moved(
    entry: Entry,
    told: Entry,
    chair: bytes,
    here: Mapping[bytes, bool],
    rank: Mapping[bytes, int],
    gone: Collection[bytes],
) -> Entry:
    """Return a place that stays on the bench, with the seat and the origin that the chair may give it.

    The seat does not change if the member keeps it, and if the chair or a member before the chair gave it. A member
    that came from a host is never charged to another member.
    """
    given = rank.get(entry.seater, 0) <= rank[chair]
    via = told.via if entry.via in rank or entry.via in gone else entry.via
    if given and (told.seat == entry.seat or here.get(entry.who, False)):
        return entry._replace(via=via)
    return entry._replace(via=via, seat=told.seat, seater=chair)


def public_bench(bench: Bench) -> Bench:
    """Return the bench in the form in which other members receive it."""
    return tuple(Entry(*entry[:3]) for entry in bench)


def adopted(told: Bench) -> Bench:
    """Return the bench received from the member that let this one in, as this member's own bench.

    Its entries have the weakest support until the chair's own bench arrives.
    """
    return tuple(entry._replace(giver=told[-1].who, seater=told[-1].who) for entry in told)


def agreed(mine: Bench, benches: Iterable[Bench], without: Collection[bytes]) -> Bench:
    """Return the bench of the members that continue without certain others.

    Its order is the median of the orders on these benches.
    """
    staying = [
        entry._replace(via=entry.who) if entry.via in without else entry for entry in mine if entry.who not in without
    ]
    orders = [{who: at for at, who in enumerate(names(bench))} for bench in (mine, *benches)]

    def place(entry: Entry) -> tuple[int, bytes]:
        return median_low([order.get(entry.who, len(order)) for order in orders]), entry.who

    return adopted(tuple(sorted(staying, key=place)))
