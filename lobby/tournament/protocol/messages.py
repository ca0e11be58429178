"""Messages between neighbours in a tournament, as bytes and as values.

A datagram is a list of at most 15 messages. Each message is an array that begins with its kind:

- heads [1, bytes]: for each feed that changed, 8 bytes of the identity, the length (4), and 4 bytes of the last id
- sum [2, 16 bytes]: a hash over all heads; a neighbour with another sum is sent all heads
- entry [3, identity, stored entry]: an entry of a member's feed
- want [4, bytes]: for each wanted feed, 8 bytes of the identity and the position to start from (4)
- ask [5, hash, [chunks]]: a request for these 1,000-byte chunks of a blob
- chunk [6, hash, k, size, bytes]: chunk k of a blob
- pulse [7, bytes, signature]: the current addresses of a member; all members relay it, and nobody stores it
- have [8, hash]: announces that the sender now has this blob
- admission [9, identity, stored enrolment, host, hops, tries]: asks to admit the member with this enrolment; a
  neighbour that cannot admit it passes the request on, with the host from which it came
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import Struct, error
from typing import Any, NamedTuple

from core.engine.codec import BadBytes, Plain, dec, enc, fields
from lobby.tournament.model.entries import MOST_RECORD, MOST_STORED
from net.replication.messages import MAX_LIST

HEADS, SUM, ENTRY, WANT, ASK, CHUNK, PULSE, HAVE, KNOCK = range(1, 10)
SHORT, TAG = 8, 4
FORKED_HEAD_TAG = b"fork"
"""Mark in place of the last id, for the head of a feed with two versions."""
HEAD, FROM = Struct(">8sL4s"), Struct(">8sL")
MAX_HEADS = 60
"""Maximum number of heads or wants in one message."""
MOST_MESSAGES = 15
PIECE = 1000
MAX_ANSWERS = 32
"""Maximum number of chunks, or entries of a feed, that answer one message."""
MOST_HOPS = 8
MOST_HOST = 64
HOST_LETTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:%-_")
MOST_TRIES = 1 << 16
MOST_PULSE = 400

Head = tuple[int, bytes]


class Heads(NamedTuple):
    """Message with the lengths of a neighbour's feeds, and with their last ids."""

    heads: tuple[tuple[bytes, int, bytes], ...]


class Sum(NamedTuple):
    """Message with a hash over all heads."""

    sum: bytes


class EntryMessage(NamedTuple):
    """Message with an entry of a member's feed."""

    identity: bytes
    stored: bytes


class Want(NamedTuple):
    """Message that requests entries of feeds."""

    wants: tuple[tuple[bytes, int], ...]


class Ask(NamedTuple):
    """Message that requests chunks of a blob."""

    hash: bytes
    chunks: tuple[int, ...]


class Chunk(NamedTuple):
    """Message with a chunk of a blob."""

    hash: bytes
    k: int
    size: int
    data: bytes


class UnreadPulse(NamedTuple):
    """Message with a pulse that has not been parsed yet."""

    data: bytes
    signature: bytes


class Have(NamedTuple):
    """Message that announces that the sender has a blob."""

    hash: bytes


class AdmissionRequest(NamedTuple):
    """Message that requests the admission of a member."""

    identity: bytes
    stored: bytes
    host: str
    hops: int
    tries: int


Said = Heads | Sum | EntryMessage | Want | Ask | Chunk | UnreadPulse | Have | AdmissionRequest


def read(data: bytes) -> list[Said]:
    """Return the messages in a datagram, without checking signatures; raise `BadBytes`."""
    messages = dec(data, MAX_LIST + 1)
    if type(messages) is not list or len(messages) > MOST_MESSAGES:
        raise BadBytes("no list of messages")
    found: list[Said] = []
    for said in messages:
        if type(said) is not list or not said or type(said[0]) is not int or said[0] not in _MESSAGE_READERS:
            raise BadBytes("no message")
        found.append(_MESSAGE_READERS[said[0]](said[1:]))
    return found


def packed(said: Said) -> bytes:
    """Return a message as bytes."""
    if isinstance(said, Heads):
        return enc([HEADS, b"".join(HEAD.pack(*head) for head in said.heads)])
    if isinstance(said, Want):
        return enc([WANT, b"".join(FROM.pack(*want) for want in said.wants)])
    return enc([_KINDS[type(said)], *said])


def weight(said: Said) -> int:
    """Return the work that a message causes, as a number of single items."""
    if isinstance(said, Heads):
        return len(said.heads)
    if isinstance(said, Want):
        return len(said.wants)
    return len(said.chunks) if isinstance(said, Ask) else 1


Fields = list[Plain]
"""Content of a message, without its kind."""


def _heads(said: Fields) -> Heads:
    heads = Heads(tuple(_unpack_each(HEAD, *fields(said, bytes))))
    if not all(0 < length < 1 << 20 for _, length, _ in heads.heads):
        raise BadBytes("no head")
    return heads


def _sum(said: Fields) -> Sum:
    return Sum(*fields(said, bytes))


def _told(said: Fields) -> EntryMessage:
    told = EntryMessage(*fields(said, bytes, bytes))
    if len(told.identity) != 32 or len(told.stored) > MOST_STORED:
        raise BadBytes("no entry")
    return told


def _read_want(said: Fields) -> Want:
    return Want(tuple(_unpack_each(FROM, *fields(said, bytes))))


def _ask(said: Fields) -> Ask:
    hash, chunks = fields(said, bytes, list)
    if len(chunks) > MAX_ANSWERS or not all(type(k) is int and 0 <= k <= MOST_RECORD // PIECE for k in chunks):
        raise BadBytes("no chunks of a blob")
    return Ask(_hash(hash), tuple(chunks))


def _chunk(said: Fields) -> Chunk:
    chunk = Chunk(*fields(said, bytes, int, int, bytes))
    if not 0 < chunk.size <= MOST_RECORD or not 0 <= chunk.k < -(-chunk.size // PIECE):
        raise BadBytes("no chunk of a blob")
    if len(chunk.data) != min(PIECE, chunk.size - chunk.k * PIECE):
        raise BadBytes("a chunk of another length")
    return chunk


def _beat(said: Fields) -> UnreadPulse:
    beat = UnreadPulse(*fields(said, bytes, bytes))
    if len(beat.data) > MOST_PULSE:
        raise BadBytes("no pulse")
    return beat


def _read_have(said: Fields) -> Have:
    return Have(_hash(*fields(said, bytes)))


def _read_knock(said: Fields) -> AdmissionRequest:
    request = AdmissionRequest(*fields(said, bytes, bytes, str, int, int))
    if len(request.identity) != 32 or len(request.stored) > MOST_STORED:
        raise BadBytes("no enrolment")
    if len(request.host) > MOST_HOST or not set(request.host) <= HOST_LETTERS:
        raise BadBytes("no host")
    if not (0 <= request.hops <= MOST_HOPS and 0 <= request.tries <= MOST_TRIES):
        raise BadBytes("no knock")
    return request


def _hash(data: bytes) -> bytes:
    if len(data) != 32:
        raise BadBytes("no hash")
    return data


def _unpack_each(shape: Struct, data: bytes) -> Iterator[tuple[Any, ...]]:
    try:
        return shape.iter_unpack(data)
    except error:
        raise BadBytes("not a message of a tournament") from None


_MESSAGE_READERS: dict[int, Callable[[Fields], Said]] = {
    HEADS: _heads,
    SUM: _sum,
    ENTRY: _told,
    WANT: _read_want,
    ASK: _ask,
    CHUNK: _chunk,
    PULSE: _beat,
    HAVE: _read_have,
    KNOCK: _read_knock,
}
_KINDS: dict[type[Said], int] = {
    Sum: SUM,
    EntryMessage: ENTRY,
    Ask: ASK,
    Chunk: CHUNK,
    UnreadPulse: PULSE,
    Have: HAVE,
    AdmissionRequest: KNOCK,
}
