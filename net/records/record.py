"""A match record: one file with the cards and all feeds of a match (PROTOCOL part 11).

A file of chunks (`net.records.chunk_file`). The first chunk is [version, seed text or nil, number of seats, which
Tether], the last of which nobody has signed and older files lack. Then comes one chunk for each seat card, then for
each seat one with the length of its feed and one for each of its entries; last the number of entries that stand beside
these feeds, where a seat has signed two versions, and these entries.

A match that plays on another one (`net.records.fork`) carries that one's record, the same in all kinds of file: the
version is 2, and last comes a number and so many pieces of the other file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.engine.codec import BadBytes, Plain
from net.match.genesis import MAX_SEATS, Signed
from net.records import chunk_file
from net.records.chunk_file import PIECE, BadFile, Chunks, Form, pieces, whole
from net.version import is_version

FORM = Form(b"TETHER match 1\n", b"tether.record", "record of a match", newest=2)
VERSION, PARTED = 1, 2
MAX_ORIGIN = 16 * 1024 * 1024
"""The record of a match that is played on has at most so many bytes."""


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
    sides: tuple[bytes, ...] = ()
    origin: bytes = b""
    """The record of the match that this one plays on, as a file; empty for any other match."""
    played_by: str = ""
    """By the rules of which version of Tether it was played, as the file says; "" if it does not."""


def pack(record: MatchRecord) -> bytes:
    """The record as the bytes of its file."""
    return FORM.pack(_contents(record))


def unpack(data: bytes) -> MatchRecord:
    """The record in these bytes; raises `BadRecord`. Its signatures are not yet checked."""
    try:
        return FORM.unpack(data, _record)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None


def write(path: Path, record: MatchRecord) -> None:
    """Writes a record file, whole or not at all."""
    chunk_file.write(path, pack(record))


def read(path: Path) -> MatchRecord:
    """Reads a record file; raises `BadRecord`, also for a file that cannot be one."""
    try:
        data = FORM.read(path)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None
    return unpack(data)


def _contents(record: MatchRecord) -> Iterator[Plain]:
    by = [record.played_by] if record.played_by else []
    yield [version_of(record.origin), record.seed_text, len(record.feeds), *by]
    yield from record.cards
    for feed in record.feeds:
        yield len(feed)
        yield from feed
    yield len(record.sides)
    yield from record.sides
    yield from origin_chunks(record.origin)


def _record(chunks: Chunks) -> MatchRecord:
    """The record that these chunks are."""
    version, seed_text, seats, *by = chunks.listed(3, 4)
    check_version(version)
    whole(seats, 1, MAX_SEATS)
    if not (seed_text is None or type(seed_text) is str) or not all(map(is_version, by)):
        raise BadBytes("a malformed header")
    cards = tuple(read_signed(chunks) for _ in range(seats))
    feeds = tuple(chunks.blobs() for _ in range(seats))
    return MatchRecord(seed_text, cards, feeds, chunks.blobs(), read_origin(chunks, version), *by)


# The record of a match that is played on, in any kind of file ---------------------------------------------------------


def version_of(origin: bytes) -> int:
    """The version of a file of a match, with the record of the match that it plays on, if there is one."""
    return PARTED if origin else VERSION


def check_version(version: Plain) -> None:
    """Raises `BadBytes` for another version."""
    whole(version, VERSION, PARTED)


def origin_chunks(origin: bytes) -> Iterator[Plain]:
    """What stands last in the file, nothing for most matches."""
    if origin:
        yield from pieces(origin)


def read_origin(chunks: Chunks, version: Plain) -> bytes:
    """What stands last in a file of this version; whether it is a record is not looked at."""
    if version != PARTED:
        return b""
    origin = chunks.joined(MAX_ORIGIN // PIECE)
    if not origin:
        raise BadBytes("no record of the match that is played on")
    return origin


def read_signed(chunks: Chunks) -> Signed:
    """The next chunk, a seat card with its signature."""
    card, signature = chunks.listed(2)
    if type(card) is not bytes or type(signature) is not bytes:
        raise BadBytes("not a card")
    return card, signature
