"""Animation of steps, event by event, for any game: a queue that can be skipped without side effects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Generic, NamedTuple, TypeVar

from client.table.animation.moment import Moment, MomentContent
from client.table.animation.stage import Banner
from client.table.view_model import ViewModel
from client.ui.easing import Step, call, fade, sequence, wait
from client.ui.timeline import Timeline
from core.engine.game import Event, State

S = TypeVar("S", bound=State)
EventSteps = tuple[Sequence[Step], Sequence[Step]]
"""Pair of step sequences of an animation: the steps before an event, and the steps after it."""


@dataclass(frozen=True, slots=True)
class _StepBoundary(Generic[S]):
    """Boundary of a step: its beginning, with the state before it, or its end, with a continuation."""

    after: S
    before: S | None = None
    then: Callable[[], object] | None = None


class _QueuedEvent(NamedTuple, Generic[S]):
    """Queued event, with the table just after it."""

    event: Event
    table: S


class StepAnimation(ABC, Generic[S]):
    """Animation of steps, one after the other and event by event.

    A game defines the change and the display of each event.
    """

    banner: Banner
    moment: Moment | None = None
    """The layer for moments that deserve the whole table."""
    boundaries: tuple[type, ...] = ()
    """Classes of events at which Space stops skipping."""

    def __init__(self, timeline: Timeline, shown: ViewModel, refresh: Callable[[], object]) -> None:
        self.timeline, self.shown, self.refresh = timeline, shown, refresh
        self.on_sound: Callable[[Event], object] | None = None
        """Callback that receives each event that is shown, but not the skipped ones."""
        self.final: S | None = None
        self.following: S | None = None
        """The table just after the event that is shown next, for the ways of its cards."""
        self._table: S | None = None
        self._queue: deque[_StepBoundary[S] | _QueuedEvent[S]] = deque()
        self._hurry = ""
        self._ahead = 0
        self._running = self._turning = False

    def show_banner(self, text: str, below: str = "", seconds: float = 0.9) -> tuple[Step, ...]:
        """Return the steps that show a banner with large words."""

        def begin() -> None:
            self.banner.text, self.banner.below = text, below
            self.banner.opacity, self.banner.visible = 0.0, True

        def end() -> None:
            self.banner.visible = False

        return (call(begin), fade(self.banner, "opacity", 1.0, 0.18, start=0.0), wait(seconds),
                fade(self.banner, "opacity", 0.0, 0.2), call(end))  # fmt: skip

    def show_moment(self, content: MomentContent) -> tuple[Step, ...]:
        """Return the step that shows a moment over the whole table, or a banner where the table has no layer for it."""
        if self.moment is None:
            return self.show_banner(content.title, content.words, content.seconds)
        return (self.moment.steps(content),)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def prepare_table(self, table: S, after: S) -> S:
        """Return the table to display at a moment.

        `after` is the state that reveals the cards which appear later in the step.
        """
        return table

    @abstractmethod
    def show_event(self, event: Event, quick: bool = False) -> None:
        """Show the table after the event."""

    @abstractmethod
    def event_steps(self, event: Event) -> EventSteps:
        """Return the animation steps before and after the event."""

    @abstractmethod
    def show(self, state: S) -> None:
        """Draw the table again."""

    @abstractmethod
    def _clear_stage(self) -> None:
        """Remove everything that the animation shows above the table."""

    @abstractmethod
    def clear_words(self) -> None:
        """Remove all floating words."""

    # Narration --------------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """True if the queue still contains events."""
        return self._running or bool(self._queue)

    def queue_step(
        self,
        before: S,
        after: S,
        events: Sequence[Event],
        moments: Sequence[S],
        then: Callable[[], object],
        ahead: int = 0,
    ) -> None:
        """Queue a step; `then` is called at its end, and `moments` are the tables after each event.

        The first `ahead` events of the step only take effect without animation, because they were shown before.
        """
        self._ahead = ahead
        self._queue.append(_StepBoundary(after, before))
        self._queue.extend(map(_QueuedEvent, events, moments))
        self._queue.append(_StepBoundary(after, None, then))
        if not self._running and not self._turning:
            self._play_next()

    def skip_one(self) -> None:
        """Skip to the next card, battle or phase."""
        self._skip("one")

    def skip_all(self) -> None:
        """Skip to the end of the queue."""
        self._skip("all")

    def stop(self) -> None:
        """Drop the queue at the current point; the log keeps the lines that it has."""
        self._queue.clear()
        self._running, self._hurry, self._ahead = False, "", 0
        self.timeline.clear()
        self.clear_words()
        self._clear_everything()

    def _clear_everything(self) -> None:
        if self.moment is not None:
            self.moment.close()
        self._clear_stage()

    def _skip(self, how: str) -> None:
        if not self.is_busy:
            return
        self._hurry = how
        self.timeline.skip_one() if how == "one" else self.timeline.skip_all()
        if not self.is_busy:
            self._hurry = ""

    def _play_next(self) -> None:
        self._running = True
        while self._queue:
            item = self._queue.popleft()
            if isinstance(item, _StepBoundary):
                self._turn_page(item)
                continue
            if self._ahead:
                self._ahead -= 1
                self._apply_event(item, quick=True)
                if not self._ahead:
                    self._show_again()
                continue
            if self._hurry == "one" and isinstance(item.event, self.boundaries):
                self._hurry = ""
                self._show_again()
            if self._hurry or self.timeline.speed == inf:
                self._apply_event(item, quick=True)
                continue
            self.following = item.table
            before, after = self.event_steps(item.event)
            steps = (*before, call(partial(self._apply_event, item)), *after, call(self._play_next))
            self.timeline.play(sequence(*steps), type(item.event).__name__)
            return
        self._running = False
        self._hurry = ""

    def _show_again(self) -> None:
        assert self._table is not None
        self.show(self._table)

    def _set_table(self, table: S) -> None:
        """Make this table the displayed one."""
        self.shown.state = self._table = table

    def _apply_event(self, told: _QueuedEvent[S], quick: bool = False) -> None:
        assert self.final is not None
        self._set_table(self.prepare_table(told.table, self.final))
        self.show_event(told.event, quick)

    def remaining_events(self) -> list[Event]:
        """Return the events that are still in the queue."""
        return [item.event for item in self._queue if isinstance(item, _QueuedEvent)]

    def _turn_page(self, page: _StepBoundary[S]) -> None:
        if page.then is None:
            assert page.before is not None
            self.final = page.after
            self._set_table(self.prepare_table(_without_questions(page.before), page.after))
            self.shown.telling = True
            self._show_again()
            return
        self._set_table(page.after)
        self.shown.telling = False
        self._clear_everything()
        self.show(page.after)
        self.refresh()
        self._running, self._turning = bool(self._queue), True
        page.then()  # it may narrate the next step, which waits for the page to turn
        self._running, self._turning = True, False


def _without_questions(state: S) -> S:
    """Return a copy of the table in which no seat is asked, for use during a step."""
    table = state.clone()
    if hasattr(table, "asking"):
        table.asking = ()
    return table
