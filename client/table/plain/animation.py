"""The animation of any game.

It shows event after event in the game's own words, each for a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from client.table.animation import animation
from client.table.audits import audit_of
from client.table.log import StoryPanel
from client.table.view_model import ViewModel
from client.ui.easing import Step, wait
from client.ui.timeline import Timeline
from core.engine.game import Event, Game, State

EVENT_SECONDS, MAX_STEP_SECONDS = 0.8, 4.0
"""Seconds for one event, and the maximum seconds for a step with many events."""


class PlainAnimation(animation.StepAnimation[State]):
    """An animation in which the table changes with each event."""

    boundaries = (object,)

    def __init__(
        self,
        timeline: Timeline,
        model: ViewModel,
        refresh: Callable[[], object],
        game: Game,
        log: StoryPanel,
        say: Callable[[list[str]], object],
    ) -> None:
        super().__init__(timeline, model, refresh)
        self.game, self.log, self.say = game, log, say
        self._lines: list[str] = []
        self._seconds = EVENT_SECONDS

    def show(self, state: State) -> None:
        """Draw the table again at the beginning or end of a step."""
        self._lines = []
        self._seconds = EVENT_SECONDS
        self.refresh()

    def show_event(self, event: Event, quick: bool = False) -> None:
        """Append the event to the log."""
        names = self.shown.names
        sentence = self.game.narrate(self.final or self.shown.table, event)
        words = names.to_markup(sentence)
        self._lines.append(words)
        self.say(self._lines)
        self._seconds = max(0.1, min(self._seconds, MAX_STEP_SECONDS / (1 + len(self._queue))))
        audit = audit_of(self.game, self.shown.table, event)
        if audit is not None:
            self.shown.audits.append(audit)
        self.log.add_event(event, words, names.seats_in(sentence))
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            self.refresh()

    def event_steps(self, event: Event) -> tuple[Sequence[Step], Sequence[Step]]:
        """Return a pause to read the event."""
        return (), (wait(self._seconds),)

    def clear_words(self) -> None:
        """Do nothing, because no words float on this table."""

    def _clear_stage(self) -> None:
        """Do nothing, because the table has no overlays."""
