"""The factions of Bridgefront, as they are dealt to chairs."""

from __future__ import annotations

from typing import Any

from core.engine.game import Decision, Game, Player
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront.bot.factions import FACTIONS, prefer

NAMES = FACTIONS.names


def decide(player: Player, game: Game, state: Any, seat: int, secrets: Secrets, side: int) -> Decision:
    """Rank the faction that was dealt first; leave all else to the player."""
    return prefer(player.decide(game, state, seat, secrets), side)
