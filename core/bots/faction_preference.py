"""A bot that prefers one faction, and leaves all other decisions to another bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.engine.game import Decision, Game, Player, State
from core.engine.hidden.secrets import Secrets
from core.games.registry import GAMES, record_of


class Factions(NamedTuple):
    """The names of a game's factions, and a function that makes a decision prefer one of them."""

    names: tuple[str, ...]
    prefer: Callable[[Decision, int], Decision]
    """Function from (decision, faction number) to the decision that ranks this faction first.

    It returns decisions that rank no factions unchanged.
    """


def factions_of(game: str) -> tuple[str, ...]:
    """Return the names of the factions that a bot can prefer in a game; empty if there are none."""
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
        """Return the decision of `player`, with the preferred faction first where factions are ranked."""
        decision = self.player.decide(game, state, seat, secrets)
        record = record_of(game.name)
        factions = record.factions if record is not None else None
        if factions is None or self.faction not in factions.names:
            return decision
        return factions.prefer(decision, factions.names.index(self.faction))
