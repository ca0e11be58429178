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

from core.kernel.codec import BadBytes, dec, enc
from core.kernel.game import Ask, Player
from core.kernel.secrets import Secrets
from net import wire
from net.absence import Policy, View, possible
from net.ahead import look_ahead
from net.catching_up import FAR
from net.crypto import Forged, Signer
from net.entries import Entry
from net.entries import read as read_entry
from net.feeds import UNREAD, Added, Feeds
from net.gather import Gathering, SeatAt
from net.genesis import BadCard, Genesis
from net.leftout import LeftOut
from net.ownhead import OwnHead
from net.peers import Peer, PeerKey
from net.play import NotAsked, Play
from net.reading import MAX_CHAT, MAX_CHATS
from net.ready import Motions, Readiness
from net.reports import Finished, Noted, Owed, Report, Seated, Verdict
from net.signatory import Signatory
from net.store import MAX_CHUNK, Keep, Store
from net.sync import Sync
from net.table import Table
from net.typed import normalised

HELLO_EVERY = 0.2
AT_ONCE = UNREAD // 2
"""Who is far behind reads on when so many entries of a seat have come, as nothing vouches for the last step here..."""
PUT_OFF = 10
"""...or at a tick before which none came, but puts it off for no more ticks than these."""
IN_A_ROW = 8
"""So many datagrams that are there already are heard together: their signatures are checked on two cores."""
MOST_TOLD = 64
"""So many addresses of seats are taken in between two ticks."""
NEED_NO_THOUGHT = ("seal", "reveal", "vote", "cut", "result")


class Driver:
    """Plays one seat of a match."""

    signatory: type[Signatory] = Signatory
    conduct: type[Play] = Play

    def __init__(
        self,
        at: SeatAt,
        store: Store,
        peers: Iterable[PeerKey],
        player: Player | None = None,
        persons: Iterable[int] = (),
        linked: bool = False,
        policy: Policy | None = None,
    ) -> None:
        """With links (`linked`) a peer is known by its identity, and `meet` says that it is there; `peers` is empty.

        `policy` decides in the place of a person when to go on without a lost seat (PROTOCOL 14.1).
        """
        self.at = at
        self.linked = linked
        self.seat = at.seat
        self.player = player
        self.persons = frozenset(persons)
        self.policy = policy
        self.counters: Counter[str] = Counter()
        self.sync = Sync(peers, self.counters)
        self.play: Play | None = None
        self._refusal: Verdict | None = None
        self._signer = Signer(at.seeds.identity)
        self._gathering = Gathering(at, self._signer)
        self._store = store
        self._reports: list[Report] = []
        self._hello_at = -HELLO_EVERY
        self._noted = 0
        self._streams = False
        """Whether entries have come since the last tick from a peer that has many more."""
        self._put_off = 0
        self._arrived: list[tuple[Peer, list[wire.Message]]] = []
        self._own_head = OwnHead()
        self._heard_at: dict[int, float] = {}
        self._waiting: dict[tuple[int, int, bool], float] = {}
        """Since when a seat is waited for in a step, for what needs no thought or for what does."""
        self._moved_at = 0.0
        self._has_news = False
        self._broken_kept: set[int] = set()
        self.sought: set[tuple[bytes, int]] = set()
        """Which seats lack a link to which others, as far as they have said: (who, seat)."""
        self.told_where: list[tuple[bytes, bytes]] = []
        """What seats have said of where others are: (who, address)."""
        self._restore()

    # -- what a client sees --

    @property
    def state(self) -> Any:
        """The public state before the current step, or None before the genesis; only to be looked at."""
        return self.play.table.state if self.play else None

    @property
    def secrets(self) -> Secrets | None:
        """What the own seat alone knows, or None before the genesis."""
        return self.play.own.secrets if self.play else None

    @property
    def asked(self) -> Ask | None:
        """What the own seat is asked and its player has not answered at once, until the step is resolved."""
        return self.play.asked if self.play else None

    @property
    def locked_in(self) -> bool:
        """Whether the own decision of this step is made."""
        return self.play is not None and self.play.locked_in

    @property
    def ready(self) -> dict[int, bool]:
        """The seats that have shown in this step whether they are ready."""
        if self.play is None:
            return {}
        t = self.play.table.step.t
        return {seat: shown.yes for seat, shown in sorted(self.play.ready.shown.items()) if shown.t == t}

    @property
    def feeds(self) -> Feeds:
        """All entries held."""
        return self.sync.feeds

    @property
    def cards(self) -> list[tuple[bytes, bytes]]:
        """The signed seat cards held, in seat order."""
        return [self._gathering.cards[seat] for seat in sorted(self._gathering.cards)]

    @property
    def verdict(self) -> Verdict | None:
        """Why the match stopped before its end."""
        return self._refusal or (self.play.verdict if self.play else None)

    @property
    def finished(self) -> Finished | None:
        """The result that all seats have signed."""
        return self.play.finished if self.play else None

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be signed: there is a result, or a verdict."""
        return self._refusal is not None or (self.play is not None and self.play.stopped)

    @property
    def settled(self) -> bool:
        """Whether the match has stopped and every peer holds all that this one holds."""
        return self.stopped and self.play is not None and self.sync.settled(self.play.table.away)

    def owed(self) -> list[Owed]:
        """Whom the table waits for now, and for what."""
        if self.stopped:
            return []
        if self.play is None:
            lacking = [seat for seat in range(1, self.at.seats + 1) if seat not in self._gathering.cards]
            return [Owed(seat, "card") for seat in lacking]
        return [Owed(seat, what) for seat, what in self.play.owed()]

    @property
    def waited(self) -> dict[int, float]:
        """For how many seconds each seat that owes something has been waited for in this step; warns, drops nobody.

        Who has thought long and decided at last begins anew with what needs no thought.
        """
        return {seat: self.sync.now - since for (seat, *_), since in sorted(self._waiting.items())}

    @property
    def silences(self) -> dict[int, float]:
        """For how many seconds nothing has been heard of each other seat, by itself or through others."""
        now = self.sync.now
        return {seat: now - self._heard_at.setdefault(seat, now) for seat in self.feeds.seats if seat != self.seat}

    @property
    def present(self) -> list[int]:
        """The seats that take part in the current step."""
        return sorted(self.play.table.present) if self.play else []

    @property
    def away(self) -> list[int]:
        """The seats that do not, because the table went on without them (PROTOCOL 14.6)."""
        return sorted(self.play.table.away) if self.play else []

    @property
    def left_out(self) -> list[LeftOut]:
        """Whom steps were resolved without, since when and by whose votes."""
        return self.play.table.left_out if self.play else []

    @property
    def motions(self) -> dict[int, tuple[int, ...]]:
        """The motions that stand: as which seats each seat would go on."""
        return self.play.motions.standing() if self.play else {}

    def possible(self) -> list[tuple[int, ...]]:
        """The sets of seats, with the own one in it, as which the table could go on; the largest first."""
        if self.play is None or self.stopped or self.at.seats <= 2:
            return []
        return [W for W in possible(self.play.table) if self.seat in W]

    def take_reports(self) -> list[Report]:
        """What happened since the last call."""
        self._settle()
        reports, self._reports = self._reports, []
        if self.play is not None and self.play.reports:
            reports += self.play.reports
            self.play.reports = []
        return reports

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """What is to be sent; everything signed is made durable first."""
        self._settle()
        if self.play is not None and self.play.own.unsafe:
            self._store.sync()
            self.play.own.unsafe = False
        return self.sync.take_datagrams()

    # -- what a client does --

    def decide(self, decision: Any) -> None:
        """The own seat's decision; raises `NotAsked`, or `IllegalDecision` when the rules refuse it."""
        if self.play is None:
            raise NotAsked("the match has not begun")
        self.play.decide(decision)

    def take_back(self) -> bool:
        """Withdraws a decision that still waits for the others; False if there is none, or it is committed."""
        return self.play is not None and self.play.take_back()

    def propose(self, W: Iterable[int] | None) -> None:
        """Shows or withdraws (None) the motion to go on as the seats W.

        It binds nobody; when all seats of W show it, they vote. Raises `NotAsked` before the match and `ValueError` for
        a W that is not `possible`.
        """
        if self.play is None or self.stopped:
            raise NotAsked("there is no match to go on with")
        self._moved_at = self.sync.now
        self.play.propose(tuple(sorted(W or ())))

    def adjourn(self) -> None:
        """Wishes to adjourn; it changes nothing, and every seat may stop at any moment and resume later."""
        self._may_speak()
        self.play.own.adjourn()  # type: ignore[union-attr]
        self._advance()

    def come_back(self) -> None:
        """The own seat, which is away, is here again; a policy or a seat without one does so by itself."""
        if self.play is not None:
            self.play.come_back()

    def _may_speak(self) -> None:
        if self.play is None or not self.feeds.of(self.seat) or self.play.silent:
            raise NotAsked("the match has not begun")
        if self.play.table.readings[self.seat].chats >= MAX_CHATS:
            raise ValueError(f"{MAX_CHATS} lines are enough before the next step")

    def chat(self, text: str) -> None:
        """Says a line to the table; it never reaches the engine."""
        self._may_speak()
        text = normalised(text)
        if not 0 < len(text.encode()) <= MAX_CHAT:
            raise ValueError(f"a line has 1-{MAX_CHAT} bytes")
        self.play.own.chat(text)  # type: ignore[union-attr]
        self._advance()

    def prepare(self) -> None:
        """Makes the next step's seal point and proof while there is nothing else to do."""
        if self.play is not None and not self.play.stopped and not self._streams:
            table = self.play.table
            revealed = table.readings[self.seat].at(table.step.t).revealed >= 0
            self.play.own.keys.step(table.step.t + revealed)

    # -- peers with links --

    @property
    def identity(self) -> bytes:
        """The own public key."""
        return self._signer.identity

    def meet(self, identity: bytes) -> None:
        """A peer is linked that has proved this identity."""
        if identity not in self.sync.peers:
            self.sync.peers[identity] = Peer(identity, seat=self._seats().get(identity, 0))
        self._hello_at = -HELLO_EVERY
        self.sync.hurry()

    def part(self, identity: bytes) -> None:
        """A peer is linked no more."""
        self.sync.peers.pop(identity, None)

    def say_where(self, identity: bytes, seat: int, address: bytes) -> None:
        """Tells a peer where a seat is."""
        peer = self.sync.peers.get(identity)
        if peer is not None:
            self.sync.say(peer, wire.Where(self.feeds.match, seat, address))

    def tell(self, words: str) -> None:
        """Something about the links that whoever sits here should know."""
        self._reports.append(Noted(words))

    def _seats(self) -> dict[bytes, int]:
        """Who sits where, once that is settled."""
        return {identity: seat for seat, identity in enumerate(self.feeds.identities, 1)}

    # -- bytes and time --

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        """Takes a datagram in. Any bytes may come, from anybody.

        It is heard, and what follows is done, when reports or datagrams are taken: once for all that came together.
        """
        known = self.sync.peers.get(peer)
        if known is None:
            self.counters["strangers"] += 1
            return
        if self.linked and not known.may_speak(self.sync.now):
            self.counters["of a chatterbox"] += 1
            return
        try:
            messages = wire.read(datagram)
        except BadBytes:
            self.counters["malformed"] += 1
            return
        self._arrived.append((known, messages))
        if len(self._arrived) == IN_A_ROW:
            self._take_in()

    def _take_in(self) -> None:
        """Hears what has arrived since the last call."""
        arrived, self._arrived = self._arrived, []
        if len(arrived) > 1:
            parts = [(peer, said) for peer, row in arrived for said in row if type(said) is wire.Part]
            look_ahead(self.feeds, parts, self.sync.now)
        for peer, messages in arrived:
            self.sync.open_burst(peer)
            self._heard_at[peer.seat or self._seat_of(peer.key)] = self.sync.now
            news = [self._hear(peer, said) for said in messages]
            if any(news):
                far = self.sync.lacks(peer) >= FAR
                self._streams = self._streams or far
                self._has_news = self._has_news or not far or self.feeds.unread >= AT_ONCE * self.at.seats
                self.sync.catching_up.go_on(self.sync)

    def pass_time(self, now: float) -> None:
        """The time is `now`, and nothing else is due than what `due` told of."""
        self.sync.now = max(now, self.sync.now)

    @property
    def due(self) -> float:
        """When datagrams are to be taken next, even if nothing comes: something may be lost."""
        return self.sync.due

    def tick(self, now: float) -> None:
        """The time is `now`, in seconds from anywhere; to be called every 20 ms or so."""
        self._take_in()
        self.sync.open_burst()
        owed = self.owed()
        if self.sync.tick(now, bool(owed)) and self.play is not None:
            self.play.repeat()
        if (self.play is None or self.play.silent or self._nameless()) and now - self._hello_at >= HELLO_EVERY:
            self._hello_at = now
            self.sync.say_all(self._hello())
        if self._streams and self._put_off < PUT_OFF:
            self._put_off += 1
        else:
            self._put_off = 0
            self._advance()
        self._streams = False
        self._wait_for(owed)

    def _hello(self) -> wire.Hello:
        """What the own seat says of itself; a restarted one that does not know who its peers are asks them for it."""
        hello = self._gathering.hello()
        return hello._replace(cards=()) if self.play is not None and self._nameless() else hello

    def _nameless(self) -> bool:
        """Whether there is a peer of which only the address is known; with links none is."""
        return not self.linked and any(peer.seat == 0 for peer in self.sync.peers.values())

    def _wait_for(self, owed: list[Owed]) -> None:
        """Notes since when each seat is waited for, and lets the policy say as whom to go on."""
        play, now = self.play, self.sync.now
        if play is None:
            return
        t = play.table.step.t
        quick = {seat for seat, what in owed if what in NEED_NO_THOUGHT}
        keys = [(seat, t, seat in quick) for seat, _ in owed]
        self._waiting = {key: self._waiting.get(key, now) for key in keys}
        play.returns = self.policy is None or self.policy.returns
        if self.policy is None or play.stopped or self.at.seats <= 2 or not (owed or self.motions):
            return
        W = self.policy.motion(self._view(play, owed))
        may = self.seat in W and play.table.step.book.may_go_on(W)
        if play.motions.of(self.seat) != W and (not W or may):
            self.propose(W)

    def _view(self, play: Play, owed: list[Owed]) -> View:
        table, now = play.table, self.sync.now
        owing = play.owed()
        agreed = {seat for W in self.motions.values() if play.motions.carried(W) for seat in W}
        return View(
            self.seat,
            table.quorum,
            table.present,
            frozenset(table.returned),
            self.persons & (table.present | set(table.returned)),
            self.motions,
            self.waited,
            frozenset(seat for seat, what in owing if what in NEED_NO_THOUGHT),
            self.silences,
            frozenset(play.faults.convicted),
            (table.misnamed() or (0, 0))[0],
            bool(table.step.book.votes),
            now - self._moved_at if play.motions.of(self.seat) else 0.0,
            frozenset(seat for seat, what in owing if what == "vote" and seat not in agreed),
        )

    def _hear(self, peer: Peer, said: wire.Message) -> bool:
        """Takes a message in; whether it may let the match go on."""
        if isinstance(said, wire.Part):
            return self._on_entries(self.sync.on_part(peer, said))
        if isinstance(said, wire.Heads):
            self.sync.on_heads(peer, said)
            return self._on_own_head(peer)
        if isinstance(said, wire.Want):
            if self.sync.on_want(peer, said) and self.linked:
                self.sought.add((peer.key, said.seat))  # type: ignore[arg-type]
            return False
        if isinstance(said, wire.Where):
            if self.linked and peer.seat and said.match == self.feeds.match and len(self.told_where) < MOST_TOLD:
                self.told_where.append((peer.key, said.address))  # type: ignore[arg-type]
            return False
        if isinstance(said, wire.Hello):
            return self._on_hello(peer, said)
        if isinstance(said, wire.Card):
            return self._on_card(said)
        if self.play is None:
            return False
        if isinstance(said, wire.Soft):
            return self._on_soft(peer, said)
        if self.linked and not peer.seat:
            self.counters["fields of no seat"] += 1
            return False
        if isinstance(said, wire.StatePart):
            return self.play.disputes.on_state(peer, said)
        return self.play.disputes.on_fields(peer, said)

    def _on_soft(self, peer: Peer, soft: wire.Soft) -> bool:
        if self.play is None or not peer.trusted(self.sync.now):
            return False
        try:
            return self.play.on_soft(soft)
        except Forged:
            peer.forged()
            return False

    def _on_entries(self, new: list[Entry]) -> bool:
        for entry in new:
            self._store.append(Keep.ENTRY, entry.stored)
            self._heard_at[entry.seat] = self.sync.now
        for seat in sorted(self.feeds.broken.keys() - self._broken_kept):  # nobody may tell of it again
            self._broken_kept.add(seat)
            self._store.append(Keep.BROKEN, enc([seat, self.feeds.broken[seat]]))
            self._store.sync()
        return bool(new) or bool(self.feeds.forks)

    def _on_own_head(self, peer: Peer) -> bool:
        """A seat signs nothing before every peer has told how long its feed is (part 15)."""
        if peer.heads is None or self.play is None:
            return False
        told, held = peer.heads[self.seat - 1][0], len(self.feeds.of(self.seat))
        if not self._own_head.hear(peer.key, told, held, self.sync.now):
            return False
        if told > held:
            self.counters["own entries told of and not shown"] += 1
        self._tell_unheard()
        return not self.play.silent

    def _tell_unheard(self) -> None:
        """Lets the play know which seats have not told the head of the own feed yet."""
        if self.play is not None:
            self.play.absence.unheard = frozenset(self._seat_of(key) for key in self._own_head.unheard)

    def _seat_of(self, key: PeerKey) -> int:
        """The seat of a peer, or 0 as long as it has not said which; in one process peers go by their seats."""
        if isinstance(key, int):
            return key
        known = self.sync.peers.get(key)
        return self._seats().get(key, known.seat if known is not None else 0)  # type: ignore[call-overload, no-any-return]

    def _on_hello(self, peer: Peer, hello: wire.Hello) -> bool:
        if hello.room != self.at.room or hello.seat > self.at.seats:
            self.counters["of another room"] += 1
            return False
        if self.linked and hello.identity != peer.key:
            self.counters["of another identity"] += 1
            return False
        before = len(self._gathering.identities)
        lacking = self._gathering.on_hello(hello)
        for card in lacking:
            self.sync.say(peer, card)
        if lacking and self.play is not None:  # it sits down again, and needs to know who is here
            self.sync.say(peer, self._gathering.hello())
        if self._gathering.identities.get(hello.seat) == hello.identity:
            peer.seat = hello.seat
            self._tell_unheard()
        if len(self._gathering.identities) > before:
            self._hello_at = -HELLO_EVERY
        self.sync.hurry()
        self._note(self._gathering.notes)
        return False

    def _on_card(self, card: wire.Card) -> bool:
        if self.play is not None or self.stopped:
            return False
        try:
            new = self._gathering.on_card(card)
        except BadCard as bad:
            self._refuse(Verdict(bad.seat, 0, "card", str(bad)))
            return False
        self._note(self._gathering.notes)
        if new:
            self._hello_at = -HELLO_EVERY
        return new

    def _note(self, notes: list[str]) -> None:
        self._reports += [Noted(words) for words in notes[self._noted :]]
        self._noted = len(notes)

    # -- sitting down --

    def _restore(self) -> None:
        """Takes in what the store holds of a match that was begun before."""
        kept = list(self._store.chunks())
        cards = [_kept_pair(data, bytes) for keep, data in kept if keep is Keep.CARD]
        if not cards or not self._gathering.restore(cards):
            return
        if not self._sit_down(new=False) or self.play is None:
            return
        play = self.play
        for keep, data in kept:
            if keep is Keep.SEALED:
                play.own.restore_sealed(*_kept_pair(data, int))
            elif keep is Keep.ENTRY and self.feeds.add(read_entry(data)) is Added.REFUSED:
                raise BadBytes("the log on disk holds an entry that was never signed")
            elif keep is Keep.BROKEN:
                seat, stored = _kept_pair(data, int)
                self.feeds.broken[seat] = stored
        self._broken_kept = set(self.feeds.broken)
        self.feeds.bounded = True

    def _sit_down(self, new: bool = True) -> bool:
        """Begins the match, once its genesis can be made."""
        try:
            genesis = self._gathering.genesis()
            if genesis is None:
                return False
            table = Table(self.at.game, genesis, self.seat)
        except BadCard as bad:
            self._refuse(Verdict(bad.seat, 0, "card", str(bad)))
            return False
        self._begin(genesis, table)
        if new:
            self.feeds.bounded = True
            for card in self.cards:
                self._store.append(Keep.CARD, enc(card))
        return True

    def _begin(self, genesis: Genesis, table: Table) -> None:
        identities = genesis.terms.identities
        self.sync.feeds = Feeds(genesis.match, identities)
        if self.linked:
            self.sync.awaited = frozenset(identities) - {self.identity}
            for peer in self.sync.peers.values():
                peer.seat = self._seats().get(peer.key, 0)  # type: ignore[call-overload]
        own = self.signatory(self.at, genesis, self.feeds, self._store, self.sync.push)
        if not self.at.fresh:  # a fresh seat has no older copy of its feed: it needs no link to everybody to begin
            self._own_head.await_all(self.sync.peers if self.sync.awaited is None else self.sync.awaited)
        ready = Readiness(genesis.match, identities, self.seat, self._signer)
        motions = Motions(genesis.match, identities, self.seat, self._signer)
        self.play = self.conduct(table, own, ready, motions, self.sync)
        self.play.player, self.play.persons = self.player, self.persons
        self.play.faults.cards = tuple(self.cards)
        self._tell_unheard()  # whatever the disk holds: it may be an old copy, or a new one
        self._reports.append(Seated(genesis.match, genesis.names))
        self.sync.hurry()

    def _refuse(self, verdict: Verdict) -> None:
        self._refusal = verdict
        self._reports.append(verdict)

    def _settle(self) -> None:
        """Does what has become possible by all that was taken in since the last call."""
        self._take_in()
        if self._has_news:
            self._advance()

    def _advance(self) -> None:
        self._has_news = False
        if self._refusal is None and (self.play is not None or self._sit_down()) and self.play is not None:
            self.play.advance()


def _kept_pair(data: bytes, first: type) -> tuple[Any, bytes]:
    """Two values out of a log on disk, the second one bytes; raises `BadBytes`."""
    pair = dec(data, MAX_CHUNK)
    if type(pair) is not list or [type(part) for part in pair] != [first, bytes]:
        raise BadBytes("the log on disk is damaged, or of another version")
    return pair[0], pair[1]
