"""Blobs: data that is too large for an entry, which contains its hash instead.

Blobs are contents of decisions and match records.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, Protocol

from net.records import chunk_file
from net.system.safe_files import open_regular, read_limited


def blob_hash(data: bytes) -> bytes:
    """Return the hash that identifies a blob."""
    return blake2b(data, digest_size=32, person=b"tether.tblob").digest()


class WantedBlob(NamedTuple):
    """A missing blob, given by its hash and the size that a member has claimed.

    Members may claim different sizes for one hash. At most one of them is right, so each size is wanted separately.
    """

    hash: bytes
    size: int


class Blobs(Protocol):
    """Interface of a storage of blobs."""

    def get(self, hash: bytes) -> bytes | None:
        """Return the bytes of a blob, or None if it is not stored."""

    def put(self, data: bytes) -> bytes:
        """Store a blob and return its hash."""

    def size(self, hash: bytes) -> int:
        """Return the size of a blob in bytes, or 0 if it is not stored."""

    def pieces(self, hash: bytes, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return parts of a blob, given by offset and length; damaged parts may be among them."""

    def drop(self, hash: bytes) -> None:
        """Remove a blob."""

    @property
    def total(self) -> int:
        """Total size of all stored blobs in bytes."""

    def __contains__(self, hash: object) -> bool:
        """Return True if the blob is stored."""

    def __iter__(self) -> Iterator[bytes]:
        """Yield the hashes of all stored blobs in ascending order."""


class MemoryBlobs:
    """Storage of blobs in memory."""

    def __init__(self) -> None:
        self._held: dict[bytes, bytes] = {}

    def get(self, hash: bytes) -> bytes | None:
        """Return the bytes of a blob, or None if it is not stored."""
        return self._held.get(hash)

    def put(self, data: bytes) -> bytes:
        """Store a blob and return its hash."""
        name = blob_hash(data)
        self._held[name] = data
        return name

    def size(self, hash: bytes) -> int:
        """Return the size of a blob in bytes, or 0 if it is not stored."""
        return len(self._held.get(hash, b""))

    def pieces(self, hash: bytes, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return parts of a blob, given by offset and length."""
        data = self._held.get(hash, b"")
        return [data[at : at + size] for at, size in ranges]

    def drop(self, hash: bytes) -> None:
        """Remove a blob."""
        self._held.pop(hash, None)

    @property
    def total(self) -> int:
        """Total size of all stored blobs in bytes."""
        return sum(map(len, self._held.values()))

    def __contains__(self, hash: object) -> bool:
        return hash in self._held

    def __iter__(self) -> Iterator[bytes]:
        return iter(sorted(self._held))


class FolderBlobs:
    """Storage of blobs in a folder, one file for each; a damaged file counts as missing.

    The folder may come from somebody else, and a file in it may be a link to another file. Therefore no part of a file
    is sent before its hash is checked.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        named = [path for path in folder.iterdir() if _is_blob_name(path.name) and path.is_file()]
        self._sizes = {bytes.fromhex(path.name): path.stat().st_size for path in named}
        self._checked: set[bytes] = set()

    def get(self, hash: bytes) -> bytes | None:
        """Return the bytes of a blob, or None if it is not stored."""
        if hash not in self._sizes:
            return None
        try:
            data = read_limited(self._folder / hash.hex(), chunk_file.MAX_FILE)
        except OSError:
            data = b""
        if blob_hash(data) != hash:
            self._sizes.pop(hash, None)
            return None
        self._checked.add(hash)
        return data

    def put(self, data: bytes) -> bytes:
        """Store a blob and return its hash."""
        name = blob_hash(data)
        if name not in self._sizes:
            chunk_file.write(self._folder / name.hex(), data)
            self._sizes[name] = len(data)
            self._checked.add(name)
        return name

    def size(self, hash: bytes) -> int:
        """Return the size of a blob in bytes, or 0 if it is not stored."""
        return self._sizes.get(hash, 0)

    def pieces(self, hash: bytes, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return parts of a blob, given by offset and length.

        The first call for a blob reads the whole file to check its hash.
        """
        if not ranges or (hash not in self._checked and self.get(hash) is None):
            return []
        try:
            with open_regular(self._folder / hash.hex()) as file:
                found = []
                for at, size in ranges:
                    file.seek(at)
                    found.append(file.read(size))
                return found
        except OSError:
            return []

    def drop(self, hash: bytes) -> None:
        """Remove a blob."""
        self._checked.discard(hash)
        if self._sizes.pop(hash, None) is not None:
            with contextlib.suppress(OSError):
                (self._folder / hash.hex()).unlink()

    @property
    def total(self) -> int:
        """Total size of all stored blobs in bytes."""
        return sum(self._sizes.values())

    def __contains__(self, hash: object) -> bool:
        return hash in self._sizes

    def __iter__(self) -> Iterator[bytes]:
        return iter(sorted(self._sizes))


def _is_blob_name(name: str) -> bool:
    return len(name) == 64 and not set(name) - set("0123456789abcdef")
