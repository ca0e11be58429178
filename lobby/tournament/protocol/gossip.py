"""Gossip between neighbours, which distributes a tournament's feeds and blobs.

The feeds contain the hashes of the blobs. This one mechanism handles loss, duplicates, late entry, and detours round a
missing link, as in a match (PROTOCOL part 12). But a tournament has far more members than a match has seats, and not
all of them are linked. Messages are defined in `messages`. The other parts are feeds (`feed_sync`), blobs
(`blob_fetch`), addresses (`presence`), and the quotas of a neighbour (`neighbour`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.engine.codec import BadEncodingError
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
    pack_message,
)
from lobby.tournament.protocol.neighbour import Neighbour
from lobby.tournament.protocol.presence import Pulse, Pulses, read_unchecked_pulse
from net.replication.message_table import Handlers, pack_lists

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
        self.feed_sync = FeedSync(entry_store, self.neighbours, self.counters, own)
        self.blob_fetch = BlobFetch(blobs, self.neighbours, self.counters)
        self.presence = Pulses(
            entry_store.id, lambda identity: entry_store.is_admitted(identity) and identity in entry_store.feeds, own
        )
        self.on_request: Callable[[bytes, AdmissionRequest], bool] = lambda by, request: False
        """Callback for a peer and its admission request; it returns True if it admitted the member."""
        entry_store.on_forgotten = self.feed_sync.forget
        entry_store.on_admitted = self.feed_sync.on_admitted
        self.changed, self.push, self.heard_all = (
            self.feed_sync.update_head,
            self.feed_sync.push,
            self.feed_sync.has_heard_all,
        )
        self.want, self.keep = self.blob_fetch.set_wanted, self.blob_fetch.store
        self.handlers = on = Handlers[Neighbour]()
        on.on(Heads, self.feed_sync.on_heads)
        on.on(Sum, self.feed_sync.on_sum)
        on.on(EntryMessage, self.feed_sync.on_entry)
        on.on(Want, self.feed_sync.on_want)
        on.on(Ask, self.blob_fetch.on_ask)
        on.on(Chunk, self.blob_fetch.on_chunk)
        on.on(Have, self.blob_fetch.on_have)
        on.on(UnreadPulse, self._on_pulse)
        on.on(AdmissionRequest, self._on_request)

    @property
    def pulses(self) -> dict[bytes, Pulse]:
        """Latest pulse of each member, which contains its addresses."""
        return self.presence.known

    # -- neighbours --

    def add_peer(self, identity: bytes, host: str = "") -> None:
        """Add a neighbour that has just been linked."""
        self.neighbours[identity] = Neighbour(identity, host)
        self.feed_sync.add_neighbour(self.neighbours[identity])

    def remove_peer(self, identity: bytes) -> None:
        """Remove a neighbour whose link has ended."""
        self.neighbours.pop(identity, None)
        self.blob_fetch.remove_peer(identity)

    def send_pulse(self, pulse: Pulse) -> None:
        """Send a pulse of this member to all neighbours."""
        self.presence.store(pulse._replace(at=self.now))
        self._relay_pulse(pulse)

    # -- datagrams and time --

    def tick(self, now: float) -> None:
        """Advance to the time `now`."""
        self.now = now
        for neighbour in self.neighbours.values():
            if neighbour.pulses and now - neighbour.pulses_sent_at >= PULSE_BATCH_INTERVAL:
                neighbour.pulses_sent_at = now
                neighbour.out += map(pack_message, neighbour.pulses.values())
                neighbour.pulses = {}
        self.feed_sync.tick(now)
        self.blob_fetch.tick(now)
        self.presence.drop_old(now)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the datagrams to send, each with its recipient."""
        ready: list[tuple[bytes, bytes]] = []
        for identity, neighbour in self.neighbours.items():
            if neighbour.out:
                ready += [(identity, listed) for listed in pack_lists(neighbour.out)]
                neighbour.out = []
        return ready

    def receive(self, identity: bytes, data: bytes) -> None:
        """Process a datagram from a neighbour; the data may be any bytes."""
        neighbour = self.neighbours.get(identity)
        if neighbour is None or not neighbour.datagram_quota.take(self.now):
            self.counters["not read"] += 1
            return
        try:
            for said in TABLE.read(data):
                if not neighbour.item_quota.take(self.now, TABLE.weight(said)):
                    self.counters["too much"] += 1
                    return
                self.handlers.process(neighbour, said)
        except BadEncodingError:
            self.counters["malformed"] += 1

    def _on_pulse(self, neighbour: Neighbour, message: UnreadPulse) -> None:
        """Pass a new pulse on to the neighbours that do not have it yet.

        A signature that proves nothing new is charged to the neighbour, as for entries.
        """
        neighbour.pulses.pop(message.data, None)
        if neighbour.check_quota.available(self.now) < 1.0:
            return
        try:
            pulse = self.presence.accept(message, self.now)
        except BadEncodingError:
            neighbour.check_quota.spend()
            raise
        if pulse is not None:
            self._relay_pulse(pulse, neighbour)
        else:
            self._return_newer_pulse(neighbour, message)

    def _return_newer_pulse(self, neighbour: Neighbour, message: UnreadPulse) -> None:
        """Send a neighbour the latest pulse of its own that is known here, if its new pulse has an earlier number.

        This happens if the neighbour's clock was set back.
        """
        pulse = read_unchecked_pulse(self.entry_store.id, message, self.now)
        later = self.presence.newer_known(pulse) if pulse.identity == neighbour.identity else None
        if later is not None and later.beat > pulse.beat:
            neighbour.pulses[later.signed.data] = later.signed

    def _relay_pulse(self, pulse: Pulse, besides: Neighbour | None = None) -> None:
        for neighbour in self.neighbours.values():
            if neighbour is not besides:
                neighbour.pulses[pulse.signed.data] = pulse.signed

    def _on_request(self, neighbour: Neighbour, request: AdmissionRequest) -> None:
        if neighbour.admission_quota.take(self.now) and self.on_request(neighbour.identity, request):
            self.feed_sync.add_entry(request.identity, request.stored)
