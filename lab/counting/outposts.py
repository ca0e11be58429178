"""What is counted of a match of Outposts."""

from __future__ import annotations

from typing import Any, ClassVar

from core.kernel.game import Event, Game
from core.outposts import events as e
from lab.counting.count import GAINED, PLAYED, Count


class OutpostsCount(Count):
    """What was built, dealt, planted and razed; places are Territories in which Outposts were built."""

    counted: ClassVar[dict[type, str]] = {
        e.LocationBuilt: "locations",
        e.DealMade: "deals",
        e.OutpostBuilt: "outposts",
        e.OutpostUpgraded: "upgrades",
        e.HandCardRazed: "hand cards razed",
        e.LocationRazed: "locations razed",
        e.OutpostRazed: "outposts razed",
        e.ConnectionClaimed: "connections",
        e.BoardUsed: "board used",
    }

    def one(self, game: Game, state: Any, event: Event) -> None:
        """Cards by name: selected, then built or dealt."""
        kind = type(event)
        if kind is e.CardSelected:
            self.card(event.seat, game.card(state, event.copy), GAINED)
        elif kind is e.LocationBuilt or kind is e.DealMade:
            self.card(event.seat, game.card(state, event.copy), PLAYED)
        elif kind is e.OutpostBuilt and event.seat in self.seats:
            self.places[event.place] += 1
