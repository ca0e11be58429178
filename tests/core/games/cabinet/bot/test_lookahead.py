"""Lookahead of Cabinet: ranked actions, bans, the team's expectation, and values of a search."""

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
from core.engine.local_match import LocalMatch
from core.games.cabinet import cards
from core.games.cabinet.action import ACT, PLAY
from core.games.cabinet.bot.evaluation import FEATURES, FITTED_WEIGHTS, features, value
from core.games.cabinet.bot.policy import ANSWERS, ranked_acts
from core.games.cabinet.bot.search_config import SEARCH_CONFIG
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY, RESOURCE
from core.games.cabinet.decisions import Attempt, Pledge, Take
from core.games.cabinet.game import GAME
from tests.support.games.cabinet.table import NAMES, Position


def asked(state: Any, seat: int, secrets: Any, banned: frozenset[int] = frozenset()) -> DecisionPosition[Any]:
    """Return the current question of the seat, with fixed dice."""
    return DecisionPosition(GAME, state, seat, secrets, GAME.pending_question(state, seat)[1], Dice(bytes(8)), banned)


def met(seats: int, seed: str, every: int) -> Iterator[DecisionPosition[Any]]:
    """Yield every `every`-th action question in a match of bots."""
    table: Any = LocalMatch(GAME, {s: HeuristicBot(seed, s) for s in range(1, seats + 1)}, seed)
    number = 0
    while not table.state.over:
        for seat, kind, _ in table.state.asking:
            if GAME.questions[kind] is ACT:
                number += 1
                if number % every == 0:
                    yield asked(table.state, seat, table.secrets[seat])
        table.step()


# Ranked actions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_candidates_are_legal_distinct_and_start_with_the_heuristic_choice(seats: int) -> None:
    many = 0
    for a in met(seats, "ranked", 1):
        ideas = ranked_acts(a, 6)
        assert ideas[0] == ANSWERS[ACT](asked(a.state, a.seat, a.secrets)) and len(ideas) <= 6
        unlike = {(act.kind, act.deck, act.card and cards.name_of(act.card), act.challenge) for act in ideas}
        assert len(unlike) == len(ideas)
        for act in ideas:
            GAME.check(a.state, a.seat, act)
        assert ranked_acts(asked(a.state, a.seat, a.secrets), 3) == ideas[:3], "few ideas are the first of many"
        many += len(ideas) == 6
    assert many > 8


def test_equal_cards_and_payments_give_a_single_candidate() -> None:
    p = Position()
    p.in_play("Bread Riots")
    p.hand(1, "F W G G", "Finance", "Finance")
    p.run(("act",))
    ideas = ranked_acts(asked(p.state, 1, p.table.secrets[1]), 99)
    assert sum(act.kind == "challenge" for act in ideas) == 1 and sum(act.kind == PLAY for act in ideas) == 1
    assert sum(act.kind == "share" for act in ideas) == 4


# Cards to do without --------------------------------------------------------------------------------------------------


def number(name: str) -> int:
    """Return the number of a card by its name."""
    return cards.number_of(NAMES[name])


def decided(p: Position, seat: int, *names: str) -> Any:
    """Return the decision of a bot that must not use these cards, after checking that it is legal."""
    bot = HeuristicBot("ban", seat, {number(name) for name in names})
    decision = bot.decide(GAME, p.state, seat, p.table.secrets[seat])
    GAME.check(p.state, seat, decision)
    return decision


def test_every_card_name_of_cabinet_has_a_number_of_its_own() -> None:
    assert {cards.number_of(copy_) for copy_ in cards.COPIES} == set(range(len(NAMES)))
    assert [cards.number_of(cards.deck_copies(deck)[0]) for deck in (RESOURCE, MINISTRY, MILESTONE, CHALLENGE)] == [
        0,
        6,
        16,
        40,
    ]


def test_banned_cards_are_neither_candidates_nor_played_nor_paid() -> None:
    found = 0
    for seats in (2, 4):
        for a in met(seats, "ban", 1):
            first = ranked_acts(a, 4)[0]
            for used in (*first.pay, *[first.card] * bool(first.card)):
                banned = frozenset({cards.number_of(used)})
                for act in ranked_acts(asked(a.state, a.seat, a.secrets, banned), 99):
                    GAME.check(a.state, a.seat, act)
                    assert not banned & {cards.number_of(one) for one in (*act.pay, *[act.card] * bool(act.card))}
                played = HeuristicBot("ban", a.seat, banned).decide(GAME, a.state, a.seat, a.secrets)
                assert not banned & {cards.number_of(one) for one in (*played.pay, *[played.card] * bool(played.card))}
                found += 1
    assert found >= 8


def test_a_bot_neither_pledges_nor_assists_with_banned_cards() -> None:
    p = Position()
    goodwill, funds = p.hand(1, "G F")
    p.flip("Bread Riots")
    assert set(decided(p, 1).cards) == {goodwill, funds}
    assert decided(p, 1, "Funds") == Pledge((goodwill,)) and decided(p, 1, "Funds", "Goodwill") == Pledge(())
    p = Position()
    p.hand(1, "V", "Finance")
    (ledger,) = p.on_top("Balanced Ledger")
    p.state.score = p.state.target - 1
    p.act(kind="milestone")
    assert decided(p, 1) == Attempt(ledger) and decided(p, 1, "Finance") == Attempt(0)


def test_partners_are_assumed_to_share_the_banned_cards() -> None:
    """A Milestone that the team can pay only with a banned card of another hand does not count."""
    p = Position()
    p.hand(1, "F F")
    p.hand(2, "G")
    (ledger,) = p.on_top("Balanced Ledger")
    p.state.score = p.state.target - 1
    p.act(kind="milestone")
    assert decided(p, 1) == Attempt(ledger) and decided(p, 1, "Goodwill") == Attempt(0)


def test_a_bot_does_not_attempt_a_banned_milestone() -> None:
    p = Position()
    p.hand(1, "F F V")
    p.hand(2, "F W E T T")
    ledger, archives = p.on_top("Balanced Ledger", "Open Archives")
    p.state.score = p.state.target - 1
    p.act(kind="milestone")
    assert decided(p, 1, "Open Archives") == Attempt(ledger) and decided(p, 1, "Balanced Ledger") == Attempt(archives)
    assert decided(p, 1, "Open Archives", "Balanced Ledger") == Attempt(0)


def test_a_bot_discards_a_banned_card_first_and_takes_it_last() -> None:
    p = Position()
    hand = p.hand(1, "F V E W T G F V")
    p.run(("end",))
    for copy_ in hand:
        (gone,) = decided(p, 1, cards.name_of(copy_)).cards
        assert cards.number_of(gone) == cards.number_of(copy_)
    p = Position()
    funds, votes, goodwill = p.discarded("F V G")
    p.play("Justice")
    assert goodwill in decided(p, 1).cards and decided(p, 1, "Goodwill") == Take((funds, votes))


def test_a_bot_with_every_card_banned_completes_a_match() -> None:
    every = frozenset(range(len(NAMES)))
    players = {1: HeuristicBot("none", 1, every), 2: HeuristicBot("none", 2)}
    used: list[int] = []
    table = LocalMatch(GAME, players, "none")

    def noted(state: Any, decisions: Any, events: Any) -> None:
        act = decisions.get(1)
        used.extend(getattr(act, "pay", ()) or ())
        used.extend(act.cards if isinstance(act, Pledge) else ())

    state: Any = table.play(noted)
    assert state.over and not used


# Values ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_all_partners_have_the_same_chance_to_win_which_is_certain_at_the_end(seats: int) -> None:
    table: Any = LocalMatch(GAME, {s: HeuristicBot("value", s) for s in range(1, seats + 1)}, "value")
    while not table.state.over:
        (one,) = {value(table.state, seat) for seat in table.state.seats}
        assert type(one) is int and 0 <= one <= CERTAINTY
        table.step()
    for won in (table.state.won, 1 - table.state.won):
        table.state.won = won
        assert {value(table.state, seat) for seat in table.state.seats} == {CERTAINTY * won}


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_more_points_raise_the_teams_chance_and_less_time_lowers_it(seats: int) -> None:
    p = Position(seats)
    p.state.score = p.state.target - 8
    before = value(p.state, 1)
    p.state.score += 3
    better = value(p.state, 1)
    p.state.gone = sum(map(len, p.state.decks[cards.CHALLENGE])) - 2
    assert better > before > 0 and value(p.state, 1) < better


def test_each_number_of_seats_of_cabinet_has_its_own_weights() -> None:
    assert set(FITTED_WEIGHTS) == set(GAME.seat_counts)
    assert all(len(weights) == len(FEATURES) for pair in FITTED_WEIGHTS.values() for weights in pair)
    assert len(features(Position().state)) == len(FEATURES)


# What it goes by ------------------------------------------------------------------------------------------------------


class Brief(MasterBot):
    """A master bot with little time."""

    budget = Budget(rollouts=6, ideas=3)

    def foresight_for(self, game: str) -> SearchConfig:
        return SEARCH_CONFIG


def test_a_lookahead_decision_does_not_depend_on_the_secret_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game without hidden cards, other keys or another seat's keys lead to the same decision."""
    others = LocalMatch(GAME, {s: HeuristicBot("other", s) for s in (1, 2, 3)}, "another").secrets
    searched, rollout = 0, Search.rollout

    def noted(search: Search, number: int, idea: Any) -> int:
        nonlocal searched
        searched += 1
        return rollout(search, number, idea)

    monkeypatch.setattr(Search, "rollout", noted)
    for a in met(3, "secrets", 7):
        before = a.state.digest()
        bots = [Brief("same", a.seat) for _ in range(2)]
        own = (copy.deepcopy(a.secrets), others[a.seat])
        one, other = (bot.decide(GAME, a.state, a.seat, secrets) for bot, secrets in zip(bots, own))
        assert one == other and a.state.digest() == before
    assert searched > 20


@pytest.mark.parametrize("seats", [2, 5])
def test_rollouts_are_legal_and_stop_once_every_player_has_had_a_turn(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked, resolve = 0, GAME.resolve
    ended: list[bool] = []

    def also_checked(state: Any, decisions: Any, beacon: bytes) -> Any:
        nonlocal checked
        assert set(decisions) == set(GAME.pending_asks(state)), "somebody is not asked, or owes a decision"
        for seat, decision in decisions.items():
            GAME.check(state, seat, decision)
        checked += len(decisions)
        events = resolve(state, decisions, beacon)
        ended.append(state.over or state.turn == a.state.turn + seats)
        return events

    for a in met(seats, "legal", 4):
        search = Search(SEARCH_CONFIG, a)
        for idea in SEARCH_CONFIG.ideas[ACT](a, 2):
            with monkeypatch.context() as patched:
                patched.setattr(GAME, "resolve", also_checked)
                ended.clear()
                assert 0 <= search.rollout(0, idea) <= CERTAINTY
            assert ended == [*[False] * (len(ended) - 1), True]
    assert checked > 40
