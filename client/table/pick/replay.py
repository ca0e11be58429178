"""The replay of a table of places and cards: its timeline, and the table with the hands below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from client.table.hand import Hand
from client.table.log import StoryPanel
from client.table.pick.board import Place
from client.table.pick.table import PickTable
from client.table.replay import timeline
from client.table.replay.frames import ReplayFrames
from client.table.replay.open_hands import OpenHands
from client.ui.richtext import plain_text
from core.engine.game import Event, State

if TYPE_CHECKING:
    from client.table.pick.spec import PickSpec
    from client.table.replay.controller import ReplayController


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


@dataclass(frozen=True)
class Marks:
    """The marks on the bar of a replay."""

    begins: type
    """The type of the event that begins a chapter.

    The event has a seat and a turn, unless `title` is given.
    """
    chapter: str
    fight: str
    sign: str = "battle"
    """The icon of the fights."""
    signs: Mapping[type, str] = field(default_factory=dict)
    """The kind of mark or the icon for other events, by type of event."""
    title: Callable[..., str] | None = None
    """A function that returns the words for a chapter from the event that begins it."""


class PickTimeline(timeline.ReplayTimeline):
    """The timeline of a replay, with its log in the words of the game."""

    def __init__(self, frames: ReplayFrames, spec: PickSpec) -> None:
        super().__init__(frames)
        self.spec, marks = spec, spec.replay
        self.chapter, self.fight, self.sign = marks.chapter, marks.fight, marks.sign

    def event_mark(self, event: Event, words: str) -> tuple[str, str]:
        """Return the kind and the words of the mark at an event."""
        marks = self.spec.replay
        if isinstance(event, marks.begins):
            return self.chapter, self._title(event) if marks.title is None else marks.title(event)
        kind = marks.signs.get(type(event), "")
        return kind, plain_text(words) if kind else ""

    def _title(self, event: Event) -> str:
        assert isinstance(event, TurnOfSeat)
        return f"{self.names.plain_name(event.seat)}, turn {event.turn}"

    def describe_event(self, after: State, event: Event) -> str:
        """Return the sentence of an event, with the seats in their colours."""
        return self.names.to_markup(self.spec.game.narrate(after, event))

    def event_subjects(self, table: State | None, event: Event) -> tuple[int, ...]:
        """Return the seats that the event concerns."""
        return self.spec.log.seats_of(event)


def build(replay: ReplayController) -> None:
    """Build the table as it is in a match, with the hands and the bar below it."""
    table, frames = replay.table, replay.frames
    assert isinstance(table, PickTable)
    spec, window = table.spec, table.screen.window
    table.model.state, table.model.opened = frames.states[0], frames.known_faces
    table.build(partial(_view_seat, replay, table), lambda _place: None, replay.open_menu, replay.open_record)
    table.extras.adapt_to_replay()
    table.hand = Hand(spec.faces(window, table.model))
    table.low = (table.hand,)
    if spec.open_faces is not None:
        table.hands = OpenHands(spec.open_faces(window, table.model), frames.known_faces)
        table.low = (table.hand, table.hands)
    table.screen.ui.put(table.board, (0, 52, 1018, 628), "stretch", "stretch")
    replay.build_bar()
    story = StoryPanel(table.names, spec.log, lambda link: table.highlight_subject(link or table.pinned), None,
                       replay.go_to_line, table.link_tip)  # fmt: skip
    table.build_log(story, 56)
    table.seat_players(frames.states[0])


def _view_seat(replay: ReplayController, table: PickTable, place: Place) -> None:
    """Show the match from the view of the seat that was pressed on the table."""
    if isinstance(place, table.spec.plate) and isinstance(place, HasSeat):
        replay.set_view(place.seat)
    table.spec.pressed(table, place)


def show_step(replay: ReplayController, step: int) -> None:
    """Remove what the table shows of another step."""
    assert isinstance(replay.table, PickTable)
    replay.table.extras.clear_step()
