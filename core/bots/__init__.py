"""Players that see what a seat may see: the public state and its own secrets."""

from __future__ import annotations

from collections.abc import Callable

from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import RandomBot
from core.kernel.game import Player

BOTS: dict[str, Callable[[str, int], Player]] = {bot.name: bot for bot in (HeuristicBot, RandomBot)}
"""By name: what makes a bot of a seed text for a seat."""
