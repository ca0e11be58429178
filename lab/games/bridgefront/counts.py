"""Statistics counted in a match of Bridgefront."""

from __future__ import annotations

from typing import ClassVar

from core.engine.game import Event, Game, State
from core.games.bridgefront import events as e
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.state import Bridgefront
from lab.games.common_counts import GAINED, PLAYED, Count

CENTER = "rounds on the Center"
"""Name of the count of rounds in which the seat held the Center when it scored."""


class BridgefrontCount(Count):
    """Counts of cards, battles, sieges, rounds on the Center, and victory points by source.

    Battles are also counted by hex.
    """

    counted: ClassVar[dict[type, str]] = {
        e.ChampionDeployed: "champions deployed",
        e.ForcesDeployed: "forces deployed",
    }

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event: cards by name, battles and sieges for the attacker."""
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
        """Count victory points by source, and unspent gold."""
        assert isinstance(state, Bridgefront)
        for seat in self.seats:
            self.sources[seat]["permanent"] = state.vp[seat]
            self.sources[seat].update(dict(control_vp(state, seat)))
            self.counts[seat]["gold left"] = state.gold[seat]
