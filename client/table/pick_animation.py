"""Tells the steps of a table made of places: the log says each event, cards fly, words float up."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from client.table import animation
from client.table.audits import audit_of
from client.table.flight import Flights, Table
from client.table.log import Story
from client.table.stage import Banner, Words
from client.table.view_model import ViewModel
from client.ui.easing import Step, call, wait
from client.ui.hexes import Point
from client.ui.richtext import plain
from client.ui.timeline import Timeline
from core.engine.game import Event, Game, State
from core.engine.text.words import capitalised

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Table)
F = TypeVar("F", bound=Flights[Any])

OVER = "The match is over: "
"""So the last event of each game begins."""


class PickReveal(animation.Reveal[S], Generic[S, B, F]):
    """Tells the steps of a game. Its own part says how events are staged and which cards fly."""

    game: ClassVar[Game]
    seconds: ClassVar[Mapping[type, float]]
    """How long an event stays to be seen."""
    at_least: ClassVar[float] = 0.05
    """The same for all others."""
    ends: ClassVar[type]
    """The event that ends the match."""
    seats_of: ClassVar[Callable[[Event], tuple[int, ...]]]
    """Whom an event concerns."""

    def __init__(
        self, timeline: Timeline, model: ViewModel, refresh: Callable[[], object], board: B, log: Story,
        banner: Banner, words: Words, air: F,
    ) -> None:  # fmt: skip
        super().__init__(timeline, model, refresh)
        self.board, self.log, self.banner, self.words, self.air = board, log, banner, words, air
        self.ended = ""
        """How the match has ended, in a sentence."""

    # What the game says -----------------------------------------------------------------------------------------------

    def told(self, event: Event) -> str:
        """The sentence of an event."""
        return self.game.tell(self.final or self.shown.state, event)

    def begin(self, event: Event) -> None:
        """The event is about to be told."""

    def stage(self, event: Event) -> None:
        """What lies over the table because of an event."""

    @abstractmethod
    def flights(self, event: Event) -> tuple[Step, ...]:
        """The cards that an event sends over the table."""

    # Telling ----------------------------------------------------------------------------------------------------------

    def change(self, event: Event, quick: bool = False) -> None:
        """The log tells it, and what lies over the table follows."""
        self.begin(event)
        words = self.shown.names.marked(self.told(event))
        self.log.tell(event, words, type(self).seats_of(event))
        audit = audit_of(self.game, self.shown.state, event)
        if audit is not None:
            self.shown.audits.append(audit)
        if isinstance(event, self.ends):
            self.ended = capitalised(plain(words).removeprefix(OVER))
        self.stage(event)
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            self.refresh()

    def show(self, state: S) -> None:
        """The table is drawn anew."""
        self.refresh()

    def clear_words(self) -> None:
        """No words float any more."""
        self.words.clear()

    def _clear_stage(self) -> None:
        self.banner.visible = False
        self.air.clear()

    def shots(self, event: Event) -> animation.Shots:
        """Cards fly, then it stays to be seen."""
        return self.flights(event), (self.rest(event),)

    def rest(self, event: Event) -> Step:
        """It stays to be seen."""
        return wait(self.seconds.get(type(event), self.at_least))

    def float(self, at: Point, text: str, color: str) -> Step:
        """Words rise from a point."""
        return call(lambda: self.words.say(text, color, *at, 0))
