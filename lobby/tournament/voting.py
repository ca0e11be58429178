"""How members decide together what stands and whose nonces count: they propose, back, and move to later ballots.

Whoever finds nothing wrong with a proposal backs it. Where that comes to nothing, all move to a later ballot, in which
somebody else proposes; what a majority may have backed before is then proposed again. So two majorities never differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from lobby.tournament.contents import Close, Content, Refused, Start, read_content
from lobby.tournament.entries import MOST_BALLOTS, MOST_CONTENT, Back, Body, Move, Propose
from lobby.tournament.entry_store import Ballots, Signed
from lobby.tournament.state import Lacking, TournamentState
from lobby.tournament.view import View

PROPOSALS = 2
"""So many contents of one proposer at most are looked at for one decision, the latest ones."""


class Voting:
    """One member's part in it. `sign` signs for it, `keep` keeps a content and tells of it, `silent` names those of
    whom nothing has been heard for long.
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
        """Whether one would begin the first round."""
        self._sign, self._keep, self._silent = sign, keep, silent
        self._timer: tuple[tuple[int, int], float] | None = None

    def decided(self) -> None:
        """A decision has been made; the next one has a time of its own."""
        self._timer = None

    def wanted(self) -> dict[bytes, int]:
        """The contents that are proposed for the next decision, with their sizes: the latest of each who may propose,
        and what more than half of those who decide have backed.
        """
        course = self.view.course
        ballots = self.entry_store.ballots.get(course.next)
        if ballots is None or course.over:
            return {}
        electors = self.view.electors()
        latest: dict[bytes, list[Propose]] = defaultdict(list)
        backed = {hash for (_, hash), who in ballots.backs.items() if 2 * len(who & set(electors)) > len(electors)}
        found: dict[bytes, int] = {}
        for b, named in sorted(ballots.proposals.items()):
            for identity, signed in named.items():
                said = signed.said
                if (
                    not isinstance(said, Propose)
                    or said.size > MOST_CONTENT
                    or identity not in self.entry_store.enrolled
                ):
                    continue
                if said.hash in backed:
                    found[said.hash] = said.size
                if not course.electorate or course.electorate[b % len(course.electorate)] == identity:
                    latest[identity].append(said)
        return found | {said.hash: said.size for proposed in latest.values() for said in proposed[-PROPOSALS:]}

    def vote(self) -> None:
        """Does what is to be done for the next decision now."""
        course = self.view.course
        electors = self.view.electors()
        if course.over or self.identity not in electors:
            return
        ballots = self.entry_store.ballots[course.next]
        b = ballots.moved.get(self.identity, 0)
        if self._back(ballots, max(b, ballots.last.get(self.identity, (0, b""))[0])):
            return
        if self._join(ballots, b, electors):
            return
        if not self._ready():
            return
        if self._timer is None or self._timer[0] != (course.next, b):
            self._timer = ((course.next, b), self.view.now)
        if electors[b % len(electors)] == self.identity and self.identity not in ballots.proposals[b]:
            self._propose(ballots, b, electors)
        late = self.view.now - self._timer[1] >= self.view.pace.ballot * (1 + b / 4)
        if late and b < MOST_BALLOTS and self._majority_is_there(electors):
            self._sign(Move(course.next, b + 1))

    def _majority_is_there(self, electors: Sequence[bytes]) -> bool:
        """Whether another ballot can come to something; if not, nothing is signed, however long that lasts."""
        silent = set(self._silent()) - {self.identity}
        return 2 * sum(identity not in silent for identity in electors) > len(electors)

    def _join(self, ballots: Ballots, b: int, electors: Sequence[bytes]) -> bool:
        """Moves to a later ballot with the others: with a majority wherever it is, after a single one by one ballot."""
        moved = sorted((ballots.moved.get(identity, 0) for identity in electors), reverse=True)
        if not moved or moved[0] <= b:
            return False
        waited = self._timer is not None and self._timer[0] == (self.view.course.next, b)
        late = waited and self._timer is not None and self.view.now - self._timer[1] >= self.view.pace.ballot / 2
        if late or moved[len(electors) // 2] > b:
            self._sign(Move(self.view.course.next, max(b + 1, moved[len(electors) // 2])))
            return True
        return False

    def _ready(self) -> bool:
        """Whether one finds that it is time for the next decision."""
        course = self.view.course
        if course.running is not None:
            over = self.view.left_of_clock <= -self.view.pace.grace
            return over or all(self.view.settled(table) for table in range(len(course.running.tables)))
        if course.decided == 0:
            moved, opener = self.entry_store.ballots[1].moved, self.view.opening.opener
            return self.start_wanted or opener in moved or (bool(moved) and opener in self._silent())
        shown = all((player.identity, len(course.rounds)) in self.entry_store.reveals for player in course.field)
        return shown or self.view.now - self.view.started_at >= self.view.pace.reveal

    def _back(self, ballots: Ballots, b: int) -> bool:
        """Backs the first proposal, of this ballot or a later one, that nothing is wrong with."""
        for ballot in sorted(ballots.proposals):
            if ballot < b or ballots.last.get(self.identity, (-1, b""))[0] >= ballot:
                continue
            for identity, signed in sorted(ballots.proposals[ballot].items()):
                assert isinstance(signed.said, Propose)
                why = self._why_not(ballots, ballot, identity, signed)
                if why == "":
                    self._sign(Back(self.view.course.next, ballot, signed.said.hash))
                    return True
                if why is not None:
                    self.entry_store.refuse(identity, f"its proposal for decision {self.view.course.next}: {why}")
        return False

    def _why_not(self, ballots: Ballots, b: int, identity: bytes, signed: Signed) -> str | None:
        """What is wrong with a proposal; empty for nothing, None if that cannot be told, or may yet become right."""
        assert isinstance(signed.said, Propose)
        course, hash = self.view.course, signed.said.hash
        electors = self.view.electors_of(course, hash)
        if not electors:
            return None
        if electors[b % len(electors)] != identity:
            return f"it is not its turn in ballot {b}"
        after = self.view.follow(course, hash)
        if not isinstance(after, TournamentState):
            return after
        forced: bytes | None = None
        if b:
            moved, forced = ballots.forced(b, set(electors))
            if not moved or (forced is not None and not self._all_have_moved(ballots, b, electors)):
                return None
        if forced is not None:  # so whether one finds it fair is no longer asked: else nothing would ever be decided
            return "" if forced == hash else None  # its proposer may know of more who have moved
        content, _ = read_content(self.view.blobs.get(hash) or b"")
        return "" if self.unfair(content, signed.at) == "" else None  # what its proposer knew, nobody else can tell

    def _all_have_moved(self, ballots: Ballots, b: int, electors: Sequence[bytes]) -> bool:
        """Whether everybody has moved to a ballot whom one can wait for: then one knows best what may have won."""
        missing = {identity for identity in electors if ballots.moved.get(identity, 0) < b}
        if missing <= set(self._silent()):
            return True
        timer = self._timer
        waited = timer is not None and timer[0] == (self.view.course.next, b)
        return waited and timer is not None and self.view.now - timer[1] >= self.view.pace.ballot / 2

    def unfair(self, content: Content, at: float) -> str | None:
        """Whether a proposal leaves out what must have been known when it was made, or comes before its time."""
        known = at - self.view.pace.slack
        course = self.view.course
        if isinstance(content, Start):
            for player in course.field:
                if player.number in content.here or player.identity in self.entry_store.forked:
                    continue
                if any(
                    signed.at <= known for signed in self.entry_store.reveals.get((player.identity, content.round), ())
                ):
                    return f"it leaves out player {player.number}, who is here"
                if self.view.now - self.view.started_at < self.view.pace.reveal / 2:
                    return None
            return ""
        named = {identity for identity, _ in content.new}
        for identity, _ in self.view.newcomers():
            if identity not in named and self.entry_store.enrolled[identity].at <= known:
                return "it leaves out somebody who is enrolled"
        if any(self.entry_store.voters.get(identity, at) <= known for identity in content.guests):
            return "it takes a vote away"
        running = course.running
        done = {table for table, *_ in content.results}
        for table, seated in enumerate(running.tables if running is not None else ()):
            if len(seated) < 2 or table in done:
                continue
            result = self.view.result_of(table)
            if result is not None and self.entry_store.verified_at[result[0]] <= known:
                return f"it leaves out the result of table {table + 1}"
            if not self.view.settled(table) and self.view.left_of_clock > 0:
                return None
        return ""

    def _propose(self, ballots: Ballots, b: int, electors: Sequence[bytes]) -> None:
        data: bytes | None = None
        if b:
            moved, forced = ballots.forced(b, set(electors))
            if not moved or (forced is not None and not self._all_have_moved(ballots, b, electors)):
                return
            if forced is not None:
                data = self.view.blobs.get(forced)
                if data is None:
                    return
        try:
            data = data or self.view.course.content(self._content(), self.entry_store)
        except (Refused, Lacking):
            return  # fewer than two players, for instance
        self._sign(Propose(self.view.course.next, b, self._keep(data), len(data)))

    def _content(self) -> Content:
        """What one would decide."""
        course, entry_store = self.view.course, self.entry_store
        if not course.closes:
            honest = (p.number for p in course.field if p.identity not in entry_store.forked)
            here = [number for number in honest if self._has_nonce(number)]
            return Start(len(course.rounds), tuple(here))
        left = entry_store.left | entry_store.forked
        gone = tuple(player.number for player in course.field if player.identity in left)
        results: list[tuple[int, bytes, tuple[int, ...]]] = []
        unfinished: list[tuple[int, tuple[int, ...]]] = []
        running = course.running
        for table, seated in enumerate(running.tables if running is not None else ()):
            found = self.view.result_of(table)
            if found is not None:
                results.append((table, *found))
                continue
            said = self.view.unfinished(running, table)  # type: ignore[arg-type]
            there = tuple(number for number in seated if course.player(number).identity in said)
            if there and len(seated) > 1:
                unfinished.append((table, there))
        new = tuple(self.view.newcomers())
        guests = tuple(self.view.without_vote(identity for identity, _ in new))
        return Close(len(course.rounds), new, gone, tuple(results), tuple(unfinished), guests)

    def _has_nonce(self, number: int) -> bool:
        try:
            self.entry_store.nonce(self.view.course.player(number), len(self.view.course.rounds))
        except Lacking:
            return False
        return True
