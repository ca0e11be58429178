"""Gossip between neighbours: repeated distribution of a tournament's feeds and blobs.

The feeds name the blobs. This one mechanism handles loss, duplicates, late entry, and detours round a missing link, as
in a match (PROTOCOL part 12). But a tournament has far more members than a match has seats, and not all of them are
linked. Messages are defined in `messages`. The other parts are feeds (`feed_sync`), blobs (`blob_fetch`), addresses
(`presence`), and the quotas of a neighbour (`neighbour`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.engine.codec import BadBytes
from lobby.tournament.model.entry_store import EntryStore
from lobby.tournament.protocol.blob_fetch import BlobFetch
from lobby.tournament.protocol.blobs import Blobs
from lobby.tournament.protocol.feed_sync import FeedSync
from lobby.tournament.protocol.messages import (
    TABLE,
    AdmissionRequest,
    Ask,
    Chunk,
    EntryMessage,
    Have,
    Heads,
    Sum,
    UnreadPulse,
    Want,
    packed,
)
from lobby.tournament.protocol.neighbour import Neighbour
from lobby.tournament.protocol.presence import Pulse, Pulses, unsigned
from net.replication.message_table import Handlers, lists

PULSE_BATCH_INTERVAL = 0.25
"""Seconds between two batches of pulses to a neighbour.

Batches save datagrams in both directions.
"""


class Gossip:
    """One member's part in the gossip; `own` is the identity of the member."""

    def __init__(self, entry_store: EntryStore, blobs: Blobs, own: bytes) -> None:
        self.entry_store = entry_store
        self.counters: Counter[str] = Counter()
        self.neighbours: dict[bytes, Neighbour] = {}
        self.now = 0.0
        self.copying = FeedSync(entry_store, self.neighbours, self.counters, own)
        self.fetching = BlobFetch(blobs, self.neighbours, self.counters)
        self.places = Pulses(
            entry_store.id, lambda identity: entry_store.admitted(identity) and identity in entry_store.feeds, own
        )
        self.on_request: Callable[[bytes, AdmissionRequest], bool] = lambda by, request: False
        """Callback for a peer and its admission request; it returns True if it admitted the member."""
        entry_store.on_forgotten = self.copying.forget
        entry_store.on_let_in = self.copying.on_let_in
        self.changed, self.push, self.heard_all = self.copying.changed, self.copying.push, self.copying.heard_all
        self.want, self.keep = self.fetching.want, self.fetching.keep
        self.handlers = on = Handlers[Neighbour]()
        on.on(Heads, self.copying.on_heads)
        on.on(Sum, self.copying.on_sum)
        on.on(EntryMessage, self.copying.on_told)
        on.on(Want, self.copying.on_want)
        on.on(Ask, self.fetching.on_ask)
        on.on(Chunk, self.fetching.on_chunk)
        on.on(Have, self.fetching.on_have)
        on.on(UnreadPulse, self._on_beat)
        on.on(AdmissionRequest, self._on_request)

    @property
    def pulses(self) -> dict[bytes, Pulse]:
        """Latest pulse of each member, with its addresses."""
        return self.places.known

    # -- neighbours --

    def meet(self, identity: bytes, host: str = "") -> None:
        """Add a linked neighbour."""
        self.neighbours[identity] = Neighbour(identity, host)
        self.copying.meet(self.neighbours[identity])

    def part(self, identity: bytes) -> None:
        """Remove a neighbour whose link has ended."""
        self.neighbours.pop(identity, None)
        self.fetching.part(identity)

    def say_pulse(self, pulse: Pulse) -> None:
        """Send a pulse with this member's addresses to all neighbours."""
        self.places.put(pulse._replace(at=self.now))
        self._relay_pulse(pulse)

    # -- datagrams and time --

    def tick(self, now: float) -> None:
        """Advance to the time `now`."""
        self.now = now
        for neighbour in self.neighbours.values():
            if neighbour.beats and now - neighbour.beat_at >= PULSE_BATCH_INTERVAL:
                neighbour.beat_at = now
                neighbour.out += map(packed, neighbour.beats.values())
                neighbour.beats = {}
        self.copying.tick(now)
        self.fetching.tick(now)
        self.places.forget(now)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the datagrams to send, each with its recipient."""
        ready: list[tuple[bytes, bytes]] = []
        for identity, neighbour in self.neighbours.items():
            if neighbour.out:
                ready += [(identity, listed) for listed in lists(neighbour.out)]
                neighbour.out = []
        return ready

    def hear(self, identity: bytes, data: bytes) -> None:
        """Process a datagram from a neighbour; malformed bytes do no harm."""
        neighbour = self.neighbours.get(identity)
        if neighbour is None or not neighbour.said.take(self.now):
            self.counters["not read"] += 1
            return
        try:
            for said in TABLE.read(data):
                if not neighbour.items.take(self.now, TABLE.weight(said)):
                    self.counters["too much"] += 1
                    return
                self.handlers.process(neighbour, said)
        except BadBytes:
            self.counters["malformed"] += 1

    def _on_beat(self, neighbour: Neighbour, said: UnreadPulse) -> None:
        """Pass a new pulse on to the neighbours that do not know it.

        A signature that proves nothing new is charged to the neighbour, as for entries.
        """
        neighbour.beats.pop(said.data, None)
        if neighbour.checks.left(self.now) < 1.0:
            return
        try:
            pulse = self.places.hear(said, self.now)
        except BadBytes:
            neighbour.checks.spend()
            raise
        if pulse is not None:
            self._relay_pulse(pulse, neighbour)
        else:
            self._return_later(neighbour, said)

    def _return_later(self, neighbour: Neighbour, said: UnreadPulse) -> None:
        """Send a neighbour its own latest pulse if its new pulse has an earlier number.

        This happens if the neighbour's clock was set back.
        """
        pulse = unsigned(self.entry_store.id, said, self.now)
        later = self.places.later(pulse) if pulse.identity == neighbour.identity else None
        if later is not None and later.beat > pulse.beat:
            neighbour.beats[later.signed.data] = later.signed

    def _relay_pulse(self, pulse: Pulse, besides: Neighbour | None = None) -> None:
        for neighbour in self.neighbours.values():
            if neighbour is not besides:
                neighbour.beats[pulse.signed.data] = pulse.signed

    def _on_request(self, neighbour: Neighbour, said: AdmissionRequest) -> None:
        if neighbour.requests.take(self.now) and self.on_request(neighbour.identity, said):
            self.copying.take(said.identity, said.stored)
