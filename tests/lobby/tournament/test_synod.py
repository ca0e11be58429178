"""Agreement: two contents never have a quorum, in any schedule, unless a member signs two versions of its feed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lobby.tournament.model.entries import Back, Body, Move, Propose, Reveal, Signed, Welcome
from lobby.tournament.model.synod import Ballots, Electors
from lobby.tournament.protocol.node import Node
from net.replication.entry_log import MemoryEntryLog
from net.transport.simulated import GOOD
from tests.lobby.tournament.test_course import enrolled, sign
from tests.support.lobby.tournament.guest import Guest
from tests.support.lobby.tournament.hall import PACE, Hall, data_of, opening, seed, shared_work
from tests.support.lobby.tournament.schedules import Schedules, content
from tests.support.tiers import LONG

__all__ = ["shared_work"]
pytestmark = pytest.mark.usefixtures("shared_work")
MEMBERS = tuple(bytes([65 + i]) * 32 for i in range(6))
A, B = content(1), content(2)


def plain(many: int) -> Electors:
    return Electors(MEMBERS[:many])


def chaired(many: int) -> Electors:
    return Electors(MEMBERS[:many], MEMBERS[0])


def votes(ballots: Ballots, *said: tuple[int, Body]) -> list[str]:
    """Add votes of the members with these numbers; return for each the reason why it does not count, or ""."""
    return [ballots.add(Signed(MEMBERS[number], body, 0.0)) for number, body in said]


# -- the rule --


def test_promises_below_a_quorum_justify_no_proposal() -> None:
    ballots = Ballots()
    votes(ballots, (0, Move(1, 1)))
    assert ballots.choice(1, ballots.promising_members(1, plain(3)), plain(3)) == (False, None)
    votes(ballots, (1, Move(1, 2)))
    assert ballots.choice(1, ballots.promising_members(1, plain(3)), plain(3)) == (True, None)


def test_only_a_content_that_may_have_won_must_be_proposed_again() -> None:
    five, ballots = plain(5), Ballots()
    votes(ballots, (0, Back(1, 0, A)), (1, Back(1, 0, A)), *((i, Move(1, 1)) for i in range(5)))
    everyone = set(five.members)
    assert ballots.choice(1, set(MEMBERS[:3]), five) == (True, A), "the fourth and fifth may have backed it too"
    assert ballots.choice(1, {MEMBERS[0], *MEMBERS[2:4]}, five) == (True, A)
    assert ballots.choice(1, set(MEMBERS[2:5]), five) == (True, None), "no more than two can have backed it"
    assert ballots.choice(1, everyone, five) == (True, None)
    votes(ballots, (2, Back(1, 1, B)), (3, Back(1, 1, B)), *((i, Move(1, 2)) for i in range(5)))
    assert ballots.choice(2, {MEMBERS[0], *MEMBERS[2:4]}, five) == (True, B), "the latest ballot binds"
    strange = Ballots()
    votes(strange, (5, Back(1, 0, A)), *((i, Move(1, 1)) for i in range(3)))
    assert strange.choice(1, set(MEMBERS[:3]), five) == (True, None), "members who are no electors do not count"


def test_after_votes_for_two_contents_no_proposal_is_made_until_one_is_excluded() -> None:
    """The third member may have made a majority with either content. An earlier rule took the larger hash."""
    ballots = Ballots()
    votes(ballots, (0, Back(1, 0, A)), (1, Back(1, 0, B)), (0, Move(1, 1)), (1, Move(1, 1)))
    two = set(MEMBERS[:2])
    assert ballots.choice(1, two, plain(3)) == (False, None)
    votes(ballots, (2, Back(1, 0, A)), (2, Move(1, 1)))
    assert ballots.choice(1, set(MEMBERS[:3]), plain(3)) == (True, A)


def test_a_proposal_names_the_promises_that_it_rests_on() -> None:
    three, ballots = plain(3), Ballots()
    votes(ballots, (0, Back(1, 0, A)), (0, Move(1, 1)), (1, Move(1, 1)))
    named = three.pack(MEMBERS[:2])
    assert ballots.is_justified(Propose(1, 1, A, 9, named), MEMBERS[1], three) is True
    assert ballots.is_justified(Propose(1, 1, B, 9, named), MEMBERS[1], three) is False, "A may have won"
    assert ballots.is_justified(Propose(1, 1, A, 9, named), MEMBERS[0], three) is False, "not its turn"
    assert ballots.is_justified(Propose(1, 1, A, 9), MEMBERS[1], three) is False
    assert ballots.is_justified(Propose(1, 1, A, 9, b"\x0f"), MEMBERS[1], three) is False, "there is no fourth elector"
    assert ballots.is_justified(Propose(1, 1, A, 9, three.pack(MEMBERS[1:2])), MEMBERS[1], three) is False
    assert ballots.is_justified(Propose(1, 1, A, 9, three.pack(MEMBERS[1:3])), MEMBERS[1], three) is None, (
        "not here yet"
    )
    assert ballots.is_justified(Propose(1, 0, A, 9), MEMBERS[0], three) is True
    assert ballots.is_justified(Propose(1, 0, A, 9, named), MEMBERS[0], three) is False


def test_a_quorum_counts_only_for_a_justified_proposal() -> None:
    three, ballots = plain(3), Ballots()
    votes(ballots, (0, Back(1, 0, A)), (0, Move(1, 1)), (1, Move(1, 1)), (2, Move(1, 1)))
    votes(ballots, (1, Propose(1, 1, B, 9, three.pack(MEMBERS[:2]))), (1, Back(1, 1, B)), (2, Back(1, 1, B)))
    assert list(ballots.decided_contents(three)) == []
    votes(ballots, (0, Propose(1, 3, A, 9, three.pack(MEMBERS[:2]))))
    assert list(ballots.decided_contents(three)) == []


def test_the_chair_with_one_member_or_all_others_form_a_quorum() -> None:
    four = chaired(4)
    assert four.is_quorum(MEMBERS[:2]) and four.is_quorum(MEMBERS[1:4])
    assert not four.is_quorum(MEMBERS[:1]) and not four.is_quorum(MEMBERS[1:3]) and not four.is_quorum([])
    assert (
        chaired(1).is_quorum(MEMBERS[:1])
        and chaired(2).is_quorum(MEMBERS[:1])
        and not chaired(2).is_quorum(MEMBERS[1:2])
    )


@pytest.mark.parametrize("electors", [plain(1), plain(4), chaired(4), chaired(3), plain(6)])
def test_two_quorums_share_a_member(electors: Electors) -> None:
    sets = [{m for i, m in enumerate(electors.members) if bits >> i & 1} for bits in range(1 << len(electors.members))]
    quorums = [members for members in sets if electors.is_quorum(members)]
    assert quorums and all(one & other for one in quorums for other in quorums)
    assert all(electors.unpack(electors.pack(members)) == members for members in sets)


# -- all schedules --

SCOPES = [
    *((plain(3), 2, False), (plain(4), 2, False), (chaired(4), 1, False), (plain(3), 1, True), (plain(4), 1, True)),
    *([(chaired(4), 2, False), (plain(3), 3, False), (plain(4), 3, False), (plain(3), 2, True)] if LONG else []),
]


@pytest.mark.parametrize(("electors", "last", "two_each"), SCOPES)
def test_no_schedule_decides_twice(electors: Electors, last: int, two_each: bool) -> None:
    """`last` is the last ballot. With `two_each` proposers sign two proposals in one ballot."""
    states, wrong = Schedules(electors, last, two_each).explore()
    assert wrong is None
    assert states > 100


@pytest.mark.parametrize("electors", [plain(3), chaired(4)])
def test_the_search_finds_two_decisions_if_a_voter_forgets_its_votes(electors: Electors) -> None:
    """Therefore a vote must be durable before it is sent."""
    _, wrong = Schedules(electors, 1, forgets=0).explore()
    assert wrong is not None


@settings(max_examples=2000 if LONG else 400, deadline=None)
@given(st.integers(2, 6), st.booleans(), st.integers(0, 1 << 64))
def test_two_contents_never_have_a_quorum_in_long_schedules(many: int, chair: bool, chance: int) -> None:
    """Members see the beginnings of each other's feeds, and propose and vote accordingly."""
    electors = chaired(many) if chair else plain(many)
    feeds: list[list[Body]] = [[] for _ in range(many)]
    dice = random.Random(chance)
    for _ in range(40):
        i, deed = dice.randrange(many), dice.randrange(4)
        seen = [
            feed if j == i else feed[: max(dice.randint(0, len(feed)), dice.randint(0, len(feed)))]
            for j, feed in enumerate(feeds)
        ]
        view = Ballots()
        for j, feed in enumerate(seen):
            votes(view, *((j, said) for said in feed))
        said = next_vote(view, electors, i, deed, bytes([i, len(feeds[i])]) * 16)
        if said is not None:
            assert votes(view, (i, said)) == [""]
            feeds[i].append(said)
    known = Ballots()
    for j, feed in enumerate(feeds):
        assert not any(votes(known, *((j, said) for said in feed)))
    assert len({hash for _, hash in known.decided_contents(electors)}) <= 1
    assert len({hash for (_, hash), members in known.backs.items() if electors.is_quorum(members)}) <= 1


def next_vote(view: Ballots, electors: Electors, i: int, deed: int, fresh: bytes) -> Body | None:
    """Return a body that member `i` may sign according to its view, or None.

    The body is a move, a proposal, or agreement to a proposal.
    """
    me, b = MEMBERS[i], view.moved.get(MEMBERS[i], 0)
    if deed == 0:
        return Move(1, b + 1)
    if deed == 1:
        b += (i - b) % len(electors.members)
        promised = view.promising_members(b, electors)
        allowed, only = view.choice(b, promised, electors) if b else (True, None)
        if not allowed or view.has_proposed(me, b):
            return None
        return Propose(1, b, only or fresh, 9, electors.pack(promised) if b else b"")
    last = view.last.get(me, (-1, b""))[0]
    for ballot in sorted(view.proposals):
        for (by, hash), signed in view.proposals[ballot].items():
            assert isinstance(signed.body, Propose)
            if ballot >= b and ballot > last and view.is_justified(signed.body, by, electors):
                return Back(1, ballot, hash)
    return None


# -- the first decision --


def test_two_separate_halves_do_not_both_start() -> None:
    """Before, each half named its own players as the voters, so both had a majority, and one round was undone later."""
    hall = Hall(opening(rounds=1), 8, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 8)
    mine = {hall.of(i).identity for i in (0, 1, 2)}
    others = [hall.vanish(hall.of(i).identity) for i in range(3, 8)]
    hall.of(0).start()
    first = hall.run(lambda: all(member.course.decided for member in hall.members), 60)
    for identity in mine:
        hall.vanish(identity)
    for i, member in zip(range(3, 8), others):
        hall.join(i, entry_log=member.entry_log, blobs=member.blobs)  # type: ignore[arg-type]
        hall.of(i).start()
    second = hall.run(lambda: all(member.course.decided for member in hall.members), 60)
    assert first + second == 1


def test_the_first_voters_are_determined_by_the_openers_feed() -> None:
    hall = Hall(opening(rounds=1), 2, GOOD)
    assert enrolled(hall, 2)
    opener, other = hall.of(0), hall.of(1)
    assert opener.entry_store.first_electors() == Electors((opener.identity, other.identity), opener.identity)
    assert other.entry_store.first_electors() is None, "the opener may still add somebody"
    late = [Guest(hall.opening, 20 + i) for i in range(3)]
    sign(hall, 0, Welcome(late[0].identity, 0, True))
    assert other.entry_store.first_electors() is None
    sign(hall, 0, Welcome(late[1].identity, 0, True))
    founders = sorted([other.identity, late[0].identity, late[1].identity])
    assert other.entry_store.first_electors() == Electors((opener.identity, *founders), opener.identity)
    sign(hall, 0, Welcome(late[2].identity, 0, True))
    assert other.entry_store.first_electors() == Electors((opener.identity, *founders), opener.identity)


def test_the_openers_first_vote_fixes_the_voters() -> None:
    hall = Hall(opening(rounds=1), 2, GOOD)
    assert enrolled(hall, 2)
    sign(hall, 0, Move(1, 1))
    sign(hall, 0, Welcome(Guest(hall.opening, 20).identity, 0, True))
    first, other = hall.of(0).identity, hall.of(1).identity
    for member in hall.members:
        assert member.entry_store.first_electors() == Electors((first, other), first)


# -- on disk --


def test_a_vote_is_durable_before_it_is_sent() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    member = hall.of(0)
    log = member.entry_log
    assert isinstance(log, MemoryEntryLog)
    data_of(member)
    safe = len(list(log.chunks()))
    member._sign(Back(1, 0, A))
    log_before = MemoryEntryLog()
    for chunk in list(log.chunks())[:safe]:
        log_before.append(*chunk)
    assert len(list(log.chunks())) == safe + 1
    sent = data_of(member)
    log.crash()
    assert sent and len(list(log.chunks())) == safe + 1


def test_a_member_restores_all_its_votes_from_disk() -> None:
    """Before, entries above the bound of a feed were dropped before the first decision, and the votes signed again."""
    hall = Hall(opening(rounds=1), 2, GOOD)
    assert enrolled(hall, 2)
    member = hall.of(1)
    for _ in range(500):
        member._sign(Reveal(0, bytes(32)))
    signed = [entry.id for entry in member.entry_store.feeds[member.identity].feed_of(1)]
    back = Node(hall.opening, seed(1), "Ben", member.entry_log, member.blobs, now=member.now)
    assert [entry.id for entry in back.entry_store.feeds[back.identity].feed_of(1)] == signed
