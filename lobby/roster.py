"""The other members of a room, each by the last record that it has signed: who is there, and who has just gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lobby import records
from lobby.records import Record, Signed, Status, read_record

SILENT = 5.0
"""Seconds after which a member of whom nothing is heard is there no more."""
REMEMBERED = 10.0
"""Seconds for which it is handed on that somebody has gone."""
MOST_MEMBERS = 12
MOST_NUMBERS = 256


@dataclass(slots=True)
class _Known:
    """A record that has come, as it was signed, and when."""

    record: Record
    signed: Signed
    heard: float


class Roster:
    """Whom one member knows of, itself apart."""

    def __init__(self, room: bytes) -> None:
        self._room = room
        self._here: dict[bytes, _Known] = {}
        self._gone: dict[bytes, _Known] = {}
        self._numbers: dict[bytes, int] = {}

    def __contains__(self, identity: bytes) -> bool:
        return identity in self._here

    def __iter__(self) -> Iterator[Record]:
        """The records of those who are there."""
        return (known.record for known in self._here.values())

    @property
    def signed(self) -> list[Signed]:
        """What is handed on: of those who are there, then of those who have gone."""
        return [known.signed for known in (*self._here.values(), *self._gone.values())]

    def of(self, identity: bytes) -> Record | None:
        """What a member says of itself, if it is there."""
        known = self._here.get(identity)
        return known.record if known is not None else None

    def read(self, signed: Signed) -> Record | None:
        """A record that somebody has signed, if it is newer than what is known of it; raises `BadBytes`."""
        if any(known.signed == signed for known in self._here.values()):
            return None
        record = read_record(self._room, signed[0])
        newer = record.number > self._numbers.get(record.identity, -1)
        return record if newer and records.holds(records.RECORD, record.identity, signed) else None

    def has_room(self, record: Record) -> bool:
        """Whether it can be taken in: only so many are members."""
        return record.status == Status.GONE or record.identity in self._here or len(self._here) < MOST_MEMBERS - 1

    def take(self, record: Record, signed: Signed, now: float) -> bool:
        """Takes a record that was read in; whether it says something new."""
        identity = record.identity
        self._number(identity, record.number)
        known = self.of(identity)
        if record.status == Status.GONE:
            self._here.pop(identity, None)
            self._gone[identity] = _Known(record, signed, now)
        else:
            self._gone.pop(identity, None)
            self._here[identity] = _Known(record, signed, now)
        return known is None or known != record._replace(number=known.number)

    def drop_silent(self, now: float) -> bool:
        """Whoever has said nothing for too long is there no more; whether there was one."""
        silent = [one for one, known in self._here.items() if now - known.heard >= SILENT]
        for identity in silent:
            del self._here[identity]
        return bool(silent)

    def forget_gone(self, now: float) -> None:
        """That somebody has gone has been said often enough."""
        for identity in [one for one, known in self._gone.items() if now - known.heard >= REMEMBERED]:
            del self._gone[identity]

    def _number(self, identity: bytes, number: int) -> None:
        self._numbers[identity] = number
        if len(self._numbers) > MOST_NUMBERS:
            del self._numbers[next(one for one in self._numbers if one not in self._here)]
