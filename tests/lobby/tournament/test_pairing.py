"""Pairing: table sizes, repeats, byes and seats, which are the same at every peer."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import Executor, Future
from itertools import combinations
from math import log2
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.engine.chance.beacon import Stream
from core.games.registry import GAMES
from lobby.players.identity import new_identity
from lobby.tournament.app.runner import Participation, Runner
from lobby.tournament.model import pairing as pairing_module
from lobby.tournament.model import pods as pods_module
from lobby.tournament.model import state
from lobby.tournament.model.formats import KnockOut, RoundRobin, Sizes, Swiss
from lobby.tournament.model.opening import make_opening
from lobby.tournament.model.pairing import ThreadedPairing
from lobby.tournament.model.pods import NoTables, Pods, count_repeats, make_pods, pod_sizes
from lobby.tournament.model.results import WIN_POINTS, Past, Result, compute_standings, count_past, ordered_pair, points
from lobby.tournament.model.state import MissingFact
from tests.support.lobby.tournament.hall import Hall, opening

TWO = Sizes(2, 2, 2)


def stream(*label: int) -> Stream:
    return Stream(bytes(32), ["pairing", *label])


def play(tables: Pods, dice: random.Random) -> list[Result]:
    """Return a random result for each table, ties included."""
    return [Result(tuple(t), tuple(_ranks([dice.randrange(4) for _ in t]))) for t in tables]


def _ranks(scores: list[int]) -> list[int]:
    return [1 + sum(other > mine for other in scores) for mine in scores]


def partitions(players: list[int], sizes: list[int]) -> list[Pods]:
    """Return all possible ways to seat the players at tables of these sizes."""
    if not players:
        return [[]]
    found = []
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(players[1:], size - 1):
            left = [p for p in players[1:] if p not in mates]
            found += [[[players[0], *mates], *more] for more in partitions(left, rest)]
    return found


@pytest.mark.parametrize("usual", range(2, 7))
def test_table_sizes_differ_by_at_most_one_and_byes_are_rare(usual: int) -> None:
    for players in range(2, 200):
        sizes = pod_sizes(players, usual, 2, 6)
        assert sum(sizes) == players
        assert max(sizes) - min(sizes) <= 1
        assert 2 <= min(sizes) <= max(sizes) <= 6


def test_an_uneven_field_gets_byes() -> None:
    assert pod_sizes(7, 2, 2, 2) == (2, 2, 2)
    assert pod_sizes(5, 3, 3, 3) == (3,)
    assert pod_sizes(1, 2, 2, 2) == ()
    with pytest.raises(NoTables, match="tables of 1 to 2"):
        pod_sizes(7, 2, 1, 2)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(6, 9))
def test_rematches_are_avoided_where_possible(seed: int, usual: int, players: int) -> None:
    dice = random.Random(seed)
    field = list(range(1, players + 1))
    sizes = pod_sizes(players, usual, 2, 4)
    before = Past()
    for a, b in combinations(field, 2):
        before.met[ordered_pair(a, b)] = dice.choice((0, 0, 1, 1, 2))
    made = make_pods(field, sizes, before, stream(seed))
    least = min(count_repeats(way, before) for way in partitions(field, list(sizes)))
    assert count_repeats(made, before) == least


def test_without_the_exact_search_some_rematches_are_not_avoided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above fails without the exact search and the restarts."""
    monkeypatch.setattr(pods_module, "BUDGET", 0)
    monkeypatch.setattr(pods_module, "KICKS", 0)
    missed = 0
    for seed in range(40):
        dice = random.Random(seed)
        field = list(range(1, 10))
        before = Past()
        for a, b in combinations(field, 2):
            before.met[ordered_pair(a, b)] = dice.choice((0, 1))
        made = make_pods(field, (3, 3, 3), before, stream(seed))
        missed += count_repeats(made, before) > min(count_repeats(way, before) for way in partitions(field, [3, 3, 3]))
    assert missed


@settings(max_examples=1000, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    players=st.integers(2, 12),
    sizes=st.sampled_from([TWO, Sizes(3, 2, 6), Sizes(4, 3, 5), Sizes(4, 2, 6)]),
    rounds=st.integers(1, 4),
)
def test_a_swiss_tournament_seats_every_player_in_each_round_with_byes_shared_out(
    seed: int, players: int, sizes: Sizes, rounds: int
) -> None:
    dice = random.Random(seed)
    field = list(range(1, players + 1))
    played: list[list[Result]] = []
    swiss = Swiss(rounds, sizes)
    while True:
        tables = swiss.next_tables(field, played, stream(seed, len(played)))
        if tables is None:
            break
        assert tables == swiss.next_tables(field[::-1], played, stream(seed, len(played)))
        assert sorted(p for table in tables for p in table) == sorted(field)
        seated = [len(table) for table in tables if len(table) > 1]
        assert max(seated) - min(seated) <= 1
        assert sizes.least <= min(seated) <= max(seated) <= sizes.most
        before = count_past(result for tables_ in played for result in tables_)
        byes = [table[0] for table in tables if len(table) == 1]
        assert all(before.byes[p] <= min(before.byes[q] for q in field if q not in byes) for p in byes)
        played.append(play(tables, dice))
        if players > 4 and dice.random() < 0.2:
            field.remove(dice.choice(field))
        if dice.random() < 0.2:
            field.append(max(field) + players + len(played))
        if len(field) < sizes.least:
            break
    assert (
        len(played) == rounds or len(field) < sizes.least or swiss.next_tables(field, played, stream(seed, 99)) is None
    )


def test_sixty_four_players_over_seven_rounds_never_meet_twice() -> None:
    for sizes in (TWO, Sizes(4, 2, 6)):
        dice = random.Random(7)
        field = list(range(1, 65))
        played: list[list[Result]] = []
        while tables := Swiss(7, sizes).next_tables(field, played, stream(len(played))):
            assert count_repeats(tables, count_past(r for round_ in played for r in round_)) == 0
            played.append(play(tables, dice))
        before = count_past(r for round_ in played for r in round_)
        spread = [[before.seats[p, at] for at in range(sizes.usual)] for p in field]
        assert max(max(counts) for counts in spread) <= 7 // sizes.usual + 2


@pytest.mark.parametrize("players", range(2, 12))
def test_in_a_round_robin_every_two_players_meet_once(players: int) -> None:
    dice = random.Random(players)
    field = list(range(1, players + 1))
    played: list[list[Result]] = []
    while tables := RoundRobin(TWO).next_tables(field, played, stream(len(played))):
        played.append(play(tables, dice))
    met = count_past(r for round_ in played for r in round_).met
    assert all(met[ordered_pair(a, b)] == 1 for a, b in combinations(field, 2))
    assert len(played) == players - 1 + players % 2


@pytest.mark.parametrize("players", [5, 9, 13])
def test_a_round_robin_at_larger_tables_ends_when_every_two_players_have_met(players: int) -> None:
    dice = random.Random(players)
    field = list(range(1, players + 1))
    played: list[list[Result]] = []
    while tables := RoundRobin(Sizes(4, 2, 6)).next_tables(field, played, stream(len(played))):
        played.append(play(tables, dice))
        assert len(played) <= 3 * players
    met = count_past(r for round_ in played for r in round_).met
    assert all(met[ordered_pair(a, b)] for a, b in combinations(field, 2))


@pytest.mark.parametrize("players", range(2, 34))
def test_a_knock_out_has_byes_only_in_round_one_and_one_winner(players: int) -> None:
    dice = random.Random(players)
    field = list(range(1, players + 1))
    played: list[list[Result]] = []
    while tables := KnockOut().next_tables(field, played, stream(len(played))):
        assert not played or all(len(table) == 2 for table in tables)
        played.append(play(tables, dice))
    assert len(played) == -int(-log2(players) // 1)
    assert len(played[-1]) == 1


def test_a_knock_out_at_larger_tables_ends_with_one_table() -> None:
    dice = random.Random(3)
    played: list[list[Result]] = []
    while tables := KnockOut(Sizes(4, 2, 6)).next_tables(list(range(1, 40)), played, stream(len(played))):
        played.append(play(tables, dice))
    assert len(played[-1]) == 1


def test_a_player_who_leaves_a_knock_out_is_not_paired_again() -> None:
    played = [[Result((1, 2), (1, 2)), Result((3, 4), (1, 2))]]
    assert KnockOut().next_tables([1, 2, 4], played, stream()) is None


def test_points_are_comparable_across_table_sizes() -> None:
    tables = ((1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 1, 1), (1, 2, 2, 4), (1, 2, 3, 4, 5, 6))
    assert [sum(points(ranks)) for ranks in tables] == [WIN_POINTS // 2 * len(ranks) for ranks in tables]


def test_standings_are_sorted_by_score_then_strength_then_head_to_head_then_wins() -> None:
    before = count_past(
        [
            Result((1, 2), (1, 2)),
            Result((3, 4), (1, 2)),
            Result((1, 3), (2, 1)),
            Result((2, 4), (1, 2)),
        ]
    )
    places = compute_standings([1, 2, 3, 4], before)
    assert [place.player for place in places] == [3, 1, 2, 4]
    assert [place.rank for place in places] == [1, 2, 3, 4]
    level = compute_standings([1, 2], count_past([Result((1, 2), (1, 1))]))
    assert [place.rank for place in level] == [1, 1]


def test_head_to_head_breaks_a_tie_of_two() -> None:
    before = Past()
    before.add(Result((2, 1), (1, 2)))
    for player in (1, 2):
        before.scores[player] = WIN_POINTS
        before.wins[player] = 1
    assert [(place.rank, place.player) for place in compute_standings([1, 2], before)] == [(1, 2), (2, 1)]


def test_the_first_round_is_random_regardless_of_entry_order() -> None:
    """No search is needed, because no players have met and all are level."""
    drawn = [
        Swiss(5, Sizes(2, 2, 2)).next_tables(range(1, 257), [], Stream(bytes([n]) * 32, ["pairing"])) for n in range(2)
    ]
    assert all(pods is not None and sorted(p for pod in pods for p in pod) == list(range(1, 257)) for pods in drawn)
    near = [sum(abs(a - b) == 1 for a, b in pods or ()) for pods in drawn]
    assert max(near) < 10 and drawn[0] != drawn[1]


# -- elsewhere ---------------------------------------------------------------------------------------------------------


class Waiting(Executor):
    """An executor that runs its tasks on request."""

    def __init__(self) -> None:
        self.todo: list[Any] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        future: Future[Any] = Future()
        self.todo.append(lambda: future.set_running_or_notify_cancel() and future.set_result(fn(*args, **kwargs)))
        return future


def test_tables_computed_in_a_thread_are_missing_until_done_and_computed_once() -> None:
    pool, terms = Waiting(), opening(rounds=3)
    pairing = ThreadedPairing(pool)
    for _ in range(3):
        with pytest.raises(MissingFact):
            pairing(terms, range(1, 7), [], bytes(32))
    (once,) = pool.todo
    once()
    assert pairing(terms, range(1, 7), [], bytes(32)) == state.compute_tables(terms, range(1, 7), [], bytes(32))
    for number in range(1, 3 * pairing_module.MOST):
        with pytest.raises(MissingFact):
            pairing(terms, range(1, 7), [], number.to_bytes(32, "big"))
    assert len(pairing._begun) == pairing_module.MOST, "whoever proposes ever other rounds fills nothing"


def test_a_tournament_continues_during_pairing() -> None:
    """Each member looks again until the tables are there, and all members have the same tables."""
    hall = Hall(opening(rounds=2), 4)
    pools = []
    for member in hall.members:
        pools.append(Waiting())
        member.entry_store.pairing = ThreadedPairing(pools[-1])
    assert hall.run(lambda: all(len(member.entry_store.enrolled) == 4 for member in hall.members), 20)
    hall.of(0).start()
    assert hall.run(lambda: all(pool.todo for pool in pools), 30)
    assert not any(member.course.rounds for member in hall.members)

    def over() -> bool:
        for pool in pools:
            while pool.todo:
                pool.todo.pop()()
        return hall.over()

    assert hall.run(over) and hall.agree()
    assert len(hall.of(1).course.rounds) == 2 and not any(member.entry_store.refusals for member in hall.members)


def test_pairing_runs_in_a_thread_for_a_member_on_a_socket() -> None:
    runner = Runner(Participation("Ada", host="127.0.0.1"), new_identity(), None)
    runner.on_open = runner.leave
    identity = runner.identity.key
    member = asyncio.run(runner.run(make_opening(identity, "Cup", "swiss", GAMES["bridgefront"], {}, bytes(32))))
    assert isinstance(member.entry_store.pairing, ThreadedPairing)
