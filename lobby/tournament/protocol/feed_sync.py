"""Replication of feeds: neighbours announce how much they have of each feed, and request missing entries."""

from __future__ import annotations

from collections import Counter

from core.engine.codec import H
from lobby.tournament.model.entry_store import MOST_MEMBERS, EntryStore
from lobby.tournament.protocol.messages import (
    FORKED_HEAD_TAG,
    MAX_ANSWERS,
    MAX_HEADS,
    SHORT,
    TAG,
    EntryMessage,
    Head,
    Heads,
    Sum,
    Want,
    pack_message,
)
from lobby.tournament.protocol.neighbour import PROOF_AGAIN, Neighbour
from net.replication.feeds import AddResult

HEADS_INTERVAL_SECONDS = 0.1
AGAIN = 0.3
SUM_EVERY = 1.0
ALL_EVERY = 0.5
CLAIM_TIMEOUT = 10.0
"""Seconds for which this member waits for neighbours before it trusts its own copy of its feed.

It waits for neighbours that are silent, and for those that claim to have more of its feed but do not send it.
"""
MAX_DIFFERENCES = 5
"""Number of differing sums in a row after which a neighbour is sent all heads.

The neighbour may have restarted without data on the same link.
"""
NONE: Head = (0, b"")


class FeedSync:
    """One member's part in the replication of feeds; `own` is the identity whose feed it signs."""

    def __init__(
        self, entry_store: EntryStore, neighbours: dict[bytes, Neighbour], counters: Counter[str], own: bytes
    ) -> None:
        self.entry_store, self.neighbours, self.counters, self.own = entry_store, neighbours, counters, own
        self.now = 0.0
        self._heads: dict[bytes, Head] = {}
        self._names: dict[bytes, bytes] = {}
        self._sum: bytes | None = None
        self._asked: dict[bytes, float] = {}
        self._lacking: dict[bytes, None] = {}
        """First bytes of the identities whose feeds are longer at a neighbour, in the order of discovery."""
        self._claimed_at: float | None = None
        self._heard_all = False
        for identity in entry_store.feeds:
            self.update_head(identity)

    def add_neighbour(self, neighbour: Neighbour) -> None:
        """Send all heads to a neighbour that has just been linked."""
        neighbour.news = set(self._heads)

    def has_heard_all(self) -> bool:
        """Return True if no neighbour can have more of this member's own feed than is stored here.

        Each neighbour must have announced everything that it has, and must have sent all entries that are missing here.
        Otherwise the time for this must have passed. An entry that this member signs after that cannot conflict with an
        earlier one.
        """
        if not self._heard_all and any(n.agrees for n in self.neighbours.values()):
            short = self.own[:SHORT]
            length, _ = self._heads.get(short, NONE)
            told = self.neighbours.values()
            ahead = any(not n.agrees or n.theirs.get(short, NONE)[0] > length for n in told)
            if self._claimed_at is None:
                self._claimed_at = self.now
            self._heard_all = not ahead or self.now - self._claimed_at >= CLAIM_TIMEOUT
        return self._heard_all

    # -- own entries --

    def update_head(self, identity: bytes) -> None:
        """Update the head of a member's feed after a change of the feed."""
        feed = self.entry_store.feeds[identity]
        short = identity[:SHORT]
        if identity in self.entry_store.forked:
            self._heads[short] = feed.forks[1].first.seq + 1, FORKED_HEAD_TAG
        else:
            entries = feed.feed_of(1)
            self._heads[short] = len(entries), entries[-1].id[:TAG]
        self._names[short] = identity
        self._sum = None
        for neighbour in self.neighbours.values():
            neighbour.news.add(short)

    def forget(self, identity: bytes) -> None:
        """Drop a member's feed."""
        short = identity[:SHORT]
        for held in (self._heads, self._names, self._asked):
            held.pop(short, None)
        self._lacking.pop(short, None)
        self._sum = None
        for neighbour in self.neighbours.values():
            for told in (neighbour.theirs, neighbour.failed_requests, neighbour.proof_sent_at):
                told.pop(short, None)

    def push(self, identity: bytes, stored: bytes) -> None:
        """Send a new entry to all neighbours at once."""
        self.update_head(identity)
        said = pack_message(EntryMessage(identity, stored))
        for neighbour in self.neighbours.values():
            neighbour.out.append(said)

    @property
    def sum(self) -> bytes:
        """Hash over the heads of all feeds."""
        if self._sum is None:
            self._sum = H("tether.tsum", [[short, *head] for short, head in sorted(self._heads.items())])[:16]
        return self._sum

    # -- time --

    def tick(self, now: float) -> None:
        """Announce changed heads, and request missing entries."""
        self.now = now
        for neighbour in self.neighbours.values():
            if now - neighbour.sum_sent_at >= SUM_EVERY:
                neighbour.sum_sent_at = now
                neighbour.out.append(pack_message(Sum(self.sum)))
            if now - neighbour.heads_sent_at >= HEADS_INTERVAL_SECONDS:
                self._announce(neighbour)
        self._ask_entries()

    def _announce(self, neighbour: Neighbour) -> None:
        if not neighbour.news:
            return
        neighbour.heads_sent_at = self.now
        first = neighbour.identity[:SHORT]  # it signs nothing before it has that
        here = [short for short in sorted(neighbour.news, key=lambda s: (s != first, s)) if short in self._heads]
        news = [(short, *self._heads[short]) for short in here if neighbour.theirs.get(short) != self._heads[short]]
        neighbour.news = set()
        for i in range(0, len(news), MAX_HEADS):
            if not neighbour.answer(pack_message(Heads(tuple(news[i : i + MAX_HEADS]))), self.now):
                neighbour.news |= {short for short, *_ in news[i:]}
                return

    def _ask_entries(self) -> None:
        asked: dict[bytes, list[tuple[bytes, int]]] = {}
        for short in [s for s in self._lacking if self.now - self._asked.get(s, -1e9) >= AGAIN]:
            mine = self._heads.get(short, NONE)
            ahead = [who for who in self.neighbours.values() if _has_more_entries(mine, who.theirs.get(short, NONE))]
            if not ahead:
                self._lacking.pop(short, None)
                continue
            # a neighbour that claims entries without sending them comes last
            neighbour = min(ahead, key=lambda who: who.failed_requests[short])
            if neighbour.feed_request_quota.take(self.now):
                self._asked[short] = self.now
                neighbour.failed_requests[short] += 1
                asked.setdefault(neighbour.identity, []).extend(
                    (short, after) for after in _missing_positions(mine, neighbour.theirs[short])
                )
        for identity, wants in asked.items():
            for i in range(0, len(wants), MAX_HEADS):
                self.neighbours[identity].out.append(pack_message(Want(tuple(wants[i : i + MAX_HEADS]))))

    # -- messages of neighbours --

    def on_sum(self, neighbour: Neighbour, message: Sum) -> None:
        """Compare a neighbour's sum with ours; send all heads if they differ repeatedly."""
        if message.sum == self.sum:
            neighbour.agrees, neighbour.differs = True, 0
        elif self.now - neighbour.all_sent_at >= ALL_EVERY:
            neighbour.all_sent_at = self.now
            neighbour.news = set(self._heads)
            neighbour.differs += 1
            if neighbour.differs % MAX_DIFFERENCES == 0:
                neighbour.theirs.clear()

    def on_heads(self, neighbour: Neighbour, message: Heads) -> None:
        """Process the heads that a neighbour has sent, which contain the lengths of its feeds."""
        neighbour.agrees = True
        for short, length, tag in message.heads:
            if short not in neighbour.theirs and len(neighbour.theirs) >= MOST_MEMBERS:
                continue
            neighbour.theirs[short] = length, tag
            if _has_more_entries(self._heads.get(short, NONE), (length, tag)) and self._accepts_feed_of(short):
                self._lacking[short] = None

    def _accepts_feed_of(self, short: bytes) -> bool:
        return short in self._names or self.entry_store.admits_short_id(short)

    def on_admitted(self, identities: list[bytes]) -> None:
        """Request the feeds of newly admitted members from the neighbours that have announced them."""
        for short in (identity[:SHORT] for identity in identities):
            if any(short in neighbour.theirs for neighbour in self.neighbours.values()):
                self._lacking[short] = None

    def on_want(self, neighbour: Neighbour, message: Want) -> None:
        """Send a neighbour the entries that it requests, up to its quota.

        If a feed has forked, the neighbour also gets the proof of the fork, once it has all of the version that is used
        here.
        """
        room = MAX_ANSWERS
        for short, after in message.wants:
            identity = self._names.get(short)
            if identity is None or room <= 0:
                continue
            feed = self.entry_store.feeds[identity]
            entries = feed.feed_of(1)[after : after + room]
            for entry in entries:
                if not neighbour.answer(pack_message(EntryMessage(identity, entry.stored)), self.now):
                    return
            room -= len(entries)
            if identity in self.entry_store.forked and after >= len(feed.feed_of(1)):
                self._send_fork_proof(neighbour, short, identity)

    def _send_fork_proof(self, neighbour: Neighbour, short: bytes, identity: bytes) -> None:
        """Send a neighbour the two entries that prove a fork, at most once in `PROOF_AGAIN` seconds."""
        if self.now - neighbour.proof_sent_at.get(short, -1e9) < PROOF_AGAIN:
            return
        fork = self.entry_store.feeds[identity].forks[1]
        said = [pack_message(EntryMessage(identity, entry.stored)) for entry in (fork.first, fork.second)]
        if all(neighbour.answer(one, self.now) for one in said):
            neighbour.proof_sent_at[short] = self.now

    def on_entry(self, neighbour: Neighbour, message: EntryMessage) -> None:
        """Process an entry that a neighbour has sent."""
        short = message.identity[:SHORT]
        if (
            self._names.get(short, message.identity) != message.identity
            or neighbour.check_quota.available(self.now) < 1.0
        ):
            return
        added = self.add_entry(message.identity, message.stored)
        if added is AddResult.NEW:
            neighbour.failed_requests.pop(short, None)
        if added is AddResult.FORK:
            self._show_fork(message.identity)
        elif added is AddResult.UNLINKED:
            neighbour.check_quota.spend()
            held = self._heads.get(short, NONE)[0]
            neighbour.out.append(pack_message(Want(((short, max(0, held - MAX_ANSWERS)),))))
        elif added is AddResult.REFUSED:
            neighbour.check_quota.spend()

    def add_entry(self, identity: bytes, stored: bytes) -> AddResult:
        """Add an entry to a member's feed, and return the result."""
        added = self.entry_store.add(identity, stored, self.now)
        self.counters[added.value] += 1
        if added in (AddResult.NEW, AddResult.FORK):
            self.update_head(identity)
            self._asked.pop(identity[:SHORT], None)
            if identity == self.own:
                self._heard_all, self._claimed_at = False, None
        return added

    def _show_fork(self, identity: bytes) -> None:
        """Send both versions of a forked entry to all neighbours."""
        for neighbour in self.neighbours.values():
            self._send_fork_proof(neighbour, identity[:SHORT], identity)


def _has_more_entries(mine: Head, theirs: Head) -> bool:
    """Return True if a neighbour with the head `theirs` has entries that are missing here."""
    if mine[1] == FORKED_HEAD_TAG or theirs in (NONE, mine):
        return False
    return theirs[0] > mine[0] or theirs[1] == FORKED_HEAD_TAG or theirs[0] == mine[0]


def _missing_positions(mine: Head, theirs: Head) -> list[int]:
    """Return the positions from which to request entries.

    If a feed has forked, these are the first missing position and the position of the fork.
    """
    if theirs[1] == FORKED_HEAD_TAG:
        return [mine[0], theirs[0] - 1] if mine[0] >= theirs[0] else [mine[0]]
    return [mine[0] - 1 if theirs[0] == mine[0] else mine[0]]
