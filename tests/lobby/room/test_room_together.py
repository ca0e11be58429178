"""Rooms without sockets: members come, go, split and meet again, and each keeps a state of its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.games.registry import GAMES
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.room import LocalMember, Room
from lobby.room.seniority import MOST_ENTRIES, MOST_MEMBERS, counted_members, members_on
from lobby.room.signed_records import STAND
from tests.support.lobby.hall import GAME, ID, TICK, Hall, key, signer, who
from tests.support.lobby.hostiles import DEEDS, Hostile

pytestmark = pytest.mark.usefixtures("read_once")
LONG = SILENCE_TIMEOUT + 2.0


# The founder leaves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_the_next_member_admits_newcomers_when_the_founder_is_gone(how: str) -> None:
    hall = Hall(4, guests=2)
    hall.run()
    if how == "leaves":
        hall.leave(1)
        hall.run()
    else:
        hall.vanish(1)
        hall.run(LONG)
    assert {room.chair for room in hall.honest} == {who(2)}
    hall.come(4)
    hall.run(3.0)
    places = [bench[-3:] for bench in hall.benches()]
    assert places == [(2, 3, 4)] and sorted(hall.names()) == ["", "Player 2", "Player 3", "Player 4"]


# Two halves -----------------------------------------------------------------------------------------------------------


def forked(seats: int, guests: int) -> Hall:
    """Return a room split into members 1 and 3 and members 2 and 4, whose halves continue separately.

    The halves have not received anything from each other for long.
    """
    hall = Hall(seats, guests)
    hall.run(3.0)
    hall.sides = {1, 3}
    hall.run(LONG)
    return hall


def test_merging_halves_keep_seniority_and_append_newcomers() -> None:
    hall = forked(6, 3)
    hall.come(6)
    hall.run()
    hall.sides |= {5}
    hall.come(5)
    hall.run(2.0)
    seats = {n: hall.members[n].table.seat_of(key(n)) for n in (1, 2, 3, 4) if hall.members[n].table}
    hall.sides = set()
    hall.run(5.0)
    assert hall.benches() == {(1, 2, 3, 4, 5, 6)}
    assert {n: hall.table.seat_of(key(n)) for n in (1, 2, 3, 4)} == seats and hall.table.is_full


def test_a_seat_assigned_in_both_halves_of_a_split_goes_to_the_senior() -> None:
    hall = forked(5, 3)
    hall.come(6)
    hall.members[6].request_seat(5)
    hall.run(3.0)
    hall.sides |= {5}
    hall.come(5)
    hall.members[5].request_seat(5)
    hall.run(3.0)
    assert hall.members[5].seat == hall.members[6].seat == 5
    hall.sides = set()
    hall.run(5.0)
    assert hall.names() == [f"Player {n}" for n in (1, 2, 3, 4, 5)] and hall.members[6].lost_seat == (5, "Player 5")
    hall.leave(5)
    hall.run(2.0)
    assert hall.members[6].seat == 5 and hall.members[6].lost_seat == (0, "")


def test_members_keep_their_seats_after_a_split() -> None:
    hall = forked(4, 3)
    hall.come(6)  # finds seats of silent ones free
    hall.run(3.0)
    hall.sides = set()
    hall.run(5.0)
    assert hall.names() == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert [place.name for place in hall.table.standing] == ["Player 6"]


def test_halves_without_common_members_stay_two_rooms_until_one_moves() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    other = Hall(3)
    other.members[1].leave()
    lone = hall.members[7] = Room(ID, signer(7), LocalMember("Gus", addresses=(("192.168.1.7", 5007),)), GAMES, 0,
                                  other.members[1].settings)  # fmt: skip
    hall.hosts[7] = 7
    for number in (1, 2):
        hall.link(number, 7)
    hall.run(4.0)
    assert lone.table is not None and lone.table.taken_count == 1 and lone.other_half in ("Player 1", "Player 2")
    assert hall.members[1].other_half == "Gus" and who(7) not in members_on(hall.members[1].bench)
    lone.join_half()
    hall.run(3.0)
    assert hall.names() == ["Player 1", "Player 2", "Gus"] and hall.benches() == {(1, 2, 7)}
    assert not lone.other_half and lone.inviter in (key(1), key(2))


# Two who invent -------------------------------------------------------------------------------------------------------


def test_two_guests_that_invent_members_leave_a_place_for_a_newcomer() -> None:
    hall = Hall(4, guests=1)
    hall.run()
    for number in (10, 20):
        for one in range(number, number + 4):
            hall.come(one, at=number, kind=Hostile)
            hall.run(TICK)
    hall.hostile = {number for number in hall.members if number >= 10}
    for number in (10, 20):
        guest = hall.members[number]
        assert isinstance(guest, Hostile)
        guest.deeds = DEEDS
    hall.run(3.0)
    hall.come(3)
    hall.run(3.0)
    assert all(who(3) in members_on(room.bench) and not room.refusal for room in hall.honest)
    assert all(len(counted_members(room.bench, room.present_members)) <= MOST_MEMBERS for room in hall.honest)
    for room in hall.honest:
        for number in (10, 20):
            room.vote_out(key(number))
            room.vote_out(key(number))
    hall.run(2.0)
    assert hall.names() == ["Player 1", "Player 2", "Player 3", ""], "one vote for each source clears the room"


# Somebody leaves and returns ------------------------------------------------------------------------------------------


def back(hall: Hall, number: int) -> Room:
    """Restart a killed program on a host whose clock has continued."""
    return hall.come(number)


def test_a_silent_member_that_returns_regains_its_place_and_seat() -> None:
    hall = Hall(4, guests=3)
    hall.run(3.0)
    hall.vanish(2)
    hall.run(LONG)
    assert hall.names() == ["Player 1", "", "Player 3", "Player 4"]
    back(hall, 2)
    hall.run(3.0)
    assert hall.benches() == {(1, 2, 3, 4)} and hall.names()[1] == "Player 2"


def test_the_seat_of_a_silent_member_is_lent_and_given_back_on_its_return() -> None:
    hall = Hall(3, guests=3)
    hall.run(3.0)
    hall.vanish(2)
    hall.run(LONG)
    assert hall.names() == ["Player 1", "Player 4", "Player 3"]
    back(hall, 2)
    hall.run(3.0)
    assert hall.names() == ["Player 1", "Player 2", "Player 3"] and hall.members[4].lost_seat == (2, "Player 2")


def test_a_member_that_said_goodbye_returns_as_a_newcomer() -> None:
    hall = Hall(4, guests=3)
    hall.run(3.0)
    hall.leave(2)
    hall.run(3.0)
    assert hall.benches() == {(1, 3, 4)}
    back(hall, 2)
    hall.run(3.0)
    assert hall.benches() == {(1, 3, 4, 2)}


def test_a_removed_member_does_not_return_at_once() -> None:
    hall = Hall(4, guests=3)
    hall.run(3.0)
    for number in (1, 2):
        hall.members[number].vote_out(key(4))
    hall.run()
    hall.leave(4)
    hall.run()
    back(hall, 4)
    hall.run(3.0)
    hall.hostile = {4}
    assert hall.names() == ["Player 1", "Player 2", "Player 3", ""]


def test_places_of_silent_members_are_bounded_by_source() -> None:
    hall = Hall(4, guests=2)
    hall.run()
    hall.vanish(3)
    for number in range(20, 20 + MOST_ENTRIES):
        hall.come(number, at=20)
        hall.run(0.5)
        hall.vanish(number)
        hall.run(SILENCE_TIMEOUT if number % 3 == 1 else 0.5)
    hall.run(LONG)
    assert all(len(room.bench) <= MOST_ENTRIES for room in hall.honest)
    back(hall, 3)
    hall.run(3.0)
    assert [bench[:3] for bench in hall.benches()] == [(1, 2, 3)]


# Without a link -------------------------------------------------------------------------------------------------------


def test_a_member_with_a_single_link_gets_a_seat_and_starts_the_match() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    hall._unlinked |= {(1, 3), (3, 1)}
    late = hall.come(3)
    assert not late.inviter
    hall.run(3.0)
    assert late.inviter == key(2) and hall.table.is_full
    assert [entry.origin for entry in hall.members[1].bench][2] == who(2)
    hall.all_ready()
    hall.run(2.0)
    assert all(room.has_begun for room in hall.honest)


def test_another_member_relays_for_a_member_that_lost_its_relayer() -> None:
    hall = Hall(4, guests=2)
    hall.run()
    hall._unlinked |= {(1, 4), (4, 1), (3, 4), (4, 3)}
    hall.come(4)
    hall.run(3.0)
    assert hall.table.is_full and hall.members[1].bench[-1].origin == who(2)
    hall.link(3, 4)
    hall.run()
    hall.leave(2)
    hall.run(LONG)
    assert hall.names() == ["Player 1", "", "Player 3", "Player 4"]
    assert {room.bench[-1].origin for room in hall.honest} == {who(3)}


def test_a_former_relayer_is_not_charged_for_a_member() -> None:
    hall = Hall(4, guests=2)
    hall.run()
    hall._unlinked |= {(1, 4), (4, 1), (3, 4), (4, 3)}
    hall.come(4)
    hall.run(3.0)
    hall.link(3, 4)
    hall.unlink(2, 4)
    hall.run(3.0)
    assert hall.table.is_full and {room.bench[-1].origin for room in hall.honest} == {who(3)}


def test_a_bot_of_a_relayed_member_gets_a_seat() -> None:
    hall = Hall(4, guests=1)
    hall.run()
    hall._unlinked |= {(1, 3), (3, 1), (1, 4), (4, 1)}
    hall.come(3)
    hall.run(2.0)
    hall.bot(4, by=3)
    hall.run(3.0)
    assert hall.table.is_full and hall.table.places[3] is not None and hall.table.places[3].by == key(3)


# Going on without somebody --------------------------------------------------------------------------------------------


def go_on(hall: Hall, number: int) -> Room:
    """Move a member to the new room of its fork, as `lobby.room.join` does."""
    before = hall.members[number]
    assert before.fork is not None
    hall.leave(number)
    me = LocalMember(before.me.name, before.me.bot, key(1) if before.me.by else b"", before.me.addresses)
    room = Room(before.fork.room, signer(number), me, GAMES, round(hall.now * 1000), fork=before.fork)
    room._own = who(number)
    return room


def test_members_continuing_without_the_founder_keep_their_room() -> None:
    hall = Hall(4, guests=3)
    hall.run(3.0)
    hall.members[2].set_options({"vp_to_win": 6})
    hall.run(2.0)
    hall.members[3].vote_out(key(1))
    hall.run()
    assert hall.members[2].fork_wishes == ("Player 1", ["Player 3"]) and hall.members[2].first == key(1)
    hall.members[1].vote_out(key(2))  # that helps it nothing
    for number in (2, 3, 4):
        hall.members[number].continue_without(key(1))
    rooms = {number: go_on(hall, number) for number in (2, 3, 4)}
    there = Hall(2)
    there.now = hall.now
    there.members = dict(rooms)
    there.hosts = {number: number for number in rooms}
    for one, other in ((2, 3), (2, 4), (3, 4)):
        there.link(one, other)
    there.run(3.0)
    assert there.names() == ["", "Player 2", "Player 3", "Player 4"] and there.benches() == {(2, 3, 4)}
    assert GAME.options.values_by_name(there.table.options)["vp_to_win"] == 6
    assert len({room.id for room in there.honest}) == 1 and there.members[2].id != ID


def test_a_bot_follows_its_owner() -> None:
    hall = Hall(4, guests=2)
    hall.run(2.0)
    hall.bot(4, by=2)
    hall.run(2.0)
    hall.members[3].continue_without(key(1))
    hall.leave(3)
    hall.run()
    assert hall.members[4].fork is None
    hall.members[2].continue_without(key(1))
    hall.leave(2)
    hall.run()
    assert hall.members[4].fork is not None and hall.members[4].fork.without == "Player 1"
    assert hall.members[1].fork is None


# Whatever happens -----------------------------------------------------------------------------------------------------


class Anything(RuleBasedStateMachine):
    """Honest members and one dishonest guest in any order of events."""

    @initialize(seed=st.integers(0, 999), seats=st.integers(3, 5))
    def open(self, seed: int, seats: int) -> None:
        """Open a room of two honest members and the guest."""
        self.hall = Hall(seats, guests=1, seed=seed)
        self.hall.run(1.0)
        guest = self.hall.come(9, kind=Hostile)
        assert isinstance(guest, Hostile)
        self.hall.hostile = {9}
        self.hall.run(1.0)
        self.guest, self.next, self.away = guest, 10, False

    @rule(deeds=st.lists(st.sampled_from(DEEDS), max_size=3), many=st.integers(1, 3))
    def misbehave(self, deeds: list[Any], many: int) -> None:
        """Let the guest send other records from now on."""
        self.guest.deeds, self.guest.many = deeds, many

    @precondition(lambda self: len(self.hall.honest) < 5)
    @rule()
    def come(self) -> None:
        """Add an honest member."""
        self.next += 1
        self.hall.come(self.next)
        self.hall.run(1.0)

    @rule(seat=st.integers(0, 5), number=st.integers(0, 9))
    def sit(self, seat: int, number: int) -> None:
        """Let a member request another seat."""
        rooms = self.hall.honest
        rooms[number % len(rooms)].request_seat(seat)

    @precondition(lambda self: len(self.hall.honest) > 2)
    @rule()
    def leave(self) -> None:
        """Remove the member that arrived last."""
        self.hall.leave(max(number for number in self.hall.members if number not in self.hall.hostile))

    @rule(number=st.integers(0, 9), value=st.integers(5, 8))
    def change(self, number: int, value: int) -> None:
        """Let a member change the game settings."""
        rooms = self.hall.honest
        rooms[number % len(rooms)].set_options({"vp_to_win": value})

    @rule(seconds=st.sampled_from([TICK, 0.5, 2.0]))
    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.hall.run(seconds)

    @rule()
    def vanish(self) -> None:
        """Silence the guest, or let it return."""
        self.guest.silent = not self.guest.silent
        self.hall.run(SILENCE_TIMEOUT if self.guest.silent else 1.0)

    @invariant()
    def nobody_honest_is_out(self) -> None:
        """Check that no honest member is removed, and that they are in their order of arrival."""
        if hasattr(self, "hall"):
            honest = {number for number in self.hall.members if number not in self.hall.hostile}
            orders = {tuple(n for n in bench if n in honest) for bench in self.hall.benches()}
            assert all(list(order) == sorted(order) for order in orders)
            assert not any(room.refusal for room in self.hall.honest)

    def teardown(self) -> None:
        """Remove the guest, make all honest members ready, and check that the match begins."""
        if not hasattr(self, "hall"):
            return
        hall = self.hall
        hall.run(2.0)
        held = {room.identity: room.seat for room in hall.honest}
        hall.run(2.0)
        assert all(not held[room.identity] or room.seat == held[room.identity] for room in hall.honest)
        for room in hall.honest:
            room.vote_out(key(9))
            if room.me.seat == STAND:
                room.request_seat(255)
        hall.run(3.0)
        assert len(hall.tables) == 1 and len(hall.benches()) == 1
        seated = [room for room in hall.honest if room.seat]
        number = next(n for n in range(3, 7) if n >= max(len(seated), 3))
        seated[0].set_seats(number)
        hall.run(3.0)
        for extra in range(number - hall.table.taken_count):
            hall.bot(30 + extra, by=1)
            hall.run(1.0)
        hall.run(2.0)
        hall.all_ready()
        hall.run(3.0)
        assert all(room.has_begun for room in seated) and len({room.table.match for room in seated if room.table}) == 1


TestAnything = pytest.mark.usefixtures("read_once")(Anything.TestCase)
TestAnything.settings = settings(max_examples=8, stateful_step_count=12, deadline=None)
