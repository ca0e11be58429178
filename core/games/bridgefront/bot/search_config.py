"""What a search of Bridgefront looks at: actions, to the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import Asked, Plan
from core.bots.lookahead import Budget, Foresight
from core.bots.random_bot import Dice
from core.engine.hidden.hand import held
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import action_phase
from core.games.bridgefront.bot import policy
from core.games.bridgefront.bot.action import choose_action, ranked_actions
from core.games.bridgefront.bot.effect_scores import ALIKE
from core.games.bridgefront.bot.evaluation import value
from core.games.bridgefront.bot.transposition_table import remembered
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.state import Bridgefront

AFTER = ("cleanup", "reset")
"""Phases that follow the Scoring of a round."""


def _actions(asked: Asked[Bridgefront], most: int) -> Sequence[Action]:
    return ranked_actions(remembered(asked.state, asked.seat), asked.secrets, asked.dice, most, asked.banned)


def _act(asked: Asked[Bridgefront]) -> Action:
    """What the heuristic chooses, remembered with the board and the hand; dice fall the same each time."""
    state, seat = asked.state, asked.seat
    view, hand = remembered(state, seat), tuple(held(state, seat, asked.secrets))
    key = (
        view.mana,
        hand,
        tuple([state.card[copy] for copy, _ in hand]),
        tuple(state.gold),
        tuple(state.counter.items()),
        state.played[seat],
        state.piles.size(seat),
        state.changed,
        asked.banned,
    )
    known: Action | None = view.acts.get(key)
    if known is not None:
        return known._replace(batch=action_phase.batch_due(state, seat, asked.secrets))
    view.acts[key] = known = choose_action(view, asked.secrets, Dice(ALIKE), asked.banned)
    return known


def _within(state: Bridgefront, seat: int, secrets: Secrets, idea: Action) -> Action:
    return idea._replace(batch=action_phase.batch_due(state, seat, secrets))


def _scored(before: Bridgefront, now: Bridgefront) -> bool:
    """Whether the round in which the search began has been scored."""
    return now.round != before.round or now.phase in AFTER


STEPS = {2: 1200, 3: 800, 4: 600, 5: 600, 6: 600}
"""By number of seats, how much mana all rollouts of a decision may spend: what a rollout takes hangs on that."""
MOST = 240


def _budget(state: Bridgefront) -> Budget:
    mana = sum(state.mana[seat] for seat in state.seats if not state.done[seat])
    return Budget(rollouts=min(MOST, STEPS[len(state.seats)] // max(1, mana)), ideas=8)


PLAN: Plan = {**policy.ANSWERS, action_phase.ACTION: _act}

FORESIGHT = Foresight(PLAN, {action_phase.ACTION: _actions}, _within, _scored, value, _budget)
