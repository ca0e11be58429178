"""The messages of a room, as they stand in datagrams: [2, settings, records, lines, sightings].

Settings (one, or none), records and lines are pairs of bytes and signature; sightings are pairs of an identity and the
address at which the teller sees it.
"""

from __future__ import annotations

from typing import NamedTuple

from core.engine.codec import BadBytes, Plain, enc
from lobby.room.signed_records import Signed, fields

SAY = 2
BUDGET = 1150
"""Bytes of a message."""
MOST_SAID = 64
"""Records, lines or sightings in one message."""
SETTINGS, RECORDS, LINES, SIGHTINGS = range(4)
"""The parts of a message."""


class Message:
    """A message that is filled up."""

    def __init__(self) -> None:
        self._told: tuple[list[Signed], ...] = ([], [], [], [])
        self._left = BUDGET - len(self.bytes()) - 12

    def add(self, part: int, pair: Signed) -> bool:
        """Takes a pair into one of the parts, if it fits."""
        size = len(enc(pair))
        fits = size <= self._left and len(self._told[part]) < MOST_SAID
        if fits:
            self._left -= size
            self._told[part].append(pair)
        return fits

    def bytes(self) -> bytes:
        """The message as it is sent."""
        return enc([SAY, *self._told])


class Heard(NamedTuple):
    """A message that has come, nothing in it checked but its shape."""

    settings: list[Signed]
    records: list[Signed]
    lines: list[Signed]
    sightings: list[tuple[bytes, bytes]]


def of_another_version(said: Plain) -> bool:
    """Whether this is what members of a room of another version say to each other."""
    return type(said) is list and len(said) == 5 and type(said[0]) is int and said[0] != SAY


def read_message(said: Plain) -> Heard:
    """The message that this is; raises `BadBytes`."""
    kind, *lists = fields(said, int, list, list, list, list)
    if kind != SAY or len(lists[0]) > 1 or any(len(one) > MOST_SAID for one in lists):
        raise BadBytes("not a message of a room")
    return Heard(*([_pair(one) for one in some] for some in lists))


def _pair(said: Plain) -> tuple[bytes, bytes]:
    one, other = fields(said, bytes, bytes)
    return one, other
