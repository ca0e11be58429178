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
from net.system.durable_files import make_durable, sync_directory
from net.system.safe_files import UnsafeFile, open_unshared
from net.text.errors import add_path_to_errors

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
    """Invalid bytes that begin like an entry and that a seat has signed, as [seat, bytes]."""


class EntryLog(Protocol):
    """Storage interface for the data that a seat must never lose."""

    def append(self, kind: ChunkKind, data: bytes) -> None:
        """Append a chunk.

        A crash before the next `sync` may lose it. Chunks are never lost out of order.
        """

    def sync(self) -> None:
        """Wait until all appended chunks are safe from a crash."""

    def chunks(self) -> Iterator[tuple[ChunkKind, bytes]]:
        """Yield all chunks from the first on."""


class EntryLogInUse(RuntimeError):
    """Error for a match or an identity that another process is using."""


class MemoryEntryLog:
    """Entry log in memory for tests; `crash` loses the chunks appended since the last `sync`."""

    def __init__(self) -> None:
        self._chunks: list[tuple[ChunkKind, bytes]] = []
        self._safe = 0
        self.syncs = 0

    def append(self, kind: ChunkKind, data: bytes) -> None:
        """Append a chunk."""
        self._chunks.append((kind, data))

    def sync(self) -> None:
        """Mark all chunks as durable."""
        self._safe = len(self._chunks)
        self.syncs += 1

    def chunks(self) -> Iterator[tuple[ChunkKind, bytes]]:
        """Yield all chunks from the first on."""
        return iter(list(self._chunks))

    def crash(self, kept: int = 0) -> None:
        """Simulate a crash: lose the chunks that are not durable, except for the first `kept` of them."""
        del self._chunks[self._safe + kept :]
        self._safe = len(self._chunks)


class FileEntryLog:
    """Log file in its own directory, readable by its owner only.

    The file grows in blocks of zeros, so that a `sync` seldom has to change the file's length too.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        sync_directory(path.parent.parent)
        self.path = path
        self._identity: IO[bytes] | None = None
        self._file: IO[bytes] = open_unshared(path)
        try:
            lock_file(self._file)
        except OSError:
            self._file.close()
            raise EntryLogInUse(f"another process has {path} open") from None
        sync_directory(path.parent)
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

    def keep_lock(self, identity: IO[bytes]) -> None:
        """Keep the lock of the signing identity until the log is closed."""
        self._identity = identity

    def append(self, kind: ChunkKind, data: bytes) -> None:
        """Append a chunk, which the next `sync` writes to disk."""
        self._tail += stored_chunk(kind, data)

    def sync(self) -> None:
        """Write the appended chunks in one piece, and wait until they are on disk."""
        if self._end + len(self._tail) > self._grown:
            grown = self._end + len(self._tail) + GROWTH
            self._write(self._grown, bytes(grown - self._grown))
            self._grown = grown
        self._write(self._end, self._tail)
        self._end += len(self._tail)
        self._tail.clear()
        with add_path_to_errors(self.path):
            make_durable(self._file.fileno())

    def _is_unused(self) -> bool:
        """Return True if the file contains only zeros, or only a first chunk that was never completed."""
        self._file.seek(0)
        data = BlockReader(self._file).read(MAX_UNUSED_LOG_BYTES + 1)
        torn = data[:_HEADER_SIZE]
        if int.from_bytes(torn[:4], "big") <= MAX_CHUNK and not any(data[4:]) and len(data) <= MAX_UNUSED_LOG_BYTES:
            return True  # power failed within the length of the first chunk
        if len(torn) == _HEADER_SIZE and torn[4] in set(ChunkKind) and int.from_bytes(torn[:4], "big") <= MAX_CHUNK:
            data = data[_HEADER_SIZE + int.from_bytes(torn[:4], "big") + _CHECKSUM_SIZE :]
        return len(data) <= MAX_UNUSED_LOG_BYTES and (not any(data) or (len(data) < _HEADER_SIZE and data[0] == 0))

    def _write(self, at: int, data: bytes | bytearray) -> None:
        done = 0
        with add_path_to_errors(self.path):
            self._file.seek(at)
            while done < len(data):
                with memoryview(data) as view, view[done:] as rest:  # both end here, even if the frame lives on
                    done += self._file.write(rest)

    def chunks(self) -> Iterator[tuple[ChunkKind, bytes]]:
        """Yield all chunks on disk, from the first to the last."""
        return read_chunks(BlockReader(self._file))

    def close(self) -> None:
        """Write the remaining chunks, release unused space and close the file."""
        with contextlib.suppress(OSError):
            self.sync()
            self._file.truncate(self._end)
        self._file.close()
        if self._identity is not None:
            self._identity.close()


_HEADER_SIZE = 5


def stored_chunk(kind: ChunkKind, data: bytes) -> bytes:
    """Return a chunk as the log file holds it."""
    head = len(data).to_bytes(4, "big") + bytes([kind])
    return head + data + blake2b(head + data, digest_size=_CHECKSUM_SIZE).digest()


class Readable(Protocol):
    """Source from which bytes can be read."""

    def read(self, size: int, /) -> bytes:
        """Return `size` bytes, or fewer at the end."""


class BlockReader:
    """Buffered reader of a file from its beginning.

    The file may be written to between two reads.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._at = 0
        self._block = b""

    def read(self, size: int) -> bytes:
        """Return `size` bytes, or fewer at the end."""
        while len(self._block) < size:
            self._file.seek(self._at)
            more = self._file.read(max(GROWTH, size - len(self._block)))
            if not more:
                break
            self._at += len(more)
            self._block += more
        data, self._block = self._block[:size], self._block[size:]
        return data


def read_chunks(file: Readable) -> Iterator[tuple[ChunkKind, bytes]]:
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


def lock_file(file: IO[bytes]) -> None:
    """Lock an open file for this process until it is closed; raise `OSError` if another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(2**30)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_identity(identity: bytes, directory: Path | None = None) -> IO[bytes]:
    """Lock an identity for this process, and return the open lock file.

    The lock lasts until the file is closed or the process ends in any way. Therefore only one process on a computer
    signs with the identity, even if there are copies of its log (PROTOCOL 15). Raises `EntryLogInUse` if another
    process has the lock.
    """
    home = directory or paths.state_folder() / "locks"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    name = home / f"{blake2b(identity, digest_size=16).hexdigest()}.lock"
    file = open_unshared(name)
    try:
        lock_file(file)
    except OSError:
        file.close()
        raise EntryLogInUse("another program on this computer plays with this identity: close it first") from None
    return file
