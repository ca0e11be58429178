"""What a timeline plays: eases, and steps that are put together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

Ease = Callable[[float], float]


Value = float | tuple[float, ...]


REDUCED_FADE = 0.12
"""The longest fade with reduced motion."""


def linear(t: float) -> float:
    """Evenly."""
    return t


def in_quad(t: float) -> float:
    """Slow at the start."""
    return t * t


def out_quad(t: float) -> float:
    """Slow at the end."""
    return t * (2 - t)


def out_cubic(t: float) -> float:
    """Quick at first, long slow end."""
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    """Slow at both ends."""
    return t * t * (3 - 2 * t)


def out_back(t: float) -> float:
    """A little too far and back."""
    return 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2


def out_bounce(t: float) -> float:
    """Falls and bounces."""
    for edge, shift, lift in ((1 / 2.75, 0.0, 0.0), (2 / 2.75, 1.5, 0.75), (2.5 / 2.75, 2.25, 0.9375)):
        if t < edge:
            return 7.5625 * (t - shift / 2.75) ** 2 + lift
    return 7.5625 * (t - 2.625 / 2.75) ** 2 + 0.984375


def out_elastic(t: float) -> float:
    """Overshoots and swings out."""
    return t if t in (0, 1) else 2 ** (-10 * t) * sin((t * 10 - 0.75) * 2 * pi / 3) + 1


def swing(t: float) -> float:
    """Away and back again: 0, 1, 0."""
    return (1 - cos(2 * pi * t)) / 2


class Step(ABC):
    """Something that takes `length` seconds; with reduced motion perhaps fewer."""

    @abstractmethod
    def length(self, reduced: bool) -> float:
        """How many seconds it takes."""

    @abstractmethod
    def spread(self, at: float, reduced: bool) -> Iterator[tuple[float, float, Leaf]]:
        """The leaves with their begin and end, if it starts at this time."""


class Leaf(Step):
    """A step with no steps inside."""

    def spread(self, at: float, reduced: bool) -> Iterator[tuple[float, float, Leaf]]:
        """Itself."""
        yield at, at + self.length(reduced), self

    def begin(self) -> None:
        """Its time has come."""

    def show(self, fraction: float) -> None:
        """Be as far as this, 0..1."""

    def cancel(self) -> None:
        """Time has gone back before the beginning."""


@dataclass(slots=True, eq=False)
class Tween(Leaf):
    """Changes one value; where it starts is read at its beginning if not given."""

    put: Callable[[Any], None]
    read: Callable[[], Any] | None
    to: Value
    seconds: float
    ease: Ease
    start: Value | None
    fading: bool = False
    _from: Value = 0.0
    _before: Any = None

    def length(self, reduced: bool) -> float:
        """Nothing with reduced motion, unless it fades."""
        if not reduced:
            return self.seconds
        return min(self.seconds, REDUCED_FADE) if self.fading else 0.0

    def begin(self) -> None:
        """Read where it starts."""
        self._before = self.read() if self.read is not None else self.start
        self._from = self.start if self.start is not None else self._before

    def show(self, fraction: float) -> None:
        """Set the value."""
        k = self.ease(fraction)
        if isinstance(self.to, tuple):
            assert isinstance(self._from, tuple)
            self.put(tuple(a + (b - a) * k for a, b in zip(self._from, self.to, strict=True)))
        else:
            assert not isinstance(self._from, tuple)
            self.put(self._from + (self.to - self._from) * k)

    def cancel(self) -> None:
        """Put back what was there."""
        if self._before is not None:
            self.put(self._before)


@dataclass(slots=True, eq=False)
class Wait(Leaf):
    """Nothing, for a while: also with reduced motion, it is time to read."""

    seconds: float

    def length(self, reduced: bool) -> float:
        """The same always."""
        return self.seconds


@dataclass(slots=True, eq=False)
class Call(Leaf):
    """Does something at one moment; `undo` takes it back when the time runs back over it."""

    do: Callable[[], object]
    undo: Callable[[], object] | None = None

    def length(self, reduced: bool) -> float:
        """No time."""
        return 0.0

    def begin(self) -> None:
        """Do it."""
        self.do()

    def cancel(self) -> None:
        """Take it back."""
        if self.undo is not None:
            self.undo()


@dataclass(slots=True, eq=False)
class Sequence(Step):
    """One after another."""

    steps: tuple[Step, ...]

    def length(self, reduced: bool) -> float:
        """All together."""
        return sum(step.length(reduced) for step in self.steps)

    def spread(self, at: float, reduced: bool) -> Iterator[tuple[float, float, Leaf]]:
        """Each where the one before ends."""
        for step in self.steps:
            yield from step.spread(at, reduced)
            at += step.length(reduced)


@dataclass(slots=True, eq=False)
class Parallel(Step):
    """All at once, or each `gap` seconds after the one before."""

    steps: tuple[Step, ...]
    gap: float = 0.0

    def length(self, reduced: bool) -> float:
        """As long as the last."""
        gap = 0.0 if reduced else self.gap
        return max((i * gap + step.length(reduced) for i, step in enumerate(self.steps)), default=0.0)

    def spread(self, at: float, reduced: bool) -> Iterator[tuple[float, float, Leaf]]:
        """Each at its own time."""
        gap = 0.0 if reduced else self.gap
        for i, step in enumerate(self.steps):
            yield from step.spread(at + i * gap, reduced)


def tween(
    target: object, name: str, to: Value, seconds: float, ease: Ease = out_quad, start: Value | None = None
) -> Tween:
    """Move an attribute to a value: a number or a tuple of numbers."""
    return Tween(lambda v: setattr(target, name, v), lambda: getattr(target, name), to, seconds, ease, start)


def fade(
    target: object, name: str, to: Value, seconds: float, ease: Ease = linear, start: Value | None = None
) -> Tween:
    """A tween that reduced motion keeps: opacity and colour, never a place."""
    return Tween(lambda v: setattr(target, name, v), lambda: getattr(target, name), to, seconds, ease, start, True)


def glide(put: Callable[[Any], None], start: Value, to: Value, seconds: float, ease: Ease = out_quad) -> Tween:
    """Like tween, for what is set by a function."""
    return Tween(put, None, to, seconds, ease, start)


def wait(seconds: float) -> Wait:
    """Let time pass."""
    return Wait(seconds)


def call(do: Callable[[], object], undo: Callable[[], object] | None = None) -> Call:
    """Do something when its time comes."""
    return Call(do, undo)


def sequence(*steps: Step) -> Sequence:
    """One after another."""
    return Sequence(steps)


def parallel(*steps: Step, gap: float = 0.0) -> Parallel:
    """All at once; with `gap`, each a little later than the one before."""
    return Parallel(steps, gap)
