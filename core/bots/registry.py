"""Players that see what a seat may see: the public state and its own secrets."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.heuristic import HeuristicBot
from core.bots.levels import LEVELS as _LEVELS
from core.bots.random_bot import RandomBot
from core.engine.game import Player

Maker = Callable[[str, int], Player]
"""Makes a bot of a seed text for a seat."""
BOTS: dict[str, Maker] = {bot.name: bot for bot in (HeuristicBot, RandomBot)}
"""Kinds of bots by name, for those who measure."""
LEVELS: dict[str, Maker] = {**_LEVELS}
"""How well a bot plays, by name, the weakest first: for those who play."""
PLAYERS: dict[str, Maker] = {**LEVELS, **BOTS}
"""All that may be named."""
