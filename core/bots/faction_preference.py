"""A player that would like a certain faction, and otherwise plays as another player does."""

from __future__ import annotations

from typing import Any

from core.engine.game import Decision, Game, Player
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.decisions import FactionRanking
from core.games.bridgefront.factions import CODES

FACTIONS = tuple(CODES)
"""What may be preferred, by name."""


class Preferring:
    """Ranks one faction first and leaves everything else to `player`."""

    def __init__(self, player: Player, faction: str) -> None:
        self.player = player
        self.quick = getattr(player, "quick", False)
        self.faction = FACTIONS.index(faction)

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        """The player's decision, with the preferred faction first where factions are ranked."""
        decision = self.player.decide(game, state, seat, secrets)
        if isinstance(decision, FactionRanking):
            return FactionRanking((self.faction, *(f for f in decision.ranking if f != self.faction)))
        return decision
