"""Synchronisation of feeds: peers exchange heads and send each other missing entries (PROTOCOL 12).

One mechanism covers loss, duplication, reordering, late starts and relaying around a broken channel. Everything that a
peer can make us store is bounded. Invalid bytes only increase a counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from itertools import zip_longest

from core.engine.codec import BadBytes
from net.crypto.primitives import ENTRY, signature_holds
from net.replication import messages
from net.replication.batch_verification import MAX_AHEAD
from net.replication.catch_up import FAR_BEHIND, CatchUp
from net.replication.entries import MAX_STORED, Entry, malformed_entry
from net.replication.entries import read as read_entry
from net.replication.feeds import MAX_SIDE_ENTRIES, Added, Feeds
from net.replication.messages import Heads, Part, Want
from net.replication.outbox import Outbox, parts_of_stored
from net.replication.peer_state import Number, Peer, PeerKey, weight
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
"""Seconds for which entries sent to a peer far behind may be in transit, except each seat's next one."""
SMALL_REQUEST = 8
"""Maximum number of entries in a request that is answered at once.

It is answered at once only if the entries cannot be in transit.
"""
IDLE_INTERVAL = 2.0
"""Seconds between two head announcements while no seat owes anything."""


class Sync:
    """Synchronisation of a match's feeds, which keeps them the same at all peers."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        self.outbox = outbox = Outbox(peers, counters)
        self.retransmission = Retransmission(outbox)
        self.catching_up = CatchUp(outbox)
        self.peers, self.counters = outbox.peers, counters
        self.say, self.say_all, self.take_datagrams = outbox.say, outbox.say_all, outbox.take_datagrams
        self.awaited: frozenset[bytes] | None = None
        """Identities of the other seats, once they are known; None while peers are known only by address."""
        self._told_heads = FOREVER_AGO
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
        """Keep these feeds from now on, as the match has begun."""
        self.outbox.feeds = feeds
        self.resync()

    def seat_of(self, key: PeerKey) -> int:
        """Return the seat of a peer, or 0 while it is unknown; in one process the key is the seat."""
        if isinstance(key, int):
            return key
        if key in self.feeds.identities:
            return self.feeds.identities.index(key) + 1
        return self.peers[key].seat if key in self.peers else 0

    # -- time --

    def tick(self, now: float, owed: bool) -> bool:
        """Announce the heads if that is due; return True if they were announced."""
        out = self.outbox
        out.now = now
        if now - self._told_heads < self._announcement_interval(owed):
            return False
        self._told_heads = now
        out.changed = False
        out.learned = {number: at for number, at in out.learned.items() if now - at < IN_TRANSIT}
        self.retransmission.forget(OWED_INTERVAL)
        if self.feeds.match:
            source = self.catching_up.source()
            if source is None:
                self.say_all(Heads(self.feeds.match, self.feeds.heads()))
                self._ask_round()
            elif self.catching_up.waits():
                out.say_heads(source)
        return True

    def _announcement_interval(self, owed: bool) -> float:
        """Return the current announcement interval, in seconds."""
        if self.outbox.changed:
            self._changed_at = self.now
            return CHANGED_INTERVAL
        return (
            IDLE_INTERVAL if not owed else CALM_INTERVAL if self.now - self._changed_at >= CALM_AFTER else OWED_INTERVAL
        )

    def _ask_round(self) -> None:
        """Ask all peers to forward the coming entries of seats to which our seat has no channel."""
        for seat, (identity, held) in enumerate(zip(self.feeds.identities, self.feeds.lengths()), 1):
            if identity in (self.awaited or ()) and identity not in self.peers:
                self.say_all(Want(self.feeds.match, seat, held, held + MAX_AHEAD))

    def resync(self) -> None:
        """Announce the heads soon, as after a change."""
        self.outbox.changed = True

    def settled(self, besides: Container[int] = ()) -> bool:
        """Return True if every peer has announced the same entries as ours.

        With channels, every other seat must have announced them. The seats in `besides` may be gone and are not
        counted.
        """
        if self.awaited is None:
            return all(peer.seat in besides or self._same_heads(peer.heads) for peer in self.peers.values())
        gone = {identity for seat, identity in enumerate(self.feeds.identities, 1) if seat in besides}
        return all(
            key in self.peers and self._same_heads(self.peers[key].heads) for key in self.awaited if key not in gone
        )

    def holds_all(self, seat: int) -> bool:
        """Return True if the peer at this seat has announced the same heads as ours."""
        peer = self.outbox.at(seat)
        return peer is not None and self._same_heads(peer.heads)

    @property
    def watched(self) -> bool:
        """True if a peer without a seat still fetches entries."""
        return any(not peer.seat and peer.heads is not None and not self._same_heads(peer.heads)
                   for peer in self.peers.values())  # fmt: skip

    @property
    def behind(self) -> int:
        """Number of entries by which our feeds are behind the peer that has most of them."""
        held = self.feeds.lengths()
        ahead = [
            sum(max(0, length - here) for (length, _), here in zip(peer.heads, held))
            for peer in self.peers.values()
            if peer.heads is not None
        ]
        return max(ahead, default=0)

    def _same_heads(self, heads: tuple[tuple[int, bytes], ...] | None) -> bool:
        """Return True if a peer has the same entries as ours.

        Of a forked feed, the two peers may follow different versions.
        """
        own = self.feeds.heads()
        return heads is not None and all(
            mine == theirs or seat in self.feeds.forks for seat, mine, theirs in zip(self.feeds.seats, own, heads)
        )

    # -- receiving --

    def on_heads(self, peer: Peer, told: Heads) -> None:
        """Send a peer the entries that it lacks, and our version of an entry where its feed differs."""
        if told.match != self.feeds.match or len(told.heads) != len(self.feeds.identities):
            return
        peer.heads = told.heads
        for seat, (length, short) in zip(self.feeds.seats, told.heads):
            feed = self.feeds.of(seat)
            if 0 < length <= len(feed) and feed[length - 1].id[:8] != short and seat not in self.feeds.forks:
                self.outbox.send(peer, feed[length - 1])
                self.say(peer, Want(self.feeds.match, seat, length - 1, length))
            peer.way.holds(seat, length, len(feed), self.now)
        if self.outbox.own:
            peer.way.acknowledged(told.heads[self.outbox.own - 1][0], self.now)
        if self.outbox.lacks(peer) >= FAR_BEHIND:
            self.resync()
        if self.outbox.own and peer.seat:
            lacking_own = self.feeds.of(self.outbox.own)[told.heads[self.outbox.own - 1][0] :]
            if 0 < len(lacking_own) <= SMALL_REQUEST and peer.quick.take(self.now):
                for entry in lacking_own:
                    self.outbox.send_soon(peer, entry)
        far = sum(max(0, held - length) for (length, _), held in zip(told.heads, self.feeds.lengths())) >= FAR_BEHIND
        lacking = [self.feeds.of(seat)[n : n + MAX_AHEAD] for seat, (n, _) in zip(self.feeds.seats, told.heads)]
        for offset, row in enumerate(zip_longest(*lacking)):  # all feeds side by side, as steps are read
            again = (
                STREAM_IN_TRANSIT if far and offset else IN_TRANSIT
            )  # the first missing entry may be lost; the rest is being read
            for entry in filter(None, row):
                self.outbox.send(peer, entry, again)
        peer.sent = {n: at for n, at in peer.sent.items() if n[1] >= told.heads[n[0] - 1][0] - 1}
        self.outbox.show_forks(peer)

    def on_want(self, peer: Peer, want: Want) -> bool:
        """Send the entries that a peer requests; return True if a seat also requests entries still to come."""
        ahead = False
        if want.match == self.feeds.match and want.seat in self.feeds.seats:
            end = min(want.end, want.first + MAX_AHEAD)
            quick = peer.seat and end - want.first <= SMALL_REQUEST and peer.quick.take(self.now)
            for entry in self.feeds.of(want.seat)[want.first : end]:
                if peer.seat and peer.wanted.left(self.now) < 1:
                    self.counters["wanted too much"] += 1
                    break
                if self.outbox.send_soon(peer, entry) if quick else self.outbox.send(peer, entry):
                    peer.wanted.spend()
            if peer.seat and end > len(self.feeds.of(want.seat)):
                peer.wants[want.seat] = end
                ahead = True
        return ahead

    def ask_for(self, seat: int, seq: int) -> None:
        """Ask every peer for its version of an entry."""
        self.say_all(Want(self.feeds.match, seat, seq, seq + 1))

    def on_part(self, peer: Peer, part: Part) -> list[Entry]:
        """Process a part; return the entries that it completes, in order."""
        if part.match != self.feeds.match or part.seat not in self.feeds.seats:
            self.counters["of another match"] += 1
            return []
        feed, number = self.feeds.of(part.seat), (part.seat, part.seq)
        if part.seq > len(feed) + MAX_AHEAD:
            self.counters["too far ahead"] += 1
            return []
        if part.seq < len(feed) and self._is_same_part(feed[part.seq], part):
            self.counters["doubled"] += 1
            peer.way.heard(self.now)
            self.outbox.told(peer, feed[part.seq])
            return []
        if not peer.trusted(self.now):
            self.counters["of a forger"] += 1
            return []
        stored = part.data if part.parts == 1 else self._joined(peer, number, part)
        return self._arrived(peer, number, stored) if stored else []

    @staticmethod
    def _is_same_part(entry: Entry, part: Part) -> bool:
        stored = entry.stored
        start = part.k * messages.PART
        count = -(-len(stored) // messages.PART)
        return count == part.parts and stored[start : start + messages.PART] == part.data

    def _joined(self, peer: Peer, number: Number, part: Part) -> bytes | None:
        if peer.counts.get(number) != part.parts:
            peer.forget(number)
        if peer.held + weight(part.data) > HELD_BYTES:
            self.counters["held too much"] += 1
            return None
        peer.counts[number] = part.parts
        parts = peer.parts.setdefault(number, {})
        if part.k not in parts:
            parts[part.k] = part.data
            peer.held += weight(part.data)
        if len(parts) < part.parts:
            return None
        stored = b"".join(parts[k] for k in range(part.parts))
        peer.forget(number)
        return stored

    def _arrived(self, peer: Peer, number: Number, stored: bytes) -> list[Entry]:
        entry = self._entry(number, stored)
        if entry is None:
            return self._keep_broken(peer, number, stored)
        unlinked_before = entry.seat in self.feeds.unlinked
        added = self.feeds.add(entry)
        if added is Added.NEW:
            new = [entry, *self._take_early_followers(entry)]
            self._note(peer, new)
            self.outbox.pass_on(peer, new)
            return new
        if added is Added.EARLY:
            self._keep_early_entry(peer, number, stored)
        elif added is Added.FORK:
            self.counters[added.value] += 1
            self.outbox.told(peer, entry)
            self.outbox.push_version(entry)
            if self.feeds.before(entry) is None and entry.seq:
                self.say(peer, Want(self.feeds.match, entry.seat, entry.seq - 1, entry.seq))
            return [entry] if len(self.feeds.sides(entry.seat)) < MAX_SIDE_ENTRIES else []
        elif added is Added.HELD:
            self.outbox.told(peer, entry)
        elif added is Added.REFUSED:
            peer.forged()
        elif added is Added.UNLINKED:
            self.say(peer, Want(self.feeds.match, entry.seat, entry.seq - 1, entry.seq))
            if not unlinked_before:
                self.outbox.push_unlinked(entry)
        self.counters[added.value] += 1
        return []

    def _note(self, peer: Peer, new: list[Entry]) -> None:
        """Note from new entries which entries their signers have seen."""
        for entry in new:
            signer = peer if peer.seat == entry.seat else self.outbox.at(entry.seat)
            if signer is None:
                continue
            if signer is peer:
                self.retransmission.news = True
                peer.way.heard(self.now)
            for seat, length in zip(self.feeds.seats, entry.seen):
                if seat == self.outbox.own:
                    signer.way.acknowledged(length, self.now)
                elif signer is peer:
                    signer.way.holds(seat, length, len(self.feeds.of(seat)), self.now)

    def _entry(self, number: Number, stored: bytes) -> Entry | None:
        try:
            entry = read_entry(stored)
        except BadBytes:
            entry = None
        if entry is None or len(stored) > MAX_STORED or (entry.seat, entry.seq) != number:
            self.counters["not an entry"] += 1
            return None
        return entry

    def _keep_broken(self, peer: Peer, number: Number, stored: bytes) -> list[Entry]:
        """Keep signed bytes that begin like an entry but are invalid, and send them to all peers.

        This happens once for each seat.
        """
        seat, seq = number
        match, known = self.feeds.match, self.feeds.broken
        signed = malformed_entry(stored, match, seat) if seat not in known else None
        if signed is not None and not signature_holds(self.feeds.identities[seat - 1], ENTRY, *signed):
            peer.forged()
        elif signed is not None:
            known[seat] = stored
            self.resync()
            for other in self.peers.values():
                other.out += parts_of_stored(match, seat, seq, stored)
        return []

    def _keep_early_entry(self, peer: Peer, number: Number, stored: bytes) -> None:
        peer.forget(number)
        if peer.held + weight(stored) <= HELD_BYTES:
            peer.early[number] = stored
            peer.held += weight(stored)
            seat, seq = number
            peer.way.holds(seat, seq, len(self.feeds.of(seat)), self.now)

    def _take_early_followers(self, entry: Entry) -> list[Entry]:
        """Return the early entries that can follow, now that this entry has arrived."""
        new: list[Entry] = []
        while True:
            self.outbox.changed = True
            number = (entry.seat, entry.seq)
            self.outbox.learned[number] = self.now
            for peer in self.peers.values():
                peer.forget(number)
            following = self._find_early_entry(entry.seat, entry.seq + 1)
            if following is None:
                return new
            new.append(following)
            entry = following

    def _find_early_entry(self, seat: int, seq: int) -> Entry | None:
        number = (seat, seq)
        for peer in self.peers.values():
            stored = peer.early.get(number)
            entry = self._entry(number, stored) if stored else None
            if entry is None:
                continue
            peer.forget(number)
            added = self.feeds.add(entry)
            if added is Added.NEW:
                return entry
            if added is Added.REFUSED:
                peer.forged()
        return None
