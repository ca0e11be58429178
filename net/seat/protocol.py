"""One seat's course through a match: decide, commit, seal, reveal, resolve, or stop (PROTOCOL part 4).

The entries that the seat has to sign follow from its own feed. So this object can be rebuilt over the same feeds at any
time.
"""

from __future__ import annotations

from core.engine.codec import Plain
from core.engine.game import Ask, Decision, IllegalDecision, Player
from core.engine.hidden.secrets import Secrets
from net.match import quorum
from net.match.awaited_seats import awaited_entries
from net.match.events import (
    DecisionRequest,
    Finished,
    MotionShown,
    PlayerNotice,
    Presence,
    Report,
    Stepped,
    Verdict,
)
from net.match.feed_reader import MAX_CHAT, MAX_CHATS, ProtocolFault
from net.match.readiness import Motions, Readiness
from net.match.state_machine import StateDiffers, StateMachine
from net.proofs import evidence
from net.replication.feeds import Feeds
from net.replication.messages import Soft
from net.replication.rollback_guard import OwnHeadRecovery
from net.replication.sync import Sync
from net.seat.absence import PATIENCE, Absence
from net.seat.chat import ChatReporter, finished
from net.seat.misbehaviour import FaultMonitor
from net.seat.resignation import EarlyEnd
from net.seat.signer import SeatSigner
from net.seat.state_dispute_protocol import DisputeProtocol
from net.text.normalization import to_nfc

MAX_MISSING_TO_RETURN = 100
"""Maximum number of each seat's entries that an away seat may lack when it returns.

If it lacked more, the other seats would have to wait for it.
"""


class NotAsked(RuntimeError):
    """Error for a decision or a line of chat at a moment when none is possible."""


class MatchProtocol:
    """Course of a match that our seat has joined."""

    disputing = DisputeProtocol

    def __init__(
        self,
        table: StateMachine,
        own: SeatSigner,
        ready: Readiness,
        motions: Motions,
        sync: Sync,
        head: OwnHeadRecovery,
        reports: list[Report],
    ) -> None:
        """Set up the course of the match; it appends its reports to `reports`."""
        self.table = table
        self.own = own
        self.ready = ready
        self.motions = motions
        self.absence = Absence(table, own, motions, head)
        self.end = EarlyEnd(table, own)
        self.seat = own.seat
        self.game = table.game
        self.player: Player | None = None
        self.persons: frozenset[int] = frozenset()
        self.asked: Ask | None = None
        self.locked_in = False
        self.returns = True
        """True if our seat returns automatically when it is away."""
        self.verdict: Verdict | None = None
        self.finished: Finished | None = None
        self.reports = reports
        self.faults = FaultMonitor(table, own.seat, sync, self)
        self.disputes = self.disputing(table, ready, sync, self.faults, self)
        self._decision: Plain = None
        self._sync = sync
        self._shares_checked = False
        self._talk = ChatReporter(table, own.heard)
        self._returned_at = 0
        self._step_began = 0.0

    @property
    def feeds(self) -> Feeds:
        """All entries at this peer."""
        return self._sync.feeds

    @property
    def silent(self) -> bool:
        """True if our seat was restarted and may not sign yet.

        It may not sign while a present seat has not sent the head of our feed (part 15).
        """
        return bool(self.absence.unheard) and not self.absence.may_sign(self.table.present - {self.seat})

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign, as there is a result or a verdict."""
        return self.verdict is not None or self.finished is not None

    # -- client actions --

    def decide(self, decision: Decision) -> None:
        """Submit our decision; raise `NotAsked`, or `IllegalDecision` when the rules reject it."""
        if not self._is_undecided():
            raise NotAsked("no decision is due")
        self.game.check(self.table.state, self.seat, decision)
        self._lock_in(decision)
        self.advance()

    def take_back(self) -> bool:
        """Withdraw a decision that still waits for the other seats; return True if it was withdrawn.

        Returns False if there is no decision, or if it has been committed.
        """
        if not (self._is_undecided() and self.locked_in):
            return False
        self.locked_in = False
        self._show_ready(False)
        return True

    def propose(self, W: tuple[int, ...]) -> None:
        """Show our motion to continue as W, or withdraw it with an empty W.

        Raises `ValueError` for an impossible W.
        """
        if W and not (self.seat in W and self.table.step.book.may_go_on(W) and len(self.table.seats) > 2):
            raise ValueError(f"the table cannot go on as seats {', '.join(map(str, W))}")
        if self.motions.of(self.seat) != W:
            self._sync.say_all(self.motions.show(self.table.step.t, W))
            self.reports.append(MotionShown(self.seat, W))
        self.advance()

    def wish_end(self, what: int) -> None:
        """Agree to end the match (`AGREES`), withdraw the agreement (0), or concede for good (`CONCEDES`)."""
        self.end.wish = what if not self.end.given_up else self.end.wish
        self.advance()

    def adjourn(self) -> None:
        """Tell the other seats that our seat wishes to adjourn; raise as `chat` does."""
        self.check_may_speak()
        self.own.adjourn()
        self.advance()

    def chat(self, text: str, to: int = 0) -> None:
        """Send a line of chat to all seats, or to one other seat.

        Raises `NotAsked` before the first step, and `ValueError` for a line that is too long, or one too many.
        """
        self.check_may_speak()
        text = to_nfc(text)
        if not 0 < len(text.encode()) <= MAX_CHAT:
            raise ValueError(f"a line has 1-{MAX_CHAT} bytes")
        if to and (to == self.seat or to not in self.feeds.seats):
            raise ValueError("a private line is for another seat")
        if to:
            self.own.chat_to(to, text)
        else:
            self.own.chat(text)
        self.advance()

    def check_may_speak(self) -> None:
        """Raise `NotAsked` or `ValueError` unless our seat may send a line of chat now."""
        if not self.feeds.of(self.seat) or self.silent:
            raise NotAsked("the match has not begun")
        if self.table.readings[self.seat].chats >= MAX_CHATS:
            raise ValueError(f"{MAX_CHATS} lines are enough before the next step")
        if not self.table.readings[self.seat].has_room(2):  # the other half is reserved for votes and seals
            raise ValueError("that is enough talk before the next step")

    def prepare(self) -> None:
        """Compute the current step's seal point and proof, while there is nothing else to do."""
        table = self.table
        self.own.keys.step(table.step.t + (table.readings[self.seat].at(table.step.t).revealed >= 0))

    def come_back(self) -> None:
        """Bring our seat, which is away, back into the match."""
        if self._come_back():
            self.advance()

    def _come_back(self) -> bool:
        table = self.table
        if self.seat not in table.away or self._returned_at >= table.away[self.seat] or table.over:
            return False
        if not self.absence.may_return or self._sync.behind > MAX_MISSING_TO_RETURN * len(table.seats):
            return False
        self._returned_at = table.step.t
        self.own.come_back(table)
        return True

    def _is_undecided(self) -> bool:
        return self.asked is not None and self.seat not in self.table.step.commits

    def _lock_in(self, decision: Decision) -> None:
        self._decision, self.locked_in = decision, True
        self._show_ready(True)

    # -- messages outside the feeds --

    def on_soft(self, soft: Soft) -> bool:
        """Process a ready or a motion; return True if it is new."""
        if self.ready.holds(soft) or self.motions.holds(soft):
            return False
        if self.ready.hear(soft):
            return True
        mover = self.motions.hear(soft)
        if mover:
            self.reports.append(MotionShown(mover, self.motions.of(mover)))
        if self.motions.outdated:
            self._sync.say_all(self.motions.show(self.table.step.t, self.motions.of(self.seat)))
        return mover > 0

    def repeat(self) -> None:
        """Send our messages that are in no feed again, together with the heads."""
        for soft in [*self.ready.current(self.table.step.t), *self.motions.current()]:
            self._sync.say_all(soft)
        if self.ready.outdated:
            self._show_ready(self.locked_in)
        self.disputes.tell()
        misnamed = self.table.misnamed()
        if misnamed:  # a peer has another version of that commit
            self._sync.ask_for(misnamed[1], self.table.step.commits[misnamed[1]].seq)

    # -- step --

    def advance(self) -> None:
        """Do everything that is possible now."""
        if self.disputes.mended() and (self.verdict is None or self.verdict.kind == "digest"):
            self.disputes.close()
            self.verdict = None
            self.reports.append(PlayerNotice("the states agree again: the match goes on"))
        if self.faults.left_with and self.faults.has_company():
            self.faults.left_with, self.verdict = 0, None
            self.reports.append(PlayerNotice("a seat is back: the match goes on"))
        while not self.stopped and self._act():
            pass
        self.disputes.prove()

    def _act(self) -> bool:
        """Do the next thing that is possible; return False if there is none."""
        self.faults.find()
        if self.stopped:
            return False
        if self.disputes.open:
            self.disputes.settle()
            return False
        try:
            self.read_on()
            return not self.stopped and self._play_on()
        except StateDiffers as wrong:
            return self.disputes.begin(wrong.seat, wrong.words)
        except ProtocolFault as wrong:
            self.faults.prove(wrong.t, evidence.of_wrong(self.faults.cards, self.feeds, self.table, wrong))
            self.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return False

    def read_on(self) -> None:
        """Continue to read the feeds and report the news; raise `StateDiffers` and `ProtocolFault`."""
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
            self._withdraw_motion()
        return self._first_round() or self._go_on()

    def _first_round(self) -> bool:
        """Play round 0, that is commit, seal and reveal; return True if anything was done.

        Our seat plays this round as long as it has voted for no other round (4).
        """
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
                self.own.reveal(table, quorum.CountedSet(0, tuple(table.seats), {s: c.id for s, c in commits.items()}))
            return True
        counting = quorum.first_round(step.book)
        if counting is not None:
            self.own.reveal(table, counting)
        return counting is not None

    def _go_on(self) -> bool:
        """Play the rounds without a lost seat, or our part while our seat is away (14).

        Returns True if anything was done.
        """
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
        """Return True, and stop our part in the match, if this disk lacks the opening of our commit."""
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
        """Commit once the decision is made and all persons are ready; return True if that was done.

        A commit that was sealed before a restart is made at once. With `forced`, our seat waits for nobody to be ready,
        as a lost seat cannot show that it is (14.5).
        """
        if not self.own.can_open(self.table.step.t) and (
            not (self.locked_in or self._choose()) or (self._waits_for_ready() and not forced)
        ):
            return False
        self.own.commit(self.table, self._decision)
        return True

    def _choose(self) -> bool:
        """Take the decision of the step from its source; return False if it has not yet been made."""
        ask = self.table.step.asks.get(self.seat)
        if ask is None:
            self.locked_in = True
            return True
        decision = self._answer(self.own.secrets)
        if decision is None:
            if self.asked is None:
                self.asked = ask
                self.reports.append(DecisionRequest(self.table.step.t, ask))
            return False
        try:
            self.game.check(self.table.state, self.seat, decision)
        except IllegalDecision as illegal:
            words = f"its own player made an illegal choice: {illegal.why}"
            self.stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        words = self.own.unsignable(self.table, decision)
        if words:
            self.stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        self._lock_in(decision)
        return True

    def _answer(self, secrets: Secrets) -> Decision | None:
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
            self._withdraw_motion()
        # A single seat waits for nobody. It continues at the next tick, so that each new step is reported with its
        # state.
        return len(self.table.seats) > 1 or not self.own.unsafe

    def _withdraw_motion(self) -> None:
        self._sync.say_all(self.motions.show(self.table.step.t, ()))
        self.reports.append(MotionShown(self.seat, ()))

    def _finish(self) -> bool:
        """Sign the result, and finish once all have signed it; return True if it was signed now.

        The others finish without a seat that does not sign: with two seats after `PATIENCE`, else by a motion.
        """
        table = self.table
        if self.seat not in table.results:
            if not self.silent:
                self.own.result(table)
            return not self.silent
        lacking = table.present - set(table.results)
        W = self.motions.of(self.seat)
        alone = len(table.seats) == 2 and self._sync.now - self._step_began >= PATIENCE
        if not lacking or alone or (self.motions.carried(W) and not lacking & set(W)):
            self.finished = finished(table)
            self.reports.append(self.finished)
            self._sync.resync()
        return False

    def owed(self) -> list[tuple[int, str]]:
        """Return the seats that the match waits for, each with the kind of entry that it owes."""
        return awaited_entries(self.table, self.motions, self.ready.waits_for(self.table.step.t, self._persons_asked()))

    # -- stopping --

    def stop(self, verdict: Verdict) -> None:
        """Stop the match with a verdict, after which our seat signs nothing more."""
        self.verdict = verdict
        self.asked = None
        self.reports.append(verdict)
        self._sync.resync()
