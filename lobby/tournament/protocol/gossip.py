"""How a tournament's feeds, and what they name by hash, come to everybody: between neighbours, again and again.

Loss, doubling, late entry and the way round a missing link are this one mechanism, as in a match (PROTOCOL part 12);
but a tournament has far more members than a match has seats, and not all are linked. What is said is in `messages`,
feeds are in `copying`, blobs in `fetching`, where everybody is in `pulses`; what a neighbour may cost in `neighbour`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.engine.codec import BadBytes
from lobby.tournament.model.entry_store import EntryStore
from lobby.tournament.protocol import messages
from lobby.tournament.protocol.blob_fetch import Fetching
from lobby.tournament.protocol.blobs import Blobs
from lobby.tournament.protocol.feed_sync import Copying
from lobby.tournament.protocol.messages import (
    AdmissionRequest,
    Ask,
    Beat,
    Chunk,
    Have,
    Heads,
    Said,
    Sum,
    Told,
    Want,
    packed,
)
from lobby.tournament.protocol.neighbour import Neighbour
from lobby.tournament.protocol.presence import Pulse, Pulses, unsigned
from net.replication.messages import datagrams

TELL_PULSES = 0.25
"""Seconds from telling somebody of pulses to the next time: those of many go together, and fewer both ways."""


class Gossip:
    """One member's part in it: that of `own`."""

    def __init__(self, entry_store: EntryStore, blobs: Blobs, own: bytes) -> None:
        self.entry_store = entry_store
        self.counters: Counter[str] = Counter()
        self.neighbours: dict[bytes, Neighbour] = {}
        self.now = 0.0
        self.copying = Copying(entry_store, self.neighbours, self.counters, own)
        self.fetching = Fetching(blobs, self.neighbours, self.counters)
        self.places = Pulses(
            entry_store.id, lambda identity: entry_store.admitted(identity) and identity in entry_store.feeds, own
        )
        self.on_request: Callable[[bytes, AdmissionRequest], bool] = lambda by, request: False
        """Told of somebody who asks to be let in, and by whom; whether that has been done."""
        entry_store.on_forgotten = self.copying.forget
        entry_store.on_let_in = self.copying.on_let_in
        self.changed, self.push, self.heard_all = self.copying.changed, self.copying.push, self.copying.heard_all
        self.want, self.keep = self.fetching.want, self.fetching.keep

    @property
    def pulses(self) -> dict[bytes, Pulse]:
        """Where everybody is who has been heard of lately."""
        return self.places.known

    # -- who is there --

    def meet(self, identity: bytes, host: str = "") -> None:
        """Somebody is linked."""
        self.neighbours[identity] = Neighbour(identity, host)
        self.copying.meet(self.neighbours[identity])

    def part(self, identity: bytes) -> None:
        """Somebody is linked no more."""
        self.neighbours.pop(identity, None)
        self.fetching.part(identity)

    def say_pulse(self, pulse: Pulse) -> None:
        """Tells all neighbours where one is."""
        self.places.put(pulse._replace(at=self.now))
        self._relay(pulse)

    # -- bytes and time --

    def tick(self, now: float) -> None:
        """The time is `now`."""
        self.now = now
        for neighbour in self.neighbours.values():
            if neighbour.beats and now - neighbour.beat_at >= TELL_PULSES:
                neighbour.beat_at = now
                neighbour.out += map(packed, neighbour.beats.values())
                neighbour.beats = {}
        self.copying.tick(now)
        self.fetching.tick(now)
        self.places.forget(now)

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """What is to be sent, and to whom."""
        ready: list[tuple[bytes, bytes]] = []
        for identity, neighbour in self.neighbours.items():
            if neighbour.out:
                ready += [(identity, datagram[1:]) for datagram in datagrams(neighbour.out)]
                neighbour.out = []
        return ready

    def hear(self, identity: bytes, data: bytes) -> None:
        """Takes in what a neighbour says. Whatever bytes may come."""
        neighbour = self.neighbours.get(identity)
        if neighbour is None or not neighbour.said.take(self.now):
            self.counters["not read"] += 1
            return
        try:
            for said in messages.read(data):
                if not neighbour.items.take(self.now, messages.weight(said)):
                    self.counters["too much"] += 1
                    return
                self._hear(neighbour, said)
        except BadBytes:
            self.counters["malformed"] += 1

    def _hear(self, neighbour: Neighbour, said: Said) -> None:
        if isinstance(said, Heads):
            self.copying.on_heads(neighbour, said)
        elif isinstance(said, Sum):
            self.copying.on_sum(neighbour, said)
        elif isinstance(said, Told):
            self.copying.on_told(neighbour, said)
        elif isinstance(said, Want):
            self.copying.on_want(neighbour, said)
        elif isinstance(said, Ask):
            self.fetching.on_ask(neighbour.identity, said, self.now)
        elif isinstance(said, Chunk):
            self.fetching.on_chunk(neighbour.identity, said)
        elif isinstance(said, Have):
            self.fetching.on_have(neighbour.identity, said)
        elif isinstance(said, Beat):
            self._on_beat(neighbour, said)
        else:
            self._on_request(neighbour, said)

    def _on_beat(self, neighbour: Neighbour, said: Beat) -> None:
        """A pulse that is news is passed on, but not to who knows it. Signatures that prove nothing are counted, as
        those of entries are.
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
            self._relay(pulse, neighbour)
        else:
            self._return_later(neighbour, said)

    def _return_later(self, neighbour: Neighbour, said: Beat) -> None:
        """Return a neighbour its own latest pulse if it counts from an earlier one: its clock was set back."""
        pulse = unsigned(self.entry_store.id, said, self.now)
        later = self.places.later(pulse) if pulse.identity == neighbour.identity else None
        if later is not None and later.beat > pulse.beat:
            neighbour.beats[later.signed.data] = later.signed

    def _relay(self, pulse: Pulse, besides: Neighbour | None = None) -> None:
        for neighbour in self.neighbours.values():
            if neighbour is not besides:
                neighbour.beats[pulse.signed.data] = pulse.signed

    def _on_request(self, neighbour: Neighbour, said: AdmissionRequest) -> None:
        if neighbour.requests.take(self.now) and self.on_request(neighbour.identity, said):
            self.copying.take(said.identity, said.stored)
