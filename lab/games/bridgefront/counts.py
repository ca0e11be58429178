"""Counts of a match of Bridgefront."""

from __future__ import annotations

from typing import Any, ClassVar

from core.engine.game import Game
from core.games.bridgefront import events as e
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.scoring import control_vp
from lab.games.common_counts import GAINED, PLAYED, Count

CENTER = "rounds on the Center"
"""Name of the count of scorings at which the seat had the Center."""


class BridgefrontCount(Count):
    """Counts of cards, battles, sieges, rounds on the Center and VP by source.

    Places are hexes of battles.
    """

    counted: ClassVar[dict[type, str]] = {
        e.ChampionDeployed: "champions deployed",
        e.ForcesDeployed: "forces deployed",
    }

    def one(self, game: Game, state: Any, event: Any) -> None:
        """Count cards by name, and battles and sieges for their attacker."""
        kind = type(event)
        if kind is e.CardGained:
            self.card(event.seat, CARDS[state.card[event.copy]].name, GAINED)
        elif kind is e.ActionRevealed and event.copy:
            self.card(event.seat, CARDS[state.card[event.copy]].name, PLAYED)
        elif kind is e.BattleBegan:
            self.counts[event.attacker]["sieges" if event.siege else "battles"] += 1
            self.places[event.hex] += 1
        elif kind is e.Scored and any(word == "center" for word, _ in event.sources):
            self.counts[event.seat][CENTER] += 1

    def finish(self, state: Any) -> None:
        """Count VP by source, and the gold that nobody spent."""
        for seat in self.seats:
            self.sources[seat]["permanent"] = state.vp[seat]
            self.sources[seat].update(dict(control_vp(state, seat)))
            self.counts[seat]["gold left"] = state.gold[seat]
