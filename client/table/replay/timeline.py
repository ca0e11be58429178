"""Replay frames with all that a viewer needs in addition: the log, the marks and the audits.

Each game supplies the sentences of its log.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from client import games
from client.table.audits import audit_of
from client.table.chat import format_chat_line
from client.table.replay.frames import Chat, ProgressCallback, ReplayFrames, read_frames
from client.table.seats.names import Names
from client.table.view_model import Audit
from client.ui import richtext
from core.engine.game import Event, State


class Place(NamedTuple):
    """A moment of a replay: finished steps, and events of the next step that are already shown.

    Both are numbers.
    """

    step: int
    event: int = 0


class Mark(NamedTuple):
    """A moment that is worth jumping to.

    `kind` is the timeline's kind for a chapter or a fight, or the name of the icon that marks the moment.
    """

    place: Place
    kind: str
    words: str


class TimelineEntry(NamedTuple):
    """A line of the log: an event of the match, or a chat line of a seat."""

    place: Place
    """The moment just after the line."""
    words: str
    event: Event | None
    about: object
    chat: Chat | None = None


class ReplayTimeline(ABC):
    """A replay as a log and marks, built step by step.

    Call `write_log` once, then `add_step` for each step that is added to the replay.
    """

    chapter = "round"
    """The kind of the marks for the parts of a match; each part begins at its mark."""
    fight = "battle"
    """The kind of the marks for the fights of a match, or "" if there are none.

    Each fight begins right after its mark.
    """
    sign = "battle"
    """The name of the icon for fights."""

    def __init__(self, frames: ReplayFrames) -> None:
        self.frames = frames
        self.names = Names(0, frames.names)
        self.entries: list[TimelineEntry] = []
        self.marks: list[Mark] = []
        self.audits: list[tuple[int, Audit]] = []
        """All audits that were made, each with its step."""
        self.starts = [0]
        """The start of each step on the scrub bar.

        The length of a step is its number of events, and at least 1.
        """

    # Hooks for games --------------------------------------------------------------------------------------------------

    def prepare_table(self, table: State, after: State) -> State:
        """Return the table to show at an event.

        The table may use cards from `after`, which appear later in the step.
        """
        return table

    @abstractmethod
    def describe_event(self, after: State, event: Event) -> str:
        """Return the sentence of an event as rich text."""

    @abstractmethod
    def event_subjects(self, table: State | None, event: Event) -> object:
        """Return the things that an event is about.

        For chat, the event is the chat line, and there is no table.
        """

    @abstractmethod
    def event_mark(self, event: Event, words: str) -> tuple[str, str]:
        """Return the kind and the words of the mark at an event; the kind is "" if there is no mark."""

    # Narration --------------------------------------------------------------------------------------------------------

    def write_log(self, watch: Callable[[float], None] = lambda part: None) -> None:
        """Write the log of the whole replay.

        `watch` receives the progress, from 0 to 1.
        """
        frames, chat = self.frames, list(self.frames.chat)
        for step in range(frames.steps):
            while chat and chat[0].step <= step:
                self.add_chat_line(chat.pop(0))
            self.add_step(step)
            watch((step + 1) / frames.steps)
        for line in chat:
            self.add_chat_line(line)

    def add_chat_line(self, line: Chat) -> None:
        """Add a chat line to the log."""
        words = format_chat_line(self.names, line.seat, richtext.escape(line.text), line.to)
        self.entries.append(TimelineEntry(Place(line.step), words, None, self.event_subjects(None, line), line))

    def add_step(self, step: int) -> None:
        """Add the events of a step to the log; add the steps in order."""
        events, after = self.frames.events[step], self.frames.states[step + 1]
        self.starts.append(self.starts[-1] + max(1, len(events)))
        for number, (event, moment) in enumerate(zip(events, self.frames.event_states(step))):
            table = self.prepare_table(moment, after)
            told = self.normalise(Place(step, number + 1))
            words = self.describe_event(after, event)
            self.entries.append(TimelineEntry(told, words, event, self.event_subjects(table, event)))
            kind, mark = self.event_mark(event, words)
            if kind:
                self.marks.append(Mark(told if kind == self.chapter else Place(step, number), kind, mark))
            audit = audit_of(self.frames.game, table, event)
            if audit is not None:
                self.audits.append((step, audit))

    # Moments ----------------------------------------------------------------------------------------------------------

    @property
    def has_closed_cards(self) -> bool:
        """True if the match has cards that some players do not see."""
        return hasattr(self.frames.states[0], "piles")

    @property
    def end(self) -> Place:
        """The last moment."""
        return Place(self.frames.steps)

    def position(self, place: Place) -> int:
        """Return the position of a moment on the scrub bar."""
        return self.starts[place.step] + place.event

    def step_at(self, position: float) -> Place:
        """Return the beginning of the step at a position of the scrub bar.

        At the end of the bar, return the last moment.
        """
        if position >= self.starts[-1]:
            return self.end
        return Place(max(0, bisect_right(self.starts, position) - 1))

    def normalise(self, place: Place) -> Place:
        """Return a moment in normal form.

        The moment after the last event of a step becomes the beginning of the next step.
        """
        step = max(0, min(self.frames.steps, place.step))
        if step < self.frames.steps and 0 < place.event < len(self.frames.events[step]):
            return Place(step, place.event)
        done = step < self.frames.steps and place.event > 0
        return Place(step + 1 if done else step)

    def mark_before(self, place: Place, kind: str) -> Mark | None:
        """Return the last mark of a kind before a moment."""
        return next((mark for mark in reversed(self.marks) if mark.kind == kind and mark.place < place), None)

    def mark_after(self, place: Place, kind: str) -> Mark | None:
        """Return the next mark of a kind after a moment."""
        return next((mark for mark in self.marks if mark.kind == kind and mark.place > place), None)

    def audits_until(self, step: int) -> list[Audit]:
        """Return the audits of the first `step` steps."""
        return [audit for at, audit in self.audits if at < step]


def load_replay(source: Path | ReplayFrames, watch: ProgressCallback) -> ReplayTimeline:
    """Load a record, or use frames that are already loaded, and write its log.

    Raise `Unplayable` if the record cannot be shown.
    """
    if isinstance(source, ReplayFrames):
        frames = source
    else:
        frames = read_frames(source, lambda part, words: watch(part * 0.9, words))
    replay_timeline: ReplayTimeline = games.table_of(frames.game).replay.timeline(frames)
    replay_timeline.write_log(lambda part: watch(0.9 + part * 0.1, "Writing the log"))
    return replay_timeline
