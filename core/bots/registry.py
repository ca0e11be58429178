"""All bots by name."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.heuristic import HeuristicBot
from core.bots.levels import LEVELS as _LEVELS
from core.bots.random_bot import RandomBot
from core.engine.game import Player

BotFactory = Callable[[str, int], Player]
"""Function that makes a bot from a seed text and a seat number."""
BOTS: dict[str, BotFactory] = {bot.name: bot for bot in (HeuristicBot, RandomBot)}
"""Bots for measurements, by name."""
LEVELS: dict[str, BotFactory] = {**_LEVELS}
"""Levels of bots by name, the weakest first, for players who choose an opponent."""
PLAYERS: dict[str, BotFactory] = {**LEVELS, **BOTS}
"""All bots by name, levels included."""
