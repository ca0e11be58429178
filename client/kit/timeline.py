"""What moves, when: steps that are put together and played by a timeline. It has no clock; `advance(dt)` drives it.

    timeline.play(
        sequence(
            parallel(tween(card, "x", 640, 0.3), tween(card, "y", 300, 0.3, ease=out_back)),
            call(sounds.flip),
            wait(0.4),
            fade(card, "alpha", 0, 0.2),
        ),
        label="Quick March",
    )

Because every value is a function of the time, the timeline can be sped up, paused, skipped and sought to any moment.
With reduced motion tweens take no time and fades stay short.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import cos, inf, pi, sin
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


@dataclass(slots=True, eq=False)
class _Span:
    """A leaf at its place in time: 0 to come, 1 running, 2 over."""

    start: float
    end: float
    order: int
    leaf: Leaf
    state: int = 0

    def __lt__(self, other: _Span) -> bool:
        return (self.start, self.order) < (other.start, other.order)


@dataclass(slots=True, eq=False)
class Clip:
    """One thing that was given to `play`: what Space skips."""

    label: str
    start: float
    end: float
    queued: bool


@dataclass(slots=True, eq=False)
class Timeline:
    """Plays steps, each `play` after the one before. Drive it with `advance`."""

    speed: float = 1.0
    paused: bool = False
    reduced: bool = False
    keep: bool = False
    """Remember what is over, so that one can seek back to it (replays)."""
    now: float = 0.0
    skipping: bool = False
    """True while it skips: a call may then spare its sound."""
    clips: list[Clip] = field(default_factory=list)
    _spans: list[_Span] = field(default_factory=list)
    _over: int = 0
    """So many spans at the beginning are over."""
    _order: int = 0

    @property
    def end(self) -> float:
        """When everything will be over."""
        return max((clip.end for clip in self.clips), default=self.now)

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        spans = self._spans
        while self._over < len(spans) and spans[self._over].state == 2:
            self._over += 1
        return self._over < len(spans)

    @property
    def current(self) -> Clip | None:
        """What is playing: the first queued clip that is not over."""
        return next((clip for clip in self.clips if clip.queued and clip.end > self.now), None)

    def play(self, step: Step, label: str = "") -> Clip:
        """Play this after everything that is queued."""
        start = max((clip.end for clip in self.clips if clip.queued), default=self.now)
        return self._add(step, label, max(start, self.now), True)

    def alongside(self, step: Step, label: str = "") -> Clip:
        """Play this now, whatever else plays, and let nothing wait for it."""
        return self._add(step, label, self.now, False)

    def advance(self, dt: float) -> bool:
        """Let time pass; true if anything may have moved."""
        if self.paused or not self.busy:
            return False
        if self.speed == inf:
            self.skip_all()
        else:
            self._forward(self.now + dt * self.speed, True)
        self._forget()
        return True

    def pause(self) -> None:
        """Stop here; does nothing while it skips. Good in a `call`."""
        if not self.skipping:
            self.paused = True

    def resume(self) -> None:
        """Go on."""
        self.paused = False

    def skip_one(self) -> None:
        """To the end of what plays now."""
        clip = self.current
        self._skip(clip.end if clip is not None else self.end)

    def skip_all(self) -> None:
        """To the end of everything, also of what is added by the calls on the way."""
        for _ in range(10_000):
            if not self.busy:
                return
            self._skip(self.end)
        raise RuntimeError("the timeline never ends: a call keeps adding to it")

    def seek(self, at: float) -> None:
        """To any moment, forwards or back; back only as far as it remembers (`keep`)."""
        self.skipping = True
        try:
            if at >= self.now:
                self._forward(at, False)
            else:
                self._back(max(0.0, at))
        finally:
            self.skipping = False

    def clear(self) -> None:
        """Forget everything, finished or not; nothing is shown or called any more."""
        self.clips.clear()
        self._spans.clear()
        self._over = 0

    def _add(self, step: Step, label: str, start: float, queued: bool) -> Clip:
        spread = list(step.spread(start, self.reduced))
        # Times that are added one by one may be rounded up beyond their sum; a clip is over when all of it is.
        end = max((end for _, end, _ in spread), default=start)
        clip = Clip(label, start, max(end, start + step.length(self.reduced)), queued)
        self.clips.append(clip)
        for begin, end, leaf in spread:
            self._order += 1
            insort(self._spans, _Span(begin, end, self._order, leaf), lo=self._over)
        return clip

    def _skip(self, at: float) -> None:
        self.seek(at)
        self._forget()

    def _forward(self, at: float, may_pause: bool) -> None:
        """Calls happen in the order of time, and each sees the tweens as they are at its moment."""
        while (due := self._next_call(at)) is not None:
            self._tweens(due.start, due)
            self.now = due.start
            due.state = 2
            due.leaf.begin()
            if may_pause and self.paused:
                return
        self._tweens(at, None)
        self.now = at

    def _next_call(self, at: float) -> _Span | None:
        for i in range(self._over if self.busy else len(self._spans), len(self._spans)):
            span = self._spans[i]
            if span.start > at:
                return None
            if span.state == 0 and isinstance(span.leaf, Call):
                return span
        return None

    def _tweens(self, at: float, before: _Span | None) -> None:
        """Show everything but calls as at this moment; of what begins just now only what comes before that call."""
        for span in self._spans[self._over :]:
            if span.start > at or (before is not None and not span < before):
                return
            if span.state == 2 or isinstance(span.leaf, Call):
                continue
            if span.state == 0:
                span.leaf.begin()
            over = span.end <= at
            span.state = 2 if over else 1
            span.leaf.show(1.0 if over else (at - span.start) / (span.end - span.start))

    def _back(self, at: float) -> None:
        self._over = 0
        for span in reversed(self._spans):
            if span.state and span.start > at:
                span.leaf.cancel()
                span.state = 0
            elif span.state and span.end > at:
                span.leaf.show((at - span.start) / (span.end - span.start))
                span.state = 1
        self.now = at

    def _forget(self) -> None:
        if not self.keep:
            self._spans = [span for span in self._spans if span.state != 2]
            self._over = 0
            self.clips = [clip for clip in self.clips if clip.end > self.now]
