"""The course of a match as the window has seen it: everything that a review needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.engine.game import Decision, Event, Game, State
from core.engine.hidden.secrets import Secrets


class CourseOfMatch(NamedTuple):
    """A match, or its part from `first` finished steps on, ready to be reviewed.

    `secrets` returns a copy of what a seat knew before a step of this course, or None. `seats` are the seats whose
    decisions are reviewed.
    """

    game: Game
    states: Sequence[State]
    decisions: Sequence[Mapping[int, Decision]]
    events: Sequence[Event]
    secrets: Callable[[int, int], Secrets | None]
    seats: tuple[int, ...]
    first: int = 0


class LiveCourse:
    """The course of a live match, recorded step by step."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.states: list[State] = []
        self._decisions: list[Mapping[int, Decision]] = []
        self._events: list[Sequence[Event]] = []
        self._own: dict[int, Secrets] = {}

    def begin(self, state: State) -> None:
        """Begin with a state; what came before it is not known."""
        self.states, self._decisions, self._events, self._own = [state], [], [], {}

    def record_secrets(self, own: Secrets) -> None:
        """Remember what our seat knows when it is asked."""
        self._own[len(self._decisions)] = own.copy()

    def add(self, state: State, decisions: Mapping[int, Decision], events: Sequence[Event]) -> None:
        """Add a step."""
        if self.states:
            self.states.append(state)
            self._decisions.append(decisions)
            self._events.append(events)

    def truncate(self, t: int) -> None:
        """Forget everything from step `t` on."""
        kept = max(0, t - self._first - 1)
        del self.states[kept + 1 :], self._decisions[kept:], self._events[kept:]
        self._own = {step: own for step, own in self._own.items() if step < kept}

    @property
    def _first(self) -> int:
        """Number of steps that had been played when the course began."""
        return self.states[0].t - 1 if self.states else 0

    def for_seat(self, seat: int) -> CourseOfMatch:
        """Return the course for a review of our seat's decisions."""
        own = dict(self._own)

        def secrets(asked: int, step: int) -> Secrets | None:
            return own[step].copy() if asked == seat and step in own else None

        events = [event for step in self._events for event in step]
        return CourseOfMatch(
            self.game, tuple(self.states), tuple(self._decisions), events, secrets, (seat,), self._first
        )
