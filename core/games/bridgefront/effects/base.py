"""The base classes of effects: one instruction of a card, with its locked choices and its resolution.

An effect is a frozen declaration and keeps no state. `resolve` returns the outcome (rules 8.4):

- True: the effect happened. An unmet condition or a die roll without effect counts as this.
- False: the effect was skipped because its target had become illegal.
- None: nothing was chosen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

from core.engine.question import Item
from core.engine.text.words import format_count
from core.games.bridgefront.card import Card
from core.games.bridgefront.choices import AnyChoice, ChoiceContext
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Locked, Mark, Play
from core.games.bridgefront.units import capital_places, has_room

Outcome = bool | None


class EffectContext:
    """The context in which an effect resolves.

    It contains the step, the resolving card or action, and its position in the list of plays.
    """

    __slots__ = ("card", "index", "path", "play", "seat", "state", "step")

    def __init__(self, step: Step, index: int, play: Play, card: Card, path: tuple[int, ...]) -> None:
        self.step = step
        self.state: Bridgefront = step.state
        self.index = index
        self.play = play
        self.seat = play.seat
        self.card = card
        self.path = path

    def part_item(self, i: int) -> Item:
        """Return the agenda item that runs part i of a composite effect."""
        return ("effect", self.index, (*self.path, i))

    def home(self) -> int | None:
        """Return the hex for everything that deploys into the Capital, or None.

        None means that the named place no longer serves as the Capital, or that two other players have units there.
        """
        place = self.play.locked[-1] if self.card.deploys_home else None
        if place is None:
            place = self.state.capital[self.seat]
        elif place not in capital_places(self.state, self.seat):
            return None
        return int(place) if has_room(self.state, self.seat, place) else None

    def add_mark(self, kind: str, what: int = 0, more: int = 0) -> None:
        """Add a mark of the seat, which lasts until Cleanup."""
        from core.games.bridgefront.events import EffectBegan

        self.state.marks.append(Mark(kind, self.seat, what, more))
        self.step.emit(EffectBegan(self.seat, kind, what))

    def store_note(self, value: int) -> None:
        """Store a number for the later effects of this card."""
        self.state.plays[self.index] = self.state.plays[self.index]._replace(note=value)

    def is_still_legal(self, choice: AnyChoice, value: object, before: Locked = ()) -> bool:
        """Return True if the value of a locked choice is still legal."""
        return choice.is_legal(ChoiceContext(self.state, self.seat, self.card, before), value)


@dataclass_transform(frozen_default=True)
class Effect(ABC):
    """An instruction of a card.

    A subclass is named by its verb and is a frozen dataclass of its declaration.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    needs_home: ClassVar[bool] = False
    """True if the effect deploys into the Capital, so that the place may have to be named."""
    is_conditional: ClassVar[bool] = False
    """True if the text of the effect ends inside a condition.

    The text that follows on the card is then marked as unconditional.
    """
    words: ClassVar[str]
    """The instruction as the card prints it, with fields in braces.

    The form is "{amount}", or "{amount:card}" to count cards.
    """

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        """The choices that the effect locks, in their order."""
        return ()

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The effects inside a composite effect."""
        return ()

    def part_values(self, i: int, values: Locked) -> Locked:
        """Return the locked values of part i, taken from those of the composite effect."""
        return values

    @property
    def deploys_home(self) -> bool:
        """True if the effect or a part of it deploys into the Capital."""
        return self.needs_home or any(part.deploys_home for part in self.parts)

    def why_unplayable(self, state: Bridgefront, seat: int) -> str:
        """Return the reason why a card with this effect cannot be played now, or "" if it can (8.1)."""
        return ""

    def is_possible(self, context: EffectContext, values: Locked) -> bool:
        """Return True if every target is still legal.

        With fizzle_scope = card, all effects of the card are checked first. Named cards do not matter, because they are
        open in the hand and cannot leave it.
        """
        if self.needs_home and context.home() is None:
            return False
        before: Locked = ()
        for choice, value in zip(self.choices, values):
            empty = value is None or value == () or choice.names_cards
            if not empty and not context.is_still_legal(choice, value, before):
                return False
            before = (*before, value)
        return True

    @abstractmethod
    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        """Carry out the effect."""

    def text(self) -> str:
        """Return the instruction as the card prints it."""
        fields = vars(self).items()
        return self.words.format(**{name: Amount(value) if type(value) is int else value for name, value in fields})


class TargetedEffect(Effect):
    """A base class of effects with one target.

    Nothing happens if no target was chosen. A target that is no longer legal is skipped.
    """

    @property
    @abstractmethod
    def choice(self) -> AnyChoice:
        """The choice of the target."""

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        return (self.choice,)

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        if values[0] is None or values[0] == ():
            return None
        return context.is_still_legal(self.choice, values[0]) and self.affect(context, values[0])

    @abstractmethod
    def affect(self, context: EffectContext, target: Any) -> bool:
        """Apply the effect to the target, a value of `choice`; return False if it had no result."""


class InstantEffect(Effect):
    """A base class of effects without a choice."""

    def resolve(self, context: EffectContext, values: Locked) -> Outcome:
        self.act(context)
        return True

    @abstractmethod
    def act(self, context: EffectContext) -> None:
        """Carry out the effect."""


class Amount(int):
    """A number that is formatted with its noun.

    >>> f"{Amount(1):Force}, {Amount(3):Force}, {Amount(3)}"
    '1 Force, 3 Forces, 3'
    """

    def __format__(self, noun: str) -> str:
        return format_count(self, noun) if noun else str(self)
