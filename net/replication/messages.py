"""Messages between the peers of a match, and the datagrams that carry them (PROTOCOL part 12).

A datagram has at most 1,200 bytes: one type byte, then `enc` of a list of messages. The encrypted channels of part 13
carry that list under type 21. The plain form, of type 1, is for tests and for matches in one process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from core.engine.codec import BadEncodingError
from net.replication import message_table
from net.replication.message_table import (
    MAX_LIST,
    Field,
    MessageTable,
    list_field,
    number_field,
    octets_field,
    octets_field_up_to,
    text_field,
)

__all__ = [
    "MAX_DATAGRAM", "MAX_LIST", "MAX_MESSAGE", "MAX_PARTS", "PART", "PLAIN", "TABLE", "Card", "Fields", "Heads",
    "Hello", "Message", "Part", "Soft", "StatePart", "Want", "Where", "pack_datagrams", "pack_message", "read",
]  # fmt: skip

MAX_DATAGRAM = 1200
MAX_MESSAGE = 1100
PART = 1000
MAX_PARTS = 40
PLAIN = 1
TABLE = MessageTable(MAX_DATAGRAM)
"""Messages of a match."""
Message = message_table.Message


def _read_head(part: object) -> tuple[int, bytes]:
    if type(part) is not list or len(part) != 2 or type(part[0]) is not int or type(part[1]) is not bytes:
        raise BadEncodingError("not a head")
    if not 0 <= part[0] < 1 << 32 or len(part[1]) != (8 if part[0] else 0):
        raise BadEncodingError("not a head")
    return part[0], part[1]


Id = Annotated[bytes, octets_field(32)]
Seat = Annotated[int, number_field(1, 7)]
Count = Annotated[int, number_field(0, 1 << 32)]
Data = Annotated[bytes, octets_field_up_to(MAX_MESSAGE)]
Signature = Annotated[bytes, octets_field(64)]


@TABLE.kind(1)
class Heads(NamedTuple):
    """Heads of a peer's feeds: for each, its length and the first bytes of its last entry's id."""

    match: Id
    heads: Annotated[tuple[tuple[int, bytes], ...], list_field(Field(_read_head), 1, 6)]


@TABLE.kind(2)
class Part(NamedTuple):
    """One of the parts into which a stored entry is split: number `k`, counted from 0."""

    match: Id
    seat: Seat
    seq: Count
    k: Count
    parts: Count
    data: Data

    def fits(self) -> bool:
        """Return True if the number of the part is consistent with the number of parts."""
        return self.k < self.parts <= MAX_PARTS


@TABLE.kind(3)
class Want(NamedTuple):
    """Request for a seat's entries from number `first` to `end` - 1."""

    match: Id
    seat: Seat
    first: Count
    end: Count


@TABLE.kind(4)
class Soft(NamedTuple):
    """Signed message that belongs to no feed (`net.match.readiness`)."""

    data: Data
    signature: Signature


@TABLE.kind(5)
class Fields(NamedTuple):
    """Sub-digests of the sender's state: the first 8 bytes of each, one for each top-level field."""

    match: Id
    t: Count
    digests: Annotated[tuple[bytes, ...], list_field(octets_field(8), 0, MAX_MESSAGE)]


@TABLE.kind(6)
class Hello(NamedTuple):
    """Introduction of a peer before the genesis: its seat, its identity and its name.

    `cards` lists the seats whose cards the sender has. A sender with seat 0 is a spectator.
    """

    room: Id
    seat: Annotated[int, number_field(0, 7)]
    identity: Id
    name: Annotated[str, text_field(24)]
    cards: Annotated[tuple[int, ...], list_field(number_field(1, 7), 0, 6)]


@TABLE.kind(7)
class Card(NamedTuple):
    """Seat card with its signature."""

    data: Data
    signature: Signature


@TABLE.kind(8)
class StatePart(NamedTuple):
    """One of the parts of the sender's state before step t, sent if two states differ: number `k`, from 0."""

    match: Id
    t: Count
    k: Count
    parts: Count
    data: Data

    def fits(self) -> bool:
        """Return True if the number of the part is consistent with the number of parts."""
        return self.k < self.parts <= MAX_PARTS


@TABLE.kind(9)
class Where(NamedTuple):
    """Packed address of a seat that the sender is connected with and the receiver is not."""

    match: Id
    seat: Seat
    address: Annotated[bytes, octets_field(6, 18)]


pack_message = TABLE.write


def pack_datagrams(messages: Iterable[bytes]) -> Iterator[bytes]:
    """Pack messages, in order, into as few datagrams as possible."""
    for listed in message_table.pack_lists(messages):
        yield bytes([PLAIN]) + listed


def read(datagram: bytes) -> list[Message]:
    """Return the messages in a datagram; raise `BadEncodingError` if it is malformed."""
    if not 2 <= len(datagram) <= MAX_DATAGRAM or datagram[0] != PLAIN:
        raise BadEncodingError("not a datagram of this table")
    return TABLE.read(datagram[1:])
