"""A film of Bridgefront with all that its viewer needs: the log, marks of rounds and battles, the resolve order."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from client.bridgefront import order, story
from client.bridgefront.shown import Turn, audit_of
from client.bridgefront.spans import Involved, involved, told
from client.kit import richtext
from client.replay.film import Chat, Film, Unplayable, Watch, shoot
from client.table.names import Names
from client.table.sight import Audit
from core.bridgefront import events as e
from core.bridgefront.game import GAME


class Place(NamedTuple):
    """A moment: so many steps are over, and of the next one so many events are told."""

    step: int
    event: int = 0


class Mark(NamedTuple):
    """A place worth going to. `kind` is "round" (it has just begun) or "battle" (it is just about to begin)."""

    place: Place
    kind: str
    words: str


class Entry(NamedTuple):
    """A line of the log: what was told, or said by a seat."""

    place: Place
    """The moment at which it has just been told."""
    words: str
    event: Any
    about: Involved
    chat: Chat | None = None


@dataclass(slots=True)
class Reel:
    """The film, told. `orders[i]` is the resolve order after i steps; `audits` are those made, each with its step."""

    film: Film
    names: Names
    entries: list[Entry] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    orders: list[list[Turn]] = field(default_factory=lambda: [[]])
    audits: list[tuple[int, Audit]] = field(default_factory=list)
    starts: list[int] = field(default_factory=lambda: [0])
    """Where each step begins on the scrub bar; a step is as long as it has events, and at least 1."""

    @property
    def end(self) -> Place:
        """The last moment."""
        return Place(self.film.steps)

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
        step = max(0, min(self.film.steps, place.step))
        if step < self.film.steps and 0 < place.event < len(self.film.events[step]):
            return Place(step, place.event)
        done = step < self.film.steps and place.event > 0
        return Place(step + 1 if done else step)

    def mark_before(self, place: Place, kind: str) -> Mark | None:
        """The last mark of a kind before a moment."""
        return next((mark for mark in reversed(self.marks) if mark.kind == kind and mark.place < place), None)

    def mark_after(self, place: Place, kind: str) -> Mark | None:
        """The next mark of a kind after a moment."""
        return next((mark for mark in self.marks if mark.kind == kind and mark.place > place), None)

    def turns(self, step: int) -> list[Turn]:
        """The resolve order after so many steps."""
        return list(self.orders[step])

    def audits_until(self, step: int) -> list[Audit]:
        """The audits of the first steps."""
        return [audit for at, audit in self.audits if at < step]


def wind(path: Path, watch: Watch) -> Reel:
    """Reads a record; raises `Unplayable`."""
    film = shoot(path, lambda part, words: watch(part * 0.9, words))
    if film.game is not GAME:
        raise Unplayable(f"There is no board here for “{film.game.title}”.")
    return tell(film, lambda part: watch(0.9 + part * 0.1, "Writing the log"))


def tell(film: Film, watch: Callable[[float], None] = lambda part: None) -> Reel:
    """The film with its log and marks; the watch hears how far it is, 0..1."""
    reel = Reel(film, Names(0, film.names))
    chat = list(film.chat)
    for step in range(film.steps):
        while chat and chat[0].step <= step:
            say(reel, chat.pop(0))
        tell_step(reel, step)
        watch((step + 1) / film.steps)
    for line in chat:
        say(reel, line)
    return reel


def say(reel: Reel, line: Chat) -> None:
    """A line of chat is in the log."""
    words = f"{reel.names.coloured(line.seat)}: {richtext.escape(line.text)}"
    reel.entries.append(Entry(Place(line.step), words, None, Involved(seats=(line.seat,)), line))


def tell_step(reel: Reel, step: int) -> None:
    """What happens in a step of the film is in the log; steps come in order."""
    film, events = reel.film, reel.film.events[step]
    reel.starts.append(reel.starts[-1] + max(1, len(events)))
    after = film.states[step + 1]
    table, turns = story.begin(film.states[step], after), reel.orders[-1]
    for number, event in enumerate(events):
        story.apply(table, event)
        words = told(reel.names, after, event)
        reel.entries.append(Entry(reel.within(Place(step, number + 1)), words, event, involved(table, event)))
        turns = order.follow(turns, event)
        _mark(reel, Place(step, number), event, words)
        if isinstance(event, (e.AuditPassed, e.AuditOwed)):
            reel.audits.append((step, audit_of(table, event)))
    reel.orders.append(list(turns))


def _mark(reel: Reel, place: Place, event: Any, words: str) -> None:
    if isinstance(event, e.RoundBegan):
        begun = reel.within(Place(place.step, place.event + 1))
        reel.marks.append(Mark(begun, "round", f"Round {event.round}"))
    elif isinstance(event, e.BattleBegan):
        reel.marks.append(Mark(place, "battle", richtext.plain(words)))
