"""Faults that a peer finds during a match: forks, wrong links and invalid entries.

Each fault is reported once, with its proof. If the fault may block the step, the others must continue without the seat
at fault. If they are too few for that, the match stops (PROTOCOL 11.4, 14, 16).
"""

from __future__ import annotations

from typing import Protocol

from net.match.events import Accusation, FoundEvidence, Report, Verdict
from net.match.feed_reader import ProtocolFault, step_of
from net.match.genesis import SignedCard
from net.match.state_machine import StateMachine
from net.proofs import evidence
from net.proofs.evidence import Evidence
from net.proofs.state_dispute import PATIENCE
from net.replication.entries import Kind
from net.replication.feeds import Fork
from net.replication.sync import Sync

MAX_EVIDENCE = 5
"""Maximum number of evidence files about one kind of fault of one seat in a match.

A limit for all kinds together would let a seat hide a fault behind many harmless ones.
"""


class MatchControl(Protocol):
    """Interface to the match for reporting faults and for stopping it."""

    reports: list[Report]

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign."""

    def stop(self, verdict: Verdict) -> None:
        """Stop the match with this verdict."""

    def continue_reading(self) -> None:
        """Continue to read the feeds; raise `ProtocolFault`."""


class FaultMonitor:
    """Monitor of the faults of other seats."""

    def __init__(self, table: StateMachine, seat: int, sync: Sync, play: MatchControl) -> None:
        self.table = table
        self.seat = seat
        self.cards: tuple[SignedCard, ...] = ()
        self.convicted: set[int] = set()
        """The seats that have signed an invalid entry that may block a step, or are in another state."""
        self.blocked_by = 0
        """The seat for whose fault the match stopped, as too few seats were there to continue without it.

        The value is 0 if there is none.
        """
        self._sync = sync
        self._play = play
        self._proven: set[tuple[int, int, str]] = set()
        """The reported evidence: seat, step and kind of the fault; the step is 0 where one file per seat is enough."""
        self._reported = 0
        self.early_fork: Fork | None = None
        """The fork of a first entry that has stopped the match here, as long as the others may have other versions."""
        self._reported_forks: dict[int, Fork] = {}
        self._reported_broken: set[int] = set()
        self._unlinked_since: dict[int, float] = {}

    def find_faults(self) -> None:
        """Report new faults that the entries in the feeds show."""
        self._find_forks()
        if self._sync.feeds.unlinked:
            self._find_unlinked()
        if self._sync.feeds.broken:
            self._find_broken()

    def _find_forks(self) -> None:
        """Report each new fork, and send all its versions to all peers (11.4).

        A fork of the first entry is reported even after another fork of the same seat: it concerns the shares of all.
        """
        forks = {**self._sync.feeds.forks, **self._sync.feeds.rekeyed}
        if self._reported_forks == forks:
            return
        for seat, fork in sorted(forks.items()):
            if self._reported_forks.get(seat) != fork:
                self._reported_forks[seat] = fork
                self._sync.outbox.push_fork(seat)
                self.table.forked = frozenset(forks)
                self._on_fork(fork)

    def _on_fork(self, fork: Fork) -> None:
        steps = [step for step in map(step_of, (fork.first, fork.second)) if step]
        t = min(steps, default=self.table.step.t)
        words = f"two versions of its entry {fork.first.seq} (may be a restored copy)"
        is_early = fork.first.seq == 0 and not self.has_common_entry(fork.seat)  # else the shares of all are alike
        if is_early and not self._play.stopped:  # the shares differ: the table must join again
            self.report_evidence(0, evidence.fork_evidence(self.cards, fork))
            self.early_fork = fork
            self._play.stop(Verdict(fork.seat, 0, "fork", words))
        else:
            self._report_fault(fork.seat, t, "fork", words, evidence.fork_evidence(self.cards, fork), blocks=True)

    def has_common_entry(self, seat: int) -> bool:
        """Return True if reveals show that the others have agreed on one version of this seat's first entry.

        A reveal follows seals that name commits, and a commit follows from one version. Our own reveal shows it, or
        those of more other seats than can be cheats.
        """
        others = [other for other in self.table.seats if other != seat]
        feeds = self._sync.feeds
        shown = {other for other in others if any(entry.kind == Kind.REVEAL for entry in feeds.feed_of(other))}
        return self.seat in shown or len(shown) >= max(1, len(self.table.seats) - self.table.quorum)

    def may_lack_share(self, seat: int) -> bool:
        """Return True if the others have begun, so that it is too late to join again for a wrong share (3.5).

        Our seat then takes part, and only cannot help to rebuild a seal of the seat that gave it the wrong share.
        """
        return self.table.shared is None and len(self.table.seats) > 2 and self.has_common_entry(seat)

    def resumes_after_early_fork(self) -> bool:
        """Return True, once, if the match goes on in spite of a fork of a first entry that had stopped it here."""
        fork = self.early_fork
        if fork is None or not self.has_common_entry(fork.seat):
            return False
        self.early_fork = None
        self.convicted.add(fork.seat)
        if not self.can_continue_without(fork.seat):
            self.blocked_by = fork.seat
            return False
        return True

    def _find_unlinked(self) -> None:
        """Report an entry that contradicts its predecessor, unless the fork behind it becomes known soon."""
        for seat, entry in sorted(self._sync.feeds.unlinked.items()):
            since = self._unlinked_since.setdefault(seat, self._sync.now)
            if seat in self._sync.feeds.forks or since < 0 or self._sync.now - since < PATIENCE:
                continue
            self._unlinked_since[seat] = -1.0
            found = evidence.unlinked_evidence(self.cards, self.table.genesis, self._sync.feeds.feed_of(seat), entry)
            words = f"its entry {entry.seq} does not follow from its entry {entry.seq - 1}"
            self._sync.outbox.push_unlinked(entry)
            self._report_fault(seat, self.table.step.t, "form", words, found, blocks=True)

    def _find_broken(self) -> None:
        """Report signed invalid bytes that begin like an entry."""
        for seat, stored in sorted(self._sync.feeds.broken.items()):
            if seat not in self._reported_broken:
                self._reported_broken.add(seat)
                found = evidence.broken_evidence(self.cards, seat, stored)
                self._report_fault(seat, self.table.step.t, "form", evidence.NO_ENTRY_TEXT, found, blocks=True)

    def report_new_faults(self) -> None:
        """Report new faults with their evidence; stop the match if it cannot continue without the seat at fault."""
        if len(self.table.accusations) == self._reported:
            return
        new = self.table.accusations[self._reported :]
        self._reported += len(new)
        for wrong in new:
            found = evidence.fault_evidence(self.cards, self._sync.feeds, self.table, wrong)
            self._report_fault(wrong.seat, wrong.t, wrong.kind, wrong.words, found, wrong.kind in ("form", "vote"))
            shared = self.table.shared
            if shared is not None and shared.is_stuck(self.table.state) and not self._play.stopped:
                self._play.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))  # too few can open its cards

    def _report_fault(self, seat: int, t: int, kind: str, words: str, found: Evidence | None, blocks: bool) -> None:
        """Report a fault; stop the match if the fault may block the step and the other seats are too few."""
        self.report_evidence(t, found)
        if blocks:
            self.convicted.add(seat)
        if blocks and not self._play.stopped and not self.can_continue_without(seat):
            self.blocked_by = seat
            self._play.stop(Verdict(seat, t, kind, words))
        elif not self._play.stopped:
            self._play.reports.append(Accusation(seat, t, kind, words))

    def report_evidence(self, t: int, found: Evidence | None) -> None:
        """Report evidence, once for each fault; do nothing for None.

        Evidence that holds the log is reported once for each seat and kind. A seat could return and sign another state
        in every step, and each file would hold the whole log.
        """
        if found is None:
            return
        what = (found.seat, 0 if found.feeds else t, found.kind)
        alike = sum((seat, kind) == (found.seat, found.kind) for seat, _, kind in self._proven)
        if what not in self._proven and alike < MAX_EVIDENCE:
            self._proven.add(what)
            self._play.reports.append(FoundEvidence(found.seat, t, found.kind, found.pack()))

    def has_proven(self, seat: int, kind: str) -> bool:
        """Return True if evidence of this kind of fault of a seat has been reported."""
        return any((proven, what) == (seat, kind) for proven, _, what in self._proven)

    def can_continue_without(self, *seats: int) -> bool:
        """Return True if the other seats are enough to continue without these (14)."""
        here = (self.table.present | self.table.step.votes.returned) - set(seats) - self.table.forked
        return self.seat not in seats and len(self.table.seats) > 2 and len(here) >= self.table.quorum

    def has_enough_seats(self) -> bool:
        """Return True if enough seats have returned for a match that had stopped for lack of seats.

        A seat that returns counts itself and does not stop. Therefore all seats must count it, in whatever order the
        messages arrive.
        """
        return self.can_read_on() and self.can_continue_without(self.blocked_by)

    def can_read_on(self) -> bool:
        """Continue to read the feeds; return False if a first entry in them is false."""
        try:
            self._play.continue_reading()
        except ProtocolFault:
            return False
        return True
