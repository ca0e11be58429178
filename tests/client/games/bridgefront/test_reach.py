"""Reachable decisions: every legal decision can be made through the client's questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from client.games.bridgefront.plan import ActionPlan
from client.games.bridgefront.questions import SCRIPTS, BridgefrontPrompt
from client.table.pick.script import ENOUGH
from core.bots.random_bot import RandomBot
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.bridgefront.combat.volley import TARGET_ORDERS
from core.games.bridgefront.decisions import Action, Collect, Discard
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases.action import legal_powers
from core.games.bridgefront.phases.action_choice import ACTION
from core.games.bridgefront.state import Bridgefront
from tests.client.games.bridgefront.test_screen import canned, with_power

MOST = 3_000


def test_every_question_to_a_player_has_a_script_of_questions() -> None:
    asked = {question for question in GAME.questions.values() if not question.is_automatic}
    assert set(SCRIPTS) | {ACTION} == asked


def decided(state: Bridgefront, secrets: Secrets, most: int = MOST) -> Iterator[Any]:
    """Yield every decision to which the questions lead."""
    ask = GAME.pending_asks(state)[1]
    inquiry = BridgefrontPrompt(state, 1, secrets, ask)
    found = 0
    stack: list[list[Any]] = [[]]
    while stack and found < most:
        answers = stack.pop()
        inquiry.clear()
        for value in answers:
            inquiry.answer(value)
        if inquiry.decision is not None:
            found += 1
            yield inquiry.decision
            continue
        question = inquiry.question
        assert question is not None
        more = [*question.targets, *([ENOUGH] if question.enough else [])]
        stack += [[*answers, value] for value in reversed(more)]


def confusable(decision: Any) -> Any:
    """Return the decision with irrelevant orders made equal."""
    if isinstance(decision, Discard):
        return frozenset(decision.cards)
    if isinstance(decision, Action):
        locked = tuple(frozenset(v) if isinstance(v, tuple) and type(v) is tuple else v for v in decision.locked)
        return (decision.kind, decision.card, locked, decision.speed)
    return decision


SMALL = ("free card", "offer", "study", "bid", "cards", "lay", "scry", "scout", "collect", "picks", "capital")


@pytest.mark.parametrize("kind", SMALL)
def test_every_legal_decision_of_small_questions_can_be_made(kind: str) -> None:
    compared = 0
    for state, secrets in canned()[kind]:
        GAME.learn(state, 1, secrets)
        legal = []
        for decision in GAME.options_of(state, 1, secrets):
            legal.append(confusable(decision))
            if len(legal) > MOST // 6:
                break
        if len(legal) > MOST // 6:
            continue
        compared += 1
        assert set(legal) <= {confusable(decision) for decision in decided(state, secrets)}
    assert compared


def test_every_legal_action_can_be_planned() -> None:
    """The plans reach exactly the actions that the rules list.

    The matches are small, and tested from the first action step on.
    """
    compared = 0
    for seed in range(8):
        table = LocalMatch(GAME, {seat: RandomBot(f"reach {seed}", seat) for seat in (1, 2)}, f"reach {seed}")
        while not table.state.over and table.state.round < 3:
            ask = GAME.pending_asks(table.state).get(1)
            if ask is not None and ask.kind == "action":
                state, secrets = table.state.clone(), table.secrets[1].copy()
                GAME.learn(state, 1, secrets)
                legal = [confusable(d) for _, d in zip(range(MOST // 4 + 1), GAME.options_of(state, 1, secrets))]
                if len(legal) <= MOST // 4:
                    compared += 1
                    planned = {confusable(decision) for decision in decided(state, secrets)}
                    assert set(legal) <= planned
            table.step()
        if compared >= 6:
            break
    assert compared >= 3


def test_every_field_of_an_action_can_be_set() -> None:
    table = with_power()
    state, secrets = table.state, table.secrets[1]
    plan = ActionPlan(state, 1, secrets)
    power = legal_powers(state, 1)[0]
    plan.toggle(power)
    for order in ("", *TARGET_ORDERS):
        plan.set_order(order)
        assert plan.order == order
    plan.answer("done")
    assert plan.action is not None and plan.action.powers == (power,) and plan.action.order == TARGET_ORDERS[-1]
    GAME.check(state, 1, plan.action)
    while plan.undo():
        pass
    assert plan.action is None and not plan.powers and not plan.order
    with pytest.raises(ValueError, match="target order"):
        plan.set_order("nobody")


def test_every_field_of_a_collection_can_be_set() -> None:
    state, secrets = canned()["action"][0]
    state = state.clone()
    state.asking = ((1, "collect", (tuple(state.mines)[:1], tuple(state.forges)[:1])),)
    made = list(decided(state, secrets))
    assert all(isinstance(decision, Collect) for decision in made)
    assert {decision.mines for decision in made} == {("gold",), ("look",)}
    forges = {(word, card is None) for decision in made for word, card in decision.forges}
    assert forges == {("draft", True), ("reforge", True), ("reforge", False)}
    assert {card for d in made for _, card in d.forges} >= {named for named, _ in BridgefrontPrompt(state, 1, secrets,
            GAME.pending_asks(state)[1]).hand()}  # fmt: skip
