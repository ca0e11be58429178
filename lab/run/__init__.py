"""Runs of the lab: playing matches, measuring them, and storing the results."""

__all__ = [
    "bot_parameters",
    "budget",
    "card_bans",
    "design",
    "executor",
    "faction_draws",
    "metrics",
    "players",
    "probe",
    "progress",
    "replay",
    "rulesets",
    "run",
    "simulation",
    "store",
]
