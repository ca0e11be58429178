"""Messages of a room, as datagrams contain them: [2, settings, records, lines, sightings].

Settings (one, or none), records and lines are pairs of bytes and signature. Sightings are pairs of an identity and the
address at which the sender sees it.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadBytes, Plain, enc
from lobby.room.signed_records import Signed, fields

SAY = 2
BUDGET = 1150
"""Bytes of a message at most."""
MAX_ITEMS = 64
"""Records, lines or sightings in one message at most."""
SETTINGS, RECORDS, LINES, SIGHTINGS = range(4)
"""Indexes of the parts of a message."""


class Message:
    """Message under construction."""

    def __init__(self) -> None:
        self._told: tuple[list[Signed], ...] = ([], [], [], [])
        self._left = BUDGET - len(self.bytes()) - 12

    def add(self, part: int, pair: Signed) -> bool:
        """Add a pair to one of the parts and return True, if it fits."""
        size = len(enc(pair))
        fits = size <= self._left and len(self._told[part]) < MAX_ITEMS
        if fits:
            self._left -= size
            self._told[part].append(pair)
        return fits

    def bytes(self) -> bytes:
        """Return the bytes of the message."""
        return enc([SAY, *self._told])


class ReceivedMessage(NamedTuple):
    """Received message, checked for nothing but its shape."""

    settings: list[Signed]
    records: list[Signed]
    lines: list[Signed]
    sightings: list[tuple[bytes, bytes]]


def of_another_version(said: Plain) -> bool:
    """Return True if this is a message of a room in another version."""
    return type(said) is list and len(said) == 5 and type(said[0]) is int and said[0] != SAY


def read_message(said: Plain) -> ReceivedMessage:
    """Return the message in these values; raise `BadBytes`."""
    kind, *lists = fields(said, int, list, list, list, list)
    if kind != SAY or len(lists[0]) > 1 or any(len(one) > MAX_ITEMS for one in lists):
        raise BadBytes("not a message of a room")
    return ReceivedMessage(*([_pair(one) for one in some] for some in lists))


def _pair(said: Plain) -> tuple[bytes, bytes]:
    one, other = fields(said, bytes, bytes)
    return one, other
