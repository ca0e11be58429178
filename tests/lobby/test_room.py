"""A host and its guests without sockets: what is said is handed over, or lost, in virtual time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import GAMES
from core.kernel.codec import BadBytes, enc
from lobby import room as rooms
from lobby.room import Guest, Host, Place, RoomTable, read_table, table_bytes
from net.crypto import Signer
from net.genesis import rules_hash

GAME = GAMES["bridgefront"]
RULES = rules_hash(GAME)


def key(number: int) -> bytes:
    """An identity."""
    return Signer(bytes([number]) * 32).identity


class Room:
    """A host at address h, guests at addresses of their own, everything linked with everything."""

    def __init__(self, seats: int) -> None:
        self.now = 0.0
        self.host = Host(key(99), "Ada", GAME, seats, {})
        self.members: dict[bytes, Any] = {self.host.identity: self.host}
        self.lost: set[bytes] = set()
        """Members of whom nothing arrives."""

    def come(self, number: int, name: str = "", rules: bytes = RULES, bot: bool = False) -> Guest:
        """A guest is linked."""
        own = [(f"192.168.1.{number}", 5000)]
        guest = Guest(key(number), name or f"Guest {number}", GAMES, rules, ("192.168.1.99", 5000), own, bot)
        self.members[guest.identity] = guest
        guest.meet(self.host.identity, ("192.168.1.99", 5000))
        return guest

    def pass_time(self, seconds: float = 1.0) -> None:
        """Ticks, and hands over what is said."""
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            for member in list(self.members.values()):
                member.tick(self.now)
                for target, data in member.take_data():
                    if member.identity in self.lost or target not in self.members:
                        continue
                    assert len(data) <= 1171
                    number = list(self.members).index(member.identity)
                    self.members[target].hear(member.identity, data, (f"10.0.0.{number}", 5000))


def test_guests_find_seats_and_learn_where_the_others_are() -> None:
    room = Room(3)
    ilse, bot = room.come(1, "Ilse"), room.come(2, "Bot", bot=True)
    room.pass_time()
    assert [p.name for p in ilse.table.places] == ["Ada", "Ilse", "Bot"]
    assert (ilse.seat, bot.seat) == (2, 3) and ilse.table == bot.table == room.host.table
    assert ("192.168.1.2", 5000) in ilse.dials() and ("10.0.0.2", 5000) in ilse.dials()
    assert not any(host == "192.168.1.1" for host, _ in ilse.dials())


def test_the_match_begins_once_everybody_knows_it() -> None:
    room = Room(3)
    ilse, tomas = room.come(1), room.come(2)
    assert not room.host.begin(bytes(32))
    room.pass_time()
    room.lost.add(tomas.identity)
    assert room.host.begin(b"\x07" * 32)
    room.pass_time(1.0)
    assert ilse.began and tomas.began and not room.host.began
    room.lost.clear()
    room.pass_time(1.0)
    assert room.host.began and ilse.table.match == b"\x07" * 32 == tomas.table.match


def test_who_plays_already_needs_not_say_that_it_knows() -> None:
    room = Room(2)
    guest = room.come(1)
    room.pass_time()
    room.host.begin(b"\x07" * 32)
    room.lost.add(guest.identity)
    room.host.hear(guest.identity, enc([[6, bytes(32)]]), ("10.0.0.1", 5000))
    assert room.host.began


def test_the_host_goes_on_without_an_answer_in_the_end() -> None:
    room = Room(2)
    guest = room.come(1)
    room.pass_time()
    room.host.begin(b"\x07" * 32)
    room.lost.add(guest.identity)
    room.pass_time(rooms.SILENT - 1.0)
    assert not room.host.began
    room.pass_time(1.5)
    assert room.host.began


@pytest.mark.parametrize("how", ["leaves", "is silent", "is turned out", "loses the link"])
def test_a_seat_is_free_again(how: str) -> None:
    room = Room(2)
    guest = room.come(1)
    room.pass_time()
    assert room.host.table.full
    if how == "leaves":
        guest.leave()
        del room.members[guest.identity]
        for target, data in guest.take_data():
            room.members[target].hear(guest.identity, data, ("10.0.0.1", 5000))
    elif how == "is silent":
        room.lost.add(guest.identity)
    elif how == "is turned out":
        room.host.turn_out(2)
    else:
        room.host.part(guest.identity)
        del room.members[guest.identity]
    room.pass_time(rooms.SILENT + 1.0)
    assert room.host.table.taken == 1
    assert ("given your seat" in guest.refusal) == (how == "is turned out")


def test_a_guest_that_is_turned_out_gets_no_other_seat() -> None:
    room = Room(3)
    guest = room.come(1)
    room.pass_time()
    room.host.turn_out(2)
    room.pass_time()
    guest.refusal = ""
    room.pass_time()
    assert room.host.table.taken == 1 and guest.refusal


@pytest.mark.parametrize(("case", "words"), [("full", "full"), ("rules", "other rules"), ("begun", "begun already")])
def test_why_there_is_no_seat_is_said(case: str, words: str) -> None:
    room = Room(2)
    if case != "rules":
        room.come(1)
        room.pass_time()
    if case == "begun":
        room.host.begin(b"\x07" * 32)
    late = room.come(2, rules=bytes(32) if case == "rules" else RULES)
    room.pass_time()
    assert words in late.refusal and not late.seat


def test_fewer_seats_keep_those_who_sit_as_long_as_there_are_seats() -> None:
    room = Room(4)
    first, second, third = room.come(1), room.come(2), room.come(3)
    room.pass_time()
    room.host.turn_out(2)
    room.host.set_seats(3)
    room.pass_time()
    assert not first.seat and {second.seat, third.seat} == {2, 3}
    room.host.set_seats(2)
    room.pass_time()
    assert second.seat == 2 and "full" in third.refusal
    room.host.set_seats(6)
    room.pass_time()
    assert len(second.table.places) == 6


def test_the_host_closes_the_room() -> None:
    room = Room(2)
    guest = room.come(1)
    room.pass_time()
    room.host.leave()
    room.pass_time()
    assert guest.closed


def test_options_reach_the_guests() -> None:
    room = Room(2)
    guest = room.come(1)
    room.host.set_options({"vp_to_win": 6})
    room.pass_time()
    assert GAME.options.named(guest.table.options)["vp_to_win"] == 6


def test_the_longest_table_fits_into_its_parts() -> None:
    room = Room(6)
    for number in range(1, 6):
        room.come(number, "\u4e00" * 24)
    room.pass_time(2.0)
    assert all(len(member.table.places) == 6 and member.table.full for member in room.members.values())


def test_only_the_host_is_heard() -> None:
    room = Room(3)
    guest = room.come(1)
    room.pass_time()
    false = RoomTable(999, GAME.name, GAME.options.complete({}), b"", (Place(key(5), "Eve", False), None))
    guest.hear(key(5), enc([rooms.TABLE, 999, 0, 1, table_bytes(false)]), ("10.0.0.5", 1))
    assert guest.table.revision != 999


@given(st.binary(max_size=200))
def test_any_bytes_are_a_table_or_refused(data: bytes) -> None:
    with pytest.raises(BadBytes):
        read_table(data, GAMES)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**40) | st.binary(max_size=40) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)


@given(st.lists(st.one_of(st.binary(max_size=60), JUNK), max_size=8), st.integers(0, 6))
def test_nothing_that_is_said_breaks_a_room(said: list[Any], kind: int) -> None:
    room = Room(2)
    guest = room.come(1)
    for one in said:
        data = one if isinstance(one, bytes) else enc([kind, *one] if isinstance(one, list) else [kind, one])
        room.host.hear(key(7), data, ("10.0.0.7", 1))
        guest.hear(room.host.identity, data, ("10.0.0.7", 1))
    room.pass_time(0.3)
