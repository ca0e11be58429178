"""What an effect is: one instruction of a card, with the choices that it locks and what it does when it resolves.

An effect is a frozen declaration and keeps no state. `resolve` says what became of it (rules 8.4): True it happened
(an unmet condition or a die without effect counts), False it was skipped because its target had become illegal, None
nothing was chosen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, dataclass_transform

from core.engine.question import Item
from core.engine.text.words import count
from core.games.bridgefront.card import Card
from core.games.bridgefront.choices import Choice, Choosing
from core.games.bridgefront.rules import Step
from core.games.bridgefront.state import Bridgefront, Locked, Mark, Play
from core.games.bridgefront.units import capital_places, has_room

Outcome = bool | None


class Now:
    """An effect's moment: the step, whose card or action resolves, and its place on the list of plays."""

    __slots__ = ("card", "index", "path", "play", "seat", "state", "step")

    def __init__(self, step: Step, index: int, play: Play, card: Card, path: tuple[int, ...]) -> None:
        self.step = step
        self.state: Bridgefront = step.state
        self.index = index
        self.play = play
        self.seat = play.seat
        self.card = card
        self.path = path

    def part(self, i: int) -> Item:
        """The agenda item that runs part i of a composite effect."""
        return ("effect", self.index, (*self.path, i))

    def home(self) -> int | None:
        """The hex into which what deploys into the Capital goes; None if the place named serves no longer or two other
        players stand there.
        """
        place = self.play.locked[-1] if self.card.home else None
        if place is None:
            place = self.state.capital[self.seat]
        elif place not in capital_places(self.state, self.seat):
            return None
        return int(place) if has_room(self.state, self.seat, place) else None

    def mark(self, kind: str, what: int = 0, more: int = 0) -> None:
        """A standing effect of the seat until Cleanup."""
        from core.games.bridgefront.events import EffectBegan

        self.state.marks.append(Mark(kind, self.seat, what, more))
        self.step.say(EffectBegan(self.seat, kind, what))

    def note(self, value: int) -> None:
        """Leaves a number for the effects of this card that follow."""
        self.state.plays[self.index] = self.state.plays[self.index]._replace(note=value)

    def allows(self, choice: Choice, value: Any, before: Locked = ()) -> bool:
        """Whether a locked value is still legal."""
        return choice.allows(Choosing(self.state, self.seat, self.card, before), value)


@dataclass_transform(frozen_default=True)
class Effect(ABC):
    """One instruction. A subclass is named by its verb, and is a frozen dataclass of what it declares."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    home: ClassVar[bool] = False
    """Whether it deploys into the Capital, so that the place may have to be named."""
    conditional: ClassVar[bool] = False
    """True if its text ends inside a condition; what follows on the card is marked as unconditional."""
    words: ClassVar[str]
    """The instruction as the card prints it, fields in braces: "{amount}", or "{amount:card}" to count cards."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices that it locks, in order."""
        return ()

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The effects inside a composite one."""
        return ()

    def part_values(self, i: int, values: Locked) -> Locked:
        """The locked values of part i among the composite's own."""
        return values

    @property
    def deploys_home(self) -> bool:
        """Whether it or a part of it deploys into the Capital."""
        return self.home or any(part.deploys_home for part in self.parts)

    def why_unplayable(self, state: Bridgefront, seat: int) -> str:
        """Why a card with this effect cannot be played now, or "" (8.1)."""
        return ""

    def possible(self, now: Now, values: Locked) -> bool:
        """Whether every target is still legal (fizzle_scope = card asks it of all effects first). Cards that were named
        are there: they lie open in the hand.
        """
        if self.home and now.home() is None:
            return False
        before: Locked = ()
        for choice, value in zip(self.choices, values):
            empty = value is None or value == () or choice.names_cards
            if not empty and not now.allows(choice, value, before):
                return False
            before = (*before, value)
        return True

    @abstractmethod
    def resolve(self, now: Now, values: Locked) -> Outcome:
        """Does it."""

    def text(self) -> str:
        """The instruction as the card prints it."""
        fields = vars(self).items()
        return self.words.format(**{name: Amount(value) if type(value) is int else value for name, value in fields})


class Targeted(Effect):
    """Base of what has one target: where none was chosen nothing happens, one that is no longer legal is skipped."""

    @property
    @abstractmethod
    def choice(self) -> Choice:
        """The choice of the target."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        return (self.choice,)

    def resolve(self, now: Now, values: Locked) -> Outcome:
        if values[0] is None or values[0] == ():
            return None
        return now.allows(self.choice, values[0]) and self.affect(now, values[0])

    @abstractmethod
    def affect(self, now: Now, target: Any) -> bool:
        """Does it to the target; False if it came to nothing."""


class Instant(Effect):
    """Base of what has no choice and just happens."""

    def resolve(self, now: Now, values: Locked) -> Outcome:
        self.act(now)
        return True

    @abstractmethod
    def act(self, now: Now) -> None:
        """Does it."""


class Amount(int):
    """A number that is formatted with its noun.

    >>> f"{Amount(1):Force}, {Amount(3):Force}, {Amount(3)}"
    '1 Force, 3 Forces, 3'
    """

    def __format__(self, noun: str) -> str:
        return count(self, noun) if noun else str(self)
