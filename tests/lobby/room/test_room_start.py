"""Rooms without sockets, in virtual time: readiness, start, and a faulty network.

The network loses, duplicates and delays messages, and splits.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codec import enc
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.room import Room
from lobby.room.signed_records import STAND, Status
from tests.support.lobby.hall import GAME, TICK, Hall, key, who

pytestmark = pytest.mark.usefixtures("read_once")


def until_bound(hall: Hall) -> Room:
    """Make all members ready, and member 1 announce the start."""
    hall.all_ready()
    first = hall.members[1]
    while not first.is_bound:
        hall.run(TICK)
    return first


# Ready, go ------------------------------------------------------------------------------------------------------------


def test_the_match_begins_once_all_members_are_ready() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    hall.members[1].set_ready(True)
    assert not hall.members[1].is_ready, "a seat is free"
    hall.bot(3, by=1)
    hall.run()
    hall.members[1].set_ready(True)
    hall.run()
    assert [place.ready for place in hall.table.places] == [place.name != "Player 2" for place in hall.table.places]
    hall.members[2].set_ready(True)
    hall.run(0.6)
    assert all(room.has_begun for room in hall.members.values())
    assert len(hall.table.match) == 32 and len(hall.tables) == 1


def test_a_change_of_the_room_resets_readiness() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.members[1].set_ready(True)
    hall.run()
    hall.members[2].set_options({"vp_to_win": 6})
    hall.run()
    assert not hall.members[1].is_ready
    hall.all_ready()
    hall.members[1].set_ready(False)
    hall.run()
    assert not any(room.has_begun for room in hall.members.values())
    hall.members[1].set_ready(True)
    hall.run()
    assert all(room.has_begun for room in hall.members.values())


def test_a_member_that_announced_the_start_can_change_nothing() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    first = until_bound(hall)
    before = first.table
    first.set_seats(3)
    first.request_seat(STAND)
    first.set_ready(False)
    first.vote_out(key(2))
    assert first.table.settings == before.settings and first.is_bound
    hall.run()
    assert all(room.has_begun for room in hall.members.values())


def test_no_member_starts_while_another_is_only_ready() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    first = until_bound(hall)
    me, state = first.me, first.me.state
    said = dict.fromkeys((key(2), key(3)), me._replace(status=Status.READY))
    if first.has_begun:
        first = next(room for room in hall.members.values() if not room.has_begun)
    assert first.start.next_status(me._replace(status=Status.GO), first.table, said.get, 0.0) == (Status.GO, state)
    said[key(2)] = me
    assert first.start.next_status(me._replace(status=Status.GO), first.table, said.get, 0.0) == (Status.GO, state)
    said[key(3)] = me
    assert first.start.next_status(me._replace(status=Status.GO), first.table, said.get, 0.0) == (Status.WENT, state)


def test_an_announced_start_is_withdrawn_if_a_member_leaves() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    until_bound(hall)
    if not hall.members[1].has_begun:
        hall.vanish(3)
        hall.run(SILENCE_TIMEOUT + 1.0)
        assert {hall.members[n].me.status for n in (1, 2)} <= {Status.HERE, Status.WENT}


def test_two_unlinked_members_start_as_soon_as_the_others() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.unlink(2, 3)
    hall.run()
    hall.all_ready()
    end = hall.now + 1.5
    while hall.members and hall.now < end:
        hall.run(TICK)
        for number in [number for number, room in hall.members.items() if room.has_begun]:
            hall.vanish(number)  # it plays, and says nothing more of the room
            for other, room in hall.members.items():
                if {number, other} != {2, 3}:
                    room.receive(key(number), enc([[6, bytes(32)]]), (f"10.0.0.{number}", 5000))
    assert not hall.members, "some still wait for the others"


def test_a_message_of_the_match_counts_as_a_members_confirmation_of_the_start() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.all_ready()
    first, second = hall.members[1], hall.members[2]
    while first.table.match == b"":
        hall.run(TICK)
    hall.sides = {2}
    known = first.members._here[who(2)]
    known.record = known.record._replace(status=Status.GO)
    assert not first.has_begun
    first.receive(key(2), enc([[6, bytes(32)]]), ("10.0.0.2", 5000))
    assert first.has_begun
    assert second.table is not None


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from([0.0, 0.2, 0.4]), st.data())
def test_all_members_start_the_same_match_or_none(seed: int, seats: int, loss: float, data: st.DataObject) -> None:
    """All members start the same match, or none does, for any input and any loss.

    The others leave no member behind.
    """
    hall = Hall(seats, guests=seats - 1, seed=seed, loss=loss, delay=0.15)
    hall.run(3.0)
    member = st.integers(1, seats)
    for _ in range(data.draw(st.integers(1, 8))):
        room = hall.members[data.draw(member)]
        deed = data.draw(st.sampled_from(["ready", "not", "option", "sit", "all", "wait"]))
        if deed == "option":
            room.set_options({"vp_to_win": data.draw(st.integers(5, 8))})
        elif deed == "sit":
            room.request_seat(data.draw(member))
        elif deed == "all":
            hall.all_ready()
        elif deed != "wait":
            room.set_ready(deed == "ready")
        hall.run(data.draw(st.sampled_from([0.05, 0.1, 0.4])))
    hall.run(4.9)
    matches = {room.table.match for room in hall.members.values() if room.table is not None}
    assert len(matches) == 1
    if matches != {b""}:
        assert len(hall.tables) == 1 and hall.table.is_full
        return
    hall.run(2.0)
    hall.all_ready()
    hall.run(4.0)
    assert all(room.table.match for room in hall.members.values())


# Faults of the network ------------------------------------------------------------------------------------------------


DEEDS = st.tuples(
    st.sampled_from(["sit", "option", "seats", "colour", "chat", "leave", "come", "split", "heal", "ready"]),
    st.integers(1, 6),
    st.integers(0, 6),
)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.1, 0.3]), st.lists(DEEDS, max_size=14))
def test_all_members_converge_to_the_same_room(seed: int, loss: float, deeds: list[tuple[str, int, int]]) -> None:
    """All members end with the same state after loss, duplication, reordering, splits and departures.

    Any member may leave.
    """
    hall = Hall(4, guests=3, seed=seed, loss=loss, delay=0.3)
    hall.run(1.0)
    said: set[str] = set()
    fresh = 10
    for what, number, value in deeds:
        room = hall.members.get(number)
        if what == "split":
            hall.sides = {n for n in hall.members if n % 2}
            hall.run(SILENCE_TIMEOUT + 1.5)
        elif what == "heal":
            hall.sides = set()
        elif what == "come" and len(hall.members) < 6:
            fresh += 1
            hall.come(fresh)
        elif room is None:
            continue
        elif what == "leave" and len(hall.members) > 2:
            hall.leave(number)
        elif what == "sit":
            room.request_seat(value)
        elif what == "option":
            room.set_options({"vp_to_win": 5 + value})
        elif what == "seats":
            room.set_seats(value)
        elif what == "colour":
            room.request_colour(value)
        elif what == "ready":
            room.set_ready(True)
        elif what == "chat" and room.table is not None and room.chat(f"{number} says {len(said)}"):
            said.add(f"{number} says {len(said)}")
        hall.run(0.15)
    hall.sides = set()
    hall.loss = hall.doubled = 0.0
    hall.run(SILENCE_TIMEOUT + 4.0)
    if any(room.table is not None and room.table.match for room in hall.members.values()):
        return
    table = hall.table
    everybody = {p.identity for p in (*table.seated_members, *table.standing)}
    assert everybody == {room.identity for room in hall.members.values()}
    assert len({tuple(room.chat_log.lines) for room in hall.members.values()}) == 1


def test_a_split_room_continues_and_merges_again() -> None:
    hall = Hall(4, guests=3)
    hall.run()
    seats = hall.names()
    hall.sides = {1, 2}
    hall.run(SILENCE_TIMEOUT + 1.0)
    assert {room.table.taken_count for room in hall.members.values()} == {2}
    hall.members[1].chat("here")
    hall.members[3].chat("there")
    hall.members[4].set_options({"vp_to_win": 6})
    hall.run()
    hall.sides = set()
    hall.run(4.0)
    assert hall.names() == seats
    assert {line.text for line in hall.members[2].chat_log.lines} == {"here", "there"}
    assert GAME.options.values_by_name(hall.table.options)["vp_to_win"] == 6


def test_unlinked_members_learn_of_each_other_through_others() -> None:
    hall = Hall(3, guests=2)
    hall.unlink(2, 3)
    hall.run(12.0)
    assert hall.table.is_full
