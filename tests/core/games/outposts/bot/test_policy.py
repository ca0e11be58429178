"""The Outposts bot plays legally, beats chance at every number of seats and is a match for the Warden."""

from __future__ import annotations

from typing import Any

import pytest

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.outposts import events as e
from core.games.outposts.action import ACT, FIRST
from core.games.outposts.bot.policy import ANSWERS
from core.games.outposts.bot.weights import USUAL, building_worth, rounds_left
from core.games.outposts.game import GAME
from core.games.outposts.text.narration import SENTENCES
from tests.support.games.outposts.table import Position


def wins(kind: type[RandomBot], seats: int, games: int, **options: str) -> int:
    """Return the number of these matches that the bot wins against random bots, or alone."""
    found = 0
    for seed in range(games):
        me = 1 + seed % seats
        bots = {seat: (kind if seat == me else RandomBot)(f"{seed}", seat) for seat in range(1, seats + 1)}
        table = LocalMatch(GAME, bots, f"match {seed}", options)
        table.play()
        found += any(place.seat == me and place.rank == 1 for place in GAME.standing(table.state))
    return found


def test_the_bot_answers_every_question_to_a_player_of_outposts() -> None:
    assert set(ANSWERS) == {question for question in GAME.questions.values() if not question.is_automatic}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_heuristic_bot_beats_random_bots(seats: int) -> None:
    """See docs/play/rules/outposts.md, part 12, for 2,000 matches."""
    assert wins(HeuristicBot, seats, 30) >= 29


def test_the_bot_usually_beats_the_warden_and_a_random_bot_rarely() -> None:
    normal, hard = wins(HeuristicBot, 1, 40), wins(HeuristicBot, 1, 40, level="hard")
    assert 14 < normal < 30 and 0 < hard < 15 and wins(RandomBot, 1, 20) < 3


@pytest.mark.parametrize("options", [{}, {"brisk": "on"}])
def test_the_outposts_bots_decisions_are_legal_and_every_event_has_a_text(options: dict[str, Any]) -> None:
    class Watched(HeuristicBot):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            assert seat == secrets.seat
            before = state.digest()
            decision = super().decide(game, state, seat, secrets)
            game.check(state, seat, decision)
            assert state.digest() == before and game.describe_decision(state, seat, decision, secrets)
            return decision

    table = LocalMatch(GAME, {seat: Watched("legal", seat) for seat in (1, 2, 3)}, "legal", options, sealed=True)
    lines: list[str] = []
    table.play(lambda state, decisions, events: lines.extend(GAME.narrate(state, event) for event in events))
    assert all(line and "\n" not in line and "{" not in line for line in lines)
    assert "The match is over" in GAME.describe(table.state)


def test_every_event_of_outposts_has_a_sentence() -> None:
    assert set(e.EVENTS) <= set(SENTENCES)


def decides(p: Position) -> Any:
    """Return the bot's decision for seat 1."""
    p.state.asking = (ACT.as_open_ask(1, FIRST),)
    return HeuristicBot("plan", 1).decide(GAME, p.state, 1, p.table.secrets[1])


def test_the_bot_razes_a_location_when_that_pays() -> None:
    p = Position()
    (copy,) = p.hold(2, "Pearl Beds")
    p.goods(1, "4 raid marks")
    assert decides(p)._replace(card=0) == decides(p) and decides(p).at == copy


def test_the_bot_fortifies_before_it_passes() -> None:
    p = Position()
    p.hold(1, "Great Orrery")
    p.goods(1, "2 Walls")
    p.goods(2, "4 raid marks")
    assert decides(p).kind == "fortify"
    p.goods(1, "-")
    assert decides(p).kind == "pass"


def test_the_bot_values_production_more_with_more_rounds_left() -> None:
    p = Position()
    (yard,) = p.hand(1, "Hulk Barracks")
    by_left = [building_worth(USUAL, p.state, 1, yard, left) for left in (0, 1, 2, 3)]
    assert by_left == sorted(set(by_left)) and rounds_left(USUAL, p.state) == 4
    p.state.points[2] = 30
    assert rounds_left(USUAL, p.state) == 0
