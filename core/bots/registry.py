"""The bots by name: players limited to the public state and their seat's own secrets."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.heuristic import HeuristicBot
from core.bots.levels import LEVELS as _LEVELS
from core.bots.random_bot import RandomBot
from core.engine.game import Player

BotFactory = Callable[[str, int], Player]
"""A factory that makes a bot from a seed text for a seat."""
BOTS: dict[str, BotFactory] = {bot.name: bot for bot in (HeuristicBot, RandomBot)}
"""Kinds of bots by name, for measurements."""
LEVELS: dict[str, BotFactory] = {**_LEVELS}
"""Playing strengths by name, the weakest first, for people who play."""
PLAYERS: dict[str, BotFactory] = {**LEVELS, **BOTS}
"""All bots that can be named."""
