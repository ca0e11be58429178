"""Feeds: one hash-linked sequence of entries for each seat, and the forks in them (PROTOCOL part 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from net.replication.entries import ID_SHORT, Entry

MAX_UNREAD_ENTRIES = 256
"""Maximum number of a seat's unread entries; it leaves room for the chat of a step and a few more."""
UNREAD_BYTES = 1024 * 1024
"""Maximum number of bytes of a seat's entries that have not been read."""


MAX_SIDE_ENTRIES = 64
"""Maximum number of a seat's entries that are kept outside the version of its feed that is followed."""
MAX_VERSIONS = 512
"""Maximum number of a seat's entries of other versions that are accepted in a match, without those that are named.

All peers would otherwise keep, drop and send each other the versions of a cheat without end.
"""


class AddResult(Enum):
    """Result of adding an entry."""

    NEW = "new"
    HELD = "held already"
    EARLY = "its predecessor is not here yet"
    FORK = "another version of the feed than the one followed here"
    UNLINKED = "it names another predecessor"
    REFUSED = "not an entry of this match, or not signed by its seat"
    FULL = "more than may wait to be read"


class Fork(NamedTuple):
    """Two versions of one entry, both signed by the seat."""

    seat: int
    first: Entry
    second: Entry


class Feeds:
    """All entries of a match that this peer has, by seat.

    Of a forked feed, the version that arrived first is followed. The entries of other versions are kept separately
    (11.4).
    """

    def __init__(self, match: bytes, identities: Sequence[bytes]) -> None:
        self.match = match
        self.identities = tuple(identities)
        self.seats = range(1, len(self.identities) + 1)
        self._feeds: list[list[Entry]] = [[] for _ in identities]
        self.forks: dict[int, Fork] = {}
        self.unlinked: dict[int, Entry] = {}
        self.broken: dict[int, bytes] = {}
        """For each seat, the first bytes that it signed and that begin like an entry but are invalid."""
        self.rekeyed: dict[int, Fork] = {}
        """The forks of first entries; a seat may have signed other forks before."""
        self.named: set[bytes] = set()
        """Short ids of entries that seals name, and of entries before these: no limit of versions drops them."""
        self.restoring = False
        """True while a log is read, in which a version that was followed comes after another one."""
        self._sides: dict[int, dict[bytes, Entry]] = {}
        self._versions: Counter[int] = Counter()
        """Number of entries of other versions that were accepted, by seat."""
        self.read = [0] * len(self._feeds)
        """Number of entries of each feed that the match has read."""
        self.bounded = False
        """True while entries come from peers: no feed may then grow far beyond the entries read (11.3)."""

    def feed_of(self, seat: int) -> list[Entry]:
        """Return the feed of a seat."""
        return self._feeds[seat - 1]

    def lengths(self) -> tuple[int, ...]:
        """Return the number of entries of each seat, which an entry signed now contains as its field `seen`."""
        return tuple(map(len, self._feeds))

    @property
    def entry_count(self) -> int:
        """Total number of entries in the followed feeds."""
        return sum(map(len, self._feeds))

    @property
    def unread_count(self) -> int:
        """Number of entries that the state machine has not yet read."""
        return self.entry_count - sum(self.read)

    def heads(self) -> tuple[tuple[int, bytes], ...]:
        """Return, for each seat, the length of its feed and the first 8 bytes of its last entry's id."""
        return tuple((len(feed), feed[-1].id[:8] if feed else b"") for feed in self._feeds)

    def last_id(self, seat: int) -> bytes:
        """Return the id that a seat's next entry must contain as that of its predecessor."""
        feed = self.feed_of(seat)
        return feed[-1].id if feed else self.match

    def side_entries(self, seat: int = 0) -> list[Entry]:
        """Return the entries outside the followed feeds, of one seat or (0) of all seats."""
        chosen = [self._sides.get(seat, {})] if seat else self._sides.values()
        return sorted((entry for side in chosen for entry in side.values()), key=lambda entry: (entry.seat, entry.seq))

    def recordable_sides(self) -> list[Entry]:
        """Return the side entries that a record may contain (19.3).

        The feed must have an entry with the same number, or the entry before must be among them.
        """
        found: dict[bytes, Entry] = {}
        for entry in self.side_entries():
            before = found.get(entry.prev)
            if entry.seq < len(self.feed_of(entry.seat)) or (before is not None and before.seq == entry.seq - 1):
                found[entry.id] = entry
        return list(found.values())

    def forked_versions(self, seat: int) -> list[Entry]:
        """Return the entries of all versions of a seat's feed from its fork on; empty if it has not forked."""
        if seat not in self.forks:
            return []
        first = 0 if seat in self.rekeyed else self.forks[seat].first.seq
        return [*self.feed_of(seat)[first:], *self.side_entries(seat)]

    def predecessor_of(self, entry: Entry) -> Entry | None:
        """Return the entry before this one in its version of the feed, or None if it is missing here."""
        feed = self.feed_of(entry.seat)
        if 0 < entry.seq <= len(feed) and feed[entry.seq - 1].id == entry.prev:
            return feed[entry.seq - 1]
        side = self._sides.get(entry.seat, {}).get(entry.prev)
        return side if side is not None and side.seq == entry.seq - 1 else None

    def lineage(self, entry: Entry) -> Iterator[Entry]:
        """Yield the predecessors of an entry, the latest first, as far as they are here."""
        earlier = self.predecessor_of(entry)
        while earlier is not None:
            yield earlier
            earlier = self.predecessor_of(earlier)

    def add(self, entry: Entry, trusted: bool = False) -> AddResult:
        """Add an entry if it is validly signed and continues its feed; return the result.

        `trusted` skips the check of the signature, for our own entries.
        """
        if entry.match != self.match or entry.seat not in self.seats:
            return AddResult.REFUSED
        feed = self.feed_of(entry.seat)
        if entry.seq > len(feed) and self.predecessor_of(entry) is None:
            return AddResult.EARLY
        if self._has_entry(entry):
            return AddResult.HELD
        if self.bounded and not trusted and (self._is_full(entry) or self._has_too_many_versions(entry)):
            return AddResult.FULL
        if not (trusted or entry.signed_by(self.identities[entry.seat - 1])):
            return AddResult.REFUSED
        if entry.seq < len(feed):
            fork = Fork(entry.seat, feed[entry.seq], entry)
            self.forks.setdefault(entry.seat, fork)
            if entry.seq == 0:
                self.rekeyed.setdefault(entry.seat, fork)
            return self._add_side(entry)
        if entry.prev != self.last_id(entry.seat) or entry.seq > len(feed):
            if self.predecessor_of(entry) is not None:
                return self._add_side(entry)
            self.unlinked.setdefault(entry.seat, entry)
            self._name_predecessor(entry)
            return AddResult.UNLINKED
        feed.append(entry)
        other = self.unlinked.get(entry.seat)
        if other is not None and other.seq == entry.seq and other.id != entry.id:  # it came before this one
            self.forks.setdefault(entry.seat, Fork(entry.seat, entry, other))
            self._add_side(other)
        return AddResult.NEW

    def _is_full(self, entry: Entry) -> bool:
        """Return True if the seat already has its maximum of unread entries or bytes."""
        read = self.read[entry.seat - 1]
        waiting = sum(len(one.raw) for one in self._feeds[entry.seat - 1][read:])
        return entry.seq >= read + MAX_UNREAD_ENTRIES or waiting > UNREAD_BYTES

    def _has_entry(self, entry: Entry) -> bool:
        feed = self.feed_of(entry.seat)
        main = entry.seq < len(feed) and feed[entry.seq].id == entry.id
        return main or entry.id in self._sides.get(entry.seat, {})

    def _has_too_many_versions(self, entry: Entry) -> bool:
        """Return True if an entry is of another version than the followed one, and its seat has signed too many."""
        if self._versions[entry.seat] < MAX_VERSIONS or entry.id[:ID_SHORT] in self.named:
            return False
        return entry.seq < len(self.feed_of(entry.seat)) or entry.prev != self.last_id(entry.seat)

    def _name_predecessor(self, entry: Entry) -> None:
        """Note that the entry before a named entry is needed too, if it is missing here."""
        if entry.id[:ID_SHORT] in self.named and entry.seq and self.predecessor_of(entry) is None:
            self.named.add(entry.prev[:ID_SHORT])

    def _add_side(self, entry: Entry) -> AddResult:
        side = self._sides.setdefault(entry.seat, {})
        side[entry.id] = entry
        self._versions[entry.seat] += 1
        self._name_predecessor(entry)
        if len(side) > MAX_SIDE_ENTRIES and not self.restoring:
            forks = [fork for fork in (self.forks.get(entry.seat), self.rekeyed.get(entry.seat)) if fork is not None]
            kept = {version.id for fork in forks for version in fork[1:]} if self.bounded else set()
            dropped = (id_ for id_ in side if id_[:ID_SHORT] not in self.named and id_ not in kept)
            del side[next(dropped, next(iter(side)))]
        return AddResult.FORK

    # -- other versions --

    def side_chain(self, seat: int, id_: bytes) -> list[Entry]:
        """Return the version of a forked feed that contains a side entry with this id, from the fork on.

        The result is empty if there is no such side entry, or if an entry before it is missing.
        """
        side = self._sides.get(seat, {})
        if id_ not in side:
            return []
        chain = [side[id_]]
        while chain[0].prev in side:
            chain.insert(0, side[chain[0].prev])
        if chain[0].prev != (self.feed_of(seat)[chain[0].seq - 1].id if chain[0].seq else self.match):
            return []
        following = {entry.prev: entry for entry in side.values()}
        while chain[-1].id in following:
            chain.append(following[chain[-1].id])
        return chain

    def follow(self, chain: Sequence[Entry]) -> None:
        """Follow this version of a forked feed from now on; the entries of the version before become side entries."""
        seat, begin = chain[0].seat, chain[0].seq
        feed, side = self.feed_of(seat), self._sides[seat]
        for entry in chain:
            del side[entry.id]
        side.update((entry.id, entry) for entry in feed[begin : begin + max(1, MAX_SIDE_ENTRIES - len(side))])
        feed[begin:] = chain
