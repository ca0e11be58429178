"""One member's part in a decision: it proposes, backs proposals, and moves to later ballots.

A member backs a proposal if it finds no fault in it. If there is no decision, all members move to a later ballot, in
which another member proposes. `synod` defines the proposals that are allowed there, so that there are never two
different decisions. This module adds rules of fairness, and the times for which members wait.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from lobby.tournament.model.contents import Close, Content, InvalidContent, Start, read_content
from lobby.tournament.model.entries import MOST_BALLOTS, MOST_CONTENT, Back, Body, Move, Propose, Signed
from lobby.tournament.model.state import MissingFact, TournamentState
from lobby.tournament.model.synod import Ballots, Electors
from lobby.tournament.protocol.blobs import WantedBlob
from lobby.tournament.protocol.view import View

MAX_PROPOSALS = 2
"""Maximum number of one proposer's contents that are considered for a decision; the latest ones count."""


class Voting:
    """One member's part in the voting.

    `sign` signs an entry as this member. `keep` stores and announces a content. `silent` returns the members that have
    been silent for a long time.
    """

    def __init__(
        self,
        identity: bytes,
        view: View,
        sign: Callable[[Body], object],
        keep: Callable[[bytes], bytes],
        silent: Callable[[], list[bytes]],
    ) -> None:
        self.identity, self.view, self.entry_store = identity, view, view.entry_store
        self.start_wanted = False
        """True if this member wants to begin the first round."""
        self._sign, self._keep, self._silent = sign, keep, silent
        self._timer: tuple[tuple[int, int], float] | None = None

    def on_decision(self) -> None:
        """Reset the timer after a decision, because the next decision has its own time."""
        self._timer = None

    def wanted_contents(self) -> set[WantedBlob]:
        """Return the contents to fetch for the next decision.

        These are the latest justified contents of each proposer, and each content that a quorum has backed.
        """
        course, electors = self.view.course, self.view.electors()
        ballots = self.entry_store.ballots.get(course.next_decision)
        if ballots is None or electors is None or course.is_over:
            return set()
        decided = set(ballots.decided_contents(electors))
        latest: dict[bytes, list[WantedBlob]] = defaultdict(list)
        found: set[WantedBlob] = set()
        for b, named in sorted(ballots.proposals.items()):
            for signed in named.values():
                said = signed.body
                if not isinstance(said, Propose) or said.size > MOST_CONTENT:
                    continue
                if not ballots.is_justified(said, signed.identity, electors):
                    continue
                if (b, said.hash) in decided:
                    found.add(WantedBlob(said.hash, said.size))
                else:
                    latest[signed.identity].append(WantedBlob(said.hash, said.size))
        return found.union(*(proposed[-MAX_PROPOSALS:] for proposed in latest.values()))

    def vote(self) -> None:
        """Sign the entries that the next decision now needs from this member."""
        course = self.view.course
        electors = self.view.electors()
        if course.is_over or electors is None or self.identity not in electors.members:
            return
        ballots = self.entry_store.ballots[course.next_decision]
        b = ballots.moved.get(self.identity, 0)
        if self._back_proposal(ballots, max(b, ballots.last.get(self.identity, (0, b""))[0]), electors):
            return
        if self._join_ballot(ballots, b, electors):
            return
        if not self._is_ready():
            return
        if self._timer is None or self._timer[0] != (course.next_decision, b):
            self._timer = ((course.next_decision, b), self.view.now)
        if electors.proposer(b) == self.identity and not ballots.has_proposed(self.identity, b):
            self._propose(ballots, b, electors)
        late = self.view.now - self._timer[1] >= self.view.pace.ballot * (1 + b / 4)
        if late and b < MOST_BALLOTS and self._majority_is_there(electors):
            self._sign(Move(course.next_decision, b + 1))

    def _majority_is_there(self, electors: Electors) -> bool:
        """Return True if enough members are present for another ballot to succeed.

        Otherwise this member moves to no further ballot, however long that takes.
        """
        silent = set(self._silent()) - {self.identity}
        return electors.is_quorum(set(electors.members) - silent)

    def _join_ballot(self, ballots: Ballots, b: int, electors: Electors) -> bool:
        """Move to a later ballot with the others; return True if this member moved.

        It moves to the ballot that a majority has reached. If only a minority has moved, it waits, and then moves by at
        least one ballot.
        """
        moved = sorted((ballots.moved.get(identity, 0) for identity in electors.members), reverse=True)
        if not moved or moved[0] <= b:
            return False
        waited = self._timer is not None and self._timer[0] == (self.view.course.next_decision, b)
        late = waited and self._timer is not None and self.view.now - self._timer[1] >= self.view.pace.ballot / 2
        middle = moved[len(electors.members) // 2]
        if middle > b or (late and self._majority_is_there(electors)):
            self._sign(Move(self.view.course.next_decision, max(b + 1, middle)))
            return True
        return False

    def _is_ready(self) -> bool:
        """Return True if it is time for the next decision."""
        course = self.view.course
        if course.running_round is not None:
            over = self.view.seconds_left <= -self.view.pace.grace
            return over or all(self.view.is_settled(table) for table in range(len(course.running_round.tables)))
        if course.decided == 0:
            moved, opener = self.entry_store.ballots[1].moved, self.view.opening.opener
            return self.start_wanted or opener in moved or (bool(moved) and opener in self._silent())
        shown = all(
            (player.identity, len(course.rounds)) in self.entry_store.reveals for player in course.remaining_players
        )
        return shown or self.view.now - self.view.started_at >= self.view.pace.reveal

    def _back_proposal(self, ballots: Ballots, b: int, electors: Electors) -> bool:
        """Back the first faultless proposal of this ballot or a later one; return True if there is one."""
        for ballot in sorted(ballots.proposals):
            if ballot < b or ballots.last.get(self.identity, (-1, b""))[0] >= ballot:
                continue
            for (identity, _), signed in sorted(ballots.proposals[ballot].items()):
                assert isinstance(signed.body, Propose)
                why = self._why_not(ballots, signed, electors)
                if why == "":
                    self._sign(Back(self.view.course.next_decision, ballot, signed.body.hash))
                    return True
                if why is not None:
                    self.entry_store.refuse(
                        identity, f"its proposal for decision {self.view.course.next_decision}: {why}"
                    )
        return False

    def _why_not(self, ballots: Ballots, signed: Signed, electors: Electors) -> str | None:
        """Return the reason why a proposal is not backed, or "" if it is backed.

        The result is None if that is unknown or may still change.
        """
        propose = signed.body
        assert isinstance(propose, Propose)
        if electors.proposer(propose.b) != signed.identity:
            return f"it is not its turn in ballot {propose.b}"
        justified = ballots.is_justified(propose, signed.identity, electors)
        if not justified:
            return None if justified is None else f"the promises that it names do not allow it in ballot {propose.b}"
        after = self.view.course_after(self.view.course, propose.hash)
        if not isinstance(after, TournamentState):
            return after
        if self.view.blobs.size(propose.hash) != propose.size:
            return "it names another size than its content has"
        _, only = (
            ballots.choice(propose.b, ballots.promising_members(propose.b, electors), electors)
            if propose.b
            else (True, None)
        )
        if only == propose.hash:  # it may be decided already, so its fairness does not matter
            return "" if self._all_have_moved(ballots, propose.b, electors) else None
        content, _ = read_content(self.view.blobs.get(propose.hash) or b"")
        # no other member can tell what its proposer knew
        return "" if self.find_unfairness(content, signed.received_at) == "" else None

    def _all_have_moved(self, ballots: Ballots, b: int, electors: Electors) -> bool:
        """Return True if all members that are worth waiting for have moved to a ballot.

        At that point this member knows best which contents may have won.
        """
        missing = set(electors.members) - ballots.promising_members(b, electors)
        if missing <= set(self._silent()):
            return True
        timer = self._timer
        waited = timer is not None and timer[0] == (self.view.course.next_decision, b)
        return waited and timer is not None and self.view.now - timer[1] >= self.view.pace.ballot / 2

    def find_unfairness(self, content: Content, at: float) -> str | None:
        """Return the fault of a proposal's content or timing, "" if it has none, or None if it is too early.

        A proposal has a fault if it leaves out something that its author must have known.
        """
        known = at - self.view.pace.slack
        course = self.view.course
        if isinstance(content, Start):
            for player in course.remaining_players:
                if player.number in content.here or player.identity in self.entry_store.forked:
                    continue
                if any(
                    signed.received_at <= known
                    for signed in self.entry_store.reveals.get((player.identity, content.round), ())
                ):
                    return f"it leaves out player {player.number}, who is here"
                if self.view.now - self.view.started_at < self.view.pace.reveal / 2:
                    return None
            return ""
        named = {identity for identity, _ in content.new}
        for identity, _ in self.view.newcomers():
            if identity not in named and self.entry_store.enrolled[identity].received_at <= known:
                return "it leaves out somebody who is enrolled"
        if any(self.entry_store.voters.get(identity, at) <= known for identity in content.guests):
            return "it takes a vote away"
        running = course.running_round
        done = {table for table, *_ in content.results}
        for table, seated in enumerate(running.tables if running is not None else ()):
            if len(seated) < 2 or table in done:
                continue
            result = self.view.result_of(table)
            if result is not None and self.entry_store.verified_at[result[0]] <= known:
                return f"it leaves out the result of table {table + 1}"
            if not self.view.is_settled(table) and self.view.seconds_left > 0:
                return None
        return ""

    def _propose(self, ballots: Ballots, b: int, electors: Electors) -> None:
        data, promised = None, ballots.promising_members(b, electors) if b else set()
        if b:
            allowed, only = ballots.choice(b, promised, electors)
            if not allowed or (only is not None and not self._all_have_moved(ballots, b, electors)):
                return
            if only is not None:
                data = self.view.blobs.get(only)
                if data is None:
                    return
        try:
            data = data or self.view.course.pack_content(self._make_content(), self.entry_store)
        except (InvalidContent, MissingFact):
            return  # fewer than two players, for instance
        self._sign(
            Propose(
                self.view.course.next_decision, b, self._keep(data), len(data), electors.pack(promised) if b else b""
            )
        )

    def _make_content(self) -> Content:
        """Return the content that this member would propose for the next decision."""
        course, entry_store = self.view.course, self.entry_store
        if not course.closes_round:
            honest = (p.number for p in course.remaining_players if p.identity not in entry_store.forked)
            here = [number for number in honest if self._has_nonce(number)]
            return Start(len(course.rounds), tuple(here))
        left = entry_store.left | entry_store.forked
        gone = tuple(player.number for player in course.remaining_players if player.identity in left)
        results: list[tuple[int, bytes, tuple[int, ...]]] = []
        unfinished: list[tuple[int, tuple[int, ...]]] = []
        running = course.running_round
        for table, seated in enumerate(running.tables if running is not None else ()):
            found = self.view.result_of(table)
            if found is not None:
                results.append((table, *found))
                continue
            said = self.view.unfinished_reporters(running, table)  # type: ignore[arg-type]
            there = tuple(number for number in seated if course.player_numbered(number).identity in said)
            if there and len(seated) > 1:
                unfinished.append((table, there))
        new = tuple(self.view.newcomers())
        guests = tuple(self.view.members_without_vote(identity for identity, _ in new))
        return Close(len(course.rounds), new, gone, tuple(results), tuple(unfinished), guests)

    def _has_nonce(self, number: int) -> bool:
        try:
            self.entry_store.nonce(self.view.course.player_numbered(number), len(self.view.course.rounds))
        except MissingFact:
            return False
        return True
