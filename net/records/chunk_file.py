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

from core.engine.codec import BadBytes, Plain, dec, enc
from net.replication.entries import MAX_STORED
from net.system.durable_files import write_whole
from net.system.safe_files import open_regular

HASH = 32
MAX_FILE = 64 * 1024 * 1024
MAX_FEED = 1_000_000
MAX_CHUNK = MAX_STORED + 16
PIECE = 16 * 1024
"""Number of bytes of each piece into which content is cut that is longer than a chunk."""

T = TypeVar("T")


def newer(name: str, version: int) -> str:
    """Return an error message that says that a newer Tether has written this file.

    >>> newer("record of a match", 3)
    'this record of a match was written by a newer Tether (format 3); update Tether to read it'
    """
    return f"this {name} was written by a newer Tether (format {version}); update Tether to read it"


def later(magic: bytes, data: bytes) -> int:
    """Return the version in the first line of a file if it is higher than ours; otherwise 0.

    >>> later(b"TETHER match 1\\n", b"TETHER match 12\\n..."), later(b"TETHER match 1\\n", b"TETHER cup 2\\n")
    (12, 0)
    """
    words, _, own = magic.strip().rpartition(b" ")
    line = data[: len(magic) + 3].partition(b"\n")[0]
    number = line.removeprefix(words + b" ")
    return int(number) if number != line and number.isdigit() and int(number) > int(own) else 0


class BadFile(ValueError):
    """Error for a file that is unreadable, cut short, altered, or of another kind; nobody is to blame."""


class Form(NamedTuple):
    """Form of a kind of file: its magic bytes, the person string of its hash, and its name."""

    magic: bytes
    person: bytes
    name: str
    newest: int = 1
    """Latest version of the contents that this program reads; the first value of the first chunk names it."""

    def hash(self, body: bytes) -> bytes:
        """Return the hash that belongs at the end of the file, after these bytes."""
        return blake2b(body, digest_size=HASH, person=self.person).digest()

    def begins(self, data: bytes) -> bool:
        """Return True if the bytes begin like a file of this form, as far as they go."""
        return bool(data) and data[: len(self.magic)] == self.magic[: len(data)]

    def pack(self, contents: Iterable[Plain]) -> bytes:
        """Return the bytes of a file with these contents."""
        body = bytearray(self.magic)
        for content in contents:
            data = enc(content)
            body += len(data).to_bytes(4, "big") + data
        return bytes(body) + self.hash(bytes(body))

    def unpack(self, data: bytes, parse: Callable[[Chunks], T]) -> T:
        """Return the result of `parse`, which must read all chunks; raise `BadFile`."""
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
        except BadBytes:
            raise BadFile(altered) from None
        if not whole:
            raise BadFile(short if len(data) - chunks.at < HASH else altered)
        if chunks.at != len(body):
            raise BadFile(f"the file holds more than a {self.name}")
        return parsed

    def _check_beginning(self, data: bytes) -> None:
        """Raise `BadFile` unless the bytes begin like a file of this form.

        If the first line contains a higher version, the error says that a newer Tether has written the file.
        """
        if self.begins(data):
            return
        version = later(self.magic, data)
        if version:
            raise BadFile(newer(self.name, version))
        raise BadFile(f"this is no {self.name}")

    def _check_version(self, body: bytes) -> None:
        """Raise `BadFile` if a later version of Tether has written the file.

        The hash of such a file is right, so the file is not damaged.
        """
        try:
            first = Chunks(body, len(self.magic)).next()
        except BadBytes:
            return
        version = first[0] if type(first) is list and first else None
        if type(version) is int and version > self.newest:
            raise BadFile(newer(self.name, version))

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file that begins like this form; raise `BadFile`."""
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


def pieces(data: bytes, size: int = PIECE) -> Iterator[Plain]:
    """Yield bytes of any length as contents: first the number of pieces, then the pieces.

    `Chunks.joined` reads them back.
    """
    cut = [data[at : at + size] for at in range(0, len(data), size)]
    yield len(cut)
    yield from cut


def beginning(path: Path) -> bytes:
    """Return the first bytes of a file, enough to recognise its form; raise `BadFile`."""
    try:
        with open_regular(path) as file:
            return file.read(64)
    except OSError as error:
        raise BadFile(f"the file cannot be read: {error.strerror or error}") from None


def write(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all, and wait until it survives a crash; raise `OSError`."""
    write_whole(path, data)


class EndOfChunks(BadBytes):
    """Error for bytes that end too early."""


class Chunks:
    """Reader of chunks in sequence; raises `BadBytes` for content that belongs in no file."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def next(self) -> Plain:
        """Return the content of the next chunk."""
        start = self.at + 4
        length = int.from_bytes(self.data[self.at : start], "big")
        if start > len(self.data):
            raise EndOfChunks("no chunk")
        if length > MAX_CHUNK:
            raise BadBytes("a chunk that is too long")
        if start + length > len(self.data):
            raise EndOfChunks("half a chunk")
        self.at = start + length
        return dec(self.data[start : self.at], MAX_CHUNK)

    def listed(self, *lengths: int) -> list[Plain]:
        """Return the next chunk, which must be a list of one of these lengths."""
        content = self.next()
        if type(content) is not list or len(content) not in lengths:
            raise BadBytes("not a list of the right length")
        return content

    def count(self, most: int = MAX_FEED) -> int:
        """Return the next chunk, which must be a number from 0 to `most`."""
        return bounded_int(self.next(), 0, most)

    def blobs(self, each: int = 1, most: int = MAX_FEED) -> tuple[bytes, ...]:
        """Return the byte strings that follow a number: `each` times as many as the number."""
        return tuple(self._next_blob() for _ in range(self.count(most) * each))

    def _next_blob(self) -> bytes:
        blob = self.next()
        if type(blob) is not bytes:
            raise BadBytes("not bytes")
        return blob

    def joined(self, most: int) -> bytes:
        """Return the bytes that `pieces` cut into at most `most` pieces."""
        return b"".join(self.blobs(most=most))


def bounded_int(value: Plain, least: int, most: int) -> int:
    """Return the value if it is an integer within the bounds; otherwise raise `BadBytes`."""
    if type(value) is not int or not least <= value <= most:
        raise BadBytes("not a number of the right size")
    return value
