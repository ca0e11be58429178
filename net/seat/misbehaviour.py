"""Faults that come to light while a match is played: forks, false links, entries that do not follow.

Each is told once, with what proves it. Where it may hold the step up, and the others are too few to go on without its
seat, the match stops (PROTOCOL 11.4, 14, 16).
"""

from __future__ import annotations

from typing import Protocol

from net.match.events import Accused, Proof, Report, Verdict
from net.match.feed_reader import Wrong, step_of
from net.match.genesis import Signed
from net.match.state_machine import Differs, Table
from net.proofs import evidence
from net.proofs.evidence import Evidence
from net.proofs.state_dispute import PATIENCE
from net.replication.feeds import Fork
from net.replication.sync import Sync


class Conduct(Protocol):
    """Whoever plays: what it has to tell, and how it stops."""

    reports: list[Report]

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be signed."""

    def stop(self, verdict: Verdict) -> None:
        """Stops with a verdict."""

    def read_on(self) -> None:
        """Reads on in the feeds; raises `Differs` and `Wrong`."""


class Faults:
    """What other seats of a match have signed that does not follow, as far as it is known here."""

    def __init__(self, table: Table, seat: int, sync: Sync, play: Conduct) -> None:
        self.table = table
        self.seat = seat
        self.cards: tuple[Signed, ...] = ()
        self.convicted: set[int] = set()
        """The seats that have signed what may hold a step up."""
        self.left_with = 0
        """The seat for whose fault the match stopped because too few were there to go on without it."""
        self._sync = sync
        self._play = play
        self._proven: set[tuple[int, int, str]] = set()
        self._told = 0
        self._forks_told: set[int] = set()
        self._broken_told: set[int] = set()
        self._unlinked_since: dict[int, float] = {}

    def find(self) -> None:
        """Tells of what the feeds show by themselves."""
        self._find_forks()
        if self._sync.feeds.unlinked:
            self._find_unlinked()
        if self._sync.feeds.broken:
            self._find_broken()

    def _find_forks(self) -> None:
        """Tells of every new fork: both versions to all peers, and who signed them to the client (11.4)."""
        if len(self._forks_told) == len(self._sync.feeds.forks):
            return
        for seat, fork in sorted(self._sync.feeds.forks.items()):
            if seat not in self._forks_told:
                self._forks_told.add(seat)
                self._sync.push_fork(seat)
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
            self._accuse(fork.seat, t, "fork", words, evidence.of_fork(self.cards, fork), blocks=True)

    def _find_unlinked(self) -> None:
        """A seat's entry names another predecessor: the fork shows soon, or else the link is simply false."""
        for seat, entry in sorted(self._sync.feeds.unlinked.items()):
            since = self._unlinked_since.setdefault(seat, self._sync.now)
            if seat in self._sync.feeds.forks or since < 0 or self._sync.now - since < PATIENCE:
                continue
            self._unlinked_since[seat] = -1.0
            found = evidence.of_unlinked(self.cards, self.table.genesis, self._sync.feeds.of(seat), entry)
            words = f"its entry {entry.seq} does not follow from its entry {entry.seq - 1}"
            self._sync.push_unlinked(entry)
            self._accuse(seat, self.table.step.t, "form", words, found, blocks=True)

    def _find_broken(self) -> None:
        """A seat has signed what begins as an entry and is none."""
        for seat, stored in sorted(self._sync.feeds.broken.items()):
            if seat not in self._broken_told:
                self._broken_told.add(seat)
                found = evidence.of_broken(self.cards, seat, stored)
                self._accuse(seat, self.table.step.t, "form", evidence.NO_ENTRY, found, blocks=True)

    def tell(self) -> None:
        """Hands out what proves each new fault, and stops where the others cannot go on without its seat."""
        if len(self.table.accusations) == self._told:
            return
        new = self.table.accusations[self._told :]
        self._told += len(new)
        for wrong in new:
            found = evidence.of_wrong(self.cards, self._sync.feeds, self.table, wrong)
            self._accuse(wrong.seat, wrong.t, wrong.kind, wrong.words, found, wrong.kind in ("form", "vote"))
            shared = self.table.shared
            if shared is not None and shared.stuck(self.table.state) and not self._play.stopped:
                self._play.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))  # too few can open its cards

    def _accuse(self, seat: int, t: int, kind: str, words: str, found: Evidence | None, blocks: bool) -> None:
        """Tells of a fault. If its seat may hold the step up for it, and nobody can go on without, the match stops."""
        self.prove(t, found)
        if blocks:
            self.convicted.add(seat)
        if blocks and not self._play.stopped and not self.goes_without(seat):
            self.left_with = seat
            self._play.stop(Verdict(seat, t, kind, words))
        elif not self._play.stopped:
            self._play.reports.append(Accused(seat, t, kind, words))

    def prove(self, t: int, found: Evidence | None) -> None:
        """Hands evidence out, once for each fault."""
        if found is not None and (found.seat, t, found.kind) not in self._proven:
            self._proven.add((found.seat, t, found.kind))
            self._play.reports.append(Proof(found.seat, t, found.kind, found.pack()))

    def goes_without(self, seat: int) -> bool:
        """Whether the others are enough to go on without a seat (14)."""
        here = (self.table.present | self.table.step.book.returned) - {seat} - self.table.forked
        return seat != self.seat and len(self.table.seats) > 2 and len(here) >= self.table.quorum

    def has_company(self) -> bool:
        """Whether enough seats to go on have come back since the match stopped because there were too few.

        A seat on its way back sees itself as one of them, and does not stop: so all must, in whatever order they hear.
        """
        try:
            self._play.read_on()
        except (Differs, Wrong):
            return False
        return self.goes_without(self.left_with)
