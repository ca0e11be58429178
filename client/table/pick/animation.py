"""The animation of a table made of places.

The log names each event, cards fly, and words float up.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, Generic, TypeVar

from client.table.animation import animation
from client.table.animation.flight import Flights, FlightTable
from client.table.animation.stage import Banner, FloatingTextLayer
from client.table.audits import audit_of
from client.table.log import StoryPanel
from client.table.view_model import ViewModel
from client.ui.easing import Step, call, wait
from client.ui.hexes import Point
from client.ui.richtext import plain_text
from client.ui.timeline import Timeline
from core.engine.game import Event, Game, State
from core.engine.text.words import capitalise

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=FlightTable)
F = TypeVar("F", bound=Flights[FlightTable])

END_PREFIX = "The match is over: "
"""The words with which the sentence of the last event begins in each game."""


class PickAnimation(animation.StepAnimation[S], Generic[S, B, F]):
    """The animation of a game's steps.

    The game stages its events and moves its cards.
    """

    game: Game
    seconds: ClassVar[Mapping[type, float]]
    """Seconds for which an event stays visible, by type of event."""
    default_seconds: ClassVar[float] = 0.05
    """Seconds for which any other event stays visible."""
    ends: ClassVar[type]
    """The type of the event that ends the match."""

    def __init__(
        self, timeline: Timeline, model: ViewModel, refresh: Callable[[], object], board: B, log: StoryPanel,
        banner: Banner, words: FloatingTextLayer, air: F,
    ) -> None:  # fmt: skip
        super().__init__(timeline, model, refresh)
        self.board, self.log, self.banner, self.words, self.air = board, log, banner, words, air
        self.ended = ""
        """The sentence that describes the result of the match."""

    # Hooks for games --------------------------------------------------------------------------------------------------

    def describe_event(self, event: Event) -> str:
        """Return the sentence that describes an event."""
        return self.game.narrate(self.final or self.shown.table, event)

    def add_links(self, event: Event, words: str) -> str:
        """Return the sentence of an event with the links of the game; `words` is rich text with the seats' names."""
        return words

    def prepare_event(self, event: Event) -> None:
        """Prepare the table before an event is shown."""

    def show_overlays(self, event: Event) -> None:
        """Put the overlays of an event on the table."""

    @abstractmethod
    def flights(self, event: Event) -> tuple[Step, ...]:
        """Return the flights of the cards that an event moves."""

    # Narration --------------------------------------------------------------------------------------------------------

    def show_event(self, event: Event, quick: bool = False) -> None:
        """Append the event to the log, and update the overlays of the table."""
        self.prepare_event(event)
        words = self.add_links(event, self.shown.names.to_markup(self.describe_event(event)))
        self.log.add_event(event, words, self.log.spec.seats_of(event))
        audit = audit_of(self.game, self.shown.table, event)
        if audit is not None:
            self.shown.audits.append(audit)
        if isinstance(event, self.ends):
            self.ended = capitalise(plain_text(words).removeprefix(END_PREFIX))
        self.show_overlays(event)
        if not quick:
            if self.on_sound is not None:
                self.on_sound(event)
            self.refresh()

    def show(self, state: S) -> None:
        """Draw the table again."""
        self.refresh()

    def clear_words(self) -> None:
        """Remove all floating words."""
        self.words.remove(*self.words.children)

    def _clear_stage(self) -> None:
        self.banner.visible = False
        self.air.clear()

    def event_steps(self, event: Event) -> animation.EventSteps:
        """Return the flights of the cards, then a pause."""
        return self.flights(event), (self.pause_after(event),)

    def pause_after(self, event: Event) -> Step:
        """Return the pause after an event."""
        return wait(self.seconds.get(type(event), self.default_seconds))

    def float_text(self, at: Point, text: str, color: str) -> Step:
        """Return a step in which words rise from a point."""
        return call(lambda: self.words.float_text(text, color, *at, 0))
