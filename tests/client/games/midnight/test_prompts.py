"""Picks at the table of Midnight: every legal decision can be picked, and no path leads to an illegal one."""

from __future__ import annotations

import pytest

from client.games.midnight.prompts import MidnightPrompt
from core.bots.random_bot import Dice, RandomBot
from core.engine.codec import H
from core.engine.local_match import LocalMatch
from core.games.midnight.action import ACT, PAIR
from core.games.midnight.changes import RULESETS
from core.games.midnight.elimination import CAPTURE, DOWNGRADE
from core.games.midnight.game import GAME
from core.games.midnight.setup import NATION

MODULES = {"escalations": "on", "pacts": "on"}


@pytest.mark.parametrize("seats", (3, 4, 5))
def test_picks_lead_only_to_legal_decisions_of_midnight(seats: int) -> None:
    seed, kinds = f"picks {seats}", set()
    dice = Dice(H("tether.test", [seed]))
    table = LocalMatch(GAME, {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}, seed, MODULES)

    class Picker:
        def decide(self, game, state, seat, secrets):
            inquiry = MidnightPrompt(state, seat, secrets, game.pending_asks(state)[seat])
            while inquiry.decision is None or (inquiry.targets and dice.uniform(2)):
                targets = inquiry.targets
                assert targets, (inquiry.asked_of.kind, inquiry.answers)
                assert all(inquiry.pick_name(pick) for pick in targets)
                inquiry.answer(targets[dice.uniform(len(targets))])
                assert inquiry.sentence()
            game.check(state, seat, inquiry.decision)
            kinds.add(inquiry.asked_of.kind)
            kinds.update(kind for kind, _ in inquiry.answers)
            return inquiry.decision

    table.players[1] = Picker()
    table.play()
    assert {"nation", "act", "upgrade", "card", "border", "dial", "stop"} <= kinds


def test_each_legal_action_of_midnight_can_be_picked() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("all", seat) for seat in (1, 2, 3)}, "all", MODULES)
    offered = 0

    class Looker(RandomBot):
        def decide(self, game, state, seat, secrets):
            nonlocal offered
            if game.pending_question(state, seat)[0] in (ACT, DOWNGRADE, CAPTURE, NATION):
                ways = MidnightPrompt(state, seat, secrets, game.pending_asks(state)[seat]).ways
                options = list(GAME.options_of(state, seat, secrets))
                assert all(option in ways.values() for option in options)
                offered += len(options)
            return super().decide(game, state, seat, secrets)

    table.players[1] = Looker("all", 1)
    table.play()
    assert offered > 100


def test_a_pair_pays_the_worth_of_the_ruleset() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("pair", seat) for seat in (1, 2, 3)}, "pair")
    seat, ask = next(iter(GAME.pending_asks(table.state).items()))
    inquiry = MidnightPrompt(table.state, seat, table.secrets[seat], ask)
    inquiry.state.rules = RULESETS.of(RULESETS.compose([(("numbers", "pair_worth"), "9")]))
    assert inquiry.pick_name((PAIR, 0)) == "A pair, for 9 Worth"


def test_an_unavailable_pick_gives_the_reason_and_changes_nothing() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("no", seat) for seat in (1, 2, 3)}, "no")
    ask = GAME.pending_asks(table.state)[min(GAME.pending_asks(table.state))]
    seat = min(GAME.pending_asks(table.state))
    inquiry = MidnightPrompt(table.state, seat, table.secrets[seat], ask)
    for pick in (("border", seat), ("card", 1), ("dial", 9)):
        with pytest.raises(ValueError, match=r"\w"):
            inquiry.answer(pick)
    assert not inquiry.answers and not inquiry.undo()
