"""Other members of a room, each with its last signed record, including members that have just left."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from lobby.room.seniority import short
from lobby.room.signed_records import Record, Signed, Status, read_record
from net.channels.rate_limit import TokenBucket

SILENCE_TIMEOUT = 5.0
"""Seconds of silence after which a member counts as gone."""
REMEMBERED = 10.0
"""Seconds for which members report to each other that a member has gone."""
STRANGERS = 3
"""Maximum number of members without a place on the bench that are kept for one link."""
MOST_NUMBERS = 256


@dataclass(slots=True)
class _Known:
    """A received record as it was signed, with its time and the link that brought it first."""

    record: Record
    signed: Signed
    heard: float
    teller: bytes
    news: TokenBucket = field(default_factory=lambda: TokenBucket(rate=2.0, most=8.0))
    """Quota of this member's news that is passed on at once."""


class Roster:
    """The other members that one member knows, by the first bytes of their identities."""

    def __init__(self, room: bytes) -> None:
        self._room = room
        self._here: dict[bytes, _Known] = {}
        self._gone: dict[bytes, _Known] = {}
        self._numbers: dict[bytes, int] = {}

    def __contains__(self, who: bytes) -> bool:
        return who in self._here

    def __iter__(self) -> Iterator[Record]:
        """Yield the records of the present members."""
        return (known.record for known in self._here.values())

    @property
    def gone(self) -> dict[bytes, Record]:
        """Members that have just left, with their last records."""
        return {who: known.record for who, known in self._gone.items()}

    @property
    def signed(self) -> list[tuple[bytes, Signed]]:
        """Signed records to pass on, each with its member; present members come before those that have left."""
        return [(who, known.signed) for who, known in (*self._here.items(), *self._gone.items())]

    def of(self, identity: bytes) -> Record | None:
        """Return the record of a member, or None if it is not present."""
        known = self._here.get(short(identity))
        return known.record if known is not None and known.record.identity == identity else None

    def knows(self, signed: Signed) -> bool:
        """Return True if this is the last known record of a member."""
        return any(known.signed == signed for known in self._here.values())

    def read(self, signed: Signed) -> Record | None:
        """Return a record if it is newer than the known record of its apparent signer, otherwise None.

        The signature is not checked yet. Raises `BadBytes` if the record is malformed.
        """
        record = read_record(self._room, signed[0])
        who = short(record.identity)
        known = self._here.get(who) or self._gone.get(who)
        another = known is not None and known.record.identity != record.identity
        return None if another or record.number <= self._numbers.get(who, -1) else record

    def take(self, record: Record, signed: Signed, now: float, teller: bytes, bench: Collection[bytes]) -> bool:
        """Add a record whose signature was checked; return True if it has news to pass on at once.

        `bench` are the members that need no voucher from the sender.
        """
        who = short(record.identity)
        self._number(who, record.number, bench)
        known = self._here.get(who) or self._gone.get(who)
        if record.status == Status.GONE:
            self._here.pop(who, None)
            self._gone[who] = _Known(record, signed, now, teller)
            return known is None or known.record.status != Status.GONE
        self._gone.pop(who, None)
        if known is None:
            known = _Known(record, signed, now, teller)
            self._here[who] = known
            self._forget_strangers(teller, bench)
            return who in self._here
        said, known.record, known.signed, known.heard = known.record, record, signed, now
        self._here[who] = known
        return said != record._replace(number=said.number) and known.news.take(now)

    def drop_silent(self, now: float) -> bool:
        """Drop members that have been silent for too long; return True if any was dropped."""
        silent = [one for one, known in self._here.items() if now - known.heard >= SILENCE_TIMEOUT]
        for who in silent:
            del self._here[who]
        return bool(silent)

    def forget_gone(self, now: float) -> None:
        """Forget members that left, once their departure has been reported for long enough."""
        for who in [one for one, known in self._gone.items() if now - known.heard >= REMEMBERED]:
            del self._gone[who]

    def _forget_strangers(self, teller: bytes, bench: Collection[bytes]) -> None:
        """Keep only the first few of the members that have no place and are known through one link only."""
        strangers = [who for who, known in self._here.items() if known.teller == teller and who not in bench]
        for who in strangers[STRANGERS:]:
            del self._here[who]

    def _number(self, who: bytes, number: int, bench: Collection[bytes]) -> None:
        self._numbers[who] = number
        if len(self._numbers) > MOST_NUMBERS:
            free = (one for one in self._numbers if one not in self._here and one not in bench)
            del self._numbers[next(free, next(iter(self._numbers)))]
