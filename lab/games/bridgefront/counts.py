"""Counts of a match of Bridgefront."""

from __future__ import annotations

from typing import ClassVar

from core.engine.game import Event, Game, State
from core.games.bridgefront import events as e
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.state import Bridgefront
from lab.games.common_counts import GAINED, PLAYED, Count

CENTER = "rounds on the Center"
"""Name of the count of scorings at which the seat held the Center."""


class BridgefrontCount(Count):
    """The counts of cards, battles, sieges, rounds on the Center and VP by source.

    Places are the hexes in which battles took place.
    """

    counted: ClassVar[dict[type, str]] = {
        e.ChampionDeployed: "champions deployed",
        e.ForcesDeployed: "forces deployed",
    }

    def one(self, game: Game, state: State, event: Event) -> None:
        """Count cards by name, and count battles and sieges for the attacker."""
        assert isinstance(state, Bridgefront)
        if isinstance(event, e.CardGained):
            self.card(event.seat, state.cards[state.card[event.copy]].name, GAINED)
        elif isinstance(event, e.ActionRevealed) and event.copy:
            self.card(event.seat, state.cards[state.card[event.copy]].name, PLAYED)
        elif isinstance(event, e.BattleBegan):
            self.counts[event.attacker]["sieges" if event.siege else "battles"] += 1
            self.places[event.hex] += 1
        elif isinstance(event, e.Scored) and any(word == "center" for word, _ in event.sources):
            self.counts[event.seat][CENTER] += 1

    def finish(self, state: State) -> None:
        """Count VP by source, and unspent gold."""
        assert isinstance(state, Bridgefront)
        for seat in self.seats:
            self.sources[seat]["permanent"] = state.vp[seat]
            self.sources[seat].update(dict(control_vp(state, seat)))
            self.counts[seat]["gold left"] = state.gold[seat]
