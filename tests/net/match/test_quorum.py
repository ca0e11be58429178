"""The rules of PROTOCOL part 14 in isolation: many tables of one step, in random orders of events.

Each run has n = 3..6 seats that know only the entries they have. Entries reach each seat separately and at any time.
Seats crash for good, networks split, one seat cheats. The step always has one outcome. A linked majority is never stuck
(invariants 4, 5, 6, 20).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from net.crypto.match_keys import quorum
from net.match import quorum as rounds
from net.match.quorum import Commit, CountedSet, Cut, Reveal, Seal, StepVotes, Vote

Item = Commit | Seal | Vote | Cut | Reveal
Outcome = tuple[tuple[int, bytes], ...]


def name(*parts: Any) -> bytes:
    """Return an id that is readable and no prefix of another one."""
    return "-".join(map(str, parts)).encode().ljust(32, b".")


@dataclass
class Seat:
    """A rule-abiding seat in the step: its votes, its signed entries and whether it is alive."""

    number: int
    seats: int
    book: StepVotes
    alive: bool = True
    said: list[Item] = field(default_factory=list)
    commit: Commit | None = None
    seal: Seal | None = None
    vote: Vote | None = None
    cut: Cut | None = None
    revealed: int | None = None
    behind: tuple[bytes, ...] = ()
    motion: tuple[int, ...] = ()

    def publish(self, item: Item) -> None:
        self.said.append(item)
        self.book.add(item)

    def act(self) -> bool:
        """Sign the next entry that is due; return False if none is due."""
        if not self.alive:
            return False
        return (self._first_round() if self.vote is None else False) or self._vote() or self._go_on()

    def _first_round(self) -> bool:
        book = self.book
        if self.number not in book.present or self.revealed is not None:
            return False
        if self.commit is None:
            self._commit()
            return True
        commits = rounds.commits_by_seat(book)
        if commits is None:
            return False
        if self.seal is None:
            self._seal({seat: commit.id for seat, commit in commits.items()})
            return True
        counting = rounds.first_counted_set(book)
        if counting is None:
            return False
        self._reveal(counting)
        return True

    def _commit(self, version: str = "") -> None:
        self.commit = Commit(name("commit", self.number, version), self.number, b"", True)
        self.publish(self.commit)

    def _seal(self, commits: dict[int, bytes]) -> None:
        names = tuple(commits[s][: rounds.SHORT] if s in commits else None for s in range(1, self.seats + 1))
        assert self.commit is not None
        self.seal = Seal(name("seal", self.number, self.commit.id), self.number, self.commit.id, names, b"")
        self.publish(self.seal)

    def _reveal(self, counting: CountedSet) -> None:
        shares = ((b"", (b"", b"")),) * len(counting.absent_seats)
        Q = b"Q" if self.number in counting.commits else None
        self.revealed = counting.round
        self.behind = self.cut.votes if self.cut is not None else ()
        self.publish(Reveal(name("reveal", self.number, counting.round), self.number, counting.round, Q, None, shares))

    def _vote(self) -> bool:
        W, book = self.motion, self.book
        if not W or not book.may_continue(W):
            return False
        if self.commit is None:
            self._commit()
            return True
        seen = max((vote.round for vote in book.votes.values() if vote.W == W), default=0)
        own = self.vote.round if self.vote is not None else 0
        if self.vote is not None and self.vote.W == W and seen <= own:
            return False
        held = [seal.id for seal in book.seals.values() if self.revealed is not None or not book.is_forked(seal.seat)]
        number = max(seen, own + 1)
        vote_id = name("vote", self.number, number)
        self.vote = Vote(vote_id, self.number, number, W, tuple(held), self.revealed, self.commit.id, self.behind)
        self.cut = None
        self.publish(self.vote)
        return True

    def _go_on(self) -> bool:
        book, vote = self.book, self.vote
        if vote is None or self.revealed == vote.round:
            return False
        if self.cut is None:
            votes = rounds.votes_to_cut(book, vote.round, vote.W)
            if votes is None:
                return False
            self.cut = Cut(name("cut", self.number, vote.round), self.number, vote.round, votes)
            self.publish(self.cut)
            return True
        if self.cut.votes not in rounds.rounds_in_force(book, vote.round):
            return False
        counting = rounds.counted_set(book, self.cut.votes)
        if counting is None:
            return False
        if self.number in counting.commits and self.seal is None:
            self._seal(counting.commits)
            return True
        if rounds.may_reveal(book, counting):
            self._reveal(counting)
            return True
        return False

    def outcomes(self) -> set[Outcome]:
        """Return the outcomes of the step for this seat by any ready round."""
        return {tuple(sorted(counting.commits.items())) for counting in rounds.ready_rounds(self.book)}


class TwoFaced(Seat):
    """A seat that signs two versions of its commit and shows each version to some seats.

    Otherwise it follows the rules for each version.
    """

    twins: tuple[Item, ...] = ()

    def _commit(self, version: str = "") -> None:
        super()._commit("a")
        twin = Commit(name("commit", self.number, "b"), self.number, b"", True)
        self.said.append(twin)
        self.twins = (twin,)


class TwoVotes(TwoFaced):
    """A seat that signs two versions of each vote, one of them empty, and shows each version to some seats."""

    def _commit(self, version: str = "") -> None:
        Seat._commit(self, version)

    def _vote(self) -> bool:
        before = self.vote
        done = super()._vote()
        if self.vote is not None and self.vote is not before:
            twin = self.vote._replace(id=name("twin", self.number, self.vote.round), held=())
            self.said.append(twin)
            self.twins = (*self.twins, twin)
        return done


class Misnamer(Seat):
    """A seat whose seal names commits that no seat made."""

    def _seal(self, commits: dict[int, bytes]) -> None:
        others = {seat: name("none", seat) for seat in commits if seat != self.number}
        super()._seal({**commits, **others})


class Stubborn(Seat):
    """A seat that plays in round 0 and never votes."""

    def _vote(self) -> bool:
        return False


class Hasty(Seat):
    """A seat that reveals in round 0 before it has the seals of all seats."""

    def _first_round(self) -> bool:
        if self.seal is not None and self.revealed is None:
            self._reveal(CountedSet(0, tuple(sorted(self.book.present)), {self.number: b""}))
            return True
        return super()._first_round()


LIARS = (TwoFaced, TwoVotes, Misnamer, Stubborn, Hasty)


class Run:
    """One step at one table, in an order drawn from a seed."""

    def __init__(self, seed: int, seats: int, liar: type[Seat] | None = None, away: bool = False) -> None:
        self.chance = random.Random(seed)
        self.seats = seats
        self.quorum = quorum(seats)
        numbers = list(range(1, seats + 1))
        gone = self.chance.sample(numbers, seats - self.quorum)
        self.away = gone[:1] if away and seats > 2 else []
        present = frozenset(numbers) - set(self.away)
        self.liar = self.chance.choice(sorted(present)) if liar is not None else 0
        self.table = {}
        for number in numbers:
            kind = liar if liar is not None and number == self.liar else Seat
            self.table[number] = kind(number, seats, StepVotes(present, self.quorum, set(self.away)))
        self.told: dict[tuple[int, int], int] = {}
        self.lost = set(gone[len(self.away) :])

    @property
    def honest(self) -> list[Seat]:
        return [seat for number, seat in self.table.items() if number != self.liar]

    def deliver(self, source: int, target: int) -> bool:
        """Deliver one more entry of a seat to another one in feed order; versions go only to some seats."""
        teller, hearer = self.table[source], self.table[target]
        at = self.told.get((source, target), 0)
        if at >= len(teller.said):
            return False
        self.told[source, target] = at + 1
        item = teller.said[at]
        if self.hears(teller, hearer, item):
            hearer.book.add(item)
        return True

    def hears(self, teller: Seat, hearer: Seat, item: Item) -> bool:
        """Return True if an honest seat first receives this version of two.

        Later, the seat learns of the other version from the rest.
        """
        kind: type = Vote if isinstance(teller, TwoVotes) else Commit
        if not isinstance(teller, TwoFaced) or not isinstance(item, kind) or self.chance.random() < 0.3:
            return True
        return (hearer.number % 2 == 0) == (item in teller.twins)

    def gossip(self) -> None:
        """Send all entries of each living seat, by any author, to the others (11.4)."""
        living = [seat for seat in self.table.values() if seat.alive]
        for a in living:
            for b in living:
                for held in (a.book.commits, a.book.seals, a.book.votes, a.book.cuts, a.book.reveals):
                    for item in list(held.values()):
                        b.book.add(item)  # type: ignore[arg-type]

    def play(self, turns: int) -> None:
        """Play this number of events: an entry arrives, or a seat acts, is lost or shows a motion."""
        chance, numbers = self.chance, list(self.table)
        for _ in range(turns):
            kind = chance.random()
            if kind < 0.6:
                source, target = chance.sample(numbers, 2)
                self.deliver(source, target)
            elif kind < 0.95:
                self.table[chance.choice(numbers)].act()
            elif kind < 0.97 and self.lost and chance.random() < 0.3:
                self.table[self.lost.pop()].alive = False
            else:
                self.move()

    def move(self) -> None:
        """Let some seats show a motion with any possible W."""
        W = tuple(sorted(self.chance.sample(list(self.table), self.chance.randint(self.quorum, self.seats))))
        for seat in self.table.values():
            if seat.number in W and self.chance.random() < 0.8:
                seat.motion = W

    def settle(self) -> None:
        """Lose the seats that are to be lost; let the others exchange entries, agree on a motion and continue."""
        for number in list(self.lost):
            self.table[number].alive = False
        living = [seat for seat in self.table.values() if seat.alive]
        for pause in range(12):
            for _ in range(40):
                self.gossip()
                acted = [seat.act() for seat in living]
                if not any(acted):
                    break
            if all(seat.outcomes() for seat in living if seat.number != self.liar):
                return
            left = [seat.number for seat in living if seat.number != self.liar]
            here = left if pause % 2 and len(left) >= self.quorum else [seat.number for seat in living]
            for seat in living:
                seat.motion = tuple(here) if seat.number in here else ()


def check(run: Run, stuck_allowed: bool = False) -> None:
    """Check that no two honest seats have different outcomes, and that every living one has an outcome."""
    outcomes = set().union(*(seat.outcomes() for seat in run.honest))
    assert len(outcomes) <= 1, outcomes
    living = [seat for seat in run.honest if seat.alive]
    if not stuck_allowed:
        assert all(seat.outcomes() for seat in living)
    for seat in run.honest:
        for counting in rounds.ready_rounds(seat.book):
            assert len(counting.commits) >= run.quorum, "a majority counts, so an honest seat does"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("away", [False, True], ids=["all present", "one away"])
def test_every_step_reaches_exactly_one_outcome(seats: int, away: bool) -> None:
    """Crashes, splits and motions in any order lead to one outcome (invariants 4, 6)."""
    for seed in range(100):
        run = Run(seed, seats, away=away)
        run.play(seed % 120)
        run.settle()
        check(run)


@pytest.mark.parametrize("liar", LIARS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_every_step_reaches_one_outcome_despite_a_lying_seat(seats: int, liar: type[Seat]) -> None:
    """With one liar and no lost seat the others are a majority that agrees and is never stuck."""
    for seed in range(60):
        run = Run(seed, seats, liar)
        run.lost = set()
        run.play(seed % 120)
        run.settle()
        check(run)


@pytest.mark.parametrize("liar", LIARS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_lying_seat_and_lost_seats_never_cause_two_outcomes(seats: int, liar: type[Seat]) -> None:
    """The step never has two outcomes, though without a majority it may have none.

    The exception of 14.9 are two votes for one round: with 3 and 5 seats they can cause two outcomes.
    """
    if liar is TwoVotes:
        seats = max(4, seats // 2 * 2)
    for seed in range(60):
        run = Run(seed, seats, liar)
        run.play(seed % 120)
        run.settle()
        check(run, stuck_allowed=True)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_counted_seats_are_final_once_all_openings_are_readable(seats: int) -> None:
    """Later rounds count the same seats once an honest seat has opened the step (invariant 5)."""
    for seed in range(100):
        run = Run(seed, seats)
        run.play(40 + seed % 80)
        fixed: Outcome | None = None
        for seat in run.honest:
            for counting in rounds.ready_rounds(seat.book):
                fixed = tuple(sorted(counting.commits.items()))
        if fixed is None:
            continue
        run.play(60)
        run.settle()
        for seat in run.honest:
            assert seat.outcomes() <= {fixed}
        check(run)


def test_a_vote_for_a_later_round_does_not_prevent_the_outcome() -> None:
    """A vote for a later round does not prevent the outcome (14.5).

    All seats have revealed in round 0. Two vote for a later round without knowing this, and count the same commits.
    """
    run = Run(1, 4)
    run.lost = {4}
    table = run.table
    for _ in range(30):
        for seat in table.values():
            seat.act()
        if all(seat.revealed == 0 for seat in table.values()):
            break
        if any(seat.revealed is None for seat in table.values()):
            for source in table:
                for target in table:
                    if source != target and not (isinstance(table[source].said[-1:], Reveal)):
                        run.deliver(source, target)
    for number in (1, 2, 3):
        table[number].motion = (1, 2, 3)
    run.settle()
    check(run)
    (outcome,) = set().union(*(seat.outcomes() for seat in run.honest))
    assert [seat for seat, _ in outcome] == [1, 2, 3, 4]


# -- the exception of 14.9 -------------------------------------------------------------------------------------------


def split(cheat_in_both: bool) -> tuple[set[Outcome], list[Vote]]:
    """Return the outcomes of three seats in a split network, and the votes.

    Seat 3 is linked to both halves. If it cheats, it votes for a different group in each half.
    """
    present = frozenset({1, 2, 3})
    found: set[Outcome] = set()
    votes = []
    for half in (1, 2) if cheat_in_both else (1,):
        book = StepVotes(present, 2)
        pair = {number: Seat(number, 3, book, motion=(half, 3)) for number in (half, 3)}
        for _ in range(20):
            for seat in pair.values():
                seat.act()
        found |= pair[half].outcomes()
        votes += [vote for vote in book.votes.values() if vote.seat == 3]
    return found, votes


def test_a_cheat_between_two_halves_is_convicted_by_its_two_votes() -> None:
    """A cheat between two halves is convicted by its two votes (14.9).

    For n = 3 and 5 it lets both halves continue, which an honest seat cannot.
    """
    outcomes, votes = split(cheat_in_both=True)
    assert len(outcomes) == 2
    one, two = votes
    assert one.round == two.round and one.W != two.W, "two votes for one round: evidence of the kind vote"
    assert len(split(cheat_in_both=False)[0]) == 1


def test_two_majorities_of_four_or_six_seats_share_two_seats() -> None:
    """Two majorities of four or six seats share two seats, so that one cheat cannot cause two outcomes (14.9)."""
    for seats, shared in ((3, 1), (4, 2), (5, 1), (6, 2)):
        every = [set(W) for W in combinations(range(seats), quorum(seats))]
        assert min(len(a & b) for a in every for b in every) == shared


# -- presence ---------------------------------------------------------------------------------------------------------


def test_the_counted_commits_determine_the_next_present_seats() -> None:
    """An absent seat is present again when all counted seats list it, and for no other reason (invariant 20)."""
    book = StepVotes(frozenset({1, 2, 3}), 3)
    listed = {1: (4, 5), 2: (4,), 3: (3, 4, 5)}
    for seat, back in listed.items():
        book.add(Commit(name("c", seat), seat, b"", True, back))
    book.add(Commit(name("c", 5), 5, b"", True, (5,)))
    everyone = CountedSet(0, (1, 2, 3), {seat: name("c", seat) for seat in (1, 2, 3)})
    assert rounds.next_present(book, everyone) == {1, 2, 3, 4}
    assert rounds.next_present(book, CountedSet(1, (1, 3), {1: name("c", 1), 3: name("c", 3)})) == {1, 3, 4, 5}
    book.returned.add(5)
    book.add(Vote(name("v"), 5, 9, (1, 2, 5), (), None, name("c", 5)))
    assert rounds.next_present(book, everyone) == {1, 2, 3, 4}


def _here_by_its_own_word(book: StepVotes, counting: CountedSet) -> frozenset[int]:
    return frozenset(counting.commits) | book.returned


def _listed_by_one(book: StepVotes, counting: CountedSet) -> frozenset[int]:
    listed = [book.commits[commit].back for commit in counting.commits.values()]
    return frozenset(counting.commits).union(*listed)


def _who_has_committed(book: StepVotes, counting: CountedSet) -> frozenset[int]:
    return frozenset(commit.seat for commit in book.commits.values())


@pytest.mark.parametrize("other", [_here_by_its_own_word, _listed_by_one, _who_has_committed])
def test_a_wrong_presence_rule_is_detected(other: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "next_present", other)
    with pytest.raises(AssertionError):
        test_the_counted_commits_determine_the_next_present_seats()


# -- broken rules make a run fail -------------------------------------------------------------------------------------


def apart(monkeypatch: pytest.MonkeyPatch, runs: int = 400, **kinds: Any) -> bool:
    """Return True if a run has two outcomes or changes one."""
    for seed in range(runs):
        for seats in (3, 4, 5):
            run = Run(seed, seats, kinds.get("liar"))
            run.play(30 + seed % 100)
            before = set().union(*(seat.outcomes() for seat in run.honest))
            run.settle()
            if len(before | set().union(*(seat.outcomes() for seat in run.honest))) > 1:
                return True
    return False


def test_without_the_reveal_round_in_votes_a_step_has_two_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the reveal round in a vote, a step could be resolved twice."""
    vote = Seat._vote

    def hides(self: Seat) -> bool:
        before = self.vote
        done = vote(self)
        if self.vote is not before and self.vote is not None:
            self.said.remove(self.vote)
            del self.book.votes[self.vote.id]
            self.vote = replace_vote(self.vote)
            self.publish(self.vote)
        return done

    monkeypatch.setattr(Seat, "_vote", hides)
    assert apart(monkeypatch)


def replace_vote(vote: Vote) -> Vote:
    return vote._replace(last=None, behind=())


def test_without_silence_after_a_vote_a_step_has_two_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """If seats revealed in round 0 after a vote, the reveal would be missing from the vote."""

    def talks(self: Seat) -> bool:
        return self.alive and (self._first_round() or self._vote() or self._go_on())

    monkeypatch.setattr(Seat, "act", talks)
    assert apart(monkeypatch)


def test_without_equal_cuts_two_versions_of_a_vote_share_no_round() -> None:
    """Without equal cuts, two honest seats with different votes of a cheat would have no common round."""
    book = StepVotes(frozenset({1, 2, 3, 4}), 3)
    W = (1, 2, 4)
    for seat in W:
        book.add(Commit(name("c", seat), seat, b"", True))
    votes = [Vote(name("v", seat), seat, 1, W, (), None, name("c", seat)) for seat in W]
    twin = votes[2]._replace(id=name("v", 4, "b"))
    for vote in (*votes, twin):
        book.add(vote)
    assert rounds.votes_to_cut(book, 1, W) is None, "it holds two votes of one seat"
    ids = tuple(vote.id for vote in votes)
    other = (*ids[:2], twin.id)
    for seat, taken in ((1, ids), (2, other), (4, ids)):
        book.add(Cut(name("k", seat), seat, 1, taken))
    assert list(rounds.rounds_in_force(book, 1)) == []


def test_a_cut_fixes_the_commits_counted_by_a_vote() -> None:
    """The cut fixes the commit of each seat in the vote's group, whatever versions are shown later."""
    book = StepVotes(frozenset({1, 2, 3}), 2)
    for seat in (1, 3):
        book.add(Commit(name("c", seat), seat, b"", True))
        book.add(Vote(name("v", seat), seat, 1, (1, 3), (), None, name("c", seat)))
    ids = (name("v", 1), name("v", 3))
    before = rounds.counted_set(book, ids)
    book.add(Commit(name("c", 3, "twin"), 3, b"", True))
    assert rounds.counted_set(book, ids) == before is not None
    assert rounds.votes_to_cut(book, 1, (1, 3)) is None, "but a new cut is not made with a seat that has two commits"


def test_a_sealed_seat_counts_unless_the_others_name_another_commit() -> None:
    """A sealed seat counts unless the others name another commit of it (14.4)."""
    book = StepVotes(frozenset({1, 2, 3}), 2)
    for seat in (1, 2, 3):
        book.add(Commit(name("c", seat), seat, b"", True))
    names = tuple(name("c", seat)[: rounds.SHORT] for seat in (1, 2, 3))
    lost = Seal(name("s", 2), 2, name("c", 2), names, b"")
    book.add(lost)
    votes = [Vote(name("v", s), s, 1, (1, 3), (lost.id,), None, name("c", s)) for s in (1, 3)]
    for vote in votes:
        book.add(vote)
    ids = tuple(vote.id for vote in votes)
    counting = rounds.counted_set(book, ids)
    assert counting is not None and sorted(counting.commits) == [1, 2, 3] and counting.absent_seats == [2]
    other = Seal(name("s", 1), 1, name("c", 1), (names[0], name("x")[: rounds.SHORT], names[2]), b"")
    book.add(other)
    book.add(votes[0]._replace(id=name("v", 1, "b"), held=(lost.id, other.id)))
    counting = rounds.counted_set(book, (name("v", 1, "b"), ids[1]))
    assert counting is not None and sorted(counting.commits) == [1, 3]
