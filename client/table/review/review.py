"""Computation of a review in a thread: it takes a bounded time, and it can be cancelled at any moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from client.table.review.played_match import CourseOfMatch
from core.bots.review import Chances, Costly, PlayedMatch, chances, costs
from core.engine.game import Decision, State
from core.engine.hidden.secrets import Secrets
from core.engine.text.statistics import StatisticsRow
from core.games.registry import record_of

MAX_SECONDS = 25.0
"""Seconds after which no further decision is examined."""
PAUSE_SECONDS = 0.003
"""Seconds for which the thread rests after each piece of work, so that frames are drawn in time."""
MAX_COSTLY_SHOWN = 3
"""Number of costly decisions that are shown."""
DecisionWords = Callable[[State, int, Decision, Secrets], str]
"""Function that returns a decision of a seat in words, as plain text with the names of the rules."""


class CostlyDecision:
    """A costly decision with its words."""

    def __init__(self, costly: Costly, first: int, did: str, better: str) -> None:
        self.step, self.seat = costly.step + first, costly.seat
        self.lost, self.did, self.better = costly.lost, did, better


class Review:
    """A review of a match, which grows while a thread computes it."""

    def __init__(self, course: CourseOfMatch, words: DecisionWords | None = None, seconds: float = MAX_SECONDS) -> None:
        self.course, self._words, self._seconds = course, words or course.game.describe_decision, seconds
        self.chances: tuple[Chances, ...] = ()
        self.statistics: tuple[StatisticsRow, ...] = ()
        self.costly: tuple[CostlyDecision, ...] = ()
        """The decisions that cost most, the worst first."""
        self.examined = 0
        """Number of examined decisions."""
        self.version = 0
        """Number that changes whenever there is something new to show."""
        self.done = False
        self._cancelled = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start to compute, unless it has been started before."""
        if self._thread is None and not self._cancelled:
            self._thread = threading.Thread(target=self.run, name="tether-review", daemon=True)
            self._thread.start()

    def cancel(self) -> None:
        """Stop soon; what has been found stays."""
        self._cancelled = True

    def wait(self, seconds: float) -> bool:
        """Wait at most this number of seconds for the end; return True if the review is done."""
        if self._thread is not None:
            self._thread.join(seconds)
        return self.done

    def run(self) -> None:
        """Compute the review; a part that fails is left out, because no review may end the program."""
        try:
            self._compute()
        except Exception:
            self.statistics = self.statistics or ()
        self.done = True
        self.version += 1

    def _compute(self) -> None:
        course = self.course
        until = time.monotonic() + self._seconds
        record = record_of(course.game.name)
        statistician = record.statistician if record is not None else None
        if statistician is not None and course.states:
            self.statistics = tuple(statistician(course.states[-1], course.events))
        match = PlayedMatch(course.game, course.states, course.decisions)
        found: list[Chances] = []
        for each in chances(match):
            found.append(each)
            if self._cancelled:
                return
        self.chances = tuple(each._replace(step=each.step + course.first) for each in found)
        self.version += 1
        costly: list[Costly] = []
        for seat in course.seats:
            for cost in costs(match, seat, lambda step, seat=seat: course.secrets(seat, step), found):  # type: ignore[misc]
                self.examined += 1
                if cost is not None:
                    costly = sorted([*costly, cost], key=lambda each: (-each.lost, each.step))[:MAX_COSTLY_SHOWN]
                    self._show(costly)
                if self._cancelled or time.monotonic() > until:
                    return
                time.sleep(PAUSE_SECONDS)

    def _show(self, costly: list[Costly]) -> None:
        known = {(each.step - self.course.first, each.seat): each for each in self.costly}
        shown = []
        for cost in costly:
            shown.append(known.get((cost.step, cost.seat)) or self._describe(cost))
        self.costly = tuple(shown)
        self.version += 1

    def _describe(self, cost: Costly) -> CostlyDecision:
        state, own = self.course.states[cost.step], self.course.secrets(cost.seat, cost.step)
        assert own is not None
        did, better = (self._words(state.clone(), cost.seat, each, own.copy()) for each in (cost.decision, cost.better))
        return CostlyDecision(cost, self.course.first, did, better)
