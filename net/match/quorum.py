"""Counted seats and resolution of a step (PROTOCOL part 14), as pure functions of the feeds.

Round 0 is the normal course of a step: all present seats commit, seal and reveal. If one of them is lost, a majority W
of the others votes for round 1. These seats cut, that is, they fix the entries that they have. Their shares then open
the lost seat's seal. If that fails too, round 2 follows, and so on. This module decides from the entries alone

- which votes may join a cut (`may_cut`), and which rounds are in force (`in_force`),
- which commits a round counts (`counted`), which rounds are complete (`rounds_ready`), and who is present next
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
"""Number of bytes of a commit's id with which a seal names the commit."""

MAX_ROUND = 2**16
MAX_VOTES = 1000
"""Maximum number of votes of a seat in one step."""

Id = bytes
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Commit(NamedTuple):
    """Commit of a seat to the step; `right` is True if its digest equals that of our state."""

    id: Id
    seat: int
    c: bytes
    right: bool
    back: tuple[int, ...] = ()
    seq: int = 0
    end: int = 0
    """Declaration about the end of the match that the seat made before this commit.

    `net.match.early_end` describes these declarations.
    """


class Seal(NamedTuple):
    """Seal that fits the commit before it: the commits it names, by seat, and the sealed opening."""

    id: Id
    seat: int
    commit: Id
    names: tuple[Id | None, ...]
    E: bytes


class Vote(NamedTuple):
    """Vote to continue as `W`; `commit` and `behind` come before it in the seat's own feed.

    `held` contains the seals that the seat has. `last` is the highest round in which the seat has revealed, or None.
    `behind` contains the votes that the seat's cut for that round names. It is empty for round 0.
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
    """Cut of a seat: the votes that it has accepted for a round, in the order of the seats of W."""

    id: Id
    seat: int
    round: int
    votes: tuple[Id, ...]


Share = tuple[bytes, tuple[bytes, bytes]]
"""Share f_x(y) P[t] that a seat reveals for another seat x, and the proof of this share."""


class Reveal(NamedTuple):
    """Reveal of a seat in a round: its seal point, if it counts, and its shares for the absent seats."""

    id: Id
    seat: int
    round: int
    Q: bytes | None
    proof: tuple[bytes, bytes] | None = None
    shares: tuple[Share, ...] = ()


@dataclass(slots=True)
class StepVotes:
    """All entries of one step, received in any order, with every version that a seat has signed.

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
    answers: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    """Cached results of queries since the last entry was added or read, of any type, by their queries."""

    def add(self, item: Commit | Seal | Vote | Cut | Reveal) -> None:
        """Add an entry.

        If a seat sends several reveals for one round, any of them will do: they all follow from the seat's key.
        """
        self.answers.clear()
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
        """Drop a reveal with a false share, so that its seat still owes one (4.2)."""
        self.answers.clear()
        del self.reveals[seat, number]

    def come_back(self, seat: int) -> None:
        """Note that an away seat has returned."""
        self.answers.clear()
        self.returned.add(seat)

    def commits_of(self, seat: int) -> list[Commit]:
        """Return the versions of a seat's commit."""
        return [commit for commit in self.commits.values() if commit.seat == seat]

    def commit_of(self, seat: int) -> Commit | None:
        """Return a seat's commit if the seat has exactly one and made it in our state; otherwise None."""
        versions = self.commits_of(seat)
        return versions[0] if len(versions) == 1 and versions[0].right else None

    def seal_for(self, commit: Id) -> Seal | None:
        """Return the seal that a seat has put on this commit, or None."""
        return next((seal for seal in self.seals.values() if seal.commit == commit), None)

    def forked(self, seat: int) -> bool:
        """Return True if a seat has signed two commits for this step."""
        return len(self.commits_of(seat)) > 1

    def may_go_on(self, W: Iterable[int]) -> bool:
        """Return True if the seats W may continue the match.

        They must be a majority. Each must be present or have returned, and none may have two commits.
        """
        seats = frozenset(W)
        here = self.present | self.returned
        return len(seats) >= self.quorum and seats <= here and not any(self.forked(seat) for seat in seats)


class CountedSet(NamedTuple):
    """Counted set of a round: the commit of each counted seat, and the seats `W` that resolve it."""

    round: int
    W: tuple[int, ...]
    commits: dict[int, Id]

    @property
    def outside(self) -> list[int]:
        """The counted seats that are absent; the members of W open their seals."""
        return [seat for seat in sorted(self.commits) if seat not in self.W]


def cached_query(question: Callable[[StepVotes, *Ts], R]) -> Callable[[StepVotes, *Ts], R]:
    """Return a version of a frequent query that caches its answer until an entry is added."""

    @wraps(question)
    def ask(book: StepVotes, *args: *Ts) -> R:
        key = (question, *args)
        if key not in book.answers:
            book.answers[key] = question(book, *args)
        return book.answers[key]  # type: ignore[no-any-return]

    return ask


# Round 0 --------------------------------------------------------------------------------------------------------------


@cached_query
def all_committed(book: StepVotes) -> dict[int, Commit] | None:
    """Return the only commit of each present seat; None if a present seat has no commit or two."""
    found: dict[int, Commit] = {}
    if len(book.commits) < len(book.present):
        return None
    for seat in book.present:
        commit = book.commit_of(seat)
        if commit is None:
            return None
        found[seat] = commit
    return found


@cached_query
def first_round(book: StepVotes) -> CountedSet | None:
    """Return the counted set of round 0, or None if the round is not complete.

    It is complete once every present seat has sealed and all seals name the same commits.
    """
    if len(book.seals) < len(book.present):
        return None
    for seal in book.seals.values():
        agreed = _named_by(book, seal)
        if agreed is not None and all(_agrees(book, seat, agreed) for seat in book.present):
            return CountedSet(0, tuple(sorted(book.present)), agreed)
    return None


def _named_by(book: StepVotes, seal: Seal) -> dict[int, Id] | None:
    """Return the commits that a seal names for all present seats.

    Returns None if one of these commits is missing or wrong.
    """
    found: dict[int, Id] = {}
    for seat in book.present:
        commit = next((c for c in book.commits_of(seat) if c.id[:SHORT] == seal.names[seat - 1] and c.right), None)
        if commit is None:
            return None
        found[seat] = commit.id
    return found


def _agrees(book: StepVotes, seat: int, agreed: dict[int, Id]) -> bool:
    """Return True if the seal on a seat's agreed commit also names the other agreed commits."""
    seal = book.seal_for(agreed[seat])
    return seal is not None and all(seal.names[y - 1] == commit[:SHORT] for y, commit in agreed.items())


@cached_query
def find_misnaming(book: StepVotes) -> tuple[int, int] | None:
    """Return (x, y) if seat x's seal names a commit of present seat y that we do not have; else None."""
    for seal in book.seals.values():
        for y in sorted(book.present):
            name = seal.names[y - 1]
            versions = book.commits_of(y)
            if name is not None and versions and name not in [commit.id[:SHORT] for commit in versions]:
                return seal.seat, y
    return None


def seal_misnames(book: StepVotes, seat: int) -> bool:
    """Return True if a seat's seals name an unknown commit, which is false or has not yet arrived."""
    found = find_misnaming(book)
    return found is not None and found[0] == seat


# Votes and cuts -------------------------------------------------------------------------------------------------------


def votes_for(book: StepVotes, number: int, W: tuple[int, ...]) -> tuple[Id, ...] | None:
    """Return one vote of each seat of W for this round as W.

    Returns None while a vote is missing, or if a seat has voted twice for the round.
    """
    found: list[Id] = []
    for seat in W:
        votes = [vote for vote in book.votes.values() if (vote.seat, vote.round) == (seat, number)]
        if len(votes) != 1 or votes[0].W != W:
            return None
        found.append(votes[0].id)
    return tuple(found)


@cached_query
def may_cut(book: StepVotes, number: int, W: tuple[int, ...]) -> tuple[Id, ...] | None:
    """Return the votes that a cut for this round may name (14.3).

    Returns None while an entry on which these votes rely is missing.
    """
    votes = votes_for(book, number, W)
    if votes is None or not book.may_go_on(W):
        return None
    found = counted(book, votes)
    if found is None or any(book.seal_for(found.commits[x]) is None for x in found.outside):
        return None
    return votes


@cached_query
def in_force(book: StepVotes, number: int) -> list[tuple[Id, ...]]:
    """Return the votes of each round of this number that is in force.

    A round is in force once all seats of W have cut it (14.4).
    """
    cuts: dict[tuple[Id, ...], set[int]] = {}
    for cut in book.cuts.values():
        if cut.round == number:
            cuts.setdefault(cut.votes, set()).add(cut.seat)
    return [votes for votes, seats in cuts.items() if _is_binding(book, number, votes, seats)]


def _is_binding(book: StepVotes, number: int, votes: tuple[Id, ...], seats: set[int]) -> bool:
    """Return True if these are one vote of each seat of W, and all seats of W have cut them."""
    first = book.votes.get(votes[0])
    return first is not None and seats >= set(first.W) and _agreeing_votes(book, number, votes) is not None


def _agreeing_votes(book: StepVotes, number: int, ids: tuple[Id, ...]) -> list[Vote] | None:
    """Return the votes with these ids, if they are one vote of each seat of the W that they all name."""
    votes = [book.votes[id_] for id_ in ids if id_ in book.votes]
    if len(votes) != len(ids) or not votes:
        return None
    W = votes[0].W
    same = all(vote.W == W and vote.round == number for vote in votes)
    return votes if same and tuple(vote.seat for vote in votes) == W else None


# Counted set ----------------------------------------------------------------------------------------------------------


@cached_query
def counted(book: StepVotes, ids: tuple[Id, ...]) -> CountedSet | None:
    """Return C_r, the counted set of the round that these votes make (14.4).

    Returns None while an entry that the votes name is missing. If a seat has revealed before, the set of that round is
    kept, because some peer may already have resolved its step.
    """
    first = book.votes.get(ids[0])
    votes = None if first is None else _agreeing_votes(book, first.round, ids)
    if first is None or votes is None or not set(first.W) <= book.present | book.returned:
        return None
    lasts = [vote.last for vote in votes if vote.last is not None]
    if lasts:
        commits = _of_an_earlier_round(book, [vote for vote in votes if vote.last == max(lasts)])
    else:
        commits = _of_the_votes(book, votes)
    return None if commits is None else CountedSet(first.round, first.W, commits)


def _of_an_earlier_round(book: StepVotes, votes: list[Vote]) -> dict[int, Id] | None:
    """Return the counted set of the highest round with reveals; None if its seats contradict each other."""
    found: list[dict[int, Id] | None] = []
    for vote in votes:
        behind: CountedSet | None = None
        if (vote.seat, vote.last) not in book.reveals:
            pass
        elif vote.last == 0:
            behind = first_round(book)
        elif vote.behind in in_force(book, vote.last or 0):
            behind = counted(book, vote.behind)
        found.append(None if behind is None else behind.commits)
    commits = found[0]
    if commits is None or any(other != commits for other in found):
        return None
    return commits if all(book.seal_for(commit) is not None for commit in commits.values()) else None


def _of_the_votes(book: StepVotes, votes: list[Vote]) -> dict[int, Id] | None:
    """Return the commits of W, and those of each other sealed seat that all of W name alike.

    The commits of W are the ones that come before its votes.
    """
    listed = {id_ for vote in votes for id_ in vote.held}
    if not listed <= set(book.seals) or not all(v.commit in book.commits for v in votes):
        return None
    found = {vote.seat: vote.commit for vote in votes}
    if not all(book.commits[commit].right for commit in found.values()):
        return None
    seals = [book.seals[id_] for id_ in sorted(listed)]
    named = [seal.names for seal in seals if seal.seat in found]
    for x in sorted(book.present - set(found)):
        own = {seal.commit for seal in seals if seal.seat == x}
        fit = [c for c in own if book.commits[c].right and all(n[x - 1] in (None, c[:SHORT]) for n in named)]
        if len(fit) == 1:
            found[x] = fit[0]
    return found


# End of a step --------------------------------------------------------------------------------------------------------


def may_reveal(book: StepVotes, counting: CountedSet) -> bool:
    """Return True if all counted seats' seals have arrived (14.5)."""
    return all(book.seal_for(commit) is not None for commit in counting.commits.values())


def rounds_ready(book: StepVotes) -> Iterator[CountedSet]:
    """Yield each round for which all reveals of its W have arrived; the caller checks the shares."""
    if all((seat, 0) in book.reveals for seat in book.present):
        base = first_round(book)
        if base is not None:
            yield base
    for number in sorted({cut.round for cut in book.cuts.values()}):
        for ids in in_force(book, number):
            counting = counted(book, ids)
            if counting is None or not may_reveal(book, counting):
                continue
            if all(_has_revealed(book, counting, seat) for seat in counting.W):
                yield counting


def _has_revealed(book: StepVotes, counting: CountedSet, seat: int) -> bool:
    """Return True if a seat's reveal for the round has arrived and is complete."""
    reveal = book.reveals.get((seat, counting.round))
    if reveal is None or len(reveal.shares) != len(counting.outside):
        return False
    return (reveal.Q is not None) == (seat in counting.commits)


def next_present(book: StepVotes, counting: CountedSet) -> frozenset[int]:
    """Return the seats present in the next step (14.6).

    They are the counted seats, and the away seats that all of their commits list.
    """
    back = [set(book.commits[commit].back) for commit in counting.commits.values()]
    listed = set.intersection(*back) if back else set()
    return frozenset(counting.commits) | (listed - book.present)
