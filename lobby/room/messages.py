"""Messages of a room, as they are sent in datagrams: [2, settings, records, lines, sightings].

Settings (at most one), records and lines are pairs of bytes and signature. Sightings are pairs of an identity and the
address at which the sender sees that member.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadBytes, Plain, enc
from lobby.room.signed_records import Signed, fields

SAY_TAG = 2
BUDGET = 1150
"""Maximum number of bytes in a message."""
MAX_ITEMS = 64
"""Maximum number of records, lines or sightings in one message."""
SETTINGS, RECORDS, LINES, SIGHTINGS = range(4)
"""Indexes of the parts of a message."""


class Message:
    """A message under construction."""

    def __init__(self) -> None:
        self._told: tuple[list[Signed], ...] = ([], [], [], [])
        self._left = BUDGET - len(self.bytes()) - 12

    def add(self, part: int, pair: Signed) -> bool:
        """Add a pair to a part of the message and return True, or return False if the pair does not fit."""
        size = len(enc(pair))
        fits = size <= self._left and len(self._told[part]) < MAX_ITEMS
        if fits:
            self._left -= size
            self._told[part].append(pair)
        return fits

    def bytes(self) -> bytes:
        """Return the bytes of the message."""
        return enc([SAY_TAG, *self._told])


class ReceivedMessage(NamedTuple):
    """A received message; only its structure has been checked."""

    settings: list[Signed]
    records: list[Signed]
    lines: list[Signed]
    sightings: list[tuple[bytes, bytes]]


def of_another_version(said: Plain) -> bool:
    """Return True if these values are a message of a room with another version."""
    return type(said) is list and len(said) == 5 and type(said[0]) is int and said[0] != SAY_TAG


def read_message(said: Plain) -> ReceivedMessage:
    """Return the message that these values form; raise `BadBytes` if they form none."""
    kind, *lists = fields(said, int, list, list, list, list)
    if kind != SAY_TAG or len(lists[0]) > 1 or any(len(one) > MAX_ITEMS for one in lists):
        raise BadBytes("not a message of a room")
    return ReceivedMessage(*([_pair(one) for one in some] for some in lists))


def _pair(said: Plain) -> tuple[bytes, bytes]:
    one, other = fields(said, bytes, bytes)
    return one, other
