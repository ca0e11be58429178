"""Our seat's part in a dispute about a state: it sends its state and compares the other one (PROTOCOL 4.5).

No seat signs anything more meanwhile. The match continues if the other state is corrected. Otherwise the seats that
agree may continue without the other, if they are enough. If they are too few, the match stops, and no culprit is
guessed. After the last step nothing stops: each seat has signed its result before.
"""

from __future__ import annotations

from collections import Counter

from net.match.events import FoundDesync, PlayerNotice, Verdict
from net.match.feed_reader import step_of
from net.match.readiness import Readiness
from net.match.state_machine import StateMachine
from net.proofs import evidence
from net.proofs.state_dispute import ANSWERS, PATIENCE, Dispute, first_difference, make_fields_message
from net.replication.messages import Fields, StatePart
from net.replication.peer_state import Peer
from net.replication.sync import Sync
from net.seat.misbehaviour import FaultMonitor, MatchControl

MAX_TOLD_DISPUTES = 3
"""Maximum number of disputes that a seat can begin with unsigned messages alone; each may take `PATIENCE`."""


class DisputeProtocol:
    """Our seat's part in the current dispute of a match, if there is one."""

    def __init__(
        self, table: StateMachine, ready: Readiness, sync: Sync, faults: FaultMonitor, play: MatchControl
    ) -> None:
        self._table = table
        self._ready = ready
        self._sync = sync
        self._faults = faults
        self._play = play
        self._dispute: Dispute | None = None
        self._settled: dict[int, int] = {}
        """The seats whose dispute was settled without them, each with the step of the last dispute."""
        self._told_disputes: Counter[int] = Counter()
        """Numbers of disputes that seats have begun without signing another state."""
        self._examined: tuple[int, tuple[int, ...]] = (0, ())
        """The step and the lengths of the feeds in which evidence was last looked for."""
        self._reported: set[int] = set()
        """The seats about which there is a desync report, because each report holds the log."""
        self._own_fields = Fields(b"", 0, ())
        self._own_digest = b""

    @property
    def is_open(self) -> bool:
        """True if there is a dispute now."""
        return self._dispute is not None

    def begin_if_states_differ(self) -> bool:
        """Begin a dispute if a seat signs or shows another state before this step; return True if one began."""
        step = self._table.step
        if not self._has_all_keys():
            return False
        differing = sorted(self._differing_seats() - self._settled_seats())
        words = f"seat {differing[0]} is in another state before step {step.t}" if differing else ""
        return bool(differing) and self.begin(differing[0], words)

    def _has_all_keys(self) -> bool:
        """Return True once all first entries are read; before that, the first state of a shared deck is incomplete."""
        return len(self._table.shares) == len(self._table.seats)

    def _differing_seats(self) -> set[int]:
        """Return the present seats that sign, show or tell of another state before the current step."""
        signed = {wrong.seat for wrong in self._table.other_states()}
        return (signed | self._telling_seats() | self._settled_seats()) & self._table.present

    def _signing_seats(self) -> set[int]:
        """Return the other seats that have signed another state, also in entries that are not yet read."""
        table = self._table
        signed = table.signed_digests(self._sync.feeds).items()
        unread = {seat for seat, digest in signed if digest != table.step.digest and seat != table.own_seat}
        return {wrong.seat for wrong in table.other_states()} | unread

    def _telling_seats(self) -> set[int]:
        """Return the present seats whose ready shows another state, and that have not begun too many disputes so.

        After the last step nobody has to be ready.
        """
        table, step = self._table, self._table.step
        if table.over:
            return set()
        differing = self._ready.differing_seats(step.t, step.digest, table.present)
        return {seat for seat in differing if self._told_disputes[seat] < MAX_TOLD_DISPUTES}

    def _settled_seats(self) -> set[int]:
        """Return the seats with which a dispute of the current step was settled."""
        return {seat for seat, t in self._settled.items() if t == self._table.step.t}

    def begin(self, seat: int, words: str) -> bool:
        """Begin a dispute with a seat whose state differs, and return True."""
        if seat not in self._signing_seats():
            self._told_disputes[seat] += 1
        self._dispute = Dispute(self._table, seat, words, self._sync.now)
        self.send_state()
        return True

    def send_state(self) -> None:
        """Send our state, even after the match has stopped, as some peers may not know of the dispute yet."""
        if self._dispute is None:
            return
        self._sync.queue_for_all(self.own_fields())
        if self._sync.now - self._dispute.since <= 2 * PATIENCE:
            for part in self._dispute.state_parts():
                self._sync.queue_for_all(part)

    def own_fields(self) -> Fields:
        """Return the message with the sub-digests of our state.

        It is computed once for each step, because a peer could make us compute it for every message.
        """
        step = self._table.step
        if (self._own_fields.t, self._own_digest) != (step.t, step.digest):
            self._own_fields, self._own_digest = make_fields_message(self._table), step.digest
        return self._own_fields

    def on_message(self, peer: Peer, message: Fields | StatePart) -> bool:
        """Process a message about a peer's state; return True if there is a dispute."""
        return self.on_fields(peer, message) if isinstance(message, Fields) else self.on_state(peer, message)

    def on_fields(self, peer: Peer, message: Fields) -> bool:
        """Compare a peer's sub-digests with ours, and answer if they differ; return True if there is a dispute."""
        if (message.match, message.t) != (self._table.match, self._table.step.t) or not self._has_all_keys():
            return False
        differs = bool(first_difference(self._table, self.own_fields(), message))
        if (differs or self._dispute is None) and peer.answers < ANSWERS:
            peer.answers += 1
            self._sync.queue(peer, self.own_fields())
            for part in self._dispute.state_parts() if self._dispute is not None else ():
                self._sync.queue(peer, part)
        known = self._dispute is not None or peer.seat in self._settled_seats()
        known = known or self._told_disputes[peer.seat] >= MAX_TOLD_DISPUTES
        if differs and not known and peer.seat in self._table.present and not self._play.stopped:
            self.begin(peer.seat, f"seat {peer.seat} tells of another state before step {message.t}")
        if self._dispute is not None:
            self._dispute.add_fields(peer.seat, message)
        return self._dispute is not None

    def on_state(self, peer: Peer, message: StatePart) -> bool:
        """Process a part of a peer's state; return True if there is a dispute.

        The part is ignored if there is none.
        """
        if self._dispute is not None:
            self._dispute.add_state_part(peer.seat, message)
        return self._dispute is not None

    def is_resolved(self) -> bool:
        """Return True if the other state now equals ours.

        Seats that have signed another state must then be left out of this step (4.5).
        """
        if self._dispute is None or not self._dispute.is_resolved or self._telling_seats():
            return False
        signing = self._signing_seats()
        return not signing or self._faults.can_continue_without(*signing)

    def close(self) -> None:
        """Close the dispute, as the states agree again.

        The seats that have signed another state are left out of the step.
        """
        signing = self._signing_seats()
        self._faults.convicted |= signing
        self._settled |= dict.fromkeys(signing, self._table.step.t)
        self._dispute = None

    def settle(self) -> bool:
        """Settle the dispute once it has had enough time; return True if the match continues without the other seat.

        The match stops unless a majority of the seats, none of them forked, can be in our state (4.5), or the last step
        is over. If a seat has signed two versions of an entry, this explains the difference better than an error in the
        rules (14.9). Otherwise no culprit is named.
        """
        dispute, feeds, step = self._dispute, self._sync.feeds, self._table.step
        if dispute is None or not (dispute.seat in self._settled or dispute.is_decidable(self._sync.now)):
            return False
        is_away = self._table.own_seat in self._table.away  # it may return, and complete the majority
        if self._table.over or is_away or self._has_majority(dispute):
            self._continue_without(dispute)
            return True
        if feeds.forks:
            fork = feeds.forks[min(feeds.forks)]
            words = "two versions of its entries led the table apart: what was played since is void"
            self._play.stop(Verdict(fork.seat, step_of(fork.first), "fork", words))
            return False
        self._report_desync(dispute)
        shown = {seat: s.digest for seat, s in self._ready.latest.items() if s.t == step.t}
        self._play.stop(dispute.verdict({**shown, **self._table.signed_digests(feeds)}))
        return False

    def _has_majority(self, dispute: Dispute) -> bool:
        return self._faults.can_continue_without(dispute.seat, *self._differing_seats())

    def has_enough_seats(self) -> bool:
        """Return True if seats have come back, so that a majority is in our state again."""
        dispute = self._dispute
        return bool(dispute and self._table.away and self._faults.can_read_on() and self._has_majority(dispute))

    def _report_desync(self, dispute: Dispute) -> None:
        """Report the two states of a dispute, once for each seat."""
        if dispute.seat in self._reported:
            return
        self._reported.add(dispute.seat)
        report = dispute.make_report(self._faults.cards, self._sync.feeds)
        self._play.reports.append(FoundDesync(dispute.seat, self._table.step.t, report))

    def _continue_without(self, dispute: Dispute) -> None:
        """Close a dispute without the other seat: it is not waited for, and can be left out (14)."""
        self.report_evidence()
        seat = dispute.seat
        if seat not in self._settled:
            self._report_desync(dispute)
            words = f"seat {seat} is in another state: the table can go on without it"
            self._play.reports.append(PlayerNotice(words))
        self._dispute, self._settled[seat] = None, self._table.step.t
        if seat in self._signing_seats():  # what is only told, the others may never have heard
            self._faults.convicted.add(seat)

    def report_evidence(self) -> None:
        """Report, during and after a dispute, the evidence against seats that have signed another state."""
        if self._dispute is not None:
            lengths = self._sync.feeds.lengths()
            if self._examined == (self._table.step.t, lengths):
                return  # each piece of evidence holds the log, which takes long to copy
            self._examined = self._table.step.t, lengths
            proven = [seat for seat in self._table.seats if self._faults.has_proven(seat, "digest")]
            for found in evidence.digest_evidence(self._faults.cards, self._sync.feeds, self._table, proven):
                self._faults.report_evidence(self._table.step.t, found)
        elif self._settled_seats():
            self._table.accuse_differing_seats()
            self._faults.report_new_faults()
