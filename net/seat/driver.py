"""Driver: one seat's whole part in a match, without a clock, a socket or a task (PROTOCOL part 4).

`receive` queues bytes, `process` does what has become possible, and `tick` does what is due from time to time.
Decisions come from a player or through `decide`. The caller takes out datagrams and reports. The same object plays over
sockets, over the simulated network and in one process.

driver = Driver(at, MemoryStore(), peers=[2, 3], player=bot)
driver.tick(now)
driver.receive(datagram, peer)
driver.process(now)
for peer, datagram in driver.take_datagrams(): ...
for report in driver.take_reports(): ...

The driver has the setup of the match (`setup`), its course (`protocol`, None before the genesis), the replication of
its feeds (`sync`) and the attendance of the seats (`attendance`).

The entries that a seat still has to sign follow from its own feed. So a driver that is restarted over the same store
resumes at the end of the feed (PROTOCOL part 15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from core.engine.codec import BadEncodingError, enc
from core.engine.game import Ask, Decision, Player, State
from core.engine.hidden.secrets import Secrets
from net.crypto.primitives import BadSignature
from net.match.events import EndOfMatch, PlayerNotice, Report, Verdict
from net.match.genesis import SignedCard
from net.replication import messages as wire
from net.replication.batch_verification import verify_arrived
from net.replication.catch_up import FAR_BEHIND
from net.replication.entry_log import ChunkKind, EntryLog
from net.replication.feeds import MAX_UNREAD_ENTRIES, Feeds
from net.replication.message_table import Handlers
from net.replication.messages import Message
from net.replication.peer_state import Peer, PeerKey
from net.replication.sync import Sync
from net.seat.absence import Policy
from net.seat.address_exchange import AddressExchange
from net.seat.attendance import Attendance
from net.seat.gesture_exchange import GestureExchange
from net.seat.handshake import SeatConfig
from net.seat.protocol import MatchProtocol, NotAsked
from net.seat.setup import MatchSetup
from net.seat.signer import SeatSigner

UNREAD_BATCH = MAX_UNREAD_ENTRIES // 2
"""Number of unread entries per seat at which a seat far behind continues to read its feeds.

Such a seat answers no last step meanwhile.
"""
MAX_TICKS_PUT_OFF = 10
"""Maximum number of ticks for which reading is put off while entries keep arriving."""
DATAGRAM_BATCH = 8
"""Number of queued datagrams processed as one batch, with signatures checked on two cores."""


class Driver:
    """One seat's whole part in a match."""

    signer_class: type[SeatSigner] = SeatSigner
    protocol_class: type[MatchProtocol] = MatchProtocol

    def __init__(
        self,
        at: SeatConfig,
        entry_log: EntryLog,
        peers: Iterable[PeerKey],
        player: Player | None = None,
        persons: Iterable[int] = (),
        linked: bool = False,
        policy: Policy | None = None,
    ) -> None:
        """Set up the seat, and restore a match that began earlier from its log.

        With channels (`linked`) a peer is known by its identity, `add_peer` adds it, and `peers` is empty. `policy`
        decides in place of a person when to continue without a lost seat (PROTOCOL 14.1). Raises `BadEncodingError` and
        `BadCard` for a log that is damaged or of another match.
        """
        self.at, self.seat, self.linked = at, at.seat, linked
        self.counters: Counter[str] = Counter()
        self.sync = Sync(peers, self.counters)
        self._reports: list[Report] = []
        parts = self.signer_class, self.protocol_class
        self.setup = MatchSetup(
            at, entry_log, self.sync, parts, self._reports, player=player, persons=persons, linked=linked
        )
        self.attendance = Attendance(self.setup, policy)
        self.addresses = AddressExchange(self.sync)
        self.gestures = GestureExchange(self.setup)
        self._entry_log = entry_log
        self._arrived: list[tuple[Peer, list[Message]]] = []
        self._ready: list[tuple[PeerKey, bytes]] = []
        self._has_news = False
        self._streams = False
        """True if entries have arrived since the last tick from a peer that has many more."""
        self._put_off = 0
        self.setup.restore()
        self._broken_kept = set(self.feeds.broken)
        self.handlers = on = Handlers[Peer]()
        on.on(wire.Heads, self._on_heads)
        on.on(wire.Part, self._on_part)
        on.on(wire.Want, self.addresses.on_want)
        on.on(wire.Soft, self._on_soft)
        on.on(wire.Fields, self._on_dispute)
        on.on(wire.Hello, self.setup.on_hello)
        on.on(wire.Card, self.setup.on_card)
        on.on(wire.StatePart, self._on_dispute)
        on.on(wire.Where, self.addresses.on_where)

    # -- view --

    @property
    def identity(self) -> bytes:
        """Our public key."""
        return self.setup.signer.identity

    @property
    def protocol(self) -> MatchProtocol | None:
        """Our seat's course through the match, or None before the genesis."""
        return self.setup.protocol

    @property
    def state(self) -> State | None:
        """Public state before the current step, or None before the genesis; read-only."""
        return self.protocol.table.state if self.protocol else None

    @property
    def secrets(self) -> Secrets | None:
        """Secrets of our seat, or None before the genesis."""
        return self.protocol.own.secrets if self.protocol else None

    @property
    def question(self) -> Ask | None:
        """Question that our seat must answer, until the step is resolved.

        The property is None if the player has answered at once.
        """
        return self.protocol.question if self.protocol else None

    @property
    def feeds(self) -> Feeds:
        """All entries at this peer."""
        return self.sync.feeds

    @property
    def cards(self) -> list[SignedCard]:
        """Signed seat cards that are here, in seat order."""
        return self.setup.cards

    @property
    def verdict(self) -> Verdict | None:
        """Verdict that stopped the match before its end, or None."""
        return self.setup.refusal or (self.protocol.verdict if self.protocol else None)

    @property
    def finished(self) -> EndOfMatch | None:
        """Result of the match, once all seats have signed it; otherwise None."""
        return self.protocol.finished if self.protocol else None

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign, because there is a result or a verdict."""
        return self.setup.stopped

    @property
    def settled(self) -> bool:
        """True if the match has stopped and every peer has all our entries."""
        return self.stopped and self.protocol is not None and self.sync.is_settled(self.protocol.table.away)

    # -- client actions --

    def _require_match(self, to: str = "") -> MatchProtocol:
        if self.protocol is None or (to and self.stopped):
            raise NotAsked(f"there is no match to {to}" if to else "the match has not begun")
        return self.protocol

    def decide(self, decision: Decision) -> None:
        """Submit our decision.

        Raises `NotAsked` if our seat is not asked now, and `IllegalDecision` if the rules reject the decision.
        """
        self._require_match().decide(decision)

    def withdraw_decision(self) -> bool:
        """Withdraw our decision while it waits for other seats; return True if it was withdrawn.

        Returns False if there is no decision, or if it has been committed.
        """
        return self.protocol is not None and self.protocol.withdraw_decision()

    def propose(self, W: Iterable[int] | None) -> None:
        """Show our motion to continue as the seats W, or withdraw it if W is None.

        A motion binds nobody. When all seats of W show it, they vote. Raises `NotAsked` before the match, and
        `ValueError` if W is not one of the `possible_seat_sets`.
        """
        self.attendance.propose(self._require_match("go on with"), tuple(sorted(W or ())))

    def declare_end(self, declaration: int) -> None:
        """Agree to end the match (`AGREES`), withdraw the agreement (0), or concede for good (`CONCEDES`).

        The declaration counts with our commit of a step (PROTOCOL 14.11, 14.12). Raises `NotAsked` before the match.
        """
        self._require_match("end").declare_end(declaration)

    def adjourn(self) -> None:
        """Tell the other seats that our seat wishes to adjourn.

        This has no further effect, as every seat may stop at any moment and resume later.
        """
        self._require_match().adjourn()

    def chat(self, text: str, to: int = 0) -> None:
        """Send a line of chat to all seats, or to one other seat; the game never sees it."""
        self._require_match().chat(text, to)

    def gesture(self, what: int, place: str = "") -> None:
        """Show the other seats a gesture (`net.match.gestures`); `place` names a place that it points at.

        Raises `NotAsked` before the match, and `ValueError` for an unknown gesture.
        """
        self.gestures.send(what, place)

    def return_to_match(self) -> None:
        """Bring our seat, which is away, back into the match.

        A policy does so automatically, and so does a seat without a policy.
        """
        if self.protocol is not None:
            self.protocol.return_to_match()

    def say_goodbye(self) -> None:
        """Tell the other seats that this program is ending before the match does."""
        self.attendance.send_leave(True)

    def prepare(self) -> None:
        """Compute the next step's seal point and proof, in time that is not needed for anything else."""
        if self.protocol is not None and not self.protocol.stopped and not self._streams:
            self.protocol.prepare()

    # -- peers with links --

    def add_peer(self, identity: bytes) -> None:
        """Add a connected peer that has proved this identity."""
        if identity not in self.sync.peers:
            self.sync.peers[identity] = Peer(identity, seat=self.sync.seat_of(identity))
        self.setup.schedule_hello()

    def remove_peer(self, identity: bytes) -> None:
        """Remove a disconnected peer."""
        self.sync.peers.pop(identity, None)

    def report_notice(self, words: str) -> None:
        """Report a notice about the channels to the player of this seat."""
        self._reports.append(PlayerNotice(words))

    # -- datagrams and time --

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        """Queue a datagram; its bytes and its sender may be anything.

        `process` handles the queue, once for all datagrams that arrived together. A long queue is handled at once.
        """
        known = self.sync.peers.get(peer)
        if known is None:
            self.counters["strangers"] += 1
            return
        if self.linked and not known.may_send(self.sync.now):
            self.counters["of a chatterbox"] += 1
            return
        try:
            messages = wire.read(datagram)
        except BadEncodingError:
            self.counters["malformed"] += 1
            return
        self._arrived.append((known, messages))
        if len(self._arrived) == DATAGRAM_BATCH:
            self._process_queue()

    def set_time(self, now: float) -> None:
        """Set the current time, in seconds from any origin, without any other effect."""
        self.sync.outbox.now = max(now, self.sync.now)

    @property
    def due(self) -> float:
        """Time at which `process` must be called even if nothing arrives, to repeat messages that may be lost."""
        return self.sync.retransmission.due

    def tick(self, now: float) -> None:
        """Do what has become due at the time `now`; call this about every 20 ms, before `process`."""
        self._process_queue()
        self.sync.outbox.open_burst()
        owed = self.attendance.owed()
        if self.sync.tick(now, bool(owed)) and self.protocol is not None:
            self.protocol.repeat_messages()
            self.attendance.repeat_messages()
            self.gestures.repeat_messages()
        self.setup.tick(now)
        if self._streams and self._put_off < MAX_TICKS_PUT_OFF:
            self._put_off += 1
        else:
            self._put_off = 0
            self._advance()
        self._streams = False
        self.attendance.update(owed)

    def process(self, now: float) -> None:
        """Process the queue, sign what can be signed, and prepare the datagrams to send.

        Everything that was signed is made durable before it may be sent.
        """
        self.set_time(now)
        self._process_queue()
        if self._has_news:
            self._advance()
        self.sync.retransmission.process()
        if self.protocol is not None:
            self.protocol.own.make_durable()
        self._ready += self.sync.take_datagrams()

    def take_reports(self) -> list[Report]:
        """Return and clear the reports since the last call."""
        reports = self._reports[:]
        self._reports.clear()
        return reports

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """Return and clear the datagrams to send, each with its receiver."""
        ready, self._ready = self._ready, []
        return ready

    def _process_queue(self) -> None:
        """Process the queued datagrams."""
        if not self._arrived:
            return
        arrived, self._arrived = self._arrived, []
        if len(arrived) > 1:
            parts = [(peer, said) for peer, row in arrived for said in row if isinstance(said, wire.Part)]
            verify_arrived(self.feeds, parts, self.sync.now)
        for peer, messages in arrived:
            self.sync.outbox.open_burst(peer)
            self.attendance.note_received(peer.seat or self.sync.seat_of(peer.key))
            news = [self.handlers.process(peer, said) for said in messages]
            if any(news):
                far = self.sync.outbox.missing_count(peer) >= FAR_BEHIND
                self._streams = self._streams or far
                self._has_news = self._has_news or not far or self.feeds.unread_count >= UNREAD_BATCH * self.at.seats
                self.sync.catching_up.request_more()

    def _advance(self) -> None:
        self._has_news = False
        protocol = self.setup.begin_match()
        if protocol is not None:
            protocol.advance()

    # -- messages --

    def _on_part(self, peer: Peer, part: wire.Part) -> bool:
        new = self.sync.on_part(peer, part)
        for entry in new:
            self._entry_log.append(ChunkKind.ENTRY, entry.stored)
            self.attendance.note_received(entry.seat)
        for seat in sorted(self.feeds.broken.keys() - self._broken_kept):  # no peer may report it again
            self._broken_kept.add(seat)
            self._entry_log.append(ChunkKind.BROKEN, enc([seat, self.feeds.broken[seat]]))
            self._entry_log.sync()
        return bool(new) or bool(self.feeds.forks)

    def _on_heads(self, peer: Peer, heads: wire.Heads) -> bool:
        """Process a peer's heads; return True if the peer is no longer awaited after our restart.

        Nothing is signed before every peer has announced the number of our entries (part 15).
        """
        self.sync.on_heads(peer, heads)
        if peer.heads is None or self.protocol is None:
            return False
        told, held = peer.heads[self.seat - 1][0], len(self.feeds.feed_of(self.seat))
        if not self.setup.head.note_count(peer.key, told, held, self.sync.now):
            return False
        if told > held:
            self.counters["own entries told of and not shown"] += 1
        return not self.protocol.is_silenced

    def _on_soft(self, peer: Peer, soft: wire.Soft) -> bool:
        if self.protocol is None or not peer.is_trusted(self.sync.now):
            return False
        try:
            self.attendance.on_leave(soft)
            return self.gestures.on_soft(soft) or self.protocol.on_soft(soft)
        except BadSignature:
            peer.note_forgery()
            return False

    def _on_dispute(self, peer: Peer, said: wire.Fields | wire.StatePart) -> bool:
        if self.protocol is None:
            return False
        if self.linked and not peer.seat:
            self.counters["fields of no seat"] += 1
            return False
        return self.protocol.disputes.on_message(peer, said)
