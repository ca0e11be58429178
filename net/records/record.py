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

from core.engine.codec import BadEncodingError, Plain
from net.match.genesis import MAX_SEATS, SignedCard
from net.records import chunk_file
from net.records.chunk_file import PIECE, BadFile, Chunks, Form, check_int, cut_into_pieces
from net.version import is_version

FORM = Form(b"TETHER match 1\n", b"tether.record", "record of a match", newest=2)
VERSION, PARTED = 1, 2
MAX_ORIGIN = 16 * 1024 * 1024
"""Maximum number of bytes in the record of a continued match."""


UNKNOWN_GAME = "unknown game"
"""Kind of the error for a record of a game that this program does not have."""


class BadRecord(ValueError):
    """Error for an invalid record.

    Seat `seat` has signed the wrong entry `seq` in step `step`. If `seat` is 0, the file was altered or cut short or is
    no record, and no player is to blame.
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
    """Content of a record.

    `seed_text` is set for a test match, whose secrets are all derived from that text.
    """

    seed_text: str | None
    cards: tuple[SignedCard, ...]
    feeds: tuple[tuple[bytes, ...], ...]
    side_entries: tuple[bytes, ...] = ()
    origin: bytes = b""
    """Record file of the match that this one continues, or the bytes of its ruleset; usually empty."""
    played_by: str = ""
    """Version of Tether whose rules were used, according to the file; "" if the file contains none."""


def pack(record: MatchRecord) -> bytes:
    """Return the bytes of a record file."""
    return FORM.pack(_contents(record))


def unpack(data: bytes) -> MatchRecord:
    """Return the record in these bytes; raise `BadRecord` if they are malformed.

    Its signatures are not yet checked.
    """
    try:
        return FORM.unpack(data, _read_record)
    except BadFile as bad:
        raise BadRecord(str(bad)) from None


def write(path: Path, record: MatchRecord) -> None:
    """Write a record file completely, or leave the old file as it was."""
    chunk_file.write(path, pack(record))


def read(path: Path) -> MatchRecord:
    """Return the record in a file; raise `BadRecord` if the file is malformed or of another kind."""
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
    yield len(record.side_entries)
    yield from record.side_entries
    yield from origin_chunks(record.origin)


def _read_record(chunks: Chunks) -> MatchRecord:
    """Return the record in a file's chunks."""
    version, seed_text, seats, *by = chunks.read_list(3, 4)
    check_version(version)
    seats = check_int(seats, 1, MAX_SEATS)
    if not (seed_text is None or type(seed_text) is str):
        raise BadEncodingError("a malformed header")
    played_by = by[0] if by else ""
    if type(played_by) is not str or (by and not is_version(played_by)):
        raise BadEncodingError("a malformed header")
    cards = tuple(read_signed(chunks) for _ in range(seats))
    feeds = tuple(chunks.read_blobs() for _ in range(seats))
    return MatchRecord(seed_text, cards, feeds, chunks.read_blobs(), read_origin(chunks, version), played_by)


# Records of continued matches, in any kind of file --------------------------------------------------------------------


def version_of(origin: bytes) -> int:
    """Return the format version of a record with this origin."""
    return PARTED if origin else VERSION


def check_version(version: Plain) -> None:
    """Raise `BadEncodingError` if this program cannot read the version."""
    check_int(version, VERSION, PARTED)


def origin_chunks(origin: bytes) -> Iterator[Plain]:
    """Yield the contents of the file's last chunks, which contain the origin; none for most matches."""
    if origin:
        yield from cut_into_pieces(origin)


def read_origin(chunks: Chunks, version: Plain) -> bytes:
    """Return the origin in the last chunks of a file of this version.

    The bytes of the origin are not checked.
    """
    if version != PARTED:
        return b""
    origin = chunks.read_pieces(MAX_ORIGIN // PIECE)
    if not origin:
        raise BadEncodingError("no record of the match that is played on")
    return origin


def read_signed(chunks: Chunks) -> SignedCard:
    """Return the next chunk, a seat card with its signature."""
    card, signature = chunks.read_list(2)
    if type(card) is not bytes or type(signature) is not bytes:
        raise BadEncodingError("not a card")
    return card, signature
