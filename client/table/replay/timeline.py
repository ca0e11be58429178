"""Replay frames with all that a viewer needs: the log, the marks worth going to, the audits. A game says how it is
told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from client import games
from client.table.audits import audit_of
from client.table.chat import said
from client.table.names import Names
from client.table.replay.frames import Chat, ReplayFrames, Watch, shoot
from client.table.view_model import Audit
from client.ui import richtext
from core.engine.game import Event


class Place(NamedTuple):
    """A moment: so many steps are over, and of the next one so many events are told."""

    step: int
    event: int = 0


class Mark(NamedTuple):
    """A place worth going to. `kind` is a chapter or a fight of the timeline, or a sign: the icon that stands for
    it."""

    place: Place
    kind: str
    words: str


class Entry(NamedTuple):
    """A line of the log: what was told, or said by a seat."""

    place: Place
    """The moment at which it has just been told."""
    words: str
    event: Event | None
    about: Any
    chat: Chat | None = None


class ReplayTimeline(ABC):
    """The replay, told step by step; `tell_all` once, then `tell_step` for each step that the replay becomes longer."""

    chapter = "round"
    """The kind of the marks that stand for the parts of a match; each begins at its mark."""
    fight = "battle"
    """The kind of the marks that stand for its fights; each begins right after its mark. "" where there are none."""
    sign = "battle"
    """The icon of its fights."""

    def __init__(self, frames: ReplayFrames) -> None:
        self.frames = frames
        self.names = Names(0, frames.names)
        self.entries: list[Entry] = []
        self.marks: list[Mark] = []
        self.audits: list[tuple[int, Audit]] = []
        """All that were made, each with its step."""
        self.starts = [0]
        """Where each step begins on the scrub bar; a step is as long as it has events, and at least 1."""

    # What the game says -----------------------------------------------------------------------------------------------

    def prepared(self, table: Any, after: Any) -> Any:
        """The table at an event as it is shown; by `after` it may know what appears later in the step."""
        return table

    @abstractmethod
    def words(self, after: Any, event: Event) -> str:
        """The sentence of an event as rich text."""

    @abstractmethod
    def about(self, table: Any, event: Event) -> Any:
        """What an event is about; for chat, the event is the line."""

    @abstractmethod
    def marked(self, event: Event, words: str) -> tuple[str, str]:
        """The kind of the mark at an event, and its words; "" for none."""

    # Telling ----------------------------------------------------------------------------------------------------------

    def tell_all(self, watch: Callable[[float], None] = lambda part: None) -> None:
        """Tells the whole replay; the watch hears how far it is, 0..1."""
        frames, chat = self.frames, list(self.frames.chat)
        for step in range(frames.steps):
            while chat and chat[0].step <= step:
                self.say(chat.pop(0))
            self.tell_step(step)
            watch((step + 1) / frames.steps)
        for line in chat:
            self.say(line)

    def say(self, line: Chat) -> None:
        """A line of chat is in the log."""
        words = said(self.names, line.seat, richtext.escape(line.text), line.to)
        self.entries.append(Entry(Place(line.step), words, None, self.about(None, line), line))

    def tell_step(self, step: int) -> None:
        """What happens in a step of the replay is in the log; steps come in order."""
        events, after = self.frames.events[step], self.frames.states[step + 1]
        self.starts.append(self.starts[-1] + max(1, len(events)))
        for number, (event, moment) in enumerate(zip(events, self.frames.moments(step))):
            table = self.prepared(moment, after)
            told = self.within(Place(step, number + 1))
            words = self.words(after, event)
            self.entries.append(Entry(told, words, event, self.about(table, event)))
            kind, mark = self.marked(event, words)
            if kind:
                self.marks.append(Mark(told if kind == self.chapter else Place(step, number), kind, mark))
            audit = audit_of(self.frames.game, table, event)
            if audit is not None:
                self.audits.append((step, audit))

    # Moments ----------------------------------------------------------------------------------------------------------

    @property
    def closed_cards(self) -> bool:
        """Whether there are cards that not everybody sees."""
        return hasattr(self.frames.states[0], "piles")

    @property
    def end(self) -> Place:
        """The last moment."""
        return Place(self.frames.steps)

    def position(self, place: Place) -> int:
        """Where a moment lies on the scrub bar."""
        return self.starts[place.step] + place.event

    def step_at(self, position: float) -> Place:
        """The beginning of the step in which a position of the scrub bar lies; the end at its end."""
        if position >= self.starts[-1]:
            return self.end
        return Place(max(0, bisect_right(self.starts, position) - 1))

    def within(self, place: Place) -> Place:
        """The moment itself, or the one after a step of which everything is told."""
        step = max(0, min(self.frames.steps, place.step))
        if step < self.frames.steps and 0 < place.event < len(self.frames.events[step]):
            return Place(step, place.event)
        done = step < self.frames.steps and place.event > 0
        return Place(step + 1 if done else step)

    def mark_before(self, place: Place, kind: str) -> Mark | None:
        """The last mark of a kind before a moment."""
        return next((mark for mark in reversed(self.marks) if mark.kind == kind and mark.place < place), None)

    def mark_after(self, place: Place, kind: str) -> Mark | None:
        """The next mark of a kind after a moment."""
        return next((mark for mark in self.marks if mark.kind == kind and mark.place > place), None)

    def audits_until(self, step: int) -> list[Audit]:
        """The audits of the first steps."""
        return [audit for at, audit in self.audits if at < step]


def wind(source: Path | ReplayFrames, watch: Watch) -> ReplayTimeline:
    """Reads a record, or takes frames that are there; raises `Unplayable`."""
    if isinstance(source, ReplayFrames):
        frames = source
    else:
        frames = shoot(source, lambda part, words: watch(part * 0.9, words))
    replay_timeline: ReplayTimeline = games.replay_screen(frames.game.name).replay_timelines(frames)
    replay_timeline.tell_all(lambda part: watch(0.9 + part * 0.1, "Writing the log"))
    return replay_timeline
