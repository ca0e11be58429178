"""Driver: one seat's whole part in a match, without a clock, a socket or a task (PROTOCOL part 4).

Bytes come in through `receive`, time through `tick`, and decisions from a player or through `decide`. The caller takes
out datagrams and reports. The same object plays over sockets, over the simulated network and in one process.

driver = Driver(at, MemoryStore(), peers=[2, 3], player=bot)
driver.tick(now)
for peer, datagram in driver.take_datagrams(): ...
driver.receive(datagram, peer)
for report in driver.take_reports(): ...

The entries that a seat still has to sign follow from its own feed. So a driver that is restarted over the same store
resumes at the end of the feed (PROTOCOL part 15).
"""

from __future__ import annotations

from collections.abc import Iterable

from core.engine.codec import BadBytes, enc
from core.engine.game import Decision
from net.crypto.primitives import Forged
from net.match.events import Owed, PlayerNotice, Report
from net.match.feed_reader import MAX_CHAT, MAX_CHATS
from net.replication import messages as wire
from net.replication.batch_verification import look_ahead
from net.replication.catch_up import FAR_BEHIND
from net.replication.entries import Entry
from net.replication.entry_log import ChunkKind
from net.replication.feeds import MAX_UNREAD_ENTRIES
from net.replication.message_table import Handlers
from net.replication.peer_state import Peer, PeerKey
from net.seat.absence import AbsenceView
from net.seat.protocol import MatchProtocol, NotAsked
from net.seat.setup import SeatSetup
from net.seat.view import HELLO_EVERY
from net.text.normalization import to_nfc

UNREAD_BATCH = MAX_UNREAD_ENTRIES // 2
"""Number of unread entries per seat at which a seat far behind continues to read its feeds.

Such a seat answers no last step meanwhile.
"""
MAX_TICKS_PUT_OFF = 10
"""Maximum number of ticks by which reading is put off; a tick without new entries ends the wait."""
DATAGRAM_BATCH = 8
"""Number of queued datagrams processed as one batch, with signatures checked on two cores."""
MAX_ADDRESSES = 64
"""Maximum number of addresses of seats that are accepted between two ticks."""
NEED_NO_THOUGHT = ("seal", "reveal", "vote", "cut", "result")


class Driver(SeatSetup):
    """Driver of one seat of a match."""

    def take_reports(self) -> list[Report]:
        """Return the reports since the last call of this method."""
        self._settle()
        reports, self._reports = self._reports, []
        if self.play is not None and self.play.reports:
            reports += self.play.reports
            self.play.reports = []
        return reports

    def take_datagrams(self) -> list[tuple[PeerKey, bytes]]:
        """Return the datagrams to send; everything that was signed is made durable first."""
        self._settle()
        if self.play is not None and self.play.own.unsafe:
            self._store.sync()
            self.play.own.unsafe = False
        return self.sync.take_datagrams()

    def _new_handlers(self) -> Handlers[Peer]:
        on = Handlers[Peer]()
        on.on(wire.Heads, self._on_heads)
        on.on(wire.Part, self._on_part)
        on.on(wire.Want, self._on_want)
        on.on(wire.Soft, self._on_soft)
        on.on(wire.Fields, self._on_fields)
        on.on(wire.Hello, self._on_hello)
        on.on(wire.Card, self._on_card)
        on.on(wire.StatePart, self._on_state)
        on.on(wire.Where, self._on_where)
        return on

    # -- client actions --

    def decide(self, decision: Decision) -> None:
        """Submit our decision; raise `NotAsked`, or `IllegalDecision` when the rules reject it."""
        if self.play is None:
            raise NotAsked("the match has not begun")
        self.play.decide(decision)

    def take_back(self) -> bool:
        """Withdraw a decision that still waits for the other seats; return True if it was withdrawn.

        Returns False if there is no decision, or if it has been committed.
        """
        return self.play is not None and self.play.take_back()

    def propose(self, W: Iterable[int] | None) -> None:
        """Show the motion to continue as the seats W, or withdraw it if W is None.

        A motion binds nobody. When all seats of W show it, they vote. Raises `NotAsked` before the match, and
        `ValueError` if W is not among the `possible` sets of seats.
        """
        if self.play is None or self.stopped:
            raise NotAsked("there is no match to go on with")
        self._moved_at = self.sync.now
        self.play.propose(tuple(sorted(W or ())))

    def end(self, what: int) -> None:
        """Agree to end the match (`AGREES`), withdraw the agreement (0), or concede for good (`CONCEDES`).

        The declaration counts with our commit of a step (PROTOCOL 14.11, 14.12). Raises `NotAsked` before the match.
        """
        if self.play is None or self.stopped:
            raise NotAsked("there is no match to end")
        self.play.wish_end(what)

    def adjourn(self) -> None:
        """Tell the other seats that our seat wishes to adjourn.

        The wish changes nothing, as every seat may stop at any moment and resume later.
        """
        self._may_speak()
        self.play.own.adjourn()  # type: ignore[union-attr]
        self._advance()

    def come_back(self) -> None:
        """Bring our seat back into the match.

        A policy, or a seat without one, does so automatically.
        """
        if self.play is not None:
            self.play.come_back()

    def say_goodbye(self) -> None:
        """Tell the other seats that this program ends before the match does."""
        if self.leaves is not None and self.play is not None and not self.stopped:
            self.sync.say_all(self.leaves.show(self.play.table.step.t, True))

    def _may_speak(self) -> None:
        if self.play is None or not self.feeds.of(self.seat) or self.play.silent:
            raise NotAsked("the match has not begun")
        if self.play.table.readings[self.seat].chats >= MAX_CHATS:
            raise ValueError(f"{MAX_CHATS} lines are enough before the next step")
        if not self.play.table.readings[self.seat].has_room(2):  # the other half is reserved for votes and seals
            raise ValueError("that is enough talk before the next step")

    def chat(self, text: str, to: int = 0) -> None:
        """Send a line of chat to all seats, or to one other seat; it never reaches the engine."""
        self._may_speak()
        text = to_nfc(text)
        if not 0 < len(text.encode()) <= MAX_CHAT:
            raise ValueError(f"a line has 1-{MAX_CHAT} bytes")
        if to and (to == self.seat or to not in self.feeds.seats):
            raise ValueError("a private line is for another seat")
        own = self.play.own  # type: ignore[union-attr]
        if to:
            own.chat_to(to, text)
        else:
            own.chat(text)
        self._advance()

    def prepare(self) -> None:
        """Compute the next step's seal point and proof while there is nothing else to do."""
        if self.play is not None and not self.play.stopped and not self._streams:
            table = self.play.table
            revealed = table.readings[self.seat].at(table.step.t).revealed >= 0
            self.play.own.keys.step(table.step.t + revealed)

    # -- peers with links --

    def meet(self, identity: bytes) -> None:
        """Add a connected peer that has proved this identity."""
        if identity not in self.sync.peers:
            self.sync.peers[identity] = Peer(identity, seat=self._seats().get(identity, 0))
        self._hello_at = -HELLO_EVERY
        self.sync.resync()

    def part(self, identity: bytes) -> None:
        """Remove a disconnected peer."""
        self.sync.peers.pop(identity, None)

    def say_where(self, identity: bytes, seat: int, address: bytes) -> None:
        """Send a peer the address at which our seat has a channel to another seat."""
        peer = self.sync.peers.get(identity)
        if peer is not None:
            self.sync.say(peer, wire.Where(self.feeds.match, seat, address))

    def tell(self, words: str) -> None:
        """Report a notice about the channels to the person at this seat."""
        self._reports.append(PlayerNotice(words))

    # -- datagrams and time --

    def receive(self, datagram: bytes, peer: PeerKey) -> None:
        """Queue a datagram, which may have any bytes and any sender.

        The queue is processed when reports or datagrams are taken, once for all datagrams that arrived together.
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
        if len(self._arrived) == DATAGRAM_BATCH:
            self._take_in()

    def _take_in(self) -> None:
        """Process the queued datagrams."""
        if not self._arrived:
            return
        arrived, self._arrived = self._arrived, []
        if len(arrived) > 1:
            parts = [(peer, said) for peer, row in arrived for said in row if type(said) is wire.Part]
            look_ahead(self.feeds, parts, self.sync.now)
        for peer, messages in arrived:
            self.sync.open_burst(peer)
            self._heard_at[peer.seat or self._seat_of(peer.key)] = self.sync.now
            news = [self._handlers.process(peer, said) for said in messages]
            if any(news):
                far = self.sync.lacks(peer) >= FAR_BEHIND
                self._streams = self._streams or far
                self._has_news = self._has_news or not far or self.feeds.unread >= UNREAD_BATCH * self.at.seats
                self.sync.catching_up.go_on(self.sync)

    def pass_time(self, now: float) -> None:
        """Set the time to `now`, without any action except those that `due` announced."""
        self.sync.now = max(now, self.sync.now)

    @property
    def due(self) -> float:
        """Time at which datagrams must be taken even if nothing arrives, as a message may have been lost."""
        return self.sync.due

    def tick(self, now: float) -> None:
        """Advance the time to `now`, in seconds from any origin; the caller should do so about every 20 ms."""
        self._take_in()
        self.sync.open_burst()
        owed = self.owed()
        if self.sync.tick(now, bool(owed)) and self.play is not None:
            self.play.repeat()
            self._repeat_leaves()
        if (self.play is None or self.play.silent or self._nameless()) and now - self._hello_at >= HELLO_EVERY:
            self._hello_at = now
            self.sync.say_all(self._hello())
        if self._streams and self._put_off < MAX_TICKS_PUT_OFF:
            self._put_off += 1
        else:
            self._put_off = 0
            self._advance()
        self._streams = False
        self._wait_for(owed)

    def _wait_for(self, owed: list[Owed]) -> None:
        """Note the time since which each seat is awaited, and let the policy choose its motion."""
        play, now = self.play, self.sync.now
        if play is None:
            return
        t = play.table.step.t
        quick = {seat for seat, what in owed if what in NEED_NO_THOUGHT}
        keys = [(seat, t, seat in quick) for seat, _ in owed]
        self._waiting = {key: self._waiting.get(key, now) for key in keys}
        play.returns = self.policy is None or self.policy.returns
        play.end.follows = self.policy is not None
        if self.policy is None or play.stopped or self.at.seats <= 2 or not (owed or self.motions):
            return
        W = self.policy.motion(self._absence_view(play, owed))
        may = self.seat in W and play.table.step.book.may_go_on(W)
        if play.motions.of(self.seat) != W and (not W or may):
            self.propose(W)

    def _absence_view(self, play: MatchProtocol, owed: list[Owed]) -> AbsenceView:
        table, now = play.table, self.sync.now
        owing = play.owed()
        agreed = {seat for W in self.motions.values() if play.motions.carried(W) for seat in W}
        return AbsenceView(
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

    def _on_part(self, peer: Peer, part: wire.Part) -> bool:
        return self._on_entries(self.sync.on_part(peer, part))

    def _on_heads(self, peer: Peer, heads: wire.Heads) -> bool:
        self.sync.on_heads(peer, heads)
        return self._on_own_head(peer)

    def _on_want(self, peer: Peer, want: wire.Want) -> None:
        if self.sync.on_want(peer, want) and self.linked:
            self.sought.add((peer.key, want.seat))  # type: ignore[arg-type]

    def _on_where(self, peer: Peer, where: wire.Where) -> None:
        if self.linked and peer.seat and where.match == self.feeds.match and len(self.told_where) < MAX_ADDRESSES:
            self.told_where.append((peer.key, where.address))  # type: ignore[arg-type]

    def _on_fields(self, peer: Peer, fields: wire.Fields) -> bool:
        return self.play is not None and self._may_dispute(peer) and self.play.disputes.on_fields(peer, fields)

    def _on_state(self, peer: Peer, part: wire.StatePart) -> bool:
        return self.play is not None and self._may_dispute(peer) and self.play.disputes.on_state(peer, part)

    def _may_dispute(self, peer: Peer) -> bool:
        if self.linked and not peer.seat:
            self.counters["fields of no seat"] += 1
            return False
        return True

    def _on_soft(self, peer: Peer, soft: wire.Soft) -> bool:
        if self.play is None or not peer.trusted(self.sync.now):
            return False
        try:
            self._hear_leave(soft)
            return self.play.on_soft(soft)
        except Forged:
            peer.forged()
            return False

    def _hear_leave(self, soft: wire.Soft) -> None:
        """Process a seat's notice that its program ends or has come back; raise `Forged`."""
        if self.leaves is None or self.play is None or self.leaves.holds(soft):
            return
        seat = self.leaves.hear(soft)
        if seat and self.leaves.shown[seat].gone and not self.stopped:
            self.tell(f"{self.play.table.genesis.names[seat - 1]} has left.")
        if self.leaves.outdated:  # sent before a restart
            self.sync.say_all(self.leaves.show(self.play.table.step.t, False))

    def _repeat_leaves(self) -> None:
        """Send the current leave messages again with the heads, as they are in no feed."""
        for soft in self.leaves.current() if self.leaves is not None else ():
            self.sync.say_all(soft)

    def _on_entries(self, new: list[Entry]) -> bool:
        for entry in new:
            self._store.append(ChunkKind.ENTRY, entry.stored)
            self._heard_at[entry.seat] = self.sync.now
        for seat in sorted(self.feeds.broken.keys() - self._broken_kept):  # no peer may report it again
            self._broken_kept.add(seat)
            self._store.append(ChunkKind.BROKEN, enc([seat, self.feeds.broken[seat]]))
            self._store.sync()
        return bool(new) or bool(self.feeds.forks)

    def _on_own_head(self, peer: Peer) -> bool:
        """Process a peer's count of our entries; return True if the peer is no longer awaited.

        Nothing is signed before every peer has sent a count (part 15).
        """
        if peer.heads is None or self.play is None:
            return False
        told, held = peer.heads[self.seat - 1][0], len(self.feeds.of(self.seat))
        if not self._own_head.hear(peer.key, told, held, self.sync.now):
            return False
        if told > held:
            self.counters["own entries told of and not shown"] += 1
        self._tell_unheard()
        return not self.play.silent

    def _settle(self) -> None:
        """Do everything that has become possible with the datagrams since the last call."""
        self._take_in()
        if self._has_news:
            self._advance()

    def _advance(self) -> None:
        self._has_news = False
        if self._refusal is None and (self.play is not None or self._sit_down()) and self.play is not None:
            self.play.advance()
