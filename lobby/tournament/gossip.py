"""How a tournament's feeds, and what they name by hash, come to everybody: between neighbours, again and again.

Loss, doubling, late entry and the way round a missing link are this one mechanism, as in a match (PROTOCOL part 12);
but a tournament has far more members than a match has seats, and not all are linked. A datagram is a list of messages:

- heads [1, bytes]: 8 bytes of an identity, length (4), 4 bytes of the last id, for each that changed
- sum [2, 16 bytes]: a hash over all heads; who has another one is told all of them
- entry [3, identity, stored entry]
- want [4, bytes]: 8 bytes of an identity, from (4), for each
- ask [5, hash, [chunks]]: these 1,000-byte chunks of a blob, please
- chunk [6, hash, k, size, bytes]
- pulse [7, bytes, signature]: where somebody is now; relayed by all, never kept
- have [8, hash]: this blob is here now
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from struct import Struct, error
from typing import Any, NamedTuple

from core.kernel.codec import BadBytes, H, Plain, dec, enc
from lobby.tournament.blobs import Blobs, blob_hash
from lobby.tournament.entries import MOST_RECORD, MOST_STORED
from lobby.tournament.ledger import MOST_MEMBERS, Ledger
from net import crypto
from net.addresses import Address, packed, unpacked
from net.bucket import Bucket
from net.crypto import Signer
from net.feeds import Added
from net.wire import MAX_LIST, datagrams

HEADS, SUM, ENTRY, WANT, ASK, CHUNK, PULSE, HAVE = range(1, 9)
SHORT, TAG = 8, 4
FORKED = b"fork"
HEAD, FROM = Struct(">8sL4s"), Struct(">8sL")
A_MESSAGE = 60
"""So many heads or wants fit into one."""
PIECE = 1000
TOLD_OF = 512
"""Blobs of a neighbour that are remembered."""
AT_ONCE = 32
"""Chunks, or entries of a feed, that answer one message."""
FETCHES = 6
TELL = 0.1
AGAIN = 0.3
SUM_EVERY = 1.0
ALL_EVERY = 0.5
MOST_ADDRESSES = 4
HEARD = 400.0
"""Datagrams a second that are read of one neighbour."""

Head = tuple[int, bytes]


class Pulse(NamedTuple):
    """Where somebody is; the later beat wins. `port` is where it plays its matches."""

    identity: bytes
    beat: int
    addresses: tuple[Address, ...]
    port: int
    at: float
    signed: tuple[bytes, bytes]


def make_pulse(signer: Signer, tournament: bytes, count: int, addresses: list[Address], port: int) -> Pulse:
    """The own pulse."""
    told = [packed(address) for address in addresses if "%" not in address[0]][:MOST_ADDRESSES]
    data = enc([tournament, signer.identity, count, told, port])
    return Pulse(signer.identity, count, tuple(addresses), port, 0.0, (data, signer.sign(crypto.SOFT, data)))


def read_pulse(tournament: bytes, data: bytes, signature: bytes, now: float) -> Pulse:
    """The pulse in these bytes; raises `BadBytes`. Its signature is checked."""
    said, identity, count, told, port = _fields(dec(data, 400), bytes, bytes, int, list, int)
    if said != tournament or not 0 <= count < 1 << 53 or len(told) > MOST_ADDRESSES or not 0 <= port < 1 << 16:
        raise BadBytes("no pulse")
    if len(identity) != 32 or not all(type(one) is bytes for one in told):
        raise BadBytes("no pulse")
    if not crypto.valid_point(identity) or not crypto.signature_holds(identity, crypto.SOFT, data, signature):
        raise BadBytes("a pulse that is not signed")
    found = (unpacked(one) for one in told)
    return Pulse(identity, count, tuple(a for a in found if a is not None), port, now, (data, signature))


@dataclass(slots=True)
class Neighbour:
    """Somebody linked: what it is to be told, and what it told."""

    news: set[bytes] = field(default_factory=set)
    """Whose heads it is to be told."""
    theirs: dict[bytes, Head] = field(default_factory=dict)
    has: dict[bytes, None] = field(default_factory=dict)
    """The last blobs that it has told of."""
    out: list[bytes] = field(default_factory=list)
    told_at: float = -1e9
    summed_at: float = -1e9
    all_at: float = -1e9
    agrees: bool = False
    """Whether it has told all that it holds at least once."""
    said: Bucket = field(default_factory=lambda: Bucket(HEARD, 3 * HEARD))


@dataclass(slots=True)
class Fetch:
    """A blob that is being fetched, from one neighbour at a time."""

    size: int
    chunks: dict[int, bytes] = field(default_factory=dict)
    source: int = 0
    asked: set[int] = field(default_factory=set)
    asked_at: float = -1e9
    held: int = -1
    """How many chunks there were when it was asked last."""

    @property
    def count(self) -> int:
        """How many chunks it has."""
        return -(-self.size // PIECE)

    @property
    def missing(self) -> list[int]:
        """The next chunks to ask for."""
        found: list[int] = []
        for k in range(self.count):
            if k not in self.chunks:
                found.append(k)
                if len(found) == AT_ONCE:
                    break
        return found


class Gossip:
    """One member's part in it."""

    def __init__(self, ledger: Ledger, blobs: Blobs) -> None:
        self.ledger = ledger
        self.blobs = blobs
        self.counters: Counter[str] = Counter()
        self.neighbours: dict[bytes, Neighbour] = {}
        self.pulses: dict[bytes, Pulse] = {}
        self.now = 0.0
        self.arrived: Callable[[bytes], None] = lambda hash: None
        """Told the hash of a blob that came."""
        self._heads: dict[bytes, Head] = {}
        self._names: dict[bytes, bytes] = {}
        self._sum: bytes | None = None
        self._asked: dict[bytes, float] = {}
        self._lacking: set[bytes] = set()
        self._turn = 0
        self._fetches: dict[bytes, Fetch] = {}
        for identity in ledger.feeds:
            self.changed(identity)

    # -- who is there --

    def meet(self, identity: bytes) -> None:
        """Somebody is linked."""
        self.neighbours[identity] = Neighbour(news=set(self._heads))

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""
        self.neighbours.pop(identity, None)

    def heard_all(self, identity: bytes) -> bool:
        """Whether some neighbour has told all it holds, and none holds more of this member's feed than is here."""
        own, _ = self._heads.get(identity[:SHORT], (0, b""))
        ahead = any(n.theirs.get(identity[:SHORT], (0, b""))[0] > own for n in self.neighbours.values())
        return not ahead and any(n.agrees for n in self.neighbours.values())

    # -- what is held --

    def changed(self, identity: bytes) -> None:
        """There is something new in a member's feed."""
        feed = self.ledger.feeds[identity]
        short = identity[:SHORT]
        if identity in self.ledger.forked:
            self._heads[short] = feed.forks[1].first.seq + 1, FORKED
        else:
            entries = feed.of(1)
            self._heads[short] = len(entries), entries[-1].id[:TAG]
        self._names[short] = identity
        self._sum = None
        for neighbour in self.neighbours.values():
            neighbour.news.add(short)

    def push(self, identity: bytes, stored: bytes) -> None:
        """Sends the own new entry to all neighbours at once."""
        self.changed(identity)
        packed_entry = enc([ENTRY, identity, stored])
        for neighbour in self.neighbours.values():
            neighbour.out.append(packed_entry)

    @property
    def sum(self) -> bytes:
        """A hash over all heads."""
        if self._sum is None:
            self._sum = H("tether.tsum", [[short, *head] for short, head in sorted(self._heads.items())])[:16]
        return self._sum

    def want(self, wanted: dict[bytes, int]) -> None:
        """The blobs that are wanted now, with their sizes; what is fetched and not among them is let go."""
        self._fetches = {hash: self._fetches.get(hash) or Fetch(size) for hash, size in wanted.items()}

    # -- bytes and time --

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.now = now
        for neighbour in self.neighbours.values():
            if now - neighbour.summed_at >= SUM_EVERY:
                neighbour.summed_at = now
                neighbour.out.append(enc([SUM, self.sum]))
            if now - neighbour.told_at >= TELL:
                self._tell(neighbour)
        self._ask_entries()
        self._ask_chunks()

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """What is to be sent, and to whom."""
        ready: list[tuple[bytes, bytes]] = []
        for identity, neighbour in self.neighbours.items():
            if neighbour.out:
                ready += [(identity, datagram[1:]) for datagram in datagrams(neighbour.out)]
                neighbour.out = []
        return ready

    def hear(self, identity: bytes, data: bytes) -> None:
        """Takes in what a neighbour says. Any bytes may come."""
        neighbour = self.neighbours.get(identity)
        if neighbour is None or not neighbour.said.take(self.now):
            self.counters["not read"] += 1
            return
        try:
            messages = dec(data, MAX_LIST + 1)
            if type(messages) is not list or len(messages) > 15:
                raise BadBytes("no list of messages")
            for said in messages:
                if type(said) is not list or not said or type(said[0]) is not int or said[0] not in _HEAR:
                    raise BadBytes("no message")
                _HEAR[said[0]](self, neighbour, said)
        except BadBytes:
            self.counters["malformed"] += 1

    def _tell(self, neighbour: Neighbour) -> None:
        if not neighbour.news:
            return
        neighbour.told_at = self.now
        news = [(s, self._heads[s]) for s in sorted(neighbour.news) if neighbour.theirs.get(s) != self._heads[s]]
        neighbour.news = set()
        for i in range(0, len(news), A_MESSAGE):
            said = b"".join(HEAD.pack(short, *head) for short, head in news[i : i + A_MESSAGE])
            neighbour.out.append(enc([HEADS, said]))

    def _on_sum(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, theirs = _fields(said, int, bytes)
        if theirs == self.sum:
            neighbour.agrees = True
        elif self.now - neighbour.all_at >= ALL_EVERY:
            neighbour.all_at = self.now
            neighbour.news = set(self._heads)

    def _on_heads(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, heads = _fields(said, int, bytes)
        neighbour.agrees = True
        for short, length, tag in _each(HEAD, heads):
            if not 0 < length < 1 << 20:
                raise BadBytes("no head")
            if short not in neighbour.theirs and len(neighbour.theirs) >= MOST_MEMBERS:
                continue
            neighbour.theirs[short] = length, tag
            mine = self._heads.get(short, (0, b""))
            if mine[1] != FORKED and (length > mine[0] or (tag != mine[1] and (length == mine[0] or tag == FORKED))):
                self._lacking.add(short)

    def _ask_entries(self) -> None:
        for short in [s for s in self._lacking if self.now - self._asked.get(s, -1e9) >= AGAIN]:
            mine = self._heads.get(short, (0, b""))
            around = list(self.neighbours.values())
            self._turn += 1  # who was asked last may be gone
            for neighbour in [*around[self._turn % len(around) :], *around] if around else ():
                length, tag = neighbour.theirs.get(short, (0, b""))
                if mine[1] == FORKED or (length, tag) == mine:
                    continue
                if length > mine[0] or length == mine[0] or tag == FORKED:
                    after = mine[0] if length > mine[0] and tag != FORKED else length - 1
                    self._asked[short] = self.now
                    neighbour.out.append(enc([WANT, FROM.pack(short, after)]))
                    break
            else:
                self._lacking.discard(short)

    def _on_want(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, wants = _fields(said, int, bytes)
        burst = AT_ONCE
        for short, after in _each(FROM, wants):
            identity = self._names.get(short)
            if identity is None:
                continue
            feed = self.ledger.feeds[identity]
            entries = feed.of(1)[after : after + burst]
            if identity in self.ledger.forked:
                entries = [*feed.of(1)[after:][:burst], *feed.sides(1)[:2]]
            burst -= len(entries)
            neighbour.out += [enc([ENTRY, identity, entry.stored]) for entry in entries]

    def _on_entry(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, identity, stored = _fields(said, int, bytes, bytes)
        if len(identity) != 32 or len(stored) > MOST_STORED:
            raise BadBytes("no entry")
        short = identity[:SHORT]
        if self._names.get(short, identity) != identity:
            return
        held = self._heads.get(short, (0, b""))[0]
        added = self.ledger.add(identity, stored, self.now)
        self.counters[added.value] += 1
        if added is Added.NEW:
            self.changed(identity)
            self._asked.pop(short, None)
        elif added is Added.FORK:
            self.changed(identity)
            self._show_fork(identity)
        elif added is Added.UNLINKED:
            neighbour.out.append(enc([WANT, FROM.pack(short, max(0, held - AT_ONCE))]))

    def _show_fork(self, identity: bytes) -> None:
        """Sends both versions of an entry to everybody."""
        fork = self.ledger.feeds[identity].forks[1]
        for entry in (fork.first, fork.second):
            said = enc([ENTRY, identity, entry.stored])
            for neighbour in self.neighbours.values():
                neighbour.out.append(said)

    # -- blobs --

    def _ask_chunks(self) -> None:
        around = list(self.neighbours.values())
        if not around or not self._fetches:
            return
        for hash, fetch in sorted(self._fetches.items(), key=lambda one: one[1].size)[:FETCHES]:
            if self.now - fetch.asked_at >= AGAIN:
                if len(fetch.chunks) == fetch.held:
                    fetch.source += 1
                sources = [neighbour for neighbour in around if hash in neighbour.has] or around
                self._ask(hash, fetch, sources[fetch.source % len(sources)])

    def keep(self, data: bytes) -> bytes:
        """Keeps a blob, and tells all neighbours that it is here; its hash."""
        hash = self.blobs.put(data)
        said = enc([HAVE, hash])
        for neighbour in self.neighbours.values():
            if hash not in neighbour.has:
                neighbour.out.append(said)
        return hash

    def _on_have(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, hash = _fields(said, int, bytes)
        if len(hash) != 32:
            raise BadBytes("no hash")
        neighbour.has[hash] = None
        if len(neighbour.has) > TOLD_OF:
            del neighbour.has[next(iter(neighbour.has))]
        fetch = self._fetches.get(hash)
        if fetch is not None and not fetch.chunks:
            self._ask(hash, fetch, neighbour)

    def _ask(self, hash: bytes, fetch: Fetch, neighbour: Neighbour) -> None:
        missing = fetch.missing
        fetch.asked, fetch.asked_at, fetch.held = set(missing), self.now, len(fetch.chunks)
        neighbour.out.append(enc([ASK, hash, missing]))

    def _on_ask(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, hash, chunks = _fields(said, int, bytes, list)
        data = self.blobs.get(hash)
        if data is None or len(chunks) > AT_ONCE:
            return
        for k in chunks:
            if type(k) is int and 0 <= k * PIECE < len(data):
                neighbour.out.append(enc([CHUNK, hash, k, len(data), data[k * PIECE : (k + 1) * PIECE]]))

    def _on_chunk(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, hash, k, size, data = _fields(said, int, bytes, int, int, bytes)
        fetch = self._fetches.get(hash)
        if fetch is None or not 0 < size <= MOST_RECORD:
            return
        if size != fetch.size or not 0 <= k < fetch.count or len(data) != min(PIECE, size - k * PIECE):
            self.counters["false chunks"] += 1
            return
        fetch.chunks[k] = data
        if len(fetch.chunks) == fetch.count:
            whole = b"".join(fetch.chunks[i] for i in range(fetch.count))
            if blob_hash(whole) != hash:
                self.counters["false blobs"] += 1
                fetch.chunks.clear()
                fetch.source += 1
                return
            del self._fetches[hash]
            self.keep(whole)
            self.arrived(hash)
        elif fetch.asked <= fetch.chunks.keys():
            self._ask(hash, fetch, neighbour)

    # -- pulses --

    def say_pulse(self, pulse: Pulse) -> None:
        """Tells all neighbours where one is."""
        self.pulses[pulse.identity] = pulse._replace(at=self.now)
        self._relay(pulse)

    def _relay(self, pulse: Pulse, besides: Neighbour | None = None) -> None:
        said = enc([PULSE, *pulse.signed])
        for neighbour in self.neighbours.values():
            if neighbour is not besides:
                neighbour.out.append(said)

    def _on_pulse(self, neighbour: Neighbour, said: list[Any]) -> None:
        _, data, signature = _fields(said, int, bytes, bytes)
        identity, count = _whose(data)
        known = self.pulses.get(identity)
        if known is not None and known.beat >= count:
            return
        if known is None and (len(self.pulses) >= MOST_MEMBERS):
            return
        pulse = read_pulse(self.ledger.id, data, signature, self.now)
        self.pulses[identity] = pulse
        self._relay(pulse, neighbour)


def _whose(data: bytes) -> tuple[bytes, int]:
    said = dec(data, 400)
    if type(said) is not list or len(said) != 5 or type(said[1]) is not bytes or type(said[2]) is not int:
        raise BadBytes("no pulse")
    return said[1], said[2]


def _each(shape: Struct, data: bytes) -> Iterator[tuple[Any, ...]]:
    try:
        return shape.iter_unpack(data)
    except error:
        raise BadBytes("not a message of a tournament") from None


def _fields(said: Plain, *types: type) -> list[Any]:
    if type(said) is not list or [type(part) for part in said] != list(types):
        raise BadBytes("not a message of a tournament")
    return said


_HEAR: dict[int, Callable[[Gossip, Neighbour, list[Any]], None]] = {
    HEADS: Gossip._on_heads,
    SUM: Gossip._on_sum,
    ENTRY: Gossip._on_entry,
    WANT: Gossip._on_want,
    ASK: Gossip._on_ask,
    CHUNK: Gossip._on_chunk,
    PULSE: Gossip._on_pulse,
    HAVE: Gossip._on_have,
}
