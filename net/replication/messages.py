"""Messages between the peers of a match, and the datagrams that carry them (PROTOCOL part 12).

A datagram has at most 1,200 bytes: one type byte, then `enc` of a list of messages. The encrypted channels of part 13
carry that list under type 21. The plain form, of type 1, is for tests and for matches in one process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from core.engine.codec import BadBytes
from net.replication import message_table
from net.replication.message_table import MAX_LIST, Field, MessageTable, each, number, octets, octets_up_to, text

__all__ = [
    "MAX_DATAGRAM", "MAX_LIST", "MAX_MESSAGE", "MAX_PARTS", "PART", "PLAIN", "TABLE", "Card", "Fields", "Heads",
    "Hello", "Message", "Part", "Soft", "StatePart", "Want", "Where", "datagrams", "message", "read",
]  # fmt: skip

MAX_DATAGRAM = 1200
MAX_MESSAGE = 1100
PART = 1000
MAX_PARTS = 40
PLAIN = 1
TABLE = MessageTable(MAX_DATAGRAM)
"""Messages of a match."""
Message = message_table.Message


def _head(part: object) -> tuple[int, bytes]:
    if type(part) is not list or len(part) != 2 or type(part[0]) is not int or type(part[1]) is not bytes:
        raise BadBytes("not a head")
    if not 0 <= part[0] < 1 << 32 or len(part[1]) != (8 if part[0] else 0):
        raise BadBytes("not a head")
    return part[0], part[1]


Id = Annotated[bytes, octets(32)]
Seat = Annotated[int, number(1, 7)]
Count = Annotated[int, number(0, 1 << 32)]
Data = Annotated[bytes, octets_up_to(MAX_MESSAGE)]
Signature = Annotated[bytes, octets(64)]


@TABLE.kind(1)
class Heads(NamedTuple):
    """Heads of a peer: for each of its feeds, the length and the beginning of the last entry's id."""

    match: Id
    heads: Annotated[tuple[tuple[int, bytes], ...], each(Field(_head), 1, 6)]


@TABLE.kind(2)
class Part(NamedTuple):
    """The k-th (from 0) of the parts of a stored entry."""

    match: Id
    seat: Seat
    seq: Count
    k: Count
    parts: Count
    data: Data

    def fits(self) -> bool:
        """Return True if there can be such a part."""
        return self.k < self.parts <= MAX_PARTS


@TABLE.kind(3)
class Want(NamedTuple):
    """Request for the entries `first`..`end`-1 of a seat."""

    match: Id
    seat: Seat
    first: Count
    end: Count


@TABLE.kind(4)
class Soft(NamedTuple):
    """Signed message that is in no feed (`net.match.readiness`)."""

    data: Data
    signature: Signature


@TABLE.kind(5)
class Fields(NamedTuple):
    """State of a peer as sub-digests, one for each top-level field, of which the message has the first 8 bytes."""

    match: Id
    t: Count
    digests: Annotated[tuple[bytes, ...], each(octets(8), 0, MAX_MESSAGE)]


@TABLE.kind(6)
class Hello(NamedTuple):
    """Introduction of a peer before the genesis: its seat, its identity and the cards that it has.

    `cards` contains the seats whose cards the sender has. A sender with seat 0 only watches.
    """

    room: Id
    seat: Annotated[int, number(0, 7)]
    identity: Id
    name: Annotated[str, text(24)]
    cards: Annotated[tuple[int, ...], each(number(1, 7), 0, 6)]


@TABLE.kind(7)
class Card(NamedTuple):
    """Seat card with its signature."""

    data: Data
    signature: Signature


@TABLE.kind(8)
class StatePart(NamedTuple):
    """The k-th (from 0) of the parts of a peer's state before step t, sent if two states differ."""

    match: Id
    t: Count
    k: Count
    parts: Count
    data: Data

    def fits(self) -> bool:
        """Return True if there can be such a part."""
        return self.k < self.parts <= MAX_PARTS


@TABLE.kind(9)
class Where(NamedTuple):
    """Address, in packed form, at which the sender has a channel to a seat that the receiver cannot reach."""

    match: Id
    seat: Seat
    address: Annotated[bytes, octets(6, 18)]


message = TABLE.write


def datagrams(messages: Iterable[bytes]) -> Iterator[bytes]:
    """Pack the messages into as few datagrams as possible, in this order."""
    for listed in message_table.lists(messages):
        yield bytes([PLAIN]) + listed


def read(datagram: bytes) -> list[Message]:
    """Read the messages of a datagram; raise `BadBytes` for bytes that no peer sends."""
    if not 2 <= len(datagram) <= MAX_DATAGRAM or datagram[0] != PLAIN:
        raise BadBytes("not a datagram of this table")
    return TABLE.read(datagram[1:])
