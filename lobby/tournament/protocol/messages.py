"""Messages between neighbours in a tournament, as bytes and as values.

A datagram is a list of at most 15 messages. `docs/internals/tournaments.md` lists their kinds.
"""

from __future__ import annotations

from struct import Struct
from typing import Annotated, NamedTuple

from lobby.tournament.model.entries import MOST_RECORD, MOST_STORED
from net.replication.message_table import (
    MAX_LIST,
    MessageTable,
    list_field,
    number_field,
    octets_field,
    octets_field_up_to,
    rows_field,
    text_field,
)

TABLE = MessageTable(MAX_LIST + 1)
"""Messages of a tournament."""
SHORT, TAG = 8, 4
FORKED_HEAD_TAG = b"fork"
"""Mark in the head of a feed with two versions, in place of the beginning of the last id."""
MAX_HEADS = 60
"""Maximum number of heads or wants in one message."""
PIECE = 1000
MAX_ANSWERS = 32
"""Maximum number of chunks, or of entries of a feed, that answer one message."""
MOST_HOPS = 8
MOST_HOST = 64
HOST_LETTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:%-_")
MOST_TRIES = 1 << 16
MOST_PULSE = 400

Head = tuple[int, bytes]
Id = Annotated[bytes, octets_field(32)]
Stored = Annotated[bytes, octets_field_up_to(MOST_STORED)]
Octets = Annotated[bytes, octets_field_up_to(MAX_LIST)]


@TABLE.kind(1)
class Heads(NamedTuple):
    """Heads of changed feeds: 8 bytes of the identity, the length, and 4 bytes of the last id."""

    heads: Annotated[tuple[tuple[bytes, int, bytes], ...], rows_field(Struct(">8sL4s"))]

    def fits(self) -> bool:
        """Return True if all lengths are possible."""
        return all(0 < length < 1 << 20 for _, length, _ in self.heads)

    def weight(self) -> int:
        """Return the number of heads."""
        return len(self.heads)


@TABLE.kind(2)
class Sum(NamedTuple):
    """Hash over all heads; a neighbour whose hash differs is sent all heads."""

    sum: Octets


@TABLE.kind(3)
class EntryMessage(NamedTuple):
    """An entry of a member's feed."""

    identity: Id
    stored: Stored


@TABLE.kind(4)
class Want(NamedTuple):
    """Request for entries: for each feed, 8 bytes of the identity and the position to start from."""

    wants: Annotated[tuple[tuple[bytes, int], ...], rows_field(Struct(">8sL"))]

    def weight(self) -> int:
        """Return the number of requested feeds."""
        return len(self.wants)


@TABLE.kind(5)
class Ask(NamedTuple):
    """Request for chunks of a blob."""

    hash: Id
    chunks: Annotated[tuple[int, ...], list_field(number_field(0, MOST_RECORD // PIECE + 1), 0, MAX_ANSWERS)]

    def weight(self) -> int:
        """Return the number of requested chunks."""
        return len(self.chunks)


@TABLE.kind(6)
class Chunk(NamedTuple):
    """A chunk of 1,000 bytes of a blob: number `k`, counted from 0."""

    hash: Id
    k: Annotated[int, number_field(0, MOST_RECORD)]
    size: Annotated[int, number_field(1, MOST_RECORD + 1)]
    data: Octets

    def fits(self) -> bool:
        """Return True if a blob of this size has such a chunk."""
        return self.k < -(-self.size // PIECE) and len(self.data) == min(PIECE, self.size - self.k * PIECE)


@TABLE.kind(7)
class UnreadPulse(NamedTuple):
    """Signed addresses of a member, not parsed yet; all members relay them, and nobody saves them."""

    data: Annotated[bytes, octets_field_up_to(MOST_PULSE)]
    signature: Octets


@TABLE.kind(8)
class Have(NamedTuple):
    """Announcement that the sender now has a blob."""

    hash: Id


@TABLE.kind(9)
class AdmissionRequest(NamedTuple):
    """Request to admit the member with this enrolment.

    A neighbour that cannot admit it passes the request on, with the host from which the request came.
    """

    identity: Id
    stored: Stored
    host: Annotated[str, text_field(MOST_HOST, HOST_LETTERS)]
    hops: Annotated[int, number_field(0, MOST_HOPS + 1)]
    tries: Annotated[int, number_field(0, MOST_TRIES + 1)]


pack_message = TABLE.write
