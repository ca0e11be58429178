"""Timeline of composed animation steps.

It has no clock; `advance(dt)` drives it.

    timeline.play(
        sequence(
            parallel(tween(card, "x", 640, 0.3), tween(card, "y", 300, 0.3, ease=out_back)),
            call(sounds.flip),
            wait(0.4),
            fade(card, "alpha", 0, 0.2),
        ),
        label="Quick March",
    )

Every value is a function of the time. The timeline can therefore change speed, pause, skip, and seek to any moment.
With reduced motion tweens take no time and fades stay short.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass, field
from math import inf

from client.ui.easing import Call, LeafStep, Step


@dataclass(slots=True, eq=False)
class _ScheduledLeaf:
    """A leaf at its place in time; its state is 0 (to come), 1 (running) or 2 (over)."""

    start: float
    end: float
    order: int
    leaf: LeafStep
    state: int = 0

    def __lt__(self, other: _ScheduledLeaf) -> bool:
        return (self.start, self.order) < (other.start, other.order)


@dataclass(slots=True, eq=False)
class Clip:
    """One step that was given to `play`; Space skips one such step."""

    label: str
    start: float
    end: float
    queued: bool


@dataclass(slots=True, eq=False)
class Timeline:
    """A player of animation steps.

    Each step given to `play` begins after the one before it. `advance` drives the timeline.
    """

    speed: float = 1.0
    paused: bool = False
    reduced_motion: bool = False
    keeps_history: bool = False
    """True if finished steps are remembered, so that a replay can seek back to them."""
    now: float = 0.0
    is_skipping: bool = False
    """True while the timeline skips, so that a call can omit its sound."""
    clips: list[Clip] = field(default_factory=list)
    _spans: list[_ScheduledLeaf] = field(default_factory=list)
    _finished_count: int = 0
    """The number of spans at the beginning of the list that are over."""
    _order: int = 0

    @property
    def end(self) -> float:
        """The time at which everything will be over."""
        return max((clip.end for clip in self.clips), default=self.now)

    @property
    def is_busy(self) -> bool:
        """True if a step is still to come."""
        spans = self._spans
        while self._finished_count < len(spans) and spans[self._finished_count].state == 2:
            self._finished_count += 1
        return self._finished_count < len(spans)

    @property
    def current(self) -> Clip | None:
        """The clip that is playing, or None.

        It is the first queued clip that is not over.
        """
        return next((clip for clip in self.clips if clip.queued and clip.end > self.now), None)

    def play(self, step: Step, label: str = "") -> Clip:
        """Play a step after everything that is queued."""
        start = max((clip.end for clip in self.clips if clip.queued), default=self.now)
        return self._add(step, label, max(start, self.now), True)

    def play_alongside(self, step: Step, label: str = "") -> Clip:
        """Play a step now, together with everything else; no later step waits for it."""
        return self._add(step, label, self.now, False)

    def advance(self, dt: float) -> bool:
        """Advance the time; return True if anything may have changed."""
        if self.paused or not self.is_busy:
            return False
        if self.speed == inf:
            self.skip_all()
        else:
            self._advance_to(self.now + dt * self.speed, True)
        self._drop_finished()
        return True

    def pause(self) -> None:
        """Pause, unless the timeline is skipping; this is useful in a `call`."""
        if not self.is_skipping:
            self.paused = True

    def resume(self) -> None:
        """Resume after a pause."""
        self.paused = False

    def skip_one(self) -> None:
        """Skip to the end of the playing clip."""
        clip = self.current
        self._skip_to(clip.end if clip is not None else self.end)

    def skip_all(self) -> None:
        """Skip to the end of all steps, including those that calls add on the way."""
        for _ in range(10_000):
            if not self.is_busy:
                return
            self._skip_to(self.end)
        raise RuntimeError("the timeline never ends: a call keeps adding to it")

    def seek(self, at: float) -> None:
        """Seek to any moment, forwards or back.

        Back is possible only as far as steps are remembered (`keep`).
        """
        self.is_skipping = True
        try:
            if at >= self.now:
                self._advance_to(at, False)
            else:
                self._rewind_to(max(0.0, at))
        finally:
            self.is_skipping = False

    def clear(self) -> None:
        """Remove all steps, finished or not, so that nothing more is shown or called."""
        self.clips.clear()
        self._spans.clear()
        self._finished_count = 0

    def _add(self, step: Step, label: str, start: float, queued: bool) -> Clip:
        spread = list(step.schedule(start, self.reduced_motion))
        # Sums of added times may be rounded up; a clip is over when all of it is.
        end = max((end for _, end, _ in spread), default=start)
        clip = Clip(label, start, max(end, start + step.duration(self.reduced_motion)), queued)
        self.clips.append(clip)
        for begin, end, leaf in spread:
            self._order += 1
            insort(self._spans, _ScheduledLeaf(begin, end, self._order, leaf), lo=self._finished_count)
        return clip

    def _skip_to(self, at: float) -> None:
        self.seek(at)
        self._drop_finished()

    def _advance_to(self, at: float, may_pause: bool) -> None:
        """Advance to a time.

        Calls run in the order of time, and each call sees the tweens as they are at its moment.
        """
        while (due := self._next_call(at)) is not None:
            self._show_tweens(due.start, due)
            self.now = due.start
            due.state = 2
            due.leaf.begin()
            if may_pause and self.paused:
                return
        self._show_tweens(at, None)
        self.now = at

    def _next_call(self, at: float) -> _ScheduledLeaf | None:
        for i in range(self._finished_count if self.is_busy else len(self._spans), len(self._spans)):
            span = self._spans[i]
            if span.start > at:
                return None
            if span.state == 0 and isinstance(span.leaf, Call):
                return span
        return None

    def _show_tweens(self, at: float, before: _ScheduledLeaf | None) -> None:
        """Show everything except calls as it is at this moment.

        Of the spans that begin exactly then, show only those before the given call.
        """
        for span in self._spans[self._finished_count :]:
            if span.start > at or (before is not None and not span < before):
                return
            if span.state == 2 or isinstance(span.leaf, Call):
                continue
            if span.state == 0:
                span.leaf.begin()
            over = span.end <= at
            span.state = 2 if over else 1
            span.leaf.show(1.0 if over else (at - span.start) / (span.end - span.start))

    def _rewind_to(self, at: float) -> None:
        self._finished_count = 0
        for span in reversed(self._spans):
            if span.state and span.start > at:
                span.leaf.cancel()
                span.state = 0
            elif span.state and span.end > at:
                span.leaf.show((at - span.start) / (span.end - span.start))
                span.state = 1
        self.now = at

    def _drop_finished(self) -> None:
        if not self.keeps_history:
            self._spans = [span for span in self._spans if span.state != 2]
            self._finished_count = 0
            self.clips = [clip for clip in self.clips if clip.end > self.now]
