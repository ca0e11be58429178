"""Tells the steps of any game: event after event in the game's own words, each for a moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from client.table import animation
from client.table.audits import audit_of
from client.table.log import Story
from client.table.view_model import ViewModel
from client.ui.easing import Step, wait
from client.ui.timeline import Timeline
from core.engine.game import Event, Game

SECONDS, LONGEST = 0.8, 4.0
"""How long an event stays, and how long a step with many takes at most."""


class Reveal(animation.Reveal[Any]):
    """The table follows event by event."""

    boundaries = (object,)

    def __init__(
        self,
        timeline: Timeline,
        model: ViewModel,
        refresh: Callable[[], object],
        game: Game,
        log: Story,
        say: Callable[[list[str]], object],
    ) -> None:
        super().__init__(timeline, model, refresh)
        self.game, self.log, self.say = game, log, say
        self._lines: list[str] = []
        self._seconds = SECONDS

    def show(self, state: Any) -> None:
        """The table is drawn anew; a step begins, or has been told."""
        self._lines = []
        self._seconds = SECONDS
        self.refresh()

    def change(self, event: Event, quick: bool = False) -> None:
        """The log tells it."""
        names = self.shown.names
        sentence = self.game.tell(self.final, event)
        words = names.marked(sentence)
        self._lines.append(words)
        self.say(self._lines)
        self._seconds = max(0.1, min(self._seconds, LONGEST / (1 + len(self._queue))))
        audit = audit_of(self.game, self.shown.state, event)
        if audit is not None:
            self.shown.audits.append(audit)
        self.log.tell(event, words, names.seats_in(sentence))
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            self.refresh()

    def shots(self, event: Event) -> tuple[Sequence[Step], Sequence[Step]]:
        """A moment to read it."""
        return (), (wait(self._seconds),)

    def clear_words(self) -> None:
        """No words float here."""

    def _clear_stage(self) -> None:
        """Nothing lies over the table."""
