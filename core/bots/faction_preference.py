"""A bot that prefers one faction, and otherwise plays as another player does."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.games.registry import GAMES, record_of


class Factions(NamedTuple):
    """The factions of a game by their numbers, and the decision that prefers one of them."""

    names: tuple[str, ...]
    prefer: Callable[[Decision, int], Decision]
    """(decision, faction): the decision with this faction first, or the decision itself if it ranks none."""


def factions_of(game: str) -> tuple[str, ...]:
    """Return the factions of a game that may be preferred, by name."""
    record = record_of(game)
    factions = record.factions if record is not None else None
    return factions.names if factions is not None else ()


def every_faction() -> tuple[str, ...]:
    """Return the names of the factions of all games."""
    return tuple(name for game in GAMES for name in factions_of(game))


class FactionBot:
    """A bot that ranks one faction first and leaves every other decision to `player`."""

    def __init__(self, player: Player, faction: str) -> None:
        self.player = player
        self.quick = getattr(player, "quick", False)
        self.faction = faction

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the player's decision, with the preferred faction first where factions are ranked."""
        decision = self.player.decide(game, state, seat, secrets)
        record = record_of(game.name)
        factions = record.factions if record is not None else None
        if factions is None or self.faction not in factions.names:
            return decision
        return factions.prefer(decision, factions.names.index(self.faction))
