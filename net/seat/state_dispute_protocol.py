"""A seat's part in a dispute over two states: it sends its own and compares the other (PROTOCOL 4.5).

No seat signs anything more meanwhile. The match continues if the other state is corrected. Otherwise it stops, and no
culprit is guessed.
"""

from __future__ import annotations

from net.match.events import Desync, Verdict
from net.match.feed_reader import step_of
from net.match.readiness import Readiness
from net.match.state_machine import StateMachine
from net.proofs import evidence
from net.proofs.state_dispute import ANSWERS, PATIENCE, Dispute, first_difference, own_fields
from net.replication.messages import Fields, StatePart
from net.replication.peer_state import Peer
from net.replication.sync import Sync
from net.seat.misbehaviour import FaultMonitor, MatchControl


class DisputeProtocol:
    """Our seat's part in the dispute of a match, if there is one."""

    def __init__(
        self, table: StateMachine, ready: Readiness, sync: Sync, faults: FaultMonitor, play: MatchControl
    ) -> None:
        self._table = table
        self._ready = ready
        self._sync = sync
        self._faults = faults
        self._play = play
        self._dispute: Dispute | None = None

    @property
    def open(self) -> bool:
        """True if there is a dispute now."""
        return self._dispute is not None

    def begin(self, seat: int, words: str) -> bool:
        """Begin a dispute with a seat that has another state; return True."""
        self._dispute = Dispute(self._table, seat, words, self._sync.now)
        self.tell()
        return True

    def tell(self) -> None:
        """Send our state, even after the match has stopped, as some peers may not know of the dispute."""
        if self._dispute is None:
            return
        self._sync.say_all(own_fields(self._table))
        if self._sync.now - self._dispute.since <= 2 * PATIENCE:
            for part in self._dispute.state_parts():
                self._sync.say_all(part)

    def on_message(self, peer: Peer, said: Fields | StatePart) -> bool:
        """Process a message about a peer's state; return True if there is a dispute."""
        return self.on_fields(peer, said) if isinstance(said, Fields) else self.on_state(peer, said)

    def on_fields(self, peer: Peer, told: Fields) -> bool:
        """Process a peer's fields, and answer if they differ from ours; return True if there is a dispute."""
        if (told.match, told.t) != (self._table.match, self._table.step.t):
            return False
        differs = bool(first_difference(self._table, told))
        if (differs or self._dispute is None) and peer.answers < ANSWERS:
            peer.answers += 1
            self._sync.say(peer, own_fields(self._table))
            for part in self._dispute.state_parts() if self._dispute is not None else ():
                self._sync.say(peer, part)
        if differs and self._dispute is None and peer.seat in self._table.present and not self._play.stopped:
            self.begin(peer.seat, f"seat {peer.seat} tells of another state before step {told.t}")
        if self._dispute is not None:
            self._dispute.hear(peer.seat, told)
        return self._dispute is not None

    def on_state(self, peer: Peer, told: StatePart) -> bool:
        """Process a part of a peer's state; return True if there is a dispute.

        A part counts only during a dispute.
        """
        if self._dispute is not None:
            self._dispute.hear_state(peer.seat, told)
        return self._dispute is not None

    def mended(self) -> bool:
        """Return True if the other state now equals ours.

        Seats that have signed another state must be left out of this step (4.5).
        """
        step = self._table.step
        if self._dispute is None or not self._dispute.agrees:
            return False
        differ = self._ready.differing(step.t, step.digest, self._table.present)
        return not differ and all(map(self._faults.goes_without, self._signed_wrongly()))

    def close(self) -> None:
        """Close the dispute, as the states agree again."""
        self._faults.convicted |= self._signed_wrongly()
        self._dispute = None

    def _signed_wrongly(self) -> set[int]:
        """Return the seats that have signed another state before this step."""
        return {found.seat for found in evidence.of_digests(self._faults.cards, self._sync.feeds, self._table)}

    def settle(self) -> None:
        """Stop the match if the dispute has had enough time.

        If a seat has signed two versions of an entry, this explains the difference better than any rule (14.9).
        Otherwise no culprit is guessed.
        """
        dispute, feeds = self._dispute, self._sync.feeds
        if dispute is None or not dispute.ripe(self._sync.now):
            return
        if feeds.forks:
            fork = feeds.forks[min(feeds.forks)]
            words = "two versions of its entries led the table apart: what was played since is void"
            self._play.stop(Verdict(fork.seat, step_of(fork.first), "fork", words))
            return
        step = self._table.step
        shown = {seat: s.digest for seat, s in self._ready.shown.items() if s.t == step.t}
        self._play.reports.append(Desync(dispute.seat, step.t, dispute.report(self._faults.cards, feeds)))
        self._play.stop(dispute.verdict({**shown, **self._table.digests(feeds)}))

    def prove(self) -> None:
        """Report, during a dispute, the evidence against seats that have signed another state."""
        if self._dispute is not None:
            for found in evidence.of_digests(self._faults.cards, self._sync.feeds, self._table):
                self._faults.prove(self._table.step.t, found)
