"""What each effect of a card would bring now, and the locked choices that bring most.

An *opinion* is a worth in points and the values of the effect's own locked choices. Advisers declare the effects that
they know with `@advises`; an effect that nobody knows is left to chance and its average worth, so that a card with a
new effect can still be played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.bots.bridgefront_view import View
from core.bots.bridgefront_worth import effect_worth
from core.bots.random_bot import Dice
from core.bridgefront import effects
from core.bridgefront.choices import Choice, Choosing

Opinion = tuple[int, tuple[Any, ...]]
"""Worth and values; fewer values than there are choices: any legal ones will do."""
Adviser = Callable[["Advice", Any, Sequence[Choice], Choosing], Opinion]

ADVISERS: dict[type, Adviser] = {}


def advises(*kinds: type) -> Callable[[Adviser], Adviser]:
    """Declares who has an opinion on effects of these kinds."""

    def declare(adviser: Adviser) -> Adviser:
        for kind in kinds:
            ADVISERS[kind] = adviser
        return adviser

    return declare


class Advice:
    """What one decision's opinions rest on: the view, the copy that is thought of, the rest of the hand, the dice."""

    def __init__(self, view: View, dice: Dice, hand: Sequence[int]) -> None:
        self.view = view
        self.dice = dice
        self.hand = hand
        """All copies in hand."""
        self.copy = 0
        """The copy that is thought of; 0 for a basic action."""

    def on(self, effect: Any, choices: Sequence[Choice], c: Choosing) -> Opinion:
        """What the effect brings with the best values of its choices."""
        adviser = ADVISERS.get(type(effect))
        worth, values = adviser(self, effect, choices, c) if adviser is not None else (effect_worth(effect), ())
        return worth, values if len(values) == len(choices) else self.sampled(choices, c)

    def on_all(self, parts: Sequence[Any], c: Choosing) -> Opinion:
        """The opinions on several effects in a row, each with its own locked choices."""
        worth, values = 0, c.before
        for part in parts:
            more, chosen = self.on(part, part.choices, c._replace(before=values))
            worth, values = worth + more, values + chosen
        return worth, values[len(c.before) :]

    def sampled(self, choices: Sequence[Choice], c: Choosing) -> tuple[Any, ...]:
        """Arbitrary legal values."""
        done = len(c.before)
        for choice in choices:
            c = c._replace(before=(*c.before, choice.sample(c, self.dice)))
        return c.before[done:]


# Composite effects ----------------------------------------------------------------------------------------------------


@advises(effects.If)
def _if(a: Advice, e: effects.If, choices: Sequence[Choice], c: Choosing) -> Opinion:
    holds = e.condition.holds(c.state, c.seat)
    if e.condition is effects.HAND_EMPTY:
        holds = c.state.piles.hand_size(c.seat) == 1
    worth, values = a.on_all(e.then, c)
    other, more = a.on_all(e.otherwise, c._replace(before=c.before + values))
    return (worth if holds else other), values + more


@advises(effects.PickOne)
def _pick_one(a: Advice, e: effects.PickOne, choices: Sequence[Choice], c: Choosing) -> Opinion:
    best: Opinion = (0, ())
    for i in choices[0].legal(c):
        worth, values = a.on_all((e.options[i],), c._replace(before=(*c.before, i)))
        if not best[1] or worth > best[0]:
            best = worth, (i, values[0] if values else None)
    return best


@advises(effects.RollDie)
def _roll_die(a: Advice, e: effects.RollDie, choices: Sequence[Choice], c: Choosing) -> Opinion:
    low, high = a.on_all(e.then, c)[0], a.on_all(e.otherwise, c)[0]
    return (e.low * low + (6 - e.low) * high) // 6, ()


@advises(effects.NeedsMana, effects.Nothing)
def _nothing(a: Advice, e: Any, choices: Sequence[Choice], c: Choosing) -> Opinion:
    return 0, ()
