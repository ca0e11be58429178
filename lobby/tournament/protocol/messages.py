"""What neighbours in a tournament say to each other, as bytes and as values.

A datagram is a list of at most 15 messages, each an array that begins with its kind:

- heads [1, bytes]: 8 bytes of an identity, length (4), 4 bytes of the last id, for each that changed
- sum [2, 16 bytes]: a hash over all heads; who has another one is told all of them
- entry [3, identity, stored entry]
- want [4, bytes]: 8 bytes of an identity, from (4), for each
- ask [5, hash, [chunks]]: these 1,000-byte chunks of a blob, please
- chunk [6, hash, k, size, bytes]
- pulse [7, bytes, signature]: where somebody is now; relayed by all, never kept
- have [8, hash]: this blob is here now
- admission [9, identity, stored enrolment, host, hops, tries]: asks to let in whoever enrols there; who cannot do it
  passes it on, with the host from which it came
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from struct import Struct, error
from typing import Any, NamedTuple

from core.engine.codec import BadBytes, Plain, dec, enc
from lobby.tournament.model.entries import MOST_RECORD, MOST_STORED
from net.replication.messages import MAX_LIST

HEADS, SUM, ENTRY, WANT, ASK, CHUNK, PULSE, HAVE, KNOCK = range(1, 10)
SHORT, TAG = 8, 4
FORKED = b"fork"
"""The tag of a head that is told of a feed with two versions."""
HEAD, FROM = Struct(">8sL4s"), Struct(">8sL")
A_MESSAGE = 60
"""So many heads or wants are put into one."""
MOST_MESSAGES = 15
PIECE = 1000
AT_ONCE = 32
"""Chunks, or entries of a feed, that answer one message."""
MOST_HOPS = 8
MOST_HOST = 64
HOST_LETTERS = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.:%-_")
MOST_TRIES = 1 << 16
MOST_PULSE = 400

Head = tuple[int, bytes]


class Heads(NamedTuple):
    """How long feeds are that a neighbour holds, and how they end."""

    heads: tuple[tuple[bytes, int, bytes], ...]


class Sum(NamedTuple):
    """A hash over all heads."""

    sum: bytes


class Told(NamedTuple):
    """An entry of somebody."""

    identity: bytes
    stored: bytes


class Want(NamedTuple):
    """Asks for entries."""

    wants: tuple[tuple[bytes, int], ...]


class Ask(NamedTuple):
    """Asks for chunks of a blob."""

    hash: bytes
    chunks: tuple[int, ...]


class Chunk(NamedTuple):
    """A piece of a blob."""

    hash: bytes
    k: int
    size: int
    data: bytes


class Beat(NamedTuple):
    """A pulse, not yet read."""

    data: bytes
    signature: bytes


class Have(NamedTuple):
    """A blob is here now."""

    hash: bytes


class AdmissionRequest(NamedTuple):
    """Somebody asks to be let in."""

    identity: bytes
    stored: bytes
    host: str
    hops: int
    tries: int


Said = Heads | Sum | Told | Want | Ask | Chunk | Beat | Have | AdmissionRequest


def read(data: bytes) -> list[Said]:
    """The messages in a datagram; raises `BadBytes`. No signature is checked."""
    messages = dec(data, MAX_LIST + 1)
    if type(messages) is not list or len(messages) > MOST_MESSAGES:
        raise BadBytes("no list of messages")
    found: list[Said] = []
    for said in messages:
        if type(said) is not list or not said or type(said[0]) is not int or said[0] not in _READ:
            raise BadBytes("no message")
        found.append(_READ[said[0]](said))
    return found


def packed(said: Said) -> bytes:
    """A message as bytes."""
    if isinstance(said, Heads):
        return enc([HEADS, b"".join(HEAD.pack(*head) for head in said.heads)])
    if isinstance(said, Want):
        return enc([WANT, b"".join(FROM.pack(*want) for want in said.wants)])
    return enc([_KINDS[type(said)], *said])


def weight(said: Said) -> int:
    """How much work a message is, in single items."""
    if isinstance(said, Heads):
        return len(said.heads)
    if isinstance(said, Want):
        return len(said.wants)
    return len(said.chunks) if isinstance(said, Ask) else 1


Fields = list[Any]
"""What a message says, its types checked."""


def _heads(said: Fields) -> Heads:
    heads = Heads(tuple(_each(HEAD, *_fields(said, bytes))))
    if not all(0 < length < 1 << 20 for _, length, _ in heads.heads):
        raise BadBytes("no head")
    return heads


def _sum(said: Fields) -> Sum:
    return Sum(*_fields(said, bytes))


def _told(said: Fields) -> Told:
    told = Told(*_fields(said, bytes, bytes))
    if len(told.identity) != 32 or len(told.stored) > MOST_STORED:
        raise BadBytes("no entry")
    return told


def _want(said: Fields) -> Want:
    return Want(tuple(_each(FROM, *_fields(said, bytes))))


def _ask(said: Fields) -> Ask:
    hash, chunks = _fields(said, bytes, list)
    if len(chunks) > AT_ONCE or not all(type(k) is int and 0 <= k <= MOST_RECORD // PIECE for k in chunks):
        raise BadBytes("no chunks of a blob")
    return Ask(_hash(hash), tuple(chunks))


def _chunk(said: Fields) -> Chunk:
    chunk = Chunk(*_fields(said, bytes, int, int, bytes))
    if not 0 < chunk.size <= MOST_RECORD or not 0 <= chunk.k < -(-chunk.size // PIECE):
        raise BadBytes("no chunk of a blob")
    if len(chunk.data) != min(PIECE, chunk.size - chunk.k * PIECE):
        raise BadBytes("a chunk of another length")
    return chunk


def _beat(said: Fields) -> Beat:
    beat = Beat(*_fields(said, bytes, bytes))
    if len(beat.data) > MOST_PULSE:
        raise BadBytes("no pulse")
    return beat


def _have(said: Fields) -> Have:
    return Have(_hash(*_fields(said, bytes)))


def _knock(said: Fields) -> AdmissionRequest:
    request = AdmissionRequest(*_fields(said, bytes, bytes, str, int, int))
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


def _each(shape: Struct, data: bytes) -> Iterator[tuple[Any, ...]]:
    try:
        return shape.iter_unpack(data)
    except error:
        raise BadBytes("not a message of a tournament") from None


def _fields(said: Plain, *types: type) -> Fields:
    if type(said) is not list or [type(part) for part in said] != [int, *types]:
        raise BadBytes("not a message of a tournament")
    return said[1:]


_READ: dict[int, Callable[[Fields], Said]] = {
    HEADS: _heads,
    SUM: _sum,
    ENTRY: _told,
    WANT: _want,
    ASK: _ask,
    CHUNK: _chunk,
    PULSE: _beat,
    HAVE: _have,
    KNOCK: _knock,
}
_KINDS: dict[type[Any], int] = {
    Sum: SUM,
    Told: ENTRY,
    Ask: ASK,
    Chunk: CHUNK,
    Beat: PULSE,
    Have: HAVE,
    AdmissionRequest: KNOCK,
}
