"""Transfer of blobs: members announce the blobs that they have, and request chunks of missing ones.

A chunk is accepted only from a neighbour that was asked for it. At most `MOST_COMING` bytes are fetched at a time, and
chunks are read from storage one by one. Therefore neither a request nor an answer costs more than its bytes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from lobby.tournament.protocol.blobs import Blobs, WantedBlob, blob_hash
from lobby.tournament.protocol.messages import MAX_ANSWERS, PIECE, Ask, Chunk, Have, pack_message
from lobby.tournament.protocol.neighbour import Neighbour

MAX_FETCHES = 6
SOURCES = 4
"""Maximum number of neighbours that are asked for the same blob at a time."""
AGAIN = 0.3
MOST_COMING = 16 * 1024 * 1024
MINIMUM_RATE = 16_000
"""Speed of the slowest transfer that is allowed, in bytes per second."""
CHUNK_BYTES = PIECE + 64
"""Maximum number of bytes of a chunk as it is sent."""


@dataclass(slots=True)
class Fetch:
    """A blob that is being fetched.

    If `single_source` is True, the chunks come from one neighbour only, because chunks from several neighbours were
    false.
    """

    size: int
    until: float
    chunks: dict[int, bytes] = field(default_factory=dict)
    requested: dict[bytes, tuple[float, frozenset[int]]] = field(default_factory=dict)
    """Requested chunks and the time of the request, by neighbour."""
    givers: set[bytes] = field(default_factory=set)
    bad: set[bytes] = field(default_factory=set)
    """Neighbours that were the only source and have sent false chunks."""
    denied: set[bytes] = field(default_factory=set)
    """Neighbours that have sent a chunk of a blob of another size, so that they cannot have this blob."""
    single_source: bool = False
    turn: int = 0

    @property
    def count(self) -> int:
        """Number of chunks."""
        return -(-self.size // PIECE)

    def next_chunks(self) -> list[int]:
        """Return the numbers of the next chunks to request."""
        under_way = {k for _, asked in self.requested.values() for k in asked}
        missing = (k for k in range(self.count) if k not in self.chunks and k not in under_way)
        return [k for _, k in zip(range(MAX_ANSWERS), missing)]

    def restart(self) -> None:
        """Start over with the next neighbour."""
        self.chunks.clear()
        self.requested.clear()
        self.givers.clear()
        self.turn += 1


class BlobFetch:
    """One member's part in the transfer of blobs; `on_arrived` is called with the hash of each complete blob."""

    def __init__(self, blobs: Blobs, neighbours: dict[bytes, Neighbour], counters: Counter[str]) -> None:
        self.blobs, self.neighbours, self.counters = blobs, neighbours, counters
        self.on_arrived: Callable[[bytes], None] = lambda hash: None
        self._fetches: dict[WantedBlob, Fetch] = {}
        self._gave_way: dict[WantedBlob, float] = {}
        self._now = 0.0

    def set_wanted(self, wanted: Collection[WantedBlob]) -> None:
        """Set the blobs that are wanted now, and drop all other fetches.

        A fetch that has used up its time gives way to those that have not had a turn.
        """
        for blob, fetch in self._fetches.items():
            if self._now >= fetch.until:
                self._gave_way[blob] = self._now
                fetch.until = self._now + _fetch_time(fetch.size)
                if fetch.single_source:
                    fetch.restart()
        self._gave_way = {blob: at for blob, at in self._gave_way.items() if blob in wanted}
        chosen: dict[WantedBlob, Fetch] = {}
        coming = 0
        order = sorted(
            wanted, key=lambda blob: (self._gave_way.get(blob, 0.0), blob not in self._fetches, blob.size, blob)
        )
        for blob in order:
            size = blob.size
            if len(chosen) < MAX_FETCHES and (not chosen or coming + size <= MOST_COMING):
                chosen[blob] = self._fetches.get(blob) or Fetch(size, self._now + _fetch_time(size))
                coming += size
        self._fetches = chosen

    def remove_peer(self, identity: bytes) -> None:
        """Forget a neighbour whose link has ended."""
        for fetch in self._fetches.values():
            fetch.requested.pop(identity, None)

    def tick(self, now: float) -> None:
        """Request chunks that have not arrived."""
        self._now = now
        for blob, fetch in self._fetches.items():
            late = [identity for identity, (at, _) in fetch.requested.items() if now - at >= AGAIN]
            for identity in late:
                del fetch.requested[identity]
            if late and not fetch.single_source:
                fetch.turn += 1
            for identity in self._sources(blob.hash, fetch):
                if identity not in fetch.requested:
                    self._ask(blob.hash, fetch, identity)

    def _sources(self, hash: bytes, fetch: Fetch) -> list[bytes]:
        having = [identity for identity, neighbour in self.neighbours.items() if hash in neighbour.blobs]
        around = having or list(self.neighbours)
        around = [identity for identity in around if identity not in fetch.denied]
        around = [identity for identity in around if identity not in fetch.bad] or around
        many = SOURCES if having and not fetch.single_source else 1
        return [around[(fetch.turn + i) % len(around)] for i in range(min(many, len(around)))]

    def _ask(self, hash: bytes, fetch: Fetch, identity: bytes) -> None:
        chunks = fetch.next_chunks()
        if chunks:
            fetch.requested[identity] = self._now, frozenset(chunks)
            self.neighbours[identity].out.append(pack_message(Ask(hash, tuple(chunks))))

    def store(self, data: bytes) -> bytes:
        """Store a blob, announce it to all neighbours, and return its hash."""
        hash = self.blobs.put(data)
        said = pack_message(Have(hash))
        for neighbour in self.neighbours.values():
            if hash not in neighbour.blobs:
                neighbour.out.append(said)
        return hash

    def _fetches_of(self, hash: bytes) -> dict[WantedBlob, Fetch]:
        """Return the fetches of a blob, one for each size that members have claimed."""
        return {blob: fetch for blob, fetch in self._fetches.items() if blob.hash == hash}

    # -- messages of neighbours --

    def on_have(self, neighbour: Neighbour, message: Have) -> None:
        """Note that a neighbour has a blob."""
        neighbour.note_blob(message.hash)
        identity = neighbour.identity
        for fetch in self._fetches_of(message.hash).values():
            if identity not in fetch.requested and identity in self._sources(message.hash, fetch):
                self._ask(message.hash, fetch, identity)

    def on_ask(self, neighbour: Neighbour, message: Ask) -> None:
        """Answer a request for chunks, up to the neighbour's quota."""
        now = self._now
        size = self.blobs.size(message.hash)
        may = int(neighbour.answer_quota.available(now) // CHUNK_BYTES)
        wanted = [k for k in dict.fromkeys(message.chunks) if k * PIECE < size][:may]
        for k, data in zip(wanted, self.blobs.pieces(message.hash, [(k * PIECE, PIECE) for k in wanted])):
            neighbour.answer(pack_message(Chunk(message.hash, k, size, data)), now)

    def on_chunk(self, neighbour: Neighbour, message: Chunk) -> None:
        """Process a chunk from a neighbour."""
        identity = neighbour.identity
        for blob, other in self._fetches_of(message.hash).items():
            if blob.size != message.size and other.requested.pop(identity, None) is not None:
                other.denied.add(identity)
        fetch = self._fetches.get(WantedBlob(message.hash, message.size))
        asked = fetch.requested.get(identity) if fetch is not None else None
        if fetch is None or asked is None or message.k not in asked[1]:
            self.counters["chunks that nobody asked for"] += 1
            return
        fetch.chunks[message.k] = message.data
        fetch.givers.add(identity)
        if len(fetch.chunks) == fetch.count:
            self._finish_fetch(message.hash, fetch)
        elif asked[1] <= fetch.chunks.keys():
            del fetch.requested[identity]
            self._ask(message.hash, fetch, identity)

    def _finish_fetch(self, hash: bytes, fetch: Fetch) -> None:
        whole = b"".join(fetch.chunks[k] for k in range(fetch.count))
        if blob_hash(whole) == hash:
            for blob in self._fetches_of(hash):
                del self._fetches[blob]
            self.store(whole)
            self.on_arrived(hash)
            return
        self.counters["false blobs"] += 1
        if len(fetch.givers) == 1:
            fetch.bad |= fetch.givers
        fetch.single_source = True
        fetch.restart()


def _fetch_time(size: int) -> float:
    """Return the number of seconds that a blob may take before another blob gets a turn."""
    return 5.0 + size / MINIMUM_RATE
