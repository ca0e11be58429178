"""The search configuration of Bridgefront: a search over actions, up to the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from core.bots.base import DecisionPosition, PlanOf
from core.bots.lookahead import Budget, SearchConfig
from core.bots.random_bot import Dice
from core.engine.hidden.hand import held_cards
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.bot import policy
from core.games.bridgefront.bot.action import choose_action, ranked_actions
from core.games.bridgefront.bot.effect_scores import FIXED_SEED
from core.games.bridgefront.bot.evaluation import value
from core.games.bridgefront.bot.transposition_table import cached_view
from core.games.bridgefront.decisions import Action
from core.games.bridgefront.phases import action_choice
from core.games.bridgefront.state import Bridgefront

PHASES_AFTER_SCORING = ("cleanup", "reset")
"""The phases that follow the Scoring of a round."""


def _action_candidates(position: DecisionPosition[Bridgefront], max_count: int) -> Sequence[Action]:
    return ranked_actions(
        cached_view(position.state, position.seat), position.secrets, position.dice, max_count, position.banned
    )


def _choose_action(position: DecisionPosition[Bridgefront]) -> Action:
    """Return the heuristic's choice, which is cached with the board and the hand.

    Its dice give the same result each time.
    """
    state, seat = position.state, position.seat
    view, hand = cached_view(state, seat), tuple(held_cards(state, seat, position.secrets))
    key = (
        view.mana,
        hand,
        tuple([state.card[copy] for copy, _ in hand]),
        tuple(state.gold),
        tuple(state.counter.items()),
        state.played[seat],
        state.piles.size(seat),
        state.changed,
        position.banned,
    )
    known: Action | None = view.action_cache.get(key)
    if known is not None:
        return known._replace(batch=action_choice.draft_due_batch(state, seat, position.secrets))
    view.action_cache[key] = known = choose_action(view, position.secrets, Dice(FIXED_SEED), position.banned)
    return known


def _adapt_candidate(state: Bridgefront, seat: int, secrets: Secrets, idea: Action) -> Action:
    return idea._replace(batch=action_choice.draft_due_batch(state, seat, secrets))


def _has_scored(before: Bridgefront, now: Bridgefront) -> bool:
    """Return True if the round in which the search began has been scored."""
    return now.round != before.round or now.phase in PHASES_AFTER_SCORING


MANA_BUDGET = {2: 1200, 3: 800, 4: 600, 5: 600, 6: 600}
"""Amount of mana that all rollouts of one decision may spend, by number of seats.

The cost of a rollout depends on the mana that is spent in it.
"""
MAX_CANDIDATES = 240


def _budget(state: Bridgefront) -> Budget:
    mana = sum(state.mana[seat] for seat in state.seats if not state.done[seat])
    return Budget(rollouts=min(MAX_CANDIDATES, MANA_BUDGET[len(state.seats)] // max(1, mana)), ideas=8)


SEARCH_ANSWERS: PlanOf[Bridgefront] = {**policy.ANSWERS, action_choice.ACTION: _choose_action}

SEARCH_CONFIG = SearchConfig(
    SEARCH_ANSWERS, {action_choice.ACTION: _action_candidates}, _adapt_candidate, _has_scored, value, _budget
)
