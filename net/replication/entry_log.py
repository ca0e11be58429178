"""Log of a match: a seat appends data, makes it durable, and only then sends it (PROTOCOL 4.2, 11.5).

A log file is a sequence of chunks: length (4 bytes, big-endian), kind (1 byte), data, and 8 bytes of BLAKE2b over all
of these. Zeros end the log. A torn chunk at the end was never sent, so it is cut off when the log is opened.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from enum import IntEnum
from hashlib import blake2b
from pathlib import Path
from typing import IO, Protocol

from net.system import paths
from net.system.durable_files import durable, settle
from net.system.safe_files import UnsafeFile, open_own
from net.text.errors import naming

MAX_CHUNK = 64 * 1024
GROWTH = 256 * 1024
MAX_UNUSED_LOG_BYTES = 1024 * 1024
"""Maximum number of bytes of a log whose first chunk is not complete."""
MAX_LOG = 256 * 1024 * 1024
"""Maximum number of bytes of a log that are read: four times the size of the largest record."""
_CHECKSUM_SIZE = 8
"""Number of bytes of the BLAKE2b hash at the end of each chunk."""


class ChunkKind(IntEnum):
    """Kind of a chunk of the log."""

    CARD = 1
    """Seat card, as [card, signature]."""
    ENTRY = 2
    """Entry of any seat, in its stored form."""
    SEALED = 3
    """Our sealed opening, as [t, E]; it is private until the seal."""
    BROKEN = 4
    """Invalid bytes that a seat has signed and that begin like an entry of the match, as [seat, bytes]."""


class EntryLog(Protocol):
    """Store for the data that a seat must never lose."""

    def append(self, keep: ChunkKind, data: bytes) -> None:
        """Append a chunk; a crash before the next `sync` may lose it, but chunks are never lost out of order."""

    def sync(self) -> None:
        """Return once all appended chunks survive a crash."""

    def chunks(self) -> Iterator[tuple[ChunkKind, bytes]]:
        """Yield all chunks from the first on."""


class EntryLogInUse(RuntimeError):
    """Error for a match or an identity that another process uses."""


class MemoryEntryLog:
    """Entry log in memory; `crash` drops the chunks that were not made durable."""

    def __init__(self) -> None:
        self._chunks: list[tuple[ChunkKind, bytes]] = []
        self._safe = 0
        self.syncs = 0

    def append(self, keep: ChunkKind, data: bytes) -> None:
        """Append a chunk."""
        self._chunks.append((keep, data))

    def sync(self) -> None:
        """Make all chunks durable."""
        self._safe = len(self._chunks)
        self.syncs += 1

    def chunks(self) -> Iterator[tuple[ChunkKind, bytes]]:
        """Yield all chunks from the first on."""
        return iter(list(self._chunks))

    def crash(self, kept: int = 0) -> None:
        """Drop the chunks that are not durable, as a crash does, except for the first `kept` of them."""
        del self._chunks[self._safe + kept :]
        self._safe = len(self._chunks)


class FileEntryLog:
    """Log file in a directory of its own, which only its owner can read.

    The file grows by blocks of zeros, so that making a chunk durable seldom has to write the file's length too.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        settle(path.parent.parent)
        self.path = path
        self._identity: IO[bytes] | None = None
        self._file: IO[bytes] = open_own(path)
        try:
            lock(self._file)
        except OSError:
            self._file.close()
            raise EntryLogInUse(f"another process has {path} open") from None
        settle(path.parent)
        try:
            self._end = sum(_HEADER_SIZE + len(data) + _CHECKSUM_SIZE for _, data in self.chunks())
            if not self._end and not self._is_unused():
                raise UnsafeFile(f"{path} is no log of Tether, or has lost its beginning: move it away")
            self._file.truncate(self._end)
        except BaseException:
            self._file.close()
            raise
        self._grown = self._end
        self._tail = bytearray()

    def guard(self, identity: IO[bytes]) -> None:
        """Keep the lock of the identity that signs in this log until the log is closed."""
        self._identity = identity

    def append(self, keep: ChunkKind, data: bytes) -> None:
        """Append a chunk; it goes to disk with the next `sync`."""
        self._tail += stored_chunk(keep, data)

    def sync(self) -> None:
        """Write the appended chunks in one piece, and wait for the disk."""
        if self._end + len(self._tail) > self._grown:
            grown = self._end + len(self._tail) + GROWTH
            self._write(self._grown, bytes(grown - self._grown))
            self._grown = grown
        self._write(self._end, self._tail)
        self._end += len(self._tail)
        self._tail.clear()
        with naming(self.path):
            durable(self._file.fileno())

    def _is_unused(self) -> bool:
        """Return True if the file contains only zeros, or a first chunk that was never written completely."""
        self._file.seek(0)
        data = Window(self._file).read(MAX_UNUSED_LOG_BYTES + 1)
        torn = data[:_HEADER_SIZE]
        if len(torn) == _HEADER_SIZE and torn[4] in set(ChunkKind) and int.from_bytes(torn[:4], "big") <= MAX_CHUNK:
            data = data[_HEADER_SIZE + int.from_bytes(torn[:4], "big") + _CHECKSUM_SIZE :]
        return len(data) <= MAX_UNUSED_LOG_BYTES and (not any(data) or (len(data) < _HEADER_SIZE and data[0] == 0))

    def _write(self, at: int, data: bytes | bytearray) -> None:
        view = memoryview(data)
        with naming(self.path):
            self._file.seek(at)
            while view:
                view = view[self._file.write(view) :]

    def chunks(self) -> Iterator[tuple[ChunkKind, bytes]]:
        """Yield all chunks on disk, from the first to the last."""
        return chunks_in(Window(self._file))

    def close(self) -> None:
        """Write the rest, release unused space and close the file."""
        with contextlib.suppress(OSError):
            self.sync()
            self._file.truncate(self._end)
        self._file.close()
        if self._identity is not None:
            self._identity.close()


_HEADER_SIZE = 5


def stored_chunk(keep: ChunkKind, data: bytes) -> bytes:
    """Return a chunk as the log file holds it."""
    head = len(data).to_bytes(4, "big") + bytes([keep])
    return head + data + blake2b(head + data, digest_size=_CHECKSUM_SIZE).digest()


class Readable(Protocol):
    """Source from which bytes can be read."""

    def read(self, size: int, /) -> bytes:
        """Return this many bytes, fewer at the end."""


class Window:
    """Reader of a file from its beginning, one block at a time.

    The file may be written to between two reads.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._at = 0
        self._block = b""

    def read(self, size: int) -> bytes:
        """Return this many bytes, fewer at the end."""
        while len(self._block) < size:
            self._file.seek(self._at)
            more = self._file.read(max(GROWTH, size - len(self._block)))
            if not more:
                break
            self._at += len(more)
            self._block += more
        data, self._block = self._block[:size], self._block[size:]
        return data


def chunks_in(file: Readable) -> Iterator[tuple[ChunkKind, bytes]]:
    """Yield the chunks of a log file up to the first torn one.

    Raises `UnsafeFile` if there are more than 256 MiB of them.
    """
    total = 0
    while True:
        head = file.read(_HEADER_SIZE)
        length = int.from_bytes(head[:4], "big")
        if len(head) < _HEADER_SIZE or length > MAX_CHUNK or head[4] not in set(ChunkKind):
            return
        data, check = file.read(length), file.read(_CHECKSUM_SIZE)
        if check != blake2b(head + data, digest_size=_CHECKSUM_SIZE).digest():
            return
        total += _HEADER_SIZE + length + _CHECKSUM_SIZE
        if total > MAX_LOG:
            raise UnsafeFile(f"the log holds more than {MAX_LOG:,} bytes, which is the most that is read")
        yield ChunkKind(head[4]), data


def lock(file: IO[bytes]) -> None:
    """Lock the file for this process alone until it is closed; raise `OSError` if it is locked."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_identity(identity: bytes, directory: Path | None = None) -> IO[bytes]:
    """Lock an identity for this process alone and return the open lock file.

    The lock lasts until the file is closed or the process ends in any way. So only one process on a computer signs with
    the identity, even if there are copies of its log (PROTOCOL 15). Raises `EntryLogInUse`.
    """
    home = directory or paths.state() / "locks"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = home / f"{blake2b(identity, digest_size=16).hexdigest()}.lock"
    file = open_own(name)
    try:
        lock(file)
    except OSError:
        file.close()
        raise EntryLogInUse("another program on this computer plays with this identity: close it first") from None
    return file
