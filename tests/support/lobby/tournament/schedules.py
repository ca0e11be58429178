"""Every schedule of a few voters over a few ballots, with the votes judged by `lobby.tournament.model.synod` itself.

A state holds what the voters have on disk: the move and the backings of each, and the content proposed in each ballot.
One step adds one vote. A step may rest on any quorum of promises, so every order of messages, every loss, every
partition and every crash is covered: a voter that returns from its disk continues with its own votes and any view of
the others. A vote that was lost before it was durable was never sent, so it counts as a step that was not taken.

Equal states are merged, as are states that differ only by a permutation of voters without a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from lobby.tournament.model.entries import Back, Move, Propose, Signed
from lobby.tournament.model.synod import Ballots, Electors

NOTHING = -1


class Voter(NamedTuple):
    """The votes of one member: its latest move, and the content it backed in each ballot."""

    moved: int
    backed: tuple[int, ...]


class State(NamedTuple):
    """All votes; a content is a number, and `proposed` has the contents of each ballot."""

    voters: tuple[Voter, ...]
    proposed: tuple[tuple[int, ...], ...]


def content(number: int) -> bytes:
    """Return the hash of the content with this number."""
    return bytes([number]) * 32


class Schedules:
    """All states of some electors up to a last ballot.

    With `two_each` a proposer may sign two proposals in one ballot. The voter with the number `forgets` has lost its
    disk.
    """

    def __init__(self, electors: Electors, last: int, two_each: bool = False, forgets: int | None = None) -> None:
        self.electors, self.last, self.two_each, self.forgets = electors, last, two_each, forgets
        self.named = {0} if electors.chair else set()
        if forgets is not None:
            self.named.add(forgets)
        count = len(electors.members)
        subsets = [c for size in range(1, count + 1) for c in combinations(range(count), size)]
        self.quorums = [c for c in subsets if electors.is_quorum([electors.members[i] for i in c])]
        self._choices: dict[object, frozenset[tuple[bool, int]]] = {}

    def first(self) -> State:
        """Return the state before any vote."""
        nothing = (NOTHING,) * (self.last + 1)
        return State((Voter(0, nothing),) * len(self.electors.members), ((),) * (self.last + 1))

    def explore(self) -> tuple[int, State | None]:
        """Return the number of states, and a state with two decisions if there is one."""
        result = {self.first()}
        waiting = list(result)
        while waiting:
            state = waiting.pop()
            if len(self.decided(state)) > 1:
                return len(result), state
            for after in self.steps(state):
                if after not in result:
                    result.add(after)
                    waiting.append(after)
        return len(result), None

    def decided(self, state: State) -> set[int]:
        """Return the contents that a quorum has backed in a ballot."""
        result = set()
        for b in range(self.last + 1):
            for number in state.proposed[b]:
                backing = [self.electors.members[i] for i, v in enumerate(state.voters) if v.backed[b] == number]
                if backing and self.electors.is_quorum(backing):
                    result.add(number)
        return result

    def steps(self, state: State) -> Iterator[State]:
        """Yield every state after one more vote."""
        for b in range(self.last + 1):
            if len(state.proposed[b]) < (2 if self.two_each else 1):
                for allowed, only in self.choices(state.voters, b):
                    fresh = 2 * b + len(state.proposed[b])
                    number = fresh if only == NOTHING else only
                    if allowed and number not in state.proposed[b]:
                        proposed = (*state.proposed[b], number)
                        yield state._replace(proposed=(*state.proposed[:b], proposed, *state.proposed[b + 1 :]))
        for i, voter in enumerate(state.voters):
            for after in self.votes(i, voter, state.proposed):
                voters = [*state.voters]
                voters[i] = after
                yield state._replace(voters=self.merged(voters))

    def merged(self, voters: list[Voter]) -> tuple[Voter, ...]:
        """Return the voters in a fixed order, except those that have a role of their own."""
        rest = iter(sorted(voter for i, voter in enumerate(voters) if i not in self.named))
        return tuple(voter if i in self.named else next(rest) for i, voter in enumerate(voters))

    def votes(self, i: int, voter: Voter, proposed: tuple[tuple[int, ...], ...]) -> Iterator[Voter]:
        """Yield a voter after each vote that it may add; the voter that forgets may add any vote."""
        for b in range(1, self.last + 1):
            if accepts(voter, Move(1, b)):
                yield voter._replace(moved=b)
        for b, numbers in enumerate(proposed):
            for number in numbers:
                backed = (*voter.backed[:b], number, *voter.backed[b + 1 :])
                if voter.backed[b] == NOTHING and (i == self.forgets or accepts(voter, Back(1, b, content(number)))):
                    yield voter._replace(backed=backed)

    def choices(self, voters: tuple[Voter, ...], b: int) -> frozenset[tuple[bool, int]]:
        """Return the contents that each quorum of promises allows in a ballot, according to the product."""
        if b == 0:
            return frozenset({(True, NOTHING)})
        key = b, voters
        if key not in self._choices:
            ballots = Ballots()
            for member, voter in zip(self.electors.members, voters):
                add(ballots, member, voter)
            self._choices[key] = frozenset(self._choose(ballots, voters, b))
        return self._choices[key]

    def _choose(self, ballots: Ballots, voters: tuple[Voter, ...], b: int) -> Iterator[tuple[bool, int]]:
        for quorum in self.quorums:
            if all(voters[i].moved >= b for i in quorum):
                promised = {self.electors.members[i] for i in quorum}
                allowed, only = ballots.choice(b, promised, self.electors)
                number = NOTHING if only is None else only[0]
                propose = Propose(1, b, content(77) if only is None else only, 9, self.electors.pack(promised))
                assert ballots.is_justified(propose, self.electors.proposer(b), self.electors) is allowed
                yield allowed, number


@cache
def accepts(voter: Voter, said: Move | Back) -> bool:
    """Return True if the product accepts one more vote after those of a voter."""
    ballots = Ballots()
    add(ballots, b"a", voter)
    return not ballots.add(Signed(b"a", said, 0.0))


def add(ballots: Ballots, member: bytes, voter: Voter) -> None:
    """Add the votes of one voter, in an order in which the voter may have signed them."""
    for b, number in enumerate(voter.backed[: voter.moved]):
        if number != NOTHING:
            ballots.add(Signed(member, Back(1, b, content(number)), 0.0), forked=True)
    if voter.moved:
        ballots.add(Signed(member, Move(1, voter.moved), 0.0))
    for b, number in enumerate(voter.backed[voter.moved :], voter.moved):
        if number != NOTHING:
            ballots.add(Signed(member, Back(1, b, content(number)), 0.0), forked=True)
