"""Statistics of a match in addition to its result, such as the leaders after each round.

`counts` are whole numbers by name for each seat. `cards` counts by card name how often a seat gained and played the
card. `places` counts events by place on the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from core.engine.game import Event, Game, State
from core.engine.hidden.secrets import Secrets

GAINED, PLAYED = 0, 1


class Count:
    """Statistics of one match; lists indexed by seat have an empty item at index 0."""

    counted: ClassVar[dict[type, str]] = {}
    """Names of the counts for events that are counted for their `seat`."""

    def __init__(self, seats: int, secrets: Mapping[int, Secrets] | None = None) -> None:
        self.seats = range(1, seats + 1)
        self.secrets = secrets or {}
        """Secrets of each seat, which contain the faces of cards that only this seat saw."""
        self.counts: list[Counter[str]] = [Counter() for _ in range(seats + 1)]
        self.sources: list[Counter[str]] = [Counter() for _ in range(seats + 1)]
        """Points of each seat by source."""
        self.cards: list[dict[str, list[int]]] = [{} for _ in range(seats + 1)]
        self.places: Counter[int] = Counter()
        self.leaders: list[list[int]] = []
        """Leading seats after each round except the last one."""
        self._rounds = 0

    def count_step(self, game: Game, state: State, events: Sequence[Event]) -> None:
        """Count the events of a step that led to this state."""
        for event in events:
            word = self.counted.get(type(event))
            seat = getattr(event, "seat", 0)
            if word is not None and seat in self.seats:
                self.counts[seat][word] += 1
            self.count_event(game, state, event)
        rounds = game.rounds(state)
        if rounds > self._rounds:
            if self._rounds and not state.over:
                self.leaders.append([place.seat for place in game.standing(state) if place.rank == 1])
            self._rounds = rounds

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event in a way that is specific to the game; the default counts nothing."""

    def finish(self, state: State) -> None:
        """Count the final state of the match; the default counts nothing."""

    def card(self, seat: int, name: str, what: int, times: int = 1) -> None:
        """Count `times` gains or plays of a card by a seat; `what` is `GAIN_REASONS` or `PLAYED`."""
        if seat in self.seats:
            self.cards[seat].setdefault(name, [0, 0])[what] += times

    def copies(self, seat: int, entries: Iterable[int]) -> list[int]:
        """Return the copies that a seat's entries represent.

        A positive entry is a slot whose face the seat knows. A negative entry is minus the copy of a face-up card.
        """
        return [self.secrets[seat].faces[entry] if entry > 0 else -entry for entry in entries]
