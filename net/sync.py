"""Anti-entropy: peers tell each other their heads and send what the other lacks (PROTOCOL part 12).

Loss, doubling, reordering, late start and relaying round a broken link are this one mechanism. Everything that a peer
can make us keep is bounded; bytes that are no good cost a counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from core.kernel.codec import BadBytes
from net import wire
from net.bucket import Bucket
from net.crypto import ENTRY, Signed, check_ahead, signature_holds
from net.entries import MAX_STORED, Entry, begun, signed_part
from net.entries import read as read_entry
from net.feeds import SIDES, Added, Feeds
from net.pacing import NEVER, Way
from net.wire import Heads, Part, Want

AHEAD = 64
HELD_BYTES = 256 * 1024
MOST_TOLD = 4096
BURST = 32 * wire.MAX_LIST
"""So many bytes of entries at most, 32 datagrams full, answer one datagram."""

FAR = 48
"""Who lacks so many entries that a peer holds fetches them from one peer at a time, as fast as they can be read..."""
MORE = 64
"""...and tells that one its heads after every so many entries..."""
STALLED = 0.25
"""...and turns to another one if none comes for so many seconds."""

AGAIN = 0.04
"""What was sent so many seconds ago may still be under way..."""
LATER = 0.5
"""...and to who is far behind, what comes after the next entry of a seat, even longer."""

FORGERIES = 20
"""So many signatures that do not hold are checked for one peer..."""
FORGIVEN = 5.0
"""...and so many more each second; what it sends beyond is not read."""

HEARD = 100.0
"""So many datagrams a second are read of somebody without a seat."""
FED = 512 * 1024.0
"""So many bytes of entries a second are sent to somebody without a seat, besides what is new."""

CHANGED = 0.03
"""So long after the last time the heads are told when something has changed."""
OWED = 0.5
"""So often the heads are told while somebody owes something..."""
CALM = 10.0
"""...and once nothing has changed for so many seconds..."""
SELDOM = 1.0
"""...so often: then both ways of a link together carry no more than two datagrams a second."""
FEW = 8
"""Who asks for so few entries is answered at once..."""
QUICK = 100.0
"""...so often in a second..."""
SOON = 0.75
"""...if it cannot be on its way: so much of the time of an answer after it was sent."""
WANTED = 1000.0
"""Of entries that a seat asks for it gets so many a second."""
AT_A_TIME = 2
"""So many peers are asked for one entry at a time."""
TOGETHER = 8
"""So many signatures that arrive together are checked together."""
QUIET = 2.0
"""So often they are told while nobody owes anything."""
FOREVER_AGO = -1e9

PeerKey = Hashable
Number = tuple[int, int]
"""(seat, seq) of an entry."""


@dataclass(slots=True)
class Peer:
    """What is known of one peer, and what waits for it or from it."""

    key: PeerKey
    seat: int = 0
    heads: tuple[tuple[int, bytes], ...] | None = None
    out: list[bytes] = field(default_factory=list)
    sent: dict[Number, float] = field(default_factory=dict)
    parts: dict[Number, dict[int, bytes]] = field(default_factory=dict)
    counts: dict[Number, int] = field(default_factory=dict)
    early: dict[Number, bytes] = field(default_factory=dict)
    held: int = 0
    told: set[bytes] = field(default_factory=set)
    wants: dict[int, int] = field(default_factory=dict)
    """By seat, up to which entry it wants new ones as soon as they are here: it has no link to that seat."""
    answers: int = 0
    way: Way = field(default_factory=Way)
    wanted: Bucket = field(default_factory=lambda: Bucket(WANTED, WANTED))
    quick: Bucket = field(default_factory=lambda: Bucket(QUICK, QUICK))
    forgeries: Bucket = field(default_factory=lambda: Bucket(FORGIVEN, FORGERIES))
    said: Bucket = field(default_factory=lambda: Bucket(HEARD, 3 * HEARD))
    fed: Bucket = field(default_factory=lambda: Bucket(FED, FED))

    def trusted(self, now: float) -> bool:
        """Whether signatures that it passes on are checked; not after too many that did not hold."""
        return self.forgeries.left(now) >= 1

    def forged(self) -> None:
        """A signature that it passed on did not hold."""
        self.forgeries.spend()

    def may_speak(self, now: float) -> bool:
        """Whether its next datagram is read: always, if it has a seat."""
        return self.seat > 0 or self.said.take(now)

    def forget(self, number: Number) -> None:
        """Lets go of what it sent of an entry."""
        if not (self.counts or self.early):
            return
        self.held -= sum(map(_weight, self.parts.pop(number, {}).values()))
        early = self.early.pop(number, None)
        if early is not None:
            self.held -= _weight(early)
        self.counts.pop(number, None)


def _weight(data: bytes) -> int:
    """What it costs to keep these bytes."""
    return len(data) + 128


class CatchingUp:
    """From whom a peer that is far behind fetches what it lacks."""

    def __init__(self) -> None:
        self._source: PeerKey = None
        self._since = FOREVER_AGO
        self._held = 0
        self._told = 0

    def source(self, sync: Sync, now: float) -> Peer | None:
        """The one peer to tell one's heads now; None for all of them, if none is far ahead."""
        held = sync.feeds.held
        if held > self._held:
            self._held, self._since = held, now
        ahead = [key for key, peer in sync.peers.items() if sync.lacks(peer) >= FAR]
        if not ahead:
            return None
        if self._source not in ahead or now - self._since >= STALLED:
            turn = ahead.index(self._source) + 1 if self._source in ahead else 0
            self._source, self._since, self._told = ahead[turn % len(ahead)], now, 0
        return sync.peers[self._source]

    def waits(self, now: float) -> bool:
        """Whether it is a new source, or nothing has come for a while: then it is asked, else `go_on` asks in time."""
        return now - self._since >= 2 * AGAIN or self._told == 0

    def go_on(self, sync: Sync) -> None:
        """After a datagram: tells the source one's heads again while what it sent last is still arriving."""
        held = sync.feeds.held
        if held >= self._told + MORE:
            self._told = held
            source = self.source(sync, sync.now)
            if source is not None:
                sync.say(source, Heads(sync.feeds.match, sync.feeds.heads()))


class Sync:
    """The feeds of a match, kept the same at all peers."""

    def __init__(self, peers: Iterable[PeerKey], counters: Counter[str]) -> None:
        self.peers = {key: Peer(key) for key in peers}
        self.counters = counters
        self.feeds = Feeds(b"", ())
        self.awaited: frozenset[bytes] | None = None
        """The other seats, once their keys are known; None as long as a peer is known by its address alone."""
        self.now = 0.0
        self._learned: dict[Number, float] = {}
        self._told_heads = FOREVER_AGO
        self._changed = True
        self._changed_at = FOREVER_AGO
        self._burst = BURST
        self._shown_forks: set[int] = set()
        self._own = 0
        self._news = False
        """Whether entries have come since the last acknowledgement."""
        self._asked: dict[Number, tuple[float, int]] = {}
        self.catching_up = CatchingUp()

    # -- sending --

    def say(self, peer: Peer, said: wire.Message) -> None:
        """Lays a message out for one peer."""
        peer.out.append(wire.message(said))

    def say_all(self, said: wire.Message) -> None:
        """Lays a message out for every peer."""
        packed = wire.message(said)
        for peer in self.peers.values():
            peer.out.append(packed)

    def push(self, entry: Entry) -> None:
        """Lays a new own entry out for every peer."""
        self._changed = True
        self._own = entry.seat
        packed = parts_of(entry)
        for peer in self.peers.values():
            peer.out += packed
            peer.sent[entry.seat, entry.seq] = self.now
            if peer.seat:
                peer.way.pushed(entry.seq, self.now)

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """All that was laid out, packed."""
        if self.due <= self.now:
            self._say_again()
        ready: list[tuple[PeerKey, bytes]] = []
        for peer in self.peers.values():
            if peer.out:
                ready += [(peer.key, datagram) for datagram in wire.datagrams(peer.out)]
                peer.out = []
        return ready

    def open_burst(self, peer: Peer | None = None) -> None:
        """A new datagram may be answered with a full burst; for somebody without a seat they are fewer."""
        self._burst = BURST if peer is None or peer.seat else min(BURST, int(peer.fed.left(self.now)))

    def _send(self, peer: Peer, entry: Entry, again: float = AGAIN, missed: bool = False) -> bool:
        """Sends an entry, unless it may be under way still, from here or, if it is not `missed`, from others; whether
        it does.
        """
        number = (entry.seat, entry.seq)
        last = peer.sent.get(number, FOREVER_AGO)
        if not missed:
            last = max(last, self._learned.get(number, FOREVER_AGO))
        if self._burst <= 0 or self.now - last < again:
            return False
        packed = parts_of(entry)
        peer.out += packed
        peer.sent[number] = self.now
        size = sum(map(len, packed))
        self._burst -= size
        if not peer.seat:
            peer.fed.spend(size)
        return True

    def _send_soon(self, peer: Peer, entry: Entry) -> bool:
        """Sends what a peer has asked for, unless it has been sent after the peer asked; whether it does."""
        again = SOON * peer.way.smooth if peer.way.smooth else AGAIN
        return self._send(peer, entry, again, missed=True)

    # -- what may be lost --

    @property
    def due(self) -> float:
        """When something is to be said again that may be lost."""
        return min([peer.way.due for peer in self.peers.values()], default=NEVER)

    def _say_again(self) -> None:
        """Says again what is not acknowledged, acknowledges, and asks for what others hold."""
        for peer in self.peers.values():
            way, now = peer.way, self.now
            if way.due > now:
                continue
            if way.probes(now):
                self._push_again(peer)
            for seat in way.asked(now):
                self._ask(peer, seat)
        if any(peer.way.ack_at <= self.now for peer in self.peers.values()):
            self._acknowledge()

    def _acknowledge(self) -> None:
        """Tells all seats what is new here, and so what is lacking; not while it comes in long rows from one of them.
        Who says again what is here already is told so alone.
        """
        far = any(self.lacks(peer) >= FAR for peer in self.peers.values())
        for peer in self.peers.values():
            if peer.seat and not far and (self._news or peer.way.ack_at <= self.now):
                self.say(peer, Heads(self.feeds.match, self.feeds.heads()))
            if self._news or peer.way.ack_at <= self.now:
                peer.way.ack_at = NEVER
        self._news = False

    def _push_again(self, peer: Peer) -> None:
        """The own entries that a peer has not acknowledged, as many as a datagram holds, one at least."""
        packed: list[bytes] = []
        for entry in self.feeds.of(self._own)[peer.way.acked : peer.way.said]:
            parts = parts_of(entry)
            if packed and sum(map(len, packed + parts)) > wire.MAX_LIST:
                break
            packed += parts
            peer.sent[entry.seat, entry.seq] = self.now
        peer.out += packed

    def _ask(self, peer: Peer, seat: int) -> None:
        """Asks a peer for what it holds of a seat and is lacking here, unless two others have just been asked."""
        held = len(self.feeds.of(seat))
        end = min(peer.way.has[seat], held + AHEAD)
        if held >= end or self.lacks(peer) >= FAR:
            del peer.way.asks[seat]
            return
        at, times = self._asked.get((seat, held), (FOREVER_AGO, 0))
        if self.now - at >= peer.way.timeout:
            times = 0
        if times < AT_A_TIME:
            self._asked[seat, held] = self.now, times + 1
            self.say(peer, Want(self.feeds.match, seat, held, self._gap(seat, held, end)))

    def _gap(self, seat: int, held: int, end: int) -> int:
        """The first entry after those that lack that came early, or `end`."""
        early = [seq for peer in self.peers.values() for of, seq in peer.early if of == seat]
        return min([seq for seq in early if held < seq < end], default=end)

    # -- time --

    def tick(self, now: float, owed: bool) -> bool:
        """Tells the heads if it is time to; whether it was."""
        self.now = now
        if now - self._told_heads < self._pace(owed):
            return False
        self._told_heads = now
        self._changed = False
        self._learned = {number: at for number, at in self._learned.items() if now - at < AGAIN}
        self._asked = {number: asked for number, asked in self._asked.items() if now - asked[0] < OWED}
        if self.feeds.match:
            source = self.catching_up.source(self, now)
            if source is None:
                self.say_all(Heads(self.feeds.match, self.feeds.heads()))
                self._ask_round()
            elif self.catching_up.waits(now):
                self.say(source, Heads(self.feeds.match, self.feeds.heads()))
        return True

    def _pace(self, owed: bool) -> float:
        """For how many seconds the heads may stay untold."""
        if self._changed:
            self._changed_at = self.now
            return CHANGED
        return QUIET if not owed else SELDOM if self.now - self._changed_at >= CALM else OWED

    def _ask_round(self) -> None:
        """What seats will say to which there is no link comes through the others: they are asked to pass it on."""
        for seat, (identity, held) in enumerate(zip(self.feeds.identities, self.feeds.lengths()), 1):
            if identity in (self.awaited or ()) and identity not in self.peers:
                self.say_all(Want(self.feeds.match, seat, held, held + AHEAD))

    def _pass_on(self, source: Peer, new: list[Entry]) -> None:
        """Sends new entries at once to those who have no link to their seats."""
        for peer in self.peers.values():
            for entry in new:
                if peer is not source and entry.seq < peer.wants.get(entry.seat, 0):
                    peer.out += parts_of(entry)
                    peer.sent[entry.seat, entry.seq] = self.now

    def lacks(self, peer: Peer) -> int:
        """How many entries a peer has told of that are not here."""
        return sum(
            [length - held for (length, _), held in zip(peer.heads or (), self.feeds.lengths()) if length > held]
        )

    def hurry(self) -> None:
        """The heads are told soon, as after a change."""
        self._changed = True

    def settled(self, besides: Container[int] = ()) -> bool:
        """Whether every peer, or with links every other seat, has told that it holds the same entries; `besides` are
        seats that may be gone.
        """
        if self.awaited is None:
            return all(peer.seat in besides or self._same_heads(peer.heads) for peer in self.peers.values())
        gone = {identity for seat, identity in enumerate(self.feeds.identities, 1) if seat in besides}
        return all(
            key in self.peers and self._same_heads(self.peers[key].heads) for key in self.awaited if key not in gone
        )

    @property
    def watched(self) -> bool:
        """Whether somebody without a seat still fetches entries."""
        return any(not peer.seat and peer.heads is not None and not self._same_heads(peer.heads)
                   for peer in self.peers.values())  # fmt: skip

    @property
    def behind(self) -> int:
        """By how many entries the furthest peer is ahead of what is held here."""
        held = self.feeds.lengths()
        ahead = [
            sum(max(0, length - here) for (length, _), here in zip(peer.heads, held))
            for peer in self.peers.values()
            if peer.heads is not None
        ]
        return max(ahead, default=0)

    def _same_heads(self, heads: tuple[tuple[int, bytes], ...] | None) -> bool:
        """Whether a peer holds the same; of forked feeds each may follow another version."""
        own = self.feeds.heads()
        return heads is not None and all(
            mine == theirs or seat in self.feeds.forks for seat, mine, theirs in zip(self.feeds.seats, own, heads)
        )

    # -- receiving --

    def on_heads(self, peer: Peer, told: Heads) -> None:
        """Sends what the peer lacks, and shows it where its feed is another one."""
        if told.match != self.feeds.match or len(told.heads) != len(self.feeds.identities):
            return
        peer.heads = told.heads
        for seat, (length, short) in zip(self.feeds.seats, told.heads):
            feed = self.feeds.of(seat)
            if 0 < length <= len(feed) and feed[length - 1].id[:8] != short and seat not in self.feeds.forks:
                self._send(peer, feed[length - 1])
                self.say(peer, Want(self.feeds.match, seat, length - 1, length))
            peer.way.holds(seat, length, len(feed), self.now)
        if self._own:
            peer.way.acknowledged(told.heads[self._own - 1][0], self.now)
        if self.lacks(peer) >= FAR:
            self.hurry()
        if self._own and peer.seat:
            lacking_own = self.feeds.of(self._own)[told.heads[self._own - 1][0] :]
            if 0 < len(lacking_own) <= FEW and peer.quick.take(self.now):
                for entry in lacking_own:
                    self._send_soon(peer, entry)
        far = sum(max(0, held - length) for (length, _), held in zip(told.heads, self.feeds.lengths())) >= FAR
        lacking = [self.feeds.of(seat)[n : n + AHEAD] for seat, (n, _) in zip(self.feeds.seats, told.heads)]
        for offset, row in enumerate(zip_longest(*lacking)):  # all feeds side by side, as steps are read
            again = LATER if far and offset else AGAIN  # what it waits for first may be lost; the rest is being read
            for entry in filter(None, row):
                self._send(peer, entry, again)
        peer.sent = {n: at for n, at in peer.sent.items() if n[1] >= told.heads[n[0] - 1][0] - 1}
        self._show_forks(peer)

    def on_want(self, peer: Peer, want: Want) -> bool:
        """Sends the entries that a peer asks for; whether a seat asks for what is still to come, too."""
        ahead = False
        if want.match == self.feeds.match and want.seat in self.feeds.seats:
            end = min(want.end, want.first + AHEAD)
            quick = peer.seat and end - want.first <= FEW and peer.quick.take(self.now)
            for entry in self.feeds.of(want.seat)[want.first : end]:
                if peer.seat and peer.wanted.left(self.now) < 1:
                    self.counters["wanted too much"] += 1
                    break
                if self._send_soon(peer, entry) if quick else self._send(peer, entry):
                    peer.wanted.spend()
            if peer.seat and end > len(self.feeds.of(want.seat)):
                peer.wants[want.seat] = end
                ahead = True
        return ahead

    def ask_for(self, seat: int, seq: int) -> None:
        """Asks every peer for its version of an entry."""
        self.say_all(Want(self.feeds.match, seat, seq, seq + 1))

    def look_ahead(self, arrived: Sequence[tuple[Peer, Part]]) -> None:
        """Checks together the signatures of parts that arrived together, no more than a forger may show."""
        trust = {peer.key: peer.forgeries.left(self.now) for peer, _ in arrived}
        many: list[Signed] = []
        for peer, part in arrived:
            signed = self._signed(part) if trust[peer.key] >= 1 and part.parts == 1 and self._follows(part) else None
            if signed is not None:
                many.append(signed)
                trust[peer.key] -= 1
        if len(many) >= TOGETHER:
            check_ahead(many)

    def _follows(self, part: Part) -> bool:
        """Whether a part may hold an entry that is not here yet."""
        if part.match != self.feeds.match or part.seat not in self.feeds.seats:
            return False
        return 0 <= part.seq - len(self.feeds.of(part.seat)) <= AHEAD

    def _signed(self, part: Part) -> Signed | None:
        try:
            return Signed(self.feeds.identities[part.seat - 1], ENTRY, *signed_part(part.data))
        except BadBytes:
            return None

    def on_part(self, peer: Peer, part: Part) -> list[Entry]:
        """Takes a part in; the entries that are new with it, in order."""
        if part.match != self.feeds.match or part.seat not in self.feeds.seats:
            self.counters["of another match"] += 1
            return []
        feed, number = self.feeds.of(part.seat), (part.seat, part.seq)
        if part.seq > len(feed) + AHEAD:
            self.counters["too far ahead"] += 1
            return []
        if part.seq < len(feed) and self._same(feed[part.seq], part):
            self.counters["doubled"] += 1
            peer.way.heard(self.now)
            self._told(peer, feed[part.seq])
            return []
        if not peer.trusted(self.now):
            self.counters["of a forger"] += 1
            return []
        stored = part.data if part.parts == 1 else self._joined(peer, number, part)
        return self._arrived(peer, number, stored) if stored else []

    @staticmethod
    def _same(entry: Entry, part: Part) -> bool:
        stored = entry.stored
        start = part.k * wire.PART
        count = -(-len(stored) // wire.PART)
        return count == part.parts and stored[start : start + wire.PART] == part.data

    def _joined(self, peer: Peer, number: Number, part: Part) -> bytes | None:
        if peer.counts.get(number) != part.parts:
            peer.forget(number)
        if peer.held + _weight(part.data) > HELD_BYTES:
            self.counters["held too much"] += 1
            return None
        peer.counts[number] = part.parts
        parts = peer.parts.setdefault(number, {})
        if part.k not in parts:
            parts[part.k] = part.data
            peer.held += _weight(part.data)
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
            new = [entry, *self._unlocked(entry)]
            self._note(peer, new)
            self._pass_on(peer, new)
            return new
        if added is Added.EARLY:
            self._hold(peer, number, stored)
        elif added is Added.FORK:
            self.counters[added.value] += 1
            self._told(peer, entry)
            self._push_version(entry)
            if self.feeds.before(entry) is None and entry.seq:
                self.say(peer, Want(self.feeds.match, entry.seat, entry.seq - 1, entry.seq))
            return [entry] if len(self.feeds.sides(entry.seat)) < SIDES else []
        elif added is Added.HELD:
            self._told(peer, entry)
        elif added is Added.REFUSED:
            peer.forged()
        elif added is Added.UNLINKED:
            self.say(peer, Want(self.feeds.match, entry.seat, entry.seq - 1, entry.seq))
            if not unlinked_before:
                self.push_unlinked(entry)
        self.counters[added.value] += 1
        return []

    def _note(self, peer: Peer, new: list[Entry]) -> None:
        """New entries tell what those hold who have signed them."""
        for entry in new:
            signer = peer if peer.seat == entry.seat else self._at(entry.seat)
            if signer is None:
                continue
            if signer is peer:
                self._news = True
                peer.way.heard(self.now)
            for seat, length in zip(self.feeds.seats, entry.seen):
                if seat == self._own:
                    signer.way.acknowledged(length, self.now)
                elif signer is peer:
                    signer.way.holds(seat, length, len(self.feeds.of(seat)), self.now)

    def _at(self, seat: int) -> Peer | None:
        """The peer that sits there."""
        return next((peer for peer in self.peers.values() if peer.seat == seat), None)

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
        """Keeps, and tells all, what a seat has signed that begins as an entry and is none: once for each seat."""
        seat, seq = number
        match, known = self.feeds.match, self.feeds.broken
        signed = begun(stored, match, seat) if seat not in known else None
        if signed is not None and not signature_holds(self.feeds.identities[seat - 1], ENTRY, *signed):
            peer.forged()
        elif signed is not None:
            known[seat] = stored
            self.hurry()
            for other in self.peers.values():
                other.out += parts_of_stored(match, seat, seq, stored)
        return []

    def _hold(self, peer: Peer, number: Number, stored: bytes) -> None:
        peer.forget(number)
        if peer.held + _weight(stored) <= HELD_BYTES:
            peer.early[number] = stored
            peer.held += _weight(stored)
            seat, seq = number
            peer.way.holds(seat, seq, len(self.feeds.of(seat)), self.now)

    def _unlocked(self, entry: Entry) -> list[Entry]:
        """The entries after this new one that came early."""
        new: list[Entry] = []
        while True:
            self._changed = True
            number = (entry.seat, entry.seq)
            self._learned[number] = self.now
            for peer in self.peers.values():
                peer.forget(number)
            following = self._early(entry.seat, entry.seq + 1)
            if following is None:
                return new
            new.append(following)
            entry = following

    def _early(self, seat: int, seq: int) -> Entry | None:
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

    # -- forks --

    def push_fork(self, seat: int) -> None:
        """Tells every peer all versions of a forked feed from the fork on, once."""
        if seat not in self._shown_forks:
            self._shown_forks.add(seat)
            for entry in self.feeds.versions(seat):
                self._push_version(entry)

    def _push_version(self, entry: Entry) -> None:
        for peer in self.peers.values():
            if entry.id not in peer.told:
                peer.out += parts_of(entry)

    def push_unlinked(self, entry: Entry) -> None:
        """Tells every peer an entry that follows nothing, so that all may judge it."""
        for peer in self.peers.values():
            peer.out += parts_of(entry)

    def _show_forks(self, peer: Peer) -> None:
        """Sends on what there is of forked feeds, until the peer has sent it too."""
        for seat in self.feeds.forks:
            for entry in self.feeds.versions(seat):
                if entry.id not in peer.told and self._burst > 0:
                    peer.out += parts_of(entry)
                    self._burst -= len(entry.stored)

    def _told(self, peer: Peer, entry: Entry) -> None:
        if entry.seat in self.feeds.forks and len(peer.told) < MOST_TOLD:
            peer.told.add(entry.id)


def parts_of(entry: Entry) -> list[bytes]:
    """An entry as part messages, ready to be sent."""
    return parts_of_stored(entry.match, entry.seat, entry.seq, entry.stored)


def parts_of_stored(match: bytes, seat: int, seq: int, stored: bytes) -> list[bytes]:
    """The bytes of an entry as part messages."""
    count = -(-len(stored) // wire.PART)
    return [
        wire.message(Part(match, seat, seq, k, count, stored[k * wire.PART : (k + 1) * wire.PART]))
        for k in range(count)
    ]
