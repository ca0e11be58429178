"""The bench as pure functions: claims of a chair, a junior or a newcomer move no present member."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lobby.room.seating import assign_seats, voted_out_members
from lobby.room.seniority import (
    MOST_ENTRIES,
    MOST_MEMBERS,
    Bench,
    Entry,
    adopt_bench,
    append_entry,
    chair_of,
    counted_members,
    final_source,
    follow_chair,
    members_on,
    merge_benches,
    origins,
    remove_member,
)
from lobby.room.signed_records import ANY
from tests.support.lobby.hall import LONGEST, key, who

PLACES = st.lists(st.integers(1, 30), min_size=1, max_size=MOST_ENTRIES, unique=True)


def bench_of(numbers: list[int], giver: int = 0) -> Bench:
    """Return a bench of these members, each on a separate host, as one of them announces it."""
    return tuple(Entry(who(n), bytes([n]) * 8, 0, who(giver or numbers[0]), who(giver or numbers[0])) for n in numbers)


def member(number: int, **changes: Any) -> Any:
    """Return the record of a member that requests any seat."""
    record = LONGEST._replace(identity=key(number), seat=ANY, bot="", by=b"", brings=(), against=(), bench=())
    return record._replace(**changes)


@given(PLACES, PLACES, st.sets(st.integers(1, 30)))
def test_a_chairs_bench_keeps_its_order_and_present_members(mine: list[int], told: list[int], here: set[int]) -> None:
    before, chair = bench_of(mine), mine[0]
    told = [chair, *(one for one in told if one != chair)][:MOST_ENTRIES]
    present = {who(n): True for n in here | {chair}}
    after = follow_chair(before, bench_of(told), who(chair), present)
    kept = [one for one in members_on(after) if one in members_on(before)]
    assert kept == [one for one in members_on(before) if one in kept]
    assert {one for one in members_on(before) if one in present} <= set(members_on(after)) or len(after) == MOST_ENTRIES
    assert members_on(after)[: len(kept)] == kept and len(after) <= MOST_ENTRIES
    assert follow_chair(after, bench_of(told), who(chair), present) == after, "the same again changes nothing"


@given(PLACES, st.lists(st.permutations(range(1, 7)), min_size=1, max_size=4))
def test_members_following_one_chair_agree(told: list[int], orders: list[list[int]]) -> None:
    there = {who(n): True for n in range(1, 31)}
    chair = told[0]
    found = set()
    for order in orders:
        newcomer = adopt_bench(bench_of([chair, *(n for n in order if n != chair and n in told)]))
        after = follow_chair(newcomer, bench_of(told), who(chair), there)
        found.add(tuple(members_on(after)))
    assert found == {tuple(members_on(bench_of(told)))}


def test_a_chair_takes_no_occupied_seat_and_charges_no_member_to_another_source() -> None:
    mine = (Entry(who(1), b"host-one", 1, who(1)), Entry(who(2), b"host-two", 2, who(1)))
    told = (Entry(who(1), b"host-one", 2), Entry(who(2), who(1), 0))
    (_, second) = follow_chair(mine, told, who(1), {who(1): False, who(2): True})
    assert second == mine[1]
    (first, second) = follow_chair(mine, told, who(1), {who(1): False, who(2): False})
    assert (first.seat, second.seat) == (2, 0), "who wishes for another seat is moved"
    lent = (mine[0], mine[1]._replace(seater=who(2)))
    assert follow_chair(lent, told, who(1), {who(1): False, who(2): True})[1].seat == 0, (
        "a seat by the word of a junior"
    )


def test_a_member_may_be_charged_to_another_source_than_the_one_that_introduced_it() -> None:
    mine = (
        Entry(who(1), b"host-one", 1, who(1)),
        Entry(who(2), b"host-two", 2, who(1)),
        Entry(who(3), who(2), 3, who(1)),
    )
    told = (*mine[:2], mine[2]._replace(origin=b"host-six"))
    assert follow_chair(mine, told, who(1), {who(n): True for n in (1, 2, 3)})[2].origin == b"host-six"


def test_the_order_on_a_bench_follows_the_members_that_confirmed_it() -> None:
    bench = remove_member(bench_of([1, 2, 3]), who(1))
    assert [entry[3:] for entry in bench] == [(who(2), who(2))] * 2
    told = bench_of([2, 9, 3])
    assert members_on(follow_chair(bench, told, who(2), {who(n): True for n in (2, 3, 9)})) == [who(2), who(3), who(9)]
    assert remove_member(bench_of([1]), who(1)) == () and remove_member(bench, who(7)) == bench


def test_a_silent_place_unnamed_by_the_chair_is_dropped() -> None:
    bench = bench_of([1, 2, 3])
    assert members_on(follow_chair(bench, bench_of([1, 3]), who(1), {who(1): True, who(3): True})) == [who(1), who(3)]


def test_at_most_twelve_members_count_and_seated_members_always_do() -> None:
    crowd = [Entry(who(n), b"one-host", 0) for n in range(3, 20)]
    bench = (Entry(who(1), b"host-one", 1), *crowd, Entry(who(2), b"one-host", 2), Entry(who(20), b"host-two", 0))
    there = counted_members(bench, {entry.member for entry in bench})
    assert len(there) == MOST_MEMBERS and {who(1), who(2), who(20)} <= {entry.member for entry in there}
    assert [entry.member for entry in there[1:-2]] == [who(n) for n in range(3, 12)], "the last to come do not"


def test_a_full_bench_drops_a_silent_member_of_the_largest_source() -> None:
    many = [Entry(who(n), b"one-host", 0) for n in range(2, MOST_ENTRIES)]
    bench = (Entry(who(1), b"host-one", 1), *many, Entry(who(40), b"host-two", 0))
    assert len(bench) == MOST_ENTRIES
    newcomer = Entry(who(50), b"host-six")
    after = append_entry(bench, newcomer, {who(1)})
    assert members_on(after) == [*members_on(bench)[:-2], who(40), who(50)], "not the only one of another source"
    everybody = {entry.member for entry in bench}
    assert members_on(append_entry(bench, newcomer, everybody))[-2:] == [who(40), who(50)], "nor somebody who counts"
    full = tuple(entry._replace(seat=1) for entry in bench)
    silent = append_entry(full, newcomer, everybody - {who(5)})
    assert who(5) not in members_on(silent)


def test_introduction_chains_are_finite_in_any_order() -> None:
    bench = (Entry(who(1), who(2)), Entry(who(2), who(1)), Entry(who(3), who(3)), Entry(who(4), who(2)))
    assert origins(bench, bench[0]) == (who(1), who(2)) and final_source(bench, bench[2]) == who(3)
    assert final_source(bench, bench[3]) in (who(1), who(2))
    assert chair_of(bench, {who(4), who(3)}) == who(3) and chair_of(bench, ()) == b""


def test_continuing_members_take_the_majoritys_order() -> None:
    mine = bench_of([1, 3, 2, 4])
    others = [bench_of([1, 2, 3, 4]), bench_of([1, 2, 3, 4])]
    assert members_on(merge_benches(mine, others, {who(1)})) == [who(2), who(3), who(4)]
    by_it = (*mine, Entry(who(5), who(1)))
    assert merge_benches(by_it, others, {who(1)})[-1].origin == who(5)


@given(PLACES, st.lists(st.tuples(st.integers(1, 30), st.integers(1, 30)), max_size=20))
def test_only_a_majority_of_seniors_removes_a_member(order: list[int], votes: list[tuple[int, int]]) -> None:
    bench = bench_of(order)
    here = {who(n): member(n, against=tuple(who(b) for a, b in votes if a == n)) for n in order}
    there = [entry.member for entry in counted_members(bench, here)]
    out = voted_out_members(bench, here, 6)
    assert there[0] not in out
    for at, one in enumerate(there):
        mine = [n for n in order if who(n) in there[:at]]
        want = {n for n in mine if (n, next(m for m in order if who(m) == one)) in votes}
        assert one not in out or want
    seats = assign_seats(bench, here, 6)
    assert [one for one in seats if one is not None] == [one for one in there if one not in out][:6]


def test_a_relayed_member_leaves_with_its_relayer() -> None:
    bench = (*bench_of([1, 2, 3, 4, 5, 6]), Entry(who(7), who(3), 0, who(1)))
    here = {who(n): member(n, against=(who(3),) if n < 3 else ()) for n in range(1, 8)}
    assert voted_out_members(bench, here, 6) == {who(3), who(7)}
