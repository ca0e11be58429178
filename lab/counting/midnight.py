"""What is counted of a match of Midnight."""

from __future__ import annotations

from typing import Any, ClassVar

from core.kernel.game import Event, Game
from core.midnight import events as e
from lab.counting.count import PLAYED, Count


class MidnightCount(Count):
    """Worth by what it was gained for, attacks, Pacts and nations that fell; the cards played in Capitals."""

    counted: ClassVar[dict[type, str]] = {
        e.CapitalPlayed: "cards into the Capital",
        e.BorderPlayed: "cards onto borders",
        e.CardStored: "cards into the stockpile",
        e.Eliminated: "eliminations",
        e.PactMade: "Pacts",
    }

    def one(self, game: Game, state: Any, event: Event) -> None:
        """Worth by its cause; cards by name."""
        kind = type(event)
        if kind is e.WorthGained:
            self.sources[event.seat][event.why] += event.amount
        elif kind is e.WorthLost:
            self.sources[event.seat][f"lost: {event.why}"] -= event.amount
        elif kind is e.Attacked:
            self.counts[event.attacker]["attacks"] += 1
        elif kind is e.CapitalPlayed:
            self.card(event.seat, game.card(state, event.copy), PLAYED)
