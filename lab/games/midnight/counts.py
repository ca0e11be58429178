"""Statistics counted in a match of Midnight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from core.engine.game import Event, Game, State
from core.games.midnight import cards
from core.games.midnight import events as e
from lab.games.common_counts import GAINED, PLAYED, Count


class MidnightCount(Count):
    """Counts of Worth by cause, attacks, Pacts, eliminations, and cards drawn and played."""

    counted: ClassVar[dict[type, str]] = {
        e.CapitalPlayed: "cards into the Capital",
        e.BorderPlayed: "cards onto borders",
        e.CardStored: "cards into the stockpile",
        e.Eliminated: "eliminations",
        e.PactMade: "Pacts",
    }

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event: Worth by its cause, and cards by name."""
        if isinstance(event, e.WorthGained):
            self.sources[event.seat][event.why] += event.amount
        elif isinstance(event, e.WorthLost):
            self.sources[event.seat][f"lost: {event.why}"] -= event.amount
        elif isinstance(event, e.Attacked):
            self.counts[event.attacker]["attacks"] += 1
        elif isinstance(event, e.CardsDrawn):
            self._cards(event.seat, GAINED, self.copies(event.seat, event.slots))
        elif isinstance(event, e.CardsDrawnOpenly):
            self._cards(event.seat, GAINED, event.copies)
        elif isinstance(event, e.CapitalPlayed):
            self._cards(event.seat, PLAYED, (event.copy,))
        elif isinstance(event, e.BorderPlayed):
            self._cards(event.seat, PLAYED, self.copies(event.seat, (event.entry,)))
        elif isinstance(event, e.CardsDiscarded) and event.why in USE_REASONS:
            self._cards(event.seat, PLAYED, event.copies)

    def _cards(self, seat: int, what: int, copies: Iterable[int]) -> None:
        for copy in copies:
            self.card(seat, cards.card_of(copy).name, what)


USE_REASONS = ("played", "set", "pair")
"""Reasons for a discard that count as a use of the cards."""
