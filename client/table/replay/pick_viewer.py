"""The replay viewer for games of places and cards.

It shows the table and the animations of the live match, with the hands below them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Protocol, runtime_checkable

from client.table.hand import Hand
from client.table.pick.place import Place
from client.table.pick.scene import PickScene
from client.table.replay import timeline
from client.table.replay.open_hands import OpenHands
from client.table.replay.viewer import ReplayLog, ReplayViewer
from client.table.view_model import ViewModel
from client.ui.richtext import plain
from client.ui.widget import Widget
from core.engine.game import Event, Game, Standing, State


@runtime_checkable
class HasSeat(Protocol):
    """A thing on the table that belongs to a seat."""

    seat: int


@runtime_checkable
class TurnOfSeat(Protocol):
    """An event that begins a turn of a seat."""

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""

    @property
    def turn(self) -> int:
        """The number of the turn."""


class PickTimeline(timeline.ReplayTimeline):
    """The timeline of a replay of such a game, with its log in the words of the game."""

    game: ClassVar[Game]
    seats_of: ClassVar[Callable[[Event], tuple[int, ...]]]
    """A function that returns the seats that an event concerns."""

    begins: ClassVar[type]
    """The type of the event that begins a chapter.

    The event has a seat and a turn, unless the game overrides `chapter_words`.
    """
    signs: ClassVar[Mapping[type, str]] = {}
    """The icons on the bar for other events, by type of event."""

    def chapter_words(self, event: Event) -> str:
        """Return the words for the chapter that an event begins."""
        assert isinstance(event, TurnOfSeat)
        return f"{self.names.who(event.seat)}, turn {event.turn}"

    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """Return the kind and the words of the mark at an event."""
        if isinstance(event, self.begins):
            return self.chapter, self.chapter_words(event)
        kind = self.signs.get(type(event), "")
        return kind, plain(words) if kind else ""

    def words(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with the seats in their colours."""
        return self.names.marked(self.game.tell(after, event))

    def about(self, table: State | None, event: Event) -> tuple[int, ...]:
        """Return the seats that the event concerns."""
        return type(self).seats_of(event)


class PickViewer(ReplayViewer, PickScene):
    """A viewer that shows a match from its first step to its last, in either direction."""

    hand_kind: ClassVar[Callable[..., Hand]]
    hands_kind: ClassVar[Callable[..., OpenHands] | None] = None
    """The widget of all hands, for games whose hands are not open on the table; None for others."""
    seen_kind: ClassVar[type[ReplayLog]]
    plate_kind: ClassVar[type[Place]]
    """The widget of a seat on the table; a press on it shows what that seat saw."""
    ranks_of: ClassVar[Callable[[ViewModel, tuple[Standing, ...]], Widget]]

    @property
    def low(self) -> tuple[Widget, ...]:
        """The hand of the viewed seat, or the hands of all seats."""
        return (self.hand, self.hands) if self.hands is not None else (self.hand,)

    def build(self) -> None:
        """Build the table as it is in a match, with the hands and the bar below it."""
        self.model.state, self.model.opened = self.frames.states[0], self.frames.knowledge
        self.build_scene(self.choose, lambda _place: None, self.open_menu, self.open_record)
        self.hand = self.hand_kind(self.window, self.model)
        if self.hands_kind is not None:
            self.hands = self.hands_kind(self.window, self.model, self.frames.knowledge)
        self.ui.put(self.board, (0, 52, 1018, 628), "stretch", "stretch")
        self.build_bar()
        self.seen = self.seen_kind(self.names, lambda link: self.point_at(link or self.pinned), None,
                                   self._go_to_line, self.tip)  # fmt: skip
        self.build_log(self.seen, 56)
        self.seat_players(self.frames.states[0])
        self.begin_viewing()

    def choose(self, thing: Place) -> None:
        """Show the match from the view of the seat that was pressed on the table."""
        if isinstance(thing, self.plate_kind) and isinstance(thing, HasSeat):
            self.view_of(thing.seat)

    def ranks(self, standing: tuple[Standing, ...]) -> Widget:
        """Return the widget of the standings."""
        return type(self).ranks_of(self.model, standing)
