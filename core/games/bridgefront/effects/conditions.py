"""The conditions and the composite effects If, PickOne and RollDie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from core.engine.codec import Plain
from core.engine.decoder import frozen
from core.engine.game import Chooser
from core.engine.hidden.piles import Card
from core.games.bridgefront import events
from core.games.bridgefront.choices import AnyChoice, Choice, ChoiceContext
from core.games.bridgefront.effects.base import Effect, EffectContext, Outcome
from core.games.bridgefront.state import Bridgefront, Locked


@dataclass(frozen=True)
class Condition:
    """A condition that is tested when the card resolves (K5)."""

    words: str
    holds: Callable[[Bridgefront, int], bool]


ON_A_MINE = Condition("you occupy a Mine", lambda s, seat: any(s.occupies(seat, h) for h in s.mines))
ON_A_FORGE = Condition("you occupy a Forge", lambda s, seat: any(s.occupies(seat, h) for h in s.forges))
ON_THE_CENTER = Condition("you occupy the Center", lambda s, seat: s.occupies(seat, s.grid.center))
WON_A_BATTLE = Condition("you have won a battle this round", lambda s, seat: bool(s.marked("won battle", seat)))
IN_ENEMY_CAPITAL = Condition(
    "you have a unit in an enemy Capital",
    lambda s, seat: any(s.occupies(seat, s.capital[other]) for other in s.seats if other != seat),
)
CAPITAL_INVADED = Condition(
    "enemy units are in your Capital", lambda s, seat: bool(s.enemies_at(s.capital[seat], seat))
)
HAND_EMPTY = Condition("your hand is empty", lambda s, seat: not s.piles.hand_size(seat))
PILE_EMPTY = Condition("your draw pile is empty", lambda s, seat: not s.piles.size(seat))


class If(Effect):
    """The composite effect that applies `then` if the condition is true, and otherwise `otherwise`."""

    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()
    conditional: ClassVar[bool] = True

    @property
    def parts(self) -> tuple[Effect, ...]:
        return self.then + self.otherwise

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return tuple(choice for part in self.parts for choice in part.choices)

    def part_values(self, i: int, values: Locked) -> Locked:
        start = sum(len(part.choices) for part in self.parts[:i])
        return values[start : start + len(self.parts[i].choices)]

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        holds = self.condition.holds(now.state, now.seat)
        first, some = (0, self.then) if holds else (len(self.then), self.otherwise)
        if not some:
            now.step.say(events.NothingHappened(now.seat, f"not so: {self.condition.words}"))
            return True
        now.step.later(*(now.part(first + i) for i in range(len(some))))
        return None

    def text(self) -> str:
        then = " ".join(part.text() for part in self.then)
        words = f"If {self.condition.words}: {then}"
        if self.otherwise:
            words += " Otherwise: " + " ".join(part.text() for part in self.otherwise)
        return words


def when(condition: Condition, *effects: Effect) -> If:
    """Return an `If` with the given effects under a condition, and no effect otherwise."""
    return If(condition, effects)


def either(condition: Condition, then: Effect, otherwise: Effect) -> If:
    """Return an `If` with one effect under a condition, and another effect otherwise."""
    return If(condition, (then,), (otherwise,))


class PickIndex(Choice[int]):
    """The choice of an effect, by its number.

    An effect that locks a target without a legal value cannot be picked if another effect can.
    """

    options: tuple[Effect, ...]

    def legal(self, c: ChoiceContext) -> Iterator[int]:
        def has_target(effect: Effect) -> bool:
            return all(choice.empty == () or next(choice.legal(c), None) is not None for choice in effect.choices)

        return iter([i for i, effect in enumerate(self.options) if has_target(effect)] or range(len(self.options)))


class OfPicked(AnyChoice):
    """The locked choice of the effect that was picked just before.

    It is empty if that effect has no choice.
    """

    options: tuple[Effect, ...]

    def _inner_choice(self, c: ChoiceContext) -> AnyChoice | None:
        choices = self.options[c.before[-1]].choices
        return choices[0] if choices else None

    def legal(self, c: ChoiceContext) -> Iterator[object]:
        inner = self._inner_choice(c)
        return inner.legal(c) if inner else iter(())

    def allows(self, c: ChoiceContext, value: Plain) -> bool:
        inner = self._inner_choice(c)
        if inner is None:
            return False
        try:
            return bool(inner.allows(c, inner.read(value)))
        except ValueError:
            return False

    @property
    def names_cards(self) -> bool:  # type: ignore[override]
        """True if one of the effects names cards."""
        return any(choice.names_cards for effect in self.options for choice in effect.choices)

    def named(self, c: ChoiceContext, value: object) -> tuple[Card, ...]:
        inner = self._inner_choice(c)
        return inner.named(c, value) if inner and value else ()

    def nothing(self, c: ChoiceContext) -> object:
        inner = self._inner_choice(c)
        return inner.nothing(c) if inner else None

    def may_be_empty(self, c: ChoiceContext) -> bool:
        inner = self._inner_choice(c)
        return inner is None or inner.may_be_empty(c)

    def read(self, plain: Plain) -> Plain:
        return frozen(plain)

    def sample(self, c: ChoiceContext, chance: Chooser) -> object:
        inner = self._inner_choice(c)
        return inner.sample(c, chance) if inner else None


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
        return (PickIndex(self.options), OfPicked(self.options))

    def part_values(self, i: int, values: Locked) -> Locked:
        return values[1:]

    def possible(self, now: EffectContext, values: Locked) -> bool:
        picked: Effect = self.options[values[0]]
        return picked.possible(now, values[1 : 1 + len(picked.choices)])

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        now.step.later(now.part(values[0]))
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

    def resolve(self, now: EffectContext, values: Locked) -> Outcome:
        die = now.step.chance.stream("card die", now.index).die()
        now.step.say(events.Rolled(now.seat, die, now.card.name))
        first, some = (0, self.then) if die <= self.low else (len(self.then), self.otherwise)
        now.step.later(*(now.part(first + i) for i in range(len(some))))
        return None

    def text(self) -> str:
        then = " ".join(part.text() for part in self.then)
        otherwise = " ".join(part.text() for part in self.otherwise)
        high = f"{self.low + 1}-6" if self.low < 5 else "6"
        return f"Roll a die. 1-{self.low}: {then} {high}: {otherwise}"
