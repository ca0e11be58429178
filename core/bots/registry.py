"""The bots by name: players that see only the public state and the secrets of their own seat."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.heuristic import HeuristicBot
from core.bots.levels import LEVELS as _LEVELS
from core.bots.random_bot import RandomBot
from core.engine.game import Player

BotFactory = Callable[[str, int], Player]
"""A function that makes a bot from a seed text and the number of its seat."""
BOTS: dict[str, BotFactory] = {bot.name: bot for bot in (HeuristicBot, RandomBot)}
"""Kinds of bots by name, for measurements."""
LEVELS: dict[str, BotFactory] = {**_LEVELS}
"""The levels of bots by name, the weakest first, for people who choose an opponent."""
PLAYERS: dict[str, BotFactory] = {**LEVELS, **BOTS}
"""All bots by name, levels and kinds together."""
