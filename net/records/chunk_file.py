"""Files of chunks: the common form of records, evidence files and desync reports.

A file begins with its magic bytes. Then come the chunks, each with its length (4 bytes, big-endian) and `enc` of its
content. Last comes the BLAKE2b-256 hash of all bytes before it, with a person string that belongs to the form. So the
last 32 bytes cover every other byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeVar

from core.engine.codec import BadEncodingError, Plain, dec, enc
from net.replication.entries import MAX_STORED
from net.system.durable_files import write_atomically
from net.system.safe_files import open_regular

HASH = 32
MAX_FILE = 64 * 1024 * 1024
MAX_FEED = 1_000_000
MAX_CHUNK = MAX_STORED + 16
PIECE = 16 * 1024
"""Number of bytes of each piece into which content is cut that is longer than a chunk."""

T = TypeVar("T")


def newer_version_text(name: str, version: int) -> str:
    """Return the error message for a file that a newer Tether has written.

    >>> newer_version_text("record of a match", 3)
    'this record of a match was written by a newer Tether (format 3); update Tether to read it'
    """
    return f"this {name} was written by a newer Tether (format {version}); update Tether to read it"


def later_version(magic: bytes, data: bytes) -> int:
    """Return the version in the first line of a file if it is later than ours, otherwise 0.

    >>> later_version(b"TETHER match 1\\n", b"TETHER match 12\\n...")
    12
    >>> later_version(b"TETHER match 1\\n", b"TETHER cup 2\\n")
    0
    """
    words, _, own = magic.strip().rpartition(b" ")
    line = data[: len(magic) + 3].partition(b"\n")[0]
    number = line.removeprefix(words + b" ")
    return int(number) if number != line and number.isdigit() and int(number) > int(own) else 0


class BadFile(ValueError):
    """Error for a file that is unreadable, cut short, altered, or of another kind; no player is to blame."""


class Form(NamedTuple):
    """Form of one kind of file: its magic bytes, the person string of its hash, and its name."""

    magic: bytes
    person: bytes
    name: str
    newest: int = 1
    """Latest version that this program can read; a file's version is the first value of its first chunk."""

    def hash(self, body: bytes) -> bytes:
        """Return the hash that follows these bytes at the end of a file."""
        return blake2b(body, digest_size=HASH, person=self.person).digest()

    def matches_beginning(self, data: bytes) -> bool:
        """Return True if the bytes are a beginning of a file of this form, even if they are very few."""
        return bool(data) and data[: len(self.magic)] == self.magic[: len(data)]

    def pack(self, contents: Iterable[Plain]) -> bytes:
        """Return the bytes of a file whose chunks have these contents."""
        body = bytearray(self.magic)
        for content in contents:
            data = enc(content)
            body += len(data).to_bytes(4, "big") + data
        return bytes(body) + self.hash(bytes(body))

    def unpack(self, data: bytes, parse: Callable[[Chunks], T]) -> T:
        """Return what `parse` makes of a file's chunks, all of which it must read.

        Raises `BadFile` if the file is damaged, too large or of another form, or if `parse` raises `BadEncodingError`.
        """
        self._check_beginning(data)
        short, altered = f"the {self.name} is cut short", f"the {self.name} has been altered, or is damaged"
        if len(data) < len(self.magic) + HASH:
            raise BadFile(short)
        body, check = data[:-HASH], data[-HASH:]
        whole = self.hash(body) == check
        chunks = Chunks(body if whole else data, len(self.magic))
        if whole:
            self._check_version(body)
        try:
            parsed = parse(chunks)
        except EndOfChunks:
            raise BadFile(short) from None
        except BadEncodingError:
            raise BadFile(altered) from None
        if not whole:
            raise BadFile(short if len(data) - chunks.position < HASH else altered)
        if chunks.position != len(body):
            raise BadFile(f"the file holds more than a {self.name}")
        return parsed

    def _check_beginning(self, data: bytes) -> None:
        """Raise `BadFile` if the bytes do not begin like a file of this form.

        If the first line contains a later version, the message says that a newer Tether has written the file.
        """
        if self.matches_beginning(data):
            return
        version = later_version(self.magic, data)
        if version:
            raise BadFile(newer_version_text(self.name, version))
        raise BadFile(f"this is no {self.name}")

    def _check_version(self, body: bytes) -> None:
        """Raise `BadFile` if a newer Tether has written the file.

        The hash of such a file is right, so the file is not damaged.
        """
        try:
            first = Chunks(body, len(self.magic)).read_next()
        except BadEncodingError:
            return
        version = first[0] if type(first) is list and first else None
        if type(version) is int and version > self.newest:
            raise BadFile(newer_version_text(self.name, version))

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file; raise `BadFile` if it cannot be read or does not begin like this form."""
        try:
            with open_regular(path) as file:
                size = os.fstat(file.fileno()).st_size
                if size > MAX_FILE:
                    raise BadFile(f"a file of {size} bytes; a {self.name} has at most {MAX_FILE}")
                self._check_beginning(file.read(len(self.magic)))
                file.seek(0)
                data = file.read(MAX_FILE + 1)
        except OSError as error:
            raise BadFile(f"the file cannot be read: {error.strerror or error}") from None
        return data


def cut_into_pieces(data: bytes, size: int = PIECE) -> Iterator[Plain]:
    """Yield the contents of the chunks for a long byte string: the number of pieces, then each piece.

    `Chunks.read_pieces` reads them back.
    """
    cut = [data[at : at + size] for at in range(0, len(data), size)]
    yield len(cut)
    yield from cut


def read_beginning(path: Path) -> bytes:
    """Return the first bytes of a file, enough to recognise its form; raise `BadFile` if it cannot be read."""
    try:
        with open_regular(path) as file:
            return file.read(64)
    except OSError as error:
        raise BadFile(f"the file cannot be read: {error.strerror or error}") from None


def write(path: Path, data: bytes) -> None:
    """Write a durable file completely, or leave the old file as it was; raise `OSError` if that fails."""
    write_atomically(path, data)


class EndOfChunks(BadEncodingError):
    """Error for bytes that end before the last chunk."""


class Chunks:
    """Sequential reader of chunks, which raises `BadEncodingError` if the next chunk is not of the requested kind."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position

    def read_next(self) -> Plain:
        """Return the content of the next chunk."""
        start = self.position + 4
        length = int.from_bytes(self.data[self.position : start], "big")
        if start > len(self.data):
            raise EndOfChunks("no chunk")
        if length > MAX_CHUNK:
            raise BadEncodingError("a chunk that is too long")
        if start + length > len(self.data):
            raise EndOfChunks("half a chunk")
        self.position = start + length
        return dec(self.data[start : self.position], MAX_CHUNK)

    def read_list(self, *lengths: int) -> list[Plain]:
        """Return the next chunk, a list that has one of these lengths."""
        content = self.read_next()
        if type(content) is not list or len(content) not in lengths:
            raise BadEncodingError("not a list of the right length")
        return content

    def read_count(self, most: int = MAX_FEED) -> int:
        """Return the next chunk, a number from 0 to `most`."""
        return check_int(self.read_next(), 0, most)

    def read_blobs(self, each: int = 1, most: int = MAX_FEED) -> tuple[bytes, ...]:
        """Return the byte strings after the next chunk, a number: `each` times as many as that number."""
        return tuple(self._read_blob() for _ in range(self.read_count(most) * each))

    def _read_blob(self) -> bytes:
        blob = self.read_next()
        if type(blob) is not bytes:
            raise BadEncodingError("not bytes")
        return blob

    def read_pieces(self, most: int) -> bytes:
        """Return the byte string that `cut_into_pieces` has cut, into at most `most` pieces."""
        return b"".join(self.read_blobs(most=most))


def check_int(value: Plain, least: int, most: int) -> int:
    """Return a value if it is an integer from `least` to `most`; otherwise raise `BadEncodingError`."""
    if type(value) is not int or not least <= value <= most:
        raise BadEncodingError("not a number of the right size")
    return value
