"""Runs: the matches that are played, the bots that play them, and the results that are stored."""

__all__ = [
    "bot_parameters",
    "budget",
    "card_bans",
    "design",
    "executor",
    "faction_draws",
    "metrics",
    "players",
    "progress",
    "replay",
    "rulesets",
    "run",
    "simulation",
    "store",
]
