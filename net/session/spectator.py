"""Spectator of a match: a channel without a seat, from any moment on (PROTOCOL part 12).

    spectator = Spectator(room, games, hosts=[address])
    endpoint = UdpEndpoint(sock, ChannelTransport(spectator, links))

A spectator fetches the feeds, checks every entry as a seat does, replays and follows. It signs nothing and knows no
secret, so it never sees more than the table. It learns the seats' identities from the peers at the given addresses. So
a connected stranger cannot show it a match of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from core.engine.codec import BadEncodingError
from core.engine.fork import base_name
from core.engine.game import Game, State
from net.channels.channel import Address
from net.crypto.primitives import Signer
from net.match.awaited_seats import owed_entries
from net.match.events import EndOfMatch, MatchStarted, OwedEntry, PlayerNotice, Presence, Report, StepResolved, Verdict
from net.match.feed_reader import ProtocolFault
from net.match.genesis import BadCard, Genesis, SeatCard, SignedCard, make_genesis, read_card, rules_hash
from net.match.state_machine import StateMachine
from net.replication import messages as wire
from net.replication.feeds import Feeds
from net.replication.message_table import Handlers
from net.replication.peer_state import Peer
from net.replication.retransmission_timer import NEVER
from net.replication.sync import Sync
from net.seat.chat import ChatReporter, make_end_report
from net.system import game_files

HELLO_EVERY = 0.5


class Spectator:
    """Peer without a seat that follows a match through channels."""

    due = NEVER
    """Time of the next repetition, which is never: a spectator requests missing entries on its ticks.

    It makes nobody wait.
    """

    def __init__(self, room: bytes, signer: Signer, games: Mapping[str, Game], hosts: Iterable[Address]) -> None:
        self.room = room
        self.identity = signer.identity
        self.counters: Counter[str] = Counter()
        self.sync = Sync((), self.counters)
        self.table: StateMachine | None = None
        self.verdict: Verdict | None = None
        self.finished: EndOfMatch | None = None
        self.on_step: Callable[[StepResolved, State], object] = lambda step, state: None
        """Callback that receives each step and the public state just after it, which it must not change."""
        self._received_at: dict[int, float] = {}
        self._games = games
        self._hosts = frozenset(hosts)
        self._trusted: set[bytes] = set()
        self._cards: dict[int, tuple[SignedCard, SeatCard]] = {}
        self._reports: list[Report] = []
        self._hello_at = -HELLO_EVERY
        self._chat_reporter: ChatReporter | None = None
        self.handlers = on = Handlers[Peer]()
        on.on(wire.Part, self._on_part)
        on.on(wire.Heads, self.sync.on_heads)
        on.on(wire.Want, lambda peer, want: self.sync.on_want(peer, want) and False)
        on.on(wire.Card, self._on_card)

    # -- client's view --

    @property
    def state(self) -> State | None:
        """Public state before the current step, or None before the genesis; read-only."""
        return self.table.state if self.table else None

    @property
    def feeds(self) -> Feeds:
        """All entries at this peer."""
        return self.sync.feeds

    @property
    def cards(self) -> list[SignedCard]:
        """Signed seat cards that are here, in seat order."""
        return [self._cards[seat][0] for seat in sorted(self._cards)]

    @property
    def owed(self) -> list[OwedEntry]:
        """Seats that the match waits for, each with the kind of entry that it owes."""
        return (
            [OwedEntry(*one) for one in owed_entries(self.table)] if self.table is not None and not self.stopped else []
        )

    @property
    def silences(self) -> dict[int, float]:
        """Seconds since anything came from each seat, directly or through others."""
        now = self.sync.now
        return {seat: now - self._received_at.setdefault(seat, now) for seat in self.feeds.seats}

    @property
    def stopped(self) -> bool:
        """True if nothing more can happen, because the match has ended or stopped."""
        return self.verdict is not None or self.finished is not None

    def take_reports(self) -> list[Report]:
        """Return and clear the reports since the last call."""
        reports, self._reports = self._reports, []
        return reports

    # -- transport --

    @property
    def kept(self) -> frozenset[bytes]:
        """Identities of the seats, whose channels are never dropped to make room for those of strangers."""
        return frozenset(self.feeds.identities)

    def add_peer(self, identity: bytes, address: Address) -> None:
        """Add a connected peer."""
        self.sync.peers.setdefault(identity, Peer(identity, seat=self.sync.seat_of(identity)))
        if address in self._hosts:
            self._trusted.add(identity)
        self._hello_at = -HELLO_EVERY
        self.sync.announce_soon()

    def remove_peer(self, identity: bytes) -> None:
        """Remove a disconnected peer."""
        self.sync.peers.pop(identity, None)
        self._trusted.discard(identity)

    def report_notice(self, words: str) -> None:
        """Report a notice about the channels to the user."""
        self._reports.append(PlayerNotice(words))

    def receive(self, identity: bytes, data: bytes, address: Address) -> None:
        """Process data from a connected peer; the data may be any bytes."""
        peer = self.sync.peers.get(identity)
        if peer is None or not peer.may_send(self.sync.now):
            return
        try:
            messages = wire.read(bytes([wire.PLAIN]) + data)
        except BadEncodingError:
            self.counters["malformed"] += 1
            return
        self.sync.outbox.open_burst(peer)
        self._received_at[peer.seat] = self.sync.now
        news = [self.handlers.process(peer, said) for said in messages]
        if any(news):
            self._follow()
            self.sync.catching_up.request_more()

    def tick(self, now: float) -> None:
        """Advance the time to `now`."""
        self.sync.outbox.open_burst()
        self.sync.tick(now, owed=False)
        if self.table is None and now - self._hello_at >= HELLO_EVERY:
            self._hello_at = now
            self.sync.queue_for_all(wire.Hello(self.room, 0, self.identity, "", tuple(sorted(self._cards))))

    def process(self, now: float) -> None:
        """Send retransmissions that are due; the spectator's own time advances on its ticks."""
        self.sync.retransmission.process()

    def take_data(self) -> list[tuple[bytes, bytes]]:
        """Return and clear the data to send, each item with its receiver."""
        return [(key, datagram[1:]) for key, datagram in self.sync.take_datagrams() if isinstance(key, bytes)]

    # -- match --

    def _on_part(self, peer: Peer, part: wire.Part) -> bool:
        new = self.sync.on_part(peer, part)
        self._received_at.update((entry.seat, self.sync.now) for entry in new)
        return bool(new)

    def _on_card(self, peer: Peer, card: wire.Card) -> None:
        if self.table is not None or peer.key not in self._trusted:
            return
        signed = card.data, card.signature
        try:
            read = read_card(signed)
            if read.terms.room != self.room or read.seat in self._cards:
                return
            self._cards[read.seat] = signed, read
            if len(self._cards) == len(read.terms.identities):
                self._begin_match(make_genesis([self._cards[seat][1] for seat in sorted(self._cards)]))
        except BadCard as bad:
            self._cards.clear()
            self._reports.append(PlayerNotice(f"passed over: {bad}"))

    def _begin_match(self, made: Genesis) -> None:
        game = self._games.get(made.terms.game)
        if game is None or rules_hash(game) != made.terms.rules:
            known = base_name(made.terms.game) in self._games
            other = game_files.other_version(made.terms.game) if known else game_files.not_here(made.terms.game)
            theirs = f"they play {made.terms.game} by other rules than those of this computer: it is another version"
            words = other or theirs
            if base_name(made.terms.game) != made.terms.game:
                words = "they play on another match, and only who has its record can follow them"
            self._stop(Verdict(0, 0, "card", words))
            return
        self.table = StateMachine(game, made)
        self._chat_reporter = ChatReporter(self.table)
        self.sync.begin(Feeds(made.match, made.terms.identities))
        self.feeds.bounded = True
        for peer in self.sync.peers.values():
            peer.seat = self.sync.seat_of(peer.key)
        self._received_at = dict.fromkeys(self.feeds.seats, self.sync.now)
        self._reports.append(MatchStarted(made.match, made.names))

    def _follow(self) -> None:
        """Read the feeds further, and resolve every step that can be resolved."""
        table = self.table
        if table is None or self.stopped:
            return
        try:
            while True:
                read = table.read_feeds(self.feeds)
                read = bool(self.feeds.forks and table.follow_versions(self.feeds)) or read
                self._reports += self._chat_reporter.new_reports() if self._chat_reporter is not None else ()
                if table.is_ready():
                    before = table.present
                    step = StepResolved(*table.resolve())
                    self._reports.append(step)
                    self.on_step(step, table.state)
                    if table.present != before:
                        self._reports.append(Presence(tuple(sorted(table.present)), tuple(sorted(table.away))))
                elif not read:
                    break
        except ProtocolFault as wrong:
            self._stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return
        if table.over and len(table.present & table.results.keys()) >= table.quorum:
            self.finished = make_end_report(table)
            self._reports.append(self.finished)

    def _stop(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self._reports.append(verdict)
