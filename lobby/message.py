"""The messages of a room, as they stand in datagrams: [1, settings, records, lines, sightings].

Settings are a list of one, or none; records and lines are pairs of bytes and signature; sightings are pairs of an
identity and the address at which the teller sees it.
"""

from __future__ import annotations

from typing import NamedTuple

from core.kernel.codec import BadBytes, Plain, enc
from lobby.records import Signed, fields

SAY = 1
BUDGET = 1150
"""Bytes of a message."""
MOST_SAID = 64
"""Records, lines or sightings in one message."""


class Message:
    """A message that is filled up."""

    def __init__(self, settings: list[Plain], sightings: list[Plain]) -> None:
        self._settings, self._sightings = settings, sightings
        self._told: tuple[list[Signed], list[Signed]] = ([], [])
        self._left = BUDGET - len(self.bytes()) - 8

    def add(self, is_line: bool, signed: Signed) -> bool:
        """Takes a record or a line in, if it fits."""
        self._left -= len(enc(signed))
        if self._left >= 0:
            self._told[is_line].append(signed)
        return self._left >= 0

    def bytes(self) -> bytes:
        """The message as it is sent."""
        return enc([SAY, self._settings, *self._told, self._sightings])


class Heard(NamedTuple):
    """A message that has come, nothing in it checked but its shape."""

    settings: list[Plain]
    records: list[Signed]
    lines: list[Signed]
    sightings: list[tuple[bytes, bytes]]


def read_message(said: Plain) -> Heard:
    """The message that this is; raises `BadBytes`."""
    kind, settings, *lists = fields(said, int, list, list, list, list)
    if kind != SAY or len(settings) > 1 or any(len(one) > MOST_SAID for one in lists):
        raise BadBytes("not a message of a room")
    records, lines, sightings = ([_pair(one) for one in some] for some in lists)
    return Heard(settings, records, lines, sightings)


def _pair(said: Plain) -> tuple[bytes, bytes]:
    one, other = fields(said, bytes, bytes)
    return one, other
