"""The conditions and the composite effects If, PickOne and RollDie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from core.engine.codec import Plain
from core.engine.decoder import freeze
from core.engine.game import RandomSource
from core.engine.hidden.piles import Card
from core.games.bridgefront import events
from core.games.bridgefront.choices import AnyChoice, Choice, ChoiceContext
from core.games.bridgefront.effects.base import Effect, EffectContext, Outcome
from core.games.bridgefront.state import Bridgefront, Locked


@dataclass(frozen=True)
class Condition:
    """A condition that is tested when the card resolves (K5)."""

    words: str
    is_met: Callable[[Bridgefront, int], bool]


ON_A_MINE = Condition("you occupy a Mine", lambda s, seat: any(s.occupies(seat, h) for h in s.mines))
ON_A_FORGE = Condition("you occupy a Forge", lambda s, seat: any(s.occupies(seat, h) for h in s.forges))
ON_THE_CENTER = Condition("you occupy the Center", lambda s, seat: s.occupies(seat, s.grid.center))
WON_A_BATTLE = Condition("you have won a battle this round", lambda s, seat: bool(s.marks_of_kind("won battle", seat)))
IN_ENEMY_CAPITAL = Condition(
    "you have a unit in an enemy Capital",
    lambda s, seat: any(s.occupies(seat, s.capital[other]) for other in s.seats if other != seat),
)
CAPITAL_INVADED = Condition(
    "enemy units are in your Capital", lambda s, seat: bool(s.enemies_at(s.capital[seat], seat))
)
HAND_EMPTY = Condition("your hand is empty", lambda s, seat: not s.piles.hand_size(seat))
PILE_EMPTY = Condition("your draw pile is empty", lambda s, seat: not s.piles.size(seat))


class ConditionalEffect(Effect):
    """The composite effect that applies `then` if the condition is true, and otherwise `otherwise`."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()
    is_conditional: ClassVar[bool] = True

    @property
    def parts(self) -> tuple[Effect, ...]:
        return self.then + self.otherwise

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return tuple(choice for part in self.parts for choice in part.choices)

    def part_values(self, i: int, values: Locked) -> Locked:
        start = sum(len(part.choices) for part in self.parts[:i])
        return values[start : start + len(self.parts[i].choices)]

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        holds = self.condition.is_met(context.state, context.seat)
        first, some = (0, self.then) if holds else (len(self.then), self.otherwise)
        if not some:
            context.step.emit(events.NothingHappened(context.seat, f"not so: {self.condition.words}"))
            return True
        context.step.schedule(*(context.part_item(first + i) for i in range(len(some))))
        return None

    def text(self) -> str:
        then = " ".join(part.text() for part in self.then)
        words = f"If {self.condition.words}: {then}"
        if self.otherwise:
            words += " Otherwise: " + " ".join(part.text() for part in self.otherwise)
        return words


def when(condition: Condition, *effects: Effect) -> ConditionalEffect:
    """Return an `ConditionalEffect` with the given effects under a condition, and no effect otherwise."""
    return ConditionalEffect(condition, effects)


def either(condition: Condition, then: Effect, otherwise: Effect) -> ConditionalEffect:
    """Return an `ConditionalEffect` with one effect under a condition, and another effect otherwise."""
    return ConditionalEffect(condition, (then,), (otherwise,))


class PickIndex(Choice[int]):
    """The choice of an effect, by its number.

    An effect that locks a target without a legal value cannot be picked if another effect can.
    """

    options: tuple[Effect, ...]

    def legal_values(self, context: ChoiceContext) -> Iterator[int]:
        def has_target(effect: Effect) -> bool:
            return all(
                choice.empty == () or next(choice.legal_values(context), None) is not None for choice in effect.choices
            )

        return iter([i for i, effect in enumerate(self.options) if has_target(effect)] or range(len(self.options)))


class PickedChoice(AnyChoice):
    """The locked choice of the effect that was picked just before.

    It is empty if that effect has no choice.
    """

    options: tuple[Effect, ...]

    def _inner_choice(self, context: ChoiceContext) -> AnyChoice | None:
        choices = self.options[context.before[-1]].choices
        return choices[0] if choices else None

    def legal_values(self, context: ChoiceContext) -> Iterator[object]:
        inner = self._inner_choice(context)
        return inner.legal_values(context) if inner else iter(())

    def is_legal(self, context: ChoiceContext, value: Plain) -> bool:
        inner = self._inner_choice(context)
        if inner is None:
            return False
        try:
            return bool(inner.is_legal(context, inner.read(value)))
        except ValueError:
            return False

    @property
    def names_cards(self) -> bool:  # type: ignore[override]
        """True if one of the effects names cards."""
        return any(choice.names_cards for effect in self.options for choice in effect.choices)

    def named_cards(self, context: ChoiceContext, value: object) -> tuple[Card, ...]:
        inner = self._inner_choice(context)
        return inner.named_cards(context, value) if inner and value else ()

    def empty_value(self, context: ChoiceContext) -> object:
        inner = self._inner_choice(context)
        return inner.empty_value(context) if inner else None

    def can_be_empty(self, context: ChoiceContext) -> bool:
        inner = self._inner_choice(context)
        return inner is None or inner.can_be_empty(context)

    def read(self, plain: Plain) -> Plain:
        return freeze(plain)

    def sample(self, context: ChoiceContext, chance: RandomSource) -> object:
        inner = self._inner_choice(context)
        return inner.sample(context, chance) if inner else None


class PickOne(Effect):
    """The composite effect that applies one of two effects, which is picked when the card is played.

    Each of the two effects locks at most one choice of its own.
    """

    options: tuple[Effect, ...]

    @property
    def parts(self) -> tuple[Effect, ...]:
        return self.options

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (PickIndex(self.options), PickedChoice(self.options))

    def part_values(self, i: int, values: Locked) -> Locked:
        return values[1:]

    def is_possible(self, context: EffectContext, values: Locked) -> bool:
        picked: Effect = self.options[values[0]]
        return picked.is_possible(context, values[1 : 1 + len(picked.choices)])

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        context.step.schedule(context.part_item(values[0]))
        return None

    def text(self) -> str:
        return "Pick one: " + " Or: ".join(part.text() for part in self.options)


def pick_one(*options: Effect) -> PickOne:
    """Return a `PickOne` of the given effects.

    One of them is picked when the card is played.
    """
    return PickOne(options)


class RollDie(Effect):
    """The composite effect that rolls a die.

    On a roll up to `low`, the first effects happen. On a higher roll, the other effects happen.
    """

    low: int
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]

    @property
    def parts(self) -> tuple[Effect, ...]:
        return self.then + self.otherwise

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        die = context.step.chance.stream("card die", context.index).die()
        context.step.emit(events.Rolled(context.seat, die, context.card.name))
        first, some = (0, self.then) if die <= self.low else (len(self.then), self.otherwise)
        context.step.schedule(*(context.part_item(first + i) for i in range(len(some))))
        return None

    def text(self) -> str:
        then = " ".join(part.text() for part in self.then)
        otherwise = " ".join(part.text() for part in self.otherwise)
        high = f"{self.low + 1}-6" if self.low < 5 else "6"
        return f"Roll a die. 1-{self.low}: {then} {high}: {otherwise}"
