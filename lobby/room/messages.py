"""Messages of a room, as sent in datagrams: [2, settings, records, lines, sightings].

Settings (at most one), records and lines are pairs of bytes and signature. Sightings are pairs of an identity and the
address at which the sender is linked with that member.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadEncodingError, Plain, enc
from lobby.room.signed_records import Signed, check_types

SAY_TAG = 2
BUDGET = 1150
"""Maximum number of bytes in a message."""
MAX_ITEMS = 64
"""Maximum number of records, lines or sightings in one message."""
SETTINGS, RECORDS, LINES, SIGHTINGS = range(4)
"""Indexes of the parts of a message."""


class MessageBuilder:
    """Message to which items are added until it is full."""

    def __init__(self) -> None:
        self._parts: tuple[list[Signed], ...] = ([], [], [], [])
        self._left = BUDGET - len(self.bytes()) - 12

    def add(self, part: int, pair: Signed) -> bool:
        """Add a pair to a part of the message; return False if it does not fit."""
        size = len(enc(pair))
        fits = size <= self._left and len(self._parts[part]) < MAX_ITEMS
        if fits:
            self._left -= size
            self._parts[part].append(pair)
        return fits

    def bytes(self) -> bytes:
        """Return the bytes of the message."""
        return enc([SAY_TAG, *self._parts])


class ReceivedMessage(NamedTuple):
    """A received message; only its structure has been checked."""

    settings: list[Signed]
    records: list[Signed]
    lines: list[Signed]
    sightings: list[tuple[bytes, bytes]]


def is_of_other_version(values: Plain) -> bool:
    """Return True if these values are a message of a room by a program of another version."""
    return type(values) is list and len(values) == 5 and type(values[0]) is int and values[0] != SAY_TAG


def read_message(values: Plain) -> ReceivedMessage:
    """Return the message that consists of these values; raise `BadEncodingError` if they are malformed."""
    kind, *lists = check_types(values, int, list, list, list, list)
    if kind != SAY_TAG or len(lists[0]) > 1 or any(len(one) > MAX_ITEMS for one in lists):
        raise BadEncodingError("not a message of a room")
    return ReceivedMessage(*([_read_pair(one) for one in some] for some in lists))


def _read_pair(values: Plain) -> tuple[bytes, bytes]:
    one, other = check_types(values, bytes, bytes)
    return one, other
