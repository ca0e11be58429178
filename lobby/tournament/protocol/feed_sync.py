"""How feeds are copied from neighbour to neighbour: each tells how long its feeds are, and asks for what it lacks."""

from __future__ import annotations

from collections import Counter

from core.engine.codec import H
from lobby.tournament.model.entry_store import MOST_MEMBERS, EntryStore
from lobby.tournament.protocol.messages import (
    A_MESSAGE,
    AT_ONCE,
    FORKED,
    SHORT,
    TAG,
    Head,
    Heads,
    Sum,
    Told,
    Want,
    packed,
)
from lobby.tournament.protocol.neighbour import PROOF_AGAIN, Neighbour
from net.replication.feeds import Added

TELL = 0.1
AGAIN = 0.3
SUM_EVERY = 1.0
ALL_EVERY = 0.5
CLAIMED = 10.0
"""For so many seconds one waits for neighbours that have told nothing yet, or that claim to hold more of the own feed,
and show nothing.
"""
DIFFERS = 5
"""Who has so often not held the same gets told everything: it may have begun anew over the same link, with nothing."""
NONE: Head = (0, b"")


class Copying:
    """One member's part in it: `own` is whose feed it signs itself."""

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
        """Whose feeds a neighbour holds more of, in the order in which that was heard."""
        self._claimed_at: float | None = None
        self._heard_all = False
        for identity in entry_store.feeds:
            self.changed(identity)

    def meet(self, neighbour: Neighbour) -> None:
        """Somebody is linked."""
        neighbour.news = set(self._heads)

    def heard_all(self) -> bool:
        """Whether nobody can hold more of the own feed than is here: each neighbour has told all it holds, and who
        claims to hold more has shown it, or all have had their time. What one signs from then on is here first.
        """
        if not self._heard_all and any(n.agrees for n in self.neighbours.values()):
            short = self.own[:SHORT]
            length, _ = self._heads.get(short, NONE)
            told = self.neighbours.values()
            ahead = any(not n.agrees or n.theirs.get(short, NONE)[0] > length for n in told)
            if self._claimed_at is None:
                self._claimed_at = self.now
            self._heard_all = not ahead or self.now - self._claimed_at >= CLAIMED
        return self._heard_all

    # -- what is held --

    def changed(self, identity: bytes) -> None:
        """There is something new in a member's feed."""
        feed = self.entry_store.feeds[identity]
        short = identity[:SHORT]
        if identity in self.entry_store.forked:
            self._heads[short] = feed.forks[1].first.seq + 1, FORKED
        else:
            entries = feed.of(1)
            self._heads[short] = len(entries), entries[-1].id[:TAG]
        self._names[short] = identity
        self._sum = None
        for neighbour in self.neighbours.values():
            neighbour.news.add(short)

    def forget(self, identity: bytes) -> None:
        """A member's feed is kept no more."""
        short = identity[:SHORT]
        for held in (self._heads, self._names, self._asked):
            held.pop(short, None)
        self._lacking.pop(short, None)
        self._sum = None
        for neighbour in self.neighbours.values():
            for told in (neighbour.theirs, neighbour.vain, neighbour.proved):
                told.pop(short, None)

    def push(self, identity: bytes, stored: bytes) -> None:
        """Sends a new entry to all neighbours at once."""
        self.changed(identity)
        said = packed(Told(identity, stored))
        for neighbour in self.neighbours.values():
            neighbour.out.append(said)

    @property
    def sum(self) -> bytes:
        """A hash over all heads."""
        if self._sum is None:
            self._sum = H("tether.tsum", [[short, *head] for short, head in sorted(self._heads.items())])[:16]
        return self._sum

    # -- time --

    def tick(self, now: float) -> None:
        """Tells what is new, and asks for what lacks."""
        self.now = now
        for neighbour in self.neighbours.values():
            if now - neighbour.summed_at >= SUM_EVERY:
                neighbour.summed_at = now
                neighbour.out.append(packed(Sum(self.sum)))
            if now - neighbour.told_at >= TELL:
                self._tell(neighbour)
        self._ask_entries()

    def _tell(self, neighbour: Neighbour) -> None:
        if not neighbour.news:
            return
        neighbour.told_at = self.now
        first = neighbour.identity[:SHORT]  # it waits for that before it signs anything
        here = [short for short in sorted(neighbour.news, key=lambda s: (s != first, s)) if short in self._heads]
        news = [(short, *self._heads[short]) for short in here if neighbour.theirs.get(short) != self._heads[short]]
        neighbour.news = set()
        for i in range(0, len(news), A_MESSAGE):
            if not neighbour.answer(packed(Heads(tuple(news[i : i + A_MESSAGE]))), self.now):
                neighbour.news |= {short for short, *_ in news[i:]}
                return

    def _ask_entries(self) -> None:
        asked: dict[bytes, list[tuple[bytes, int]]] = {}
        for short in [s for s in self._lacking if self.now - self._asked.get(s, -1e9) >= AGAIN]:
            mine = self._heads.get(short, NONE)
            ahead = [who for who in self.neighbours.values() if _lacks(mine, who.theirs.get(short, NONE))]
            if not ahead:
                self._lacking.pop(short, None)
                continue
            neighbour = min(ahead, key=lambda who: who.vain[short])  # who claims it and does not show it comes last
            if neighbour.asks.take(self.now):
                self._asked[short] = self.now
                neighbour.vain[short] += 1
                asked.setdefault(neighbour.identity, []).extend(
                    (short, after) for after in _from(mine, neighbour.theirs[short])
                )
        for identity, wants in asked.items():
            for i in range(0, len(wants), A_MESSAGE):
                self.neighbours[identity].out.append(packed(Want(tuple(wants[i : i + A_MESSAGE]))))

    # -- what neighbours say --

    def on_sum(self, neighbour: Neighbour, said: Sum) -> None:
        """Whether a neighbour holds the same; if not, it is told all."""
        if said.sum == self.sum:
            neighbour.agrees, neighbour.differs = True, 0
        elif self.now - neighbour.all_at >= ALL_EVERY:
            neighbour.all_at = self.now
            neighbour.news = set(self._heads)
            neighbour.differs += 1
            if neighbour.differs % DIFFERS == 0:
                neighbour.theirs.clear()

    def on_heads(self, neighbour: Neighbour, said: Heads) -> None:
        """How much a neighbour holds."""
        neighbour.agrees = True
        for short, length, tag in said.heads:
            if short not in neighbour.theirs and len(neighbour.theirs) >= MOST_MEMBERS:
                continue
            neighbour.theirs[short] = length, tag
            if _lacks(self._heads.get(short, NONE), (length, tag)) and self._may_come(short):
                self._lacking[short] = None

    def _may_come(self, short: bytes) -> bool:
        return short in self._names or self.entry_store.comes(short)

    def on_let_in(self, identities: list[bytes]) -> None:
        """These may come from now on; who has told of them is asked."""
        for short in (identity[:SHORT] for identity in identities):
            if any(short in neighbour.theirs for neighbour in self.neighbours.values()):
                self._lacking[short] = None

    def on_want(self, neighbour: Neighbour, said: Want) -> None:
        """A neighbour asks for entries, and gets as many as it may have; where a feed forks, the proof of that when it
        has all of the version that is followed here.
        """
        room = AT_ONCE
        for short, after in said.wants:
            identity = self._names.get(short)
            if identity is None or room <= 0:
                continue
            feed = self.entry_store.feeds[identity]
            entries = feed.of(1)[after : after + room]
            for entry in entries:
                if not neighbour.answer(packed(Told(identity, entry.stored)), self.now):
                    return
            room -= len(entries)
            if identity in self.entry_store.forked and after >= len(feed.of(1)):
                self._prove(neighbour, short, identity)

    def _prove(self, neighbour: Neighbour, short: bytes, identity: bytes) -> None:
        """Shows a neighbour the two entries with which somebody forked, once in a while."""
        if self.now - neighbour.proved.get(short, -1e9) < PROOF_AGAIN:
            return
        fork = self.entry_store.feeds[identity].forks[1]
        said = [packed(Told(identity, entry.stored)) for entry in (fork.first, fork.second)]
        if all(neighbour.answer(one, self.now) for one in said):
            neighbour.proved[short] = self.now

    def on_told(self, neighbour: Neighbour, said: Told) -> None:
        """An entry has come."""
        short = said.identity[:SHORT]
        if self._names.get(short, said.identity) != said.identity or neighbour.checks.left(self.now) < 1.0:
            return
        added = self.take(said.identity, said.stored)
        if added is Added.NEW:
            neighbour.vain.pop(short, None)
        if added is Added.FORK:
            self._show_fork(said.identity)
        elif added is Added.UNLINKED:
            neighbour.checks.spend()
            held = self._heads.get(short, NONE)[0]
            neighbour.out.append(packed(Want(((short, max(0, held - AT_ONCE)),))))
        elif added is Added.REFUSED:
            neighbour.checks.spend()

    def take(self, identity: bytes, stored: bytes) -> Added:
        """Takes in an entry of somebody; what becomes of it."""
        added = self.entry_store.add(identity, stored, self.now)
        self.counters[added.value] += 1
        if added in (Added.NEW, Added.FORK):
            self.changed(identity)
            self._asked.pop(identity[:SHORT], None)
            if identity == self.own:
                self._heard_all, self._claimed_at = False, None
        return added

    def _show_fork(self, identity: bytes) -> None:
        """Sends both versions of an entry to everybody."""
        for neighbour in self.neighbours.values():
            self._prove(neighbour, identity[:SHORT], identity)


def _lacks(mine: Head, theirs: Head) -> bool:
    """Whether a neighbour has something that is not here."""
    if mine[1] == FORKED or theirs in (NONE, mine):
        return False
    return theirs[0] > mine[0] or theirs[1] == FORKED or theirs[0] == mine[0]


def _from(mine: Head, theirs: Head) -> list[int]:
    """From where on one asks for what is not here: of a forked feed for the rest, and for the entry where it forks."""
    if theirs[1] == FORKED:
        return [mine[0], theirs[0] - 1] if mine[0] >= theirs[0] else [mine[0]]
    return [mine[0] - 1 if theirs[0] == mine[0] else mine[0]]
