"""Counts of a match in addition to its result: the leader after each round, and what each game adds.

Counts are whole numbers by name, for each seat. `cards` counts by a card's name how often a seat gained and played it.
`places` counts events by place on the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from core.engine.game import Event, Game, State
from core.engine.hidden.secrets import Secrets

GAINED, PLAYED = 0, 1


class Count:
    """Counts of one match; lists by seat have nothing at index 0."""

    counted: ClassVar[dict[type, str]] = {}
    """Events that are counted for their `seat`, and their names."""

    def __init__(self, seats: int, secrets: Mapping[int, Secrets] | None = None) -> None:
        self.seats = range(1, seats + 1)
        self.secrets = secrets or {}
        """Secrets of each seat: the faces of the cards that it draws unseen by others."""
        self.counts: list[Counter[str]] = [Counter() for _ in range(seats + 1)]
        self.sources: list[Counter[str]] = [Counter() for _ in range(seats + 1)]
        """Points by where they came from."""
        self.cards: list[dict[str, list[int]]] = [{} for _ in range(seats + 1)]
        self.places: Counter[int] = Counter()
        self.leaders: list[list[int]] = []
        """Leading seats after each round that was followed by another."""
        self._rounds = 0

    def see(self, game: Game, state: State, events: Sequence[Event]) -> None:
        """Count a step: the state after it and its events."""
        for event in events:
            word = self.counted.get(type(event))
            seat = getattr(event, "seat", 0)
            if word is not None and seat in self.seats:
                self.counts[seat][word] += 1
            self.one(game, state, event)
        rounds = game.rounds(state)
        if rounds > self._rounds:
            if self._rounds and not state.over:
                self.leaders.append([place.seat for place in game.standing(state) if place.rank == 1])
            self._rounds = rounds

    def one(self, game: Game, state: State, event: Event) -> None:
        """Count an event; each game in its own way."""

    def finish(self, state: State) -> None:
        """Count the end of the match."""

    def card(self, seat: int, name: str, what: int, times: int = 1) -> None:
        """Count one more gain or play of a card."""
        if seat in self.seats:
            self.cards[seat].setdefault(name, [0, 0])[what] += times

    def copies(self, seat: int, entries: Iterable[int]) -> list[int]:
        """Return the cards of a seat's entries: its slots by their faces, -copy where a card is open."""
        return [self.secrets[seat].faces[entry] if entry > 0 else -entry for entry in entries]
