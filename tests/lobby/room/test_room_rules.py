"""Rules of a room as pure functions: majorities, seniority, shares and numbers."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.registry import GAMES
from lobby.room import signed_records
from lobby.room.address_book import MOST_OF_ONE, AddressBook
from lobby.room.admission import admit_newcomers
from lobby.room.members import MOST_NUMBERS, STRANGERS, Roster
from lobby.room.room_fork import bot_follows
from lobby.room.seating import assign_seats, is_rejected, seat_keepers, voted_out_members
from lobby.room.seniority import (
    MOST_ENTRIES,
    MOST_MEMBERS,
    Bench,
    Entry,
    append_entry,
    counted_members,
    follow_chair,
    members_on,
)
from lobby.room.settings import CurrentSettings
from lobby.room.signed_records import ANY, STAND, Record, RoomSettings, Signed
from tests.lobby.room.test_seniority import bench_of
from tests.lobby.room.test_seniority import member as anybody
from tests.support.lobby.hall import ID, key, opened, signer, who

HOME = b"own host"


def member(number: int, **changes: Any) -> Record:
    """Return a person who is not linked to any member."""
    one: Record = anybody(number)._replace(near=(), hosts=())
    return one._replace(**changes)


def here(*some: Record) -> dict[bytes, Record]:
    """Return the present members by their short identity."""
    return {who_of(one): one for one in some}


def who_of(one: Record) -> bytes:
    """Return the short identity of a record's member."""
    return one.identity[:8]


def wanting(number: int, *against: int, **changes: Any) -> Record:
    """Return a person who votes to remove these members."""
    return member(number, against=tuple(who(n) for n in against), **changes)


def on(*seats: int) -> Bench:
    """Return a bench of members 1, 2, ..., each on a separate host, with these seats."""
    return tuple(Entry(who(n), bytes([n]) * 8, seat, who(1), who(1)) for n, seat in enumerate(seats, 1))


# -- votes --


@pytest.mark.parametrize(("voters", "out"), [((), False), ((1,), False), ((2,), False), ((1, 2), True)])
def test_a_majority_of_seniors_can_remove_a_member(voters: tuple[int, ...], out: bool) -> None:
    some = [wanting(n, 3) if n in voters else wanting(n) for n in (1, 2)]
    assert (who(3) in voted_out_members(on(1, 2, 3), here(*some, wanting(3)), 3)) is out


def test_juniors_bots_and_members_without_a_seat_have_no_vote() -> None:
    assert not voted_out_members(on(1, 2, 3, 4), here(wanting(1), wanting(2), wanting(3, 1, 2), wanting(4, 1, 2)), 4)
    bots = [wanting(n, 4, bot="random", by=who(1)) for n in (2, 3)]
    assert not voted_out_members(on(1, 2, 3, 4), here(wanting(1), *bots, wanting(4)), 4)
    standing = [wanting(n, 4, seat=STAND) for n in (2, 3)]
    assert not voted_out_members(on(1, 0, 0, 2), here(wanting(1), *standing, wanting(4)), 4)


def test_members_leave_with_their_introducer_or_host() -> None:
    bench = (*on(1, 2), Entry(who(3), who(2), 3, who(1), who(1)), Entry(who(4), who(3), 4, who(1), who(1)))
    assert voted_out_members(bench, here(wanting(1, 2), *map(wanting, (2, 3, 4))), 4) == {who(2), who(3), who(4)}
    later = (*on(1, 2, 3), Entry(who(4), who(2), 4, who(1), who(1)))
    assert voted_out_members(later, here(wanting(1, 2), *map(wanting, (2, 3, 4))), 4) == {who(2), who(4)}, (
        "whoever came between"
    )
    host = wanting(1)._replace(against=(bytes([2]) * 8,))
    assert voted_out_members(bench, here(host, *map(wanting, (2, 3, 4))), 4) == {who(2), who(3), who(4)}


@pytest.mark.parametrize(
    ("voters", "kept_out"), [((), False), ((1,), True), ((2,), False), ((3,), False), ((2, 3), True), ((3, 4), False)]
)
def test_a_newcomer_is_not_admitted_against_a_majority_of_seniors(voters: tuple[int, ...], kept_out: bool) -> None:
    some = [wanting(n, 9) if n in voters else wanting(n) for n in (1, 2, 3, 4)]
    bench = (*on(1, 2, 3, 4), Entry(who(9), b"host-new", 0, who(1), who(1)))
    assert is_rejected(bench, here(*some, wanting(9)), 6) is kept_out


def test_votes_of_bots_do_not_keep_a_person_out() -> None:
    bench = (*on(1, 2, 3), Entry(who(9), b"host-new", 0, who(1), who(1)))
    bots = [wanting(n, 9, bot="random", by=who(1)) for n in (2, 3)]
    assert not is_rejected(bench, here(wanting(1), *bots, wanting(9)), 6)


# -- seats --


def test_a_seated_member_keeps_its_seat_unless_it_takes_a_free_one() -> None:
    senior, junior = wanting(1, seat=2), wanting(2)
    assert assign_seats(on(1, 2), here(senior, junior), 2) == (who(1), who(2)), "not for one that is held"
    assert assign_seats(on(1, 2), here(senior, junior), 3) == (who(1), who(2), None)
    assert assign_seats(on(1, 3), here(senior, junior), 3) == (None, who(1), who(2))
    assert assign_seats(on(0, 1), here(wanting(1), junior), 3) == (who(2), who(1), None), "though it came later"


def test_a_seat_claimed_by_two_members_goes_to_the_senior() -> None:
    assert seat_keepers(on(1, 1), here(wanting(1), wanting(2))) == {who(1): True, who(2): False}


# -- the bench --


def told(*numbers: int) -> Bench:
    """Return a bench as a member announces it."""
    return tuple(Entry(who(n), bytes([n]) * 8, 0) for n in numbers)


def all_there(*numbers: int) -> dict[bytes, bool]:
    """Return a mapping in which all these members keep their seats."""
    return {who(n): True for n in numbers}


def test_no_member_is_moved_behind_a_later_one() -> None:
    assert members_on(follow_chair(on(1, 2, 3), told(1, 9, 3, 2), who(1), all_there(1, 2, 3, 9))) == [
        who(n) for n in (1, 2, 3, 9)
    ]
    assert follow_chair(on(1, 2), told(2, 9), who(1), all_there(1, 2, 9)) == on(1, 2), "a chair that leaves itself out"


def test_a_chair_takes_no_occupied_seat_and_confirms_seats_given_by_juniors() -> None:
    said = (told(1)[0]._replace(seat=1), told(2)[0]._replace(seat=5))
    assert follow_chair(on(1, 2), said, who(1), all_there(1, 2))[1].seat == 2
    lent = (on(1, 2)[0], on(1, 2)[1]._replace(seater=who(2)))
    assert follow_chair(lent, said, who(1), all_there(1, 2))[1].seat == 5


def test_introduced_members_are_charged_to_their_host_or_current_relayer() -> None:
    said = (told(1)[0], told(2)[0], told(3)[0]._replace(origin=who(2)))
    assert follow_chair(on(1, 2, 3), said, who(1), all_there(1, 2, 3))[2].origin == bytes([3]) * 8
    left = (*on(1, 2), Entry(who(3), who(7), 3, who(1), who(1)))
    assert follow_chair(left, said, who(1), all_there(1, 2, 3))[2].origin == who(7)
    assert follow_chair(left, said, who(1), all_there(1, 2, 3), gone={who(7)})[2].origin == who(2)


def test_a_bench_has_a_bounded_length_and_counts_a_fixed_number_of_members() -> None:
    mine, more = bench_of([*range(1, 25)]), told(1, *range(30, 50))
    followed_now = follow_chair(mine, more, who(1), all_there(*range(1, 60)))
    assert len(followed_now) >= MOST_ENTRIES and set(members_on(more)) <= set(members_on(followed_now))
    lent = tuple(entry._replace(giver=who(2)) if entry.member != who(1) else entry for entry in mine)
    assert len(follow_chair(lent, more, who(1), all_there(*range(1, 60)))) == MOST_ENTRIES
    bench = (*on(1), *(Entry(who(n), b"one-host", 0) for n in range(2, 14)), Entry(who(20), b"host-new", 0))
    there = [entry.member for entry in counted_members(bench, set(members_on(bench)))]
    assert len(there) == MOST_MEMBERS and who(20) in there and who(13) not in there
    seated = tuple(entry._replace(seat=2) if entry.member == who(13) else entry for entry in bench)
    there = [entry.member for entry in counted_members(seated, set(members_on(seated)))]
    assert {who(13), who(20)} <= set(there) and who(12) not in there


def test_a_full_bench_admits_a_newcomer_without_dropping_a_counted_member() -> None:
    full = tuple(Entry(who(n), bytes([n]) * 8, n % 7, who(1), who(1)) for n in range(1, MOST_ENTRIES + 1))
    here_now = {who(n) for n in range(1, MOST_MEMBERS + 1)}
    longer = append_entry(full, Entry(who(50), b"host-new"), here_now)
    assert len(longer) == MOST_ENTRIES and here_now < set(members_on(longer)) and who(50) in members_on(longer)


# -- the chair --


def knocking(number: int, **changes: Any) -> Record:
    """Return a newcomer with the bench of the member that admitted it."""
    return member(number, bench=told(1), **changes)


def let_in(bench: Bench, linked: dict[bytes, bytes], *some: Record) -> list[bytes]:
    """Return the members that the chair, member 1, admits."""
    found = admit_newcomers(bench, who(1), HOME, here(*some), linked, 6)
    return members_on(found)[len(bench) :]


def test_three_members_per_host_are_admitted_and_any_number_on_the_chairs_host() -> None:
    guests = [knocking(n) for n in range(2, 7)]
    assert len(let_in(on(1), {who(n): b"one-host" for n in range(2, 7)}, wanting(1), *guests)) == 3
    assert len(let_in(on(1), {who(n): HOME for n in range(2, 7)}, wanting(1), *guests)) == 5


def test_a_member_introduces_at_most_two_newcomers_who_introduce_no_others() -> None:
    guests = [knocking(n) for n in range(3, 7)]
    hosts = [bytes([40 + n]) * 8 for n in range(3, 7)]
    relayer = wanting(2, near=tuple(who(n) for n in range(3, 7)), hosts=tuple(hosts))
    assert len(let_in(on(1, 2), {who(2): b"host-two"}, wanting(1), relayer, *guests)) == 2
    same = relayer._replace(hosts=(bytes([2]) * 8,) * 4)
    there = (
        *on(1, 2),
        Entry(who(20), bytes([2]) * 8, 0, who(1), who(1)),
        Entry(who(21), bytes([2]) * 8, 0, who(1), who(1)),
    )
    assert not let_in(there, {}, wanting(1), same, wanting(20), wanting(21), *guests), "three of that host are there"
    relayed = (*on(1, 2), Entry(who(3), who(2), 0, who(1), who(1)))
    naming = wanting(3, near=(who(5),), hosts=(hosts[2],))
    assert not let_in(relayed, {}, wanting(1), wanting(2, near=(who(3),), hosts=hosts[:1]), naming, knocking(5))


def test_a_newcomer_with_an_unknown_bench_is_not_admitted() -> None:
    assert not let_in(on(1), {who(2): b"host-two"}, wanting(1), member(2, bench=told(2, 8)))
    assert let_in(on(1), {who(2): b"host-two"}, wanting(1), knocking(2))


def test_a_newcomer_with_votes_against_it_is_not_admitted() -> None:
    assert not let_in(on(1), {who(2): b"host-two"}, wanting(1, 2), knocking(2))


# -- settings --


def written(number: int, by: int, **changes: Any) -> RoomSettings:
    """Return other settings with this number and writer."""
    return opened(4)._replace(number=number, writer=key(by), timer=30, **changes)


def test_new_settings_count_with_the_next_number_from_a_person_with_a_seat() -> None:
    def follow(made: RoomSettings, held_by: int = 1, seated: dict[bytes, bool] | None = None, taken: int = 3) -> bool:
        terms = CurrentSettings(ID, signer(1), GAMES, opened(4)._replace(number=5, writer=key(held_by)))
        return terms.accepts(
            made, on(1, 2, 3), {who(n): True for n in (1, 2, 3)} if seated is None else seated, taken, 9.0
        )

    assert follow(written(6, 2)) and not follow(written(7, 2)) and not follow(written(4, 2))
    assert not follow(written(6, 4)) and not follow(written(6, 2), seated={who(2): False})
    assert follow(written(5, 1), held_by=2) and not follow(written(5, 3), held_by=2) and not follow(written(5, 2), 2)
    assert follow(written(6, 2, seats=3)) and not follow(written(6, 2, seats=2))
    assert not follow(written(6, 2, name="Eve")) and not follow(written(6, 2, game="midnight"))


def test_settings_of_one_writer_and_our_own_changes_are_rate_limited() -> None:
    terms = CurrentSettings(ID, signer(1), GAMES, opened(4))
    seated = {who(2): True}
    assert sum(terms.accepts(written(2, 2), on(1, 2), seated, 1, 0.0) for _ in range(10)) == 2
    own, told_now = CurrentSettings(ID, signer(1), GAMES, opened(4)), set[Signed | None]()
    for timer in (20, 30, 40, 60, 90, 120):
        own.change(opened(4)._replace(timer=timer), 0.0)
        told_now.add(own.signed_settings(0.0))
    assert len(told_now - {None}) == 2


def test_settings_are_checked_once_by_signature() -> None:
    terms = CurrentSettings(ID, signer(1), GAMES, opened(4))
    data, signature = signed_records.sign_settings(ID, written(2, 2), signer(2))
    assert terms.read_new((data, signature), lambda: True) is not None
    assert terms.read_new((data, signature), lambda: False) is None
    assert terms.read_new((data, bytes(64)), lambda: True) is None


# -- who is known --


def take(roster: Roster, record: Record, by: int = 1, bench: tuple[bytes, ...] = ()) -> bool:
    """Return True if the room accepts a record that arrives over a member's link."""
    signed = signed_records.sign_record(ID, record, signer(1))
    if roster.read_if_newer(signed) is None:
        return False
    roster.add(record, signed, 0.0, key(by), bench)
    return True


def test_an_older_record_or_a_key_with_the_same_prefix_is_ignored() -> None:
    roster, one = Roster(ID), member(3)._replace(number=7)
    assert take(roster, one) and not take(roster, one) and not take(roster, one._replace(number=6))
    assert not take(roster, one._replace(number=8, identity=key(3)[:8] + bytes(24)))
    assert take(roster, one._replace(number=8))


def test_the_strangers_of_a_link_and_the_remembered_numbers_are_bounded() -> None:
    roster = Roster(ID)
    for number in range(2 * MOST_NUMBERS):
        take(roster, member(1)._replace(number=7, identity=number.to_bytes(2, "big") * 16))
    assert len(list(roster)) == STRANGERS and len(roster._numbers) == MOST_NUMBERS


def test_addresses_of_a_member_are_few_and_change_rarely() -> None:
    wheres, seen = AddressBook(), set()
    for port in range(1, 100):
        wheres.add_reported(who(1), [("10.9.9.9", port)], 0.0)
        seen |= {address for address, _ in wheres.addresses_of([who(1)])}
    assert len(seen) == MOST_OF_ONE
    wheres.add_sighting(who(1), ("10.9.9.9", 1000), who(2))
    assert (("10.9.9.9", 1000), who(2)) in wheres.addresses_of([who(1)])


def test_a_bot_follows_the_majority_of_persons_before_it() -> None:
    bench, bot = on(1, 2, 3, 0), member(4, bot="random")
    gone = {who(2): wanting(2, 1)}
    assert bot_follows(who(1), bench, here(wanting(1), bot), gone, bot)
    assert not bot_follows(who(1), bench, here(wanting(1), wanting(3), bot), gone, bot), "one of two"


def test_a_request_for_any_seat_is_granted() -> None:
    assert assign_seats(on(0, 0), here(wanting(1, seat=ANY), wanting(2, seat=ANY)), 2) == (who(1), who(2))
