"""Questions on the screen: they lead to legal decisions, and every answer can be taken back."""

from __future__ import annotations

from collections import Counter

import pytest

from client.games.bridgefront.questions import SCRIPTS, BridgefrontPrompt
from client.table.match.local_source import LocalSource
from client.table.pick.script import ENOUGH
from core.bots.random_bot import Dice, RandomBot
from core.engine.codec import H
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.text.prompts import PROMPTS

OPTIONS = (
    {},
    {"hit_control": "prompt", "market_mode": "sealed_row", "capital_draft": "sequential", "refuse_card": "on"},
)


def test_every_question_of_the_engine_has_questions_on_screen() -> None:
    asked = {question for question in GAME.questions.values() if not question.is_automatic}
    assert asked == set(SCRIPTS) | {ACTION} == set(PROMPTS)


def play(seed: str, options: dict, seen: Counter) -> LocalSource:
    """Play a whole match in which our seat answers arbitrarily and takes back a third of the answers."""
    source = LocalSource(GAME, {s: RandomBot(seed, s) for s in (2, 3)}, 1, seed, options)
    dice = Dice(H("tether.test", [seed]))
    while True:
        told = source.drain()
        assert not any(hasattr(t, "words") for t in told), told
        if any(hasattr(t, "record") for t in told):
            return source
        heard = told[-1]
        inquiry = BridgefrontPrompt(heard.state, 1, heard.own, heard.report.ask)
        while inquiry.decision is None:
            question = inquiry.question
            assert question is not None and question.words and (question.targets or question.enough)
            seen[inquiry.asked.kind, question.kind] += 1
            answers = [*question.targets, *([ENOUGH] if question.enough else [])]
            inquiry.answer(answers[dice.uniform(len(answers))])
            if dice.uniform(3) == 0:
                assert inquiry.undo()
                assert inquiry.question == question
        GAME.check(heard.state, 1, inquiry.decision)
        source.decide(inquiry.decision, heard.own)


@pytest.mark.parametrize("options", OPTIONS)
def test_arbitrary_answers_on_screen_make_a_legal_match(options: dict) -> None:
    seen: Counter = Counter()
    for seed in "abcdef":
        source = play(seed, options, seen)
        assert source.table.state.over and source.digest == source.table.state.digest()
    kinds = {kind for kind, _ in seen}
    assert {"factions", "capitals", "bridges", "free card", "action", "collect", "picks"} <= kinds


def test_an_answer_can_be_withdrawn_until_the_others_have_committed() -> None:
    source = LocalSource(GAME, {2: RandomBot("x", 2)}, 1, "x", patience=3)
    heard = source.drain()[-1]
    inquiry = BridgefrontPrompt(heard.state, 1, heard.own, heard.report.ask)
    inquiry.answer(2)
    inquiry.answer(ENOUGH)
    source.decide(inquiry.decision, heard.own)
    assert not source.drain()
    source.take_back()
    for _ in range(5):
        assert not source.drain()
    source.decide(inquiry.decision, heard.own)
    for _ in range(3):
        assert not source.drain()
    assert source.drain()[0].report.decisions[1] == inquiry.decision
