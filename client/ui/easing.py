"""The steps of a timeline: easing functions, tweens and their combinations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Generic, TypeVar

Ease = Callable[[float], float]


V = TypeVar("V", float, tuple[float, ...])


REDUCED_FADE = 0.12
"""Seconds that a fade lasts at most if reduced motion is set."""


def linear(t: float) -> float:
    """Ease evenly."""
    return t


def in_quad(t: float) -> float:
    """Ease slowly at the start."""
    return t * t


def out_quad(t: float) -> float:
    """Ease slowly at the end."""
    return t * (2 - t)


def out_cubic(t: float) -> float:
    """Ease quickly at first, with a long slow end."""
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    """Ease slowly at both ends."""
    return t * t * (3 - 2 * t)


def out_back(t: float) -> float:
    """Ease a little too far, then back."""
    return 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2


def out_bounce(t: float) -> float:
    """Ease by falling and bouncing."""
    for edge, shift, lift in ((1 / 2.75, 0.0, 0.0), (2 / 2.75, 1.5, 0.75), (2.5 / 2.75, 2.25, 0.9375)):
        if t < edge:
            return 7.5625 * (t - shift / 2.75) ** 2 + lift
    return 7.5625 * (t - 2.625 / 2.75) ** 2 + 0.984375


def out_elastic(t: float) -> float:
    """Ease by overshooting, then swinging to rest."""
    return t if t in (0, 1) else 2 ** (-10 * t) * sin((t * 10 - 0.75) * 2 * pi / 3) + 1


def swing(t: float) -> float:
    """Ease away and back again, from 0 to 1 to 0."""
    return (1 - cos(2 * pi * t)) / 2


class Step(ABC):
    """A step of an animation, which takes `length` seconds, or possibly fewer with reduced motion."""

    @abstractmethod
    def duration(self, reduced: bool) -> float:
        """Return the length of the step in seconds."""

    @abstractmethod
    def schedule(self, at: float, reduced: bool) -> Iterator[tuple[float, float, LeafStep]]:
        """Yield the leaves of the step, each with its beginning and its end.

        The step begins at time `at`.
        """


class LeafStep(Step):
    """A step that contains no other steps."""

    def schedule(self, at: float, reduced: bool) -> Iterator[tuple[float, float, LeafStep]]:
        """Yield the step itself, with its beginning and its end."""
        yield at, at + self.duration(reduced), self

    def begin(self) -> None:
        """Begin the step."""

    def show(self, fraction: float) -> None:
        """Show the step at this fraction of its length, from 0 to 1."""

    def cancel(self) -> None:
        """Undo the step, because time has gone back to before its beginning."""


@dataclass(slots=True, eq=False)
class Tween(LeafStep, Generic[V]):
    """A step that changes one value.

    If no start value is given, the step reads it at its beginning.
    """

    setter: Callable[[V], None]
    getter: Callable[[], V] | None
    to: V
    seconds: float
    ease: Ease
    start: V | None
    is_fade: bool = False
    _from: V | None = None
    _before: V | None = None

    def duration(self, reduced: bool) -> float:
        """Return the length in seconds; with reduced motion it is 0, unless the tween is a fade."""
        if not reduced:
            return self.seconds
        return min(self.seconds, REDUCED_FADE) if self.is_fade else 0.0

    def begin(self) -> None:
        """Read the start value."""
        self._before = self.getter() if self.getter is not None else self.start
        self._from = self.start if self.start is not None else self._before

    def show(self, fraction: float) -> None:
        """Set the value."""
        k = self.ease(fraction)
        if isinstance(self.to, tuple):
            assert self._from is not None
            self.setter(tuple(a + (b - a) * k for a, b in zip(self._from, self.to, strict=True)))
        else:
            assert self._from is not None
            self.setter(self._from + (self.to - self._from) * k)

    def cancel(self) -> None:
        """Restore the previous value."""
        if self._before is not None:
            self.setter(self._before)


@dataclass(slots=True, eq=False)
class Wait(LeafStep):
    """A pause, kept with reduced motion too because it is time to read."""

    seconds: float

    def duration(self, reduced: bool) -> float:
        """Return the length, which is the same with reduced motion."""
        return self.seconds


@dataclass(slots=True, eq=False)
class Call(LeafStep):
    """A function call at one moment; `undo` reverts the call when time runs back over it."""

    do: Callable[[], object]
    undo: Callable[[], object] | None = None

    def duration(self, reduced: bool) -> float:
        """Return 0, because a call takes no time."""
        return 0.0

    def begin(self) -> None:
        """Call the function."""
        self.do()

    def cancel(self) -> None:
        """Call the undo function."""
        if self.undo is not None:
            self.undo()


@dataclass(slots=True, eq=False)
class Sequence(Step):
    """A step made of steps that run one after another."""

    steps: tuple[Step, ...]

    def duration(self, reduced: bool) -> float:
        """Return the sum of the lengths."""
        return sum(step.duration(reduced) for step in self.steps)

    def schedule(self, at: float, reduced: bool) -> Iterator[tuple[float, float, LeafStep]]:
        """Yield the leaves of each step, which begins when the previous step ends."""
        for step in self.steps:
            yield from step.schedule(at, reduced)
            at += step.duration(reduced)


@dataclass(slots=True, eq=False)
class Parallel(Step):
    """A step made of steps that run at the same time.

    With `gap`, each step begins `gap` seconds after the previous one.
    """

    steps: tuple[Step, ...]
    gap: float = 0.0

    def duration(self, reduced: bool) -> float:
        """Return the length in seconds, which lasts until the last step ends."""
        gap = 0.0 if reduced else self.gap
        return max((i * gap + step.duration(reduced) for i, step in enumerate(self.steps)), default=0.0)

    def schedule(self, at: float, reduced: bool) -> Iterator[tuple[float, float, LeafStep]]:
        """Yield the leaves of each step, from that step's own beginning."""
        gap = 0.0 if reduced else self.gap
        for i, step in enumerate(self.steps):
            yield from step.schedule(at + i * gap, reduced)


def tween(target: object, name: str, to: V, seconds: float, ease: Ease = out_quad, start: V | None = None) -> Tween[V]:
    """Return a step that changes an attribute to a value, which is a number or a tuple of numbers."""
    return Tween(lambda v: setattr(target, name, v), lambda: getattr(target, name), to, seconds, ease, start)


def fade(target: object, name: str, to: V, seconds: float, ease: Ease = linear, start: V | None = None) -> Tween[V]:
    """Return a tween that reduced motion keeps.

    Use it for opacity and colour, never for a place.
    """
    return Tween(lambda v: setattr(target, name, v), lambda: getattr(target, name), to, seconds, ease, start, True)


def tween_value(setter: Callable[[V], None], start: V, to: V, seconds: float, ease: Ease = out_quad) -> Tween[V]:
    """Return a tween of a value that a function sets."""
    return Tween(setter, None, to, seconds, ease, start)


def wait(seconds: float) -> Wait:
    """Return a step that lets time pass."""
    return Wait(seconds)


def call(do: Callable[[], object], undo: Callable[[], object] | None = None) -> Call:
    """Return a step that calls a function at its time."""
    return Call(do, undo)


def sequence(*steps: Step) -> Sequence:
    """Return a step that runs the given steps one after another."""
    return Sequence(steps)


def parallel(*steps: Step, gap: float = 0.0) -> Parallel:
    """Return a step that runs the given steps at the same time.

    With `gap`, each begins a little later than the previous one.
    """
    return Parallel(steps, gap)
