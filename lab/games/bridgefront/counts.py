"""Statistics counted in a match of Bridgefront."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from core.engine.game import Event, Game, State
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import events as e
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.state import Bridgefront
from lab.games.common_counts import GAINED, PLAYED, Count

CENTER = "rounds on the Center"
"""Name of the count of rounds in which the seat held the Center when it scored."""


class BridgefrontCount(Count):
    """Counts of cards, battles, sieges, gold, mana, tiles, rounds on the Center, and victory points by source.

    Battles are also counted by hex.
    """

    counted: ClassVar[dict[type, str]] = {
        e.ChampionDeployed: "champions deployed",
        e.ForcesDeployed: "forces deployed",
    }

    def __init__(self, seats: int, secrets: Mapping[int, Secrets] | None = None) -> None:
        super().__init__(seats, secrets)
        self._mana = [0] * (seats + 1)

    def count_event(self, game: Game, state: State, event: Event) -> None:
        """Count one event: cards by name, battles and sieges for the attacker."""
        assert isinstance(state, Bridgefront)
        self._count_mana(event)
        if isinstance(event, e.CardGained):
            self.card(event.seat, state.cards[state.card[event.copy]].name, GAINED)
        elif isinstance(event, e.ActionRevealed) and event.copy:
            self.card(event.seat, state.cards[state.card[event.copy]].name, PLAYED)
            self.counts[event.seat]["cards played"] += 1
        elif isinstance(event, e.BattleBegan):
            self.counts[event.attacker]["sieges" if event.siege else "battles"] += 1
            self.places[event.hex] += 1
        elif isinstance(event, e.HandThrownAway):
            self.counts[event.seat]["cards thrown away"] += len(event.copies)
        elif isinstance(event, e.Collected):
            self.counts[event.seat][f"tile: {event.what}"] += 1
        elif isinstance(event, e.GoldTaken):
            self.counts[event.seat][f"gold from {event.why}"] += event.amount
        elif isinstance(event, e.GoldPaid):
            self.counts[event.seat][f"gold for {event.why}"] += event.amount
        elif isinstance(event, e.GoldHanded):
            self.counts[event.receiver][f"gold by {event.why}"] += event.amount
        elif isinstance(event, e.BidsShown) and all(kind == "pass" for _, kind, _, _ in event.bids):
            self.counts[1]["cards that nobody bought"] += 1
        elif isinstance(event, e.MatchEnded):
            self.counts[1][f"ended by {event.why}"] += 1
        elif isinstance(event, e.Scored) and any(word == "center" for word, _ in event.sources):
            self.counts[event.seat][CENTER] += 1

    def _count_mana(self, event: Event) -> None:
        """Count the mana that is left when the seats receive new mana."""
        if isinstance(event, e.ManaSet):
            for seat in self.seats:
                self.counts[seat]["mana unused"] += self._mana[seat]
                self._mana[seat] = event.mana
        elif isinstance(event, e.ManaGained):
            self._mana[event.seat] += event.amount
        elif isinstance(event, e.ManaLost):
            self._mana[event.seat] = 0
        elif isinstance(event, e.ActionRevealed):
            self._mana[event.seat] -= event.mana

    def finish(self, state: State) -> None:
        """Count victory points by source, and unspent gold and mana."""
        assert isinstance(state, Bridgefront)
        for seat in self.seats:
            self.counts[seat]["mana unused"] += self._mana[seat]
            self.sources[seat]["permanent"] = state.vp[seat]
            self.sources[seat].update(dict(control_vp(state, seat)))
            self.counts[seat]["gold left"] = state.gold[seat]
