"""Synchronisation of feeds: peers exchange heads and send each other missing entries (PROTOCOL 12).

One mechanism covers loss, duplication, reordering, late starts and relaying around a broken channel. The memory that a
peer can make us use is bounded. Invalid bytes only increase a counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from itertools import zip_longest

from core.engine.codec import BadEncodingError
from net.crypto.primitives import ENTRY, signature_holds
from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.catch_up import FAR_BEHIND, CatchUp
from net.replication.entries import MAX_STORED, Entry, malformed_entry
from net.replication.entries import read as read_entry
from net.replication.feeds import MAX_SIDE_ENTRIES, AddResult, Feeds
from net.replication.messages import Heads, Part, Want
from net.replication.outbox import Outbox, pack_parts_of_stored
from net.replication.peer_state import Number, Peer, PeerKey, storage_cost
from net.replication.retransmission import Retransmission
from net.replication.retransmission_timer import FOREVER_AGO, IN_TRANSIT

HELD_BYTES = 256 * 1024
CHANGED_INTERVAL = 0.03
"""Seconds between two head announcements when something has changed."""
OWED_INTERVAL = 0.5
"""Seconds between two head announcements while a seat owes something."""
CALM_AFTER = 10.0
"""Seconds without a change after which the heads are announced less often."""
CALM_INTERVAL = 1.0
"""Seconds between two head announcements once `CALM_AFTER` has passed.

A channel then carries at most two datagrams per second.
"""
STREAM_IN_TRANSIT = 0.5
"""Seconds for which entries sent to a peer far behind count as in transit, except each seat's next one."""
SMALL_REQUEST = 8
"""Maximum number of entries in a request that is answered at once, if they cannot be in transit."""
IDLE_INTERVAL = 2.0
"""Seconds between two head announcements while no seat owes anything."""


class Sync:
    """Synchronisation of this peer's feeds with those of all other peers."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        self.outbox = outbox = Outbox(peers, counters)
        self.retransmission = Retransmission(outbox)
        self.catching_up = CatchUp(outbox)
        self.peers, self.counters = outbox.peers, counters
        self.queue, self.queue_for_all, self.take_datagrams = outbox.queue, outbox.queue_for_all, outbox.take_datagrams
        self.awaited: frozenset[bytes] | None = None
        """Identities of the other seats, once they are known; None while peers are known only by address."""
        self._announced_at = FOREVER_AGO
        self._changed_at = FOREVER_AGO

    @property
    def feeds(self) -> Feeds:
        """All entries at this peer."""
        return self.outbox.feeds

    @property
    def now(self) -> float:
        """Current time, in seconds from any origin."""
        return self.outbox.now

    def begin(self, feeds: Feeds) -> None:
        """Replicate these feeds from now on, as the match has begun."""
        self.outbox.feeds = feeds
        self.announce_soon()

    def seat_of(self, key: PeerKey) -> int:
        """Return the seat of a peer, or 0 while it is unknown; in one process a peer's key is its seat."""
        if isinstance(key, int):
            return key
        if key in self.feeds.identities:
            return self.feeds.identities.index(key) + 1
        return self.peers[key].seat if key in self.peers else 0

    # -- time --

    def tick(self, now: float, owed: bool) -> bool:
        """Announce our heads if that is due; return True if they were announced."""
        out = self.outbox
        out.now = now
        if now - self._announced_at < self._announcement_interval(owed):
            return False
        self._announced_at = now
        out.changed = False
        out.learned = {number: at for number, at in out.learned.items() if now - at < IN_TRANSIT}
        self.retransmission.forget_requests(OWED_INTERVAL)
        if self.feeds.match:
            source = self.catching_up.current_source()
            if source is None:
                self.queue_for_all(Heads(self.feeds.match, self.feeds.heads()))
                self._request_forwarding()
            elif self.catching_up.must_ask_source():
                out.send_heads(source)
        return True

    def _announcement_interval(self, owed: bool) -> float:
        """Return the current interval between two announcements, in seconds."""
        if self.outbox.changed:
            self._changed_at = self.now
            return CHANGED_INTERVAL
        return (
            IDLE_INTERVAL if not owed else CALM_INTERVAL if self.now - self._changed_at >= CALM_AFTER else OWED_INTERVAL
        )

    def _request_forwarding(self) -> None:
        """Ask all peers to forward the entries of seats to which we have no channel."""
        for seat, (identity, held) in enumerate(zip(self.feeds.identities, self.feeds.lengths()), 1):
            if identity in (self.awaited or ()) and identity not in self.peers:
                self.queue_for_all(Want(self.feeds.match, seat, held, held + MAX_AHEAD))

    def announce_soon(self) -> None:
        """Announce our heads soon, as if they had changed."""
        self.outbox.changed = True

    def is_settled(self, ignored: Container[int] = ()) -> bool:
        """Return True if every peer has announced the same entries that we have.

        With channels, every other seat must have announced them, except the seats in `ignored`, which may be gone.
        """
        if self.awaited is None:
            return all(peer.seat in ignored or self._has_same_heads(peer.heads) for peer in self.peers.values())
        gone = {identity for seat, identity in enumerate(self.feeds.identities, 1) if seat in ignored}
        return all(
            key in self.peers and self._has_same_heads(self.peers[key].heads) for key in self.awaited if key not in gone
        )

    def has_same_entries(self, seat: int) -> bool:
        """Return True if the peer of this seat has announced the same heads as ours."""
        peer = self.outbox.peer_at(seat)
        return peer is not None and self._has_same_heads(peer.heads)

    @property
    def has_spectators(self) -> bool:
        """True if a peer without a seat still fetches entries."""
        return any(not peer.seat and peer.heads is not None and not self._has_same_heads(peer.heads)
                   for peer in self.peers.values())  # fmt: skip

    @property
    def missing_count(self) -> int:
        """Number of entries that are missing here and that the peer with the most entries has."""
        held = self.feeds.lengths()
        ahead = [
            sum(max(0, length - here) for (length, _), here in zip(peer.heads, held))
            for peer in self.peers.values()
            if peer.heads is not None
        ]
        return max(ahead, default=0)

    def _has_same_heads(self, heads: tuple[tuple[int, bytes], ...] | None) -> bool:
        """Return True if these heads stand for the same entries as ours.

        Two peers may follow different versions of a forked feed.
        """
        own = self.feeds.heads()
        return heads is not None and all(
            mine == theirs or seat in self.feeds.forks for seat, mine, theirs in zip(self.feeds.seats, own, heads)
        )

    # -- receiving --

    def on_heads(self, peer: Peer, message: Heads) -> None:
        """Send a peer the entries that it lacks, and our version of an entry at which its feed differs."""
        if message.match != self.feeds.match or len(message.heads) != len(self.feeds.identities):
            return
        peer.heads = message.heads
        for seat, (length, short) in zip(self.feeds.seats, message.heads):
            feed = self.feeds.feed_of(seat)
            if 0 < length <= len(feed) and feed[length - 1].id[:8] != short and seat not in self.feeds.forks:
                self.outbox.send(peer, feed[length - 1])
                self.queue(peer, Want(self.feeds.match, seat, length - 1, length))
            peer.path.note_length(seat, length, len(feed), self.now)
        if self.outbox.own:
            peer.path.note_acknowledged(message.heads[self.outbox.own - 1][0], self.now)
        if self.outbox.missing_count(peer) >= FAR_BEHIND:
            self.announce_soon()
        if self.outbox.own and peer.seat:
            lacking_own = self.feeds.feed_of(self.outbox.own)[message.heads[self.outbox.own - 1][0] :]
            if 0 < len(lacking_own) <= SMALL_REQUEST and peer.quick_request_quota.take(self.now):
                for entry in lacking_own:
                    self.outbox.send_requested(peer, entry)
        far = sum(max(0, held - length) for (length, _), held in zip(message.heads, self.feeds.lengths())) >= FAR_BEHIND
        lacking = [self.feeds.feed_of(seat)[n : n + MAX_AHEAD] for seat, (n, _) in zip(self.feeds.seats, message.heads)]
        for offset, row in enumerate(zip_longest(*lacking)):  # all feeds side by side, as steps are read
            again = (
                STREAM_IN_TRANSIT if far and offset else IN_TRANSIT
            )  # the first missing entry may be lost; the rest is being read
            for entry in filter(None, row):
                self.outbox.send(peer, entry, again)
        peer.sent = {n: at for n, at in peer.sent.items() if n[1] >= message.heads[n[0] - 1][0] - 1}
        self.outbox.show_forks(peer)

    def on_want(self, peer: Peer, want: Want) -> bool:
        """Send the requested entries; return True if a seat also asks for entries that do not exist yet."""
        ahead = False
        if want.match == self.feeds.match and want.seat in self.feeds.seats:
            end = min(want.end, want.first + MAX_AHEAD)
            quick = peer.seat and end - want.first <= SMALL_REQUEST and peer.quick_request_quota.take(self.now)
            for entry in self.feeds.feed_of(want.seat)[want.first : end]:
                if peer.seat and peer.request_quota.available(self.now) < 1:
                    self.counters["wanted too much"] += 1
                    break
                if self.outbox.send_requested(peer, entry) if quick else self.outbox.send(peer, entry):
                    peer.request_quota.spend()
            if peer.seat and end > len(self.feeds.feed_of(want.seat)):
                peer.wants[want.seat] = end
                ahead = True
        return ahead

    def request_version(self, seat: int, seq: int) -> None:
        """Request every peer's version of an entry."""
        self.queue_for_all(Want(self.feeds.match, seat, seq, seq + 1))

    def on_part(self, peer: Peer, part: Part) -> list[Entry]:
        """Process a part of an entry; return the entries that can now be added, in order."""
        if part.match != self.feeds.match or part.seat not in self.feeds.seats:
            self.counters["of another match"] += 1
            return []
        feed, number = self.feeds.feed_of(part.seat), (part.seat, part.seq)
        if part.seq > len(feed) + MAX_AHEAD:
            self.counters["too far ahead"] += 1
            return []
        if part.seq < len(feed) and self._is_same_part(feed[part.seq], part):
            self.counters["doubled"] += 1
            peer.path.schedule_acknowledgement(self.now)
            self.outbox.note_received_version(peer, feed[part.seq])
            return []
        if not peer.is_trusted(self.now):
            self.counters["of a forger"] += 1
            return []
        stored = part.data if part.parts == 1 else self._join_parts(peer, number, part)
        return self._on_entry(peer, number, stored) if stored else []

    @staticmethod
    def _is_same_part(entry: Entry, part: Part) -> bool:
        stored = entry.stored
        start = part.k * messages.PART
        count = -(-len(stored) // messages.PART)
        return count == part.parts and stored[start : start + messages.PART] == part.data

    def _join_parts(self, peer: Peer, number: Number, part: Part) -> bytes | None:
        if peer.counts.get(number) != part.parts:
            peer.drop_parts(number)
        if peer.held_bytes + storage_cost(part.data) > HELD_BYTES:
            self.counters["held too much"] += 1
            return None
        peer.counts[number] = part.parts
        parts = peer.parts.setdefault(number, {})
        if part.k not in parts:
            parts[part.k] = part.data
            peer.held_bytes += storage_cost(part.data)
        if len(parts) < part.parts:
            return None
        stored = b"".join(parts[k] for k in range(part.parts))
        peer.drop_parts(number)
        return stored

    def _on_entry(self, peer: Peer, number: Number, stored: bytes) -> list[Entry]:
        entry = self._read_entry(number, stored)
        if entry is None:
            return self._keep_broken(peer, number, stored)
        unlinked_before = entry.seat in self.feeds.unlinked
        added = self.feeds.add(entry)
        if added is AddResult.NEW:
            new = [entry, *self._take_early_followers(entry)]
            self._note_seen(peer, new)
            self.outbox.forward(peer, new)
            return new
        if added is AddResult.EARLY:
            self._keep_early_entry(peer, number, stored)
        elif added is AddResult.FORK:
            self.counters[added.value] += 1
            self.outbox.note_received_version(peer, entry)
            self.outbox.push_version(entry)
            if self.feeds.predecessor_of(entry) is None and entry.seq:
                self.queue(peer, Want(self.feeds.match, entry.seat, entry.seq - 1, entry.seq))
            return [entry] if len(self.feeds.side_entries(entry.seat)) < MAX_SIDE_ENTRIES else []
        elif added is AddResult.HELD:
            self.outbox.note_received_version(peer, entry)
        elif added is AddResult.REFUSED:
            peer.note_forgery()
        elif added is AddResult.UNLINKED:
            self.queue(peer, Want(self.feeds.match, entry.seat, entry.seq - 1, entry.seq))
            if not unlinked_before:
                self.outbox.push_unlinked(entry)
        self.counters[added.value] += 1
        return []

    def _note_seen(self, peer: Peer, new: list[Entry]) -> None:
        """Note which entries the signers of new entries have seen."""
        for entry in new:
            signer = peer if peer.seat == entry.seat else self.outbox.peer_at(entry.seat)
            if signer is None:
                continue
            if signer is peer:
                self.retransmission.news = True
                peer.path.schedule_acknowledgement(self.now)
            for seat, length in zip(self.feeds.seats, entry.seen):
                if seat == self.outbox.own:
                    signer.path.note_acknowledged(length, self.now)
                elif signer is peer:
                    signer.path.note_length(seat, length, len(self.feeds.feed_of(seat)), self.now)

    def _read_entry(self, number: Number, stored: bytes) -> Entry | None:
        try:
            entry = read_entry(stored)
        except BadEncodingError:
            entry = None
        if entry is None or len(stored) > MAX_STORED or (entry.seat, entry.seq) != number:
            self.counters["not an entry"] += 1
            return None
        return entry

    def _keep_broken(self, peer: Peer, number: Number, stored: bytes) -> list[Entry]:
        """Store an invalid entry that its seat has signed, and send it to all peers, once for each seat."""
        seat, seq = number
        match, known = self.feeds.match, self.feeds.broken
        signed = malformed_entry(stored, match, seat) if seat not in known else None
        if signed is not None and not signature_holds(self.feeds.identities[seat - 1], ENTRY, *signed):
            peer.note_forgery()
        elif signed is not None:
            known[seat] = stored
            self.announce_soon()
            for other in self.peers.values():
                other.out += pack_parts_of_stored(match, seat, seq, stored)
        return []

    def _keep_early_entry(self, peer: Peer, number: Number, stored: bytes) -> None:
        peer.drop_parts(number)
        if peer.held_bytes + storage_cost(stored) <= HELD_BYTES:
            peer.early[number] = stored
            peer.held_bytes += storage_cost(stored)
            seat, seq = number
            peer.path.note_length(seat, seq, len(self.feeds.feed_of(seat)), self.now)

    def _take_early_followers(self, entry: Entry) -> list[Entry]:
        """Return the early entries that follow this entry, which has just arrived."""
        new: list[Entry] = []
        while True:
            self.outbox.changed = True
            number = (entry.seat, entry.seq)
            self.outbox.learned[number] = self.now
            for peer in self.peers.values():
                peer.drop_parts(number)
            following = self._find_early_entry(entry.seat, entry.seq + 1)
            if following is None:
                return new
            new.append(following)
            entry = following

    def _find_early_entry(self, seat: int, seq: int) -> Entry | None:
        number = (seat, seq)
        for peer in self.peers.values():
            stored = peer.early.get(number)
            entry = self._read_entry(number, stored) if stored else None
            if entry is None:
                continue
            peer.drop_parts(number)
            added = self.feeds.add(entry)
            if added is AddResult.NEW:
                return entry
            if added is AddResult.REFUSED:
                peer.note_forgery()
        return None
