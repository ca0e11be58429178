"""Tells steps event by event, whatever the game: a queue, and how one skips in it. Skipping changes nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Generic, NamedTuple, TypeVar

from client.table.stage import Banner
from client.table.view_model import ViewModel
from client.ui.easing import Step, call, fade, sequence, wait
from client.ui.timeline import Timeline
from core.engine.game import Event, State

S = TypeVar("S", bound=State)
Shots = tuple[Sequence[Step], Sequence[Step]]
"""What is seen before and after an event happens."""


@dataclass(frozen=True, slots=True)
class _Page(Generic[S]):
    """A step begins (then it has a state before) or ends (then something follows)."""

    after: S
    before: S | None = None
    then: Callable[[], object] | None = None


class _Told(NamedTuple, Generic[S]):
    """An event, and the table just after it."""

    event: Event
    table: S


class Reveal(ABC, Generic[S]):
    """Tells step after step, event by event. A game says what each event changes and how it is shown."""

    banner: Banner
    boundaries: tuple[type, ...] = ()
    """Where Space stops again."""

    def __init__(self, timeline: Timeline, shown: ViewModel, refresh: Callable[[], object]) -> None:
        self.timeline, self.shown, self.refresh = timeline, shown, refresh
        self.on_sound: Callable[[Event], object] | None = None
        """Hears each event that is shown, not those that are skipped."""
        self.final: S | None = None
        self._queue: deque[_Page[S] | _Told[S]] = deque()
        self._hurry = ""
        self._ahead = 0
        self._running = self._turning = False

    def show_banner(self, text: str, below: str = "", seconds: float = 0.9) -> tuple[Step, ...]:
        """Large words for a moment."""

        def begin() -> None:
            self.banner.text, self.banner.below = text, below
            self.banner.opacity, self.banner.visible = 0.0, True

        def end() -> None:
            self.banner.visible = False

        return (call(begin), fade(self.banner, "opacity", 1.0, 0.18, start=0.0), wait(seconds),
                fade(self.banner, "opacity", 0.0, 0.2), call(end))  # fmt: skip

    # What the game says -----------------------------------------------------------------------------------------------

    def prepared(self, table: S, after: S) -> S:
        """The table at a moment as it is shown; by `after` it may know what appears later in the step."""
        return table

    @abstractmethod
    def change(self, event: Event, quick: bool = False) -> None:
        """The event has happened: the table shows it."""

    @abstractmethod
    def shots(self, event: Event) -> Shots:
        """What is seen before and after the event happens."""

    @abstractmethod
    def show(self, state: S) -> None:
        """The table is drawn anew."""

    @abstractmethod
    def _clear_stage(self) -> None:
        """Nothing lies over the table any more."""

    @abstractmethod
    def clear_words(self) -> None:
        """No words float any more."""

    # Telling ----------------------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is still to be told."""
        return self._running or bool(self._queue)

    def tell(
        self,
        before: S,
        after: S,
        events: Sequence[Event],
        moments: Sequence[S],
        then: Callable[[], object],
        ahead: int = 0,
    ) -> None:
        """Tells a step after those that are waiting; `then` is called at its end. `moments` are the table after each
        event.

        With `ahead` so many events of the step only take their effect: they were told before.
        """
        self._ahead = ahead
        self._queue.append(_Page(after, before))
        self._queue.extend(map(_Told, events, moments))
        self._queue.append(_Page(after, None, then))
        if not self._running and not self._turning:
            self._go_on()

    def skip_one(self) -> None:
        """On to the next card, battle or phase."""
        self._skip("one")

    def skip_all(self) -> None:
        """To the end of everything that is waiting."""
        self._skip("all")

    def stop(self) -> None:
        """Forgets everything that waits, where it is; the story stays as far as it has come."""
        self._queue.clear()
        self._running, self._hurry, self._ahead = False, "", 0
        self.timeline.clear()
        self.clear_words()
        self._clear_stage()

    def _skip(self, how: str) -> None:
        if not self.busy:
            return
        self._hurry = how
        self.timeline.skip_one() if how == "one" else self.timeline.skip_all()
        if not self.busy:
            self._hurry = ""

    def _go_on(self) -> None:
        self._running = True
        while self._queue:
            item = self._queue.popleft()
            if isinstance(item, _Page):
                self._turn_page(item)
                continue
            if self._ahead:
                self._ahead -= 1
                self._happen(item, quick=True)
                if not self._ahead:
                    self.show(self.shown.state)
                continue
            if self._hurry == "one" and isinstance(item.event, self.boundaries):
                self._hurry = ""
                self.show(self.shown.state)
            if self._hurry or self.timeline.speed == inf:
                self._happen(item, quick=True)
                continue
            before, after = self.shots(item.event)
            steps = (*before, call(partial(self._happen, item)), *after, call(self._go_on))
            self.timeline.play(sequence(*steps), type(item.event).__name__)
            return
        self._running = False
        self._hurry = ""

    def _happen(self, told: _Told[S], quick: bool = False) -> None:
        assert self.final is not None
        self.shown.state = self.prepared(told.table, self.final)
        self.change(told.event, quick)

    def coming(self) -> list[Event]:
        """The events that wait to be told."""
        return [item.event for item in self._queue if isinstance(item, _Told)]

    def _turn_page(self, page: _Page[S]) -> None:
        if page.then is None:
            assert page.before is not None
            self.final = page.after
            self.shown.state = self.prepared(_unasked(page.before), page.after)
            self.shown.telling = True
            self.show(self.shown.state)
            return
        self.shown.state = page.after
        self.shown.telling = False
        self._clear_stage()
        self.show(page.after)
        self.refresh()
        self._running, self._turning = bool(self._queue), True
        page.then()  # it may tell the next step, which waits for the page to be turned
        self._running, self._turning = True, False


def _unasked(state: S) -> S:
    """The table while a step is told, in which nobody is asked anything."""
    table = state.clone()
    if hasattr(table, "asking"):
        table.asking = ()
    return table
