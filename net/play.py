"""One seat's conduct of a match: it decides, commits, seals, reveals, resolves, or stops (PROTOCOL part 4).

What it has to sign follows from what its own feed holds, so it can be made anew over the same feeds at any time.
"""

from __future__ import annotations

from typing import Any

from core.kernel.codec import MAX_ENTRY, BadBytes, Plain
from core.kernel.game import Ask, IllegalDecision, Player
from core.kernel.secrets import Secrets
from net import evidence, rounds
from net.absence import Absence
from net.dispute import ANSWERS, PATIENCE, Dispute, first_difference, own_fields
from net.evidence import Evidence
from net.feeds import Feeds, Fork
from net.genesis import Signed
from net.owed import owes
from net.reading import Wrong, step_of
from net.ready import Motions, Readiness
from net.reports import (
    Accused,
    Asked,
    Desync,
    Finished,
    Moved,
    Noted,
    Presence,
    Proof,
    Report,
    Said,
    Stepped,
    Verdict,
    Wished,
)
from net.signatory import Signatory
from net.sync import Peer, Sync
from net.table import Differs, Table
from net.wire import Fields, Soft, StatePart

CLOSE = 100
"""An away seat that lacks more entries of each seat is not here yet: the others would have to wait for it."""


MAX_OPENING = MAX_ENTRY - 1024
"""So many bytes of an opening fit into the entry of a seal."""


class NotAsked(RuntimeError):
    """A decision, or a line of chat, at a moment where none is due."""


class Play:
    """A match that this seat has sat down to."""

    def __init__(self, table: Table, own: Signatory, ready: Readiness, motions: Motions, sync: Sync) -> None:
        self.table = table
        self.own = own
        self.ready = ready
        self.motions = motions
        self.absence = Absence(table, own, motions)
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
        self.convicted: set[int] = set()
        """The seats that have signed what may hold a step up."""
        self.cards: tuple[Signed, ...] = ()
        self._proven: set[tuple[int, int, str]] = set()
        self._decision: Plain = None
        self._sync = sync
        self._dispute: Dispute | None = None
        self._left_with = 0
        """The seat for whose fault the match stopped because too few were there to go on without it."""
        self._shares_checked = False
        self._chats_told = 0
        self._accusations_told = 0
        self._forks_told: set[int] = set()
        self._broken_told: set[int] = set()
        self._wishes_told: dict[int, int] = {}
        self._returned_at = 0
        self._step_began = 0.0
        self._unlinked_since: dict[int, float] = {}

    @property
    def feeds(self) -> Feeds:
        """All entries held."""
        return self._sync.feeds

    @property
    def silent(self) -> bool:
        """Whether a restarted seat may sign no step entry yet: a present seat has not told its head (part 15)."""
        return not self.absence.may_sign(self.table.present - {self.seat})

    @property
    def stopped(self) -> bool:
        """Whether nothing more is to be signed: there is a result, or a verdict."""
        return self.verdict is not None or self.finished is not None

    # -- what the client does --

    def decide(self, decision: Any) -> None:
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

    def _lock_in(self, decision: Any) -> None:
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

    def on_fields(self, peer: Peer, told: Fields) -> bool:
        """Answers a peer whose state differs, and takes in what it tells of it."""
        if (told.match, told.t) != (self.table.match, self.table.step.t):
            return False
        differs = bool(first_difference(self.table, told))
        if (differs or self._dispute is None) and peer.answers < ANSWERS:
            peer.answers += 1
            self._sync.say(peer, own_fields(self.table))
            for part in self._dispute.state_parts() if self._dispute is not None else ():
                self._sync.say(peer, part)
        if differs and self._dispute is None and peer.seat in self.table.present and not self.stopped:
            self._open_dispute(peer.seat, f"seat {peer.seat} tells of another state before step {told.t}")
        if self._dispute is not None:
            self._dispute.hear(peer.seat, told)
        return self._dispute is not None

    def on_state(self, peer: Peer, told: StatePart) -> bool:
        """Takes in a part of the state that a peer tells; it counts only while there is a dispute."""
        if self._dispute is not None:
            self._dispute.hear_state(peer.seat, told)
        return self._dispute is not None

    def repeat(self) -> None:
        """What is in no feed is told again with the heads."""
        for soft in [*self.ready.current(self.table.step.t), *self.motions.current()]:
            self._sync.say_all(soft)
        if self.ready.outdated:
            self._show_ready(self.locked_in)
        if self._dispute is not None:  # told on after a stop, too: some may not have heard of it
            self._tell_state(self._dispute)
        misnamed = self.table.misnamed()
        if misnamed:  # somebody holds another version of that commit
            self._sync.ask_for(misnamed[1], self.table.step.commits[misnamed[1]].seq)

    # -- the step --

    def advance(self) -> None:
        """Does all that can be done now."""
        if self._dispute is not None and self._agree_again(self._dispute):
            self.convicted |= self._signed_wrongly()
            self._dispute = self.verdict = None
            self.reports.append(Noted("the states agree again: the match goes on"))
        if self._left_with and self._has_company():
            self._left_with, self.verdict = 0, None
            self.reports.append(Noted("a seat is back: the match goes on"))
        while not self.stopped and self._act():
            pass
        if self._dispute is not None:
            for found in evidence.of_digests(self.cards, self.feeds, self.table):
                self._prove(self.table.step.t, found)

    def _act(self) -> bool:
        """Does the next thing that can be done; False if there is none."""
        self._find_forks()
        if self.feeds.unlinked:
            self._find_unlinked()
        if self.feeds.broken:
            self._find_broken()
        if self.stopped:
            return False
        if self._dispute is not None:
            return self._on_dispute(self._dispute)
        try:
            self._read_on()
            return not self.stopped and self._play_on()
        except Differs as wrong:
            return self._open_dispute(wrong.seat, wrong.words)
        except Wrong as wrong:
            self._prove(wrong.t, evidence.of_wrong(self.cards, self.feeds, self.table, wrong))
            self._stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return False

    def _read_on(self) -> None:
        try:
            self.table.follow(self.feeds)
        finally:
            self._tell_chat()
            self._tell_wishes()
            self._tell_accusations()

    def _tell_chat(self) -> None:
        chats = self.table.chat
        if len(chats) > self._chats_told:
            self.reports += [Said(*line) for line in chats[self._chats_told :]]
            self._chats_told = len(chats)

    def _tell_wishes(self) -> None:
        if self._wishes_told != self.table.wishes:
            self.reports += [Wished(seat) for seat, t in self.table.wishes.items() if self._wishes_told.get(seat) != t]
            self._wishes_told = dict(self.table.wishes)

    def _tell_accusations(self) -> None:
        """Hands out what proves each new fault, and stops where the others cannot go on without its seat."""
        if len(self.table.accusations) == self._accusations_told:
            return
        new = self.table.accusations[self._accusations_told :]
        self._accusations_told += len(new)
        for wrong in new:
            found = evidence.of_wrong(self.cards, self.feeds, self.table, wrong)
            self._accuse(wrong.seat, wrong.t, wrong.kind, wrong.words, found, wrong.kind in ("form", "vote"))

    def _accuse(self, seat: int, t: int, kind: str, words: str, found: Evidence | None, blocks: bool) -> None:
        """Tells of a fault. If its seat may hold the step up for it, and nobody can go on without, the match stops."""
        self._prove(t, found)
        if blocks:
            self.convicted.add(seat)
        if blocks and not self.stopped and not self._goes_without(seat):
            self._left_with = seat
            self._stop(Verdict(seat, t, kind, words))
        elif not self.stopped:
            self.reports.append(Accused(seat, t, kind, words))

    def _has_company(self) -> bool:
        """Whether enough seats to go on have come back since the match stopped because there were too few.

        A seat on its way back sees itself as one of them, and does not stop: so all must, in whatever order they hear.
        """
        try:
            self._read_on()
        except (Differs, Wrong):
            return False
        return self._goes_without(self._left_with)

    def _goes_without(self, seat: int) -> bool:
        """Whether the others are enough to go on without a seat (14)."""
        here = (self.table.present | self.table.step.book.returned) - {seat} - self.table.forked
        return seat != self.seat and len(self.table.seats) > 2 and len(here) >= self.table.quorum

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
            return self._open_dispute(differing, f"seat {differing} is in another state before step {step.t}")
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
            return self._commit()
        commits = rounds.all_committed(step.book)
        if commits is None or self._lacks_opening():
            return False
        if reading.seal is None:
            self.own.seal(table, {seat: commit.id for seat, commit in commits.items()})
            if len(table.seats) <= 2:  # nobody could rebuild a seal (4.1)
                self.own.reveal(table, rounds.Counted(0, tuple(table.seats), {s: c.id for s, c in commits.items()}))
            return True
        counting = rounds.first_round(step.book)
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
        self._stop(Verdict(self.seat, step.t, "keys", words))
        return True

    def _share_is_wrong(self) -> bool:
        if self._shares_checked:
            return False
        self._shares_checked = True
        seat = self.own.wrong_share(self.table)
        if seat:
            words = f"the share of seat {seat} for seat {self.seat} does not fit: the table must sit down again"
            self._stop(Verdict(0, 0, "share", words))
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
            self._stop(Verdict(self.seat, self.table.step.t, "fault", words))
            return False
        if self._is_too_long(decision):
            return False
        self._lock_in(decision)
        return True

    def _is_too_long(self, decision: Any) -> bool:
        """Whether no entry could hold the sealed decision: then the own part is over, rather than signed in halves."""
        words = ""
        try:
            size = len(self.own.opening(self.table.step.t, decision))
            if size > MAX_OPENING:
                words = f"its decision takes {size} bytes, and an entry holds {MAX_OPENING}"
        except BadBytes as bad:
            words = f"its decision cannot be signed: {bad}"
        if words:
            self._stop(Verdict(self.seat, self.table.step.t, "fault", words))
        return bool(words)

    def _answer(self, secrets: Secrets) -> Any:
        decision = self.game.automatic(self.table.state, self.seat, secrets)
        if decision is None and self.player is not None:
            decision = self.player.decide(self.game, self.table.state, self.seat, secrets)
        return decision

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
        self._tell_accusations()
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
            standing = tuple(self.game.standing(table.state))
            self.finished = Finished(table.last, table.step.digest, standing)
            self.reports.append(self.finished)
            self._sync.hurry()
        return False

    def owed(self) -> list[tuple[int, str]]:
        """Whom the table waits for, and what each of these seats owes."""
        table, motions = self.table, self.motions
        unready = set(self.ready.waits_for(table.step.t, self._persons_asked()))
        owed = {seat: "ready" if what == "commit" and seat in unready else what for seat, what in owes(table)}
        if not table.over:
            for W in {W for W in motions.standing().values() if motions.carried(W) and set(W) != table.present}:
                for seat in W:
                    reading = table.readings[seat].at(table.step.t)
                    if reading.W != W:
                        owed[seat] = "vote" if reading.commit is not None else "commit"
        return sorted(owed.items())

    # -- stopping --

    def _prove(self, t: int, found: Evidence | None) -> None:
        """Hands evidence out, once for each fault."""
        if found is not None and (found.seat, t, found.kind) not in self._proven:
            self._proven.add((found.seat, t, found.kind))
            self.reports.append(Proof(found.seat, t, found.kind, found.pack()))

    def _stop(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.asked = None
        self.reports.append(verdict)
        self._sync.hurry()

    def _find_forks(self) -> None:
        """Tells of every new fork: both versions to all peers, and who signed them to the client (11.4)."""
        if len(self._forks_told) == len(self.feeds.forks):
            return
        for seat, fork in sorted(self.feeds.forks.items()):
            if seat not in self._forks_told:
                self._forks_told.add(seat)
                self._sync.push_fork(seat)
                self.table.forked = frozenset(self.feeds.forks)
                self._on_fork(fork)

    def _on_fork(self, fork: Fork) -> None:
        steps = [step for step in map(step_of, (fork.first, fork.second)) if step]
        t = min(steps, default=self.table.step.t)
        words = f"two versions of its entry {fork.first.seq} (may be a restored copy)"
        if fork.first.seq == 0 and not self.stopped:  # the shares differ: the table must sit down again
            self._prove(0, evidence.of_fork(self.cards, fork))
            self._stop(Verdict(fork.seat, 0, "fork", words))
        else:
            self._accuse(fork.seat, t, "fork", words, evidence.of_fork(self.cards, fork), blocks=True)

    def _find_unlinked(self) -> None:
        """A seat's entry names another predecessor: the fork shows soon, or else the link is simply false."""
        for seat, entry in sorted(self.feeds.unlinked.items()):
            since = self._unlinked_since.setdefault(seat, self._sync.now)
            if seat in self.feeds.forks or since < 0 or self._sync.now - since < PATIENCE:
                continue
            self._unlinked_since[seat] = -1.0
            found = evidence.of_unlinked(self.cards, self.table.genesis, self.feeds.of(seat), entry)
            words = f"its entry {entry.seq} does not follow from its entry {entry.seq - 1}"
            self._sync.push_unlinked(entry)
            self._accuse(seat, self.table.step.t, "form", words, found, blocks=True)

    def _find_broken(self) -> None:
        """A seat has signed what begins as an entry and is none."""
        for seat, stored in sorted(self.feeds.broken.items()):
            if seat not in self._broken_told:
                self._broken_told.add(seat)
                found = evidence.of_broken(self.cards, seat, stored)
                self._accuse(seat, self.table.step.t, "form", evidence.NO_ENTRY, found, blocks=True)

    def _open_dispute(self, seat: int, words: str) -> bool:
        self._dispute = Dispute(self.table, seat, words, self._sync.now)
        self._tell_state(self._dispute)
        return True

    def _agree_again(self, dispute: Dispute) -> bool:
        """Whether the other state was mended; who has signed it must be left out of this step (4.5)."""
        if self.verdict is not None and self.verdict.kind != "digest":
            return False
        step = self.table.step
        mended = dispute.agrees and not self.ready.differing(step.t, step.digest, self.table.present)
        return mended and all(map(self._goes_without, self._signed_wrongly()))

    def _signed_wrongly(self) -> set[int]:
        """The seats that have signed another state before this step."""
        return {found.seat for found in evidence.of_digests(self.cards, self.feeds, self.table)}

    def _tell_state(self, dispute: Dispute) -> None:
        self._sync.say_all(own_fields(self.table))
        if self._sync.now - dispute.since <= 2 * PATIENCE:
            for part in dispute.state_parts():
                self._sync.say_all(part)

    def _on_dispute(self, dispute: Dispute) -> bool:
        """Who has told two stories explains a difference better than any rule (14.9); else nobody is guessed."""
        if dispute.ripe(self._sync.now) and self.feeds.forks:
            fork = self.feeds.forks[min(self.feeds.forks)]
            words = "two versions of its entries led the table apart: what was played since is void"
            self._stop(Verdict(fork.seat, step_of(fork.first), "fork", words))
        elif dispute.ripe(self._sync.now):
            step = self.table.step
            shown = {seat: s.digest for seat, s in self.ready.shown.items() if s.t == step.t}
            self.reports.append(Desync(dispute.seat, step.t, dispute.report(self.cards, self.feeds)))
            self._stop(dispute.verdict({**shown, **self.table.digests(self.feeds)}))
        return False
