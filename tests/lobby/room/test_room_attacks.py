"""Rooms without sockets in which one admitted guest tries to take over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.engine.codec import enc
from core.games.registry import GAMES
from lobby.room import signed_records
from lobby.room.members import SILENCE_TIMEOUT
from lobby.room.messages import SAY_TAG
from lobby.room.seniority import MAX_PER_HOST, Entry, members_on
from lobby.room.signed_records import STAND
from net.channels.address_book import MAX_TRIED_PER_SOURCE
from net.channels.addresses import Address
from net.channels.channels import Channels
from net.match.genesis import rules_hash
from tests.support.lobby.hall import GAME, ID, TICK, Hall, key, opened, signer, who
from tests.support.lobby.hostiles import DEEDS, SPARE, Hostile, chats, claims, invents, message, settles, via, votes

pytestmark = pytest.mark.usefixtures("read_once")


def attacked(seats: int, guests: int, *deeds: Callable[[Hostile], bytes], many: int = 1) -> tuple[Hall, Hostile]:
    """Return a room of honest members, and hostile guest number 9, which performs these deeds."""
    hall = Hall(seats, guests)
    hall.run(2.0)
    guest = hall.come(9, kind=Hostile)
    assert isinstance(guest, Hostile)
    hall.hostile = {9}
    hall.run(2.0)
    guest.deeds, guest.many = list(deeds), many
    return hall, guest


def seated(hall: Hall) -> list[int]:
    """Return the seats of the honest members, as all of them see these seats.

    Their views of the guest may change at any time.
    """
    tables = [room.table for room in hall.honest]
    (seats,) = {tuple(table.seat_of(room.identity) for room in hall.honest) for table in tables if table is not None}
    return list(seats)


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_no_guest_can_cost_another_member_its_seat_or_place(deed: Callable[[Hostile], bytes]) -> None:
    hall, _ = attacked(4, 2, deed)
    hall.run(8.0)
    assert seated(hall) == [1, 2, 3]
    assert {bench[:3] for bench in hall.benches()} == {(1, 2, 3)}
    assert not any(room.refusal for room in hall.honest)


@pytest.mark.parametrize("deed", [*DEEDS, None], ids=lambda deed: deed.__name__ if deed else "all")
def test_a_hostile_guest_cannot_prevent_the_match(deed: Callable[[Hostile], bytes] | None) -> None:
    hall, _ = attacked(3, 2, *([deed] if deed else DEEDS), many=3)
    hall.run(2.0)
    hall.all_ready()
    hall.run(2.0)
    assert all(room.has_begun for room in hall.honest) and len(hall.tables) == 1
    assert hall.names() == ["Player 1", "Player 2", "Player 3"]


def test_invented_identities_are_bounded_and_charged_to_their_inventor() -> None:
    hall, _ = attacked(6, 2, invents)
    hall.run(8.0)
    spare = {one.identity[:8] for one in SPARE}
    for room in hall.honest:
        invented = [entry for entry in room.bench if entry.member in spare]
        assert 0 < len([one for one in invented if one.member in room.present_members]) <= 2
        assert {entry.origin for entry in invented} == {who(9)}


def test_removing_a_member_removes_its_invented_members() -> None:
    hall, _ = attacked(6, 2, invents, votes)
    hall.run(4.0)
    for room in hall.honest:
        room.vote_out(key(9))
    hall.run(2.0)
    assert hall.names() == ["Player 1", "Player 2", "Player 3", "", "", ""] and not hall.table.standing
    hall.run(SILENCE_TIMEOUT + 2.0)
    assert hall.benches() == {(1, 2, 3)} and hall.table.taken_count == 3


def test_of_ten_keys_of_one_computer_three_become_members_and_one_vote_removes_all() -> None:
    hall = Hall(4, guests=1)
    hall.run()
    for number in range(20, 30):
        hall.come(number, at=20)
        hall.run(0.3)
    hall.hostile = set(range(20, 30))
    for number in hall.hostile & hall.members.keys():
        hall.members[number].vote_out(key(1))
        hall.members[number].vote_out(key(2))
    hall.run(3.0)
    for room in hall.honest:
        assert [entry.origin for entry in room.bench].count(via(20)) == MAX_PER_HOST
        assert not room.refusal and room.seat
    for room in hall.honest:  # the second time it is its host that is meant
        room.vote_out(key(20))
        room.vote_out(key(20))
    hall.run(2.0)
    assert hall.names() == ["Player 1", "Player 2", "", ""]
    hall.come(30, at=20)
    hall.hostile.add(30)
    hall.come(3)
    hall.run(2.0)
    assert hall.names() == ["Player 1", "Player 2", "Player 3", ""], "a new key of that host is out, somebody else not"


def test_a_host_that_avoids_the_chair_gains_no_places_through_other_members() -> None:
    hall = Hall(6, guests=3)
    hall.run()
    for number in range(20, 28):
        hall._unlinked |= {(1, number), (number, 1)}
        hall.come(number, at=20)
        hall.run(1.0)
    hall.run(2.0)
    there = [entry for entry in hall.members[1].bench if entry.member in {who(number) for number in range(20, 28)}]
    assert len(there) == MAX_PER_HOST and {entry.origin for entry in there} <= {who(2), who(3), who(4)}


def test_an_introduced_member_cannot_introduce_others() -> None:
    hall = Hall(6, guests=1)
    hall.run()
    hall._unlinked |= {(1, 3), (3, 1), (1, 4), (4, 1), (2, 4), (4, 2)}
    hall.come(3)
    hall.run(2.0)
    hall.come(4)
    hall.run(4.0)
    assert hall.members[1].bench[2][:3] == (who(3), who(2), 3)
    assert {who(4) in members_on(hall.members[number].bench) for number in (1, 2, 3)} == {False}


def test_a_late_guest_cannot_take_an_occupied_seat() -> None:
    hall, guest = attacked(3, 2, claims)
    for seat in (1, 2, 3):
        guest.request_seat(seat)
        hall.run(1.0)
        assert hall.names() == ["Player 1", "Player 2", "Player 3"]


SETTINGS = {
    "in the name of the host": (9, {"writer": key(1)}),
    "without a seat": (9, {"writer": key(9)}),
    "by somebody who is not here": (30, {"writer": key(30)}),
    "with a number that is too high": (2, {"writer": key(2), "number": 3}),
    "with a number that was": (2, {"writer": key(2), "number": 1}),
    "for fewer than sit": (2, {"writer": key(2), "seats": 2}),
    "with other rules": (2, {"writer": key(2), "rules": bytes(32)}),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_settings_count_only_from_authorised_writers(case: str) -> None:
    hall, _ = attacked(3, 2)
    by, changes = SETTINGS[case]
    made = opened(4)._replace(**{"number": 2, **changes})
    for room in hall.honest:
        room.receive(key(9), message([], [signed_records.sign_settings(ID, made, signer(by))]), ("10.0.0.9", 5009))
    hall.run()
    assert hall.table.settings.seats == 3 and hall.table.settings.number == 1
    right = opened(4)._replace(number=2, writer=key(2))
    for room in hall.honest:
        room.receive(key(9), message([], [signed_records.sign_settings(ID, right, signer(2))]), ("10.0.0.9", 5009))
    assert hall.table.settings.seats == 4, "the same is heard of somebody with a seat, whoever hands it on"


def test_of_two_simultaneous_changes_of_settings_that_of_the_senior_counts() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    made = {by: opened(3)._replace(number=2, writer=key(by), timer=30 * by) for by in (2, 3)}
    for room, order in zip(hall.honest, ((2, 3), (3, 2), (3, 2))):
        for by in order:
            said = message([], [signed_records.sign_settings(ID, made[by], signer(by))])
            room.receive(key(2 if room is not hall.members[2] else 1), said, ("10.0.0.2", 5002))
    assert {room.settings.writer for room in hall.honest if room.settings} == {key(2)}


def test_constant_changes_of_the_settings_do_not_prevent_readiness() -> None:
    hall = Hall(3, guests=1)
    guest = hall.come(9, kind=Hostile)
    hall.run(2.0)
    assert isinstance(guest, Hostile)
    hall.hostile, guest.deeds, guest.many = {9}, [settles], 5
    hall.run(10.0)
    numbers = [room.settings.number for room in hall.honest if room.settings is not None]
    assert min(numbers) >= 4 and max(numbers) <= 14, "one a second"
    hall.members[1].vote_out(key(9))
    hall.members[2].vote_out(key(9))
    hall.run(2.0)
    hall.bot(3, by=1)
    hall.run(2.0)
    hall.members[1].set_seats(3)
    hall.run(2.0)
    hall.all_ready()
    hall.run(2.0)
    assert all(room.has_begun for room in hall.honest)


@pytest.mark.parametrize("seated", [True, False])
def test_a_guest_cannot_rename_the_room_or_change_the_game(seated: bool) -> None:
    """No guest can replace this room by another, with or without a free seat."""
    seats, guest = (4, 3) if seated else (3, 4)
    hall = Hall(seats, guests=guest - 1)
    hall.run()
    assert bool(hall.table.seat_of(key(guest))) is seated
    other = GAMES["midnight"]
    renamed = opened(seats)._replace(number=2, writer=key(guest), name="Eve")
    replaced = renamed._replace(name="Ada", game=other.name, rules=rules_hash(other))
    replaced = replaced._replace(options=other.options.complete_values({}))
    for number, made in enumerate((renamed, replaced)):
        assert made.seats in other.seat_counts
        for member in (1, 2):
            data = message([], [signed_records.sign_settings(ID, made, signer(guest))])
            hall.members[member].receive(key(guest), data, (f"10.0.0.{guest}", 5000 + guest))
        hall.run(1.5 + number)
        assert {room.settings for room in hall.honest} == {opened(seats)}
    for room in hall.honest:
        assert room.settings is not None and room.settings.name == "Ada"
    assert hall.table.game == GAME.name


def test_settings_of_one_writer_are_limited_to_one_a_second() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    room = hall.members[1]
    for number in range(2, 8):
        made = opened(3)._replace(number=number, writer=key(2))
        room.receive(key(2), message([], [signed_records.sign_settings(ID, made, signer(2))]), ("10.0.0.2", 5002))
    assert room.settings is not None and room.settings.number == 3


def test_a_member_that_missed_settings_follows_only_the_chair() -> None:
    hall = Hall(3, guests=2)
    hall.run(2.0)
    hall.sides = {3}
    for value in (6, 7, 8):
        hall.members[2].set_options({"vp_to_win": value})
        hall.run(1.2)
    hall.sides = set()
    hall.run(4.0)
    assert GAME.options.values_by_name(hall.table.options)["vp_to_win"] == 8 and hall.table.settings.number == 4


def test_a_bot_has_no_vote() -> None:
    hall = Hall(4)
    hall.bot(2, by=1)
    hall.run()
    hall.come(3)
    hall.run(2.0)
    hall.come(4)
    hall.run(2.0)
    for number in (2, 3):
        hall.members[number].vote_out(key(4))
    hall.run(2.0)
    assert hall.table.is_full, "one of two persons"


def test_a_flood_does_not_displace_the_chat_of_others() -> None:
    hall, guest = attacked(4, 2, chats, many=5)
    hall.members[1].chat("hello")
    hall.members[2].chat("good evening")
    for _ in range(20):
        guest.chat("I, I, I")
        hall.run(1.5)
    for room in hall.honest:
        assert {"hello", "good evening"} <= {line.text for line in room.chat_log.lines}
        assert len([line for line in room.chat_log.lines if line.identity not in (key(1), key(2))]) <= 20


def test_our_own_changes_are_published_at_most_once_a_second() -> None:
    hall = Hall(3, guests=1)
    hall.run()
    for value in (5, 6, 7, 8, 5, 6, 7, 8):
        hall.members[1].set_options({"vp_to_win": value})
        hall.run(0.2)
    hall.run(2.0)
    assert GAME.options.values_by_name(hall.table.options)["vp_to_win"] == 8 and hall.table.settings.number <= 5


def test_a_removed_member_has_no_seniority_after_the_voters_left() -> None:
    hall = Hall(4)
    hall.come(9, kind=Hostile)
    hall.run(2.0)
    hall.come(2)
    hall.run(2.0)
    hall.hostile = {9}
    hall.members[1].vote_out(key(9))
    hall.run(2.0)
    assert hall.names() == ["Player 1", "", "Player 2", ""]
    hall.leave(1)
    hall.run(4.0)
    assert {bench[0] for bench in hall.benches()} == {2}


def test_a_chair_cannot_reorder_members() -> None:
    hall = Hall(4)
    hall.come(9, kind=Hostile)
    hall.run(2.0)
    for number in (2, 3):
        hall.come(number)
        hall.run(2.0)
    hall.hostile = {9}
    hall.leave(1)
    hall.run(2.0)
    assert hall.benches() == {(9, 2, 3)}
    guest = hall.members[9]
    assert isinstance(guest, Hostile)
    bench = [Entry(who(9), who(9), 2), Entry(b"invented", b"elsewher", 3), Entry(who(3), who(9), 0)]
    guest.deeds = [lambda guest: message([guest.itself(bench=tuple(bench))])]
    hall.run(3.0)
    assert hall.benches() == {(9, 2, 3)} and hall.names() == ["", "Player 9", "Player 2", "Player 3"]
    assert {entry.origin for room in hall.honest for entry in room.bench if entry.member == who(3)} == {via(3)}


def test_differing_benches_start_no_match_and_others_continue_without_the_chair() -> None:
    """Different benches prevent a match, and the other members continue without the chair.

    The chair sends different orders of arrival to two members.
    """
    hall = Hall(3)
    chair = hall.members[1]
    hall.come(2)
    hall.come(3)
    for number, order in ((2, (2, 3)), (3, (3, 2))):
        told = tuple(Entry(who(one), via(one), one) for one in (1, *order))
        me = chair.me._replace(number=10**6, bench=told, near=(who(2), who(3)), plays=chair.current_settings.mark)
        signed = signed_records.sign_record(ID, me, signer(1))
        settings = chair.current_settings.signed_settings(0.0)
        assert settings is not None
        hall.members[number].receive(key(1), enc([SAY_TAG, [settings], [signed], [], []]), ("10.0.0.1", 5001))
    chair.me = chair.me._replace(number=10**6)
    hall.hostile = {1}
    hall.run(2.0)
    assert hall.benches() == {(1, 2, 3), (1, 3, 2)}
    hall.all_ready()
    chair.set_ready(True)
    hall.run(3.0)
    assert not any(room.has_begun for room in hall.honest)
    for room in hall.honest:
        room.continue_without(key(1))
    ways = [room.fork for room in hall.honest]
    assert ways[0] is not None and ways[1] is not None
    assert (
        ways[0].room == ways[1].room
        and [members_on(way.bench) for way in ways if way] == [members_on(ways[0].bench)] * 2
    )


def test_a_member_without_a_seat_has_no_vote() -> None:
    hall = Hall(4, guests=3)
    hall.run(2.0)
    hall.members[2].request_seat(STAND)
    hall.run(1.0)
    hall.members[2].vote_out(key(4))
    hall.members[3].vote_out(key(4))
    hall.run(2.0)
    assert hall.table.seat_of(key(4)), "one of two persons with a seat is not more than half"
    hall.members[1].vote_out(key(4))
    hall.run(2.0)
    assert not hall.table.seat_of(key(4))


def test_one_of_two_members_cannot_remove_the_other() -> None:
    hall = Hall(3, guests=2)
    hall.run()
    hall.members[2].vote_out(key(3))
    hall.members[2].vote_out(key(1))
    hall.members[3].vote_out(key(1))
    hall.members[3].vote_out(key(2))
    hall.run(2.0)
    assert hall.table.is_full and not any(room.refusal for room in hall.honest)


def test_a_guest_naming_many_addresses_does_not_block_those_of_others() -> None:
    """Addresses named by a guest and its introduced members are charged to the guest (attack 5 in a room)."""
    hall = Hall(6, guests=3)
    hall.run()
    hall.unlink(1, 3)
    room = hall.members[1]
    for number in (20, 21):
        hall.come(number, at=2)
    hall.run(2.0)
    for number in (2, 20, 21):
        false = tuple((f"10.9.{number}.{n}", 1000 + n) for n in range(1, 5))
        hall.members[number].set_own_record(hall.members[number].me._replace(addresses=false))
    real = (("192.168.9.9", 5003),)
    hall.members[3].set_own_record(hall.members[3].me._replace(addresses=real))
    hall.run(2.0)
    told = room.possible_addresses()
    false = {address for address, _ in told if address[0].startswith("10.9.")}
    assert len(false) == 12 and {by for address, by in told if address in false} == {via(2)}
    assert {by for address, by in told if address in real} == {via(3)}
    links = Channels(signer(1), ID, bytes(32))
    for step in range(200):
        for address, source in told:
            links.dial(address, source)
        links.tick(step / 10)
        waiting = [address for address, dial in links.dials.items() if dial.waiting]
        assert len(false.intersection(waiting)) <= MAX_TRIED_PER_SOURCE and real[0] in waiting


def test_an_address_named_by_two_members_is_charged_to_both() -> None:
    hall = Hall(6, guests=2)
    hall.run()
    room, same = hall.members[1], (("192.168.9.9", 5003),)
    for number in (2, 3):
        hall.members[number].set_own_record(hall.members[number].me._replace(addresses=same))
    hall.run(1.0)
    assert {by for address, by in room.possible_addresses() if address == same[0]} == {via(2), via(3)}


def test_any_number_of_reported_sightings_adds_few_addresses_to_dial() -> None:
    """Linked members are not dialled, and the others at few addresses."""
    hall, _ = attacked(4, 2, *DEEDS, many=5)
    seen: dict[bytes, set[Address]] = {room.identity: set() for room in hall.honest}
    for _ in range(100):
        hall.run(TICK)
        for room in hall.honest:
            seen[room.identity] |= {address for address, _ in room.possible_addresses() if address[0] == "10.9.9.9"}
    assert all(len(some) <= 12 + 1 for some in seen.values())


def costs(many: int) -> tuple[int, int, int]:
    """Return the bytes, records and checks that honest members spend when a guest sends `many` messages."""
    hall, _ = attacked(4, 2, *DEEDS, many=many)
    hall.bytes = 0
    before = sum(room.counters["checked"] for room in hall.honest)
    hall.run(6.0)
    kept = sum(
        len(list(room.members)) + len(room.chat_log.lines) + len(room.bench) + len(room.members._numbers)
        for room in hall.honest
    )
    assert seated(hall) == [1, 2, 3]
    return hall.bytes, kept, sum(room.counters["checked"] for room in hall.honest) - before


def test_ten_times_the_datagrams_of_a_guest_cost_at_most_twelve_times_as_much() -> None:
    once, more, most = costs(1), costs(10), costs(100)
    assert all(ten <= 12 * one for one, ten in zip(once, more)), (once, more)
    assert all(hundred <= 2 * ten for ten, hundred in zip(more, most)), "and in the end nothing more"


def test_strangers_that_seem_to_play_are_not_remembered() -> None:
    """A message of a match counts only from members with a place; before, each new key of a guest used some memory."""
    hall = Hall(4, guests=1)
    hall.run()
    room = hall.honest[0]
    for number in range(100, 130):
        room.add_peer(key(number), ("10.0.0.9", number))
        room.receive(key(number), enc([[1]]), ("10.0.0.9", number))
        room.remove_peer(key(number))
    assert not room.start.playing
