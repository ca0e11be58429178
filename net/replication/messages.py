"""Messages between peers, and the datagrams that carry them (PROTOCOL part 12).

A datagram has at most 1,200 bytes: one type byte, then `enc` of a list of messages. The encrypted channels of part 13
carry that list under type 21. The plain form, of type 1, is for tests and for matches in one process. A message is an
array that begins with its kind:

- heads [1, match, [[length, 8 bytes of id] per seat]]
- part [2, match, seat, seq, k, K, bytes]: the k-th (from 0) of K parts of a stored entry
- want [3, match, seat, from, to]: a request for the entries from..to-1
- soft [4, bytes, signature]: a soft message (`net.match.readiness`)
- fields [5, match, t, [first 8 bytes of each sub-digest]]
- hello [6, room, seat, identity, name, [seats whose card is held]]: sent before the genesis
- card [7, bytes, signature]: a seat card
- state [8, match, t, k, K, bytes]: the k-th (from 0) of K parts of a peer's whole state, if two states differ
- where [9, match, seat, address]: the address at which the sender has a link to a seat that the receiver cannot reach
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from core.engine.codec import BadBytes, Plain, dec, enc

MAX_DATAGRAM = 1200
MAX_LIST = 1171
"""Maximum number of message bytes in a datagram of a channel."""
MAX_MESSAGE = 1100
PART = 1000
MAX_PARTS = 40
PLAIN = 1


class Heads(NamedTuple):
    """Heads of a peer: for each of its feeds, the length and the beginning of the last entry's id."""

    match: bytes
    heads: tuple[tuple[int, bytes], ...]


class Part(NamedTuple):
    """Part of a stored entry."""

    match: bytes
    seat: int
    seq: int
    k: int
    parts: int
    data: bytes


class Want(NamedTuple):
    """Request for the entries `first`..`end`-1 of a seat."""

    match: bytes
    seat: int
    first: int
    end: int


class Soft(NamedTuple):
    """Signed message that is in no feed."""

    data: bytes
    signature: bytes


class Fields(NamedTuple):
    """State of a peer as sub-digests, one for each top-level field."""

    match: bytes
    t: int
    digests: tuple[bytes, ...]


class Hello(NamedTuple):
    """Introduction of a peer before the genesis: its seat, its identity and the cards that it has.

    `cards` contains the seats whose cards the sender has. A sender with seat 0 only watches.
    """

    room: bytes
    seat: int
    identity: bytes
    name: str
    cards: tuple[int, ...]


class Card(NamedTuple):
    """Seat card with its signature."""

    data: bytes
    signature: bytes


class StatePart(NamedTuple):
    """Part of a peer's state before step t."""

    match: bytes
    t: int
    k: int
    parts: int
    data: bytes


class Where(NamedTuple):
    """Address, in packed form, at which the sender has a channel to a seat that the receiver cannot reach."""

    match: bytes
    seat: int
    address: bytes


Message = Heads | Part | Want | Soft | Fields | Hello | Card | StatePart | Where


def message(said: Message) -> bytes:
    """Return the bytes of a message."""
    return enc([_KINDS[type(said)], *said])


def datagrams(messages: Iterable[bytes]) -> Iterator[bytes]:
    """Pack the messages into as few datagrams as possible, in this order."""
    batch: list[bytes] = []
    size = 0
    for said in messages:
        if batch and (size + len(said) + 1 > MAX_LIST or len(batch) == 15):
            yield _datagram(batch)
            batch, size = [], 0
        batch.append(said)
        size += len(said)
    if batch:
        yield _datagram(batch)


def _datagram(batch: list[bytes]) -> bytes:
    return bytes([PLAIN, 0x90 | len(batch)]) + b"".join(batch)


def read(datagram: bytes) -> list[Message]:
    """Read the messages of a datagram; raise `BadBytes` for bytes that no peer sends."""
    if not 2 <= len(datagram) <= MAX_DATAGRAM or datagram[0] != PLAIN:
        raise BadBytes("not a datagram of this table")
    listed = dec(datagram[1:], MAX_DATAGRAM)
    if type(listed) is not list or len(listed) > 15:
        raise BadBytes("not a list of messages")
    return [_read(said) for said in listed]


def _read(said: Plain) -> Message:
    if type(said) is not list or not said or type(said[0]) is not int or not 1 <= said[0] <= len(_SHAPES):
        raise BadBytes("not a message")
    kind, shape = _SHAPES[said[0] - 1]
    if len(said) != len(shape) + 1:
        raise BadBytes("a malformed message")
    for check, part in zip(shape, said[1:]):
        if not check(part):
            raise BadBytes("a malformed message")
    if kind in (Part, StatePart) and not said[-3] < said[-2] <= MAX_PARTS:
        raise BadBytes("a malformed message")
    return kind(*[_freeze_lists(part) if type(part) is list else part for part in said[1:]])


def _freeze_lists(part: list[Plain]) -> Plain:
    return tuple([_freeze_lists(item) if type(item) is list else item for item in part])


def _id(part: Plain) -> bool:
    return type(part) is bytes and len(part) == 32


def _address(part: Plain) -> bool:
    return type(part) is bytes and len(part) in (6, 18)


def _seat(part: Plain) -> bool:
    return type(part) is int and 1 <= part <= 6


def _place(part: Plain) -> bool:
    return type(part) is int and 0 <= part <= 6


def _count(part: Plain) -> bool:
    return type(part) is int and 0 <= part < 2**32


def _bytes(part: Plain) -> bool:
    return type(part) is bytes and len(part) <= MAX_MESSAGE


def _is_signature(part: Plain) -> bool:
    return type(part) is bytes and len(part) == 64


def _name(part: Plain) -> bool:
    return type(part) is str and len(part) <= 24


def _is_head(part: Plain) -> bool:
    if type(part) is not list or len(part) != 2 or not _count(part[0]) or type(part[1]) is not bytes:
        return False
    return len(part[1]) == (8 if part[0] else 0)


def _heads(part: Plain) -> bool:
    return type(part) is list and 1 <= len(part) <= 6 and all(_is_head(head) for head in part)


def _seats(part: Plain) -> bool:
    return type(part) is list and len(part) <= 6 and all(_seat(seat) for seat in part)


def _digests(part: Plain) -> bool:
    return type(part) is list and all(type(short) is bytes and len(short) == 8 for short in part)


_SHAPES: tuple[tuple[Callable[..., Message], tuple[Callable[[Plain], bool], ...]], ...] = (
    (Heads, (_id, _heads)),
    (Part, (_id, _seat, _count, _count, _count, _bytes)),
    (Want, (_id, _seat, _count, _count)),
    (Soft, (_bytes, _is_signature)),
    (Fields, (_id, _count, _digests)),
    (Hello, (_id, _place, _id, _name, _seats)),
    (Card, (_bytes, _is_signature)),
    (StatePart, (_id, _count, _count, _count, _bytes)),
    (Where, (_id, _seat, _address)),
)
_KINDS = {kind: number for number, (kind, _) in enumerate(_SHAPES, 1)}
