"""Lookahead of Outposts: ranked actions, bans, a seat's expectation, and the public part of a search."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from core.bots.base import DecisionPosition
from core.bots.heuristic import HeuristicBot
from core.bots.levels import MasterBot
from core.bots.lookahead import Budget, Search, SearchConfig
from core.bots.random_bot import Dice
from core.bots.win_probability import CERTAINTY
from core.engine.hidden.piles import copy_of
from core.engine.local_match import LocalMatch
from core.games.outposts import cards
from core.games.outposts.action import ACT, PASS, STOP
from core.games.outposts.bot.evaluation import FEATURES, FITTED_WEIGHTS, feature_rows, value
from core.games.outposts.bot.policy import ANSWERS, ranked_acts
from core.games.outposts.bot.search_config import SEARCH_CONFIG
from core.games.outposts.cleanup import TIDY
from core.games.outposts.game import GAME
from core.games.outposts.lookout_phase import SELECT
from core.games.outposts.setup import BURY
from tests.support.core.twins import OtherKey, Twins
from tests.support.games.outposts.table import Position


def asked(state: Any, seat: int, secrets: Any, banned: frozenset[int] = frozenset()) -> DecisionPosition[Any]:
    """Return the current question of the seat, with fixed dice."""
    return DecisionPosition(GAME, state, seat, secrets, GAME.pending_question(state, seat)[1], Dice(bytes(8)), banned)


def met(
    seats: int, seed: str, every: int, *questions: Any, banned: frozenset[int] = frozenset()
) -> Iterator[DecisionPosition[Any]]:
    """Yield every `every`-th of these questions in a match of bots."""
    table: Any = LocalMatch(GAME, {s: HeuristicBot(seed, s) for s in range(1, seats + 1)}, seed)
    number = 0
    while not table.state.over:
        for seat, kind, _ in table.state.asking:
            if GAME.questions[kind] in questions:
                number += 1
                if number % every == 0:
                    yield asked(table.state, seat, table.secrets[seat], banned)
        table.step()


# Ranked actions -------------------------------------------------------------------------------------------------------


def printed(act: Any) -> tuple[Any, ...]:
    """Return an action with the names of its cards."""
    named = (cards.name_of(copy_of(card)) if card else "" for card in (act.card, act.ruin))
    return (*act._replace(card=0, ruin=0), *named)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_candidates_are_legal_distinct_and_start_with_the_heuristic_choice(seats: int) -> None:
    many = 0
    for a in met(seats, "ranked", 3, ACT):
        ideas = ranked_acts(a, 5)
        assert ideas[0] == ANSWERS[ACT](asked(a.state, a.seat, a.secrets)) and len(ideas) <= 5
        assert len(set(map(printed, ideas))) == len(ideas)
        assert sum(act.kind in (PASS, STOP) for act in ideas) == 1
        for act in ideas:
            GAME.check(a.state, a.seat, act)
        few = ranked_acts(asked(a.state, a.seat, a.secrets), 3)
        assert few[0] == ideas[0] and set(few) <= set(ideas)
        many += len(ideas) == 5
    assert many > 8


def test_equal_cards_give_a_single_candidate() -> None:
    p = Position()
    p.hand(1, "Salt Pans", "Salt Pans")
    p.goods(1, "2 timber, 1 crew")
    p.run(("turn", 1))
    ideas = ranked_acts(asked(p.state, 1, p.table.secrets[1]), 9)
    assert sum(act.kind == "build" for act in ideas) == 1


# Cards to do without --------------------------------------------------------------------------------------------------


def test_banned_cards_are_neither_played_nor_considered() -> None:
    found = 0
    for a in met(3, "ban", 2, ACT):
        first = ranked_acts(a, 4)[0]
        if first.card or first.kind == "claim":
            banned = frozenset({cards.number_of(copy_of(first.card) or first.at)})
            for act in ranked_acts(asked(a.state, a.seat, a.secrets, banned), 9):
                GAME.check(a.state, a.seat, act)
                assert not act.card or cards.number_of(copy_of(act.card)) not in banned
                assert act.kind != "claim" or cards.number_of(act.at) not in banned
            played = HeuristicBot("ban", a.seat, banned).decide(GAME, a.state, a.seat, a.secrets)
            assert printed(played) in map(printed, ranked_acts(asked(a.state, a.seat, a.secrets, banned), 99))
            found += 1
    assert found > 20


def test_a_bot_with_every_card_banned_completes_a_match() -> None:
    every = frozenset(range(len(cards.CARDS) + len(cards.CONNECTION_CARDS)))
    players: dict[int, Any] = {1: HeuristicBot("none", 1, every), 2: HeuristicBot("none", 2)}
    state: Any = LocalMatch(GAME, players, "none").play()
    assert not state.hold[1] and not state.deals[1] and state.hold[2]


def test_a_bot_does_not_select_a_banned_card_and_discards_it_first() -> None:
    chosen = buried = 0
    for a in met(3, "selected", 1, SELECT, BURY):
        question = GAME.pending_question(a.state, a.seat)[0]
        if question is SELECT and (first := ANSWERS[SELECT](a).card):
            banned = frozenset({cards.number_of(first)})
            other = ANSWERS[SELECT](asked(a.state, a.seat, a.secrets, banned))
            GAME.check(a.state, a.seat, other)
            assert not other.card or cards.number_of(other.card) not in banned
            chosen += 1
        if question is BURY:
            for slot in a.state.piles.hand[a.seat]:
                banned = frozenset({cards.number_of(a.secrets.faces[slot])})
                named = ANSWERS[BURY](asked(a.state, a.seat, a.secrets, banned)).entries
                assert cards.number_of(a.secrets.faces[named[-1]]) in banned, "the worst one lies lowest"
            buried += 1
    assert chosen > 10 and buried == 3
    p = Position()
    names = [card.name for card in cards.CARDS[:12]]
    hand = p.hand(1, *names)
    p.run(("cleanup",))
    for copy_ in hand:
        alone = asked(p.state, 1, p.table.secrets[1], frozenset({cards.number_of(copy_)}))
        gone = ANSWERS[TIDY](alone).cards
        assert len(gone) == 2 and copy_ in gone


# Values ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_chances_of_all_seats_add_up_to_one_victory(seats: int) -> None:
    table: Any = LocalMatch(GAME, {s: HeuristicBot("value", s) for s in range(1, seats + 1)}, "value")
    while not table.state.over:
        if table.state.t % 5:
            table.step()
            continue
        found = [value(table.state, seat) for seat in table.state.seats]
        assert all(type(one) is int and 0 <= one <= CERTAINTY for one in found)
        if seats > 1:
            assert sum(found) == pytest.approx(CERTAINTY, abs=seats)
        table.step()
    first = [standing.seat for standing in GAME.standing(table.state) if standing.rank == 1]
    expected = [CERTAINTY // len(first) if seat in first else 0 for seat in table.state.seats]
    assert [value(table.state, seat) for seat in table.state.seats] == expected


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_more_points_raise_a_seats_chance_to_win(seats: int) -> None:
    state = Position(seats).state
    before = value(state, 1)
    state.points[1] += 6
    assert value(state, 1) > before


def test_the_wardens_points_lower_the_chance_of_a_solo_player() -> None:
    state = Position(1).state
    before = value(state, 1)
    state.warden_points += 6
    assert value(state, 1) < before


def test_each_number_of_seats_has_its_own_weights_for_every_feature() -> None:
    assert set(FITTED_WEIGHTS) == set(GAME.seat_counts)
    assert all(len(weights) == len(FEATURES) for pair in FITTED_WEIGHTS.values() for weights in pair)
    for seats in GAME.seat_counts:
        assert {len(row) for row in feature_rows(Position(seats).state)} == {len(FEATURES)}


# What it may see ------------------------------------------------------------------------------------------------------


class Brief(MasterBot):
    """A master bot with little time."""

    budget = Budget(rollouts=2, ideas=2)

    def foresight_for(self, game: str) -> SearchConfig:
        return SEARCH_CONFIG


class Ahead(Twins):
    """Twin matches in which every seat except the hider looks ahead and decides the same."""

    compared = 0
    rollouts: list[int]

    def decide(self) -> tuple[dict[int, Any], dict[int, Any]] | None:
        laid = self.table.state.digest() != self.state.digest()
        for seat, kind, _ in self.table.state.asking if laid else ():
            if GAME.questions[kind] is ACT and seat != self.hider and self.compared < 1:
                both = []
                for state in (self.table.state, self.state):
                    self.rollouts.clear()
                    own = copy.deepcopy(self.table.secrets[seat])
                    both.append((Brief("twins", seat).decide(GAME, state, seat, own), self.rollouts[:]))
                assert both[0] == both[1], f"seat {seat} decides otherwise where seat {self.hider} hides something else"
                self.compared += bool(both[0][1])
        return super().decide()


def test_a_lookahead_decision_does_not_depend_on_hidden_cards_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same information set leads to the same choice.

    Another seat has committed to other cards, and only commitments differ in public.
    """
    compared, rollout = 0, Search.rollout
    Ahead.rollouts = []

    def noted(search: Search, number: int, idea: Any) -> int:
        Ahead.rollouts.append(rollout(search, number, idea))
        return Ahead.rollouts[-1]

    monkeypatch.setattr(Search, "rollout", noted)
    for number, at in enumerate((24, 44)):
        twins = Ahead(GAME, 2, f"ahead {number}", sealed=True)
        if twins.play_to(at):
            twins.fork(OtherKey(twins.table.secrets[twins.hider], at))
            compared += twins.compared
    assert compared >= 2


@pytest.mark.parametrize(("seats", "every"), [(1, 3), (3, 20)])
def test_rollouts_are_legal_and_stop_at_the_end_of_the_round(
    seats: int, every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, resolve = 0, GAME.resolve

    def also_checked(state: Any, decisions: Any, beacon: bytes) -> Any:
        nonlocal checked
        assert set(decisions) == set(GAME.pending_asks(state)), "somebody is not asked, or owes a decision"
        for seat, decision in decisions.items():
            GAME.check(state, seat, decision)
        checked += len(decisions)
        events = resolve(state, decisions, beacon)
        ended.append(state.over or state.round != a.state.round)
        return events

    ended: list[bool] = []
    for a in met(seats, "legal", every, ACT):
        before = a.state.digest()
        search = Search(SEARCH_CONFIG, a)
        for idea in SEARCH_CONFIG.ideas[ACT](a, 2):
            with monkeypatch.context() as patched:
                patched.setattr(GAME, "resolve", also_checked)
                ended.clear()
                assert 0 <= search.rollout(0, idea) <= CERTAINTY
            assert ended == [*[False] * (len(ended) - 1), True], "it stops where the round does"
        assert a.state.digest() == before, "looking ahead has changed the state"
    assert checked > 40
