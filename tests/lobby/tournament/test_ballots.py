"""Decisions under disagreement: a proposal that may have won is proposed again, and nothing else blocks."""

from __future__ import annotations

import pytest

from lobby.tournament.model.contents import Close, Content, Start
from lobby.tournament.model.entries import Back, Move, Propose
from lobby.tournament.protocol.node import Node
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import enrolled, refused, sign
from tests.support.lobby.tournament.hall import PACE, Hall, opening, shared_work

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("shared_work")
A = b"a" * 32


def split(hall: Hall, leaves_out: int, agree: list[int]) -> bytes:
    """Return the proposer of a first-round proposal that leaves out a player and that only some members accept."""
    electors = hall.of(1).course.electorate
    proposer = hall.member(electors[0])

    def unfair(content: Content) -> bool:
        return isinstance(content, Start) and leaves_out not in content.here

    def patched(member: Node) -> None:
        really, content = member.voting.find_unfairness, member.voting._make_content
        if member is proposer:
            member.voting._make_content = lambda: Start(0, tuple(n for n in content().here if n != leaves_out))  # type: ignore[union-attr, method-assign]
        if hall.strength[member.identity] in agree or member is proposer:
            member.voting.find_unfairness = lambda said, at: "" if unfair(said) else really(said, at)  # type: ignore[method-assign]
        else:
            member.voting.find_unfairness = lambda said, at: (
                "it leaves out a player" if unfair(said) else really(said, at)
            )  # type: ignore[method-assign]

    for member in hall.members:
        patched(member)
    return proposer.identity


@pytest.mark.parametrize("vanishes", [False, True])
def test_a_disputed_proposal_does_not_block_the_decision(vanishes: bool) -> None:
    """An unfair proposal with some backers does not block the round.

    Before, no round began if a nonce reached some of 60 members a second before the proposer. If a member that may have
    backed the proposal is gone, the proposal may have been decided, and then it is decided.
    """
    hall = Hall(opening(rounds=1), 6, GOOD)
    assert enrolled(hall, 6)
    hall.of(0).start()
    assert hall.run(lambda: all(member.course.decided == 1 for member in hall.members))
    course = hall.of(0).course
    numbers = {hall.strength[player.identity]: player.number for player in course.players}
    first = hall.strength[course.electorate[0]]
    others = [i for i in range(6) if i != first]
    split(hall, numbers[others[0]], others[1:3])
    if vanishes:
        assert hall.run(lambda: any(member.entry_store.ballots[2].backs for member in hall.members))
        hall.vanish(hall.of(others[4]).identity)
    assert hall.run(lambda: all(member.course.decided == 2 for member in hall.members), 30)
    assert not any(member.entry_store.refusals for member in hall.members), "nobody who is honest is said to be not"
    here = {number for table in hall.of(others[1]).course.rounds[0].tables for number in table}
    assert (numbers[others[0]] in here) is not vanishes


def test_a_vote_without_a_proposal_does_not_block_the_decision() -> None:
    """A vote for a content that no member proposed does not block the decision.

    Otherwise every later proposal would have to repeat this content, which no member could.
    """
    hall = Hall(opening(rounds=1), 5, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 5)
    for said in (Back(1, 0, b"x" * 32), Move(1, 1), Back(1, 1, b"y" * 32)):
        sign(hall, 4, said)
    for i in range(4):
        sign(hall, i, Move(1, 1))
    hall.of(0).start()
    assert hall.run(hall.over, 60) and hall.agree()
    assert len(hall.of(0).course.players) == 5 and len(hall.of(0).course.rounds) == 1


def founders(member: Node) -> tuple[bytes, ...]:
    """Return the members who decide on the first round, in the order in which they propose."""
    electors = member.view.electors()
    assert electors is not None
    return electors.members


def test_only_a_content_that_may_have_won_is_backed() -> None:
    hall = Hall(opening(rounds=1), 5, GOOD, pace=PACE._replace(ballot=60.0))
    assert enrolled(hall, 5)
    member = hall.of(1)
    data = member.course.pack_content(Close(0, tuple(member.view.newcomers()), (), (), ()), member.entry_store)
    electors = member.view.electors()
    assert electors is not None
    numbers = [hall.strength[identity] for identity in electors.members]
    hash = hall.of(numbers[1]).gossip.keep(data)
    for i in numbers[:2]:
        sign(hall, i, Back(1, 0, A))
    for i in numbers:
        sign(hall, i, Move(1, 1))
    promised = electors.pack(electors.members)
    assert member.entry_store.ballots[1].choice(1, set(electors.members), electors) == (True, A)
    sign(hall, numbers[1], Propose(1, 1, hash, len(data), promised))
    assert hall.run(lambda: bool(refused(hall, numbers[1])), 10)
    assert not any(one.entry_store.ballots[1].backs.get((1, hash)) for one in hall.members)
    assert any("do not allow it" in words for words in refused(hall, numbers[1]))


def test_no_content_is_assumed_to_have_won_before_all_promised() -> None:
    """A content is not assumed to have won before all members have moved to the new ballot.

    Otherwise a member that votes early enough would force its own proposal again.
    """
    hall = Hall(opening(rounds=1), 5, GOOD, pace=PACE._replace(ballot=60.0))
    assert enrolled(hall, 5)
    assert hall.run(lambda: not any(member.silent_members for member in hall.members), 10)
    electors = hall.of(0).view.electors()
    assert electors is not None
    numbers = [hall.strength[identity] for identity in electors.members]
    proposer = hall.of(numbers[1])
    hash = proposer.gossip.keep(b"what one alone has backed")
    sign(hall, numbers[2], Back(1, 0, hash))
    for number in numbers[1:]:
        sign(hall, number, Move(1, 1))
    held = proposer.entry_store.ballots[1]
    assert held.choice(1, held.promising_members(1, electors), electors) == (True, hash), (
        "the opener may have backed it too"
    )
    proposer.voting._propose(held, 1, electors)
    assert not held.proposals[1]
    sign(hall, numbers[0], Move(1, 1))
    proposer.voting._propose(held, 1, electors)
    (proposed,) = held.proposals[1].values()
    assert isinstance(proposed.body, Propose) and proposed.body.hash != hash


def test_members_do_not_follow_one_of_them_to_a_far_ahead_ballot() -> None:
    """A member that moves far ahead takes no other along to the last ballot.

    Otherwise all would follow to a ballot in which only that member may propose.
    """
    hall = Hall(opening(rounds=1), 5, GOOD)
    assert enrolled(hall, 5)
    deciding = founders(hall.of(0))
    liar = hall.member(deciding[-1])
    far = 60_000 + len(deciding) - 1
    sign(hall, hall.strength[liar.identity], Move(1, far))
    for identity in deciding[:-1]:
        sign(hall, hall.strength[identity], Move(1, 1))
    liar.voting.vote = lambda: None  # type: ignore[method-assign]
    second = hall.member(deciding[1])
    second.voting._propose = lambda *some: None  # type: ignore[method-assign]
    hall.of(0).start()
    assert hall.run(lambda: all(member.course.decided for member in hall.members), 40)
    moved = hall.of(0).entry_store.ballots[1].moved
    assert max(b for identity, b in moved.items() if identity != liar.identity) < 10
