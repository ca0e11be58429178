"""Rooms without sockets: bytes that mean no good."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games import GAMES
from core.kernel.codec import BadBytes, enc
from lobby import records
from lobby.message import SAY
from lobby.records import Status, read_record, read_settings
from lobby.roster import MOST_MEMBERS, MOST_NUMBERS
from tests.lobby.hall import ID, LONGEST, Hall, key, opened, signer

pytestmark = pytest.mark.usefixtures("read_once")


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
        hall.members[1].hear(key(2), enc([SAY, [], [made], [], []]), ("10.0.0.2", 5000))
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
    hall.members[1].hear(key(2), enc([SAY, [list(greedy)], [], [], []]), ("10.0.0.2", 5000))
    assert hall.members[1].settings.number == 1


def test_a_crowd_and_a_flood_cost_a_bounded_sum() -> None:
    hall = Hall(6)
    room = hall.members[1]
    for number in range(2, 250):
        record = LONGEST._replace(identity=key(number), number=number, status=Status.HERE, state=b"")
        room.tick(number / 10)
        signed = records.sign_record(ID, record, signer(number))
        room.hear(key(2), enc([SAY, [], [signed], [], []]), ("10.0.0.2", 5000))
    assert len(room.kept) < MOST_MEMBERS and len(room._members._numbers) <= MOST_NUMBERS
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
