"""A tournament as one member sees it: the decisions made, and the state of the running round."""

from __future__ import annotations

from collections.abc import Iterable

from lobby.tournament.model.contents import Close, InvalidContent, read_content
from lobby.tournament.model.entries import Enrol, ResultReport, Signed
from lobby.tournament.model.entry_store import EntryStore
from lobby.tournament.model.opening import MOST_PLAYERS, Opening
from lobby.tournament.model.state import MissingFact, Round, TournamentState, VerifiedMatch
from lobby.tournament.model.synod import Electors
from lobby.tournament.protocol.blobs import Blobs
from lobby.tournament.protocol.pace import Pace


class View:
    """A tournament as one member sees it; `now` is the time of day in seconds."""

    def __init__(self, opening: Opening, entry_store: EntryStore, blobs: Blobs, pace: Pace, now: float) -> None:
        self.opening, self.entry_store, self.blobs, self.pace, self.now = opening, entry_store, blobs, pace, now
        self.courses = [TournamentState(opening)]
        """Courses of the tournament: the one before the first decision, and the one after each decision."""
        self.decisions: list[bytes] = []
        """Hashes of the decided contents, in order."""
        self.times: dict[int, float] = {}
        """Time at which each decision was first seen here, by its number."""
        self._recheck = 0
        """Number of the first decision for which another content may also have had a majority; 0 for none."""
        self._verdicts: dict[bytes, TournamentState | str] = {}
        self.results: dict[int, tuple[bytes, tuple[int, ...]]] = {}
        """Results of the running round, by table."""

    @property
    def course(self) -> TournamentState:
        """Current state of the tournament."""
        return self.courses[-1]

    @property
    def started_at(self) -> float:
        """Time at which the running round began, or the last round was closed, as this member saw it."""
        return self.times.get(self.course.decided, self.now)

    @property
    def seconds_left(self) -> float:
        """Seconds that are left in the running round; negative if its time is over."""
        return self.started_at + self.pace.minute * self.opening.minutes - self.now

    # -- running round --

    def result_of(self, table: int) -> tuple[bytes, tuple[int, ...]] | None:
        """Return the hash and the ranks of a table's verified record in the running round, or None."""
        running = self.course.running_round
        if running is None or table in self.results:
            return self.results.get(table)
        for signed in self.result_reports(running, table):
            assert isinstance(signed.body, ResultReport)
            record = self.entry_store.records.get(signed.body.hash)
            if isinstance(record, VerifiedMatch) and not self.course.why_not_at_table(running, table, record):
                self.results[table] = signed.body.hash, record.ranks
                return self.results[table]
        return None

    def result_reports(self, running: Round, table: int) -> list[Signed]:
        """Return the reports in which a table's players name a match record, in seat order.

        Only the first report of each player is included.
        """
        first: dict[bytes, Signed] = {}
        for signed in self.entry_store.reported.get((running.number, table), ()):
            first.setdefault(signed.identity, signed)
        if not first:
            return []
        return [first[identity] for identity in self.course.identities_at(running, table) if identity in first]

    def unfinished_reporters(self, running: Round, table: int) -> set[bytes]:
        """Return the players of a table who have reported that the table has no result."""
        return self.entry_store.unfinished.get((running.number, table), set())

    def is_settled(self, table: int) -> bool:
        """Return True if no further reports on a table of the running round are expected."""
        running = self.course.running_round
        assert running is not None
        if len(running.tables[table]) < 2 or self.result_of(table) is not None:
            return True
        there = self.unfinished_reporters(running, table) | self.entry_store.left | self.entry_store.forked
        return all(identity in there for identity in self.course.identities_at(running, table))

    # -- electors and proposals --

    def newcomers(self) -> list[tuple[bytes, bytes]]:
        """Return the enrolled players that are in no round yet, with the ids of their enrolments.

        There are only as many as the tournament has room for, distributed evenly over the sources.
        """
        known = {player.identity for player in self.course.players} | self.entry_store.left | self.entry_store.forked
        entry_store = self.entry_store
        new = [
            i
            for i, signed in entry_store.enrolled.items()
            if i not in known and is_player(signed) and entry_store.is_admitted(i)
        ]
        room = MOST_PLAYERS - len(self.course.players)
        chosen = entry_store.guests.order_by_share(new)[:room] if len(new) > room else new
        return [(identity, entry_store.enrolment_id(identity)) for identity in sorted(chosen)]

    def members_without_vote(self, identities: Iterable[bytes]) -> list[bytes]:
        """Return those of these members who, as far as is known here, have no vote from the opener."""
        needs = self.opening.needs_welcome
        return sorted(identity for identity in identities if needs and identity not in self.entry_store.voters)

    def electors(self, course: TournamentState | None = None) -> Electors | None:
        """Return the members that make the decision after `course`, or None if they are not known.

        Without `course`, return those that make the next decision.
        """
        course = course or self.course
        return Electors(course.electorate) if course.decided else self.entry_store.first_electors()

    def course_after(self, course: TournamentState, hash: bytes) -> TournamentState | str | None:
        """Return the state after a content, or the reason why the content does not follow from `course`.

        The result is None if that cannot be decided yet.
        """
        known = self._verdicts.get(hash)
        if known is not None:
            return known
        data = self.blobs.get(hash)
        if data is None:
            return None
        try:
            self._verdicts[hash] = course.apply(data, self.entry_store)
        except MissingFact:
            return None
        except InvalidContent as wrong:
            self._verdicts[hash] = str(wrong)
        return self._verdicts[hash]

    def decided_content(self, course: TournamentState) -> tuple[bytes, TournamentState] | None:
        """Return the content that was decided after `course`, with the state after it; None if none is known."""
        ballots, electors = self.entry_store.ballots.get(course.next_decision), self.electors(course)
        if ballots is None or course.is_over or electors is None:
            return None
        won: list[tuple[bytes, TournamentState]] = []
        lacking: set[bytes] = set()
        for _, hash in ballots.decided_contents(electors):
            after = self.course_after(course, hash)
            if isinstance(after, TournamentState):
                won.append((hash, after))
            elif after is None:
                lacking |= self._newly_admitted(hash)
        self.entry_store.await_members(frozenset(lacking))
        return won[0] if won else None

    def _newly_admitted(self, hash: bytes) -> set[bytes]:
        """Return the members that a content admits and that have no feed here."""
        data = self.blobs.get(hash)
        content = read_content(data)[0] if data is not None else None
        new = content.new if isinstance(content, Close) else ()
        return {identity for identity, _ in new if identity not in self.entry_store.feeds}

    def apply_decision(self) -> TournamentState | None:
        """Apply the next decision and return the state after it, or None if no decision has been made yet."""
        winner = self.decided_content(self.course)
        if winner is None:
            return None
        hash, course = winner
        self.decisions.append(hash)
        self.courses.append(course)
        self._reset_round()
        return course

    def _reset_round(self) -> None:
        """Reset everything that depended on the previous state."""
        self.entry_store.decided = self.course.decided
        self.entry_store.players = frozenset(player.identity for player in self.course.players)
        self._verdicts.clear()
        self.results.clear()

    def on_backed(self, n: int, hash: bytes) -> None:
        """Process a vote for a decision's content, which may differ from the content that was decided."""
        if n < self.course.next_decision and self.decisions[n - 1] != hash:
            self._recheck = min(self._recheck or n, n)

    def undo_overruled_decision(self) -> int:
        """Undo a decision if an earlier ballot chose another content, and return its number; otherwise return 0.

        This is necessary if two contents had a majority, which is only possible if a member signed two versions of its
        feed.
        """
        n, self._recheck = self._recheck, 0
        winner = self.decided_content(self.courses[n - 1]) if n else None
        if winner is None or winner[0] == self.decisions[n - 1]:
            return 0
        del self.courses[n:]
        del self.decisions[n - 1 :]
        self._reset_round()
        return n


def is_player(signed: Signed) -> bool:
    """Return True if this is the enrolment of a player, not of a member that only helps."""
    return isinstance(signed.body, Enrol) and signed.body.plays
