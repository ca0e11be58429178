"""What is too large for an entry and is named there by its hash: contents of decisions, match records."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from net import chunkfile


def blob_hash(data: bytes) -> bytes:
    """Its name."""
    return blake2b(data, digest_size=32, person=b"tether.tblob").digest()


class Blobs(Protocol):
    """Keeps them."""

    def get(self, hash: bytes) -> bytes | None:
        """The bytes, if they are held."""

    def put(self, data: bytes) -> bytes:
        """Keeps them; their hash."""

    def __contains__(self, hash: object) -> bool:
        """Whether it is held."""

    def __iter__(self) -> Iterator[bytes]:
        """The hashes of all that are held, ascending."""


class MemoryBlobs:
    """In memory."""

    def __init__(self) -> None:
        self._held: dict[bytes, bytes] = {}

    def get(self, hash: bytes) -> bytes | None:
        """The bytes, if they are held."""
        return self._held.get(hash)

    def put(self, data: bytes) -> bytes:
        """Keeps them; their hash."""
        name = blob_hash(data)
        self._held[name] = data
        return name

    def __contains__(self, hash: object) -> bool:
        return hash in self._held

    def __iter__(self) -> Iterator[bytes]:
        return iter(sorted(self._held))


class FolderBlobs:
    """In a folder, one file for each; what is damaged there is as good as not held."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._held = {bytes.fromhex(path.name) for path in folder.iterdir() if _is_name(path.name)}

    def get(self, hash: bytes) -> bytes | None:
        """The bytes, if they are held."""
        if hash not in self._held:
            return None
        try:
            data = (self._folder / hash.hex()).read_bytes()
        except OSError:
            data = b""
        if blob_hash(data) != hash:
            self._held.discard(hash)
            return None
        return data

    def put(self, data: bytes) -> bytes:
        """Keeps them; their hash."""
        name = blob_hash(data)
        if name not in self._held:
            chunkfile.write(self._folder / name.hex(), data)
            self._held.add(name)
        return name

    def __contains__(self, hash: object) -> bool:
        return hash in self._held

    def __iter__(self) -> Iterator[bytes]:
        return iter(sorted(self._held))


def _is_name(name: str) -> bool:
    return len(name) == 64 and not set(name) - set("0123456789abcdef")
