"""One seat's conduct of a match: it decides, commits, seals, reveals, resolves, or stops (PROTOCOL part 4).

What it has to sign follows from what its own feed holds, so it can be made anew over the same feeds at any time.
"""

from __future__ import annotations

from typing import Any

from core.kernel.codec import Plain
from core.kernel.game import Ask, IllegalDecision, Player
from core.kernel.secrets import Secrets
from net import evidence
from net.dispute import ANSWERS, PATIENCE, Dispute, first_difference, own_fields
from net.entries import Kind
from net.evidence import Evidence
from net.feeds import Feeds, Fork
from net.genesis import Signed
from net.ready import Readiness
from net.reports import Asked, Desync, Finished, Noted, Proof, Report, Said, Stepped, Verdict
from net.signatory import Signatory
from net.sync import Peer, Sync
from net.table import Differs, Table, Wrong
from net.wire import Fields, Soft, StatePart


class NotAsked(RuntimeError):
    """A decision, or a line of chat, at a moment where none is due."""


class Play:
    """A match that this seat has sat down to."""

    def __init__(self, table: Table, own: Signatory, ready: Readiness, sync: Sync) -> None:
        self.table = table
        self.own = own
        self.ready = ready
        self.seat = own.seat
        self.game = table.game
        self.player: Player | None = None
        self.persons: frozenset[int] = frozenset()
        self.asked: Ask | None = None
        self.locked_in = False
        self.silent = False
        """Set while a restarted seat may sign nothing yet."""
        self.verdict: Verdict | None = None
        self.finished: Finished | None = None
        self.reports: list[Report] = []
        self.cards: tuple[Signed, ...] = ()
        self._proven: set[tuple[int, int, str]] = set()
        self._decision: Plain = None
        self._sync = sync
        self._dispute: Dispute | None = None
        self._shares_checked = False
        self._chats_told = 0
        self._unlinked_since = float("inf")

    @property
    def feeds(self) -> Feeds:
        """All entries held."""
        return self._sync.feeds

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

    def _undecided(self) -> bool:
        return self.asked is not None and self.seat not in self.table.step.commits

    def _lock_in(self, decision: Any) -> None:
        self._decision, self.locked_in = decision, True
        self._show_ready(True)

    # -- what peers say outside the feeds --

    def on_soft(self, soft: Soft) -> bool:
        """Takes a ready in; whether it is new."""
        return self.ready.hear(soft) > 0

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
        if differs and self._dispute is None and peer.seat and not self.stopped:
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
        for soft in self.ready.current(self.table.step.t):
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
            self._dispute = self.verdict = None
            self.reports.append(Noted("the states agree again: the match goes on"))
        while not self.stopped and self._act():
            pass
        if self._dispute is not None:
            for found in evidence.of_digests(self.cards, self.feeds, self.table):
                self._prove(self.table.step.t, found)

    def _act(self) -> bool:
        """Does the next thing that can be done; False if there is none."""
        if self.feeds.forks:
            return self._on_fork(self.feeds.forks[min(self.feeds.forks)])
        if self._dispute is not None:
            return self._on_dispute(self._dispute)
        if self.feeds.unlinked and self._on_unlinked():
            return False
        try:
            return self._read_on() or self._play_on()
        except Differs as wrong:
            return self._open_dispute(wrong.seat, wrong.words)
        except Wrong as wrong:
            self._prove(wrong.t, evidence.of_wrong(self.cards, self.feeds, self.table, wrong))
            self._stop(Verdict(wrong.seat, wrong.t, wrong.kind, wrong.words))
            return False

    def _read_on(self) -> bool:
        read = self.table.follow(self.feeds)
        chats = self.table.chat
        self.reports += [Said(*line) for line in chats[self._chats_told :]]
        self._chats_told = len(chats)
        return read

    def _play_on(self) -> bool:
        table, step = self.table, self.table.step
        if len(step.openings) == len(table.seats):
            return self._resolve()
        if self.silent:  # a match that all have signed is over without a word
            return self._finish() if len(table.results) == len(table.seats) else False
        if self.seat not in table.shares:
            self.own.shares()
            return True
        if len(table.shares) < len(table.seats) or self._share_is_wrong():
            return False
        if table.over:
            return self._finish()
        differing = self.ready.differing(step.t, step.digest)
        if differing:
            return self._open_dispute(differing, f"seat {differing} is in another state before step {step.t}")
        if self.seat not in step.commits:
            return self._commit()
        return self._seal_and_reveal()

    def _share_is_wrong(self) -> bool:
        if self._shares_checked:
            return False
        self._shares_checked = True
        seat = self.own.wrong_share(self.table)
        if seat:
            words = f"the share of seat {seat} for seat {self.seat} does not fit: the table must sit down again"
            self._stop(Verdict(0, 0, "share", words))
        return seat > 0

    def _commit(self) -> bool:
        """Commits once the decision is there and all persons are ready; at once if it was sealed before a restart."""
        if not self.own.can_open(self.table.step.t) and (
            not (self.locked_in or self._choose()) or self._waits_for_ready()
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
        self._lock_in(decision)
        return True

    def _answer(self, secrets: Secrets) -> Any:
        decision = self.game.automatic(self.table.state, self.seat, secrets)
        if decision is None and self.player is not None:
            decision = self.player.decide(self.game, self.table.state, self.seat, secrets)
        return decision

    def _persons_asked(self) -> list[int]:
        asks = self.table.step.asks
        return [seat for seat in sorted(self.persons) if seat in asks and not asks[seat].automatic]

    def _show_ready(self, yes: bool) -> None:
        if self.seat in self._persons_asked():
            step = self.table.step
            self._sync.say_all(self.ready.show(step.t, yes, step.digest))

    def _waits_for_ready(self) -> bool:
        persons = self._persons_asked()
        return bool(persons) and bool(self.ready.waits_for(self.table.step.t, persons))

    def _seal_and_reveal(self) -> bool:
        table, step = self.table, self.table.step
        if len(step.commits) < len(table.seats) or self.seat in step.openings:
            return False
        if not self.own.can_open(step.t):
            words = "its sealed opening is not on this disk: the log here is not the one it was made in"
            self._stop(Verdict(self.seat, step.t, "keys", words))
            return False
        if self.seat not in step.seals:
            self.own.seal(table)
            if len(table.seats) == 2:  # nobody could rebuild a seal (4.1)
                self.own.reveal(table)
            return True
        if table.misnamed() or len(step.seals) < len(table.seats):
            return False
        self.own.reveal(table)
        return True

    def _resolve(self) -> bool:
        if not self.locked_in:  # the commit was made before a restart
            self.own.remember(self.table)
        done = self.table.resolve()
        self.asked, self._decision, self.locked_in = None, None, False
        self.reports.append(Stepped(*done))
        return True

    def _finish(self) -> bool:
        table = self.table
        if self.seat not in table.results:
            self.own.result(table)
            return True
        if len(table.results) == len(table.seats):
            standing = tuple(self.game.standing(table.state))
            self.finished = Finished(table.last, table.step.digest, standing)
            self.reports.append(self.finished)
            self._sync.hurry()
        return False

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

    def _on_fork(self, fork: Fork) -> bool:
        self._sync.push_fork(fork.seat)
        t = self.table.step.t
        for entry in (fork.first, fork.second):
            if entry.kind in (Kind.COMMIT, Kind.SEAL, Kind.REVEAL) and type(entry.body) is list and entry.body:
                t = entry.body[0] if type(entry.body[0]) is int else t
                break
        self._prove(t, evidence.of_fork(self.cards, fork))
        words = f"two versions of its entry {fork.first.seq} (may be a restored copy)"
        self._stop(Verdict(fork.seat, t, "fork", words))
        return False

    def _on_unlinked(self) -> bool:
        """A seat's entry names another predecessor: the fork shows soon, or else the link is simply false."""
        self._unlinked_since = min(self._unlinked_since, self._sync.now)
        if self._sync.now - self._unlinked_since < PATIENCE:
            return False
        entry = self.feeds.unlinked[min(self.feeds.unlinked)]
        feed = self.feeds.of(entry.seat)
        self._prove(self.table.step.t, evidence.of_unlinked(self.cards, self.table.genesis, feed, entry))
        words = f"its entry {entry.seq} does not follow from its entry {entry.seq - 1}"
        self._stop(Verdict(entry.seat, self.table.step.t, "form", words))
        return True

    def _open_dispute(self, seat: int, words: str) -> bool:
        self._dispute = Dispute(self.table, seat, words, self._sync.now)
        self._tell_state(self._dispute)
        return True

    def _agree_again(self, dispute: Dispute) -> bool:
        """Whether the other state was mended before anything was signed in it."""
        if self.verdict is not None and self.verdict.kind != "digest":
            return False
        step = self.table.step
        signed = next(evidence.of_digests(self.cards, self.feeds, self.table), None)
        return dispute.agrees and signed is None and not self.ready.differing(step.t, step.digest)

    def _tell_state(self, dispute: Dispute) -> None:
        self._sync.say_all(own_fields(self.table))
        if self._sync.now - dispute.since <= 2 * PATIENCE:
            for part in dispute.state_parts():
                self._sync.say_all(part)

    def _on_dispute(self, dispute: Dispute) -> bool:
        if dispute.ripe(self._sync.now):
            step = self.table.step
            shown = {seat: s.digest for seat, s in self.ready.shown.items() if s.t == step.t}
            self.reports.append(Desync(dispute.seat, step.t, dispute.report(self.cards, self.feeds)))
            self._stop(dispute.verdict({**shown, **self.table.digests(self.feeds)}))
        return False
