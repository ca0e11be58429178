"""The driver: one seat's whole part in a match, without clock, socket or task (PROTOCOL part 4).

Bytes come in through `receive`, time through `tick`, decisions from a player or through `decide`; datagrams and
reports are taken out. The same object plays over sockets, over the simulated network and in one process.

    driver = Driver(at, MemoryStore(), peers=[2, 3], player=bot)
    driver.tick(now)
    for peer, datagram in driver.take_datagrams(): ...
    driver.receive(datagram, peer)
    for report in driver.take_reports(): ...

What a seat still has to sign follows from what its own feed holds: a driver that is started again over the same store
goes on where the feed stands (PROTOCOL part 15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from core.kernel.codec import BadBytes, Plain, dec, enc
from core.kernel.game import Ask, IllegalDecision, Player
from core.kernel.secrets import Secrets
from net import wire
from net.crypto import Signer
from net.dispute import ANSWERS, Dispute, first_difference, own_fields
from net.entries import Entry, Kind
from net.entries import read as read_entry
from net.feeds import Added, Feeds, Fork
from net.gather import Gathering, SeatAt
from net.genesis import BadCard, Genesis
from net.ready import Readiness
from net.reports import Asked, Finished, Noted, Owed, Report, Said, Seated, Stepped, Verdict
from net.signatory import Signatory
from net.store import Keep, Store
from net.sync import Peer, PeerKey, Sync
from net.table import MAX_CHAT, Differs, Table, Wrong, owes

HELLO_EVERY = 0.2


class NotAsked(RuntimeError):
    """A decision, or a line of chat, at a moment where none is due."""


class Match:
    """A match that this seat has sat down to."""

    def __init__(self, table: Table, own: Signatory, ready: Readiness) -> None:
        self.table = table
        self.own = own
        self.ready = ready
        self.dispute: Dispute | None = None
        self.shares_checked = False


class Driver:
    """Plays one seat of a match."""

    signatory: type[Signatory] = Signatory

    def __init__(
        self,
        at: SeatAt,
        store: Store,
        peers: Iterable[PeerKey],
        player: Player | None = None,
        persons: Iterable[int] = (),
    ) -> None:
        self.at = at
        self.seat = at.seat
        self.game = at.game
        self.player = player
        self.persons = frozenset(persons)
        self.counters: Counter[str] = Counter()
        self.sync = Sync(peers, self.counters)
        self.asked: Ask | None = None
        self.verdict: Verdict | None = None
        self.finished: Finished | None = None
        self.match: Match | None = None
        self._signer = Signer(at.seeds.identity)
        self._gathering = Gathering(at, self._signer)
        self._store = store
        self._reports: list[Report] = []
        self._decision: Plain = None
        self._decided = False
        self._hello_at = -HELLO_EVERY
        self._noted = self._heard_chats = 0
        self._unheard: set[PeerKey] = set()
        self._restore()

    # -- what a client sees --

    @property
    def state(self) -> Any:
        """The public state before the current step, or None before the genesis; only to be looked at."""
        return self.match.table.state if self.match else None

    @property
    def secrets(self) -> Secrets | None:
        """What the own seat alone knows, or None before the genesis."""
        return self.match.own.secrets if self.match else None

    @property
    def feeds(self) -> Feeds:
        """All entries held."""
        return self.sync.feeds

    @property
    def cards(self) -> list[tuple[bytes, bytes]]:
        """The signed seat cards held, in seat order."""
        return [self._gathering.cards[seat] for seat in sorted(self._gathering.cards)]

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be signed: there is a result, or a verdict."""
        return self.verdict is not None or self.finished is not None

    @property
    def settled(self) -> bool:
        """Whether the match has stopped and every peer holds all that this one holds."""
        return self.stopped and self.match is not None and self.sync.settled

    def owed(self) -> list[Owed]:
        """Whom the table waits for now, and for what."""
        if self.match is None:
            lacking = [seat for seat in range(1, self.at.seats + 1) if seat not in self._gathering.cards]
            return [Owed(seat, "card") for seat in lacking]
        if self.stopped:
            return []
        return [Owed(seat, what) for seat, what in owes(self.match.table)]

    def take_reports(self) -> list[Report]:
        """What happened since the last call."""
        reports, self._reports = self._reports, []
        return reports

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """What is to be sent; everything signed is made durable first."""
        if self.match is not None and self.match.own.unsafe:
            self._store.sync()
            self.match.own.unsafe = False
        return self.sync.take_datagrams()

    # -- what a client does --

    def decide(self, decision: Any) -> None:
        """The own seat's decision; raises `NotAsked`, or `IllegalDecision` when the rules refuse it."""
        if self.match is None or self.asked is None or self.seat in self.match.table.step.commits:
            raise NotAsked("no decision is due")
        self.game.check(self.state, self.seat, decision)
        self._decision, self._decided = decision, True
        self._show_ready(self.match, True)
        self._advance()

    def take_back(self) -> bool:
        """Withdraws a decision that still waits for the others; False if it is committed."""
        if self.match is None or self.asked is None or self.seat in self.match.table.step.commits:
            return False
        self._decided = False
        self._show_ready(self.match, False)
        return True

    def chat(self, text: str) -> None:
        """Says a line to the table; it never reaches the engine."""
        if self.match is None or not self.feeds.of(self.seat) or self._unheard:
            raise NotAsked("the match has not begun")
        if not 0 < len(text.encode()) <= MAX_CHAT:
            raise ValueError(f"a line has 1-{MAX_CHAT} bytes")
        self.match.own.chat(text)
        self._advance()

    def prepare(self) -> None:
        """Makes the next step's seal point and proof while there is nothing else to do."""
        if self.match is not None and not self.stopped:
            step = self.match.table.step
            self.match.own.keys.step(step.t + (self.seat in step.openings))

    # -- bytes and time --

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        """Takes a datagram in. Any bytes may come, from anybody."""
        known = self.sync.peers.get(peer)
        if known is None:
            self.counters["strangers"] += 1
            return
        try:
            messages = wire.read(datagram)
        except BadBytes:
            self.counters["malformed"] += 1
            return
        self.sync.open_burst()
        news = [self._hear(known, said) for said in messages]
        if any(news):
            self._advance()

    def tick(self, now: float) -> None:
        """The time is `now`, in seconds from anywhere; to be called every 20 ms or so."""
        self.sync.open_burst()
        if self.sync.tick(now, bool(self.owed())) and self.match is not None:
            self._repeat(self.match)
        if (self.match is None or self._unheard) and now - self._hello_at >= HELLO_EVERY:
            self._hello_at = now
            self.sync.say_all(self._gathering.hello())
        self._advance()

    def _repeat(self, match: Match) -> None:
        """What is in no feed is told again with the heads."""
        for soft in match.ready.current(match.table.step.t):
            self.sync.say_all(soft)
        if match.dispute is not None and not self.stopped:
            self.sync.say_all(own_fields(match.table))

    def _hear(self, peer: Peer, said: wire.Message) -> bool:
        """Takes a message in; whether it may let the match go on."""
        if isinstance(said, wire.Part):
            return self._on_entries(self.sync.on_part(peer, said))
        if isinstance(said, wire.Heads):
            self.sync.on_heads(peer, said)
            return self._on_own_head(peer)
        if isinstance(said, wire.Want):
            self.sync.on_want(peer, said)
            return False
        if isinstance(said, wire.Hello):
            return self._on_hello(peer, said)
        if isinstance(said, wire.Card):
            return self._on_card(said)
        if self.match is None:
            return False
        if isinstance(said, wire.Soft):
            return self.match.ready.hear(said) > 0
        return self._on_fields(self.match, peer, said)

    def _on_entries(self, new: list[Entry]) -> bool:
        for entry in new:
            self._store.append(Keep.ENTRY, entry.stored)
        return bool(new) or bool(self.feeds.forks)

    def _on_own_head(self, peer: Peer) -> bool:
        """A restarted seat signs nothing before every peer has told how long its feed is (part 15)."""
        if peer.key not in self._unheard or peer.heads is None:
            return False
        if peer.heads[self.seat - 1][0] <= len(self.feeds.of(self.seat)):
            self._unheard.discard(peer.key)
        return not self._unheard

    def _on_hello(self, peer: Peer, hello: wire.Hello) -> bool:
        if hello.room != self.at.room or hello.seat > self.at.seats:
            self.counters["of another room"] += 1
            return False
        before = len(self._gathering.identities)
        for card in self._gathering.on_hello(hello):
            self.sync.say(peer, card)
        if self._gathering.identities.get(hello.seat) == hello.identity:
            peer.seat = hello.seat
        if len(self._gathering.identities) > before:
            self._hello_at = -HELLO_EVERY
        self.sync.hurry()
        self._note(self._gathering.notes)
        return False

    def _on_card(self, card: wire.Card) -> bool:
        if self.match is not None or self.stopped:
            return False
        try:
            new = self._gathering.on_card(card)
        except BadCard as bad:
            self._stop(Verdict(bad.seat, 0, "card", str(bad)))
            return False
        if new:
            self._hello_at = -HELLO_EVERY
        return new

    def _on_fields(self, match: Match, peer: Peer, told: wire.Fields) -> bool:
        if not first_difference(match.table, told):
            return False
        if peer.answers < ANSWERS:
            peer.answers += 1
            self.sync.say(peer, own_fields(match.table))
        if match.dispute is not None:
            match.dispute.hear(peer.seat, told)
        return match.dispute is not None

    def _note(self, notes: list[str]) -> None:
        self._reports += [Noted(words) for words in notes[self._noted :]]
        self._noted = len(notes)

    # -- sitting down --

    def _restore(self) -> None:
        """Takes in what the store holds of a match that was begun before."""
        kept = list(self._store.chunks())
        cards = [tuple(dec(data)) for keep, data in kept if keep is Keep.CARD]
        if not cards or not self._gathering.restore(cards):
            return
        self._sit_down(self._gathering.genesis(), new=False)
        assert self.match is not None
        for keep, data in kept:
            if keep is Keep.SEALED:
                self.match.own.restore_sealed(data)
            elif keep is Keep.ENTRY and self.feeds.add(read_entry(data)) is Added.REFUSED:
                raise BadBytes("the log on disk holds an entry that was never signed")
        self._unheard = set(self.sync.peers)

    def _sit_down(self, genesis: Genesis | None, new: bool = True) -> bool:
        if genesis is None:
            return False
        try:
            table = Table(self.game, genesis, self.seat)
        except BadCard as bad:
            self._stop(Verdict(bad.seat, 0, "card", str(bad)))
            return False
        identities = genesis.terms.identities
        self.sync.feeds = Feeds(genesis.match, identities)
        own = self.signatory(self.at, genesis, self.feeds, self._store, self.sync.push)
        self.match = Match(table, own, Readiness(genesis.match, identities, self.seat, self._signer))
        if new:
            for card in self.cards:
                self._store.append(Keep.CARD, enc(card))
        self._reports.append(Seated(genesis.match, genesis.names))
        self.sync.hurry()
        return True

    # -- the step --

    def _advance(self) -> None:
        while not self.stopped and self._act():
            pass

    def _act(self) -> bool:
        """Does the next thing that can be done; False if there is none."""
        match = self.match
        if match is None:
            return self._sit_down(self._gathering.genesis())
        if self.feeds.forks:
            return self._on_fork(match, self.feeds.forks[min(self.feeds.forks)])
        if match.dispute is not None:
            return self._on_dispute(match, match.dispute)
        try:
            return self._read_on(match) or self._play_on(match)
        except Differs as wrong:
            return self._open_dispute(match, wrong.seat, wrong.words)
        except Wrong as wrong:
            self._stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return False

    def _read_on(self, match: Match) -> bool:
        read = match.table.follow(self.feeds)
        chats = match.table.chat
        self._reports += [Said(*line) for line in chats[self._heard_chats :]]
        self._heard_chats = len(chats)
        return read

    def _play_on(self, match: Match) -> bool:
        table, step = match.table, match.table.step
        if len(step.openings) == len(table.seats):
            return self._resolve(match)
        if self._unheard:
            return False
        if self.seat not in table.shares:
            match.own.shares()
            return True
        if len(table.shares) < len(table.seats) or self._share_is_wrong(match):
            return False
        if table.over:
            return self._finish(match)
        differing = match.ready.differing(step.t, step.digest)
        if differing:
            return self._open_dispute(match, differing, f"seat {differing} is in another state before step {step.t}")
        if self.seat not in step.commits:
            return self._commit(match)
        return self._seal_and_reveal(match)

    def _share_is_wrong(self, match: Match) -> bool:
        if match.shares_checked:
            return False
        match.shares_checked = True
        seat = match.own.wrong_share(match.table)
        if seat:
            words = f"the share of seat {seat} for seat {self.seat} does not fit: the table must sit down again"
            self._stop(Verdict(0, 0, "share", words))
        return seat > 0

    def _commit(self, match: Match) -> bool:
        if not (self._decided or self._choose(match)) or self._waits_for_ready(match):
            return False
        match.own.commit(match.table, self._decision)
        return True

    def _choose(self, match: Match) -> bool:
        """Takes the decision of the step from where it comes from; False if it is still to come."""
        ask = match.table.step.asks.get(self.seat)
        if ask is None:
            self._decided = True
            return True
        decision = self._answer(ask, match.own.secrets)
        if decision is None:
            if self.asked is None:
                self.asked = ask
                self._reports.append(Asked(match.table.step.t, ask))
            return False
        try:
            self.game.check(self.state, self.seat, decision)
        except IllegalDecision as illegal:
            words = f"its own player chose what the rules refuse: {illegal.why}"
            self._stop(Verdict(self.seat, match.table.step.t, "fault", words))
            return False
        self._decision, self._decided = decision, True
        self._show_ready(match, True)
        return True

    def _answer(self, ask: Ask, secrets: Secrets) -> Any:
        decision = self.game.automatic(self.state, self.seat, secrets) if ask.automatic else None
        if decision is None and self.player is not None:
            decision = self.player.decide(self.game, self.state, self.seat, secrets)
        return decision

    def _persons_asked(self, match: Match) -> list[int]:
        asks = match.table.step.asks
        return [seat for seat in sorted(self.persons) if seat in asks and not asks[seat].automatic]

    def _show_ready(self, match: Match, yes: bool) -> None:
        if self.seat in self._persons_asked(match):
            step = match.table.step
            self.sync.say_all(match.ready.show(step.t, yes, step.digest))

    def _waits_for_ready(self, match: Match) -> bool:
        persons = self._persons_asked(match)
        return bool(persons) and bool(match.ready.waits_for(match.table.step.t, persons))

    def _seal_and_reveal(self, match: Match) -> bool:
        table, step = match.table, match.table.step
        if len(step.commits) < len(table.seats) or self.seat in step.openings:
            return False
        if not match.own.can_open(step.t):
            words = "its sealed opening is not on this disk: the log here is not the one it was made in"
            self._stop(Verdict(self.seat, step.t, "keys", words))
            return False
        if self.seat not in step.seals:
            match.own.seal(table)
            if len(table.seats) == 2:  # nobody could rebuild a seal (4.1)
                match.own.reveal(table)
            return True
        misnamed = table.misnamed()
        if misnamed:
            self.sync.ask_for(misnamed[1], step.commits[misnamed[1]].seq)
            return False
        if len(step.seals) < len(table.seats) and len(table.seats) > 2:
            return False
        match.own.reveal(table)
        return True

    def _resolve(self, match: Match) -> bool:
        done = match.table.resolve()
        self.asked, self._decision, self._decided = None, None, False
        self._reports.append(Stepped(*done))
        return True

    def _finish(self, match: Match) -> bool:
        table = match.table
        if self.seat not in table.results:
            match.own.result(table)
            return True
        if len(table.results) == len(table.seats):
            standing = tuple(self.game.standing(table.state))
            self.finished = Finished(table.last, table.step.digest, standing)
            self._reports.append(self.finished)
            self.sync.hurry()
        return False

    # -- stopping --

    def _stop(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.asked = None
        self._reports.append(verdict)
        self.sync.hurry()

    def _on_fork(self, match: Match, fork: Fork) -> bool:
        self.sync.push_fork(fork.seat)
        t = match.table.step.t
        for entry in (fork.first, fork.second):
            if entry.kind in (Kind.COMMIT, Kind.SEAL, Kind.REVEAL) and type(entry.body) is list and entry.body:
                t = entry.body[0] if type(entry.body[0]) is int else t
                break
        words = f"two versions of its entry {fork.first.seq} (may be a restored copy)"
        self._stop(Verdict(fork.seat, t, "fork", words))
        return False

    def _open_dispute(self, match: Match, seat: int, words: str) -> bool:
        match.dispute = Dispute(match.table, seat, words, self.sync.now)
        self.sync.say_all(own_fields(match.table))
        return True

    def _on_dispute(self, match: Match, dispute: Dispute) -> bool:
        if dispute.ripe(self.sync.now):
            step = match.table.step
            shown = {seat: s.digest for seat, s in match.ready.shown.items() if s.t == step.t}
            self._stop(dispute.verdict({**shown, **match.table.digests(self.feeds)}))
        return False
