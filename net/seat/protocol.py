"""One seat's course through a match: decide, commit, seal, reveal, resolve, or stop (PROTOCOL part 4).

The entries that the seat has to sign follow from its own feed. So this object can be rebuilt over the same feeds at any
time.
"""

from __future__ import annotations

from core.engine.codec import Plain
from core.engine.game import Ask, Decision, IllegalDecision, Player
from core.engine.hidden.secrets import Secrets
from net.channels.rate_limit import TokenBucket
from net.match import quorum
from net.match.awaited_seats import awaited_entries
from net.match.events import (
    DecisionRequest,
    EndOfMatch,
    MotionReport,
    PlayerNotice,
    Presence,
    Report,
    StepResolved,
    Verdict,
)
from net.match.feed_reader import MAX_CHAT, MAX_CHATS, ProtocolFault
from net.match.readiness import Motions, Readiness
from net.match.state_machine import StateMachine
from net.proofs import evidence
from net.replication.feeds import Feeds
from net.replication.messages import Soft
from net.replication.rollback_guard import OwnHeadRecovery
from net.replication.sync import Sync
from net.seat.absence import PATIENCE, Absence
from net.seat.chat import ChatReporter, make_end_report
from net.seat.misbehaviour import FaultMonitor
from net.seat.resignation import EarlyEnd
from net.seat.signer import SeatSigner
from net.seat.state_dispute_protocol import DisputeProtocol
from net.text.normalization import to_nfc

MAX_MISSING_TO_RETURN = 100
"""Maximum number of each seat's entries that an away seat may lack when it returns.

Otherwise the other seats would have to wait for it.
"""
REPORTED_PER_SECOND, MAX_REPORTED = 0.1, 20.0
"""Number of times per second, and at most at once, that the motions of one seat are reported, and that it has left.

They can be changed without end, and a player reads each report. The current motions are shown in any case.
"""


class NotAsked(RuntimeError):
    """Error for a decision or a line of chat at a time when none is allowed."""


class MatchProtocol:
    """Our seat's course through a match that has begun."""

    dispute_class = DisputeProtocol

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
        """Set up the course of the match; its reports are appended to `reports`."""
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
        self.question: Ask | None = None
        self.locked_in = False
        self.returns = True
        """True if our seat returns automatically when it is away."""
        self.verdict: Verdict | None = None
        self.finished: EndOfMatch | None = None
        self.reports = reports
        self.faults = FaultMonitor(table, own.seat, sync, self)
        self.disputes = self.dispute_class(table, ready, sync, self.faults, self)
        self._decision: Plain = None
        self._sync = sync
        self._shares_checked = False
        self._gave_wrong_share = 0
        """The seat whose wrong share has stopped the match here, or 0."""
        self._chat_reporter = ChatReporter(table, own.readable_message)
        self._returned_at = 0
        self._step_began = 0.0
        self._report_quotas = {seat: TokenBucket(REPORTED_PER_SECOND, MAX_REPORTED) for seat in table.seats}

    @property
    def feeds(self) -> Feeds:
        """All entries at this peer."""
        return self._sync.feeds

    @property
    def is_silenced(self) -> bool:
        """True if our seat was restarted and may not sign yet.

        It may not sign while a present seat has not announced the head of our feed (part 15).
        """
        return bool(self.absence.unheard_seats) and not self.absence.may_sign(self.table.present - {self.seat})

    @property
    def stopped(self) -> bool:
        """True if our seat has nothing more to sign, as there is a result or a verdict."""
        return self.verdict is not None or self.finished is not None

    # -- client actions --

    def decide(self, decision: Decision) -> None:
        """Submit our decision.

        Raises `NotAsked` if our seat is not asked now, and `IllegalDecision` if the rules reject the decision.
        """
        if not self._is_undecided():
            raise NotAsked("no decision is due")
        self.game.check(self.table.state, self.seat, decision)
        self._lock_in(decision)
        self.advance()

    def withdraw_decision(self) -> bool:
        """Withdraw our decision while it waits for other seats; return True if it was withdrawn.

        Returns False if there is no decision, or if it has been committed.
        """
        if not (self._is_undecided() and self.locked_in):
            return False
        self.locked_in = False
        self._show_ready(False)
        return True

    def propose(self, W: tuple[int, ...]) -> None:
        """Show our motion to continue as W, or withdraw it with an empty W.

        Raises `ValueError` if the seats W cannot continue the match.
        """
        if W and not (self.seat in W and self.table.step.votes.may_continue(W) and len(self.table.seats) > 2):
            raise ValueError(f"the table cannot go on as seats {', '.join(map(str, W))}")
        if self.motions.motion_of(self.seat) != W:
            self._sync.queue_for_all(self.motions.make_message(self.table.step.t, W))
            self.reports.append(MotionReport(self.seat, W))
        self.advance()

    def declare_end(self, declaration: int) -> None:
        """Agree to end the match (`AGREES`), withdraw the agreement (0), or concede for good (`CONCEDES`)."""
        self.end.wish = declaration if not self.end.has_conceded else self.end.wish
        self.advance()

    def adjourn(self) -> None:
        """Tell the other seats that our seat wishes to adjourn; raise the same errors as `chat`."""
        self.check_may_chat()
        self.own.publish_adjourn_wish()
        self.advance()

    def chat(self, text: str, to: int = 0) -> None:
        """Send a line of chat to all seats, or to one other seat.

        Raises `NotAsked` before the first step. Raises `ValueError` if the line is too long, or if our seat has sent
        too many.
        """
        self.check_may_chat()
        text = to_nfc(text)
        if not 0 < len(text.encode()) <= MAX_CHAT:
            raise ValueError(f"a line has 1-{MAX_CHAT} bytes")
        if to and (to == self.seat or to not in self.feeds.seats):
            raise ValueError("a private line is for another seat")
        if to:
            self.own.publish_private_chat(to, text)
        else:
            self.own.publish_chat(text)
        self.advance()

    def check_may_chat(self) -> None:
        """Raise `NotAsked` before the first step, and `ValueError` if our seat has sent too many lines of chat."""
        if not self.feeds.feed_of(self.seat) or self.is_silenced:
            raise NotAsked("the match has not begun")
        if self.table.readings[self.seat].chats >= MAX_CHATS:
            raise ValueError(f"{MAX_CHATS} lines are enough before the next step")
        if not self.table.readings[self.seat].has_room(2):  # the other half is reserved for votes and seals
            raise ValueError("that is enough talk before the next step")

    def prepare(self) -> None:
        """Compute the current step's seal point and proof, while there is nothing else to do."""
        table = self.table
        self.own.keys.step_key(table.step.t + (table.readings[self.seat].for_step(table.step.t).revealed >= 0))

    def return_to_match(self) -> None:
        """Bring our seat, which is away, back into the match."""
        if self._return_if_possible():
            self.advance()

    def _return_if_possible(self) -> bool:
        table = self.table
        if self.seat not in table.away or self._returned_at >= table.away[self.seat] or table.over:
            return False
        if not self.absence.may_return or self._sync.missing_count > MAX_MISSING_TO_RETURN * len(table.seats):
            return False
        self._returned_at = table.step.t
        self.own.publish_return(table)
        return True

    def _is_undecided(self) -> bool:
        return self.question is not None and self.seat not in self.table.step.commits

    def _lock_in(self, decision: Decision) -> None:
        self._decision, self.locked_in = decision, True
        self._show_ready(True)

    # -- messages outside the feeds --

    def on_soft(self, soft: Soft) -> bool:
        """Process a ready or a motion; return True if it is new."""
        if self.ready.is_latest(soft) or self.motions.is_latest(soft):
            return False
        if self.ready.receive(soft):
            return True
        mover = self.motions.receive(soft)
        if mover and self._report_quotas[mover].take(self._sync.now):
            self.reports.append(MotionReport(mover, self.motions.motion_of(mover)))
        if self.motions.is_outdated:
            self._sync.queue_for_all(self.motions.make_message(self.table.step.t, self.motions.motion_of(self.seat)))
        return mover > 0

    def repeat_messages(self) -> None:
        """Repeat our messages that are in no feed, together with the heads."""
        for soft in [*self.ready.current_messages(self.table.step.t), *self.motions.current_messages()]:
            self._sync.queue_for_all(soft)
        if self.ready.is_outdated:
            self._show_ready(self.locked_in)
        self.disputes.send_state()
        misnamed = self.table.find_misnaming()
        if misnamed:  # a peer has another version of that commit
            self._sync.request_version(misnamed[1], self.table.step.commits[misnamed[1]].seq)

    # -- step --

    def advance(self) -> None:
        """Sign, read and resolve as far as that is possible now."""
        if self.disputes.is_resolved() and (self.verdict is None or self.verdict.kind == "digest"):
            self.disputes.close()
            self.verdict = None
            self.reports.append(PlayerNotice("the states agree again: the match goes on"))
        if self.faults.resumes_after_early_fork():
            self.verdict = None
            self.reports.append(PlayerNotice("the others go on: so does this seat"))
        if self._gave_wrong_share and self.faults.may_lack_share(self._gave_wrong_share):
            self._gave_wrong_share, self.verdict = 0, None
            self.reports.append(PlayerNotice("the others go on: so does this seat"))
        is_undecided = self.verdict is not None and self.verdict.kind in ("digest", "fork")
        is_undecided = is_undecided and self.faults.early_fork is None and not self.faults.blocked_by
        if is_undecided and self.disputes.has_enough_seats():
            self.verdict = None
            self.reports.append(PlayerNotice("a seat is back: the match goes on"))
        if self.faults.blocked_by:
            self._resolve_with_others()
        if self.faults.blocked_by and self.faults.has_enough_seats():
            self.faults.blocked_by, self.verdict = 0, None
            self.reports.append(PlayerNotice("a seat is back: the match goes on"))
        while not self.stopped and self._do_next():
            pass
        self.disputes.report_evidence()

    def _resolve_with_others(self) -> None:
        """Resolve the steps that others have completed, while the match has stopped here for lack of seats.

        A seat that catches up may learn of a fault while it is at a step with fewer seats than later ones.
        """
        try:
            while self.faults.can_read_on() and self.table.is_ready():
                self._resolve()
        except ProtocolFault as wrong:
            self.faults.blocked_by = 0
            self.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))

    def _do_next(self) -> bool:
        """Do the next thing that is possible; return False if there is none."""
        self.faults.find_faults()
        if self.stopped:
            return False
        if self.disputes.is_open:
            return self.disputes.settle()
        try:
            self.continue_reading()
            return not self.stopped and self._play_step()
        except ProtocolFault as wrong:
            self.faults.report_evidence(
                wrong.t, evidence.fault_evidence(self.faults.cards, self.feeds, self.table, wrong)
            )
            self.stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return False

    def continue_reading(self) -> None:
        """Continue to read the feeds and report the news; raise `ProtocolFault`."""
        try:
            self.table.read_feeds(self.feeds)
            while self.feeds.forks and (changed := self.table.follow_versions(self.feeds)):
                self.own.renew_shares(self.table, changed)
                self._sync.announce_soon()
                self.table.read_feeds(self.feeds)
        finally:
            self.reports += self._chat_reporter.new_reports()
            self.faults.report_new_faults()

    def _play_step(self) -> bool:
        table = self.table
        if table.is_ready():
            return self._resolve()
        if table.over and self._publish_result():  # before a dispute, so that no seat can undo the match by one
            return True
        if self.disputes.begin_if_states_differ():
            return True
        if self.seat not in table.shares:
            if not self.is_silenced:
                self.own.publish_shares()
            return not self.is_silenced
        if len(table.shares) < len(table.seats) or self._has_wrong_share():
            return False
        if table.over:
            self._finish_if_all_signed()
            return False
        if self.absence.has_lapsed(on_step=False):
            self._withdraw_motion()
        return self._play_first_round() or self._play_later_round()

    def _play_first_round(self) -> bool:
        """Play round 0: commit, seal and reveal; return True if an entry was signed.

        Our seat plays this round until it votes for another one (4).
        """
        table, step = self.table, self.table.step
        reading = table.readings[self.seat].for_step(step.t)
        if self.seat not in step.present or reading.voted or reading.revealed >= 0 or self.is_silenced:
            return False
        if reading.commit is None:
            return self.end.declare() or self._commit(forced=self.end.is_near)
        commits = quorum.commits_by_seat(step.votes)
        if commits is None or self._lacks_opening():
            return False
        if reading.seal is None:
            self.own.publish_seal(table, {seat: commit.id for seat, commit in commits.items()})
            if len(table.seats) <= 2:  # nobody could rebuild a seal (4.1)
                self.own.publish_reveal(
                    table, quorum.CountedSet(0, tuple(table.seats), {s: c.id for s, c in commits.items()})
                )
            return True
        counting = quorum.first_counted_set(step.votes)
        if counting is not None:
            self.own.publish_reveal(table, counting)
        return counting is not None

    def _play_later_round(self) -> bool:
        """Play our part in the rounds without a lost seat, or our part while our seat is away (14).

        Returns True if an entry was signed.
        """
        table = self.table
        self.absence.waited = self._sync.now - self._step_began
        W = self.absence.seats_to_join
        if W:
            if table.readings[self.seat].for_step(table.step.t).commit is None:
                if self._commit(forced=True):
                    return True
            elif self.absence.vote(W):
                return True
        voted = table.readings[self.seat].for_step(table.step.t).voted
        if voted and not self._lacks_opening() and self.absence.advance_round():
            return True
        return self.returns and self._return_if_possible()

    def _lacks_opening(self) -> bool:
        """Return True, and stop our part in the match, if the opening of our commit is not on this disk."""
        step = self.table.step
        if self.own.can_open(step.t) or self.table.readings[self.seat].for_step(step.t).seal is not None:
            return False
        words = "its sealed opening is not on this disk: the log here is not the one it was made in"
        self.stop(Verdict(self.seat, step.t, "keys", words))
        return True

    def _has_wrong_share(self) -> bool:
        if self._shares_checked:
            return False
        self._shares_checked = True
        seat = self.own.find_wrong_share(self.table)
        if seat and not self.faults.may_lack_share(seat):
            self._gave_wrong_share = seat
            words = f"the share of seat {seat} for seat {self.seat} does not fit: the table must join again"
            self.stop(Verdict(0, 0, "share", words))
        return self._gave_wrong_share > 0

    def _commit(self, forced: bool = False) -> bool:
        """Commit once the decision is made and all persons are ready; return True if our seat has committed.

        A commit that was sealed before a restart is made at once. With `forced`, our seat does not wait for others to
        be ready, as a lost seat cannot show that it is (14.5).
        """
        if not self.own.can_open(self.table.step.t) and (
            not (self.locked_in or self._take_decision()) or (self._waits_for_ready() and not forced)
        ):
            return False
        self.own.publish_commit(self.table, self._decision)
        return True

    def _take_decision(self) -> bool:
        """Obtain the decision of this step; return False if it has not yet been made."""
        ask = self.table.step.questions.get(self.seat)
        if ask is None:
            self.locked_in = True
            return True
        decision = self._ask_player(self.own.secrets)
        if decision is None:
            if self.question is None:
                self.question = ask
                self.reports.append(DecisionRequest(self.table.step.t, ask))
            return False
        try:
            self.game.check(self.table.state, self.seat, decision)
        except IllegalDecision as illegal:
            words = f"its own player made an illegal choice: {illegal.reason}"
            self.stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        words = self.own.why_unsignable(self.table, decision)
        if words:
            self.stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        self._lock_in(decision)
        return True

    def _ask_player(self, secrets: Secrets) -> Decision | None:
        decision = self.game.automatic_decision(self.table.state, self.seat, secrets)
        if decision is None and self.player is not None:
            decision = self.player.decide(self.game, self.table.state, self.seat, secrets)
        return self.end.default_decision() if decision is None else decision

    def _persons_asked(self) -> list[int]:
        step = self.table.step
        return [
            s for s in sorted(self.persons & step.present) if s in step.questions and not step.questions[s].is_automatic
        ]

    def _show_ready(self, yes: bool) -> None:
        if self.seat in self._persons_asked():
            step = self.table.step
            self._sync.queue_for_all(self.ready.make_message(step.t, yes, step.digest))

    def _waits_for_ready(self) -> bool:
        commits = self.table.step.commits  # a seat that has committed shows nothing more, even after a restart
        persons = [seat for seat in self._persons_asked() if seat not in commits]
        return bool(persons) and bool(self.ready.unready_seats(self.table.step.t, persons))

    def _resolve(self) -> bool:
        before = self.table.present
        if not self.locked_in:  # the commit was made before a restart
            self.own.restore_slots(self.table)
        done = self.table.resolve()
        self._step_began = self._sync.now
        self.question, self._decision, self.locked_in = None, None, False
        self.faults.report_new_faults()
        self.reports.append(StepResolved(*done))
        if self.table.present != before:
            self.reports.append(Presence(tuple(sorted(self.table.present)), tuple(sorted(self.table.away))))
        if self.absence.has_lapsed(on_step=True):
            self._withdraw_motion()
        # A single seat waits for nobody. It continues at the next tick, so that each new step is reported with its
        # state.
        return len(self.table.seats) > 1 or not self.own.unsafe

    def _withdraw_motion(self) -> None:
        self._sync.queue_for_all(self.motions.make_message(self.table.step.t, ()))
        self.reports.append(MotionReport(self.seat, ()))

    def _publish_result(self) -> bool:
        """Sign the result of the match that is over; return True if our seat signed it now."""
        if self.is_silenced or self.seat in self._seats_with_result():
            return False
        self.own.publish_result(self.table)
        return True

    def _seats_with_result(self) -> set[int]:
        """Return the seats that have signed a state after the last step, ours or another one."""
        return {*self.table.results, *self.table.step.other_states}

    def _finish_if_all_signed(self) -> None:
        """Finish once all seats have signed the result.

        The others finish without a seat that does not sign: with two seats after `PATIENCE`, otherwise by a motion.
        """
        table, ended = self.table, self._seats_with_result()
        if self.seat not in ended:
            return
        lacking = table.present - ended
        W = self.motions.motion_of(self.seat)
        alone = len(table.seats) == 2 and self._sync.now - self._step_began >= PATIENCE
        if not lacking or alone or (self.motions.is_carried(W) and not lacking & set(W)):
            table.accuse_differing_seats()
            self.faults.report_new_faults()
            self.finished = make_end_report(table)
            self.reports.append(self.finished)
            self._sync.announce_soon()

    def owed(self) -> list[tuple[int, str]]:
        """Return the seats that the match waits for, each with the kind of entry that it owes."""
        return awaited_entries(
            self.table, self.motions, self.ready.unready_seats(self.table.step.t, self._persons_asked())
        )

    # -- stopping --

    def stop(self, verdict: Verdict) -> None:
        """Stop the match with a verdict; our seat then signs nothing more."""
        self.verdict = verdict
        self.question = None
        self.reports.append(verdict)
        self._sync.announce_soon()
