"""Rooms without sockets, in virtual time: seats, arrivals, departures, removals, settings and chat."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.registry import GAMES
from lobby.players.colours import COLOURS, NO_COLOUR
from lobby.room import signed_records
from lobby.room.chat import MOST_LINES
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.room import LocalMember, Room
from lobby.room.seating import assign_colours, assign_names
from lobby.room.signed_records import STAND, clean_line, read_line
from tests.support.lobby.hall import GAME, ID, LONGEST, Hall, key, signer

pytestmark = pytest.mark.usefixtures("read_once")


# Seats ----------------------------------------------------------------------------------------------------------------


def test_guests_get_seats_and_learn_the_addresses_of_others() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    hall.bot(3, by=2)
    hall.run()
    assert hall.names() == ["Player 1", "Player 2", "Bot 3"] and hall.table.is_full
    assert hall.table.places[2].by == key(2)
    dials = dict(hall.members[2].possible_addresses())
    assert ("192.168.1.2", 5003) in dials and not any(port == 5002 for _, port in dials)
    late = hall.come(4)
    hall.unlink(3, 4)
    hall.run()
    assert ("10.0.0.2", 5003) in dict(late.possible_addresses()), "where others see somebody whom it is not linked with"


def test_a_contested_seat_goes_to_the_same_member_everywhere() -> None:
    hall = Hall(4, guests=2)
    hall.run()
    hall.members[2].request_seat(4)
    hall.members[3].request_seat(4)
    hall.run()
    assert hall.names() in (["Player 1", "", "Player 3", "Player 2"], ["Player 1", "Player 2", "", "Player 3"])


def test_a_member_without_a_seat_gets_the_next_free_one() -> None:
    hall = Hall(2, guests=2)
    hall.run()
    third = next(place.identity for place in hall.table.standing)
    seated = next(n for n in (2, 3) if key(n) != third)
    hall.leave(seated)
    hall.run()
    assert hall.table.seat_of(third) == 2 and not hall.table.standing


def test_a_member_may_stand_up_and_sit_down_again() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.members[2].request_seat(STAND)
    hall.run()
    assert hall.names() == ["Player 1", ""] and [p.name for p in hall.table.standing] == ["Player 2"]
    hall.members[2].request_seat(2)
    hall.run()
    assert hall.names() == ["Player 1", "Player 2"]


def test_an_assigned_seat_stays_when_a_lower_one_becomes_free() -> None:
    hall = Hall(3, guests=2)
    hall.run(3.0)
    last = hall.names()[2]
    hall.leave(2 if hall.members[2].seat == 2 else 3)
    hall.run(3.0)
    assert hall.names() == ["Player 1", "", last]


def colours(room: Room) -> list[int]:
    """Return the colours of the seated members, in seat order."""
    assert room.table is not None
    return [place.colour for place in room.table.seated_members]


def test_a_free_colour_is_assigned_and_agreed_by_all() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    assert colours(hall.members[1]) == [1, 2, 3]
    hall.members[1].request_colour(3)
    hall.run()
    assert all(colours(room) == [3, 2, 1] for room in hall.members.values())
    hall.members[3].request_colour(6)
    hall.members[1].request_colour(NO_COLOUR)
    hall.run()
    assert all(colours(room) == [1, 2, 6] for room in hall.members.values())


def test_a_contested_colour_goes_to_the_senior_member() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    for room in hall.members.values():
        room.request_colour(5)
    hall.run()
    assert colours(hall.members[1]) == colours(hall.members[2]) == [5, 2]


def test_a_changed_colour_resets_readiness() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.members[1].set_ready(True)
    hall.run()
    hall.members[2].request_colour(4)
    hall.run()
    assert not hall.members[1].is_ready
    for room in hall.members.values():
        room.set_ready(True)
    hall.run()
    hall.members[1].request_colour(6)  # too late
    assert all(room.has_begun and colours(room) == [1, 4] for room in hall.members.values())


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=6))
def test_no_two_colours_of_a_table_are_alike(wishes: list[tuple[int, int]]) -> None:
    seated = [LONGEST._replace(identity=key(i), colour=colour) for i, (colour, _) in enumerate(wishes)]
    order = sorted(range(1, len(wishes) + 1), key=lambda seat: wishes[seat - 1][1])
    found = assign_colours(seated, order)
    assert len(found) == len(set(found.values())) == len(wishes)
    assert set(found.values()) <= {*range(1, len(COLOURS) + 1)}


def test_bots_added_at_once_get_different_names_agreed_by_all() -> None:
    hall = Hall(5, guests=1)
    hall.run()
    for number, by in ((3, 1), (4, 2)):
        hall.members[by].seat_bot(key(number))
        hall.come(number, "Bot Anvil", "random", by)
    hall.run()
    hall.members[1].seat_bot(key(5))
    hall.come(5, "Bot Beacon", "random", 1)
    hall.run()
    first, second = [number for number in hall.benches().pop() if number in (3, 4)]
    called = {key(first): "Bot Anvil", key(second): "Bot Cinder", key(5): "Bot Beacon"}
    for room in hall.members.values():
        assert room.table is not None
        assert {place.identity: place.name for place in room.table.seated_members if place.bot} == called
    assert len({room.table.state_hash(ID) for room in hall.members.values() if room.table is not None}) == 1


@given(
    st.lists(
        st.tuples(st.sampled_from(["Ada", "Bot Anvil", "Bot Beacon"]), st.booleans(), st.integers(0, 9)), max_size=6
    )
)
def test_bot_names_are_unique_at_a_table(members: list[tuple[str, bool, int]]) -> None:
    seated = [
        LONGEST._replace(identity=key(i), name=name, bot="random" if bot else "", by=key(9) if bot else b"")
        for i, (name, bot, _) in enumerate(members)
    ]
    order = sorted(range(1, len(members) + 1), key=lambda seat: members[seat - 1][2])
    found = assign_names(seated, order)
    bots = [found[one.identity] for one in seated if one.bot]
    persons = [found[one.identity] for one in seated if not one.bot]
    assert len({*bots, *persons}) == len(seated), "no two seats have one name"
    assert {one.name for one in seated} <= {*bots, *persons}, "one of each name keeps it"
    assert all(found[one.identity].startswith(one.name) for one in seated if not one.bot), (
        "a person is numbered at most"
    )


def test_fewer_seats_than_are_taken_are_refused() -> None:
    hall = Hall(4, guests=2)
    hall.run()
    hall.members[3].set_seats(2)
    hall.run()
    assert hall.names() == ["Player 1", "Player 2", "Player 3", ""]
    hall.members[3].set_seats(3)
    hall.run()
    assert hall.table.is_full and hall.table.settings.seats == 3
    hall.members[1].set_seats(6)
    hall.run()
    assert hall.table.taken_count == 3 and len(hall.table.places) == 6


# Coming and going -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_a_room_survives_its_opener(how: str) -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.members[2].chat("hello")
    hall.run()
    if how == "leaves":
        hall.leave(1)
        hall.run(0.5)
    else:
        hall.vanish(1)
        hall.run(SILENCE_TIMEOUT + 1.0)
    assert hall.table.taken_count == 2 and hall.table.settings.name == "Ada"
    late = hall.come(4)
    hall.run(3.0)
    assert hall.table.is_full and [line.text for line in late.chat_log.lines] == ["hello"]


def test_a_bot_leaves_with_its_owner_and_no_other_member_can_add_it() -> None:
    hall = Hall(4, guests=1)
    hall.bot(3, by=2)
    hall.come(4, "False", "random", by=1)
    hall.run()
    assert "Bot 3" in hall.names() and "False" not in hall.names()
    hall.leave(2)
    hall.run(0.5)
    assert hall.names() == ["Player 1", "", "", ""]


def test_our_own_bot_is_removed_at_once() -> None:
    hall = Hall(2)
    hall.bot(2, by=1)
    hall.run()
    assert hall.table.is_full
    hall.members[1].vote_out(key(2))
    hall.run(0.5)
    assert hall.table.taken_count == 1


def test_a_majority_of_the_others_can_remove_a_member() -> None:
    hall = Hall(4, guests=3)
    hall.run()
    hall.members[1].vote_out(key(4))
    hall.run()
    assert hall.table.is_full and not hall.members[4].refusal
    hall.members[2].vote_out(key(4))
    hall.run()
    assert hall.table.taken_count == 3 and "have removed you" in hall.members[4].refusal
    assert not any(hall.members[n].refusal for n in (1, 2, 3))


def test_a_newcomer_with_other_rules_refuses_to_join() -> None:
    hall = Hall(2)
    settings = hall.members[1].settings
    assert settings is not None
    hall.members[1].current_settings.change(settings._replace(rules=bytes(32)), 0.0)
    late = hall.come(2)
    hall.run()
    assert "different rules" in late.refusal and late.table is None


def test_records_of_a_restarted_member_with_a_wrong_clock_count() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.vanish(2)
    hall.members[2] = Room(ID, signer(2), LocalMember("New name"), GAMES, 0)  # its clock is wrong
    for number in (1, 2):
        hall.members[number].add_peer(key(3 - number), ("10.0.0.9", 1))
    hall.run(2.0)
    assert sorted(hall.names()) == ["New name", "Player 1"]


# Settings and chat ----------------------------------------------------------------------------------------------------


def test_any_seated_member_may_change_the_options_and_the_last_change_counts() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.members[1].set_options({"vp_to_win": 5})
    hall.members[3].set_options({"vp_to_win": 6})
    hall.run()
    assert GAME.options.values_by_name(hall.table.options)["vp_to_win"] == 5, (
        "of two at once that of who came first counts"
    )
    hall.members[2].set_options({"vp_to_win": 7})
    hall.run()
    assert GAME.options.values_by_name(hall.table.options)["vp_to_win"] == 7


def test_all_members_see_the_same_chat_of_limited_length() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    assert hall.members[1].chat("first\nline\u202e") and hall.members[2].chat("\U0001f600" * 300)
    hall.run()
    said = [hall.members[1].chat(f"line {i}") for i in range(20)]
    assert said.count(True) == 3 and not hall.members[2].chat("\u200b")
    hall.run(3.0)
    assert len({tuple(room.chat_log.lines) for room in hall.members.values()}) == 1
    lines = hall.members[3].chat_log.lines
    assert lines[0].text in ("first line", "\U0001f600" * 120) and len(lines) == 5
    for i in range(60):
        hall.run(1.0)
        hall.members[1 + i % 2].chat(f"more {i}")
    hall.run(3.0)
    assert all(len(room.chat_log.lines) <= MOST_LINES for room in hall.members.values())


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_cleaning_a_clean_chat_line_changes_nothing(text: str) -> None:
    line = clean_line(text)
    assert clean_line(line) == line and len(line) <= signed_records.MOST_CHAT and "\n" not in line
    if line:
        whole = signed_records.Line(3, key(1), "Ada", line)
        assert read_line(ID, signed_records.sign_line(ID, whole, signer(1))[0]) == whole
