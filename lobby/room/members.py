"""The other members of a room, each by the last record that it has signed: who is there, and who has just gone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from lobby.room.seniority import short
from lobby.room.signed_records import Record, Signed, Status, read_record
from net.channels.rate_limit import Bucket

SILENT = 5.0
"""Seconds after which a member of whom nothing is heard is there no more."""
REMEMBERED = 10.0
"""Seconds for which it is handed on that somebody has gone."""
STRANGERS = 3
"""Members without a place on the bench that are known by one link at most."""
MOST_NUMBERS = 256


@dataclass(slots=True)
class _Known:
    """A record that has come, as it was signed, when, and over whose link first."""

    record: Record
    signed: Signed
    heard: float
    teller: bytes
    news: Bucket = field(default_factory=lambda: Bucket(rate=2.0, most=8.0))
    """What it says anew and is handed on at once."""


class Roster:
    """Whom one member knows of, itself apart, by the first bytes of their identities."""

    def __init__(self, room: bytes) -> None:
        self._room = room
        self._here: dict[bytes, _Known] = {}
        self._gone: dict[bytes, _Known] = {}
        self._numbers: dict[bytes, int] = {}

    def __contains__(self, who: bytes) -> bool:
        return who in self._here

    def __iter__(self) -> Iterator[Record]:
        """The records of those who are there."""
        return (known.record for known in self._here.values())

    @property
    def gone(self) -> dict[bytes, Record]:
        """Who has gone just now, as it said last."""
        return {who: known.record for who, known in self._gone.items()}

    @property
    def signed(self) -> list[tuple[bytes, Signed]]:
        """What is handed on, and of whom: of those who are there, then of those who have gone."""
        return [(who, known.signed) for who, known in (*self._here.items(), *self._gone.items())]

    def of(self, identity: bytes) -> Record | None:
        """What a member says of itself, if it is there."""
        known = self._here.get(short(identity))
        return known.record if known is not None and known.record.identity == identity else None

    def knows(self, signed: Signed) -> bool:
        """Whether this is the last record of somebody."""
        return any(known.signed == signed for known in self._here.values())

    def read(self, signed: Signed) -> Record | None:
        """A record, its signature not yet checked, if it is newer than what is known of who seems to have signed it;
        raises `BadBytes`.
        """
        record = read_record(self._room, signed[0])
        who = short(record.identity)
        known = self._here.get(who) or self._gone.get(who)
        another = known is not None and known.record.identity != record.identity
        return None if another or record.number <= self._numbers.get(who, -1) else record

    def take(self, record: Record, signed: Signed, now: float, teller: bytes, bench: Collection[bytes]) -> bool:
        """Takes a record that was read and checked in; whether it says something new that is to be told at once.

        `bench` are those whom the teller need not answer for.
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
        """Whoever has said nothing for too long is there no more; whether there was one."""
        silent = [one for one, known in self._here.items() if now - known.heard >= SILENT]
        for who in silent:
            del self._here[who]
        return bool(silent)

    def forget_gone(self, now: float) -> None:
        """That somebody has gone has been said often enough."""
        for who in [one for one, known in self._gone.items() if now - known.heard >= REMEMBERED]:
            del self._gone[who]

    def _forget_strangers(self, teller: bytes, bench: Collection[bytes]) -> None:
        """Of those who have no place and are known by one link only the first few are kept."""
        strangers = [who for who, known in self._here.items() if known.teller == teller and who not in bench]
        for who in strangers[STRANGERS:]:
            del self._here[who]

    def _number(self, who: bytes, number: int, bench: Collection[bytes]) -> None:
        self._numbers[who] = number
        if len(self._numbers) > MOST_NUMBERS:
            free = (one for one in self._numbers if one not in self._here and one not in bench)
            del self._numbers[next(free, next(iter(self._numbers)))]
