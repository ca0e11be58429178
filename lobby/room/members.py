"""Other members of a room, each with its latest signed record, including members that have just left."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from lobby.room.seniority import short_id
from lobby.room.signed_records import Record, Signed, Status, read_record
from net.channels.rate_limit import TokenBucket

SILENCE_TIMEOUT = 5.0
"""Seconds of silence after which a member counts as gone."""
REMEMBERED = 10.0
"""Seconds for which members tell each other that a member has left."""
STRANGERS = 3
"""Maximum number of members without a place on the bench that are kept for one link."""
MOST_NUMBERS = 256


@dataclass(slots=True)
class _KnownRecord:
    """A received record, with its signature, its time and the link over which it first arrived."""

    record: Record
    signed: Signed
    received_at: float
    sender: bytes
    news: TokenBucket = field(default_factory=lambda: TokenBucket(rate=2.0, most=8.0))
    """Quota of this member's records that are passed on at once."""


class Roster:
    """The other members that this member knows, by the first bytes of their identities."""

    def __init__(self, room: bytes) -> None:
        self._room = room
        self._here: dict[bytes, _KnownRecord] = {}
        self._gone: dict[bytes, _KnownRecord] = {}
        self._numbers: dict[bytes, int] = {}

    def __contains__(self, who: bytes) -> bool:
        return who in self._here

    def __iter__(self) -> Iterator[Record]:
        """Yield the records of the present members."""
        return (known.record for known in self._here.values())

    @property
    def gone(self) -> dict[bytes, Record]:
        """Latest records of members that have just left."""
        return {who: known.record for who, known in self._gone.items()}

    @property
    def signed_records(self) -> list[tuple[bytes, Signed]]:
        """Signed records to pass on, each with its member; present members come before those that have left."""
        return [(who, known.signed) for who, known in (*self._here.items(), *self._gone.items())]

    def record_of(self, identity: bytes) -> Record | None:
        """Return the record of a member, or None if it is not present."""
        known = self._here.get(short_id(identity))
        return known.record if known is not None and known.record.identity == identity else None

    def is_latest(self, signed: Signed) -> bool:
        """Return True if this is the latest known record of its member."""
        return any(known.signed == signed for known in self._here.values())

    def read_if_newer(self, signed: Signed) -> Record | None:
        """Return a record if it is newer than the latest one of its claimed signer, otherwise None.

        The signature is not checked yet. Raises `BadEncodingError` if the record is malformed.
        """
        record = read_record(self._room, signed[0])
        who = short_id(record.identity)
        known = self._here.get(who) or self._gone.get(who)
        another = known is not None and known.record.identity != record.identity
        return None if another or record.number <= self._numbers.get(who, -1) else record

    def add(self, record: Record, signed: Signed, now: float, sender: bytes, bench: Collection[bytes]) -> bool:
        """Add a record with a checked signature; return True if it contains news to pass on at once.

        `bench` are the members that need no voucher from the sender.
        """
        who = short_id(record.identity)
        self._number(who, record.number, bench)
        known = self._here.get(who) or self._gone.get(who)
        if record.status == Status.GONE:
            self._here.pop(who, None)
            self._gone[who] = _KnownRecord(record, signed, now, sender)
            return known is None or known.record.status != Status.GONE
        self._gone.pop(who, None)
        if known is None:
            known = _KnownRecord(record, signed, now, sender)
            self._here[who] = known
            self._forget_strangers(sender, bench)
            return who in self._here
        said, known.record, known.signed, known.received_at = known.record, record, signed, now
        self._here[who] = known
        return said != record._replace(number=said.number) and known.news.take(now)

    def drop_silent(self, now: float) -> bool:
        """Drop the members that have been silent for too long; return True if there were any."""
        silent = [one for one, known in self._here.items() if now - known.received_at >= SILENCE_TIMEOUT]
        for who in silent:
            del self._here[who]
        return bool(silent)

    def forget_gone(self, now: float) -> None:
        """Forget the members whose departure has been reported for long enough."""
        for who in [one for one, known in self._gone.items() if now - known.received_at >= REMEMBERED]:
            del self._gone[who]

    def _forget_strangers(self, teller: bytes, bench: Collection[bytes]) -> None:
        """Keep only the first few of the members without a place that are known through one link alone."""
        strangers = [who for who, known in self._here.items() if known.sender == teller and who not in bench]
        for who in strangers[STRANGERS:]:
            del self._here[who]

    def _number(self, who: bytes, number: int, bench: Collection[bytes]) -> None:
        self._numbers[who] = number
        if len(self._numbers) > MOST_NUMBERS:
            free = (one for one in self._numbers if one not in self._here and one not in bench)
            del self._numbers[next(free, next(iter(self._numbers)))]
