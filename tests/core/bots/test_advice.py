"""Advice: a legal decision of the hard bot, with a sentence for every question of every game."""

from __future__ import annotations

import re

import pytest

from core.bots.advice import ANY_REASON, advise
from core.bots.levels import HardBot
from core.engine.local_match import LocalMatch
from core.games.registry import GAMES, NAMES, record_of

STEPS = 60


@pytest.mark.parametrize("name", NAMES)
def test_every_question_of_the_bots_plan_has_a_reason(name: str) -> None:
    record = record_of(name)
    assert record is not None
    assert set(record.reasons) == set(record.answers)


@pytest.mark.parametrize("name", NAMES)
def test_advice_is_the_hard_bots_legal_choice_with_a_sentence(name: str) -> None:
    game = GAMES[name]
    seats = max(3, min(game.seat_counts))
    match = LocalMatch(game, {seat: HardBot("advice", seat) for seat in range(1, seats + 1)}, "advised", sealed=True)
    reasons = set()
    while not match.state.over and match.state.t < STEPS:
        for seat in game.pending_asks(match.state):
            own = match.secrets[seat].copy()
            if game.automatic_decision(match.state, seat, own) is not None:
                continue
            advice = advise(game, match.state.clone(), seat, own, 0)
            match.secrets[seat].copy().merge(own)
            game.check(match.state, seat, advice.decision)
            assert re.fullmatch(r"[A-Z0-9].*[.!]", advice.reason), advice.reason
            reasons.add(advice.reason)
        match.step()
    assert len(reasons - {ANY_REASON}) > 3


def test_advice_where_the_master_searches_has_chances() -> None:
    game = GAMES["midnight"]
    match = LocalMatch(game, {seat: HardBot("advice", seat) for seat in (1, 2, 3)}, "advised", sealed=True)
    while "act" not in {ask.kind for ask in game.pending_asks(match.state).values()}:
        match.step()
    (seat,) = game.pending_asks(match.state)
    advice = advise(game, match.state.clone(), seat, match.secrets[seat].copy(), 2)
    assert 0 < advice.chance < 1 << 16 and 0 < advice.rival < 1 << 16
