"""Who counts in a step, and when it is resolved (PROTOCOL part 14): pure functions over what the feeds hold.

Round 0 is the step as it is always played: all present seats commit, seal, reveal. When one of them is lost, a majority
W of the others votes for round 1, cuts what it holds, and opens the lost seat's seal by its shares; if that fails too,
round 2, and so on. Here it is decided from the entries alone

- what a vote may join (`may_cut`), which rounds are in force (`in_force`),
- which commits a round counts (`counted`), when it is resolved (`resolved`), and who is present next (`next_present`).

Nothing here knows a key, a clock or a network, so all of it can be tried out in every order.

A seat commits before it votes. So a vote, which is linked to the entries before it, fixes its own commit; and equal
cuts fix the commits of all of W, however many versions a cheat has signed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

SHORT = 16
"""A seal names a commit by so many bytes of its id."""

MAX_ROUND = 2**16
MAX_VOTES = 1000
"""So many votes of a seat in one step at most."""

Id = bytes
R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class Commit(NamedTuple):
    """A commit of the step; `right` says whether its digest is that of the state here."""

    id: Id
    seat: int
    c: bytes
    right: bool
    back: tuple[int, ...] = ()
    seq: int = 0
    end: int = 0
    """What its seat has said of the end before it (`net.match.early_end`)."""


class Seal(NamedTuple):
    """A seal that fits the commit before it: the commits that it names, by seat, and the sealed opening."""

    id: Id
    seat: int
    commit: Id
    names: tuple[Id | None, ...]
    E: bytes


class Vote(NamedTuple):
    """A vote to go on as `W`; `commit` and `behind` are what stands before it in its own feed.

    `held` are the seals that it has, `last` is the highest round in which it has revealed, or None, and `behind` are
    the votes of its cut for that round (none for round 0).
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
    """The votes that a seat has taken for a round, by the seats of W in their order."""

    id: Id
    seat: int
    round: int
    votes: tuple[Id, ...]


Share = tuple[bytes, tuple[bytes, bytes]]
"""f_x(y) P[t] of a seat x, and the proof for it."""


class Reveal(NamedTuple):
    """What a seat opened in a round: its seal point, if it counts, and its shares of those who are not there."""

    id: Id
    seat: int
    round: int
    Q: bytes | None
    proof: tuple[bytes, bytes] | None = None
    shares: tuple[Share, ...] = ()


@dataclass(slots=True)
class Book:
    """All that is held of one step, in whatever order it came; several versions where a seat has signed several.

    `present` are the seats that take part, `returned` the away ones that have come back.
    """

    present: frozenset[int]
    quorum: int
    returned: set[int] = field(default_factory=set)
    commits: dict[Id, Commit] = field(default_factory=dict)
    seals: dict[Id, Seal] = field(default_factory=dict)
    votes: dict[Id, Vote] = field(default_factory=dict)
    cuts: dict[Id, Cut] = field(default_factory=dict)
    reveals: dict[tuple[int, int], Reveal] = field(default_factory=dict)
    answers: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What has been worked out since the last entry joined, or was read."""

    def add(self, item: Commit | Seal | Vote | Cut | Reveal) -> None:
        """Takes an entry in. Of several reveals for one round any will do: they follow from the seat's key."""
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
        """A reveal with a false share is none (4.2): its seat still owes one."""
        self.answers.clear()
        del self.reveals[seat, number]

    def come_back(self, seat: int) -> None:
        """An away seat is here again."""
        self.answers.clear()
        self.returned.add(seat)

    def commits_of(self, seat: int) -> list[Commit]:
        """The versions of a seat's commit."""
        return [commit for commit in self.commits.values() if commit.seat == seat]

    def commit_of(self, seat: int) -> Commit | None:
        """A seat's commit, if there is exactly one and it was made in the state here."""
        versions = self.commits_of(seat)
        return versions[0] if len(versions) == 1 and versions[0].right else None

    def seal_for(self, commit: Id) -> Seal | None:
        """The seal under a commit."""
        return next((seal for seal in self.seals.values() if seal.commit == commit), None)

    def forked(self, seat: int) -> bool:
        """Whether a seat has signed two commits for this step."""
        return len(self.commits_of(seat)) > 1

    def may_go_on(self, W: Iterable[int]) -> bool:
        """Whether these seats could go on: a majority, each present or returned, none with two commits."""
        seats = frozenset(W)
        here = self.present | self.returned
        return len(seats) >= self.quorum and seats <= here and not any(self.forked(seat) for seat in seats)


class Counted(NamedTuple):
    """A round's counted set: the commit of each seat that counts. `W` are the seats whose reveals resolve it."""

    round: int
    W: tuple[int, ...]
    commits: dict[int, Id]

    @property
    def outside(self) -> list[int]:
        """The seats that count without being there: m others open their seals."""
        return [seat for seat in sorted(self.commits) if seat not in self.W]


def remembered(question: Callable[[Book, *Ts], R]) -> Callable[[Book, *Ts], R]:
    """For what is asked at every turn, and whose answer changes only when something joins the book."""

    @wraps(question)
    def ask(book: Book, *args: *Ts) -> R:
        key = (question, *args)
        if key not in book.answers:
            book.answers[key] = question(book, *args)
        return book.answers[key]  # type: ignore[no-any-return]

    return ask


# -- round 0 ----------------------------------------------------------------------------------------------------------


@remembered
def all_committed(book: Book) -> dict[int, Commit] | None:
    """The one commit of each present seat, or None as long as one lacks, or is one of two."""
    found: dict[int, Commit] = {}
    if len(book.commits) < len(book.present):
        return None
    for seat in book.present:
        commit = book.commit_of(seat)
        if commit is None:
            return None
        found[seat] = commit
    return found


@remembered
def first_round(book: Book) -> Counted | None:
    """Round 0, once there is a seal of each present seat, and all of them name the same commits."""
    if len(book.seals) < len(book.present):
        return None
    for seal in book.seals.values():
        agreed = _named_by(book, seal)
        if agreed is not None and all(_agrees(book, seat, agreed) for seat in book.present):
            return Counted(0, tuple(sorted(book.present)), agreed)
    return None


def _named_by(book: Book, seal: Seal) -> dict[int, Id] | None:
    """The commits that a seal names for all present seats, or None if one of them is not held, or not right."""
    found: dict[int, Id] = {}
    for seat in book.present:
        commit = next((c for c in book.commits_of(seat) if c.id[:SHORT] == seal.names[seat - 1] and c.right), None)
        if commit is None:
            return None
        found[seat] = commit.id
    return found


def _agrees(book: Book, seat: int, agreed: dict[int, Id]) -> bool:
    """Whether the seat's seal under its agreed commit names all the others' agreed commits too."""
    seal = book.seal_for(agreed[seat])
    return seal is not None and all(seal.names[y - 1] == commit[:SHORT] for y, commit in agreed.items())


@remembered
def misnamed(book: Book) -> tuple[int, int] | None:
    """(x, y) if the seal of seat x names another commit of present seat y than any that is held."""
    for seal in book.seals.values():
        for y in sorted(book.present):
            name = seal.names[y - 1]
            versions = book.commits_of(y)
            if name is not None and versions and name not in [commit.id[:SHORT] for commit in versions]:
                return seal.seat, y
    return None


def misnames(book: Book, seat: int) -> bool:
    """Whether a seat's seals name a commit that is not held here: one that nobody made, or a version still to come."""
    found = misnamed(book)
    return found is not None and found[0] == seat


# -- votes and cuts ---------------------------------------------------------------------------------------------------


def votes_for(book: Book, number: int, W: tuple[int, ...]) -> tuple[Id, ...] | None:
    """The votes for a round as W, one of each of its seats; None while one lacks, or a seat has voted twice for it."""
    found: list[Id] = []
    for seat in W:
        votes = [vote for vote in book.votes.values() if (vote.seat, vote.round) == (seat, number)]
        if len(votes) != 1 or votes[0].W != W:
            return None
        found.append(votes[0].id)
    return tuple(found)


@remembered
def may_cut(book: Book, number: int, W: tuple[int, ...]) -> tuple[Id, ...] | None:
    """The votes that a cut for this round may name, once all that it relies on is held (14.3)."""
    votes = votes_for(book, number, W)
    if votes is None or not book.may_go_on(W):
        return None
    found = counted(book, votes)
    if found is None or any(book.seal_for(found.commits[x]) is None for x in found.outside):
        return None
    return votes


@remembered
def in_force(book: Book, number: int) -> list[tuple[Id, ...]]:
    """The votes of each round of this number that is in force: all seats of W have cut them (14.4)."""
    cuts: dict[tuple[Id, ...], set[int]] = {}
    for cut in book.cuts.values():
        if cut.round == number:
            cuts.setdefault(cut.votes, set()).add(cut.seat)
    return [votes for votes, seats in cuts.items() if _binds(book, number, votes, seats)]


def _binds(book: Book, number: int, votes: tuple[Id, ...], seats: set[int]) -> bool:
    """Whether these votes for a round are one of each of W, and all of W are among those who have cut them."""
    first = book.votes.get(votes[0])
    return first is not None and seats >= set(first.W) and _cast(book, number, votes) is not None


def _cast(book: Book, number: int, ids: tuple[Id, ...]) -> list[Vote] | None:
    """The votes of these ids, if they are one of each seat of the W that they all name."""
    votes = [book.votes[id_] for id_ in ids if id_ in book.votes]
    if len(votes) != len(ids) or not votes:
        return None
    W = votes[0].W
    same = all(vote.W == W and vote.round == number for vote in votes)
    return votes if same and tuple(vote.seat for vote in votes) == W else None


# -- the counted set --------------------------------------------------------------------------------------------------


@remembered
def counted(book: Book, ids: tuple[Id, ...]) -> Counted | None:
    """C_r of the round that these votes make (14.4), or None as long as something that they name is not held.

    Where somebody has revealed before, that round's set stands: its step may be resolved somewhere.
    """
    first = book.votes.get(ids[0])
    votes = None if first is None else _cast(book, first.round, ids)
    if first is None or votes is None or not set(first.W) <= book.present | book.returned:
        return None
    lasts = [vote.last for vote in votes if vote.last is not None]
    if lasts:
        commits = _of_an_earlier_round(book, [vote for vote in votes if vote.last == max(lasts)])
    else:
        commits = _of_the_votes(book, votes)
    return None if commits is None else Counted(first.round, first.W, commits)


def _of_an_earlier_round(book: Book, votes: list[Vote]) -> dict[int, Id] | None:
    """What those counted who have revealed in the highest round; None if they do not agree (one of them lies)."""
    found: list[dict[int, Id] | None] = []
    for vote in votes:
        behind: Counted | None = None
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


def _of_the_votes(book: Book, votes: list[Vote]) -> dict[int, Id] | None:
    """W with the commits that its votes stand on, and whoever else has sealed and is named the same by all of W."""
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


# -- the end of a step ------------------------------------------------------------------------------------------------


def may_reveal(book: Book, counting: Counted) -> bool:
    """Whether the seals of all that the round counts are here (14.5)."""
    return all(book.seal_for(commit) is not None for commit in counting.commits.values())


def rounds_ready(book: Book) -> Iterator[Counted]:
    """Each round for which all reveals of its W are there; whether shares are right is for others to see."""
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


def _has_revealed(book: Book, counting: Counted, seat: int) -> bool:
    """Whether a seat's reveal of the round is there and holds what it must."""
    reveal = book.reveals.get((seat, counting.round))
    if reveal is None or len(reveal.shares) != len(counting.outside):
        return False
    return (reveal.Q is not None) == (seat in counting.commits)


def next_present(book: Book, counting: Counted) -> frozenset[int]:
    """Who is present in the step after: who counted, and the away seats that all of their commits list (14.6)."""
    back = [set(book.commits[commit].back) for commit in counting.commits.values()]
    listed = set.intersection(*back) if back else set()
    return frozenset(counting.commits) | (listed - book.present)
