"""Counted seats and resolution of a step (PROTOCOL part 14), as pure functions of the feeds.

Round 0 is the normal course of a step: all present seats commit, seal and reveal. If one of them is lost, a majority W
of the others votes for round 1. These seats cut, that is, they fix the entries that they have. Their shares then open
the lost seat's seal. If that fails too, round 2 follows, and so on. This module decides from the entries alone

- which votes may join a cut (`votes_to_cut`), and which rounds are in force (`rounds_in_force`),
- which commits a round counts (`counted_set`), which rounds are complete (`ready_rounds`), and who is present next
  (`next_present`).

Nothing here knows a key, a clock or a network, so all of it can be tested in every order.

A seat commits before it votes. So a vote, which is linked to the entries before it, fixes its own commit. Equal cuts
fix the commits of all of W, even if a cheat has signed several versions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

SHORT = 16
"""Number of bytes of a commit's id that a seal contains."""

MAX_ROUND = 2**16
MAX_VOTES = 1000
"""Maximum number of votes of a seat in one step."""

Id = bytes
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Commit(NamedTuple):
    """Commit of a seat in the step; `right` is True if it was made in the same state as ours."""

    id: Id
    seat: int
    c: bytes
    right: bool
    back: tuple[int, ...] = ()
    seq: int = 0
    end: int = 0
    """Declaration about an early end that the seat made before this commit (`net.match.early_end`)."""


class Seal(NamedTuple):
    """Seal of a seat: the sealed opening, and the ids of the commits that the seat has seen, by seat."""

    id: Id
    seat: int
    commit: Id
    names: tuple[Id | None, ...]
    E: bytes


class Vote(NamedTuple):
    """Vote to continue with only the seats `W`; `commit` and `behind` precede it in the seat's own feed.

    `held` lists the seals that the seat has. `last` is the highest round for which the seat has revealed, or None.
    `behind` lists the votes in the seat's cut for that round; it is empty for round 0.
    """

    id: Id
    seat: int
    round: int
    W: tuple[int, ...]
    held: tuple[Id, ...]
    last: int | None
    commit: Id
    behind: tuple[Id, ...] = ()


class Cut(NamedTuple):
    """Cut of a seat: the votes that it has accepted for a round, in the order of the seats in W."""

    id: Id
    seat: int
    round: int
    votes: tuple[Id, ...]


Share = tuple[bytes, tuple[bytes, bytes]]
"""Share f_x(y) P[t] that a seat reveals for another seat x, and the proof that it is right."""


class Reveal(NamedTuple):
    """Reveal of a seat in a round: its seal point, if the seat counts, and its shares for absent seats."""

    id: Id
    seat: int
    round: int
    Q: bytes | None
    proof: tuple[bytes, bytes] | None = None
    shares: tuple[Share, ...] = ()


@dataclass(slots=True)
class StepVotes:
    """All entries of one step, with every version that a seat has signed; the order of arrival is irrelevant.

    `present` are the seats that take part. `returned` are the away seats that have come back.
    """

    present: frozenset[int]
    quorum: int
    returned: set[int] = field(default_factory=set)
    commits: dict[Id, Commit] = field(default_factory=dict)
    seals: dict[Id, Seal] = field(default_factory=dict)
    votes: dict[Id, Vote] = field(default_factory=dict)
    cuts: dict[Id, Cut] = field(default_factory=dict)
    reveals: dict[tuple[int, int], Reveal] = field(default_factory=dict)
    cached: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    """Results of queries since the last entry was added or read, by query."""

    def add(self, item: Commit | Seal | Vote | Cut | Reveal) -> None:
        """Add an entry.

        Several reveals of a seat for one round are equivalent, as all of them follow from the seat's key.
        """
        self.cached.clear()
        if isinstance(item, Reveal):
            self.reveals.setdefault((item.seat, item.round), item)
        elif isinstance(item, Commit):
            self.commits[item.id] = item
        elif isinstance(item, Seal):
            self.seals[item.id] = item
        elif isinstance(item, Vote):
            self.votes[item.id] = item
        else:
            self.cuts[item.id] = item

    def drop_reveal(self, seat: int, number: int) -> None:
        """Remove a reveal with a false share, so that its seal point is owed again (4.2)."""
        self.cached.clear()
        del self.reveals[seat, number]

    def note_return(self, seat: int) -> None:
        """Note that an away seat has come back."""
        self.cached.clear()
        self.returned.add(seat)

    def commits_of(self, seat: int) -> list[Commit]:
        """Return all versions of a seat's commit."""
        return [commit for commit in self.commits.values() if commit.seat == seat]

    def commit_of(self, seat: int) -> Commit | None:
        """Return a seat's commit if it is the seat's only one and was made in our state; otherwise None."""
        versions = self.commits_of(seat)
        return versions[0] if len(versions) == 1 and versions[0].right else None

    def seal_for(self, commit: Id) -> Seal | None:
        """Return the seal that belongs to this commit, or None."""
        return next((seal for seal in self.seals.values() if seal.commit == commit), None)

    def is_forked(self, seat: int) -> bool:
        """Return True if a seat has signed two commits for this step."""
        return len(self.commits_of(seat)) > 1

    def may_continue(self, W: Iterable[int]) -> bool:
        """Return True if the seats W may continue the match without the others.

        They must be a majority. Each must be present or have returned, and none may have signed two commits.
        """
        seats = frozenset(W)
        here = self.present | self.returned
        return len(seats) >= self.quorum and seats <= here and not any(self.is_forked(seat) for seat in seats)


class CountedSet(NamedTuple):
    """Counted seats of a round with their commits, and the seats `W` that resolve the round."""

    round: int
    W: tuple[int, ...]
    commits: dict[int, Id]

    @property
    def absent_seats(self) -> list[int]:
        """Counted seats outside W, whose seals the members of W open."""
        return [seat for seat in sorted(self.commits) if seat not in self.W]


def cached_query(query: Callable[[StepVotes, *Ts], R]) -> Callable[[StepVotes, *Ts], R]:
    """Return a version of a query that caches its result until an entry is added."""

    @wraps(query)
    def ask(step_votes: StepVotes, *args: *Ts) -> R:
        key = (query, *args)
        if key not in step_votes.cached:
            step_votes.cached[key] = query(step_votes, *args)
        return step_votes.cached[key]  # type: ignore[no-any-return]

    return ask


# Round 0 --------------------------------------------------------------------------------------------------------------


@cached_query
def commits_by_seat(step_votes: StepVotes) -> dict[int, Commit] | None:
    """Return the commit of each present seat, or None if a present seat has no commit or two of them."""
    found: dict[int, Commit] = {}
    if len(step_votes.commits) < len(step_votes.present):
        return None
    for seat in step_votes.present:
        commit = step_votes.commit_of(seat)
        if commit is None:
            return None
        found[seat] = commit
    return found


@cached_query
def first_counted_set(step_votes: StepVotes) -> CountedSet | None:
    """Return the counted set of round 0, or None if the round is not complete.

    It is complete once every present seat has sealed and all seals contain the same commits.
    """
    if len(step_votes.seals) < len(step_votes.present):
        return None
    for seal in step_votes.seals.values():
        agreed = _commits_named_by(step_votes, seal)
        if agreed is not None and all(_seal_agrees(step_votes, seat, agreed) for seat in step_votes.present):
            return CountedSet(0, tuple(sorted(step_votes.present)), agreed)
    return None


def _commits_named_by(step_votes: StepVotes, seal: Seal) -> dict[int, Id] | None:
    """Return the commits of all present seats that a seal contains.

    The result is None if one of these commits is missing here or was made in another state.
    """
    found: dict[int, Id] = {}
    for seat in step_votes.present:
        commit = next(
            (c for c in step_votes.commits_of(seat) if c.id[:SHORT] == seal.names[seat - 1] and c.right), None
        )
        if commit is None:
            return None
        found[seat] = commit.id
    return found


def _seal_agrees(step_votes: StepVotes, seat: int, agreed: dict[int, Id]) -> bool:
    """Return True if the seal on a seat's agreed commit also contains the other agreed commits."""
    seal = step_votes.seal_for(agreed[seat])
    return seal is not None and all(seal.names[y - 1] == commit[:SHORT] for y, commit in agreed.items())


@cached_query
def find_misnaming(step_votes: StepVotes) -> tuple[int, int] | None:
    """Return (x, y) if seat x's seal contains a commit of present seat y that is missing here; otherwise None."""
    for seal in step_votes.seals.values():
        for y in sorted(step_votes.present):
            name = seal.names[y - 1]
            versions = step_votes.commits_of(y)
            if name is not None and versions and name not in [commit.id[:SHORT] for commit in versions]:
                return seal.seat, y
    return None


def seal_misnames(step_votes: StepVotes, seat: int) -> bool:
    """Return True if a seat's seal contains a commit that is missing here, because it is false or late."""
    found = find_misnaming(step_votes)
    return found is not None and found[0] == seat


# Votes and cuts -------------------------------------------------------------------------------------------------------


def votes_for(step_votes: StepVotes, number: int, W: tuple[int, ...]) -> tuple[Id, ...] | None:
    """Return one vote of each seat in W, for this round and these seats W.

    The result is None while a vote is missing, or if a seat has voted twice for the round.
    """
    found: list[Id] = []
    for seat in W:
        votes = [vote for vote in step_votes.votes.values() if (vote.seat, vote.round) == (seat, number)]
        if len(votes) != 1 or votes[0].W != W:
            return None
        found.append(votes[0].id)
    return tuple(found)


@cached_query
def votes_to_cut(step_votes: StepVotes, number: int, W: tuple[int, ...]) -> tuple[Id, ...] | None:
    """Return the votes that a cut for this round must contain (14.3).

    The result is None while an entry on which these votes rely is missing.
    """
    votes = votes_for(step_votes, number, W)
    if votes is None or not step_votes.may_continue(W):
        return None
    found = counted_set(step_votes, votes)
    if found is None or any(step_votes.seal_for(found.commits[x]) is None for x in found.absent_seats):
        return None
    return votes


@cached_query
def rounds_in_force(step_votes: StepVotes, number: int) -> list[tuple[Id, ...]]:
    """Return the votes of each round of this number that is in force.

    A round is in force once all seats in its W have cut it (14.4).
    """
    cuts: dict[tuple[Id, ...], set[int]] = {}
    for cut in step_votes.cuts.values():
        if cut.round == number:
            cuts.setdefault(cut.votes, set()).add(cut.seat)
    return [votes for votes, seats in cuts.items() if _is_binding(step_votes, number, votes, seats)]


def _is_binding(step_votes: StepVotes, number: int, votes: tuple[Id, ...], seats: set[int]) -> bool:
    """Return True if each seat in W has cast one of these votes, and all seats in W have cut them."""
    first = step_votes.votes.get(votes[0])
    return first is not None and seats >= set(first.W) and _agreeing_votes(step_votes, number, votes) is not None


def _agreeing_votes(step_votes: StepVotes, number: int, ids: tuple[Id, ...]) -> list[Vote] | None:
    """Return the votes with these ids if each seat of one common W has cast one of them; otherwise None."""
    votes = [step_votes.votes[id_] for id_ in ids if id_ in step_votes.votes]
    if len(votes) != len(ids) or not votes:
        return None
    W = votes[0].W
    same = all(vote.W == W and vote.round == number for vote in votes)
    return votes if same and tuple(vote.seat for vote in votes) == W else None


# Counted set ----------------------------------------------------------------------------------------------------------


@cached_query
def counted_set(step_votes: StepVotes, ids: tuple[Id, ...]) -> CountedSet | None:
    """Return C_r, the counted set of the round that these votes define (14.4).

    The result is None while an entry that the votes refer to is missing. If a seat has revealed in an earlier round,
    the set of that round is kept, because some peer may already have resolved the step by it.
    """
    first = step_votes.votes.get(ids[0])
    votes = None if first is None else _agreeing_votes(step_votes, first.round, ids)
    if first is None or votes is None or not set(first.W) <= step_votes.present | step_votes.returned:
        return None
    lasts = [vote.last for vote in votes if vote.last is not None]
    if lasts:
        commits = _set_of_earlier_round(step_votes, [vote for vote in votes if vote.last == max(lasts)])
    else:
        commits = _set_of_votes(step_votes, votes)
    return None if commits is None else CountedSet(first.round, first.W, commits)


def _set_of_earlier_round(step_votes: StepVotes, votes: list[Vote]) -> dict[int, Id] | None:
    """Return the counted set of the highest round with reveals, or None if the seats contradict each other."""
    found: list[dict[int, Id] | None] = []
    for vote in votes:
        behind: CountedSet | None = None
        if (vote.seat, vote.last) not in step_votes.reveals:
            pass
        elif vote.last == 0:
            behind = first_counted_set(step_votes)
        elif vote.behind in rounds_in_force(step_votes, vote.last or 0):
            behind = counted_set(step_votes, vote.behind)
        found.append(None if behind is None else behind.commits)
    commits = found[0]
    if commits is None or any(other != commits for other in found):
        return None
    return commits if all(step_votes.seal_for(commit) is not None for commit in commits.values()) else None


def _set_of_votes(step_votes: StepVotes, votes: list[Vote]) -> dict[int, Id] | None:
    """Return the commits of the seats in W, and those of other seats about which all of W agree.

    The commit of a seat in W is the one that precedes its vote.
    """
    listed = {id_ for vote in votes for id_ in vote.held}
    if not listed <= set(step_votes.seals) or not all(v.commit in step_votes.commits for v in votes):
        return None
    found = {vote.seat: vote.commit for vote in votes}
    if not all(step_votes.commits[commit].right for commit in found.values()):
        return None
    seals = [step_votes.seals[id_] for id_ in sorted(listed)]
    named = [seal.names for seal in seals if seal.seat in found]
    for x in sorted(step_votes.present - set(found)):
        own = {seal.commit for seal in seals if seal.seat == x}
        fit = [c for c in own if step_votes.commits[c].right and all(n[x - 1] in (None, c[:SHORT]) for n in named)]
        if len(fit) == 1:
            found[x] = fit[0]
    return found


# End of a step --------------------------------------------------------------------------------------------------------


def may_reveal(step_votes: StepVotes, counting: CountedSet) -> bool:
    """Return True if the seals of all counted seats have arrived (14.5)."""
    return all(step_votes.seal_for(commit) is not None for commit in counting.commits.values())


def ready_rounds(step_votes: StepVotes) -> Iterator[CountedSet]:
    """Yield the rounds for which every seat in W has revealed; the caller still has to check the shares."""
    if all((seat, 0) in step_votes.reveals for seat in step_votes.present):
        base = first_counted_set(step_votes)
        if base is not None:
            yield base
    for number in sorted({cut.round for cut in step_votes.cuts.values()}):
        for ids in rounds_in_force(step_votes, number):
            counting = counted_set(step_votes, ids)
            if counting is None or not may_reveal(step_votes, counting):
                continue
            if all(_has_revealed(step_votes, counting, seat) for seat in counting.W):
                yield counting


def _has_revealed(step_votes: StepVotes, counting: CountedSet, seat: int) -> bool:
    """Return True if a seat's complete reveal for the round has arrived."""
    reveal = step_votes.reveals.get((seat, counting.round))
    if reveal is None or len(reveal.shares) != len(counting.absent_seats):
        return False
    return (reveal.Q is not None) == (seat in counting.commits)


def next_present(step_votes: StepVotes, counting: CountedSet) -> frozenset[int]:
    """Return the seats that are present in the next step (14.6).

    These are the counted seats, and the away seats that all counted commits list as returned.
    """
    back = [set(step_votes.commits[commit].back) for commit in counting.commits.values()]
    listed = set.intersection(*back) if back else set()
    return frozenset(counting.commits) | (listed - step_votes.present)
