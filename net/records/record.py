"""Match record: one file with the cards and all feeds of a match (PROTOCOL part 11).

The file is a file of chunks (`net.records.chunk_file`). The first chunk is [version, seed text or nil, number of seats,
Tether version]. The Tether version is not signed by anyone, and older files lack it. Then comes one chunk for each seat
card. For each seat, one chunk contains the length of its feed, and one chunk contains each of its entries. Last come
the entries that are in none of these feeds, because a seat has signed two versions: their number, and then each entry.

A match that continues another one (`net.records.fork`) carries that match's record, in the same way in all kinds of
file. The version is then 2, and the file ends with a number and that number of pieces of the other file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from core.engine.codec import BadBytes, Plain
from net.match.genesis import MAX_SEATS, SignedCard
from net.records import chunk_file
from net.records.chunk_file import PIECE, BadFile, Chunks, Form, bounded_int, pieces
from net.version import is_version

FORM = Form(b"TETHER match 1\n", b"tether.record", "record of a match", newest=2)
VERSION, PARTED = 1, 2
MAX_ORIGIN = 16 * 1024 * 1024
"""Maximum number of bytes in the record of a continued match."""


class BadRecord(ValueError):
    """Error for an invalid record.

    Seat `seat` has signed a wrong entry `seq` in step `step`. If `seat` is 0, the file was altered or cut short, or is
    no record, and nobody is to blame.
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
    """Record of a played match.

    `seed_text` marks a test match, whose secrets all follow from that text.
    """

    seed_text: str | None
    cards: tuple[SignedCard, ...]
    feeds: tuple[tuple[bytes, ...], ...]
    sides: tuple[bytes, ...] = ()
    origin: bytes = b""
    """Record file of the match that this one continues; empty for any other match."""
    played_by: str = ""
    """Version of Tether whose rules were used, according to the file; "" if it names none."""


def pack(record: MatchRecord) -> bytes:
    """Return the record as the bytes of its file."""
    return FORM.pack(_contents(record))


def unpack(data: bytes) -> MatchRecord:
    """Return the record in these bytes; raise `BadRecord`. Its signatures are not yet checked."""
    try:
        return FORM.unpack(data, _record)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None


def write(path: Path, record: MatchRecord) -> None:
    """Write a record file, whole or not at all."""
    chunk_file.write(path, pack(record))


def read(path: Path) -> MatchRecord:
    """Read a record file; raise `BadRecord`, also for a file of another kind."""
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
    """Return the record that these chunks contain."""
    version, seed_text, seats, *by = chunks.listed(3, 4)
    check_version(version)
    seats = bounded_int(seats, 1, MAX_SEATS)
    if not (seed_text is None or type(seed_text) is str):
        raise BadBytes("a malformed header")
    played_by = by[0] if by else ""
    if type(played_by) is not str or (by and not is_version(played_by)):
        raise BadBytes("a malformed header")
    cards = tuple(read_signed(chunks) for _ in range(seats))
    feeds = tuple(chunks.blobs() for _ in range(seats))
    return MatchRecord(seed_text, cards, feeds, chunks.blobs(), read_origin(chunks, version), played_by)


# Records of continued matches, in any kind of file --------------------------------------------------------------------


def version_of(origin: bytes) -> int:
    """Return the version of the record file of a match.

    It depends on `origin`, the record of the match that this one continues, if any.
    """
    return PARTED if origin else VERSION


def check_version(version: Plain) -> None:
    """Raise `BadBytes` if this program does not read the version."""
    bounded_int(version, VERSION, PARTED)


def origin_chunks(origin: bytes) -> Iterator[Plain]:
    """Yield the last part of the file, with the continued match's record; nothing for most matches."""
    if origin:
        yield from pieces(origin)


def read_origin(chunks: Chunks, version: Plain) -> bytes:
    """Return the continued match's record from the last part of a file of this version.

    The function does not check that the bytes are a record.
    """
    if version != PARTED:
        return b""
    origin = chunks.joined(MAX_ORIGIN // PIECE)
    if not origin:
        raise BadBytes("no record of the match that is played on")
    return origin


def read_signed(chunks: Chunks) -> SignedCard:
    """Return the card and the signature that the next chunk contains."""
    card, signature = chunks.listed(2)
    if type(card) is not bytes or type(signature) is not bytes:
        raise BadBytes("not a card")
    return card, signature
