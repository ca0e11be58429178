"""Faults that a peer finds during a match: forks, false links, invalid entries.

Each fault is reported once, with its proof. If the fault may block the step, the others must continue without the seat
at fault. If they are too few for that, the match stops (PROTOCOL 11.4, 14, 16).
"""

from __future__ import annotations

from typing import Protocol

from net.match.events import Accused, Proof, Report, Verdict
from net.match.feed_reader import ProtocolFault, step_of
from net.match.genesis import SignedCard
from net.match.state_machine import StateDiffers, StateMachine
from net.proofs import evidence
from net.proofs.evidence import Evidence
from net.proofs.state_dispute import PATIENCE
from net.replication.feeds import Fork
from net.replication.sync import Sync


class MatchControl(Protocol):
    """Interface to the match: its reports, and a way to stop it."""

    reports: list[Report]

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign."""

    def stop(self, verdict: Verdict) -> None:
        """Stop the match with this verdict."""

    def read_on(self) -> None:
        """Continue to read the feeds; raise `StateDiffers` and `ProtocolFault`."""


class FaultMonitor:
    """Monitor of the faults of other seats in a match, as far as this peer knows them."""

    def __init__(self, table: StateMachine, seat: int, sync: Sync, play: MatchControl) -> None:
        self.table = table
        self.seat = seat
        self.cards: tuple[SignedCard, ...] = ()
        self.convicted: set[int] = set()
        """The seats that have signed an invalid entry that may block a step."""
        self.left_with = 0
        """The seat for whose fault the match stopped, as too few seats were there to continue without it.

        The value is 0 if there is none.
        """
        self._sync = sync
        self._play = play
        self._proven: set[tuple[int, int, str]] = set()
        self._told = 0
        self._forks_told: set[int] = set()
        self._broken_told: set[int] = set()
        self._unlinked_since: dict[int, float] = {}

    def find(self) -> None:
        """Report the faults that the entries in the feeds show."""
        self._find_forks()
        if self._sync.feeds.unlinked:
            self._find_unlinked()
        if self._sync.feeds.broken:
            self._find_broken()

    def _find_forks(self) -> None:
        """Report each new fork: send both versions to all peers, and tell the client who signed them (11.4)."""
        if len(self._forks_told) == len(self._sync.feeds.forks):
            return
        for seat, fork in sorted(self._sync.feeds.forks.items()):
            if seat not in self._forks_told:
                self._forks_told.add(seat)
                self._sync.outbox.push_fork(seat)
                self.table.forked = frozenset(self._sync.feeds.forks)
                self._on_fork(fork)

    def _on_fork(self, fork: Fork) -> None:
        steps = [step for step in map(step_of, (fork.first, fork.second)) if step]
        t = min(steps, default=self.table.step.t)
        words = f"two versions of its entry {fork.first.seq} (may be a restored copy)"
        if fork.first.seq == 0 and not self._play.stopped:  # the shares differ: the table must join again
            self.prove(0, evidence.of_fork(self.cards, fork))
            self._play.stop(Verdict(fork.seat, 0, "fork", words))
        else:
            self._report_fault(fork.seat, t, "fork", words, evidence.of_fork(self.cards, fork), blocks=True)

    def _find_unlinked(self) -> None:
        """Report an entry that names a wrong predecessor, unless the fork behind it becomes known soon."""
        for seat, entry in sorted(self._sync.feeds.unlinked.items()):
            since = self._unlinked_since.setdefault(seat, self._sync.now)
            if seat in self._sync.feeds.forks or since < 0 or self._sync.now - since < PATIENCE:
                continue
            self._unlinked_since[seat] = -1.0
            found = evidence.of_unlinked(self.cards, self.table.genesis, self._sync.feeds.of(seat), entry)
            words = f"its entry {entry.seq} does not follow from its entry {entry.seq - 1}"
            self._sync.outbox.push_unlinked(entry)
            self._report_fault(seat, self.table.step.t, "form", words, found, blocks=True)

    def _find_broken(self) -> None:
        """Report signed bytes that begin like an entry but are invalid."""
        for seat, stored in sorted(self._sync.feeds.broken.items()):
            if seat not in self._broken_told:
                self._broken_told.add(seat)
                found = evidence.of_broken(self.cards, seat, stored)
                self._report_fault(seat, self.table.step.t, "form", evidence.NO_ENTRY, found, blocks=True)

    def tell(self) -> None:
        """Report the evidence of each new fault; stop the match where it cannot continue without that seat."""
        if len(self.table.accusations) == self._told:
            return
        new = self.table.accusations[self._told :]
        self._told += len(new)
        for wrong in new:
            found = evidence.of_wrong(self.cards, self._sync.feeds, self.table, wrong)
            self._report_fault(wrong.seat, wrong.t, wrong.kind, wrong.words, found, wrong.kind in ("form", "vote"))
            shared = self.table.shared
            if shared is not None and shared.stuck(self.table.state) and not self._play.stopped:
                self._play.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))  # too few can open its cards

    def _report_fault(self, seat: int, t: int, kind: str, words: str, found: Evidence | None, blocks: bool) -> None:
        """Report a fault; stop the match if the fault may block the step and the other seats are too few."""
        self.prove(t, found)
        if blocks:
            self.convicted.add(seat)
        if blocks and not self._play.stopped and not self.goes_without(seat):
            self.left_with = seat
            self._play.stop(Verdict(seat, t, kind, words))
        elif not self._play.stopped:
            self._play.reports.append(Accused(seat, t, kind, words))

    def prove(self, t: int, found: Evidence | None) -> None:
        """Report a piece of evidence, once for each fault."""
        if found is not None and (found.seat, t, found.kind) not in self._proven:
            self._proven.add((found.seat, t, found.kind))
            self._play.reports.append(Proof(found.seat, t, found.kind, found.pack()))

    def goes_without(self, seat: int) -> bool:
        """Return True if the other seats are enough to continue without this one (14)."""
        here = (self.table.present | self.table.step.book.returned) - {seat} - self.table.forked
        return seat != self.seat and len(self.table.seats) > 2 and len(here) >= self.table.quorum

    def has_company(self) -> bool:
        """Return True if a match that stopped for lack of seats can continue, as enough have returned.

        A seat that returns counts itself among these seats and does not stop. So all seats must count it, in whatever
        order the messages arrive.
        """
        try:
            self._play.read_on()
        except (StateDiffers, ProtocolFault):
            return False
        return self.goes_without(self.left_with)
