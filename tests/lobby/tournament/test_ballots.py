"""Decisions under disagreement: what may have won is proposed again, and nothing else keeps anybody from going on."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.codec import H
from lobby.tournament.contents import Close, Content, Start
from lobby.tournament.entries import Back, Move, Propose
from lobby.tournament.entry_store import Ballots
from lobby.tournament.node import Node
from net.simnet import GOOD
from tests.lobby.tournament.hall import PACE, Hall, opening, shared_work
from tests.lobby.tournament.test_course import enrolled, sign

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("shared_work")
A, B = b"a" * 32, b"b" * 32


def who(*numbers: int) -> set[bytes]:
    return {bytes([number]) * 32 for number in numbers}


def ballots(moved: dict[int, int], backs: dict[tuple[int, bytes], set[bytes]]) -> Ballots:
    held = Ballots()
    held.moved = {identity: b for number, b in moved.items() for identity in who(number)}
    held.backs = defaultdict(set, backs)
    return held


def test_what_may_have_won_is_forced_and_nothing_else() -> None:
    five = who(1, 2, 3, 4, 5)
    three = {1: 1, 2: 1, 3: 1}
    assert ballots({1: 1, 2: 1}, {}).forced(1, five) == (False, None), "no majority has moved"
    assert ballots(three, {}).forced(1, five) == (True, None)
    assert ballots(three, {(0, A): who(1)}).forced(1, five) == (True, A), "4 and 5 may have backed it too"
    four = three | {4: 2}
    assert ballots(four, {(0, A): who(1)}).forced(1, five) == (True, None), "one, and 5, are no majority"
    assert ballots(four, {(0, A): who(1, 2)}).forced(1, five) == (True, A)
    assert ballots(four | {5: 1}, {(0, A): who(1, 2)}).forced(1, five) == (True, None), "of them all it is known"
    assert ballots(four, {(1, A): who(1, 2, 3)}).forced(1, five) == (True, None), "not before this ballot"
    assert ballots(four, {(0, A): who(1, 2), (1, B): who(3, 4)}).forced(2, five) == (False, None)
    later = {1: 2, 2: 2, 3: 2, 4: 2}
    assert ballots(later, {(0, A): who(1, 2), (1, B): who(3, 4)}).forced(2, five) == (True, B), "the latest"
    assert ballots(four, {(0, A): who(1, 6, 7, 8)}).forced(1, five) == (True, None), "strangers do not count"


@settings(max_examples=400, deadline=None)
@given(st.integers(2, 6), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2), st.integers(0, 63)), max_size=60))
def test_two_contents_never_have_a_majority_while_everybody_follows_the_rule(
    many: int, deeds: list[tuple[int, int, int]]
) -> None:
    """Members see any part of what the others have signed, from the beginning of each feed, and back by that."""
    voters = [bytes([number]) * 32 for number in range(many)]
    feeds: dict[bytes, list[tuple[str, int, bytes]]] = {voter: [] for voter in voters}
    for by, what, seen in deeds:
        voter = voters[by % many]
        held = Ballots()
        for other in voters:
            feed = feeds[other]
            if other != voter and seen & (1 << voters.index(other)):
                feed = feed[: len(feed) * (seen % 7) // 6]
            for kind, b, hash in feed:
                if kind == "move":
                    held.moved[other] = b
                else:
                    held.backs[b, hash].add(other)
        b = held.moved.get(voter, 0)
        if what == 0:
            feeds[voter].append(("move", b + 1 + seen % 2, b""))
        elif not any(kind == "back" and at == b for kind, at, _ in feeds[voter]):
            moved, forced = held.forced(b, set(voters)) if b else (True, None)
            if moved:
                own = H("tether.test", [what, b])
                feeds[voter].append(("back", b, forced or own))
    backs: dict[tuple[int, bytes], set[bytes]] = defaultdict(set)
    for voter, feed in feeds.items():
        for kind, b, hash in feed:
            if kind == "back":
                backs[b, hash].add(voter)
    assert len({hash for (_, hash), backing in backs.items() if 2 * len(backing) > many}) <= 1


def split(hall: Hall, leaves_out: int, agree: list[int]) -> bytes:
    """The first proposal for the first round leaves out a player, to which some agree; who proposed it."""
    electors = hall.of(1).course.electorate
    proposer = hall.member(electors[0])

    def unfair(content: Content) -> bool:
        return isinstance(content, Start) and leaves_out not in content.here

    def patched(member: Node) -> None:
        really, content = member.voting.unfair, member.voting._content
        if member is proposer:
            member.voting._content = lambda: Start(0, tuple(n for n in content().here if n != leaves_out))  # type: ignore[union-attr, method-assign]
        if hall.strength[member.identity] in agree or member is proposer:
            member.voting.unfair = lambda said, at: "" if unfair(said) else really(said, at)  # type: ignore[method-assign]
        else:
            member.voting.unfair = lambda said, at: "it leaves out a player" if unfair(said) else really(said, at)  # type: ignore[method-assign]

    for member in hall.members:
        patched(member)
    return proposer.identity


@pytest.mark.parametrize("vanishes", [False, True])
def test_a_proposal_that_some_find_unfair_and_some_have_backed_stops_nothing(vanishes: bool) -> None:
    """A nonce came to some of 60 members a second before it came to the proposer: no round began any more. If one who
    may have agreed is gone, what the others agreed to may have been decided: then it is.
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


def test_one_who_agrees_to_what_nobody_has_proposed_stops_nothing() -> None:
    """All that followed would have had to propose that again, which nobody could."""
    hall = Hall(opening(rounds=1), 5, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 5)
    for said in (Back(1, 0, b"x" * 32), Move(1, 1), Back(1, 1, b"y" * 32)):
        sign(hall, 4, said)
    for i in range(4):
        sign(hall, i, Move(1, 1))
    hall.of(0).start()
    assert hall.run(hall.over, 60) and hall.agree()
    assert len(hall.of(0).course.players) == 5 and len(hall.of(0).course.rounds) == 1


def test_another_content_than_what_may_have_won_is_not_backed() -> None:
    hall = Hall(opening(rounds=1), 5, GOOD, pace=PACE._replace(ballot=60.0))
    assert enrolled(hall, 5)
    member = hall.of(1)
    data = member.course.content(Close(0, tuple(member.view.newcomers()), (), (), ()), member.entry_store)
    electors = member.view.electors()
    hash = hall.member(electors[1]).gossip.keep(data)
    for i in range(3):
        sign(hall, i, Back(1, 0, A))
    for i in range(5):
        sign(hall, i, Move(1, 1))
    assert member.entry_store.ballots[1].forced(1, set(electors)) == (True, A)
    sign(hall, hall.strength[electors[1]], Propose(1, 1, hash, len(data)))
    assert hall.run(lambda: all(hash in one.blobs for one in hall.members), 10)
    hall.run(lambda: False, 3)
    assert not any(one.entry_store.ballots[1].backs.get((1, hash)) for one in hall.members)
    assert not any(one.entry_store.refusals for one in hall.members), (
        "its proposer may have known of more who had moved"
    )


def test_nothing_is_taken_for_what_may_have_won_before_all_have_moved() -> None:
    """Else whoever backs something in time to be heard among the first has it proposed again."""
    hall = Hall(opening(rounds=1), 5, GOOD, pace=PACE._replace(ballot=60.0))
    assert enrolled(hall, 5)
    assert hall.run(lambda: not any(member.silent for member in hall.members), 10)
    electors = hall.of(0).view.electors()
    numbers = [hall.strength[identity] for identity in electors]
    proposer = hall.of(numbers[1])
    hash = proposer.gossip.keep(b"what one alone has backed")
    sign(hall, numbers[0], Back(1, 0, hash))
    for number in numbers[:3]:
        sign(hall, number, Move(1, 1))
    held = proposer.entry_store.ballots[1]
    assert held.forced(1, set(electors)) == (True, hash)
    proposer.voting._propose(held, 1, electors)
    assert not held.proposals[1]
    for number in numbers[3:]:
        sign(hall, number, Move(1, 1))
    proposer.voting._propose(held, 1, electors)
    (proposed,) = held.proposals[1].values()
    assert isinstance(proposed.said, Propose) and proposed.said.hash != hash


def test_one_who_moves_far_ahead_takes_nobody_along() -> None:
    """All followed it to the last ballot that there is, where it alone may propose."""
    hall = Hall(opening(rounds=1), 5, GOOD)
    assert enrolled(hall, 5)
    liar = hall.of(4)
    far = 60_000 + hall.of(0).view.electors().index(liar.identity)
    sign(hall, 4, Move(1, far))
    for i in range(4):
        sign(hall, i, Move(1, 1))
    liar.voting.vote = lambda: None  # type: ignore[method-assign]
    second = hall.member(hall.of(0).view.electors()[1])
    second.voting._propose = lambda *some: None  # type: ignore[method-assign]
    hall.of(0).start()
    assert hall.run(lambda: all(member.course.decided for member in hall.members), 40)
    moved = hall.of(0).entry_store.ballots[1].moved
    assert max(b for identity, b in moved.items() if identity != liar.identity) < 10
