"""One seat's conduct of a match: it decides, commits, seals, reveals, resolves, or stops (PROTOCOL part 4).

What it has to sign follows from what its own feed holds, so it can be made anew over the same feeds at any time.
"""

from __future__ import annotations

from typing import Any

from core.engine.codec import Plain
from core.engine.game import Ask, Decision, IllegalDecision, Player
from core.engine.hidden.secrets import Secrets
from net.match import quorum
from net.match.awaited_seats import owed_to
from net.match.events import (
    Asked,
    Finished,
    Moved,
    Noted,
    Presence,
    Report,
    Stepped,
    Verdict,
)
from net.match.feed_reader import Wrong
from net.match.readiness import Motions, Readiness
from net.match.state_machine import Differs, Table
from net.proofs import evidence
from net.replication.feeds import Feeds
from net.replication.messages import Soft
from net.replication.sync import Sync
from net.seat.absence import Absence
from net.seat.chat import Talk, finished
from net.seat.misbehaviour import Faults
from net.seat.resignation import OwnEnd
from net.seat.signer import Signatory
from net.seat.state_dispute_protocol import Disputes

CLOSE = 100
"""An away seat that lacks more entries of each seat is not here yet: the others would have to wait for it."""


class NotAsked(RuntimeError):
    """A decision, or a line of chat, at a moment where none is due."""


class Play:
    """A match that this seat has joined."""

    disputing = Disputes

    def __init__(self, table: Table, own: Signatory, ready: Readiness, motions: Motions, sync: Sync) -> None:
        self.table = table
        self.own = own
        self.ready = ready
        self.motions = motions
        self.absence = Absence(table, own, motions)
        self.end = OwnEnd(table, own)
        self.seat = own.seat
        self.game = table.game
        self.player: Player | None = None
        self.persons: frozenset[int] = frozenset()
        self.asked: Ask | None = None
        self.locked_in = False
        self.returns = True
        """Whether the own seat comes back by itself when it is away."""
        self.verdict: Verdict | None = None
        self.finished: Finished | None = None
        self.reports: list[Report] = []
        self.faults = Faults(table, own.seat, sync, self)
        self.disputes = self.disputing(table, ready, sync, self.faults, self)
        self._decision: Plain = None
        self._sync = sync
        self._shares_checked = False
        self._talk = Talk(table, own.heard)
        self._returned_at = 0
        self._step_began = 0.0

    @property
    def feeds(self) -> Feeds:
        """All entries held."""
        return self._sync.feeds

    @property
    def silent(self) -> bool:
        """Whether a restarted seat may sign no step entry yet: a present seat has not told its head (part 15)."""
        return bool(self.absence.unheard) and not self.absence.may_sign(self.table.present - {self.seat})

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be signed: there is a result, or a verdict."""
        return self.verdict is not None or self.finished is not None

    # -- what the client does --

    def decide(self, decision: Decision) -> None:
        """The own seat's decision; raises `NotAsked`, or `IllegalDecision` when the rules refuse it."""
        if not self._undecided():
            raise NotAsked("no decision is due")
        self.game.check(self.table.state, self.seat, decision)
        self._lock_in(decision)
        self.advance()

    def take_back(self) -> bool:
        """Withdraws a decision that still waits for the others; False if there is none, or it is committed."""
        if not (self._undecided() and self.locked_in):
            return False
        self.locked_in = False
        self._show_ready(False)
        return True

    def propose(self, W: tuple[int, ...]) -> None:
        """Shows the own motion to go on as W; the empty W withdraws it. Raises `ValueError` for an impossible one."""
        if W and not (self.seat in W and self.table.step.book.may_go_on(W) and len(self.table.seats) > 2):
            raise ValueError(f"the table cannot go on as seats {', '.join(map(str, W))}")
        if self.motions.of(self.seat) != W:
            self._sync.say_all(self.motions.show(self.table.step.t, W))
            self.reports.append(Moved(self.seat, W))
        self.advance()

    def wish_end(self, what: int) -> None:
        """Would end the match (`AGREES`), no longer would (0), or gives it up (`CONCEDES`), for good."""
        self.end.wish = what if not self.end.given_up else self.end.wish
        self.advance()

    def come_back(self) -> None:
        """The own seat, which is away, is here again."""
        if self._come_back():
            self.advance()

    def _come_back(self) -> bool:
        table = self.table
        if self.seat not in table.away or self._returned_at >= table.away[self.seat] or table.over:
            return False
        if not self.absence.may_return or self._sync.behind > CLOSE * len(table.seats):
            return False
        self._returned_at = table.step.t
        self.own.come_back(table)
        return True

    def _undecided(self) -> bool:
        return self.asked is not None and self.seat not in self.table.step.commits

    def _lock_in(self, decision: Decision) -> None:
        self._decision, self.locked_in = decision, True
        self._show_ready(True)

    # -- what peers say outside the feeds --

    def on_soft(self, soft: Soft) -> bool:
        """Takes a ready or a motion in; whether it is new."""
        if self.ready.holds(soft) or self.motions.holds(soft):
            return False
        if self.ready.hear(soft):
            return True
        mover = self.motions.hear(soft)
        if mover:
            self.reports.append(Moved(mover, self.motions.of(mover)))
        if self.motions.outdated:
            self._sync.say_all(self.motions.show(self.table.step.t, self.motions.of(self.seat)))
        return mover > 0

    def repeat(self) -> None:
        """What is in no feed is told again with the heads."""
        for soft in [*self.ready.current(self.table.step.t), *self.motions.current()]:
            self._sync.say_all(soft)
        if self.ready.outdated:
            self._show_ready(self.locked_in)
        self.disputes.tell()
        misnamed = self.table.misnamed()
        if misnamed:  # somebody holds another version of that commit
            self._sync.ask_for(misnamed[1], self.table.step.commits[misnamed[1]].seq)

    # -- the step --

    def advance(self) -> None:
        """Does all that can be done now."""
        if self.disputes.mended() and (self.verdict is None or self.verdict.kind == "digest"):
            self.disputes.close()
            self.verdict = None
            self.reports.append(Noted("the states agree again: the match goes on"))
        if self.faults.left_with and self.faults.has_company():
            self.faults.left_with, self.verdict = 0, None
            self.reports.append(Noted("a seat is back: the match goes on"))
        while not self.stopped and self._act():
            pass
        self.disputes.prove()

    def _act(self) -> bool:
        """Does the next thing that can be done; False if there is none."""
        self.faults.find()
        if self.stopped:
            return False
        if self.disputes.open:
            self.disputes.settle()
            return False
        try:
            self.read_on()
            return not self.stopped and self._play_on()
        except Differs as wrong:
            return self.disputes.begin(wrong.seat, wrong.words)
        except Wrong as wrong:
            self.faults.prove(wrong.t, evidence.of_wrong(self.faults.cards, self.feeds, self.table, wrong))
            self.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return False

    def read_on(self) -> None:
        """Reads on in the feeds, and tells what is new; raises `Differs` and `Wrong`."""
        try:
            self.table.follow(self.feeds)
        finally:
            self.reports += self._talk.news()
            self.faults.tell()

    def _play_on(self) -> bool:
        table, step = self.table, self.table.step
        if table.ready():
            return self._resolve()
        if self.seat not in table.shares:
            if not self.silent:
                self.own.shares()
            return not self.silent
        if len(table.shares) < len(table.seats) or self._share_is_wrong():
            return False
        if table.over:
            return self._finish()
        differing = self.ready.differing(step.t, step.digest, table.present)
        if differing:
            return self.disputes.begin(differing, f"seat {differing} is in another state before step {step.t}")
        if self.absence.has_lapsed(on_step=False):
            self._withdraw()
        return self._first_round() or self._go_on()

    def _first_round(self) -> bool:
        """Round 0: commit, seal, reveal, as long as this seat has voted for no other (4)."""
        table, step = self.table, self.table.step
        reading = table.readings[self.seat].at(step.t)
        if self.seat not in step.present or reading.voted or reading.revealed >= 0 or self.silent:
            return False
        if reading.commit is None:
            return self.end.say() or self._commit(forced=self.end.is_near)
        commits = quorum.all_committed(step.book)
        if commits is None or self._lacks_opening():
            return False
        if reading.seal is None:
            self.own.seal(table, {seat: commit.id for seat, commit in commits.items()})
            if len(table.seats) <= 2:  # nobody could rebuild a seal (4.1)
                self.own.reveal(table, quorum.Counted(0, tuple(table.seats), {s: c.id for s, c in commits.items()}))
            return True
        counting = quorum.first_round(step.book)
        if counting is not None:
            self.own.reveal(table, counting)
        return counting is not None

    def _go_on(self) -> bool:
        """The rounds without a lost seat (14); and what a seat does that is away itself."""
        table = self.table
        self.absence.waited = self._sync.now - self._step_began
        W = self.absence.joined
        if W:
            if table.readings[self.seat].at(table.step.t).commit is None:
                if self._commit(forced=True):
                    return True
            elif self.absence.vote(W):
                return True
        voted = table.readings[self.seat].at(table.step.t).voted
        if voted and not self._lacks_opening() and self.absence.go_on():
            return True
        return self.returns and self._come_back()

    def _lacks_opening(self) -> bool:
        """Whether what was committed cannot be opened from this disk; then the own part is over."""
        step = self.table.step
        if self.own.can_open(step.t) or self.table.readings[self.seat].at(step.t).seal is not None:
            return False
        words = "its sealed opening is not on this disk: the log here is not the one it was made in"
        self.stop(Verdict(self.seat, step.t, "keys", words))
        return True

    def _share_is_wrong(self) -> bool:
        if self._shares_checked:
            return False
        self._shares_checked = True
        seat = self.own.wrong_share(self.table)
        if seat:
            words = f"the share of seat {seat} for seat {self.seat} does not fit: the table must join again"
            self.stop(Verdict(0, 0, "share", words))
        return seat > 0

    def _commit(self, forced: bool = False) -> bool:
        """Commits once the decision is there and all persons are ready; at once if it was sealed before a restart.

        `forced` waits for nobody's ready: who is lost cannot show it (14.5).
        """
        if not self.own.can_open(self.table.step.t) and (
            not (self.locked_in or self._choose()) or (self._waits_for_ready() and not forced)
        ):
            return False
        self.own.commit(self.table, self._decision)
        return True

    def _choose(self) -> bool:
        """Takes the decision of the step from where it comes from; False if it is still to come."""
        ask = self.table.step.asks.get(self.seat)
        if ask is None:
            self.locked_in = True
            return True
        decision = self._answer(self.own.secrets)
        if decision is None:
            if self.asked is None:
                self.asked = ask
                self.reports.append(Asked(self.table.step.t, ask))
            return False
        try:
            self.game.check(self.table.state, self.seat, decision)
        except IllegalDecision as illegal:
            words = f"its own player chose what the rules refuse: {illegal.why}"
            self.stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        words = self.own.unsignable(self.table, decision)
        if words:
            self.stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        self._lock_in(decision)
        return True

    def _answer(self, secrets: Secrets) -> Any:
        decision = self.game.automatic(self.table.state, self.seat, secrets)
        if decision is None and self.player is not None:
            decision = self.player.decide(self.game, self.table.state, self.seat, secrets)
        return self.end.default() if decision is None else decision

    def _persons_asked(self) -> list[int]:
        step = self.table.step
        return [s for s in sorted(self.persons & step.present) if s in step.asks and not step.asks[s].automatic]

    def _show_ready(self, yes: bool) -> None:
        if self.seat in self._persons_asked():
            step = self.table.step
            self._sync.say_all(self.ready.show(step.t, yes, step.digest))

    def _waits_for_ready(self) -> bool:
        persons = self._persons_asked()
        return bool(persons) and bool(self.ready.waits_for(self.table.step.t, persons))

    def _resolve(self) -> bool:
        before = self.table.present
        if not self.locked_in:  # the commit was made before a restart
            self.own.remember(self.table)
        done = self.table.resolve()
        self._step_began = self._sync.now
        self.asked, self._decision, self.locked_in = None, None, False
        self.faults.tell()
        self.reports.append(Stepped(*done))
        if self.table.present != before:
            self.reports.append(Presence(tuple(sorted(self.table.present)), tuple(sorted(self.table.away))))
        if self.absence.has_lapsed(on_step=True):
            self._withdraw()
        # who sits alone waits for nobody: it goes on at the next tick, so that each new step is told with its state
        return len(self.table.seats) > 1 or not self.own.unsafe

    def _withdraw(self) -> None:
        self._sync.say_all(self.motions.show(self.table.step.t, ()))
        self.reports.append(Moved(self.seat, ()))

    def _finish(self) -> bool:
        table = self.table
        if self.seat not in table.results:
            if not self.silent:
                self.own.result(table)
            return not self.silent
        lacking = table.present - set(table.results)
        W = self.motions.of(self.seat)
        if not lacking or (self.motions.carried(W) and not lacking & set(W)):
            self.finished = finished(table)
            self.reports.append(self.finished)
            self._sync.resync()
        return False

    def owed(self) -> list[tuple[int, str]]:
        """Whom the table waits for, and what each of these seats owes."""
        return owed_to(self.table, self.motions, self.ready.waits_for(self.table.step.t, self._persons_asked()))

    # -- stopping --

    def stop(self, verdict: Verdict) -> None:
        """Stops with a verdict: nothing more is signed."""
        self.verdict = verdict
        self.asked = None
        self.reports.append(verdict)
        self._sync.resync()
