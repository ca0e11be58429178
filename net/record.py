"""A match record: one file with the cards and all feeds of a match (PROTOCOL part 11).

Magic, then chunks: length (4 bytes, big-endian) and `enc` of the content; last the BLAKE2b of all before it. The
first chunk is [version, seed text or nil, number of seats], then one chunk for each seat card, then for each seat one
with the length of its feed and one for each of its entries; last the number of forks, and for each both versions of
the forked entry. Every byte is covered by the last 32.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from core.kernel.codec import BadBytes, Plain, dec, enc
from net.entries import MAX_STORED
from net.genesis import MAX_SEATS, Signed
from net.store import settle

MAGIC = b"TETHER match 1\n"
VERSION = 1
HASH = 32
MAX_FILE = 256 * 1024 * 1024
MAX_FEED = 1_000_000
MAX_CHUNK = MAX_STORED + 16


class BadRecord(ValueError):
    """A record that does not hold.

    `seat` has signed something wrong in its entry `seq` at step `step`; seat 0: the file was altered or cut short, or
    is none, and nobody is to blame.
    """

    def __init__(self, words: str, seat: int = 0, seq: int = -1, step: int = 0, kind: str = "file") -> None:
        where = [f"seat {seat}"] if seat else []
        where += [f"entry {seq}"] if seq >= 0 else []
        where += [f"step {step}"] if step else []
        super().__init__(f"{', '.join(where)}: {words}" if where else words)
        self.words = words
        self.seat = seat
        self.seq = seq
        self.step = step
        self.kind = kind


class MatchRecord(NamedTuple):
    """A match as it was played; `seed_text` marks a test match, whose secrets all follow from that text."""

    seed_text: str | None
    cards: tuple[Signed, ...]
    feeds: tuple[tuple[bytes, ...], ...]
    forks: tuple[tuple[bytes, bytes], ...] = ()


def pack(record: MatchRecord) -> bytes:
    """The record as the bytes of its file."""
    body = bytearray(MAGIC)
    for content in _contents(record):
        data = enc(content)
        body += len(data).to_bytes(4, "big") + data
    return bytes(body) + _hash(bytes(body))


def unpack(data: bytes) -> MatchRecord:
    """The record in these bytes; raises `BadRecord`. Its signatures are not yet checked."""
    if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
        raise BadRecord("this is no record of a match")
    if len(data) < len(MAGIC) + HASH:
        raise BadRecord("the record is cut short")
    body, check = data[:-HASH], data[-HASH:]
    whole = _hash(body) == check
    try:
        record, end = _record(body if whole else data)
    except _Ends:
        raise BadRecord("the record is cut short") from None
    except BadBytes:
        raise BadRecord("the record has been altered, or is damaged") from None
    if not whole:
        lacks = len(data) - end < HASH
        raise BadRecord("the record is cut short" if lacks else "the record has been altered, or is damaged")
    if end != len(body):
        raise BadRecord("the file holds more than a record")
    return record


def write(path: Path, record: MatchRecord) -> None:
    """Writes a record file, whole or not at all."""
    part = path.with_name(path.name + ".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    with part.open("wb") as file:
        file.write(pack(record))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    settle(path.parent)


def read(path: Path) -> MatchRecord:
    """Reads a record file; raises `BadRecord`, also for a file that cannot be one."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE:
            raise BadRecord(f"a file of {size} bytes; a record has at most {MAX_FILE}")
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC[:size]:
                raise BadRecord("this is no record of a match")
            file.seek(0)
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise BadRecord(f"the file cannot be read: {error.strerror or error}") from None
    return unpack(data)


def _hash(body: bytes) -> bytes:
    return blake2b(body, digest_size=HASH, person=b"tether.record").digest()


def _contents(record: MatchRecord) -> Iterator[Plain]:
    yield [VERSION, record.seed_text, len(record.feeds)]
    yield from record.cards
    for feed in record.feeds:
        yield len(feed)
        yield from feed
    yield len(record.forks)
    for fork in record.forks:
        yield from fork


class _Ends(BadBytes):
    """The bytes end before the record does."""


class _Chunks:
    """Reads one chunk after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = len(MAGIC)

    def next(self) -> Plain:
        """The content of the next chunk."""
        start = self.at + 4
        length = int.from_bytes(self.data[self.at : start], "big")
        if start > len(self.data):
            raise _Ends("no chunk")
        if length > MAX_CHUNK:
            raise BadBytes("a chunk that is too long")
        if start + length > len(self.data):
            raise _Ends("half a chunk")
        self.at = start + length
        return dec(self.data[start : self.at], MAX_CHUNK)


def _record(data: bytes) -> tuple[MatchRecord, int]:
    """The record that these bytes begin with, and where it ends."""
    chunks = _Chunks(data)
    header = chunks.next()
    if type(header) is not list or len(header) != 3 or header[0] != VERSION or header[0] is True:
        raise BadBytes("a record of another version")
    _, seed_text, seats = header
    if not (seed_text is None or type(seed_text) is str) or type(seats) is not int:
        raise BadBytes("a malformed header")
    if not 2 <= seats <= MAX_SEATS:
        raise BadBytes("not a number of seats")
    cards = tuple(_card(chunks.next()) for _ in range(seats))
    feeds = tuple(_feed(chunks) for _ in range(seats))
    forks = _feed(chunks, 2)
    pairs = tuple(zip(forks[::2], forks[1::2]))
    return MatchRecord(seed_text, cards, feeds, pairs), chunks.at


def _card(chunk: Plain) -> Signed:
    if type(chunk) is not list or len(chunk) != 2 or not all(type(part) is bytes for part in chunk):
        raise BadBytes("not a card")
    return chunk[0], chunk[1]


def _feed(chunks: _Chunks, each: int = 1) -> tuple[bytes, ...]:
    length = chunks.next()
    if type(length) is not int or not 0 <= length <= MAX_FEED:
        raise BadBytes("not a length")
    feed = tuple(chunks.next() for _ in range(length * each))
    if not all(type(stored) is bytes for stored in feed):
        raise BadBytes("not an entry")
    return feed
