"""The factions that a bot may prefer."""

from __future__ import annotations

from core.bots.faction_preference import Factions
from core.engine.game import Decision
from core.games.bridgefront.decisions import FactionRanking
from core.games.bridgefront.factions import CODES


def prefer_faction(decision: Decision, faction: int) -> Decision:
    """Return a ranking with this faction first, or any other decision unchanged."""
    if isinstance(decision, FactionRanking):
        return FactionRanking((faction, *(f for f in decision.ranking if f != faction)))
    return decision


FACTIONS = Factions(tuple(CODES), prefer_faction)
