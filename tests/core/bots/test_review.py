"""Review of a finished match: chances of winning, costly decisions, and statistics of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest

from core.bots import review
from core.bots.levels import HardBot
from core.bots.random_bot import RandomBot
from core.bots.review import PlayedMatch, chances, costs
from core.engine.game import Decision, Event, Player
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.engine.result import TEAM
from core.games.registry import GAMES, NAMES, record_of

CERTAIN = 1 << 16


@lru_cache
def played(name: str) -> tuple[PlayedMatch, dict[int, Secrets], tuple[Event, ...]]:
    """Return a match of a random player against two hard bots, with the player's secrets before each step."""
    game = GAMES[name]
    players: dict[int, Player] = {1: RandomBot("review", 1), 2: HardBot("review", 2), 3: HardBot("review", 3)}
    match = LocalMatch(game, players, "review", sealed=True)
    states, events, own = [match.state.clone()], list[Event](), dict[int, Secrets]()
    decisions: list[Mapping[int, Decision]] = []
    while not match.state.over:
        own[len(decisions)] = match.secrets[1].copy()
        made, happened = match.step()
        states.append(match.state.clone())
        decisions.append(made)
        events += happened
    return PlayedMatch(game, states, decisions), own, tuple(events)


@pytest.mark.parametrize("name", NAMES)
def test_chances_begin_open_and_end_with_the_result(name: str) -> None:
    match, _, _ = played(name)
    found = list(chances(match))
    assert len(found) > 3 and [each.step for each in found] == sorted({each.step for each in found})
    team = match.game.kind == TEAM
    for each in found:
        assert all(0 <= chance <= CERTAIN for chance in each.by_seat)
        assert team or abs(sum(each.by_seat) - CERTAIN) < 8
    assert 0 < found[0].by_seat[0] < CERTAIN
    first = {standing.seat for standing in match.game.standing(match.states[-1]) if standing.rank == 1}
    assert found[-1].step == len(match.states) - 1
    assert {seat for seat, chance in enumerate(found[-1].by_seat, 1) if chance > 0} == first


@pytest.mark.parametrize("name", ["midnight", "ambition", "bridgefront"])
def test_random_play_has_costly_decisions_with_a_better_one(name: str) -> None:
    match, own, _ = played(name)
    found = []
    for number, cost in enumerate(costs(match, 1, lambda step: own[step].copy(), list(chances(match)), worlds=3)):
        if cost is not None:
            found.append(cost)
        if number > 25:
            break
    assert found
    for cost in found:
        assert cost.lost > 0 and cost.decision == match.decisions[cost.step][1]
        assert cost.better != cost.decision
        match.game.check(match.states[cost.step], 1, cost.better)


def test_decisions_of_the_bot_itself_cost_nothing() -> None:
    """The hard bot's own choice is its first idea, so it is never called costly."""
    game = GAMES["cabinet"]
    match = LocalMatch(game, {seat: HardBot("calm", seat) for seat in (1, 2, 3)}, "calm", sealed=True)
    states, decisions, own = [match.state.clone()], [], []
    while match.state.t < 40 and not match.state.over:
        own.append(match.secrets[1].copy())
        decisions.append(match.step()[0])
        states.append(match.state.clone())
    found = [cost for cost in costs(PlayedMatch(game, states, decisions), 1, lambda step: own[step], worlds=2) if cost]
    assert len(found) <= 1


def test_a_review_ranks_the_ideas_for_a_decision_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match, own, _ = played("midnight")
    config = review.config_of(match.game)
    assert config is not None
    asked: list[int] = []

    def counted(ideas: Callable[[Any, int], Sequence[Decision]]) -> Callable[[Any, int], Sequence[Decision]]:
        return lambda position, most: asked.append(position.state.t) or ideas(position, most)  # type: ignore[func-returns-value]

    counting = config._replace(ideas={question: counted(ideas) for question, ideas in config.ideas.items()})
    monkeypatch.setattr(review, "config_of", lambda game: counting)
    list(islice(costs(match, 1, lambda step: own[step].copy(), worlds=1), 12))
    assert len(asked) > 3 and len(asked) == len(set(asked))


def test_what_a_seat_did_not_know_is_not_judged() -> None:
    match, _, _ = played("midnight")
    assert list(costs(match, 1, lambda step: None)) == []


@pytest.mark.parametrize("name", NAMES)
def test_statistics_have_a_text_for_seats_of_the_match(name: str) -> None:
    match, _, events = played(name)
    record = record_of(name)
    assert record is not None and record.statistician is not None
    rows = record.statistician(match.states[-1], events)
    assert len(rows) >= 6 and len({row.name for row in rows}) == len(rows)
    assert all(row.by_seat and set(row.by_seat) <= {1, 2, 3} for row in rows)
    assert any(row.is_luck for row in rows) == (name != "outposts"), (
        "only Outposts has neither dice nor a deck of trouble"
    )
