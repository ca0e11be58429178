"""The current gain of each effect of a card, with the best values of its locked choices.

An *opinion* consists of a worth in points and the values of the effect's own locked choices. `EFFECT_ADVISERS` holds
the advisers by the kind of effect that they rate. An unknown effect gets random choices and its average worth, so that
the bot can still play a card with a new effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar, cast

from core.bots.random_bot import Dice
from core.games.bridgefront.bot.features import View
from core.games.bridgefront.bot.weights import effect_worth
from core.games.bridgefront.choices import AnyChoice, ChoiceContext
from core.games.bridgefront.effects import conditions, economy
from core.games.bridgefront.effects.base import Effect
from core.games.bridgefront.state import Locked

Opinion = tuple[int, Locked]
"""A worth in points, and the values of the locked choices.

If there are fewer values than choices, any legal values will do.
"""
Choices = Sequence[AnyChoice]
Adviser = Callable[["Advice", Effect, Choices, ChoiceContext], Opinion]
X = TypeVar("X", bound=Effect)
V = TypeVar("V")

EFFECT_ADVISERS: dict[type, Adviser] = {}
"""Advisers by kind of effect; each module of advisers adds its own."""


BOARD_ONLY: set[type] = set()
"""Kinds of effects whose opinions depend only on the board, the mana left and the hand size.

Each module of advisers adds its own.
"""


@lru_cache(maxsize=512)
def looks_at_board(effects: tuple[Effect, ...]) -> bool:
    """Return True if opinions on these effects and all their parts depend only on `BOARD_ONLY` facts.

    These facts are the board, the mana left and the hand size.
    """
    for effect in effects:
        if isinstance(effect, conditions.ConditionalEffect | conditions.PickOne | conditions.RollDie):
            if not looks_at_board(effect.parts) or getattr(effect, "condition", None) is conditions.PILE_EMPTY:
                return False
        elif type(effect) not in BOARD_ONLY:
            return False
    return True


def best_opinion(values: Iterable[V], worth: Callable[[V], int]) -> Opinion:
    """Return the opinion on an effect with one choice: the value with the highest `worth`, and that worth.

    Among equal values, the first is chosen.
    """
    judged = [(worth(value), value) for value in values]
    if not judged:
        return 0, ()
    most, chosen = max(judged, key=lambda one: one[0])
    return most, (chosen,)


def opinion_if_gain(opinion: Opinion) -> Opinion:
    """Return the opinion if it expects a gain; otherwise return one for which any choice will do."""
    return opinion if opinion[0] > 0 else (0, ())


FIXED_SEED = bytes(8)
"""Seed of the dice that give the same result each time."""


class Advice:
    """An adviser's information for one decision.

    It consists of the view, the copy in question, the rest of the hand, and dice.
    """

    def __init__(self, view: View, dice: Dice, hand: Sequence[int]) -> None:
        self.view = view
        self.weights = view.weights
        self.dice = dice if view.opinions is None else None
        """The dice for arbitrary choices, or None if opinions are cached with the view.

        In that case, arbitrary choices are the same each time.
        """
        self.hand = hand
        """All copies in hand."""
        self.copy = 0
        """The copy that is being rated, or 0 for a basic action."""

    def opinion_on_effect(self, effect: Effect, choices: Choices, context: ChoiceContext) -> Opinion:
        """Return the opinion on the effect: its gain with the best values of its choices."""
        weights = self.weights
        adviser = EFFECT_ADVISERS.get(type(effect))
        worth, values = (
            adviser(self, effect, choices, context) if adviser is not None else (effect_worth(weights, effect), ())
        )
        return worth, values if len(values) == len(choices) else self.sample_choices(choices, context)

    def opinion_on_effects(self, parts: Sequence[Effect], context: ChoiceContext) -> Opinion:
        """Return the joint opinion on several successive effects, each with its own locked choices."""
        worth, done = 0, len(context.before)
        for part in parts:
            more, chosen = self.opinion_on_effect(part, part.choices, context)
            worth, context = worth + more, context.with_values(*chosen)
        return worth, context.before[done:]

    def sample_choices(self, choices: Choices, context: ChoiceContext) -> Locked:
        """Return arbitrary legal values of the choices."""
        done, dice = len(context.before), self.dice or Dice(FIXED_SEED)
        for choice in choices:
            context = context.with_values(choice.sample(context, dice))
        return context.before[done:]


def register_adviser(
    kind: type[X], adviser: Callable[[Advice, X, Choices, ChoiceContext], Opinion]
) -> tuple[type, Adviser]:
    """Return an effect's type and its adviser, which receives only effects of that type."""
    return kind, cast(Adviser, adviser)


# Composite effects ----------------------------------------------------------------------------------------------------


def _rate_condition(
    advice: Advice, effect: conditions.ConditionalEffect, choices: Choices, context: ChoiceContext
) -> Opinion:
    holds = effect.condition.is_met(context.state, context.seat)
    if effect.condition is conditions.HAND_EMPTY:
        holds = context.state.piles.hand_size(context.seat) == 1
    worth, values = advice.opinion_on_effects(effect.then, context)
    other, more = advice.opinion_on_effects(effect.otherwise, context.with_values(*values))
    return (worth if holds else other), values + more


def _rate_pick_one(advice: Advice, effect: conditions.PickOne, choices: Choices, context: ChoiceContext) -> Opinion:
    opinions = {
        i: advice.opinion_on_effects((effect.options[i],), context.with_values(i))
        for i in choices[0].legal_values(context)
    }
    worth, (picked,) = best_opinion(opinions, lambda i: opinions[i][0])
    values = opinions[picked][1]
    return worth, (picked, values[0] if values else None)


def _rate_roll_die(advice: Advice, effect: conditions.RollDie, choices: Choices, context: ChoiceContext) -> Opinion:
    low, high = (
        advice.opinion_on_effects(effect.then, context)[0],
        advice.opinion_on_effects(effect.otherwise, context)[0],
    )
    return (effect.low * low + (6 - effect.low) * high) // 6, ()


BOARD_ONLY.update({economy.NeedsMana, economy.Nothing})
EFFECT_ADVISERS.update(
    [
        register_adviser(conditions.ConditionalEffect, _rate_condition),
        register_adviser(conditions.PickOne, _rate_pick_one),
        register_adviser(conditions.RollDie, _rate_roll_die),
        register_adviser(economy.NeedsMana, lambda a, e, choices, c: (0, ())),
        register_adviser(economy.Nothing, lambda a, e, choices, c: (0, ())),
    ]
)
