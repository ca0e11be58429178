"""Transfer of blobs: members announce the blobs that they have, and request chunks of missing ones.

A chunk is accepted only from a neighbour that was asked for it. At most `MOST_COMING` bytes are fetched at a time, and
chunks are read one by one from storage. Therefore neither a request nor an answer costs more than its bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from lobby.tournament.protocol.blobs import Blobs, WantedBlob, blob_hash
from lobby.tournament.protocol.messages import MAX_ANSWERS, PIECE, Ask, Chunk, Have, packed
from lobby.tournament.protocol.neighbour import Neighbour

MAX_FETCHES = 6
SOURCES = 4
"""Maximum number of neighbours that are asked for the same blob at a time."""
AGAIN = 0.3
MOST_COMING = 16 * 1024 * 1024
MINIMUM_RATE = 16_000
"""Bytes per second of the slowest transfer that is allowed."""
CHUNK_BYTES = PIECE + 64
"""Maximum number of bytes of a chunk as it is sent."""


@dataclass(slots=True)
class Fetch:
    """A blob that is being fetched.

    If `alone` is True, the chunks come from one neighbour only, because the chunks of several neighbours were false.
    """

    size: int
    until: float
    chunks: dict[int, bytes] = field(default_factory=dict)
    asked: dict[bytes, tuple[float, frozenset[int]]] = field(default_factory=dict)
    """Requested chunks and the time of the request, by neighbour."""
    givers: set[bytes] = field(default_factory=set)
    bad: set[bytes] = field(default_factory=set)
    """Neighbours that have sent false chunks as the only source."""
    denied: set[bytes] = field(default_factory=set)
    """Neighbours that have sent a chunk of a blob of another size, and so do not have this blob."""
    alone: bool = False
    turn: int = 0

    @property
    def count(self) -> int:
        """Number of chunks."""
        return -(-self.size // PIECE)

    def next(self) -> list[int]:
        """Return the next chunks to ask for."""
        under_way = {k for _, asked in self.asked.values() for k in asked}
        missing = (k for k in range(self.count) if k not in self.chunks and k not in under_way)
        return [k for _, k in zip(range(MAX_ANSWERS), missing)]

    def clear(self) -> None:
        """Start the fetch again with the next neighbour."""
        self.chunks.clear()
        self.asked.clear()
        self.givers.clear()
        self.turn += 1


class BlobFetch:
    """One member's part in the transfer of blobs; `arrived` receives the hash of each complete blob."""

    def __init__(self, blobs: Blobs, neighbours: dict[bytes, Neighbour], counters: Counter[str]) -> None:
        self.blobs, self.neighbours, self.counters = blobs, neighbours, counters
        self.arrived: Callable[[bytes], None] = lambda hash: None
        self._fetches: dict[WantedBlob, Fetch] = {}
        self._gave_way: dict[WantedBlob, float] = {}
        self._now = 0.0

    def want(self, wanted: Collection[WantedBlob]) -> None:
        """Set the blobs that are wanted now, and drop all other fetches.

        A fetch that has used up its time gives way to the fetches that still need a turn.
        """
        for blob, fetch in self._fetches.items():
            if self._now >= fetch.until:
                self._gave_way[blob] = self._now
                fetch.until = self._now + _time_of(fetch.size)
                if fetch.alone:
                    fetch.clear()
        self._gave_way = {blob: at for blob, at in self._gave_way.items() if blob in wanted}
        chosen: dict[WantedBlob, Fetch] = {}
        coming = 0
        order = sorted(
            wanted, key=lambda blob: (self._gave_way.get(blob, 0.0), blob not in self._fetches, blob.size, blob)
        )
        for blob in order:
            size = blob.size
            if len(chosen) < MAX_FETCHES and (not chosen or coming + size <= MOST_COMING):
                chosen[blob] = self._fetches.get(blob) or Fetch(size, self._now + _time_of(size))
                coming += size
        self._fetches = chosen

    def part(self, identity: bytes) -> None:
        """Forget a neighbour whose link has ended."""
        for fetch in self._fetches.values():
            fetch.asked.pop(identity, None)

    def tick(self, now: float) -> None:
        """Request the chunks that have not arrived."""
        self._now = now
        for blob, fetch in self._fetches.items():
            late = [identity for identity, (at, _) in fetch.asked.items() if now - at >= AGAIN]
            for identity in late:
                del fetch.asked[identity]
            if late and not fetch.alone:
                fetch.turn += 1
            for identity in self._sources(blob.hash, fetch):
                if identity not in fetch.asked:
                    self._ask(blob.hash, fetch, identity)

    def _sources(self, hash: bytes, fetch: Fetch) -> list[bytes]:
        having = [identity for identity, neighbour in self.neighbours.items() if hash in neighbour.has]
        around = having or list(self.neighbours)
        around = [identity for identity in around if identity not in fetch.denied]
        around = [identity for identity in around if identity not in fetch.bad] or around
        many = SOURCES if having and not fetch.alone else 1
        return [around[(fetch.turn + i) % len(around)] for i in range(min(many, len(around)))]

    def _ask(self, hash: bytes, fetch: Fetch, identity: bytes) -> None:
        chunks = fetch.next()
        if chunks:
            fetch.asked[identity] = self._now, frozenset(chunks)
            self.neighbours[identity].out.append(packed(Ask(hash, tuple(chunks))))

    def keep(self, data: bytes) -> bytes:
        """Store a blob, announce it to all neighbours, and return its hash."""
        hash = self.blobs.put(data)
        said = packed(Have(hash))
        for neighbour in self.neighbours.values():
            if hash not in neighbour.has:
                neighbour.out.append(said)
        return hash

    def _of(self, hash: bytes) -> dict[WantedBlob, Fetch]:
        """Return the fetches of a blob, one for each size that members have named."""
        return {blob: fetch for blob, fetch in self._fetches.items() if blob.hash == hash}

    # -- messages of neighbours --

    def on_have(self, neighbour: Neighbour, said: Have) -> None:
        """Record that a neighbour has a blob."""
        neighbour.tells_of(said.hash)
        identity = neighbour.identity
        for fetch in self._of(said.hash).values():
            if identity not in fetch.asked and identity in self._sources(said.hash, fetch):
                self._ask(said.hash, fetch, identity)

    def on_ask(self, neighbour: Neighbour, said: Ask) -> None:
        """Answer a request for chunks, up to the neighbour's quota."""
        now = self._now
        size = self.blobs.size(said.hash)
        may = int(neighbour.answers.left(now) // CHUNK_BYTES)
        wanted = [k for k in dict.fromkeys(said.chunks) if k * PIECE < size][:may]
        for k, data in zip(wanted, self.blobs.pieces(said.hash, [(k * PIECE, PIECE) for k in wanted])):
            neighbour.answer(packed(Chunk(said.hash, k, size, data)), now)

    def on_chunk(self, neighbour: Neighbour, said: Chunk) -> None:
        """Process a chunk from a neighbour."""
        identity = neighbour.identity
        for blob, other in self._of(said.hash).items():
            if blob.size != said.size and other.asked.pop(identity, None) is not None:
                other.denied.add(identity)
        fetch = self._fetches.get(WantedBlob(said.hash, said.size))
        asked = fetch.asked.get(identity) if fetch is not None else None
        if fetch is None or asked is None or said.k not in asked[1]:
            self.counters["chunks that nobody asked for"] += 1
            return
        fetch.chunks[said.k] = said.data
        fetch.givers.add(identity)
        if len(fetch.chunks) == fetch.count:
            self._whole(said.hash, fetch)
        elif asked[1] <= fetch.chunks.keys():
            del fetch.asked[identity]
            self._ask(said.hash, fetch, identity)

    def _whole(self, hash: bytes, fetch: Fetch) -> None:
        whole = b"".join(fetch.chunks[k] for k in range(fetch.count))
        if blob_hash(whole) == hash:
            for blob in self._of(hash):
                del self._fetches[blob]
            self.keep(whole)
            self.arrived(hash)
            return
        self.counters["false blobs"] += 1
        if len(fetch.givers) == 1:
            fetch.bad |= fetch.givers
        fetch.alone = True
        fetch.clear()


def _time_of(size: int) -> float:
    """Return the number of seconds that a blob may take before another blob gets a turn."""
    return 5.0 + size / MINIMUM_RATE
