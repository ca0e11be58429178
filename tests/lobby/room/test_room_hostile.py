"""Rooms without sockets that receive hostile bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.codec import BadEncodingError, enc
from core.games.registry import GAMES
from lobby.room import signed_records
from lobby.room.inbound import RECORD_NUMBER_LEAP
from lobby.room.members import MOST_NUMBERS, STRANGERS, Roster
from lobby.room.room import LocalMember, Room
from lobby.room.seniority import MOST_ENTRIES, Entry, members_on, pack_bench, read_bench
from lobby.room.signed_records import LONGEST as MOST_BYTES
from lobby.room.signed_records import Signed, Status, read_record, read_settings
from net.channels.addresses import pack_address
from tests.support.lobby.hall import ID, LONGEST, Hall, key, opened, signer, who
from tests.support.lobby.hostiles import message, via

pytestmark = pytest.mark.usefixtures("read_once")
AT = ("10.0.0.2", 5002)


def test_the_longest_record_fits_into_a_datagram_and_is_unchanged_by_encoding() -> None:
    signed = signed_records.sign_record(ID, LONGEST, signer(1))
    assert len(signed[0]) < MOST_BYTES
    assert read_record(ID, signed[0]) == LONGEST and signed_records.is_signed_by(signed_records.RECORD, key(1), signed)
    hall = Hall(6, guests=1)
    hall.members[1].me = LONGEST._replace(number=7, status=Status.HERE, state=b"")
    hall.members[1]._sender.queue_state()
    assert {len(data) <= 1171 for _, data in hall.members[1].take_data()} == {True}


@pytest.mark.parametrize(
    "changes",
    [
        {"identity": b"short"}, {"number": -1}, {"number": 2**53}, {"name": " x"}, {"seat": 7}, {"colour": 7},
        {"colour": -1}, {"bot": "\n"}, {"bot": "\U00010400" * 9}, {"by": b"x"}, {"brings": (who(1),) * 6},
        {"against": (b"x",)}, {"against": (who(1),) * 7}, {"near": (who(1),) * 13}, {"hosts": (who(1),) * 5},
        {"bench": (Entry(who(1), who(1)),) * 2}, {"bench": (Entry(who(1), b"x"),)}, {"plays": b"x"},
        {"status": 5}, {"status": 1, "state": b""}, {"status": 0}, {"status": 4}, {"addresses": (("10.0.0.1", 1),) * 5},
    ],
)  # fmt: skip
def test_a_malformed_member_record_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadEncodingError):
        read_record(ID, signed_records.record_bytes(ID, LONGEST._replace(**changes)))


def test_a_bench_has_a_bounded_number_of_places() -> None:
    many = tuple(Entry(bytes([at]) * 8, bytes(8), at % 7) for at in range(MOST_ENTRIES + 1))
    assert read_bench(pack_bench(many[:-1])) == many[:-1]
    for data in (pack_bench(many), pack_bench(many)[:18], b"x"):
        with pytest.raises(BadEncodingError):
            read_bench(data)


def test_a_record_of_another_room_or_signer_changes_nothing() -> None:
    hall = Hall(2, guests=1)
    hall.run()
    before = hall.table
    record = hall.members[2].me._replace(number=10**9, name="False", status=Status.GONE)
    for made in (
        signed_records.sign_record(bytes(32), record, signer(2)),
        signed_records.sign_record(ID, record, signer(3)),
    ):
        hall.members[1].receive(key(2), message([made]), AT)
    assert hall.members[1].table == before


@pytest.mark.parametrize(
    "changes",
    [{"number": -1}, {"writer": b""}, {"name": ""}, {"game": "whist"}, {"rules": b""}, {"seats": 9}, {"options": (1,)},
     {"timer": 7}, {"timer": -7}, {"timer": -301}],
)  # fmt: skip
def test_malformed_settings_are_refused(changes: dict[str, Any]) -> None:
    data, _ = signed_records.sign_settings(ID, opened(3)._replace(**changes), signer(1))
    with pytest.raises(BadEncodingError):
        read_settings(ID, data, GAMES)


@pytest.mark.parametrize("timer", (0, 60, -60, -300))
def test_settings_with_a_warning_or_deciding_turn_timer_are_read(timer: int) -> None:
    data, _ = signed_records.sign_settings(ID, opened(3)._replace(timer=timer), signer(1))
    assert read_settings(ID, data, GAMES).timer == timer


def test_settings_of_another_room_are_refused() -> None:
    data, _ = signed_records.sign_settings(bytes(32), opened(3), signer(1))
    with pytest.raises(BadEncodingError):
        read_settings(ID, data, GAMES)


def test_a_room_of_another_version_is_reported_as_such() -> None:
    late = Room(ID, signer(2), LocalMember("Ben"), GAMES, 1)
    late.add_peer(key(1), AT)
    late.receive(key(1), enc([1, [], [], [], []]), AT)
    assert "another version" in late.refusal


def invented(number: int, hall: Hall, **changes: Any) -> Signed:
    """Return a record of an unknown member that contains the bench of the room."""
    record = LONGEST._replace(identity=key(number), number=number, bot="", by=b"", brings=(), near=(), hosts=())
    record = record._replace(status=Status.HERE, state=b"", bench=hall.members[1].bench, against=())
    return signed_records.sign_record(ID, record._replace(**changes), signer(number))


def test_a_crowd_of_members_and_a_flood_of_messages_have_a_bounded_cost() -> None:
    hall = Hall(6, guests=1)
    room = hall.members[1]
    for number in range(3, 250):
        room.tick(room.now + 0.1)
        room.receive(key(2), message([itself(hall, 2)]), AT)
        room.receive(key(2), message([invented(number, hall)]), AT)
        assert len(room.bench) <= 2 and len(list(room.members)) <= STRANGERS + 1
    assert room.counters["strangers"] >= 220
    for _ in range(1000):
        room.receive(key(2), b"\xc1", AT)
    assert room.counters["too much"] > 900


def itself(hall: Hall, number: int, **changes: Any) -> Signed:
    """Return a member's next self-signed record."""
    member = hall.members[number]
    member.me = member.me._replace(number=member.me.number + 1)
    return signed_records.sign_record(ID, member.me._replace(**changes), signer(number))


def test_signature_checks_per_link_are_bounded() -> None:
    hall = Hall(6, guests=1)
    room = hall.members[1]
    before = room.counters["checked"]
    data, _ = itself(hall, 2)
    for number in range(35):
        room.receive(key(2), message([(data, bytes([number, n]) * 32) for n in range(3)]), AT)
    assert room.counters["checked"] - before <= 50 < 100 and room.counters["not checked"] >= 50
    hall.run(2.0)
    assert hall.table.taken_count == 2, "it is heard again"


def test_a_linked_peer_without_a_place_can_only_send_its_own_record() -> None:
    hall = Hall(6, guests=1)
    hall.run()
    room = hall.members[1]
    room.add_peer(key(8), ("10.0.0.8", 5008))
    line = signed_records.sign_line(ID, signed_records.Line(1, key(8), "Eve", "hello"), signer(8))
    seen = (key(2), pack_address(("10.9.9.9", 1)))
    room.remove_peer(key(2))
    elsewhere = {"bench": (Entry(who(8), who(8)),)}
    for said in (
        message([invented(9, hall)]),
        message([invented(8, hall, **elsewhere)], [], [line], [seen]),
    ):
        room.receive(key(8), said, ("10.0.0.8", 5008))
    assert (
        not room.chat_log.lines
        and ("10.9.9.9", 1) not in dict(room.possible_addresses())
        and who(9) not in room.members
    )
    assert who(8) in room.members and room.other_half


def test_only_a_linked_member_states_its_own_address() -> None:
    hall = Hall(6, guests=2)
    hall.run()
    room = hall.members[1]
    room.receive(key(2), message([], [], [], [(key(3), pack_address(("10.9.9.9", 1)))]), AT)
    assert ("10.9.9.9", 1) not in dict(room.possible_addresses())
    room.remove_peer(key(3))
    room.receive(
        key(2),
        message([], [], [], [(key(3), pack_address(("10.9.9.9", 1))), (key(9), pack_address(("10.9.9.9", 2)))]),
        AT,
    )
    room.tick(room.now + 0.1)
    assert ("10.9.9.9", 1) in dict(room.possible_addresses()) and ("10.9.9.9", 2) not in dict(room.possible_addresses())


def test_changing_sightings_of_one_member_are_believed_a_few_times() -> None:
    hall = Hall(6, guests=2)
    hall.run()
    room, found = hall.members[1], set()
    room.remove_peer(key(3))
    for port in range(1, 60):
        room.tick(room.now + 0.05)
        room.receive(key(2), message([], [], [], [(key(3), pack_address(("10.9.9.9", port)))]), AT)
        found |= {address for address, _ in room.possible_addresses() if address[0] == "10.9.9.9"}
    assert 1 <= len(found) <= 13
    charged = {by for address, by in room.possible_addresses() if address[0] == "10.9.9.9"}
    assert charged == {via(2)}, "to who says so, not to who is said to be there"


def test_the_number_of_a_members_record_is_raised_only_under_its_own_key() -> None:
    hall = Hall(6, guests=1)
    hall.run()
    room = hall.members[1]
    before = room.me.number
    data, signature = signed_records.sign_record(ID, room.me._replace(number=before + 1000), signer(1))
    room.receive(key(2), message([(data, bytes(64))]), AT)
    assert room.me.number == before
    room.receive(key(2), message([(data, signature)]), AT)
    assert room.me.number == before + 1000 + RECORD_NUMBER_LEAP, "an earlier start, or a copy of the key"


def test_a_newcomer_trusts_only_the_member_it_joined_through() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    late = Room(ID, signer(3), LocalMember("Late"), GAMES, 1, None, ("10.0.0.1", 5001))
    settings = hall.members[1].current_settings.signed_settings(hall.now)
    assert settings is not None
    for number in (2, 1):
        at = (f"10.0.0.{number}", 5000 + number)
        assert late.settings is None
        late.add_peer(key(number), at)
        late.receive(key(number), message([itself(hall, number, bench=hall.members[1].bench)], [settings]), at)
    assert late.inviter == key(1) and members_on(late.bench) == [who(1), who(2)]


def test_remembered_numbers_are_bounded_and_those_of_members_are_kept() -> None:
    roster = Roster(ID)
    for number in range(MOST_NUMBERS + 20):
        identity = number.to_bytes(2, "big") * 16
        record = LONGEST._replace(identity=identity, number=5, status=Status.GONE, state=b"")
        roster.add(record, (b"", b""), 0.0, key(1), [bytes(8)])
        roster.forget_gone(100.0)
    assert len(roster._numbers) == MOST_NUMBERS and bytes(8) in roster._numbers


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2**40) | st.binary(max_size=40) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)


@settings(max_examples=40)
@given(st.lists(st.one_of(st.binary(max_size=60), JUNK), max_size=8), st.integers(0, 3))
def test_a_room_survives_any_message(said: list[Any], kind: int) -> None:
    hall = Hall(2)
    hall.run(0.1)
    room = hall.members[1]
    for one in said:
        data = one if isinstance(one, bytes) else enc([kind, *one] if isinstance(one, list) else [kind, one])
        room.receive(key(7), data, ("10.0.0.7", 1))
    hall.run(0.1)
    assert hall.table.taken_count == 1
