"""Feeds: one hash-linked sequence of entries for each seat, and the forks in them (PROTOCOL part 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from net.replication.entries import Entry

MAX_UNREAD_ENTRIES = 256
"""Maximum number of a seat's unread entries; it leaves room for the chat of a step and a few more."""
UNREAD_BYTES = 1024 * 1024
"""Maximum number of bytes of a seat's entries that have not been read."""


MAX_SIDE_ENTRIES = 64
"""Maximum number of a seat's entries that are kept outside the version of its feed that is followed."""


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
        self._sides: dict[int, dict[bytes, Entry]] = {}
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

    def forked_versions(self, seat: int) -> list[Entry]:
        """Return the entries of all versions of a seat's feed from its fork on; empty if it has not forked."""
        if seat not in self.forks:
            return []
        return [*self.feed_of(seat)[self.forks[seat].first.seq :], *self.side_entries(seat)]

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
        if self.bounded and not trusted and self._is_full(entry):
            return AddResult.FULL
        if not (trusted or entry.signed_by(self.identities[entry.seat - 1])):
            return AddResult.REFUSED
        if entry.seq < len(feed):
            self.forks.setdefault(entry.seat, Fork(entry.seat, feed[entry.seq], entry))
            return self._add_side(entry)
        if entry.prev != self.last_id(entry.seat) or entry.seq > len(feed):
            if self.predecessor_of(entry) is not None:
                return self._add_side(entry)
            self.unlinked.setdefault(entry.seat, entry)
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

    def _add_side(self, entry: Entry) -> AddResult:
        side = self._sides.setdefault(entry.seat, {})
        side[entry.id] = entry
        if len(side) > MAX_SIDE_ENTRIES:
            del side[next(iter(side))]
        return AddResult.FORK
