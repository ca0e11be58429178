"""The leagues of Outposts, as they are dealt to chairs."""

from __future__ import annotations

from typing import Any

from core.engine.game import Decision, Game, Player
from core.engine.hidden.secrets import Secrets
from core.games.outposts.board import LEAGUES
from core.games.outposts.decisions import Choose

NAMES = tuple(league.code for league in LEAGUES)


def decide(player: Player, game: Game, state: Any, seat: int, secrets: Secrets, side: int) -> Decision:
    """Choose the league that was dealt; leave all else to the player."""
    if game.asks(state)[seat].kind == "league":
        return Choose(side)
    return player.decide(game, state, seat, secrets)
