"""Bounds of a tournament that few ever meet: each is met here once."""

from __future__ import annotations

import contextlib
import gc
import random
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.codec import BadBytes, dec, enc
from lobby.tournament import fetching as fetching_module
from lobby.tournament import messages
from lobby.tournament import records as records_module
from lobby.tournament import view as view_module
from lobby.tournament.blobs import MemoryBlobs
from lobby.tournament.contents import Close, Refused, Start, pack_content, read_content
from lobby.tournament.entries import KIND_OF, Kind, Move, Propose, Reported, Reveal, nonces
from lobby.tournament.messages import AdmissionRequest, Ask, Beat, Chunk, Have, Heads, Said, Sum, Told, Want
from lobby.tournament.node import Node
from lobby.tournament.pulses import unsigned
from lobby.tournament.state import Lacking, TournamentState
from net.entry_log import MemoryEntryLog
from net.feeds import Added
from net.simnet import GOOD
from tests.guests import GUESTS, Diced, GossipGuest
from tests.lobby.tournament.guest import ASK, CHUNK, ENTRY, HAVE, HEADS, JUNK, KNOCK, WANT, Guest, let_in, packed, say
from tests.lobby.tournament.hall import NOON, PACE, Hall, opening, seed, shared_work
from tests.lobby.tournament.test_course import at_round, enrolled, sign
from tests.lobby.tournament.test_guests import key, line, query_at
from tests.lobby.tournament.test_hostile import forked, opener

__all__ = ["shared_work"]


def come(member: Node) -> int:
    """Bytes of blobs of which a part has come."""
    return sum(len(data) for fetch in member.gossip.fetching._fetches.values() for data in fetch.chunks.values())


def sent(member: Node, kind: int, to: bytes | None = None) -> list[Any]:
    """The messages of a kind that a member sends now."""
    taken = member.take_data()
    return [said for whom, data in taken for said in dec(data) if said[0] == kind and to in (None, whom)]


# -- decoders --

SAID: list[Said] = [
    Heads(((b"identity", 5, b"tail"),)),
    Sum(bytes(16)),
    Told(bytes(32), b"entry"),
    Want(((b"identity", 7), (b"another.", 0))),
    Ask(bytes(32), (0, 31)),
    Chunk(bytes(32), 1, 1500, bytes(500)),
    Beat(b"data", b"signature"),
    Have(bytes(32)),
    AdmissionRequest(bytes(32), b"enrolment", "fe80::1%eth0", 1, 2),
]


def test_messages_come_out_as_they_went_in() -> None:
    (data,) = packed(messages.packed(said) for said in SAID)
    assert messages.read(data) == SAID
    assert [messages.weight(said) for said in SAID] == [1, 1, 1, 2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    "said",
    [
        [HEADS, bytes(15)],
        [HEADS, b"identity" + bytes(4) + b"tail"],
        [HEADS, b"identity" + (1 << 20).to_bytes(4, "big") + b"tail"],
        [WANT, bytes(11)],
        [ASK, bytes(31), [0]],
        [ASK, bytes(32), list(range(33))],
        [ASK, bytes(32), [-1]],
        [ASK, bytes(32), [True]],
        [CHUNK, bytes(32), 0, 1500, bytes(999)],
        [CHUNK, bytes(32), 2, 1500, bytes(500)],
        [CHUNK, bytes(32), 0, 8 * 1024 * 1024 + 1, bytes(1000)],
        [CHUNK, bytes(32), 0, 0, b""],
        [HAVE, bytes(31)],
        [ENTRY, bytes(31), b""],
        [ENTRY, bytes(32), bytes(901)],
        [KNOCK, bytes(31), b"", "", 0, 0],
        [KNOCK, bytes(32), bytes(901), "", 0, 0],
        [KNOCK, bytes(32), b"", "a" * 65, 0, 0],
        [KNOCK, bytes(32), b"", "\x1b[31m", 0, 0],
        [KNOCK, bytes(32), b"", "", 9, 0],
        [KNOCK, bytes(32), b"", "", 0, 1 << 17],
        [7, bytes(401), b""],
        [10],
        [True, bytes(16)],
        5,
    ],
)
def test_what_is_no_message_is_refused(said: Any) -> None:
    with pytest.raises(BadBytes):
        messages.read(enc([said]))


def test_a_datagram_has_no_more_than_fifteen_messages() -> None:
    assert len(messages.read(enc([[2, bytes(16)]] * 15))) == 15
    with pytest.raises(BadBytes, match="no list"):
        messages.read(enc([[2, bytes(16)]] * 16))


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(BadBytes):
        messages.read(data)
    with contextlib.suppress(BadBytes):
        unsigned(bytes(32), Beat(data, b""), 0.0)
    with contextlib.suppress(Refused):
        read_content(data)


def test_contents_come_out_as_they_went_in() -> None:
    close = Close(1, ((key(1), key(2)), (key(3), key(4))), (1,), ((0, key(5), (1, 2)),), ((1, (3,)),))
    for content in (close, close._replace(guests=(key(3),)), Start(2, (1, 2))):
        assert read_content(pack_content(content, key(9))) == (content, key(9))
    empty = dec(pack_content(close, key(9)))
    with pytest.raises(Refused):
        read_content(enc([*empty[:-1], [], empty[-1]]))
    with pytest.raises(Refused):
        read_content(enc([*empty[:-1], [key(1)], [key(1)], empty[-1]]))


# -- tables --


def test_what_is_remembered_of_a_neighbour_is_bounded() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for i in range(700):
        member.tick(NOON + 2 + i / 100)
        say(member, guest, enc([HAVE, i.to_bytes(32, "big")]))
        say(member, guest, enc([HEADS, i.to_bytes(8, "big") + b"\0\0\0\5tail"]))
    neighbour = member.gossip.neighbours[guest.identity]
    assert len(neighbour.has) == 512 and len(neighbour.theirs) <= 320


def held(whole: object) -> int:
    """Bytes of everything that hangs on an object, but for code."""
    seen: dict[int, object] = {}
    found = [whole]
    while found:
        one = found.pop()
        if id(one) not in seen and not isinstance(one, (type, ModuleType, FunctionType, BuiltinFunctionType)):
            seen[id(one)] = one
            found += gc.get_referents(one)
    return sum(map(sys.getsizeof, seen.values()))


def test_what_a_guest_makes_a_member_remember_levels_off() -> None:
    """Of each neighbour 512 blobs and 320 heads at most; beside what it has signed, of which there is a bound for each
    feed, a full-speed guest makes it hold nothing more.
    """
    guest, choices = GossipGuest(), Diced(random.Random(1))

    def fill(first: int) -> tuple[int, int]:
        for number in range(first, first + 700):
            for place in range(GUESTS):
                own = number.to_bytes(4, "big") + bytes([place])
                guest.give(place, enc([[HAVE, own.ljust(32, b"h")], [HEADS, own.ljust(8, b"h") + b"\0\0\0\5tail"]]))
            guest.tick(guest.now + 0.01)
            guest.take()
        for _ in range(1500):
            guest.give(*guest.deed(choices))
            guest.tick(guest.now + 0.005)
            guest.take()
        guest.tick(guest.now + 100)
        guest.take()
        return held(guest.member), sum(guest.member.entry_store.sizes.values())

    (once, signed), (many, signed_later) = fill(0), [fill(700 * k) for k in range(1, 5)][-1]
    assert many <= 1.02 * once + 8 * (signed_later - signed), (once, many, signed, signed_later)
    assert all(len(one.has) <= 512 and len(one.theirs) <= 320 for one in guest.member.gossip.neighbours.values())


def test_heads_are_told_within_the_allowance_and_not_forgotten_where_there_is_none() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    member.tick(NOON + 5)
    member.take_data()
    member.gossip.neighbours[guest.identity].answers.spend(3 * 64_000)
    say(member, other, other.told(other.sign(JUNK, 1)))
    member.tick(NOON + 5.5)
    assert not sent(member, HEADS, guest.identity)
    member.tick(NOON + 10)
    assert any(other.identity[:8] in said[1] for said in sent(member, HEADS, guest.identity))


def test_nothing_is_remembered_of_who_gave_way() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    neighbour = member.gossip.neighbours[other.identity]
    short = guest.identity[:8]
    neighbour.theirs[short], neighbour.vain[short], neighbour.proved[short] = (5, b"tail"), 3, NOON
    member.entry_store._forget(guest.identity)
    assert short not in neighbour.theirs and short not in neighbour.vain and short not in neighbour.proved


def test_nobody_is_asked_for_somebody_who_has_not_been_let_in() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    member.take_data()
    for i in range(20):
        say(member, guest, enc([HEADS, b"stranger" + b"\0\0\0\5tail"]))
        member.tick(NOON + 3 + i)
        assert not sent(member, WANT)


def test_knocks_of_one_neighbour_are_heard_so_often() -> None:
    _, member = query_at()
    assert len(sent(member, KNOCK)) == 32


def test_a_knock_does_not_go_round_for_ever_and_says_truly_where_it_came_from() -> None:
    hall = Hall(opening(), 3, GOOD)
    line(hall, 0, 1, 2)
    assert enrolled(hall, 3)
    member, guest, other = hall.of(1), Guest(hall.opening, 1), Guest(hall.opening, 2)
    for one in (guest, other):
        one.enrol()
    member.meet(guest.identity, ("10.0.0.9", 4000))
    member.take_data()

    def passed_on(identity: bytes, stored: bytes, host: str, hops: int) -> list[Any]:
        say(member, guest, enc([KNOCK, identity, stored, host, hops, 0]))
        return [said[3:5] for said in sent(member, KNOCK)]

    assert passed_on(guest.identity, guest.feed[0].stored, "1.2.3.4", 5) == [["10.0.0.9", 1]]
    assert passed_on(other.identity, other.feed[0].stored, "1.2.3.4", 0) == [["1.2.3.4", 2]]
    assert passed_on(other.identity, other.feed[0].stored, "1.2.3.4", 7) == [["1.2.3.4", 8]]
    assert passed_on(other.identity, other.feed[0].stored, "1.2.3.4", 8) == []


def test_one_host_has_one_vote_whoever_passes_its_knocks_on() -> None:
    member = opener()
    relays = [Guest(member.opening, number) for number in range(3)]
    for number, relay in enumerate(relays):
        let_in(member, relay, NOON + 2, f"10.0.0.{number}")
    hostile = [Guest(member.opening, 50 + number) for number in range(3)]
    for guest, relay in zip(hostile, relays):
        guest.enrol()
        say(member, relay, guest.request(host="10.9.9.9"))
    assert [guest.identity in member.entry_store.voters for guest in hostile] == [True, False, False]
    far = Guest(member.opening, 70)
    far.enrol()
    fourth = Guest(member.opening, 71)
    let_in(member, fourth, NOON + 3, "10.0.0.7")
    say(member, fourth, enc([KNOCK, far.identity, far.feed[0].stored, "10.8.8.8", 2, 0]))
    assert far.identity in member.entry_store.guests and far.identity not in member.entry_store.voters, (
        "it is linked with nobody"
    )
    crowd = [Guest(member.opening, 100 + number) for number in range(9)]
    for number, guest in enumerate(crowd):
        guest.enrol()
        member.tick(NOON + 10 + number)
        say(member, relays[number % 3], guest.request(host="10.7.7.7"))
    assert sum(guest.identity in member.entry_store.guests for guest in crowd) == 8, "so many from one host in all"


def test_bots_bring_nobody() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    guest.sign(Kind.ENROL, ["Bot", True, True, bytes(32)])
    let_in(member, guest, NOON + 2)
    assert guest.identity in member.entry_store.voters and not member.entry_store.guests.left(guest.identity)


def test_whoever_has_not_enrolled_lets_in_nobody() -> None:
    """An opener that was asked before it had enrolled began its feed with that, and was in no tournament."""
    member = Node(opening(), seed(0), "P0", *opener_store(), now=NOON, pace=PACE)
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON)
    for i in range(5):
        member.tick(NOON + 1 + i)
        say(member, guest, guest.request())
    assert member.enrolled and guest.identity in member.entry_store.guests


def opener_store() -> tuple[MemoryEntryLog, MemoryBlobs]:
    """Where nothing is kept yet."""
    return MemoryEntryLog(), MemoryBlobs()


def test_who_gave_way_to_others_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    bringer, other = Guest(member.opening, 0), Guest(member.opening, 1)
    let_in(member, bringer, NOON + 2)
    let_in(member, other, NOON + 2)
    brought = [Guest(member.opening, 10 + n) for n in range(3)]
    for guest in brought:
        guest.enrol()
        say(member, bringer, bringer.told(bringer.sign(Kind.WELCOME, [guest.identity, 0, False])))
        say(member, bringer, enc([ENTRY, guest.identity, guest.feed[0].stored]))
    assert len(member.entry_store.feeds) == 6
    monkeypatch.setattr("lobby.tournament.entry_store.MOST_MEMBERS", 6)
    late = Guest(member.opening, 30)
    late.enrol()
    say(member, other, other.told(other.sign(Kind.WELCOME, [late.identity, 0, False])))
    say(member, other, enc([ENTRY, late.identity, late.feed[0].stored]))
    assert late.identity in member.entry_store.feeds and brought[-1].identity not in member.entry_store.feeds
    assert brought[-1].identity not in member.entry_store.enrolled
    say(member, bringer, enc([ENTRY, brought[-1].identity, brought[-1].feed[0].stored]))
    assert brought[-1].identity not in member.entry_store.feeds
    assert {brought[0].identity, brought[1].identity, late.identity} <= member.entry_store.feeds.keys()


# -- forks --


def test_the_proof_of_a_fork_comes_after_all_that_is_followed_and_again_after_a_while() -> None:
    member = opener()
    guest, other = forked(member, 40), Guest(member.opening, 5)
    let_in(member, other, NOON + 3)
    member.take_data()

    def asks(after: int) -> list[int]:
        say(member, other, enc([WANT, guest.identity[:8] + after.to_bytes(4, "big")]))
        return [guest_entry(said) for said in sent(member, ENTRY, other.identity) if said[1] == guest.identity]

    def guest_entry(said: list[Any]) -> int:
        return int(dec(dec(said[2])[0])[3])

    assert asks(0) == list(range(32)), "32 at once"
    assert asks(32) == list(range(32, 41))
    assert asks(41) == [1, 1] and asks(41) == []
    member.tick(NOON + 20)
    assert asks(41) == [1, 1], "one that is lost is not lost for good"


def test_two_wants_in_one_message_share_what_one_may_have() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for i in range(60):
        say(member, guest, guest.told(guest.sign(JUNK, i)))
    member.take_data()
    say(member, guest, enc([WANT, 3 * (guest.identity[:8] + bytes(4))]))
    assert len(sent(member, ENTRY)) == 32


def test_who_has_another_version_asks_for_the_entry_where_it_forks() -> None:
    """However long the version is that it follows."""
    member = opener()
    guest = forked(member, 50)
    other = opener_like(member)
    twin = Guest(member.opening, 0)
    twin.feed = [guest.feed[0]]
    for _ in range(50):
        twin.sign(JUNK, b"the other version")
    for entry in twin.feed:
        assert other.entry_store.add(guest.identity, entry.stored, NOON) is Added.NEW
        other.gossip.changed(guest.identity)
    other.meet(member.identity)
    member.meet(other.identity)
    for i in range(100):
        for a, b in ((member, other), (other, member)):
            a.tick(NOON + 10 + i * 0.1)
            for to, data in a.take_data():
                if to == b.identity:
                    b.hear(a.identity, data)
    assert guest.identity in other.entry_store.forked


def opener_like(member: Node) -> Node:
    """Somebody else who knows the same guests."""
    other = Node(member.opening, seed(3), "P3", *opener_store(), now=NOON, pace=PACE)
    for entry in member.entry_store.feeds[member.identity].of(1):
        other.entry_store.add(member.identity, entry.stored, NOON)
    return other


def test_an_own_entry_from_elsewhere_makes_one_wait_again() -> None:
    """A restored copy: others hold more of the own feed than is here."""
    member = opener()
    member.gossip.copying._heard_all = True
    again = Guest(member.opening, 0)
    again.signer = member._signer
    again.identity, again.match = member.identity, member.entry_store.feed(member.identity).match
    again.feed = list(member.entry_store.feeds[member.identity].of(1))
    member.gossip.copying.take(member.identity, again.sign(Kind.MOVE, [1, 5]).stored)
    assert not member.gossip.copying._heard_all


# -- blobs --


def test_no_more_comes_at_once_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    fetching = member.gossip.fetching
    monkeypatch.setattr(fetching_module, "MOST_COMING", 10_000)
    fetching.want({key(number): 4000 for number in range(1, 6)})
    assert len(fetching._fetches) == 2
    fetching.want({key(9): 400_000})
    assert len(fetching._fetches) == 1, "one at least"
    fetching.want({key(number): 1 for number in range(1, 20)})
    assert len(fetching._fetches) == 6


def test_a_chunk_that_was_asked_of_somebody_else_is_not_taken() -> None:
    member = opener()
    one, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for guest in (one, other):
        member.meet(guest.identity)
    member.gossip.want({key(1): 50_000})
    member.gossip.tick(member.gossip.now + 1)
    asked = {to for to, data in member.take_data() for said in dec(data) if said[0] == ASK}
    assert len(asked) == 1
    for guest in (one, other):
        say(member, guest, enc([CHUNK, key(1), 3, 50_000, bytes(1000)]))
        say(member, guest, enc([CHUNK, key(2), 0, 5000, bytes(1000)]))
        say(member, guest, enc([CHUNK, key(1), 40, 50_000, bytes(1000)]))
    assert member.gossip.counters["chunks that nobody asked for"] == 5 and come(member) == 1000
    (giver,) = asked
    say(member, one if one.identity == giver else other, enc([CHUNK, key(1), 4, 45_000, bytes(1000)]))
    assert come(member) == 1000


def test_what_is_not_decided_yet_is_fetched_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(opening(rounds=1), 4, GOOD, lambda *_: None, pace=PACE._replace(minute=60.0))
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert at_round(hall, 1)
    at = hall.of(1).own_table
    assert at is not None
    honest = next(member for member in hall.members if member.identity not in hall.of(0).course.seats(*at))
    sign(hall, 1, Reported(0, at[1], b"z" * 32, 5_000_000))
    assert b"z" * 32 in honest.records.wanted()
    monkeypatch.setattr(records_module, "MOST_PENDING", 5_000_010)
    honest.blobs.put(bytes(11))
    assert b"z" * 32 not in honest.records.wanted()


# -- votes --


def test_the_latest_proposals_of_one_alone_are_fetched() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    let_in(member, guest, NOON + 2)
    for b in range(10):
        say(member, guest, guest.told(guest.sign(KIND_OF[Propose], list(Propose(1, b, key(b + 1), 1000)))))
    assert member.voting.wanted().keys() == {key(9), key(10)}
    say(member, guest, guest.told(guest.sign(KIND_OF[Propose], list(Propose(1, 10, key(77), 40_000)))))
    assert key(77) not in member.voting.wanted(), "too long"


def test_nobody_moves_on_while_a_majority_is_away() -> None:
    """Else a night would fill every feed with ballots."""
    hall = Hall(opening(rounds=2), 5, GOOD, pace=PACE._replace(pulse=0.5, gone=2.0))
    assert enrolled(hall, 5)
    hall.of(0).start()
    assert at_round(hall, 1)
    gone = [hall.vanish(hall.of(i).identity) for i in (1, 2, 3)]
    hall.run(lambda: False, 20)
    before = len(hall.of(0).entry_store.feeds[hall.of(0).identity].of(1))
    hall.run(lambda: False, 120)
    assert len(hall.of(0).entry_store.feeds[hall.of(0).identity].of(1)) == before
    for i, member in zip((1, 2, 3), gone):
        hall.join(i, entry_log=member.entry_log, blobs=member.blobs)  # type: ignore[arg-type]
    assert hall.run(hall.over) and hall.agree()


def test_a_proposal_that_takes_a_vote_away_is_unfair() -> None:
    hall = Hall(opening(rounds=1), 3, GOOD)
    assert enrolled(hall, 3)
    member = hall.of(1)
    new = tuple(member.view.newcomers())
    fair = Close(0, new, (), (), ())
    assert member.voting.unfair(fair, member.now + 5) == ""
    assert "takes a vote" in (member.voting.unfair(fair._replace(guests=(new[0][0],)), member.now + 5) or "")


def test_who_has_no_vote_has_none() -> None:
    hall = Hall(opening(rounds=2), 3, GOOD)
    assert enrolled(hall, 3)
    first = hall.of(0)
    guest = Guest(hall.opening, 1)
    for host in range(2):
        let_in(first, Guest(hall.opening, 10 + host), first.now, "10.0.0.9")
    guest = Guest(hall.opening, 11)
    assert guest.identity in first.entry_store.guests and guest.identity not in first.entry_store.voters
    new = tuple(first.view.newcomers())
    with pytest.raises(Lacking, match="a vote"):
        TournamentState(hall.opening).take(Close(0, new, (), (), ()), first.entry_store)
    close = Close(0, new, (), (), (), (guest.identity,))
    course = TournamentState(hall.opening).take(close, first.entry_store)
    assert guest.identity not in course.electorate and course.electorate == course.electors(close)
    assert len(course.electorate) == 4 and not course.players[-1].left
    player = course.of(guest.identity)
    assert player is not None and not player.votes
    with pytest.raises(Refused, match="no vote"):
        TournamentState(hall.opening).take(close._replace(guests=(key(1),)), first.entry_store)
    for i in range(3):
        sign(hall, i, Reveal(0, nonces(seed(i), hall.opening.id)[1]))
    for number in (10, 11):
        one = Guest(hall.opening, number)
        one.enrol()
        shown = one.sign(KIND_OF[Reveal], list(Reveal(0, nonces(one.seed, hall.opening.id)[1])))
        first.entry_store.add(one.identity, shown.stored, first.now)
    begun = course.take(Start(0, (1, 2, 3, 4, 5)), first.entry_store)
    assert guest.identity not in begun.electorate and len(begun.electorate) == 4
    assert guest.identity in {begun.player(n).identity for table in begun.rounds[0].tables for n in table}, (
        "but it plays"
    )
    alone = course.take(Start(0, (player.number,)), first.entry_store)
    assert alone.over or alone.electorate == (guest.identity,)


def test_half_of_those_who_have_a_vote_begin_no_round_without_the_opener() -> None:
    hall = Hall(opening(rounds=1), 5, GOOD)
    assert enrolled(hall, 5)
    entry_store = hall.of(0).entry_store
    four = [hall.of(i).identity for i in (1, 2, 3, 4)]
    assert not entry_store.may_begin(set(four[:2])) and entry_store.may_begin(set(four[:3]))
    assert entry_store.may_begin({hall.of(0).identity}) and not entry_store.may_begin(set())
    sign(hall, 0, Move(1, 1))
    late = Guest(hall.opening, 1)
    let_in(hall.of(0), late, hall.of(0).now)
    assert late.identity in entry_store.voters
    assert not entry_store.may_begin({late.identity, *four[:2]}), (
        "who came after the opener had a part in it does not count"
    )
    hall.of(4).leave()
    assert hall.run(lambda: four[3] in entry_store.left, 10)
    assert entry_store.may_begin(set(four[:2])), "who has left does not count"


def test_a_forked_player_is_not_in_the_next_round() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    hall.of(0).start()
    assert hall.run(lambda: hall.of(1).course.decided == 1)
    member = hall.of(1)
    for i in range(4):
        sign(hall, i, Reveal(0, nonces(seed(i), hall.opening.id)[1]))
    liar = hall.of(3)
    member.entry_store.forked.add(liar.identity)
    content = member.voting._content()
    number = next(player.number for player in member.course.players if player.identity == liar.identity)
    assert isinstance(content, Start) and number not in content.here and len(content.here) == 3
    assert member.voting.unfair(content, member.now + 5) == ""


def test_where_not_all_have_room_each_source_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    member = opener()
    bringer, others = Guest(member.opening, 0), [Guest(member.opening, n) for n in (1, 2, 3)]
    for one in (bringer, *others):
        let_in(member, one, NOON + 2)
    for number in range(8):
        guest = Guest(member.opening, 10 + number)
        guest.enrol()
        say(member, bringer, bringer.told(bringer.sign(Kind.WELCOME, [guest.identity, 0, False])))
        say(member, bringer, enc([ENTRY, guest.identity, guest.feed[0].stored]))
    monkeypatch.setattr(view_module, "MOST_PLAYERS", 5)
    named = {identity for identity, _ in member.view.newcomers()}
    assert len(named) == 5 and {member.identity, *(other.identity for other in others)} <= named


def test_who_has_not_been_let_in_is_no_newcomer_and_does_not_vote() -> None:
    member = Node(opening(), seed(4), "P4", *opener_store(), now=NOON, pace=PACE)
    liar = Guest(member.opening, 0)
    member.meet(liar.identity)
    say(member, liar, enc([HEADS, liar.identity[:8] + b"\0\0\0\1tail"]))
    member.start()
    for i in range(200):
        member.tick(NOON + 1 + i * 0.1)
    assert member.enrolled and member.view.newcomers() == []
    assert len(member.entry_store.feeds[member.identity].of(1)) == 1


def test_whom_a_decision_lets_in_comes_though_nobody_here_knows_the_welcome() -> None:
    hall = Hall(opening(rounds=1), 4, GOOD)
    assert enrolled(hall, 4)
    first = hall.of(0)
    new = tuple(first.view.newcomers())
    close = Close(0, new, (), (), ())
    content = pack_content(close, TournamentState(hall.opening).take(close, first.entry_store).digest)
    late = Node(hall.opening, seed(9), "P9", *opener_store(), now=NOON, pace=PACE)
    for entry in first.entry_store.feeds[first.identity].of(1):
        late.entry_store.add(first.identity, entry.stored, NOON)
    hash = late.blobs.put(content)
    for i in range(4):
        voter = hall.of(i)
        late.entry_store.ballots[1].backs[0, hash].add(voter.identity)
    assert late.view.winner(late.course) is None
    assert late.entry_store.awaited == {identity for identity, _ in new} - {first.identity}


def test_who_claims_feeds_and_shows_none_is_asked_last() -> None:
    member = opener()
    liars, guest, honest = [Guest(member.opening, 10 + n) for n in range(8)], Guest(member.opening, 0), key(200)
    let_in(member, guest, NOON + 2)
    member.part(guest.identity)
    guest.sign(JUNK, b"more")
    member.tick(NOON + 3)
    for who in [*(liar.identity for liar in liars), honest]:
        member.meet(who)
        member.hear(who, enc([[HEADS, guest.identity[:8] + b"\0\0\0\x02tail"]]))
    asked: list[bytes] = []
    for i in range(40):
        member.tick(NOON + 4 + i * 0.31)
        asked += [to for to, data in member.take_data() for said in dec(data) if said[0] == WANT]
    assert len(asked) >= 36 and honest in asked[:9] and max(map(asked.count, asked)) - min(map(asked.count, asked)) <= 1


def test_a_forged_pulse_is_none_and_a_true_one_does_not_go_back_to_who_said_it() -> None:
    member = opener()
    guest, other = Guest(member.opening, 0), Guest(member.opening, 1)
    for one in (guest, other):
        let_in(member, one, NOON + 2)
    member.take_data()
    forged = Guest(member.opening, 9)
    forged.identity = other.identity
    say(member, guest, forged.pulse(5))
    assert other.identity not in member.gossip.pulses
    say(member, guest, guest.pulse(5))
    member.tick(member.now + 0.3)
    assert [said[1] for said in sent(member, 7, other.identity)] == [dec(guest.pulse(5))[1]]
    member.tick(NOON + 4)
    say(member, guest, guest.pulse(6))
    member.tick(member.now + 0.3)
    assert dec(guest.pulse(6))[1] not in [said[1] for said in sent(member, 7, guest.identity)]


def test_pulses_of_many_go_together_and_each_once() -> None:
    """256 members passed on 16 a second each, one a datagram, both ways over each link."""
    member = opener()
    guests = [Guest(member.opening, number) for number in range(9)]
    for one in guests:
        let_in(member, one, NOON + 2)
    member.tick(NOON + 10)
    member.take_data()
    sent_to = 0
    for beat in range(10):
        for i, one in enumerate(guests[:8]):
            member.tick(NOON + 11 + 2 * beat + i / 40)
            say(member, one, one.pulse(beat + 1))
            sent_to += sum(to == guests[8].identity for to, _ in member.take_data())
        member.tick(member.now + 0.3)
        sent_to += sum(to == guests[8].identity for to, _ in member.take_data())
    assert sent_to <= 10 * 5, "and not 80"


def test_a_knock_with_a_forged_signature_lets_in_nobody() -> None:
    member = opener()
    guest = Guest(member.opening, 0)
    guest.enrol()
    entry = guest.feed[0]
    member.meet(guest.identity)
    say(member, guest, enc([KNOCK, guest.identity, entry._replace(signature=bytes(64)).stored, "", 0, 0]))
    assert guest.identity not in member.entry_store.guests
    say(member, guest, guest.request())
    assert guest.identity in member.entry_store.guests
