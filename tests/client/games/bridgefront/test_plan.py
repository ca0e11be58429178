"""Planning: only legal questions are asked, and every completed plan is a legal action."""

from __future__ import annotations

import pytest

from client.games.bridgefront.locked_choices import CHOICE_SCRIPTS
from client.games.bridgefront.plan import ActionPlan
from client.table.pick.script import ENOUGH, Picks
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.walk_choice import WalkChoice
from core.games.registry import find_game
from tests.support.games.bridgefront.table import Table as Position

GAME = find_game("bridgefront")


def test_every_kind_of_card_choice_has_a_question_on_screen() -> None:
    kinds = {type(choice) for card in (*CARDS, *RULESETS.printed.basics.values()) for choice in card.choices}
    assert kinds <= set(CHOICE_SCRIPTS)
    assert WalkChoice in kinds


class Planner(RandomBot):
    """A bot that plans every action with arbitrary answers and takes some of them back."""

    plans = 0

    def decide(self, game, state, seat, secrets):  # type: ignore[no-untyped-def]
        if game.pending_asks(state)[seat].kind != "action":
            return super().decide(game, state, seat, secrets)
        plan = ActionPlan(state, seat, secrets)
        while plan.action is None:
            self.answer(plan)
        Planner.plans += 1
        game.check(state, seat, plan.action)
        return plan.action

    def answer(self, plan: ActionPlan) -> None:
        question = plan.question
        assert isinstance(question, Picks) and question.targets
        answers = [*question.targets, *([ENOUGH] if question.enough else [])]
        value = answers[self.dice.uniform(len(answers))]
        before = question
        plan.answer(value)
        if self.dice.uniform(4) == 0:
            plan.undo()
            assert plan.question == before
            plan.answer(value)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_finished_plan_is_a_legal_action(seats: int) -> None:
    Planner.plans = 0
    for seed in range(4):
        players = {seat: Planner(str(seed), seat) for seat in range(1, seats + 1)}
        LocalMatch(GAME, players, str(seed), {"initiative_mode": "choice"} if seed == 3 else None).play()
    assert Planner.plans > 100


def test_an_illegal_answer_to_a_plan_is_refused_with_the_reason() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("why", seat) for seat in (1, 2, 3)}, "why")
    while table.state.phase != "action":
        table.step()
    plan = ActionPlan(table.state, 1, table.secrets[1])
    assert plan.question is not None
    plan.answer("march" if "march" in plan.question.targets else "build")
    with pytest.raises(ValueError, match=r"\w"):
        plan.answer(10_000)


def test_reinforce_asks_only_for_places_with_room() -> None:
    """No Capital with two other players is offered; without another place Reinforce has no target (A22)."""
    for center, places in ((0, ()), (1, ((0, 0),))):
        t = Position("vapourborn", seats=3)
        t.put(2, 1, t.home(1))
        t.put(3, 1, t.home(1))
        if center:
            t.put(1, 1, (0, 0))
        t.ask(1)
        plan = ActionPlan(t.state, 1, t.secrets[1])
        assert plan.why_not_action("reinforce") == ("" if places else "It has no legal target.")
        if places:
            plan.answer("reinforce")
            assert plan.question is not None and plan.question.targets == tuple(map(t.at, places))
