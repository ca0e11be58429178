"""Rooms without sockets: what members say is handed over, lost, doubled, late or kept apart, in virtual time."""

from __future__ import annotations

import heapq
import itertools
import random
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import GAMES
from core.kernel.codec import BadBytes, enc
from lobby import records
from lobby import room as rooms
from lobby.colours import COLOURS, NO_COLOUR
from lobby.records import STAND, Record, Settings, Status, clean_line, read_line, read_record, read_settings
from lobby.room import Me, Room
from lobby.seating import RoomTable, coloured
from net.crypto import Signer
from net.genesis import rules_hash

GAME = GAMES["bridgefront"]
ID = b"\x05" * 32
TICK = 0.1


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What all hear is read once."""
    monkeypatch.setattr(rooms, "read_record", lru_cache(maxsize=4096)(read_record))


@lru_cache(maxsize=256)
def signer(number: int) -> Signer:
    """The key of a member."""
    return Signer(bytes([number]) * 32)


def key(number: int) -> bytes:
    """Its identity."""
    return signer(number).identity


def opened(seats: int, number: int = 1) -> Settings:
    """What a room is opened with."""
    return Settings(1, key(number), "Ada", GAME.name, rules_hash(GAME), seats, 60, GAME.options.complete({}))


class Hall:
    """Members of one room by number, and what flies between them. Member 1 has opened it."""

    def __init__(self, seats: int, guests: int = 0, seed: int = 0, loss: float = 0.0, delay: float = 0.01) -> None:
        self.now = 0.0
        self.members: dict[int, Room] = {}
        self.loss, self.delay, self.doubled = loss, delay, loss / 2
        self.sides: set[int] = set()
        """Between these and the others nothing passes."""
        self._unlinked: set[tuple[int, int]] = set()
        self._dice = random.Random(seed)
        self._order = itertools.count()
        self._flying: list[tuple[float, int, int, int, bytes]] = []
        self.come(1, settings=opened(seats))
        for number in range(2, guests + 2):
            self.come(number)

    def come(self, number: int, name: str = "", bot: str = "", by: int = 0, settings: Settings | None = None) -> Room:
        """A member is linked with all the others."""
        me = Me(name or f"Player {number}", bot, key(by) if by else b"", ((f"192.168.1.{number}", 5000),))
        room = self.members[number] = Room(ID, signer(number), me, GAMES, round(self.now * 1000), settings)
        room.tick(self.now)
        for other, there in self.members.items():
            if other != number:
                there.meet(room.identity, (f"10.0.0.{number}", 5000))
                room.meet(there.identity, (f"10.0.0.{other}", 5000))
        return room

    def bot(self, number: int, by: int) -> Room:
        """A bot that a member brings."""
        self.members[by].bring(key(number))
        return self.come(number, f"Bot {number}", "random", by)

    def unlink(self, one: int, other: int) -> None:
        """These two cannot reach each other."""
        self._unlinked |= {(one, other), (other, one)}
        self.members[one].part(key(other))
        self.members[other].part(key(one))

    def vanish(self, number: int) -> None:
        """Its power is cut."""
        del self.members[number]

    def leave(self, number: int) -> None:
        """It goes, and says so."""
        self.members[number].leave()
        self._collect(number)
        self.vanish(number)

    def run(self, seconds: float = 1.5) -> None:
        """Lets time pass."""
        end = self.now + seconds
        while self.now < end:
            self.now += TICK
            for number in list(self.members):
                self.members[number].tick(self.now)
                self._collect(number)
            while self._flying and self._flying[0][0] <= self.now:
                _, _, source, target, data = heapq.heappop(self._flying)
                if target in self.members:
                    self.members[target].hear(key(source), data, (f"10.0.0.{source}", 5000))
                    self._collect(target)

    def _collect(self, number: int) -> None:
        for target, data in self.members[number].take_data():
            assert len(data) <= 1171
            other = next((n for n, there in self.members.items() if there.identity == target), 0)
            if not other or (number in self.sides) != (other in self.sides) or (number, other) in self._unlinked:
                continue
            for _ in range(1 + (self._dice.random() < self.doubled)):
                if self._dice.random() >= self.loss:
                    at = self.now + self._dice.uniform(0.0, self.delay)
                    heapq.heappush(self._flying, (at, next(self._order), number, other, data))

    @property
    def tables(self) -> set[RoomTable | None]:
        """How the room is, as each one sees it."""
        return {room.table for room in self.members.values()}

    @property
    def table(self) -> RoomTable:
        """How it is, as all see it."""
        (table,) = self.tables
        assert table is not None
        return table

    def names(self) -> list[str]:
        """Who sits where, as all see it."""
        return ["" if place is None else place.name for place in self.table.places]

    def all_ready(self) -> None:
        """Everybody presses the button."""
        for room in self.members.values():
            room.set_ready(True)


# Seats ----------------------------------------------------------------------------------------------------------------


def test_guests_find_seats_and_learn_where_the_others_are() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    hall.bot(3, by=2)
    hall.run()
    assert hall.names() == ["Player 1", "Player 2", "Bot 3"] and hall.table.full
    assert hall.table.places[2].by == key(2)
    dials = hall.members[2].dials()
    assert ("192.168.1.3", 5000) in dials and ("10.0.0.3", 5000) in dials
    assert not any(host.endswith(".2") for host, _ in dials)


def test_one_seat_that_two_claim_at_once_goes_to_the_same_everywhere() -> None:
    hall = Hall(4, guests=2)
    hall.run()
    hall.members[2].sit(4)
    hall.members[3].sit(4)
    hall.run()
    first, second = sorted((2, 3), key=key)
    assert hall.names()[3] == f"Player {first}" and f"Player {second}" in hall.names()[:3]


def test_who_came_first_keeps_the_seat_and_who_has_none_gets_the_next_free_one() -> None:
    hall = Hall(2, guests=2)
    hall.run()
    third = next(place.identity for place in hall.table.standing)
    sitting = next(n for n in (2, 3) if key(n) != third)
    hall.leave(sitting)
    hall.run()
    assert hall.table.seat_of(third) == 2 and not hall.table.standing


def test_one_may_stand_and_sit_down_again() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.members[2].sit(STAND)
    hall.run()
    assert hall.names() == ["Player 1", ""] and [p.name for p in hall.table.standing] == ["Player 2"]
    hall.members[2].sit(2)
    hall.run()
    assert hall.names() == ["Player 1", "Player 2"]


def test_a_seat_once_given_stays_when_one_before_it_is_free() -> None:
    hall = Hall(3, guests=2)
    hall.run(3.0)
    last = hall.names()[2]
    hall.leave(2 if hall.members[2].seat == 2 else 3)
    hall.run(3.0)
    assert hall.names() == ["Player 1", "", last]


def colours(room: Room) -> list[int]:
    """Of those who sit, in the order of their seats."""
    assert room.table is not None
    return [place.colour for place in room.table.sitting]


def test_a_colour_that_nobody_else_has_is_picked_and_the_same_everywhere() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    assert colours(hall.members[1]) == [1, 2, 3]
    hall.members[1].set_colour(3)
    hall.run()
    assert all(colours(room) == [3, 2, 1] for room in hall.members.values())
    hall.members[3].set_colour(6)
    hall.members[1].set_colour(NO_COLOUR)
    hall.run()
    assert all(colours(room) == [1, 2, 6] for room in hall.members.values())


def test_a_colour_that_two_want_goes_to_the_earlier_claim() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    for room in hall.members.values():
        room.set_colour(5)
    hall.run()
    assert colours(hall.members[1]) == colours(hall.members[2]) == [5, 2]


def test_another_colour_is_another_room_to_be_ready_for() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.members[1].set_ready(True)
    hall.run()
    hall.members[2].set_colour(4)
    hall.run()
    assert not hall.members[1].ready
    for room in hall.members.values():
        room.set_ready(True)
    hall.run()
    hall.members[1].set_colour(6)  # too late
    assert all(room.began and colours(room) == [1, 4] for room in hall.members.values())


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=6))
def test_no_two_colours_of_a_table_are_alike(wishes: list[tuple[int, int]]) -> None:
    sitting = [LONGEST._replace(identity=key(i), colour=c, claim=n) for i, (c, n) in enumerate(wishes)]
    found = coloured(sitting)
    assert len(found) == len(set(found.values())) == len(wishes)
    assert set(found.values()) <= {*range(1, len(COLOURS) + 1)}


def test_fewer_seats_leave_the_last_to_come_standing() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.members[3].set_seats(2)
    hall.run()
    assert hall.table.full and len(hall.table.standing) == 1
    hall.members[1].set_seats(6)
    hall.run()
    assert hall.table.taken == 3 and len(hall.table.places) == 6


# Coming and going -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_the_room_lives_on_without_who_has_opened_it(how: str) -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.members[2].chat("hello")
    hall.run()
    if how == "leaves":
        hall.leave(1)
        hall.run(0.5)
    else:
        hall.vanish(1)
        hall.run(rooms.SILENT + 1.0)
    assert hall.table.taken == 2 and hall.table.settings.name == "Ada"
    late = hall.come(4)
    hall.run(3.0)
    assert hall.table.full and [line.text for line in late.lines] == ["hello"]


def test_a_bot_goes_with_who_has_brought_it_and_nobody_else_can_bring_it() -> None:
    hall = Hall(4, guests=1)
    hall.bot(3, by=2)
    hall.come(4, "False", "random", by=1)
    hall.run()
    assert "Bot 3" in hall.names() and "False" not in hall.names()
    hall.leave(2)
    hall.run(0.5)
    assert hall.names() == ["Player 1", "", "", ""]


def test_an_own_bot_is_sent_away_at_once() -> None:
    hall = Hall(2)
    hall.bot(2, by=1)
    hall.run()
    assert hall.table.full
    hall.members[1].put_out(key(2))
    hall.run(0.5)
    assert hall.table.taken == 1


def test_most_of_the_others_together_put_somebody_out() -> None:
    hall = Hall(4, guests=3)
    hall.run()
    hall.members[1].put_out(key(4))
    hall.run()
    assert hall.table.full and not hall.members[4].refusal
    hall.members[2].put_out(key(4))
    hall.run()
    assert hall.table.taken == 3 and "do not want you" in hall.members[4].refusal
    assert not any(hall.members[n].refusal for n in (1, 2, 3))


def test_other_rules_are_refused_by_who_comes() -> None:
    hall = Hall(2)
    hall.members[1].settings = hall.members[1].settings._replace(rules=bytes(32))
    late = hall.come(2)
    hall.run()
    assert "other rules" in late.refusal and late.table is None


def test_a_restarted_member_is_believed_again() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.vanish(2)
    hall.members[2] = Room(ID, signer(2), Me("New name"), GAMES, 0)  # its clock is wrong
    for number in (1, 2):
        hall.members[number].meet(key(3 - number), ("10.0.0.9", 1))
    hall.run(2.0)
    assert sorted(hall.names()) == ["New name", "Player 1"]


# Settings and chat ----------------------------------------------------------------------------------------------------


def test_anybody_may_change_the_options_and_the_last_one_counts() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.members[1].set_options({"vp_to_win": 5})
    hall.members[3].set_options({"vp_to_win": 6})
    hall.run()
    last = max((1, 3), key=key)
    assert GAME.options.named(hall.table.options)["vp_to_win"] == {1: 5, 3: 6}[last]
    hall.members[2].set_options({"vp_to_win": 7})
    hall.run()
    assert GAME.options.named(hall.table.options)["vp_to_win"] == 7


def test_chat_is_the_same_everywhere_and_limited() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    assert hall.members[1].chat("first\nline\u202e") and hall.members[2].chat("\U0001f600" * 300)
    hall.run()
    said = [hall.members[1].chat(f"line {i}") for i in range(20)]
    assert said.count(True) == 3 and not hall.members[2].chat("\u200b")
    hall.run(3.0)
    assert len({tuple(room.lines) for room in hall.members.values()}) == 1
    lines = hall.members[3].lines
    assert lines[0].text in ("first line", "\U0001f600" * 120) and len(lines) == 5
    for i in range(60):
        hall.run(1.0)
        hall.members[1 + i % 2].chat(f"more {i}")
    hall.run(3.0)
    assert all(len(room._lines) <= rooms.MOST_LINES for room in hall.members.values())


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_a_clean_line_stays_as_it_is(text: str) -> None:
    line = clean_line(text)
    assert clean_line(line) == line and len(line) <= records.MOST_CHAT and "\n" not in line
    if line:
        whole = records.Line(3, key(1), "Ada", line)
        assert read_line(ID, records.sign_line(ID, whole, signer(1))[0]) == whole


# Ready, go ------------------------------------------------------------------------------------------------------------


def test_the_match_begins_once_all_are_ready() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    hall.members[1].set_ready(True)
    assert not hall.members[1].ready, "a seat is free"
    hall.bot(3, by=1)
    hall.run()
    hall.members[1].set_ready(True)
    hall.run()
    assert [place.ready for place in hall.table.places] == [place.name != "Player 2" for place in hall.table.places]
    hall.members[2].set_ready(True)
    hall.run(0.6)
    assert all(room.began for room in hall.members.values())
    assert len(hall.table.match) == 32 and len(hall.tables) == 1


def test_whoever_is_ready_is_not_when_the_room_changes() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.members[1].set_ready(True)
    hall.run()
    hall.members[2].set_options({"vp_to_win": 6})
    hall.run()
    assert not hall.members[1].ready
    hall.all_ready()
    hall.members[1].set_ready(False)
    hall.run()
    assert not any(room.began for room in hall.members.values())
    hall.members[1].set_ready(True)
    hall.run()
    assert all(room.began for room in hall.members.values())


def test_nobody_changes_anything_after_its_go() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.all_ready()
    first = hall.members[1]
    while not first.bound:
        hall.run(TICK)
    before = first.table
    first.set_seats(3)
    first.sit(STAND)
    first.set_ready(False)
    first.put_out(key(2))
    assert first.table.settings == before.settings and first.bound
    hall.run()
    assert all(room.began for room in hall.members.values())


def test_a_go_is_taken_back_if_somebody_is_gone() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.all_ready()
    while not hall.members[1].bound:
        hall.run(TICK)
    if not hall.members[1].began:
        hall.vanish(3)
        hall.run(rooms.SILENT + 1.0)
        assert {hall.members[n]._me.status for n in (1, 2)} <= {Status.HERE, Status.WENT}


def test_two_without_a_link_begin_as_soon_as_the_others() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.unlink(2, 3)
    hall.run()
    hall.all_ready()
    end = hall.now + 1.5
    while hall.members and hall.now < end:
        hall.run(TICK)
        for number in [number for number, room in hall.members.items() if room.began]:
            hall.vanish(number)  # it plays, and says nothing more of the room
            for other, room in hall.members.items():
                if {number, other} != {2, 3}:
                    room.hear(key(number), enc([[6, bytes(32)]]), (f"10.0.0.{number}", 5000))
    assert not hall.members, "some still wait for the others"


def test_who_plays_already_needs_not_say_that_it_knows() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    hall.all_ready()
    first, second = hall.members[1], hall.members[2]
    while first.table.match == b"":
        hall.run(TICK)
    hall.sides = {2}
    first._members[key(2)].record = first._members[key(2)].record._replace(status=Status.GO)
    assert not first.began
    first.hear(key(2), enc([[6, bytes(32)]]), ("10.0.0.2", 5000))
    assert first.began
    assert second.table is not None


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from([0.0, 0.2, 0.4]), st.data())
def test_all_begin_the_same_match_or_none_does(seed: int, seats: int, loss: float, data: st.DataObject) -> None:
    """Whatever players press, and whatever is lost, nobody is left behind by the others."""
    hall = Hall(seats, guests=seats - 1, seed=seed, loss=loss, delay=0.15)
    hall.run(3.0)
    member = st.integers(1, seats)
    for _ in range(data.draw(st.integers(1, 8))):
        room = hall.members[data.draw(member)]
        deed = data.draw(st.sampled_from(["ready", "not", "option", "sit", "all", "wait"]))
        if deed == "option":
            room.set_options({"vp_to_win": data.draw(st.integers(5, 8))})
        elif deed == "sit":
            room.sit(data.draw(member))
        elif deed == "all":
            hall.all_ready()
        elif deed != "wait":
            room.set_ready(deed == "ready")
        hall.run(data.draw(st.sampled_from([0.05, 0.1, 0.4])))
    hall.run(4.9)
    matches = {room.table.match for room in hall.members.values() if room.table is not None}
    assert len(matches) == 1
    if matches != {b""}:
        assert len(hall.tables) == 1 and hall.table.full
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
def test_all_see_the_same_in_the_end(seed: int, loss: float, deeds: list[tuple[str, int, int]]) -> None:
    """Loss, doubling, reordering, halves that part and meet, and members that leave, whoever it is: nothing is lost."""
    hall = Hall(4, guests=3, seed=seed, loss=loss, delay=0.3)
    hall.run(1.0)
    said: set[str] = set()
    fresh = 10
    for what, who, value in deeds:
        room = hall.members.get(who)
        if what == "split":
            hall.sides = {n for n in hall.members if n % 2}
            hall.run(rooms.SILENT + 1.5)
        elif what == "heal":
            hall.sides = set()
        elif what == "come" and len(hall.members) < 6:
            fresh += 1
            hall.come(fresh)
        elif room is None:
            continue
        elif what == "leave" and len(hall.members) > 2:
            hall.leave(who)
        elif what == "sit":
            room.sit(value)
        elif what == "option":
            room.set_options({"vp_to_win": 5 + value})
        elif what == "seats":
            room.set_seats(value)
        elif what == "colour":
            room.set_colour(value)
        elif what == "ready":
            room.set_ready(True)
        elif what == "chat" and room.table is not None and room.chat(f"{who} says {len(said)}"):
            said.add(f"{who} says {len(said)}")
        hall.run(0.15)
    hall.sides = set()
    hall.loss = hall.doubled = 0.0
    hall.run(rooms.SILENT + 4.0)
    if any(room.table is not None and room.table.match for room in hall.members.values()):
        return
    table = hall.table
    everybody = {p.identity for p in (*table.sitting, *table.standing)}
    assert everybody == {room.identity for room in hall.members.values()}
    assert len({tuple(room.lines) for room in hall.members.values()}) == 1


def test_two_halves_that_part_go_on_and_are_one_again() -> None:
    hall = Hall(4, guests=3)
    hall.run()
    seats = hall.names()
    hall.sides = {1, 2}
    hall.run(rooms.SILENT + 1.0)
    assert {room.table.taken for room in hall.members.values()} == {2}
    hall.members[1].chat("here")
    hall.members[3].chat("there")
    hall.members[4].set_options({"vp_to_win": 6})
    hall.run()
    hall.sides = set()
    hall.run(4.0)
    assert hall.names() == seats
    assert {line.text for line in hall.members[2].lines} == {"here", "there"}
    assert GAME.options.named(hall.table.options)["vp_to_win"] == 6


def test_members_that_are_not_linked_hear_of_each_other_through_the_others() -> None:
    hall = Hall(3, guests=2)
    hall.unlink(2, 3)
    hall.run(12.0)
    assert hall.table.full


# Hostile bytes --------------------------------------------------------------------------------------------------------

LONGEST = Record(
    key(1), 2**53 - 1, "\U00010400" * 24, 255, 2**53 - 1, 6, "\U00010400" * 24, key(2), (key(3),) * 5, (key(4),) * 5,
    (("fd00:1:2:3:4:5:6:7", 65535),) * 4, Status.WENT, b"\xff" * 32,
)  # fmt: skip


def test_the_longest_record_goes_with_the_settings_and_comes_back_as_it_was() -> None:
    hall = Hall(6)
    room = hall.members[1]
    room._me = LONGEST._replace(number=7, status=Status.HERE, state=b"")
    (message,) = room._messages()
    assert len(message) <= 1171
    signed = records.sign_record(ID, LONGEST, signer(1))
    assert read_record(ID, signed[0]) == LONGEST and records.holds(records.RECORD, key(1), signed)


@pytest.mark.parametrize(
    "changes",
    [
        {"identity": b"short"}, {"number": -1}, {"number": 2**53}, {"name": " x"}, {"seat": 7},
        {"claim": -1}, {"colour": 7}, {"colour": -1}, {"bot": "\n"}, {"by": b"x"},
        {"brings": (key(1),) * 6}, {"against": (b"x",)},
        {"status": 5}, {"status": 1, "state": b""}, {"status": 0}, {"status": 4},
        {"addresses": (("10.0.0.1", 1),) * 5},
    ],
)  # fmt: skip
def test_a_record_that_is_none_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadBytes):
        read_record(ID, records.record_bytes(ID, LONGEST._replace(**changes)))


def test_a_record_of_another_room_or_another_hand_changes_nothing() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    before = hall.table
    record = hall.members[2]._me._replace(number=10**9, name="False", status=Status.GONE)
    for made in (records.sign_record(bytes(32), record, signer(2)), records.sign_record(ID, record, signer(3))):
        hall.members[1].hear(key(2), enc([rooms.SAY, [], [made], [], []]), ("10.0.0.2", 5000))
    assert hall.members[1].table == before


@pytest.mark.parametrize(
    "changes",
    [{"number": -1}, {"writer": b""}, {"name": ""}, {"game": "whist"}, {"rules": b""}, {"seats": 9}, {"options": (1,)}],
)
def test_settings_that_are_none_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadBytes):
        read_settings(list(opened(3)._replace(**changes)), GAMES)


def test_nobody_uses_the_numbers_up() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    greedy = opened(3)._replace(number=2**53 - 1)
    hall.members[1].hear(key(2), enc([rooms.SAY, [list(greedy)], [], [], []]), ("10.0.0.2", 5000))
    assert hall.members[1].settings.number == 1


def test_a_crowd_and_a_flood_cost_a_bounded_sum() -> None:
    hall = Hall(6)
    room = hall.members[1]
    for number in range(2, 250):
        record = LONGEST._replace(identity=key(number), number=number, status=Status.HERE, state=b"")
        room.tick(number / 10)
        signed = records.sign_record(ID, record, signer(number))
        room.hear(key(2), enc([rooms.SAY, [], [signed], [], []]), ("10.0.0.2", 5000))
    assert len(room._members) < rooms.MOST_MEMBERS and len(room._numbers) <= rooms.MOST_NUMBERS
    for _ in range(1000):
        room.hear(key(2), b"\xc1", ("10.0.0.2", 5000))
    assert room.counters["too much"] > 900


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**40) | st.binary(max_size=40) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)


@settings(max_examples=40)
@given(st.lists(st.one_of(st.binary(max_size=60), JUNK), max_size=8), st.integers(0, 3))
def test_nothing_that_is_said_breaks_a_room(said: list[Any], kind: int) -> None:
    hall = Hall(2)
    hall.run(0.1)
    room = hall.members[1]
    for one in said:
        data = one if isinstance(one, bytes) else enc([kind, *one] if isinstance(one, list) else [kind, one])
        room.hear(key(7), data, ("10.0.0.7", 1))
    hall.run(0.1)
    assert hall.table.taken == 1
